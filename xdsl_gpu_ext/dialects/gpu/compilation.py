"""Compiled device code: objects for targets, tables of kernels, binaries."""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import TypeVar
from xdsl.dialects.builtin import (
    ArrayAttr,
    BytesAttr,
    DictionaryAttr,
    IntegerAttr,
    NoneAttr,
    StringAttr,
    SymbolNameConstraint,
)
from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.irdl import (
    IRDLOperation,
    irdl_attr_definition,
    irdl_op_definition,
    opt_prop_def,
    prop_def,
    traits_def,
)
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    ParsingState,
    PrintingState,
    irdl_custom_directive,
)
from xdsl.parser import AttrParser, Parser
from xdsl.printer import Printer
from xdsl.traits import SymbolOpInterface
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa
from xdsl.utils.str_enum import StrEnum

from xdsl_gpu_ext.dialects.gpu.offloading import verify_offloading_handler
from xdsl_gpu_ext.mlir.interfaces.attributes import (
    OffloadingTranslationAttr,
    TargetAttrInterface,
)
from xdsl_gpu_ext.mlir.irdl.arguments import enum_case
from xdsl_gpu_ext.mlir.irdl.symbols import verify_symbol

_ABSENT = NoneAttr()
"""The value of an optional parameter that is not there."""

_AttributeT = TypeVar("_AttributeT", bound=ParametrizedAttribute)


def _parse_maybe_unqualified(
    parser: AttrParser, type: type[_AttributeT]
) -> _AttributeT:
    """
    Parse an attribute of a known type, of which the name may be left out:
    `#gpu.kernel_table<>` or `<>`.
    """
    pos = parser.pos
    attribute = parser.parse_optional_attribute()
    if attribute is None:
        return type.new(type.parse_parameters(parser))
    if not isinstance(attribute, type):
        parser.raise_error(f"expected a #{type.name} attribute", pos, parser.pos)
    return attribute


@irdl_attr_definition
class KernelMetadataAttr(ParametrizedAttribute):
    """
    What is known about a compiled kernel.

    ```mlir
    #gpu.kernel_metadata<"copy", (i32) -> (), arg_attrs = [{}], metadata = {regs = 40}>
    ```
    """

    name = "gpu.kernel_metadata"

    # LLVM's name, `name`, is that of the attribute itself here.
    name_: StringAttr
    function_type: Attribute
    arg_attrs: ArrayAttr[Attribute] | NoneAttr
    metadata: DictionaryAttr | NoneAttr

    def __init__(
        self,
        kernel: str | StringAttr,
        function_type: Attribute,
        arg_attrs: ArrayAttr[Attribute] | NoneAttr = _ABSENT,
        metadata: DictionaryAttr | NoneAttr = _ABSENT,
    ):
        if isinstance(kernel, str):
            kernel = StringAttr(kernel)
        super().__init__(kernel, function_type, arg_attrs, metadata)

    def verify(self) -> None:
        if not self.name_.data:
            raise VerifyException("the kernel name can't be empty")
        if isinstance(self.arg_attrs, ArrayAttr) and not isa(
            self.arg_attrs, ArrayAttr[DictionaryAttr]
        ):
            raise VerifyException(
                "all attributes in the array must be a dictionary attribute"
            )

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        parts: dict[str, Attribute] = {}

        def parse_optional_part() -> bool | None:
            pos = parser.pos
            name = parser.parse_optional_identifier()
            if name is None:
                return None
            if name in parts or name not in ("arg_attrs", "metadata"):
                parser.raise_error(
                    f"duplicate or unknown struct parameter name: {name}",
                    pos,
                    parser.pos,
                )
            parser.parse_punctuation("=")
            parts[name] = parser.parse_attribute()
            return True

        with parser.in_angle_brackets():
            kernel = StringAttr(parser.parse_str_literal())
            parser.parse_punctuation(",")
            function_type = parser.parse_type()
            # MLIR lets the list be empty after the comma.
            if parser.parse_optional_punctuation(","):
                parser.parse_optional_undelimited_comma_separated_list(
                    parse_optional_part,
                    lambda: parser.expect(parse_optional_part, "expected a name"),
                )
        return (
            kernel,
            function_type,
            parts.get("arg_attrs", _ABSENT),
            parts.get("metadata", _ABSENT),
        )

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string_literal(self.name_.data)
            printer.print_string(", ")
            printer.print_attribute(self.function_type)
            for name in ("arg_attrs", "metadata"):
                value: Attribute = getattr(self, name)
                if not isinstance(value, NoneAttr):
                    printer.print_string(f", {name} = ")
                    printer.print_attribute(value)


@irdl_attr_definition
class KernelTableAttr(ParametrizedAttribute):
    """
    The kernels of an object, sorted by name.

    ```mlir
    #gpu.kernel_table<[#gpu.kernel_metadata<"copy", (i32) -> ()>]>
    ```
    """

    name = "gpu.kernel_table"

    kernel_table: ArrayAttr[KernelMetadataAttr]

    def __init__(
        self, kernels: Sequence[KernelMetadataAttr] | ArrayAttr[KernelMetadataAttr]
    ):
        super().__init__(
            ArrayAttr(sorted(kernels, key=lambda kernel: kernel.name_.data))
        )

    def lookup(self, name: str) -> KernelMetadataAttr | None:
        """What is known about the kernel of that name."""
        for kernel in self.kernel_table:
            if kernel.name_.data == name:
                return kernel
        return None

    def verify(self) -> None:
        names = [kernel.name_.data for kernel in self.kernel_table]
        if len(set(names)) != len(names):
            raise VerifyException("expected all kernels to be uniquely named")

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            kernels = parser.parse_optional_comma_separated_list(
                parser.Delimiter.SQUARE,
                lambda: _parse_maybe_unqualified(parser, KernelMetadataAttr),
            )
        return cls(kernels or ()).parameters

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            if self.kernel_table.data:
                printer.print_attribute(self.kernel_table)


class CompilationTarget(StrEnum):
    """The form of compiled code."""

    Offload = "offload"
    """What the target says: LLVM bitcode for NVIDIA and AMD."""

    Assembly = "assembly"
    """Text that the driver translates, as PTX."""

    Binary = "bin"
    """Code for one architecture."""

    Fatbin = "fatbin"
    """Code for several; what an object is that says nothing else."""


def _parse_string(parser: AttrParser) -> StringAttr | BytesAttr:
    pos = parser.pos
    string = parser.parse_attribute()
    if not isinstance(string, StringAttr | BytesAttr):
        parser.raise_error("expected a string", pos, parser.pos)
    return string


@irdl_attr_definition
class ObjectAttr(ParametrizedAttribute):
    """
    Code compiled for a target.

    ```mlir
    #gpu.object<#nvvm.target, properties = {O = 3 : i32},
        kernels = #gpu.kernel_table<>, assembly = "...">
    #gpu.object<#rocdl.target, "...">
    ```

    The second is a fat binary.
    """

    name = "gpu.object"

    target: Attribute
    format: StringAttr
    object: StringAttr | BytesAttr
    properties: DictionaryAttr | NoneAttr
    kernels: KernelTableAttr | NoneAttr

    def __init__(
        self,
        target: Attribute,
        object: str | bytes | StringAttr | BytesAttr,
        format: CompilationTarget | str = CompilationTarget.Fatbin,
        properties: DictionaryAttr | NoneAttr = _ABSENT,
        kernels: KernelTableAttr | NoneAttr = _ABSENT,
    ):
        if isinstance(object, str):
            object = StringAttr(object)
        elif isinstance(object, bytes):
            object = BytesAttr(object)
        super().__init__(
            target,
            StringAttr(enum_case("format", CompilationTarget, format).value),
            object,
            properties,
            kernels,
        )

    def verify(self) -> None:
        if not isinstance(self.target, TargetAttrInterface):
            raise VerifyException(
                "the target attribute must implement or promise the "
                "`gpu::TargetAttrInterface`"
            )

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        properties: Attribute = _ABSENT
        kernels: Attribute = _ABSENT
        with parser.in_angle_brackets():
            target = parser.parse_attribute()
            parser.parse_punctuation(",")
            if parser.parse_optional_keyword("properties"):
                parser.parse_punctuation("=")
                properties = parser.parse_attribute()
                parser.parse_punctuation(",")
            if parser.parse_optional_keyword("kernels"):
                parser.parse_punctuation("=")
                kernels = _parse_maybe_unqualified(parser, KernelTableAttr)
                parser.parse_punctuation(",")
            format = CompilationTarget.Fatbin
            pos = parser.pos
            if (keyword := parser.parse_optional_identifier()) is not None:
                if keyword not in [case.value for case in CompilationTarget]:
                    parser.raise_error(
                        "expected keyword for GPU object format", pos, parser.pos
                    )
                format = CompilationTarget(keyword)
                parser.parse_punctuation("=")
            code = _parse_string(parser)
        return target, StringAttr(format.value), code, properties, kernels

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_attribute(self.target)
            printer.print_string(", ")
            if isinstance(self.properties, DictionaryAttr):
                printer.print_string("properties = ")
                printer.print_attribute(self.properties)
                printer.print_string(", ")
            if isinstance(self.kernels, KernelTableAttr):
                printer.print_string("kernels = ")
                self.kernels.print_parameters(printer)
                printer.print_string(", ")
            if self.format.data != CompilationTarget.Fatbin:
                printer.print_string(f"{self.format.data} = ")
            printer.print_attribute(self.object)


@irdl_attr_definition
class SelectObjectAttr(ParametrizedAttribute, OffloadingTranslationAttr):
    """
    Embeds one object of a binary: the first (`#gpu.select_object`), one by number
    (`#gpu.select_object<1>`), or that of a target (`#gpu.select_object<#nvvm.target>`).
    """

    name = "gpu.select_object"

    target: Attribute

    def __init__(self, target: Attribute = _ABSENT):
        super().__init__(target)

    def verify(self) -> None:
        if isa(self.target, IntegerAttr):
            if self.target.value.data < 0:
                raise VerifyException("the object index must be positive")
        elif not isinstance(self.target, NoneAttr | TargetAttrInterface):
            raise VerifyException("the target attribute must be a GPU Target attribute")

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        target: Attribute = _ABSENT
        if parser.parse_optional_punctuation("<"):
            target = parser.parse_attribute()
            parser.parse_punctuation(">")
        return (target,)

    def print_parameters(self, printer: Printer) -> None:
        if not isinstance(self.target, NoneAttr):
            with printer.in_angle_brackets():
                printer.print_attribute(self.target)


@irdl_custom_directive
class OffloadingHandler(CustomDirective):
    """``<` handler `>`` where it is not `#gpu.select_object`."""

    handler: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        handler: Attribute = SelectObjectAttr()
        if parser.parse_optional_punctuation("<"):
            handler = parser.parse_attribute()
            parser.parse_punctuation(">")
        self.handler.set(state, handler)

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        handler = self.handler.get(op)
        if handler is None or handler == SelectObjectAttr():
            return
        printer.print_string(" <")
        printer.print_attribute(handler)
        printer.print_string(">")
        state.should_emit_space = True
        state.last_was_punctuation = False


@irdl_op_definition
class BinaryOp(IRDLOperation):
    """
    Compiled device code under the name of its module.

    ```mlir
    gpu.binary @kernels <#gpu.select_object<1>> [
      #gpu.object<#nvvm.target, bin = "...">, #gpu.object<#rocdl.target, bin = "...">
    ]
    ```
    """

    name = "gpu.binary"

    sym_name = prop_def(SymbolNameConstraint())
    offloadingHandler = opt_prop_def()
    objects = prop_def(ArrayAttr)

    traits = traits_def(SymbolOpInterface())
    assembly_format = (
        "$sym_name custom<OffloadingHandler>($offloadingHandler) attr-dict $objects"
    )
    custom_directives = (OffloadingHandler,)

    def __init__(
        self,
        name: str,
        objects: Sequence[ObjectAttr],
        offloading_handler: Attribute | None = None,
    ):
        super().__init__(
            properties={
                "sym_name": StringAttr(name),
                "offloadingHandler": offloading_handler or SelectObjectAttr(),
                "objects": ArrayAttr(objects),
            }
        )

    def verify_(self) -> None:
        verify_symbol(self)
        verify_offloading_handler(self.name, self.offloadingHandler)
        if not self.objects.data or not isa(self.objects, ArrayAttr[ObjectAttr]):
            raise VerifyException(
                f"'{self.name}' op attribute 'objects' failed to satisfy constraint: "
                "an array of GPU object attributes with at least 1 elements"
            )
