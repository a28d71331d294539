"""Kernels that the host starts by name: `gpu.launch_func`."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import builtin
from xdsl.dialects import gpu as xdsl_gpu
from xdsl.dialects.builtin import (
    IndexType,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
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
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.dialects.gpu.async_interface import (
    ASYNC_FORMAT,
    AsyncDependencies,
    AsyncOpInterface,
    token_types,
)
from xdsl_gpu_ext.dialects.gpu.sizes import size_operands
from xdsl_gpu_ext.mlir.interfaces.traits import Calls
from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement

CONTAINER_MODULE = "gpu.container_module"
"""The attribute of a module that holds kernels as well as host code."""


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

    traits = traits_def(AsyncOpInterface(), Calls("kernel", "kernelOperands"))
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
        kernel: SymbolRefAttr | str,
        grid_size: Sequence[SSAValue | Operation],
        block_size: Sequence[SSAValue | Operation],
        kernel_operands: Sequence[SSAValue | Operation] | None = None,
        *,
        cluster_size: Sequence[SSAValue | Operation] | None = None,
        async_dependencies: Sequence[SSAValue | Operation] | None = None,
        is_async: bool = False,
        dynamic_shared_memory_size: SSAValue | Operation | None = None,
        async_object: SSAValue | Operation | None = None,
    ):
        """`kernel` is `SymbolRefAttr("kernels", ["copy"])` or `"kernels::copy"`."""
        if isinstance(kernel, str):
            first, *rest = kernel.replace("@", "").split("::")
            kernel = SymbolRefAttr(first, rest)
        IRDLOperation.__init__(
            self,
            operands=[
                async_dependencies,
                *size_operands(grid_size, block_size, cluster_size),
                dynamic_shared_memory_size,
                kernel_operands,
                async_object,
            ],
            result_types=[token_types(is_async)],
            properties={"kernel": kernel},
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
        while module is not None and not isinstance(module, builtin.ModuleOp):
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
