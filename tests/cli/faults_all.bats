# Every command's own example, as its help shows it, in a world where things
# fail: the right answer, or a status and a line that say why there is none.
# shellcheck disable=SC2154,SC2030,SC2031 # helper.bash sets out, err, status
# shellcheck disable=SC2086,SC2016 # several options; for the shell that evals
load helper
load faults

@test 'wherever memory runs out, it says so and exits 3' {
	each_example fails_each
}

@test 'wherever memory runs out while reading, it says so and exits 3' {
	local file
	for file in "$ROOT"/tests/fuzz/fuzz_schedule/*; do
		fails_each "fibcast check ${file@Q}"
	done
	for file in "$ROOT"/tests/fuzz/fuzz_label_tree/*; do
		fails_each "fibcast locality-tree --cost clog ${file@Q}"
	done
}

@test 'the k-th allocation fails: what examples leave out' {
	local what scheme
	for what in positions distances properties 'messages -t 0..1' \
		'rank 2 -t 1' 'simulate --app minimum --seed 1'; do
		for scheme in next snext snext2 bcnext; do
			[[ $scheme == next ]] && n=7 || n=8
			fails_each "fibcast revolve $what --scheme $scheme -n $n"
		done
	done
	fails_each 'fibcast locality -n 64,65 --cost sqrt'
	fails_each 'fibcast locality -n 64 --cost k/3 --levels'
	fails_each 'fibcast locality -n 16 --cost clog --all'
	fails_each 'fibcast compare -n 5 -m 1..2 --model telephone,telegraph'
}

@test 'the k-th write fails; closing fails' {
	each_example fails_to_write
	fails_to_write 'fibcast --help'
	fails_to_write 'fibcast --version'
	fails_to_write 'fibcast tree -n 30000 -l 5/2 -f tsv'
	fails_to_write 'fibcast schedule bcast -n 20000 -l 5/2'
	fails_to_write 'fibcast schedule pipeline -n 20 -m 20 -l 5/2 -f html'
	fails_to_write 'fibcast schedule pipeline -n 20 -m 20 -l 5/2 -f grid'
	fails_to_write 'fibcast compare -n 2..6 -m 1..6 -l 5/2 -f map'
	# A file: how often a pipe has no line yet may change.
	seq 2000 >"$BATS_TEST_TMPDIR/numbers"
	fails_to_write "fibcast time -n - -l 2 <$BATS_TEST_TMPDIR/numbers"
}

# What is $1 does not change what the command answers.
is_same_under() {
	local right
	under '' "$2"
	right="$out$err [$status]"
	under "$1" "$2"
	same "$1 $2" "$right" "$out$err [$status]"
}

@test 'no locale changes the output' {
	needs localedef
	[[ -f /usr/share/i18n/locales/de_DE ]] || skip 'no locale to make'
	localedef -i de_DE -f UTF-8 "$BATS_TEST_TMPDIR/de_DE.UTF-8"
	export LOCPATH=$BATS_TEST_TMPDIR
	same 'its decimal point' ',' "$(LC_ALL=de_DE.UTF-8 locale decimal_point)"
	each_example is_same_under LC_ALL=de_DE.UTF-8
	is_same_under LC_ALL=de_DE.UTF-8 \
		"fibcast locality -n 2..1e6x2 --cost 'sqrt(k)' -d 20"
	is_same_under LC_ALL=de_DE.UTF-8 'fibcast time -n 2.5e1 -l 2.5 -d 3'
	is_same_under LC_ALL=de_DE.UTF-8 'fibcast compare -n 100 -m 3 -l 2.5'
	is_same_under LC_ALL=tr_TR.UTF-8 'fibcast time -n 14 -l 5/2'
}

@test 'no environment changes the output' {
	each_example is_same_under 'COLUMNS=1 TERM= HOME= TZ=x'
	each_example is_same_under 'env -i PATH="$PATH"'
}

@test 'terminals of any width are served' {
	local columns chart='schedule bcast -n 14 -l 5/2 -f chart'
	for columns in 1 2 7 10; do
		COLUMNS=$columns refuses 3 "$chart" \
			"schedule: the chart needs 11 columns, the terminal has $columns"
	done
	for columns in 11 12 40 79 80; do
		COLUMNS=$columns ask "$chart"
		same "COLUMNS=$columns" '0 ' "$status $err"
		(($(wc -L <"$BATS_TEST_TMPDIR/out") <= columns))
	done
	COLUMNS=1000000000 ask "$chart"
	same wide '0 ' "$status $err"
	(($(wc -L <"$BATS_TEST_TMPDIR/out") < 200000))
	# What is no width counts as 80.
	for columns in '' 0 x -5 99999999999999999999; do
		same "COLUMNS=$columns" "$(COLUMNS=80 fibcast $chart)" \
			"$(COLUMNS=$columns fibcast $chart)"
	done
}

# A full disk, a closed output, an output that cannot be written.
cannot_write() {
	under '' "$1 >/dev/full"
	same "$1 >/dev/full" \
		"$(place "$1") cannot write: No space left on device [3]" \
		"$last [$status]"
	under '' "$1 >&-"
	same "$1 >&-" "$(place "$1") cannot write: Bad file descriptor [3]" \
		"$last [$status]"
	under '' "$1 1</dev/null"
	same "$1 1<" "$(place "$1") cannot write: Bad file descriptor [3]" \
		"$last [$status]"
}

@test 'output that cannot be written is reported' {
	[[ -c /dev/full ]] || skip 'no /dev/full'
	each_example cannot_write
}

# 16 blocks of 512 or 1024 bytes, whether or not the signal that says so is
# ignored where the program is started.
@test 'a limit on file sizes is reported as a failed write' {
	local line part signal status
	for line in 'schedule bcast -n 100000 -l 5/2' 'time -n 1..100000 -l 2' \
		'reach -l 2 -t 1000000' 'tree -n 10000 -l 2 -f outline'; do
		part=$BATS_TEST_TMPDIR/part
		for signal in "trap '' XFSZ" :; do
			status=0
			bash -c "$signal; ulimit -c 0 -f 16;
				fibcast $line >'$part'" \
				2>"$BATS_TEST_TMPDIR/err" || status=$?
			same "$line" \
				"$(place "$line") cannot write: File too large [3]" \
				"$(cat "$BATS_TEST_TMPDIR/err") [$status]"
			(($(wc -c <"$part") <= 16384))
			fibcast $line |
				cmp -n "$(wc -c <"$part")" - "$part"
		done
	done
}

@test 'signals end every command' {
	local signal line
	for signal in INT TERM HUP QUIT; do
		for line in 'time -n 1..900000000 -l 2' \
			'schedule bcast -n 1e10 --max-rows 1e11 -l 2' \
			'time -n - -l 2 < <(yes 14)' \
			'convert -f json <(fibcast schedule bcast -n 1e9 -l 2)'
		do
			status=0
			bash -c "ulimit -c 0; timeout -s $signal \
				--preserve-status 0.2 \
				env --default-signal=$signal fibcast $line" \
				>/dev/null 2>"$BATS_TEST_TMPDIR/err" ||
				status=$?
			same "$signal: $line" "$((128 + $(kill -l $signal)))" \
				"$status"
		done
	done
}

# The answer, or a line that says why not: from fibcast, or, if there is no room
# for it at all, from the shell or the loader.
has_room_or_says_so() {
	local line=$1 right size
	under '' "$line"
	right="$out$err [$status]"
	for size in 3000 4000 5000 6000 8000 16000; do
		# In a shell of its own: the limit is for good.
		under "(ulimit -v $size; exec" "$line)"
		[[ "$out$err [$status]" == "$right" ]] || case $last in
		*'out of memory' | *'cannot allocate'* | *'failed to map'* | \
			*'rror while loading'* | *'rror while mapping'* | \
			*' needs '*' of memory') ((status > 0)) ;;
		*) same "$size: $line" "$right" "$out$err [$status]" ;;
		esac || return 1
	done
}

@test 'little memory is enough, or it says so' {
	[[ ${SANITIZED-} != yes ]] || skip 'the sanitizer needs more'
	each_example has_room_or_says_so
}

# Nothing else is written than the output.
leaves_alone() {
	(cd "$BATS_TEST_TMPDIR/empty" && under '' "$1" &&
		[[ -z $(ls -A) && $status == 0 ]])
}

@test 'no file is left behind' {
	mkdir "$BATS_TEST_TMPDIR/empty"
	each_example leaves_alone
}

@test 'a folder that cannot be written does not matter' {
	mkdir "$BATS_TEST_TMPDIR/folder"
	chmod a-w "$BATS_TEST_TMPDIR/folder"
	if touch "$BATS_TEST_TMPDIR/folder/x" 2>/dev/null; then
		skip 'root can write everywhere'
	fi
	cd "$BATS_TEST_TMPDIR/folder"
	each_example is_same_under ''
}

@test 'input that cannot be read is named' {
	local command
	for command in check convert replay locality-tree; do
		local more=''
		[[ $command != locality-tree ]] || more='--cost k'
		ask "$command $more $BATS_TEST_TMPDIR"
		same "$command" "fibcast: $command: $BATS_TEST_TMPDIR: cannot read: Is a directory [2]" \
			"$out${err%$'\n'} [$status]"
		ask "$command $more <&-"
		same "$command <&-" "fibcast: $command: cannot read: Bad file descriptor [2]" \
			"$out${err%$'\n'} [$status]"
		ask "$command $more nowhere"
		same "$command nowhere" \
			"fibcast: $command: nowhere: No such file or directory [2]" \
			"$out${err%$'\n'} [$status]"
		ask "$command $more </dev/null"
		same "$command </dev/null" \
			"fibcast: $command: line 1: the file is empty [2]" \
			"$out${err%$'\n'} [$status]"
	done
}

@test 'numbers and machines that cannot be read are named' {
	ask "time -l 2 -n - <$BATS_TEST_TMPDIR"
	same folder 'fibcast: time: --processors: cannot read: Is a directory [2]' \
		"$out${err%$'\n'} [$status]"
	ask 'time -l 2 -n - <&-'
	same closed 'fibcast: time: --processors: cannot read: Bad file descriptor [2]' \
		"$out${err%$'\n'} [$status]"
	ask "time -n 2 --machine $BATS_TEST_TMPDIR"
	same machine "fibcast: time: --machine: $BATS_TEST_TMPDIR: cannot read: Is a directory [2]" \
		"$out${err%$'\n'} [$status]"
	ask "convert --from ranks <$BATS_TEST_TMPDIR"
	same ranks 'fibcast: convert: cannot read: Is a directory [2]' \
		"$out${err%$'\n'} [$status]"
}
