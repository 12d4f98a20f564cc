"""Boards as arrays of pixels, for ``render_mode="rgb_array"``; NumPy is all that it needs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from eightoff._core import Game

__all__ = ["board"]

Pixels = NDArray[np.uint8]

# Ranks and suits as 5 by 7 dots, a row in five bits from the left.
GLYPHS = {
    "A": "0e 11 11 1f 11 11 11",
    "2": "0e 11 01 06 08 10 1f",
    "3": "0e 11 01 06 01 11 0e",
    "4": "02 06 0a 12 1f 02 02",
    "5": "1f 10 1e 01 01 11 0e",
    "6": "06 08 10 1e 11 11 0e",
    "7": "1f 01 02 04 08 08 08",
    "8": "0e 11 11 0e 11 11 0e",
    "9": "0e 11 11 0f 01 02 0c",
    "T": "17 15 15 15 15 15 17",
    "J": "07 02 02 02 02 12 0c",
    "Q": "0e 11 11 11 15 12 0d",
    "K": "11 12 14 18 14 12 11",
    "S": "04 0e 1f 1f 15 04 0e",
    "H": "0a 1f 1f 1f 0e 0e 04",
    "D": "04 0e 0e 1f 0e 0e 04",
    "C": "0e 0e 15 1f 15 04 0e",
}
RANKS, SUITS = "A23456789TJQK", "SHDC"

DOT = 2
WIDTH, HEIGHT = 30, 42
STEP_X, FAN = WIDTH + 6, 18
MARGIN = 8
TABLEAU_TOP = MARGIN + 2 * (HEIGHT + 6)
DEEPEST = 19

FELT, SLOT = (37, 109, 82), (30, 88, 66)
FACE, EDGE = (255, 255, 255), (70, 70, 70)
BLACK, RED = (20, 20, 20), (196, 30, 30)


def board(game: Game) -> Pixels:
    """uint8 (452, 298, 3): foundations, cells and columns; the size is the same for every board."""
    height = TABLEAU_TOP + (DEEPEST - 1) * FAN + HEIGHT + MARGIN - 4
    width = 2 * MARGIN + 8 * STEP_X - 6
    pixels = np.empty((height, width, 3), np.uint8)
    pixels[:] = FELT
    for suit, count in enumerate(game.foundations.tolist()):
        _place(pixels, suit, MARGIN, 13 * suit + count - 1 if count else -1)
    for cell, card in enumerate(game.cells.tolist()):
        _place(pixels, cell, MARGIN + HEIGHT + 6, card)
    for column, cards in enumerate(game.tableau.tolist()):
        _place(pixels, column, TABLEAU_TOP, -1)
        for depth, card in enumerate(cards):
            if card >= 0:
                _place(pixels, column, TABLEAU_TOP + depth * FAN, card)
    return pixels


def _place(pixels: Pixels, column: int, top: int, card: int) -> None:
    """Draws a card, or the empty place for one."""
    left = MARGIN + column * STEP_X
    area = pixels[top : top + HEIGHT, left : left + WIDTH]
    if card < 0:
        area[:] = SLOT
        return
    area[:] = EDGE
    area[1:-1, 1:-1] = FACE
    colour = RED if card // 13 in (1, 2) else BLACK
    _glyph(area[3:], 3, RANKS[card % 13], colour)
    _glyph(area[3:], 16, SUITS[card // 13], colour)


def _glyph(area: Pixels, left: int, name: str, colour: tuple[int, int, int]) -> None:
    rows = np.array([int(row, 16) for row in GLYPHS[name].split()], np.uint8)
    dots = np.unpackbits(rows[:, None], axis=1)[:, 3:].astype(bool)
    dots = dots.repeat(DOT, 0).repeat(DOT, 1)
    area[: 7 * DOT, left : left + 5 * DOT][dots] = colour
