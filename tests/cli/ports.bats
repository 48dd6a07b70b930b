# Several ports of a processor, --ports: trees, parts, schedules.
# shellcheck disable=SC2086 # options are several words
load helper

@test 'ports are swept' {
	shows 'time -n 1000 -l 3 --ports 1..4 -f csv' <<-'END'
		ports,time
		1,20
		2,15
		3,13
		4,11
	END
	shows 'reach -l 2 -t 4,5 --ports 1,2' <<-'END'
		ports  t  reach
		    1  4      5
		    1  5      8
		    2  4     11
		    2  5     21
	END
	each refuses 2 <<-'END'
		time -n 9 -l 2 --ports 1..2 --op allgather => time: --ports: not used with --op allgather
		time -n 9 -l 2 --ports 2..2^31 => time: --ports: must be at most 2147483647, not '2..2^31'
		schedule bcast -n 9 -l 2 --ports 1..2 => schedule: --ports: '1..2' is a sweep, but one value is needed
		sequence -l 2 --ports 1..2 => sequence: --ports: '1..2' is a sweep, but one value is needed
	END
}

@test 'trees of both shapes take the time that F says' {
	shows 'tree -n 8 -l 2 --ports 2' <<-'END'
		node  parent  depth  time  children
		   0       -      0     0         6
		   1       0      1     2         1
		   2       0      1     2         0
		   3       0      1     3         0
		   4       0      1     3         0
		   5       0      1     4         0
		   6       0      1     4         0
		   7       1      2     4         0
	END
	shows 'tree -n 8 -l 2 --ports 2 --shape bcast -f outline' <<-'END'
		0  0
		├── 5  2
		│   ├── 6  4
		│   └── 7  4
		├── 3  3
		├── 4  3
		├── 1  4
		└── 2  4
	END
	for shape in min-depth bcast; do
		while read -r n latency ports; do
			same "$shape $n $latency $ports" \
				"$(fibcast time -n $n -l $latency \
					--ports $ports -d 3)" \
				"$(columns "tree -n $n -l $latency \
					--ports $ports --shape $shape -d 3" \
					time | sort -g | tail -n 1)"
		done <<-'END'
			1 2 2
			2 5/2 3
			100 7/3 2
			1000 1 3
			1000 40 7
			9 1000000000000000 4
			9 3 2000000000
		END
	done
	same universal 4 "$(fibcast sequence -l 2 -i 1..4 --ports 2 -f dot |
		grep -c -- '->')"
}

@test 'parts are those of the schedule' {
	shows 'rank 5 -n 8 -l 2 --ports 2' <<-'END'
		event    peer  start  end
		receive     0      1    2
		send        6      2    3
		send        7      2    3
	END
	shows 'rank 0 -n 8 -l 2 --ports 2 --op reduce -H' <<-'END'
		receive  1  1  1  2
		receive  2  1  1  2
		receive  3  1  2  3
		receive  4  1  2  3
		receive  5  1  3  4
	END
	shows 'rank 1 -n 10^100 -l 5/2 --ports 3 -H' <<-'END'
		receive  0  649/2  651/2
	END
	while read -r n latency ports; do
		same "$n $latency $ports" \
			"$(fibcast schedule bcast -n $n -l $latency \
				--ports $ports -H | cut -f 1-3 | sort)" \
			"$(fibcast rank --all -n $n -l $latency \
				--ports $ports -H | awk '$2 == "send" {
					print $4 "\t" $1 "\t" $3 }' | sort)"
	done <<-'END'
		2 3/2 2
		77 5/2 3
		200 7/3 2
		200 10 50
	END
}

@test 'censuses, barriers and scans, as fast as F says' {
	shows 'schedule window --op scan -n 4 -l 2 --ports 2' <<-'END'
		# fibcast schedule 1
		# model postal
		# algorithm window
		# operation scan
		# processors 4
		# messages 1
		# latency 2
		# ports 2
		# finish 3
		time	from	to	message	operands
		0	0	1	1	0+1
		0	0	2	1	0+1
		0	1	2	1	1+1
		0	1	3	1	1+1
		0	2	3	1	2+1
		1	0	3	1	0+1
	END
	for op in census barrier scan exscan; do
		algorithm=window
		[[ $op != census ]] || algorithm=census
		while read -r n latency ports; do
			time=$(fibcast time -n $n -l $latency --ports $ports \
				--op $op)
			same "$op $n $latency $ports" "finish $time" \
				"$(fibcast schedule $algorithm --op $op -n $n \
					-l $latency --ports $ports |
					fibcast check | grep -o 'finish [^ ]*')"
		done <<-'END'
			1 2 3
			2 9/4 2
			9 1 2
			10 1 2
			64 3 2
			100 7/3 4
			20 2 2147483647
		END
	done
	each answers <<-'END'
		time --op scan -n 64 -l 3 --ports 2 => 10
		bound --op exscan -n 4096 -l 2 --ports 8 => 8
		bound --op barrier -n 64 -l 5/2 --ports 2 => 17/2
		time --op census -n 64 -l 5/2 --ports 2 => 17/2
		time --op census -n 1e30 -l 10 --ports 8 --model logp => 212
	END
	# Row for row, sender by sender.
	same parts "$(fibcast schedule census -n 30 -l 5/2 --ports 3 -H | sort)" \
		"$(fibcast rank --all --op census -n 30 -l 5/2 --ports 3 -H |
			awk -v OFS='\t' '$2 == "send" {
				print $5, $1, $3, 1, $7 }' | sort)"
}

@test 'several messages go side by side' {
	shows 'schedule pipeline -n 3 -m 3 -l 2 --ports 2' <<-'END'
		# fibcast schedule 1
		# model postal
		# algorithm pipeline
		# processors 3
		# messages 3
		# latency 2
		# ports 2
		# finish 5
		time	from	to	message
		0	0	2	1
		0	0	2	2
		1	0	2	3
		2	0	1	1
		2	0	1	2
		3	0	1	3
	END
	shows 'compare -n 10 -m 5 -l 2 --ports 2' <<-'END'
		algorithm  options     time  ratio
		cyclic     -              8  1.143
		greedy     -              8  1.143
		weave      -             10  1.429
		pipeline   -             11  1.571
		dtree      --degree=2    11  1.571
		pack       -             14  2.000
		repeat     -             16  2.286
		bound      -              7  1.000
	END
	shows 'compare -n 8 -m 2..4 -l 2 --ports 5' <<-'END'
		m  algorithm  options  time  ratio
		2  bcast            -     4  1.000
		3  bcast            -     5  1.250
		4  bcast            -     5  1.250
	END
	# A schedule of each row of compare, and of the best, takes that time.
	while read -r n m latency ports op; do
		problem="-n $n -m $m -l $latency --ports $ports --op $op"
		fibcast compare $problem --all -H >"$BATS_TEST_TMPDIR/rows"
		while read -r algorithm options time _; do
			[[ $algorithm != bound ]] || continue
			[[ $options != - ]] || options=
			same "$algorithm $problem" "finish $time" \
				"$(fibcast schedule $algorithm $options \
					$problem | fibcast check |
					grep -o 'finish [^ ]*')"
		done <"$BATS_TEST_TMPDIR/rows"
		same "best $problem" \
			"finish $(awk 'NR == 1 { print $3 }' \
				"$BATS_TEST_TMPDIR/rows")" \
			"$(fibcast schedule best $problem | fibcast check |
				grep -o 'finish [^ ]*')"
	done <<-'END'
		10 5 2 2 broadcast
		3 9 5/2 2 broadcast
		20 7 7/3 3 reduce
		8 2 2 5 broadcast
		8 2 2 5 reduce
		1 4 2 3 broadcast
		30 4 1 2 broadcast
	END
}

@test 'what ports are not for is refused' {
	each refuses 2 <<-'END'
		rank 1 -n 8 --logp 6,2,4 --ports 2 => rank: --ports: not used with a machine
		rank 1 -n 8 -l 2 --ports 2 --algorithm circulant => rank: --ports: not used by circulant
		schedule bcast -n 8 -m 3 -l 2 --ports 2 => schedule: --messages: not used by bcast: 'schedule best' chooses for several
		schedule telephone -n 8 -m 3 --ports 2 => schedule: --ports: not used by telephone
		compare -n 8 -m 3 -l 2 --ports 2 --op alltoall => compare: --ports: not used with --op alltoall
		compare -n 8 -m 3 --ports 2 --model telephone => compare: --ports: not used with models other than postal
		compare -n 8 -m 3 --ports 2 --logp 6,2,4 => compare: --ports: not used with a machine
		rank 2 -n 8 --ports 2 --op scan => rank: --ports: not used with a model in rounds
		schedule window -n 8 -l 2 --ports 2 --op allgather => schedule: --ports: not used with --op allgather
		schedule census -n 8 -l 2 --ports 2 --model logp => schedule: --ports: not used with --model logp
		schedule window -n 8 --ports 2 --op scan => schedule: --ports: not used with a model in rounds
		time -n 8 -l 2 --ports 2 --op allgather --model logp => time: --ports: not used with --op allgather
		time -n 8 --logp 6,2,4 --ports 2 --op scan => time: --ports: not used with a machine
		bound -n 8 -l 2 --ports 2 --op scatter => bound: --ports: not used with --op scatter
		tree -n 8 -l 2 --ports 2 --op scatter => tree: --ports: not used with --op scatter
		tree -n 8 -l 2 --ports 2 --due 1,2 => tree: --ports: not used with --late and --due
	END
	refuses 3 'rank 0 -n 1e30 -l 2 --ports 1e9 --op reduce' 'rank: the part of the processor would have 6000000996 rows, more than --max-rows allows'
}
