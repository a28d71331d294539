"""
Moves the body of each `gpu.launch` to a kernel with a name.

    xdsl-opt -p gpu-kernel-outlining
    xdsl-opt -p 'gpu-kernel-outlining{data-layout-str="#dlti.dl_spec<index = 32>"}'

Kernels are compiled for another machine than the host code around them, so each gets a
`gpu.func` in a `gpu.module`, and the host launches it by name:

                                      gpu.launch_func @f_kernel::@f_kernel ...
                                          args(%m : memref<?xf32>)

    gpu.launch ... {                  gpu.module @f_kernel {
      "use"(%m, %tx) : ...      ->      gpu.func @f_kernel(%m: memref<?xf32>) kernel {
      func.call @g() : () -> ()           %tx = gpu.thread_id x
      gpu.terminator                      "use"(%m, %tx) : ...
    }                                     func.call @g() : () -> ()
                                          gpu.return
                                        }
                                        func.func @g() { ... }
                                      }

- What the body uses from outside becomes an argument. Run
  `gpu-launch-sink-index-computations` first to keep constants and sizes out of them.
- `module` and `function` of the launch name the two; else both are named after the
  function that launches. Names that are taken get a number.
- Symbols that the kernel refers to, and those that they refer to, are copied into its
  module.
- Grid and block sizes that are constants are promised by the kernel: `known_grid_size`,
  `known_block_size`.
- The module is marked with `gpu.container_module`.

The result is that of MLIR's pass of the same name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import gpu as xdsl_gpu
from xdsl.dialects.builtin import ModuleOp, StringAttr, SymbolRefAttr, UnitAttr
from xdsl.dialects.dlti import DataLayoutSpecAttr
from xdsl.ir import Block, Operation, Region, SSAValue, Use
from xdsl.parser import Parser
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.exceptions import (
    DiagnosticException,
    ParseError,
    PassFailedException,
)

from xdsl_gpu_ext.dialects import gpu
from xdsl_gpu_ext.dialects.gpu.attributions import count_workgroup_attributions
from xdsl_gpu_ext.mlir.interfaces.constants import constant_integer
from xdsl_gpu_ext.mlir.ir.captures import captured_values, replace_uses
from xdsl_gpu_ext.mlir.ir.symbols import symbol_name, symbol_references, symbols_in
from xdsl_gpu_ext.mlir.options import CheckedOptions
from xdsl_gpu_ext.transforms.refusal import refuse

__all__ = ["GpuKernelOutliningPass"]


@dataclass(frozen=True)
class GpuKernelOutliningPass(CheckedOptions, ModulePass):
    """Outlines the bodies of `gpu.launch` to kernels in modules of their own."""

    name = "gpu-kernel-outlining"

    data_layout_str: str = ""
    """A `#dlti.dl_spec` attribute for every module that gets a kernel."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        dialects = {
            *ctx.registered_dialect_names,
            *(dialect.name for dialect in ctx.loaded_dialects),
        }
        layout = self._data_layout(ctx)
        for launch in _launches_in(op):
            if _is_in_nested_module(launch, op):
                refuse(
                    launch, "cannot be outlined: the module around it is inside another"
                )
        if _may_launch_itself(op, dialects):
            # Whether that comes to an end shows only when it is done, so it is tried on
            # a copy: what is refused is to stay as it is.
            copy = op.clone()
            origins = dict(zip(_launches_in(copy), _launches_in(op), strict=True))
            _Outliner(copy, layout, dialects, origins).run()
        _Outliner(op, layout, dialects).run()

    def _data_layout(self, ctx: Context) -> DataLayoutSpecAttr | None:
        text = self.data_layout_str
        if not text:
            return None
        try:
            parser = Parser(ctx, text, "data-layout-str")
            attribute = parser.parse_attribute()
            if text[parser.pos :].strip():
                parser.raise_error("trailing characters")
        except (ParseError, DiagnosticException) as error:
            raise PassFailedException(f"{self.name}: {error}") from error
        if not isinstance(attribute, DataLayoutSpecAttr):
            raise PassFailedException(
                f"{self.name}: data-layout-str expects a data layout specification "
                f"like #dlti.dl_spec<index = 32>, got {attribute}"
            )
        return attribute


class _Names:
    """
    The symbols of a symbol table by name, and names for new ones.

    A name that is taken gets a number. Kernels of one module are numbered from 0 for
    each name, modules of kernels are numbered through.
    """

    def __init__(self, table: Operation, *, number_through: bool = False):
        self.symbols = symbols_in(table)
        self._number_through = number_through
        self._next_number: defaultdict[str, int] = defaultdict(int)

    def unused(self, wanted: str) -> str:
        """A name that is not taken: `wanted`, or that with a number."""
        name = wanted
        counter = "" if self._number_through else wanted
        while name in self.symbols:
            name = f"{wanted}_{self._next_number[counter]}"
            self._next_number[counter] += 1
        return name


class _Outliner:
    """Outlines the launches of one module."""

    def __init__(
        self,
        module: ModuleOp,
        data_layout: DataLayoutSpecAttr | None,
        known_dialects: Container[str],
        origins: Mapping[xdsl_gpu.LaunchOp, xdsl_gpu.LaunchOp] | None = None,
    ):
        self.module = module
        self.data_layout = data_layout
        self.known_dialects = known_dialects
        self.origins = dict(origins or {})
        """For launches that are copies, the launch that a diagnostic is to be about."""
        self.names = _Names(module, number_through=True)
        self.kernel_names: dict[Operation, _Names] = {}
        """What the modules of kernels hold."""
        self.depths: defaultdict[Operation, int] = defaultdict(int)
        """
        How many launches led to each module: its kernel was launched by a function that
        was copied for a kernel, and so on.
        """
        self.most_depth = 2 * len(self.names.symbols) + 2
        """
        More only lead to a module if a kernel calls a function that launches it. That
        ends if the function has been outlined when it is copied, and else it does not.
        """

    def run(self) -> None:
        """
        Outline all launches.

        Raises `PassFailedException` if that does not end.
        """
        # Modules are inserted after the symbol at hand, so the walk meets them too.
        # They hold launches if a function that launches was copied into them.
        symbol = self.module.body.block.first_op
        while symbol is not None:
            if symbol_name(symbol) is not None:
                self.outline_launches_in(symbol)
            symbol = symbol.next_op

    def outline_launches_in(self, symbol: Operation) -> None:
        """Outline the launches of `symbol` to modules that come after it."""
        following = symbol.next_op
        depth = self.depths[symbol]
        for launch in _launches_in(symbol):
            if depth > self.most_depth:
                launch = self.origins.get(launch, launch)
                fault = "the kernel calls the function that launches it"
                refuse(launch, f"cannot be outlined: {fault}")
            module = self.outline(launch, following)
            self.depths[module] = max(self.depths[module], depth + 1)

    def outline(
        self, launch: xdsl_gpu.LaunchOp, following: Operation | None
    ) -> xdsl_gpu.ModuleOp:
        """
        Outline `launch`. The result is the module of its kernel; a new one comes before
        `following`.
        """
        function = _name_in(launch, "function")
        function = function or f"{_enclosing_name(launch)}_kernel"
        known_module = self._find_module(launch)
        module = known_module or gpu.ModuleOp(
            _name_in(launch, "module") or function, []
        )
        if self.data_layout is not None:
            module.attributes["dlti.dl_spec"] = self.data_layout

        if module not in self.kernel_names:
            self.kernel_names[module] = _Names(module)
        names = self.kernel_names[module]
        name = names.unused(function)
        # A symbol to copy may be the function around the launch, which is copied whole.
        names.symbols[name] = launch
        copies = self._copy_symbols(launch.body, names)
        captured = captured_values(launch.body)
        kernel = _take_body(launch, captured, name)
        names.symbols[name] = kernel
        module.body.block.add_ops([kernel, *copies])

        if known_module is None:
            name = self.names.unused(module.sym_name.data)
            module.sym_name = StringAttr(name)
            self.names.symbols[name] = module
            if following is None:
                self.module.body.block.add_op(module)
            else:
                self.module.body.block.insert_op_before(module, following)

        _launch_by_name(launch, module, kernel, list(captured))
        self.module.attributes["gpu.container_module"] = UnitAttr()
        return module

    def _find_module(self, launch: xdsl_gpu.LaunchOp) -> xdsl_gpu.ModuleOp | None:
        """The module that the launch names, if there is one."""
        name = _name_in(launch, "module")
        module = None if name is None else self.names.symbols.get(name)
        return module if isinstance(module, xdsl_gpu.ModuleOp) else None

    def _copy_symbols(self, body: Region, names: _Names) -> list[Operation]:
        """Copies of what `body` refers to, directly or not, and `names` lack."""
        copies: list[Operation] = []
        pending: list[Operation | Region] = [body]
        while pending:
            for name in _names_in(pending.pop(), self.known_dialects):
                definition = self.names.symbols.get(name)
                if name in names.symbols or definition is None:
                    continue
                copy = definition.clone()
                for old, new in zip(_launches_in(definition), _launches_in(copy)):
                    self.origins[new] = self.origins.get(old, old)
                names.symbols[name] = copy
                copies.append(copy)
                pending.append(copy)
        return copies


def _launches_in(op: Operation) -> Iterator[xdsl_gpu.LaunchOp]:
    """The launches in `op`, those inside another before that."""
    for inner in op.walk(region_first=True):
        if isinstance(inner, xdsl_gpu.LaunchOp):
            yield inner


def _names_in(
    source: Operation | Region, known_dialects: Container[str]
) -> Iterator[str]:
    """The names of what `source` refers to in the tables that hold it."""
    for reference in symbol_references(source, known_dialects) or ():
        nested = reference.nested_references.data
        yield (nested[-1] if nested else reference.root_reference).data


def _may_launch_itself(module: ModuleOp, known_dialects: Container[str]) -> bool:
    """Whether some kernel refers, directly or not, to something that launches."""
    symbols = symbols_in(module)
    pending: list[Operation | Region] = [op.body for op in _launches_in(module)]
    reached: set[Operation] = set()
    while pending:
        for name in _names_in(pending.pop(), known_dialects):
            definition = symbols.get(name)
            if definition is None or definition in reached:
                continue
            if next(_launches_in(definition), None) is not None:
                return True
            reached.add(definition)
            pending.append(definition)
    return False


def _is_in_nested_module(launch: xdsl_gpu.LaunchOp, module: ModuleOp) -> bool:
    """
    Whether `launch` is in a symbol of `module` and in a module inside that. Its kernel
    would be in `module`, where the launch could not name it.
    """
    is_nested = False
    op = launch.parent_op()
    while op is not None and op is not module:
        is_nested |= isinstance(op, ModuleOp)
        if op.parent_op() is module:
            return is_nested and symbol_name(op) is not None
        op = op.parent_op()
    return False


def _name_in(launch: xdsl_gpu.LaunchOp, key: str) -> str | None:
    """The name that `launch` gives for its `module` or `function`."""
    name = launch.properties.get(key)
    return name.root_reference.data if isinstance(name, SymbolRefAttr) else None


def _enclosing_name(launch: xdsl_gpu.LaunchOp) -> str:
    """The name of the closest symbol around `launch`."""
    op = launch.parent_op()
    while op is not None:
        if (name := symbol_name(op)) is not None:
            return name
        op = op.parent_op()
    raise ValueError("the launch is not inside a symbol")


def _grid_size(launch: xdsl_gpu.LaunchOp) -> Sequence[SSAValue]:
    return (launch.gridSizeX, launch.gridSizeY, launch.gridSizeZ)


def _block_size(launch: xdsl_gpu.LaunchOp) -> Sequence[SSAValue]:
    return (launch.blockSizeX, launch.blockSizeY, launch.blockSizeZ)


def _cluster_size(launch: xdsl_gpu.LaunchOp) -> Sequence[SSAValue]:
    """The sizes x, y, z of a cluster, or none if the launch has no clusters."""
    sizes = (launch.clusterSizeX, launch.clusterSizeY, launch.clusterSizeZ)
    return [size for size in sizes if size is not None]


def _known_sizes(sizes: Sequence[SSAValue]) -> Sequence[int] | None:
    """
    The constants that `sizes` are, as signed 32-bit integers, if they all are and fit
    unsigned ones.
    """
    constants: list[int] = []
    for size in sizes:
        constant = constant_integer(size)
        if constant is None or not 0 <= constant < 2**32:
            return None
        constants.append(constant if constant < 2**31 else constant - 2**32)
    return constants


def _take_body(
    launch: xdsl_gpu.LaunchOp, captured: dict[SSAValue, list[Use]], name: str
) -> gpu.FuncOp:
    """A kernel with the body of `launch`, which `launch` loses."""
    indices = [gpu.BlockIdOp, gpu.ThreadIdOp, gpu.GridDimOp, gpu.BlockDimOp]
    if _cluster_size(launch):
        indices += [gpu.ClusterIdOp, gpu.ClusterDimOp]
    ids = [index(dimension) for index in indices for dimension in "xyz"]

    body = launch.detach_region(launch.body)
    launch_entry = body.blocks[0]
    buffers = [buffer.type for buffer in launch_entry.args[len(ids) :]]
    inputs = [value.type for value in captured]
    entry = Block(ids, arg_types=[*inputs, *buffers])
    body.insert_block_before(entry, launch_entry)
    for (value, uses), argument in zip(captured.items(), entry.args):
        replace_uses(uses, argument)
        argument.name_hint = value.name_hint
    Rewriter.inline_block(
        launch_entry,
        InsertPoint.at_end(entry),
        [*(op.result for op in ids), *entry.args[len(inputs) :]],
    )
    for block in body.blocks:
        if isinstance(block.last_op, xdsl_gpu.TerminatorOp):
            Rewriter.replace_op(block.last_op, gpu.ReturnOp())

    return gpu.FuncOp(
        name,
        (inputs, ()),
        body,
        kernel=True,
        known_block_size=_known_sizes(_block_size(launch)),
        known_grid_size=_known_sizes(_grid_size(launch)),
        workgroup_attributions=buffers[: count_workgroup_attributions(launch)],
    )


def _launch_by_name(
    launch: xdsl_gpu.LaunchOp,
    module: xdsl_gpu.ModuleOp,
    kernel: gpu.FuncOp,
    arguments: Sequence[SSAValue],
) -> None:
    """Let the host launch `kernel` in place of `launch`."""
    launch_func = gpu.LaunchFuncOp(
        SymbolRefAttr(module.sym_name, [kernel.sym_name]),
        _grid_size(launch),
        _block_size(launch),
        arguments,
        cluster_size=_cluster_size(launch),
        async_dependencies=launch.asyncDependencies,
        is_async=launch.asyncToken is not None,
        dynamic_shared_memory_size=launch.dynamicSharedMemorySize,
    )
    Rewriter.replace_op(launch, launch_func)
