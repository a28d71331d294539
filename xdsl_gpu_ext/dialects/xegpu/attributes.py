"""
Attributes of xegpu that describe memory: spaces, caches, tensor descriptors, layouts of
shared memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NoReturn, TypeVar

from xdsl.dialects.builtin import (
    ArrayAttr,
    BoolAttr,
    DictionaryAttr,
    IntegerAttr,
    IntegerType,
    i1,
    i64,
)
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Attribute, ParametrizedAttribute, SpacedOpaqueSyntaxAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa
from xdsl.utils.str_enum import StrEnum

from xdsl_gpu_ext.mlir.irdl.arguments import enum_case
from xdsl_gpu_ext.mlir.irdl.structs import Parameter, StructAttribute

_CaseT = TypeVar("_CaseT", bound=StrEnum)


def signed_value(attr: IntegerAttr) -> int:
    """The value of an integer attribute, its top bit read as a sign: `true` is -1."""
    value = attr.value.data
    if isinstance(attr.type, IntegerType):
        width = attr.type.width.data
        if width and value >= 1 << (width - 1):
            return value - (1 << width)
    return value


################################################################################
# Enumerations
################################################################################


class MemorySpace(StrEnum):
    """Where the memory behind a descriptor lies."""

    GLOBAL = "global"
    """Device memory."""
    SLM = "slm"
    """Shared local memory, of one workgroup."""

    @property
    def address_space(self) -> int:
        """The number of the space, as the memory space of a memref gives it."""
        return 3 if self is MemorySpace.SLM else 0


class CachePolicy(StrEnum):
    """What a cache does with the data of a load, a store or a prefetch."""

    CACHED = "cached"
    UNCACHED = "uncached"
    STREAMING = "streaming"
    """For reads only."""
    READ_INVALIDATE = "read_invalidate"
    """For reads only."""
    WRITE_BACK = "write_back"
    """For writes only."""
    WRITE_THROUGH = "write_through"
    """For writes only."""

    @property
    def is_for_reads(self) -> bool:
        """Whether a load or a prefetch may ask for it."""
        return self not in (CachePolicy.WRITE_BACK, CachePolicy.WRITE_THROUGH)

    @property
    def is_for_writes(self) -> bool:
        """Whether a store may ask for it."""
        return self not in (CachePolicy.STREAMING, CachePolicy.READ_INVALIDATE)


class FenceScope(StrEnum):
    """Whose memory accesses a fence orders."""

    WORKGROUP = "workgroup"
    GPU = "gpu"


def _parse_word(parser: AttrParser, cases: type[_CaseT]) -> _CaseT | None:
    """Parse `slm` or `"slm"`, none if there is no word."""
    word = parser.parse_optional_identifier_or_str_literal()
    if word is None:
        return None
    if word not in (case.value for case in cases):
        _expected(parser, cases)
    return cases(word)


def _expected(parser: AttrParser, cases: type[StrEnum]) -> NoReturn:
    parser.raise_error(f"expected one of: {', '.join(cases)}")


@irdl_attr_definition
class MemorySpaceAttr(EnumAttribute[MemorySpace], SpacedOpaqueSyntaxAttribute):
    """
    `#xegpu<memory_space slm>`, or `slm` where only such an attribute can stand: see
    `MemorySpace`.
    """

    name = "xegpu.memory_space"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> MemorySpace:
        if (space := _parse_word(parser, MemorySpace)) is not None:
            return space
        if isinstance(attr := parser.parse_optional_attribute(), MemorySpaceAttr):
            return attr.data
        _expected(parser, MemorySpace)


@irdl_attr_definition
class FenceScopeAttr(EnumAttribute[FenceScope], SpacedOpaqueSyntaxAttribute):
    """
    `#xegpu<fence_scope workgroup>`, or `workgroup` where only such an attribute can
    stand: see `FenceScope`.
    """

    name = "xegpu.fence_scope"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> FenceScope:
        if (scope := _parse_word(parser, FenceScope)) is not None:
            return scope
        if isinstance(attr := parser.parse_optional_attribute(), FenceScopeAttr):
            return attr.data
        _expected(parser, FenceScope)


@irdl_attr_definition
class CachePolicyAttr(EnumAttribute[CachePolicy]):
    """`#xegpu.cache_hint<cached>`: see `CachePolicy`."""

    name = "xegpu.cache_hint"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> CachePolicy:
        with parser.in_angle_brackets():
            policy = _parse_word(parser, CachePolicy)
        if policy is None:
            _expected(parser, CachePolicy)
        return policy

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            super().print_parameter(printer)


################################################################################
# Encodings of tensor descriptors
################################################################################


def _parse_memory_space(parser: AttrParser) -> Attribute:
    return MemorySpaceAttr(MemorySpaceAttr.parse_parameter(parser))


def _parse_integer_attr(parser: AttrParser) -> IntegerAttr:
    attr = parser.parse_attribute()
    if not isa(attr, IntegerAttr):
        parser.raise_error("expected an integer attribute")
    return attr


def memory_space_attr(
    space: MemorySpace | MemorySpaceAttr | str, what: str = "memory_space"
) -> MemorySpaceAttr:
    """A memory space, for constructors."""
    if isinstance(space, MemorySpaceAttr):
        return space
    return MemorySpaceAttr(enum_case(what, MemorySpace, space))


def _print_memory_space(printer: Printer, space: MemorySpaceAttr) -> None:
    # LLVM prints a space in front of a bare enum, also after the one of `= `.
    printer.print_string(" ")
    space.print_parameter(printer)


def _parse_boolean(parser: AttrParser) -> Attribute:
    attr = _parse_integer_attr(parser)
    if attr.type != i1:
        parser.raise_error("expected a boolean")
    return attr


_MEMORY_SPACE = Parameter(
    _parse_memory_space, _print_memory_space, MemorySpaceAttr(MemorySpace.GLOBAL)
)
_ONE = Parameter(_parse_integer_attr, Printer.print_attribute, IntegerAttr(1, i64))


@irdl_attr_definition
class BlockTensorDescAttr(StructAttribute):
    """
    The encoding of a descriptor of a dense block.

    - `memory_space` (`global`): where the block lies;
    - `array_length` (1): how many blocks, side by side, one load yields: with a shape
      of 8x16 and a length of 2, a load reads 8x32 elements;
    - `boundary_check` (true): whether what is out of bounds reads as 0 and is not
      written.

    `#xegpu.block_tdesc_attr<memory_space = slm, array_length = 2 : i64>`
    """

    name = "xegpu.block_tdesc_attr"

    PARAMETER_SYNTAX: ClassVar = {
        "memory_space": _MEMORY_SPACE,
        "array_length": _ONE,
        "boundary_check": Parameter(
            _parse_boolean, Printer.print_attribute, IntegerAttr.from_bool(True)
        ),
    }

    memory_space: MemorySpaceAttr
    array_length: IntegerAttr
    boundary_check: BoolAttr

    def __init__(
        self,
        memory_space: MemorySpace | MemorySpaceAttr | str = MemorySpace.GLOBAL,
        array_length: int | IntegerAttr = 1,
        boundary_check: bool | BoolAttr = True,
    ):
        if isinstance(array_length, int):
            array_length = IntegerAttr(array_length, i64)
        if isinstance(boundary_check, bool):
            boundary_check = IntegerAttr.from_bool(boundary_check)
        super().__init__(memory_space_attr(memory_space), array_length, boundary_check)

    @property
    def has_defaults_only(self) -> bool:
        """Whether it says what no encoding says too."""
        return (
            self.memory_space.data is MemorySpace.GLOBAL
            and signed_value(self.array_length) == 1
            and bool(self.boundary_check)
        )


@irdl_attr_definition
class ScatterTensorDescAttr(StructAttribute):
    """
    The encoding of a descriptor of scattered elements.

    - `memory_space` (`global`): where the elements lie;
    - `chunk_size` (1): how many consecutive elements there are at each offset.

    `#xegpu.scatter_tdesc_attr<chunk_size = 8 : i64>`
    """

    name = "xegpu.scatter_tdesc_attr"

    PARAMETER_SYNTAX: ClassVar = {"memory_space": _MEMORY_SPACE, "chunk_size": _ONE}

    memory_space: MemorySpaceAttr
    chunk_size: IntegerAttr

    def __init__(
        self,
        memory_space: MemorySpace | MemorySpaceAttr | str = MemorySpace.GLOBAL,
        chunk_size: int | IntegerAttr = 1,
    ):
        if isinstance(chunk_size, int):
            chunk_size = IntegerAttr(chunk_size, i64)
        super().__init__(memory_space_attr(memory_space), chunk_size)

    def verify(self) -> None:
        if signed_value(self.chunk_size) <= 0:
            raise VerifyException("invalid chunk size")


################################################################################
# Ranges and memory layouts
################################################################################


@irdl_attr_definition
class RangeAttr(ParametrizedAttribute):
    """
    A half-open range, such as that of the subgroups that execute an `scf.if`.

    `#xegpu.range<[2 : i64, 4 : i64]>` holds 2 and 3.
    """

    name = "xegpu.range"

    start: IntegerAttr
    end: IntegerAttr

    def __init__(self, start: int | IntegerAttr, end: int | IntegerAttr):
        if isinstance(start, int):
            start = IntegerAttr(start, i64)
        if isinstance(end, int):
            end = IntegerAttr(end, i64)
        super().__init__(start, end)

    def verify(self) -> None:
        start, end = signed_value(self.start), signed_value(self.end)
        if start >= end:
            raise VerifyException(
                f"'end' : {end} must be greater than 'start' : {start}"
            )

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            parser.parse_punctuation("[")
            start = _parse_integer_attr(parser)
            parser.parse_punctuation(",")
            end = _parse_integer_attr(parser)
            parser.parse_punctuation("]")
        return start, end

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets(), printer.in_square_brackets():
            printer.print_attribute(self.start)
            printer.print_string(", ")
            printer.print_attribute(self.end)


def _print_elided(printer: Printer, attr: Attribute) -> None:
    """Print an attribute as MLIR prints it: `i64` needs no mention inside an array."""
    if isa(attr, ArrayAttr):
        with printer.in_square_brackets():
            printer.print_list(attr.data, lambda item: _print_element(printer, item))
    else:
        printer.print_attribute(attr)


def _print_element(printer: Printer, attr: Attribute) -> None:
    if isa(attr, IntegerAttr) and attr.type == i64:
        printer.print_int(attr.value.data)
    else:
        _print_elided(printer, attr)


@irdl_attr_definition
class MemLayoutAttr(ParametrizedAttribute):
    """
    How a matrix lies in shared memory, as named attributes.

    `stride`: the distance, in elements, of neighbours in each dimension; `block`: the
    shape of the blocks whose elements are contiguous. Other names mean nothing here.

    `#xegpu.mem_layout<block = [16, 16], stride = [1, 32]>`
    """

    name = "xegpu.mem_layout"

    attrs: DictionaryAttr

    def __init__(
        self,
        attrs: DictionaryAttr | None = None,
        *,
        stride: Sequence[int] | None = None,
        block: Sequence[int] | None = None,
    ):
        entries = dict(attrs.data) if attrs is not None else {}
        for name, values in (("block", block), ("stride", stride)):
            if values is not None:
                entries[name] = ArrayAttr(IntegerAttr(v, i64) for v in values)
        super().__init__(DictionaryAttr(dict(sorted(entries.items()))))

    def get_integers(self, name: str) -> tuple[int, ...] | None:
        """
        The integers of the array `name`, none if there is no such array.

        Raises `VerifyException` if it holds something else.
        """
        attr = self.attrs.data.get(name)
        if attr is None:
            return None
        if not isa(attr, ArrayAttr[IntegerAttr]):
            raise VerifyException(f"{name} of a memory layout must be an integer array")
        return tuple(signed_value(value) for value in attr)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        entries: dict[str, Attribute] = {}

        def parse_entry() -> None:
            name = parser.parse_identifier()
            if name in entries:
                parser.raise_error(f"duplicate key '{name}' in mem layout attribute")
            parser.parse_punctuation("=")
            entries[name] = parser.parse_attribute()

        with parser.in_angle_brackets():
            parse_entry()
            while parser.parse_optional_punctuation(",") is not None:
                parse_entry()
        return (DictionaryAttr(dict(sorted(entries.items()))),)

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            for index, (name, attr) in enumerate(self.attrs.data.items()):
                printer.print_string(", " if index else "")
                printer.print_string(f"{name} = ")
                _print_elided(printer, attr)
