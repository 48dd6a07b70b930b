# LogP's summation: how many operands by when, who adds what, and the judge.
load helper

@test 'the papers'\'' figure, and more' {
	each answers <<-'END'
		reach --op sum -n 8 --logp 5,2,4 -t 28 => 79
		time --op sum -n 8 -m 79 --logp 5,2,4 => 28
		time --op sum -n 8 -m 80 --logp 5,2,4 => 29
		time --op sum -n 8 -m 1 --logp 5,2,4 => 0
		time --op sum -n 1 -m 10^1000 -l 3 -f csv | wc -c => 1001
		reach --op sum -n 1 -l 3 -t 28 => 29
		reach --op sum -n 2 -l 1 -t 3 => 5
	END
	shows 'time --op sum -n 8 -m 2,10,79,80,1000 --logp 5,2,4 -H -f tsv' <<-END
		2	1
		10	9
		79	28
		80	29
		1000	144
	END
	shows 'reach --op sum -n 1,2,8,64,1000 --logp 6,2,4 -t 100 -H -f tsv' <<-END
		1	101
		2	188
		8	645
		64	3845
		1000	32717
	END
	shows 'tree --op sum -n 8 -m 79 --logp 5,2,4 -f tsv' <<-END
		node	parent	depth	time	children	operands
		0	-	0	28	4	17
		1	0	1	18	2	13
		2	0	1	14	1	12
		3	0	1	10	0	11
		4	1	2	8	0	9
		5	0	1	6	0	7
		6	1	2	4	0	5
		7	2	2	4	0	5
	END
}

@test 'the operands of a tree are those that were asked for' {
	shows 'tree --op sum -n 4 -m 49 --logp 3,1,6 -f tsv -H' <<-'END'
		0	-	0	21	2	15
		1	0	1	15	1	14
		2	0	1	9	0	10
		3	1	2	9	0	10
	END
	# The root has none left, nor have all others.
	for machine in 5,2,4 0,1,7 0,0,1 1,0,1; do
		for m in {1..40} 79; do
			answers "tree --op sum -n 20 -m $m --logp $machine -f tsv -H |
				awk '{ m += \$6; least += \$6 < 1 && \$1 > 0 }
				END { print m, least + 0 }'" "$m 0"
		done
	done
}

@test 'schedules: valid, and of the least time' {
	for machine in 5,2,4 1,1,1 0,1,7 3,0,1 0,0,1; do
		for n in 1 2 5 20; do
			for m in 1 2 7 80 500; do
				ask "time --op sum -n $n -m $m --logp $machine --schedule |
					fibcast check"
				[[ $out == 'ok: '*' (optimal)'$'\n' ]]
			done
		done
	done
}

@test 'a wrong row is found' {
	cd "$BATS_TEST_TMPDIR"
	fibcast time --op sum -n 8 -m 79 --logp 5us,2us,4us --schedule >good.tsv
	while IFS='@' read -r change message; do
		sed "$change" good.tsv >bad.tsv
		ask 'check bad.tsv'
		same "$change" "$message" "${out%%$'\n'*}"
	done <<-'END'
		s/^8	4	1/7	4	1/@bad.tsv:12: the receive port of 1 is taken twice at 14: it receives from 6 and from 4
		/^4	6/d@bad.tsv:7: the finish is claimed to be 28, but is 30
		s/^18	1	0/17	1	0/@bad.tsv:15: processor 1 sends at 17 before it has added, by 18, what it has received
		s/^10	3	0	1/10	3	2	1/@bad.tsv:14: processor 2 sends at 14 before it has added, by 20, what it has received
		s/^4	7	2	1/4	7	1	1/@bad.tsv:10: the CPU of 1 is taken twice at 11: it receives from 6 and from 7
		s/^6	5	0	1/6	0	5	1/@bad.tsv:11: processor 0 sends at 6, but is the target
		s/messages 79/messages 90/@bad.tsv:7: the finish is claimed to be 28, but is 39
	END
}

@test 'the last additions come after all receives' {
	cd "$BATS_TEST_TMPDIR"
	fibcast time --op sum -n 3 -m 8 -l 2 --schedule >a.tsv
	misreads 'replay a.tsv' \
		'replay: a.tsv: a sum cannot be replayed: its additions, which take time, are not among its rows'
	misreads 'replay --logp 2,0,1 a.tsv' \
		'replay: a sum cannot be replayed: its additions, which take time, are not among its rows'
	refuses 2 'convert -f goal a.tsv' \
		"convert: goal: a sum's additions, which take time, are not among its rows"
	ask 'convert -f chart a.tsv'
	[[ $out == *', finish 5'$'\n'* ]]
}

@test 'what is refused' {
	refuses 2 'reach --op sum --logp 5,2,4 -t 28' \
		'reach: --processors is missing'
	local given
	for given in '-n 1..3 -m 5 -l 2@--processors' '-n 3 -m - -l 2@--messages' \
		'-n 3 -m 5 -l 2..3@--latency'; do
		refuses 2 "time --op sum --schedule ${given%@*}" \
			"time: ${given#*@}: one value is needed for a schedule, not a sweep"
	done
	refuses 2 'time --op sum -n 3 -m 5 -l 2 --schedule -f plot' \
		"time: --format: plot is not for --schedule: 'fibcast convert' draws one"
	refuses 2 'time --op sum -n 8 --logp 5,2,4' \
		'time: --messages is missing: the operands of the sum'
	refuses 2 'reach --op sum -n 8 --logp 5/2,2,4 -t 28' \
		"reach: --op: in a sum an addition takes 1, and L is not a whole number: '5/2'"
	refuses 2 'reach --op sum -n 8 --logp 5,2,4 -t 28.5' \
		"reach: --op: in a sum an addition takes 1, and the time is not a whole number: '57/2'"
	refuses 2 'time --op sum -n 5 -m 3 --loggp 5,2,4,1 --bytes 10' \
		'time: --op: a sum is of operands without bytes: --logp gives its machine'
	refuses 2 'time --op sum -n 5 -m 30 -l 3 --ports 2' \
		'time: --ports: not used with --op sum'
	refuses 2 'reach --op sum -n 5 -t 9 -l 3 --ports 2' \
		'reach: --ports: not used with --op sum'
	refuses 2 'time --op sum -n 5 -m 30 -l 3 --model logp' \
		'time: --model: not used with --op sum'
	# In another unit an addition would take another time.
	local command
	for command in 'time -m 30' 'tree -m 30' 'reach -t 19'; do
		refuses 2 "$command --op sum -n 4 --logp 5us,2us,4us --unit ns" \
			"${command%% *}: --unit: not used with --op sum: an addition takes 1 in the unit of L"
	done
	refuses 2 'tree --op sum -n 5 -m 30 -l 3 --model logp' \
		'tree: --model: not used with --op sum'
	refuses 2 'reach -n 8 -l 2 -t 3' 'reach: --processors: only with --op sum'
	refuses 2 'time -n 5 -l 2 -m 3' \
		"time: --messages: 'time' is for one message: see 'bound', 'compare' and 'optimum'"
	refuses 2 'tree -n 5 -l 2 -m 3' 'tree: --messages: only with --op sum'
}
