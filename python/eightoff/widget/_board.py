"""`Board`: a board to play on."""

import weakref
from collections.abc import Callable
from typing import Any

import anywidget
import traitlets

import eightoff
from eightoff import Game, IllegalMoveError, Move, svg
from eightoff._faces import DECKS, card_name, place_name
from eightoff.widget import _bundle
from eightoff.widget._state import cards_at, cards_of, play_state

# A second or so: positions from play are decided in a few milliseconds.
MAX_NODES = 5_000_000


class Board(anywidget.AnyWidget):
    """A board to play on with mouse, finger or keyboard, and from Python.

    Cards are dragged; a click is a tap (send home), a double click a double tap (the first of
    foundation, column, empty column, cell). Every key is listed under "Keys". The board and Python
    share one game: read `board.game` after playing by hand, or change it in a cell and the board
    follows when the cell ends.

    Args:
        game: The game, a code, or None for a random deal.
        deck: `"four-colour"` or `"two-colour"`.
        live: Whether to say, after every move, if the game can still be won.

    Attributes:
        game: The game. Assign another to put it on the board.
        deck: The deck; assign to change it.
        live: As above; assign to change it.
        moves: The texts of the moves that can be undone, oldest first: `board.observe(f, "moves")`
            calls `f` when a move is made, undone, or another game begins.

    Raises:
        CodeError: The text is no game code.
    """

    _esm = _bundle.script("board.mjs")
    _css = _bundle.style()

    deck = traitlets.Enum(tuple(DECKS), default_value="four-colour").tag(sync=True)
    live = traitlets.Bool(True).tag(sync=True)
    moves = traitlets.Tuple(read_only=True)
    # What the browser shows: the board, the line below it, a hint's cards and goal, the verdict.
    shown: Any = traitlets.Dict().tag(sync=True)
    note: Any = traitlets.Dict({"number": 0, "text": "", "refused": False}).tag(sync=True)
    hinted: Any = traitlets.List(allow_none=True, default_value=None).tag(sync=True)
    verdict: Any = traitlets.Dict({"status": "off", "text": ""}).tag(sync=True)

    def __init__(
        self, game: Game | str | None = None, *, deck: str = "four-colour", live: bool = True
    ) -> None:
        self._callbacks: list[Callable[[Move], object]] = []
        self._game = game if isinstance(game, Game) else Game(game)
        super().__init__(deck=deck, live=live)
        self._show()
        self.on_msg(self._on_message)
        self.observe(lambda _change: self._judge(), "live")
        _refresh_after_cells(self)

    @property
    def game(self) -> Game:
        """The game on the board, itself and no copy."""
        return self._game

    @game.setter
    def game(self, game: Game) -> None:
        if not isinstance(game, Game):
            raise TypeError(f"a board shows an eightoff.Game, not {type(game).__name__}")
        self._game = game
        self._say("Another game.")

    def on_move(self, callback: Callable[[Move], object]) -> None:
        """Calls `callback(move)` after every move a person makes on the board."""
        self._callbacks.append(callback)

    def refresh(self) -> None:
        """Shows the game as it is, after code changed it. In a notebook this happens by itself."""
        if self._stamp() != self._shown_stamp:
            self._say("The game was changed by code.")

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        # A page without widgets (an export, a viewer) shows the board as it is now.
        picture = svg.board(self._game, deck=self.deck)
        bundle[0]["image/svg+xml"] = picture.svg
        bundle[0]["text/plain"] = picture.text
        return bundle

    def _on_message(self, _widget: Any, content: dict[str, Any], _buffers: Any) -> None:
        answers = {
            "drag": self._drag,
            "apply": self._apply,
            "tap": self._tap,
            "double_tap": self._double_tap,
            "undo": self._undo,
            "hint": self._hint,
            "deal": self._deal,
        }
        try:
            answers[content["type"]](content)
        except ValueError as error:
            self._say(_refusal_text(error), refused=True)

    def _drag(self, content: dict[str, Any]) -> None:
        self._played(self._game.drag(content["card"], content["target"]))

    def _apply(self, content: dict[str, Any]) -> None:
        self._game.apply(content["action"])
        self._played(self._game.history[-1])

    def _tap(self, content: dict[str, Any]) -> None:
        if self._stands(content):
            otherwise = "cannot go home yet. A double click looks for another place."
            self._tapped(content, self._game.tap(content["place"]), otherwise)

    def _double_tap(self, content: dict[str, Any]) -> None:
        if self._stands(content):
            move = self._game.double_tap(content["place"])
            self._tapped(content, move, "has nowhere to go.", refused=True)

    def _tapped(
        self, content: dict[str, Any], move: Move | None, otherwise: str, *, refused: bool = False
    ) -> None:
        if move is None:
            self._say(f"{content['card']} {otherwise}", refused=refused)
        else:
            self._played(move)

    def _stands(self, content: dict[str, Any]) -> bool:
        """Whether the tapped card is the one that a tap of its place would move.

        It is not when the first click of a double click has sent it home: nothing is left to do.
        """
        cards = cards_at(self._game, content["place"])
        stands = bool(cards) and cards[-1] == eightoff.parse_card(content["card"])
        if not stands:
            # The browser waits for an answer all the same.
            self._say(**{key: self.note[key] for key in ("text", "refused")})
        return stands

    def _undo(self, _content: dict[str, Any]) -> None:
        if self._game.history:
            self._say(f"Took back {_move_words(self._game.undo())}.")
        else:
            self._say("There is nothing to undo.", refused=True)

    def _hint(self, _content: dict[str, Any]) -> None:
        move = None if self._game.is_won else self._game.hint()
        if self._game.is_won:
            self._say("The game is won.")
        elif move is None:
            self._say("No line wins from here: undo some moves.", refused=True)
        else:
            self._say(f"Hint: {_move_words(move)}.", hinted=[cards_of(move), move.target])

    def _deal(self, content: dict[str, Any]) -> None:
        cells, wanted = content["cells"], content["code"]
        limit = self._game.group_limit
        if not wanted:
            self._game = Game(cells=cells, group_limit=limit)
        elif wanted.isdecimal():
            self._game = Game.deal(int(wanted), cells=cells, group_limit=limit)
        else:
            self._game = Game(wanted, group_limit=limit)
        self._say(f"New deal {self._game.code} with {self._game.num_cells} cells.")

    def _played(self, move: Move) -> None:
        self._say(f"{_move_words(move)}.")
        for callback in self._callbacks:
            callback(move)

    def _say(self, text: str, *, refused: bool = False, hinted: list[Any] | None = None) -> None:
        with self.hold_sync():
            self.note = {"number": self.note["number"] + 1, "text": text, "refused": refused}
            self._show(hinted)

    def _show(self, hinted: list[Any] | None = None) -> None:
        game = self._game
        changed = self._stamp() != getattr(self, "_shown_stamp", None)
        self._shown_stamp = self._stamp()
        with self.hold_sync():
            self.hinted = hinted
            self.shown = play_state(game)
            if changed:
                self._judge()
        self.set_trait("moves", tuple(str(move) for move in game.history))

    def _stamp(self) -> tuple[Any, ...]:
        """Equal as long as nothing that the board shows has changed."""
        game = self._game
        return game.layout(), game.score, game.code, len(game.history)

    def _judge(self) -> None:
        """Says whether the game can still be won, if that is wanted."""
        self.verdict = _verdict(self._game) if self.live else {"status": "off", "text": ""}


def _verdict(game: Game) -> dict[str, str]:
    if game.is_won:
        return {"status": "winnable", "text": "Won!"}
    solution = eightoff.solve(game, max_nodes=MAX_NODES)
    text = {
        "winnable": "Yes, it can be won.",
        "unwinnable": "No: proved lost. Undo.",
        "unknown": "Not decided in time.",
    }[solution.status]
    return {"status": solution.status, "text": text}


def _move_words(move: Move) -> str:
    several = f" and {move.count - 1} more" if move.count > 1 else ""
    points = f", {move.points} points" if move.points else ""
    return f"{move}, {card_name(move.card)}{several} to {place_name(move.target)}{points}"


def _refusal_text(error: ValueError) -> str:
    if isinstance(error, IllegalMoveError):
        return f"Not allowed: {error.reason}. Hint: {error.hint}."
    return str(error).replace("\nhint: ", ". Hint: ")


def _refresh_after_cells(board: Board) -> None:
    """Has the board follow changes that cells make to its game, for as long as it lives."""
    try:
        from IPython import get_ipython
    except ModuleNotFoundError:
        return
    shell = get_ipython()
    if shell is None:
        return
    alive = weakref.ref(board)

    def refresh(*_args: Any) -> None:
        found = alive()
        if found is None:
            shell.events.unregister("post_run_cell", refresh)
        else:
            found.refresh()

    shell.events.register("post_run_cell", refresh)
