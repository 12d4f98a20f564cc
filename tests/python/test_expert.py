"""`expert_dataset`, the solver in environments, and starts that need it."""

import dataclasses
import itertools

import gymnasium
import numpy as np
import pytest

import eightoff
from eightoff import EightOffEnv, ExpertDataset, Game, VectorEnv


def test_labels_are_true():
    """Each action is legal and leads on; each lost position is one that the solver calls lost."""
    data = eightoff.expert_dataset(3000, seed=4, deviation=0.2)
    rows = np.arange(len(data))
    known = data.winnable
    assert (data.action_mask[rows[known], data.action[known]] == 1).all()
    assert (data.action[~known] == -1).all()
    assert (data.distance[~known] == -1).all()
    assert 0.9 < known.mean() < 1
    assert 0 < data.on_path.mean() < 0.5
    # Along the solver's path each action is played on the row's board and gives the next row's.
    for row in rows[:-1]:
        same = data.number[row] == data.number[row + 1]
        if same and data.on_path[row + 1]:
            assert data.distance[row] == data.distance[row + 1] + 1
            before, after = data.observation[row : row + 2]
            card = data.action[row] // 3
            assert before[card, 0] != after[card, 0]


def test_the_path_wins_by_the_rules():
    data = eightoff.expert_dataset(400, seed=9, deviation=0)
    starts = np.flatnonzero(np.diff(data.number.astype(np.int64), prepend=-1))
    for first, last in itertools.pairwise(starts):
        if not data.winnable[first]:
            continue
        game = Game.deal(int(data.number[first]))
        assert data.distance[first] == last - first
        for action in data.action[first:last]:
            game.apply(int(action))
        assert game.is_won


@pytest.mark.parametrize("form", ["cards", "grid", "planes", "planes_uint8"])
def test_forms_and_threads(form):
    one = eightoff.expert_dataset(5000, seed=1, observation=form, threads=1)
    two = eightoff.expert_dataset(5000, seed=1, observation=form, threads=3)
    assert isinstance(one, ExpertDataset)
    assert one.observation[0] in EightOffEnv(observation=form).observation_space
    for name in (
        "observation",
        "action_mask",
        "action",
        "winnable",
        "distance",
        "on_path",
        "number",
    ):
        np.testing.assert_array_equal(getattr(one, name), getattr(two, name))
        assert len(getattr(one, name)) == len(one) == 5000


def test_shares_of_rows_have_different_walks():
    data = eightoff.expert_dataset(6000, seed=1)
    assert len(np.unique(data.number)) > 40
    assert not np.array_equal(data.number[:2048], data.number[2048:4096])


@pytest.mark.parametrize(
    ("form", "entry", "shape"),
    [("cards", "uint8", (52, 2)), ("grid", "int8", (21, 8)), ("planes", "float", (74, 4, 13))],
)
def test_parquet(tmp_path, form, entry, shape):
    # The newer CPythons that test the wheel's surface do without; `eightoff[test]` has it.
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    data = eightoff.expert_dataset(100, observation=form, deviation=0.2)
    data.to_parquet(tmp_path / "data.parquet")
    table = parquet.read_table(tmp_path / "data.parquet")
    assert [(column.name, str(column.type)) for column in table.schema] == [
        ("observation", f"fixed_size_list<element: {entry}>[{np.prod(shape)}]"),
        ("action_mask", "fixed_size_list<element: int8>[156]"),
        ("action", "int64"),
        ("winnable", "bool"),
        ("distance", "int32"),
        ("on_path", "bool"),
        ("number", "uint32"),
    ]
    assert table.schema.metadata[b"eightoff"].decode() == eightoff.__version__
    for field in dataclasses.fields(data):
        values = getattr(data, field.name)
        column = table[field.name].combine_chunks()
        if values.ndim > 1:
            told = table.schema.field(field.name).metadata[b"shape"].decode()
            assert tuple(map(int, told.split(","))) == values.shape[1:]
            read = column.values.to_numpy().reshape(values.shape)
        else:
            read = column.to_numpy(zero_copy_only=False)
        assert read.dtype == values.dtype
        np.testing.assert_array_equal(read, values)
    assert data.observation.shape == (100, *shape)


@pytest.mark.parametrize(
    "kwargs",
    [
        {"n": -1},
        {"n": 1, "deviation": 2},
        {"n": 1, "cells": 5},
        {"n": 1, "start": 0},
        {"n": 1, "solution_length": (9, 3)},
    ],
)
def test_wrong_arguments_are_errors(kwargs):
    with pytest.raises(ValueError, match="not"):
        eightoff.expert_dataset(**kwargs)


def test_a_filter_that_nothing_passes_says_so():
    lost = first_lost_deal()
    env = EightOffEnv(cells=2, deals="winnable", start=2)
    assert env.reset(seed=1)[1]["cards_home"] == 50
    env = EightOffEnv(cells=2, deals=[lost], start=2)
    with pytest.raises(ValueError, match="none of many deals"):
        env.reset()


def first_lost_deal():
    env = VectorEnv(50, cells=2)
    _, infos = env.reset(seed=0)
    return int(infos["number"][np.argmin(env.winnable())])


def test_winnable_deals_only():
    env = VectorEnv(40, cells=4, deals="winnable")
    env.reset(seed=2)
    assert env.winnable().all()
    env = VectorEnv(200, cells=4)
    env.reset(seed=2)
    share = env.winnable().mean()
    assert 0.05 < share < 0.25, "about 14 of 100 four-cell deals can be won"


def test_solution_length_filters():
    env = EightOffEnv(solution_length=(60, 74))
    _, info = env.reset(seed=1)
    again = EightOffEnv(deals=[info["number"]], solution_length=(75, 100))
    with pytest.raises(ValueError, match="none of many deals"):
        again.reset()


@pytest.mark.parametrize("left", [1, 5, 40])
def test_backward_starts_are_so_many_actions_from_a_win(left):
    env = VectorEnv(20, start=left)
    _, infos = env.reset(seed=3)
    actions, distances = env.expert_actions()
    assert env.winnable().all()
    if left == 1:
        assert (distances == 1).all()
        _, _, terminated, _, infos = env.step(actions)
        assert terminated.all()
        assert (infos["cards_home"] == 52).all()
    assert (infos["cards_home"] >= 52 - left).all()
    assert (infos["number"] >= 0).all()


def test_following_advice_wins():
    env = VectorEnv(30, deals="winnable", autoreset_mode=gymnasium.vector.AutoresetMode.DISABLED)
    _, infos = env.reset(seed=6)
    earned = np.zeros(30)
    for _ in range(300):
        actions, lengths = env.expert_actions()
        if (actions < 0).all():
            break
        assert ((actions >= 0) == (lengths > 0)).all()
        _, rewards, *_, infos = env.step(np.maximum(actions, 0))
        earned += rewards
    assert (infos["cards_home"] == 52).all()
    np.testing.assert_allclose(earned, 1)
    assert env.winnable().all(), "what is won can be won"


def test_lost_games_end_when_told_to():
    env = EightOffEnv(cells=4, deals="winnable", end_when_lost=True, tell_winnable=True)
    other = EightOffEnv(cells=4, deals="winnable", tell_winnable=True)
    ended_early = 0
    for seed in range(12):
        seen, info = env.reset(seed=seed)
        np.testing.assert_array_equal(seen, other.reset(seed=seed)[0])
        assert info["winnable"] is True
        terminated = False
        while not terminated:
            action = env.sample_action()
            _, _, terminated, _, info = env.step(action)
            _, _, stuck, _, told = other.step(action)
            assert info["winnable"] == told["winnable"] == env.winnable()
            assert terminated == (stuck or not told["winnable"])
        assert info["action_mask"].all()
        ended_early += not stuck
    assert ended_early > 3


def test_a_batch_tells_what_single_environments_tell():
    mode = gymnasium.vector.AutoresetMode.SAME_STEP
    env = VectorEnv(5, cells=4, tell_winnable=True, end_when_lost=True, autoreset_mode=mode)
    twin = gymnasium.vector.SyncVectorEnv(
        [lambda: EightOffEnv(cells=4, tell_winnable=True, end_when_lost=True)] * 5,
        autoreset_mode=mode,
    )
    _, a = env.reset(seed=8)
    _, b = twin.reset(seed=8)
    np.testing.assert_array_equal(a["winnable"], b["winnable"])
    for _ in range(60):
        actions = env.sample_actions()
        *left, a = env.step(actions)
        *right, b = twin.step(actions)
        for x, y in zip(left, right, strict=True):
            np.testing.assert_array_equal(x, y)
        np.testing.assert_array_equal(a["winnable"], b["winnable"])
        np.testing.assert_array_equal(a["_winnable"], b["_winnable"])
        assert ("final_info" in a) == ("final_info" in b)
        if "final_info" in a:
            for key in ("winnable", "_winnable"):
                np.testing.assert_array_equal(a["final_info"][key], b["final_info"][key])
