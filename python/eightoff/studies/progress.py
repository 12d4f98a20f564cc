"""Showing how far a study is: a bar in a notebook or terminal, or a line now and then."""

import sys
import time
import warnings
from collections.abc import Callable
from typing import Any, TextIO

from eightoff.studies.extras import need

Report = Callable[[int, int], object]


class StatusLine:
    """A line of text with rate and time left: redrawn on a terminal, repeated elsewhere."""

    def __init__(self, stream: TextIO | None = None, every: float | None = None) -> None:
        """Prepare to write to `stream` (standard error), at most once in `every` seconds."""
        self._stream = stream or sys.stderr
        self._terminal = self._stream.isatty()
        self._every = (0.2 if self._terminal else 10.0) if every is None else every
        self._shown = 0.0
        self._begun: tuple[float, int] | None = None

    def __call__(self, done: int, total: int) -> None:
        """Take note of rows done and rows in all."""
        now = time.monotonic()
        if self._begun is None:
            self._begun = (now, done)
        elif done < total and now - self._shown < self._every:
            return
        self._shown = now
        end = "\n" if done >= total or not self._terminal else ""
        start = "\r\x1b[K" if self._terminal else ""
        self._stream.write(start + self.text(now, done, total) + end)
        self._stream.flush()

    def text(self, now: float, done: int, total: int) -> str:
        """Return the line for that time: done, rate of this run, time left."""
        begun, already = self._begun or (now, done)
        line = f"{done:,} of {total:,} rows ({100 * done / max(1, total):.1f} %)"
        if done > already and now > begun:
            rate = (done - already) / (now - begun)
            line += f", {rate:,.0f} a second"
            line += f", {clock((total - done) / rate)} left" if done < total else ""
        return line


def clock(seconds: float) -> str:
    """Return a time as ``h:mm:ss``."""
    minutes, second = divmod(round(seconds), 60)
    hour, minute = divmod(minutes, 60)
    return f"{hour}:{minute:02}:{second:02}"


class Bar:
    """A bar of tqdm: of its notebook kind in a notebook."""

    def __init__(self, tqdm: Any) -> None:
        """Prepare a bar of that class."""
        self._tqdm = tqdm
        self._bar: Any = None

    def __call__(self, done: int, total: int) -> None:
        """Take note of rows done and rows in all."""
        if self._bar is None:
            self._bar = self._tqdm(total=total, initial=done, unit="row", unit_scale=True)
        self._bar.update(done - self._bar.n)
        if done >= total:
            self._bar.close()


def reporter(progress: Report | bool | None) -> Report | None:
    """Return what a study calls to report: nothing, the user's function, or a bar."""
    if progress is None or progress is False:
        return None
    if progress is not True:
        return progress
    try:
        with warnings.catch_warnings():
            # tqdm.auto warns where ipywidgets is missing, and falls back by itself.
            warnings.simplefilter("ignore")
            tqdm = need("tqdm.auto").tqdm
    except ImportError:
        return StatusLine()
    return Bar(tqdm)
