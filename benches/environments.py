"""Steps a second of the environments, and of others' where they are installed; the table of benches/README.md.

    python benches/environments.py [--seconds 1] [--only NAME]

Seconds are the process's own (user and system), so that other work on the machine counts less; where an
environment steps on several threads, as "2 threads" says, they are those of the clock. Each measurement plays
random legal actions with observations and masks made and ended games begun again; only steps that play an action
are counted. The others come from PyPI: pip install envpool pgx open_spiel gymnasium.
"""

import argparse
import importlib.metadata
import time

import numpy as np

SIZES = (1, 64, 1024, 8192)


def measure(step, seconds, clock=time.process_time):
    """Steps a second of `step()`, which says how many it took; the best of three goes."""
    step()
    best = 0.0
    for _ in range(3):
        began, taken = clock(), 0
        while clock() - began < seconds / 3:
            taken += sum(step() for _ in range(8))
        best = max(best, taken / (clock() - began))
    return best


def eightoff_batch(n, threads=1, copy=False, **kwargs):
    import eightoff

    env = eightoff.VectorEnv(n, max_episode_steps=300, copy=copy, threads=threads, **kwargs)
    env.reset(seed=1)
    begins = np.zeros(n, bool)

    def step():
        nonlocal begins
        played = n - np.count_nonzero(begins)
        _, _, terminated, truncated, _ = env.step(env.sample_actions())
        begins = terminated | truncated
        return played

    return step


def eightoff_single(n):
    import eightoff

    env = eightoff.EightOffEnv()
    env.reset(seed=1)

    def step():
        for _ in range(100):
            if env.step(env.sample_action())[2]:
                env.reset()
        return 100

    return step if n == 1 else None


def eightoff_single_step_alone(n):
    """Without the choice of an action: the same illegal one again and again."""
    import eightoff

    env = eightoff.EightOffEnv()
    env.reset(seed=1)
    illegal = int(np.argmin(env.action_masks()))

    def step():
        for _ in range(100):
            env.step(illegal)
        return 100

    return step if n == 1 else None


def envpool_taxi(n):
    import envpool

    env = envpool.make("Taxi-v3", env_type="gymnasium", num_envs=n, num_threads=1)
    env.reset()
    draw = np.random.default_rng(1)

    def step():
        env.step(draw.integers(0, 6, n))
        return n

    return step


def pgx_2048(n):
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("2048")
    begin, play = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def round_(state, key):
        key, sub, luck = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -1e9)
        actions = jax.random.categorical(sub, logits, axis=1)
        return play(state, actions, jax.random.split(luck, n)), key

    state = [begin(jax.random.split(jax.random.PRNGKey(1), n)), jax.random.PRNGKey(2)]

    def step():
        state[:] = round_(*state)
        jax.block_until_ready(state[0].observation)
        return n

    return step


def openspiel_klondike(n):
    import pyspiel

    game = pyspiel.load_game("solitaire")
    draw = np.random.default_rng(1)
    state = [None]

    def begin():
        state[0] = game.new_initial_state()

    def step():
        taken = 0
        for _ in range(20):
            if state[0] is None or state[0].is_terminal():
                begin()
            while state[0].is_chance_node():
                state[0].apply_action(int(draw.choice(state[0].legal_actions())))
            if state[0].is_terminal():
                continue
            legal = state[0].legal_actions()
            np.asarray(state[0].observation_tensor(0), np.float32)
            np.asarray(state[0].legal_actions_mask(), np.int8)
            state[0].apply_action(legal[draw.integers(len(legal))])
            taken += 1
        return taken

    return step if n == 1 else None


def gymnasium_taxi(n):
    import gymnasium

    env = gymnasium.make("Taxi-v4").unwrapped
    _, info = env.reset(seed=1)

    def step():
        nonlocal info
        for _ in range(50):
            action = env.action_space.sample(mask=info["action_mask"])
            _, _, terminated, _, info = env.step(action)
            if terminated:
                _, info = env.reset()
        return 50

    return step if n == 1 else None


def gymnasium_cartpole(n):
    import gymnasium

    env = gymnasium.make_vec("CartPole-v1", num_envs=n, vectorization_mode="vector_entry_point")
    env.reset(seed=1)
    draw = np.random.default_rng(1)

    def step():
        env.step(draw.integers(0, 2, n))
        return n

    return step


def expert_dataset(deviation):
    import eightoff

    def step():
        return len(eightoff.expert_dataset(20_000, deviation=deviation, threads=1).action)

    return step


def winnable_labels(n=1024):
    """Labels of positions that random play comes by."""
    import eightoff

    env = eightoff.VectorEnv(n, max_episode_steps=300, copy=False, threads=1)
    env.reset(seed=1)

    def step():
        env.step(env.sample_actions())
        return len(env.winnable())

    return step


ROWS = {
    "eightoff.EightOffEnv.step, random legal actions": eightoff_single,
    "eightoff.EightOffEnv.step alone": eightoff_single_step_alone,
    "eightoff.VectorEnv, copy=False, 1 thread": eightoff_batch,
    "eightoff.VectorEnv, copy=True, 1 thread": lambda n: eightoff_batch(n, copy=True),
    "eightoff.VectorEnv, copy=False, 2 threads": lambda n: eightoff_batch(n, threads=2),
    "eightoff.VectorEnv, planes_uint8, 1 thread": lambda n: eightoff_batch(
        n, observation="planes_uint8"
    ),
    "EnvPool Taxi with mask, 1 thread (C++)": envpool_taxi,
    "Pgx 2048, jit": pgx_2048,
    "OpenSpiel Klondike, observation and mask (C++)": openspiel_klondike,
    "Gymnasium Taxi, masked sample": gymnasium_taxi,
    "Gymnasium CartPole, NumPy batch": gymnasium_cartpole,
}


LABELS = {
    "expert_dataset, deviation 0": lambda: expert_dataset(0),
    "expert_dataset, deviation 0.05": lambda: expert_dataset(0.05),
    "expert_dataset, deviation 0.3": lambda: expert_dataset(0.3),
    "VectorEnv.winnable, random play": winnable_labels,
}


def shown(rate):
    return f"{rate / 1e6:.2f} M" if rate >= 1e6 else f"{rate / 1e3:.0f} k"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=1)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    for package in ("eightoff", "gymnasium", "numpy", "envpool", "pgx", "jax", "open_spiel"):
        try:
            print(package, importlib.metadata.version(package))
        except importlib.metadata.PackageNotFoundError:
            print(package, "is not installed")
    print("\n| steps a second with so many environments |", " | ".join(map(str, SIZES)), "|")
    print("|---" * (len(SIZES) + 1) + "|")
    for name, make in ROWS.items():
        if options.only not in name:
            continue
        clock = time.perf_counter if "2 threads" in name or "jit" in name else time.process_time
        cells = []
        for n in SIZES:
            try:
                step = make(n)
            except ImportError:
                step = None
            cells.append(shown(measure(step, options.seconds, clock)) if step else "")
        print(f"| {name} |", " | ".join(cells), "|", flush=True)
    print("\n| positions that the solver labels a second, 1 thread | |\n|---|---|")
    for name, make in LABELS.items():
        if options.only in f"eightoff.{name}":
            print(f"| eightoff.{name} |", shown(measure(make(), options.seconds)), "|", flush=True)


if __name__ == "__main__":
    main()
