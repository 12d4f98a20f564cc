"""Learning from the exact solver: positions on and near its paths, its next actions, and what is lost."""

import numpy as np

import eightoff


def lesson(network, data, rows, rate):
    """One step towards the teacher's actions and the share of the game still to be won.

    Returns how often network and teacher agree where there is something to win.
    """
    n = len(rows)
    winnable = data.winnable[rows]
    logs, values, kept = network.forward(data.observation[rows], data.action_mask[rows])
    best = data.action[rows]
    agree = (logs.argmax(1) == best)[winnable].mean()
    slopes = np.exp(logs)
    slopes[np.arange(n), best] -= 1
    slopes[~winnable] = 0
    left = (data.observation[rows, :, 0] != 54).mean(1, dtype=np.float32)
    network.backward(kept, slopes / n, (values - left * winnable) / np.float32(n), rate)
    return float(agree)


def imitate(network, updates, batch=1024, rate=2e-3, seed=0, report=None):
    """So many steps of learning from the solver; `report(update, agreement)` hears of some."""
    draw = np.random.default_rng(seed)
    agreements = []
    for update in range(updates):
        if update % 32 == 0:
            data = eightoff.expert_dataset(
                32 * batch, seed=seed * 1_000_003 + update, deviation=0.15, threads=2
            )
            # Lost positions without any action teach a policy nothing.
            order = draw.permutation(np.flatnonzero(data.action_mask.any(1)))
        now = rate * 0.5 * (1 + np.cos(np.pi * update / updates)) + 1e-4
        agreements.append(lesson(network, data, order[update % 32 :: 32], now))
        if report and (update + 1) % 100 == 0:
            report(update + 1, float(np.mean(agreements[-100:])))
