"""Features of layouts: numbers a researcher can hold against what the solver says of a deal."""

from collections.abc import Iterable
from typing import Any, Literal, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from eightoff._core import Game, _feature_names, _features, _game_features, decode_code

MEANINGS: dict[str, str] = dict(_feature_names())
"""What each feature is, by name, in the order of the fields."""

DTYPE = np.dtype([(name, np.int16) for name in MEANINGS])
"""The type of a row: one int16 field a feature."""


def features(
    deals: Iterable[int | str | Game] | NDArray[Any],
    cells: SupportsIndex = 8,
    group_limit: Literal["app", "strict"] = "app",
) -> NDArray[Any]:
    """Return the features of many boards.

    Nothing is searched: about half a million deals a second. `eightoff.feature_meanings` says what
    each feature is; docs/studies.md defines them one by one.

    Args:
        deals: Deal numbers (0..4294967295) or codes, or decks as an int8 array (n, 52) in dealing
            order, or games, which are taken as they stand.
        cells: 8, 4 or 2, for numbers and decks; codes and games have their own.
        group_limit: ``"app"`` or ``"strict"``, on which the mobility depends; games have their own.

    Returns:
        A structured array (n,) of int16 fields named as in `eightoff.feature_meanings`.

    Raises:
        ValueError: A number out of range, a bad code or deck, a wrong number of cells.
        TypeError: Something that is no deal at all.
    """
    if isinstance(deals, np.ndarray) and deals.ndim == 2:
        return _records(_features(whole_decks(deals), cells, group_limit))
    if not isinstance(deals, np.ndarray | range):
        deals = list(deals)
        games = [deal for deal in deals if isinstance(deal, Game)]
        if games and len(games) == len(deals):
            return _records(_game_features(games))
        codes = [deal for deal in deals if isinstance(deal, str)]
        if codes and len(codes) == len(deals):
            return _of_codes(codes, group_limit)
    return _records(_features(deal_numbers(deals), cells, group_limit))


def _records(values: NDArray[np.int16]) -> NDArray[Any]:
    """Return rows of values as a structured array."""
    return np.ascontiguousarray(values).view(DTYPE).reshape(len(values))


def _of_codes(codes: list[str], group_limit: Literal["app", "strict"]) -> NDArray[Any]:
    """Return the features of deals named by code, each with its own number of cells."""
    decoded = np.array([decode_code(code) for code in codes], dtype=np.uint32)
    table = np.empty(len(codes), DTYPE)
    for cells in np.unique(decoded[:, 1]):
        chosen = decoded[:, 1] == cells
        numbers = np.ascontiguousarray(decoded[chosen, 0])
        table[chosen] = _records(_features(numbers, int(cells), group_limit))
    return table


def deal_numbers(deals: Any) -> NDArray[np.uint32]:
    """Return deal numbers as the core takes them.

    Raises:
        TypeError: They are no whole numbers.
        ValueError: One is out of range, or they are not a simple list.
    """
    numbers = np.asarray(deals)
    if numbers.size == 0:
        return np.zeros(0, np.uint32)
    if numbers.dtype.kind not in "iu":
        raise TypeError(f"deal numbers are whole numbers, not {numbers.dtype}")
    if numbers.ndim != 1:
        raise ValueError(f"deal numbers are a list, not an array of shape {numbers.shape}")
    low, high = int(numbers.min()), int(numbers.max())
    if low < 0 or high > 0xFFFF_FFFF:
        wrong = low if low < 0 else high
        raise ValueError(f"deal number {wrong} is not in 0..4294967295")
    return np.ascontiguousarray(numbers, dtype=np.uint32)


def whole_decks(decks: NDArray[Any]) -> NDArray[np.int8]:
    """Return decks as the core takes them.

    Raises:
        TypeError: They are no whole numbers.
        ValueError: They are not rows of cards 0..51.
    """
    if decks.dtype.kind not in "iu":
        raise TypeError(f"the cards of decks are whole numbers, not {decks.dtype}")
    if decks.shape[1] != 52 or (decks.size and not 0 <= decks.min() <= decks.max() <= 51):
        raise ValueError(f"decks are rows of 52 cards 0..51; these have the shape {decks.shape}")
    return np.ascontiguousarray(decks, dtype=np.int8)
