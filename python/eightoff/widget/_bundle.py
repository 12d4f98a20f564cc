"""One script for the browser out of the modules in `static/`.

anywidget loads a widget's script as one text, in which relative imports lead nowhere. So the
modules are joined, each after those it imports. Two conventions make that a matter of lines: imports
are `import { a, b } from "./x.mjs";`, and no two modules define the same name at their top level.
"""

import re
from pathlib import Path

STATIC = Path(__file__).parent / "static"

_IMPORT = re.compile(r'^import \{[^}]*\} from "\./([\w.]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:const|function|async function|class) )", re.MULTILINE)


def modules_of(entry: str) -> list[str]:
    """The files that a module needs, itself last, each after those it imports."""
    order: list[str] = []

    def visit(name: str) -> None:
        if name in order:
            return
        for imported in _IMPORT.findall(_read(name)):
            visit(imported)
        order.append(name)

    visit(entry)
    return order


def script(entry: str) -> str:
    """The script of a widget: its entry module with all that it imports."""
    return "\n".join(
        _IMPORT.sub("", _EXPORT.sub("", _read(name)) if name != entry else _read(name))
        for name in modules_of(entry)
    )


def style() -> str:
    """The style sheet of both widgets."""
    return _read("style.css")


def _read(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")
