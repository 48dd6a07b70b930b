# replay: schedules played with latencies that vary.
load helper

continuous() {
	fibcast schedule continuous "$@" >"$BATS_TEST_TMPDIR/schedule"
}

@test 'with fixed latencies it ends when the schedule says' {
	fibcast schedule pipeline -n 9 -m 4 -l 3 >"$BATS_TEST_TMPDIR/s"
	shows "replay --latencies fixed --trials 2 $BATS_TEST_TMPDIR/s" <<-'END'
		trial  latencies  finish  extra  claim
		    1  fixed          15      0      6
		    2  fixed          15      0      6
	END
	fibcast schedule bcast -n 30 -l 1 >"$BATS_TEST_TMPDIR/s"
	same 'latency 1' '5 0' "$(fibcast replay -H --trials 1 \
		"$BATS_TEST_TMPDIR/s" | awk '{ print $3, $4 }')"
	fibcast schedule bcast -n 1 -l 3 >"$BATS_TEST_TMPDIR/s"
	same 'one processor' '0 0' "$(fibcast replay -H --trials 1 \
		"$BATS_TEST_TMPDIR/s" | awk '{ print $3, $4 }')"
	# What arrives is far from where it was sent: 199 o twice, and L.
	fibcast schedule direct -n 200 -l 300 --op reduce-scatter \
		>"$BATS_TEST_TMPDIR/s"
	printf '%s\n' 'L = 5' 'o = 17' 'g = 4' >"$BATS_TEST_TMPDIR/m"
	answers "replay --machine $BATS_TEST_TMPDIR/m $BATS_TEST_TMPDIR/s" 6771
}

# The worst extra, and the claim.
worst() {
	fibcast replay "$@" "$BATS_TEST_TMPDIR/schedule" |
		awk 'END { print $4, $5 }'
}

@test 'the claim is what no latencies exceed' {
	# More than Theorem 7.1 has, 2.
	continuous -n 9 -m 400 -l 2
	same rows 41 "$(fibcast replay --trials 40 \
		"$BATS_TEST_TMPDIR/schedule" | wc -l)"
	same 'more than the theorem' '4 13' "$(worst --trials 40)"
	same greedy '2 13' "$(worst --trials 1 --latencies greedy)"
	# For any number of messages.
	continuous -n 13 -m 400 -l 3
	same exact '6 13' "$(worst --seed 1 --trials 2)"
	continuous -n 13 -m 4000 -l 3
	same longer '5 13' "$(worst --trials 1 --latencies greedy)"
	# Not so where processors rest now and then.
	for m in 100 400; do
		continuous -n 9 -m $m -l 2 --delay least
		worst --trials 1
	done >"$BATS_TEST_TMPDIR/least"
	same least '7 41 7 159' "$(xargs <"$BATS_TEST_TMPDIR/least")"
	# Any schedule.
	continuous -n 13 -m 4000 -l 3
	sed -i s/continuous/other/ "$BATS_TEST_TMPDIR/schedule"
	same other '5 13' "$(worst --trials 1 --latencies greedy)"
	# In a chain of latency 2 each message may stop one behind it, once.
	fibcast schedule chain -n 9 -m 20 -l 2 >"$BATS_TEST_TMPDIR/schedule"
	same chain 7 "$(worst | cut -d ' ' -f 2)"
}

@test 'messages that all arrive early make it end earlier' {
	fibcast schedule bcast -n 3 -l 3 >"$BATS_TEST_TMPDIR/s"
	shows "replay --latencies random --trials 4 $BATS_TEST_TMPDIR/s" <<-'END'
		trial  latencies  finish  extra  claim
		    1  random          2     -2      0
		    3  random          2     -2      0
		    2  random          3     -1      0
		    4  random          4      0      0
	END
	continuous -n 3 -m 2 -l 3
	same claim '5,-2,1' "$(fibcast replay --latencies extreme --trials 4 -H \
		-f csv "$BATS_TEST_TMPDIR/schedule" | head -n 1 | cut -d , -f 3-)"
}

@test 'times may have digits after the point' {
	continuous -n 5 -m 11 -l 2
	same digits '18.00 2.00 3.00' "$(fibcast replay -d 2 -H \
		"$BATS_TEST_TMPDIR/schedule" | awk 'END { print $3, $4, $5 }')"
	same json '{"trial":1,"latencies":"greedy","finish":"17.0","finish_approx":17,"extra":"1.0","extra_approx":1,"claim":"3.0","claim_approx":3}' \
		"$(fibcast replay -d 1 -f json --latencies greedy --trials 1 \
			"$BATS_TEST_TMPDIR/schedule")"
}

@test 'worst last; the adversary is the worst of all' {
	continuous -n 7 -m 30 -l 3
	cd "$BATS_TEST_TMPDIR"
	fibcast replay --seed 7 --trials 20 -f tsv schedule >all
	cut -f 3 all | tail -n +2 | sort -nc
	for trial in 1 9 20; do
		for latencies in random extreme terminal-random greedy \
			terminal-extreme periodic fixed; do
			fibcast replay --seed 7 --trials 20 -H -f tsv \
				--latencies $latencies schedule |
				awk -v t=$trial '$1 == t { print $3 }'
		done | sort -n | tail -n 1 >worst
		same "trial $trial" "$(cat worst)" \
			"$(awk -v t=$trial '$1 == t { print $3 }' all)"
	done
}

@test 'a seed means the same everywhere' {
	continuous -n 8 -m 20 -l 4
	same random "4 random 34 2 8" "$(fibcast replay -H --trials 6 \
		--seed 3 --latencies random "$BATS_TEST_TMPDIR/schedule" |
		tail -n 1 | xargs)"
	same json '{"trial":1,"latencies":"fixed","finish":32,"finish_approx":32,"extra":0,"extra_approx":0,"claim":8,"claim_approx":8}' \
		"$(fibcast replay -f json --trials 1 --latencies fixed \
			"$BATS_TEST_TMPDIR/schedule")"
}

@test 'any latency, in steps of what it has of a send, and any operation' {
	cd "$BATS_TEST_TMPDIR"
	fibcast schedule bcast -n 14 -l 5/2 >half
	shows 'replay --trials 2 --latencies fixed half' <<-'END'
		trial  latencies  finish  extra  claim
		    1  fixed        15/2      0      0
		    2  fixed        15/2      0      0
	END
	# The last send, at 5/2, takes 1, 3/2, 2 or 5/2.
	fibcast schedule chain -n 3 -l 5/2 >s
	same finishes '4 5 7/2 9/2' "$(fibcast replay -H -f tsv \
		--latencies random --trials 200 s | cut -f 3 | sort -u | xargs)"
	# A time between steps, a row that refines the unit.
	fibcast schedule bcast -n 5 -l 2 | sed '$s/^2/5\/2/; /finish/d' >between
	same between '9/2' "$(fibcast replay -H -f tsv --latencies fixed \
		--trials 1 between | cut -f 3)"
	# In a reduction nobody sends before all that is to come has come.
	fibcast schedule chain -n 4 -l 3 --op reduce >s
	same chain '7 8 9' "$(fibcast replay -H -f tsv --trials 300 \
		--latencies random s | cut -f 3 | sort -u | xargs)"
	fibcast schedule best -n 14 -m 4 -l 3 --op reduce >s
	same reduce '12 0' "$(fibcast replay -H --latencies fixed --trials 1 \
		s | awk '{ print $3, $4 }')"
	fibcast schedule census -n 14 -l 5/2 >s
	same census 10 "$(fibcast replay -H --seed 3 s |
		awk 'END { print $3 }')"
}

@test 'on its machine, an L of its own for each message' {
	cd "$BATS_TEST_TMPDIR"
	# L from 6 to 0 in steps of 2, the greatest divisor of 10 and 4.
	fibcast schedule chain -n 3 --logp 6us,2us,4us >s
	same finishes '14 16 18 20' "$(fibcast replay -H -f tsv --trials 99 \
		--latencies random s | cut -f 3 | sort -u | xargs)"
	shows 'replay --trials 1 --latencies fixed s' <<-'END'
		trial  latencies  finish_us  extra_us  claim_us
		    1  fixed             20         0         -
	END
	# L from 5 in steps of 4, and 0: in the end a message takes 23, not 20.
	fibcast schedule bcast -n 2 --loggp 5us,2us,1us,1us --bytes 20 >s
	same finishes '23 24 28' "$(fibcast replay -H -f tsv --trials 99 \
		--latencies random s | cut -f 3 | sort -u | xargs)"
	# A message that comes early takes the place of a more urgent send.
	fibcast schedule greedy -n 14 -m 5 --loggp 10us,1us,2us,.01us \
		--bytes 500 >s
	same later '5289/100 49/25' "$(fibcast replay -H --trials 2 s |
		awk 'END { print $3, $4 }')"
	fibcast schedule census -n 14 --logp 5,3,4 | fibcast replay --trials 1 \
		--latencies extreme -H | grep -q '^ *1  extreme '
	# Where L is 0, and where g is above L+2o, there is nothing to vary.
	for machine in 0,1,2 1,0,9 0,0,9; do
		fibcast schedule bcast -n 14 --logp $machine >s
		same $machine 0 "$(fibcast replay -H s | awk 'END { print $4 }')"
	done
}

@test 'units so fine that what waits is held past 2^64 of them' {
	cd "$BATS_TEST_TMPDIR"
	# 20 messages come to 1 at once: when it sends it has received 6.
	local fine=1152921504606846976
	printf '# %s\n' 'fibcast schedule 1' 'model logp' 'operation reduce' \
		'processors 22' 'messages 1' 'latency 2' >begin
	echo 'time from to message' >rows
	printf '0 %d 1 1\n' {2..21} >>rows
	cat begin rows - <<<'7 1 0 1' >plain
	{ cat begin; echo "# finish 1/$fine"; cat rows; echo '7 1 0 1'; } >unit
	cat begin rows - <<<"$((7 * fine + 1))/$fine 1 0 1" >late
	for file in plain unit late; do
		same $file 86 "$(fibcast replay --logp 6,2,4 $file)"
	done
}

@test 'what cannot be replayed is refused with its reason' {
	cd "$BATS_TEST_TMPDIR"
	fibcast schedule telephone -n 4 >rounds
	fibcast schedule bcast -n 5 -l 2 | sed '$s/^2/1/' >early
	fibcast schedule bcast -n 5 -l 2 | sed '$d; /finish/d' >missing
	fibcast schedule bcast -n 5 -l 2 | sed '$s/\t[0-9]\t/\t4\t/' >self
	fibcast schedule bcast -n 5 -l 2 | sed 's/finish 4/finish 9/' >wrong
	fibcast schedule bcast -n 5 -l 2 | sed 's/processors 5/processors 99999999999/' >many
	fibcast schedule bcast -n 8 -l 3 --node 4 --inside 1 >nodes
	each misreads <<-'END'
		replay nodes => replay: nodes: a schedule with nodes, or with several ports, cannot be replayed
		replay rounds => replay: rounds: model telephone has no latencies to vary
		replay early => replay: early:12: '1' is earlier than the line before
		replay missing => replay: missing: processor 4 never gets message 1
		replay self => replay: self:12: processor 4 sends to itself
		replay wrong => replay: wrong:7: the finish is claimed to be 9, but is 4
		replay /nonexistent => replay: /nonexistent: No such file or directory
	END
	each refuses 3 <<-'END'
		replay many => replay: replaying so many processors and messages needs 9299999999907 bytes of memory, more than --max-bits allows
		replay --trials 1e18 rounds => replay: the table would have 1000000000000000000 rows, more than --max-rows allows
	END
	each refuses 2 <<-'END'
		replay --trials 0 => replay: --trials: must be at least 1, not '0'
		replay --latencies none => replay: --latencies: 'none' is none of fixed, random, extreme, terminal-random, terminal-extreme, greedy, periodic, adversary, sample
		replay a b => replay: extra operand 'b'
	END
}

@test 'latencies drawn from a list' {
	cd "$BATS_TEST_TMPDIR"
	fibcast schedule bcast -n 14 -l 3 >file
	# One value is that; the least one, of all, is the earliest there is.
	same one '1 sample 9 0 0' "$(fibcast replay --sample 3 --trials 1 -H file |
		xargs)"
	ask 'replay --sample 1 --trials 3 -H -f tsv file'
	[[ $out == *$'\tsample\t'* ]]
	same all 1 "$(cut -f 3 <<<"${out%$'\n'}" | sort -u | wc -l)"
	# A list of all is what random draws from, by the same generator.
	same random "$(fibcast replay --latencies random --trials 9 -H -f tsv file |
		cut -f 1,3-)" \
		"$(fibcast replay --sample 1,2,3 --trials 9 -H -f tsv file | cut -f 1,3-)"
	fibcast schedule bcast -n 14 -l 5/2 >half
	ask 'replay --latencies sample --sample 1,3/2,5/2,5/2 --trials 5 -H half'
	same status 0 "$status"
	each refuses 2 <<-'END'
		replay --sample 4 file => replay: --sample: '4' is not a latency from 1 to 3 in whole ticks
		replay --sample 5/4 half => replay: --sample: '5/4' is not a latency from 1 to 5/2 in whole ticks
		replay --bytes 9 file => replay: --bytes: not used without --loggp or --machine
		replay --unit us file => replay: --unit: not used without a machine
		replay --rdma file => replay: --rdma: not used without a machine
		replay --sample 1 --latencies greedy file => replay: --sample: not used with --latencies greedy
		replay --latencies sample file => replay: --latencies: 'sample' needs --sample
	END
}
