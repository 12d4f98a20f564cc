"""``eightoff.expert_dataset``: positions with what the exact solver says of them."""

from __future__ import annotations

import os
from dataclasses import dataclass, fields
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from eightoff import _environments as common
from eightoff._core import __version__, _lessons

__all__ = ["ExpertDataset", "expert_dataset"]


@dataclass(frozen=True, eq=False)
class ExpertDataset:
    """Positions, a row each, in the order in which they were walked through.

    Attributes:
        observation: what an environment shows, (n, ...) in the form asked for.
        action_mask: int8 (n, 156): 1 for each legal action, withdrawals left out.
        action: int64 (n,): the next action of a solution of the exact solver, -1 where the game is lost.
        winnable: bool (n,): whether the game can be won.
        distance: int32 (n,): how many actions that solution still has (it is not the shortest), -1 where lost.
        on_path: bool (n,): whether no random action has been taken since the deal.
        number: uint32 (n,): the number of the deal.
    """

    observation: NDArray[Any]
    action_mask: NDArray[np.int8]
    action: NDArray[np.int64]
    winnable: NDArray[np.bool_]
    distance: NDArray[np.int32]
    on_path: NDArray[np.bool_]
    number: NDArray[np.uint32]

    def __len__(self) -> int:
        """How many positions there are."""
        return len(self.action)

    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """Writes a Parquet file with a column for each attribute.

        Arrays of more than one dimension become lists of fixed size, a row's entries in C order. The schema has
        the package's version in its metadata (``eightoff``), such a column the shape of its rows (``shape``, "52,2").

        Raises:
            ImportError: pyarrow is missing.
        """
        try:
            import pyarrow as pa  # type: ignore[import-not-found,import-untyped,unused-ignore]
            import pyarrow.parquet as pq  # type: ignore[import-not-found,import-untyped,unused-ignore]
        except ImportError:
            raise ImportError("Parquet needs pyarrow\nhint: pip install pyarrow") from None
        columns, described = [], []
        for field in fields(self):
            values = getattr(self, field.name)
            column, metadata = pa.array(values.reshape(-1)), None
            if values.ndim > 1:
                shape = values.shape[1:]
                column = pa.FixedSizeListArray.from_arrays(column, int(np.prod(shape)))
                metadata = {"shape": ",".join(map(str, shape))}
            columns.append(column)
            described.append(pa.field(field.name, column.type, nullable=False, metadata=metadata))
        schema = pa.schema(described, metadata={"eightoff": __version__})
        pq.write_table(pa.table(columns, schema=schema), path)


def expert_dataset(
    n: int,
    *,
    seed: int = 0,
    deviation: float = 0.05,
    cells: int = 8,
    group_limit: Literal["app", "strict"] = "app",
    observation: Literal["cards", "grid", "planes", "planes_uint8"] = "cards",
    deals: common.Deals = "any",
    solution_length: tuple[int, int] | None = None,
    start: int | Literal["deal"] = "deal",
    threads: int | None = None,
) -> ExpertDataset:
    """Positions on and off the exact solver's path, with its advice.

    Games are walked through from the deal: mostly by the solver's next action, with probability ``deviation``
    by a random one (uniform among the legal), after which the solver is asked again. A walk ends at a win or when
    a random action, or the deal, has lost the game; that position is the last one shown.

    Args:
        n: how many positions.
        seed: an int from 0 on; the same for any number of threads.
        deviation: the probability of a random action at each step.
        cells: 8, 4 or 2. ``group_limit``, ``observation``, ``deals``, ``solution_length`` and ``start`` are as for
            `EightOffEnv`.
        group_limit: see ``cells``.
        observation: see ``cells``.
        deals: see ``cells``.
        solution_length: see ``cells``.
        start: see ``cells``.
        threads: how many work; None: as many as the process may use.

    Raises:
        ValueError: an argument is out of its range.
    """
    if n < 0:
        raise ValueError(f"n is at least 0, not {n}")
    if not 0 <= deviation <= 1:
        raise ValueError(f"deviation is a probability, not {deviation}")
    starts = common.starts(deals, cells, solution_length, start)
    word, _ = common.stream_words(seed)
    threads = threads or common.usable_threads()
    return ExpertDataset(
        *_lessons(cells, group_limit, observation, starts, n, deviation, word, threads)
    )
