"""What the tables of the dialects say holds, and nothing is imported for nothing."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest
from xdsl.ir import TypeAttribute

from xdsl_gpu_ext.dialects import gpu, xegpu
from xdsl_gpu_ext.mlir.irdl.lazy_dialect import LazyDialect
from xdsl_gpu_ext.universe import UNIVERSE

LAZY = [
    dialect
    for load in UNIVERSE.all_dialects.values()
    if isinstance(dialect := load(), LazyDialect)
]


@pytest.mark.parametrize("dialect", LAZY, ids=lambda dialect: dialect.name)
def test_every_definition_is_found_by_its_name(dialect: LazyDialect) -> None:
    for op in dialect.operations:
        assert op.name.startswith(f"{dialect.name}.")
        assert dialect.get_operation(op.name) is op
    for attr in dialect.attributes:
        is_type = issubclass(attr, TypeAttribute)
        assert dialect.get_type(attr.name) is (attr if is_type else None)
        assert dialect.get_attribute(attr.name) is (None if is_type else attr)


@pytest.mark.parametrize("dialect", LAZY, ids=lambda dialect: dialect.name)
def test_every_definition_of_a_module_is_in_the_dialect(dialect: LazyDialect) -> None:
    known = {*dialect.operations, *dialect.attributes}
    for path in {*dialect.modules.values()}:
        for value in vars(import_module(path)).values():
            defines = isinstance(value, type) and value.__module__ == path
            if defines and "get_irdl_definition" in vars(value):
                assert value in known or not path.startswith(dialect.package), value


@pytest.mark.parametrize("dialect", LAZY, ids=lambda dialect: dialect.name)
def test_no_name_means_two_things(dialect: LazyDialect) -> None:
    """Type checkers see the modules' names all at once, and in no certain order."""
    modules = {path: vars(import_module(path)) for path in dialect.modules.values()}
    for name, home in dialect.modules.items():
        for path, names in modules.items():
            if path.startswith(dialect.package):
                assert names.get(name, modules[home][name]) is modules[home][name]


def test_names_of_no_definition() -> None:
    for name in ("gpu.nothing", "gpu.launchfunc", "gpu.Launch", "memref.load", "gpu"):
        assert gpu.GPU.get_operation(name) is None
    assert gpu.GPU.get_type("gpu.broadcast") is None
    assert gpu.GPU.get_attribute("gpu.broadcast") is gpu.BroadcastTypeAttr
    assert gpu.GPU.get_operation("gpu.launch") is gpu.LaunchOp
    assert xegpu.XeGPU.get_operation("xegpu.load") is xegpu.LoadGatherOp
    with pytest.raises(AttributeError, match=r"'xdsl_gpu_ext.dialects.gpu'.*'Nothing'"):
        _ = getattr(gpu, "Nothing")  # noqa: B009


def test_a_look_up_imports_one_topic() -> None:
    check = """
import sys
from xdsl_gpu_ext.dialects.gpu import GPU, BarrierOp
assert GPU.get_operation("gpu.barrier") is BarrierOp
topics = {name for name in sys.modules if name.startswith("xdsl_gpu_ext.dialects.")}
topics -= {f"xdsl_gpu_ext.dialects.gpu.{name}" for name in ("synchronization",
    "async_interface", "attributes", "constraints")}
assert topics == {"xdsl_gpu_ext.dialects.gpu"}, topics
"""
    subprocess.run([sys.executable, "-c", check], check=True)
