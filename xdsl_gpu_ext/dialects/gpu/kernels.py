"""Device code: modules of kernels, functions, and what only kernels hold."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import gpu as xdsl_gpu
from xdsl.dialects.builtin import (
    I32,
    AnyFloatConstr,
    ArrayAttr,
    BytesAttr,
    DenseArrayBase,
    DictionaryAttr,
    FunctionType,
    IndexType,
    IntegerAttr,
    IntegerType,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    base,
    irdl_op_definition,
    opt_attr_def,
    opt_prop_def,
    prop_def,
    traits_def,
    var_operand_def,
)
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    ParsingState,
    PrintingState,
    RegionVariable,
    irdl_custom_directive,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import (
    MemoryWriteEffect,
    Pure,
    ReturnLike,
)
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from xdsl_gpu_ext.dialects.gpu.attributes import AddressSpace
from xdsl_gpu_ext.dialects.gpu.attributions import (
    WORKGROUP_ATTRIBUTIONS,
    count_workgroup_attributions,
    parse_attributions,
    print_attributions,
    verify_attributions,
)
from xdsl_gpu_ext.dialects.gpu.offloading import verify_offloading_handler
from xdsl_gpu_ext.mlir.interfaces.attributes import TargetAttrInterface
from xdsl_gpu_ext.mlir.interfaces.traits import AffineScope, AutomaticAllocationScope
from xdsl_gpu_ext.mlir.irdl.functions import (
    HasFunctionType,
    parse_signature,
    print_signature,
)
from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement
from xdsl_gpu_ext.mlir.irdl.symbols import verify_symbol

KERNEL = "gpu.kernel"
"""The attribute of a function that the host may launch."""


@irdl_custom_directive
class TargetList(CustomDirective):
    """``[` target, ... `]`` where there are any: an optional array."""

    targets: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        targets = parser.parse_optional_comma_separated_list(
            parser.Delimiter.SQUARE, parser.parse_attribute
        )
        if targets is not None:
            self.targets.set(state, ArrayAttr(targets))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        self.targets.print(printer, state, op)


@irdl_custom_directive
class ModuleBody(CustomDirective):
    """A region of one block, which is there even if nothing is in it."""

    body: RegionVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        region = parser.parse_region()
        if not region.blocks:
            region.add_block(Block())
        self.body.set(state, region)

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        printer.print_region(self.body.get(op), print_empty_block=False)


@irdl_op_refinement
class ModuleOp(xdsl_gpu.ModuleOp):
    """
    A unit of device code with a name.

    ```mlir
    gpu.module @kernels <#gpu.select_object<0>> [#nvvm.target, #rocdl.target] {
      gpu.func @copy() kernel { gpu.return }
    }
    ```

    The targets in brackets say what to compile for, the attribute in angle brackets how
    the result is embedded into host code.
    """

    targets = opt_prop_def(ArrayAttr)
    offloadingHandler = opt_prop_def()

    assembly_format = (
        "$sym_name (` ` `<` $offloadingHandler^ `>`)? custom<TargetList>($targets) "
        "attr-dict-with-keyword custom<ModuleBody>($body)"
    )
    custom_directives = (TargetList, ModuleBody)

    def __init__(
        self,
        name: str | StringAttr | SymbolRefAttr,
        body: Region | Sequence[Operation],
        targets: Sequence[Attribute] = (),
        offloading_handler: Attribute | None = None,
    ):
        if isinstance(name, SymbolRefAttr):
            name = name.root_reference
        if isinstance(name, str):
            name = StringAttr(name)
        if not isinstance(body, Region):
            body = Region(Block(body))
        IRDLOperation.__init__(
            self,
            regions=[body],
            properties={
                "sym_name": name,
                "targets": ArrayAttr(targets) if targets else None,
                "offloadingHandler": offloading_handler,
            },
        )

    @property
    def bodyRegion(self) -> Region:
        """LLVM's name for the region that xDSL calls `body`."""
        return self.body

    def verify_(self) -> None:
        verify_symbol(self)
        verify_offloading_handler(self.name, self.offloadingHandler)
        if self.targets is not None and (
            not self.targets.data
            or not all(isinstance(t, TargetAttrInterface) for t in self.targets)
        ):
            raise VerifyException(
                "'gpu.module' op attribute 'targets' failed to satisfy constraint: "
                "array of GPU target attributes with at least 1 elements"
            )
        if self.body.blocks[0].args:
            raise VerifyException("'gpu.module' op region should have no arguments")


def _sizes(sizes: Sequence[int] | None) -> DenseArrayBase | None:
    return None if sizes is None else DenseArrayBase.from_list(i32, sizes)


_Dictionaries = ArrayAttr[DictionaryAttr]
_Sizes = DenseArrayBase.constr(i32)


@irdl_op_refinement
class FuncOp(xdsl_gpu.FuncOp):
    """
    A function that runs on the device.

    ```mlir
    gpu.func @copy(%a : memref<?xf32> {llvm.noalias}, %n : index)
        workgroup(%w : memref<32xf32, #gpu.address_space<workgroup>>)
        private(%p : memref<1xf32, #gpu.address_space<private>>)
        kernel
        attributes {known_block_size = array<i32: 32, 1, 1>} {
      gpu.return
    }
    ```

    A `kernel` is launched by the host and returns nothing; other functions are called
    by device code. The attributed buffers follow the arguments in the entry block.
    `known_block_size`, `known_grid_size` and `known_cluster_size` (x, y, z) are
    promises about every launch.

    Unlike xDSL's, LLVM's operation marks kernels by a discardable attribute
    `gpu.kernel` and keeps known sizes in properties.
    """

    arg_attrs = opt_prop_def(_Dictionaries)
    res_attrs = opt_prop_def(_Dictionaries)
    workgroup_attrib_attrs = opt_prop_def(_Dictionaries)
    private_attrib_attrs = opt_prop_def(_Dictionaries)
    known_block_size_ = opt_prop_def(_Sizes, prop_name="known_block_size")
    known_grid_size_ = opt_prop_def(_Sizes, prop_name="known_grid_size")
    known_cluster_size = opt_prop_def(_Sizes)
    # Discardable attributes, so that other values than these mean nothing.
    kernel = opt_attr_def(attr_name=KERNEL)
    workgroup_attributions = opt_attr_def()

    traits = traits_def(AffineScope(), AutomaticAllocationScope(), HasFunctionType())

    def __init__(
        self,
        name: str,
        function_type: FunctionType | tuple[Sequence[Attribute], Sequence[Attribute]],
        region: Region | type[Region.DEFAULT] = Region.DEFAULT,
        kernel: bool | None = None,
        known_block_size: Sequence[int] | None = None,
        known_grid_size: Sequence[int] | None = None,
        *,
        known_cluster_size: Sequence[int] | None = None,
        arg_attrs: ArrayAttr[DictionaryAttr] | None = None,
        res_attrs: ArrayAttr[DictionaryAttr] | None = None,
        workgroup_attributions: Sequence[Attribute] = (),
        private_attributions: Sequence[Attribute] = (),
    ):
        """
        Without a `region`, the body is an entry block with the arguments that the
        function needs. A given region has the attributed buffers among its arguments.
        """
        if isinstance(function_type, tuple):
            function_type = FunctionType.from_lists(*function_type)
        if not isinstance(region, Region):
            region = Region(
                Block(
                    arg_types=[
                        *function_type.inputs,
                        *workgroup_attributions,
                        *private_attributions,
                    ]
                )
            )
        IRDLOperation.__init__(
            self,
            regions=[region],
            properties={
                "function_type": function_type,
                "arg_attrs": arg_attrs,
                "res_attrs": res_attrs,
                "known_block_size": _sizes(known_block_size),
                "known_grid_size": _sizes(known_grid_size),
                "known_cluster_size": _sizes(known_cluster_size),
            },
            attributes={
                "sym_name": StringAttr(name),
                KERNEL: UnitAttr() if kernel else None,
                WORKGROUP_ATTRIBUTIONS: IntegerAttr(len(workgroup_attributions), i64),
            },
        )

    # xDSL keeps the sizes in discardable attributes, which LLVM allows too.

    @property
    def known_block_size(self) -> DenseArrayBase[I32] | None:
        """The promised number of threads of a block, however it is written."""
        return self._known("known_block_size")

    @property
    def known_grid_size(self) -> DenseArrayBase[I32] | None:
        """The promised number of blocks, however it is written."""
        return self._known("known_grid_size")

    def _known(self, name: str) -> DenseArrayBase[I32] | None:
        sizes = self.properties.get(name, self.attributes.get(f"gpu.{name}"))
        return sizes if isa(sizes, DenseArrayBase[I32]) else None

    @property
    def is_kernel(self) -> bool:
        """Whether the host can launch the function."""
        return isinstance(self.attributes.get(KERNEL), UnitAttr)

    @property
    def workgroup_buffers(self) -> Sequence[BlockArgument]:
        """The arguments of the entry block that are workgroup attributions."""
        first = len(self.function_type.inputs)
        return self.body.blocks[0].args[
            first : first + count_workgroup_attributions(self)
        ]

    @property
    def private_buffers(self) -> Sequence[BlockArgument]:
        """The arguments of the entry block that are private attributions."""
        first = len(self.function_type.inputs) + count_workgroup_attributions(self)
        return self.body.blocks[0].args[first:]

    def verify_(self) -> None:
        verify_symbol(self)
        inputs = self.function_type.inputs.data
        if self.is_kernel and self.function_type.outputs.data:
            raise VerifyException(
                "'gpu.func' op expected void return type for kernel function"
            )
        for name in ("known_block_size", "known_grid_size", "known_cluster_size"):
            sizes = self.properties.get(name)
            if isa(sizes, DenseArrayBase) and len(sizes) != 3:
                raise VerifyException(
                    f"'gpu.func' op attribute '{name}' failed to satisfy constraint: "
                    "i32 dense array attribute with 3 elements (if present)"
                )
        if not self.body.blocks:
            raise VerifyException("'gpu.func' op expected body with at least one block")
        arguments = self.body.blocks[0].args
        expected = len(inputs) + count_workgroup_attributions(self)
        if len(arguments) < expected:
            raise VerifyException(
                f"'gpu.func' op expected at least {expected} arguments to body region"
            )
        for i, (type, argument) in enumerate(zip(inputs, arguments, strict=False)):
            if type != argument.type:
                raise VerifyException(
                    f"'gpu.func' op expected body region argument #{i} to be of type "
                    f"{type}, got {argument.type}"
                )
        verify_attributions(self, self.workgroup_buffers, AddressSpace.Workgroup)
        verify_attributions(self, self.private_buffers, AddressSpace.Private)

    @classmethod
    def parse(cls, parser: Parser) -> FuncOp:
        name = parser.parse_symbol_name()
        arguments, signature = parse_signature(parser, named_only=True)
        workgroup, workgroup_attrs = parse_attributions(
            parser, "workgroup", allow_attributes=True
        )
        private, private_attrs = parse_attributions(
            parser, "private", allow_attributes=True
        )
        is_kernel = parser.parse_optional_keyword("kernel") is not None
        given = {"sym_name", "function_type", WORKGROUP_ATTRIBUTIONS}
        if is_kernel:
            given.add(KERNEL)
        dictionary = parser.parse_optional_attr_dict_with_keyword(given)
        body = parser.parse_region([*arguments, *workgroup, *private])

        properties: dict[str, Attribute | None] = {
            **signature,
            "workgroup_attrib_attrs": workgroup_attrs,
            "private_attrib_attrs": private_attrs,
        }
        attributes: dict[str, Attribute | None] = {
            "sym_name": name,
            WORKGROUP_ATTRIBUTIONS: IntegerAttr(len(workgroup), i64),
        }
        if is_kernel:
            attributes[KERNEL] = UnitAttr()
        inherent = cls.get_irdl_definition().properties
        if dictionary is not None:
            for key, value in dictionary.data.items():
                (properties if key in inherent else attributes)[key] = value
        return cls.build(regions=[body], properties=properties, attributes=attributes)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_symbol_name(self.sym_name)
        print_signature(printer, self)
        print_attributions(
            printer, "workgroup", self.workgroup_buffers, self.workgroup_attrib_attrs
        )
        print_attributions(
            printer, "private", self.private_buffers, self.private_attrib_attrs
        )
        if self.is_kernel:
            printer.print_string(" kernel")
        # As mlir-opt does, one dictionary for properties and attributes, in order.
        printer.print_op_attributes(
            dict(sorted((self.properties | self.attributes).items())),
            reserved_attr_names=self._attributes_in_signature(),
            print_keyword=True,
        )
        printer.print_string(" ")
        printer.print_region(self.body, print_entry_block_args=False)

    def _attributes_in_signature(self) -> Sequence[str]:
        """Attributes that the syntax writes outside the dictionary."""
        return (
            "sym_name",
            "function_type",
            "arg_attrs",
            "res_attrs",
            "workgroup_attrib_attrs",
            "private_attrib_attrs",
            WORKGROUP_ATTRIBUTIONS,
            *((KERNEL,) if self.is_kernel else ()),
        )


@irdl_op_refinement
class ReturnOp(xdsl_gpu.ReturnOp):
    """Returns from a `gpu.func`: `gpu.return %a, %b : f32, index`."""

    traits = traits_def(Pure())
    assembly_format = "attr-dict ($args^ `:` type($args))?"

    def __init__(self, operands: Sequence[SSAValue | Operation] = ()):
        IRDLOperation.__init__(self, operands=[operands])

    def verify_(self) -> None:
        function = self.parent_op()
        if not isinstance(function, FuncOp):
            return
        type = function.properties.get("function_type")
        if not isinstance(type, FunctionType):
            return  # The function itself is at fault.
        types = type.outputs.data
        if len(types) != len(self.args):
            raise VerifyException(
                f"'gpu.return' op expected {len(types)} result operands"
            )
        for i, (type, operand) in enumerate(zip(types, self.args, strict=True)):
            if type != operand.type:
                raise VerifyException(
                    f"'gpu.return' op unexpected type `{operand.type}' for operand #{i}"
                )


@irdl_op_refinement
class YieldOp(xdsl_gpu.YieldOp):
    """
    Hands values to the operation whose region it ends: `gpu.yield %a, %b : f32, f32`.

    What may be yielded is checked by that operation.
    """

    traits = traits_def(Pure(), ReturnLike())
    assembly_format = "attr-dict ($values^ `:` type($values))?"

    def __init__(self, operands: Sequence[SSAValue | Operation] = ()):
        IRDLOperation.__init__(self, operands=[operands])

    def verify_(self) -> None:
        """Not what xDSL checks, which is right below some operations only."""


@irdl_op_definition
class PrintfOp(IRDLOperation):
    """
    Prints from the device, with a format as C has it.

    ```mlir
    gpu.printf "%d: %f\\0A", %i, %x : index, f32
    ```
    """

    name = "gpu.printf"

    format = prop_def(base(StringAttr) | base(BytesAttr))
    args = var_operand_def(base(IntegerType) | base(IndexType) | AnyFloatConstr)

    traits = traits_def(MemoryWriteEffect())
    assembly_format = "$format attr-dict (`,` $args^ `:` type($args))?"

    def __init__(self, format: str, args: Sequence[SSAValue | Operation] = ()):
        super().__init__(operands=[args], properties={"format": StringAttr(format)})
