"""What a study costs beside the solver alone: CPU time a deal, medians of several runs.

CPU time and not the clock's, so that other work on the machine matters little. The runs take
turns and share their deals. Needs ``eightoff[study]``.

    python benches/studies.py
"""

import resource
import statistics

import eightoff

DEALS = 200_000
TURNS = 5

RUNS = {
    "verdicts": (
        lambda deals: eightoff.solve_many(deals, lengths=False),
        lambda deals: eightoff.study(deals, 8, lengths=False, features=False, chunk_size=100_000),
    ),
    "verdicts and features": (
        lambda deals: (eightoff.solve_many(deals, lengths=False), eightoff.features(deals)),
        lambda deals: eightoff.study(deals, 8, lengths=False, chunk_size=100_000),
    ),
    "verdicts and lengths": (
        lambda deals: eightoff.solve_many(deals),
        lambda deals: eightoff.study(deals, 8, features=False, chunk_size=100_000),
    ),
}


def cpu_time() -> float:
    """Seconds that all threads of this process have worked."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Measure and print."""
    eightoff.study(range(1000))  # loads all modules
    times = {name: ([], []) for name in RUNS}
    for turn in range(TURNS):
        deals = range(turn * DEALS, (turn + 1) * DEALS)
        for name, pair in RUNS.items():
            for run, taken in zip(pair, times[name], strict=True):
                before = cpu_time()
                run(deals)
                taken.append((cpu_time() - before) / DEALS * 1e6)
    for name, pair in times.items():
        alone, studied = map(statistics.median, pair)
        print(
            f"{name}: alone {alone:.2f} us a deal, as a study {studied:.2f} us"
            f" ({100 * (studied / alone - 1):+.1f} %)"
        )


if __name__ == "__main__":
    main()
