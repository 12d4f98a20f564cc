"""Saved games: where they are, and writing them so that a crash leaves the old or the new one."""

import hashlib
import os
import tempfile
from pathlib import Path

from eightoff import Game
from eightoff.cli.common import CommandError


def folder() -> Path:
    """Return the folder of saved games: ``$XDG_STATE_HOME/eightoff`` or its usual place."""
    state = os.environ.get("XDG_STATE_HOME")
    return (Path(state) if state else Path.home() / ".local" / "state") / "eightoff"


def path_for(game: Game) -> Path:
    """Return the file that belongs to the deal `game` began from."""
    name = game.code or f"board-{hashlib.sha256(start_layout(game)).hexdigest()[:12]}"
    limit = "" if game.group_limit == "app" else f"-{game.group_limit}"
    return folder() / f"{name}{limit}.json"


def start_layout(game: Game) -> bytes:
    """Return the board from which `game` began, as far as it remembers."""
    start = game.copy()
    while start.history:
        start.undo()
    return start.layout().encode()


def save(game: Game, path: Path) -> None:
    """Write a game to a file, whole or not at all."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace(path, game.to_json() + "\n")
    except OSError as error:
        # What is shown here is all that is left of the game.
        raise CommandError(
            f"cannot save to {path}: {error.strerror}\n"
            f"hint: --save FILE chooses another place; the game is\n{game.to_json()}"
        ) from error


def replace(path: Path, text: str) -> None:
    """Put `text` in place of what the file held."""
    handle, name = tempfile.mkstemp(prefix=path.name, dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def load(path: Path) -> Game:
    """Return the game that a file holds."""
    try:
        return Game.from_json(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CommandError(f"cannot read {path}: {error.strerror}") from error
    except ValueError as error:
        raise CommandError(
            f"{path} holds no saved game: {error}\nhint: --new puts it aside and deals"
        ) from error


def latest_unfinished() -> Path | None:
    """Return the file of the game that was played last and is not won."""
    by_age = sorted(folder().glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in by_age:
        try:
            if not load(path).is_won:
                return path
        except CommandError:
            # One spoilt file is no reason to hide the others; naming it says what is wrong.
            continue
    return None


def put_aside(path: Path) -> Path:
    """Rename a saved game so that another can take its name, and return the new name."""
    number = 1
    while (aside := path.with_name(f"{path.name}.{number}")).exists():
        number += 1
    path.rename(aside)
    return aside
