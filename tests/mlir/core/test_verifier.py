"""The verifier: dominance, branches and entry blocks, as `mlir-opt` sees them."""

from __future__ import annotations

import random

import pytest
from xdsl.ir import IRNode, Operation
from xdsl.traits import IsolatedFromAbove
from xdsl.utils.exceptions import ParseError, VerifyException

from tests.support.plain_xdsl import read_with_plain_xdsl
from tests.support.work import lines_run
from xdsl_gpu_ext.api import context, parse
from xdsl_gpu_ext.mlir.core.verifier import verify_isolation
from xdsl_gpu_ext.testing.mlir_opt import generic_modules

USED_BEFORE = """
func.func @f(%m: memref<4xf32>) {
  %x = memref.load %m[%k] : memref<4xf32>
  %k = arith.constant 1 : index
  return
}
"""
TOKENS = """
func.func @f() {
  %t = gpu.wait async [%u]
  %u = gpu.wait async [%t]
  return
}
"""
SIBLING_BLOCKS = """
func.func @f(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  %x = arith.constant 1 : index
  cf.br ^b
^b:
  %y = arith.addi %x, %x : index
  return
}
"""
OWN_RESULT = """
func.func @f(%c: i1) {
  %x = scf.if %c -> index {
    scf.yield %x : index
  } else {
    scf.yield %x : index
  }
  return
}
"""
UNREACHABLE_NESTED = """
func.func @f(%c: i1) {
  return
^a:
  scf.if %c {
    %y = arith.addi %x, %x : index
  }
  %x = arith.constant 1 : index
  cf.br ^a
}
"""
FROM_UNREACHABLE = """
func.func @f(%c: i1) {
  cf.br ^b
^a:
  %x = arith.constant 1 : index
  cf.br ^b
^b:
  %y = arith.addi %x, %x : index
  return
}
"""

REFUSED = {
    "use before definition": USED_BEFORE,
    "tokens of each other": TOKENS,
    "sibling blocks": SIBLING_BLOCKS,
    "own result": OWN_RESULT,
    "nested in an unreachable block": UNREACHABLE_NESTED,
    "from an unreachable block": FROM_UNREACHABLE,
}

ACCEPTED = {
    "graph region": """
module {
  %x = "arith.addi"(%y, %y) : (index, index) -> index
  %y = "arith.addi"(%x, %x) : (index, index) -> index
  gpu.module @m {
    %a = "arith.addi"(%b, %b) : (index, index) -> index
    %b = "arith.addi"(%a, %a) : (index, index) -> index
  }
}
""",
    "unreachable blocks": """
func.func @f() {
  return
^a:
  %x = arith.addi %y, %y : index
  %y = arith.addi %x, %x : index
  cf.br ^b
^b:
  %z = arith.addi %y, %x : index
  cf.br ^a
}
""",
    "a block that stands earlier": """
func.func @f() {
  cf.br ^b
^a:
  %y = arith.addi %x, %x : index
  return
^b:
  %x = arith.constant 1 : index
  cf.br ^a
}
""",
    "nested in an unreachable block, from another": """
func.func @f(%c: i1) {
  return
^a:
  scf.if %c {
    %y = arith.addi %x, %x : index
  }
  cf.br ^a
^b:
  %x = arith.constant 1 : index
  cf.br ^b
}
""",
}


def accepts(text: str) -> bool:
    try:
        parse(text)
    except (ParseError, VerifyException):
        return False
    return True


def test_undominated_uses_are_refused() -> None:
    assert generic_modules(list(REFUSED.values())) == [None] * len(REFUSED)
    for text in REFUSED.values():
        with pytest.raises(
            VerifyException, match=r"operand #\d does not dominate this"
        ):
            parse(text)


def test_dominated_uses_are_accepted() -> None:
    assert None not in generic_modules(list(ACCEPTED.values()))
    for text in ACCEPTED.values():
        parse(text)


UNKNOWN = """
func.func @f() {
  "unknown.op"() ({
    %x = arith.addi %y, %y : i32
    %y = arith.addi %x, %x : i32
    "unknown.end"() : () -> ()
  }) : () -> ()
  return
}
"""
UNKNOWN_BLOCKS = """
func.func @f() {
  "unknown.op"() ({
    %x = arith.addi %y, %y : i32
    cf.br ^a
  ^a:
    %y = arith.addi %x, %x : i32
    cf.br ^a
  }) : () -> ()
  return
}
"""


def test_one_block_of_an_unknown_operation_is_a_graph() -> None:
    unknown = "--allow-unregistered-dialect"
    accepted, refused = generic_modules([UNKNOWN, UNKNOWN_BLOCKS], unknown)
    assert accepted is not None
    assert refused is None
    parse(UNKNOWN, ctx=context(allow_unregistered=True))
    with pytest.raises(VerifyException, match="does not dominate"):
        parse(UNKNOWN_BLOCKS, ctx=context(allow_unregistered=True))


def test_the_order_in_dialects_of_xdsl_alone_is_theirs() -> None:
    parse("""
func.func @f(%a: i32) {
  %c = equivalence.class %a, %d : i32
  %d = arith.addi %c, %c : i32
  return
}
""")


def test_xdsl_still_does_not_verify_dominance() -> None:
    answers = read_with_plain_xdsl([USED_BEFORE, SIBLING_BLOCKS])
    assert [answer for answer, _ in answers] == ["read", "read"]


class _Writer:
    """Functions of nested regions and several blocks whose uses are any values."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.values = 0
        self.used: list[int] = []

    def value(self) -> str:
        self.values += 1
        return f"%v{self.values - 1}"

    def use(self) -> str:
        """Mostly a value written already, sometimes any."""
        near = self.random.random() < 0.9
        number = self.random.randrange(max(self.values + (0 if near else 3), 1))
        self.used.append(number)
        return f"%v{number}"

    def operations(self, depth: int) -> list[str]:
        lines: list[str] = []
        for _ in range(self.random.randint(0, 2)):
            if depth < 2 and self.random.random() < 0.4:
                lines += ["scf.if %c {", *self.operations(depth + 1)]
                lines += ["} else {", *self.operations(depth + 1), "}"]
            elif depth < 2 and self.random.random() < 0.2:
                lines += ["scf.execute_region {", *self.blocks(depth + 1, "scf.yield")]
                lines += ["}"]
            else:
                operand = self.use()
                lines.append(f"{self.value()} = arith.addi {operand}, %i : i32")
        return lines

    def blocks(self, depth: int, leave: str) -> list[str]:
        count = self.random.choice([1, 1, 2, 3, 4])
        base = f"b{depth}_{self.values}_"
        lines: list[str] = []
        for block in range(count):
            lines += [f"^{base}{block}:"] if block else []
            lines += self.operations(depth)
            if count == 1 or self.random.random() < 0.2:
                lines.append(leave)
                continue
            one, other = (self.random.randrange(1, count) for _ in range(2))
            if self.random.random() < 0.5:
                lines.append(f"cf.br ^{base}{one}")
            else:
                lines.append(f"cf.cond_br %c, ^{base}{one}, ^{base}{other}")
        return lines

    def function(self) -> str:
        self.values = 1
        lines = self.blocks(0, "return")
        missing = sorted({n for n in self.used if n >= self.values})
        # What was used and never written stands in another function's block.
        text = "\n".join(lines)
        for number in missing:
            text = text.replace(f"%v{number},", "%v0,")
        return f"func.func @f(%c: i1, %i: i32, %v0: i32) {{\n{text}\n}}"


def test_random_functions() -> None:
    texts = [_Writer(seed).function() for seed in range(400)]
    verdicts = [module is not None for module in generic_modules(texts)]
    assert 100 < sum(verdicts) < 300
    for seed, (text, verdict) in enumerate(zip(texts, verdicts)):
        assert accepts(text) == verdict, f"seed {seed}\n{text}"


BRANCHES = {
    "too few": "cf.br ^a",
    "too many": "cf.br ^a(%i, %i : i32, i32)",
    "another type": "cf.br ^a(%c : i1)",
    "true block": "cf.cond_br %c, ^a, ^a(%i : i32)",
    "false block": "cf.cond_br %c, ^a(%i : i32), ^a(%c : i1)",
    "default block": "cf.switch %i : i32, [ default: ^a, 1: ^a(%i : i32) ]",
    "a case": "cf.switch %i : i32, [ default: ^a(%i : i32), 1: ^a(%c : i1) ]",
    "llvm.br": "llvm.br ^a(%c : i1)",
    "llvm.cond_br": "llvm.cond_br %c, ^a(%i : i32), ^a",
    "entry": "cf.br ^entry(%c, %i : i1, i32)",
}
RIGHT_BRANCHES = (
    "cf.br ^a(%i : i32)",
    "cf.cond_br %c, ^a(%i : i32), ^a(%i : i32)",
    "cf.switch %i : i32, [ default: ^a(%i : i32), 1: ^a(%i : i32) ]",
    "llvm.br ^a(%i : i32)",
    "llvm.cond_br %c, ^a(%i : i32), ^a(%i : i32)",
)


def _with_branch(branch: str) -> str:
    return f"""
"func.func"() <{{sym_name = "f", function_type = (i1, i32) -> ()}}> ({{
^entry(%c: i1, %i: i32):
  {branch}
^a(%x: i32):
  func.return
}}) : () -> ()
"""


def test_branches_hand_over_what_blocks_take() -> None:
    texts = [_with_branch(branch) for branch in BRANCHES.values()]
    assert generic_modules(texts) == [None] * len(texts)
    for text in texts:
        with pytest.raises(
            VerifyException,
            match=r"branch has|type mismatch for bb|may not have predecessors",
        ):
            parse(text)
    texts = [_with_branch(branch) for branch in RIGHT_BRANCHES]
    assert None not in generic_modules(texts)
    for text in texts:
        parse(text)


def test_xdsl_still_does_not_verify_branches() -> None:
    texts = [_with_branch(BRANCHES[name]) for name in ("too few", "entry")]
    assert [answer for answer, _ in read_with_plain_xdsl(texts)] == ["read", "read"]


def test_empty_blocks_are_refused() -> None:
    text = "func.func @f() {\n  cf.br ^a\n^a:\n}"
    assert generic_modules([text]) == [None]
    with pytest.raises(VerifyException, match="empty block: expect at least a termin"):
        parse(text)
    ((answer, _),) = read_with_plain_xdsl([text])
    assert answer == "read"


def test_deep_nesting_is_verified() -> None:
    depth = 100
    text = "scf.if %c {\n" * depth + "}\n" * depth
    parse(f"func.func @f(%c: i1) {{\n{text}return\n}}")


def test_xdsl_still_goes_up_from_every_use(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "func.func @f(%c: i1) { scf.if %c { } return }"
    (function,) = parse(text).ops
    asked: list[object] = []

    def is_ancestor(self: Operation, op: IRNode) -> bool:
        asked.append(op)
        return True

    monkeypatch.setattr(Operation, "is_ancestor", is_ancestor)
    IsolatedFromAbove().verify(function)
    assert not asked
    verify_isolation.original(IsolatedFromAbove(), function)
    assert asked


def test_the_cost_is_linear() -> None:
    def blocks(count: int) -> str:
        lines = [
            f"^b{i}(%x{i}: i32):\n  %y{i} = arith.addi %x{i}, %x{i} : i32\n"
            f"  cf.cond_br %c, ^b{i + 1}(%y{i} : i32), ^b{count}(%y{i} : i32)\n"
            for i in range(count)
        ]
        return (
            "func.func @f(%c: i1, %i: i32) {\n  cf.br ^b0(%i : i32)\n"
            f"{''.join(lines)}^b{count}(%z: i32):\n  return\n}}"
        )

    def operations(count: int) -> str:
        lines = [f"  %v{n} = arith.addi %i, %i : i32\n" for n in range(count)]
        return f"func.func @f(%i: i32) {{\n{''.join(lines)}  return\n}}"

    for text in (blocks, operations):
        small, large = parse(text(50)), parse(text(400))
        assert lines_run(large.verify) < 9 * lines_run(small.verify)
