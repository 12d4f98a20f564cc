"""``eightoff.EightOffEnv``: one game at a time, by Gymnasium's interface."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from eightoff import _environments as common
from eightoff._core import Game, _Environment
from eightoff._gymnasium import gymnasium, spaces

__all__ = ["EightOffEnv"]


class EightOffEnv(gymnasium.Env[NDArray[Any], int]):
    """The patience Eight Off.

    ## Description
    52 cards lie in eight columns and in cells that hold one card each; all are to be built up on four
    foundations, suit by suit, from the ace to the king. Only the same suit's next higher card accepts a
    card in a column, and only a king may enter an empty one. All cards are open: what is random is the
    deal alone.

    ## Action Space
    ``Discrete(156)``: ``3 * card + destination`` with ``card = 13 * suit + rank`` (suits S H D C, ranks
    A..K) and destination 0 = its foundation, 1 = the tableau (its parent or, for a king, an empty
    column), 2 = a cell. A card in a column takes those that lie on it in sequence along. Usually 3 to 15
    actions are legal; ``info["action_mask"]`` and ``action_masks()`` say which. An action that is not
    legal never changes the board (see ``illegal``); a number beyond 0..155 is a ValueError.

    ## Observation Space
    By ``observation``, always the whole board:

    - ``"cards"``, uint8 (52, 2): what lies directly beneath each card (0..51 a card, 52 nothing: it is its
      column's base, 53 a cell, 54 it is on its foundation), and how many cards lie on it (0 in cells and
      on foundations).
    - ``"grid"``, int8 (21, 8), as people see it: a row of the foundations' top cards, one of cells, 19 of the
      columns' cards from the deepest on; -1 where no card is, -2 where no place is.
    - ``"planes"``, float32 (74, 4, 13), one-hot, by suit and rank: planes 0..54 what lies beneath the
      card, 55..73 how many lie on it.
    - ``"planes_uint8"``, uint8 (74, 4, 13): the same in bytes.

    All but "grid" are the same whatever the order of cells and columns, which has no influence on play.

    ## Starting State
    A deal drawn from ``deals``, or the one that ``reset(options=...)`` names: ``{"code": text}``,
    ``{"number": int}`` or ``{"layout": board text}``. ``reset(seed=...)`` takes any int from 0 on. The deals
    come from a stream of the environment's own (SplitMix64, its state the first 64-bit word that
    ``numpy.random.SeedSequence(seed)`` generates, the upper half of each word a deal number), so that
    `VectorEnv` draws the same ones as fast.

    ## Rewards
    - ``"progress"``: 1/52 for each card put on a foundation, -1/52 for each taken off. An episode earns 1
      (up to rounding) exactly when the game is won, and moving cards to and fro earns nothing.
    - ``"win"``: 1 for the step that wins.
    - ``"score"``: the app's points: 10 for a card put on a foundation, 5 for one moved from a cell to the
      tableau. They can be farmed by moving cards to and fro without end.

    ## Episode End
    Terminated when the game is won or no action is legal (a few deals with 2 or 4 cells begin so: their first
    step ends them), and, with ``end_when_lost``, as soon as the game cannot be won any more.
    Truncated, by the wrapper that ``gymnasium.make`` adds, after 300 steps or ``make(..., max_episode_steps=...)``.

    ## Information
    ``action_mask`` (int8 (156,): 1 where an action may be chosen; at the end of an episode all ones, since
    learners sample there too and an empty mask makes them fail), ``cards_home`` (int: cards on the
    foundations), ``code`` (str, None when the episode began from a layout), ``illegal`` (bool: the last
    action was not legal), ``number`` (int: the deal's, or -1), ``score`` (int: the app's points); with
    ``tell_winnable`` also ``winnable`` (bool: the game can be won or is).

    ## Arguments
    - ``cells``: 8, 4 or 2. ``group_limit``: "app" or "strict", as for `eightoff.Game`.
    - ``observation``, ``reward``: see above.
    - ``withdrawals``: whether cards may be taken off foundations. It never helps to win.
    - ``deals``: "any", "winnable" (those that can be won, as the exact solver knows), or a list of deal numbers
      and codes.
    - ``solution_length``: (least, most): only deals whose shortest solution has so many actions. Looking at a deal
      takes some 10 ms, so list the numbers found if they are wanted often.
    - ``start``: "deal", or k: begin k actions before the end of the solver's solution, for curricula that go
      backwards; the deals are then winnable ones.
    - ``end_when_lost``: whether the exact solver ends episodes that are lost.
    - ``tell_winnable``: whether infos say ``winnable``.
    - ``illegal``: what an illegal action does besides counting as a step: "ignore" (nothing), "penalty"
      (costs ``illegal_penalty``), "terminate" (ends the episode), "raise" (IllegalMoveError, no step).
    - ``render_mode``: "ansi" (text), "svg" (text of a picture), "rgb_array" (uint8 (height, width, 3)).

    ## Version History
    - v0: the first.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": list(common.RENDER_MODES),
        "render_fps": 4,
    }

    def __init__(
        self,
        *,
        cells: int = 8,
        group_limit: Literal["app", "strict"] = "app",
        observation: Literal["cards", "grid", "planes", "planes_uint8"] = "cards",
        reward: Literal["progress", "win", "score"] = "progress",
        withdrawals: bool = False,
        deals: common.Deals = "any",
        solution_length: tuple[int, int] | None = None,
        start: int | Literal["deal"] = "deal",
        end_when_lost: bool = False,
        illegal: Literal["ignore", "penalty", "terminate", "raise"] = "ignore",
        illegal_penalty: float = 1 / 52,
        tell_winnable: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Makes an environment; see Arguments. ValueError: an argument is none of those."""
        common.check_render_mode(render_mode)
        self.observation_space = common.observation_space(observation)
        self.action_space = spaces.Discrete(common.NUM_ACTIONS)  # type: ignore[assignment]
        self.render_mode = render_mode
        self._cells = cells
        self._group_limit = group_limit
        self._seeded = False
        self._tell_winnable = tell_winnable
        task = (
            cells,
            group_limit,
            observation,
            reward,
            withdrawals,
            illegal,
            illegal_penalty,
            end_when_lost,
        )
        self._core = _Environment(task, common.starts(deals, cells, solution_length, start))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begins an episode and returns its first observation and info.

        Args:
            seed: any int from 0 on; None goes on with the random numbers there are.
            options: ``{"code": text}``, ``{"number": int}`` or ``{"layout": board text}`` to begin there
                instead of at a drawn deal.

        Raises:
            ValueError: a wrong option, CodeError and LayoutError among them; or no deal is found that is as
                ``deals`` and ``solution_length`` want it. Then, and when Ctrl-C ends the search for one, the board
                is as it was.
        """
        super().reset(seed=seed)
        if seed is not None or not self._seeded:
            self._seed()
        start = common.chosen_start(options, self._cells)
        if start is None:
            first = self._core.reset()
        elif isinstance(start, int):
            first = self._core.start_deal(start)
        else:
            first = self._core.start_layout(start)
        if self._tell_winnable:
            first[1]["winnable"] = self.winnable()
        return first

    def _seed(self) -> None:
        seed = self.np_random_seed
        if seed is None or seed < 0:  # someone has set np_random itself
            seed = int(self.np_random.integers(2**63))
        self._core.reseed(*common.stream_words(seed))
        self._seeded = True

    def step(self, action: int) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Plays an action.

        Args:
            action: 0..155, as an int of Python or NumPy.

        Returns:
            Observation, reward, terminated, truncated (always False: see Episode End) and info; the arrays are
            fresh. After the end of an episode nothing changes any more.

        Raises:
            ValueError: the number is no action.
            IllegalMoveError: the action is not legal, with ``illegal="raise"``.
        """
        if not self._tell_winnable:
            return self._core.step(action)
        step = self._core.step(action)
        step[4]["winnable"] = self.winnable()
        return step

    def winnable(self) -> bool:
        """Whether the game can be won from here (or is), by the exact solver: some 0.02 ms, seldom more."""
        return self._core.winnable()

    def action_masks(self) -> NDArray[np.bool_]:
        """Bool (156,): the mask of ``info["action_mask"]``, as sb3-contrib's MaskablePPO asks for it."""
        return self._core.action_mask().view(np.bool_)

    def sample_action(self) -> int:
        """A legal action, each as likely as any other, from a stream that ``reset(seed=...)`` seeds."""
        return self._core.sample()

    @property
    def game(self) -> Game:
        """A `Game` at the current board, to look at and to play on; the environment does not follow it."""
        return Game.from_layout(self._core.layout(), self._cells, group_limit=self._group_limit)

    def save_state(self) -> object:
        """The state of the environment, for `restore_state`: some hundred bytes, a microsecond.

        It holds the board and the random numbers to come, and is never changed by later steps.
        """
        return self._core.copy()

    def restore_state(self, state: object) -> None:
        """Goes back to a state that `save_state` of an environment with the same arguments returned.

        Raises:
            TypeError: the object is no such state.
        """
        if not isinstance(state, _Environment):
            raise TypeError(f"not a state that save_state returns: {type(state).__name__}")
        self._core = state.copy()

    def render(self) -> Any:
        """The board in the way ``render_mode`` says; None without one."""
        return common.render(self.game, self.render_mode)
