# --op allgather, reduce-scatter, allreduce: what is done by block.
# shellcheck disable=SC2154 # helper.bash sets out, err and status
load helper

@test 'an all-gather, and a reduce-scatter, its mirror' {
	shows 'schedule circulant -n 3 --op allgather' <<-'END'
		# fibcast schedule 1
		# model sendrecv
		# algorithm circulant
		# operation allgather
		# processors 3
		# messages 1
		# finish 2
		time	from	to	message	blocks
		0	0	2	1	0+1
		0	1	0	1	1+1
		0	2	1	1	2+1
		1	0	1	1	0+1
		1	1	2	1	1+1
		1	2	0	1	2+1
	END
	shows 'schedule circulant -n 5 --op reduce-scatter -f csv | tail -n 10' \
		<<-'END'
			1,0,2,1,2+1
			1,1,3,1,3+1
			1,2,4,1,4+1
			1,3,0,1,0+1
			1,4,1,1,1+1
			2,0,1,1,1+1
			2,1,2,1,2+1
			2,2,3,1,3+1
			2,3,4,1,4+1
			2,4,0,1,0+1
		END
	fibcast schedule best -n 9 --op allreduce |
		cmp - <(fibcast schedule census -n 9 --op allreduce)
}

@test 'check: valid, and as short as it can be' {
	while read -r op n expected; do
		same "$op $n" "ok: $expected" \
			"$(fibcast schedule circulant -n "$n" --op "$op" |
				fibcast check)"
	done <<-'END'
		allgather 1 0 transmissions, 0 blocks, finish 0 (optimal)
		allgather 2 2 transmissions, 2 blocks, finish 1 (optimal)
		allgather 33 198 transmissions, 1056 blocks, finish 6 (optimal)
		reduce-scatter 33 198 transmissions, 1056 blocks, finish 6 (optimal)
		allreduce 33 396 transmissions, 2112 blocks, finish 12 (lower bound 6)
		allreduce 1 0 transmissions, 0 blocks, finish 0 (optimal)
	END
}

@test 'check names what is wrong in a schedule by block' {
	local file=$BATS_TEST_TMPDIR/file
	wrong() {
		fibcast schedule circulant -n 3 --op "$1" | sed "$2" >"$file"
		ask "check $file"
		same "$1 $2" "$file:$3 [1]" "${out%%$'\n'*} [$status]"
	}
	wrong allgather '9s/0+1/0+2/' \
		'9: processor 0 sends block 1 at 0, but does not have it then'
	wrong allgather '14s/2+1/1+1/' \
		'14: processor 2 sends block 1 at 1, but does not have it then'
	wrong reduce-scatter '9s/2+1/0+1/' \
		'9: processor 0 sends block 0 at 0, but is the target'
	wrong reduce-scatter '12s/1+1/2+1/' \
		'12: processor 0 sends block 2 at 1 again: operands are counted twice'
	wrong reduce-scatter '12s/1+1/1+2/' \
		'12: processor 0 sends block 2 at 1 again: operands are counted twice'
	wrong allreduce '9s/2+1/2+2/' \
		'14: processor 0 receives block 0, sent at 1, with operands that it has: they are counted twice'
	same missing 'processor 0 never gets the sum of block 2: it lacks 2 of 3 operands' \
		"$(fibcast schedule circulant -n 3 --op allreduce |
			sed '$d' | fibcast check | head -n 1)"
}

@test 'every format; what is written reads back' {
	local file=$BATS_TEST_TMPDIR/file
	for op in allgather reduce-scatter allreduce; do
		fibcast schedule circulant -n 11 --op $op >"$file"
		fibcast convert "$file" | cmp - "$file"
		fibcast convert -f text "$file" | fibcast convert | cmp - "$file"
	done
	shows 'schedule circulant -n 2 --op allgather -f json | grep -o \"tr.*' <<-'END'
		"transmissions":[{"time":0,"time_approx":0,"from":0,"to":1,"message":1,"blocks":"0+1"},{"time":0,"time_approx":0,"from":1,"to":0,"message":1,"blocks":"1+1"}]}
	END
	shows 'schedule circulant -n 2 --op allgather -f text -H' <<-'END'
		   0     0     1        1     0+1
		   0     1     0        1     1+1
	END
	shows 'schedule circulant -n 3 --op allgather -f dot | tr "\t" .' <<-'END'
		digraph schedule {
		.node [shape=box, style=rounded];
		.0 [label="0\n2"];
		.1 [label="1\n2"];
		.2 [label="2\n2"];
		.0 -> 2 [label="0 (0+1)"];
		.1 -> 0 [label="0 (1+1)"];
		.2 -> 1 [label="0 (2+1)"];
		.0 -> 1 [label="1 (0+1)"];
		.1 -> 2 [label="1 (1+1)"];
		.2 -> 0 [label="1 (2+1)"];
		}
	END
	COLUMNS=31 shows 'schedule circulant -n 3 --op allgather -f chart --ascii' \
		<<-'END'
			circulant allgather (sendrecv):
			3 processors, finish 2
			  0             1
			0 1+1<1-------- 2+1<2--------
			  0+1>2======== 0+1>1========
			1 2+1<2-------- 0+1<0--------
			  1+1>0======== 1+1>2========
			2 0+1<0-------- 1+1<1--------
			  2+1>1======== 2+1>0========
		END
	fibcast schedule circulant -n 5 --op allgather -f svg |
		grep -qF '<title>blocks 4+2 from 4 to 1, sent at 2, received at 3</title>'
	fibcast schedule circulant -n 5 --op allgather -f trace |
		grep -qF '"name":"send 4+2 to 1","args":{"blocks":"4+2","to":1}'
}

@test 'simulators get a byte a block, and every dependence' {
	shows 'schedule circulant -n 3 --op allgather -f goal | sed -n 4,12p' \
		<<-'END'
			//   LogGOPSim -f schedule.bin -L 1 -o 0 -g 1 -G 0
			num_ranks 3
			rank 0 {
			s1: send 1b to 2 tag 1
			r1: recv 1b from 1 tag 1
			s2: send 1b to 1 tag 2
			s2 requires s1
			s2 requires r1
			r2: recv 1b from 2 tag 2
		END
	shows 'schedule circulant -n 5 --op allgather -f ti | grep ^4' <<-'END'
		4 init
		4 send 3 1 1
		4 recv 0 1 1
		4 send 2 2 1
		4 recv 1 2 1
		4 send 1 3 2
		4 recv 2 3 2
		4 finalize
	END
}

# Messages of two blocks are sent and received at multiples of a send's time,
# but their receives begin in between: also at the end of a part of the chart.
@test 'chart: a receive has its whole label, wherever it begins' {
	{
		printf '%s\n' '# fibcast schedule 1' '# model machine' \
			'# operation allgather' '# processors 4' \
			'# machine L=3/2 o=1 g=2 G=1/2 bytes=2' \
			'time from to message blocks'
		for ((i = 0; i < 12; i++)); do
			printf '%d/2 0 1 1 0+2\n%d/2 2 3 1 2+2\n' $((5 * i)) $((5 * i))
		done
	} >"$BATS_TEST_TMPDIR/a.tsv"
	for width in 40 43 45 46 50; do
		COLUMNS=$width ask "convert -f chart --ascii $BATS_TEST_TMPDIR/a.tsv"
		same "$width" 12 "$(grep '^1' <<<"$out" | grep -o '0+2<0' | wc -l)"
	done
}

# 2·10^11 bytes times 10^9 ticks of a microsecond are past 2^64.
@test 'ti: the time of a byte, of however many' {
	for bytes in 1000 200000000000; do
		printf '%s\n' '# fibcast schedule 1' '# model machine' \
			'# operation allgather' '# processors 2' \
			"# machine L=1us o=1us g=1us G=1/1000000000us bytes=$bytes" \
			'# unit us' 'time from to message blocks' \
			'0 0 1 1 0+1' '0 1 0 1 1+1' >"$BATS_TEST_TMPDIR/a.tsv"
		ask "convert -f ti $BATS_TEST_TMPDIR/a.tsv"
		[[ $out == *'--cfg=smpi/os:0:0.999999999:0.000000001 '* ]]
	done
}

@test 'a send and its receive may be stated apart' {
	local file=$BATS_TEST_TMPDIR/file
	{
		fibcast schedule circulant -n 5 --op allgather |
			sed -n '1,7p'
		echo 'time from to message blocks kind'
		fibcast schedule circulant -n 5 --op allgather -H |
			sed 's/$/	send/; p; s/send$/receive/'
	} >"$file"
	answers "check <$file" \
		'ok: 15 transmissions, 20 blocks, finish 3 (optimal)'
	sed -i '$s/4+2/4+1/' "$file"
	ask "check $file"
	same ends "$file:38: processor 1 receives blocks 4+1 from 4, sent at 2, but nobody sends it
$file:37: processor 4 sends blocks 4+2 to 1 at 2, but nobody receives it" \
		"${out%$'\n'}"
}

@test 'every refusal is one line that names what is wrong' {
	each refuses 2 <<-'END'
		schedule bcast -n 4 -l 1 --op allgather => schedule: --op: bcast has no allgather: use circulant, window, radix, ring, direct, bruck, recursive-doubling, best
		schedule circulant -n 4 -m 2 --op allgather => schedule: --messages: not used with --op allgather: there is a block for each processor
		schedule circulant -n 4 --model telephone --op allreduce => schedule: --model: allreduce is of the models postal, logp and sendrecv, not telephone
	END
	each refuses 3 <<-'END'
		schedule circulant -n 1e9 --op allgather => schedule: the schedule would have 30000000000 rows, more than --max-rows allows
	END
	fibcast schedule circulant -n 3 --op allgather >"$BATS_TEST_TMPDIR/file"
	misreads "replay <$BATS_TEST_TMPDIR/file" \
		'replay: model sendrecv has no latencies to vary'
	sed '9s/0+1/3+1/' "$BATS_TEST_TMPDIR/file" >"$BATS_TEST_TMPDIR/range"
	misreads "check <$BATS_TEST_TMPDIR/range" \
		"check: line 9: '3+1' is out of range: blocks are 0 to 2, and 1 to 3 of them"
	sed '9s/0+1/0/' "$BATS_TEST_TMPDIR/file" >"$BATS_TEST_TMPDIR/none"
	misreads "check <$BATS_TEST_TMPDIR/none" \
		"check: line 9: '0' in the column blocks is not FIRST+COUNT, two whole numbers below 2^63"
	fibcast schedule circulant -n 5000 --op allreduce \
		>"$BATS_TEST_TMPDIR/large"
	ask "check <$BATS_TEST_TMPDIR/large"
	same large 'fibcast: check: checking so many processors and messages needs 15800200000 bytes of memory, more than --max-bits allows
 [3]' "$err [$status]"
}

@test 'time, of rounds or a machine; bound; compare' {
	each answers <<-'END'
		time -n 14 --op allgather => 4
		time -n 14 --op reduce-scatter => 4
		time -n 14 --op allreduce => 4
		time -n 10^1000 --op allgather => 3322
		time -n 1 --op allreduce => 0
		time -n 5 --op allgather --loggp 6us,2us,4us,1us --bytes 10 => 24
		time -n 5 --op reduce-scatter --loggp 6us,2us,4us,1us --bytes 10 --unit ns => 27000
		time -n 5 --op allreduce --loggp 6,2,4,1 --bytes 10 => 53
		time -n 5 --op allreduce --loggp 6,2,4,1 --bytes 12 => 279/5
		time -n 5 --op allgather --logp 6,2,4 => 20
		time -n 5 --op allgather --logp 1,1,10 => 23
		bound -n 14 --op allgather => 4
		bound -n 14 --op allreduce => 4
		bound -n 14 --op reduce-scatter --model sendrecv => 4
	END
	shows 'time -n 5 --op allgather --loggp 6us,2us,4us,1us --bytes 10,20' \
		<<-'END'
			bytes  time_us
			   10       24
			   20       43
		END
	shows 'compare -n 14 --op allreduce' <<-'END'
		algorithm  options  time  ratio
		census           -     4  1.000
		hybrid           -     7  1.750
		circulant        -     8  2.000
		window           -     8  2.000
		radix            -     8  2.000
		ring             -    26  6.500
		direct           -    26  6.500
		bound            -     4  1.000
	END
	shows 'compare -n 14,16 --op allgather' <<-'END'
		 n  algorithm  options  time  ratio
		14  circulant        -     4  1.000
		16  circulant        -     4  1.000
	END
	each refuses 2 <<-'END'
		time -n 14 => time: --latency or --logp is missing
		time -n 14 --op allgather --all => time: --all: not used with --op allgather
		time -n 5 --op allgather --loggp 6,2,4,1 --bytes 4 => time: --bytes: 4 bytes in 5 blocks would be less than a byte each
		bound -n 14 -m 2 --op allreduce => bound: --messages: not used with --op allreduce: there is a block for each processor
		compare -n 5 -m best --op allgather --loggp 6,2,4,1 --bytes 10 => compare: --messages: 'best' is not used with --op allgather
		compare -n 14 --model sendrecv,telegraph --op allreduce => compare: --model: allreduce is of the models postal, logp and sendrecv, not telegraph
	END
}

@test 'the parts of all are the schedule; one at 10^1000' {
	for op in allgather reduce-scatter allreduce; do
		for r in {0..10}; do
			fibcast rank "$r" -n 11 --op $op -H -f tsv |
				awk -v r="$r" '$1 == "send" {
					print $4, r, $2, $3, $6 }'
		done | sort -n -k1,1 -k2,2 >"$BATS_TEST_TMPDIR/parts"
		fibcast schedule circulant -n 11 --op $op -H | tr '\t' ' ' |
			cmp - "$BATS_TEST_TMPDIR/parts"
	done
	shows 'rank 3 -n 5 --op allgather' <<-'END'
		event    peer  message  start  end  blocks
		receive     4        1      0    1  4+1
		send        2        1      0    1  3+1
		receive     0        1      1    2  0+1
		send        1        1      1    2  3+1
		receive     1        1      2    3  1+2
		send        0        1      2    3  3+2
	END
	shows 'rank 10^999 -n 10^1000 --op allreduce -t 3321 -H | cut -c 1-20' \
		<<-'END'
			receive   9999999999
			send     10000000000
		END
	same events 13288 "$(fibcast rank 7 -n 10^1000 --op allreduce -H | wc -l)"
}
