"""Proximal policy optimisation (Schulman et al., 2017) on batched games that end when they are lost.

That the exact solver ends a lost game at once tells the learner which move lost it.
"""

import numpy as np
from features import features
from gymnasium.vector import AutoresetMode

import eightoff


class Learner:
    """A network that improves by its own games."""

    def __init__(self, network, seed=0, games=512, steps=32, gamma=0.997, decay=0.95, limit=150):
        self.network, self.steps, self.gamma, self.decay = network, steps, gamma, decay
        self.games = eightoff.VectorEnv(
            games,
            max_episode_steps=limit,
            end_when_lost=True,
            autoreset_mode=AutoresetMode.SAME_STEP,
        )
        self.draw = np.random.default_rng(seed)
        self.seen, infos = self.games.reset(seed=seed)
        self.masks = infos["action_mask"]
        self.finished, self.won = 0, 0

    def collect(self):
        """Plays on, and returns features, masks, actions, their log-probabilities, advantages, returns."""
        rows = []
        for _ in range(self.steps):
            told = features(self.seen)
            logs, values, _ = self.network.think(*told, self.masks)
            noise = self.draw.gumbel(size=logs.shape).astype(np.float32)
            actions = (logs + noise).argmax(1)
            taken = logs[np.arange(len(actions)), actions]
            seen, rewards, terminated, truncated, infos = self.games.step(actions)
            # Running out of steps is part of this game: nothing follows it.
            done = terminated | truncated
            rows.append((*told, self.masks, actions, taken, values, rewards, done))
            if done.any():
                self.finished += int(done.sum())
                self.won += int((infos["final_info"]["cards_home"][done] == 52).sum())
            self.seen, self.masks = seen, infos["action_mask"]
        cards, game, masks, actions, taken, values, rewards, done = (
            np.stack(part) for part in zip(*rows, strict=True)
        )
        following = self.network.forward(self.seen, self.masks)[1]
        advantages = np.zeros_like(values)
        later = np.zeros(len(following), np.float32)
        for t in reversed(range(self.steps)):
            live = (~done[t]).astype(np.float32)
            error = rewards[t] + self.gamma * live * following - values[t]
            later = (error + self.gamma * self.decay * live * later).astype(np.float32)
            advantages[t], following = later, values[t]
        flat = [part.reshape(-1, *part.shape[2:]) for part in (cards, game, masks, actions, taken)]
        return (*flat, advantages.reshape(-1), (advantages + values).reshape(-1))

    def improve(self, rate, epochs=2, batch=2048, clip=0.2, entropy=0.003):
        """One round: plays, then learns from what was played."""
        cards, game, masks, actions, taken, advantages, returns = self.collect()
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        for _ in range(epochs):
            order = self.draw.permutation(len(actions))
            for start in range(0, len(order), batch):
                rows = order[start : start + batch]
                n = len(rows)
                logs, values, kept = self.network.think(cards[rows], game[rows], masks[rows])
                chances = np.exp(logs)
                index = (np.arange(n), actions[rows])
                ratio = np.exp(logs[index] - taken[rows])
                gain = advantages[rows]
                bounded = (gain > 0) & (ratio > 1 + clip) | (gain < 0) & (ratio < 1 - clip)
                weight = np.where(bounded, 0, ratio * gain)
                slopes = chances * weight[:, None]
                slopes[index] -= weight
                logs = np.where(masks[rows] > 0, logs, 0)
                spread = -(chances * logs).sum(1, keepdims=True)
                slopes += entropy * chances * (logs + spread)
                # The value's share is large: its scale is that of the few hundredths left to win.
                self.network.backward(
                    kept, slopes / n, 2 * (values - returns[rows]) / np.float32(n), rate
                )

    def success(self):
        """The share of games won among those that ended since the last call."""
        share = self.won / max(1, self.finished)
        self.finished = self.won = 0
        return share
