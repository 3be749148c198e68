# The contract of OpenBench: `make EXE=name` leaves the engine beside this file.
EXE ?= bartizan

# The network to compile in, if another than that of the source tree.
ifdef EVALFILE
export EVALFILE := $(abspath $(EVALFILE))
endif

ifeq ($(OS),Windows_NT)
	SUFFIX := .exe
endif

.PHONY: all clean
all:
	cargo rustc --release --package bartizan --bin bartizan -- -C target-cpu=native --emit link="$(EXE)$(SUFFIX)"

clean:
	cargo clean
	rm -f "$(EXE)$(SUFFIX)"
