"""The order that memory demands, against its definition."""

from __future__ import annotations

from random import Random

import pytest

from xdsl_gpu_ext.analysis.async_dependencies import NOTHING, Footprint, Task, TaskGraph

PLACES = "abcdef"


def random_footprint(rng: Random) -> Footprint:
    touched = rng.sample(PLACES, rng.choice((0, 1, 1, 2, 2, 3)))
    split = rng.randint(0, len(touched))
    return Footprint(
        frozenset(touched[:split]), frozenset(touched[split:]), rng.random() < 0.03
    )


def conflict(new: Footprint, old: Footprint) -> bool:
    """Whether one writes what the other touches, or may do anything."""
    if new == NOTHING:
        return False
    if new.anything or old.anything:
        return True
    return bool(new.writes & (old.reads | old.writes) or old.writes & new.reads)


class Expected:
    """The same order, kept the plain way: every task knows all tasks before it."""

    def __init__(self) -> None:
        self.footprints: list[Footprint] = []
        self.before: list[set[int]] = []
        self.done: set[int] = set()

    def conflicting(self, footprint: Footprint) -> set[int]:
        return {
            index
            for index, other in enumerate(self.footprints)
            if index not in self.done and conflict(footprint, other)
        }

    def add(self, footprint: Footprint, after: set[int]) -> set[int]:
        """The tasks that a new one must come after, less what follows from others."""
        found = (self.conflicting(footprint) | after) - self.done
        before = found.union(*(self.before[index] for index in found))
        self.footprints.append(footprint)
        self.before.append(before)
        return self.reduced(found)

    def reduced(self, tasks: set[int]) -> set[int]:
        return tasks - set[int]().union(*(self.before[index] for index in tasks))

    def finish(self, tasks: set[int]) -> set[int]:
        finished = tasks.union(*(self.before[index] for index in tasks)) - self.done
        self.done |= finished
        return finished


@pytest.mark.parametrize("seed", range(200))
def test_random_tasks(seed: int) -> None:
    rng = Random(seed)
    graph, expected = TaskGraph(), Expected()
    tasks: list[Task] = []
    for _ in range(rng.randint(1, 60)):
        footprint = random_footprint(rng)
        if rng.random() < 0.8:
            # Something else may ask for an order, too.
            after = rng.sample(tasks, min(len(tasks), rng.choice((0, 0, 0, 1, 2))))
            wanted = expected.add(footprint, {task.index for task in after})
            task = graph.add(footprint, after)
            tasks.append(task)
            assert task.index == len(tasks) - 1
            assert [t.index for t in task.after] == sorted(wanted)
        else:
            conflicting = expected.conflicting(footprint)
            last = graph.reduce(graph.conflicting(footprint))
            assert {t.index for t in last} == expected.reduced(conflicting)
            finished = graph.finish(last)
            assert [t.index for t in finished] == sorted(expected.finish(conflicting))
        unfinished = set(range(len(tasks))) - expected.done
        assert {t.index for t in graph.unfinished} == expected.reduced(unfinished)
        assert {t.index for t in tasks if t.is_done} == expected.done


def test_a_reader_waits_for_the_writer_and_a_writer_for_the_readers() -> None:
    graph = TaskGraph()
    a = frozenset({"a"})
    write = graph.add(Footprint(writes=a))
    reads = [graph.add(Footprint(reads=a)) for _ in range(3)]
    again = graph.add(Footprint(writes=a))
    assert all(read.after == [write] for read in reads)
    assert again.after == reads


def test_what_touches_nothing_waits_for_nothing() -> None:
    graph = TaskGraph()
    graph.add(Footprint(anything=True))
    assert not graph.add(NOTHING).after


def test_what_may_touch_anything_is_a_barrier() -> None:
    graph = TaskGraph()
    first = [graph.add(Footprint(writes=frozenset({place}))) for place in "abc"]
    barrier = graph.add(Footprint(anything=True))
    assert barrier.after == first
    assert graph.add(Footprint(reads=frozenset({"z"}))).after == [barrier]
