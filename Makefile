# Everything a person types. `node` is the machine's own where that can run the sources, else the one of
# node_modules; .ci/run calls `make test`, people `make check`.
.DEFAULT_GOAL := help
SHELL := /bin/bash
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)
SCALA ?= 1

.PHONY: help run install install-checks build test test-heavy test-changed check format lint lint-deps lint-deps-proof knip typecheck e2e bench chaos mutants rebuild verify migrate-eventstore seal-people seed backup restore restore-test docs sbom prepare-database

help: ## this list
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  %-16s %s\n", $$1, $$2 }'

# what Node compiles once need not be compiled at the next start: a quarter of it
run: build ## installs, prepares and starts the portal (PORT=3000 DATI_DIR=.dati DEMO=1)
	@exec env STRATO_GENITORE=$$PPID NODE_COMPILE_CACHE=node_modules/.cache/compile node services/main.ts

install: ## the packages of the portal and its web app, when package-lock.json has changed
	@tools/install-packages.sh run

install-checks: ## the packages of tests and checks too
	@tools/install-packages.sh checks

build: install ## builds the web app, when its sources have changed
	@npm run --silent build

test: install-checks build ## unit, integration and browser tests; installs all they need
	@rm -rf test-results && mkdir -p test-results
	@status=0; tools/test-programs.sh || status=1; npm run --silent test:server || status=1; npm run --silent test:e2e || status=1; exit $$status

test-heavy: install-checks build ## what takes long: the portal killed under its writers, the whole demo firm restored, the image built, each person's console on every screen
	@tools/test-programs.sh
	@npm run --silent test:heavy

test-changed: install-checks build ## the tests that the uncommitted change can reach (DA=REVISION: all since then)
	@npm run --silent test:changed

check: install-checks ## exactly what must hold before a change goes in
	@$(MAKE) --no-print-directory --keep-going -j4 --output-sync typecheck lint lint-deps lint-deps-proof knip
	@$(MAKE) --no-print-directory test test-heavy

lint: install-checks ## oxlint, the formatter's opinion, and the language rule
	@npm run --silent lint

format: install-checks ## writes every source as the formatter would (Prettier, 140 columns)
	@npm run --silent format

lint-deps: install-checks ## who may import whom
	@npm run --silent lint:deps

lint-deps-proof: install-checks ## every dependency rule catches its planted violation
	@npm run --silent lint:deps-proof

knip: install-checks ## files, exports and packages nobody uses
	@npm run --silent knip

typecheck: install-checks ## tsc, server and web
	@npm run --silent typecheck

e2e: install-checks build ## browser tests alone
	@tools/test-programs.sh
	@npm run --silent test:e2e

bench: build ## speed beside the physical limit, into docs/explanation/performance.md (SCALA=1 GIRI=5 SOLO=home,zip BENCH_DIR=.dati-bench)
	@npm run --silent bench

chaos: install-checks ## kills the portal under 16 writers, counts what is lost or doubled (VOLTE=100 SEME=…; minutes)
	@npm run --silent chaos

mutants: install-checks ## do the tests notice a wrong line? (FILES='services/registers/*.ts' QUANTI=300 SEME=1)
	@npm run --silent mutants

rebuild: install ## rebuilds the read tables from the log, with the portal answering
	@npm run --silent rebuild

verify: install ## judges the log by its checkpoints (SIGILLO=… one kept elsewhere), compares every read table with a fresh replay
	@npm run --silent verify

migrate-eventstore: install ## copies the log into an EventStoreDB, with the portal stopped (EVENTSTORE_URL=esdb://…; INDIETRO=1 brings it back)
	@npm run --silent migrate-eventstore

seal-people: install ## seals what the log tells of people in clear, with the portal stopped; interrupted, it goes on
	@npm run --silent seal-people

seed: install ## demo data, SCALA times as much (SCALA=10 make seed)
	@npm run --silent seed -- --scala $(SCALA)

backup: install ## saves log, credentials, keys and files while people work (FILE=… PASSPHRASE=… or PASSPHRASE_FILE=…)
	@npm run --silent backup

prepare-database: install ## what only the owner of the tables may do (DATABASE_URL=… DATABASE_URL_PROPRIETARIO=…)
	@npm run --silent prepare-database

restore: install ## what a backup holds, into an empty DATI_DIR and database (FILE=… PASSPHRASE=… FINO=2026-11-20T18:00)
	@npm run --silent restore

restore-test: install ## saves this portal, restores that elsewhere and compares all of it
	@npm run --silent restore-test

docs: install ## writes docs/reference/openapi.json and docs/reference/permissions.md from the routes and definitions
	@npm run --silent docs
	@npm run --silent docs:permissions

sbom: install ## the bill of materials of a release, strato.cdx.json (CycloneDX)
	@npm run --silent sbom
