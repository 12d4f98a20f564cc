"""MaskablePPO of sb3-contrib learns to finish games of Eight Off.

    pip install 'eightoff[sb3]'
    python examples/learning/maskable_ppo.py [--start 70] [--steps 300000] [--games 2000] [--seed 0] [--dummy]

Games begin so many actions before the end of a solution of the exact solver (`--start 0`: at the deal). Prints how many
of `--games` fresh ones are won by random play and by the learner, untrained and trained, with exact 95 % intervals.
"""

import argparse
import time

import gymnasium
import numpy as np
import torch
from features import PER_CARD, PER_GAME, features
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import DummyVecEnv
from torch import nn

from eightoff.sb3 import SB3VecEnv
from eightoff.winnability import clopper_pearson

#: Measured games are others than those learned from, and the same for all players.
MEASURE_SEED = 2**41


class Features(BaseFeaturesExtractor):
    """The numbers of `features`, which the "cards" observation is turned into, in one row."""

    def __init__(self, observation_space):
        super().__init__(observation_space, 52 * PER_CARD + PER_GAME)

    def forward(self, seen):
        per_card, per_game = features(seen.numpy().astype(np.uint8))
        flat = per_card.reshape(len(per_card), -1)
        return torch.from_numpy(np.concatenate([flat, per_game], 1))


class Heads(nn.Module):
    """Scores of the 156 actions, and what the value is read from: the same small layers for all cards."""

    latent_dim_pi, latent_dim_vf = 156, 64

    def __init__(self, looks=64, hidden=64):
        super().__init__()
        self.look = nn.Linear(PER_CARD, looks)
        self.game = nn.Linear(looks + PER_GAME, hidden)
        self.card = nn.Linear(PER_CARD, hidden)
        self.think = nn.Linear(hidden, hidden)
        self.score = nn.Linear(hidden, 3)
        self.value = nn.Linear(looks + PER_GAME, self.latent_dim_vf)

    def _split(self, row):
        cards = row[:, : 52 * PER_CARD].reshape(-1, 52, PER_CARD)
        looks = torch.relu(self.look(cards)).mean(1)
        return cards, torch.cat([looks, row[:, 52 * PER_CARD :]], 1)

    def _scores(self, cards, game):
        hidden = torch.relu(self.card(cards) + self.game(game)[:, None])
        return self.score(torch.relu(self.think(hidden))).flatten(1)

    def forward_actor(self, row):
        return self._scores(*self._split(row))

    def forward_critic(self, row):
        return torch.relu(self.value(self._split(row)[1]))

    def forward(self, row):
        cards, game = self._split(row)
        return self._scores(cards, game), torch.relu(self.value(game))


class Policy(MaskableActorCriticPolicy):
    """Scores every card's actions by the same head, so that what is learned of one card holds for all."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, features_extractor_class=Features, **kwargs)

    def _build_mlp_extractor(self):
        self.mlp_extractor = Heads()

    def _build(self, lr_schedule):
        super()._build(lr_schedule)
        self.action_net = nn.Identity()
        self.optimizer = self.optimizer_class(
            self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs
        )


def environments(count, start, dummy=False, **arguments):
    """So many games side by side: batched in Rust, or single ones that Stable-Baselines3 steps in turn."""
    arguments["start"] = start or "deal"
    if not dummy:
        return SB3VecEnv(count, **arguments)
    return DummyVecEnv([lambda: gymnasium.make("eightoff/EightOff-v0", **arguments)] * count)


def wins(choose, games, start):
    """How many of fresh games are won, one try of 300 steps each; `choose` maps observations and masks to actions."""
    env = environments(games, start)
    env.seed(MEASURE_SEED)
    seen = env.reset()
    won, over = np.zeros(games, bool), np.zeros(games, bool)
    actions = np.zeros(games, np.int64)
    while not over.all():
        actions[~over] = choose(seen[~over], get_action_masks(env)[~over])
        seen, _, done, infos = env.step(actions)
        for row in np.flatnonzero(done & ~over):
            won[row] = infos[row]["is_success"]
        over |= done
    return int(won.sum())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--start", type=int, default=70, help="actions before the end, 0: the deal")
    parser.add_argument("--steps", type=int, default=300_000)
    parser.add_argument("--envs", type=int, default=128)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--dummy", action="store_true", help="step single environments in turn")
    options = parser.parse_args()
    torch.set_num_threads(1)
    env = environments(options.envs, options.start, options.dummy, end_when_lost=True)
    model = MaskablePPO(
        Policy, env, n_steps=64, batch_size=1024, n_epochs=3, learning_rate=1e-3, gamma=0.997,
        ent_coef=0.003, vf_coef=1.0, device="cpu", seed=options.seed,
    )  # fmt: skip
    draw = np.random.default_rng(options.seed)

    def at_random(seen, masks):
        return np.where(masks, draw.random(masks.shape), -1).argmax(1)

    def learned(seen, masks):
        return model.predict(seen, action_masks=masks)[0]

    print("| player | steps | processor seconds | won | share | 95 % interval |")
    print("|---|---|---|---|---|---|")

    def report(name, choose, steps, seconds):
        won = wins(choose, options.games, options.start)
        low, high = clopper_pearson(won, options.games)
        share = f"{won / options.games:.1%} | {low:.1%} to {high:.1%}"
        row = f"| {name} | {steps:,} | {seconds:.0f} | {won} of {options.games} | {share} |"
        print(row.replace("%", " %"), flush=True)

    report("random", at_random, 0, 0)
    report("untrained", learned, 0, 0)
    began = time.process_time()
    model.learn(options.steps)
    report("MaskablePPO", learned, model.num_timesteps, time.process_time() - began)


if __name__ == "__main__":
    main()
