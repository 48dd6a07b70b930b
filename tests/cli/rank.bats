# rank: one processor's part, without the others'.
load helper

@test 'published: rank 9 of 14 at latency 5/2' {
	shows 'rank 9 -n 14 -l 5/2' <<-'END'
		event    peer  start   end
		receive     0    3/2   5/2
		send       12    5/2   7/2
		send       11    7/2   9/2
		send       10    9/2  11/2
	END
}

@test 'the source only sends, a leaf only receives' {
	shows 'rank 0 -n 3 -l 2 -f csv' <<-'END'
		event,peer,start,end
		send,2,0,1
		send,1,1,2
	END
	shows 'rank 1 -n 3 -l 2 -f csv' <<-'END'
		event,peer,start,end
		receive,0,2,3
	END
	shows 'rank 0 -n 1 -l 2 -f csv' <<-'END'
		event,peer,start,end
	END
}

@test 'the parts of all processors together are the schedule' {
	for l in 1 3/2 5/2 7; do
		same "$l" "$(fibcast schedule bcast -n 57 -l $l -H | sort)" \
			"$(for r in {0..56}; do
				fibcast rank "$r" -n 57 -l $l -H -f tsv |
					awk -v r="$r" '$1 == "send" {
						print $3 "\t" r "\t" $2 "\t1" }'
			done | sort)"
	done
}

@test 'a thousand digits: parent and child agree' {
	n=$(printf '1%.0s' {1..1000})
	read -r _ parent start end < <(fibcast rank "${n%1}0" -n "$n" -l 5/2 -H)
	[[ $parent && $start && $end ]]
	fibcast rank "$parent" -n "$n" -l 5/2 -H |
		grep -qE "^send +${n%1}0 "
}

@test "times can be in a machine's own unit" {
	shows 'rank 9 -n 14 --logp 6,2,4 -f tsv -H -d 1' <<-'END'
		receive	0	6.0	10.0
		send	12	10.0	14.0
		send	11	14.0	18.0
		send	10	18.0	22.0
	END
}

@test 'every refusal is one line that names what is wrong' {
	each refuses 2 <<-'END'
		rank 14 -n 14 -l 2 => rank: R: '14' is not a processor: they are 0 to n-1
		rank -n 14 -l 2 => rank: R is missing: 0 to n-1, or --all for all
		rank 1 -n 14 => rank: --latency or --logp is missing
		rank 1/2 -n 14 -l 2 => rank: R: '1/2' is not a whole number
		rank x -n 14 -l 2 => rank: R: 'x' is not a number
		rank -1 -n 14 -l 2 => rank: R: must be at least 0, not '-1'
		rank 0..3 -n 14 -l 2 => rank: R: '0..3' is a sweep, but one value is needed
		rank 1 2 -n 14 -l 2 => rank: extra operand '2': processors are -n 2
	END
}

@test 'a latency may have any numerator' {
	shows 'rank 0 -n 1 -l 139046663/47 -f csv' <<-'END'
		event,peer,start,end
	END
	shows 'rank 800 -n 1000 -l 139046663/47 -f csv' <<-'END'
		event,peer,start,end
		receive,0,139055969/47,139056016/47
	END
	refuses 3 'rank 0 -n 1e30 -l 1e10' 'rank: the part of the processor would have 30066806464 rows, more than --max-rows allows'
	for l in 364091/100000 3641/1000 1000001/10; do
		same "$l" "$(fibcast schedule bcast -n 63 -l $l -H |
			cut -f 1-3 | sort)" \
			"$(fibcast rank --all -n 63 -l $l -H -f tsv |
				awk '$2 == "send" {
					print $4 "\t" $1 "\t" $3 }' | sort)"
	done
	for n in 1023 1025; do
		same "$n" "$(fibcast schedule bcast -n $n -l 365/97 -H |
			cut -f 1-3 | sort)" \
			"$(fibcast rank --all -n $n -l 365/97 -H -f tsv |
				awk '$2 == "send" {
					print $4 "\t" $1 "\t" $3 }' | sort)"
	done
}

@test 'the parts of all are the schedule, whatever the algorithm' {
	for a in repeat pack pipeline dtree cyclic flat chain binary binomial \
		knomial; do
		for l in 1 5/2; do
			same "$a $l" "$(fibcast schedule $a -n 11 -m 4 -l $l -H |
				sort)" "$(for r in {0..10}; do
				fibcast rank "$r" -n 11 -m 4 -l $l -H -f tsv \
					--algorithm $a |
					awk -v r="$r" '$1 == "send" {
						print $4 "\t" r "\t" $2 "\t" $3 }'
			done | sort)"
		done
	done
	same circulant "$(fibcast schedule circulant -n 11 -m 4 -H | sort)" \
		"$(for r in {0..10}; do
			fibcast rank "$r" -n 11 -m 4 -H -f tsv \
				--algorithm circulant |
				awk -v r="$r" '$1 == "send" {
					print $4 "\t" r "\t" $2 "\t" $3 }'
		done | sort)"
}

@test 'a span of time, both of its ends included' {
	shows 'rank 1 -n 4 -m 3 --algorithm circulant -f csv -t 2..3' <<-'END'
		event,peer,message,start,end
		receive,0,3,2,3
		send,2,1,2,3
		receive,3,2,3,4
		send,3,3,3,4
	END
	shows 'rank 1 -n 3 -m 1e30 -l 5/2 --algorithm chain -f csv -t 1e20..100000000000000000001' <<-'END'
		event,peer,message,start,end
		receive,0,100000000000000000000,200000000000000000001/2,200000000000000000003/2
		send,2,99999999999999999999,200000000000000000001/2,200000000000000000003/2
	END
	shows 'rank 3 -n 10 -m 1e30 -l 5/2 --algorithm cyclic -f csv -t 1e20..100000000000000000001' <<-'END'
		event,peer,message,start,end
		send,2,99999999999999999995,100000000000000000000,100000000000000000001
		receive,0,100000000000000000000,200000000000000000001/2,200000000000000000003/2
		send,1,99999999999999999995,100000000000000000001,100000000000000000002
	END
	same '10^1000' 10000 "$(fibcast rank 12345 -n 1e1000 -m 1e9 -H \
		--algorithm circulant -t 5000..14999 | grep -c ^receive)"
}

@test 'what an algorithm has no parts for is refused' {
	each refuses 2 <<-'END'
		rank 1 -n 9 -l 2 --algorithm greedy => rank: --algorithm: greedy: no processor finds its part alone: 'fibcast schedule' prints them all
		rank 1 -n 9 -l 2 --algorithm circulant => rank: --latency: circulant is for the latency 1, not '2'
		rank 1 -n 9 -m 2 -l 2 => rank: --messages: not used by bcast: choose another --algorithm, such as dtree
		rank 1 -n 9 -l 2 --degree 3 => rank: --degree: not used by bcast
		rank 1 -n 9 -l 2 -t 1,2 => rank: --time: a span is A..B, without a step or a list
		rank 1 -n 9 -l 2 -t 1..9+2 => rank: --time: a span is A..B, without a step or a list
	END
}

@test 'the algorithms that are offered are those that have parts' {
	local offered algorithm
	offered=" $(all_choices rank algorithm | paste -sd ' ') "
	[[ $offered == *' weave '* ]]
	for algorithm in $(all_choices schedule ''); do
		ask "rank 1 -n 9 -l 2 --algorithm $algorithm"
		if [[ $offered == *" $algorithm "* ]]; then
			none -q 'has no parts' <<<"$err"
		else
			grep -q 'finds its part alone' <<<"$err"
		fi
	done
}

@test '--all: the parts of all, one after the other' {
	shows 'rank --all -n 4 -l 2' <<-'END'
		rank  event    peer  start  end
		   0  send        3      0    1
		   0  send        2      1    2
		   0  send        1      2    3
		   1  receive     0      3    4
		   2  receive     0      2    3
		   3  receive     0      1    2
	END
	for rank in {0..13}; do
		same "$rank" "$(fibcast rank "$rank" -n 14 -m 3 -l 5/2 -f csv -H \
			--algorithm dtree | sed "s/^/$rank,/")" \
			"$(fibcast rank --all -n 14 -m 3 -l 5/2 -f csv -H \
				--algorithm dtree | grep "^$rank,")"
	done
	# In rounds it is what convert --from ranks reads.
	for n in 2 5 14 33; do
		fibcast rank --all -n $n -m 4 --algorithm circulant |
			fibcast convert --from ranks | sort >"$BATS_TEST_TMPDIR/ends"
		fibcast schedule circulant -n $n -m 4 | grep '^[0-9]' | awk -v OFS='\t' '
			{ print $0, "send"; print $0, "receive" }' | sort >"$BATS_TEST_TMPDIR/rows"
		same "$n" "$(cat "$BATS_TEST_TMPDIR/rows")" \
			"$(grep '^[0-9]' "$BATS_TEST_TMPDIR/ends")"
	done
	for op in allgather reduce-scatter allreduce alltoall barrier scan exscan; do
		fibcast rank --all -n 9 --op $op |
			fibcast convert --from ranks --op $op >"$BATS_TEST_TMPDIR/ends"
		same "$op" "$(fibcast rank --all -n 9 --op $op -H |
			awk '{ n += $3 != "-" } END { print n }') ok" \
			"$(fibcast check "$BATS_TEST_TMPDIR/ends" | awk '
				$1 == "ok:" { print $2, "ok" }')"
	done
	each refuses 2 <<-'END'
		rank -n 5 -l 2 => rank: R is missing: 0 to n-1, or --all for all
		rank 1 --all -n 5 -l 2 => rank: R: not used with --all
		rank --all -l 2 => rank: --processors is missing
	END
	refuses 3 'rank --all -n 1e10 -l 5' 'rank: the parts of the processors would have 10000000000 rows, more than --max-rows allows'
	refuses 3 'rank --all -n 100 -l 5 --max-rows 120' 'rank: the parts of the processors would have 130 rows, more than --max-rows allows'
}

# The last receive is of what is sent at 12, in L + 2o = 1; no receive starts
# before its send.
@test 'rank: rounds on a machine whose gap is above L + 2o' {
	shows 'rank 0 --algorithm window --op barrier -n 5 --logp 1us,0us,6us -f csv' <<-'END'
		event,peer,message,start_us,end_us,operands
		receive,4,1,0,1,4+1
		send,1,1,0,6,0+1
		receive,4,1,6,7,3+1
		send,1,1,6,12,4+1
		receive,3,1,12,13,1+2
		send,2,1,12,18,3+2
	END
	shows 'rank 1 --op scatter -n 3 --logp 0,1,6 -f csv' <<-'END'
		event,peer,message,start,end,blocks
		receive,0,1,0,2,1+2
		send,2,1,2,8,2+1
	END
}

@test 'rank: an allreduce by a census carries operands' {
	shows 'rank 0 --op allreduce --algorithm census -n 3 -l 1 -f csv' <<-'END'
		event,peer,message,start,end,operands
		receive,2,1,0,1,2+1
		send,1,1,0,1,0+1
		receive,2,1,1,2,1+1
		send,1,1,1,2,2+1
	END
	# The whole vector is sent, so that its blocks need be no whole bytes.
	shows 'rank 0 --op allreduce --algorithm census -n 4 --loggp 6,2,4,1 --bytes 5 -f csv' <<-'END'
		event,peer,message,start,end,operands
		send,1,1,0,8,0+1
		receive,3,1,6,14,3+1
		send,2,1,14,22,3+2
		receive,2,1,20,28,1+2
	END
	refuses 2 'rank 0 --op allreduce --algorithm ring -n 4 --loggp 6,2,4,1 --bytes 5' \
		"rank: --bytes: a block would be '5/4' bytes, which is not a whole number: rows need one"
	# One alone is idle in round 0, for a dump has a line of each.
	each answers <<-'END'
		rank --all -n 1 --algorithm circulant -f tsv -H => 0	0	-	-	-	-
		rank --all -n 1 --op allgather | fibcast convert --from ranks --op allgather | fibcast check => ok: 0 transmissions, 0 blocks, finish 0 (optimal)
	END
	answers 'rank --all --op allreduce --algorithm census -n 6 | fibcast convert --from ranks --op census | fibcast check' \
		'ok: 18 transmissions, finish 3 (optimal)'
}

@test 'rank: so many rounds that memory does not allow them' {
	if has_64_bits; then
		refuses 3 'rank 0 -n 10^12 -l 20000 --op scan --max-bits 3e8' \
			'rank: a part in so many rounds needs 77244448 bytes of memory, more than --max-bits allows'
	fi
	answers 'rank 0 -n 1e6 -l 3 --op allgather --max-bits 1e5 -f tsv | tail -n 1' \
		$'receive\t151509\t1\t37\t38\t1+151509'
}

@test 'in JSON all rows have a twin where a process may be past 2^53' {
	same revolve 9 "$(fibcast revolve rank 5 --scheme bcnext -n 2^60 -t 0..8 -f json |
		grep -c '"peer":"*[0-9]*"*,"peer_approx":[0-9]')"
	same small 0 "$(fibcast revolve rank 5 --scheme bcnext -n 2^40 -t 0..8 -f json |
		grep -c approx || true)"
	same rank "$(fibcast rank 0 -n 2^55 -l 2 -f tsv -H | wc -l)" \
		"$(fibcast rank 0 -n 2^55 -l 2 -f json | grep -c peer_approx)"
}
