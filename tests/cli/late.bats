# Processors that are late, and broadcasts that are due.
load helper

@test 'late operands: the time, and a schedule that nobody begins too early' {
	cd "$BATS_TEST_TMPDIR"
	each answers <<-'END'
		time --op reduce -n 8 -l 2 --late 0,0,0,0,0,0,0,0 => 5
		time --op reduce -n 8 -l 2 --late 0,0,0,0,0,0,0,3 => 5
		time --op reduce -n 8 -l 2 --late 0,0,0,0,0,0,0,4 => 6
		time --op reduce -n 8 -l 2 --late 0,0,0,0,0,0,0,5 => 7
		time --op reduce -n 8 -l 2 --late 0,0,0,0,2,2,3,3 => 6
		time --op reduce -n 8 -l 2 --late 9,0,0,0,0,0,0,0 => 9
		time --op reduce -n 14 -l 5/2 --late 0..13 => 31/2
		time --op reduce -n 1 -l 2 --late 7 => 7
		time --op reduce -n 8 --logp 5us,2us,4us --late 0,0,0,0,2,2,3,30 => 39
	END
	shows 'schedule bcast --op reduce -n 3 -l 2 --late 0,1/2,11/2 -H' <<-END
		9/2	1	0	1
		11/2	2	0	1
	END
	seq 0 13 >moments
	same 'standard input' 31/2 \
		"$(fibcast time --op reduce -n 14 -l 5/2 --late - <moments)"
	for machine in '-l 5/2' '--logp 5us,2us,4us' '-l 1'; do
		# shellcheck disable=SC2086 # $machine is an option and its value
		fibcast schedule bcast --op reduce -n 14 $machine --late - \
			<moments >late.tsv
		ask 'check late.tsv'
		[[ $out == 'ok: 13 transmissions, finish '* ]]
		same "$machine" '' "$(awk -F'\t' \
			'/^[0-9]/ { split($1, a, "/")
				if (a[1] / (a[2] ? a[2] : 1) < $2) print }' late.tsv)"
	done
}

@test 'due times: how far behind the best broadcast is' {
	each answers <<-'END'
		time -n 4 -l 2 --due 0,2,3,4 => 0
		time -n 4 -l 2 --due 0,4,3,2 => 0
		time -n 4 -l 2 --due 0,2,3,3 => 1
		time -n 14 -l 5/2 --due 0,0,0,0,0,0,0,0,0,0,0,0,0,0 => 15/2
	END
	shows 'schedule bcast -n 3 -l 2 --due 0,9,2 -H' <<-END
		0	0	2	1
		1	0	1	1
	END
}

@test 'trees, numbered as the processors' {
	shows 'tree --op reduce -n 8 -l 2 --late 0,0,0,0,2,2,3,3 -f tsv' <<-END
		node	parent	depth	time	children
		0	-	0	6	4
		1	6	2	1	0
		2	7	2	1	0
		3	0	1	1	0
		4	7	2	2	0
		5	0	1	2	0
		6	0	1	3	1
		7	0	1	4	2
	END
	shows 'tree -n 4 -l 2 --due 0,9,2,3 -f outline --ascii' <<-'END'
		0  0
		|-- 2  2
		|-- 3  3
		`-- 1  4
	END
	refuses 2 'tree --op reduce -n 3 -l 2' \
		'tree: --op: reduce needs --late: without it the tree is that of a broadcast, read backwards'
}

@test 'pictures of trees: the messages of a reduction go to the parents' {
	local late='tree --op reduce -n 3 -l 2 --late 0,0,2'
	titles() {
		fibcast "$@" -f svg | sed -n 's/.*<title>\(.*\)<.title>.*/\1/p'
	}
	# shellcheck disable=SC2086 # words
	same svg $'reduction tree of 3 processors, latency 2, complete at 4
1 to 0, sent at 1\n2 to 0, sent at 2' "$(titles $late)"
	same due 'broadcast tree of 4 processors, latency 2, the last informed at 4' \
		"$(titles tree -n 4 -l 2 --due 0,9,2,3 | head -n 1)"
	# shellcheck disable=SC2086 # words
	same dot '1 [label="1\n1"]; 0 -> 1 [dir=back];' \
		"$(fibcast $late -f dot | sed -n 4,5p | tr -d '\t' | paste -sd ' ')"
	same sum '1 [label="1\n6"]; 0 -> 1 [dir=back];' \
		"$(fibcast tree --op sum -n 2 -m 15 -l 2 -f dot | sed -n 4,5p |
			tr -d '\t' | paste -sd ' ')"
	# Each box has its processor, when its sum is complete, and its operands.
	same 'a sum' $'tree of a sum on 2 processors, L=2 o=0 g=1, complete at 9\n1 to 0, sent at 6' \
		"$(titles tree --op sum -n 2 -m 15 -l 2)"
	# With decimals, if they are asked for, in all formats.
	for format in text tsv json outline dot svg; do
		same "$format" 9.00 "$(fibcast tree --op sum -n 2 -m 15 -l 2 \
			-d 2 -f $format | grep -o '9\.00' | head -n 1)"
	done
	same boxes "$(fibcast tree --op sum -n 8 -m 50 --logp 5,2,4 -H |
		awk '{ print $1 ":" $4 " +" $6 }')" \
		"$(fibcast tree --op sum -n 8 -m 50 --logp 5,2,4 -f svg |
			sed -nE 's/.*class="(name|time)".*>(.*)<.text>/\2/p' |
			paste -d: - -)"
}

# Receives are w = max(o, g) + (s-1)G = 11 apart, sends 10; e = 19.
@test 'late: a machine whose receives are further apart than its sends' {
	answers 'time --op reduce -n 3 --loggp 5,3,2,1 --bytes 9 --late 0,1,1' 31
	answers 'schedule bcast --op reduce -n 3 --loggp 5,3,2,1 --bytes 9 --late 0,1,1 | fibcast check' \
		'ok: 2 transmissions, finish 31 (lower bound 30)'
}

@test 'what they are refused for' {
	each refuses 2 <<-'END'
		time --op sum -n 3 -m 9 --logp 3,1,1 --late 0,0,0 => time: --late and --due: not used with --op sum
		tree --op sum -n 3 -m 9 --logp 3,1,1 --late 0,0,0 => tree: --late: only with --op reduce
		tree --op sum -n 3 -m 9 --logp 3,1,1 --due 0,0,0 => tree: --due: only for a broadcast
		time -n 3 -l 2 --due 9,9,9 --late 0,0,0 => time: --late and --due: only one can be given
		time -n 3,4 -l 2 --due 9,9,9 => time: --due: with it the number of processors cannot be a sweep
		time -n - -l 2 --due 9,9,9 => time: --due: with it the number of processors cannot be a sweep
		time -n 3 -l 2 --due 9,9,9 --op reduce => time: --due: only for a broadcast
		tree --op scatter -n 3 -l 2 --late 0,0,0 => tree: --late: only with --op reduce
		tree -n 3 -l 2 --shape bcast --due 9,9,9 => tree: --shape: not used with --late or --due
		tree -n 4 --op scatter --loggp 6,2,4,1 => tree: --bytes or --block is missing: G is the time of each
	END
	refuses 3 'tree -n 2^30 -l 2 --op scatter --max-bits 2^16 --max-rows 2^40' \
		'tree: the schedule needs 171798691840 bytes of memory, more than --max-bits allows'
	refuses 2 'time --op reduce -n 3 -l 2 --late 0,1' \
		'time: --late: has 2 times for 3 processors'
	refuses 2 'time --op reduce -n 3 -l 2 --late 0,1,2,3' \
		'time: --late: has too many times for 3 processors'
	refuses 2 'time -n 1e8 --due 7 -l 2' \
		'time: --due: has 1 time for 100000000 processors'
	refuses 3 'time -n 1e8 --due 1..1e8 -l 2' \
		'time: a time for each processor needs 9600000000 bytes of memory, more than --max-bits allows'
	refuses 2 'time -n 3 -l 2 --late 0,1,2' \
		'time: --late: only with --op reduce'
	refuses 2 'time --op reduce -n 3 -l 2 --due 0,1,2' \
		'time: --due: only for a broadcast'
	refuses 2 'time --op reduce -n 3..4 -l 2 --late 0,1,2' \
		'time: --late: with it the number of processors cannot be a sweep'
	for swept in '-l 2,3' '-l -' '--loggp 3..5,1,1,1 --bytes 9' \
		'--loggp 3,1,1,1 --bytes 8,9'; do
		refuses 2 "time --op reduce -n 3 $swept --late -" \
			'time: --late: standard input is read once: with it the latency and the bytes cannot be sweeps'
	done
	refuses 2 'time --op reduce -n 3 -l 2 --late 0,1,2 --all' \
		'time: --all: not used with --late and --due'
	refuses 2 'schedule chain --op reduce -n 3 -l 2 --late 0,1,2' \
		'schedule: --late: not used by chain'
	refuses 2 'time --op reduce -n 2 -l 2 --late 0,x' \
		"time: --late: 'x' is not a number"
	refuses 2 'time --op reduce -n 2 -l 2 --late 0,-1' \
		"time: --late: must be at least 0, not '-1'"
}
