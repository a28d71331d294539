"""
Configuration of a lit suite whose RUN lines use the stock `xdsl-opt`.

A `lit.cfg` of three lines is enough:

    from xdsl_gpu_ext.testing.filecheck import configure

    config.name = "my-passes"
    configure(config, lit_config, __file__)

`xdsl-opt` and `filecheck` are those of the environment that runs lit. `mlir-opt` in a
RUN line is the reference `mlir-opt`; a test that needs it says `// REQUIRES: mlir-opt`
and is reported as unsupported where the tool is missing. With `REQUIRE_MLIR_OPT=1` in
the environment the whole suite fails instead.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import lit.formats

from xdsl_gpu_ext.testing.mlir_opt import find_tool, required


def configure(config: Any, lit_config: Any, config_file: str) -> None:
    """
    Set up `config`, lit's test configuration, for the suite in the folder that holds
    `config_file`; `lit_config` is lit's own object for messages.
    """
    config.test_source_root = os.path.dirname(config_file)
    config.suffixes = [".mlir"]
    config.test_format = lit.formats.ShTest(execute_external=False)

    # The tools of the environment that runs lit come first.
    here = os.path.dirname(sys.executable)
    config.environment["PATH"] = os.pathsep.join((here, os.environ["PATH"]))

    if mlir_opt := find_tool("mlir-opt"):
        config.available_features.add("mlir-opt")
        config.substitutions.append((r"\bmlir-opt\b", mlir_opt))
    elif required():
        lit_config.fatal("mlir-opt not found, and REQUIRE_MLIR_OPT is set")
    else:
        lit_config.note("skipped: mlir-opt not found (tests that require it)")
