"""`EightOffEnv`: Gymnasium's contract, rewards, ends, options, copies."""

import copy
import pickle
import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import eightoff
import eightoff.svg
from eightoff import EightOffEnv, Game

ENV_ID = "eightoff/EightOff-v0"
FORMS = ["cards", "grid", "planes", "planes_uint8"]

#: One card from a win: the king of clubs is all that is left.
NEARLY_WON = "Foundations: H-K C-Q D-K S-K\nFreecells: KC\n" + ":\n" * 8


def legal_action(info, choose):
    return int(choose.choice(np.flatnonzero(info["action_mask"])))


def play(env, seed, steps):
    """Everything that random legal play shows; begins again where an episode ends."""
    choose = np.random.default_rng(seed)
    seen = [env.reset(seed=seed)]
    for _ in range(steps):
        step = env.step(legal_action(seen[-1][-1], choose))
        seen.append(step)
        if step[2] or step[3]:
            seen.append(env.reset())
    return seen


def assert_same(left, right):
    assert len(left) == len(right)
    for a, b in zip(left, right, strict=True):
        np.testing.assert_equal(a, b)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("cells", [8, 2])
def test_gymnasiums_checker_is_content(form, cells):
    env = gymnasium.make(ENV_ID, observation=form, cells=cells, render_mode="ansi")
    check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize(
    "kwargs",
    [{"observation": form} for form in FORMS]
    + [
        {"withdrawals": True, "reward": "score"},
        {"cells": 4, "group_limit": "strict", "reward": "win"},
    ],
)
def test_spaces_hold_all_that_play_shows(kwargs):
    env = gymnasium.make(ENV_ID, **kwargs)  # the passive checker among its wrappers
    for seen in play(env, 5, 400):
        assert seen[0] in env.observation_space
        mask = seen[-1]["action_mask"]
        assert (mask.dtype, mask.shape) == (np.int8, (156,))
        assert env.action_space.sample(mask=mask) in env.action_space


@pytest.mark.parametrize(
    "order",
    [
        "import gymnasium, eightoff",
        "import eightoff, gymnasium",
        "import gymnasium.spaces, eightoff",
        "import eightoff; from gymnasium import spaces; import gymnasium",
    ],
)
def test_either_package_may_be_imported_first(order):
    run(f"{order}; gymnasium.make({ENV_ID!r}).reset()")


def test_the_module_prefix_registers():
    run(f"import gymnasium; gymnasium.make('eightoff:{ENV_ID}').reset()")


def test_importing_eightoff_loads_no_gymnasium():
    run("import eightoff, sys; assert 'gymnasium' not in sys.modules")


def run(code):
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, timeout=60)


@pytest.mark.parametrize("seed", [0, 1, 2**31, 2**32 + 5, 2**64, 2**200])
def test_seeds_of_any_size_reproduce(seed):
    assert_same(play(EightOffEnv(), seed, 60), play(EightOffEnv(), seed, 60))


def test_seeds_and_resets_deal_different_games():
    env = EightOffEnv()
    codes = [env.reset(seed=seed)[1]["code"] for seed in (0, 1, 2**32, 2**64, 2**200)]
    codes += [env.reset()[1]["code"] for _ in range(5)]
    assert len(set(codes)) == 10
    assert EightOffEnv().reset()[1]["code"] != EightOffEnv().reset()[1]["code"]


def test_the_documented_stream_gives_the_deals():
    """SplitMix64, written here once more, from NumPy's seed sequence."""
    state = int(np.random.SeedSequence(7).generate_state(2, np.uint64)[0])
    env = EightOffEnv()
    for episode in range(4):
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        word = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
        word ^= word >> 31
        _, info = env.reset(seed=None if episode else 7)
        assert info["number"] == word >> 32
        assert info["code"] == eightoff.encode_code(word >> 32, 8)


def test_a_generator_put_in_by_hand_is_used():
    codes = []
    for _ in range(2):
        env = EightOffEnv()
        env.np_random = np.random.default_rng(3)
        codes.append(env.reset()[1]["code"])
    assert codes[0] == codes[1]


@pytest.mark.parametrize("form", FORMS)
def test_nothing_returned_changes_later(form):
    seen = play(EightOffEnv(observation=form), 11, 40)
    kept = copy.deepcopy(seen)
    env = EightOffEnv(observation=form)
    again = play(env, 11, 40)
    assert_same(seen, kept)
    assert_same(again, kept)
    assert not np.shares_memory(again[0][0], again[1][0])
    assert not np.shares_memory(again[0][1]["action_mask"], again[1][-1]["action_mask"])


def test_the_mask_is_what_succeeds():
    env = EightOffEnv(withdrawals=True)
    choose = np.random.default_rng(2)
    _, info = env.reset(seed=2)
    for _ in range(150):
        game = env.game
        for action in range(156):
            try:
                game.copy().apply(action)
            except eightoff.IllegalMoveError:
                assert info["action_mask"][action] == 0
            else:
                assert info["action_mask"][action] == 1
        np.testing.assert_array_equal(env.action_masks(), info["action_mask"].astype(bool))
        _, _, ended, _, info = env.step(legal_action(info, choose))
        if ended:
            _, info = env.reset()


def test_withdrawals_are_off_unless_asked_for():
    board = with_twos_home()
    withdraw = eightoff.parse_action("2Sc")
    for withdrawals in (False, True):
        env = EightOffEnv(withdrawals=withdrawals)
        _, info = env.reset(options={"layout": board})
        assert info["action_mask"][withdraw] == withdrawals
        _, reward, _, _, info = env.step(withdraw)
        assert info["illegal"] is not withdrawals
        assert reward == (-1 / 52 if withdrawals else 0.0)
        assert info["cards_home"] == 2 - withdrawals


def with_twos_home():
    """Ace and two of spades home, the others dealt by rows."""
    cards = [eightoff.card_text(card) for card in range(51, 1, -1)]
    columns = [" ".join(cards[column:48:8]) for column in range(8)]
    return "\n".join(["Foundations: S-2", "FC: " + " ".join(cards[48:]), *columns])


def test_an_episode_that_wins_earns_one():
    env = EightOffEnv()
    _, info = env.reset(options={"layout": NEARLY_WON})
    assert info["code"] is None
    assert info["number"] == -1
    assert info["cards_home"] == 51
    _, reward, terminated, truncated, info = env.step(eightoff.parse_action("KCf"))
    assert (reward, terminated, truncated) == (1 / 52, True, False)
    assert (info["score"], info["cards_home"]) == (10, 52)
    assert info["action_mask"].all(), "terminal masks are all ones"
    for kind, value in [("win", 1.0), ("score", 10.0)]:
        env = EightOffEnv(reward=kind)
        env.reset(options={"layout": NEARLY_WON})
        assert env.step(eightoff.parse_action("KCt"))[1] == (5.0 if kind == "score" else 0.0)
        assert env.step(eightoff.parse_action("KCf"))[1] == value


def test_progress_counts_cards_home():
    for seed in range(20):
        env = EightOffEnv(withdrawals=True)
        earned = 0.0
        choose = np.random.default_rng(seed)
        _, info = env.reset(seed=seed)
        for _ in range(200):
            _, reward, terminated, _, info = env.step(legal_action(info, choose))
            earned += reward
            assert round(earned * 52) == info["cards_home"]
            if terminated:
                break


def stuck_environment(**kwargs):
    env = EightOffEnv(**kwargs)
    choose = np.random.default_rng(0)
    _, info = env.reset(seed=0)
    while True:
        *_, terminated, _, info = env.step(legal_action(info, choose))
        if terminated and info["cards_home"] < 52:
            return env, info


def test_lack_of_actions_ends_an_episode_and_nothing_follows():
    env, info = stuck_environment()
    assert env.game.is_stuck
    assert info["action_mask"].all()
    before = env.game
    _, reward, terminated, truncated, _ = env.step(0)
    assert (reward, terminated, truncated) == (0.0, True, False)
    assert env.game == before


@pytest.mark.parametrize("mode", ["ignore", "penalty", "terminate", "raise"])
def test_illegal_actions_never_change_the_board(mode):
    env = EightOffEnv(illegal=mode, illegal_penalty=0.25)
    first, info = env.reset(seed=9)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    if mode == "raise":
        with pytest.raises(eightoff.IllegalMoveError):
            env.step(illegal)
        assert env.step(int(np.argmax(info["action_mask"])))[-1]["illegal"] is False
        return
    observation, reward, terminated, _, info = env.step(illegal)
    np.testing.assert_array_equal(observation, first)
    assert info["illegal"] is True
    assert reward == (-0.25 if mode == "penalty" else 0.0)
    assert terminated is (mode == "terminate")
    assert info["action_mask"].all() == (mode == "terminate")


@pytest.mark.parametrize("action", [156, 300, -1, 2**70])
def test_numbers_beyond_the_actions_are_refused(action):
    env = EightOffEnv()
    env.reset(seed=1)
    before = env.game
    with pytest.raises(ValueError, match=str(action)):
        env.step(action)
    assert env.game == before


@pytest.mark.parametrize("kind", [int, np.uint8, np.int64, np.int8, np.array])
def test_actions_of_all_integer_types(kind):
    env = EightOffEnv()
    env.reset(seed=1)
    action = env.sample_action()
    assert env.step(kind(min(action, 127)))[0].shape == (52, 2)


@pytest.mark.parametrize("action", [True, 1.0, None])
def test_what_is_no_number_is_no_action(action):
    env = EightOffEnv()
    env.reset(seed=1)
    with pytest.raises(TypeError):
        env.step(action)


def test_options_name_the_start():
    env = EightOffEnv()
    by_code, info = env.reset(options={"code": "EO1-C8-AAAAAFA"})
    assert (info["code"], info["number"]) == ("EO1-C8-AAAAAFA", 20)
    by_number, _ = env.reset(options={"number": 20})
    np.testing.assert_array_equal(by_code, by_number)
    by_layout, _ = env.reset(options={"layout": Game.deal(20).layout()})
    np.testing.assert_array_equal(by_code, by_layout)
    assert env.game.layout() == Game.deal(20).layout()


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"code": "EO1-C4-AAAAAFA"}, ValueError),
        ({"code": "nonsense"}, eightoff.CodeError),
        ({"number": -1}, ValueError),
        ({"layout": "nothing"}, eightoff.LayoutError),
        ({"codes": "EO1-C8-AAAAAFA"}, ValueError),
        ({"code": "EO1-C8-AAAAAFA", "number": 20}, ValueError),
    ],
)
def test_wrong_options_are_errors(options, error):
    with pytest.raises(error):
        EightOffEnv().reset(options=options)


@pytest.mark.parametrize(
    "kwargs",
    [
        {"cells": 3},
        {"observation": "pixels"},
        {"reward": "money"},
        {"illegal": "forgive"},
        {"group_limit": "none"},
        {"deals": "good"},
        {"deals": []},
        {"deals": [2**32]},
        {"deals": ["EO1-C4-AAAAAFA"]},
        {"render_mode": "human"},
    ],
)
def test_wrong_arguments_are_errors(kwargs):
    with pytest.raises(ValueError, match=r"not \S+|empty|cells"):
        EightOffEnv(**kwargs)


def test_deals_may_be_listed():
    env = EightOffEnv(deals=[3, "EO1-C8-AAAAAFA"])
    env.reset(seed=0)
    assert {env.reset()[1]["number"] for _ in range(40)} == {3, 20}


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_in_mid_game_have_the_same_future(duplicate):
    env = EightOffEnv(deals=range(1000), observation="grid")
    play(env, 4, 25)
    twin = duplicate(env)
    for _ in range(200):
        action = env.sample_action()
        assert twin.sample_action() == action
        step, step2 = env.step(action), twin.step(action)
        np.testing.assert_equal(step, step2)
        if step[2]:
            np.testing.assert_equal(env.reset(), twin.reset())


def test_states_can_be_gone_back_to():
    env = EightOffEnv()
    play(env, 4, 25)
    state = env.save_state()
    futures = []
    for _ in range(2):
        env.restore_state(state)
        futures.append([env.step(env.sample_action()) for _ in range(20)])
    np.testing.assert_equal(futures[0], futures[1])
    with pytest.raises(TypeError):
        env.restore_state(None)


def test_episodes_are_cut_off_after_exactly_so_many_steps():
    env = gymnasium.make(ENV_ID, max_episode_steps=7)
    for _ in range(3):
        _, info = env.reset()
        illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
        assert [env.step(illegal)[3] for _ in range(7)] == [False] * 6 + [True]
    assert gymnasium.spec(ENV_ID).max_episode_steps == 300


def test_sampled_actions_are_uniform():
    env = EightOffEnv()
    _, info = env.reset(seed=3)
    legal = np.flatnonzero(info["action_mask"])
    drawn = np.bincount([env.sample_action() for _ in range(20_000)], minlength=156)
    assert drawn.sum() == drawn[legal].sum()
    expected = 20_000 / len(legal)
    assert np.abs(drawn[legal] - expected).max() < 5 * np.sqrt(expected)


def test_rendering():
    env = gymnasium.make(ENV_ID, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == str(env.unwrapped.game)
    assert EightOffEnv().render() is None
    env.close()
    env.close()


def test_pictures():
    env = EightOffEnv(render_mode="svg")
    env.reset(options={"number": 20})
    picture = env.render()
    assert isinstance(picture, str)
    assert picture.lstrip().startswith("<svg")
    assert picture == eightoff.svg.board(Game.from_layout(Game.deal(20).layout())).svg
    pixels = EightOffEnv(render_mode="rgb_array")
    pixels.reset(options={"number": 20})
    assert pixels.render().dtype == np.uint8


def test_gymnasiums_checker_is_content_with_every_way_to_render():
    check_env(gymnasium.make(ENV_ID, render_mode="ansi").unwrapped)
