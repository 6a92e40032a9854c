# Everything a person types. The work is in npm scripts, so that `node` is the Node 24 of
# node_modules whatever the machine has; .ci/run calls `make test`, CI and people `make check`.
.DEFAULT_GOAL := help
SHELL := /bin/bash
NODE := node_modules/.bin/node
SCALA ?= 1

.PHONY: help run install build test check format lint lint-deps lint-deps-proof knip typecheck e2e bench chaos mutants rebuild verify migrate-eventstore seed backup restore restore-test docs

help: ## this list
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  %-16s %s\n", $$1, $$2 }'

# what Node compiles once need not be compiled at the next start: a quarter of it
run: build ## installs, prepares and starts the portal (PORT=3000 DATI_DIR=.dati DEMO=1)
	@exec env STRATO_GENITORE=$$PPID NODE_COMPILE_CACHE=node_modules/.cache/compile $(NODE) services/main.ts

# the lock file that node_modules was made from; compared by content
install: ## npm ci, when package-lock.json has changed
	@cmp -s package-lock.json node_modules/.strato-package-lock.json || tools/install-packages.sh

build: install ## builds the web app, when its sources have changed
	@npm run --silent build

test: build ## unit, integration and browser tests; installs all they need
	@rm -rf test-results && mkdir -p test-results
	@status=0; tools/test-programs.sh || status=1; npm run --silent test:server || status=1; npm run --silent test:e2e || status=1; exit $$status

check: install ## exactly what must hold before a change goes in
	@npm run --silent typecheck
	@$(MAKE) --no-print-directory lint lint-deps lint-deps-proof knip test

lint: install ## oxlint, the formatter's opinion, and the language rule
	@npm run --silent lint

format: install ## writes every source as the formatter would (Prettier, 140 columns)
	@npm run --silent format

lint-deps: install ## who may import whom
	@npm run --silent lint:deps

lint-deps-proof: install ## every dependency rule catches its planted violation
	@npm run --silent lint:deps-proof

knip: install ## files, exports and packages nobody uses
	@npm run --silent knip

typecheck: install ## tsc, server and web
	@npm run --silent typecheck

e2e: build ## browser tests alone
	@tools/test-programs.sh
	@npm run --silent test:e2e

bench: build ## speed beside the physical limit, into docs/performance.md (SCALA=1 GIRI=5 SOLO=home,zip BENCH_DIR=.dati-bench)
	@npm run --silent bench

chaos: install ## kills the portal under 16 writers, counts what is lost or doubled (VOLTE=100 SEME=…; minutes)
	@npm run --silent chaos

mutants: install ## do the tests notice a wrong line? (FILES='services/registers/*.ts' QUANTI=300 SEME=1)
	@npm run --silent mutants

rebuild: install ## rebuilds the read tables from the log, with the portal answering
	@npm run --silent rebuild

verify: install ## compares every read table with a fresh replay of the log
	@npm run --silent verify

migrate-eventstore: install ## copies the log into an EventStoreDB, with the portal stopped (EVENTSTORE_URL=esdb://…; INDIETRO=1 brings it back)
	@npm run --silent migrate-eventstore

seed: install ## demo data, SCALA times as much (SCALA=10 make seed)
	@npm run --silent seed -- --scala $(SCALA)

backup: install ## saves log, credentials, keys and files while people work (FILE=… PASSPHRASE=… or PASSPHRASE_FILE=…)
	@npm run --silent backup

restore: install ## what a backup holds, into an empty DATI_DIR and database (FILE=… PASSPHRASE=… FINO=2026-11-20T18:00)
	@npm run --silent restore

restore-test: install ## saves this portal, restores that elsewhere and compares all of it
	@npm run --silent restore-test

docs: install ## writes docs/openapi.json from the routes
	@npm run --silent docs
