"""Runs the missing chunks of a study on an executor and writes what comes back.

Only the driver writes, and only a bounded number of chunks is on its way at any time, so its
memory does not grow with the study.
"""

import itertools
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from dataclasses import dataclass, field

from eightoff.studies.directory import Directory, FailedChunk
from eightoff.studies.errors import StudyError
from eightoff.studies.plan import Chunk, Plan
from eightoff.studies.table import error_table, to_parquet
from eightoff.studies.work import Task, part_of, solve_chunk

Report = Callable[[int, int], object]
"""Called with rows done and rows in all."""

HOPELESS = 8
"""So many chunks failing in a row are no matter of chunks: the workers lack something."""


@dataclass
class Driver:
    """One run over the missing chunks of a study.

    Attributes:
        directory: Where the parts go.
        plan: The study's plan.
        executor: Whatever runs `solve_chunk`.
        work: `solve_chunk`, or a stand-in with the same arguments and result.
        threads: How many threads the solver may use for a chunk.
        in_flight: How many chunks are on their way at most.
        retries: How many times a failed chunk is tried again.
        patience: After so many seconds without a chunk coming back all of them have failed;
            None waits for ever.
        report: Called once at the start and after every chunk.
    """

    directory: Directory
    plan: Plan
    executor: Executor
    work: Callable[[Task], bytes] = solve_chunk
    threads: int = 1
    in_flight: int = 64
    retries: int = 2
    patience: float | None = None
    report: Report | None = None
    _pending: dict[Future[bytes], tuple[Chunk, int]] = field(default_factory=dict, init=False)
    _done: int = field(default=0, init=False)
    _failures_in_a_row: int = field(default=0, init=False)

    def run(self) -> None:
        """Do all missing chunks.

        Raises:
            StudyError: The directory cannot be written, or the executor cannot go on.
            KeyboardInterrupt: As usual; the parts are whole, and the rest is not done.
        """
        missing = list(self.directory.missing(self.plan))
        rules = len(self.plan.rules)
        self._done = self.plan.rows - rules * sum(chunk.count for chunk in missing)
        self._tell()
        chunks = iter(missing)
        try:
            self._submit(itertools.islice(chunks, self.in_flight))
            while self._pending:
                done, stuck = wait(
                    self._pending, timeout=self.patience, return_when=FIRST_COMPLETED
                )
                for future in done or stuck:
                    chunk, attempt = self._pending.pop(future)
                    if not done:
                        # Late results go unread: the chunk's next attempt has the same.
                        future.cancel()
                    if self._take(future if done else self._too_late(), chunk, attempt):
                        self._submit(itertools.islice(chunks, 1))
        finally:
            for future in self._pending:
                future.cancel()

    def _tell(self) -> None:
        if self.report is not None:
            self.report(self._done, self.plan.rows)

    def _submit(self, chunks: Iterator[Chunk], attempt: int = 0) -> None:
        for chunk in chunks:
            task = Task(part_of(self.plan, chunk), self.threads)
            try:
                future = self.executor.submit(self.work, task)
            except Exception as error:
                # No work has been done yet: it is the executor that cannot.
                raise self._lost(error) from error
            self._pending[future] = (chunk, attempt)

    def _too_late(self) -> Future[bytes]:
        """Return what stands for a chunk that did not come back."""
        late: Future[bytes] = Future()
        late.set_exception(TimeoutError(f"no chunk came back for {self.patience} seconds"))
        return late

    def _take(self, future: Future[bytes], chunk: Chunk, attempt: int) -> bool:
        """Write what a chunk came to; whether the chunk is over."""
        try:
            data = future.result()
        except (BrokenExecutor, CancelledError) as error:
            raise self._lost(error) from error
        except Exception as error:
            if attempt < self.retries:
                self._submit(iter([chunk]), attempt + 1)
                return False
            self._give_up(chunk, error)
        else:
            self._failures_in_a_row = 0
            self.directory.write_part(chunk.start, data)
        self._done += chunk.count * len(self.plan.rules)
        self._tell()
        return True

    def _give_up(self, chunk: Chunk, error: Exception) -> None:
        """Write error rows for a chunk."""
        part = part_of(self.plan, chunk)
        numbers = part.source.numbers
        failed = FailedChunk(
            start=chunk.start,
            count=chunk.count,
            first=int(numbers[0]),
            last=int(numbers[-1]),
            error=f"{type(error).__name__}: {error}",
            traceback="".join(traceback.format_exception(error)),
        )
        self._failures_in_a_row += 1
        if self._failures_in_a_row >= HOPELESS:
            raise StudyError(
                f"{HOPELESS} chunks in a row failed, the last one with {failed.error}\n"
                "hint: look at the workers; do they have the same version of eightoff[study]? "
                "Then go on with eightoff.study.resume or the same command"
            ) from error
        tables = (error_table(part, part.source, rule, failed.error) for rule in part.rules)
        self.directory.write_failure(failed, to_parquet(tables))

    def _lost(self, error: BaseException) -> StudyError:
        what = f"{type(error).__name__}: {error}".rstrip(": ")
        return StudyError(
            f"the executor cannot go on ({what}); "
            f"{self._done} of {self.plan.rows} rows are in {self.directory.path}\n"
            "hint: go on with eightoff.study.resume or the same command"
        )
