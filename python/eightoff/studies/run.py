"""`eightoff.study` and what goes with it."""

import os
import shutil
import tempfile
import threading
import warnings
from collections.abc import Iterable
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from typing import Any, Literal, SupportsIndex

from numpy.typing import NDArray

from eightoff.studies.directory import Directory
from eightoff.studies.driver import Driver
from eightoff.studies.errors import FailedChunkWarning
from eightoff.studies.extras import need
from eightoff.studies.plan import Plan, default_chunk_size, rule_sets
from eightoff.studies.progress import Report, reporter
from eightoff.studies.result import Study
from eightoff.studies.source import read_source
from eightoff.studies.work import solve_chunk

IN_FLIGHT = 64
"""Chunks on their way to an executor that does not say how many workers it has."""


class StudyFunction:
    """Studies of many deals: call it to run one, or `resume` or `open` one that is there."""

    def __call__(
        self,
        deals: Iterable[int | str] | NDArray[Any],
        cells: SupportsIndex | Iterable[SupportsIndex] | None = None,
        group_limit: Literal["app", "strict"] | Iterable[Literal["app", "strict"]] = "app",
        *,
        shortest: bool = False,
        lengths: bool = True,
        features: bool = True,
        out: str | os.PathLike[str] | None = None,
        executor: Executor | None = None,
        threads: int | None = None,
        max_nodes: int | None = None,
        chunk_size: int | None = None,
        numbering: Literal["eightoff", "microsoft"] = "eightoff",
        retries: int = 2,
        in_flight: int | None = None,
        patience: float | None = None,
        progress: Report | bool | None = None,
    ) -> Study:
        """Solve many deals under one or several rule sets, and keep a table of all of them.

        The table has one row for each deal and rule set: ``number``, ``code``, ``cells``,
        ``group_limit``, ``verdict`` ("winnable", "unwinnable", "unknown" under a budget, "error"
        where the work itself failed), ``nodes``, ``length``, with `shortest` ``lower_bound`` and
        ``optimal``, the features of the layout (`eightoff.feature_meanings`), and ``error``.

        Calling it again with the same arguments goes on with what is missing.

        >>> import eightoff
        >>> study = eightoff.study(range(1000), cells=(8, 4))  # doctest: +SKIP
        >>> print(study.summary())  # doctest: +SKIP

        Args:
            deals: Deal numbers (a range is never written out) or codes.
            cells: 8, 4, 2 or several of them; (8, 4, 2) if left out, for codes those they name.
            group_limit: ``"app"``, ``"strict"`` or both.
            shortest: Also find the fewest actions that win, which takes far longer.
            lengths: Whether to work out a winning line of every winnable deal for its length, as
                the solver finds it; verdicts alone take less time.
            features: Whether to add the layout's features.
            out: The study's directory; a temporary one that goes with the result if left out.
            executor: Any `concurrent.futures.Executor`, such as that of a dask client; threads of
                this process if left out.
            threads: How many threads to use, all processors if left out; with an executor how
                many each of its tasks may use, one if left out.
            max_nodes: The solver's budget for a deal; None decides every deal.
            chunk_size: Deals worked on at a time and written as one file.
            numbering: ``"microsoft"`` takes the numbers as Microsoft's; such rows have no code.
            retries: How many times a chunk that fails is tried again before it gets error rows.
            in_flight: How many chunks may be on their way at once: twice the workers if the
                executor says how many it has, or else 64.
            patience: Seconds without any chunk coming back after which those on their way count as
                failed and are tried again: for clusters that may lose track of some. None waits.
            progress: Called with rows done and rows in all; True shows a bar.

        Returns:
            The study, complete but for chunks that failed (`Study.failed`), of which a
            `FailedChunkWarning` tells.

        Raises:
            ValueError: Deals or rules that do not exist, or are named twice.
            StudyError: The directory holds another study or cannot be written, or the executor
                broke down; what is written stays whole, and the same call goes on.
            KeyboardInterrupt: As usual; the same call goes on.
            ImportError: pyarrow is missing: ``pip install 'eightoff[study]'``.
        """
        source, cells_of_codes = read_source(deals, numbering)
        rules = rule_sets(cells if cells is not None else cells_of_codes or (8, 4, 2), group_limit)
        for name, value, least in (("chunk_size", chunk_size, 1), ("max_nodes", max_nodes, 1)):
            if value is not None and value < least:
                raise ValueError(f"{name} is at least {least}, not {value}")
        plan = Plan(
            source=source,
            rules=rules,
            shortest=bool(shortest),
            lengths=bool(lengths),
            features=bool(features),
            max_nodes=max_nodes,
            chunk_size=chunk_size or default_chunk_size(len(source), shortest),
        )
        need("pyarrow")
        temporary = out is None
        directory = Directory(tempfile.mkdtemp(prefix="eightoff-study-") if out is None else out)
        try:
            directory.begin(plan)
            _drive(directory, plan, executor, threads, retries, in_flight, patience, progress)
            return _result(directory, temporary)
        except BaseException:
            if temporary:
                shutil.rmtree(directory.path, ignore_errors=True)
            raise

    def resume(
        self,
        path: str | os.PathLike[str],
        *,
        executor: Executor | None = None,
        threads: int | None = None,
        retries: int = 2,
        in_flight: int | None = None,
        patience: float | None = None,
        progress: Report | bool | None = None,
    ) -> Study:
        """Go on with the study in a directory, with its own parameters.

        Chunks that failed are tried again. The arguments mean what they mean for a new study.

        Raises:
            StudyError: There is no study, it was begun with another version of eightoff, it
                cannot be written, or the executor broke down.
            ImportError: pyarrow is missing: ``pip install 'eightoff[study]'``.
        """
        need("pyarrow")
        directory = Directory(path)
        plan = directory.read()
        directory.must_be(plan)
        _drive(directory, plan, executor, threads, retries, in_flight, patience, progress)
        return _result(directory, temporary=False)

    def open(self, path: str | os.PathLike[str]) -> Study:
        """Return the study in a directory as it is, complete or not.

        Raises:
            StudyError: There is none.
        """
        return Study(path)


study = StudyFunction()


def processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Stopped(Exception):
    """The driver has gone; a worker's chunk is no longer wanted."""


def _drive(
    directory: Directory,
    plan: Plan,
    executor: Executor | None,
    threads: int | None,
    retries: int,
    in_flight: int | None,
    patience: float | None,
    progress: Report | bool | None,
) -> None:
    """Run the driver on the user's executor or on threads of this process."""
    report = reporter(progress)
    with directory.driven():
        if executor is not None:
            workers = getattr(executor, "_max_workers", None)
            default = 2 * workers if isinstance(workers, int) else IN_FLIGHT
            Driver(
                directory=directory,
                plan=plan,
                executor=executor,
                threads=threads or 1,
                in_flight=in_flight or default,
                retries=retries,
                patience=patience,
                report=report,
            ).run()
            return
        # One chunk a thread rather than one chunk for all: no thread waits for another at the
        # end of a chunk, and the last part is written while the next are at work.
        workers = threads or processors()
        stop = threading.Event()

        def look(done: int, total: int) -> None:
            if stop.is_set():
                raise _Stopped

        pool = ThreadPoolExecutor(workers, thread_name_prefix="eightoff-study")
        try:
            Driver(
                directory=directory,
                plan=plan,
                executor=pool,
                work=partial(solve_chunk, look=look),
                in_flight=in_flight or 2 * workers,
                retries=retries,
                report=report,
            ).run()
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


def _result(directory: Directory, temporary: bool) -> Study:
    """Return the finished study, with a warning if some of it failed."""
    result = Study(directory.path, temporary=temporary)
    failed = result.failed
    if failed:
        shown = "; ".join(str(chunk) for chunk in failed[:3])
        warnings.warn(
            f"error rows stand for the deals of failed chunks ({len(failed)}): {shown}",
            FailedChunkWarning,
            stacklevel=3,
        )
    return result
