# Every target sets up what it needs; `make test` and `make demo` are the two to know.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# What is installed: the package with what it runs on, or all that development needs.
USE := $(VENV)/.installed
DEV := $(VENV)/.installed-dev

# How many processes the tests use.
JOBS ?= auto

# Size of `make fuzz`: functions and launches to compare; programs to execute, which
# takes longer, are a tenth.
N ?= 10000
SEED ?= 0

export PATH := $(CURDIR)/$(BIN):$(PATH)

.DEFAULT_GOAL := help
.PHONY: help
help: ## List the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

$(USE) $(DEV): pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing the package into $(VENV)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check \
		--editable '.[$(if $(filter $@,$(DEV)),dev,simulator)]'
	@touch $@

.PHONY: venv
venv: $(DEV) ## Create .venv with everything for development

.PHONY: demo
demo: $(USE) ## Run the passes on a real kernel
	@sh examples/demo.sh

.PHONY: tools
tools: ## Install mlir-opt, Graphviz and Chromium if missing and possible
	@sh scripts/install_tools.sh

.PHONY: test
test: $(DEV) tools ## Run the whole suite
	@pytest -q -n $(JOBS)

.PHONY: lit
lit: $(DEV) tools ## Run the FileCheck suite by lit, each program a process
	@lit --order=smart -q tests/filecheck && echo "FileCheck tests passed"

# An unpacked source distribution of xDSL; pip gets it if there is none.
SOURCE ?=

.PHONY: xdsl-suite
xdsl-suite: $(DEV) tools ## Run xDSL's own suite with and without us: SOURCE=...
	@python scripts/xdsl_suite.py $(if $(SOURCE),--source $(SOURCE))

.PHONY: lint
lint: $(DEV) ## Check style and types
	ruff check
	ruff format --check
	pyright

.PHONY: format
format: $(DEV) ## Format the sources
	ruff check --fix
	ruff format

.PHONY: fuzz
fuzz: $(DEV) tools ## Compare with mlir-opt and execute: N=... SEED=...
	python -m tests.transforms.gpu_async_region.fuzz --count $(N) --seed $(SEED)
	python -m tests.transforms.gpu_kernel_outlining.comparison --count $(N) --seed $(SEED)
	python -m tests.transforms.gpu_pipeline.execution --count $$((($(N) + 9) / 10)) --seed $(SEED)

.PHONY: bench
bench: $(DEV) tools ## Measure how the passes scale
	python -m benchmarks

.PHONY: notebooks
notebooks: $(DEV) tools ## Execute the notebooks and keep their outputs
	python scripts/notebooks.py notebooks/*.ipynb

.PHONY: docs
docs: $(DEV) ## Build the documentation into site/
	mkdocs build

.PHONY: clean
clean: ## Remove what the targets made
	rm -rf $(VENV) site dist
	find . -name __pycache__ -prune -exec rm -rf {} +
