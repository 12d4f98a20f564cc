"""``eightoff.sb3.SB3VecEnv``: many games at once for Stable-Baselines3 (``pip install 'eightoff[sb3]'``)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eightoff._gymnasium import gymnasium
from eightoff.vector_env import VectorEnv

try:
    from stable_baselines3.common.vec_env import VecEnv
except ImportError:
    raise ImportError(
        "eightoff.sb3 needs Stable-Baselines3\nhint: pip install 'eightoff[sb3]'"
    ) from None

__all__ = ["SB3VecEnv"]

Array = NDArray[Any]
Indices = int | Iterable[int] | None


class SB3VecEnv(VecEnv):  # type: ignore[misc,unused-ignore]
    """A `VectorEnv` as Stable-Baselines3's ``VecEnv``, for MaskablePPO above all.

    Tells what ``DummyVecEnv`` tells of as many ``gymnasium.make("eightoff/EightOff-v0")`` with the same arguments, and
    is many times as fast; but infos are empty save where an episode has ended, which say

    - ``terminal_observation``, and ``TimeLimit.truncated``: the episode was cut off, not over;
    - ``is_success``: the game is won (Stable-Baselines3 logs its mean as ``rollout/success_rate``);
    - ``cards_home``, ``number``, ``score`` and ``winnable`` as the environments' infos do.

    ``VecMonitor`` around it adds lengths and returns of episodes.

    Attributes:
        env: the `VectorEnv` within.
    """

    def __init__(
        self, num_envs: int, *, max_episode_steps: int | None = 300, **arguments: Any
    ) -> None:
        """Makes the games; ``arguments`` as for `VectorEnv`, but for ``autoreset_mode`` and ``copy``."""
        mode = gymnasium.vector.AutoresetMode.SAME_STEP
        self.env = VectorEnv(
            num_envs,
            max_episode_steps=max_episode_steps,
            autoreset_mode=mode,
            copy=False,
            **arguments,
        )
        self._actions: Array = np.zeros(num_envs, np.int64)
        super().__init__(num_envs, self.env.single_observation_space, self.env.single_action_space)

    def reset(self) -> Array:
        """Begins all games, with the seeds and the options that were set since the last reset."""
        if any(options != self._options[0] for options in self._options):
            raise ValueError("all games begin with the same options")
        seeds = None if all(seed is None for seed in self._seeds) else self._seeds
        observations, infos = self.env.reset(seed=seeds, options=self._options[0])
        self.reset_infos = self._rows(infos, range(self.num_envs))
        self._reset_seeds()
        self._reset_options()
        return observations.copy()

    def step_async(self, actions: Array) -> None:
        """Keeps the actions for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        """Plays the actions: observations, rewards (float32), dones and infos, a row or an item for each game."""
        observations, rewards, terminated, truncated, infos = self.env.step(self._actions)
        told: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        done = terminated | truncated
        if "final_info" in infos:
            ended = np.flatnonzero(done).tolist()
            for row, final in zip(ended, self._rows(infos["final_info"], ended), strict=True):
                final["is_success"] = final["cards_home"] == 52
                final["terminal_observation"] = infos["final_obs"][row]
                final["TimeLimit.truncated"] = bool(truncated[row] and not terminated[row])
                told[row] = final
        return observations.copy(), rewards.astype(np.float32), done, told

    def _rows(self, infos: dict[str, Any], rows: Iterable[int]) -> list[dict[str, Any]]:
        """The infos of those games, each a dict of its own."""
        keys = [key for key in ("cards_home", "number", "score", "winnable") if key in infos]
        return [{key: infos[key][row].item() for key in keys} for row in rows]

    def close(self) -> None:
        """Closes the games."""
        self.env.close()

    def get_images(self) -> Sequence[Array | None]:
        """Pictures of the games, with ``render_mode="rgb_array"``."""
        pictures: Sequence[Array | None] = self.env.render() or [None] * self.num_envs
        return pictures

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """An attribute of the `VectorEnv`, once for each game asked about."""
        value = getattr(self.env, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Always an AttributeError: what the games are like is said when they are made."""
        raise AttributeError(f"{attr_name} cannot be set: the games share all attributes")

    def env_method(
        self, method_name: str, *method_args: Any, indices: Indices = None, **method_kwargs: Any
    ) -> list[Any]:
        """What a method of the `VectorEnv` answers, such as ``action_masks``: the rows of the games asked about."""
        rows = getattr(self.env, method_name)(*method_args, **method_kwargs)
        return [rows[index] for index in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Indices = None) -> list[bool]:
        """False for each game asked about: none is wrapped."""
        return [False for _ in self._get_indices(indices)]
