# --op scatter, gather and the other collective operations, on a latency or a
# machine: arguments => answer.
# shellcheck disable=SC2154,SC2086 # helper.bash sets out; options are several words
load helper

NET=.6128us,.5us,.5us,.00033us

@test 'an allreduce by a census sends the vector whole' {
	answers 'schedule best -n 7 --op allreduce --loggp 6us,2us,4us,.0001us --bytes 64 | fibcast check' \
		'ok: 28 transmissions, finish 24.0189 us (optimal)'
	refuses 2 'schedule radix -n 7 --op allreduce --loggp 6us,2us,4us,.0001us --bytes 64' \
		"schedule: --bytes: a block would be '64/7' bytes, which is not a whole number: rows need one"
}

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
		event    peer  message  start_us   end_us  blocks
		receive     0        1   2.62623  3.80174  3+2
		send        4        1   3.80174  4.63933  4+1
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

@test 'the tree of a scatter, or a gather' {
	shows 'tree -n 8 -l 2 --op scatter' <<-'END'
		node  parent  depth  time  children  blocks
		   0       -      0     0         4       8
		   1       0      1     5         0       1
		   2       0      1     4         0       1
		   3       0      1     3         1       2
		   4       3      2     5         0       1
		   5       0      1     2         2       3
		   6       5      2     5         0       1
		   7       5      2     4         0       1
	END
	shows 'tree -n 6 --loggp 6us,2us,4us,1us --block 3 --op gather -f csv' <<-'END'
		node,parent,depth,time_us,children,blocks
		0,-,0,33,4,6
		1,0,1,0,0,1
		2,0,1,6,0,1
		3,0,1,12,0,1
		4,0,1,18,1,2
		5,4,2,6,0,1
	END
	each refuses 2 <<-'END'
		tree -n 8 -l 2 --op gather --shape bcast => tree: --shape: not used with --op gather
		tree -n 8 -l 2 --op gather --model logp => tree: --model: logp is not used with --op gather
		tree -n 8 -l 2 --block 3 => tree: --block: not used with --op broadcast: its size is --bytes
	END
	shows 'tree -n 6 -l 5/2 --op gather -f outline' <<-'END'
		0  11/2  6 blocks
		├── 1  0  1 block
		├── 2  1  1 block
		├── 3  2  1 block
		└── 4  3  2 blocks
		    └── 5  1/2  1 block
	END
	ask 'tree -n 3 --loggp 6us,2us,4us,1us --block 3 --op scatter -f dot'
	same dot '1 [label="1\n18 us"]; 0 -> 1 [label="1 block"];' \
		"$(tr -d '\t' <<<"$out" | grep '^1\|0 -> 1' | paste -sd ' ')"
	# Beside each line, and when it is hovered over, the blocks.
	ask 'tree -n 8 -l 2 --op scatter -f svg'
	same title '<title>scatter tree of 8 processors, latency 2, the last block received at 5</title>' \
		"$(grep -m 1 '<title>' <<<"$out")"
	same hovered '<title>0 to 5, sent at 0, 3 blocks</title>' \
		"$(grep -o '<title>0 to 5.*</title>' <<<"$out")"
	same beside '3' "$(grep -A 1 '>0 to 5' <<<"$out" |
		sed -n 's/.*"dim".*>\(.*\)<.text>/\1/p')"
	ask 'tree -n 8 -l 2 --op gather -f svg'
	same 'gather title' '<title>gather tree of 8 processors, latency 2, complete at 5</title>' \
		"$(grep -m 1 '<title>' <<<"$out")"
}

@test 'what is printed is valid, on machines too, and ends when it is said' {
	local machine op n
	for machine in '-l 1' '-l 5/2' '--logp 6,2,4' '--logp 5,17,4' \
		"--loggp $NET --block 1000" '--loggp 5,17,4,4 --block 2' \
		'--loggp 0,1,3,1 --block 7'; do
		for op in scatter gather; do
			for n in 1 2 3 7 16 29; do
				ask "schedule bundle -n $n $machine --op $op"
				same "$op $n $machine" "# finish $(
					fibcast time -n "$n" $machine --op $op)" \
					"$(grep finish <<<"$out")"
				fibcast check <<<"$out" | grep -q '^ok:'
			done
			fibcast schedule binomial -n 21 $machine --op $op |
				fibcast check --quiet
			fibcast schedule flat -n 21 $machine --op $op |
				fibcast check --quiet
		done
	done
}

# The options that go with an operation: a barrier has no bytes, and a scan has
# those of an operand.
sized() {
	case $1 in
	barrier) echo "${2/--block*/}" ;;
	scan | exscan) echo "${2/--block/--bytes}" ;;
	*) echo "$2" ;;
	esac
}

@test 'every row of compare is a valid schedule that ends at its time' {
	local op machine given name options time
	for op in scatter gather allgather reduce-scatter allreduce alltoall \
		barrier scan exscan; do
		for machine in '' '-l 5/2' '--logp 5,17,4' \
			"--loggp $NET --block 1000"; do
			given="-n 13 $(sized $op "$machine") --op $op"
			fibcast compare $given --all -f tsv -H >"$BATS_TEST_TMPDIR/rows"
			while IFS=$'\t' read -r name options time _; do
				[[ $name != bound ]] || continue
				[[ $options != - ]] || options=
				ask "schedule $name $options $given"
				same "$name $given" "# finish $time" \
					"$(grep finish <<<"$out")"
				fibcast check --quiet <<<"$out"
			done <"$BATS_TEST_TMPDIR/rows"
			read -r name options time _ <"$BATS_TEST_TMPDIR/rows"
			[[ -n $machine ]] || continue
			answers "time $given" "$time"
		done
	done
}

# g below o, between, and above L + 2o; fractions; a latency.
@test 'time, compare, schedule best and check agree, whatever the operation' {
	local op machine n table
	for op in broadcast reduce census scatter gather allgather reduce-scatter \
		allreduce alltoall barrier scan exscan; do
		for machine in '--logp 5,2,1' '--logp 1us,.5us,.7us' \
			'--logp 7/3,1/2,5/7' '--logp 1/2,3,22/3' '-l 5/2'; do
			table=$(fibcast time -n 5..8 $machine --op $op -H -f tsv)
			same "$machine $op" "$table" "$(
				fibcast compare -n 5..8 $machine --op $op -H -f tsv |
					awk -F'\t' '{ print $1 "\t" $(NF - 1) }'
			)"
			same "$machine $op" "$table" "$(for n in 5 6 7 8; do
				printf '%s\t' $n
				fibcast schedule best -n $n $machine --op $op |
					fibcast check -f json |
					sed 's/.*"finish":"*\([0-9/]*\).*/\1/'
			done)"
		done
	done
}

@test 'scans, barriers and censuses on a machine may put sends off' {
	local op
	for op in scan exscan barrier census; do
		answers "time -n 5 --logp 1us,.5us,.7us --op $op" 4
		answers "rank 2 -n 5 --logp 1us,.5us,.7us --op $op -f tsv -H |
			awk '\$1 == \"send\" { print \$4 }'" \
			"$(case $op in scan | exscan) printf '0\n1' ;;
			*) printf '0\n1\n2' ;; esac)"
	done
	each answers <<-'END'
		time -n 6 --logp 7/3,1/2,5/7 --op scan => 20/3
		time -n 8 --logp 7/3,1/2,5/7 --op barrier => 70/9
		time -n 2^20 --logp 100,1/3,1/4 --op exscan => 1262/3
		compare -n 8 --logp 7/3,1/2,5/7 --op allreduce -f tsv -H | grep -c '^census.-.70/9' => 1
	END
	same check 'ok: 14 transmissions, finish 20/3 (lower bound 130/21)' \
		"$(fibcast schedule window --op scan -n 6 --logp 7/3,1/2,5/7 |
			fibcast check)"
}

@test 'what a library'\''s author needs: every size at once, its map' {
	local file=$BATS_TEST_TMPDIR/machine
	printf '%s\n' 'L = .6128us' 'o = .5us' 'g = .5us' 'G = .00033us' >"$file"
	ask "compare -n 64 --machine $file --bytes 8..1Gix4 --op allreduce -H"
	same sizes 14 "$(wc -l <<<"${out%$'\n'}")"
	ask "compare -n 4..64x2 --machine $file --bytes 8..1Gix4 --op allreduce -f map"
	same map 0 "$status"
	well_formed "$BATS_TEST_TMPDIR/out"
	fibcast compare -n 4..64x2 --machine "$file" --block 1..4Kix4 \
		--op alltoall -f plot >"$BATS_TEST_TMPDIR/plot"
	well_formed "$BATS_TEST_TMPDIR/plot"
	# Measured figures, of which an overhead is more than half of L + 2o.
	cat >"$file" <<-'END'
		L=1.761047  s=1  o_s=0.1  o_r=0.3  g=nan  G=-nan (nan GiB/s)
		L=1.761047  s=1025  o_s=1.0  o_r=2.0  g=0.25  G=0.001 (9.8 GiB/s)
		L=1.761047  s=2049  o_s=nan  o_r=1.7  g=0.5  G=0.002 (9.8 GiB/s)
		we detected a protocol change at 3000 bytes:
		L=1.761047  s=4097  o_s=3  o_r=5  g=1  G=0.001 (9.8 GiB/s)
	END
	shows "compare -n 64 --machine $file --block 1..4Kix64 --op scatter -d 3" <<-'END'
		   block  algorithm  options  time_us  ratio
		   1.000  bundle           -    7.110  1.000
		  64.000  bundle           -   13.734  1.000
		4096.000  bundle           -  265.802  1.000
	END
	shows "compare -n 3 --machine $file --block 4Ki --op alltoall --all -d 3 -H |
		awk '\$1 == \"pairwise\"'" <<-'END'
		pairwise  -  11.712  1.069
	END
	answers "compare -n 64 --machine $file --bytes 64..1Mix16 --op allreduce -H |
		awk '\$NF > 100' | wc -l" 0
	columns "rank 5 -n 14 --op alltoall" 'event peer blocks' |
		head -n 2 >"$BATS_TEST_TMPDIR/columns"
	diff "$BATS_TEST_TMPDIR/columns" - <<-'END'
		receive 4 1/2=1
		send 6 1/2=1
	END
	shows 'rank 5 -n 10^30 -l 3 --op allgather -H | head -n 1' <<-'END'
		send                                  6  1    0    1  5+1
	END
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

@test 'Open MPI: rules for collective operations, and what a file of rules costs' {
	local dir=$BATS_TEST_TMPDIR
	shows "compare -n 8,64 --loggp $NET --bytes 64,1Mi --op scatter -f openmpi-text" <<-'END'
		1 # collectives
		15 # scatter
		2 # sizes of communicators
		8 # processors
		2 # sizes of messages
		0 1 0 0 # 4.629us; the best of all 3.738us, bundle
		1048576 1 0 0 # 307.387us; the best of all 305.888us, bundle
		64 # processors
		2 # sizes of messages
		0 2 0 0 # 9.696us; the best of all 6.740us, bundle
		1048576 2 0 0 # 350.298us; the best of all 345.234us, bundle
	END
	answers "compare -n 8 --loggp $NET --bytes 64 --op gather -f openmpi" \
		'{"rule_file_version":3,"module":"tuned","collectives":{"gather":[{"comm_size_min":8,"comm_size_max":2147483647,"rules":[{"msg_size_min":0,"msg_size_max":"inf","alg":1}]}]}}'
	fibcast compare -n 8,64 --loggp $NET --bytes 64,1Mi --op scatter \
		-f openmpi-text >"$dir/text"
	fibcast compare -n 8,64 --loggp $NET --bytes 64,1Mi --op scatter \
		-f openmpi >"$dir/json"
	shows "compare --rules $dir/text --loggp $NET -d 3" <<-'END'
		collective   n    bytes  algorithm     time_us  best    least_us  ratio
		scatter      8        0  basic_linear    4.613  bundle     3.726  1.238
		scatter      8  1048576  basic_linear  307.387  bundle   305.888  1.005
		scatter     64        0  binomial        9.696  bundle     6.740  1.438
		scatter     64  1048576  binomial      350.298  bundle   345.234  1.015
	END
	# Without G bytes cost nothing, as with --logp.
	printf 'L = 6us\no = 2us\ng = 4us\n' >"$dir/machine"
	same 'no G' "$(fibcast compare --rules "$dir/text" --logp 6us,2us,4us)" \
		"$(fibcast compare --rules "$dir/text" --machine "$dir/machine")"
	same json "$(fibcast compare --rules "$dir/text" --loggp $NET)" \
		"$(fibcast compare --rules "$dir/json" --loggp $NET)"
	# Where no best time is known, the comment has none.
	same unknown '0 2 0 0 # 2305843009214303.890us' \
		"$(fibcast compare -n 2^61 --op gather --loggp 6us,2us,4us,1ns \
			--bytes 2^61 -f openmpi-text | tail -n 1)"
	# Halving is timed for powers of two, where it is radix 2.
	for n in 64 48; do
		fibcast compare -n $n --loggp $NET --bytes 64Ki --op reduce-scatter \
			-f openmpi-text | sed -n 's/ 0 0 #.*//p'
	done >"$dir/halving"
	same halving $'0 2\n0 3' "$(cat "$dir/halving")"
	# As users have them: of version 2, with requests; names in JSON.
	cat >"$dir/user" <<-'END'
		rule-file-version-2
		2   # num of collectives
		3   # collective ID
		1   # number of comm sizes
		#=====================
		64   # comm size
		2   # number of rules
		0            0 0 0 0
		512000       4 0 0 64
		7
		1
		64
		1
		0            6 0 1024
	END
	columns "compare --rules $dir/user --loggp $NET -d 3" \
		'collective n bytes algorithm time_us' >"$dir/columns"
	diff "$dir/columns" - <<-'END'
		alltoall 64 0 ignore -
		alltoall 64 512000 linear_sync -
		bcast 64 0 binomial 9.677
	END
	# For n no power of two a pair of processors may take part as one.
	printf '%s\n' 1 2 1 6 2 '0 3 0 0' '600 6 0 0' >"$dir/folded"
	columns "compare --rules $dir/folded --loggp 6,2,4,.01" \
		'algorithm time' >"$dir/columns"
	diff "$dir/columns" - <<-'END'
		recursive_doubling 201/5
		rabenseifner 9193/100
	END
	cat >"$dir/user" <<-'END'
		{ "$schema": "x", "rule_file_version": 3, "module": "tuned",
		  "collectives": { "alltoallv": [], "reduce": [{"rules": [{"alg": 5}]}],
		    "scatter": [{"rules": [{"msg_size_max": 100, "alg": "linear_nb"},
		      {"alg": 9}], "comm_size_min": 16, "comm_size_max": "inf"}] } }
	END
	shows "compare --rules $dir/user --loggp $NET -d 3 -f csv" <<-'END'
		collective,n,bytes,algorithm,time_us,best,least_us,ratio
		reduce,2,0,binomial,1.613,bcast,1.613,1.000
		scatter,16,0,linear_nb,8.613,bundle,4.728,1.822
		scatter,16,0,-,-,bundle,4.728,-
	END
	columns "compare --rules $dir/user --loggp $NET -n 3 -d 3" 'collective n time_us' |
		same 'those for 3' 'reduce 3 2.113' "$(cat)"
	# A rule for no processors has no row.
	printf '%s\n' 1 7 2 0 1 '0 6 0 0' 1 1 '0 5 0 0' >"$dir/nobody"
	columns "compare --rules $dir/nobody --loggp $NET" 'collective n algorithm' |
		same 'those for 1 and more' 'bcast 2 binary_tree' "$(cat)"
	wrong() {
		printf '%s' "$1" >"$dir/wrong"
		misreads "compare --rules $dir/wrong --loggp $NET" \
			"compare: $dir/wrong:$2"
	}
	wrong x "1: 'x' is not the number of collectives"
	wrong '1 99' "1: '99' is not the number of a collective, 0 to 21"
	wrong $'1 7 1 4\n1 0 6 0' '2: a size of segments is missing'
	wrong '{"collectives":{"foo":[]}}' \
		"1: 'foo' is not a collective"
	wrong $'{"collectives":{"f\006o":[]}}' "1: 'f?o' is not a collective"
	wrong $'{\n"collectives":5}' "2: '5' is not the '{' of an object"
	misreads "compare --rules $dir/none --loggp $NET" \
		"compare: $dir/none: No such file or directory"
	answers 'compare -n 8 --loggp 6,2,4,1 --op barrier -f openmpi' \
		'{"rule_file_version":3,"module":"tuned","collectives":{"barrier":[{"comm_size_min":8,"comm_size_max":2147483647,"rules":[{"msg_size_min":0,"msg_size_max":"inf","alg":4}]}]}}'
	each refuses 2 <<-END
		compare --rules x --loggp 6,2,4,1 -n - => compare: --processors: with --rules one value is needed, not a sweep
		compare --rules x --loggp 6,2,4,1 -n 2^63 => compare: --processors: must be below 2^63, not '9223372036854775808'
		compare --rules x --loggp 6,2,4,1..2 => compare: --loggp: G is a sweep, but one value is needed
		compare --rules x --loggp 6us,2,4,1 => compare: --loggp: '6us,2,4,1' has a unit for L, but none for o
		compare -n 4 --loggp 6,2,4,1 --bytes 9 --op exscan -f openmpi => compare: --format: Open MPI's rules for exscan do not look at the bytes
		compare --rules x => compare: --logp, --loggp or --machine is missing: --rules needs a machine's figures
		compare --rules x --loggp 6,2,4,1 --op scatter => compare: --op: not used with --rules
		compare --rules x --loggp 6,2,4,1 -n 2,3 => compare: --processors: with --rules one value is needed, not a sweep
		compare --rules x --loggp 6,2,4,1 -f map => compare: --format: map is not used with --rules
		compare -n 4 --loggp 6,2,4,1 --bytes 9 --op scan -f openmpi => compare: --format: Open MPI's rules for scan do not look at the bytes
		compare -n 4 --loggp 6,2,4,1 --block 9 --op scatter -f openmpi => compare: --bytes is missing: a rule is for some size
	END
}

@test 'Open MPI: rules in any order, and what is passed over' {
	local dir=$BATS_TEST_TMPDIR
	# A size of communicators ends before the next larger one.
	printf 'rule-file-version-1 1 7 4 16 2 0 6 0 0 0 0 0 0 4 1 0 1 0 0 9 1 0 6 0 0 20 0' >"$dir/w"
	shows "compare --rules $dir/w --loggp 6,2,4,1/100" <<-'END'
		collective   n  bytes  algorithm     time  best   least  ratio
		bcast       16      0  binomial        40  bcast     32  1.250
		bcast       16      0  ignore           -  bcast     32      -
		bcast        4      0  basic_linear    18  bcast     18  1.000
		bcast        9      0  binomial        30  bcast     26  1.154
	END
	cat >"$dir/w" <<-'END'
		{"a\"b": {"x": [1, {"y": null}, []], "z": {}}, "a-key-of-more-than-thirty-one-letters": "s\\",
		 "collectives": {"reducescatter": [{"comm_size_min": 4, "comm_size_max": 4, "why": "x",
		   "rules": [{"alg": 3, "faninout": 0, "seg_size": 0, "note": [2]}]}],
		  "reducescatterblock": [{"comm_size_min": 4, "rules": [{"alg": "recursive_doubling", "msg_size_max": 9}]}],
		  "bcast": [{"comm_size_min": 8, "rules": [{"alg": 6, "seg_size": 2, "msg_size_min": 9},
		     {"alg": 4294967302}, {"alg": 8}, {"alg": "mine"}]}],
		  "neighbor_alltoall": [{"rules": [{"alg": 1}]}], "allreduce":[{"comm_size_max": "inf", "rules": []}],
		  "barrier": [{"comm_size_max": 1, "rules": [{"alg": 1}]}]}}
	END
	shows "compare --rules $dir/w --loggp 6,2,4,1/100" <<-'END'
		collective            n  bytes  algorithm              time  best     least  ratio
		reduce_scatter        4      0  ring                     30  window      20  1.500
		reduce_scatter_block  4      0  recursive_doubling        -  window      20      -
		bcast                 8      9  binomial            1563/20  bcast   606/25  3.224
		bcast                 8      0  -                         -  bcast       24      -
		bcast                 8      0  scatter_allgather         -  bcast       24      -
		bcast                 8      0  mine                      -  bcast       24      -
		neighbor_alltoall     2      0  -                         -  -            -      -
		barrier               1      0  linear                    -  window       0      -
	END
	# What one processor does takes no time: no ratio is told.
	printf '1 7 1 0 1 0 6 0 0' >"$dir/w"
	shows "compare --rules $dir/w --loggp 6,2,4,1/100 -n 1 -H" <<-'END'
		bcast  1  0  binomial  0  bcast  0  1.000
	END
}

@test 'Open MPI: rules that are not read' {
	local text message dir=$BATS_TEST_TMPDIR
	while IFS= read -r text; do
		message=${text#* => } text=${text%% => *}
		# shellcheck disable=SC2059 # its escapes
		printf "$text" >"$dir/w"
		misreads "compare --rules $dir/w --loggp 6,2,4,1" \
			"compare: $dir/w:$message"
	done <<-'END'
		a-word-of-more-than-thirty-one-letters => 1: 'a' is not the number of collectives
		rule-file-version-x => 1: 'x' is not a version
		1 => 1: the number of a collective is missing
		1 7 => 1: the number of sizes of communicators is missing
		1 7 1 => 1: a size of communicators is missing
		1 7 1 4 => 1: the number of sizes of messages is missing
		1 7 1 4 1 => 1: a size of messages is missing
		1 7 1 4 1 0 => 1: the number of an algorithm is missing
		1 7 1 4 1 0 6 => 1: a fan-out is missing
		1 7 1 4 1 0 6 0\n\n# 9 => 3: a size of segments is missing
		1 7 1 4 1 0 6 0 x => 1: 'x' is not a size of segments
		1 7 1 4 1 0 6 0 9223372036854775808 => 1: '9223372036854775808' is not a number below 2^63
		2 7 1 4 1 0 6 0 0\n7 1 4 -1 => 2: '-1' is not the number of sizes of messages
		rule-file-version-2 1 7 1 4 1 0 6 0 0 9223372036854775808 => 1: '9223372036854775808' is not a number below 2^63
		{ => 1: a string in quotes is missing
		{5:1} => 1: '5' is not a string in quotes
		{"a" 1} => 1: '1' is not the ':' after a name
		{"a": => 1: a value is missing
		{"a":} => 1: '}' is not a value
		{"a":[1,2} => 1: '}' is not a ',' or ']'
		{"a => 1: the '"' at the end of a string is missing
		{"a\n":1} => 1: the '"' at the end of a string is missing
		{"a\\ => 1: the '"' at the end of a string is missing
		{"collectives":{"bcast":[{"rules":[{"alg":{}}]}]}} => 1: '{' is not an algorithm's number or name
		{"collectives":{"bcast":[{"rules":[{"msg_size_min":-1}]}]}} => 1: '-1' is not a whole number or "inf"
		{"collectives":{"bcast":[{"comm_size_min":\n[]}]}} => 2: '[' is not a whole number or "inf"
		{"collectives":{"bcast":[{"rules":[5]}]}} => 1: '5' is not the '{' of an object
		{"collectives":{"bcast":{}}} => 1: '{' is not the '[' of a list
		{"collectives":[]} => 1: '[' is not the '{' of an object
		{"collective":{}} => 1: "collectives" is missing
		{"a":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[ => 1: '[' is more than 64 brackets deep
	END
	printf '%16777216s' '' >"$dir/w"
	refuses 3 "compare --rules $dir/w --loggp 6,2,4,1" \
		'compare: rules of more than 16 MiB are not read'
}

@test 'every refusal is one line that says what there is' {
	each refuses 2 <<-'END'
		time -n 14 -l 2 --op scatter --block 4 => time: --block: not used without --loggp or --machine
		time -n 14 --logp 6,2,4 --op scatter --block 4 => time: --block: not used without G, the time of a byte: --loggp has it
		time -n 14 --loggp 6,2,4,1 --op scatter => time: --bytes or --block is missing: G is the time of each
		time -n 14 --loggp 6,2,4,1 --op scatter --bytes 20 --block 3 => time: --bytes and --block: only one can be given
		time -n 14 --loggp 6,2,4,1 --op scatter --bytes 13 => time: --bytes: 13 bytes in 14 blocks would be less than a byte each
		time -n 14 --loggp 6,2,4,1 --op scatter --block 0 => time: --block: must be at least 1, not '0'
		time -n 14 --loggp 6,2,4,1 --block 5 => time: --block: not used with --op broadcast: its size is --bytes
		bound -n 14 --loggp 6,2,4,1 --op barrier --bytes 5 => bound: --bytes: not used with --op barrier
		bound -n 14 -l 2 --op scatter --all => bound: --all: not used with --op scatter
		schedule bundle -n 6 --loggp 6,2,4,1 --bytes 7 => schedule: --bytes: a block would be '7/6' bytes, which is not a whole number: rows need one
		schedule bundle -n 6 -l 2 --op allgather => schedule: --op: bundle has no allgather: use circulant, window, radix, ring, direct, bruck, recursive-doubling, best
		compare -n 6 --model telephone --op scatter => compare: --model: scatter is of the models postal, logp and sendrecv, not telephone
	END
	each refuses 3 <<-'END'
		time -n 2e8 --loggp 6,2,4,1 --op scatter --block 5 => time: the table of the best bundles needs 6400000000 bytes of memory, more than --max-bits allows
		time -n 1e11 --loggp 6,2,4,1 --op scatter --block 5 => time: so many processors take more memory than --max-bits allows
	END
}

@test 'receivers that do not copy' {
	local best="fibcast schedule best --op allgather -n 64 --loggp $NET --block 4096"
	same copies 'ok: 384 transmissions, 4032 blocks, finish 94.83066 us (lower bound 89.76633 us)' \
		"$($best | fibcast check)"
	same rdma 'ok: 576 transmissions, 4032 blocks, finish 90.76567 us (lower bound 89.76633 us)' \
		"$($best --rdma | fibcast check)"
}

@test 'allreduce: whole vectors by a census, halves of both kinds by hybrid' {
	each answers <<-END
		time -n 63 -l 5/2 --op allreduce => 25/2
		time -n 9 --op allreduce => 4
		time -n 24 -l 3 --op allreduce => 10
		time -n 64 --loggp $NET --op allreduce --bytes 4096 => 1601817/100000
		time -n 63 --loggp $NET --op allreduce --bytes 1008 => 583533/50000
	END
	for what in 'hybrid -n 24 -l 3' 'hybrid -n 12' \
		"hybrid -n 24 --loggp $NET --bytes 24Ki" 'census -n 63 -l 5/2' \
		"census -n 63 --loggp $NET --bytes 630"; do
		fibcast schedule $what --op allreduce | fibcast check | grep -q '^ok'
	done
	same operation '# operation census' \
		"$(fibcast schedule census -n 5 --op allreduce -l 2 | grep operation)"
	each refuses 2 <<-'END'
		schedule hybrid -n 9 --op allreduce => schedule: --processors: hybrid is for an even number of processors above 2, not '9'
	END
}

@test 'a machine with figures for several sizes' {
	local file=$BATS_TEST_TMPDIR/sizes made=$BATS_TEST_TMPDIR/made
	printf '%s\n' 'L=1.761047  s=1  o_s=0.1  o_r=0.3  g=0.2  G=0.002' \
		'L=1.761047  s=1025  o_s=1.0  o_r=2.0  g=0.25  G=0.001' \
		'L=1.761047  s=4097  o_s=3  o_r=5  g=1  G=0.0005' >"$file"
	fibcast schedule window --op allgather -n 24 --machine "$file" --block 300 >"$made"
	grep -qxF '# machine L=1361047/1000000us o=1/5us g=1us G=1/2000us bytes=300 from=1025 o=3/2us g=1us G=1/2000us from=4097 o=4us g=1us G=1/2000us' "$made"
	same check 'ok: 120 transmissions, 552 blocks, finish 11.491688 us (lower bound 10.6501175 us)' \
		"$(fibcast check "$made")"
	same again "$(<"$made")" "$(fibcast convert "$made" -f tsv)"
	sed 's/from=4097/from=1000/' "$made" >"$made.bad"
	misreads "check $made.bad" "check: $made.bad:7: 'L=1361047/1000000us o=1/5us g=1us G=1/2000us bytes=300 from=...' is not a machine, L=6us o=2us g=4us"
	each refuses 2 <<-END
		convert $made -f goal => convert: --format: it has one machine, and the schedule's has other figures for larger messages
	END
	# A gather's receives are as far apart as both messages ask for.
	columns "compare --op gather -n 24 --machine $file --block 300 --all -d 6" \
		'algorithm time_us' >"$BATS_TEST_TMPDIR/columns"
	diff "$BATS_TEST_TMPDIR/columns" - <<-'END'
		bundle 10.669094
		binomial 11.491688
		flat 27.199547
		bound 10.650118
	END
	printf '%s\n' 'L=20  s=1  o_s=5  o_r=5  g=6  G=0' \
		'L=20  s=4  o_s=1  o_r=1  g=21  G=0' >"$file"
	each answers <<-END
		time -n 10 --machine $file --block 1 --op gather => 78
		bound -n 10 --machine $file --block 1 --op gather => 78
		bound -n 13 --loggp 5,17,4,4 --rdma --block 1 --op gather => 129
	END
	for made in "10 --machine $file" '13 --loggp 5,17,4,4 --rdma'; do
		fibcast schedule bundle --op gather --block 1 -n $made |
			fibcast check >"$file.said"
		grep -q '(optimal)' "$file.said"
	done
}
