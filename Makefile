# `make help` lists the targets. Everything is installed in .venv and nowhere else.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.installed
DEV    := $(VENV)/.installed-dev

export PIP_REQUIRE_VIRTUALENV := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test check lint types layers format long equality races bench mutants rule_mutants dist clean

help: ## show this list
	@sed -n 's/^\([a-z_]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | while IFS="$$(printf '\t')" read -r target text; \
	  do printf '  make %-12s %s\n' "$$target" "$$text"; done

demo: $(READY) ## check a shipped ruleset, then play 20 games of it
	$(BIN)/cubedsl check cubitos
	$(BIN)/cubedsl sim cubitos --set "Race 1" --players 4 --games 20 --seed 7

test: check ## all static checks, then the tests: what CI runs
	$(BIN)/pytest -n auto --dist loadgroup

check: lint types layers ## all static checks

lint: $(DEV) ## style of the Python code
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(DEV) ## mypy, strict
	$(BIN)/mypy

layers: $(DEV) ## imports point one way
	$(BIN)/lint-imports

format: $(DEV) ## mend what ruff can mend
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

long: $(DEV) ## the checks that take minutes
	$(BIN)/pytest -n auto --dist loadgroup -m long

equality: $(DEV) ## both engines play thousands of games, compared at every decision (20 minutes)
	nice $(BIN)/python tests/equality.py
	nice $(BIN)/pytest -m long tests/test_equality.py

races: $(DEV) ## play all races of Cubitos, 60 games each, and print how long they take
	$(BIN)/python tests/measure_races.py

bench: $(DEV) ## how fast both engines play the shipped games, beside OpenSpiel
	$(BIN)/cubedsl bench

mutants: $(DEV) ## switch every report of the checker off: the corpus must notice
	$(BIN)/python tests/mutate_checks.py

rule_mutants: $(DEV) ## break every rule of a game: its scenarios must notice (takes long)
	$(BIN)/python tests/mutate_rules.py cubitos

dist: $(DEV) ## sdist and wheel, in dist/
	$(BIN)/python -m build --no-isolation

clean: ## remove what was built and cached; .venv stays
	rm -rf build dist src/*.egg-info .coverage
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -path ./$(VENV) -prune -o -type d -name __pycache__ -prune -exec rm -rf {} +

# ---------------------------------------------------------------- the virtual environment

# Some systems ship Python without ensurepip: then the environment is made without pip, and
# the pip of the system (22.3 or newer) installs into it from outside; or virtualenv makes it.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "cubedsl needs Python 3.11 or newer: make PYTHON=/path/to/python3" >&2; exit 1; }
	@fresh() { rm -rf $(VENV) && "$$@" $(VENV) >/dev/null 2>&1; }; \
	bare() { fresh $(PYTHON) -m venv --without-pip && $(PYTHON) -m pip --python $@ --version >/dev/null 2>&1; }; \
	fresh $(PYTHON) -m venv || bare || fresh $(PYTHON) -m virtualenv || fresh virtualenv -p $(PYTHON) || \
	  { rm -rf $(VENV); echo "cannot make $(VENV): apt install python3-venv" >&2; exit 1; }

PIP = $$($(BIN)/python -m pip --version >/dev/null 2>&1 && echo $(BIN)/python -m pip || \
        echo $(PYTHON) -m pip --python $(BIN)/python)

$(READY): pyproject.toml | $(BIN)/python
	@echo 'installing in $(VENV)'; $(PIP) install --quiet --editable .
	@touch $@

$(DEV): pyproject.toml | $(BIN)/python
	@echo 'installing in $(VENV), with the tools of development'; $(PIP) install --quiet --editable '.[dev]'
	@touch $@ $(READY)
