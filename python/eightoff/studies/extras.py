"""Optional packages, imported when they are first used."""

import importlib
from typing import Any


def need(module: str, package: str = "eightoff[study]") -> Any:
    """Return an optional module; `package` is what to install for it.

    Raises:
        ImportError: It is not installed; the message says what to install.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        wanted = module.partition(".")[0]
        if error.name is None or error.name.partition(".")[0] != wanted:
            raise
        raise ImportError(
            f"{wanted} is needed for this\nhint: pip install '{package}'", name=wanted
        ) from error
