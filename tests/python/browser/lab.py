"""JupyterLab in a Chromium, as a person would open it, and a notebook in it to try things on."""

import ctypes
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

TOKEN = "tests-only"
# Generous: the machine may be busy building something else.
PATIENCE_S = 90

CHROMIUM_ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def find_chromium() -> str | None:
    """Debian's Chromium, or another one on the path."""
    return next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
    )


@contextmanager
def lab_server(directory: Path, root: Path) -> Iterator[str]:
    """Runs JupyterLab on `root` with all of its own files in `directory`; yields its address."""
    environment = dict(os.environ)
    for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR",
                 "JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR"):  # fmt: skip
        environment[name] = str(directory / name.lower())
    news = Path(environment["JUPYTERLAB_SETTINGS_DIR"], "@jupyterlab", "apputils-extension")
    news.mkdir(parents=True)
    # Without this, a question about news covers the first page.
    (news / "notification.jupyterlab-settings").write_text(
        '{"fetchNews":"false","checkForUpdates":false}'
    )
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = (directory / "lab.log").open("wb")
    server = subprocess.Popen(
        [
            *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
            *("--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}", "--ServerApp.port_retries=0"),
            *(f"--IdentityProvider.token={TOKEN}", f"--ServerApp.root_dir={root}"),
            "--LabApp.expose_app_in_browser=True",
            "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        ],
        env=environment,
        stdout=log,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        preexec_fn=_end_with_the_tests,
    )
    try:
        address = f"http://127.0.0.1:{port}"
        _await_server(server, address, directory / "lab.log")
        yield address
    finally:
        # Kernels are in the server's process group: none may outlive the tests.
        os.killpg(server.pid, signal.SIGTERM)
        try:
            server.wait(15)
        except subprocess.TimeoutExpired:
            os.killpg(server.pid, signal.SIGKILL)
            server.wait()
        log.close()


def _end_with_the_tests() -> None:
    """Has Linux end the server when the tests are killed: nothing else could then."""
    if sys.platform == "linux":
        parent_death_signal = 1  # PR_SET_PDEATHSIG
        ctypes.CDLL(None).prctl(parent_death_signal, signal.SIGTERM)


def _await_server(server: subprocess.Popen[bytes], address: str, log: Path) -> None:
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        if server.poll() is not None:
            break
        try:
            urllib.request.urlopen(f"{address}/api/status?token={TOKEN}", timeout=5).close()
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
        else:
            return
    raise RuntimeError(f"JupyterLab did not start:\n{log.read_text(errors='replace')[-3000:]}")


def write_notebook(path: Path, *cells: str) -> None:
    """A notebook of these code cells, not run yet."""
    path.write_text(
        json.dumps(
            {
                "nbformat": 4,
                "nbformat_minor": 5,
                "metadata": {
                    "kernelspec": {
                        "name": "python3",
                        "display_name": "Python 3",
                        "language": "python",
                    }
                },
                "cells": [
                    {
                        "cell_type": "code",
                        "id": f"cell-{i}",
                        "metadata": {},
                        "source": source,
                        "outputs": [],
                        "execution_count": None,
                    }
                    for i, source in enumerate(cells)
                ],
            }
        )
    )


class Notebook:
    """A notebook open in JupyterLab."""

    def __init__(self, page: Any, address: str, name: str) -> None:
        """Opens `name` and waits for its kernel: running cells before that asks for a kernel."""
        self.page = page
        page.goto(f"{address}/lab/tree/{name}?reset&token={TOKEN}")
        page.wait_for_function("() => globalThis.jupyterapp?.started", timeout=PATIENCE_S * 1000)
        page.evaluate(
            """async () => {
                await jupyterapp.started;
                const until = async (ready) => {
                    while (!ready()) await new Promise((resolve) => setTimeout(resolve, 50));
                };
                await until(() => jupyterapp.shell.currentWidget?.context);
                const { context, sessionContext } = jupyterapp.shell.currentWidget;
                await context.ready;
                await sessionContext.ready;
                await until(() => sessionContext.session?.kernel?.status === "idle");
            }"""
        )

    def command(self, name: str, arguments: dict[str, Any] | None = None) -> None:
        """Runs one of JupyterLab's commands."""
        self.page.evaluate(
            "([name, args]) => jupyterapp.commands.execute(name, args)", [name, arguments or {}]
        )

    def run_all(self) -> None:
        """Runs all cells, to their end, without an error."""
        self.command("notebook:run-all-cells")
        self.python("pass")
        assert self.page.locator('.jp-OutputArea-output[data-mime-type*="stderr"]').count() == 0, (
            self.page.locator(".jp-OutputArea-output").all_inner_texts()
        )

    def python(self, code: str) -> str:
        """What `code` prints, run in the notebook's kernel as one more cell would be."""
        outcome = self.page.evaluate(
            """async (code) => {
                const kernel = jupyterapp.shell.currentWidget.sessionContext.session.kernel;
                const future = kernel.requestExecute({ code, store_history: false });
                let text = "";
                future.onIOPub = ({ header, content }) => {
                    if (header.msg_type === "stream") text += content.text;
                    if (header.msg_type === "error") text += content.traceback.join("\\n");
                };
                const { content } = await future.done;
                return { text, status: content.status };
            }""",
            code,
        )
        assert outcome["status"] == "ok", outcome["text"]
        return outcome["text"].strip()

    def outputs(self) -> list[str]:
        """The text that each code cell has printed."""
        return self.page.evaluate(
            """() => jupyterapp.shell.currentWidget.content.model.sharedModel.cells
                .map((cell) => (cell.outputs ?? []).map((output) => [output.text ?? ""].flat().join("")).join(""))"""
        )
