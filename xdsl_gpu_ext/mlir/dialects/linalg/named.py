"""
The named operations of `linalg`, made from the table `named.json`.

An entry has the operation's `loops` (`p`arallel, `r`eduction), the `maps` from them to
the dimensions of every operand, and its `body` (see `bodies.py`). `s0` and `t1` in a
map are the first stride and the second dilation; `windows` says how many there are of
each. An entry with a number of `arguments` in place of loops works element by element,
at any rank. `scripts/linalg_facts.py` writes the table.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, ClassVar, cast

from xdsl.dialects.builtin import (
    AffineMapAttr,
    ArrayAttr,
    DenseIntElementsAttr,
    TensorType,
    i64,
)
from xdsl.dialects.linalg import Linalg as XDSL_LINALG
from xdsl.dialects.linalg.abstract_ops import NamedOperation
from xdsl.dialects.linalg.attrs import IteratorTypeAttr
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr, AffineExpr, AffineMap
from xdsl.irdl import irdl_op_definition, opt_prop_def, prop_def, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import RecursiveMemoryEffect
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.mlir.core import affine_arithmetic
from xdsl_gpu_ext.mlir.dialects.linalg.attributes import (
    ElementwiseKind,
    ElementwiseKindAttr,
    TypeFn,
    TypeFnAttr,
)
from xdsl_gpu_ext.mlir.dialects.linalg.bodies import BodyError, build_body
from xdsl_gpu_ext.mlir.dialects.linalg.effects import StructuredEffects
from xdsl_gpu_ext.mlir.dialects.linalg.syntax import (
    HIDDEN,
    is_elementwise_map,
    parse_indexing_maps,
    parse_parts,
    parse_result_types,
    print_attributes,
    print_parts,
    print_result_types,
    shape_of,
    verify_results,
    verify_structured,
)
from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement

Facts = dict[str, Any]

_WITH_MAPS = frozenset(("matmul", "batch_matmul", "batch_reduce_matmul", "contract"))
"""Those that take other indexing maps than their own."""


def _expression(text: str, windows: dict[str, int]) -> AffineExpr:
    """`d1 * s0 + d4 * t0`."""
    total: AffineExpr = AffineConstantExpr(0)
    for term in text.split(" + "):
        dim, _, factor = term.partition(" * ")
        product: AffineExpr = AffineDimExpr(int(dim[1:]))
        if factor:
            product = affine_arithmetic.mul(
                product, AffineConstantExpr(windows[factor])
            )
        total = affine_arithmetic.add(total, product)
    return total


@cache
def _maps(
    loops: int, texts: tuple[str, ...], windows: tuple[tuple[str, int], ...]
) -> tuple[AffineMap, ...]:
    numbers = dict(windows)
    return tuple(
        AffineMap(
            loops,
            0,
            tuple(_expression(part, numbers) for part in text.split(", ") if part),
        )
        for text in texts
    )


def _iterator_types(loops: str) -> ArrayAttr[IteratorTypeAttr]:
    kinds = {"p": IteratorTypeAttr.parallel(), "r": IteratorTypeAttr.reduction()}
    return ArrayAttr([kinds[kind] for kind in loops])


class StructuredNamedOperation(NamedOperation):
    """An operation of the table, of which it holds the entry."""

    FACTS: ClassVar[Facts]

    traits = traits_def(StructuredEffects(), RecursiveMemoryEffect())

    @classmethod
    def get_hidden_region(
        cls,
        inputs: Sequence[SSAValue],
        outputs: Sequence[SSAValue],
        unsigned: bool = False,
        body: str | None = None,
    ) -> Region:
        types = [value.type for value in (*inputs, *outputs)]
        return build_body(body or cls.FACTS["body"], types, unsigned)

    def _rank(self) -> int:
        return len(shape_of(self.outputs[0].type)) if self.outputs else 0

    def get_default_indexing_maps(self) -> Sequence[AffineMap]:
        facts = self.FACTS
        if "maps" not in facts:
            rank = self._rank()
            return [
                AffineMap.identity(rank)
                if shape_of(operand.type)
                else AffineMap(rank, 0, ())
                for operand in self.operands
            ]
        windows: dict[str, int] = {}
        if "windows" in facts:
            for letter, name in (("s", "strides"), ("t", "dilations")):
                array = cast(DenseIntElementsAttr, getattr(self, name))
                values = array.get_values()
                windows |= {f"{letter}{i}": int(v) for i, v in enumerate(values)}
        return _maps(len(facts["loops"]), tuple(facts["maps"]), tuple(windows.items()))

    def get_indexing_maps(self) -> ArrayAttr[AffineMapAttr]:
        own = self.properties.get("indexing_maps")
        if own is not None:
            return cast(ArrayAttr[AffineMapAttr], own)
        return ArrayAttr([AffineMapAttr(m) for m in self.get_default_indexing_maps()])

    def get_iterator_types(self) -> ArrayAttr[IteratorTypeAttr]:
        facts = self.FACTS
        if "maps" not in facts:
            return _iterator_types("p" * self._rank())
        if facts["loops"]:
            return _iterator_types(facts["loops"])
        # A loop that the output does not have is reduced.
        maps = self.get_indexing_maps().data
        kept = {e for e in maps[-1].data.results if isinstance(e, AffineDimExpr)}
        return _iterator_types(
            "".join(
                "p" if AffineDimExpr(loop) in kept else "r"
                for loop in range(maps[-1].data.num_dims)
            )
        )

    @classmethod
    def parse(cls, parser: Parser) -> StructuredNamedOperation:
        start = parser.pos
        own: dict[str, Attribute] = {}
        body = None
        if cls.name == "linalg.elementwise":
            parser.parse_keyword("kind")
            parser.parse_punctuation("=")
            kind = parser.parse_attribute()
            if not isinstance(kind, ElementwiseKindAttr):
                parser.raise_error("expected the kind of function", start, parser.pos)
            own["kind"] = kind
            body = _elementwise_body(kind.data)
        if "indexing_maps" in cls.get_irdl_definition().properties:
            maps = parse_indexing_maps(parser)
            if maps is not None:
                own["indexing_maps"] = maps
            elif cls.name == "linalg.contract":
                parser.raise_error("expected 'indexing_maps' attribute")
        attributes, inputs, outputs = parse_parts(parser)
        types = parse_result_types(parser)
        if body is not None and "indexing_maps" not in own and outputs:
            rank = len(shape_of(outputs[0].type))
            identity = AffineMapAttr(AffineMap.identity(rank))
            own["indexing_maps"] = ArrayAttr([identity] * (len(inputs) + 1))
        attributes |= own
        known = cls.get_irdl_definition().properties
        properties = {n: attributes.pop(n) for n in list(attributes) if n in known}
        attributes = {n: a for n, a in attributes.items() if n not in HIDDEN}
        cast_kind = properties.get("cast")
        unsigned = (
            isinstance(cast_kind, TypeFnAttr) and cast_kind.data is TypeFn.cast_unsigned
        )
        arity = cls.FACTS.get("arguments", len(cls.FACTS.get("maps", ())))
        if body is not None:
            arity = cast(ElementwiseKindAttr, own["kind"]).data.arity + 1
        found = len(inputs) + len(outputs)
        if found != arity:
            parser.raise_error(
                f"'{cls.name}' op expects {arity} operands, got {found}",
                start,
                parser.pos,
            )
        try:
            region = cls.get_hidden_region(inputs, outputs, unsigned, body)
        except BodyError as fault:
            parser.raise_error(f"'{cls.name}' op {fault}", start, parser.pos)
        return cls.build(
            operands=(inputs, outputs),
            result_types=(types,),
            properties=properties,
            attributes=attributes,
            regions=(region,),
        )

    def print(self, printer: Printer) -> None:
        shown = self.attributes | self.properties
        kind = shown.pop("kind", None)
        if isinstance(kind, ElementwiseKindAttr):
            printer.print_string(" kind=")
            printer.print_attribute(kind)
        maps = shown.pop("indexing_maps", None)
        if maps is not None and not self._has_default_maps():
            printer.print_string(" indexing_maps = ")
            printer.print_attribute(maps)
        if shown.get("cast") == TypeFnAttr(TypeFn.cast_signed):
            del shown["cast"]
        print_attributes(printer, shown, HIDDEN)
        print_parts(printer, self.inputs, self.outputs)
        print_result_types(printer, self)

    def _has_default_maps(self) -> bool:
        if self.name == "linalg.contract":
            return False
        if self.name == "linalg.elementwise":
            identity = AffineMapAttr(AffineMap.identity(self._rank()))
            return all(attr == identity for attr in self.get_indexing_maps())
        maps = [attr.data for attr in self.get_indexing_maps().data]
        return maps == list(self.get_default_indexing_maps())

    def verify_(self) -> None:
        facts = self.FACTS
        for name in ("strides", "dilations") if "windows" in facts else ():
            array = cast(DenseIntElementsAttr, getattr(self, name))
            if array.get_element_type() != i64:
                raise VerifyException(
                    f"incorrect element type for index attribute '{name}'"
                )
            if array.get_shape() != (facts["windows"],):
                raise VerifyException(f"incorrect shape for index attribute '{name}'")
        maps = [attr.data for attr in self.get_indexing_maps().data]
        if "indexing_maps" in self.properties and "maps" in facts:
            self._verify_contraction(maps)
        verify_structured(self, maps, len(self.get_iterator_types()), self.outputs)
        verify_results(self)
        if self.name == "linalg.fill" and shape_of(self.inputs[0].type):
            raise VerifyException("expected op with scalar input")

    def _verify_contraction(self, maps: Sequence[AffineMap]) -> None:
        """Maps of one's own contract two operands to a third."""
        if len(maps) != 3:
            raise VerifyException("Indexing_map attribute must have 3 affine maps.")
        if not all(map(is_elementwise_map, maps)) or any(
            len(set(m.results)) < len(m.results) for m in maps
        ):
            raise VerifyException("provided affine_map is not a projected permutation")
        lhs, rhs, out = (
            {cast(AffineDimExpr, e).position for e in m.results} for m in maps
        )
        for loop in range(maps[-1].num_dims):
            inputs = (loop in lhs) + (loop in rhs)
            if not inputs and loop not in out:
                raise VerifyException(
                    f"iteration space dim at index {loop} not used to access any "
                    "operand"
                )
            if inputs == 1 and loop not in out and self.name == "linalg.contract":
                raise VerifyException(
                    f"iteration space dim at index {loop} is neither a contracting dim "
                    "nor of parallel iteration type"
                )
        if not (lhs & rhs) - out and self.name == "linalg.contract":
            raise VerifyException(
                "'indexing_maps' do not specify a contracting dimension"
            )


def _elementwise_body(kind: ElementwiseKind) -> str:
    return " ".join([kind.value, *(f"a{index}" for index in range(kind.arity))])


def _fields(name: str, facts: Facts) -> dict[str, Any]:
    """The properties of an operation."""
    found: dict[str, Any] = {}
    if "cast " in facts["body"]:
        found["cast"] = opt_prop_def(TypeFnAttr)
    if "windows" in facts:
        ones = DenseIntElementsAttr.from_list(
            TensorType(i64, [facts["windows"]]), [1] * facts["windows"]
        )
        for window in ("strides", "dilations"):
            found[window] = opt_prop_def(DenseIntElementsAttr, default_value=ones)
    if name in _WITH_MAPS:
        own = _maps(len(facts["loops"]), tuple(facts["maps"]), ())
        default = ArrayAttr([AffineMapAttr(m) for m in own]) if facts["loops"] else None
        found["indexing_maps"] = prop_def(
            ArrayAttr[AffineMapAttr], default_value=default
        )
    if name == "elementwise":
        found["kind"] = prop_def(ElementwiseKindAttr)
        found["indexing_maps"] = opt_prop_def(ArrayAttr[AffineMapAttr])
    return found


def _operation(
    name: str, facts: Facts, base: type[Operation] | None
) -> type[Operation]:
    class_name = "".join(map(str.capitalize, name.split("_"))) + "Op"
    members: dict[str, Any] = {
        "__doc__": f"`linalg.{name}`: see the table.",
        "__module__": __name__,
        **_fields(name, facts),
    }
    parents: tuple[type, ...] = (StructuredNamedOperation,)
    make: Callable[[type], type] = irdl_op_definition
    if base is None:
        members |= {"name": f"linalg.{name}", "verify_": parents[0].verify_}
    else:
        parents, make = (*parents, base), irdl_op_refinement
    op_class = make(type(class_name, parents, members))
    op_class.FACTS = facts
    return op_class


def named_operations() -> list[type[Operation]]:
    """All operations of the table."""
    table: dict[str, Facts] = json.loads(
        files(__package__ or "").joinpath("named.json").read_text()
    )
    table["elementwise"] = {"body": ""}
    known = {op.name.removeprefix("linalg."): op for op in XDSL_LINALG.operations}
    return [_operation(name, facts, known.get(name)) for name, facts in table.items()]
