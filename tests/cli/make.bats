# The Makefile, on a program of a few lines with the same folders; the frame of the
# unit tests.
load helper

setup() {
	tree=$BATS_TEST_TMPDIR/tree
	mkdir -p "$tree"/{src/{base,format,cli},tests/{unit/base,judge}}
	cd "$tree"
	cp "$ROOT/Makefile" .
	cp "$ROOT/tests/peers.mk" tests
	echo '#include "base/half.h"' | tee {src/base/half,src/format/text}.c \
		{src/cli/main,src/cli/args}.c tests/unit/base/test_half.c \
		tests/unit/test.c >/dev/null
	echo 'int half(int x);' >src/base/half.h
	echo 'int half(int x) { return x / 2; }' >>src/base/half.c
	echo 'int main(void) { return half(1); }' |
		tee -a src/cli/main.c >>tests/unit/base/test_half.c
}

# make without what a make around the tests says to it.
clean_make() {
	env -u MAKEFLAGS -u MAKELEVEL -u CI -u V make --no-print-directory \
		WARNINGS= "$@"
}

# compiles [ARGUMENT...]: how many files make then compiles.
compiles() {
	clean_make V=1 "$@" | grep -c -- ' -c -o ' || :
}

@test 'a line a file, and all that is done for it where that is asked for' {
	same short '  AR build/libcli.a
  AR build/libfibcast.a
  AR build/libformat.a
  CC src/base/half.c
  CC src/cli/args.c
  CC src/cli/main.c
  CC src/format/text.c
  LD build/fibcast' "$(clean_make | sort)"
	./fibcast
	rm -r build
	same all 4 "$(compiles)"
	rm -r build
	same silent '' "$(clean_make -s)"
}

@test 'after make and a unit test, nothing is left to be made' {
	same make 4 "$(compiles)"
	same again 0 "$(compiles)"
	clean_make -q
	same test 2 "$(compiles build/tests/unit/base/test_half)"
	build/tests/unit/base/test_half
	clean_make -q
	clean_make -q build/tests/unit/base/test_half
	touch src/base/half.c
	! clean_make -q || false
	same touched 1 "$(compiles)"
}

@test 'other variables: what is built is built again' {
	same first 4 "$(compiles)"
	same other 4 "$(compiles CFLAGS=-O0)"
	same again 0 "$(compiles CFLAGS=-O0)"
	same linked 4 "$(compiles CFLAGS=-O0 GMP=-lgmp)"
	# What is installed is what there is.
	same install 0 "$(compiles install DESTDIR="$tree/root" PREFIX=/usr 2>/dev/null)"
	same defaults 4 "$(compiles)"
	same cleaned 4 "$(compiles clean all)"
}

# What a compiler that refuses flags is not asked for: cc_without PATTERN.
cc_without() {
	cat >refuses <<-END
		#!/bin/sh
		case " \$* " in *$1*) echo 'unknown option' >&2; exit 1 ;; esac
		exec cc "\$@"
	END
	chmod +x refuses
	clean_make -s CC=./refuses
	./fibcast
}

@test 'compilers and linkers that lack some flags' {
	cc_without -Wl,-z
	same 'the others' ' -Wl,--as-needed' \
		"$(clean_make -n V=1 CC=./refuses -W src/cli/main.c |
			grep -o ' -Wl[^ ]*')"
	cc_without --as-needed
	cc_without -fcf-protection
	grep -q -- '-fstack-protector-strong' build/flags
	cc_without -pie
}

@test 'an archiver that keeps dates' {
	cat >refuses <<-'END'
		#!/bin/sh
		[ "$1" = rcs ] || exit 1
		exec ar "$@"
	END
	chmod +x refuses
	clean_make -s AR=./refuses
	./fibcast
}

@test 'help names every target that is for users' {
	help=$(clean_make help)
	targets=$(sed -n '/^\.PHONY: all/,/[^\\]$/p' Makefile | tr -d '\\' |
		tr -s ' \t\n' ' ' | sed 's/^.PHONY: //')
	for target in $targets; do
		case $target in
		all | cli | clang-sanitizers | clean | drift | fuzz-lines | fuzzers | \
			uninstall | unit) ;;
		*) grep -q "^  make $target\>" <<<"$help" || same "$target" '' none ;;
		esac
	done
}

@test 'BSD'\''s make is told what it lacks' {
	same 'first line' ".error = \"This Makefile is for GNU make, which BSD calls \
gmake.\"" "$(grep -v '^#' Makefile | grep -m 1 .)"
	needs bmake
	run bmake
	((status != 0))
	[[ ${lines[0]} == *'"This Makefile is for GNU make, which BSD calls gmake."' ]]
}

@test 'a unit test names the function that fails; one of them runs alone' {
	[[ ! ${SANITIZED-} ]] || skip 'the library is built otherwise'
	cat >test.c <<-'END'
		#include "test.h"
		static void test_right(int x) { CHECK(x == 2); }
		static void test_wrong(void) { CHECK(1 == 2); }
		int main(int argc, char **argv)
		{
			test_choose(argc, argv);
			RUN(test_right(2));
			RUN(test_wrong());
			return test_done();
		}
	END
	${CC:-cc} -I"$ROOT/src" -I"$ROOT/tests/unit" test.c "$ROOT/tests/unit/test.c" \
		"$BUILD/libfibcast.a" -lgmp -o test
	run ./test
	same all $'test.c:3: test_wrong(): 1 == 2\n1 passed, 1 failed [1]' \
		"$output [$status]"
	run ./test test_right
	same right '1 passed, 0 failed [0]' "$output [$status]"
	run ./test test_left
	same none 'no function test_left [1]' "$output [$status]"
}

@test 'an archive has the name of the version' {
	# Its own Makefile and sources: nothing is made.
	run make --no-print-directory -n -s -C "$ROOT" dist
	[[ $output == *" fibcast-$(fibcast --version | sed -n '1s/fibcast //p').tar.gz"* ]]
}
