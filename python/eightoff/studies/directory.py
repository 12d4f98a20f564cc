"""A study's directory: whole files or none, and one driver at a time.

``study.json``
    The parameters. It is written last, so a directory that has it is a study.
``numbers.npy``
    The deal numbers of a study that is no range.
``part-<place>.parquet``
    The rows of the chunk that begins at that place of the deals.
``failed-<place>.json``
    There while the part holds error rows: which deals, and what was raised.
``study.lock``
    Locked while a driver runs.
"""

import contextlib
import json
import os
import secrets
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from eightoff.studies.errors import StudyError
from eightoff.studies.plan import FORMAT, Chunk, Plan, differences, plan_from
from eightoff.studies.source import Source

try:
    import fcntl
except ImportError:  # Windows has none; there two drivers are the user's business.
    fcntl = None  # type: ignore[assignment]

PARAMETERS = "study.json"
NUMBERS = "numbers.npy"
LOCK = "study.lock"
TEMPORARY = ".writing-"


@dataclass(frozen=True)
class FailedChunk:
    """A chunk that failed every time it was tried.

    Attributes:
        start: The place of its first deal among the study's deals, from 0.
        count: How many deals it has.
        first: The number of its first deal.
        last: The number of its last deal.
        error: What was raised, in one line.
        traceback: The same with its traceback.
    """

    start: int
    count: int
    first: int
    last: int
    error: str
    traceback: str

    def __str__(self) -> str:
        """Return which deals failed and why, in one line."""
        return f"chunk {self.start}, deals {self.first} to {self.last}: {self.error}"


class Directory:
    """The files of a study."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Name the directory; nothing is read or written yet."""
        self.path = Path(path)

    def read(self) -> Plan:
        """Return the plan of the study that is there.

        Raises:
            StudyError: There is none, or it was written by another format or is damaged.
        """
        description = self._description()
        if description is None:
            raise StudyError(f"{self.path} holds no study: it has no {PARAMETERS}")
        if description.get("format") != FORMAT:
            raise StudyError(
                f"{self.path} has format {description.get('format')!r}; "
                f"this version of eightoff reads format {FORMAT}"
            )
        deals = description["deals"]
        if "sha256" in deals:
            source = Source(self._numbers(), deals["numbering"])
            if source.describe() != deals:
                raise StudyError(f"{self.path / NUMBERS} is damaged: its checksum is another")
        else:
            numbers = range(deals["start"], deals["stop"], deals["step"])
            source = Source(numbers, deals["numbering"])
        return plan_from(description, source)

    def begin(self, plan: Plan) -> None:
        """Make the directory a study of that plan; one that is there already must be the same.

        Raises:
            StudyError: It is another study, something else, or cannot be written.
        """
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            there = {entry.name for entry in self.path.iterdir()}
        except OSError as error:
            raise self._unwritable(error) from error
        if PARAMETERS in there:
            self.must_be(plan)
            return
        foreign = {name for name in there if not name.startswith(TEMPORARY)} - {LOCK, NUMBERS}
        if foreign:
            raise StudyError(
                f"{self.path} is not empty and holds no study ({', '.join(sorted(foreign)[:3])})\n"
                "hint: name a directory of its own"
            )
        if not isinstance(plan.source.numbers, range):
            self.write(NUMBERS, _npy(plan.source))
        self.write(PARAMETERS, json.dumps(plan.describe(), indent=1).encode())

    def must_be(self, plan: Plan) -> None:
        """Check that the study that is there has the parameters of `plan`.

        Raises:
            StudyError: It has others; the message names them.
        """
        differing = differences(plan.describe(), self._description() or {})
        if differing:
            raise StudyError(
                f"{self.path} holds a study with other parameters: {'; '.join(differing)}\n"
                "hint: go on with its own (eightoff.study.resume), or name another directory"
            )

    def _description(self) -> dict[str, Any] | None:
        try:
            text = (self.path / PARAMETERS).read_text(encoding="utf-8")
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise StudyError(f"cannot read {self.path / PARAMETERS}: {error.strerror}") from error
        try:
            description = json.loads(text)
        except ValueError as error:
            raise StudyError(f"{self.path / PARAMETERS} is damaged: {error}") from error
        if not isinstance(description, dict):
            raise StudyError(f"{self.path / PARAMETERS} is damaged: it is no JSON object")
        return description

    def _numbers(self) -> Any:
        try:
            return np.load(self.path / NUMBERS, allow_pickle=False)
        except (OSError, ValueError) as error:
            raise StudyError(f"cannot read {self.path / NUMBERS}: {error}") from error

    def part(self, start: int) -> Path:
        """Return the path of a chunk's part."""
        return self.path / f"part-{start:010}.parquet"

    def parts(self) -> list[Path]:
        """Return the parts that are there, in the order of their deals."""
        return sorted(self.path.glob("part-*.parquet"))

    def missing(self, plan: Plan) -> Iterator[Chunk]:
        """Yield the chunks that have no part, or one with error rows."""
        there = {path.name for path in self.parts()}
        failed = {chunk.start for chunk in self.failed()}
        for chunk in plan.chunks():
            if self.part(chunk.start).name not in there or chunk.start in failed:
                yield chunk

    def failed(self) -> list[FailedChunk]:
        """Return the chunks whose part holds error rows."""
        paths = sorted(self.path.glob("failed-*.json"))
        return [FailedChunk(**json.loads(path.read_text(encoding="utf-8"))) for path in paths]

    def _failure(self, start: int) -> Path:
        return self.path / f"failed-{start:010}.json"

    def write_part(self, start: int, data: bytes) -> None:
        """Write a chunk's part.

        Raises:
            StudyError: It cannot be written.
        """
        self.write(self.part(start).name, data)
        # After the part: a stop in between only has the chunk done again.
        self._failure(start).unlink(missing_ok=True)

    def write_failure(self, failed: FailedChunk, data: bytes) -> None:
        """Write the error rows of a chunk that failed, and what happened.

        Raises:
            StudyError: They cannot be written.
        """
        text = json.dumps(asdict(failed), indent=1)
        # Before the part: error rows are never there without their reason.
        self.write(self._failure(failed.start).name, text.encode())
        self.write(self.part(failed.start).name, data)

    def write(self, name: str, data: bytes) -> None:
        """Write a whole file, or leave what was there: also when the machine stops meanwhile.

        Raises:
            StudyError: It cannot be written.
        """
        temporary = self.path / f"{TEMPORARY}{secrets.token_hex(8)}"
        try:
            try:
                with open(temporary, "xb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(temporary, self.path / name)
            except BaseException:
                with contextlib.suppress(OSError):
                    temporary.unlink()
                raise
            self._sync()
        except OSError as error:
            raise self._unwritable(error) from error

    def _sync(self) -> None:
        """See to it that the names in the directory outlast a power cut."""
        if os.name == "nt":  # Windows cannot open a directory.
            return
        handle = os.open(self.path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

    def _unwritable(self, error: OSError) -> StudyError:
        return StudyError(
            f"cannot write to {self.path}: {error.strerror}\n"
            "hint: the parts written so far are whole; when there is room and permission, "
            "go on with eightoff.study.resume or the same command"
        )

    @contextlib.contextmanager
    def driven(self) -> Iterator[None]:
        """Keep other drivers out, and clear away what a killed one was writing.

        Raises:
            StudyError: Another process drives this study, or the directory cannot be written.
        """
        try:
            lock = open(self.path / LOCK, "ab")  # noqa: SIM115 - closed below
        except OSError as error:
            raise self._unwritable(error) from error
        with lock:
            if fcntl is not None:
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError as error:
                    raise StudyError(f"another process is at work on {self.path}") from error
                except OSError:
                    pass  # Some network file systems have no locks: as on Windows, then.
            for leftover in self.path.glob(f"{TEMPORARY}*"):
                leftover.unlink(missing_ok=True)
            yield


def _npy(source: Source) -> bytes:
    """Return the deal numbers as the bytes of a NumPy file."""
    import io

    file = io.BytesIO()
    np.save(file, source.array(), allow_pickle=False)
    return file.getvalue()
