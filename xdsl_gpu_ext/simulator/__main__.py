"""`python -m xdsl_gpu_ext.simulator`: the command `gpu-sim`."""

import sys

from xdsl_gpu_ext.simulator.cli import main

sys.exit(main())
