# Programs and libraries that others wrote, those that are installed: what they
# execute of ours, and what ours is measured against.

# -- engines that others wrote, those that are installed

# LOGGOPSIM: where LogGOPSim's source is; else tests of ours stand in for it.
LOGGOPSIM =
STANDS_IN = $(if $(LOGGOPSIM),,$(BUILD)/tests/unit/core/test_schedule_simulated \
	$(BUILD)/tests/unit/check/test_check_machine)
engines: $(BUILD)/fibcast $(STANDS_IN)
	@for engine in tests/engines/*.sh; do BUILD=$(abspath $(BUILD)) \
		LOGGOPSIM=$(abspath $(LOGGOPSIM)) $$engine || exit 1; done

# -- speed, as ratios against peers, those that are installed
# has: yes where this header can be included, that is, the library is installed.
HASH := \#
has = $(shell echo '$(HASH)include <$(1)>' | $(CC) -include stddef.h -include stdio.h \
	-include gmp.h -E - >/dev/null 2>&1 && echo yes)
BENCH = $(patsubst %.c,$(BUILD)/%,$(wildcard tests/bench/*.c))
bench: PEER_PARI = $(call has,pari/pari.h)
bench: PEER_FLINT = $(call has,flint/fmpz_poly.h)
bench: PEER_MPFR = $(call has,mpfr.h)
bench: $(BENCH) $(BUILD)/fibcast
	@printf '%-44s %-11s %-11s %9s  %s\n' 'medians of one run' ours peer \
		ratio aim
	@for bench in $(filter-out %/ratio,$(BENCH)) \
		$(wildcard tests/bench/*.sh); do \
		FIBCAST=$(BUILD)/fibcast $$bench || missed=yes; done; \
		[ -z "$$missed" ]

$(BUILD)/tests/bench/%: tests/bench/%.c $(LIB)
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(CC) -D_POSIX_C_SOURCE=200809L -Isrc -std=c11 $(CFLAGS) \
		$(if $(PEER_PARI),-DHAVE_PARI) $(if $(PEER_FLINT),-DHAVE_FLINT) \
		$(if $(PEER_MPFR),-DHAVE_MPFR) -o $@ $< $(LIB) \
		$(if $(PEER_PARI),-lpari) $(if $(PEER_FLINT),-lflint) \
		$(if $(PEER_MPFR),-lmpfr) $(LIBS)

.PHONY: engines bench
