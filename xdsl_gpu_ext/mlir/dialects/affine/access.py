"""
Memory accesses at affine positions.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from typing import Any

from xdsl.dialects import affine as xdsl_affine
from xdsl.dialects.builtin import (
    AffineMapAttr,
    BoolAttr,
    IndexType,
    IntegerAttr,
    MemRefType,
    VectorType,
    i32,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    attr_def,
    irdl_op_definition,
    operand_def,
    prop_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from xdsl_gpu_ext.mlir.dialects.affine.identifiers import (
    affine_scope,
    is_valid_dim,
    verify_dims_and_symbols,
)
from xdsl_gpu_ext.mlir.dialects.affine.maps import (
    parse_map_of_values,
    print_map_of_values,
    verify_operand_count,
)
from xdsl_gpu_ext.mlir.interfaces.traits import Hint, Reads, Writes
from xdsl_gpu_ext.mlir.irdl.constraints import Between
from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement


def _verify_access(
    op: Operation, base: SSAValue, map: AffineMapAttr, indices: Sequence[SSAValue]
) -> MemRefType:
    if not isa(base.type, MemRefType):
        raise VerifyException(f"'{op.name}' op expected operands of memref type")
    if len(map.data.results) != base.type.get_num_dims():
        raise VerifyException(
            f"'{op.name}' op affine map num results must equal memref rank"
        )
    verify_operand_count(op.name, map, indices)
    verify_dims_and_symbols(op, indices, map.data.num_dims)
    return base.type


class _Access(IRDLOperation, ABC):
    """
    A load, `%base[%i + 1] {attributes} : memref<...>`, or a store, `%value, %base...`;
    with the type of a vector, the last, if it is one of a vector.
    """

    def _parts(self) -> tuple[list[SSAValue], SSAValue, list[SSAValue]]:
        """The value that is stored, if any, the buffer, and the indices."""
        stored = 0 if self.results else 1
        values = list(self.operands)
        return values[:stored], values[stored], values[stored + 1 :]

    def _is_of_vector(self) -> bool:
        return isinstance(self, xdsl_affine.VectorLoadOp | xdsl_affine.VectorStoreOp)

    @classmethod
    def parse(cls, parser: Parser) -> Any:
        values: list[UnresolvedOperand] = []
        is_load = bool(cls.get_irdl_definition().results)
        if not is_load:
            values.append(parser.parse_unresolved_operand())
            parser.parse_punctuation(",")
        base = parser.parse_unresolved_operand()
        map, indices = parse_map_of_values(parser)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        pos = parser.pos
        memref = parser.parse_type()
        if not isa(memref, MemRefType):
            parser.raise_error("expected a memref type", pos, parser.pos)
        buffer = parser.resolve_operand(base, memref)
        type_: Attribute = memref.element_type
        if issubclass(cls, xdsl_affine.VectorLoadOp | xdsl_affine.VectorStoreOp):
            parser.parse_punctuation(",")
            type_ = parser.parse_type()
        stored = [parser.resolve_operand(value, type_) for value in values]
        return cls.create(
            operands=[*stored, buffer, *indices],
            properties={"map": map},
            attributes=attributes,
            result_types=[type_] if is_load else [],
        )

    def print(self, printer: Printer) -> None:
        stored, base, indices = self._parts()
        printer.print_string(" ")
        for value in stored:
            printer.print_ssa_value(value)
            printer.print_string(", ")
        printer.print_ssa_value(base)
        print_map_of_values(printer, self._map(), indices)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(base.type)
        if self._is_of_vector():
            printer.print_string(", ")
            printer.print_attribute((*self.results, *stored)[0].type)

    def _map(self) -> AffineMapAttr:
        map = self.properties["map"]
        assert isinstance(map, AffineMapAttr)
        return map

    def verify_(self) -> None:
        stored, base, indices = self._parts()
        memref = _verify_access(self, base, self._map(), indices)
        if self._is_of_vector():
            _verify_vector(self.name, memref, (*self.results, *stored)[0].type)


def _verify_vector(op_name: str, memref: MemRefType, vector: Attribute) -> None:
    assert isa(vector, VectorType)
    if vector.element_type != memref.element_type:
        raise VerifyException(
            f"'{op_name}' op requires memref and vector types of the same elemental "
            "type"
        )
    if vector.get_num_dims() == 0:
        raise VerifyException(f"'{op_name}' op requires a vector of rank at least 1")


@irdl_op_refinement
class LoadOp(_Access, xdsl_affine.LoadOp):
    """Read one element: `affine.load %base[%i + 1, symbol(%n)] : memref<8x8xf32>`."""

    traits = traits_def(Reads("memref"))


@irdl_op_refinement
class StoreOp(_Access, xdsl_affine.StoreOp):
    """Write one element: `affine.store %0, %base[%i, %j] : memref<8x8xf32>`."""

    traits = traits_def(Writes("memref"))


@irdl_op_refinement
class VectorLoadOp(_Access, xdsl_affine.VectorLoadOp):
    """Read a vector: `affine.vector_load %base[%i] : memref<8xf32>, vector<4xf32>`."""

    traits = traits_def(Reads("memref"))


@irdl_op_refinement
class VectorStoreOp(_Access, xdsl_affine.VectorStoreOp):
    """
    Write a vector: `affine.vector_store %0, %base[%i] : memref<8xf32>, vector<4xf32>`.
    """

    traits = traits_def(Writes("memref"))


@irdl_op_definition
class PrefetchOp(IRDLOperation):
    """
    Bring what will be accessed into a cache; locality is from 0, none, to 3:

        affine.prefetch %base[%i, %j + 5], read, locality<3>, data : memref<400x400xi32>
    """

    traits = traits_def(Hint())

    name = "affine.prefetch"

    memref = operand_def(MemRefType)
    indices = var_operand_def(IndexType)
    isWrite = prop_def(BoolAttr)
    localityHint = prop_def(IntegerAttr.constr(i32, value=Between(0, 3)))
    isDataCache = prop_def(BoolAttr)
    map = prop_def(AffineMapAttr)

    def __init__(
        self,
        memref: SSAValue | Operation,
        indices: Sequence[SSAValue | Operation],
        map: AffineMapAttr,
        *,
        is_write: bool,
        locality_hint: int,
        is_data_cache: bool,
    ):
        super().__init__(
            operands=[memref, indices],
            properties={
                "isWrite": BoolAttr.from_bool(is_write),
                "localityHint": IntegerAttr(locality_hint, i32),
                "isDataCache": BoolAttr.from_bool(is_data_cache),
                "map": map,
            },
        )

    @classmethod
    def parse(cls, parser: Parser) -> PrefetchOp:
        base = parser.parse_unresolved_operand()
        map, indices = parse_map_of_values(parser)
        parser.parse_punctuation(",")
        access = parser.parse_keyword_in(("read", "write"))
        parser.parse_punctuation(",")
        parser.parse_keyword("locality")
        with parser.in_angle_brackets():
            locality = parser.parse_integer(allow_boolean=False)
        parser.parse_punctuation(",")
        cache = parser.parse_keyword_in(("data", "instr"))
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        op = PrefetchOp(
            parser.resolve_operand(base, parser.parse_type()),
            indices,
            map,
            is_write=access == "write",
            locality_hint=locality,
            is_data_cache=cache == "data",
        )
        op.attributes = attributes
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.memref)
        print_map_of_values(printer, self.map, self.indices)
        access = "write" if self.isWrite else "read"
        cache = "data" if self.isDataCache else "instr"
        locality = self.localityHint.value.data
        printer.print_string(f", {access}, locality<{locality}>, {cache}")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.memref.type)

    def verify_(self) -> None:
        _verify_access(self, self.memref, self.map, self.indices)


def _verify_copied(
    op: Operation, base: SSAValue, indices: Sequence[SSAValue], what: str
) -> None:
    """What LLVM asks of a buffer of a copy; of its map it asks nothing."""
    if not isa(base.type, MemRefType):
        raise VerifyException(f"'{op.name}' op expected {what} to be of memref type")
    scope = affine_scope(op)
    for index in indices:
        if scope is not None and not is_valid_dim(index, scope):
            raise VerifyException(
                f"'{op.name}' op {what} index must be a valid dimension or symbol "
                "identifier"
            )


class _Operands:
    """Operands taken one after another: a memref, the operands of its map, ..."""

    def __init__(self, operands: Sequence[SSAValue]):
        self.rest = list(operands)

    def take(self, count: int = 1) -> list[SSAValue]:
        if len(self.rest) < count:
            raise VerifyException("has too few operands")
        taken, self.rest = self.rest[:count], self.rest[count:]
        return taken

    def take_access(self, map: AffineMapAttr) -> tuple[SSAValue, list[SSAValue]]:
        """A memref and the operands of its map."""
        (base,) = self.take()
        return base, self.take(map.data.num_dims + map.data.num_symbols)


def _parse_accesses(
    parser: Parser, count: int
) -> tuple[list[Any], list[AffineMapAttr], list[list[SSAValue]]]:
    """`%a[%i], %b[%j], ...`"""
    bases: list[Any] = []
    maps: list[AffineMapAttr] = []
    indices: list[list[SSAValue]] = []
    for i in range(count):
        if i:
            parser.parse_punctuation(",")
        bases.append(parser.parse_unresolved_operand())
        map, operands = parse_map_of_values(parser)
        maps.append(map)
        indices.append(operands)
    return bases, maps, indices


@irdl_op_definition
class AffineDmaStartOp(IRDLOperation):
    """
    Begin to copy a number of elements; the tag becomes ready when they are copied. With
    a stride, so many elements are copied at a time, the stride apart:

        affine.dma_start %src[%i], %dst[%j], %tag[0], %num, %stride, %per_stride
            : memref<40xf32>, memref<2xf32, 1>, memref<1xi32>
    """

    name = "affine.dma_start"

    operands_ = var_operand_def()
    src_map = attr_def(AffineMapAttr)
    dst_map = attr_def(AffineMapAttr)
    tag_map = attr_def(AffineMapAttr)

    @classmethod
    def parse(cls, parser: Parser) -> AffineDmaStartOp:
        bases, maps, indices = _parse_accesses(parser, 3)
        numbers: list[SSAValue] = []
        while parser.parse_optional_punctuation(","):
            numbers.append(parser.parse_operand(IndexType()))
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        types = parser.parse_comma_separated_list(
            parser.Delimiter.NONE, parser.parse_type
        )
        if len(types) != 3:
            parser.raise_error("fewer/more types expected")
        operands: list[SSAValue] = []
        for base, type_, values in zip(bases, types, indices):
            operands += [parser.resolve_operand(base, type_), *values]
        names = ("src_map", "dst_map", "tag_map")
        return AffineDmaStartOp.create(
            operands=[*operands, *numbers],
            attributes=dict(zip(names, maps)) | attributes,
        )

    def _parts(
        self,
    ) -> tuple[list[tuple[SSAValue, AffineMapAttr, list[SSAValue]]], list[SSAValue]]:
        operands = _Operands(self.operands_)
        accesses = [
            (base, map, indices)
            for map in (self.src_map, self.dst_map, self.tag_map)
            for base, indices in (operands.take_access(map),)
        ]
        return accesses, operands.rest

    def print(self, printer: Printer) -> None:
        accesses, numbers = self._parts()
        printer.print_string(" ")
        for i, (base, map, indices) in enumerate(accesses):
            printer.print_string(", " if i else "")
            printer.print_ssa_value(base)
            print_map_of_values(printer, map, indices)
        for number in numbers:
            printer.print_string(", ")
            printer.print_ssa_value(number)
        printer.print_op_attributes(
            self.attributes, reserved_attr_names={"src_map", "dst_map", "tag_map"}
        )
        printer.print_string(" : ")
        printer.print_list(
            (base.type for base, _, _ in accesses), printer.print_attribute
        )

    def verify_(self) -> None:
        accesses, numbers = self._parts()
        for (base, _, indices), what in zip(accesses, ("src", "dst", "tag")):
            _verify_copied(self, base, indices, what)
        if len(numbers) not in (1, 3):
            raise VerifyException("'affine.dma_start' op incorrect number of operands")


@irdl_op_definition
class AffineDmaWaitOp(IRDLOperation):
    """Wait for a copy: `affine.dma_wait %tag[0], %num : memref<1xi32>`."""

    name = "affine.dma_wait"

    operands_ = var_operand_def()
    tag_map = attr_def(AffineMapAttr)

    @classmethod
    def parse(cls, parser: Parser) -> AffineDmaWaitOp:
        (base,), (map,), (indices,) = _parse_accesses(parser, 1)
        parser.parse_punctuation(",")
        number = parser.parse_operand(IndexType())
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        return AffineDmaWaitOp.create(
            operands=[
                parser.resolve_operand(base, parser.parse_type()),
                *indices,
                number,
            ],
            attributes={"tag_map": map} | attributes,
        )

    def _parts(self) -> tuple[SSAValue, list[SSAValue], list[SSAValue]]:
        operands = _Operands(self.operands_)
        base, indices = operands.take_access(self.tag_map)
        return base, indices, operands.rest

    def print(self, printer: Printer) -> None:
        base, indices, numbers = self._parts()
        printer.print_string(" ")
        printer.print_ssa_value(base)
        print_map_of_values(printer, self.tag_map, indices)
        for number in numbers:
            printer.print_string(", ")
            printer.print_ssa_value(number)
        printer.print_op_attributes(self.attributes, reserved_attr_names={"tag_map"})
        printer.print_string(" : ")
        printer.print_attribute(base.type)

    def verify_(self) -> None:
        base, indices, numbers = self._parts()
        _verify_copied(self, base, indices, "tag")
        if len(numbers) != 1:
            raise VerifyException("'affine.dma_wait' op incorrect number of operands")
