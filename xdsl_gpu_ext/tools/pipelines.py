"""
Pipelines in xDSL's spelling or MLIR's: `cse,gpu-async-region{strict}` or
`builtin.module(func.func(cse),gpu-async-region{strict})`.

A pass inside `func.func(...)` runs on each `func.func` directly in what is around it,
and sees nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.utils.arg_spec import parse_spec

from xdsl_gpu_ext.mlir.core.pass_options import PassOptionError
from xdsl_gpu_ext.mlir.ir.walks import child_operations
from xdsl_gpu_ext.tools.timing import Timing

Passes = Mapping[str, Callable[[], type[ModulePass]]]


@dataclass
class Nest:
    """Passes that run one after the other on every operation of a name."""

    anchor: str
    items: list[ModulePass | Nest] = field(default_factory=list["ModulePass | Nest"])


def parse_pipeline(text: str, passes: Passes) -> Nest:
    """
    The passes that `text` names, for a module.

    Raises `PassOptionError` where it names none, or is no pipeline.
    """
    elements = [*_elements(text)]
    match elements:
        case [(ModuleOp.name | "any", str() as inner)]:
            return Nest(ModuleOp.name, _items(inner, passes))
        case _:
            return Nest(ModuleOp.name, _items(text, passes))


def _items(text: str, passes: Passes) -> list[ModulePass | Nest]:
    items: list[ModulePass | Nest] = []
    for name, inner in _elements(text):
        if inner is not None:
            items.append(Nest(name, _items(inner, passes)))
            continue
        spec = parse_spec(name)
        if spec.name not in passes:
            raise PassOptionError(
                f"'{spec.name}' does not refer to a registered pass or pass pipeline"
            )
        try:
            items.append(passes[spec.name]().from_spec(spec))
        except PassOptionError:
            raise
        except ValueError as error:
            raise PassOptionError(f"{spec.name}: {error}") from error
    return items


_CLOSING = {"(": ")", "{": "}", "[": "]"}


def _elements(text: str) -> Iterator[tuple[str, str | None]]:
    """The elements of a list: passes with options, and anchors with what they hold."""
    open_ones: list[str] = []
    start = 0
    inner: int | None = None
    name = ""
    quoted = False
    for i, char in enumerate(f"{text},"):
        if char == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif char in _CLOSING:
            if char == "(" and not open_ones:
                name, inner = text[start:i].strip(), i + 1
            open_ones.append(_CLOSING[char])
        elif char in _CLOSING.values():
            if not open_ones or open_ones.pop() != char:
                raise _unbalanced(text)
        elif char == "," and not open_ones:
            element = text[start:i].strip()
            if inner is None:
                if element or start or i < len(text):
                    yield element, None
            elif element.endswith(")"):
                yield name, text[inner : start + len(text[start:i].rstrip()) - 1]
            else:
                raise _unbalanced(text)
            start, inner = i + 1, None
    if quoted or open_ones:
        raise _unbalanced(text)


def _unbalanced(text: str) -> PassOptionError:
    return PassOptionError(
        f"encountered unbalanced parentheses while parsing pipeline '{text}'"
    )


AfterPass = Callable[[Operation, ModulePass, bool], None]
"""
Called with an operation, a pass that has run on it, and whether others follow that one.
"""


def run_pipeline(
    nest: Nest, ctx: Context, op: Operation, timing: Timing, after: AfterPass
) -> None:
    """Run all passes of `nest` on `op`."""
    for i, item in enumerate(nest.items):
        if isinstance(item, Nest):
            with timing.of(id(item), f"'{item.anchor}' Pipeline"):
                for child in [*child_operations(op)]:
                    if item.anchor in (child.name, "any"):
                        run_pipeline(item, ctx, child, timing, after)
            continue
        with timing.of(id(item), item.name):
            made = _apply(item, ctx, op)
        if made is None:
            return
        op = made
        after(op, item, i + 1 < len(nest.items))


def _apply(pass_: ModulePass, ctx: Context, op: Operation) -> Operation | None:
    """
    Run a pass on `op` alone; gives what it has become.

    Passes of xDSL run on modules: meanwhile any other operation is the only one of one.
    """
    if isinstance(op, ModuleOp):
        pass_.apply(ctx, op)
        return op
    block, name = op.parent, op.name
    assert block is not None
    following = op.next_op
    op.detach()
    alone = ModuleOp([op])
    try:
        pass_.apply(ctx, alone)
    finally:
        made = [*alone.ops]
        for each in made:
            each.detach()
        if following is None:
            block.add_ops(made)
        else:
            block.insert_ops_before(made, following)
    return next((each for each in made if each.name == name), None)
