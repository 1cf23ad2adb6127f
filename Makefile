# Everything a developer runs.  Each target makes its own .venv first; PYTHON=… chooses the Python.

SHELL := /bin/sh
PYTHON ?=
BIN := .venv/bin
CODE := cardavia_spec tests

.PHONY: help demo test check fix generate bench fuzz agree clean
.DEFAULT_GOAL := help

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' Makefile

.venv/stamp: constraints.txt pyproject.toml tools/make_venv.sh
	@sh tools/make_venv.sh "$(PYTHON)"
	@touch $@

demo: .venv/stamp  ## check the specs, then let each game play one deal by itself
	@sh tools/demo.sh

test: .venv/stamp  ## the whole suite, on two cores
	@$(BIN)/pytest -q -n 2

check: .venv/stamp  ## style, types, floors and the quick tests
	@$(BIN)/ruff check -q $(CODE)
	@$(BIN)/ruff format -q --check $(CODE)
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/cardavia generate --check
	@$(BIN)/pytest -q -n 2 -m "not slow"

fix: .venv/stamp  ## put right what ruff can
	@$(BIN)/ruff check -q --fix $(CODE)
	@$(BIN)/ruff format -q $(CODE)

generate: .venv/stamp  ## write anew what is made from the code
	@$(BIN)/cardavia generate

bench: .venv/stamp  ## figures of speed; nothing is asserted
	@$(BIN)/python -m tests.bench

fuzz: .venv/stamp  ## broken specs and traces, far more than the suite tries
	@CARDAVIA_FUZZ=$${CARDAVIA_FUZZ:-50} $(BIN)/pytest -q -n 2 tests -k fuzz

agree: .venv/stamp  ## engines and formulas held together over ten times as much as in the suite
	@CARDAVIA_MORE=$${CARDAVIA_MORE:-10} $(BIN)/pytest -q -n 2 tests/unit/engines \
		tests/unit/prover/test_steps_agree.py tests/unit/prover/test_small_worlds.py \
		tests/unit/prover/test_common.py tests/theorems \
		tests/unit/check/test_campaign_engines.py tests/unit/check/test_campaign_fuzz.py

clean:  ## remove what the targets made
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find cardavia_spec tests -name __pycache__ -type d -prune -exec rm -rf {} +
