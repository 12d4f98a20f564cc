"""Teaches a masked policy to play Eight Off, with NumPy alone: imitation of the solver, then PPO.

    python examples/learning [--lessons 400] [--rounds 120] [--games 2000] [--seed 0] [--out FILE]

Some ten minutes of one processor. `--out` gets a line of JSON for every point of the learning curve and, last,
how many of `--games` fresh deals each player won, with the time used; the weights go beside it (`.npz`).
"""

import argparse
import json
import time
from pathlib import Path

from imitation import imitate
from network import Network
from players import (
    greedy_player,
    heuristic_player,
    network_player,
    random_player,
    wins,
)
from ppo import Learner

from eightoff.winnability import clopper_pearson

#: Deals that measurements begin from; training draws from seeds far below.
CURVE_SEED, FINAL_SEED = 2**40, 2**41


class Log:
    """Writes each event as a line, at once."""

    def __init__(self, path):
        self.path = path
        self.began = time.process_time()
        if path:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("")

    def __call__(self, **event):
        event["cpu_seconds"] = round(time.process_time() - self.began, 1)
        print(json.dumps(event), flush=True)
        if self.path:
            with self.path.open("a") as file:
                file.write(json.dumps(event) + "\n")


def train(lessons, rounds, seed, log, batch=1024, probe=400):
    """The network after so many lessons of the solver and rounds of PPO."""
    network = Network(seed)

    def measure():
        return round(float(wins(network_player(network), probe, CURVE_SEED).mean()), 4)

    log(phase="start", step=0, win_rate=measure())

    def report(update, agreement):
        if update % 100 == 0:
            log(phase="imitation", step=update, agreement=round(agreement, 4), win_rate=measure())

    imitate(network, lessons, batch, seed=seed, report=report)
    learner = Learner(network, seed=seed + 1)
    for round_ in range(rounds):
        learner.improve(6e-4 * (1 - round_ / rounds) + 1e-5)
        if (round_ + 1) % 10 == 0:
            log(
                phase="ppo",
                step=round_ + 1,
                training_win_rate=round(learner.success(), 4),
                win_rate=measure(),
            )
            if log.path:
                network.save(log.path.with_suffix(".npz"))
    return network


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--lessons", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=120)
    parser.add_argument("--batch", type=int, default=1024, help="positions a lesson")
    parser.add_argument("--probe", type=int, default=400, help="games a point of the curve")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    log = Log(options.out)
    network = train(
        options.lessons, options.rounds, options.seed, log, options.batch, options.probe
    )
    players = {
        "random": random_player,
        "greedy": greedy_player,
        "heuristic": heuristic_player,
        "network": network_player(network),
    }
    for name, player in players.items():
        won = int(wins(player, options.games, FINAL_SEED).sum())
        low, high = clopper_pearson(won, options.games)
        log(
            player=name,
            games=options.games,
            won=won,
            win_rate=won / options.games,
            interval_95=[round(low, 4), round(high, 4)],
        )


if __name__ == "__main__":
    main()
