"""
What a kernel for SPIR-V is compiled for, and how it is entered.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    IntAttr,
    IntegerAttr,
    NoneAttr,
    StringAttr,
    i32,
)
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.mlir.dialects.spirv.enums import (
    CAPABILITIES,
    CLIENT_APIS,
    DEVICE_TYPES,
    EXTENSIONS,
    VENDORS,
    VERSIONS,
    StorageClass,
)
from xdsl_gpu_ext.mlir.interfaces.attributes import TargetAttrInterface
from xdsl_gpu_ext.mlir.irdl.enums import InAngleBrackets
from xdsl_gpu_ext.mlir.irdl.structs import (
    StructAttribute,
    attribute,
    i32_list,
    integer,
)

UNKNOWN = StringAttr("Unknown")


def _parse_word(parser: AttrParser, words: frozenset[str], kind: str) -> StringAttr:
    pos = parser.pos
    word = parser.parse_identifier()
    if word not in words:
        parser.raise_error(f"unknown {kind}: {word}", pos, parser.pos)
    return StringAttr(word)


@irdl_attr_definition
class StorageClassAttr(InAngleBrackets, EnumAttribute[StorageClass]):
    """Memory space of a memref on a SPIR-V device: `#spirv.storage_class<Uniform>`."""

    name = "spirv.storage_class"


@irdl_attr_definition
class VerCapExtAttr(ParametrizedAttribute):
    """
    Version, capabilities and extensions:

        #spirv.vce<v1.0, [Kernel, Addresses], [SPV_KHR_expect_assume]>
    """

    name = "spirv.vce"

    version: StringAttr
    capabilities: ArrayAttr[StringAttr]
    extensions: ArrayAttr[StringAttr]

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            version = _parse_word(parser, VERSIONS, "version")
            parser.parse_punctuation(",")
            capabilities = parser.parse_comma_separated_list(
                parser.Delimiter.SQUARE,
                lambda: _parse_word(parser, CAPABILITIES, "capability"),
            )
            parser.parse_punctuation(",")
            extensions = parser.parse_comma_separated_list(
                parser.Delimiter.SQUARE,
                lambda: _parse_word(parser, EXTENSIONS, "extension"),
            )
        return version, ArrayAttr(capabilities), ArrayAttr(extensions)

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(self.version.data)
            for words in (self.capabilities, self.extensions):
                printer.print_string(", ")
                with printer.in_square_brackets():
                    printer.print_list(words, lambda w: printer.print_string(w.data))


def _i32_array(*values: int) -> ArrayAttr[IntegerAttr]:
    return ArrayAttr(IntegerAttr(value, i32) for value in values)


@irdl_attr_definition
class ResourceLimitsAttr(StructAttribute):
    """
    How much of each resource the device has; sizes in bytes, the rest in invocations.

        #spirv.resource_limits<subgroup_size = 16>
    """

    name = "spirv.resource_limits"

    max_compute_shared_memory_size: IntAttr
    max_compute_workgroup_invocations: IntAttr
    max_compute_workgroup_size: ArrayAttr
    subgroup_size: IntAttr
    min_subgroup_size: IntAttr | NoneAttr
    max_subgroup_size: IntAttr | NoneAttr
    cooperative_matrix_properties_khr: ArrayAttr | NoneAttr
    cooperative_matrix_properties_nv: ArrayAttr | NoneAttr

    PARAMETER_SYNTAX: ClassVar = {
        "max_compute_shared_memory_size": integer(16384),
        "max_compute_workgroup_invocations": integer(128),
        "max_compute_workgroup_size": attribute(_i32_array(128, 128, 64)),
        "subgroup_size": integer(32),
        "min_subgroup_size": integer(),
        "max_subgroup_size": integer(),
        "cooperative_matrix_properties_khr": attribute(),
        "cooperative_matrix_properties_nv": attribute(),
    }


@irdl_attr_definition
class TargetEnvAttr(ParametrizedAttribute, TargetAttrInterface):
    """
    The device and the API that drives it. Vendor, kind and number of the device may
    be left out:

        #spirv.target_env<#spirv.vce<v1.0, [Kernel], []>, api=OpenCL,
                          Intel:IntegratedGPU:7, #spirv.resource_limits<>>
    """

    name = "spirv.target_env"

    triple_attr: VerCapExtAttr
    client_api: StringAttr
    vendor_id: StringAttr
    device_type: StringAttr
    device_id: IntAttr | NoneAttr
    resource_limits: ResourceLimitsAttr

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        api, vendor, device_type = UNKNOWN, UNKNOWN, UNKNOWN
        device_id: Attribute = NoneAttr()
        with parser.in_angle_brackets():
            triple = parser.parse_attribute()
            parser.parse_punctuation(",")
            if parser.parse_optional_keyword("api"):
                parser.parse_punctuation("=")
                api = _parse_word(parser, CLIENT_APIS, "client API")
                parser.parse_punctuation(",")
            pos = parser.pos
            if (word := parser.parse_optional_identifier()) is not None:
                if word not in VENDORS:
                    parser.raise_error(f"unknown vendor: {word}", pos, parser.pos)
                vendor = StringAttr(word)
                if parser.parse_optional_punctuation(":"):
                    device_type = _parse_word(parser, DEVICE_TYPES, "device type")
                    if parser.parse_optional_punctuation(":"):
                        number = parser.parse_integer(
                            allow_boolean=False, allow_negative=False
                        )
                        device_id = IntAttr(number)
                parser.parse_punctuation(",")
            limits = parser.parse_attribute()
        return triple, api, vendor, device_type, device_id, limits

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_attribute(self.triple_attr)
            if self.client_api != UNKNOWN:
                printer.print_string(f", api={self.client_api.data}")
            if self.vendor_id != UNKNOWN:
                printer.print_string(f", {self.vendor_id.data}")
                if self.device_type != UNKNOWN:
                    printer.print_string(f":{self.device_type.data}")
                    if isinstance(self.device_id, IntAttr):
                        printer.print_string(f":{self.device_id.data}")
            printer.print_string(", ")
            printer.print_attribute(self.resource_limits)


@irdl_attr_definition
class EntryPointABIAttr(StructAttribute):
    """
    How a kernel is entered, on its function as `spirv.entry_point_abi`:

        #spirv.entry_point_abi<workgroup_size = [32, 1, 1], subgroup_size = 16>
    """

    name = "spirv.entry_point_abi"

    workgroup_size: DenseArrayBase | NoneAttr
    subgroup_size: IntAttr | NoneAttr
    target_width: IntAttr | NoneAttr

    PARAMETER_SYNTAX: ClassVar = {
        "workgroup_size": i32_list(),
        "subgroup_size": integer(),
        "target_width": integer(),
    }


@irdl_attr_definition
class InterfaceVarABIAttr(ParametrizedAttribute):
    """
    Where an argument of a kernel is bound: descriptor set, binding and storage class.

        #spirv.interface_var_abi<(0, 1), StorageBuffer>
    """

    name = "spirv.interface_var_abi"

    descriptor_set: IntAttr
    binding: IntAttr
    storage_class: StorageClassAttr | NoneAttr

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            with parser.in_parens():
                descriptor_set = IntAttr(parser.parse_integer(allow_boolean=False))
                parser.parse_punctuation(",")
                binding = IntAttr(parser.parse_integer(allow_boolean=False))
            storage_class: Attribute = NoneAttr()
            if parser.parse_optional_punctuation(","):
                storage_class = StorageClassAttr(parser.parse_str_enum(StorageClass))
        return descriptor_set, binding, storage_class

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(f"({self.descriptor_set.data}, {self.binding.data})")
            if isinstance(self.storage_class, StorageClassAttr):
                printer.print_string(f", {self.storage_class.data.value}")

    def verify(self) -> None:
        for value in (self.descriptor_set.data, self.binding.data):
            if not -(2**31) <= value < 2**32:
                raise VerifyException("expected 32-bit integers for set and binding")
