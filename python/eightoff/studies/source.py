"""Which deals a study is about: a range of numbers or a list of them, in one of two numberings."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import NDArray

from eightoff._core import decode_code, ms_deck
from eightoff.feature_table import deal_numbers

NUMBERINGS = ("eightoff", "microsoft")


@dataclass(frozen=True)
class Source:
    """Deal numbers in order, and whose numbers they are.

    Attributes:
        numbers: A range, however long, or a uint32 array.
        numbering: ``"eightoff"`` or ``"microsoft"``.
    """

    numbers: range | NDArray[np.uint32] = field(repr=False)
    numbering: Literal["eightoff", "microsoft"] = "eightoff"

    def __len__(self) -> int:
        """Return how many deals there are."""
        return len(self.numbers)

    def slice(self, start: int, count: int) -> "Source":
        """Return the deals at the places `start`, `start` + 1, ..., `count` of them at most."""
        return Source(self.numbers[start : start + count], self.numbering)

    def array(self) -> NDArray[np.uint32]:
        """Return the numbers as a uint32 array."""
        return np.asarray(self.numbers, dtype=np.uint32)

    def deals(self) -> NDArray[Any]:
        """Return the deals as the solver takes them: numbers, or decks int8 (n, 52)."""
        if self.numbering == "eightoff":
            return self.array()
        return np.stack([ms_deck(number) for number in self.numbers])

    def describe(self) -> dict[str, Any]:
        """Return what tells this source from any other, as JSON takes it."""
        if isinstance(self.numbers, range):
            which: dict[str, Any] = {
                "start": self.numbers.start,
                "stop": self.numbers.stop,
                "step": self.numbers.step,
            }
        else:
            digest = hashlib.sha256(self.numbers.astype("<u4").tobytes()).hexdigest()
            which = {"count": len(self.numbers), "sha256": digest}
        return {"numbering": self.numbering, **which}


def read_source(
    deals: Iterable[int | str] | NDArray[Any], numbering: str
) -> tuple[Source, tuple[int, ...] | None]:
    """Return the source of the deals a user named, and the cells of codes if they were codes.

    Raises:
        ValueError: No deals, a number out of range, a deal named twice, a bad code.
        TypeError: Something that is neither number nor code.
    """
    if numbering not in NUMBERINGS:
        raise ValueError(f'numbering is "eightoff" or "microsoft", not {numbering!r}')
    numbering = cast(Literal["eightoff", "microsoft"], numbering)
    cells = None
    numbers: range | NDArray[np.uint32]
    if isinstance(deals, range):
        if deals:
            deal_numbers([deals[0], deals[-1]])
        numbers = deals
    else:
        named = deals if isinstance(deals, np.ndarray) else list(deals)
        if len(named) and all(isinstance(deal, str) for deal in named):
            if numbering != "eightoff":
                raise ValueError("codes name this package's deals, not Microsoft's")
            decoded = [decode_code(code) for code in named]
            numbers = np.array([number for number, _ in decoded], np.uint32)
            cells = tuple(sorted({count for _, count in decoded}, reverse=True))
        else:
            numbers = deal_numbers(named)
        in_order = np.sort(numbers)
        repeated = in_order[1:][in_order[1:] == in_order[:-1]]
        if len(repeated):
            raise ValueError(
                f"deal {repeated[0]} is named more than once\n"
                "hint: a study has one row for each deal; numpy.unique leaves one of each"
            )
    if not len(numbers):
        raise ValueError("no deals")
    if numbering == "microsoft" and 0 in numbers:
        raise ValueError("Microsoft's deals begin with number 1")
    return Source(numbers, numbering), cells
