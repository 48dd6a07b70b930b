# --op reduce: schedules reversed, and how they are judged.
# shellcheck disable=SC2086 # several options
load helper

@test 'a reduction is a broadcast backwards' {
	shows 'schedule bcast -n 5 -l 5/2 --op reduce' <<-'END'
		# fibcast schedule 1
		# model postal
		# algorithm bcast
		# operation reduce
		# processors 5
		# messages 1
		# latency 5/2
		# finish 5
		time	from	to	message
		0	4	3	1
		1/2	1	0	1
		3/2	2	0	1
		5/2	3	0	1
	END
}

@test 'every algorithm: valid, and as long as the broadcast' {
	local algorithm times
	while read -r algorithm; do
		for options in '' '--op reduce'; do
			# shellcheck disable=SC2086 # options
			fibcast schedule $algorithm $options | fibcast check |
				grep -o 'finish [^(]*'
		done >"$BATS_TEST_TMPDIR/times"
		times=$(uniq "$BATS_TEST_TMPDIR/times" | wc -l)
		same "$algorithm" 1 "$times"
	done <<-'END'
		bcast -n 57 -l 7/2
		repeat -n 33 -m 5 -l 5/2
		pack -n 33 -m 5 -l 5/2
		pipeline -n 33 -m 5 -l 5/2
		pipeline -n 33 -m 5 -l 5 --model logp
		dtree -n 33 -m 5 -l 5/2 --degree 3
		telephone -n 33 -m 5
		telegraph -n 34 -m 5
		sendrecv -n 34 -m 5
		circulant -n 33 -m 5
		circulant -n 33 -m 5 -l 1
		continuous -n 22 -m 5 -l 3 --delay least
	END
}

@test 'redundant transmissions are left out of the reverse' {
	same sendrecv 'ok: 651 transmissions, 1 redundant, finish 53 (optimal)' \
		"$(fibcast schedule sendrecv -n 14 -m 50 | fibcast check)"
	same reversed 'ok: 650 transmissions, finish 53 (optimal)' \
		"$(fibcast schedule sendrecv -n 14 -m 50 --op reduce |
			fibcast check)"
}

@test 'check names lost and repeated operands' {
	schedule() {
		printf '# fibcast schedule 1\n# model postal\n# operation %s\n%s\n' \
			reduce '# processors 3'
		printf '# latency 2\ntime from to message\n%s' "$1"
	}
	same fine 'ok: 2 transmissions, finish 3 (optimal)' \
		"$(schedule $'0 2 0 1\n1 1 0 1\n' | fibcast check)"
	schedule $'0 2 0 1\n1 1 0 1\n3 1 0 1\n' >"$BATS_TEST_TMPDIR/twice"
	ask "check <$BATS_TEST_TMPDIR/twice"
	[[ $status == 1 ]]
	grep -q '^line 9: processor 1 sends message 1 at 3 again: operands are counted twice$' <<<"$out"
	schedule $'0 1 0 1\n0 2 1 1\n' >"$BATS_TEST_TMPDIR/lost"
	ask "check <$BATS_TEST_TMPDIR/lost"
	[[ $status == 1 ]]
	grep -q '^line 8: processor 1 receives message 1 by 2, after it has sent it: operands are lost$' <<<"$out"
	schedule $'0 1 0 1\n' >"$BATS_TEST_TMPDIR/missing"
	ask "check <$BATS_TEST_TMPDIR/missing"
	[[ $status == 1 ]]
	grep -q 'processor 2 never sends message 1: operands are missing$' <<<"$out"
}

@test 'every format knows reductions' {
	fibcast schedule bcast -n 9 -l 2 --op reduce -f json |
		finds json reduce -r .operation
	same twice "$(fibcast schedule bcast -n 9 -l 2 --op reduce)" \
		"$(fibcast schedule bcast -n 9 -l 2 --op reduce -f text |
			fibcast convert -f tsv)"
	# Processor 0 of goal waits for nothing, the others for all they sum up.
	shows 'schedule dtree -n 4 -l 1 --degree 2 --op reduce -f goal' <<-'END'
		// dtree of degree 2 reduce: 4 processors, 1 message, latency 1, finish 2
		// LogGOPSim ends at 2, where a unit of time is 1:
		//   txt2bin -i schedule.goal -o schedule.bin
		//   LogGOPSim -f schedule.bin -L 1 -o 0 -g 1 -G 0
		num_ranks 4
		rank 0 {
		r1: recv 1b from 2 tag 1
		r2: recv 1b from 1 tag 1
		}
		rank 1 {
		r1: recv 1b from 3 tag 1
		s1: send 1b to 0 tag 1
		s1 requires r1
		}
		rank 2 {
		s1: send 1b to 0 tag 1
		}
		rank 3 {
		s1: send 1b to 1 tag 1
		}
	END
	for format in $(formats schedule msccl); do
		fibcast schedule bcast -n 9 -l 2 --op reduce -f $format |
			grep -q .
	done
}

@test 'the bounds are those of the broadcast' {
	for options in '-n 14 -m 5 -l 3' '-n 14 -m 5 --model telephone'; do
		# shellcheck disable=SC2086 # options
		same "$options" "$(fibcast bound $options)" \
			"$(fibcast bound $options --op reduce)"
	done
}

@test 'compare: what it prints gives that schedule; time is the same' {
	local problem name options time
	for problem in '-n 14 -m 5 -l 1' '-n 14 -m 5 -l 3 --model logp' \
		'-n 13 -m 6 --model telephone' '-n 9 -m 4 --model sendrecv' \
		'-n 9 -l 5/2'; do
		# shellcheck disable=SC2086 # options
		fibcast compare $problem --op reduce --all -H \
			>"$BATS_TEST_TMPDIR/table"
		same "$problem" 0 "$(grep -c continuous "$BATS_TEST_TMPDIR/table")"
		while read -r name options time _; do
			[[ $name == bound ]] && continue
			[[ $time != - ]] || continue
			[[ $options != - ]] || options=
			[[ $problem != *logp ]] || time=$((time - 1))
			# shellcheck disable=SC2086 # options
			same "$problem $name" "finish $time" "$(fibcast schedule \
				$name $problem --op reduce $options | fibcast check |
				grep -oE 'finish [0-9/]+')"
		done <"$BATS_TEST_TMPDIR/table"
	done
	same time 15/2 "$(fibcast time -n 14 -l 5/2 --op reduce)"
	shows 'compare -n 14 -m 3..4 -l 1 --op reduce' <<-'END'
		m  algorithm  options         time  ratio
		3  sendrecv   --model=postal     6  1.000
		4  sendrecv   --model=postal     7  1.000
	END
}

@test 'rank: the parts of all are the schedule' {
	for problem in 'binomial -n 21 -m 3 -l 5/2' 'circulant -n 21 -m 5' \
		'pipeline -n 9 -m 4 -l 2' 'knomial -n 21 --degree 3 -l 1'; do
		# shellcheck disable=SC2086 # options
		same "$problem" "$(fibcast schedule $problem --op reduce -H |
			sort)" \
			"$(for ((r = 0; r < $(sed 's/.*-n \([0-9]*\).*/\1/' \
				<<<"$problem"); r++)); do
				fibcast rank "$r" --algorithm $problem -H \
					-f tsv --op reduce |
					awk -v r="$r" '$1 == "send" { print \
						$4 "\t" r "\t" $2 "\t" $3 }'
			done | sort)"
	done
	shows 'rank 7 -n 1e300 -m 1e9 --algorithm circulant --op reduce -t 5..6 -f csv | cut -d, -f1,3-' <<-'END'
		event,message,start,end
		receive,1000000000,5,6
		send,999999994,5,6
		receive,1000000000,6,7
		send,999999993,6,7
	END
}

@test 'every refusal is one line that names what is wrong' {
	each refuses 2 <<-'END'
		schedule root -n 4 --cost k --op reduce => schedule: --op: root has no reduce: use bcast, repeat, pack, pipeline, dtree, greedy, cyclic, flat, chain, binary, binomial, knomial, two-tree, telephone, telegraph, sendrecv, circulant, weave, continuous, best
		schedule bcast -n 4 -l 2 --op sum => schedule: --op: 'sum' is none of broadcast, reduce, scatter, gather, allgather, reduce-scatter, allreduce, alltoall, census, barrier, scan, exscan: see 'reach', 'time', 'tree'
		bound -n 4 -l 2 --op sum => bound: --op: 'sum' is none of broadcast, reduce, scatter, gather, allgather, reduce-scatter, allreduce, alltoall, census, barrier, scan, exscan: see 'reach', 'time', 'tree'
	END
	has_64_bits || return 0
	refuses 3 'schedule pipeline -n 1e6 -m 100 -l 2 --op reduce' \
		'schedule: reversing so many transmissions needs 24808000000 bytes of memory, more than --max-bits allows'
}
