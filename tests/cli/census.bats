# Censuses: all processors get the sum of one operand of each.
# shellcheck disable=SC2059 # escapes in both
load helper

@test 'the schedule of five processors at latency 2' {
	shows 'schedule census -n 3 -l 2' <<-'END'
		# fibcast schedule 1
		# model postal
		# algorithm census
		# operation census
		# processors 3
		# messages 1
		# latency 2
		# finish 3
		time	from	to	message	operands
		0	0	1	1	0+1
		0	1	2	1	1+1
		0	2	0	1	2+1
		1	0	2	1	0+1
		1	1	0	1	1+1
		1	2	1	1	2+1
	END
	shows 'rank 3 -n 5 -l 2 --algorithm census' <<-'END'
		event    peer  start  end  operands
		send        4      0    1  3+1
		receive     2      1    2  2+1
		send        0      1    2  3+1
		receive     1      2    3  1+1
		send        1      2    3  2+2
		receive     0      3    4  4+2
	END
	same 'on a machine' "$(fibcast rank 0 -n 5 --logp 6us,2us,4us \
		--op census -f tsv -H | cut -f1,2,4-)" "$(fibcast rank 0 -n 5 \
		--logp 6us,2us,4us --algorithm census -f tsv -H)"
	shows 'rank 3 -n 5 -l 5/2 --op census -t 1..3/2 -f csv' <<-'END'
		event,peer,message,start,end,operands
		send,0,1,1,2,3+1
		receive,2,1,3/2,5/2,2+1
	END
}

@test 'as fast as a broadcast where the latency is whole' {
	for n in 1 2 3 100 1001; do
		for l in 1 2 12; do
			fibcast schedule census -n "$n" -l "$l" | fibcast check |
				grep -q '(optimal)$'
			same "$n $l" "$(fibcast time -n "$n" -l "$l")" \
				"$(fibcast time -n "$n" -l "$l" --op census)"
		done
	done
	for format in tsv text json; do
		[[ $format == json ]] ||
			fibcast schedule census -n 33 -l 5/2 -f "$format" |
			fibcast check
	done
	fibcast schedule census -n 5 -l 2 -f svg >"$BATS_TEST_TMPDIR/svg"
	grep -qF '<title>census: 5 processors, latency 2, finish 4</title>' \
		"$BATS_TEST_TMPDIR/svg"
	grep -qF '<title>operands 4+2 from 0 to 3, sent at 2, received at 4</title>' \
		"$BATS_TEST_TMPDIR/svg"
	answers 'time -n 14 -l 5/2 --op census' 17/2
	answers 'bound -n 14 -l 5/2 --op census' 8
	answers 'bound -n 12 -l 5/2 --op census' 15/2
	answers 'bound -n 12 -l 5/2 --op barrier' 15/2
	answers 'bound -n 12 -l 5/2 --op scan' 7
	answers 'time -n 14 -l 2 --op census --model logp' 8
	shows 'compare -n 10 -l 5/2 --op census --all' <<-'END'
		algorithm  options  time  ratio
		census           -  15/2  1.071
		bound            -     7  1.000
	END
	same json '"2+1"' "$(fibcast schedule census -n 3 -l 2 -f json |
		grep -oE '"operands":"2[^,}]*' | head -1 | cut -d: -f2)"
}

@test 'latencies that are not whole: no later than all-gathers are for barriers' {
	local l
	each answers <<-'END'
		time --op census -n 7 -l 7/3 => 17/3
		time --op census -n 64 -l 17/16 => 51/8
		time --op scan -n 6 -l 17/16 => 51/16
		time --op barrier -n 6 -l 17/16 => 25/8
		time --op census -n 1e1000 -l 121/2 => 46223
	END
	for l in 17/16 3/2 5/2 7/3; do
		same "$l" '' "$(fibcast time --op barrier -n 2..40 -l $l -H \
			-f tsv -d 9 | paste - <(fibcast time --op allgather \
			-n 2..40 -l $l -H -f tsv -d 9) | awk '$2 > $4')"
	done
}

@test 'the parts of all processors together are the schedule' {
	for l in 1 3/2 3; do
		same "$l" "$(fibcast schedule census -n 33 -l $l -H | sort)" \
			"$(for r in {0..32}; do
				fibcast rank "$r" -n 33 -l $l -H -f tsv \
					--algorithm census |
					awk -v r="$r" '$1 == "send" { print \
						$3 "\t" r "\t" $2 "\t1\t" $5 }'
			done | sort)"
	done
}

@test 'three hundred digits: what one sends another receives' {
	read -r _ peer _ _ operands < <(fibcast rank 7 -n 1e300 -l 5/2 -H \
		--algorithm census -t 500..501 | grep '^send')
	fibcast rank "$peer" -n 1e300 -l 5/2 -H --algorithm census \
		-t 1003/2..1003/2 -f tsv | grep -qF \
		"receive	7	1003/2	1005/2	$operands"
}

@test 'what is wrong is found, in these words' {
	local head='# fibcast schedule 1\n# model postal\n# operation census
# processors 3\n# latency 2\ntime from to message operands\n'
	says() {
		same "$1" "$2" "$(printf "$head${1//;/\\n}\\n" | fibcast check |
			sed -n 1p)"
	}
	says '0 0 1 1 0+1;0 1 2 1 1+1;0 2 0 1 2+1;2 0 1 1 2+1;2 1 2 1 0+1;2 2 0 1 1+1' \
		'ok: 6 transmissions, finish 4 (lower bound 3)'
	says '0 0 1 1 2+2' \
		'line 7: processor 0 sends operands 2+2 at 0, but has no such partial result'
	says '0 1 0 1 1+1;1 0 2 1 0+2' \
		'line 8: processor 0 sends operands 0+2 at 1, but has them only at 2'
	says '0 1 0 1 1+1;2 1 0 1 1+1' \
		'line 8: processor 0 receives operands 1+1 by 4, some of which it has: they are counted twice'
	says '0 1 0 1 1+1;1 2 0 1 2+1' 'processor 1 never gets 2 operands'
}

@test 'every refusal is one line that names what is wrong' {
	each refuses 2 <<-'END'
		schedule census -n 5 -l 2 -m 2 => schedule: --messages: a census is of one: for more there is 'allreduce'
		rank 0 -n 5 -l 2 -m 2 --algorithm census => rank: --messages: a census is of one: for more there is 'allreduce'
		bound -n 5 -l 2 -m 1..2 --op census => bound: --messages: a census is of one: for more there is 'allreduce'
		compare -n 5 -l 2 -m 3 --op census => compare: --messages: a census is of one: for more there is 'allreduce'
		schedule census -n 5 => schedule: --latency or --logp is missing
		schedule bcast -n 5 -l 2 --op census => schedule: --op: bcast has no census: use census, gossip, telegraph-gossip, best
		schedule census -n 5 -l 2 --op reduce => schedule: --op: census has no reduce: use bcast, repeat, pack, pipeline, dtree, greedy, cyclic, flat, chain, binary, binomial, knomial, two-tree, telephone, telegraph, sendrecv, circulant, weave, continuous, best
		schedule census -n 5 -l 2 --degree 2 => schedule: --degree: not used by census
		time -n 5 -l 2 --op census --all => time: --all: not used with --op census
	END
	refuses 3 'schedule census -n 1e10 -l 2' \
		'schedule: the schedule would have 480000000000 rows, more than --max-rows allows'
	printf '# fibcast schedule 1\n# model postal\n# operation census
# processors 3\n# messages 2\n# latency 2\ntime from to message operands\n' \
		>"$BATS_TEST_TMPDIR/two"
	misreads "check $BATS_TEST_TMPDIR/two" \
		"check: $BATS_TEST_TMPDIR/two:5: messages: '2' is too many: this operation has one message"
}
