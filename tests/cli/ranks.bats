# Rows that state one end, and dumps by ranks.
# shellcheck disable=SC2154 # helper.bash sets out and status
load helper

# Four ranks and two blocks, by a binomial tree for each.
dump() {
	cat <<-'END'
		# rank round send-to block recv-from block
		3 2 - - 2 0
		0 1 2 0 - -
		2 1 - - 0 0
		0 2 1 0   # the last of block 0
		1 2 - - 0 0
		2 2 3 0 - -
	END
}

@test 'a dump by ranks, in any order, is a schedule with both ends' {
	dump | sed 's/1 0   #.*/1 0 - -   # the last/' >"$BATS_TEST_TMPDIR/dump"
	shows "convert --from ranks $BATS_TEST_TMPDIR/dump" <<-'END'
		# fibcast schedule 1
		# model sendrecv
		# processors 4
		# messages 1
		time	from	to	message	kind
		0	0	2	1	send
		0	0	2	1	receive
		1	0	1	1	send
		1	0	1	1	receive
		1	2	3	1	send
		1	2	3	1	receive
	END
	answers "convert --from ranks $BATS_TEST_TMPDIR/dump | fibcast check" \
		'ok: 3 transmissions, finish 2 (optimal)'
	sed 's/2 2 3 0/2 2 1 0/' "$BATS_TEST_TMPDIR/dump" >"$BATS_TEST_TMPDIR/bad"
	fibcast convert --from ranks "$BATS_TEST_TMPDIR/bad" >"$BATS_TEST_TMPDIR/s"
	ask "check <$BATS_TEST_TMPDIR/s"
	same check "$out$status" 'line 10: processor 2 sends message 1 to 1 at 1, but nobody receives it
line 11: processor 3 receives message 1 from 2, sent at 1, but nobody sends it
line 10: processor 1 receives two messages at 1
processor 3 never gets message 1
1'
}

@test 'files that are no dumps are refused with the line' {
	local lines message
	while IFS='|' read -r lines message <&9; do
		printf '%b\n' "$lines" >"$BATS_TEST_TMPDIR/dump"
		misreads "convert --from ranks <$BATS_TEST_TMPDIR/dump" \
			"convert: $message"
	done 9<<-'END'
		# nothing|line 2: the file has no lines
		0 0 1 0 - -\n1 0 - - 0|line 2: too few columns; a line is rank round send-to block recv-from block
		0 0 1 0 - - 1|line 1: too many columns
		rank event peer start end|line 1: parts in times, not in rounds: a line is rank round send-to block recv-from block
		0 0 1 - - -|line 1: '1' is a rank, but no block follows
		0 0 - 1 - -|line 1: '-' is not a rank, though a block follows
		0 0 1 -1 - -|line 1: '-1' is not a whole number
		0 0 1 9223372036854775808 - -|line 1: '9223372036854775808' is not below 2^63
		0 0 1 0 - -\n1 0 - - 0 0\n1 2 - - - -|round 1 has no line, though later rounds have
		0 0 1 0 - -\n2 0 - - 0 0|rank 1 has no line, though higher ranks have
		0 0 1 0 - -\n1 0 - - 0 0\n0 0 - - - -|line 3: '0' has two lines for this round
		0 0 2 0 - -\n1 0 - - - -|line 1: '2' is a rank without lines of its own
		0 0 1 0 - -\n1 0 - - 0 2|line 2: '2' is out of range: there are not so many blocks
	END
	refuses 2 'convert --from dump x' \
		"convert: --from: 'dump' is none of schedule, ranks, msccl"
	yes '0 0 - - - -' | head -n 1000 >"$BATS_TEST_TMPDIR/dump"
	refuses 3 "convert --from ranks --max-bits 64000 <$BATS_TEST_TMPDIR/dump" \
		'convert: so many lines take more memory than --max-bits allows'
}

@test 'ends in every format; replayed where both are there' {
	printf '%s\n' '# fibcast schedule 1' '# model postal' '# processors 2' \
		'# latency 2' 'time from to message kind' '0 0 1 1 both' \
		'1 0 1 1 receive' '1 0 1 1 send' >"$BATS_TEST_TMPDIR/s"
	answers "check $BATS_TEST_TMPDIR/s" \
		'ok: 2 transmissions, 1 redundant, finish 3 (lower bound 2)'
	# Two rows of one time; 50 bytes hold none of them, 125 not both.
	for bits in 400 1000; do
		refuses 3 "check --max-bits $bits $BATS_TEST_TMPDIR/s" \
			'check: so many rows of one time take more memory than --max-bits allows'
	done
	answers "check --max-bits 4096 $BATS_TEST_TMPDIR/s" \
		'ok: 2 transmissions, 1 redundant, finish 3 (lower bound 2)'
	same text "$(fibcast convert "$BATS_TEST_TMPDIR/s")" \
		"$(fibcast convert -f text "$BATS_TEST_TMPDIR/s" | fibcast convert)"
	fibcast convert -f json "$BATS_TEST_TMPDIR/s" |
		finds json 'both receive send' -r '[.transmissions[].kind] | join(" ")'
	same csv '1,0,1,1,receive' "$(fibcast convert -f csv \
		"$BATS_TEST_TMPDIR/s" | sed -n 3p)"
	same dot 2 "$(fibcast convert -f dot "$BATS_TEST_TMPDIR/s" | grep -c -e '->')"
	same replay 3 "$(fibcast replay --trials 2 -H --latencies fixed \
		"$BATS_TEST_TMPDIR/s" | awk '{ print $3 }' | uniq)"
	for wrong in '0 0 1 1' '0 0 1 1 sent' '0 0 1 1 send 1'; do
		printf '%s\n' '# fibcast schedule 1' '# model sendrecv' \
			'# processors 2' 'time from to message kind' "$wrong"
	done >"$BATS_TEST_TMPDIR/all"
	split -l 5 "$BATS_TEST_TMPDIR/all" "$BATS_TEST_TMPDIR/wrong."
	misreads "check <$BATS_TEST_TMPDIR/wrong.aa" \
		'check: line 5: too few columns'
	misreads "check <$BATS_TEST_TMPDIR/wrong.ab" \
		"check: line 5: 'sent' is none of both, send, receive"
	misreads "check <$BATS_TEST_TMPDIR/wrong.ac" \
		'check: line 5: too many columns'
}

@test 'accesses of the locality model state ends, too' {
	fibcast schedule root -n 6 --cost clog | awk -v OFS='\t' '/^#/
		/^time/ { print $0, "kind" }
		/^[0-9]/ && NR % 2 { print $0, "both" }
		/^[0-9]/ && NR % 2 == 0 { print $0, "send"; print $0, "receive" }
	' >"$BATS_TEST_TMPDIR/s"
	for format in tsv text; do
		answers "convert -f $format $BATS_TEST_TMPDIR/s | fibcast check" \
			'ok: 8 transmissions, finish 12 (lower bound 3)'
	done
	sed '0,/receive$/{/receive$/d}' "$BATS_TEST_TMPDIR/s" \
		>"$BATS_TEST_TMPDIR/bad"
	ask "check <$BATS_TEST_TMPDIR/bad"
	same check 'line 10: processor 0 sends message 1 to 2 at 1, but nobody receives it
1' "$out$status"
}

@test 'a dump of an operation whose rows carry several blocks' {
	local dump=$BATS_TEST_TMPDIR/dump
	cat >"$dump" <<-'END'
		0 0 3 0 1 1
		1 0 0 1 2 2
		2 0 1 2 3 3+1
		3 0 2 3+1 0 0
		0 1 2 0+2 2 2+2
		1 1 3 1+2 3 3+2
		2 1 0 2+2 0 0+2
		3 1 1 3+2 1 1+2
	END
	answers "convert --from ranks --op allgather $dump | fibcast check" \
		'ok: 8 transmissions, 12 blocks, finish 2 (optimal)'
	sed -i 's/1 1+2$/1 1+1/' "$dump"
	fibcast convert --from ranks --op allgather "$dump" >"$dump.tsv"
	ask "check <$dump.tsv"
	same check "$out" 'line 18: processor 3 receives blocks 1+1 from 1, sent at 1, but nobody sends it
line 17: processor 1 sends blocks 1+2 to 3 at 1, but nobody receives it
'
	cat >"$dump" <<-'END'
		0 0 1 0>1,0>2 2 2>0
		1 0 2 1>2 0 0>2,0>1
		2 0 0 2>0 1 1>2
		0 1 - - 1 1>0
		1 1 0 1>0 2 2>1
		2 1 1 2>1 - -
		1 2 2 0>2 - -
		2 2 - - 1 0>2
	END
	answers "convert --from ranks --op alltoall $dump | fibcast check" \
		'ok: 6 transmissions, 7 blocks, finish 3 (lower bound 2)'
	echo '3 0 0 1/2=2 - -' >>"$dump"
	misreads "convert --from ranks --op alltoall $dump" \
		"convert: $dump:9: '1/2=2' in the column blocks is not a digit, 1 to RADIX - 1"
	refuses 2 'convert --op scan x' \
		'convert: --op: used only with --from ranks: a schedule says what it is for'
}
