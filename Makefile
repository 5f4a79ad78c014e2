# Everything a person needs to run, test and change SaneBridge. Each target is one script; `make` alone lists them.

ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help run test build deps lint format bench clean

help: ## prints this list
	@sed -n 's/^\([a-z]*\): ## \(.*\)/make \1|\2/p' $(MAKEFILE_LIST) | while IFS='|' read -r target what; do \
		printf '%-12s %s\n' "$$target" "$$what"; done

run: ## installs what is missing, builds, lists the scanners and starts the service (ARGS="--port 8080" passes options)
	@scripts/run.sh $(ARGS)

test: ## installs what is missing and runs everything that CI runs
	@scripts/test.sh

build: ## builds the service and its worker, release, with the Swift runtime inside
	@scripts/build.sh

deps: ## installs the Debian packages that are missing, through sudo where needed
	@scripts/deps.sh toolchain run build test

lint: ## checks the layout of the Swift sources and the shell scripts
	@scripts/lint.sh

format: ## lays the Swift sources out
	@scripts/format.sh

bench: ## measures the service against scanimage, with pass or fail (ARGS="--quick" for three rounds)
	@scripts/bench.sh $(ARGS)

clean: ## removes what was built
	@rm -rf .build
