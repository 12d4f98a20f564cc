"""A game at the table: actions, score, taps and undo."""

from typing import NamedTuple

from .table import COLUMNS, FOUNDATIONS, Table, Transfer


class Done(NamedTuple):
    """A transfer that was made, the card at its head and what it earned."""

    transfer: Transfer
    card: str
    points: int


class Game:
    """A table with a score and a memory of what was done."""

    def __init__(self, table: Table, undo_limit: int | None = 100) -> None:
        self.table = table
        self.undo_limit = undo_limit
        self.score = 0
        self.history: list[Done] = []

    def make(self, transfer: Transfer) -> Done:
        """Makes a transfer that is known to be legal."""
        card = self.table.piles[transfer.source][-transfer.count]
        done = Done(transfer, card, self.table.points(transfer))
        self.table.move(transfer)
        self.score += done.points
        self.history.append(done)
        if self.undo_limit is not None:
            self.history = self.history[max(0, len(self.history) - self.undo_limit) :]
        return done

    def apply(self, action: int) -> Done | None:
        """Makes one of the 156 actions; None where it is not legal."""
        transfer = self.table.actions().get(action)
        return self.make(transfer) if transfer else None

    def drag(self, source: str, target: str) -> Done | None:
        """Moves as many cards as fit, which is one number at most."""
        counts = range(1, len(self.table.piles[source]) + 1)
        meant = [Transfer(source, count, target) for count in counts]
        legal = [transfer for transfer in meant if self.table.may_move(transfer)]
        return self.make(legal[0]) if legal else None

    def tap(self, place: str) -> Done | None:
        """To the foundation or nowhere."""
        return self._first_legal(place, list(FOUNDATIONS))

    def double_tap(self, place: str) -> Done | None:
        """Foundation, longest column that accepts it, empty column, first free cell."""
        piles = self.table.piles
        held = sorted((name for name in COLUMNS if piles[name]), key=lambda name: -len(piles[name]))
        empty = [name for name in COLUMNS if not piles[name]]
        if place in COLUMNS and len(piles[place]) == 1:
            empty = []  # a base gains nothing by another empty column
        return self._first_legal(place, [*FOUNDATIONS, *held, *empty, *self.table.cells])

    def _first_legal(self, place: str, targets: list[str]) -> Done | None:
        if place in FOUNDATIONS:
            return None  # taps are for exposed cards and cells; a withdrawal is dragged
        for target in targets:
            if self.table.may_move(Transfer(place, 1, target)):
                return self.make(Transfer(place, 1, target))
        return None

    def undo(self) -> Done | None:
        """Takes the last action back, whole, with what it earned."""
        if not self.history:
            return None
        done = self.history.pop()
        self.table.move_back(done.transfer)
        self.score = max(0, self.score - done.points)
        return done
