"""
Attributes of the dialect on operations of any dialect, and what they promise.

- `gpu.container_module` on a `builtin.module`: the launches in its functions name
  kernels that it holds;
- `gpu.kernel` on a function: the host may launch it;
- `gpu.known_block_size`, `gpu.known_grid_size`, `gpu.known_cluster_size` on a function:
  every launch has these sizes (x, y, z).
"""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects import gpu as xdsl_gpu
from xdsl.dialects.builtin import (
    I32,
    DenseArrayBase,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
)
from xdsl.ir import Attribute, Operation
from xdsl.traits import CallableOpInterface, SymbolTable
from xdsl.utils.hints import isa

from xdsl_gpu_ext.dialects.gpu.compilation import BinaryOp
from xdsl_gpu_ext.dialects.gpu.kernels import KERNEL, FuncOp
from xdsl_gpu_ext.dialects.gpu.launch_func import CONTAINER_MODULE

_KNOWN_SIZES = tuple(f"gpu.known_{what}_size" for what in ("block", "grid", "cluster"))

_FUNCTIONS_WITHOUT_TRAIT = ("llvm.func", "spirv.func")
"""Functions that xDSL does not give `CallableOpInterface`."""


def verify_attribute(
    op: Operation, name: str, attribute: Attribute
) -> Iterator[tuple[Operation, str]]:
    """What is wrong with an attribute of the dialect on `op`."""
    if name in _KNOWN_SIZES:
        if not isa(attribute, DenseArrayBase[I32]):
            yield op, f"'{op.name}' op {name} must be a dense i32 array"
        elif len(attribute) != 3:
            yield op, f"'{op.name}' op {name} must contain exactly 3 elements"
    elif name == CONTAINER_MODULE and isinstance(attribute, UnitAttr):
        if isinstance(op, ModuleOp):
            yield from _verify_launches(op)
        else:
            yield (
                op,
                f"expected '{CONTAINER_MODULE}' attribute to be attached to "
                f"'{ModuleOp.name}'",
            )


class _Symbols:
    """Look-up by name, where each symbol table is searched through only once."""

    def __init__(self) -> None:
        self.tables: dict[Operation, dict[StringAttr, Operation]] = {}

    def find(self, table: Operation, name: StringAttr) -> Operation | None:
        """The symbol `name` directly in `table`."""
        if not table.has_trait(SymbolTable):
            return None
        if table not in self.tables:
            named: dict[StringAttr, Operation] = {}
            for op in table.regions[0].block.ops:
                symbol = op.get_attr_or_prop("sym_name")
                if isinstance(symbol, StringAttr):
                    named.setdefault(symbol, op)
            self.tables[table] = named
        return self.tables[table].get(name)

    def resolve(self, table: Operation, symbol: SymbolRefAttr) -> Operation | None:
        """What `symbol` names in `table`, step by step."""
        found: Operation | None = table
        for name in (symbol.root_reference, *symbol.nested_references):
            found = None if found is None else self.find(found, name)
        return found


def _verify_launches(module: ModuleOp) -> Iterator[tuple[Operation, str]]:
    """
    Check the launches directly in the functions of `module`. Like MLIR, leave alone
    those that stand deeper.
    """
    symbols = _Symbols()
    for function in module.ops:
        for region in function.regions:
            for block in region.blocks:
                for op in block.ops:
                    if isinstance(op, xdsl_gpu.LaunchFuncOp):
                        fault = _fault_of_launch(op, module, symbols)
                        if fault is not None:
                            yield op, f"'{op.name}' op {fault}"


def _fault_of_launch(
    launch: xdsl_gpu.LaunchFuncOp, module: ModuleOp, symbols: _Symbols
) -> str | None:
    symbol = launch.properties.get("kernel")
    if not isinstance(symbol, SymbolRefAttr):
        return None  # The launch itself says so.
    container_name = symbol.root_reference
    container = symbols.find(module, container_name)
    if container is None:
        return f"kernel container '{container_name.data}' is undefined"
    if isinstance(container, BinaryOp):
        return None
    if not isinstance(container, xdsl_gpu.ModuleOp):
        return f"kernel module '{container_name.data}' is undefined"
    kernel = symbols.resolve(module, symbol)
    if kernel is None:
        return f"kernel function '{symbol}' is undefined"
    if isinstance(kernel, xdsl_gpu.FuncOp) and not isinstance(kernel, FuncOp):
        return None  # xDSL's own class says in its own words that it is a kernel.
    if (
        not kernel.has_trait(CallableOpInterface)
        and kernel.name not in _FUNCTIONS_WITHOUT_TRAIT
    ):
        return f"referenced kernel '{symbol}' is not a function"
    if not isinstance(kernel.attributes.get(KERNEL), UnitAttr):
        return f"kernel function is missing the '{KERNEL}' attribute"
    if not isinstance(kernel, FuncOp):
        return None  # Lowered already; its types are not those of the launch.
    inputs = kernel.function_type.inputs.data
    if len(inputs) != len(launch.kernelOperands):
        return (
            f"got {len(launch.kernelOperands)} kernel operands but expected "
            f"{len(inputs)}"
        )
    for i, (operand, type) in enumerate(zip(launch.kernelOperands, inputs)):
        if operand.type != type:
            return f"type of function argument {i} does not match"
    return None
