"""Kernels that stand where the host starts them: `gpu.launch`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from xdsl.dialects import gpu as xdsl_gpu
from xdsl.dialects.builtin import (
    FlatSymbolRefAttrConstr,
    IndexType,
    IntegerAttr,
    SymbolRefAttr,
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
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import Pure, RecursiveMemoryEffect
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.dialects.gpu.async_interface import (
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
from xdsl_gpu_ext.dialects.gpu.sizes import size_operands
from xdsl_gpu_ext.mlir.interfaces.control_flow import REPEATING
from xdsl_gpu_ext.mlir.interfaces.traits import AffineScope, AutomaticAllocationScope
from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement

_INDEX = IndexType()


class Dim3(NamedTuple):
    """What belongs to the dimensions x, y and z."""

    x: SSAValue
    y: SSAValue
    z: SSAValue


def _index_count(has_clusters: bool) -> int:
    """
    How many arguments of the body are indices: ids of block and thread, sizes of grid
    and block, then id and size of the cluster, each along x, y and z.
    """
    return 3 * (6 if has_clusters else 4)


class _SizeAssignment(NamedTuple):
    """The parts of `(%i, %j, %k) in (%x = %0, %y = %1, %z = %2)`."""

    ids: list[Parser.Argument]
    sizes: list[Parser.Argument]
    operands: list[UnresolvedOperand]


def _parse_size_assignment(parser: Parser) -> _SizeAssignment:
    def parse_index() -> Parser.Argument:
        return parser.parse_argument(expect_type=False).resolve(_INDEX)

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
        REPEATING,
    )

    def __init__(
        self,
        grid_size: Sequence[SSAValue | Operation],
        block_size: Sequence[SSAValue | Operation],
        body: Region | None = None,
        *,
        cluster_size: Sequence[SSAValue | Operation] = (),
        async_dependencies: Sequence[SSAValue | Operation] | None = None,
        is_async: bool = False,
        dynamic_shared_memory_size: SSAValue | Operation | None = None,
        module: str | None = None,
        function: str | None = None,
        workgroup_attributions: Sequence[Attribute] = (),
        private_attributions: Sequence[Attribute] = (),
    ):
        """
        Without a `body` there is an entry block with the arguments that the launch
        needs, to be filled and ended with a `gpu.terminator`. A given body has them.
        """
        if body is None:
            indices = [_INDEX] * (_index_count(bool(cluster_size)))
            body = Region(
                Block(
                    arg_types=[
                        *indices,
                        *workgroup_attributions,
                        *private_attributions,
                    ]
                )
            )
        IRDLOperation.__init__(
            self,
            operands=[
                async_dependencies,
                *size_operands(grid_size, block_size, cluster_size),
                dynamic_shared_memory_size,
            ],
            result_types=[token_types(is_async)],
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
        first = _index_count(self.has_clusters)
        return self.body.blocks[0].args[
            first : first + count_workgroup_attributions(self)
        ]

    @property
    def private_buffers(self) -> Sequence[BlockArgument]:
        """The arguments that are private attributions."""
        first = _index_count(self.has_clusters)
        return self.body.blocks[0].args[first + count_workgroup_attributions(self) :]

    def verify_(self) -> None:
        clusters = (self.clusterSizeX, self.clusterSizeY, self.clusterSizeZ)
        if any(clusters) and not all(clusters):
            raise VerifyException("'gpu.launch' op cluster size must be all present")
        if not self.body.blocks:
            raise VerifyException("'gpu.launch' op expected a non-empty body")
        indices = _index_count(self.has_clusters)
        arguments = self.body.blocks[0].args
        if len(arguments) < indices + count_workgroup_attributions(self):
            raise VerifyException(
                "'gpu.launch' op unexpected number of region arguments"
            )
        verify_attributions(self, self.workgroup_buffers, AddressSpace.Workgroup)
        verify_attributions(self, self.private_buffers, AddressSpace.Private)
        for block in self.body.blocks:
            last = block.last_op
            if (
                last is None
                or last.successors
                or isinstance(last, xdsl_gpu.TerminatorOp)
            ):
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
            return [parser.resolve_operand(size, _INDEX) for size in unresolved]

        cluster_sizes = [[c] for c in resolve(clusters.operands)] if clusters else []
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
                *(cluster_sizes or ([], [], [])),
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
