# Processors on nodes, and on several ports: --node, --inside, --lanes, and what
# check says of their schedules.
# shellcheck disable=SC2154,SC2086 # out, err, status
load helper

@test 'nodes: values computed apart' {
	each answers <<-'END'
		reach -l 3 --node 5 --inside 1 -t 2 => 4
		reach -l 3 --node 5 --inside 1 -t 7 => 33
		reach -l 3 --node 5 --inside 1 -t 11 => 212
		time -n 256 -l 4 --node 16 --inside 1 => 11
		time -n 3072 -l 4 --node 48 --inside 1 => 15
		time -n 1024 -l 10 --node 32 --inside 2 => 24
		time -n 64 --logp 0.61,0.5,0.5 --node 4 --inside 0.1,0.1,0.1 => 381/100
		time -n 256 --logp 0.61,0.5,0.5 --node 16 --inside 0.1,0.1,0.1 => 321/100
		bound -n 48e30 -l 4 --node 48 --inside 1 => 145
		bound -n 1200 -l 3 --node 3 --inside 1 -m 10 => 25
		bound -n 1200 -l 3 --node 3 --inside 1 --lanes 1 => 17
		bound -n 64 -m 60 --logp 0.61,0.5,0.5 --node 4 --inside 0.1,0.1,0.1 => 1311/100
		time -n 6 -l 5/2 --node 6 --inside 5/2 => 11/2
		time -n 14 -l 5/2 --node 1 --inside 1 => 15/2
		time -n 55 -l 3 --node 5 --inside 1 => 9
	END
}

@test 'nodes: what others lose' {
	ask 'compare -n 3072 -l 4 --node 48 --inside 1 --all -H -f tsv'
	same rows 'nodes 15 leaders 21 bcast 27 binomial 30 bound 15' \
		"$(cut -f 1,3 <<<"$out" | xargs)"
	ask 'compare -n 64 --logp 0.61us,0.5us,0.5us --inside 0.1us,0.1us,0.1us --node 4 -H -f tsv'
	same rows 'nodes 381/100 leaders 261/50 bcast 168/25 bound 381/100' \
		"$(cut -f 1,3 <<<"$out" | xargs)"
}

@test 'nodes: a schedule, and what check says of it' {
	ask 'schedule best -n 12 -l 3 --node 3 --inside 1'
	grep -qx '# node 3' <<<"$out"
	grep -qx '# inside 1' <<<"$out"
	for what in 'nodes -n 12 -l 3 --node 3 --inside 1' \
		'nodes -n 55 -l 3 --node 5 --inside 1' \
		'nodes -n 960 -l 9/2 --node 12 --inside 3/2' \
		'nodes -n 64 --logp 0.61,0.5,0.5 --node 4 --inside 0.1,0.1,0.1' \
		'nodes -n 12 -l 3 --node 3 --inside 1 --op reduce' \
		'nodes -n 12 -l 3 --node 3 --inside 1 -f text'; do
		fibcast schedule $what | fibcast check | grep -q 'optimal' || {
			echo "$what"
			return 1
		}
	done
	for what in leaders bcast binomial; do
		fibcast schedule $what -n 60 -l 9/2 --node 4 --inside 3/2 |
			fibcast check | grep -q '^ok: 59 transmissions' || {
			echo "$what"
			return 1
		}
	done
	same lanes 'ok: 11 transmissions, finish 7 (lower bound 6)' \
		"$(fibcast schedule leaders -n 12 -l 3 --node 3 --inside 1 --lanes 1 | fibcast check)"
	while read -r most what; do
		found=$(fibcast schedule best --inside 1 $what | tee "$BATS_TEST_TMPDIR/schedule" |
			fibcast check | sed -n 's/^ok: .* finish \([0-9]*\).*/\1/p')
		[[ $found -le $most ]] && grep "^# lanes" "$BATS_TEST_TMPDIR/schedule" || {
			echo "$what: $found"
			return 1
		}
	done <<-'END'
		6 -n 12 -l 3 --node 3 --lanes 1
		12 -n 64 -l 4 --node 8 --lanes 1
		11 -n 64 -l 4 --node 8 --lanes 2
		9 -n 64 -l 4 --node 8 --lanes 4
		16 -n 64 -l 4 --node 8 --lanes 1 -m 4
		46 -n 64 -l 4 --node 8 --lanes 1 -m 30
	END
}

@test 'nodes: the tree of the schedule, each message from its parent' {
	shows 'tree -n 8 -l 3 --node 4 --inside 1 -f outline --ascii' <<-'END'
		0  0  node 0
		|-- 4  3  node 1
		|   |-- 5  4
		|   |   `-- 7  5
		|   `-- 6  5
		|-- 1  4
		|   `-- 3  5
		`-- 2  5
	END
	while read -r column finish what; do
		for shape in nodes bcast; do
			same "$what $shape" "$(fibcast schedule $shape $what |
				grep -v '^#' | sed 1d | cut -f 2-3 | sort -n)" \
				"$(columns "tree $what $([[ $shape == bcast ]] && echo --shape bcast)" \
					'parent node' | sed 1d | tr ' ' '\t' |
					sort -n)" || return 1
		done
		same "$what" "$finish" "$(columns "tree $what -d 2" "$column" |
			sort -g | tail -n 1)"
	done <<-'END'
		time 11.50 -n 60 -l 9/2 --node 4 --inside 3/2
		time_us 3.81 -n 64 --logp 0.61us,0.5us,0.5us --node 4 --inside 0.1us,0.1us,0.1us
	END
	ask 'tree -n 24 -l 3 --node 3 --inside 1 -f svg'
	[[ $out == *'nodes of 3, inside 1'* && $out == *'stroke-dasharray="5 4"'* ]]
	ask 'tree -n 24 -l 3 --node 3 --inside 1 -f dot'
	[[ $out == *'style=dashed'* ]]
}

@test 'nodes: the eleven that are proved to take a tick more' {
	for what in 3,11,9 4,11,10 5,11,11 5,16,12 6,11,12 6,16,13 7,11,13 \
		7,16,14 8,11,14 8,16,15 8,31,18; do
		IFS=, read -r latency count time <<<"$what"
		args="-n $((5 * count)) -l $latency --node 5 --inside 1"
		same "$what" "$time ok: $((5 * count - 1)) transmissions, finish $time (optimal)" \
			"$(fibcast optimum $args) $(fibcast schedule best $args |
				fibcast check)" || return 1
	done
}

@test 'nodes: SimGrid gets a cluster a node, and two lengths of sends' {
	ask 'schedule nodes -n 6 --logp 11,5,5 --node 3 --inside 1,1,1 -f ti'
	[[ $out == *'radical="0-2"'*'lat="1s"'*'radical="3-5"'* ]]
	[[ $out == *'latency="14s"'*'smpi/os:0:1:0\;1:5:0'* ]] ||
		[[ $out == *'smpi/os:0:1:0\;1:5:0'*'latency="14s"'* ]]
	refuses 2 'schedule nodes -n 8 --logp 1,5,5 --node 4 --inside 10,1/2,1/2 -f ti' \
		'schedule: --format: messages inside a node are longer under way than those between nodes'
}

@test 'nodes: the part of one processor is what the schedule says' {
	local r
	while read -r what; do
		for r in 0 3 4 11; do
			same "$what $r" "$(fibcast schedule $what -H | sort -n |
				awk -v r=$r '$2 == r { print "send", $3, $4, $1 }
					$3 == r { print "receive", $2, $4 }' | sort)" \
				"$(fibcast rank $r ${what#* } --algorithm ${what%% *} -H |
				awk '$1 == "send" { print $1, $2, $3, $4; next }
					{ print $1, $2, $3 }' | sort)" || return 1
		done
	done <<-'END'
		nodes -n 12 -m 1 -l 3 --node 3 --inside 1
		nodes -n 24 -m 5 -l 7/2 --node 4 --inside 3/2
		nodes -n 24 -m 2 -l 7/2 --node 4 --inside 3/2 --op reduce
		nodes -n 64 -m 2 --logp 0.61,0.5,0.5 --node 4 --inside 0.1,0.1,0.1
	END
	shows 'rank 3 -n 12 -l 3 --node 3 --inside 1' <<-'END'
		event    peer  start  end
		receive     0      3    4
		send        4      4    5
		send        5      5    6
	END
	shows 'rank 3 -n 12 -l 3 --node 3 --inside 1 --algorithm bcast -t 5..6' <<-'END'
		event    peer  start  end
		receive     0      5    6
	END
	each refuses 2 <<-'END'
		rank --all -n 12 -l 3 --node 3 --inside 1 => rank: --all: not used by nodes
		rank 3 -n 12 -l 3 --algorithm leaders => rank: --node and --inside are missing: leaders is for processors on nodes
		rank 3 -n 12 -l 3 --node 3 --inside 1 --algorithm chain => rank: --node: not used by chain
	END
}

@test 'nodes: what is refused' {
	each refuses 2 <<-'END'
		time -n 14 -l 3 --node 4 --inside 1 => time: --node: nodes of different sizes are not supported: --processors, 14, must be a multiple of 4
		time -n 16 -l 3 --node 4 => time: --inside is missing: the latency inside a node
		time -n 16 -l 3 --inside 2 => time: --inside: only with --node, the processors of a node
		time -n 16 -l 3 --lanes 2 => time: --lanes: only with --node, the processors of a node
		time -n 16 -l 3 --node 4 --inside 4 => time: --inside: '4' makes messages inside a node slower than those between nodes
		time -n 16 -l 3 --node 4 --inside 1/2 => time: --inside: '1/2' gives a latency that is less than a send takes
		time -n 16 -l 3 --node 4 --inside 1,1,1 => time: --inside: '1,1,1' is a machine's, but --latency is given
		time -n 16 --logp 4,1,1 --node 4 --inside 1 => time: --inside: '1' is a latency, but the machine has L,o,g
		time -n 16 --logp 4us,1us,1us --node 4 --inside 1us => time: --inside: '1us' is a latency, but the machine has L,o,g
		time -n 16 -l 3 --node 4 --inside 1us => time: --inside: '1us' has the unit us, but a plain number is needed
		schedule nodes -n 16 -l 3 --node 4 --inside 1..2 => schedule: --inside: '1..2' is a sweep, but one value is needed
		tree -n 16 -l 3 --node 4,8 --inside 1 => tree: --node: '4,8' is a sweep, but one value is needed
		rank 0 -n 16 -l 3 --node 4 --inside 1 --lanes 1..2 => rank: --lanes: '1..2' is a sweep, but one value is needed
		time -n 16 -l 3 --node 4..5 --inside 1 => time: --node: nodes of different sizes are not supported: --processors, 16, must be a multiple of 5
		time -n 16 -l 3 --node 4 --inside 1..4 => time: --inside: '1..4' makes messages inside a node slower than those between nodes
		time -n 16 -l 3 --node 2147483648 --inside 1 => time: --node: must be at most 2147483647, not '2147483648'
		time -n 16 --logp 4,1,1 --node 4 --inside 1us,1us,1us => time: --inside: '1us,1us,1us' has a unit, but the machine has none
		time -n 16 --logp 4us,1us,1us --node 4 --inside 1,1,1 => time: --inside: '1,1,1' has no unit, but the machine has one
		time -n 16 --logp 4,1,1 --node 4 --inside 1,1,1,1 => time: --inside: '1,1,1,1' has G, but the machine between nodes has none
		schedule nodes -n 16 -l 3 => schedule: --node and --inside are missing: nodes is for processors on nodes
		schedule nodes -n 16 -l 3 --model logp => schedule: --model: nodes is of the model postal, not logp
		schedule binomial -n 16 -l 3 --node 4 --inside 1 -m 2 => schedule: --messages: on nodes binomial is for one message, not '2'
		schedule ring -n 16 -l 3 --node 4 --inside 1 --op broadcast => schedule: --op: ring has no broadcast: use bcast, binomial, nodes, leaders, best
		rank 3 --algorithm bcast -n 16 -l 3 --node 4 --inside 1 --op allgather => rank: --op: bcast has no allgather: use in-out, out-in, separate
		time -n 16 -l 3 --node 4 --inside 1 --ports 2 => time: --ports: not used with nodes
		time -n 16 -l 3 --node 4 --inside 1 --model logp => time: --node: only in the model postal
		time -n 16 -l 3 --node 4 --inside 1 --all => time: --node: not used with --all
		reach -t 16 -l 3 --node 4 --inside 1 --approx 3 => reach: --node: not used with --approx
		time -n 16 -l 3 --node 4 --inside 1 --op sum -m 30 => time: --node: not used with --op sum
		time -n 16 -l 3 --node 4 --inside 1 --op sum -m 30 --schedule => time: --node: not used with --op sum
		reach -n 16 -t 20 -l 3 --node 4 --inside 1 --op sum => reach: --node: not used with --op sum
		tree -n 16 -l 3 --node 4 --inside 1 --op scatter => tree: --node: not used with --op scatter
		tree -n 16 -l 3 --node 4 --inside 1 --op sum -m 30 => tree: --node: not used with --op sum
		tree -n 16 -l 3 --node 4 --inside 1 --shape min-depth => tree: --node: not used with --shape min-depth
		tree -n 16 -l 3 --node 4 --inside 1 --due 9 => tree: --node: not used with --late and --due
		tree -n 14 -l 3 --node 4 --inside 1 => tree: --node: nodes of different sizes are not supported: --processors, 14, must be a multiple of 4
		schedule leaders -n 16 -m 2 -l 3 --node 4 --inside 1 => schedule: --messages: not used by leaders: 'schedule best' chooses for several
		schedule best -n 16 -l 3 --node 4 --inside 1 --op census => schedule: --node: not used with --op census
		schedule bcast -n 16 -l 3 --node 4 --inside 1 --due 9 => schedule: --node: not used with --late and --due
		bound -n 16 -l 3 --node 4 --inside 1 --op census => bound: --node: not used with --op census
		compare -n 16 -l 3 --node 4 --inside 1 --op census => compare: --node: not used with --op census
		schedule pack -n 16 -l 3 --node 4 --inside 1 => schedule: --node: not used by pack
		schedule nodes -n 12 -l 3 --node 3 --inside 1 -f goal => schedule: --format: it has one latency, and schedules on nodes have two
	END
}

@test 'nodes: of the figures of a file, the line is named' {
	cd "$BATS_TEST_TMPDIR" || return
	printf '%s\n' L=6us o=2us g=4us P=16 node=4 >net
	printf '%s\n' inside.L=9us inside.o=1us inside.g=1us | cat net - >slow
	printf '%s\n' inside.o=1 inside.L=1 inside.g=1 | cat net - >bare
	printf '%s\n' inside.{L,o,g,G}=1us | cat net - >byte
	printf '%s\n' inside.{L,o,g}=1us | cat net - >good
	misreads 'time --machine slow' \
		"time: --machine: slow:6: '9us,1us,1us' makes messages inside a node slower than those between nodes"
	misreads 'compare --machine bare' \
		"compare: --machine: bare:6: '1,1,1' has no unit, but the machine has one"
	misreads 'schedule best --machine byte' \
		"schedule: --machine: byte:6: '1us,1us,1us,1us' has G, but the machine between nodes has none"
	each refuses 2 <<-'END'
		schedule pipeline --machine good => schedule: --machine: node: not used by pipeline
		time --machine good --op census => time: --machine: node: not used with --op census
		time --machine good --model logp => time: --machine: node: only in the model postal
	END
}

# Runs check on a schedule of two nodes of two with those rows.
judge() {
	cd "$BATS_TEST_TMPDIR" || return
	printf '%s\n' '# fibcast schedule 1' '# model postal' '# processors 4' \
		'# latency 3' "$1" 'time from to message' "${@:2}" >rows
	ask 'check rows'
	out=${out%$'\n'}
}

@test 'nodes, lanes and ports: check counts each' {
	local nodes=$'# node 2\n# inside 1' both
	judge "$nodes" '0 0 1 1' '1 0 2 1' '4 2 3 1'
	same good 'ok: 3 transmissions, finish 5 (lower bound 4)' "$out"
	judge "$nodes" '0 0 1 1' '1 0 2 1' '1 1 3 1'
	same held 'ok: 3 transmissions, finish 4 (lower bound 4)' \
		"${out/(optimal)/(lower bound 4)}"
	judge "$nodes"$'\n# lanes 1' '0 0 1 1' '1 0 2 1' '1 1 3 1'
	same lanes 'rows:11: node 0 sends to other nodes more than 1 at once, at 1' "$out"
	judge "$nodes" '0 0 2 1' '0 0 1 1' '3 2 3 1'
	same ports 'rows:9: processor 0 sends more than 1 at once, at 0' "$out"
	judge "$nodes" '0 0 1 1' '0 1 2 1' '3 2 3 1'
	[[ $out == rows:9:* ]]
	judge '# ports 2' '0 0 1 1' '0 0 2 1' '1 0 3 1'
	same two 'ok: 3 transmissions, finish 4 (lower bound 4)' \
		"${out/(optimal)/(lower bound 4)}"
	judge '# ports 2' '0 0 1 1' '0 0 2 1' '0 0 3 1'
	same three 'rows:9: processor 0 sends more than 2 at once, at 0' "$out"
	both=$nodes$'\n# inside 1'
	judge "$both" '0 0 1 1'
	[[ $out$err == *'is given twice'* ]]
	judge '# inside 1' '0 0 1 1'
	[[ $err == *'the header has no node, which inside needs'* ]]
	judge '# node 3' '0 0 1 1'
	[[ $err == *"the header has no 'inside'"* ]]
	judge $'# node 3\n# inside 1' '0 0 1 1'
	[[ $err == *"processors: '4' is not a multiple of the processors of a node"* ]]
	judge $'# node 2\n# inside 4' '0 0 1 1'
	[[ $err == *"inside: '4' makes messages inside a node slower than others"* ]]
}

@test 'nodes: the bound of a census counts its messages as those inside' {
	local s=$BATS_TEST_TMPDIR/s
	# The postal model's at latency 4, were there no nodes, is 5.
	printf '# %s\n' 'fibcast schedule 1' 'model postal' 'operation census' \
		'processors 3' 'latency 4' 'node 3' 'inside 7/2' >"$s"
	printf '%s\t%s\t%s\t%s\t%s\n' time from to message operands \
		0 0 1 1 0+1 0 1 2 1 1+1 0 2 0 1 2+1 \
		1 0 2 1 0+1 1 1 0 1 1+1 1 2 1 1 2+1 >>"$s"
	answers "check $s" 'ok: 6 transmissions, finish 9/2 (optimal)'
}

@test 'nodes: pictures have a band for every other one, and both latencies' {
	ask 'schedule nodes -n 12 -l 3 --node 3 --inside 1 -f svg'
	[[ $out == *'nodes of 3, inside 1'* && $out == *'fill-opacity'* ]]
	for format in html grid; do
		ask "schedule nodes -n 12 -l 3 --node 3 --inside 1 -f $format"
		[[ $out == *'nodes of 3'* && $out == *'fill-opacity'* ]]
	done
	ask 'schedule nodes -n 12 -l 3 --node 3 --inside 1 -f chart --ascii'
	same 'lines between nodes' 3 "$(grep -c '^$' <<<"${out%$'\n'}")"
	[[ $out == *'nodes of 3, inside 1'* ]]
}

@test 'ports: a broadcast in the time that F says, and its reverse' {
	while read -r n latency ports; do
		time=$(fibcast time -n $n -l $latency --ports $ports)
		for op in broadcast reduce; do
			same "$n $latency $ports" "finish $time (optimal)" \
				"$(fibcast schedule bcast -n $n -l $latency \
					--ports $ports --op $op | fibcast check |
					grep -o 'finish.*')"
		done
	done <<-'END'
		8 2 2
		1000 5/2 3
		9999 10/3 7
		50 2 100
		3 1 2147483647
		2 9 4
		1 2 2
	END
	each refuses 2 <<-'END'
		schedule bcast -n 9 -l 2 --ports 2 --model logp => schedule: --ports: not used with --model logp
		schedule bcast -n 9 --logp 4,1,1 --ports 2 => schedule: --ports: not used with a machine
		schedule bcast -n 9 -l 2 --ports 2 -f goal => schedule: --format: schedules on several ports are tsv, text, csv, json, dot or svg only
	END
}

@test 'nodes: several messages, near the bound, and never worse than before' {
	while read -r latency inside p count m most; do
		found=$(fibcast schedule best -n $((p * count)) -m $m \
			-l $latency --node $p --inside $inside |
			fibcast check | sed -n 's/^ok: .* finish \([0-9]*\).*/\1/p')
		[[ $found -le $most ]] || {
			echo "$latency $inside $p $count $m: $found"
			return 1
		}
	done <<-'END'
		3 1 4 4 2 8
		3 1 4 4 8 15
		4 1 4 8 4 13
		5 2 4 4 2 13
		3 2 4 4 8 17
		4 1 8 16 4 16
		10 1 16 8 2 19
		10 1 16 8 20 40
		3 1 4 4 60 73
		4 1 4 8 60 76
		5 2 4 4 60 77
		3 1 8 4 60 73
		4 1 8 16 20 37
		4 1 8 16 60 79
		10 1 16 8 60 90
		3 3 5 3 28 38
		5 1 4 1 30 31
		3 1 1 12 8 16
	END
	ask 'compare -n 16 -m 4 -l 3 --node 4 --inside 1 -H -f tsv'
	same rows 'nodes 10 bound 9' "$(cut -f 1,3 <<<"$out" | xargs)"
	fibcast schedule nodes -n 16 -m 3 --logp 4,1,1 --node 4 \
		--inside 1,1/2,1/2 | fibcast check | grep '^ok: 45 trans'
	fibcast schedule nodes -n 16 -m 3 -l 7/2 --node 4 --inside 3/2 --op reduce |
		fibcast check | grep '^ok: 45 trans'
}

@test 'nodes: sizes, latencies inside and lanes are swept' {
	local node inside lanes time
	shows 'time -n 16 -l 4 --node 2..4x2 --inside 1..3' <<-'END'
		node  inside  time
		   2       1     8
		   2       2     9
		   2       3    10
		   4       1     7
		   4       2     9
		   4       3    10
	END
	while read -r node inside lanes time; do
		answers "compare -n 16 -m 3 -l 4 --node $node --inside $inside \
			--lanes $lanes -f tsv -H | sed -n 's/^nodes.-.//p' | cut -f 1" "$time"
	done < <(fibcast compare -n 16 -m 3 -l 4 --node 2,4 --inside 3/2..2+1/2 \
		--lanes 1..2 -f tsv -H | cut -f 1-3,6)
}

# Measured figures may have any number of digits.
@test 'nodes: one message with figures of a fine common unit' {
	local given
	for given in '64 --logp 1.23456789us,.5us,.5us --inside .1us,.1us,.1us' \
		'3072 --logp 1.23456789us,.51234567us,.7654321us --inside .1234567us,.1345678us,.1456789us' \
		'512 -l 10000019/1000003 --inside 1000033/1000003'; do
		ask "schedule best --node 8 -n $given"
		same "$given" "ok: $((${given%% *} - 1)) transmissions (optimal)" \
			"$(fibcast check <<<"$out" | sed 's/, finish [^(]*/ /')"
	done
	each answers <<-'END'
		time -n 64 --node 8 --logp 1.2345678us,.5us,.5us --inside .1us,.1us,.1us => 17172839/5000000
		schedule best -n 64 --node 8 --loggp 1.23456789us,.51234567us,.7654321us,.00033219us --bytes 64Ki --inside .1234567us,.1345678us,.1456789us,.00012345us | fibcast check | cut -d , -f 1 => ok: 63 transmissions
		reach -t 1000000007/100000000 --node 4 -l 300000007/100000000 --inside 1 => 96
	END
}

# A schedule in longer ticks keeps to the figures, and is not much longer.
@test 'nodes: several messages with figures of a fine common unit' {
	local given
	for given in '-l 1.931 --inside 1.1' '-l 1.931 --inside 1.1 --lanes 2' \
		'-l 17.0007 --inside 1.0003' '-l 3 --inside 1.00003' \
		'--logp .61281us,.5us,.5us --inside .1us,.1us,.1us' \
		'--loggp .6128us,.5us,.5us,.00033us --bytes 999 --inside .1us,.1us,.1us,.0001us'; do
		ask "schedule best -n 16 -m 5 --node 4 $given"
		same "$given" 'ok: 75 transmissions' \
			"$(fibcast check <<<"$out" | cut -d , -f 1)"
	done
	each answers <<-'END'
		compare -n 8 -m 4 --node 4 -l 1.93 --inside 1.1 -f tsv -H | head -n 1 | cut -f 3 => 813/100
		compare -n 8 -m 4 --node 4 -l 1.93001 --inside 1.1 -f tsv -d 2 -H | head -n 1 | cut -f 3 => 8.15
	END
	has_64_bits || return 0
	refuses 3 'schedule best -n 2^22 -m 2 -l 3 --node 2 --inside 1' \
		'schedule: so many messages on so many nodes take long'
}

# Messages that are sent at the same time to one processor, from inside and from
# outside its node, do not wait for each other.
@test 'nodes: several messages are reduced, too' {
	answers 'schedule nodes --op reduce -n 20 -m 5 -l 4 --node 4 --inside 3 | fibcast check' 'ok: 95 transmissions, finish 17 (lower bound 14)'
	answers 'schedule best --op reduce -n 9 -m 8 -l 3 --node 3 --inside 2 | fibcast check' 'ok: 64 transmissions, finish 15 (lower bound 13)'
}

# A reduction is a broadcast backwards, into whose nodes no more come at a time.
@test 'nodes: the sends of a reduction keep to the lanes' {
	local lanes messages latency problem
	for lanes in 1 2; do
		for messages in 1 2 5; do
			for latency in 2 5/2 7; do
				problem="-n 16 -l $latency --node 4 --inside 3/2"
				problem+=" --lanes $lanes -m $messages --op reduce"
				# shellcheck disable=SC2086 # words
				fibcast schedule best $problem |
					fibcast check >"$BATS_TEST_TMPDIR/said" || {
					echo "$problem"
					cat "$BATS_TEST_TMPDIR/said"
					return 1
				}
			done
		done
	done
	# What nodes send alone has fewer ports, not what they receive.
	answers 'bound -n 16 -l 7 --node 2 --inside 1 --lanes 1' 13
	answers 'bound -n 16 -l 7 --node 2 --inside 1 --lanes 1 --op reduce' 11
}

@test 'nodes: a plan that has far too few lanes ends' {
	shows 'compare -n 48 -m 20 -l 2 --node 16 --inside 1 --lanes 1 -f tsv -H' <<-'END'
		nodes	-	29	1.115
		bound	-	26	1.000
	END
}

@test 'nodes: no message between them is there before the next can be sent' {
	local of='-n 25 --logp .25,.25,1 --node 5 --inside 0,3/10,1/2' what
	for what in 'schedule best' 'schedule leaders' 'rank 3 --algorithm nodes' \
		time bound compare; do
		refuses 2 "$what $of" "${what%% *}: --logp: the gap g = 1 is above \
L+2o = 3/4: a message arrives before the next can be sent, a case that is not answered on nodes"
	done
}

@test 'nodes: a bound without a schedule, where tries on lanes take long' {
	ask 'time -n 20 --loggp 1us,3us,5us,3/250us --node 4 --inside 1/2us,1us,5/3us,3/250us --bytes 1024 --lanes 1'
	same time '11507/150 [0]' "${out%?} [$status]"
	same warning 'fibcast: time: warning: a lower bound on nodes, for which no schedule was built' "${err%?}"
}

# After a receive the next one waits for g - o; a message between nodes behind
# one inside waits for the wrong one backwards: 31, not 32, would be the least.
@test 'nodes: reductions on machines' {
	answers 'time --op reduce -n 6 --node 2 --logp 7,4,3 --inside 2,2,1' 23
	answers 'time --op reduce -n 6 --node 2 --logp 7,4,5 --inside 2,2,3' 24
	refuses 2 'bound --op reduce -n 4 --node 2 --logp 4,7,8 --inside 2,7,4' \
		'bound: --inside: '\''2,7,4'\'': reductions are known only where o is not below g, or g - o is the same inside and between nodes'
}

@test 'phases: a row names its runs as convert does' {
	local of
	for of in 'in-out -n 24 --op allreduce --node 6 --inside 1' \
		'census -n 24 --op allreduce --node 6 --inside 1' \
		'in-out -n 20 --op barrier --node 5 --inside 1' \
		'in-out -n 20 --op scan --node 5 --inside 1' \
		'out-in -n 12 --op alltoall --node 2 --inside 1' \
		'separate -n 9 --op alltoall --node 3 --inside 1' \
		'hybrid -n 18 --op allreduce'; do
		# shellcheck disable=SC2086 # words
		same "$of" "$(fibcast schedule $of -l 2)" \
			"$(fibcast schedule $of -l 2 | fibcast convert)"
	done
	answers 'rank 4 --algorithm in-out -n 24 --op allreduce -l 2 --node 6 --inside 1 -t 0..0 -f csv -H | tail -n 1' \
		'send,0,1,0,1,"5+2,11+2,17+2,23+2"'
	answers 'rank 1 --algorithm census -n 24 --op allreduce -l 2 --node 6 --inside 1 -t 2..2 -f csv -H | tail -n 1' \
		'send,4,1,2,3,"0+2,5+1"'
}
