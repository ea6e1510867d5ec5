# `make help` lists the targets. All tools live in .venv, which is made on first use and again when pyproject.toml changes.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BENCH := .venv-bench

.DEFAULT_GOAL := help
.PHONY: help play test check format bench clean

help: ## List what can be made
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

play: $(VENV)/installed ## Play a game in the terminal
	@$(BIN)/ludarium play

test: $(VENV)/developed ## Run every test
	$(BIN)/python -m pytest -n auto --dist worksteal

check: $(VENV)/developed ## Check format, lint and types
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy

format: $(VENV)/developed ## Format the code and mend what lint can
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

bench: $(BENCH)/installed ## Measure speed against OpenSpiel and C (takes a minute)
	$(BENCH)/bin/python benchmarks/playouts.py
	$(BENCH)/bin/python benchmarks/startup.py

clean: ## Delete what was made here
	rm -rf $(VENV) $(BENCH) .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Ludarium needs Python 3.11 or newer; set PYTHON=...")'
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --upgrade pip

$(VENV)/installed: pyproject.toml | $(VENV)/bin/python
	@echo "Installing Ludarium, once ..."
	@$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/developed: pyproject.toml | $(VENV)/bin/python
	@echo "Installing Ludarium and its tests, once ..."
	@$(BIN)/python -m pip install --quiet --group dev --editable .
	@touch $@ $(VENV)/installed

$(BENCH)/installed: pyproject.toml
	@$(PYTHON) -m venv $(BENCH)
	@$(BENCH)/bin/python -m pip install --quiet --upgrade pip
	@$(BENCH)/bin/python -m pip install --quiet --group bench --editable .
	@touch $@
