# Recipes for Quire. Each works in a fresh clone: the first one creates .venv from constraints.txt.
#
#   make demo     install, start the service, do the main jobs of all three services on the samples, stop
#   make serve    install and keep the service running            (PORT=8000 DATA_DIR=quire-data)
#   make check    lint, format, types, import rules, rules about the repository itself
#   make test     the tests                                       (TESTS=tests/layout WORKERS=2)
#   make quality  scores the pages of quality/ against their floors  (QUALITY="--only grid --worst 5")
#   make hostile  the hostile cases of docs/hostile.md
#   make sbom     the bill of materials of the service: dist/quire.cdx.json (CycloneDX)
#   make learn    trains the trees of the layout anew  (POOL=FOLDER of PDF and Markdown, learn/README.md)
#   make learn-headings  learns which paragraphs are headings anew  (HEADINGS=FOLDERS of PDF, Markdown and manifests)
#   make learn-furniture  learns which rows at the ends of pages are furniture anew  (FURNITURE=FOLDERS of tagged PDFs and manifests)
#   make learn-joins  learns where paragraphs end anew  (JOINS=FOLDERS of PDF, Markdown and manifests)
#   make learn-doubts  learns which recognised figures of statements are wrong anew  (DOUBTS=FOLDERS of scans, learn/README.md)
#   make learn-terms  learns the weights of terms anew  (TERMS=FOLDER of books and term lists, learn/README.md)
#   make learn-leads  learns which sentences say what a term is  (LEADS=FOLDER of books and judged sentences)
#   make learn-terms-zh  learns the weights of Chinese terms  (TERMS=FOLDER of books and judged phrases)
#   make learn-chapters  learns which way to part a text is right  (CHAPTERS=FOLDER of texts and their chapters)
#   make learn-persons  learns the weights of persons and their names anew  (PERSONS=FOLDER of novels, learn/README.md)
#   make learn-persons-zh  learns those of Chinese stories anew  (PERSONS=FOLDER of novels, learn/README.md)
#   make learn-seldom-names-zh  learns which strings of short Chinese texts are names  (PERSONS=FOLDER, learn/README.md)
#   make learn-genres  learns which words tell a story from a treatise anew  (GENRES=FOLDER of books, learn/README.md)
#   make bench    benchmarks that need no outside data
#   make scale-out  an installation on many machines, killed piece by piece  (SCALE="--tasks 150 --books 3")
#   make docs     the documentation as a site: build/site
#   make wheel    a wheel in dist/ whose layout is compiled
#   make package  the source archive and both wheels in dist/, installed in an empty environment and used
#   make accept   rewrite the golden files; review the difference before you commit it

PYTHON ?= $(shell for p in python3.11 python3 python3.12 python3.13; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo $$p && break; done)
PORT ?= 8000
DATA_DIR ?= quire-data
TESTS ?= tests
WORKERS ?= auto

BIN := .venv/bin
# What decides whether an installation is still the right one; its checksum names the stamp file.
INPUTS := pyproject.toml clients/python/pyproject.toml setup.py constraints.txt $(wildcard src/quire/read/pdf/native/* src/quire/layout/tables/native/*)
STAMP := .venv/.installed-$(shell cat $(INPUTS) | cksum | cut -d' ' -f1)

# The layout compiled for this checkout, a fifth less time for documents; an edit brings its sources back until it is
# compiled again, at the next install, demo, serve or bench. Nothing to do: a tenth of a second.
COMPILE := $(BIN)/python compile_layout.py

.PHONY: demo test check serve quality hostile sbom bench learn learn-headings learn-joins learn-furniture learn-doubts learn-terms learn-terms-zh learn-leads learn-chapters learn-persons learn-persons-zh learn-seldom-names-zh learn-genres wheel package scale-out accept install docs

install: $(STAMP)

$(STAMP):
	@test -n "$(PYTHON)" || { echo "Quire needs Python 3.11 or later. / 需要 Python 3.11 或更高版本。" >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -qq --disable-pip-version-check --constraint constraints.txt --editable '.[dev]' --editable clients/python
	@$(BIN)/python -m compileall -q src/quire  # pip does so for wheels only; where Python may not write, each start would pay
	@$(COMPILE)
	@rm -f .venv/.installed-*
	@touch $@

demo: install
	@$(COMPILE)
	$(BIN)/python samples/demo.py --output demo-output

serve: install
	@$(COMPILE)
	$(BIN)/quire serve --host 127.0.0.1 --port $(PORT) --data-dir $(DATA_DIR)

# The package's types are strict; tests, benchmarks and samples must name and call what is there. The last step imports
# every test file.
check: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy --config-file tests/mypy.ini
	$(BIN)/lint-imports
	$(BIN)/python -m pytest tests/test_repository.py
	@mkdir -p build && $(BIN)/python -m pytest --collect-only -qqq $(TESTS) > build/tests.txt || { cat build/tests.txt; false; }

# One worker per core; a file's tests stay together, because they share fixtures that are slow to make. Nothing is retried.
# A worker that crashes fails its test and is not replaced: a run with replaced workers may wait forever.
# Tests marked `timing` may fail on a busy machine (at most five, each with its reason): they run alone, first, so that
# the last line is the summary of all the others.
test: install
	$(BIN)/python -m pytest -rfE -m timing $(TESTS) || test $$? -eq 5  # 5: none is marked
	$(BIN)/python -m pytest -rfEs -n $(WORKERS) --dist loadfile --max-worker-restart 0 -m "not timing" $(TESTS)

# What the product makes of pages whose truth is known; fails where a class falls below its floor (quality/README.md).
quality: install
	@$(COMPILE)
	$(BIN)/python -m quality.gate $(QUALITY)

# The tests that the table of hostile cases names.
hostile: install
	$(BIN)/python -m pytest -rfEs -n $(WORKERS) --dist loadfile --max-worker-restart 0 \
		$$(grep -o '`tests/[^`]*`' docs/hostile.md | tr -d '`' | sort -u)

# Trains the trees of the layout on pages made for it, from nothing: an hour of CPU (learn/README.md).
learn: install
	$(BIN)/python -m pip install -qq --disable-pip-version-check --constraint constraints.txt --editable '.[dev,learn]'
	$(BIN)/python -m learn.chromium build/learn/pages --first 100000 --pages 3000
	$(BIN)/python -m learn.chromium build/learn/pages --first 200000 --pages 4800
	$(BIN)/python -m learn.chromium build/learn/unseen --first 900000 --pages 500
	$(BIN)/python -m learn.train rows --pages build/learn/pages $(POOL) --unseen build/learn/unseen
	$(BIN)/python -m learn.train tables --pages build/learn/pages $(POOL) --unseen build/learn/unseen
	$(BIN)/python -m learn.chromium build/learn/found --first 500000 --pages 1600
	$(BIN)/python -m learn.table_confidence build/learn/found
	$(BIN)/python -m learn.heading_count build/learn/found

# Learns which paragraphs of documents are headings, from tagged ones: HEADINGS=FOLDERS (learn/headings.py).
learn-headings: install
	$(BIN)/python -m pip install -qq --disable-pip-version-check --constraint constraints.txt --editable '.[dev,learn]'
	$(BIN)/python -m learn.headings $(HEADINGS) --write

# Learns which rows at the ends of pages are furniture, from tagged documents: FURNITURE=FOLDERS (learn/furniture.py).
learn-furniture: install
	$(BIN)/python -m pip install -qq --disable-pip-version-check --constraint constraints.txt --editable '.[dev,learn]'
	$(BIN)/python -m learn.furniture $(FURNITURE) --write

# Learns where a paragraph ends between two rows, from tagged documents: JOINS=FOLDERS (learn/joins.py).
learn-joins: install
	$(BIN)/python -m pip install -qq --disable-pip-version-check --constraint constraints.txt --editable '.[dev,learn]'
	$(BIN)/python -m learn.joins $(JOINS) --write

# Learns which recognised figures and rows of statements are wrong, from scans of made reports (learn/README.md).
learn-doubts: install
	$(BIN)/python -m pip install -qq --disable-pip-version-check --constraint constraints.txt --editable '.[dev,learn]'
	$(BIN)/python -m learn.statement_doubts $(DOUBTS) --write

# Learns by which evidence phrases are terms, from books with their indexes: TERMS=FOLDER (learn/README.md).
learn-terms: install
	$(BIN)/python -m learn.terms $(TERMS) --write

# Learns by which evidence phrases of Chinese books are terms, from phrases that were judged (learn/README.md).
learn-terms-zh: install
	$(BIN)/python -m learn.terms_zh $(TERMS) --write

# Learns which sentences say what a term is, from sentences that were judged: LEADS=FOLDER (learn/README.md).
learn-leads: install
	$(BIN)/python -m learn.leads $(LEADS) --write

# Learns which way to part a plain text is right, from texts whose chapters are known: CHAPTERS=FOLDER (learn/README.md).
learn-chapters: install
	$(BIN)/python -m learn.chapters $(CHAPTERS) --write

# Learns which names of novels are persons' and which are one person's: PERSONS=FOLDER (learn/README.md).
learn-persons: install
	$(BIN)/python -m learn.persons $(PERSONS) --write

# Learns which names of Chinese stories are persons' and which are one person's: PERSONS=FOLDER (learn/README.md).
learn-persons-zh: install
	$(BIN)/python -m learn.persons_zh $(PERSONS) --write

# Learns which strings of short Chinese texts that stand there once are names: PERSONS=FOLDER (learn/README.md).
learn-seldom-names-zh: install
	$(BIN)/python -m learn.seldom_names_zh $(PERSONS) --write

# Learns which words tell what kind of book a book is: GENRES=FOLDER (learn/README.md).
learn-genres: install
	$(BIN)/python -m learn.genres $(GENRES) --write

bench: install
	@$(COMPILE)
	$(BIN)/python bench/all.py

# PostgreSQL, an S3-compatible store, nginx, two interfaces, three workers, and what kills them; needs PostgreSQL and nginx.
scale-out: install
	$(BIN)/python -m pip install -qq --disable-pip-version-check 'moto[server]>=5,<6'
	$(BIN)/python bench/scale_out.py $(SCALE)

wheel: install
	QUIRE_COMPILE=1 $(BIN)/python -m pip wheel -qq --disable-pip-version-check --no-deps --wheel-dir dist .

package: install
	$(BIN)/python -m release.package_check $(PACKAGE)

docs: install
	$(BIN)/python -m release.docs_site build/docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet

sbom: install
	@mkdir -p dist
	$(BIN)/python -m release.bill_of_materials dist/quire.cdx.json

accept: install
	$(BIN)/python -m pytest --accept $(TESTS)
	@git status --short tests docs/images || true
