# fibcast: one binary on GMP, nothing to configure.
#
#   make                 ./fibcast; V=1 shows the commands
#   make help            this list
#   make check           unit tests, command-line tests, drift
#   make check-fresh     README's two commands in a minimal Debian, as root
#   make check-grid      whole grids, minutes
#   make finishes        writes anew when the schedules of some 6000 problems end,
#                        to which check-grid compares those it builds; review
#                        the diff
#   make check-foreign   the tests on 32 bits and big-endian, where installed
#   make lint            formatting, layers, static analysis, manuals, scripts
#   make asan            the tests under ASan and UBSan, gcc's and clang's
#   make valgrind        the unit tests under valgrind
#   make fuzz            each fuzzer for FUZZ_SECONDS, or only FUZZ=fuzz_check;
#                        FUZZ_LINES command lines
#   make build/tests/unit/ROOM/test_X
#                        one unit test, to be run by that name
#   make format          formats the sources
#   make debug           build-debug/fibcast, for a debugger
#   make engines         schedules run by SimGrid and Open MPI, programs solved by
#                        glpsol and cbc, where installed; schedules simulated by
#                        LogGOPSim, whose source is in the directory LOGGOPSIM
#   make bench           speed, as ratios to a peer in the same run
#   make coverage        lines and branches that the tests reach
#   make mutants         changes what reads, judges and counts, one thing at a time:
#                        its tests must notice; some 2000 changes, each of which is
#                        compiled and tested; two files at a time, or JOBS
#   make golden          regenerates completions/ and man/*.svg; review the
#                        diff
#   make dist            fibcast-VERSION.tar.gz of what is committed
#   make check-reproducible
#                        that archive builds to the same bytes anywhere
#   make install         PREFIX=/usr/local, DESTDIR for packagers; ZSHDIR and
#                        FISHDIR, where completions go

# BSD's make says this, and stops.
.error = "This Makefile is for GNU make, which BSD calls gmake."

ROOT := $(patsubst %/,%,$(dir $(abspath $(lastword $(MAKEFILE_LIST)))))
ifneq ($(ROOT),$(CURDIR))

# make -f elsewhere/Makefile: what is built comes here, the sources stay as they
# are.
$(or $(MAKECMDGOALS),all):
	@$(MAKE) -C $(ROOT) BUILD=$(CURDIR)/build OUT=$(CURDIR)/ $@

.PHONY: $(or $(MAKECMDGOALS),all)

else

CC = cc
AR = ar
CFLAGS = -O2 -g
CPPFLAGS =
LDFLAGS =
PREFIX = /usr/local
DESTDIR =
CLANG = clang
FUZZ_SECONDS = 20
FUZZ_LINES = 3000
FUZZ_SEED = 1

BUILD = build
OUT =
WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion \
	-Wstrict-prototypes -Wmissing-prototypes -Wcast-qual -Wwrite-strings \
	-Wundef -Wvla -Wformat=2 -Wswitch-enum
WERROR = $(if $(CI),-Werror)
# Those of the flags $(2) with which $(1), a command, succeeds: tried together,
# and one by one if that fails.
tried = $(shell try() { $(1); } >/dev/null 2>&1; set -- $(2); \
	if try "$$@"; then echo "$$@"; else \
	for flag; do ! try "$$flag" || echo "$$flag"; done; fi)
# Not every compiler has all flags, nor has every linker.
COMPILES = $(CC) -Werror "$$@" -S -x c -o /dev/null /dev/null
LINKS = file=$$(mktemp) && echo 'int main(void) { return 0; }' | \
	$(CC) -Werror -fPIE "$$@" -x c -o "$$file" -; set -- $$?; \
	rm -f "$$file"; return $$1
LINK_FLAGS = -pie -Wl,-z,relro -Wl,-z,now -Wl,--as-needed
LINK_FLAGS := $(call tried,$(LINKS),$(LINK_FLAGS))
AS_NEEDED = $(filter %--as-needed,$(LINK_FLAGS))
# Against mistakes that C lets pass; HARDENING= goes without.  Together they cost
# a query 1 % of its time.
HARDENING := $(call tried,$(COMPILES),-fstack-protector-strong \
	-fstack-clash-protection -fcf-protection) -fPIE
ifneq ($(HARDENING),)
HARDENING_LINK = $(filter-out $(AS_NEEDED),$(LINK_FLAGS))
# The C library's own checks: only with an optimiser, not with a sanitizer.
FORTIFY = $(if $(filter -O1 -O2 -O3 -Os,$(CFLAGS)),$(if $(findstring \
	-fsanitize,$(CFLAGS))$(findstring _FORTIFY_SOURCE,$(CFLAGS) \
	$(CPPFLAGS)),,-D_FORTIFY_SOURCE=2))
endif
# A sanitizer sees that what is freed is used only if none of it is kept.
KEPT = $(if $(findstring -fsanitize,$(CFLAGS)),-DMEM_KEPT=0)
# No path of this machine gets into what is built.
ANYWHERE = -ffile-prefix-map=$(CURDIR)=.
ALL_CPPFLAGS = -D_POSIX_C_SOURCE=200809L -Isrc $(FORTIFY) $(KEPT) \
	$(CPPFLAGS)
ALL_CFLAGS = -std=c11 $(WARNINGS) $(WERROR) $(HARDENING) $(ANYWHERE) \
	$(CFLAGS)
ALL_LDFLAGS = $(HARDENING_LINK) $(LDFLAGS)
# Archives of GMP and of the C library where there are any, and nothing to load
# when it starts: what a query takes over /bin/true is mostly that.  STATIC= has
# the C library's shared one, GMP=-lgmp has both; i386 has to, for GMP's archive
# cannot be moved in memory there.
MACHINE := $(shell $(CC) -dumpmachine)
ARCHIVE := $(shell $(CC) -print-file-name=libgmp.a)
GMP := $(or $(if $(filter i386-% i486-% i586-% i686-%,$(MACHINE)),, \
	$(filter /%,$(ARCHIVE))),-lgmp)
STATIC := $(if $(findstring -fsanitize,$(CFLAGS)),,$(if $(and \
	$(HARDENING),$(filter %.a,$(GMP))),$(call tried,$(LINKS),-static-pie)))
LIBS = $(AS_NEEDED) $(GMP) -lm

# One short line for each file that is made.
say = $(if $(V)$(findstring s,$(filter-out -%,$(firstword $(MAKEFLAGS)))),,\
	@echo '  $(1) $(2)')
Q = $(if $(V),,@)

# The library's folders, from the foundation up; tests/lint/layers.sh has the
# arrows between them.
ROOMS = base number fibonacci core check model model/*
LIB_SRC = $(wildcard $(ROOMS:%=src/%/*.c))
FORMAT_SRC = $(wildcard src/format/*.c src/format/*/*.c)
CLI_SRC = $(wildcard src/cli/*.c src/cli/*/*.c)
LIB_OBJ = $(LIB_SRC:%.c=$(BUILD)/%.o)
PAGE_OBJ = $(patsubst src/%,$(BUILD)/src/%.o,$(wildcard src/format/*/page.*))
FORMAT_OBJ = $(FORMAT_SRC:%.c=$(BUILD)/%.o) $(PAGE_OBJ)
MAIN_OBJ = $(BUILD)/src/cli/main.o
CLI_OBJ = $(filter-out $(MAIN_OBJ),$(CLI_SRC:%.c=$(BUILD)/%.o))
UNIT = $(patsubst %.c,$(BUILD)/%,$(wildcard tests/unit/*/test_*.c))
FUZZ = $(basename $(notdir $(wildcard tests/fuzz/fuzz_*.c)))
LIB = $(BUILD)/libfibcast.a
FORMAT = $(BUILD)/libformat.a
CLI = $(BUILD)/libcli.a
# What the program, tests, grids and fuzzers are linked with, from the top down.
PARTS = $(CLI) $(FORMAT) $(LIB)
# What tests, grids and fuzzers share: the frame and the second judges.
TEST_LIB = $(BUILD)/libtest.a
TEST_OBJ = $(patsubst %.c,$(BUILD)/%.o,tests/unit/test.c \
	$(wildcard tests/judge/*.c))
SOURCES = $(wildcard src/*/*.[ch] src/*/*/*.[ch] tests/*/*.[ch] \
	tests/*/*/*.[ch])
SCRIPTS = .ci/run $(wildcard tests/*.sh tests/*/*.sh tests/*/*.bash)

all: $(OUT)fibcast

help:
	@sed -n '/^$$/q; s/^# \{0,1\}//p' Makefile

debug:
	$(MAKE) BUILD=build-debug CFLAGS='-O0 -g3' build-debug/fibcast

$(OUT)fibcast: $(BUILD)/fibcast
	$(Q)cp $< $@

link = $(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) $(1) -o $@ $^ $(LIBS)

$(BUILD)/fibcast: $(MAIN_OBJ) $(PARTS)
	$(call say,LD,$@)
	$(Q)$(call link,$(STATIC))

$(LIB): $(LIB_OBJ)
$(FORMAT): $(FORMAT_OBJ)
$(CLI): $(CLI_OBJ)
$(TEST_LIB): $(TEST_OBJ)
# D: without dates and owners, where ar knows it.
$(PARTS) $(TEST_LIB):
	$(call say,AR,$@)
	@rm -f $@
	$(Q)$(AR) rcsD $@ $^ 2>/dev/null || $(AR) rcs $@ $^

$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

# The style and the script of pages, as the lines page_css and page_js.
$(PAGE_OBJ): $(BUILD)/%.o: % $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)sed 's/["\\]/\\&/g; s/.*/"&\\n",/; 1s/^/const char *const \
		page_$(subst .,,$(suffix $<))[] = {/; $$s/$$/0};/' $< | \
		$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -x c -c -o $@ -

# -- tests

$(BUILD)/tests/%.o: ALL_CPPFLAGS += -Itests -Itests/unit

$(UNIT): %: %.o $(TEST_LIB) $(PARTS)
	$(call say,LD,$@)
	$(Q)$(call link)

# The program with shared libraries, as packages have it, in which a function of
# the C library can be replaced by one that is preloaded; and what fails an
# allocation or a write on demand: see tests/cli/faults.bash.
SHARED = $(BUILD)/shared/fibcast
$(SHARED): GMP = -lgmp
$(SHARED): $(MAIN_OBJ) $(PARTS)
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(call link)
FAULTS = $(patsubst tests/cli/%.c,$(BUILD)/%.so,$(wildcard tests/cli/fail_*.c))
$(BUILD)/fail_%.so: tests/cli/fail_%.c
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(CC) -O1 -std=gnu11 -shared -fPIC -o $@ $< -ldl

check: unit cli drift

unit: $(UNIT)
	@tests/each.sh '$(RUNNER)' $(UNIT)

# The whole grids of which the unit tests take samples.
GRID = $(patsubst %.c,$(BUILD)/%,$(wildcard tests/grid/grid_*.c))

$(GRID): %: %.o $(TEST_LIB) $(PARTS)
	$(call say,LD,$@)
	$(Q)$(call link)

check-grid: $(GRID)
	@tests/each.sh "" $(GRID)

finishes: $(BUILD)/tests/grid/grid_finishes
	$< write tests/grid/finishes.tsv

# 32 bits; the other byte order.
FOREIGN = i686-linux-gnu s390x-linux-gnu
check-foreign:
	@for machine in $(FOREIGN); do \
		tests/lint/foreign.sh $$machine || exit 1; done

check-fresh:
	@tests/lint/fresh.sh

# The slowest first.
SLOW = tests/cli/faults_all.bats tests/cli/bombs.bats
BATS = $(SLOW) $(filter-out $(SLOW),$(wildcard tests/cli/*.bats)) \
	tests/lint/lint.bats
cli: $(BUILD)/fibcast $(SHARED) $(FAULTS)
	@BUILD=$(abspath $(BUILD)) tests/each.sh 'bats --tap' $(BATS)

# What is generated and committed is what would be generated now.
PICTURES = bcast.svg best.svg
bcast.svg = schedule bcast -n 14 -l 5/2 -f svg
best.svg = compare -n 2..16 -m 1..10 -l 5/2 -f map
drift: $(BUILD)/fibcast
	@$(foreach picture,$(PICTURES),$(BUILD)/fibcast $($(picture)) | \
		cmp - man/$(picture) &&) true
	@for shell in bash zsh fish; do \
		$(BUILD)/fibcast completion $$shell | \
		cmp - completions/fibcast.$$shell || exit 1; done

golden: $(BUILD)/fibcast
	$(foreach picture,$(PICTURES),$(BUILD)/fibcast $($(picture)) > \
		man/$(picture) &&) true
	for shell in bash zsh fish; do \
		$(BUILD)/fibcast completion $$shell > \
		completions/fibcast.$$shell || exit 1; done

asan: clang-sanitizers
	@for goal in unit cli; do $(MAKE) BUILD=build-asan CFLAGS="-O1 -g \
		-fsanitize=address,undefined -fno-sanitize-recover=all \
		-fno-omit-frame-pointer" SANITIZED=yes $$goal || exit 1; done

# Clang's UBSan sees more than gcc's: pointers past an object and, in the rooms
# whose numbers come out of files and command lines, arithmetic that wraps or
# loses bits, though C defines it.  What is meant to wrap says so: base/bits.h.
clang-sanitizers:
	$(MAKE) BUILD=build-clang CC="$(CLANG)" CFLAGS="-O1 -g \
		-fsanitize=undefined -fno-sanitize-recover=all" \
		EXACT="$(INEXACT_STOPS)" unit

INEXACT_STOPS = -fno-sanitize-recover=all \
	-fsanitize=unsigned-integer-overflow,implicit-conversion
EXACT_ROOMS = format check core number
$(EXACT_ROOMS:%=$(BUILD)/src/%/%.o): ALL_CFLAGS += $(EXACT)
# Vectors copy the rows of bcast a tenth faster.
$(BUILD)/src/model/postal/bcast.o: \
	ALL_CFLAGS += $(if $(filter -O2,$(CFLAGS)),-O3)

valgrind:
	$(MAKE) RUNNER="valgrind -q --error-exitcode=1 --leak-check=full" unit

# -- other looks at the sources

format:
	clang-format -i $(SOURCES)

# shellcheck takes a quote in the name of a test ill (SC1003), does not see what
# helper.bash sets (SC2154) and that a failed cd ends a test (SC2164), and would
# have no sed (SC2001).
lint: $(BUILD)/fibcast
	$(call say,LINT,formatting)
	$(Q)clang-format --dry-run -Werror $(SOURCES)
	$(call say,LINT,layers and names)
	$(Q)tests/lint/layers.sh $(LIB)
	$(Q)tests/lint/headings.sh $(SOURCES)
	$(Q)tests/lint/names.sh
	$(Q)tests/lint/exports.sh $(BUILD)
	$(call say,LINT,headers)
	$(Q)tests/lint/single.sh
	$(Q)tests/lint/headers.sh "$(CC)" $(filter src/%.h,$(SOURCES))
	$(call say,LINT,32 bits)
	$(Q)tests/lint/narrow.sh "$(CC)" $(LIB_SRC) $(FORMAT_SRC) $(CLI_SRC)
	$(call say,LINT,clang-tidy)
	$(Q)printf '%s\n' $(LIB_SRC) $(FORMAT_SRC) $(CLI_SRC) | \
		xargs -P "$$(nproc)" -I FILE clang-tidy --quiet FILE -- \
		$(ALL_CPPFLAGS) -std=c11 2>/dev/null
	$(call say,LINT,benches)
	$(Q)for bench in tests/bench/*.c; do \
		$(CC) $(ALL_CPPFLAGS) -std=c11 -Wall -Wextra -Werror \
		-fsyntax-only "$$bench" || exit 1; done
	$(call say,LINT,manuals)
	$(Q)! mandoc -T lint -W style man/*.[1-9] 2>&1 | \
		grep -v 'referenced manual not found\|outdated mandoc.db'
	$(call say,LINT,top level)
	$(Q)! git ls-files 2>/dev/null | cut -d/ -f1 | sort -u | grep -vxE \
		'\..*|src|man|tests|completions|(Makefile|LICENSE|(README|CHANGELOG)\.md)'
	$(call say,LINT,scripts)
	$(Q)tests/lint/tools.sh tests/cli/*.bats
	$(Q)shellcheck $(SCRIPTS)
	$(Q)shellcheck -s bash completions/fibcast.bash
	$(Q)shellcheck -e SC1003,SC2001,SC2154,SC2164 $(BATS)

# Each runs for FUZZ_SECONDS, from its seeds and what it found before.
fuzz: fuzz-lines
	$(MAKE) BUILD=build-fuzz CC="$(CLANG)" CFLAGS="-O1 -g \
		-fsanitize=fuzzer-no-link,address,undefined \
		-fno-sanitize-recover=all" EXACT="$(INEXACT_STOPS)" fuzzers
	@for fuzzer in $(FUZZ); do tests/fuzz/run.sh build-fuzz/$$fuzzer \
		$(FUZZ_SECONDS) || exit 1; done

fuzzers: $(FUZZ:%=$(BUILD)/%)

# Random command lines, in time and memory.
fuzz-lines: $(BUILD)/lines $(BUILD)/fibcast
	cd $(BUILD) && ./lines ./fibcast $(FUZZ_LINES) $(FUZZ_SEED)

$(BUILD)/lines: $(BUILD)/tests/fuzz/lines.o $(BUILD)/tests/fuzz/line.o \
		$(PARTS)
	$(call say,LD,$@)
	$(Q)$(call link)

$(BUILD)/fuzz_command: $(BUILD)/tests/fuzz/line.o
$(BUILD)/fuzz_%: $(BUILD)/tests/fuzz/fuzz_%.o $(TEST_LIB) $(PARTS)
	$(call say,LD,$@)
	$(Q)$(call link,-fsanitize=fuzzer)

coverage:
	rm -rf build-coverage
	$(MAKE) BUILD=build-coverage CFLAGS="-O0 -g --coverage" \
		SANITIZED=yes unit cli
	tests/lint/coverage.sh build-coverage

mutants: $(UNIT)
	tests/lint/mutants.sh $(BUILD)

include tests/peers.mk

# -- installation, where Debian's policy wants things and the shells look:
# Debian's zsh in vendor-completions of /usr/share alone, elsewhere, as under
# /usr/local, in site-functions; fish in vendor_completions.d of all directories
# of XDG_DATA_DIRS, which are none but /usr/share if that is not set.

BINDIR = $(DESTDIR)$(PREFIX)/bin
SHARE = $(DESTDIR)$(PREFIX)/share
EXAMPLES = $(SHARE)/doc/fibcast/examples
ZSHDIR = $(PREFIX)/share/zsh/$(if $(filter /usr,$(PREFIX)),$\
	vendor-completions,site-functions)
FISHDIR = $(PREFIX)/share/fish/vendor_completions.d

install: all
	install -d $(BINDIR) $(SHARE)/man/man1 $(SHARE)/man/man5 $(SHARE)/man/man7 \
		$(SHARE)/bash-completion/completions \
		$(DESTDIR)$(ZSHDIR) $(DESTDIR)$(FISHDIR) $(EXAMPLES)
	install -m 755 $(BUILD)/fibcast $(BINDIR)/fibcast
	install -m 644 man/*.1 $(SHARE)/man/man1
	install -m 644 man/*.5 $(SHARE)/man/man5
	install -m 644 man/*.7 $(SHARE)/man/man7
	install -m 644 completions/fibcast.bash \
		$(SHARE)/bash-completion/completions/fibcast
	install -m 644 completions/fibcast.zsh $(DESTDIR)$(ZSHDIR)/_fibcast
	install -m 644 completions/fibcast.fish \
		$(DESTDIR)$(FISHDIR)/fibcast.fish
	install -m 644 tests/engines/run_schedule.c $(EXAMPLES)

# What is committed, packed the same way each time.
VERSION = $(shell sed -n 's/.*FIBCAST_VERSION "\(.*\)"/\1/p' src/cli/option/option.h)
DIST = fibcast-$(VERSION)
dist:
	git archive --format=tar --prefix=$(DIST)/ HEAD | gzip -9n > $(DIST).tar.gz

check-reproducible: dist
	tests/lint/reproducible.sh $(DIST)

uninstall:
	rm -f $(BINDIR)/fibcast $(patsubst man/%,$(SHARE)/man/man1/%, \
		$(wildcard man/*.1)) $(SHARE)/man/man5/fibcast-schedule.5 \
		$(SHARE)/man/man7/fibcast-papers.7 \
		$(SHARE)/bash-completion/completions/fibcast \
		$(DESTDIR)$(ZSHDIR)/_fibcast \
		$(DESTDIR)$(FISHDIR)/fibcast.fish $(EXAMPLES)/run_schedule.c
	rmdir $(EXAMPLES) $(dir $(EXAMPLES)) 2>/dev/null || :

clean:
	rm -rf $(BUILD) $(BUILD)-* $(OUT)fibcast fibcast-*.tar.gz

# What was made with other tools or flags is made again: it is older than the file
# that has them, which is written when they differ.  `make install' alone installs
# what there is: it needs no variables but those of places.
FLAGS := $(strip $(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) $(EXACT) $(ALL_LDFLAGS) \
	$(STATIC) $(LIBS))
SAY_FLAGS := echo '$(subst ','\'',$(FLAGS))'
ifneq ($(filter-out asan check-foreign check-fresh clean coverage debug dist format \
	help install uninstall,$(or $(MAKECMDGOALS),all)),)
WRITTEN := $(shell $(SAY_FLAGS) | cmp -s - $(BUILD)/flags || \
	{ mkdir -p $(BUILD) && $(SAY_FLAGS) > $(BUILD)/flags; })
endif
$(BUILD)/flags:
	@mkdir -p $(@D)
	@$(SAY_FLAGS) > $@

-include $(LIB_OBJ:.o=.d) $(FORMAT_OBJ:.o=.d) $(CLI_OBJ:.o=.d) \
	$(MAIN_OBJ:.o=.d) $(wildcard $(BUILD)/tests/*/*.d $(BUILD)/tests/*/*/*.d)

.PHONY: all asan check check-foreign check-fresh check-grid check-reproducible \
	clang-sanitizers clean cli coverage debug dist drift finishes format \
	fuzz fuzz-lines fuzzers golden help install lint mutants uninstall \
	unit valgrind
.SECONDARY:

endif
