"""
How long the work of a function takes at least, against what runs of it count.
"""

from __future__ import annotations

from copy import copy

import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.traits import SymbolTable

from tests.simulator.test_examples import EXAMPLES, EXAMPLES_WITH_RESULTS, Example
from tests.transforms.gpu_pipeline.execution import PIPELINE, execute
from tests.transforms.gpu_pipeline.host_programs import random_program
from xdsl_gpu_ext.analysis.token_flow import TokenFlow
from xdsl_gpu_ext.api import parse, run_passes
from xdsl_gpu_ext.simulator import Program

ROUNDS = {"double_buffer": 4, "stencil": 4}
"""How often the loop of the host runs with the arguments of the example."""


def function_of(module: ModuleOp, name: str) -> Operation:
    function = SymbolTable.lookup_symbol(module, name)
    assert function is not None
    return function


@pytest.mark.parametrize("copies", ["gpu.memcpy", "memref.copy"])
@pytest.mark.parametrize("dependencies", ["chain", "memory"])
@pytest.mark.parametrize("example", EXAMPLES_WITH_RESULTS, ids=lambda e: e.name)
def test_examples(example: Example, dependencies: str, copies: str):
    module = run_passes(
        EXAMPLES / f"{example.name}.mlir",
        f"insert-gpu-allocs{{copy-op={copies}}},gpu-kernel-outlining,"
        f"gpu-async-region{{dependencies={dependencies}}}",
    )
    arguments = [copy(argument) for argument in example.arguments]
    result = Program(module).run(example.function, arguments)
    function = function_of(module, example.function)
    rounds = ROUNDS.get(example.name, 1)
    counted = TokenFlow(function, lambda loop: rounds)
    assert counted.critical_path == result.counters.critical_path
    assert max((s.end for s in result.trace.steps), default=0) == counted.critical_path
    # What is said of one round, and of each round more.
    once = TokenFlow(function)
    assert len(once.unknown_rounds) == (example.name in ROUNDS)
    more = sum(TokenFlow(function, lambda loop: 5).growth.values()) * (rounds - 1)
    assert once.critical_path + more == counted.critical_path


_BRANCHES = frozenset(
    {"cf.cond_br", "cf.switch", "scf.for", "scf.if", "scf.index_switch", "scf.while"}
)


@pytest.mark.parametrize("pipeline", ["gpu-async-region", PIPELINE])
def test_random_programs(pipeline: str):
    """What a run counts is never more, and the same where there is one way to go."""
    straight = 0
    for number in range(25):
        module = run_passes(random_program(f"token flow/{number}"), pipeline)
        _, counters = execute(module, 0)
        longest = TokenFlow(function_of(module, "main"), lambda loop: 8).critical_path
        assert counters.critical_path <= longest
        if not any(op.name in _BRANCHES for op in module.walk()):
            straight += 1
            assert counters.critical_path == longest
    assert straight > 5


def test_nests_of_loops_do_not_take_for_ever():
    body = "gpu.memset %a, %v : memref<8xf32>, f32\n"
    for depth in range(20):
        body = f"scf.for %i{depth} = %c0 to %c3 step %c1 {{\n{body}}}\n"
    text = f"func.func @main() {{ {HEAD} {body} {TAIL}"
    once = TokenFlow(function_of(parse(text), "main"), lambda loop: 5)
    # Seven loops of three rounds are counted, the others walked once each.
    assert once.critical_path == 4 + 3**7
    assert len(once.unknown_rounds) == 13


def test_loops_of_blocks():
    module = parse(
        f"""
        func.func @main() {{
          {HEAD}
          cf.br ^head(%c0 : index)
        ^head(%i: index):
          %goes_on = arith.cmpi slt, %i, %c3 : index
          cf.cond_br %goes_on, ^body, ^end
        ^body:
          gpu.memset %a, %v : memref<8xf32>, f32
          %next = arith.addi %i, %c1 : index
          cf.br ^head(%next : index)
        ^end:
          {TAIL}"""
    )
    counted = Program(module).run("main").counters.critical_path
    function = function_of(module, "main")
    assert TokenFlow(function, lambda loop: 4).critical_path == counted == 7
    assert TokenFlow(function).unknown_rounds


def path_of(text: str) -> int:
    module = parse(text)
    counters = Program(module).run("main").counters
    assert TokenFlow(function_of(module, "main")).critical_path == (
        counters.critical_path
    )
    return counters.critical_path


HEAD = """
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %v = arith.constant 0.0 : f32
  %a = gpu.alloc () : memref<8xf32>
  %b = gpu.alloc () : memref<8xf32>
"""
TAIL = """
  gpu.dealloc %a : memref<8xf32>
  gpu.dealloc %b : memref<8xf32>
  return
}
"""
FILL = "gpu.memset async [%{}] %{}, %v : memref<8xf32>, f32"


@pytest.mark.parametrize(
    ("body", "steps"),
    [
        pytest.param(
            f"""
            %t = gpu.wait async
            %x = {FILL.format("t", "a")}
            %y = {FILL.format("t", "b")}
            gpu.wait [%x, %y]""",
            1,
            id="beside one another",
        ),
        pytest.param(
            f"""
            %t = gpu.wait async
            %x = scf.for %i = %c0 to %c3 step %c1 iter_args(%u = %t)
                -> !gpu.async.token {{
              %w = {FILL.format("u", "a")}
              scf.yield %w : !gpu.async.token
            }}
            %y = {FILL.format("t", "b")}
            gpu.wait [%x, %y]""",
            3,
            id="a loop that carries its token",
        ),
        pytest.param(
            f"""
            %t = gpu.wait async
            %e, %f = async.execute -> !async.value<!gpu.async.token> {{
              %s = gpu.wait async
              %x = {FILL.format("s", "a")}
              async.yield %x : !gpu.async.token
            }}
            %y = {FILL.format("t", "b")}
            %x = async.await %f : !async.value<!gpu.async.token>
            %z = {FILL.format("x", "a")}
            gpu.wait [%z, %y]""",
            2,
            id="a flow of control of its own",
        ),
        pytest.param("call @fill(%a) : (memref<8xf32>) -> ()", 2, id="a call"),
        pytest.param(
            """
            %t = gpu.wait async
            %x = call @start(%t, %a) : (!gpu.async.token, memref<8xf32>)
              -> !gpu.async.token
            %y = call @start(%t, %b) : (!gpu.async.token, memref<8xf32>)
              -> !gpu.async.token
            %z = call @start(%y, %b) : (!gpu.async.token, memref<8xf32>)
              -> !gpu.async.token
            gpu.wait [%x, %z]""",
            2,
            id="calls that are handed tokens",
        ),
        pytest.param(
            f"""
            %n = memref.alloca() : memref<1xindex>
            %yes = arith.cmpi ult, %c0, %c1 : index
            cf.cond_br %yes, ^one, ^other
          ^one:
            %t = gpu.wait async
            %x = {FILL.format("t", "a")}
            cf.br ^last(%x : !gpu.async.token)
          ^other:
            %u = gpu.wait async
            cf.br ^last(%u : !gpu.async.token)
          ^last(%w: !gpu.async.token):
            %z = {FILL.format("w", "a")}
            gpu.wait [%z]""",
            2,
            id="blocks",
        ),
    ],
)
def test_programs(body: str, steps: int):
    text = f"""
    func.func @main() {{ {HEAD} {body} {TAIL}
    func.func private @fill(%a: memref<8xf32>) {{
      %v = arith.constant 0.0 : f32
      gpu.memset %a, %v : memref<8xf32>, f32
      gpu.memset %a, %v : memref<8xf32>, f32
      return
    }}
    func.func private @start(%t: !gpu.async.token, %a: memref<8xf32>)
        -> !gpu.async.token {{
      %v = arith.constant 0.0 : f32
      %x = {FILL.format("t", "a")}
      return %x : !gpu.async.token
    }}
    """
    # Two allocations come before, and two deallocations after.
    assert path_of(text) == 4 + steps
