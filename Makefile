# SPDX-License-Identifier: GPL-3.0-or-later
#
# make demo    see Switchbridge work; needs no hardware, no root and no network
# make test    build everything and run every test
#
# Each installs first what is missing (Debian 12 or newer, Ubuntu 22.04 or newer, with Swift 6.2 or newer).
# Plain `make` lists the rest.

# Strict builds turn warnings into errors and refuse an import that Package.swift does not declare. They have a directory
# of their own, since other flags would rebuild everything; CI uses it for the tests too, and so builds only once.
strict := --scratch-path .build/strict -Xswiftc -warnings-as-errors --explicit-target-dependency-import-check error
ifeq ($(CI),true)
flags := $(strict)
products := .build/strict/debug
else
flags :=
products := .build/debug
endif

.PHONY: help demo build release install uninstall deb test unit-test script-test vm-test lint format simulate sim-test soak mutate \
	fuzz fuzz-test test-sanitize bench bench-check bench-record hot-path clean setup
.NOTPARALLEL:

help: ## list these commands
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 14

demo: build ## a recording of two switches through the real program into a simulated PC
	@$(products)/switchbridge demo

build: setup ## build the program: .build/debug/switchbridge
	@swift build $(flags)

# Swift's own libraries go into the file, and where the linker finds no other one, so does the C++ library that they need: a
# megabyte less in memory.
optimised := -c release --static-swift-stdlib -Xlinker -L$(CURDIR)/.build/static
release: setup ## build one file to copy to a box: .build/release/switchbridge
	@mkdir -p .build/static && rm -f .build/static/libstdc++.a
	@library=$$(clang -print-file-name=libstdc++.a 2> /dev/null); case $$library in /*) ln -s "$$library" .build/static/ ;; esac
	swift build $(optimised) --product switchbridge

install: ## put what make release built under PREFIX=/usr/local, below DESTDIR=, with all that a box needs; uninstall takes it away
	@DESTDIR='$(DESTDIR)' PREFIX='$(or $(PREFIX),/usr/local)' Scripts/install install

uninstall:
	@DESTDIR='$(DESTDIR)' PREFIX='$(or $(PREFIX),/usr/local)' Scripts/install uninstall

deb: release ## the Debian package for this machine's architecture: .build/package/
	@Scripts/setup package
	@Packaging/make-deb

# The virtual machines take most of the time and half of the processors; the other tests run meanwhile.
test: script-test ## all tests
	swift build --build-tests $(flags)
	@Tests/beside '$(MAKE) vm-test' '$(MAKE) unit-test sim-test fuzz-test'

unit-test: setup ## the Swift tests that need no devices (ONLY=pattern picks some)
	swift test --disable-xctest $(flags) $(if $(ONLY),--filter '$(ONLY)')

script-test: build ## the tests of the scripts, and of what shells and man are given
	@Tests/Scripts/setup-test
	@Tests/Scripts/beside-test
	@Tests/Scripts/architecture-test
	@Tests/Scripts/systemd-test
	@Tests/Scripts/completions-test $(products)
	@Tests/Scripts/install-test $(products)

vm-test: setup release ## the tests on real kernel devices, in a virtual machine (ONLY=pattern picks some)
	swift build --build-tests $(flags)
	swift build $(optimised) --product virtual-switches
	@Tests/VM/run $(products) .build/release '$(ONLY)'

lint: setup ## formatting, warnings, imports, licence lines, scripts
	swift format lint --strict --recursive Package.swift Sources Tests Benchmarks
	@Scripts/check-architecture
	@Scripts/check-scripts
	swift build --build-tests $(strict)

format: ## put the Swift files into the project's format
	swift format --in-place --recursive Package.swift Sources Tests Benchmarks

# With the flags of the release, whose rooms are compiled for it anyway.
simulate:
	@Scripts/setup build
	@mkdir -p .build/static
	swift build $(optimised) --product simulate

sim-test: simulate ## the simulation for half a minute, and every order of events in small worlds
	@.build/release/simulate --events 900000 --all-faults
	@.build/release/simulate --worlds 4

soak: simulate ## the simulation for ten minutes, or as given: make soak HOURS=8, SECONDS=3600, SEED=1; small worlds with DEPTH=5 first
	@$(if $(DEPTH),.build/release/simulate --worlds $(DEPTH))
	@.build/release/simulate $(if $(HOURS),--hours $(HOURS),--seconds $(or $(SECONDS),600)) $(if $(SEED),--first $(SEED)) --keep Tests/SimulationTests/Scripts

mutate: setup ## break presses, stops and the protocol in hundreds of small ways and see that the tests notice each (ONLY=pattern)
	@Scripts/setup mutate
	@Tests/Mutation/run '$(ONLY)'

fuzz: setup ## look for inputs that break the readers of what comes from outside: make fuzz SECONDS=600 ONLY=target SEED=1
	@FUZZ_SECONDS=$(or $(SECONDS),600) FUZZ_SEED=$(SEED) Tests/Fuzz/run '$(ONLY)'

fuzz-test: setup ## the same for ten seconds each, as make test does it
	@FUZZ_SECONDS=10 FUZZ_SEED=1 Tests/Fuzz/run

test-sanitize: setup ## the Swift tests under address and thread sanitizer (ONLY=pattern picks some); takes long
	@Tests/Sanitizers/run '$(ONLY)'

bench: release ## measure this program beside others, in the virtual machine; 15 minutes, or PRESSES=50 ONLY='quiet|rates' (Benchmarks/measure.py)
	@Scripts/setup bench
	swift build $(optimised) --product bench-ends
	@Benchmarks/run '$(PRESSES)' '$(ONLY)'

bench-check: hot-path ## count the instructions and allocations of a press; more than a tenth above the record fails (RUNS=3 repeats)
	@Benchmarks/bench-check $(RUNS)

bench-record: hot-path ## record them for this architecture and compiler: Benchmarks/instructions.json
	@Benchmarks/bench-check record

hot-path: setup
	@Scripts/setup bench-check
	swift build $(optimised) --product hot-path

clean: ## remove everything that was built
	rm -rf .build

setup:
	@Scripts/setup build
