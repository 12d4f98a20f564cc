"""The environments against the slow model: observations, masks, rewards, scores and ends."""

import os

import gymnasium
import numpy as np

import eightoff
from model import deals
from model.table import FOUNDATIONS, Table

#: The model takes a second for some thousands; `HYPOTHESIS_PROFILE=thorough` takes a million.
STEPS = 1_000_000 if os.environ.get("HYPOTHESIS_PROFILE") == "thorough" else 12_000


class ModelEnvironment:
    """What an environment with default arguments does, by the model."""

    def __init__(self, number, cells, group_limit):
        self.table = Table.dealt(deals.deck(number), cells, group_limit)
        self.score = 0
        self._look()

    def _look(self):
        self.actions = {
            action: transfer
            for action, transfer in self.table.actions().items()
            if transfer.source not in FOUNDATIONS
        }

    def observation(self):
        return np.array(self.table.lies_on(), np.uint8)

    def mask(self):
        mask = np.zeros(156, np.int8)
        mask[list(self.actions) or slice(None)] = 1
        return mask

    def cards_home(self):
        return sum(len(self.table.piles[suit]) for suit in FOUNDATIONS)

    def step(self, action):
        if not self.actions:
            return 0.0  # some deals with few cells begin without a legal action
        before = self.cards_home()
        self.score += self.table.points(self.actions[action])
        self.table.move(self.actions[action])
        self._look()
        return (self.cards_home() - before) / 52


def test_random_play_is_the_models():
    """Eight batches of rule sets in one loop; each game is compared after each step."""
    taken = 0
    batches = []
    for index, (cells, limit) in enumerate((c, g) for c in (8, 4, 2) for g in ("app", "strict")):
        batch = eightoff.VectorEnv(
            4,
            cells=cells,
            group_limit=limit,
            autoreset_mode=gymnasium.vector.AutoresetMode.SAME_STEP,
        )
        _, info = batch.reset(seed=100 * index)
        models = [ModelEnvironment(number, cells, limit) for number in info["number"].tolist()]
        batches.append((batch, models, cells, limit))
    while taken < STEPS:
        for batch, models, cells, limit in batches:
            actions = batch.sample_actions()
            seen, rewards, terminated, _, info = batch.step(actions)
            for i, model in enumerate(models):
                assert rewards[i] == model.step(int(actions[i]))
                assert terminated[i] == (not model.actions)
                now, row = (
                    (info["final_info"], info["final_obs"][i]) if terminated[i] else (info, seen[i])
                )
                np.testing.assert_array_equal(row, model.observation())
                np.testing.assert_array_equal(now["action_mask"][i], model.mask())
                assert now["cards_home"][i] == model.cards_home()
                assert now["score"][i] == model.score
                if terminated[i]:
                    models[i] = ModelEnvironment(int(info["number"][i]), cells, limit)
            taken += len(models)
