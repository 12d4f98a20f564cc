"""The table: twenty named piles of cards, and which cards may go from one pile to another."""

from collections import Counter
from typing import NamedTuple

from .cards import PACK, RANKS, SUITS, is_run, number, parent

COLUMNS = "12345678"
CELLS = "abcdefgh"
FOUNDATIONS = SUITS

ON_COLUMN_BASE, IN_CELL, ON_FOUNDATION = 52, 53, 54


class Transfer(NamedTuple):
    """`count` cards from the end of one pile to the end of another, in one go."""

    source: str
    count: int
    target: str


class Table:
    """Columns "1".."8", cells "a".."h" (as many as there are) and foundations "S" "H" "D" "C"."""

    def __init__(self, cells: int, group_limit: str) -> None:
        self.cells = CELLS[:cells]
        self.group_limit = group_limit
        self.piles: dict[str, list[str]] = {name: [] for name in COLUMNS + self.cells + FOUNDATIONS}

    @classmethod
    def dealt(cls, deck: list[str], cells: int, group_limit: str) -> "Table":
        """Row by row; the last four to cells a..d, where there is none to columns 1..4."""
        table = cls(cells, group_limit)
        for k, card in enumerate(deck[:48]):
            table.piles[COLUMNS[k % 8]].append(card)
        for q, card in enumerate(deck[48:]):
            table.piles[CELLS[q] if q < cells else COLUMNS[q]].append(card)
        return table

    # What lies where

    def top(self, name: str) -> str | None:
        """The last card of a pile."""
        return self.piles[name][-1] if self.piles[name] else None

    def where(self, card: str) -> str:
        """The pile that holds a card."""
        return next(name for name, pile in self.piles.items() if card in pile)

    def free_cells(self) -> int:
        return sum(not self.piles[name] for name in self.cells)

    def empty_columns(self) -> int:
        return sum(not self.piles[name] for name in COLUMNS)

    def is_won(self) -> bool:
        return all(len(self.piles[name]) == 13 for name in FOUNDATIONS)

    def is_stuck(self) -> bool:
        """Nothing left to do but to take cards back from foundations."""
        return not self.is_won() and all(t.source in FOUNDATIONS for t in self.actions().values())

    # What may move

    def limit_to(self, column: str) -> int:
        """How many cards may travel to this column as one group."""
        if self.group_limit == "strict":
            return self.free_cells() + 1
        usable = self.empty_columns() - (not self.piles[column])
        return (self.free_cells() + 1) * 2**usable

    def may_move(self, transfer: Transfer) -> bool:
        """Whether the rules allow this transfer."""
        source, count, target = transfer
        if source == target or not 1 <= count <= len(self.piles[source]) or self.is_won():
            return False
        if count > 1 and not (source in COLUMNS and target in COLUMNS):
            return False
        group = self.piles[source][-count:]
        lowest = group[0]
        if target in FOUNDATIONS:
            awaited = [rank + target for rank in RANKS][len(self.piles[target]) :][:1]
            return source not in FOUNDATIONS and awaited == [lowest]
        if target in self.cells:
            return source not in self.cells and not self.piles[target]
        fits = parent(lowest) == self.top(target)  # None == None: a king and an empty column
        return fits and is_run(group) and count <= self.limit_to(target)

    def transfers(self) -> list[Transfer]:
        """Everything that a hand may do, every empty cell and empty column counted apart."""
        found = []
        for source, pile in self.piles.items():
            for count in range(1, len(pile) + 1):
                if not is_run(pile[-count:]):
                    break  # nor can any longer group be one
                for target in self.piles:
                    if self.may_move(Transfer(source, count, target)):
                        found.append(Transfer(source, count, target))
        return found

    def actions(self) -> dict[int, Transfer]:
        """The 156 named actions that are legal now, in ascending order.

        Several transfers of one card to one kind of place are one action, standing for the first of
        them. A king moved from one column's base to another's is a transfer but no action.
        """
        named: dict[int, Transfer] = {}
        for transfer in self.transfers():
            source, count, target = transfer
            from_base = source in COLUMNS and count == len(self.piles[source])
            if from_base and target in COLUMNS and not self.piles[target]:
                continue
            kind = 0 if target in FOUNDATIONS else 1 if target in COLUMNS else 2
            named.setdefault(3 * number(self.piles[source][-count]) + kind, transfer)
        return dict(sorted(named.items()))

    def move(self, transfer: Transfer) -> None:
        """Carries the cards over, asking nothing."""
        source, count, target = transfer
        self.piles[target] += self.piles[source][-count:]
        del self.piles[source][-count:]

    def move_back(self, transfer: Transfer) -> None:
        """Carries them back."""
        self.move(Transfer(transfer.target, transfer.count, transfer.source))

    def points(self, transfer: Transfer) -> int:
        """What the app pays for a transfer."""
        if transfer.target in FOUNDATIONS:
            return 10
        return 5 if transfer.source in self.cells and transfer.target in COLUMNS else 0

    # What others see of it

    def arrangement(self) -> tuple[object, ...]:
        """Equal exactly when two positions are the same up to the order of columns and of cells."""
        columns = frozenset(Counter(tuple(self.piles[name]) for name in COLUMNS).items())
        cells = frozenset(card for name in self.cells for card in self.piles[name])
        return columns, cells, tuple(len(self.piles[name]) for name in FOUNDATIONS)

    def lies_on(self) -> list[tuple[int, int]]:
        """For each card of the pack: what is directly beneath it, and how many cards lie on it."""
        seen = []
        for card in PACK:
            name = self.where(card)
            pile = self.piles[name]
            place = pile.index(card)
            if name in FOUNDATIONS:
                seen.append((ON_FOUNDATION, 0))
            elif name in self.cells:
                seen.append((IN_CELL, 0))
            else:
                beneath = number(pile[place - 1]) if place else ON_COLUMN_BASE
                seen.append((beneath, len(pile) - place - 1))
        return seen

    def text(self) -> str:
        """The board in the text form of `fc-solve -g eight_off`."""
        tops = {suit: "0" if not self.piles[suit] else self.piles[suit][-1][0] for suit in SUITS}
        lines = ["Foundations: " + " ".join(f"{suit}-{tops[suit]}" for suit in "HCDS")]
        lines.append("Freecells: " + " ".join(self.top(name) or "-" for name in self.cells))
        lines += [" ".join(self.piles[name]) or ":" for name in COLUMNS]
        return "\n".join(lines) + "\n"

    @classmethod
    def laid_out(cls, text: str, cells: int, group_limit: str) -> "Table":
        """Reads what `text` writes, and nothing more lenient."""
        table = cls(cells, group_limit)
        founded, in_cells, *columns = text.splitlines()
        for pair in founded.removeprefix("Foundations: ").split():
            suit, rank = pair.split("-")
            height = 0 if rank == "0" else RANKS.index(rank) + 1
            table.piles[suit] = [rank + suit for rank in RANKS[:height]]
        for name, card in zip(
            table.cells, in_cells.removeprefix("Freecells: ").split(), strict=True
        ):
            table.piles[name] = [] if card == "-" else [card]
        for name, line in zip(COLUMNS, columns, strict=True):
            table.piles[name] = line.removeprefix(":").split()
        if sorted(card for pile in table.piles.values() for card in pile) != sorted(PACK):
            raise ValueError("not the 52 cards once each")
        return table
