"""What the single and the batched environment have in common: arguments, spaces, seeds, starts."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

import numpy as np

from eightoff._core import Game, decode_code
from eightoff._gymnasium import spaces

Deals: TypeAlias = str | Iterable[int | str]
Starts: TypeAlias = tuple[list[int] | None, bool, tuple[int, int] | None, int | None]

NUM_ACTIONS = 156
RENDER_MODES = ("ansi", "svg", "rgb_array")


def check_render_mode(mode: str | None) -> None:
    """Nothing, or a ValueError: there is no such way to render."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode is one of {RENDER_MODES}, not {mode!r}")


def observation_space(observation: str) -> spaces.Box:
    """The space of one of the four forms of observation.

    Raises:
        ValueError: there is no such form.
    """
    match observation:
        case "cards":
            high = np.tile(np.array([54, 18], np.uint8), (52, 1))
            return spaces.Box(np.zeros((52, 2), np.uint8), high, dtype=np.uint8)
        case "grid":
            return spaces.Box(-2, 51, (21, 8), np.int8)
        case "planes":
            return spaces.Box(0, 1, (74, 4, 13), np.float32)
        case "planes_uint8":
            return spaces.Box(0, 1, (74, 4, 13), np.uint8)
    raise ValueError(
        f'observation is "cards", "grid", "planes" or "planes_uint8", not {observation!r}'
    )


def starts(
    deals: Deals,
    cells: int,
    solution_length: tuple[int, int] | None = None,
    start: int | str = "deal",
) -> Starts:
    """Where episodes start, as the core takes it.

    Raises:
        ValueError: an unknown word, an empty list or range, or a code of a game with other cells.
    """
    if isinstance(deals, str) and deals not in ("any", "winnable"):
        raise ValueError(
            f'deals is "any", "winnable" or a list of deal numbers and codes, not {deals!r}'
        )
    numbers = None if isinstance(deals, str) else _deal_numbers(deals, cells)
    if solution_length is not None:
        least, most = solution_length
        if not 0 <= least <= most < 2**32:
            raise ValueError(f"solution_length is a range (least, most), not {solution_length}")
    if start != "deal" and (isinstance(start, str) or not 0 < start < 2**32):
        raise ValueError(f'start is "deal" or a number of actions from 1 on, not {start!r}')
    before_end = None if isinstance(start, str) else int(start)
    return numbers, deals == "winnable", solution_length, before_end


def _deal_numbers(deals: Iterable[int | str], cells: int) -> list[int]:
    numbers = [code_number(deal, cells) if isinstance(deal, str) else int(deal) for deal in deals]
    if not numbers:
        raise ValueError("deals is an empty list, not one of deal numbers and codes")
    for number in numbers:
        if not 0 <= number < 2**32:
            raise ValueError(f"a deal number is in 0..4294967295, not {number}")
    return numbers


def code_number(code: str, cells: int) -> int:
    """The deal number of a code, whose number of cells must be the environment's.

    Raises:
        CodeError: the text is no code.
        ValueError: it is one of another game.
    """
    number, code_cells = decode_code(code)
    if code_cells != cells:
        raise ValueError(f"{code} has {code_cells} cells, the environment {cells}")
    return number


def stream_words(seed: int) -> tuple[int, int]:
    """The words that an environment's deals and its sampled actions begin from.

    Any seed from 0 on will do, however large: NumPy's ``SeedSequence`` spreads it over both.
    """
    deals, choices = np.random.SeedSequence(seed).generate_state(2, np.uint64)
    return int(deals), int(choices)


def chosen_start(options: Mapping[str, Any] | None, cells: int) -> int | str | None:
    """What reset options ask for: a deal number, a board text, or None for a drawn deal.

    Raises:
        ValueError: more than one start, or an option that does not exist.
    """
    given = dict(options or {})
    unknown = given.keys() - {"code", "number", "layout"}
    if unknown:
        raise ValueError(f"no such option: {sorted(unknown)}\nhint: code, number or layout")
    if len(given) > 1:
        raise ValueError(f"options name more than one start: {sorted(given)}")
    if "number" in given:
        return int(given["number"])
    if "code" in given:
        return code_number(given["code"], cells)
    layout: str | None = given.get("layout")
    return layout


def usable_threads() -> int:
    """How many threads can work at once; containers and schedulers often grant fewer than there are."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def render(game: Game, mode: str | None) -> Any:
    """A picture of a board: str for "ansi" and "svg", uint8 (height, width, 3) for "rgb_array"."""
    match mode:
        case "ansi":
            return str(game)
        case "svg":
            from eightoff import svg

            return svg.board(game).svg
        case "rgb_array":
            from eightoff import raster

            return raster.board(game)
    return None
