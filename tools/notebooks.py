"""Run the notebooks and keep their outputs: `python tools/notebooks.py [NOTEBOOK...]`, all when none is named.

What changes from run to run without a meaning (times of execution, ids of widgets, the state of widgets,
versions of the kernel) is left out: with the state of a widget, an export would load scripts from elsewhere
to show it, and without it shows the picture of the board.
"""

import os
import sys
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
SECONDS_A_CELL = 300


def executed(path: Path) -> nbformat.NotebookNode:
    """Run a notebook with the interpreter that runs this, and return it with its outputs."""
    book = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as own:
        # A kernel that the user has registered as "python3" may be another Python.
        os.environ.update(JUPYTER_DATA_DIR=own, JUPYTER_RUNTIME_DIR=own, IPYTHONDIR=own)
        NotebookClient(
            book,
            kernel_name="python3",
            timeout=SECONDS_A_CELL,
            record_timing=False,
            store_widget_state=False,
            resources={"metadata": {"path": str(path.parent)}},
        ).execute()
    return book


def without_the_passing(book: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Return the notebook without what no reader needs and every run changes."""
    book.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    for cell in book.cells:
        for output in cell.get("outputs", []):
            output.get("data", {}).pop("application/vnd.jupyter.widget-view+json", None)
    return book


def main() -> None:
    """Run the notebooks that are named, or all."""
    for path in map(Path, sys.argv[1:]) if sys.argv[1:] else sorted(NOTEBOOKS.glob("*.ipynb")):
        print(path.name, file=sys.stderr)
        nbformat.write(without_the_passing(executed(path)), path)


if __name__ == "__main__":
    main()
