"""Pictures of boards, moves and solutions, for notebooks, documents and files.

    import eightoff
    from eightoff import svg

    game = eightoff.Game("EO1-C8-AAAAAFA")
    svg.board(game, move="last", targets="3").save("board.svg")

A game, a move and a solution show themselves by these functions in a notebook; call them for other
decks, sizes and marks. Only the standard library is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from eightoff._faces import (
    SUIT_LETTERS,
    SUIT_PATHS,
    card_name,
    deck_colours,
    place_name,
    rank_label,
)
from eightoff._picture import Picture, element, text_element

if TYPE_CHECKING:
    from eightoff import Game, Move, Solution

__all__ = ["Picture", "board", "move", "solution"]

# Lengths in units of the drawing; a card is 60 by 84.
CARD_WIDTH, CARD_HEIGHT, CORNER = 60.0, 84.0, 6.0
STEP = CARD_WIDTH + 10
MARGIN = 14.0
CELLS_TOP = 30.0
COLUMNS_TOP = CELLS_TOP + CARD_HEIGHT + 28
FOUNDATIONS_LEFT = MARGIN + 8 * STEP + 14
WIDTH = FOUNDATIONS_LEFT + CARD_WIDTH + MARGIN
# A covered card shows this much of itself, less in a long column.
FAN, LONGEST_FAN = 26.0, 340.0

FELT, SLOT, LABEL = "#256d52", "#8fc3ae", "#e3f3ec"
FACE, EDGE = "#ffffff", "#444444"
MOVED, TARGET = "#ffd400", "#7ee8ff"

Spot = tuple[float, float]


def board(
    game: Game,
    *,
    move: Move | str | int | None = None,
    targets: str | None = None,
    deck: str = "four-colour",
    size: float = 640,
) -> Picture:
    """Draws a game's board.

    Args:
        game: The game.
        move: A move to mark by an arrow and by outlined cards: `"last"` for the last one made, or a
            legal one as a `Move`, an action (0..155) or its text (`"7Ht"`).
        targets: A place (`"3"`, `"b"`, `"H"`) whose legal targets to mark by dashed outlines.
        deck: `"four-colour"` (diamonds blue, clubs green) or `"two-colour"`.
        size: The width in pixels; the height follows.

    Returns:
        The picture. Its text is the board's text.

    Raises:
        ValueError: The deck, the place or the move does not exist here (`NotationError` and
            `IllegalMoveError` are ValueErrors).
    """
    colours = deck_colours(deck)
    columns = [[int(card) for card in column if card >= 0] for column in game.tableau]
    cells = [int(card) for card in game.cells]
    homes = [int(count) for count in game.foundations]

    drawn = [*_slots(len(cells))]
    spots = {}
    for column, cards in enumerate(columns):
        for depth, card in enumerate(cards):
            spots[card] = _column_spot(column, depth, len(cards))
            drawn.append(_card(spots[card], card, colours, covered=depth + 1 < len(cards)))
    for cell, card in enumerate(cells):
        if card >= 0:
            spots[card] = _cell_spot(cell)
            drawn.append(_card(spots[card], card, colours))
    for suit, count in enumerate(homes):
        if count:
            top = 13 * suit + count - 1
            spots[top] = _foundation_spot(suit)
            drawn.append(_card(spots[top], top, colours))

    def end_of(place: str) -> Spot:
        """Where the last card of a place lies, or would lie."""
        if place.isdigit():
            cards = columns[int(place) - 1]
            return spots[cards[-1]] if cards else _column_spot(int(place) - 1, 0, 1)
        if place.islower():
            return _cell_spot(ord(place) - ord("a"))
        return _foundation_spot(SUIT_LETTERS.index(place))

    said = [str(game).rstrip()]
    if targets is not None:
        reached = [found.target for found in game.drags_from(targets)]
        drawn += [_outline(end_of(place), TARGET, dashed=True) for place in reached]
        said.append(f"from {place_name(targets)}: {' '.join(reached) or 'no legal move'}")
    marked = _move_to_mark(game, move)
    if marked is not None:
        cards = [marked.action // 3 - i for i in range(marked.count)]
        made = _is_made(marked, columns, cells, homes)
        # The arrow runs between the card and the other place, whichever of the two that is.
        here, there = spots.get(cards[0]), end_of(marked.source if made else marked.target)
        if here is not None:
            drawn += [_outline(spots[card], MOVED) for card in cards if card in spots]
            drawn += [
                _outline(there, MOVED, dashed=True),
                _arrow(*((there, here) if made else (here, there))),
            ]
        said.append(f"{'last move' if made else 'move'}: {_move_text(marked)}")

    bottom = max(
        _foundation_spot(3)[1] + CARD_HEIGHT,
        *(
            _column_spot(0, len(cards) - 1, len(cards))[1] + CARD_HEIGHT
            for cards in columns
            if cards
        ),
    )
    height = bottom + MARGIN
    name = game.code or "a board of its own"
    return Picture.drawn(
        element("rect", width=WIDTH, height=height, rx=10, fill=FELT),
        *drawn,
        width=WIDTH,
        height=height,
        size=size,
        title=f"Eight Off, {name}, score {game.score}" + (", won" if game.is_won else ""),
        text="\n".join(said),
    )


def move(move: Move, *, deck: str = "four-colour", size: float = 260) -> Picture:
    """Draws a move: its cards, where they stood and where they go.

    Args:
        move: The move.
        deck: `"four-colour"` or `"two-colour"`.
        size: The width in pixels; the height follows.

    Returns:
        The picture. Its text is `7Ht: seven of hearts, column 3 to column 5`.

    Raises:
        ValueError: There is no deck of that name.
    """
    colours = deck_colours(deck)
    cards = [move.action // 3 - i for i in range(move.count)]
    left, fan = MARGIN, min(FAN, 60 / len(cards))
    top = MARGIN
    height = 2 * MARGIN + CARD_HEIGHT + fan * (len(cards) - 1)
    drawn = [
        _card((left, top + i * fan), card, colours, covered=i + 1 < len(cards))
        for i, card in enumerate(cards)
    ]
    middle, width = height / 2, 300.0
    line: dict[str, str | float] = {"x": left + CARD_WIDTH + 16, "fill": LABEL, "font_size": 15}
    points = f", +{move.points}" if move.points else ""
    several = f" and {move.count - 1} more" if move.count > 1 else ""
    return Picture.drawn(
        element("rect", width=width, height=height, rx=10, fill=FELT),
        *drawn,
        text_element(f"{move}{several}{points}", y=middle - 18, font_weight="bold", **line),
        text_element(f"from {place_name(move.source)}", y=middle + 6, **line),
        text_element(f"to {place_name(move.target)}", y=middle + 28, **line),
        width=width,
        height=height,
        size=size,
        title=_move_text(move),
        text=_move_text(move),
    )


def solution(solution: Solution, *, size: float = 640) -> Picture:
    """Draws a solver's answer: what it found, at what cost, and the moves.

    Args:
        solution: The answer.
        size: The width in pixels; the height follows.

    Returns:
        The picture. Its text has the same words.
    """
    per_line = 14
    words = [str(found) for found in solution.moves] if solution.moves is not None else []
    lines = [words[i : i + per_line] for i in range(0, len(words), per_line)]
    verdict = str(solution.status)
    if words:
        verdict += f" in {len(words)} moves"
        if getattr(solution, "optimal", False):
            verdict += ", the fewest there can be"
    cost = f"{solution.nodes:,} states, {_duration_text(solution.seconds)}"
    top, line_height = 62.0, 20.0
    height = top + line_height * len(lines) + (0 if lines else -6)
    drawn = [
        text_element(verdict, x=MARGIN, y=28, fill=FACE, font_size=18, font_weight="bold"),
        text_element(cost, x=WIDTH - MARGIN, y=28, fill=LABEL, font_size=14, text_anchor="end"),
    ]
    for row, found in enumerate(lines):
        y = top + row * line_height
        drawn.append(
            text_element(
                str(row * per_line + 1),
                x=MARGIN + 22,
                y=y,
                fill=SLOT,
                font_size=12,
                text_anchor="end",
            )
        )
        drawn += [
            text_element(word, x=MARGIN + 34 + i * 43, y=y, fill=LABEL, font_size=14)
            for i, word in enumerate(found)
        ]
    return Picture.drawn(
        element("rect", width=WIDTH, height=height, rx=10, fill=FELT),
        *drawn,
        width=WIDTH,
        height=height,
        size=size,
        title=f"Solution: {verdict}",
        text="\n".join([f"{verdict} ({cost})", *(" ".join(found) for found in lines)]),
    )


def _column_spot(column: int, depth: int, count: int) -> Spot:
    fan = min(FAN, LONGEST_FAN / max(count - 1, 1))
    return MARGIN + column * STEP, COLUMNS_TOP + depth * fan


def _cell_spot(cell: int) -> Spot:
    return MARGIN + cell * STEP, CELLS_TOP


def _foundation_spot(suit: int) -> Spot:
    return FOUNDATIONS_LEFT, CELLS_TOP + suit * (CARD_HEIGHT + 10)


def _slots(cells: int) -> list[str]:
    """The empty places with their names."""
    spots = [(_cell_spot(cell), chr(ord("a") + cell)) for cell in range(cells)]
    spots += [(_column_spot(column, 0, 1), str(column + 1)) for column in range(8)]
    drawn = []
    for spot, name in spots:
        drawn.append(_slot(spot))
        drawn.append(
            text_element(
                name,
                x=spot[0] + CARD_WIDTH / 2,
                y=spot[1] - 8,
                fill=LABEL,
                font_size=13,
                text_anchor="middle",
            )
        )
    for suit in range(4):
        x, y = _foundation_spot(suit)
        drawn += [_slot((x, y)), _suit(suit, x + 17, y + 29, 26, SLOT)]
    return drawn


def _slot(spot: Spot) -> str:
    x, y = spot
    return element(
        "rect",
        x=x,
        y=y,
        width=CARD_WIDTH,
        height=CARD_HEIGHT,
        rx=CORNER,
        fill="none",
        stroke=SLOT,
        stroke_width=1.5,
    )


def _suit(suit: int, x: float, y: float, side: float, colour: str) -> str:
    return element(
        "path",
        d=SUIT_PATHS[suit],
        transform=f"translate({x:g} {y:g}) scale({side / 100:g})",
        fill=colour,
    )


def _card(spot: Spot, card: int, colours: Sequence[str], *, covered: bool = False) -> str:
    x, y = spot
    suit, colour = card // 13, colours[card // 13]
    parts = [
        element(
            "rect",
            x=x,
            y=y,
            width=CARD_WIDTH,
            height=CARD_HEIGHT,
            rx=CORNER,
            fill=FACE,
            stroke=EDGE,
            stroke_width=1,
        ),
        text_element(
            rank_label(card), x=x + 6, y=y + 20, fill=colour, font_size=19, font_weight="bold"
        ),
        _suit(suit, x + 38, y + 5, 16, colour),
    ]
    if not covered:
        parts.append(_suit(suit, x + 14, y + 36, 32, colour))
    return "".join(parts)


def _outline(spot: Spot, colour: str, *, dashed: bool = False) -> str:
    x, y = spot
    # A dark line around the bright one stands out from a white card and from the felt alike.
    frame: dict[str, str | float] = {
        "x": x,
        "y": y,
        "width": CARD_WIDTH,
        "height": CARD_HEIGHT,
        "rx": CORNER,
        "fill": "none",
    }
    dashes: dict[str, str | float] = {"stroke_dasharray": "9 5"} if dashed else {}
    return element("rect", **frame, stroke="#000000", stroke_width=5.5) + element(
        "rect", **frame, stroke=colour, stroke_width=3.5, **dashes
    )


def _arrow(start: Spot, end: Spot) -> str:
    """An arrow between the middles of two cards."""
    (x0, y0), (x1, y1) = ((x + CARD_WIDTH / 2, y + CARD_HEIGHT / 2 + 6) for x, y in (start, end))
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5 or 1.0
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    bx, by = x1 - 15 * ux, y1 - 15 * uy
    shaft = f"M{x0:.1f} {y0:.1f}L{bx:.1f} {by:.1f}"
    head = f"M{x1:.1f} {y1:.1f}L{bx - 9 * uy:.1f} {by + 9 * ux:.1f}L{bx + 9 * uy:.1f} {by - 9 * ux:.1f}Z"
    return "".join(
        element(
            "path", d=shaft, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round"
        )
        + element(
            "path",
            d=head,
            fill=colour,
            stroke=colour,
            stroke_width=width - 4,
            stroke_linejoin="round",
        )
        for colour, width in (("#000000", 7.5), (MOVED, 5))
    )


def _move_to_mark(game: Game, move: Move | str | int | None) -> Move | None:
    if move is None:
        return None
    if move == "last":
        history = game.history
        return history[-1] if history else None
    if not isinstance(move, str | int):
        return move
    trial = game.copy(history=False)
    trial.apply(move)
    return trial.history[-1]


def _is_made(move: Move, columns: list[list[int]], cells: list[int], homes: list[int]) -> bool:
    """Whether the move's cards stand at its target already."""
    card, target = move.action // 3, move.target
    if target.isdigit():
        return card in columns[int(target) - 1]
    if target.islower():
        return cells[ord(target) - ord("a")] == card
    return homes[SUIT_LETTERS.index(target)] > card % 13


def _move_text(move: Move) -> str:
    card = move.action // 3
    several = f" and {move.count - 1} more" if move.count > 1 else ""
    return f"{move}: {card_name(card)}{several}, {place_name(move.source)} to {place_name(move.target)}"


def _duration_text(seconds: float) -> str:
    """A duration in the unit that people would choose."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.0f} µs"
