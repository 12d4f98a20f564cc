"""`Player`: a solution to step, play and scrub through."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from eightoff import Game, Move, svg
from eightoff._faces import DECKS, card_name, place_name
from eightoff.widget import _bundle
from eightoff.widget._state import board_state, cards_of

if TYPE_CHECKING:
    from eightoff import Solution


class Player(anywidget.AnyWidget):
    """Shows a line of play move by move, with buttons, a slider and the arrow keys.

    Args:
        solution: A `Solution`, or moves (`Move`, action or text) that are legal from `game` on.
        game: Where the line starts; a solution knows it.
        deck: `"four-colour"` or `"two-colour"`.

    Attributes:
        step: How many moves have been made on the board shown; assign to go there.

    Raises:
        ValueError: There is no line to show: the solution has no moves, or no start is known.
        IllegalMoveError: A move is not legal.
    """

    _esm = _bundle.script("player.mjs")
    _css = _bundle.style()

    deck = traitlets.Enum(tuple(DECKS), default_value="four-colour").tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)
    boards: Any = traitlets.List().tag(sync=True)
    moves: Any = traitlets.List().tag(sync=True)

    def __init__(
        self,
        solution: "Solution | Iterable[Move | str | int]",
        game: Game | None = None,
        *,
        deck: str = "four-colour",
    ) -> None:
        start, line = _line_of(solution, game)
        self._games = [start]
        for wanted in line:
            following = self._games[-1].copy()
            following.apply(wanted)
            self._games.append(following)
        made = self._games[-1].history[len(start.history) :]
        super().__init__(
            deck=deck,
            boards=[board_state(game) for game in self._games],
            moves=[
                {"text": _move_text(move), "cards": cards_of(move), "target": move.target}
                for move in made
            ],
        )

    @traitlets.validate("step")
    def _valid_step(self, proposal: Any) -> int:
        wanted: int = proposal["value"]
        return min(max(wanted, 0), len(self._games) - 1)

    @property
    def game(self) -> Game:
        """The game after the moves made so far, a copy."""
        return self._games[self.step].copy()

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        picture = svg.board(self._games[self.step], deck=self.deck)
        bundle[0]["image/svg+xml"] = picture.svg
        bundle[0]["text/plain"] = picture.text
        return bundle


def _line_of(
    solution: "Solution | Iterable[Move | str | int]", game: Game | None
) -> tuple[Game, list[Move | str | int]]:
    """Find the game a line starts from, made to keep all of its moves, and the moves."""
    moves: Any = getattr(solution, "moves", solution)
    if moves is None:
        raise ValueError(
            f"there is no line to play: the position is {getattr(solution, 'status', 'not solved')}\n"
            "hint: only a winnable position has moves to show"
        )
    if game is None:
        game = getattr(solution, "game", None)
    if game is None:
        raise ValueError("where do these moves start?\nhint: give the game: Player(moves, game)")
    start = game.copy(history=False)
    start.undo_limit = None
    return start, list(moves)


def _move_text(move: Move) -> str:
    several = f" and {move.count - 1} more" if move.count > 1 else ""
    return f"{move}, {card_name(move.card)}{several} to {place_name(move.target)}"
