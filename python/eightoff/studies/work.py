"""What a worker does, in a thread, another process or on another machine."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import eightoff
from eightoff.feature_table import features
from eightoff.studies.plan import Chunk, Plan
from eightoff.studies.table import result_table, to_parquet


@dataclass(frozen=True)
class Task:
    """One chunk of a study, small enough to send: its deals and what to find out about them.

    Attributes:
        plan: The study's plan, its deals cut down to those of the chunk.
        threads: How many threads the solver may use.
    """

    plan: Plan
    threads: int


def part_of(plan: Plan, chunk: Chunk) -> Plan:
    """Return a plan that asks the same of a chunk's deals only."""
    return replace(plan, source=plan.source.slice(chunk.start, chunk.count))


def solve_chunk(task: Task, look: Callable[[int, int], object] | None = None) -> bytes:
    """Solve the deals of a task and return the chunk's part, a Parquet file.

    Args:
        task: The task.
        look: Called with deals done and all deals now and then; what it raises ends the work.
    """
    plan = task.plan
    deals = plan.source.deals()
    tables = []
    for rule in plan.rules:
        solved = eightoff.solve_many(
            deals,
            cells=rule.cells,
            group_limit=rule.group_limit,
            lengths=plan.lengths,
            shortest=plan.shortest,
            max_nodes=plan.max_nodes,
            threads=task.threads,
            progress=look,
        )
        of = features(deals, rule.cells, rule.group_limit) if plan.features else None
        tables.append(result_table(plan, plan.source, rule, solved, of))
    return to_parquet(tables)
