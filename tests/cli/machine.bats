#!/usr/bin/env bats
# shellcheck disable=SC2154,SC2164 # helper.bash sets out, err and status; -e
# shellcheck disable=SC2086,SC2059 # several options, a file of one word
# Machines: --logp, --loggp, --machine, and the schedules in their time.
# shellcheck disable=SC2154 # helper.bash sets out, err and status
# shellcheck disable=SC2086,SC2059 # options and machines are lists of words

setup() {
	load helper
	cd "$BATS_TEST_TMPDIR" || return
}

@test 'times are in the user'\''s unit, which names the column' {
	each answers <<-'END'
		time -n 5 --logp 6us,2us,4us => 20
		time -n 5 --logp 6,2,4 => 20
		time -n 5 --logp 6us,2us,4us --unit ns => 20000
		time -n 5 --logp 6us,2us,4us --unit own => 20
		time -n 5 --logp 6000ns,2us,.004ms => 20000
		time -n 5 --logp 6µs,2us,4μs --unit ms -d 3 => 0.020
		time -n 5 --logp 6s,2s,4s -f json => {"time_s":20,"time_s_approx":20}
		reach -t 20 --logp 6us,2us,4us => 5
		bound -n 14 -m 3 --logp 6us,2us,4us => 40
		optimum -n 12 -m 8 --logp 4us,1us,2us => 32
		time -n 64 --loggp .6128us,.5us,.5us,.00033us --bytes 16Ki -d 3 => 42.115
		time -n 64 --loggp .6128us,.5us,.5us,.00033us --bytes 16KiB -d 3 => 42.115
	END
	shows 'time -n 5,6 --logp 6us,2us,4us' <<-'END'
		n  time_us
		5       20
		6       22
	END
	shows 'time -n 5 --loggp 6us,2us,4us,1us --bytes 1,2,3' <<-'END'
		bytes  time_us
		    1       20
		    2       22
		    3       24
	END
	shows 'time -n 2 --loggp 1,0,1,1 --bytes "1B,2kB..3kB+500B,1KiB..4KiBx2,1MB,1.5KiB,(2^3)B,1GiB,5"' <<-'END'
		     bytes        time
		         1           1
		      2000        2000
		      2500        2500
		      3000        3000
		      1024        1024
		      2048        2048
		      4096        4096
		   1000000     1000000
		      1536        1536
		         8           8
		1073741824  1073741824
		         5           5
	END
	same stdin "$(printf '1000\t1000\n2048\t2048')" "$(printf '%s\n' 1kB 2KiB |
		fibcast time -n 2 --loggp 1,0,1,1 --bytes - -f tsv -H)"
	shows 'bound -n 5,9 -m 1,2 --loggp 6us,2us,4us,1us --bytes 2,4 -f csv' <<-'END'
		n,bytes,m,bound_us
		5,2,1,22
		5,2,2,26
		5,4,1,27
		5,4,2,31
		9,2,1,31
		9,2,2,32
		9,4,1,39
		9,4,2,37
	END
	shows 'sequence --logp 6us,2us,4us -i 3..5' <<-'END'
		i  time_us  reach  sum
		3        4      1    3
		4        6      1    4
		5        8      1    5
	END
}

@test 'the figures of a machine can be swept by ranges' {
	shows 'time -n 5 --logp 1us..3us,1us,2us' <<-'END'
		L_us  time_us
		   1        7
		   2        8
		   3       10
	END
	# In the unit of L, or the one asked for; one row is what it is alone.
	shows 'time -n 5,6 --logp 1us..3us+2us,1000ns..4000nsx2,.002ms --unit ns' <<-'END'
		n  L_ns  o_ns  time_ns
		5  1000  1000     7000
		5  1000  2000    10000
		5  1000  4000    18000
		5  3000  1000    10000
		5  3000  2000    13000
		5  3000  4000    22000
		6  1000  1000     8000
		6  1000  2000    11000
		6  1000  4000    21000
		6  3000  1000    11000
		6  3000  2000    14000
		6  3000  4000    23000
	END
	answers 'time -n 6 --logp 3us,2us,2us --unit ns' 14000
	shows 'bound -n 9 -m 1,2 --loggp 6,2,4..5,0..1/2+1/2 --bytes 4' <<-'END'
		m  g    G  bound
		1  4    0     26
		1  4  1/2   67/2
		1  5    0     30
		1  5  1/2   69/2
		2  4    0     32
		2  4  1/2   69/2
		2  5    0     35
		2  5  1/2   75/2
	END
	shows 'compare -n 9 --loggp 1..4x2,1,1,1/1000 --bytes 10..1000x100 -m best' <<-'END'
		bytes  L  segments  algorithm  options  way                        time  ratio
		   10  1         1  bcast            -  planned                1409/200  1.000
		   10  2         1  bcast            -  planned               9027/1000  1.000
		   10  4         1  bcast            -  planned              12063/1000  1.000
		 1000  1         2  greedy           -  as-soon-as-possible    2299/200  1.000
		 1000  2         1  bcast            -  planned                2599/200  1.000
		 1000  4         1  bcast            -  planned              15997/1000  1.000
	END
	# No number of segments up to 64 is faster, by itself.
	shows 'compare -n 21 --loggp 17/4,1,3/2,1/269 --bytes 64Ki -m best' <<-'END'
		bytes  segments  algorithm  options  way                        time  ratio
		65536        22  cyclic           -  as-soon-as-possible  191709/538  1.047
	END
	shows 'compare -n 9 --loggp 10/3,1/4,1/2,5/457 --bytes 64Ki -m best' <<-'END'
		bytes  segments  algorithm  options  way                        time  ratio
		65536        75  cyclic           -  as-soon-as-possible  362863/457  1.009
	END
	shows 'sequence --loggp 1..2,1,1,1 --bytes 1..3+2 -i 2' <<-'END'
		bytes  L  i  time  reach  sum
		    1  1  2     1      1    2
		    1  2  2     1      1    2
		    3  1  2     1      1    2
		    3  2  2     3      1    2
	END
	shows 'reach --loggp 1..2,1,1,1/1000000 --bytes 1000000 -t 15' <<-'END'
		L  reach
		1     21
		2     14
	END
	# The latency is not 1 there: no title says so.
	fibcast time -n 9 --loggp 1..4,1,1,1/1000 --bytes 9 -f plot |
		grep -q '<title>least time over L, n 9, bytes 9, o 1, g 1, G 0.001</title>'
	each refuses 2 <<-'END'
		time -n 5 --logp 1..3us,1us,2us => time: --logp: '1..3us,1us,2us' has a unit for o, but none for L
		time -n 5 --logp 1..3,1,2us => time: --logp: '1..3,1,2us' has a unit for g, but none for L
		time -n 5 --logp 1..3,1 => time: --logp: '1..3,1' is not L,o,g
		time -n 5 --loggp 1..3,1,1,1,1 --bytes 2 => time: --loggp: '1..3,1,1,1,1' is not L,o,g,G
		time -n 5 --logp 4us..1us,1us,2us => time: --logp: the end in '4us..1us' is below the start
		time -n 5 --logp 1..3+0,1,2 => time: --logp: the step in '1..3+0' is 0
		time -n 5 --logp 1..3x1,1,2 => time: --logp: the factor in '1..3x1' is not above 1
		time -n 5 --logp 1us..3usx2us,1us,2us => time: --logp: '1us..3usx2us' is not a sweep
		time -n 5 --logp 1us..3h,1us,2us => time: --logp: '1us..3h' is not a sweep
		time -n 5 --logp 1..-,1,2 => time: --logp: '1..-' is not a sweep
		time -n 5 --logp 1..3,0..1,0 => time: --logp: '1..3,0..1,0' has neither overhead nor gap
		schedule bcast -n 5 --logp 1..3,1,2 => schedule: --logp: L is a sweep, but one value is needed
		rank 1 -n 5 --loggp 1,1,2,1..2 --bytes 2 => rank: --loggp: G is a sweep, but one value is needed
		optimum -n 5 --logp 1,1..3,2 => optimum: --logp: o is a sweep, but one value is needed
		program -n 5 --logp 1,1,2..3 => program: --logp: g is a sweep, but one value is needed
		tree -n 5 --logp 1,1,2..3 => tree: --logp: g is a sweep, but one value is needed
		compare -n 9 --loggp 1..4,1,1,1 --bytes 9 -m best -f openmpi => compare: --loggp: L is a sweep, but one value is needed
	END
}

# As a broadcast for the latency u/e in which senders and receivers change
# places: 0 to 4 pass the message on one after the other.
@test 'a gap above the latency: the schedule of one message' {
	local op
	for op in broadcast reduce; do
		answers "time --op $op -n 5 --logp 1/100,0,1" 1/25
		answers "compare --op $op -n 5 --logp 1/100,0,1 -H -f csv | head -n 1" \
			'bcast,-,planned,1/25,1.000'
		answers "schedule best --op $op -n 5 --logp 1/100,0,1 | fibcast check" \
			'ok: 4 transmissions, finish 1/25 (optimal)'
		answers "schedule bcast --op $op -n 1000 --logp 2us,1/2us,11/3us | fibcast check" \
			"ok: 999 transmissions, finish $(fibcast time -n 1000 --logp 2,1/2,11/3) us (optimal)"
	done
	shows 'schedule bcast -n 3 --logp 1,0,2 -H' <<-'END'
		0	0	2	1
		1	2	1	1
	END
	refuses 3 'schedule bcast -n 1e6 --logp 1,0,2 --max-bits 2^28' \
		'schedule: a tree of so many processors needs 248000000 bytes of memory, more than --max-bits allows'
	answers 'time --op census -n 5 --logp 2us,1us,7us' 18
	for op in broadcast reduce; do
		answers "schedule best --op $op -n 5 --logp 0,0,1 | fibcast check" \
			'ok: 4 transmissions, finish 0 (optimal)'
	done
}

@test 'rdma: time and rank, as compare and schedule' {
	local of=(--op gather -n 6 --loggp '1,5,1,1' --block 10)
	same time "$(fibcast compare "${of[@]}" --rdma -H -f tsv | head -n 1 | cut -f 3)" \
		"$(fibcast time "${of[@]}" --rdma)"
	[[ $(fibcast time "${of[@]}") != "$(fibcast time "${of[@]}" --rdma)" ]]
	same rank "$(fibcast schedule bundle "${of[@]}" --rdma | awk '$3 == 0 { print $2 }' | sort)" \
		"$(fibcast rank 0 "${of[@]}" --rdma -H -f tsv | cut -f 2 | sort)"
}

# Receives are w = max(o, g) + (s-1) G apart, 1687/100, sends 1387/100.
@test 'reductions of one message, backwards' {
	each answers <<-'END'
		time --op reduce -n 16 --loggp 5,4,1,13/100 --bytes 100 => 2362/25
		bound --op reduce -n 16 --loggp 5,4,1,13/100 --bytes 100 => 2362/25
		bound --op reduce -n 2 -m 3 --loggp 0,5,1,1 --bytes 30 => 39
		compare --op reduce -n 16 --loggp 5,4,1,13/100 --bytes 100 -H -f csv 2>/dev/null | head -n 1 => bcast,-,planned,2362/25,1.000
		schedule best --op reduce -n 16 --loggp 5,4,1,13/100 --bytes 100 | fibcast check => ok: 15 transmissions, finish 2362/25 (optimal)
		time --op reduce -n 8 --node 4 --loggp 5,4,1,13/100 --inside 4,4,1,13/100 --bytes 100 => 7461/100
	END
	# What a message inside takes of the machine is not in a postal header.
	answers 'schedule nodes --op reduce -n 12 --node 4 --loggp 0,8,11/2,4/5 --bytes 100 --inside 0,8,11/2,4/5 | fibcast check' \
		'ok: 11 transmissions, finish 1824/5 (optimal)'
}

@test 'a gap above the latency: time, and the bound for several messages' {
	# By hand, L + 2o = 2 and g = 4: sends begin at 0, 2, 4, 4, 6, 6, 6 ..., as
	# many as 1, 2, 4, 7; they arrive 2 later.
	shows 'bound -n 1..5,6,9 -m 1,3 --logp 1,1/2,4 -f tsv -H' <<-'END'
		1	1	0
		1	3	0
		2	1	2
		2	3	10
		3	1	4
		3	3	12
		4	1	6
		4	3	14
		5	1	6
		5	3	14
		6	1	8
		6	3	16
		9	1	10
		9	3	18
	END
	same one "$(fibcast time -n 1..40 --logp 1,1/3,4 -f tsv -H)" \
		"$(fibcast bound -n 1..40 --logp 1,1/3,4 -f tsv -H)"
	answers 'bound -n 7 -m 4 --logp 0,0,3' 9
}

@test 'a gap above the latency: along a chain several messages come soonest' {
	shows 'compare -n 37 -m 4 --logp 0s,0s,12/5s -f tsv | head -n 3' <<-'END'
		algorithm	options	way	time_s	ratio
		dtree	--degree=1	as-soon-as-possible	36/5	1.000
		chain	-	as-soon-as-possible	36/5	1.000
	END
	each answers <<-'END'
		schedule best -n 37 -m 4 --logp 0,0,12/5 | fibcast check => ok: 144 transmissions, finish 36/5 (optimal)
		schedule dtree --degree 1 -n 37 -m 4 --logp 0,0,12/5 | fibcast check => ok: 144 transmissions, finish 36/5 (optimal)
		schedule best --op reduce -n 4 -m 23 --logp 3,0,7 | fibcast check => ok: 69 transmissions, finish 163 (optimal)
		schedule best -n 1 -m 3 --loggp 0,0,8,1/3 --bytes 99 | fibcast check => ok: 0 transmissions, finish 0 (optimal)
	END
}

@test 'three processors: the row optimum is what optimum --schedule prints' {
	shows 'compare -n 3 -m 12 --logp 13/2,0,1 -f tsv | head -n 3' <<-'END'
		algorithm	options	way	time	ratio
		optimum	--schedule	planned	21	1.000
		greedy	-	planned	43/2	1.024
	END
	answers 'optimum --schedule -n 3 -m 12 --logp 13/2,0,1 | fibcast check' \
		'ok: 24 transmissions, finish 21 (optimal)'
	answers 'compare -n 3 -m 4 --logp 6,3,3/2 | grep -c optimum || :' 0
}

@test 'trees are carried out at their best degree' {
	local of best d
	each answers <<-'END'
		schedule dtree -n 3 -m 4 --logp 6,3,3/2 | fibcast check => ok: 8 transmissions, finish 33 (lower bound 27)
		compare -n 3 -m 4 --logp 6,3,3/2 -f csv | grep dtree => dtree,--degree=2,as-soon-as-possible,33,1.222
		compare --all -n 20 -m 2 --op reduce --logp 7,3,2 -f csv | grep knomial => knomial,--degree=3,as-soon-as-possible,60,1.364
	END
	for of in 'dtree -n 17 -m 3 --logp 5,6,5/2' \
		'knomial -n 17 -m 7 --op reduce --logp 5,2,2' \
		'knomial -n 18 -m 8 --op reduce --logp 0,3,0'; do
		# shellcheck disable=SC2086 # words
		best=$(fibcast schedule $of --degree best | fibcast check)
		for d in {2..16}; do
			# shellcheck disable=SC2086
			fibcast schedule $of --degree $d | fibcast check
		done | sort -V | head -n 1 | grep -qxF "$best"
	done
}

@test 'a schedule can be in a machine'\''s time' {
	shows 'schedule bcast -n 5 --logp 6us,2us,4us' <<-'END'
		# fibcast schedule 1
		# model machine
		# algorithm bcast
		# processors 5
		# messages 1
		# machine L=6us o=2us g=4us
		# unit us
		# finish 20
		time	from	to	message
		0	0	3	1
		4	0	2	1
		8	0	1	1
		10	3	4	1
	END
	fibcast schedule bcast -n 5 --logp 6us,2us,4us >five
	answers 'check five' 'ok: 4 transmissions, finish 20 us (optimal)'
	same again "$(<five)" "$(fibcast convert -f text five | fibcast convert)"
	fibcast convert -f json five |
		finds json '"L=6us o=2us g=4us" 4 10 20' -r \
			'"\(.machine|@json) \(.send) \(.latency) \(.finish)"'
	for format in $(formats convert csv msccl); do
		fibcast convert -f $format five | grep -q 20
	done
	# One that is early, and one before its message is there.
	sed 's/^8\t0/7\t0/' five >early
	ask 'check early'
	[[ $out == *'the send port of 0 is taken twice at 7 us: it sends to 2 and to 1'* ]]
	same status 1 "$status"
	sed 's/^10\t/9\t/' five >early
	ask 'check early'
	[[ $out == *'processor 3 sends message 1 at 9 us, but has it only at 10 us'* ]]
	same status 1 "$status"
	# Fractions, in both the send and the times.
	for machine in 6us,2us,4us 1/3,1/7,2/5 22/7ns,3ns,1/2ns 5,5,1; do
		for what in 'bcast -n 14' 'pipeline -n 9 -m 5' 'dtree -n 9 -m 4' \
			'greedy -n 9 -m 4' 'cyclic -n 9 -m 9' 'binomial -n 9 -m 2' \
			'best -n 9 -m 3' 'bcast -n 14 --op reduce'; do
			said=$(fibcast schedule $what --logp $machine 2>/dev/null |
				fibcast check)
			[[ $said == 'ok: '* ]]
		done
	done
}

@test 'its time is that of time, compare and optimum' {
	finish() {
		fibcast schedule "$@" 2>/dev/null | fibcast check |
			sed -E 's/.*finish ([^ ]*).*/\1/'
	}
	for machine in '--logp 6us,2us,4us' '--logp 1/3,1/7,2/5' \
		'--loggp 22/7,1,2,1/9 --bytes 1000'; do
		same time "$(fibcast time -n 23 $machine)" \
			"$(finish bcast -n 23 $machine)"
		same optimum "$(fibcast optimum -n 12 $machine)" \
			"$(fibcast optimum -n 12 $machine --schedule |
				fibcast check | sed -E 's/.*finish ([^ ]*).*/\1/')"
		while read -r algorithm options _ time _; do
			[[ $algorithm != bound ]] || continue
			[[ $options != - ]] || options=
			same "$algorithm" "$time" \
				"$(finish $algorithm $options -n 9 -m 6 $machine)"
		done < <(fibcast compare -n 9 -m 6 $machine --all 2>/dev/null |
			tail -n +2 | grep -v 'bound\|  -$')
	done
}

@test 'goal: LogGOPSim'\''s parameters' {
	parameters() { fibcast schedule "$@" -f goal 2>/dev/null |
		sed -n 's|^//   LogGOPSim -f schedule.bin||p'; }
	same logp ' -L 6 -o 2 -g 4 -G 0 -S 1' \
		"$(parameters bcast -n 5 --logp 6us,2us,4us)"
	same loggp ' -L 6 -o 2 -g 4 -G 1 -S 4' \
		"$(parameters bcast -n 5 --loggp 6,2,4,1 --bytes 4)"
	same several ' -L 6 -o 2 -g 4 -G 0 -S 1' \
		"$(parameters pipeline -n 5 -m 3 --logp 6,2,4)"
	same census ' -L 5 -o 3 -g 4 -G 0 -S 1' \
		"$(parameters census -n 32 --logp 5,3,4)"
	# G is whole, too.
	same finer ' -L 24 -o 8 -g 16 -G 1 -S 3' \
		"$(parameters pipeline -n 5 -m 3 --loggp 6,2,4,1/4 --bytes 9)"
	# With RDMA receivers' processors take nothing in: LogGOPSim has no such.
	shows 'schedule bcast -n 5 --loggp 6,2,4,1 --bytes 4 --rdma -f goal | head -n 4' <<-'END'
		// bcast (machine): 5 processors, 1 message, latency 13, a send 7, finish 27
		// The schedule ends at 27, where a unit of time is 1; LogGOPSim has no such machine:
		//   txt2bin -i schedule.goal -o schedule.bin
		//   LogGOPSim -f schedule.bin -L 6 -o 2 -g 4 -G 1 -S 4
	END
	# Nor if only messages of several blocks of a byte have bytes to copy.
	same blocks 1 "$(fibcast schedule window -n 13 --loggp 0,1,0,1 \
		--op allreduce --block 1 --rdma -f goal |
		grep -c '^// The schedule ends at 25, .* no such machine:$')"
	fibcast schedule bcast -n 5 --loggp 6,2,4,1 --bytes 4 -f goal |
		grep -qx 's1: send 4b to 3 tag 1'
}

@test 'optimum on a machine: what it allows, or what is known' {
	local machine
	# 2o is more than g: 31 is its bound, and attained as soon as possible.
	answers 'optimum -n 5 -m 3 --logp 5us,3us,4us' 31
	fibcast optimum -n 5 -m 3 --logp 5us,3us,4us --schedule >s
	answers 'check s' 'ok: 12 transmissions, finish 31 us (optimal)'
	# The postal optimum, where it may be scaled.
	for machine in 8,2,4 6,2,4 5,3,4; do
		fibcast optimum -n 4 -m 3 --logp $machine --schedule >s
		same "$machine" "$(fibcast optimum -n 4 -m 3 --logp $machine)" \
			"$(fibcast check s | grep -o '[0-9/]* (optimal)' |
				sed 's/ .*//')"
	done
	# Not all is known.
	ask 'optimum -n 9 -m 6 --logp 5,3,4 --limit 1'
	same status 3 "$status"
	same interval '403/8..56'$'\n' "$out"
	same why "fibcast: optimum: no schedule on the machine that attains the bound is known: the optimum is in '403/8..56'"$'\n' "$err"
	answers 'optimum -n 9 -m 6 --logp 5,3,4 --limit 1 --schedule 2>/dev/null |
		fibcast check | sed "s/.*finish \([0-9]*\).*/\1/"' 56
	# One message passes nobody twice.
	answers 'time -n 5 --logp 6us,5us,1us' 31
	answers 'optimum -n 5 --logp 6us,5us,1us' 31
}

@test 'what is refused is not warned of' {
	refuses 3 'schedule pipeline -n 5 -m 3 --logp 6us,5us,1us --max-rows 3' \
		'schedule: the schedule would have 12 rows, more than --max-rows allows'
	refuses 2 'rank 9 -n 5 -m 3 --algorithm chain --logp 6us,5us,1us' \
		"rank: R: '9' is not a processor: they are 0 to n-1"
	# 105184 bytes with 32 bits, 134768 with 64.
	ask 'schedule continuous --delay least -n 22 -m 50 -l 2 -f html --max-bits 2^16'
	[[ $status == 3 && $err == 'fibcast: schedule: keeping so many '*' allows'$'\n' ]]
	[[ $err != *$'\n'*$'\n' ]]
}

@test 'one processor takes one segment' {
	answers 'compare -n 1 -m best --loggp 6,2,4,1 --bytes 8 -f tsv -H' \
		$'8\t1\tbcast\t-\tplanned\t0\t1.000'
}

@test 'a machine can be read from a file' {
	printf '# mine\nL = 6us\no=2us # overhead\n\n g = 4us\n' >m
	answers 'time -n 5 --machine m' 20
	answers 'time -n 5 --machine - <m' 20
	printf 'L = 6us\no = 2us\ng = 4us\nG = 1us\nP = 5\r\n' >m
	answers 'time --machine m --bytes 3' 24
	answers 'time -n 2 --machine m --bytes 3' 12
	printf '%s\n' 'L = .61us' 'o = .5us' 'g = .5us' 'P = 64' 'node = 4' \
		'inside.L = .1us' 'inside.o = .1us' 'inside.g = .1us' >nodes
	answers 'time --machine nodes -d 2' 3.81
	answers 'time --machine nodes -n 256 --node 16 -d 2' 3.21
	answers 'time --machine nodes --node 1 -d 2' 6.72
	refuses 2 'replay --machine nodes' 'replay: --machine: not used with nodes: take out the keys node and inside'
	cat >netgauge <<-'END'
		Info:   (0): Netgauge v2.4.6
		# L = nonsense
		L=1.761047  s=1  o_s=0.1  o_r=0.3  g=nan  G=-nan (nan GiB/s) lsqu(g,G)=nan
		L=1.761047  s=1025  o_s=1.0  o_r=2.0  g=0.25  G=0.001 (9.8 GiB/s) lsqu(g,G)=0.2
		L=1.761047  s=2049  o_s=nan  o_r=1.7  g=0.5  G=0.002 (9.8 GiB/s) lsqu(g,G)=0.2
		we detected a protocol change at 3000 bytes:
		L=1.761047  s=4097  o_s=3  o_r=5  g=1  G=0.001 (9.8 GiB/s) lsqu(g,G)=0.2
	END
	# e = L + (s-1)G; u = max(o, g + (s-1)G) of the range and the size below.
	answers 'time -n 2 --machine netgauge --bytes 1 -d 6' 1.761047
	answers 'time -n 2 --machine netgauge --bytes 1001 -d 6' 3.761047
	answers 'time -n 2 --machine netgauge --bytes 3000 -d 6' 7.759047
	answers 'time -n 2 --machine netgauge --bytes 3001 -d 6' 4.761047
	answers 'schedule flat -n 3 --machine netgauge --bytes 1 -H | tail -n 1 | cut -f 1' 1/2
	answers 'schedule flat -n 3 --machine netgauge --bytes 1025 -H | tail -n 1 | cut -f 1' 637/250
	answers 'schedule flat -n 3 --machine netgauge --bytes 3001 -H | tail -n 1 | cut -f 1' 4
	answers 'schedule flat -n 3 --machine netgauge --bytes 5001 -H | tail -n 1 | cut -f 1' 6
	shows 'time -n 2 --machine netgauge --bytes 2,4 -d 6' <<-'END'
		bytes   time_us
		    2  1.763047
		    4  1.767047
	END
}

@test 'netgauge'\''s file ng.out is a machine, too' {
	# size n PRTT PRTT PRTT L o_s o_r g G lsqu, as the same lines above.
	cat >ng.out <<-'END'
		# size n PRTT(1,0,s) PRTT(n,0,s) PRTT(n,PRTT,s) L o_s o_r g G lsqu
		1 16 3.5 8.1 9 1.761047 0.1 0.3 nan -nan nan
		1025 16 4.5 9.1 9 1.761047 1.0 2.0 0.25 0.001 0.2
		  2049	16 5.5 9.1 9 1.761047 nan 1.7 0.5 0.002 0.2 # the last
		3001 16 9 9 9 1.761047 nan nan nan nan nan
		4097 16 9.5 9.1 9 1.761047 3 5 1 0.001 0.2
	END
	answers 'time -n 2 --machine ng.out --bytes 1 -d 6' 1.761047
	answers 'time -n 2 --machine ng.out --bytes 1001 -d 6' 3.761047
	answers 'time -n 2 --machine ng.out --bytes 3000 -d 6' 7.759047
	answers 'time -n 2 --machine ng.out --bytes 3001 -d 6' 4.761047
	answers 'schedule flat -n 3 --machine - --bytes 1025 -H <ng.out | tail -n 1 | cut -f 1' 637/250
	answers 'schedule flat -n 3 --machine ng.out --bytes 3001 -H | tail -n 1 | cut -f 1' 4
	# A size measured again is of the range that follows, and L holds what
	# o then is, twice.
	printf '%s\n' '1 1 1 1 1 9 1 1 3 0 0' '1 1 1 1 1 9 2 2 nan nan 0' >m
	answers 'time -n 2 --machine m --bytes 1' 9
	answers 'schedule flat -n 3 --machine m --bytes 1 | grep L=' \
		'# machine L=5us o=2us g=3us G=0us bytes=1'
	printf '%s\n' '1 1 1 1 1 9 1 1 3 0 0' '1 1 1 1 1 9 nan nan 4 0 0' >m
	answers 'schedule flat -n 3 --machine m --bytes 1 | grep L=' \
		'# machine L=7us o=1us g=4us G=0us bytes=1'
	# no LINE... MESSAGE
	no() {
		printf '%s\n' "${@:1:$#-1}" >m
		misreads 'time -n 5 --machine m --bytes 9' "time: --machine: ${*: -1}"
	}
	no '9 1 1 1 1 2 1 1 1 1 0' '1 1 1 1 1 2 1 1 1 1 0' \
		"m:2: '1 1 1 1 1 2 1 1 1 1 0' has a smaller size than the line before"
	no '1 1 1 1 1 nan 1 1 1 1 0' "m:1: '1 1 1 1 1 nan 1 1 1 1 0' has no L"
	no '0 1 1 1 1 2 1 1 1 1 0' "m:1: '0 1 1 1 1 2 1 1 1 1 0' has no size"
	no '1 1 1 1 1 2 1 1 0 0 0' '1 1 1 1 1 2 0 0 nan nan 0' \
		'm:3: overhead and gap are missing for some sizes'
	no '1 1 1 1 1 2 1 1 nan nan 0' 'm:2: g and G are missing for the sizes before'
	no '1 1 1 1 1 2 1 1 1 1' "m:1: '1 1 1 1 1 2 1 1 1 1' is not key = value"
}

# An L that is less than both overheads shortens these, by half of what is
# missing each, in sends as well as in receives.
@test 'netgauge: an L below the overheads, and larger messages that are quicker' {
	local file=$BATS_TEST_TMPDIR/ng of
	printf '%s\n' 'L=0.7 s=1 o_s=3.0 o_r=2.5 g=1.2 G=0.0033' \
		'we detected a protocol change at 10 bytes:' \
		'L=1.6 s=1001 o_s=0.4 o_r=0 g=0.4 G=0.0007' >"$file"
	shows "compare --all --op scatter -n 3 --machine $file --block 50" <<-'END'
		algorithm  options    time_us  ratio
		flat             -  5843/5000  1.000
		binomial         -  5843/5000  1.000
		bundle           -  5843/5000  1.000
		bound            -  5843/5000  1.000
	END
	answers "reach -t 2 --machine $file --bytes 50" 7
	echo 'L=0.333 s=1 o_s=3.0 o_r=2.5 g=1.2 G=0.003' >"$file"
	answers "time --op allgather -n 4 --machine $file --block 7" 159/100
	ask "schedule best --op allgather -n 4 --machine $file --block 7 | fibcast check"
	same halves 'ok: 8 transmissions, 12 blocks, finish 1.59 us (lower bound 1.116 us)' "${out%?}"
	# One block takes longer than two.
	printf '%s\n' 'L=2.5 s=1 o_s=1.9 o_r=2.6 g=3.8 G=0.0024' \
		'we detected a protocol change at 10 bytes:' \
		'L=4.8 s=1001 o_s=2.7 o_r=0.5 g=2.9 G=0.0077' >"$file"
	for of in '3 --bytes 21' '7 --bytes 49' '12 --bytes 84' '31 --bytes 217 --rdma'; do
		ask "schedule rabenseifner --op allreduce --machine $file -n $of | fibcast check --quiet"
		same "$of" ' [0]' "$out [$status]"
	done
}

@test 'every refusal is one line that names what is wrong' {
	each refuses 2 <<-'END'
		time -n 5 --logp 5us,1,2us => time: --logp: '5us,1,2us' has a unit for L, but none for o
		time -n 5 --logp 5,1us,2us => time: --logp: '5,1us,2us' has a unit for o, but none for L
		time -n 5 --logp 5us => time: --logp: '5us' is not L,o,g
		time -n 5 --logp 5h,1h,2h => time: --logp: '5h' has none of the units ns, us, ms, s
		time -n 5 --logp 5us,0us,0us => time: --logp: '5us,0us,0us' has neither overhead nor gap
		time -n 5 --loggp 5,1,2 --bytes 3 => time: --loggp: '5,1,2' is not L,o,g,G
		time -n 5 --loggp 5,1,2,1,1 --bytes 3 => time: --loggp: '5,1,2,1,1' is not L,o,g,G
		time -n 5 --loggp 5,1,2,1 => time: --bytes is missing: G is the time of each
		time -n 5 --loggp 5,1,2,1 --bytes 0 => time: --bytes: must be at least 1, not '0'
		time -n 5 --loggp 5,1,2,1 --bytes 1.5 => time: --bytes: '1.5' is not a whole number
		time -n 5 --loggp 5,1,2,1 --bytes 64KB => time: --bytes: '64KB' has the unit KB: write kB for 1000, KiB for 1024
		time -n 5 --loggp 5,1,2,1 --bytes 64us => time: --bytes: '64us' has the unit us, but bytes are needed
		time -n 5 --loggp 5,1,2,1 --bytes 64KiBs => time: --bytes: '64KiBs' is not a number
		time -n 5 --loggp 5,1,2,1 --bytes 64BB => time: --bytes: '64BB' is not a number
		time -n 5 --loggp 5,1,2,1 --bytes B => time: --bytes: 'B' is not a number
		time -n 5 --loggp 5,1,2,1 --bytes 1KiB..4KiBx2B => time: --bytes: '1KiB..4KiBx2B' is not a sweep
		time -n 5 --loggp 5,1,2,1 --bytes 1.0005kB => time: --bytes: '1.0005kB' is not a whole number
		time -n 64KiB --loggp 5,1,2,1 --bytes 3 => time: --processors: '64KiB' has the unit KiB, but a plain number is needed
		time -n 5 --logp 5,1,2 --bytes 3 => time: --bytes: not used without G, the time of a byte: --loggp has it
		time -n 5 -l 2 --bytes 3 => time: --bytes: not used without --loggp or --machine
		time -n 5 -l 2 --unit us => time: --unit: not used without a machine
		time -n 5 --model telephone --unit us => time: --unit: not used without a machine
		bound -n 5 --model sendrecv --rdma => bound: --rdma: not used without a machine
		rank 1 -n 5 --op allgather --rdma => rank: --rdma: not used without a machine
		compare -n 5 --op allreduce --unit us => compare: --unit: not used without a machine
		time -n 5 --model telephone --loggp 5,1,2,1 --bytes 3 => time: --loggp: not used in the model telephone
		schedule ring -n 5 --op allgather --unit us => schedule: --unit: not used without a machine
		schedule telephone -n 5 --unit us => schedule: --unit: not used by telephone
		schedule root -n 5 --cost clog --unit us => schedule: --unit: not used by root
		time -n 5 --logp 5,1,2 --unit us => time: --unit: --logp has no unit to convert from
		time -n 5 --logp 5,1,2 --unit h => time: --unit: 'h' is none of own, ns, us, ms, s
		time -n 5 -l 5us => time: --latency: '5us' has the unit us, but a plain number is needed
		time -n 5 -l 2 --loggp 5,1,2,1 => time: --latency and --loggp: only one can be given
		time -n 5 --logp 5,1,2 --loggp 5,1,2,1 => time: --logp and --loggp: only one can be given
		time -n 5 --loggp 5,1,2,1 --bytes 3 --model logp => time: --loggp: gives times in the machine's own unit, --model logp in steps: use one of them
		bound -n 5 -m 11 --loggp 5,1,2,1 --bytes 10 => bound: --bytes: 10 bytes in 11 messages would be less than a byte each
		bound -n 5 -m 2 --loggp 5,1,2,1 --bytes 1 => bound: --bytes: 1 byte in 2 messages would be less than a byte each
		schedule pipeline -n 5 -m 11 --loggp 5,1,2,1 --bytes 10 => schedule: --bytes: 10 bytes in 11 messages would be less than a byte each
		schedule bcast -n 5 --loggp 5,1,2,1 --bytes 10..20 => schedule: --bytes: '10..20' is a sweep, but one value is needed
		schedule telephone -n 6 --logp 5,1,2 => schedule: --logp: not used by telephone
		schedule continuous -n 6 --logp 5,1,2 => schedule: --logp: not used by continuous, which counts in steps: give --latency
		compare -n 5 --model postal,logp --loggp 5,1,2,1 --bytes 3 => compare: --loggp: not used with several models
		time -n - --machine - => time: --machine: standard input is read by --processors already
		time -n 5 --machine => time: --machine: FILE is missing
	END
	export LC_ALL=C
	refuses 2 'time -n 5 -l 5µs' \
		"time: --latency: '5µs' has the unit µs, but a plain number is needed"
	refuses 2 'time -n 5 --logp 5µs' "time: --logp: '5µs' is not L,o,g"
}

@test 'sizes, times and files of machines as people write them' {
	each answers <<-'END'
		time -n 8 --loggp 1us,1us,1us,.001us --bytes 64kib => 41121/200
		time -n 8 --loggp 1us,1us,1us,.001us --bytes 64KIB => 41121/200
		time -n 8 --loggp 1us,1us,1us,.001us --bytes 1mb => 3008997/1000
		time -n 8 --loggp 1us,1us,1us,.001us --bytes 1mib => 126189/40
		time -n 8 --logp 1.2usec,1US,1us => 37/5
		time -n 8 --loggp 1us,1us,1us,.2ns/B --bytes 1k => 37997/5000
		time -n 8 --loggp 1us,1us,1us,5GB/s --bytes 1k => 37997/5000
		time -n=8 --logp 1.2us,1us,1us => 37/5
	END
	printf '%s\n' 'L: 1.2usec # measured' 'o 1 us' g=1us >m
	answers 'time -n 8 --machine m' 37/5
}

@test 'files that are no machine are refused with the line' {
	# no TEXT MESSAGE
	no() {
		printf "$1" >m
		misreads 'time -n 5 --machine m' "time: --machine: $2"
	}
	no '' 'm: the machine has no L'
	no 'o = 2us\ng = 4us\n' 'm: the machine has no L'
	no 'L = 6us\no = 2us\n' 'm: the machine has no g'
	no 'L = 6us\nx = 2us\ng = 4us\n' "m:2: 'x' is not one of the keys L, o, g, G, P, inside.L, ..., node"
	no 'L = 6us\ng=1us\no=1us\nnode = 2\ninside.L = 1us\n' 'm: the machine has no inside.o'
	no 'L = 6us\ng=1us\no=1us\ninside.L = 1us\n' 'm: the machine has no node'
	no 'L = 6\ng=1\no=1\nnode = 1/2\n' "m:4: 'node = 1/2' is not a number of processors"
	no 'L = 6\ng=1\no=1\nnode = 1e10\n' "m:4: 'node = 1e10' is too large a node"
	no 'L = 6\ng=1\no=1\nnode = 2\ninside.L=1\ninside.o=0\ninside.g=0\n' \
		"m:7: 'inside.g=0' leaves neither overhead nor gap"
	no 'L = 6us\nL = 2us\ng = 4us\n' "m:2: 'L' is given twice"
	no 'L = 6us\n\nx 2us\n' "m:3: 'x 2us' is not key = value"
	no 'L = six\n' "m:1: 'six' is not a number"
	no 'L = 6us us\n' "m:1: 'L = 6us us' is not a line such as L = 6us"
	no 'L = 6us\no = 1.2\ng = 4us\n' \
		"m:2: 'o = 1.2' has no unit, but L has one"
	no 'L = 6\ninside.o = 1\no = 2\ng = 4us\n' \
		"m:4: 'g = 4us' has a unit, but L has none"
	no 'inside.L = 1us\ninside.G = 1 # a byte\n' \
		"m:2: 'inside.G = 1 # a byte' has no unit, but inside.L has one"
	no 'L = 6\ng = 0.0\n\no = 0\n' "m:4: 'o = 0' leaves neither overhead nor gap"
	no 'L = 6\no = 1\ng = 1\nP = 0\n' "m:4: 'P = 0' is not a number of processors"
	no 'L=1 s=9 o_s=1 o_r=1 g=1 G=1\nL=1 s=1 o_s=1 o_r=1 g=1 G=1\n' \
		"m:2: 'L=1 s=1 o_s=1 o_r=1 g=1 G=1' has a smaller size than the line before"
	no 'L=1 s=9 o_r=1 o_s=1 g=1 G=1\n' "m:1: 'o_s=' is missing where it should stand"
	no 'L=1 s=1 o_s=1 o_r=1 g=nan G=nan\n' 'm:2: g and G are missing for the sizes before'
	no 'L=nan s=1 o_s=1 o_r=1 g=1 G=1\n' "m:1: 'L=nan s=1 o_s=1 o_r=1 g=1 G=1' has no L"
	misreads 'time -n 5 --machine none' 'time: --machine: none: No such file or directory'
	printf 'L = 6us\no = 2us\ng = 4us\n' >m
	refuses 2 'time --machine m' 'time: --processors is missing'
	# In a schedule.
	fibcast schedule bcast -n 3 --logp 6us,2us,4us >s
	wrong() {
		sed "$1" s >t
		misreads 'check t' "check: t:$2"
	}
	wrong 's/L=6us/L=6/' "6: 'L=6 o=2us g=4us' has a unit for o, but none for L"
	wrong 's/L=6us o/L=6 x/' "6: 'L=6 x=2us g=4us' is not a machine, L=6us o=2us g=4us"
	wrong '/^# messages/s/1/9/;s/g=4us/g=4us G=1us bytes=8/' "6: 'L=6us o=2us g=4us G=1us bytes=8' has fewer bytes than there are messages"
	sed -i 's/model machine/model postal/; s/^# unit us/# send 4\n# latency 10/' s
	wrong 's/^# send 4/# send 0/' "7: send: '0' is not a time that a send can take"
	wrong 's/^# send 4/# send 11/' "8: latency: '10' is less than a send takes"
	wrong 's/^# send 4/# send x/' "7: send: 'x' is not a time"
	wrong 's/model postal/model logp/' '7: model logp has sends of length 1 only'
}

@test 'figures that are no machine: in a header, on the command line' {
	local figures G='L=6us o=2us g=4us G=1us'
	fibcast schedule bcast -n 3 --loggp 6us,2us,4us,1us --bytes 8 >s
	# figures FIGURES: with these in its header.
	figures() { sed "s|^# machine .*|# machine $1|" s >t; }
	while read -r figures; do
		figures "$figures"
		misreads 'check t' \
			"check: t:6: '$figures' is not a machine, L=6us o=2us g=4us"
	done <<-END
		L=6us o=2us
		L=6us g=4us o=2us
		$G bytes=0
		$G bytes=1/2
		$G bytes=8us
		$G bytes=8 rdmax
		$G bytes=8 from=0 o=2us g=4us G=1us
		$G bytes=8 from=1/2 o=2us g=4us G=1us
		$G bytes=8 from=4us o=2us g=4us G=1us
		$G bytes=8 from=9 o=2 g=4us G=1us
		$G bytes=8 from=9 o=2us g=4us
		$G bytes=8 from=9 o=0us g=0us G=1us
		$G from=9 o=2us g=4us G=1us
	END
	figures 'L=6us o=0us g=0us'
	misreads 'check t' "check: t:6: 'L=6us o=0us g=0us' has neither overhead nor gap"
	figures "$G bytes=8 from=9 o=0us g=4us G=1us from=10 o=2us g=0us G=1us"
	answers 'check t' 'ok: 2 transmissions, finish 28 us (optimal)'
	each refuses 2 <<-'END'
		time -n 2 --loggp 6,2,4B/s --bytes 8 => time: --loggp: '6,2,4B/s' is not L,o,g,G
		time -n 2 --loggp 6,2,4,0B/s --bytes 8 => time: --loggp: '6,2,4,0B/s' is not L,o,g,G
		time -n 2 --loggp 6,2,4,1/3B/s --bytes 8 => time: --loggp: '6,2,4,1/3B/s' has a unit for G, but none for L
		time -n 2 --loggp 6Z,2,4,1 --bytes 8 => time: --loggp: '6Z' has none of the units ns, us, ms, s and, for G, GB/s
		time -n 2 --loggp '6[,2,4,1' --bytes 8 => time: --loggp: '6[,2,4,1' is not L,o,g,G
		time -n 2 --loggp 6us,2us,4us,1/B --bytes 8 => time: --loggp: '6us,2us,4us,1/B' is not L,o,g,G
		time -n 2 --loggp 6,0,0,1 --bytes 8 => time: --loggp: '6,0,0,1' has neither overhead nor gap
		time -n 2 --logp 6,0,0 => time: --logp: '6,0,0' has neither overhead nor gap
	END
	answers 'time -n 2 --loggp 6s,2s,4s,1/3B/s --bytes 8' 31
}

@test 'compare -m best: the best number of segments' {
	shows 'compare -n 64 --loggp .6128us,1/4us,.5us,.00033us --bytes 1Ki,256Ki -m best -d 3' <<-'END'
		 bytes  segments  algorithm  options  way                  time_us  ratio
		  1024         2  greedy           -  as-soon-as-possible    7.187  1.000
		262144        44  cyclic           -  as-soon-as-possible  126.354  1.033
	END
	shows 'compare -n 9 --loggp 6,2,4,1 --bytes 12 -m best -f csv' <<-'END'
		bytes,segments,algorithm,options,way,time,ratio
		12,3,cyclic,-,as-soon-as-possible,54,1.000
	END
	# What it prints is that schedule's time, and none of all is sooner.
	for machine in 6,2,4,1/3 9,1,1,1/2 22/7,0,1,1/100; do
		read -r _ m algorithm options _ time _ < <(fibcast compare -n 11 \
			--loggp $machine --bytes 40 -m best -H 2>/dev/null)
		[[ $options != - ]] || options=
		# What is built for the machine is printed by another command.
		[[ $algorithm != optimum ]] || algorithm=best options=
		[[ $m == 1 ]] || options+=" -m $m"
		same "$machine" "$time" "$(fibcast schedule $algorithm $options \
			-n 11 --loggp $machine --bytes 40 2>/dev/null |
			fibcast check | sed -E 's/.*finish ([^ ]*).*/\1/')"
		# schedule best finds it itself; bound says what its ratio is to.
		same best "finish $time" "$(fibcast schedule best -n 11 -m best \
			--loggp $machine --bytes 40 | fibcast check |
			grep -o 'finish [^ ]*')"
		bound=$(fibcast bound -n 11 -m best --loggp $machine --bytes 40)
		same ratio "$(awk "BEGIN { printf \"%.3f\", ($time) / ($bound) }")" \
			"$(fibcast compare -n 11 --loggp $machine --bytes 40 \
				-m best -H 2>/dev/null | awk '{ print $NF }')"
	done
	# More time finds what is at least as good, and both find the same.
	answers 'schedule best -n 16 -m best --limit 2 --loggp 30us,5us,20us,.08us --bytes 256Ki |
		fibcast check -d 1 | sed "s/ us.*//;s/.*finish //"' \
		"$(fibcast compare -n 16 -m best --limit 2 -H -d 1 \
			--loggp 30us,5us,20us,.08us --bytes 256Ki |
			awk '{ print $6 }')"
	answers 'schedule best -n 16 -m 9 --limit 1 -l 5/2 | fibcast check' \
		'ok: 135 transmissions, finish 33/2 (optimal)'
	shows 'bound -n 4,64 --loggp .6128us,.5us,.5us,.00033us --bytes 256Ki,1Mi -m best -d 3' <<-'END'
		 n    bytes  bound_us
		 4   262144   105.567
		 4  1048576   382.403
		64   262144   129.378
		64  1048576   426.397
	END
	shows 'bound -n 64 -m 16 --loggp .6128us,.5us,.5us,.00033us --bytes 256Ki -d 3 --all' <<-'END'
		bound_us              value  holds  source
		drift               131.053  yes    src/model/postal/drift.c
		counting            130.711  yes    Subramonian-Venkatasubramanian-1993-Theorem-3.3-generalized
		last-message        130.711  yes    Bar-Noy-Kipnis-1994-Lemma-8
		logarithmic         115.168  yes    Bar-Noy-Kipnis-1994-Corollary-9(1)
		latency              95.615  yes    Bar-Noy-Kipnis-1994-Corollary-9(2)
		machine-ports       130.711  yes    src/model/machine/bound.c
		machine-processors  129.915  yes    src/model/machine/bound.c
	END
	# What the processors have to do is counted for any number of them.
	shows 'bound -n 4096,1e6,10^20 -m 40 --loggp .6128us,.5us,.5us,.00033us --bytes 256Ki -d 3 -f csv' <<-'END'
		n,bound_us
		4096,159.509
		1000000,184.768
		100000000000000000000,332.896
	END
	each refuses 2 <<-'END'
		bound -n 9 -l 2 -m best => bound: --messages: 'best' needs --bytes, and --loggp or --machine
		bound -n 9 --loggp 6,2,4,1 --bytes 9 -m best --all => bound: --messages: 'best' is not used with --all
		bound -n 9 -m best --model telephone => bound: --messages: 'best' is not used with --model telephone
		compare -n 9 --loggp 6,2,4,1 --bytes 9 -m best --model telephone => compare: --messages: 'best' is not used with --model
		bound -n 9 -m best --op allgather --loggp 6,2,4,1 --bytes 9 => bound: --messages: 'best' is not used with --op allgather
		schedule best -n 9 -l 2 -m best => schedule: --messages: 'best' needs --bytes, and --loggp or --machine
		schedule best -n 9 --loggp 6,2,4,1..2 --bytes 9 -m best => schedule: --loggp: G is a sweep, but one value is needed
		schedule bcast -n 9 --loggp 6,2,4,1 --bytes 9 -m best => schedule: --messages: 'best' is only for 'schedule best', which chooses the algorithm, too
		rank 1 -n 9 --loggp 6,2,4,1 --bytes 9 -m best => rank: --messages: 'best' is not used here: 'fibcast compare -m best' says how many segments that is
		optimum -n 9 --loggp 6,2,4,1 --bytes 9 -m best => optimum: --messages: 'best' is not used here: 'fibcast compare -m best' says how many segments that is
		time -n 9 --loggp 6,2,4,1 --bytes 9 -m best => time: --messages: 'time' is for one message: see 'bound', 'compare' and 'optimum'
		compare -n 9 -l 2 -m best => compare: --messages: 'best' needs --bytes, and --loggp or --machine
		compare -n 9 --logp 6,2,4 -m best => compare: --messages: 'best' needs --bytes, and --loggp or --machine
		compare -n 9 --loggp 6,2,4,1 --bytes 9 -m best,2 => compare: --messages: 'best,2' is not a number
	END
}

@test 'compare -m best: where the bounds are low, what is planned is looked at' {
	fibcast compare -n 23 --op reduce --loggp 4,2,0,1 --bytes 64Ki -m best \
		-H -f tsv 2>"$BATS_TEST_TMPDIR/err" | {
		read -r _ m name _ way time _
		same best '215 circulant as-soon-as-possible 68290' "$m $name $way $time"
	}
	same warning 'fibcast: compare: warning: not every number of segments was looked at: --limit gives '\''compare'\'' more time' \
		"$(<"$BATS_TEST_TMPDIR/err")"
}

@test 'compare -m best: no number of segments up to 64 is better' {
	local most of
	while read -r most of; do
		# shellcheck disable=SC2086 # words
		same "$of" 1 "$({
			fibcast compare $of -m best -H -f tsv | cut -f 3,6
			fibcast compare $of -m 1..$most -H -f tsv | cut -f 2,5
		} | awk -F '[\t/]' '$1 != "bound" {
				time = $2 / ($3 ? $3 : 1)
				if (NR == 1) best = time
				if (NR == 1 || time < least) least = time
			} END { print best <= 1.001 * least }')"
	done <<-'END'
		20 -n 3 --op reduce --loggp 8,2,0,1/3 --bytes 4096
		64 -n 25 --loggp 0,0,1/2,1/100 --bytes 65536
		64 -n 27 --op reduce --loggp 11/3,11/10,0,1/3 --bytes 1000
	END
}

@test 'compare -m best: what it builds, compare and schedule best build, too' {
	local of m time
	while read -r of; do
		# shellcheck disable=SC2086 # words
		read -r m time < <(fibcast compare $of -m best -H -f tsv |
			cut -f 2,6)
		# shellcheck disable=SC2086 # words
		{
			same "$of" "optimum $time" "$(fibcast compare $of \
				-m "$m" -H -f tsv | head -n 1 | cut -f 1,4 |
				tr '\t' ' ')"
			same "$of" "# finish $time" "$(fibcast schedule best \
				$of -m best | grep finish)"
		}
	done <<-'END'
		-n 16 --loggp 6,8,2,1/3 --bytes 1000
		-n 17 --loggp 2,12,7,.1 --bytes 4096
		-n 24 --loggp 10,1,0,.1 --bytes 300
	END
}

@test 'schedule best on a machine: built for 200 processors, found by nothing else' {
	local best='schedule best -n 200 -m 8 --logp 5,3,1'
	answers "$best | fibcast check" \
		'ok: 1592 transmissions, finish 95 (lower bound 17771/199)'
	answers "compare -n 200 -m 8 --logp 5,3,1 -H -f tsv | sed -n '1p;2p' |
		cut -f 1,4" $'optimum\t95\ncyclic\t100'
}

@test 'optimum on a machine: --limit builds as long as in compare' {
	local of='-n 9 -m 12 --logp 11,5,3 --limit 1' time
	# shellcheck disable=SC2086 # words
	time=$(fibcast compare $of -H -f tsv | head -n 1 | cut -f 4)
	# shellcheck disable=SC2086 # words
	same "$of" "545/4..$time" "$(fibcast optimum $of 2>/dev/null)"
}

@test 'compare -m best: a machine for which nothing can be planned' {
	shows 'compare -n 5 -m best --loggp 0,0,12,.1 --bytes 1000 -f tsv' <<-'END'
		bytes	segments	algorithm	options	way	time	ratio
		1000	4	cyclic	-	as-soon-as-possible	987/5	1.065
	END
	# In messages of a byte, which nobody copies, it can be.
	ask 'compare -n 1e5 -m best --loggp 0,0,2,1 --bytes 65536 -H'
	same 'for many processors' 131102 "$(awk '{ print $6 }' <<<"$out")"
	answers 'schedule best -n 5 -m best --loggp 0,0,12,.1 --bytes 1000 | fibcast check' \
		'ok: 16 transmissions, finish 987/5 (lower bound 927/5)'
}

@test 'compare -f openmpi-text, openmpi: its rules' {
	local machine='--loggp .6128us,.5us,.5us,.00033us'
	shows "compare -n 4,64 $machine --bytes 64,1Mi -m best -f openmpi-text" <<-'END'
		1 # collectives
		7 # bcast
		2 # sizes of communicators
		4 # processors
		2 # sizes of messages
		0 7 0 0 # 2.675us; the best of all 2.675us, bcast, segments 1
		1048576 3 0 65536 # 409.116us; the best of all 389.505us, sendrecv, segments 16
		64 # processors
		2 # sizes of messages
		0 7 0 0 # 8.026us; the best of all 6.913us, bcast, segments 1
		1048576 5 0 32768 # 1047.370us; the best of all 459.745us, sendrecv, segments 33
	END
	fibcast compare -n 4,64 $machine --bytes 64,1Mi -m best -f openmpi 2>/dev/null |
		finds json '[[4,63,[[0,1048575,7,null],[1048576,"inf",3,65536]]],[64,2147483647,[[0,1048575,7,null],[1048576,"inf",5,32768]]]]' \
			-c '[.collectives.bcast[] | [.comm_size_min, .comm_size_max,
				[.rules[] | [.msg_size_min, .msg_size_max, .alg, .seg_size]]]]'
	# A reduction's trees have other numbers; its k-nomial one is not in all versions.
	shows "compare --op reduce -n 64 $machine --bytes 64,1Mi -m best -f openmpi-text" <<-'END'
		1 # collectives
		11 # reduce
		1 # sizes of communicators
		64 # processors
		2 # sizes of messages
		0 5 0 0 # 9.802us; the best of all 6.913us, bcast, segments 1
		1048576 3 0 16384 # 1099.786us; the best of all 458.789us, circulant, segments 31
	END
	answers "compare --op reduce -n 64 $machine --bytes 64 -d 3 -H --all | awk '\$1 == \"binomial\" { print \$4 }'" 9.802
	# The best of all is what compare finds where it may build schedules.
	same greedy $'0 7 0 0 # 10.877us; the best of all 8.912us, greedy, segments 2' \
		"$(fibcast compare -n 64 $machine --bytes 1Ki -m best -f openmpi-text | tail -n 1)"
	# Its time is that of the tree that we build for as many segments.
	answers "compare -n 64 $machine --bytes 1Mi -m 32 --all -d 3 -H | awk '\$1 == \"binary\" { print \$4 }'" 1047.370
	each refuses 2 <<-'END'
		compare -n 4 --loggp 6,2,4,1 --bytes 9 -f openmpi => compare: --format: openmpi of --op broadcast needs --messages best
		compare -n 4 -l 2 -f openmpi-text => compare: --format: openmpi-text of --op broadcast needs --messages best
		compare -n 4,2 --loggp 6,2,4,1 --bytes 9 -m best -f openmpi => compare: --processors: sizes must ascend for Open MPI's rules
		compare -n 2,4 --loggp 6,2,4,1 --bytes 9,9 -m best -f openmpi => compare: --bytes: sizes must ascend for Open MPI's rules
		compare -n - --loggp 6,2,4,1 --bytes 9,9 -m best -f openmpi => compare: --processors: standard input is not used for Open MPI's rules
		compare -n 1..70000 --loggp 6,2,4,1 --bytes 9 -m best -f openmpi => compare: --processors: more than 65536 sizes for Open MPI's rules
		compare -n 2^62 --loggp 6,2,4,1 --bytes 9 -m best -f openmpi => compare: --processors: sizes must be below 2^62 for Open MPI's rules
	END
}

@test 'program says how to read a solution in the machine'\''s time' {
	reads() {
		same "$1" "$2" "$(fibcast program $1 2>/dev/null |
			sed -n 's/^.* Read:  fibcast program \(.*\) --solution p.sol$/\1/p')"
	}
	reads '-n 5 -m 3 -l 2' '-n 5 -m 3 -l 2'
	reads '-n 5 -m 3 --logp 6us,2us,5us' '-n 5 -m 3 --logp 6us,2us,5us'
	reads '-n 5 -m 3 --logp 6us,2us,5us --unit ns' \
		'-n 5 -m 3 --logp 6000ns,2000ns,5000ns'
	reads '-n 3 -m 4 --loggp 6,2,5,1 --bytes 4' \
		'-n 3 -m 4 --loggp 6,2,5,1 --bytes 4'
	reads '-n 5 --logp 6us,2us,5us --continuous --period 9' \
		'--continuous --period 9 -n 5 --logp 6us,2us,5us -m 20'
	printf 'L = 6us\no = 2us\ng = 5us\nG = 1us\n' >m
	refuses 2 'program -n 5 --continuous --machine m' \
		'program: --machine: G is not used with --continuous, which never ends: give --logp for one item'
	refuses 2 'program -n 5 --continuous --loggp 6,2,5,1 --bytes 4' \
		'program: --loggp: G is not used with --continuous, which never ends: give --logp for one item'
	printf 'L = 6us\no = 2us\ng = 5us\n' >m
	reads '-n 5 -m 3 --machine m' '-n 5 -m 3 --logp 6us,2us,5us'
}

@test 'replay on a machine: LogGOPSim'\''s times' {
	fibcast schedule pack -n 14 -m 3 -l 5/2 >s
	answers 'replay s --logp 6us,2us,4us' 66
	answers 'replay s --logp 6us,2us,4us --unit ns' 66000
	shows 'replay s --loggp 6,1..2,4,1/8 --bytes 3,6 -f csv' <<-'END'
		bytes,o,finish
		3,1,64
		3,2,66
		6,1,527/8
		6,2,543/8
	END
	fibcast schedule pipeline -n 33 -m 8 -l 3 >s
	fibcast schedule census -n 32 -l 11/4 >c
	answers 'replay c --logp 5us,3us,4us' 58
	answers 'replay c --logp 5us,3us,4us --rdma -d 2' 58.00
	each refuses 2 <<-'END'
		replay s --logp 6,2,4 --seed 3 => replay: --seed: not used with a machine
		replay s --logp 6,2,4 --trials 3 => replay: --trials: not used with a machine
		replay s --logp 6,2,4 --latencies random => replay: --latencies: not used with a machine
		replay s --loggp 6,2,4,1 => replay: --bytes is missing: G is the time of each
		replay s --loggp 6,2,4,1 --bytes 3 => replay: --bytes: 3 bytes in 8 messages would be less than a byte each
	END
	fibcast schedule circulant -n 5 --op allgather >s
	answers 'replay s --logp 6,2,4' 30
}

# Writes into s what fibcast 2.0.0 printed: it is stored, in a unit in which all
# times are whole, or printed still.
make_schedule() {
	if [[ -e $BATS_TEST_DIRNAME/stored/$1 ]]; then
		cp "$BATS_TEST_DIRNAME/stored/$1" s
	else
		fibcast schedule "$@" >s
	fi
}

# ends 'SCHEDULE on MACHINE' 'END RDMA': as soon as possible on that machine.
ends() {
	local what=${1% on *} machine=${1#* on }
	machine=${machine/NET/.6128us,.5us,.5us,.00033us}
	make_schedule $what
	same "$1" "$2" "$(fibcast replay s $machine) $(
		fibcast replay s $machine --rdma)"
}

@test 'replay on a machine: when LogGOPSim ends, and where bytes are not copied' {
	each ends <<-'END'
		cyclic_64_30.tsv on --loggp NET --bytes 256Ki => 9677473/50000 1333263/10000
		greedy_64_8.tsv on --loggp NET --bytes 256Ki => 16153683/100000 16019843/100000
		cyclic_16_54.tsv on --loggp NET --bytes 1Mi => 29413071/50000 10109653/25000
		bcast -n 64 -l 15003/6443 on --loggp NET --bytes 1Ki => 920153/100000 920153/100000
		binomial -n 64 -m 8 -l 431583/320303 on --loggp NET --bytes 64Ki => 1002639/6250 1002639/6250
		chain -n 13 -m 16 -l 59283/37027 on --loggp NET --bytes 64Ki => 912049/10000 1376801/20000
		binary -n 20 -m 8 -l 228831/117551 on --loggp NET --bytes 16Ki => 414543/12500 144807/5000
		greedy_33_8.tsv on --loggp 6us,2us,4us,1/64us --bytes 65536 => 129393/64 110579/64
		greedy_13_5.tsv on --loggp 10us,1us,2us,.01us --bytes 5000 => 3648/25 12593/100
		greedy_20_8.tsv on --loggp 5us,1us,4us,.003us --bytes 8000 => 100967/1000 92973/1000
		cyclic_64_34.tsv on --loggp 5us,1us,4us,.003us --bytes 256Ki => 64949/50 5471/5
		cyclic_64_26.tsv on --loggp 1us,.2us,.7us,.00008us --bytes 1Mi => 949047/6250 798389/6250
		dtree -n 20 -m 5 -l 11797/8797 on --loggp 5us,1us,4us,.003us --bytes 8000 => 67579/500 67579/500
		two-tree -n 20 -m 6 -l 9997/6997 on --loggp 5us,1us,4us,.003us --bytes 6000 => 24591/200 122961/1000
		weave -n 10 -m 4 -l 1523/1273 on --loggp 30us,5us,20us,.08us --bytes 4096 => 5292/5 5292/5
		pipeline -n 8 -m 9 -l 513999/11999 on --loggp 500us,2us,2us,.001us --bytes 90000 => 609991/500 574973/500
		bcast -n 100 -l 5/2 on --logp 6us,2us,4us => 50 50
		greedy_13_40.tsv on --logp 6us,2us,4us => 210 210
		cyclic_9_7.tsv on --logp 5us,3us,4us => 62 62
		flat -n 8 -m 3 -l 11/4 on --logp 5us,3us,4us => 91 91
		census -n 32 -l 11/4 on --logp 5us,3us,4us => 58 58
		census_33.tsv on --logp 6us,2us,4us => 50 50
		reduce_32_25.tsv on --logp 6us,2us,4us => 154 154
		reduce_4_4.tsv on --logp 5us,3us,4us => 38 38
		reduce_20_6.tsv on --logp 5us,3us,4us => 65 65
		binomial --op reduce -n 16 -m 3 -l 194247/82967 on --loggp NET --bytes 3000 => 126351/10000 1164609/100000
		knomial -n 27 -m 4 -l 194247/82967 on --loggp NET --bytes 4000 => 636409/25000 636409/25000
		pack -n 14 -m 3 -l 5/2 on --logp 6us,2us,4us => 66 66
	END
}

# plans 'SCHEDULE of BYTES by U on MACHINE' FINDING: check, where a send of one
# unit becomes one of U, so that each message of that many bytes is taken when it
# arrives.
plans() {
	local what=${1%% of *} bytes=${1#* of } u=${1#* by } machine=${1#* on }
	bytes=${bytes%% *} u=${u%% *}
	machine=${machine/NET/L=.6128 o=.5 g=.5 G=.00033}
	make_schedule $what
	awk -v u="$u" -v machine="$machine" -v bytes="$bytes" '
		BEGIN { OFS = "\t"; split(u, by, "/"); by[2] += !by[2] }
		/^# (latency|send|finish)/ { next }
		/^# model/ { $0 = "# model machine" }
		/^# messages/ { print; $0 = "# machine " machine " bytes=" bytes * $3 }
		/^[0-9]/ { split($1 "/1", time, "/")
			$1 = time[1] * by[1] "/" time[2] * by[2] }
		1' OFMT=%d CONVFMT=%d s >planned
	ask 'check planned'
	same "$1" "$2" "$(sed -E '1!d; s/^ok: .* finish ([^ ]*).*/\1/
		s/.*(the CPU of .* at [^:]*):.*/\1/' <<<"$out")"
}

@test 'check of a planned schedule: when LogGOPSim ends, or what is taken twice' {
	each plans <<-'END'
		cyclic -n 64 -m 16 -l 1 of 16384 by 701919/100000 on NET => 14740299/100000
		cyclic -n 64 -m 24 -l 4/3 of 3641 by 373/25 on L=5 o=1 g=4 G=.003 => 34541/75
		cyclic -n 64 -m 7 -l 4/3 of 2341 by 1431/800 on NET => 10017/400
		cyclic -n 16 -m 32 -l 2 of 2048 by 10141/1000 on L=5 o=1 g=4 G=.003 => the CPU of 1 is taken twice at 30423/500
		cyclic -n 64 -m 20 -l 7/3 of 100 by 3897/700 on L=10 o=1 g=2 G=.01 => 29877/175
		greedy -n 33 -m 12 -l 2 of 8 by 647/128 on L=6 o=2 g=4 G=1/64 => 3235/32
		dtree -n 20 -m 5 -l 3 of 1 by 4 on L=6 o=2 g=4 G=0 => the CPU of 1 is taken twice at 16
		pipeline -n 13 -m 9 -l 3/2 of 1 by 22/3 on L=5 o=3 g=4 G=0 => 473/3
		weave -n 10 -m 4 -l 2 of 100 by 698/25 on L=30 o=5 g=20 G=.08 => 1496/5
		cyclic -n 256 -m 40 -l 90 of 1000 by 56111/10000 on L=500 o=2 g=2 G=.001 => 16777189/10000
		greedy -n 64 -m 2 -l 1 of 512 by 178143/100000 on NET => 1247001/100000
		cyclic -n 64 -m 16 -l 9/8 of 16384 by 640639/100000 on NET => the CPU of 1 is taken twice at 4595753/100000
		greedy_64_16.tsv of 16384 by 640639/300000 on NET => the CPU of 1 is taken twice at 7047029/150000
	END
}

@test 'check judges the schedules of a machine' {
	head='# fibcast schedule 1\n# model machine\n# processors 3\n# messages 2\n# machine L=4us o=1us g=2us\n# unit us\n'
	printf "${head}time from to message\n0 0 1 1\n2 0 1 2\n6 1 2 1\n8 1 2 2\n" >s
	shows 'check s' <<<'ok: 4 transmissions, finish 14 us (lower bound 12 us)'
	printf "${head}time from to message\n0 0 1 1\n2 0 1 2\n13/2 1 2 1\n17/2 1 2 2\n" >t
	printf "%s\n" "t:9: the CPU of 1 is taken twice at 7 us: it sends to 2 and receives from 0" >expected
	run fibcast check t
	same status 1 "$status"
	same says "$(cat expected)" "$output"
	printf "${head}time from to message taken\n0 0 1 1 5\n2 0 1 2 8\n6 1 2 1 11\n9 1 2 2 14\n" >t
	shows 'check t' <<<'ok: 4 transmissions, finish 15 us (lower bound 12 us)'
	same 'there and back' "$(fibcast convert -f tsv t)" \
		"$(fibcast convert -f text t | fibcast convert -f tsv)"
	# As soon as possible, sends that take no time begin with receives.
	answers 'schedule two-tree -n 9 --loggp 0,0,1,.003 --bytes 6040 -m 20 --op reduce | fibcast check' \
		'ok: 160 transmissions, finish 44381/1000 (lower bound 5084/125)'
	fibcast schedule census -n 4 --loggp 0,0,3,3 --bytes 3 >c
	grep -q 'taken$' c
	fibcast check c
	# What takes no time may be needed by a row before it.
	answers 'schedule chain -n 5 -m 2 --logp 0,0,1 --op reduce | fibcast check' \
		'ok: 8 transmissions, finish 1 (optimal)'
	wrong() {
		sed "$1" s >t
		misreads 'check t' "check: t:$2"
	}
	wrong 's/unit us/unit ms/' "6: 'ms' is not the machine's unit"
	wrong '/^# machine/d' "5: 'us' is not the machine's unit"
	wrong '/^# machine/d; /^# unit/d' "5: the header has no 'machine'"
	wrong 's/^# unit us/# latency 6/' '6: model machine has no latency'
	wrong 's/message$/message kind/' '7: more columns than the model has'
}

@test 'a row without a problem refuses the table before the first is printed' {
	each refuses 2 <<-'END'
		reach -t 53,5 --logp '1us,1us,2us..8us' => reach: --logp: the gap g = 4us is above L+2o = 3us: a message arrives before the next can be sent, a case that only 'time', 'bound', 'compare', 'schedule' and 'replay' answer
		sequence -i 1..4 --logp '1us,1us,2us..8us' -f json => sequence: --logp: the gap g = 4us is above L+2o = 3us: a message arrives before the next can be sent, a case that only 'time', 'bound', 'compare', 'schedule' and 'replay' answer
		compare -n 9 -m 1..8 --loggp 6us,2us,4us,1ns --bytes 4..9 -f tsv => compare: --bytes: 4 bytes in 5 messages would be less than a byte each
		bound -n 9 -m 1..8 --loggp 6us,2us,4us,1ns --bytes 4..9 -f tsv => bound: --bytes: 4 bytes in 5 messages would be less than a byte each
		time -n 2..9 --loggp 6us,2us,4us,1ns --bytes 4 --op allgather => time: --bytes: 4 bytes in 5 blocks would be less than a byte each
	END
	# What a row's answer is refused for takes those before it along.
	refuses 3 'time -n 5,1e1000000 -l 1e10000 -f csv' \
		'time: f(n) takes more work at this latency than --max-bits allows'
}

@test 'times say their unit: checks, trees, parts, pictures' {
	M='--loggp .6128us,.5us,.5us,.00033us --bytes 4Ki'
	fibcast schedule bcast -n 5 $M >s
	answers 'check s' 'ok: 4 transmissions, finish 6.66685 us (optimal)'
	answers 'check -d 2 s' 'ok: 4 transmissions, finish 6.67 us (optimal)'
	fibcast check -f json -d 2 s |
		finds json '"us" "6.67" 6.66685 null' -r '"\(.unit|@json) \(
			.finish|@json) \(.finish_approx) \(.not_on_machine)"'
	# Fractions that no decimal ends stay, and what has no unit does.
	fibcast schedule bcast -n 5 --logp 1/3us,1us,1us >t
	answers 'check t' 'ok: 4 transmissions, finish 14/3 us (optimal)'
	answers 'check -d 3 t' 'ok: 4 transmissions, finish 4.667 us (optimal)'
	fibcast schedule bcast -n 5 --logp 1/2,1,1 >t
	answers 'check t' 'ok: 4 transmissions, finish 5 (optimal)'
	shows "tree -n 4 $M -f outline" <<-'END'
		0  0 us
		├── 1  2.96415 us
		│   └── 3  5.9283 us
		└── 2  4.8155 us
	END
	shows "tree -n 2 $M" <<-'END'
		node  parent  depth      time_us  children
		   0       -      0            0         1
		   1       0      1  59283/20000         0
	END
	fibcast tree -n 2 $M -f dot | grep -q '1 \[label="1\\n2.96415 us"\]'
	shows "rank 1 -n 5 $M -d 2" <<-'END'
		event    peer  start_us  end_us
		receive     0      4.82    6.67
	END
	caption='bcast (machine): 5 processors, 1 message, latency 2.96415 us, a send 1.85135 us, finish 6.66685 us'
	for format in svg grid html goal ti trace; do
		fibcast convert -f $format s | grep -qF "$caption"
	done
	fibcast convert -f svg s | grep -q '>us</text>'
	fibcast convert -f svg s | grep -qF 'sent at 1.85135 us, received at 4.8155 us'
	fibcast convert -f dot s | grep -qF '0 -> 2 [label="1.85135 us"]'
	fibcast convert -f html s | grep -qF '<th scope="col">time, us</th>'
	for format in svg grid chart; do
		fibcast convert -f $format -d 2 s | tr '\n' ' ' |
			grep -q 'finish 6.67 us'
	done
	# In microseconds, whatever the unit.
	fibcast schedule bcast -n 3 --logp 6ns,2ns,4ns -f trace |
		grep -qF '"ts":0.004000,"dur":0.004000,"cat":"send"'
	fibcast schedule bcast -n 3 --logp 6,2,4 -f trace |
		grep -qF '"ts":4,"dur":4,"cat":"send"'
	each refuses 2 <<-'END'
		convert -f svg -d 19 s => convert: --decimals: pictures have at most 18
		convert -f html -d 2 s => convert: --decimals: not in the format html: with rounded times it would be another schedule
	END
}

@test 'a postal schedule that its machine does not allow' {
	cp "$BATS_TEST_DIRNAME"/stored/reduce_4_4.tsv s
	sed '/^# latency/i # machine L=5/4us o=3/4us g=1us' s >t
	answers 'check t' 'ok: 12 transmissions, finish 8.75 us (lower bound 8.5 us), valid in the postal model; not on the machine (the CPU of 1 is taken twice at 3 us: it receives from 2 and sends to 0)'
	fibcast check -f json t |
		finds json '"the CPU of 1 is taken twice at 3 us: it receives from 2 and sends to 0"' .not_on_machine
	fibcast schedule pack -n 14 -m 3 -l 5/2 |
		sed '/^# latency/i # machine L=6/4us o=2/4us g=1us' >t
	answers 'check t' 'ok: 39 transmissions, finish 16.5 us (lower bound 10 us)'
	# What is not valid is not asked of the machine.
	sed '$d' s | sed '/^# latency/i # machine L=5/4us o=3/4us g=1us' >t
	ask 'check t'
	[[ $out != *machine* ]]
	answers 'check s' 'ok: 12 transmissions, finish 35/4 (lower bound 17/2)'
	ask 'check --max-bits 2^12 t'
	[[ $status == 3 && $err == *'check: keeping so many transmissions needs '* ]]
}

@test 'pictures where the gap is above the latency' {
	for machine in 1/3ns,1/7ns,2ns 0,0,3 1,0,9; do
		for what in 'bcast -n 9' 'pipeline -n 5 -m 3'; do
			for format in chart grid svg html trace dot goal; do
				fibcast schedule $what --logp $machine -f $format >s
				none -E '[0-9]{15}' s
			done
		done
	done
	shows 'schedule bcast -n 4 --logp 2,0,3 -f chart --ascii' <<-'END'
		bcast (machine): 4 processors, 1 message, latency 2, a send 3, finish 5
		  0            1            2            3            4            5
		0 >2==================================== >1====================================
		1                                        <0------------------------------------
		2 <0------------------------------------ >3====================================
		3                                        <2------------------------------------
	END
	refuses 2 'schedule bcast -n 3 --logp 1,1/2,4 -f ti' \
		"schedule: --format: SimGrid's replay knows no message that arrives before the next can be sent"
}

@test 'collective operations: a message is not there when it is sent' {
	each refuses 2 <<-'END'
		time -n 5 --op gather --logp 0,0,1 => time: --op: where L and o are 0, gather is not known: a message is there when it is sent
		compare -n 5 --op alltoall --loggp 0,0,2,1 --block 2 => compare: --op: where L and o are 0, alltoall is not known: a message is there when it is sent
		schedule best -n 8 --op allreduce --node 4 --logp 2,1,1 --inside 0,0,1 => schedule: --op: where L and o are 0, allreduce is not known: a message is there when it is sent
		bound -n 5 --op allgather --logp 0..1,0,1 => bound: --op: where L and o are 0, allgather is not known: a message is there when it is sent
	END
	answers 'schedule best -n 8 --op gather --logp 0,1/9,1 | fibcast check' \
		'ok: 7 transmissions, 22 blocks, finish 4/3 (optimal)'
}

@test 'bound: in a census on a machine, too, everybody hears from everybody' {
	each answers <<-'END'
		bound -n 12 --op census --logp 6,2,4 => 30
		bound -n 7 --op census --logp 5.98us,1/4us,6us => 486/25
		bound -n 9 --op census --loggp 6,1/4,5,1/6 --bytes 7 => 27
		bound -n 9 --op census --loggp 6,1/4,5,1/6 --bytes 7 --rdma => 27
		schedule best -n 7 --op census --logp 5.98us,1/4us,6us | fibcast check => ok: 21 transmissions, finish 19.44 us (optimal)
	END
}

@test 'all commands agree about a machine' {
	local machine n m op first time finish
	# A message that is there as soon as it is sent: no time to divide by.
	same census 'ok: 15 transmissions, finish 2 (lower bound 0)' \
		"$(fibcast schedule census -n 5 --logp 0,0,1 | fibcast check)"
	while read -r machine n m op; do
		read -r first _ _ time _ < <(fibcast compare -n $n -m $m \
			--op $op --loggp $machine --bytes 300 -H)
		finish=$(fibcast schedule best -n $n -m $m --op $op \
			--loggp $machine --bytes 300 | fibcast check |
			grep -o 'finish [^ ]*')
		same "$machine $n $m $op" "finish $time" "$finish"
		# What is built for the machine is printed by another command.
		[[ $first != optimum ]] || first=best
		same "$machine $n $m $op: $first" "$finish" "$(fibcast schedule \
			$first -n $n -m $m --op $op --loggp $machine --bytes 300 |
			fibcast check | grep -o 'finish [^ ]*')"
		[[ $op != broadcast ]] || same "$machine $n, a table" "$time" \
			"$(fibcast compare -n $n,2 -m $m --loggp $machine \
				--bytes 300 -H -f csv | sed -n '1s/,[^,]*$//;1s/.*,//p')"
	done <<-'END'
		6,2,4,1/3 9 4 broadcast
		9,1,1,1/2 20 7 broadcast
		22/7,0,1,1/100 33 12 broadcast
		50,2,2,1/100 17 9 broadcast
		5,1,4,1/30 16 6 broadcast
		6,2,4,1/3 9 4 reduce
		50,2,2,1/100 17 9 reduce
		3,5,2,1/10 12 5 reduce
	END
}

@test 'rank on a machine: the part of one processor in what is planned' {
	local what rows
	while read -r what; do
		rows=$(fibcast schedule $what | grep -v '^[#t]' | sort)
		same "$what" "$rows" "$(fibcast rank --all --algorithm $what -H \
			-f tsv | awk -F '\t' -v OFS='\t' \
			'$2 == "send" { print $5, $1, $3, $4 }' | sort)"
		# Who receives holds it when the sender's e is over.
		same "$what, by time" '' "$(fibcast rank 1 --algorithm $what -H \
			-f tsv -d 9 | awk -F '\t' '$4 < last { print } { last = $4 }')"
	done <<-'END'
		cyclic -n 9 -m 4 --logp 8,2,4
		cyclic -n 9 -m 4 --logp 8,2,4 --op reduce
		pipeline -n 6 -m 3 --logp 8,2,4
		dtree -n 12 -m 3 --degree 2 --logp 8,2,4
		cyclic -n 16 -m 54 --loggp .6128us,.5us,.5us,.00033us --bytes 1Mi
	END
	# A radix is 4 unless given, on a machine, too.
	same radix "$(fibcast schedule knomial -n 100 --logp 8,2,4 |
		awk '$3 == 15 { print $2 }')" "$(fibcast rank 15 --algorithm \
		knomial -n 100 --logp 8,2,4 -H | awk '{ print $2 }')"
	answers 'schedule knomial -n 100 -m 3 --logp 1,2,3 | sed -n 3p' \
		'# algorithm knomial of degree 4'
	shows 'rank 2 -n 9 -m 4 --logp 8,2,4 --algorithm cyclic -t 20..28' <<-'END'
		event    peer  message  start  end
		send        5        3     20   24
		send        7        3     24   28
		receive     0        4     28   32
		send        6        3     28   32
	END
	shows 'rank 7 -n 10^30 -m 2 --logp 8,2,4 --algorithm pipeline -f csv' <<-'END'
		event,peer,message,start,end
		receive,5,1,972,976
		receive,5,2,976,980
		send,8,1,976,980
		send,8,2,980,984
	END
	refuses 2 'rank 2 -n 9 -m 4 --logp 5us,3us,4us --algorithm cyclic' \
		"rank: --logp: cyclic is carried out as soon as possible there, which is found for all processors together: 'fibcast schedule' prints them"
}

@test 'the longest caption has room' {
	time=4611686018427387903
	{
		printf '# fibcast schedule 1\n# model postal\n# algorithm %0100d\n' 0
		printf '# operation reduce\n# processors %s\n' 60
		printf '# messages 9223372036854775807\n# machine L=1us o=1us g=1us\n'
		printf '# send %s/%s\n' 4611686018427387847 $time
		printf '# latency %s/%s\n# node 2\n' 9223372036854775805 $time
		printf '# inside %s/%s\n' 9223372036854775804 $time
		printf 'time\tfrom\tto\tmessage\n0\t1\t0\t1\n'
	} >s
	same title 1 "$(fibcast convert -f svg s | grep -c "<title>0* reduce: 60 processors, 9223372036854775807 messages, latency 9223372036854775805/$time us, nodes of 2, inside .* us, a send .* us, finish .* us</title>")"
}

@test 'times without a common unit in which they are below 2^63' {
	local unit="the schedule's times have no common unit in which they are below 2^63"
	local blocks="the machine has figures for more than 16 sizes, or its times no common unit in which n blocks' are below 2^61"
	# Half of that, or denominators that are not too long, are small enough.
	each refuses 3 <<-END
		schedule bcast -n 5 --logp 2^63,1,1 => schedule: a schedule's numbers must be below 2^63
		schedule pipeline -n 5 -m 3 --logp 2^63,1,1 => schedule: $unit
		schedule pipeline -n 5 -m 3 --logp 1/3^20,1/2^40,1 => schedule: $unit
		schedule pipeline -n 5 -m 3 --logp 1,1/2^20,1/3^30 => schedule: $unit
		schedule greedy -n 5 -m 3 --logp 3,2^70,1 => schedule: $unit
		schedule window --op allgather -n 5 --loggp 6,2,4,1/3^40 --block 10 => schedule: $blocks
		schedule window --op allgather -n 5 --loggp 6,2,4,2^60 --block 10 => schedule: $blocks
		schedule ring --op allreduce -n 5 --loggp 6,2,4,2^61 --block 1 => schedule: $blocks
		schedule nodes -n 8 --node 2 -l 2^50 --inside 3 => schedule: the nodes' figures have no common unit in which they are small
		schedule in-out-in --op allreduce -n 8 --node 2 --loggp 6,2,4,1 --inside 1,1,1,1/3^40 --block 10 => schedule: the machines' times have no common unit in which n blocks' are below 2^61
	END
	same half "# finish $(fibcast compare -n 5 -m 3 --logp 2^62,1,1 -H -f tsv |
		awk '$1 == "pipeline" { print $4 }')" \
		"$(fibcast schedule pipeline -n 5 -m 3 --logp 2^62,1,1 |
			grep finish)"
	ask 'schedule pipeline -n 5 -m 3 --logp 1/3^20,1/2^20,1 | fibcast check'
	[[ $out == 'ok: 12 transmissions, finish '* ]]
}

@test 'what is taken before it is sent is drawn, and found' {
	cd "$BATS_TEST_TMPDIR"
	printf '%s\n' '# fibcast schedule 1' '# model machine' '# processors 2' \
		'# machine L=1 o=1/2 g=1/2' 'time from to message taken' \
		'9 0 1 1 1/9' >a.tsv
	ask 'convert -f chart a.tsv'
	[[ $out == *', finish 9'$'\n'* ]]
	ask 'check a.tsv'
	same 'taken early' '1' "$status"
	sed 's|1/9$|0|' a.tsv >b.tsv
	ask 'check b.tsv'
	same 'taken at 0' '1' "$status"
	[[ $out == *'takes message 1 at 0, but it is there only at 21/2'* ]]
}
