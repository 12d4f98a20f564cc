"""The perft file: positions and their counts, as text that Rust and Python both read."""

from dataclasses import dataclass, field
from pathlib import Path

from .deals import deck
from .table import Table

HEADER = """\
# Perft: how many sequences of N named actions start from a position (a won game goes no further).
# Written by the slow Python model of the rules: `cd tests/python && python -m model perft`.
#
# Records are separated by blank lines. A record has the lines
#   id NAME
#   cells 8|4|2
#   limit app|strict            the group limit
#   deal NUMBER                 the deal of that number, or instead of it
#   board LINE                  ten times: foundations, cells, columns (board text of fc-solve)
#   perft DEPTH COUNT           from depth 1 on, to the first count of 0 or over 30,000 (500,000 for
#                               deal 20), or to depth 12
# A test that has less time leaves out the counts above a cap of its own.
"""


@dataclass
class Record:
    """One position with its counts."""

    id: str
    cells: int
    limit: str
    deal: int | None = None
    board: str = ""
    counts: dict[int, int] = field(default_factory=dict)

    def table(self) -> Table:
        """The position on the model's table."""
        if self.deal is not None:
            return Table.dealt(deck(self.deal), self.cells, self.limit)
        return Table.laid_out(self.board, self.cells, self.limit)

    def text(self) -> str:
        """The record as it stands in the file."""
        lines = [f"id {self.id}", f"cells {self.cells}", f"limit {self.limit}"]
        if self.deal is not None:
            lines.append(f"deal {self.deal}")
        lines += [f"board {line}".rstrip() for line in self.board.splitlines()]
        lines += [f"perft {depth} {count}" for depth, count in self.counts.items()]
        return "\n".join(lines) + "\n"


def read(path: Path) -> list[Record]:
    """All records of a file."""
    blocks = path.read_text(encoding="ascii").removeprefix(HEADER).strip().split("\n\n")
    return [_parse(block) for block in blocks]


def _parse(block: str) -> Record:
    record = Record("", 0, "")
    for line in block.splitlines():
        word, _, rest = line.partition(" ")
        match word:
            case "id":
                record.id = rest
            case "cells":
                record.cells = int(rest)
            case "limit":
                record.limit = rest
            case "deal":
                record.deal = int(rest)
            case "board":
                record.board += rest + "\n"
            case "perft":
                depth, count = rest.split()
                record.counts[int(depth)] = int(count)
            case _:
                raise ValueError(f"{record.id}: unknown line {line!r}")
    return record
