# What the tests of faults share.  A command line is given as text, as a shell
# reads it, after an assignment or none: "FAIL_ALLOC=3" 'fibcast time -n 5'.
PATH=$BUILD/shared:$PATH

# Runs "$2" with the environment "$1" and the input $input: out, err, status;
# last: the last line of err, after what a command may say besides.
under() {
	status=0
	eval "$1 $2" <"${input:-/dev/null}" >"$BATS_TEST_TMPDIR/out" \
		2>"$BATS_TEST_TMPDIR/err" || status=$?
	IFS= read -r -d '' out <"$BATS_TEST_TMPDIR/out" || :
	IFS= read -r -d '' err <"$BATS_TEST_TMPDIR/err" || :
	last=${err%$'\n'}
	last=${last##*$'\n'}
}

# How the errors of a command line begin.
place() {
	local command=${1#fibcast }
	command=${command#\'}
	command=${command%%[\' ]*}
	[[ $command == -* ]] || command+=:
	echo "fibcast: ${command##-*}" | sed 's/ $//'
}

# Allocations of a command fail in turn, of many a sample: status 3 and one
# line, or, for the buffers of the C library, the right answer all the same.
fails_everywhere() {
	fails_each "fibcast ${*@Q}"
	same "fibcast $*" '[0]' "${right##* }"
}

# fail_everywhere <<'END': the same for each line, as a shell reads it.
fail_everywhere() {
	local line
	while IFS= read -r line; do
		fails_each "fibcast $line" || return 1
		same "fibcast $line" '[0]' "${right##* }" || return 1
	done
}

fails_each() {
	[[ ${SANITIZED-} != yes ]] || skip 'the sanitizer allocates itself'
	under '' "$1"
	right="$out$err [$status]"
	# Without the trap by which bats follows every line: it is slow.
	(
		trap - DEBUG
		fail_each_allocation "$1" "$right"
	)
}

# $1: the command, $2: what it prints, and its status, if nothing fails.
fail_each_allocation() {
	local count k step harmless=0 preload="LD_PRELOAD=$BUILD/fail_alloc.so"
	local counted=$BATS_TEST_TMPDIR/count
	under "FAIL_ALLOC_COUNT=$counted $preload" "$1"
	read -r count <"$counted"
	# One allocator serves all: a sample over the whole run is enough.
	step=$((1 + count / 50))
	for ((k = 1; k <= count; k += k < 20 ? 1 : step)); do
		under "FAIL_ALLOC=$k $preload" "$1"
		if [[ "$out$err [$status]" == "$2" ]]; then
			harmless=$((harmless + 1))
		else
			same "allocation $k: $1" "$(place "$1") out of memory [3]" \
				"$last [$status]"
		fi || return 1
	done
	echo "$count allocations, $harmless of them not needed"
	((count > 0 && harmless <= 3))
}

# Every write of a command fails in turn, and its closing: status 3, one line,
# and nothing but a part of the right answer before the failure.
fails_to_write() {
	local right count k preload="LD_PRELOAD=$BUILD/fail_write.so"
	local counted=$BATS_TEST_TMPDIR/count
	[[ ${SANITIZED-} != yes ]] || skip 'the sanitizer has to be loaded first'
	under "FAIL_WRITE_COUNT=$counted $preload" "$1"
	right=$out
	same "$1" 0 "$status"
	read -r count <"$counted"
	((count > 0))
	for ((k = 1; k <= count; k++)); do
		under "FAIL_WRITE=$k FAIL_WRITE_ERROR=28 $preload" "$1"
		same "write $k: $1" \
			"$(place "$1") cannot write: No space left on device [3]" \
			"$last [$status]"
		((${#out} < ${#right}))
	done
	under "FAIL_WRITE=1 FAIL_WRITE_ERROR=4 $preload" "$1"
	same "$1" "$(place "$1") cannot write: Interrupted system call [3]" \
		"$last [$status]"
	under "FAIL_CLOSE=5 $preload" "$1"
	same "$1" "$(place "$1") cannot write: Input/output error [3]" \
		"$last [$status]"
}

# Sets line and input to the example of the command $1, which its help shows:
# its last part, without files that it writes, and a file of what the parts
# before print.
example_of() {
	line=$(fibcast "$1" --help | sed -n '/^  \$ /{s/^  \$ //; s/ [0-9]*>.*//; p; q}')
	input=/dev/null
	if [[ $line == *' | '* ]]; then
		input=$BATS_TEST_TMPDIR/$1.input
		eval "${line% | *}" >"$input"
		line=${line##* | }
	fi
	[[ $line == "fibcast $1"* ]]
}

# each_example CHECK ARGUMENTS...: CHECK ARGUMENTS LINE for every command's.
each_example() {
	local command line input
	for command in $(all_commands); do
		example_of "$command"
		"$@" "$line" || return 1
	done
}
