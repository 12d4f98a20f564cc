"""``eightoff deal``: show a deal."""

import argparse
from typing import Any

from eightoff.cli.board import draw
from eightoff.cli.common import add_deal, chosen_game, game_data, print_json


def add(commands: Any) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "deal",
        help="show the board of a deal",
        description="Show the board of a deal; of a random one when none is named.",
    )
    add_deal(command)
    form = command.add_mutually_exclusive_group()
    form.add_argument(
        "--layout", action="store_true", help="as board text, which fc-solve -g eight_off reads"
    )
    form.add_argument("--json", action="store_true", help="as one line of JSON")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the board."""
    game = chosen_game(arguments)
    if arguments.json:
        print_json(game_data(game))
    elif arguments.layout:
        print(game.layout(), end="")
    else:
        print(draw(game))
    return 0
