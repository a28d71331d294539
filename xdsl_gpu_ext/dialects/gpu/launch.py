"""How the host starts kernels: inline with `launch`, by name with `launch_func`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from xdsl.dialects import gpu as xdsl_gpu
from xdsl.dialects.builtin import (
    FlatSymbolRefAttrConstr,
    IndexType,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
    i32,
    i64,
)
from xdsl.dialects.gpu import AsyncTokenType
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    opt_attr_def,
    opt_prop_def,
    traits_def,
)
from xdsl.irdl.declarative_assembly_format import (
    CustomDirective,
    OptionalOperandVariable,
    ParsingState,
    PrintingState,
    TypeDirective,
    VariadicOperandVariable,
    irdl_custom_directive,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import Pure, RecursiveMemoryEffect
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.dialects.gpu.async_interface import (
    ASYNC_FORMAT,
    AsyncDependencies,
    AsyncOpInterface,
    parse_async_dependencies,
    print_async_dependencies,
    token_types,
)
from xdsl_gpu_ext.dialects.gpu.attributes import AddressSpace
from xdsl_gpu_ext.dialects.gpu.attributions import (
    WORKGROUP_ATTRIBUTIONS,
    count_workgroup_attributions,
    parse_attributions,
    print_attributions,
    verify_attributions,
)
from xdsl_gpu_ext.dialects.utils.refinement import irdl_op_refinement
from xdsl_gpu_ext.dialects.utils.traits import AffineScope, AutomaticAllocationScope

CONTAINER_MODULE = "gpu.container_module"
"""The attribute of a module that holds kernels as well as host code."""


class Dim3(NamedTuple):
    """What belongs to the dimensions x, y and z."""

    x: SSAValue
    y: SSAValue
    z: SSAValue


def _three(
    what: str, values: Sequence[SSAValue | Operation]
) -> Sequence[SSAValue | Operation]:
    if len(values) != 3:
        raise ValueError(f"expected 3 {what} sizes, got {len(values)}")
    return values


class _SizeAssignment(NamedTuple):
    """The parts of `(%i, %j, %k) in (%x = %0, %y = %1, %z = %2)`."""

    ids: list[Parser.Argument]
    sizes: list[Parser.Argument]
    operands: list[UnresolvedOperand]


def _parse_size_assignment(parser: Parser) -> _SizeAssignment:
    def parse_index() -> Parser.Argument:
        return parser.parse_argument(expect_type=False).resolve(IndexType())

    def parse_size() -> tuple[Parser.Argument, UnresolvedOperand]:
        size = parse_index()
        parser.parse_punctuation("=")
        return size, parser.parse_unresolved_operand()

    pos = parser.pos
    ids = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parse_index)
    parser.parse_keyword("in")
    pairs = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parse_size)
    if len(ids) != 3 or len(pairs) != 3:
        parser.raise_error("expected three ids in three sizes", pos, parser.pos)
    return _SizeAssignment(
        ids, [size for size, _ in pairs], [operand for _, operand in pairs]
    )


def _print_size_assignment(
    printer: Printer, keyword: str, ids: Dim3, sizes: Dim3, operands: Dim3
) -> None:
    def print_size(pair: tuple[SSAValue, SSAValue]) -> None:
        printer.print_ssa_value(pair[0])
        printer.print_string(" = ")
        printer.print_ssa_value(pair[1])

    printer.print_string(f" {keyword}")
    with printer.in_parens():
        printer.print_list(ids, printer.print_ssa_value)
    printer.print_string(" in ")
    with printer.in_parens():
        printer.print_list(zip(sizes, operands, strict=True), print_size)


@irdl_op_refinement
class LaunchOp(xdsl_gpu.LaunchOp):
    """
    Launches a kernel that stands in its region.

    ```mlir
    %t = gpu.launch async [%dep]
        clusters(%cx, %cy, %cz) in (%ncx = %c1, %ncy = %c1, %ncz = %c1)
        blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
        threads(%tx, %ty, %tz) in (%sx = %m, %sy = %c1, %sz = %c1)
        dynamic_shared_memory_size %bytes
        module(@kernels) function(@copy)
        workgroup(%w : memref<32xf32, #gpu.address_space<workgroup>>)
        private(%p : memref<1xf32, #gpu.address_space<private>>) {
      gpu.terminator
    }
    ```

    The arguments of the entry block are block ids, thread ids, grid sizes and block
    sizes (x, y, z each), then cluster ids and cluster sizes if there are clusters, then
    the attributed buffers. Everything but `blocks` and `threads` is optional; `module`
    and `function` are the names to outline the kernel to.
    """

    module = opt_prop_def(FlatSymbolRefAttrConstr)
    function = opt_prop_def(FlatSymbolRefAttrConstr)
    # A discardable attribute, so that other values than a number mean nothing.
    workgroup_attributions = opt_attr_def()

    traits = traits_def(
        AsyncOpInterface(),
        AffineScope(),
        AutomaticAllocationScope(),
        RecursiveMemoryEffect(),
    )

    def __init__(
        self,
        body: Region | None,
        gridSize: Sequence[SSAValue | Operation],
        blockSize: Sequence[SSAValue | Operation],
        clusterSize: Sequence[SSAValue | Operation] = (),
        async_launch: bool = False,
        asyncDependencies: Sequence[SSAValue | Operation] | None = None,
        dynamicSharedMemorySize: SSAValue | Operation | None = None,
        *,
        module: str | None = None,
        function: str | None = None,
        workgroup_attributions: Sequence[Attribute] = (),
        private_attributions: Sequence[Attribute] = (),
    ):
        """
        `body=None` makes an entry block with the arguments that the launch needs, to
        be filled and ended with a `gpu.terminator`. A given body has them already.
        """
        if body is None:
            indices = [IndexType()] * (18 if clusterSize else 12)
            body = Region(
                Block(
                    arg_types=[
                        *indices,
                        *workgroup_attributions,
                        *private_attributions,
                    ]
                )
            )
        clusters = [[c] for c in _three("cluster", clusterSize)] if clusterSize else []
        IRDLOperation.__init__(
            self,
            operands=[
                asyncDependencies,
                *_three("grid", gridSize),
                *_three("block", blockSize),
                *(clusters or ([], [], [])),
                dynamicSharedMemorySize,
            ],
            result_types=[token_types(async_launch)],
            regions=[body],
            properties={
                "module": None if module is None else SymbolRefAttr(module),
                "function": None if function is None else SymbolRefAttr(function),
            },
            attributes={
                WORKGROUP_ATTRIBUTIONS: IntegerAttr(len(workgroup_attributions), i64)
            },
        )

    @property
    def has_clusters(self) -> bool:
        """Whether the launch gives cluster sizes."""
        return bool(self.clusterSizeX and self.clusterSizeY and self.clusterSizeZ)

    def _arguments(self, first: int) -> Dim3:
        return Dim3(*self.body.blocks[0].args[first : first + 3])

    @property
    def block_ids(self) -> Dim3:
        """The arguments that hold the index of the block in the grid."""
        return self._arguments(0)

    @property
    def thread_ids(self) -> Dim3:
        """The arguments that hold the index of the thread in the block."""
        return self._arguments(3)

    @property
    def grid_size(self) -> Dim3:
        """The arguments that hold the number of blocks."""
        return self._arguments(6)

    @property
    def block_size(self) -> Dim3:
        """The arguments that hold the number of threads of a block."""
        return self._arguments(9)

    @property
    def cluster_ids(self) -> Dim3 | None:
        """The arguments that hold the index of the cluster, if there are clusters."""
        return self._arguments(12) if self.has_clusters else None

    @property
    def cluster_size(self) -> Dim3 | None:
        """The arguments that hold the size of a cluster, if there are clusters."""
        return self._arguments(15) if self.has_clusters else None

    @property
    def workgroup_buffers(self) -> Sequence[BlockArgument]:
        """The arguments that are workgroup attributions."""
        first = 18 if self.has_clusters else 12
        return self.body.blocks[0].args[
            first : first + count_workgroup_attributions(self)
        ]

    @property
    def private_buffers(self) -> Sequence[BlockArgument]:
        """The arguments that are private attributions."""
        first = 18 if self.has_clusters else 12
        return self.body.blocks[0].args[first + count_workgroup_attributions(self) :]

    def verify_(self) -> None:
        clusters = (self.clusterSizeX, self.clusterSizeY, self.clusterSizeZ)
        if any(clusters) and not all(clusters):
            raise VerifyException("'gpu.launch' op cluster size must be all present")
        if not self.body.blocks:
            raise VerifyException("'gpu.launch' op expected a non-empty body")
        indices = 18 if self.has_clusters else 12
        arguments = self.body.blocks[0].args
        if len(arguments) < indices + count_workgroup_attributions(self):
            raise VerifyException(
                "'gpu.launch' op unexpected number of region arguments"
            )
        verify_attributions(self, self.workgroup_buffers, AddressSpace.Workgroup)
        verify_attributions(self, self.private_buffers, AddressSpace.Private)
        for block in self.body.blocks:
            last = block.last_op
            if last is None or last.successors or isinstance(last, TerminatorOp):
                continue
            raise VerifyException(
                f"'{last.name}' op expected 'gpu.terminator' or a terminator with "
                "successors in 'gpu.launch' body region"
            )

    @classmethod
    def parse(cls, parser: Parser) -> LaunchOp:
        is_async, unresolved_dependencies = parse_async_dependencies(parser, cls)
        dependencies = [
            parser.resolve_operand(dependency, AsyncTokenType())
            for dependency in unresolved_dependencies
        ]
        clusters = None
        if parser.parse_optional_keyword("clusters"):
            clusters = _parse_size_assignment(parser)
        parser.parse_keyword("blocks")
        blocks = _parse_size_assignment(parser)
        parser.parse_keyword("threads")
        threads = _parse_size_assignment(parser)

        def resolve(unresolved: Sequence[UnresolvedOperand]) -> list[SSAValue]:
            return [parser.resolve_operand(size, IndexType()) for size in unresolved]

        cluster_sizes = resolve(clusters.operands) if clusters else []
        grid_sizes = resolve(blocks.operands)
        block_sizes = resolve(threads.operands)
        memory_size = None
        if parser.parse_optional_keyword("dynamic_shared_memory_size"):
            memory_size = parser.resolve_operand(parser.parse_unresolved_operand(), i32)

        properties: dict[str, Attribute | None] = {}
        for keyword in ("module", "function"):
            if parser.parse_optional_keyword(keyword):
                with parser.in_parens():
                    properties[keyword] = parser.parse_attribute()

        arguments = [*blocks.ids, *threads.ids, *blocks.sizes, *threads.sizes]
        if clusters:
            arguments += [*clusters.ids, *clusters.sizes]
        workgroup, _ = parse_attributions(parser, "workgroup")
        private, _ = parse_attributions(parser, "private")
        body = parser.parse_region([*arguments, *workgroup, *private])
        dictionary = parser.parse_optional_attr_dict_with_reserved_attr_names(
            (WORKGROUP_ATTRIBUTIONS, *properties)
        )
        attributes: dict[str, Attribute] = {
            WORKGROUP_ATTRIBUTIONS: IntegerAttr(len(workgroup), i64)
        }
        if dictionary is not None:
            for key, value in dictionary.data.items():
                (properties if key in ("module", "function") else attributes)[key] = (
                    value
                )

        return cls.build(
            operands=[
                dependencies,
                *grid_sizes,
                *block_sizes,
                *([size] for size in cluster_sizes or ()),
                *(() if cluster_sizes else ([], [], [])),
                memory_size,
            ],
            result_types=[token_types(is_async)],
            regions=[body],
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        # Dependencies without a token cannot be read by mlir-opt, but are never lost.
        print_async_dependencies(
            printer, self.asyncToken is not None, self.asyncDependencies
        )
        if (
            self.clusterSizeX is not None
            and self.clusterSizeY is not None
            and self.clusterSizeZ is not None
        ):
            _print_size_assignment(
                printer,
                "clusters",
                self._arguments(12),
                self._arguments(15),
                Dim3(self.clusterSizeX, self.clusterSizeY, self.clusterSizeZ),
            )
        _print_size_assignment(
            printer,
            "blocks",
            self.block_ids,
            self.grid_size,
            Dim3(self.gridSizeX, self.gridSizeY, self.gridSizeZ),
        )
        _print_size_assignment(
            printer,
            "threads",
            self.thread_ids,
            self.block_size,
            Dim3(self.blockSizeX, self.blockSizeY, self.blockSizeZ),
        )
        if self.dynamicSharedMemorySize is not None:
            printer.print_string(" dynamic_shared_memory_size ")
            printer.print_ssa_value(self.dynamicSharedMemorySize)
        for keyword in ("module", "function"):
            if (symbol := self.properties.get(keyword)) is not None:
                printer.print_string(f" {keyword}")
                with printer.in_parens():
                    printer.print_attribute(symbol)
        print_attributions(printer, "workgroup", self.workgroup_buffers)
        print_attributions(printer, "private", self.private_buffers)
        printer.print_string(" ")
        printer.print_region(self.body, print_entry_block_args=False)
        printer.print_op_attributes(
            self.attributes, reserved_attr_names=(WORKGROUP_ATTRIBUTIONS,)
        )


@irdl_op_refinement
class TerminatorOp(xdsl_gpu.TerminatorOp):
    """Ends the body of a `gpu.launch`: `gpu.terminator`."""

    traits = traits_def(Pure())
    assembly_format = "attr-dict"


@irdl_custom_directive
class LaunchDimType(CustomDirective):
    """
    The one type of all sizes: ``:` type` where it is not `index`.
    """

    grid_x: TypeDirective
    grid_y: TypeDirective
    grid_z: TypeDirective
    block_x: TypeDirective
    block_y: TypeDirective
    block_z: TypeDirective
    cluster_x: TypeDirective
    cluster_y: TypeDirective
    cluster_z: TypeDirective
    cluster: OptionalOperandVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        type: Attribute = IndexType()
        if parser.parse_optional_punctuation(":"):
            type = parser.parse_type()
        for directive in (
            self.grid_x,
            self.grid_y,
            self.grid_z,
            self.block_x,
            self.block_y,
            self.block_z,
        ):
            directive.set(state, (type,))
        has_clusters = bool(state.operands[self.cluster.index])
        for directive in (self.cluster_x, self.cluster_y, self.cluster_z):
            directive.set(state, (type,) if has_clusters else ())

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        (type,) = self.grid_x.get(op)
        if isinstance(type, IndexType):
            return
        printer.print_string(" : ")
        printer.print_attribute(type)
        state.should_emit_space = True
        state.last_was_punctuation = False


@irdl_custom_directive
class LaunchFuncOperands(CustomDirective):
    """``args` `(` %a : type, ... `)`` where there are any."""

    operands: VariadicOperandVariable
    types: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        def parse_operand() -> tuple[UnresolvedOperand, Attribute]:
            operand = parser.parse_unresolved_operand()
            parser.parse_punctuation(":")
            return operand, parser.parse_type()

        pairs: Sequence[tuple[UnresolvedOperand, Attribute]] = ()
        if parser.parse_optional_keyword("args"):
            pairs = parser.parse_comma_separated_list(
                parser.Delimiter.PAREN, parse_operand, " in argument list"
            )
        self.operands.set(state, [operand for operand, _ in pairs])
        self.types.set(state, [type for _, type in pairs])

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        def print_operand(operand: SSAValue) -> None:
            printer.print_ssa_value(operand)
            printer.print_string(" : ")
            printer.print_attribute(operand.type)

        operands = self.operands.get(op)
        if not operands:
            return
        printer.print_string(" args")
        with printer.in_parens():
            printer.print_list(operands, print_operand)
        state.should_emit_space = True
        state.last_was_punctuation = False


@irdl_op_refinement
class LaunchFuncOp(xdsl_gpu.LaunchFuncOp):
    """
    Launches a kernel by name.

    ```mlir
    %t = gpu.launch_func async [%dep] @kernels::@copy
        clusters in (%c1, %c1, %c1)
        blocks in (%n, %c1, %c1) threads in (%m, %c1, %c1)
        dynamic_shared_memory_size %bytes args(%a : memref<?xf32>, %x : f32)
    gpu.launch_func <%stream : !llvm.ptr> @kernels::@copy
        blocks in (%i, %i, %i) threads in (%i, %i, %i) : i32
    ```

    The first part of the name is a `gpu.module` or `gpu.binary` next to the function,
    in a module with the attribute `gpu.container_module`. Sizes have one type: `index`,
    `i32` or `i64`. A stream object says where the kernel runs instead of tokens.
    """

    traits = traits_def(AsyncOpInterface())
    assembly_format = (
        ASYNC_FORMAT + "(` ` `<` $asyncObject^ `:` type($asyncObject) `>`)? $kernel "
        "(`clusters` `in` ` ` "
        "`(` $clusterSizeX^ `,` $clusterSizeY `,` $clusterSizeZ `)`)? "
        "`blocks` `in` ` ` `(` $gridSizeX `,` $gridSizeY `,` $gridSizeZ `)` "
        "`threads` `in` ` ` `(` $blockSizeX `,` $blockSizeY `,` $blockSizeZ `)` "
        "custom<LaunchDimType>(type($gridSizeX), type($gridSizeY), type($gridSizeZ), "
        "type($blockSizeX), type($blockSizeY), type($blockSizeZ), "
        "type($clusterSizeX), type($clusterSizeY), type($clusterSizeZ), "
        "ref($clusterSizeX)) "
        "(`dynamic_shared_memory_size` $dynamicSharedMemorySize^)? "
        "custom<LaunchFuncOperands>($kernelOperands, type($kernelOperands)) attr-dict"
    )
    custom_directives = (AsyncDependencies, LaunchDimType, LaunchFuncOperands)

    def __init__(
        self,
        func: SymbolRefAttr,
        gridSize: Sequence[SSAValue | Operation],
        blockSize: Sequence[SSAValue | Operation],
        clusterSize: Sequence[SSAValue | Operation] | None = None,
        kernelOperands: Sequence[SSAValue | Operation] | None = None,
        async_launch: bool = False,
        asyncDependencies: Sequence[SSAValue | Operation] | None = None,
        dynamicSharedMemorySize: SSAValue | Operation | None = None,
        *,
        asyncObject: SSAValue | Operation | None = None,
    ):
        """`func` is `SymbolRefAttr("kernels", ["copy"])`."""
        clusters = [[c] for c in _three("cluster", clusterSize)] if clusterSize else []
        IRDLOperation.__init__(
            self,
            operands=[
                asyncDependencies,
                *_three("grid", gridSize),
                *_three("block", blockSize),
                *(clusters or ([], [], [])),
                dynamicSharedMemorySize,
                kernelOperands,
                asyncObject,
            ],
            result_types=[token_types(async_launch)],
            properties={"kernel": func},
        )

    @property
    def kernel_module_name(self) -> StringAttr:
        """The name of the `gpu.module` or `gpu.binary` that holds the kernel."""
        return self.kernel.root_reference

    @property
    def kernel_name(self) -> StringAttr:
        """The name of the kernel in its module."""
        nested = self.kernel.nested_references.data
        return nested[-1] if nested else self.kernel.root_reference

    def verify_(self) -> None:
        module = self.parent_op()
        while module is not None and not isinstance(module, ModuleOp):
            module = module.parent_op()
        if module is None:
            raise VerifyException("'gpu.launch_func' op expected to belong to a module")
        if not isinstance(module.attributes.get(CONTAINER_MODULE), UnitAttr):
            raise VerifyException(
                "'gpu.launch_func' op expected the closest surrounding module to have "
                "the 'gpu.container_module' attribute"
            )
        sizes = (
            self.gridSizeX,
            self.gridSizeY,
            self.gridSizeZ,
            self.blockSizeX,
            self.blockSizeY,
            self.blockSizeZ,
        )
        if len({size.type for size in sizes}) != 1:
            raise VerifyException(
                "'gpu.launch_func' op failed to verify that all of {gridSizeX, "
                "gridSizeY, gridSizeZ, blockSizeX, blockSizeY, blockSizeZ} have same "
                "type"
            )
        clusters = (self.clusterSizeX, self.clusterSizeY, self.clusterSizeZ)
        if all(clusters) and len({c.type for c in clusters if c is not None}) != 1:
            raise VerifyException(
                "'gpu.launch_func' op expects types of the cluster dimensions must be "
                "the same"
            )
