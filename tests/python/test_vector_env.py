"""`VectorEnv`: Gymnasium's three ways to begin again, single environments' trajectories, threads, forks."""

import copy
import inspect
import multiprocessing
import pickle
import threading

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import eightoff
from eightoff import EightOffEnv, VectorEnv

ENV_ID = "eightoff/EightOff-v0"
MODES = list(AutoresetMode)


def make(n, steps=None, **kwargs):
    return VectorEnv(n, max_episode_steps=steps, **kwargs)


def make_sync(n, mode, steps, **kwargs):
    def one():
        env = EightOffEnv(**kwargs)
        return env if steps is None else gymnasium.wrappers.TimeLimit(env, steps)

    return SyncVectorEnv([one] * n, autoreset_mode=mode)


def assert_infos_agree(ours, theirs):
    """All that single environments tell, and the same masks of presence; codes are left out of ours."""
    for key in theirs.keys() - {"code", "_code"}:
        if key == "final_info":
            assert_infos_agree(ours[key], theirs[key])
        elif key == "final_obs":
            for a, b in zip(ours[key], theirs[key], strict=True):
                np.testing.assert_equal(a, b)
        else:
            np.testing.assert_array_equal(ours[key], theirs[key])
            assert ours[key].dtype == theirs[key].dtype
    assert ours.keys() == theirs.keys() - {"code", "_code"}


def assert_steps_agree(a, b):
    """Steps of two of our own batches, infos within infos included."""
    for left, right in zip(a[:-1], b[:-1], strict=True):
        np.testing.assert_array_equal(left, right)
    assert_infos_agree(a[-1], b[-1])


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize(
    ("steps", "kwargs"),
    [
        (None, {}),
        (30, {"cells": 4, "reward": "score", "withdrawals": True, "observation": "grid"}),
        (17, {"cells": 2, "group_limit": "strict", "deals": [1, 2, 3], "observation": "planes"}),
        (40, {"illegal": "terminate"}),
        (None, {"illegal": "penalty", "observation": "planes_uint8"}),
    ],
)
def test_trajectories_are_those_of_gymnasiums_own_batch(mode, steps, kwargs):
    """Every array of thousands of steps, illegal ones among them."""
    ours = make(5, steps, autoreset_mode=mode, **kwargs)
    theirs = make_sync(5, mode, steps, **kwargs)
    choose = np.random.default_rng(0)
    a, b = ours.reset(seed=2**70), theirs.reset(seed=2**70)
    np.testing.assert_array_equal(a[0], b[0])
    assert_infos_agree(a[1], b[1])
    ended = 0
    for _ in range(500):
        actions = ours.sample_actions()
        odd = choose.random(5) < 0.02
        actions[odd] = choose.integers(0, 156, 5)[odd]
        a, b = ours.step(actions), theirs.step(actions)
        for ours_now, theirs_now in zip(a[:4], b[:4], strict=True):
            np.testing.assert_array_equal(ours_now, theirs_now)
            assert ours_now.dtype == theirs_now.dtype
        assert_infos_agree(a[4], b[4])
        ended += np.count_nonzero(a[2] | a[3])
    assert ended > 20


def test_disabled_begins_again_where_it_is_told_to():
    ours = make(6, 25, autoreset_mode=AutoresetMode.DISABLED)
    theirs = make_sync(6, AutoresetMode.DISABLED, 25)
    ours.reset(seed=5), theirs.reset(seed=5)
    begun = 0
    for _ in range(300):
        actions = ours.sample_actions()
        a, b = ours.step(actions), theirs.step(actions)
        for ours_now, theirs_now in zip(a[:4], b[:4], strict=True):
            np.testing.assert_array_equal(ours_now, theirs_now)
        done = a[2] | a[3]
        if done.any():
            begun += 1
            options = {"reset_mask": done.copy()}
            a, b = ours.reset(options=options), theirs.reset(options=dict(options))
            assert options.keys() == {"reset_mask"}, "wrappers still need the mask"
            np.testing.assert_array_equal(a[0], b[0])
            np.testing.assert_array_equal(a[1]["number"][done], b[1]["number"][done])
            assert a[1]["_number"].all(), "the whole batch is told"
    assert begun > 10


@pytest.mark.parametrize(
    ("mask", "error"),
    [
        ([True] * 3, TypeError),
        (np.ones(3, np.int8), TypeError),
        (np.ones(4, np.bool_), ValueError),
        (np.zeros(3, np.bool_), ValueError),
    ],
)
def test_wrong_reset_masks_are_errors(mask, error):
    env = make(3, autoreset_mode=AutoresetMode.DISABLED)
    env.reset(seed=1)
    with pytest.raises(error):
        env.reset(options={"reset_mask": mask})


def test_next_step_gives_terminal_rows_then_begins_again():
    env = make(64)
    env.reset(seed=1)
    for _ in range(200):
        _, _, terminated, _, info = env.step(env.sample_actions())
        if terminated.any():
            break
    over = terminated.copy()
    stuck = [game.is_stuck or game.is_won for game in env.games()]
    assert stuck == over.tolist(), "rows still show the end"
    assert info["action_mask"][over].all()
    _, rewards, terminated, truncated, info = env.step(np.zeros(64, np.int64))
    assert not rewards[over].any()
    assert not (terminated | truncated | info["illegal"])[over].any()
    assert not info["score"][over].any()


def test_what_a_game_is_like_is_said_alike_everywhere():
    """The arguments are written out thrice, so that each signature shows them; they must not drift apart."""

    def arguments(function):
        return {
            name: (one.kind, one.default, one.annotation)
            for name, one in inspect.signature(function).parameters.items()
        }

    single, batched = arguments(EightOffEnv.__init__), arguments(VectorEnv.__init__)
    own = {"num_envs", "max_episode_steps", "autoreset_mode", "copy", "threads"}
    assert batched.keys() - own == single.keys()
    assert batched.items() >= single.items()
    teaching = arguments(eightoff.expert_dataset)
    shared = teaching.keys() & single.keys()
    assert shared == {"cells", "group_limit", "observation", "deals", "solution_length", "start"}
    assert {name: teaching[name] for name in shared} == {name: single[name] for name in shared}


def test_make_vec_makes_it():
    env = gymnasium.make_vec(ENV_ID, num_envs=3, cells=4)
    assert isinstance(env, VectorEnv)
    first, _ = env.reset(seed=0)
    assert first in env.observation_space
    assert env.spec.kwargs["max_episode_steps"] == 300
    lengths = [env.step(np.zeros(3, np.int64))[3].all() for _ in range(300)]
    assert lengths == [False] * 299 + [True], "AS to its foundation: illegal again and again"
    same = gymnasium.make_vec(ENV_ID, num_envs=3, vectorization_mode="sync", cells=4)
    np.testing.assert_array_equal(same.reset(seed=0)[0], first)
    assert env.spec.kwargs["vectorization_mode"] == "vector_entry_point"


@pytest.mark.parametrize("mode", MODES)
def test_modes_coexist(mode):
    envs = {each: make(2, autoreset_mode=each) for each in MODES}
    assert envs[mode].metadata["autoreset_mode"] is mode
    assert envs[mode].autoreset_mode is mode
    assert VectorEnv.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert make(2, autoreset_mode=mode.value).autoreset_mode is mode


def test_spaces_hold_all_that_play_shows():
    env = make(9, 50, observation="grid")
    seen, _ = env.reset(seed=1)
    for _ in range(60):
        assert seen in env.observation_space
        actions = env.sample_actions()
        assert actions in env.action_space
        seen, _, _, _, info = env.step(actions)
        assert (info["action_mask"].dtype, info["action_mask"].shape) == (np.int8, (9, 156))


def test_copies_never_change():
    env = make(16)
    kept = [env.reset(seed=3)] + [env.step(env.sample_actions()) for _ in range(10)]
    frozen = copy.deepcopy(kept)
    for _ in range(50):
        env.step(env.sample_actions())
    for a, b in zip(kept, frozen, strict=True):
        np.testing.assert_equal(a, b)


def test_without_copies_the_same_arrays_come_again_read_only():
    env, twin = make(16, copy=False), make(16)
    first, info = env.reset(seed=3)
    twin.reset(seed=3)
    for _ in range(80):
        actions = twin.sample_actions()
        a, b = env.step(actions), twin.step(actions)
        np.testing.assert_equal(a, b)
        assert np.shares_memory(a[0], first)
        assert np.shares_memory(a[4]["action_mask"], info["action_mask"])
    with pytest.raises(ValueError, match="read-only"):
        first[0, 0, 0] = 1


def test_what_a_batch_returned_without_copies_can_be_given_back_to_it():
    env, twin = (make(8, 2, copy=again, autoreset_mode=AutoresetMode.DISABLED) for again in (0, 1))
    env.reset(seed=4), twin.reset(seed=4)
    for _ in range(3):
        for _ in range(2):
            actions = twin.sample_actions()
            truncated = env.step(actions)[3]
            twin.step(actions)
        assert truncated.all()
        _, infos = env.reset(options={"reset_mask": truncated})
        twin.reset(options={"reset_mask": np.ones(8, bool)})
        none_home = infos["cards_home"]
        np.testing.assert_equal(env.step(none_home), twin.step(np.zeros(8, int)))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_duplicates_in_mid_game_have_the_same_future(mode, duplicate):
    env = make(7, 40, autoreset_mode=mode)
    env.reset(seed=8)
    for _ in range(45):
        env.step(env.sample_actions())
    twin = duplicate(env)
    for _ in range(100):
        actions = env.sample_actions()
        np.testing.assert_array_equal(actions, twin.sample_actions())
        assert_steps_agree(env.step(actions), twin.step(actions))
    assert_steps_agree(env.reset(), twin.reset())


def test_results_do_not_depend_on_threads():
    envs = [make(3000, 60, threads=threads) for threads in (1, 2, 5)]
    for env in envs:
        env.reset(seed=2**33)
    for _ in range(80):
        actions = [env.sample_actions() for env in envs]
        steps = [env.step(each) for env, each in zip(envs, actions, strict=True)]
        for other in (1, 2):
            np.testing.assert_array_equal(actions[0], actions[other])
            np.testing.assert_equal(steps[0], steps[other])


def step_in_child(env, queue):
    for _ in range(5):
        result = env.step(env.sample_actions())
    queue.put(result[0].sum())


@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.filterwarnings("ignore:This process.*is multi-threaded:DeprecationWarning")
def test_children_step_after_threads_were_used(method):
    env = make(3000, threads=2)
    env.reset(seed=1)
    env.step(env.sample_actions())  # the threads exist now
    context = multiprocessing.get_context(method)
    queue = context.Queue()
    child = context.Process(target=step_in_child, args=(env, queue))
    child.start()
    try:
        told = queue.get(timeout=60)
    finally:
        child.join(timeout=10)
        child.kill()
    for _ in range(5):
        result = env.step(env.sample_actions())
    assert told == result[0].sum()


def test_other_threads_run_meanwhile():
    """The interpreter is free while a large batch steps; one batch is one thread's at a time."""
    envs = [make(3000, threads=2) for _ in range(4)]

    def work(env):
        env.reset(seed=1)
        for _ in range(30):
            env.step(env.sample_actions())

    workers = [threading.Thread(target=work, args=(env,)) for env in envs]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(timeout=60)
        assert not worker.is_alive()
    boards = [env.codes() for env in envs]
    assert all(each == boards[0] for each in boards)


@pytest.mark.parametrize("seeds", [[5, None, 2**100], [1, 2, 3]])
def test_seeds_one_by_one(seeds):
    env, twin = make(3), make_sync(3, AutoresetMode.NEXT_STEP, None)
    env.reset(seed=9), twin.reset(seed=9)
    np.testing.assert_array_equal(env.reset(seed=seeds)[0], twin.reset(seed=seeds)[0])
    with pytest.raises(ValueError, match="2 seeds"):
        env.reset(seed=[1, 2])


def test_environments_without_seeds_differ():
    numbers = make(50).reset()[1]["number"]
    assert len(set(numbers.tolist())) == 50
    assert make(50).reset()[1]["number"].tolist() != numbers.tolist()


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        ([0, 156], ValueError),
        ([-1, 0], ValueError),
        ([0], ValueError),
        ([[0, 0]], TypeError),
        ([0.0, 1.0], TypeError),
        (np.array([2**63, 0], np.uint64), ValueError),
    ],
)
def test_wrong_actions_change_nothing(actions, error):
    env = make(2)
    first, _ = env.reset(seed=1)
    with pytest.raises(error):
        env.step(np.asarray(actions))
    assert [game.score for game in env.games()] == [0, 0]
    np.testing.assert_array_equal(env.reset(seed=1)[0], first)


def test_illegal_actions_can_be_raised():
    env = make(3, illegal="raise")
    _, info = env.reset(seed=1)
    actions = env.sample_actions()
    before = env.games()
    actions[1] = np.argmin(info["action_mask"][1])
    with pytest.raises(eightoff.IllegalMoveError, match="environment 1"):
        env.step(actions)
    assert env.games() == before


@pytest.mark.parametrize("kind", [np.uint8, np.int8, np.int32, list])
def test_actions_of_all_integer_types(kind):
    env, twin = make(2), make(2)
    env.reset(seed=1), twin.reset(seed=1)
    actions = np.minimum(env.sample_actions(), 127)
    other = actions.tolist() if kind is list else actions.astype(kind)
    np.testing.assert_equal(env.step(actions), twin.step(other))


def test_options_hold_for_all():
    env = make(3)
    _, info = env.reset(options={"number": 20})
    assert info["number"].tolist() == [20] * 3
    assert env.codes() == ["EO1-C8-AAAAAFA"] * 3
    env.reset(options={"layout": eightoff.Game.deal(7).layout()})
    assert env.codes() == [None] * 3
    assert env.games()[2].layout() == eightoff.Game.deal(7).layout()


def test_rendering():
    env = make(2, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == tuple(map(str, env.games()))
    assert make(2).render() is None
    env.close()
    env.close()


@pytest.mark.parametrize(
    "kwargs",
    [
        {"num_envs": 0},
        {"threads": 0},
        {"max_episode_steps": 0},
        {"autoreset_mode": "sometimes"},
        {"render_mode": "human"},
        {"cells": 5},
    ],
)
def test_wrong_arguments_are_errors(kwargs):
    with pytest.raises(ValueError, match=r"not \S+"):
        VectorEnv(**{"num_envs": 2} | kwargs)
