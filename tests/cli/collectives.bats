# --op scatter, gather and the other collective operations, on a latency or a
# machine: arguments => answer.
# shellcheck disable=SC2154,SC2086 # helper.bash sets out; options are several words
load helper

NET=.6128us,.5us,.5us,.00033us

@test 'scatter and gather: the optimum, by latency, by block, by bytes' {
	each answers <<-END
		time -n 14 --op scatter => 4
		time -n 14 -l 5/2 --op scatter => 15/2
		time -n 14 -l 5/2 --op gather => 15/2
		time -n 10^30 -l 5/2 --op scatter => 164
		time -n 1 -l 2 --op gather => 0
		time -n 8 --logp 6,2,4 --op scatter => 24
		time -n 3 --logp 1,1,10 --op scatter => 6
		time -n 8 --loggp 6,2,4,.01 --block 1 --op scatter => 2403/100
		time -n 16 --loggp 6,2,4,.01 --block 100 --op scatter => 899/20
		time -n 16 --loggp 6,2,4,.01 --bytes 1600 --op scatter => 899/20
		time -n 24 --loggp 5,17,4,4 --block 1 --op scatter => 168
		time -n 64 --loggp $NET --block 1Ki --op scatter -d 5 => 26.67433
		time -n 1000 --loggp $NET --block 16Ki --op scatter -d 5 => 5407.92245
		time -n 1000 --loggp $NET --block 1 --op gather -d 5 => 10.65778
		time -n 1e6 --loggp $NET --block 10 --op scatter => 165750189/50000
	END
	shows "compare -n 64 --loggp $NET --block 1Ki --op scatter --all -d 5" \
		<<-'END'
			algorithm  options   time_us    ratio
			bundle           -  26.67433  1.00000
			binomial         -  30.96378  1.16081
			flat             -  53.88097  2.01996
			bound            -  26.67433  1.00000
		END
	shows "compare -n 8,64 --loggp $NET --block 1,64 --op gather -d 3" <<-'END'
		 n   block  algorithm  options  time_us  ratio
		 8   1.000  bundle           -    3.726  1.000
		 8  64.000  bundle           -    3.830  1.000
		64   1.000  bundle           -    6.740  1.000
		64  64.000  bundle           -    7.710  1.000
	END
}

@test 'schedules of scatter and gather, and the part of each processor' {
	shows 'schedule bundle -n 5 --loggp 6us,2us,4us,1us --block 3' <<-'END'
		# fibcast schedule 1
		# model machine
		# algorithm bundle
		# operation scatter
		# processors 5
		# messages 1
		# machine L=6us o=2us g=4us G=1us bytes=3
		# unit us
		# finish 27
		time	from	to	message	blocks
		0	0	3	1	3+2
		9	0	2	1	2+1
		15	0	1	1	1+1
		15	3	4	1	4+1
	END
	shows 'schedule best -n 5 -l 2 --op gather' <<-'END'
		# fibcast schedule 1
		# model postal
		# algorithm bundle
		# operation gather
		# processors 5
		# messages 1
		# latency 2
		# finish 4
		time	from	to	message	blocks
		0	1	0	1	1+1
		0	4	3	1	4+1
		1	2	0	1	2+1
		2	3	0	1	3+2
	END
	shows "rank 3 -n 8 --loggp $NET --block 1Ki --op scatter -d 5" <<-'END'
		event    peer  message    start      end  blocks
		receive     0        1  2.62623  3.80174  3+2
		send        4        1  3.80174  4.63933  4+1
	END
	shows 'rank 0 -n 8 --op gather' <<-'END'
		event    peer  message  start  end  blocks
		receive     1        1      0    1  1+1
		receive     2        1      1    2  2+2
		receive     4        1      2    3  4+4
	END
	shows 'rank 123456789 -n 10^30 -l 5/2 --op scatter -H' <<-'END'
		receive  123456787  1  162  163  123456789+1
	END
}

@test 'what is printed is valid, on machines too, and ends when it is said' {
	local machine op n
	for machine in '-l 1' '-l 5/2' '--logp 6,2,4' '--logp 5,17,4' \
		"--loggp $NET --block 1000" '--loggp 5,17,4,4 --block 2' \
		'--loggp 0,1,3,1 --block 7'; do
		for op in scatter gather; do
			for n in 1 2 3 7 16 29; do
				ask "schedule bundle -n $n $machine --op $op"
				fibcast check <<<"$out" | grep -q "^ok:.* finish $(
					fibcast time -n "$n" $machine --op $op)\b"
			done
			fibcast schedule binomial -n 21 $machine --op $op |
				fibcast check --quiet
			fibcast schedule flat -n 21 $machine --op $op |
				fibcast check --quiet
		done
	done
}

@test 'lower bounds of all collective operations' {
	each answers <<-END
		bound -n 64 --loggp $NET --block 512 --op alltoall -d 13 => 23.0528453125000
		bound -n 64 --loggp $NET --block 64 --op alltoall -d 5 => 7.70987
		bound -n 1024 --loggp $NET --block 64 --op alltoall -d 14 => 45.28048533203125
		bound -n 64 --loggp $NET --block 4Ki --op alltoall -d 5 => 117.74785
		bound -n 64 --loggp $NET --block 1Ki --op allgather -d 5 => 26.67433
		bound -n 64 --loggp $NET --block 1Ki --op reduce-scatter -d 5 => 26.67433
		bound -n 64 --loggp $NET --bytes 8 --op allreduce -d 4 => 6.7256
		bound -n 64 --loggp $NET --bytes 64Ki --op allreduce -d 5 => 44.19039
		bound -n 64 -l 3 --op barrier => 13
		bound -n 64 -l 3 --op scan => 13
		bound -n 64 --op alltoall => 6
		bound -n 10^12 --loggp $NET --block 64 --op allgather => 422400000031827/20000
	END
}

@test 'every refusal is one line that says what there is' {
	each refuses 2 <<-'END'
		time -n 14 -l 2 --op scatter --block 4 => time: --block: not used without --loggp or --machine
		time -n 14 --logp 6,2,4 --op scatter --block 4 => time: --block: not used without G, the time of a byte
		time -n 14 --loggp 6,2,4,1 --op scatter => time: --bytes or --block is missing: G is the time of each
		time -n 14 --loggp 6,2,4,1 --op scatter --bytes 20 --block 3 => time: --bytes and --block: only one can be given
		time -n 14 --loggp 6,2,4,1 --op scatter --bytes 13 => time: --bytes: 14 blocks of 13 bytes would be less than a byte each
		time -n 14 --loggp 6,2,4,1 --op scatter --block 0 => time: --block: must be at least 1, not '0'
		time -n 14 --loggp 6,2,4,1 --block 5 => time: --block: not used with --op broadcast: its size is --bytes
		bound -n 14 --loggp 6,2,4,1 --op barrier --bytes 5 => bound: --bytes: not used with --op barrier
		bound -n 14 --loggp 6,2,4,1 --op scatter --block 5 --rdma => bound: --rdma: not used with --op scatter
		bound -n 14 -l 2 --op scatter --all => bound: --all: not used with --op scatter
		schedule bundle -n 6 --loggp 6,2,4,1 --bytes 7 => schedule: --bytes: a block would be '7/6' bytes, which is no whole number: rows need one
		schedule bundle -n 6 -l 2 --op allgather => schedule: --op: bundle has no allgather
		compare -n 6 --model telephone --op scatter => compare: --model: scatter is of the models postal, logp and sendrecv, not telephone
	END
}
