"""The board as a terminal shows it: plain text, coloured where someone looks."""

import os
import re
import sys
from typing import TextIO

from eightoff import Game

# Four colours, since two leave the black suits and the red suits to be told apart by shape
# alone. These sixteen-colour codes exist on every terminal, and follow its theme.
COLOURS = {"S": "1", "H": "1;31", "D": "1;34", "C": "1;32"}
GLYPHS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
CARD = re.compile(r"(?<![\w-])([A2-9TJQK-])([SHDC])(?!\w)")


def has_colour(stream: TextIO) -> bool:
    """Return whether to write colours: to terminals, unless NO_COLOR or TERM=dumb forbids it."""
    forbidden = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return stream.isatty() and not forbidden


def draw(game: Game, stream: TextIO | None = None) -> str:
    """Return the board with its header, in colours if `stream` (standard output) shows them."""
    stream = stream or sys.stdout
    text = str(game)
    if not has_colour(stream):
        return text
    has_glyphs = (stream.encoding or "").lower().replace("-", "") == "utf8"

    def coloured(card: re.Match[str]) -> str:
        rank, suit = card.groups()
        return f"\x1b[{COLOURS[suit]}m{rank}{GLYPHS[suit] if has_glyphs else suit}\x1b[0m"

    header, newline, board = text.partition("\n")
    return header + newline + CARD.sub(coloured, board)
