"""Players to compare with, and the measuring of all of them."""

import numpy as np
from features import RANK, features
from gymnasium.vector import AutoresetMode

import eightoff

ACTIONS = np.arange(156)


def random_player(games, seen, masks, draw):
    """Any legal action, each as likely as any other."""
    return games.sample_actions()


def _best(scores, masks, draw):
    """The highest score among the legal actions, ties at random."""
    return np.where(masks, scores + draw.random(masks.shape) * 1e-3, -np.inf).argmax(1)


def greedy_player(games, seen, masks, draw):
    """To a foundation if possible, else to the tableau, else to a cell."""
    return _best(np.broadcast_to(-(ACTIONS % 3), masks.shape), masks, draw)


def heuristic_player(games, seen, masks, draw):
    """Greedy, but digs where the most wanted card lies least deep, and spares cells.

    A card goes to a cell for the sake of the card beneath it that its foundation waits for soonest; moves
    within the tableau count the card that they lay bare.
    """
    per_card, _ = features(seen)
    depth, wanted = per_card[:, :, 10] * 6, per_card[:, :, 11] * 12
    bare = 4.0 * per_card[:, :, 21] + 2.0 * per_card[:, :, 22] + per_card[:, :, 23]
    dig = bare - 0.5 * wanted - 0.3 * depth - 0.1 * np.abs(RANK - 6)
    scores = np.empty((len(seen), 52, 3))
    scores[:, :, 0] = 100
    scores[:, :, 1] = 20 + dig
    scores[:, :, 2] = dig
    return _best(scores.reshape(len(seen), 156), masks, draw)


def network_player(network):
    """Draws from a network's policy; its likeliest action alone goes round in circles at times."""
    return lambda games, seen, masks, draw: network.choose(seen, masks, draw)


def wins(player, games=1000, seed=2**40, steps=300):
    """Bool (games,): which of so many fresh standard deals the player wins, one try each."""
    env = eightoff.VectorEnv(games, max_episode_steps=steps, autoreset_mode=AutoresetMode.DISABLED)
    draw = np.random.default_rng(seed)
    seen, infos = env.reset(seed=seed)
    live = np.arange(games)
    actions = np.zeros(games, np.int64)
    won = np.zeros(games, bool)
    for _ in range(steps):
        chosen = player(env, seen[live], infos["action_mask"][live], draw)
        actions[live] = chosen if len(chosen) == len(live) else chosen[live]
        seen, _, terminated, truncated, infos = env.step(actions)
        won = infos["cards_home"] == 52
        live = np.flatnonzero(~(terminated | truncated))
        if len(live) == 0:
            break
    return won
