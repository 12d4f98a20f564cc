"""A recorded game of observations, masks and rewards: any change of behaviour shows as a difference.

`python tests/python/test_env_transcript.py` writes it anew; look at the difference before you keep it.
"""

import json
import zlib

import eightoff
from data import DATA

FILE = DATA / "environments.jsonl"
SEED = 20


def transcript():
    """A line a step: the action, what it gave, and what is seen then (long arrays by their CRC-32)."""
    for kwargs in (
        {},
        {"cells": 4, "reward": "score", "withdrawals": True, "observation": "grid"},
        {"cells": 2, "group_limit": "strict", "observation": "planes_uint8", "illegal": "penalty"},
    ):
        env = eightoff.EightOffEnv(**kwargs)
        seen, info = env.reset(seed=SEED)
        yield line(kwargs, seen, info)
        for step in range(60):
            action = step * 37 % 156 if step % 10 == 9 else env.sample_action()
            seen, reward, terminated, _, info = env.step(action)
            yield line([eightoff.action_text(action), reward, terminated], seen, info)
            if terminated:
                seen, info = env.reset()
                yield line("reset", seen, info)


def line(what, seen, info):
    mask = info.pop("action_mask")
    shown = seen.tolist() if seen.size <= 104 else zlib.crc32(seen.tobytes())
    legal = "all" if mask.all() else [eightoff.action_text(a) for a in mask.nonzero()[0]]
    return json.dumps([what, legal, info, shown])


def test_environments_behave_as_recorded():
    recorded = FILE.read_text().splitlines()
    assert list(transcript()) == recorded


if __name__ == "__main__":
    FILE.write_text("".join(each + "\n" for each in transcript()))
