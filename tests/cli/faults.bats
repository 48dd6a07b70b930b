# Memory that runs out, output that cannot be written, readers that leave.
load helper
load faults

@test 'no memory: replay' {
	fibcast schedule continuous -n 6 -m 5 -l 2 >"$BATS_TEST_TMPDIR/s"
	fails_everywhere replay --trials 2 "$BATS_TEST_TMPDIR/s"
}

@test 'no memory: reach' {
	fails_everywhere reach -l 5/2 -t 15/2
}

@test 'no memory: reach of a thousand digits' {
	fails_everywhere reach -l 5/2 -t 6000
}

@test 'no memory: reach of a large latency' {
	fails_everywhere reach -l 1000001/1000 -t 5000
}

@test 'no memory: reach --approx' {
	fails_everywhere reach -l 5/2 -t 1000 --approx 5
}

@test 'no memory: reach --all' {
	fails_everywhere reach -l 5/2 -t 15/2 --all
}

@test 'no memory: time' {
	fails_everywhere time -n 1e30,2..3 -l 5/2,3 -d 3
}

@test 'no memory: time of a machine' {
	fails_everywhere time -n 14 --logp 1,1/2,4 -f json
}

@test 'no memory: time --all' {
	fails_everywhere time -n 14 -l 5/2 --all -f csv
}

@test 'no memory: sequence' {
	fails_everywhere sequence -l 5/2 -i 1..4
}

@test 'no memory: schedule' {
	fails_everywhere schedule bcast -n 14 -l 5/2
	fails_everywhere schedule repeat -n 5 -m 2 -l 5/2 -f json
	fails_everywhere schedule pack -n 5 -m 2 -l 5/2 -f csv
	fails_everywhere schedule pipeline -n 5 -m 4 -l 5/2 -f text
	fails_everywhere schedule dtree -n 5 -m 2 -l 3
}

@test 'no memory: schedule, in rounds' {
	fails_everywhere schedule telephone -n 6 -m 2
	fails_everywhere schedule sendrecv -n 5 -m 2
	fails_everywhere schedule telegraph -n 4 -m 2
}

@test 'no memory: schedule continuous' {
	fails_everywhere schedule continuous -n 9 -m 3 -l 2
	fails_everywhere schedule continuous -n 9 -m 3 -l 2 --delay least
}

@test 'no memory: rank' {
	fails_everywhere rank 9 -n 14 -l 5/2
}

@test 'no memory: compare' {
	fails_everywhere compare -n 5 -m 2 -l 5/2
}

@test 'no memory: optimum' {
	fails_everywhere optimum -n 5 -m 3 -l 2
	fails_everywhere optimum -n 5 -m 3 -l 2 --schedule
	fails_everywhere optimum -n 3 -m 4 -l 2 --schedule
}

@test 'no memory: check and convert' {
	fibcast schedule pack -n 5 -m 2 -l 5/2 >"$BATS_TEST_TMPDIR/schedule"
	fails_everywhere check "$BATS_TEST_TMPDIR/schedule"
	fails_everywhere convert -f json "$BATS_TEST_TMPDIR/schedule"
}

@test 'no memory: program' {
	fails_everywhere program -n 3 -m 2 -l 1
	fails_everywhere program --continuous -n 3 -l 2
	printf '%s 1\n' s_1_1_1 s_1_1_2 r_1_2_2 r_1_3_3 \
		>"$BATS_TEST_TMPDIR/solution"
	fails_everywhere program -n 3 -l 1 --solution "$BATS_TEST_TMPDIR/solution"
}

@test 'no memory: bound' {
	fails_everywhere bound -n 8 -m 2 -l 3
}

@test 'no memory: bound --all' {
	fails_everywhere bound -n 8 -m 2 -l 2 --model logp --all
}

@test 'no memory: tree' {
	fails_everywhere tree -n 5 -l 5/2
}

@test 'no memory: tree --shape bcast' {
	fails_everywhere tree -n 5 -l 5/2 --shape bcast
}

@test 'no memory: outline and dot' {
	fails_everywhere tree -n 5 -l 5/2 -f outline
	fails_everywhere tree -n 3 -l 2 -f dot
}

@test 'no memory: pictures, and for the programs of others' {
	for format in dot svg chart goal ti trace; do
		fails_everywhere schedule pipeline -n 4 -m 2 -l 5/2 -f $format
	done
	fails_everywhere tree -n 5 -l 5/2 -f svg
}

@test 'no memory: locality' {
	fails_everywhere locality -n 5 --cost k/3
}

@test 'no memory: locality-numbering' {
	fails_everywhere locality-numbering hilbert -n 4 --distances
}

@test 'no memory: schedule root' {
	fails_everywhere schedule root -n 5 --cost clog
}

@test 'no memory: refusals' {
	local k status
	[[ ${SANITIZED-} != yes ]] || skip 'the sanitizer allocates itself'
	trap - DEBUG
	for line in 'time -n 1..2x -l 2' 'time -n 5 --logp 1,2' \
		'time -n 5 -l 1/2' 'reach -l 2 -t 1e18' 'tree -n 1e10 -l 2'; do
		ask "$line"
		same "$line" 1 "$((status == 2 || status == 3))"
		right="$err [$status]"
		for k in {1..40}; do
			export FAIL_ALLOC=$k LD_PRELOAD=$BUILD/fail_alloc.so
			ask "$line"
			unset FAIL_ALLOC LD_PRELOAD
			[[ "$err [$status]" == "$right" ]] ||
				same "allocation $k: fibcast $line" \
					"$(place "$line") out of memory"$'\n [3]' \
					"$err [$status]" || return 1
		done
	done
}

@test 'too little memory for the answer ends with exit 3' {
	[[ ${SANITIZED-} != yes ]] || skip 'the sanitizer needs more'
	local line
	for line in 'reach -l 3 -t 1e9 --max-bits 2^36' \
		'reach -l 5/2 -t 1e9 --max-bits 2^36' \
		'time -n 1e30000000 -l 3' 'tree -n 2000000 -l 5/2'; do
		status=0
		out=$(bash -c 'ulimit -v 24000; fibcast '"$line" \
			2>"$BATS_TEST_TMPDIR/err") || status=$?
		same "$line" "$(place "$line") out of memory"$'\n [3]' \
			"$(cat "$BATS_TEST_TMPDIR/err")"$'\n'" [$status]"
	done
}

@test 'a full disk ends with exit 3 and says so' {
	[[ -c /dev/full ]] || skip 'no /dev/full'
	local line
	for line in 'time -n 14 -l 5/2' 'reach -l 2 -t 100000' --help --version \
		'time --help' 'time -n 1..100000 -l 2' 'tree -n 9 -l 2' \
		'tree -n 9 -l 2 -f dot' 'tree -n 5000 -l 2 -f outline' \
		'completion bash'; do
		status=0
		eval "fibcast $line" >/dev/full 2>"$BATS_TEST_TMPDIR/err" ||
			status=$?
		same "$line" \
			"$(place "$line") cannot write: No space left on device [3]" \
			"$(cat "$BATS_TEST_TMPDIR/err") [$status]"
	done
}

@test 'a full disk ends a long table at once' {
	[[ -c /dev/full ]] || skip 'no /dev/full'
	status=0
	timeout 5 fibcast time -n 1..900000000 -l 2 >/dev/full 2>/dev/null ||
		status=$?
	same status 3 "$status"
}

@test 'a closed standard output ends with exit 3 and says so' {
	local line
	for line in 'time -n 14 -l 5/2' --help --version 'tree -n 9 -l 2' \
		'completion fish' 'time --help'; do
		status=0
		eval "fibcast $line" >&- 2>"$BATS_TEST_TMPDIR/err" || status=$?
		same "$line" "$(place "$line") cannot write: Bad file descriptor [3]" \
			"$(cat "$BATS_TEST_TMPDIR/err") [$status]"
	done
}

@test 'standard error is closed: the status still tells' {
	status=0
	fibcast time -n 0 -l 2 2>&- || status=$?
	same status 2 "$status"
	status=0
	fibcast 2>&- || status=$?
	same status 2 "$status"
}

@test 'a reader that leaves early ends it quietly' {
	for line in 'time -n 1..900000000 -l 2' 'time -n 1..1e9 -l 2 -f json' \
		'tree -n 200000 -l 2' 'tree -n 200000 -l 2 -f outline'; do
		timeout 10 bash -c "fibcast $line 2>'$BATS_TEST_TMPDIR/err' |
			head -n 1" >"$BATS_TEST_TMPDIR/out"
		same "$line" '1 0' "$(wc -l <"$BATS_TEST_TMPDIR/out"
			) $(wc -c <"$BATS_TEST_TMPDIR/err")" || {
			cat "$BATS_TEST_TMPDIR/err"
			return 1
		}
	done
}

@test 'a reader that leaves early, the signal ignored' {
	timeout 10 bash -c "trap '' PIPE
		fibcast time -n 1..900000000 -l 2 2>'$BATS_TEST_TMPDIR/err' |
			head -n 1" >"$BATS_TEST_TMPDIR/out"
	same 'output and messages' 'n  time' "$(
		xargs <"$BATS_TEST_TMPDIR/out" | sed 's/ /  /'
		cat "$BATS_TEST_TMPDIR/err"
	)"
}
