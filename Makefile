# `make demo` shows the game, `make test` checks everything; both set up all they need.
# Needed beforehand: a Rust toolchain (cargo, with clippy and rustfmt) and CPython 3.11 or newer.

.DEFAULT_GOAL := help
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:

# The oldest CPython found that is new enough, so that the newer ones can be tested as well.
PYTHON ?= $(shell tools/pythons.sh | sed -n '1s/[^ ]* //p')
VENV := .venv
BIN := $(VENV)/bin
CARGO := cargo
# Debian packages that tests use: fc-solve, to exchange boards and solutions with; a browser and a
# font for boards in Jupyter; Node, for the tests of what runs in the browser.
SYSTEM_PACKAGES := freecell-solver-bin chromium fonts-dejavu-core \
	$(if $(shell command -v node),,nodejs)
# What every newer CPython tests as well: all but the model of the rules by itself and the long
# games against it, what can happen to a long study, and the browser: those cost much and ask
# nothing of the interpreter.
OTHER_PYTHONS_TESTS := tests/python --ignore=tests/python/browser $(patsubst %,--ignore=tests/python/test_%.py, \
	model side_by_side env_model study_cluster study_faults)
PYTEST_FLAGS ?=

.PHONY: help
help:
	@echo 'make demo    set up, then deal, play and score a real game'
	@echo 'make test    set up, then run every check and test'
	@echo 'make lab     set up, then open the notebooks, the first with a board to play on'
	@echo 'make bench   measure the engine, from Rust and from Python'
	@echo 'make clean   remove everything that was built or installed here'

# --- Set-up ---------------------------------------------------------------------------------

$(BIN)/maturin:
	@test -n '$(PYTHON)' || { echo 'error: no CPython 3.11 or newer with venv was found' \
		'(Debian: apt-get install python3-venv; or make PYTHON=/path/to/python3)' >&2; exit 1; }
	rm -rf $(VENV)
	'$(PYTHON)' -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet 'maturin>=1.16,<2'

.PHONY: system-packages
system-packages:
	@tools/system-packages.sh $(SYSTEM_PACKAGES)

# Cargo decides what is out of date, so the wheel is always asked for.
.PHONY: wheel
wheel: $(BIN)/maturin
	rm -rf dist
	$(BIN)/maturin build --release --locked --quiet --out dist

.PHONY: install
install: wheel
	$(BIN)/python -m pip install --quiet --force-reinstall --no-deps dist/*.whl
	$(BIN)/python -m pip install --quiet dist/*.whl
	@cd / && $(CURDIR)/$(BIN)/python -c 'import eightoff, sys; \
		assert eightoff.__file__.startswith(sys.prefix), eightoff.__file__'

.PHONY: install-test
install-test: install
	$(BIN)/python -m pip install --quiet "$$(echo dist/*.whl)[test]"

# --- The two commands -----------------------------------------------------------------------

.PHONY: demo
demo: install
	$(BIN)/python examples/demo.py

# JupyterLab refuses to run as root, which is who one is in a container, unless asked.
.PHONY: lab
lab: install
	$(BIN)/python -m pip install --quiet "$$(echo dist/*.whl)[jupyter,rl]"
	$(BIN)/python -m jupyterlab $(if $(filter 0,$(shell id -u)),--allow-root) \
		notebooks/01-first-deal.ipynb

# Written as steps of one recipe, in the order in which failures are cheapest to learn of, and
# with the tests' own closing lines last.
.PHONY: test
test: system-packages
	$(MAKE) check-rust
	$(MAKE) install-test
	$(MAKE) check-python
	$(MAKE) test-sdist
	$(MAKE) test-rust
	$(MAKE) test-other-pythons
	$(MAKE) test-python

# --- Its parts, for use while developing ----------------------------------------------------

.PHONY: check-rust
check-rust: $(BIN)/maturin
	$(CARGO) fmt --check
	$(CARGO) clippy --locked --quiet --all-targets -- -D warnings
	RUSTDOCFLAGS='-D warnings' $(CARGO) doc --locked --quiet --no-deps
	PYO3_PYTHON=$(CURDIR)/$(BIN)/python $(CARGO) clippy --locked --quiet --features python -- -D warnings

.PHONY: test-rust
test-rust:
	$(CARGO) test --locked

.PHONY: check-python
check-python:
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	cd / && $(CURDIR)/$(BIN)/python -m mypy.stubtest eightoff \
		--mypy-config-file $(CURDIR)/pyproject.toml \
		--allowlist $(CURDIR)/tools/stubtest-allowlist.txt

.PHONY: test-python
test-python:
	$(BIN)/python -m pytest $(PYTEST_FLAGS)

.PHONY: test-other-pythons
test-other-pythons:
	tools/other-pythons.sh "$$($(BIN)/python -c 'import sys; print("%d.%d" % sys.version_info[:2])')" \
		dist/*.whl $(OTHER_PYTHONS_TESTS)

# A source distribution is of use when a wheel can be made of it, and of nothing else.
.PHONY: test-sdist
test-sdist: $(BIN)/maturin
	rm -rf build/sdist
	$(BIN)/maturin sdist --out build/sdist
	CARGO_TARGET_DIR=$(CURDIR)/target $(BIN)/python -m pip wheel --quiet --no-deps \
		--wheel-dir build/sdist build/sdist/*.tar.gz

# Runs the notebooks and keeps their outputs; the tests hold the outputs to a run of their own.
.PHONY: notebooks
notebooks: install-test
	$(BIN)/python tools/notebooks.py

.PHONY: bench
bench: install
	$(CARGO) bench --bench engine
	$(CARGO) bench --bench shortest
	$(BIN)/python benches/python_bench.py

.PHONY: clean
clean:
	$(CARGO) clean
	rm -rf .venv .venv-3.* artifacts dist build .pytest_cache .hypothesis .ruff_cache .mypy_cache
