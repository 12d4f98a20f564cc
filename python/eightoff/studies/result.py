"""A study on disk, opened as whatever the user works with."""

import os
import shutil
import weakref
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from eightoff.studies.directory import Directory, FailedChunk
from eightoff.studies.errors import StudyError
from eightoff.studies.extras import need
from eightoff.studies.plan import Plan
from eightoff.studies.summary import Summary, summarise


class Study:
    """A study in its directory; nothing is loaded before it is asked for.

    Attributes:
        path: The directory.
        plan: Its parameters.
    """

    path: Path
    plan: Plan

    def __init__(self, path: str | os.PathLike[str], *, temporary: bool = False) -> None:
        """Open the study in a directory.

        Args:
            path: The directory.
            temporary: Whether the directory goes away with this object.

        Raises:
            StudyError: There is no study.
        """
        self._directory = Directory(path)
        self.path = self._directory.path
        self.plan = self._directory.read()
        if temporary:
            weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters as `study.json` holds them."""
        return self.plan.describe()

    @property
    def failed(self) -> list[FailedChunk]:
        """The chunks that failed every time; their rows say ``error``. `resume` tries them again."""
        return self._directory.failed()

    @property
    def deals_done(self) -> int:
        """How many deals have rows in the table, error rows among them."""
        there = {path.name for path in self._directory.parts()}
        chunks = self.plan.chunks()
        return sum(c.count for c in chunks if self._directory.part(c.start).name in there)

    @property
    def complete(self) -> bool:
        """Whether every deal has its rows and none of them is an error row."""
        return self.deals_done == len(self.plan.source) and not self.failed

    def __len__(self) -> int:
        """Return how many rows the table has so far."""
        return self.deals_done * len(self.plan.rules)

    @property
    def parts(self) -> list[Path]:
        """The Parquet files that make up the table, in the order of the deals.

        Raises:
            StudyError: There is none yet.
        """
        parts = self._directory.parts()
        if not parts:
            raise StudyError(f"{self.path} has no rows yet\nhint: go on with eightoff.study.resume")
        return parts

    def dataset(self) -> Any:
        """Return the table as a `pyarrow.dataset.Dataset`, to filter before anything is read."""
        return need("pyarrow.dataset").dataset([str(part) for part in self.parts])

    def batches(self, columns: Sequence[str] | None = None) -> Iterator[Any]:
        """Yield the table part by part as `pyarrow.Table`, so that memory stays small."""
        parquet = need("pyarrow.parquet")
        for part in self.parts:
            yield parquet.read_table(part, columns=columns, partitioning=None)

    def to_arrow(self, columns: Sequence[str] | None = None) -> Any:
        """Return the table, or some of its columns, as a `pyarrow.Table`."""
        return self.dataset().to_table(columns=columns)

    def to_pandas(self, columns: Sequence[str] | None = None, **options: Any) -> Any:
        """Return the table, or some of its columns, as a `pandas.DataFrame`.

        `options` are those of `pyarrow.Table.to_pandas`.
        """
        need("pandas", "pandas")
        return self.to_arrow(columns).to_pandas(**options)

    def to_polars(self) -> Any:
        """Return the table as a `polars.LazyFrame`, which reads what a query needs."""
        return need("polars", "polars").scan_parquet([str(part) for part in self.parts])

    def summary(self, confidence: float = 0.95) -> Summary:
        """Return winnable shares with exact intervals, nodes, lengths and pairwise tests.

        Reads the table part by part: memory stays small, whatever the study's size.

        Args:
            confidence: The intervals' level, between 0 and 1.
        """
        return summarise(self.plan, self.batches, confidence)

    def __repr__(self) -> str:
        """Return where the study is and how far."""
        rules = "; ".join(str(rule) for rule in self.plan.rules)
        failed = f"; failed chunks: {len(self.failed)}" if self.failed else ""
        return (
            f"<eightoff.Study {str(self.path)!r}: {self.deals_done:,} of "
            f"{len(self.plan.source):,} deals ({rules}){failed}>"
        )
