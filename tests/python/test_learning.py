"""The learning example, a short version of it: it must get better at the game."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import eightoff

EXAMPLE = Path(__file__).parents[2] / "examples" / "learning"


@pytest.fixture
def example(monkeypatch):
    """The example's modules, which import one another by their plain names."""
    monkeypatch.syspath_prepend(str(EXAMPLE))
    names = ("features", "network", "imitation", "ppo", "players")
    yield type("Example", (), {name: __import__(name) for name in names})
    for name in names:
        sys.modules.pop(name, None)


def test_features_are_those_of_the_board(example):
    data = eightoff.expert_dataset(300, deviation=0.1)
    per_card, per_game = example.features.features(data.observation)
    assert per_card.dtype == per_game.dtype == np.float32
    for row in range(0, 300, 7):
        beneath = data.observation[row, :, 0]
        for card in range(52):
            depth, under = 0, beneath[card]
            while under < 52:
                depth, under = depth + 1, beneath[under]
            assert per_card[row, card, 10] == pytest.approx(depth / 6)
        assert per_game[row, 2] == pytest.approx((beneath == 54).mean())


def test_slopes_are_those_of_the_loss(example):
    """The gradient that `backward` steps down, against differences of the loss."""
    data = eightoff.expert_dataset(40, deviation=0)
    network = example.network.Network(3)
    rows = (data.observation, data.action_mask)
    index = (np.arange(40), data.action)
    targets = np.linspace(0, 1, 40, dtype=np.float32)

    def loss():
        logs, values, kept = network.forward(*rows)
        return float(-logs[index].sum() + ((values - targets) ** 2).sum() / 2), logs, values, kept

    _, logs, values, kept = loss()
    slopes = np.exp(logs)
    slopes[index] -= 1
    before = [w.copy() for w in network.weights]
    network.backward(kept, slopes, values - targets, rate=0.0)
    gradients = [m / 0.1 for m, _ in network.moments]
    norm = np.sqrt(sum(float((g * g).sum()) for g in gradients))
    assert norm == pytest.approx(1, rel=1e-3), "clipped to length one"
    draw = np.random.default_rng(0)
    step = [draw.normal(size=w.shape).astype(np.float32) for w in before]
    slope = sum(float((g * s).sum()) for g, s in zip(gradients, step, strict=True))
    sides = []
    for sign in (1, -1):
        network.weights = [w + sign * 1e-4 * s for w, s in zip(before, step, strict=True)]
        sides.append(loss()[0])
    difference = (sides[0] - sides[1]) / 2e-4
    # The direction is compared; what clipping divided by is known from a second direction.
    network.weights = [w + 1e-4 * g for w, g in zip(before, gradients, strict=True)]
    up = loss()[0]
    network.weights = [w - 1e-4 * g for w, g in zip(before, gradients, strict=True)]
    length = (up - loss()[0]) / 2e-4
    assert difference == pytest.approx(slope * length, rel=0.05, abs=0.02 * length)


def test_the_example_gets_better(tmp_path):
    """The program itself, a hundredth of it. One thread: BLAS's own wait for each other where cores are few."""
    curve = tmp_path / "curve.jsonl"
    sizes = ["--lessons=100", "--batch=192", "--rounds=0", "--games=150", "--probe=150"]
    subprocess.run(
        [sys.executable, EXAMPLE, *sizes, f"--out={curve}"],
        check=True,
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
        stdout=subprocess.DEVNULL,
    )
    lines = [json.loads(line) for line in curve.read_text().splitlines()]
    before, after = lines[0]["win_rate"], lines[1]["win_rate"]
    assert lines[1]["agreement"] > 0.5
    assert after > before + 0.1, f"{before} of games won before, {after} after"
    players = {line["player"]: line for line in lines if "player" in line}
    assert players.keys() == {"random", "greedy", "heuristic", "network"}
    assert players["network"]["interval_95"][0] > players["random"]["interval_95"][1]


def test_its_own_games_keep_it_sound(example):
    network = example.network.Network(0)
    learner = example.ppo.Learner(network, games=32, steps=24)
    for _ in range(2):
        learner.improve(3e-4, batch=256)
    assert all(np.isfinite(w).all() for w in network.weights)
    assert learner.finished > 0
    assert 0 <= learner.success() < 1
