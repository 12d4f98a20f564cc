"""``eightoff code``: convert between deal numbers and game codes."""

import argparse
from typing import Any

import eightoff
from eightoff.cli.common import CommandError, complain, is_number, print_json


def add(commands: Any) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "code",
        help="convert deal numbers to codes and back",
        description="Print the code of each number, and the number and cells of each code. "
        "Exit code 1 if any is neither; the others are converted all the same.",
    )
    command.add_argument(
        "values", nargs="+", metavar="CODE|NUMBER", help="codes and deal numbers, in any order"
    )
    command.add_argument(
        "--cells", type=int, choices=(8, 4, 2), default=8, help="cells for numbers (default 8)"
    )
    command.add_argument("--json", action="store_true", help="a line of JSON each")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Convert each value; go on after a bad one."""
    status = 0
    for value in arguments.values:
        try:
            code, number, cells = convert(value, arguments.cells)
        except CommandError as error:
            complain(str(error))
            status = 1
            continue
        if arguments.json:
            print_json({"code": code, "number": number, "cells": cells})
        elif is_number(value):
            print(code)
        else:
            print(number, cells)
    return status


def convert(value: str, cells: int) -> tuple[str, int, int]:
    """Return code, number and cells of a value that is a number or a code."""
    try:
        if is_number(value):
            return eightoff.encode_code(int(value), cells), int(value), cells
        number, cells = eightoff.decode_code(value)
        return eightoff.encode_code(number, cells), number, cells
    except ValueError as error:
        raise CommandError(str(error)) from error
