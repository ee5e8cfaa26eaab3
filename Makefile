# The commands of the project, the same for people and CI. They need Python 3.11+ with its venv module, and make.
PYTHON ?= python3
VENV ?= .venv

# uv is given the interpreter's own path: a python3 on PATH may be a launcher that stands for another version.
export UV_PYTHON := $(shell $(PYTHON) -c 'import sys; print(sys.executable)')
export UV_PROJECT_ENVIRONMENT := $(VENV)
unexport VIRTUAL_ENV
ifeq ($(UV_PYTHON),)
$(error $(PYTHON) does not run here: give the path of a Python in PYTHON)
endif

UV := $(shell uv --version >/dev/null 2>&1 && echo uv || echo .tools/bin/uv)
RUN := $(UV) run --no-sync
PYTEST := $(RUN) pytest -n auto --dist loadfile
LONG := $(patsubst %,tests/conformance/test_%.py,corpus matrix odd_games planted)
# Set-up runs again when these files or the interpreter change.
READY := $(VENV)/.ready$(subst /,-,$(UV_PYTHON))

.PHONY: help play test long check lint types cover docs bench peers deep wheels lock clean

help:  ## list the targets
	@sed -n 's/^\([a-z]*\):.*  ## /\1|/p' Makefile | while IFS='|' read -r t h; do printf '%-8s %s\n' "$$t" "$$h"; done
	@echo 'Choose a Python with PYTHON=python3.12; pass on arguments with ARGS="...".'

play: ARGS ?= clock --auto
play: $(READY)  ## watch a game of Clock
	@$(RUN) patience play $(ARGS)

test: ARGS ?= $(addprefix --ignore=,$(LONG))
test: $(READY)  ## run the tests, in random order, but for the longest ones of the kit
	$(PYTEST) $(ARGS)

long: ARGS ?= $(LONG)
long: $(READY)  ## run the longest tests, in which the kit checks many games
	$(PYTEST) $(ARGS)

check: lint types cover docs  ## everything that must hold, short of the wheels

lint: $(READY)  ## style, import contracts, and the lock's hosts
	$(RUN) ruff check
	$(RUN) ruff format --check
	$(RUN) lint-imports --no-logo
	@! grep -Eo 'https?://[^/"]+' uv.lock | grep -Evx 'https://(pypi\.org|files\.pythonhosted\.org)'

types: $(READY)  ## mypy and pyright
	MYPYPATH="$(subst $(eval ) ,:,$(wildcard plugins/*/src))" $(RUN) mypy
	$(RUN) pyright

cover: $(READY)  ## the tests, and every branch of the model taken
	$(PYTEST) --cov $(ARGS)

docs: $(READY)  ## build the documentation into docs/_build/html
	$(RUN) sphinx-build -W -n --keep-going -q docs docs/_build/html

bench: $(READY)  ## measure speed
	@for file in benchmarks/*.py; do [ ! -e "$$file" ] || $(RUN) python "$$file" $(ARGS) || exit; done

peers: $(READY)  ## speed beside other people's engines, and their solvers' solutions replayed
	$(UV) run --locked --group peers python benchmarks/builders.py
	$(UV) run --locked --group peers python tools/outside_solvers.py $(ARGS)

deep: $(READY)  ## long runs: many more examples and seeds, the deep checks of every game, then mutants
	PATIENCE_SEEDS=20 PATIENCE_PROFILE=deep $(PYTEST) --hypothesis-profile=deep $(ARGS)
	$(UV) run --locked --group deep python tools/mutants.py

wheels: $(READY)  ## build the wheels into dist/ and try them in empty environments
	rm -rf dist
	$(UV) build --quiet --all-packages --out-dir dist
	$(RUN) python tools/try_wheels.py

lock: | $(filter .tools/%,$(UV))  ## bring uv.lock up to date with the pyproject files
	$(UV) lock --default-index https://pypi.org/simple $(ARGS)

clean:  ## remove everything that the targets made
	rm -rf .venv .venvs .tools .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache .pytest_cache \
		.ruff_cache dist docs/_build mutants
	find . -name __pycache__ -prune -exec rm -rf {} +

$(READY): pyproject.toml uv.lock $(wildcard plugins/*/pyproject.toml) | $(filter .tools/%,$(UV))
	$(UV) sync --locked --all-packages --quiet
	@touch $@

.tools/bin/uv:
	$(UV_PYTHON) -m venv .tools
	.tools/bin/pip install --quiet uv
