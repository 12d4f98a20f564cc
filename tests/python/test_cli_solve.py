"""`eightoff solve` as a shell sees it, and the figures that its summaries give."""

import json
import math
import subprocess
import sys

import pytest

import eightoff
from data import DATA
from eightoff.cli import main
from eightoff.cli.solve import duration
from eightoff.winnability import Census, clopper_pearson

CODE = "EO1-C8-AAAAAFA"


@pytest.fixture
def cli(capsys, monkeypatch):
    """Run a command line in this process: exit code, standard output, standard error."""
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments: str) -> tuple[int, str, str]:
        try:
            status = main(["solve", *arguments])
        except SystemExit as leaving:
            status = leaving.code
        return status, *capsys.readouterr()

    return run


def test_a_deal_by_code_and_number(cli):
    status, out, err = cli(CODE)
    verdict, _, words = out.partition("\n")
    solution = eightoff.solve(CODE)
    assert (status, verdict) == (0, f"winnable in {solution.length} moves")
    assert words.split() == [str(move) for move in solution.moves]
    assert err.startswith(f"{solution.nodes} states, ")
    assert cli("20")[:2] == (status, out)


def test_exit_codes_tell_the_verdict(cli):
    assert cli("20", "--cells", "2")[:2] == (1, "unwinnable\n")
    assert cli("20", "--max-nodes", "1")[:2] == (3, "unknown\n")
    assert cli("--microsoft", "465", "--group-limit", "strict")[:2] == (1, "unwinnable\n")
    assert cli("--microsoft", "617", "--group-limit", "strict")[0] == 0


def test_json(cli):
    status, out, _ = cli(CODE, "--json", "--shortest")
    data = json.loads(out)
    assert status == 0
    assert (data["code"], data["status"], data["optimal"]) == (CODE, "winnable", True)
    assert data["length"] == data["lower_bound"] == len(data["moves"]) == len(data["actions"])
    assert eightoff.replay(f"{CODE}: {' '.join(data['moves'])}").is_won
    data = json.loads(cli("20", "--cells", "2", "--json")[1])
    assert (data["status"], data["moves"], data["length"]) == ("unwinnable", None, -1)


def test_boards_on_the_way(cli):
    _, out, _ = cli(CODE, "--board")
    start = eightoff.Game(CODE)
    assert str(start) in out
    assert out.count("foundations") == 2 + (eightoff.solve(CODE).length - 1) // 16


@pytest.mark.parametrize("name", ["ms000024", "ms000465"])
def test_a_board_from_a_file_and_from_input(cli, name):
    path = DATA / "boards" / f"{name}.board"
    status, out, _ = cli(str(path), "--group-limit", "strict")
    assert status == (0 if name == "ms000024" else 1)
    command = [sys.executable, "-m", "eightoff", "solve", "-", "--group-limit", "strict"]
    piped = subprocess.run(
        command, input=path.read_text(), text=True, capture_output=True, check=False, timeout=60
    )
    assert (piped.returncode, piped.stdout) == (status, out)


def test_a_range(cli):
    status, out, err = cli("--range", "0:3000", "--group-limit", "strict", "--list")
    table = eightoff.solve_many(range(3000), group_limit="strict", lengths=False)
    lost = [number for number in range(3000) if not table["status"][number]]
    *listed, deals, counts, share, nodes = out.splitlines()
    assert status == 0
    assert listed == [f"{eightoff.encode_code(number, 8)} unwinnable" for number in lost]
    assert deals == "deals 3000, cells 8, group limit strict"
    assert counts == f"winnable {3000 - len(lost)}, unwinnable {len(lost)}"
    assert share.startswith("share 99.")
    assert nodes.endswith(f"max {table['nodes'].max()}")
    assert "deals/s" in err


def test_a_range_of_microsofts_as_json(cli):
    data = json.loads(cli("--microsoft-range", "460:480", "--group-limit", "strict", "--json")[1])
    assert (data["first"], data["end"], data["deals"]) == (460, 480, 20)
    assert (data["winnable"], data["unwinnable"], data["unknown"]) == (19, 1, 0)


def test_unknown_deals_are_neither_won_nor_lost(cli):
    budget = ("--range", "0:10", "--max-nodes", "3")
    status, out, _ = cli(*budget)
    assert status == 0
    assert "winnable 0, unwinnable 0, unknown 10\nshare unknown, 95 % interval" in out
    assert "0.00000 .. 100.00000 %" in out
    data = json.loads(cli(*budget, "--json")[1])
    assert (data["share"], data["share_low"], data["share_high"]) == (None, 0, 1)


def test_unknown_deals_widen_the_interval():
    census = Census()
    census.counts = {1: 60, 0: 30, -1: 10}
    assert census.share() is None
    assert census.interval() == (clopper_pearson(60, 100)[0], clopper_pearson(70, 100)[1])
    census.counts = {1: 70, 0: 30, -1: 0}
    assert census.share() == 0.7
    assert census.interval() == clopper_pearson(70, 100)


def test_a_solution_not_proved_shortest_is_called_so(cli):
    solution = eightoff.solve(CODE, shortest=True, max_nodes=30)
    assert not solution.optimal
    _, out, _ = cli("20", "--shortest", "--max-nodes", "30")
    assert out.startswith(
        f"winnable in {solution.length} moves, "
        f"not proved shortest: at least {solution.lower_bound}\n"
    )
    assert "which is the fewest there can be\n" in cli("20", "--shortest")[1]


def test_what_ended_the_search_is_said(cli):
    status, out, err = cli("20", "--max-nodes", "3")
    assert (status, out) == (3, "unknown\n")
    assert err.endswith("\n--max-nodes 3 ended the search\n")
    assert "ended" not in cli("20", "--max-nodes", "100000")[2]


def test_times_are_readable():
    assert [duration(t) for t in (3.43e-05, 0.25, 1.5, 200)] == [
        "0.03 ms",
        "250.00 ms",
        "1.50 s",
        "200.00 s",
    ]


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        ((), 2, "is required"),
        (("20", "--range", "0:9"), 2, "not allowed with"),
        (("EO1-C8-AAAAAFB",), 1, "last letter"),
        (("--range", "abc"), 2, "'abc' is no range"),
        (("--range", "9:9"), 2, "begins with the lower number"),
        (("--range", "5:2"), 2, "begins with the lower number"),
        (("--range", "4294967290:4294967297"), 2, "stays in 0:4294967296"),
        (("--microsoft-range", "0:9"), 2, "begin with number 1"),
        (("no such file",), 1, "neither a game code nor a deal number nor a file"),
        (("E01-C8-AAAAAFA",), 1, "letters E and O, not with a zero"),
        (("/",), 1, "cannot read /: Is a directory"),
        (("20", "--max-seconds", "-1"), 2, "'-1' is no number of seconds"),
        (("20", "--max-seconds", "nan"), 2, "'nan' is no number of seconds"),
        (("20", "--max-nodes", "-1"), 2, "'-1' is no whole number from 0 on"),
        (("--range", "0:9", "--threads", "0"), 2, "'0' is no whole number from 1 on"),
        (("--range", "0:9", "--shortest"), 2, "--shortest does not go with --range"),
        (("--range", "0:9", "--max-seconds", "1"), 2, "--max-seconds does not go with --range"),
        (("--range", "0:9", "--board"), 2, "--board does not go with --range"),
        (
            ("--microsoft-range", "1:9", "--shortest"),
            2,
            "--shortest does not go with --microsoft-range",
        ),
        (("--range", "0:9", "--list", "--json"), 2, "--list does not go with --json"),
        (("20", "--list"), 2, "--list needs --range or --microsoft-range"),
        (("20", "--threads", "2"), 2, "--threads needs --range or --microsoft-range"),
        (("20", "--board", "--json"), 2, "--board does not go with --json"),
    ],
)
def test_wrong_arguments_are_named(cli, arguments, status, message):
    found, out, err = cli(*arguments)
    assert (found, out) == (status, "")
    assert message in err


def test_nodes_are_summed_up_as_numpy_does():
    census = Census(cells=4)
    tables = [table for _, table in census.run(0, 2001)]
    nodes = tables[0]["nodes"]
    figures = census.node_figures()
    assert figures["mean"] == pytest.approx(nodes.mean())
    assert figures["median"] == sorted(nodes)[1000]
    assert figures["max"] == nodes.max()
    assert figures["p99"] == sorted(nodes)[math.ceil(0.99 * 2001) - 1]


def binomial_tail(successes, trials, share):
    """The probability of `successes` or fewer."""
    return sum(
        math.comb(trials, k) * share**k * (1 - share) ** (trials - k) for k in range(successes + 1)
    )


@pytest.mark.parametrize(("successes", "trials"), [(1, 10), (5, 10), (9, 10), (3, 400), (399, 400)])
def test_confidence_limits_are_those_of_the_binomial_distribution(successes, trials):
    low, high = clopper_pearson(successes, trials)
    assert binomial_tail(successes, trials, high) == pytest.approx(0.025)
    assert 1 - binomial_tail(successes - 1, trials, low) == pytest.approx(0.025)


def test_confidence_limits_at_the_ends():
    # The limits have closed forms there.
    assert clopper_pearson(0, 50) == (0, pytest.approx(1 - 0.025 ** (1 / 50)))
    assert clopper_pearson(50, 50) == (pytest.approx(0.025 ** (1 / 50)), 1)
    low, high = clopper_pearson(99_880_000, 100_000_000)
    # The normal approximation is good to three digits with so many trials.
    half = 1.959964 * math.sqrt(0.9988 * 0.0012 / 1e8)
    assert low == pytest.approx(0.9988 - half, abs=0.02 * half)
    assert high == pytest.approx(0.9988 + half, abs=0.02 * half)
