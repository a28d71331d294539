"""A function under analysis, with its values asked for by name."""

from __future__ import annotations

from xdsl.dialects.builtin import StringAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from xdsl_gpu_ext.analysis.accesses import MemoryAccesses
from xdsl_gpu_ext.analysis.aliases import BufferAliases, Root
from xdsl_gpu_ext.analysis.memory import MemoryAnalysis
from xdsl_gpu_ext.api import context, parse


def _label(root: Root) -> str:
    if root.symbol is not None:
        return f"@{root.symbol}"
    return f"%{root.value.name_hint}"


class Subject:
    """The analysis of one function of a module, in terms of names in its text."""

    aliases: BufferAliases
    accesses: MemoryAccesses

    def __init__(self, text: str, function: str = "f"):
        self.module = parse(text, ctx=context(allow_unregistered=True))
        self.memory = MemoryAnalysis()
        self.function = self._find(function)
        self.aliases = self.memory.aliases(self.function)
        self.accesses = self.memory.accesses(self.function)

    def _find(self, name: str) -> Operation:
        for op in self.module.walk():
            if isinstance(op, FuncOp) and op.sym_name.data == name:
                return op
        raise KeyError(name)

    def value(self, name: str) -> SSAValue:
        """The value that is called `%name` in the text."""
        for op in self.function.walk():
            arguments = (a for r in op.regions for b in r.blocks for a in b.args)
            for value in (*op.results, *arguments):
                if value.name_hint == name:
                    return value
        raise KeyError(name)

    def roots(self, name: str) -> set[str]:
        """The roots of `%name`: `%a` for the buffer first named so, `@g` for a global."""
        return {_label(root) for root in self.aliases.roots(self.value(name))}

    def tagged(self, tag: str) -> Operation:
        """The operation with the attribute `tag = "..."`."""
        for op in self.function.walk():
            attribute = op.attributes.get("tag")
            if isinstance(attribute, StringAttr) and attribute.data == tag:
                return op
        raise KeyError(tag)

    def of(self, tag: str) -> set[str]:
        """The accesses of the tagged operation: `read %a on host`, for instance."""
        return {
            f"{access.kind.name.lower()} {_label(access.root)} "
            f"on {access.place.name.lower()}"
            for access in self.accesses.of(self.tagged(tag))
        }
