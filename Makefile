# Everything a person needs to run, test and change SaneBridge. Each target is one script; `make` alone lists them.

ARGS ?=
ARCH ?=
DEVICE ?=
SECONDS ?= 30
TARGET ?=
REPLAY ?=
MINUTES ?= 10
SEED ?=

.DEFAULT_GOAL := help
.PHONY: help run test build backends deps lint format bench fuzz schemathesis soak test-asan test-tsan deb check-clean-root check-arm64 clean

help: ## prints this list
	@sed -n 's/^\([a-z0-9-]*\): ## \(.*\)/make \1|\2/p' $(MAKEFILE_LIST) | while IFS='|' read -r target what; do \
		printf '%-22s %s\n' "$$target" "$$what"; done

run: ## installs what is missing, builds, lists the scanners and starts the service (ARGS="--port 8080", or DEVICE=NAME: a virtual one)
	@DEVICE="$(DEVICE)" scripts/run.sh $(ARGS)

test: ## installs what is missing and runs everything that CI runs
	@scripts/test.sh

build: ## builds the service and its worker, release, with the Swift runtime inside
	@scripts/build.sh

# libsane loads drivers as files by this name. The tests run this target themselves.
driver := .build/backends/libsane-virtual.so.1
calls := init exit get_devices open close get_option_descriptor control_option get_parameters start read cancel \
	set_io_mode get_select_fd

backends: ## builds the driver of the virtual devices, for tests (docs/virtual-devices.md)
	@$(MAKE) -s $(driver)

# The same driver under another name, with files of that name: several of them misbehave side by side.
.build/backends/libsane-%.so.1: $(wildcard Tests/Backends/Virtual/*.[ch]) Makefile
	@mkdir -p $(@D)
	@$(CC) -std=c11 -shared -fPIC -O2 -Wall -Wextra -Werror -DDRIVER='"$*"' \
		$(foreach call,$(calls),-Dsane_virtual_$(call)=sane_$*_$(call)) \
		-o $@.$$$$ $(filter %.c,$^) && mv $@.$$$$ $@

# Allocations that fail on demand, to be loaded before a program.
.build/backends/libscarce.so: Tests/Backends/Scarce/scarce.c Makefile
	@mkdir -p $(@D)
	@$(CC) -std=c11 -shared -fPIC -O2 -Wall -Wextra -Werror -o $@.$$$$ $(filter %.c,$^) && mv $@.$$$$ $@

deps: ## installs the Debian packages that are missing, through sudo where needed
	@scripts/deps.sh toolchain run build test

lint: ## checks the layout of the Swift sources and the shell scripts
	@scripts/lint.sh

format: ## lays the Swift sources out
	@scripts/format.sh

bench: ## measures the service against scanimage, with pass or fail (ARGS="--quick" for three rounds)
	@scripts/bench.sh $(ARGS)

fuzz: ## looks for inputs that break a promise (SECONDS=30 each; TARGET=name for one, REPLAY=file to run one again)
	@scripts/fuzz.sh --seconds $(SECONDS) $(if $(REPLAY),--replay $(REPLAY)) $(TARGET)

schemathesis: ## holds the service against its own description of the API, with schemathesis (ARGS="--seed 1")
	@scripts/schemathesis.sh $(ARGS)

test-asan: ## runs the tests under AddressSanitizer (TARGET=filter for some)
	@scripts/sanitize.sh address '$(TARGET)'

test-tsan: ## runs the tests that use threads of ours under ThreadSanitizer (TARGET=filter for some)
	@scripts/sanitize.sh thread '$(TARGET)'

soak: ## a storm of clients, faults and replugs against a model that knows which pages must arrive (MINUTES=10, SEED=N repeats one)
	@MINUTES="$(MINUTES)" SEED="$(SEED)" scripts/soak.sh $(ARGS)

deb: ## builds a Debian package for this machine into .build/packages (ARCH=arm64 cross-builds one, as root on amd64)
	@packaging/build-deb $(ARCH)

check-clean-root: ## follows the README on clean Debian systems and installs the package on others, as root (ARGS="--quick trixie")
	@packaging/check-clean-root $(ARGS)

check-arm64: ## runs the programs, tests and package of `make deb ARCH=arm64` under emulation, as root
	@packaging/check-arm64 $(ARGS)

clean: ## removes what was built
	@rm -rf .build
