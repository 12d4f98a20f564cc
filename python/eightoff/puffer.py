"""``eightoff.puffer.PufferEightOff``: many games at once for PufferLib (``pip install pufferlib``)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from eightoff._gymnasium import gymnasium, spaces
from eightoff.vector_env import VectorEnv

try:
    from pufferlib import PufferEnv
except ImportError:
    raise ImportError(
        "eightoff.puffer needs PufferLib\nhint: pip install pufferlib, or pufferlib-core"
    ) from None

__all__ = ["PufferEightOff"]

Array = NDArray[Any]


class PufferEightOff(PufferEnv):  # type: ignore[misc,unused-ignore]
    """A native PufferLib environment: agents in rows of buffers that its vectorisation owns.

    Attributes:
        single_observation_space: uint8 (260,): the observation "cards" in 104 bytes, then the mask in 156.
        single_action_space: Discrete(156).
        num_agents: how many games.
        observations, rewards (float32), terminals, truncations, masks (bool: True, every agent acts): the buffers.
        env: the `VectorEnv` within.

    Ended games begin again in the same step, as PufferLib's own environments do; an info is a dict of means
    over the games that ended.
    """

    def __init__(
        self,
        num_envs: int = 1,
        buf: Any = None,
        seed: int = 0,
        *,
        max_episode_steps: int | None = 300,
        **arguments: Any,
    ) -> None:
        """Makes the games; PufferLib gives ``buf``, the buffers. ``arguments`` as for `VectorEnv`."""
        mode = gymnasium.vector.AutoresetMode.SAME_STEP
        self.env = VectorEnv(
            num_envs,
            max_episode_steps=max_episode_steps,
            autoreset_mode=mode,
            copy=False,
            **arguments,
        )
        self.num_agents = num_envs
        self.single_observation_space = spaces.Box(0, 255, (104 + 156,), np.uint8)
        self.single_action_space = self.env.single_action_space
        self.seed = seed
        super().__init__(buf)

    def _write(self, observations: Array, infos: dict[str, Any]) -> None:
        self.observations[:, :104] = observations.reshape(self.num_agents, 104)
        self.observations[:, 104:] = infos["action_mask"]

    def reset(self, seed: int | None = None) -> tuple[Array, list[dict[str, float]]]:
        """Begins all games; returns the buffer of observations and no infos."""
        self._write(*self.env.reset(seed=self.seed if seed is None else seed))
        return self.observations, []

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, list[dict[str, float]]]:
        """Plays an action in each game and returns the buffers and infos."""
        observations, self.rewards[:], self.terminals[:], self.truncations[:], infos = (
            self.env.step(np.asarray(actions).reshape(-1))
        )
        self._write(observations, infos)
        done = infos.get("_final_info")
        if done is None:
            return self._buffers([])
        home = infos["final_info"]["cards_home"][done]
        score = float(infos["final_info"]["score"][done].mean())
        won = float((home == 52).mean())
        return self._buffers([{"won": won, "cards_home": float(home.mean()), "score": score}])

    def _buffers(
        self, infos: list[dict[str, float]]
    ) -> tuple[Array, Array, Array, Array, list[dict[str, float]]]:
        return self.observations, self.rewards, self.terminals, self.truncations, infos

    def close(self) -> None:
        """Closes the games."""
        self.env.close()
