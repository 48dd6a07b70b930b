# Lists of rounds: what all processors do alike: arguments => answer.
# shellcheck disable=SC2154,SC2086 # helper.bash sets out; options are several words
load helper

@test 'each algorithm has its rounds, and check finds them valid' {
	local line
	while read -r line; do
		ask "schedule ${line% =>*}"
		same "$line" "${line#*=> }" "$(fibcast check <<<"$out")"
	done <<-END
		window --op allgather -n 9 => ok: 36 transmissions, 72 blocks, finish 4 (optimal)
		window --op scan -n 9 -l 3 => ok: 29 transmissions, finish 7 (optimal)
		window --op exscan -n 9 -l 5/2 => ok: 29 transmissions, finish 13/2 (optimal)
		window --op barrier -n 9 -l 2 => ok: 45 transmissions, finish 6 (optimal)
		radix --op alltoall -n 13 --radix 4,4 => ok: 78 transmissions, 234 blocks, finish 6 (lower bound 4)
		radix --op allgather -n 100 --radix 4,5,5 -l 3 => ok: 1100 transmissions, 9900 blocks, finish 17 (lower bound 14)
		direct --op alltoall -n 13 => ok: 156 transmissions, 156 blocks, finish 12 (lower bound 4)
		dissemination --op barrier -n 9 => ok: 36 transmissions, finish 4 (optimal)
		recursive-doubling --op allreduce -n 8 => ok: 24 transmissions, 192 blocks, finish 3 (optimal)
		recursive-doubling --op allgather -n 6 => ok: 18 transmissions, 30 blocks, finish 3 (optimal)
		recursive-doubling --op allreduce -n 7 -l 5/2 => ok: 14 transmissions, 98 blocks, finish 10 (lower bound 6)
		rabenseifner --op allreduce -n 12 -l 3 => ok: 64 transmissions, 288 blocks, finish 27 (lower bound 8)
		rabenseifner --op allreduce -n 6 --loggp 6,2,4,.01 --block 100 => ok: 24 transmissions, 66 blocks, finish 9193/100 (lower bound 22)
		window --op allgather -n 8 --logp 6,2,4 => ok: 32 transmissions, 56 blocks, finish 24 (optimal)
	END
}

@test 'one processor is part of its rounds, whatever their number' {
	shows 'rank 3 -n 13 --algorithm radix --op alltoall --radix 4,4' <<-'END'
		event    peer  message  start  end  blocks
		receive     2        1      0    1  1/4=1
		send        4        1      0    1  1/4=1
		receive     1        1      1    2  1/4=2
		send        5        1      1    2  1/4=2
		receive     0        1      2    3  1/4=3
		send        6        1      2    3  1/4=3
		receive    12        1      3    4  4/4=1
		send        7        1      3    4  4/4=1
		receive     8        1      4    5  4/4=2
		send       11        1      4    5  4/4=2
		receive     4        1      5    6  4/4=3
		send        2        1      5    6  4/4=3
	END
	shows 'rank 7 -n 1e30 --algorithm ring --op allgather -l 3 -t 30..33' \
		<<-'END'
			event    peer  message  start  end  blocks
			send        8        1     30   31  999999999999999999999999999997+1
			receive     6        1     32   33  999999999999999999999999999996+1
			send        8        1     33   34  999999999999999999999999999996+1
		END
}

@test 'the best radices, and times without a schedule' {
	each answers <<-END
		time -n 64 --op alltoall -l 3 => 15
		time -n 1e300 -l 3 --op allgather => 1809
		time -n 1e300 -l 3 --op scan => 1809
		time -n 1e300 -l 3 --op allreduce => 1809
	END
}

@test 'numbers past a word: all sent one after the other, or doubled' {
	# A latency above n: n - 2 + L; latency 1: log2 n.
	local least='-f tsv -H | head -n 1 | cut -f 3'
	each answers <<-END
		compare -n 10 --op allgather -l 2^100 $least => 1267650600228229401496703205384
		compare -n 2^70 --op allgather -l 2^80 $least => 1210106411235346586009598
		compare -n 300 --op allgather -l 2^80 $least => 1208925819614629174706474
		compare -n 10 --op allgather --loggp 2^60,0,1,1/2^50 --bytes 10 $least => 1152921504606846984
		compare -n 2^63 --op allgather -l 1 $least => 63
		compare -n 2^70 --op alltoall -l 1 $least => 70
		compare -n 2^80 --op barrier -l 1 $least => 80
	END
	refuses 3 'schedule radix -n 50 --op alltoall --radix 4294967297 -l 1' \
		"schedule: a schedule's radices must be below 2^32"
}

@test 'tens of thousands of messages may be under way' {
	each answers <<-END
		time -n 10^12 --loggp 30000,1,1,1 --block 1 --op allgather => 1000000780025
		time -n 10^12 --loggp 10000,1,1,1/2 --block 3 --op allreduce => 3000000565082
	END
	if has_64_bits; then
		refuses 3 'rank 7 --algorithm window -n 10^12 --loggp 600000,1,1,1 --block 1 --op allgather' \
			'rank: windows would take more than half a million rounds'
	fi
	problem='-n 10^12 -H -t 5 --algorithm window --max-bits'
	each answers <<-END
		rank 7 --op allgather $problem 64 -l 1000 => send  13  1  5  6  7+1
		rank 7 --op allgather $problem 8e8 -l 10^4 => send  13  1  5  6  7+1
	END
	each refuses 3 <<-END
		rank 7 --op allgather $problem 10^8 -l 10^4 => rank: so many rounds take more memory than --max-bits allows
		rank 7 --op allreduce $problem 8e8 -l 10^4 => rank: so many rounds take more memory than --max-bits allows
	END
}

@test 'every refusal is one line that says what there is' {
	each refuses 2 <<-END
		schedule radix --op allgather -n 13 --radix 1 => schedule: --radix: must be at least 2, not '1'
		schedule radix --op allgather -n 13 --radix 3,x => schedule: --radix: 'x' is not a number
		schedule radix --op allgather -n 13 --radix 5/2 => schedule: --radix: '5/2' is not a whole number
		schedule window --op allgather -n 13 --radix 3 => schedule: --radix: not used by window
		schedule ring --op alltoall -n 6 => schedule: --op: ring has no alltoall: use radix, direct, bruck, pairwise, best
		schedule in-out-in --op gather -n 8 -l 4 --node 4 --inside 1 => schedule: --op: in-out-in has no gather: use in-out, out-in, best
		schedule in-out-in --op census -n 8 -l 4 => schedule: --op: in-out-in has no census: use census, gossip, telegraph-gossip, best
		rank 3 --algorithm separate --op scan -n 8 -l 4 --node 4 --inside 1 => rank: --op: separate has no scan: use in-out
		rank 3 --algorithm dissemination --op scan -n 6 => rank: --op: dissemination has no scan: use window
		schedule window --op allgather -n 9 --block 3 => schedule: --block: not used without --loggp or --machine
		compare --op scan -n 9 --bytes 3 => compare: --bytes: not used without --loggp or --machine
		time --op allgather -n 9 --block 3 => time: --block: not used without --loggp or --machine
		bound -n 100 -l 3 --op allreduce --ports 2 => bound: --ports: not used with --op allreduce
	END
	each refuses 3 <<-END
		rank 7 -n 1e30 --algorithm direct --op allgather --loggp 6,2,4,.001 --block 5 => rank: so many rounds do not come at equal distances
	END
}
