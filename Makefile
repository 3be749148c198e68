# The contract of OpenBench: `make EXE=name` leaves the engine beside this file.
EXE ?= bartizan

# Cargo features besides the defaults. A branch that OpenBench tunes sets `tune` here, since the
# workers pass EXE and EVALFILE only.
FEATURES ?=

# The profile of cargo.
PROFILE ?= release

# The network to compile in, if another than that of the source tree.
ifdef EVALFILE
override EVALFILE := $(abspath $(EVALFILE))
export EVALFILE
endif

ifeq ($(OS),Windows_NT)
	SUFFIX := .exe
endif

.PHONY: all clean
all:
	cargo rustc --profile $(PROFILE) --package bartizan --bin bartizan --features "$(FEATURES)" -- -C target-cpu=native --emit link="$(EXE)$(SUFFIX)"

clean:
	cargo clean
	rm -f "$(EXE)$(SUFFIX)"
