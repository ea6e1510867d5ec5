# `make help` lists the targets. All tools live in .venv, which is made on first use and again when pyproject.toml changes.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BENCH := .venv-bench
LEARN := .venv-learn

# Tests start some two hundred processes: where none keeps its bytecode, each parses all sources, a fifth of its start.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play test test-all coverage check format scripts script-types audit bench learn pictures phrases docs \
	release clean

help: ## List what can be made
	@sed -nE 's/^##@ (.*)/\n\1/p; s/^([a-z-]+):.*## (.*)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

##@ Play

play: $(VENV)/installed ## Serve the games to browsers, and open the page
	@$(BIN)/ludarium serve --open --host 0.0.0.0 || [ $$? -eq 130 ] # Ctrl-C is a way to stop, not a failure

##@ Check

PYTEST = $(BIN)/python -m pytest -n auto --dist worksteal

# Traced, these tests take nearly three times as long, and what runs as machine code cannot be traced. So
# only tests of plain Python are, and only by `make coverage`: the body of a @jitable function counts
# where they ran it. Tests that measure time, start processes or compile much are not among them.
TRACED := $(patsubst %,tests/test_%.py,ahyoheek api backup connections counters_bitboard draw \
	groups guides importing measures online_tournaments pairing points ratings record scene sowing \
	static_files table_server tables tournaments)
COVERED = --cov --cov-report=term:skip-covered $(TRACED)

# What is tested of every game is tested of some: another few with each commit, told at the beginning.
test: export LUDARIUM_TEST_SAMPLE ?= $(shell git rev-parse --short HEAD 2> /dev/null || echo 0)
test: $(VENV)/developed ## Run the tests; those of all games of a sample that the commit draws
	$(PYTEST)

test-all: $(VENV)/developed ## Run every test of every game
	$(PYTEST)

coverage: $(VENV)/developed ## Run the tests of plain Python, and report what they cover
	$(PYTEST) $(COVERED)

check: $(VENV)/developed ## Check format, lint and types
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy

format: $(VENV)/developed ## Format the code and mend what lint can
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

# Wants Node and npm, which nothing else here does.
scripts: node_modules/installed $(VENV)/developed ## Check format, lint and types of the pages' scripts, and run their tests
	@node_modules/.bin/biome check --error-on-warnings
	@node_modules/.bin/tsc
	@node_modules/.bin/tsc --project tools/types/worker.tsconfig.json
	@$(BIN)/python tools/script_types.py --check
	@node --test tests/scripts/*.test.mjs

script-types: node_modules/installed $(VENV)/developed ## Write anew the scripts' types of what the server sends
	@$(BIN)/python tools/script_types.py

# What is asked about is only listed, never installed. The lowest versions are those of our own floors,
# with the newest of what they need in turn. --strict: what could not be asked about is a failure.
RESOLVE = $(BIN)/uv pip compile --quiet --no-header --no-annotate --all-extras --python-version 3.11

audit: $(VENV)/with-audit ## Ask for known vulnerabilities of what we need, in its lowest and newest versions
	@mkdir -p build
	$(RESOLVE) --resolution lowest-direct pyproject.toml --output-file build/lowest.txt > /dev/null
	$(RESOLVE) --upgrade pyproject.toml --output-file build/newest.txt > /dev/null
	@failed=0; for list in lowest newest; do echo "The $$list versions:"; \
		$(BIN)/pip-audit --strict --disable-pip --no-deps --requirement build/$$list.txt || failed=1; \
	done; exit $$failed

##@ Measure

bench: $(BENCH)/installed ## Measure speed against others (takes a quarter of an hour; PUFFERLIB=its sources)
	$(BENCH)/bin/python benchmarks/playouts.py
	$(BENCH)/bin/python benchmarks/same_games.py
	$(BENCH)/bin/python benchmarks/tree_search.py
	$(BENCH)/bin/python benchmarks/environments.py $(if $(PUFFERLIB),--pufferlib $(PUFFERLIB))
	$(BENCH)/bin/python benchmarks/startup.py

learn: $(LEARN)/installed ## Try the examples of learning programs, each for seconds
	@mkdir -p build
	$(LEARN)/bin/python examples/ppo_selfplay.py --minutes 0.2 --judged 2 --out build/ppo.onnx
	$(LEARN)/bin/python examples/alphazero.py --minutes 0.3 --games 32 --judged 2 --out build/alphazero.onnx

##@ Publish

pictures: $(VENV)/installed ## Draw the pictures in README and docs again
	$(BIN)/python docs/draw_parts.py
	$(BIN)/ludarium show yoxii -m "d5/3d6, e5/2e4, f5/4f6, e6/3d7, d5/1c5, d4/2c4" --svg docs/pictures/yoxii.svg
	$(BIN)/ludarium show aiyawatstani -m "C5-E5, A5-C5, E5xA5, I5xE5, H4-I5, C7-C5, G3-H4, C5-C7, A5-C5, E5xA5, F4-G5, F6-E5, D4xF6, G7xG3" --svg docs/pictures/aiyawatstani.svg
	$(BIN)/ludarium show ahyoheek --seats 5 -m "P E E B B, P P B E B, B B B E P" --svg docs/pictures/ahyoheek.svg

phrases: $(VENV)/installed ## Bring the catalogues of translations up to date with the sources
	@$(BIN)/python -m ludarium.locale

docs: $(VENV)/with-docs ## Build the documentation's site into build/docs
	@$(BIN)/python -m sphinx --fail-on-warning --keep-going --quiet --jobs auto -d build/doctrees docs build/docs
	@echo "The site is in build/docs/index.html"

release: $(VENV)/with-release ## Build the distributions, check them, try the wheel, and tag the version
	@$(BIN)/python tools/release.py

##@ Besides

clean: ## Delete what was made here
	rm -rf $(VENV) $(BENCH) $(LEARN) node_modules build dist docs/generated .mypy_cache .pytest_cache .ruff_cache .hypothesis

define new_environment
@command -v $(PYTHON) > /dev/null || { echo "Ludarium needs Python 3.11 or newer, and there is no $(PYTHON): install it, or set PYTHON=..." >&2; exit 1; }
@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Ludarium needs Python 3.11 or newer, and $(PYTHON) is %d.%d: set PYTHON=..." % sys.version_info[:2])'
@$(PYTHON) -c 'import ensurepip, venv' 2> /dev/null || { echo "$(PYTHON) cannot make virtual environments: install its venv (Debian and Ubuntu: apt install python3-venv)" >&2; exit 1; }
@$(PYTHON) -m venv $@ && $@/bin/python -m pip install --quiet --upgrade pip || { rm -rf $@; exit 1; }
endef

$(VENV) $(BENCH) $(LEARN):
	$(new_environment)

$(VENV)/installed: pyproject.toml | $(VENV)
	@echo "Installing Ludarium, once ..."
	@$(BIN)/python -m pip install --quiet --editable '.[server]'
	@touch $@

$(VENV)/developed: pyproject.toml | $(VENV)
	@echo "Installing Ludarium and its tests, once ..."
	@$(BIN)/python -m pip install --quiet --group dev --editable '.[server]'
	@touch $@ $(VENV)/installed

node_modules/installed: package-lock.json
	@command -v npm > /dev/null || { echo "The scripts are checked by Node, and there is no npm: install both (Debian and Ubuntu: apt install nodejs npm)" >&2; exit 1; }
	@echo "Installing what checks the scripts, once ..."
	@npm ci --no-audit --no-fund --loglevel=error
	@touch $@

$(VENV)/with-%: pyproject.toml | $(VENV)/installed
	@echo "Installing what make $* needs, once ..."
	@$(BIN)/python -m pip install --quiet --group $*
	@touch $@

$(BENCH)/installed: pyproject.toml | $(BENCH)
	@$(BENCH)/bin/python -m pip install --quiet --group bench --editable '.[server]'
	@touch $@

$(LEARN)/installed: pyproject.toml | $(LEARN)
	@echo "Installing Ludarium and PyTorch, once ..."
	@$(LEARN)/bin/python -m pip install --quiet --editable '.[learn,server]'
	@touch $@
