"""The network: one small head for every legal action, and a value; by hand in NumPy, trained with Adam.

Every card is looked at by the same layer; the mean over the cards is what the game looks like. A head gets
the features of the action's card, the action's destination and the game, and gives the action's score.
"""

import numpy as np
from features import PER_CARD, PER_GAME, features

ACTIONS = 156


class Network:
    """A masked policy and a value of positions given as observations "cards" and masks."""

    def __init__(self, seed=0, looks=64, hidden=(128, 64), cells=8):
        draw = np.random.default_rng(seed)
        game = looks + PER_GAME
        sizes = [
            (PER_CARD, looks),
            (PER_CARD + 3 + game, hidden[0]),
            (hidden[0], hidden[1]),
            (hidden[1], 1),
            (game, hidden[1]),
            (hidden[1], 1),
        ]
        self.weights = []
        for fan_in, fan_out in sizes:
            scale = np.sqrt(2 / fan_in) * (0.1 if fan_out == 1 else 1)
            self.weights.append(draw.normal(0, scale, (fan_in, fan_out)).astype(np.float32))
            self.weights.append(np.zeros(fan_out, np.float32))
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.updates = 0
        self.cells = cells

    def forward(self, cards, masks):
        """Logarithms of probabilities (n, 156), -inf where the mask is 0; values (n,); what `backward` needs."""
        return self.think(*features(cards, self.cells), masks)

    def think(self, per_card, per_game, masks):
        """`forward` for features that are known already."""
        w = self.weights
        looks = np.maximum(per_card @ w[0] + w[1], 0)
        game = np.concatenate([looks.mean(1), per_game], 1)
        row, action = np.nonzero(masks)
        kind = np.zeros((len(row), 3), np.float32)
        kind[np.arange(len(row)), action % 3] = 1
        pair = np.concatenate([per_card[row, action // 3], kind, game[row]], 1)
        hidden1 = np.maximum(pair @ w[2] + w[3], 0)
        hidden2 = np.maximum(hidden1 @ w[4] + w[5], 0)
        scores = np.full(masks.shape, -np.inf, np.float32)
        scores[row, action] = (hidden2 @ w[6] + w[7])[:, 0]
        hidden3 = np.maximum(game @ w[8] + w[9], 0)
        values = (hidden3 @ w[10] + w[11])[:, 0]
        scores -= scores.max(1, keepdims=True)
        logs = scores - np.log(np.exp(scores).sum(1, keepdims=True))
        return logs, values, (per_card, looks, game, row, action, pair, hidden1, hidden2, hidden3)

    def backward(self, kept, score_slopes, value_slopes, rate, clip=1.0):
        """One step of Adam down the slopes of the loss by scores (n, 156) and values (n,)."""
        per_card, looks, game, row, action, pair, hidden1, hidden2, hidden3 = kept
        w, g = self.weights, [None] * len(self.weights)

        def layer(i, before, slope):
            g[i], g[i + 1] = before.T @ slope, slope.sum(0)
            return slope @ w[i].T

        slope = layer(6, hidden2, score_slopes[row, action][:, None]) * (hidden2 > 0)
        slope = layer(4, hidden1, slope) * (hidden1 > 0)
        slope = layer(2, pair, slope)
        starts = np.flatnonzero(np.diff(row, prepend=-1))
        by_game = np.add.reduceat(slope[:, PER_CARD + 3 :], starts, axis=0)
        slope = layer(10, hidden3, value_slopes[:, None]) * (hidden3 > 0)
        by_game += layer(8, game, slope)
        n_looks = looks.shape[2]
        slope = by_game[:, None, :n_looks] * ((looks > 0) / np.float32(52))
        g[0] = per_card.reshape(-1, PER_CARD).T @ slope.reshape(-1, n_looks)
        g[1] = slope.sum((0, 1))

        norm = np.sqrt(sum(float((each * each).sum()) for each in g))
        factor = np.float32(min(1.0, clip / (norm + 1e-8)))
        self.updates += 1
        bias1, bias2 = 1 - 0.9**self.updates, 1 - 0.999**self.updates
        for weight, gradient, (m, v) in zip(w, g, self.moments, strict=True):
            gradient = gradient * factor
            m += 0.1 * (gradient - m)
            v += 0.001 * (gradient * gradient - v)
            weight -= np.float32(rate / bias1) * m / (np.sqrt(v / np.float32(bias2)) + 1e-8)

    def choose(self, cards, masks, draw=None):
        """Actions int64 (n,): the likeliest, or drawn with the generator given."""
        logs, _, _ = self.forward(cards, masks)
        if draw is not None:
            logs = logs + draw.gumbel(size=logs.shape).astype(np.float32)
        return logs.argmax(1)

    def save(self, path):
        """Writes the weights as a NumPy archive."""
        np.savez(path, *self.weights)

    def load(self, path):
        """Reads what `save` wrote."""
        with np.load(path) as file:
            self.weights = [file[name] for name in file.files]
