"""``eightoff.VectorEnv``: many games at once, stepped in Rust."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from eightoff import _environments as common
from eightoff._core import Game, _Batch, encode_code
from eightoff._gymnasium import gymnasium, spaces

__all__ = ["VectorEnv"]

Info = dict[str, Any]
Array = NDArray[Any]


class VectorEnv(gymnasium.vector.VectorEnv[Array, Array, Array]):
    """Many games of Eight Off that step together, each exactly as an `EightOffEnv` would.

    ``reset(seed=s)`` makes environment i the one that ``EightOffEnv.reset(seed=s + i)`` begins; from then on
    observations, rewards, ends, infos and deals are the same, whatever ``threads`` is. Description, spaces,
    rewards, ends and the other arguments are told at `EightOffEnv`; what differs:

    ## Information
    One array a key, with ``_key`` (bool (num_envs,)) beside it: ``action_mask`` int8 (num_envs, 156),
    ``cards_home``, ``number`` and ``score`` int64, ``illegal`` bool. Codes are told by `codes` alone: making thousands
    of texts would take longer than a step. In SAME_STEP ``final_obs`` and ``final_info`` besides.

    ## Arguments
    - ``num_envs``: how many games.
    - ``max_episode_steps``: episodes are truncated after so many steps; None: never. ``gymnasium.make_vec``
      passes the registered 300.
    - ``autoreset_mode``: Gymnasium's ``AutoresetMode`` or its value. NEXT_STEP (default): the step after an end
      ignores the action and returns the next episode's first observation, with reward 0. SAME_STEP: the
      last step returns it, and the terminal observation and info in ``final_obs`` and ``final_info``. DISABLED: call
      ``reset(options={"reset_mask": bool array})``.
    - ``copy``: True: all arrays returned are fresh. False: they are read-only views of arrays that the next
      step or reset overwrites, which saves a third of the time with few games, a seventh with thousands.
    - ``threads``: how many threads may step, None: as many as the process may use. Fewer than a thousand
      games are always stepped by one. A forked child starts threads of its own.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium's type; instances have their own copy
        "render_modes": list(common.RENDER_MODES),
        "render_fps": 4,
        "autoreset_mode": gymnasium.vector.AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        *,
        max_episode_steps: int | None = None,
        autoreset_mode: gymnasium.vector.AutoresetMode
        | str = gymnasium.vector.AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int | None = None,
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
        """Makes the environments; see Arguments. ValueError: an argument is none of those."""
        if num_envs < 1:
            raise ValueError(f"num_envs is at least 1, not {num_envs}")
        if max_episode_steps is not None and max_episode_steps < 1:
            raise ValueError(f"max_episode_steps is at least 1 or None, not {max_episode_steps}")
        if threads is not None and threads < 1:
            raise ValueError(f"threads is at least 1 or None, not {threads}")
        common.check_render_mode(render_mode)
        modes = [mode.value for mode in gymnasium.vector.AutoresetMode]
        if autoreset_mode not in (*modes, *gymnasium.vector.AutoresetMode):
            raise ValueError(f"autoreset_mode is one of {modes}, not {autoreset_mode!r}")
        self.num_envs = num_envs
        self.autoreset_mode = gymnasium.vector.AutoresetMode(autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": self.autoreset_mode}
        self.render_mode = render_mode
        self.copy = copy
        self.single_observation_space = common.observation_space(observation)
        self.single_action_space = spaces.Discrete(common.NUM_ACTIONS)
        self.observation_space = gymnasium.vector.utils.batch_space(
            self.single_observation_space, num_envs
        )
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)
        self._cells = cells
        self._group_limit = group_limit
        self._seeded = False
        self._tell_winnable = tell_winnable
        self._core = _Batch(
            (
                cells,
                group_limit,
                observation,
                reward,
                withdrawals,
                illegal,
                illegal_penalty,
                end_when_lost,
            ),
            common.starts(deals, cells, solution_length, start),
            num_envs,
            max_episode_steps or 0,
            self.autoreset_mode is gymnasium.vector.AutoresetMode.NEXT_STEP,
            threads or common.usable_threads(),
        )
        self._share_views()

    def _share_views(self) -> None:
        """Takes hold of the arrays that the core writes into."""
        obs, rewards, terminated, truncated, masks, home, illegal, numbers, scores = (
            self._core.views()
        )
        self._results = (obs, rewards, terminated, truncated)
        self._infos: Info = {
            "action_mask": masks,
            "cards_home": home,
            "illegal": illegal,
            "number": numbers,
            "score": scores,
        }
        everywhere = np.ones(self.num_envs, np.bool_)
        everywhere.flags.writeable = False
        keys = [*self._infos, *(["winnable"] if self._tell_winnable else [])]
        self._presence: Info = {f"_{key}": everywhere for key in keys}

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Array, Info]:
        """Begins episodes and returns first observations and infos of the whole batch.

        Args:
            seed: an int from 0 on, environment i taking ``seed + i``; or one int or None for each; None goes on
                with the random numbers there are.
            options: ``code``, ``number`` or ``layout`` as for `EightOffEnv`; ``reset_mask`` (bool (num_envs,), True
                somewhere) to begin only there.

        Raises:
            TypeError: the mask is no bool array.
            ValueError: its shape is wrong or it is all False; a wrong option or number of seeds; or no deal is found as
                for `EightOffEnv`. Then, and when Ctrl-C ends the search for one, the boards are as they were.
        """
        options = dict(options or {})
        chosen = self._chosen(options.pop("reset_mask", None))
        self._seed(seed, chosen)
        start = common.chosen_start(options, self._cells)
        if start is None:
            self._core.reset(chosen)
        elif isinstance(start, int):
            self._core.start_deal(chosen, start)
        else:
            self._core.start_layout(chosen, start)
        return self._observations(), self._info()

    def _chosen(self, mask: object) -> NDArray[np.bool_]:
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise TypeError("options['reset_mask'] is not a NumPy array of dtype bool")
        if mask.shape != (self.num_envs,):
            raise ValueError(
                f"options['reset_mask'] has shape {mask.shape}, not ({self.num_envs},)"
            )
        if not mask.any():
            raise ValueError("options['reset_mask'] is False everywhere")
        return np.ascontiguousarray(mask)

    def _seed(self, seed: int | Sequence[int | None] | None, chosen: NDArray[np.bool_]) -> None:
        if isinstance(seed, (int, np.integer)):
            super().reset(seed=int(seed))
            seeds: Sequence[int | None] = [int(seed) + i for i in range(self.num_envs)]
        elif seed is not None:
            seeds = seed
        elif not self._seeded:
            first = self.np_random_seed
            if first is None or first < 0:  # someone has set np_random itself
                first = int(self.np_random.integers(2**63))
            seeds = [first + i for i in range(self.num_envs)]
        else:
            return
        if len(seeds) != self.num_envs:
            raise ValueError(f"{len(seeds)} seeds for {self.num_envs} environments")
        if not self._seeded:
            self._seeded = True
            if any(one is None for one in seeds):
                self._seed(None, np.ones(self.num_envs, np.bool_))
        for i in np.flatnonzero(chosen).tolist():
            one = seeds[i]
            if one is not None:
                self._core.reseed(i, *common.stream_words(int(one)))

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, Info]:
        """Plays an action in each environment.

        Args:
            actions: ints 0..155, of shape (num_envs,); int64 is taken without a copy.

        Returns:
            Observations, rewards (float64), terminated (bool), truncated (bool), each with ``num_envs`` rows, and
            infos.

        Raises:
            TypeError: the actions are no ints.
            ValueError: a number that is no action, or not ``num_envs`` of them, or no deal is found to go on with;
                nothing has changed, nor when Ctrl-C ends the search for one.
            IllegalMoveError: an action is not legal, with ``illegal="raise"``; nothing has changed.
        """
        if not (isinstance(actions, np.ndarray) and actions.dtype == np.int64):
            actions = np.asarray(actions)
            if actions.dtype.kind not in "iu":
                raise TypeError(f"actions are ints, not {actions.dtype}")
        same_step = self.autoreset_mode is gymnasium.vector.AutoresetMode.SAME_STEP
        self._core.step(np.ascontiguousarray(actions, np.int64), same_step)
        if same_step:
            return self._begin_again()
        if not self.copy:
            return (*self._results, self._info())
        obs, rewards, terminated, truncated = self._results
        return obs.copy(), rewards.copy(), terminated.copy(), truncated.copy(), self._info()

    def _begin_again(self) -> tuple[Array, Array, Array, Array, Info]:
        """The rest of a step in SAME_STEP: keeps what has ended and begins the next episodes."""
        rewards, terminated, truncated = (result.copy() for result in self._results[1:])
        done = terminated | truncated
        if not done.any():
            return self._observations(), rewards, terminated, truncated, self._info()
        final = {}
        rows = np.flatnonzero(done)
        final_obs = np.full(self.num_envs, None, object)
        for row in rows:
            final_obs[row] = self._results[0][row].copy()
        for key, values in self._told().items():
            final[key] = np.zeros_like(values)
            final[key][rows] = values[rows]
            final[f"_{key}"] = done.copy()
        self._core.reset(done)
        infos = self._info()
        infos.update(
            final_obs=final_obs,
            _final_obs=done.copy(),
            final_info=final,
            _final_info=done.copy(),
        )
        return self._observations(), rewards, terminated, truncated, infos

    def _observations(self) -> Array:
        return self._results[0].copy() if self.copy else self._results[0]

    def _info(self) -> Info:
        infos = self._told() | self._presence
        return {key: value.copy() for key, value in infos.items()} if self.copy else infos

    def _told(self) -> Info:
        """What infos tell, without the masks of presence."""
        if self._tell_winnable:
            return self._infos | {"winnable": self.winnable()}
        return self._infos

    def winnable(self) -> NDArray[np.bool_]:
        """Bool (num_envs,): whether each game can be won (or is), by the exact solver.

        Some hundreds of thousands a second and thread of positions that random play comes by.
        """
        return self._core.winnable()

    def expert_actions(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The exact solver's advice: two int64 arrays (num_envs,).

        The next action of a solution of each game, and how many actions that solution has; -1 where the game is
        lost or over. As long as a game follows its solution, it stays the same one; it is not the shortest.
        """
        return self._core.advice()

    def sample_actions(self) -> NDArray[np.int64]:
        """int64 (num_envs,): a legal action for each, uniformly; seeded by ``reset(seed=...)``.

        Where an episode has ended it is any of the 156.
        """
        return self._core.sample()

    def action_masks(self) -> NDArray[np.bool_]:
        """Bool (num_envs, 156): the masks of ``info["action_mask"]``."""
        masks: NDArray[np.int8] = self._infos["action_mask"]
        return masks.astype(np.bool_)

    def codes(self) -> list[str | None]:
        """The codes of the deals that the episodes began from; None where they began from a layout."""
        numbers = self._infos["number"].tolist()
        return [encode_code(n, self._cells) if n >= 0 else None for n in numbers]

    def games(self) -> list[Game]:
        """A `Game` at each board, to look at and to play on; the environments do not follow them."""
        return [
            Game.from_layout(layout, self._cells, group_limit=self._group_limit)
            for layout in self._core.layouts()
        ]

    def render(self) -> tuple[Any, ...] | None:
        """The boards in the way ``render_mode`` says; None without one."""
        if self.render_mode is None:
            return None
        return tuple(common.render(game, self.render_mode) for game in self.games())

    def __getstate__(self) -> dict[str, Any]:
        """All but the views, which would become arrays of their own."""
        views = ("_results", "_infos", "_presence")
        return {key: value for key, value in self.__dict__.items() if key not in views}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Takes hold of the core's arrays again."""
        self.__dict__.update(state)
        self._share_views()
