"""The features again, slowly, from the arrays of a game and the words of docs/studies.md."""

from itertools import combinations

import eightoff


def suit(card):
    return card // 13


def rank(card):
    return card % 13


def runs_of(column):
    """Lists of cards, deepest run first."""
    runs = []
    for card in column:
        if runs and suit(runs[-1][-1]) == suit(card) and rank(runs[-1][-1]) == rank(card) + 1:
            runs[-1].append(card)
        else:
            runs.append([card])
    return runs


def lies_over_lower(run_beneath, other):
    """Whether among the cards beneath a run is one that `other` waits for."""
    return any(suit(c) == suit(other[0]) and rank(c) < rank(other[-1]) for c in run_beneath)


def home_at_once(game):
    game = eightoff.Game.from_layout(game.layout(), game.num_cells)
    start = int(game.foundations.sum())
    while True:
        homeward = [m for m in game.legal_moves() if m.target in "SHDC" and m.source not in "SHDC"]
        if not homeward:
            return int(game.foundations.sum()) - start
        game.apply(homeward[0])


def slow_features(game):
    columns = [
        [int(c) for c in row[:height]]
        for row, height in zip(game.tableau, game.heights, strict=True)
    ]
    cells = [int(c) for c in game.cells if c >= 0]
    above = {c: len(column) - 1 - i for column in columns for i, c in enumerate(column)}
    covers = {c: i for column in columns for i, c in enumerate(column)}

    def depths(wanted):
        return [above.get(13 * s + wanted, 0) for s in range(4)]

    runs = [runs_of(column) for column in columns]
    with_beneath = [
        [(run, [c for r in column[:i] for c in r]) for i, run in enumerate(column)]
        for column in runs
    ]
    waiting = {}
    for i, j in combinations(range(8), 2):
        waiting[i, j] = sum(
            lies_over_lower(under_a, b) and lies_over_lower(under_b, a)
            for a, under_a in with_beneath[i]
            for b, under_b in with_beneath[j]
        )
    moves = [m for m in game.legal_moves() if m.source not in "SHDC"]
    return {
        "ace_depth_sum": sum(depths(0)),
        "ace_depth_max": max(depths(0)),
        "ace_depth_min": min(depths(0)),
        "two_depth_sum": sum(depths(1)),
        "two_depth_max": max(depths(1)),
        "king_depth_sum": sum(depths(12)),
        "king_covers_sum": sum(covers.get(13 * s + 12, 0) for s in range(4)),
        "kings_at_base": sum(bool(column) and rank(column[0]) == 12 for column in columns),
        "kings_in_cells": sum(rank(c) == 12 for c in cells),
        "low_cards_in_cells": sum(rank(c) <= 1 for c in cells),
        "cell_rank_sum": sum(rank(c) + 1 for c in cells),
        "runs": sum(map(len, runs)),
        "longest_run": max((len(run) for column in runs for run in column), default=0),
        "inversions": sum(
            suit(low) == suit(high) and rank(low) < rank(high)
            for column in columns
            for low, high in combinations(column, 2)
        ),
        "self_blocked_runs": sum(
            lies_over_lower(under, run) for column in with_beneath for run, under in column
        ),
        "blocked_pairs": sum(waiting.values()),
        "blocked_columns": sum(count > 0 for count in waiting.values()),
        "home_at_once": home_at_once(game),
        "mobility": len(moves),
        "mobility_tableau": sum(m.target in "12345678" for m in moves),
    }
