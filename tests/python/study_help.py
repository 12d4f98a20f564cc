"""What the tests of studies share: the truth, and executors that misbehave."""

from concurrent.futures import Executor, Future

import numpy as np

import eightoff
from eightoff.studies.work import Task

RULES = [(8, "app"), (4, "app"), (2, "app")]
VERDICTS = {1: "winnable", 0: "unwinnable", -1: "unknown"}


def truth(numbers, rules=RULES, features=True):
    """The rows that a study must have, straight from the solver, by deal and rules."""
    numbers = np.asarray(numbers)
    rows = {}
    for cells, limit in rules:
        solved = eightoff.solve_many(numbers, cells=cells, group_limit=limit)
        of = eightoff.features(numbers, cells, limit)
        for number, found, feature in zip(numbers.tolist(), solved, of, strict=True):
            length = int(found["length"])
            row = {
                "code": eightoff.encode_code(number, cells),
                "verdict": VERDICTS[int(found["status"])],
                "nodes": int(found["nodes"]),
                "length": length if length >= 0 else None,
                "error": None,
            }
            if features:
                row |= {name: int(feature[name]) for name in of.dtype.names}
            rows[number, cells, limit] = row
    return rows


def rows_of(study):
    """The rows that a study has, by deal and rules; no two of the same."""
    rows = {}
    for row in study.to_arrow().to_pylist():
        key = row.pop("number"), row.pop("cells"), row.pop("group_limit")
        assert key not in rows, f"{key} has two rows"
        rows[key] = row
    return rows


def assert_true(study, numbers, cells):
    """Hold a large table under the app's limit to the truth, column by column."""
    numbers, cells = np.asarray(numbers), np.asarray(cells)
    table = study.to_arrow()
    found = np.stack([table["number"].to_numpy(), table["cells"].to_numpy()])
    order = np.lexsort((-found[1], found[0]))
    # Every deal under every rule set, once.
    assert np.array_equal(found[0][order], np.repeat(numbers, len(cells)))
    assert np.array_equal(found[1][order], np.tile(cells, len(numbers)))
    assert table["error"].null_count == len(table)
    for place, count in enumerate(cells.tolist()):
        rows = table.take(order[place :: len(cells)])
        solved = eightoff.solve_many(numbers, cells=count)
        verdicts = [VERDICTS[status] for status in solved["status"].tolist()]
        assert rows["verdict"].to_pylist() == verdicts
        assert np.array_equal(rows["nodes"].to_numpy(), solved["nodes"])
        assert np.array_equal(rows["length"].fill_null(-1).to_numpy(), solved["length"])
        of = eightoff.features(numbers, count)
        for name in of.dtype.names:
            assert np.array_equal(rows[name].to_numpy(), of[name])


def fail_where_poisoned(work, task: Task, poisoned: int):
    """Do a chunk, unless it holds the poisoned deal."""
    if poisoned in task.plan.source.numbers:
        raise ZeroDivisionError(f"deal {poisoned} is poisoned")
    return work(task)


class Poisoning(Executor):
    """Hands work on to another executor; the chunk with a certain deal always fails there."""

    def __init__(self, inner: Executor, poisoned: int) -> None:
        self.inner, self.poisoned = inner, poisoned
        self.submitted = 0

    def submit(self, fn, /, *args, **kwargs) -> Future:
        self.submitted += 1
        return self.inner.submit(fail_where_poisoned, fn, *args, self.poisoned, **kwargs)
