# fibcast: one binary, GMP, nothing to configure.

CC = cc
AR = ar
CFLAGS = -O2 -g
CPPFLAGS =
LDFLAGS =
PREFIX = /usr/local
DESTDIR =

BUILD = build
WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion \
	-Wstrict-prototypes -Wmissing-prototypes -Wcast-qual -Wwrite-strings \
	-Wundef -Wvla -Wformat=2 -Wswitch-enum
WERROR = $(if $(CI),-Werror)
ALL_CPPFLAGS = -D_POSIX_C_SOURCE=200809L -Isrc $(CPPFLAGS)
ALL_CFLAGS = -std=c11 $(WARNINGS) $(WERROR) $(CFLAGS)
LIBS = -lgmp -lm

LIB_SRC = $(wildcard src/base/*.c src/core/*.c src/model/*.c)
BIN_SRC = $(wildcard src/format/*.c src/cli/*.c)
LIB_OBJ = $(LIB_SRC:%.c=$(BUILD)/%.o)
FORMAT_OBJ = $(patsubst %.c,$(BUILD)/%.o,$(wildcard src/format/*.c))
BIN_OBJ = $(BIN_SRC:%.c=$(BUILD)/%.o)
UNIT_SRC = $(wildcard tests/unit/test_*.c)
UNIT = $(UNIT_SRC:%.c=$(BUILD)/%)
LIB = $(BUILD)/libfibcast.a

all: fibcast

fibcast: $(BUILD)/fibcast
	cp $< $@

$(BUILD)/fibcast: $(BIN_OBJ) $(LIB)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

$(LIB): $(LIB_OBJ)
	rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/tests/unit/test_%: $(BUILD)/tests/unit/test_%.o \
		$(BUILD)/tests/unit/test.o $(FORMAT_OBJ) $(LIB)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

unit: $(UNIT)
	@for test in $(UNIT); do echo "$${test##*/}:"; $$test || exit 1; done

check: fibcast unit

# bench: ratios against peers, those that are installed
has = $(shell echo '\#include <$(1)>' | $(CC) -include stddef.h -include stdio.h \
	-include gmp.h -E - >/dev/null 2>&1 && echo yes)
BENCH = $(patsubst %.c,$(BUILD)/%,$(wildcard tests/bench/*.c))
bench: PEER_PARI = $(call has,pari/pari.h)
bench: PEER_FLINT = $(call has,flint/fmpz_poly.h)
bench: PEER_MPFR = $(call has,mpfr.h)
bench: $(BENCH)
	@for bench in $(BENCH); do $$bench || exit 1; done

$(BUILD)/tests/bench/%: tests/bench/%.c $(LIB)
	@mkdir -p $(@D)
	$(CC) -D_POSIX_C_SOURCE=200809L -Isrc -std=c11 $(CFLAGS) \
		$(if $(PEER_PARI),-DHAVE_PARI) $(if $(PEER_FLINT),-DHAVE_FLINT) \
		$(if $(PEER_MPFR),-DHAVE_MPFR) -o $@ $< $(LIB) \
		$(if $(PEER_PARI),-lpari) $(if $(PEER_FLINT),-lflint) \
		$(if $(PEER_MPFR),-lmpfr) $(LIBS)
# end of bench

clean:
	rm -rf build build-* fibcast

-include $(LIB_OBJ:.o=.d) $(BIN_OBJ:.o=.d) $(UNIT:=.d)

.PHONY: all unit check bench clean
.SECONDARY:
