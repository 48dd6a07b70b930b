# The looks at the sources find what they are there to find.
# shellcheck disable=SC2016 # what is looked at is not for this shell

setup() {
	tree=$BATS_TEST_TMPDIR/tree
	mkdir -p "$tree"/src/{base,number,fibonacci,core,check,model/postal,format}
	cd "$tree" || return
	layers=$BATS_TEST_DIRNAME/layers.sh
	: >src/check/check.h
}

@test "a judge that includes a builder is named" {
	echo '#include "model/postal/postal.h"' >src/check/postal.c
	run "$layers"
	[ "$status" -eq 1 ]
	[ "$output" = 'src/check/postal.c (check) may not include model/postal/postal.h (model/postal)' ]
}

@test "a format that includes a judge is named" {
	echo '#include "check/check.h"' >src/format/lines.c
	run "$layers"
	[ "$status" -eq 1 ]
	[ "$output" = 'src/format/lines.c (format) may not include check/check.h (check)' ]
}

@test "files that include each other in a circle are named" {
	echo '#include "number/cost.h"' >src/number/value.h
	echo '#include "number/text.h"' >src/number/cost.c
	echo '#include "number/value.h"' >src/number/text.h
	run "$layers"
	[ "$status" -eq 1 ]
	[[ $output == 'a circle of files that include each other: '* ]]
	for file in cost text value; do
		[[ $output == *" number/$file"* ]]
	done
}

@test "files that call each other in a circle are named, deleted ones are not" {
	mkdir -p build/src/core
	echo 'void b(void); void a(void) { b(); }' >src/core/one.c
	echo 'void a(void); void b(void) { a(); }' >src/core/two.c
	echo 'void a(void); void c(void) { a(); }' >src/core/three.c
	for file in one two three; do
		cc -c -o build/src/core/$file.o src/core/$file.c
	done
	ar rcs build/library.a build/src/core/*.o
	run "$layers" build/library.a
	[ "$status" -eq 1 ]
	[[ $output == 'a circle of files that call each other: '* ]]
	[[ $output == *' core/one'* && $output == *' core/two'* ]]
	[[ $output != *three* ]]
	rm src/core/two.c
	run "$layers" build/library.a
	[ "$status" -eq 0 ]
}

@test "a function that no other file uses is named" {
	mkdir -p build/src/core tests
	printf 'void a(void) {}\nvoid b(void) { a(); }\n' >src/core/one.c
	echo 'void a(void); void c(void) { a(); }' >src/core/two.c
	echo 'void c(void);' >tests/test.c
	for file in one two; do
		cc -c -o build/src/core/$file.o src/core/$file.c
	done
	run "$BATS_TEST_DIRNAME/exports.sh" build
	[ "$status" -eq 1 ]
	[ "${lines[0]}" = 'src/core/one.c: b' ]
	[ "${#lines[@]}" -eq 2 ]
}

@test "stdio in the library is named" {
	echo '#include <stdio.h>' >src/model/postal/tree.c
	run "$layers"
	[ "$status" -eq 1 ]
	[ "${lines[0]}" = 'src/model/postal/tree.c:1:#include <stdio.h>' ]
}

@test "a writer that names stdout is named" {
	echo 'fputs("x", stdout);' >src/format/lines.c
	run "$layers"
	[ "$status" -eq 1 ]
	[ "${lines[1]}" = 'a writer takes its FILE, it never names stdout' ]
}

@test "what follows the arrows passes" {
	printf '#include "%s"\n' core/schedule.h model/postal/tree.h \
		>src/model/postal/tree.c
	run "$layers"
	[ "$status" -eq 0 ]
	[ -z "$output" ]
}

@test "a header that lacks an include, or has one too many, is named" {
	printf '#include <stdint.h>\nint tree(void);\n' >src/core/tree.h
	printf 'void read_tree(FILE *file);\n' >src/format/lines.h
	run "$BATS_TEST_DIRNAME/headers.sh" cc src/core/tree.h src/format/lines.h
	[ "$status" -eq 1 ]
	[ "${lines[0]}" = 'src/core/tree.h needs no <stdint.h>' ]
	[ "${lines[1]}" = 'src/format/lines.h does not include <stdio.h>' ]
	[ "${lines[-1]}" = 'src/format/lines.h does not compile alone' ]
}

@test "a file without a heading is named" {
	printf '/* Trees. */\nint tree;\n' >src/core/tree.c
	printf '#include "tree.h"\n' >src/core/schedule.c
	run "$BATS_TEST_DIRNAME/headings.sh" src/core/tree.c src/core/schedule.c
	[ "$status" -eq 1 ]
	[ "$output" = 'src/core/schedule.c opens without a heading' ]
}

@test "a static function of one name in three files is named" {
	for file in cost value number; do
		printf 'static int check_it(int x)\n' >src/number/$file.c
	done
	run "$BATS_TEST_DIRNAME/names.sh"
	[ "$status" -eq 1 ]
	[ "${lines[0]}" = 'check_it: src/number/cost.c src/number/number.c src/number/value.c' ]
}

@test "a test that calls a program without asking for it is named" {
	printf '%s\n' "@test 'one' {" '    needs jq' '    echo 1 | jq .' '}' \
		"@test 'two' {" '    echo "$(echo 1 | jq .)"' '}' >two.bats
	run "$BATS_TEST_DIRNAME/tools.sh" two.bats
	[ "$status" -eq 1 ]
	[ "$output" = 'two.bats:6: nobody asks whether there is jq' ]
}

@test "a header that a single file includes is named" {
	mkdir -p tests
	: >src/core/tree.h
	echo '#include "core/tree.h"' | tee src/core/{tree,merge}.c \
		src/number/sum.c >/dev/null
	echo '#include "check/check.h"' | tee src/check/{check,postal}.c >/dev/null
	run "$BATS_TEST_DIRNAME/single.sh"
	[ "$status" -eq 1 ]
	[ "${lines[0]}" = 'src/check/check.h: only src/check/postal.c includes it' ]
	[ "${lines[1]}" = '1 headers that a single file includes, 0 are allowed' ]
	run "$BATS_TEST_DIRNAME/single.sh" 1
	[ "$status" -eq 0 ]
	echo '#include "check/check.h"' >tests/test.c
	run "$BATS_TEST_DIRNAME/single.sh"
	[ "$status" -eq 0 ]
}

@test "what is cut off only where size_t has 32 bits is named" {
	[[ $(cc -dumpmachine) == x86_64-* ]] || skip 'needs x86-64'
	printf '%s\n' '#include <stddef.h>' '#include <stdint.h>' \
		'size_t cut(uint64_t n);' \
		'size_t cut(uint64_t n) { return n; }' >src/core/one.c
	run "$BATS_TEST_DIRNAME/narrow.sh" cc src/core/one.c
	[ "$status" -ne 0 ]
	[[ $output == *'src/core/one.c:4:'* ]]
	sed -i 's/return n/return (size_t)n/' src/core/one.c
	"$BATS_TEST_DIRNAME/narrow.sh" cc src/core/one.c
}

# A machine that takes its time to be made: fresh SIGNAL
fresh() {
	mkdir bin tmp
	cat >bin/mmdebstrap <<-'END'
		#!/bin/sh
		mkdir debian debian/mounted
		mount -t tmpfs tmpfs debian/mounted
		: >debian/mounted/file
		sleep 54321 &
		echo made
		[ "$HOW" != fail ] || exit 1
		sleep 54321
	END
	chmod +x bin/mmdebstrap
	# As in a terminal: an interrupt is not ignored, nor what nohup ignores.
	set -m
	HOW=$1 TMPDIR=$tree/tmp PATH=$tree/bin:$PATH env --default-signal \
		"$BATS_TEST_DIRNAME/fresh.sh" >said 2>&1 3>&- &
	fresh=$!
	set +m
	for _ in {1..100}; do
		! grep -q made said || break
		sleep 0.1
	done
	[ "$1" = fail ] || kill "-$1" "$fresh"
	! wait "$fresh"
}

@test "a fresh machine that is ended, or fails, leaves nothing" {
	[ "$EUID" -eq 0 ] && unshare --mount true || skip 'needs root'
	for how in INT TERM HUP fail; do
		rm -rf bin tmp
		fresh "$how"
		[ -z "$(ls tmp)" ]
		run grep -ls '5432[1]' /proc/[0-9]*/cmdline
		[ -z "$output" ]
		run grep "$tree" /proc/mounts
		[ -z "$output" ]
	done
}
