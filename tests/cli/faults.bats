# Memory that runs out, output that cannot be written, readers that leave.
# shellcheck disable=SC2086,SC2154 # helper.bash sets out, err and status
load helper
load faults

@test 'no memory: numbers' {
	fail_everywhere <<-'END'
		reach -l 5/2 -t 6000
		reach -l 1000001/1000 -t 5000
		reach -l 5/2 -t 1000 --approx 5
		reach -l 5/2 -t 15/2 --all
		time -n 1e30,2..3 -l 5/2,3 -d 3
		time -n 14 -l 5/2 --all -f csv
		bound -n 8 -m 2 -l 3
		bound -n 8 -m 2 -l 2 --model logp --all
		sequence -l 5/2 -i 1..4
		compare -n 5 -m 2 -l 5/2
		optimum -n 5 -m 3 -l 2
		optimum -n 4 -m 2 -l 5/2
		locality -n 5 --cost k/3
	END
}

@test 'no memory: machines' {
	fail_everywhere <<-'END'
		time -n 14 --logp 1,1/2,4 -f json
		time -n 14 --logp 1us..4usx2,1us,2us
		schedule bcast -n 5 --logp 6us,2us,4us
		bound -n 8 --loggp 1,1,2,1/9 --bytes 64 -m best
		schedule best -n 8 --loggp 1,1,2,1/9 --bytes 64 -m best
		compare -n 4 --loggp 1,1,2,1/9 --bytes 64..128x2 -m best -f openmpi-text
		schedule bcast -n 5 --logp 1,0,2
		schedule rabenseifner --op allreduce -n 3 -f msccl
	END
}

@test 'no memory: collective operations' {
	printf '%s\n' '1 15 1 4 1 0 2 0 0' >"$BATS_TEST_TMPDIR/rules"
	fail_everywhere <<-END
		time -n 9 --loggp 1,1,2,1/9 --block 64 --op scatter
		compare -n 9 --loggp 1,5,2,1/9 --block 4 --op gather --all
		compare -n 4 --loggp 1,1,2,1/9 --bytes 64 --op scatter -f openmpi-text
		compare --rules $BATS_TEST_TMPDIR/rules --loggp 1,1,2,1/9
		schedule bundle -n 9 --loggp 1,1,2,1/9 --block 64
		rank 3 -n 9 -l 5/2 --op gather
		tree -n 9 -l 5/2 --op scatter
		bound -n 9 --loggp 1,1,2,1/9 --block 64 --op alltoall
	END
}

@test 'no memory: schedules' {
	fail_everywhere <<-'END'
		schedule bcast -n 14 -l 5/2
		schedule repeat -n 5 -m 2 -l 5/2 -f json
		schedule pack -n 5 -m 2 -l 5/2 -f csv
		schedule pipeline -n 5 -m 4 -l 5/2 -f text
		schedule dtree -n 5 -m 2 -l 3
		schedule greedy -n 5 -m 3 -l 5/2
		schedule cyclic -n 9 -m 3 -l 5/2
		schedule best -n 7 -m 3 -l 5/2
		schedule binomial -n 9 -m 2 -l 2
		schedule knomial -n 9 -m 2 -l 2 --degree 3
		schedule two-tree -n 9 -m 3 -l 2
		schedule telephone -n 6 -m 2
		schedule sendrecv -n 5 -m 2
		schedule telegraph -n 4 -m 2
		schedule circulant -n 5 -m 3
		schedule weave -n 7 -m 3 -l 3
		schedule continuous -n 9 -m 3 -l 2
		schedule continuous -n 9 -m 3 -l 2 --delay least
		schedule root -n 5 --cost clog
		optimum -n 5 -m 3 -l 2 --schedule
		optimum -n 3 -m 4 -l 2 --schedule
	END
}

@test 'no memory: operations' {
	fail_everywhere <<-'END'
		schedule pipeline -n 5 -m 2 -l 3 --op reduce
		schedule census -n 5 -l 2
		schedule circulant -n 5 --op allgather
		schedule circulant -n 5 --op allreduce
		rank 3 -n 9 -l 2 --op reduce
		rank 3 -n 9 --op reduce-scatter
		compare -n 5 -m 2 -l 2 --op reduce
		schedule bundle -n 5 -l 2 --op scatter
		schedule radix -n 5 -l 2 --op alltoall
		compare -n 4 -l 2 --op allgather
		time -n 3 -m 8 -l 2 --op sum --schedule
		schedule bcast -n 3 -l 2 --op reduce --late 0,1,2
		tree -n 3 -l 2 --due 4,5,6
		rank -n 3 -l 2 --all
	END
}

@test 'no memory: nodes and ports' {
	fail_everywhere <<-'END'
		time -n 6 -l 4 --node 3 --inside 1
		schedule nodes -n 6 -l 4 --node 3 --inside 1
		schedule nodes -n 6 -m 2 -l 4 --node 3 --inside 1
		compare -n 6 -l 4 --node 3 --inside 1
		schedule bcast -n 8 -l 2 --ports 2
	END
}

@test 'no memory: trees' {
	fail_everywhere <<-'END'
		tree -n 5 -l 5/2
		tree -n 5 -l 5/2 --shape bcast
		tree -n 5 -l 5/2 -f outline
		tree -n 3 -l 2 -f dot
		tree -n 5 -l 5/2 -f svg
		sequence -l 2 -i 1..5 -f svg
	END
}

@test 'no memory: pictures, and for the programs of others' {
	local format
	for format in $(formats schedule tsv text csv json msccl); do
		fails_everywhere schedule pipeline -n 4 -m 2 -l 5/2 -f $format
	done
	fail_everywhere <<-'END'
		schedule root -n 4 --cost clog -f svg
		time -n 2..9 -l 2,5/2 -f plot
		time -n 2..9 -l 2 -f chart
		compare -n 2..4 -m 1..2 -l 5/2 -f map
		compare -n 2..4 -m 1..2 -l 5/2 -f chart
		revolve messages --scheme next -n 7 -t 0..2 -f svg
		locality-numbering gray -n 16 -f svg
		locality-tree --cost clog -f svg "$ROOT"/tests/fuzz/fuzz_label_tree/figure-2
		locality-tree --cost clog -f dot "$ROOT"/tests/fuzz/fuzz_label_tree/figure-2
	END
}

@test 'no memory: what is read' {
	local input=$BATS_TEST_TMPDIR/schedule solution=$BATS_TEST_TMPDIR/solution
	printf '%s 1\n' s_1_1_1 s_1_1_2 r_1_2_2 r_1_3_3 >"$solution"
	fibcast schedule pack -n 5 -m 2 -l 2 >"$input"
	fail_everywhere <<-END
		check
		replay --trials 2
		convert -f json
		program -n 3 -m 2 -l 1
		program --continuous -n 3 -l 2
		program -n 3 -l 1 --solution $solution
	END
	input=$BATS_TEST_TMPDIR/numbers
	printf '%s\n' 5 2^70 '(3*5)' >"$input"
	fail_everywhere <<-'END'
		time -n - -l 2,5/2
		compare -n - -m 2 -l 2 -f json
	END
	input=$ROOT/tests/fuzz/fuzz_ranks/tree
	fail_everywhere <<<'convert --from ranks'
	input=$ROOT/tests/fuzz/fuzz_machine/netgauge
	fail_everywhere <<<'time -n 14 --machine - --bytes 15'
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
	has_64_bits || skip '32 bits'
	local line
	for line in 'reach -l 3 -t 1e9 --max-bits 2^36' \
		'reach -l 5/2 -t 1e9 --max-bits 2^36' \
		'time -n 1e10000000 -l 3' 'tree -n 2000000 -l 5/2'; do
		status=0
		bash -c "ulimit -v 24000; fibcast $line" >/dev/null \
			2>"$BATS_TEST_TMPDIR/err" || status=$?
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
		'completion bash' 'time -n 3 -m 8 -l 2 --op sum --schedule' \
		'schedule nodes -n 6 -l 4 --node 3 --inside 1' \
		'compare -n 9 -l 2 --op allgather' 'rank -n 9 -l 2 --all'; do
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
		'time -n - -l 2 < <(seq 1000000)' \
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
