"""Tests of `xdsl_gpu_ext.views`."""
