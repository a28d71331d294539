"""
Sums, products and other combinations of the elements of vectors.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from xdsl.dialects import vector as xdsl_vector
from xdsl.dialects.builtin import (
    AffineMapAttr,
    ArrayAttr,
    BoolAttr,
    DenseArrayBase,
    DictionaryAttr,
    IntegerAttr,
    IntegerType,
    Signedness,
    StringAttr,
    VectorType,
    i1,
    i64,
)
from xdsl.dialects.vector import CombiningKindAttr, CombiningKindFlag
from xdsl.ir import Attribute
from xdsl.ir.affine import AffineDimExpr, AffineMap
from xdsl.irdl import (
    AnyAttr,
    IRDLOperation,
    ParsePropInAttrDict,
    VarConstraint,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.hints import isa

from xdsl_gpu_ext.mlir.dialects.vector.attributes import (
    IteratorType,
    IteratorTypeAttr,
    combines,
)
from xdsl_gpu_ext.mlir.dialects.vector.types import (
    AnyVector,
    FloatVector,
    NonZeroRankVector,
    dims_of,
    element_or_self,
    make_vector,
    require,
    scalar_or_vector,
    vector_type,
)
from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement
from xdsl_gpu_ext.mlir.irdl.slices import integers

ADD = CombiningKindAttr(CombiningKindFlag.ADD)


@irdl_op_refinement
class FMAOp(xdsl_vector.FMAOp):
    """
    Multiply and add in one step: `vector.fma %lhs, %rhs, %acc : vector<4x8xf32>`.
    """

    _T: ClassVar = VarConstraint("T", FloatVector)

    lhs = operand_def(_T)
    rhs = operand_def(_T)
    acc = operand_def(_T)
    res = result_def(_T)

    assembly_format = "$lhs `,` $rhs `,` $acc attr-dict `:` type($lhs)"


@irdl_op_refinement
class ReductionOp(xdsl_vector.ReductionOp):
    """
    Combine all elements of a vector, and `acc` if it is given:

        %1 = vector.reduction <add>, %0, %acc : vector<16xf32> into f32
    """

    vector = operand_def(AnyVector)

    traits = traits_def(Pure())

    assembly_format = (
        "$kind `,` $vector (`,` $acc^)? (`fastmath` `` $fastmath^)? attr-dict "
        "`:` type($vector) `into` type($dest)"
    )

    def verify_(self) -> None:
        source = vector_type(self.vector)
        require(
            self.dest.type == source.element_type,
            "failed to verify that source operand and result have same element type",
        )
        rank = source.get_num_dims()
        require(rank <= 1, f"unsupported reduction rank: {rank}")
        require(
            combines(self.kind, source.element_type),
            f"unsupported reduction type '{source.element_type}' for kind "
            f"'{self.kind.data}'",
        )


@irdl_op_definition
class MultiDimReductionOp(IRDLOperation):
    """
    Combine along some dimensions, starting from `acc`:

        %1 = vector.multi_reduction <add>, %0, %acc [1, 3]
            : vector<4x8x16x32xf32> to vector<4x16xf32>
    """

    name = "vector.multi_reduction"

    _T: ClassVar = VarConstraint("T", AnyAttr())

    kind = prop_def(CombiningKindAttr)
    source = operand_def(NonZeroRankVector)
    acc = operand_def(_T)
    reduction_dims = prop_def(DenseArrayBase.constr(i64))
    dest = result_def(_T)

    traits = traits_def(Pure())

    assembly_format = (
        "$kind `,` $source `,` $acc attr-dict $reduction_dims "
        "`:` type($source) `to` type($dest)"
    )

    def verify_(self) -> None:
        source, dest = vector_type(self.source), self.dest.type
        reduced = integers(self.reduction_dims)
        kept = [dim for i, dim in enumerate(dims_of(source)) if i not in reduced]
        require(
            dest == scalar_or_vector(source.element_type, kept),
            f"destination type '{dest}' is incompatible with source type '{source}'",
        )


@irdl_op_definition
class ScanOp(IRDLOperation):
    """
    Combine step by step along one dimension, keeping every step:

        %2, %3 = vector.scan <add>, %0, %1 {inclusive = true, reduction_dim = 1 : i64}
            : vector<4x8xf32>, vector<4xf32>
    """

    name = "vector.scan"

    _T: ClassVar = VarConstraint("T", NonZeroRankVector)
    _A: ClassVar = VarConstraint("A", AnyVector)

    kind = prop_def(CombiningKindAttr)
    source = operand_def(_T)
    initial_value = operand_def(_A)
    reduction_dim = prop_def(IntegerAttr.constr(i64))
    inclusive = prop_def(BoolAttr)
    dest = result_def(_T)
    accumulated_value = result_def(_A)

    irdl_options = (ParsePropInAttrDict(),)

    traits = traits_def(Pure())

    assembly_format = (
        "$kind `,` $source `,` $initial_value attr-dict "
        "`:` type($source) `,` type($initial_value)"
    )

    def verify_(self) -> None:
        source, initial = vector_type(self.source), vector_type(self.initial_value)
        rank = source.get_num_dims()
        dim = self.reduction_dim.value.data
        require(
            0 <= dim < rank, f"reduction dimension {dim} has to be less than {rank}"
        )
        require(
            initial.get_num_dims() == rank - 1,
            f"initial value rank {initial.get_num_dims()} has to be equal to "
            f"{rank - 1}",
        )
        shape = source.get_shape()
        require(
            initial.get_shape() == shape[:dim] + shape[dim + 1 :],
            "incompatible input/initial value shapes",
        )
        require(
            combines(self.kind, source.element_type),
            f"unsupported reduction type '{source.element_type}' for kind "
            f"'{self.kind.data}'",
        )


@irdl_op_definition
class OuterProductOp(IRDLOperation):
    """
    All products of two vectors, or of a vector and a scalar, combined with `acc`:

        %2 = vector.outerproduct %0, %1, %acc {kind = #vector.kind<add>}
            : vector<4xf32>, vector<8xf32>
    """

    name = "vector.outerproduct"

    lhs = operand_def(NonZeroRankVector)
    rhs = operand_def(AnyAttr())
    acc = opt_operand_def(AnyVector)
    kind = prop_def(CombiningKindAttr, default_value=ADD)
    result = result_def(NonZeroRankVector)

    traits = traits_def(Pure())

    @classmethod
    def parse(cls, parser: Parser) -> OuterProductOp:
        pos = parser.pos
        operands = parser.parse_comma_separated_list(
            parser.Delimiter.NONE, parser.parse_unresolved_operand
        )
        if not 2 <= len(operands) <= 3:
            parser.raise_error("expected at least 2 operands", pos, parser.pos)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        pos = parser.pos
        lhs_type = parser.parse_type()
        if not isa(lhs_type, VectorType):
            parser.raise_error("expected vector type for operand #1", pos, parser.pos)
        parser.parse_punctuation(",")
        rhs_type = parser.parse_type()
        if lhs_type.get_num_dims() == 0 or (
            isa(rhs_type, VectorType) and rhs_type.get_num_dims() == 0
        ):
            parser.raise_error("expected 1-d vectors", pos, parser.pos)
        result = _product_type(lhs_type, rhs_type)
        types = (lhs_type, rhs_type, result)
        return OuterProductOp.create(
            operands=[
                parser.resolve_operand(operand, type_)
                for operand, type_ in zip(operands, types)
            ],
            properties={"kind": attributes.pop("kind", ADD)},
            attributes=attributes,
            result_types=[result],
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_ssa_value)
        is_written = self.acc is not None or self.kind != ADD
        kind = {"kind": self.kind} if is_written else {}
        printer.print_op_attributes(kind | self.attributes)
        printer.print_string(" : ")
        printer.print_list((self.lhs.type, self.rhs.type), printer.print_attribute)

    def verify_(self) -> None:
        lhs = vector_type(self.lhs)
        rhs = self.rhs.type
        result = vector_type(self.result)
        require(
            element_or_self(rhs) == lhs.element_type == result.element_type,
            "failed to verify that operands and result have same element type",
        )
        require(lhs.get_num_dims() == 1, "expected 1-d vector for operand #1")
        dims = dims_of(result)
        if isa(rhs, VectorType):
            require(rhs.get_num_dims() == 1, "expected 1-d vector for operand #2")
            require(len(dims) == 2, "expected 2-d vector result")
            require(
                lhs.get_shape()[0] == dims[0][0],
                "expected #1 operand dim to match result dim #1",
            )
            require(
                rhs.get_shape()[0] == dims[1][0],
                "expected #2 operand dim to match result dim #2",
            )
            require(
                not lhs.get_scalable_dims()[0] or rhs.get_scalable_dims()[0],
                "expected either both or only #2 operand dim to be scalable",
            )
        else:
            require(len(dims) == 1, "expected 1-d vector result")
            require(
                lhs.get_shape()[0] == dims[0][0],
                "expected #1 operand dim to match result dim #1",
            )
        require(
            self.acc is None or self.acc.type == result,
            "expected operand #3 of same type as result type",
        )
        require(
            combines(self.kind, result.element_type), "unsupported outerproduct type"
        )


def _product_type(lhs: VectorType, rhs: Attribute) -> VectorType:
    dims = dims_of(lhs)[:1]
    return make_vector(
        lhs.element_type, dims + (dims_of(rhs)[:1] if isa(rhs, VectorType) else ())
    )


_PARALLEL = IteratorTypeAttr(IteratorType.parallel)
_REDUCTION = IteratorTypeAttr(IteratorType.reduction)


def _position_of(map: AffineMap, dim: int) -> int | None:
    """Which result of `map` is the dimension `dim`."""
    wanted = AffineDimExpr(dim)
    return map.results.index(wanted) if wanted in map.results else None


@irdl_op_definition
class ContractionOp(IRDLOperation):
    """
    Multiply along all dimensions and combine along those that the result lacks, as in
    a matrix product. One map an operand says which dimensions it has:

        %1 = vector.contract {
               indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                                affine_map<(m, n, k) -> (k, n)>,
                                affine_map<(m, n, k) -> (m, n)>],
               iterator_types = ["parallel", "parallel", "reduction"],
               kind = #vector.kind<add>} %lhs, %rhs, %acc
             : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
    """

    name = "vector.contract"

    _T: ClassVar = VarConstraint("T", AnyAttr())

    lhs = operand_def(NonZeroRankVector)
    rhs = operand_def(NonZeroRankVector)
    acc = operand_def(AnyAttr())
    indexing_maps = prop_def(ArrayAttr[AffineMapAttr])
    iterator_types = prop_def(ArrayAttr[IteratorTypeAttr])
    kind = prop_def(CombiningKindAttr, default_value=ADD)
    result = result_def(AnyAttr())

    traits = traits_def(Pure())

    @classmethod
    def parse(cls, parser: Parser) -> ContractionOp:
        pos = parser.pos
        traits = parser.parse_attribute()
        if not isinstance(traits, DictionaryAttr):
            parser.raise_error("expected a dictionary", pos, parser.pos)
        properties = dict(traits.data)
        properties["iterator_types"] = _parse_iterator_types(
            parser, properties.get("iterator_types")
        )
        properties.setdefault("kind", ADD)
        pos = parser.pos
        operands = parser.parse_comma_separated_list(
            parser.Delimiter.NONE, parser.parse_unresolved_operand
        )
        if len(operands) != 3:
            parser.raise_error("expected three operands", pos, parser.pos)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        lhs_type = parser.parse_type()
        parser.parse_punctuation(",")
        rhs_type = parser.parse_type()
        parser.parse_keyword("into")
        result_type = parser.parse_type()
        types = (lhs_type, rhs_type, result_type)
        known = {"indexing_maps", "iterator_types", "kind"}
        extra = {name: properties.pop(name) for name in properties.keys() - known}
        return ContractionOp.create(
            operands=[
                parser.resolve_operand(operand, type_)
                for operand, type_ in zip(operands, types)
            ],
            properties=properties,
            attributes=extra | attributes,
            result_types=[result_type],
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        names = ArrayAttr(StringAttr(t.data.value) for t in self.iterator_types)
        traits: Mapping[str, Attribute] = {
            "indexing_maps": self.indexing_maps,
            "iterator_types": names,
            "kind": self.kind,
        }
        printer.print_attr_dict(traits)
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_ssa_value)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_list((self.lhs.type, self.rhs.type), printer.print_attribute)
        printer.print_string(" into ")
        printer.print_attribute(self.result.type)

    def maps(self) -> tuple[AffineMap, ...]:
        """The indexing maps of `lhs`, `rhs` and `acc`."""
        return tuple(map.data for map in self.indexing_maps)

    def _common_dims(self, iterator_type: IteratorTypeAttr) -> list[tuple[int, int]]:
        """Positions in `lhs` and `rhs` of the dimensions of a kind that both have."""
        lhs_map, rhs_map, _ = self.maps()
        found: list[tuple[int, int]] = []
        for i, type_ in enumerate(self.iterator_types):
            lhs, rhs = _position_of(lhs_map, i), _position_of(rhs_map, i)
            if type_ == iterator_type and lhs is not None and rhs is not None:
                found.append((lhs, rhs))
        return found

    def expected_mask_type(self) -> VectorType:
        """A bit for every point of the iteration space."""
        lhs, rhs = vector_type(self.lhs), vector_type(self.rhs)
        lhs_map, rhs_map, _ = self.maps()
        extents = _extents(((lhs, lhs_map), (rhs, rhs_map)))
        return make_vector(i1, [extents[i] for i in range(len(self.iterator_types))])

    def verify_(self) -> None:
        lhs, rhs = vector_type(self.lhs), vector_type(self.rhs)
        require(
            lhs.element_type == rhs.element_type,
            "failed to verify that lhs and rhs have same element type",
        )
        require(
            element_or_self(self.acc.type) == element_or_self(self.result.type),
            "failed to verify that third operand acc and result have same element type",
        )
        if isa(lhs.element_type, IntegerType):
            require(
                lhs.element_type.signedness.data == Signedness.SIGNLESS,
                "only supports signless integer types",
            )
        maps = self.maps()
        require(len(maps) == 3, "expected an indexing map for each vector operand")
        self._verify_maps(maps)
        contracted = self._common_dims(_REDUCTION)
        require(len(contracted) > 0, "expected at least one contracting dimension pair")
        batch = self._common_dims(_PARALLEL)
        for kind, pairs in (("contracting", contracted), ("batch", batch)):
            require(
                all(lhs.get_shape()[i] == rhs.get_shape()[j] for i, j in pairs),
                f"invalid {kind} dimension map",
            )
        self._verify_result(lhs, rhs, contracted, batch)
        require(
            combines(self.kind, element_or_self(self.result.type)),
            "unsupported contraction type",
        )

    def _verify_maps(self, maps: Sequence[AffineMap]) -> None:
        iterators = len(self.iterator_types)
        for i, (map, operand) in enumerate(zip(maps, self.operands)):
            what = f"expected indexing map {i} to"
            rank = operand.type.get_num_dims() if isa(operand.type, VectorType) else 0
            require(map.num_symbols == 0, f"{what} have no symbols")
            require(
                map.num_dims == iterators, f"{what} have {iterators} number of inputs"
            )
            require(len(map.results) == rank, f"{what} have {rank} number of outputs")
            require(
                map.is_projected_permutation(),
                f"{what} be a projected permutation of its inputs",
            )

    def _verify_result(
        self,
        lhs: VectorType,
        rhs: VectorType,
        contracted: Sequence[tuple[int, int]],
        batch: Sequence[tuple[int, int]],
    ) -> None:
        lhs_map, rhs_map, acc_map = self.maps()
        result, acc = self.result.type, self.acc.type
        lhs_free = lhs.get_num_dims() - len({i for i, _ in contracted})
        rhs_free = rhs.get_num_dims() - len({j for _, j in (*contracted, *batch)})
        message = "invalid accumulator/result vector shape"
        if lhs_free + rhs_free == 0:
            require(not isa(result, VectorType) and not isa(acc, VectorType), message)
            return
        if not isa(result, VectorType):
            require(False, message)
            return
        extents = _extents(((lhs, lhs_map), (rhs, rhs_map)))
        require(
            len(extents) == len(self.iterator_types),
            "expected all dimensions to be either a LHS or a RHS dimension",
        )
        sizes = [extents[p.position][0] for p in _dims(acc_map)]
        expected = make_vector(
            result.element_type, list(zip(sizes, result.get_scalable_dims()))
        )
        require(
            result == expected and acc == expected,
            f"{message}, expected: '{expected}'",
        )


def _dims(map: AffineMap) -> list[AffineDimExpr]:
    return [expr for expr in map.results if isinstance(expr, AffineDimExpr)]


def _extents(
    operands: Sequence[tuple[VectorType, AffineMap]],
) -> dict[int, tuple[int, bool]]:
    """The size of every dimension of the iteration space that an operand has."""
    extents: dict[int, tuple[int, bool]] = {}
    for type_, map in operands:
        for expr, dim in zip(_dims(map), dims_of(type_)):
            extents.setdefault(expr.position, dim)
    return extents


def _parse_iterator_types(parser: Parser, value: Attribute | None) -> Attribute:
    """Names of iterator types as attributes."""
    if not isa(value, ArrayAttr[StringAttr]):
        parser.raise_error("expected iterator_types to be an array of strings")
    types: list[IteratorTypeAttr] = []
    for name in value:
        if name.data not in [type_.value for type_ in IteratorType]:
            parser.raise_error(f"unexpected iterator_type ({name.data})")
        types.append(IteratorTypeAttr(IteratorType(name.data)))
    return ArrayAttr(types)
