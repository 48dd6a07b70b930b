# Schedules and trees as pictures, and for the programs of others.
# shellcheck disable=SC2016,SC2086,SC2154 # several options; err
load helper

PROBLEMS=('bcast -n 1 -l 3' 'bcast -n 2 -l 1' 'bcast -n 14 -l 5/2'
	'bcast -n 40 -l 10' 'bcast -n 64 -l 7/3' 'repeat -n 9 -m 4 -l 7/3'
	'pack -n 14 -m 3 -l 5/2' 'pipeline -n 14 -m 16 -l 5/2'
	'pipeline -n 3 -m 20 -l 10' 'dtree -n 20 -m 4 -l 1'
	'dtree -n 20 -m 4 -l 1000000000' 'bcast -n 5 -l 1000001/1000000')

# A schedule in $FILE, its rows on standard input: written MODEL N M [LATENCY]
written() {
	FILE=$BATS_TEST_TMPDIR/schedule
	{
		printf '# fibcast schedule 1\n# model %s\n# processors %s\n' \
			"$1" "$2"
		printf '# messages %s\n%s' "$3" "${4:+# latency $4$'\n'}"
		printf 'time from to message\n'
		cat
	} >"$FILE"
}

@test 'chart draws bars with their messages' {
	shows 'schedule bcast -n 4 -l 5/2 -f chart' <<-'END'
		bcast: 4 processors, 1 message, latency 5/2, finish 9/2
		  0               1               2               3               4
		0 →3━━━━━━━━━━━━━ →2━━━━━━━━━━━━━ →1━━━━━━━━━━━━━
		1                                                         ←0─────────────
		2                                         ←0─────────────
		3                         ←0─────────────
	END
	shows 'schedule pipeline -n 3 -m 2 -l 2 -f chart --ascii' <<-'END'
		pipeline: 3 processors, 2 messages, latency 2, finish 5
		  0              1              2              3              4
		0 1>2=========== 2>2=========== 1>1=========== 2>1===========
		1                                              1<0----------- 2<0-----------
		2                1<0----------- 2<0-----------
	END
}

@test 'chart: receives have a line of their own beside sends' {
	shows 'schedule pipeline -n 4 -m 3 -l 1 -f chart --ascii' <<-'END'
		pipeline: 4 processors, 3 messages, latency 1, finish 5
		  0              1              2              3              4
		0 1>1=========== 2>1=========== 3>1===========
		1 1<0----------- 2<0----------- 3<0-----------
		                 1>2=========== 2>2=========== 3>2===========
		2                1<1----------- 2<1----------- 3<1-----------
		                                1>3=========== 2>3=========== 3>3===========
		3                               1<2----------- 2<2----------- 3<2-----------
	END
	written telephone 2 2 <<<$'0 0 1 1\n1 0 1 2\n1 1 0 1'
	shows "convert -f chart --ascii $FILE" <<-'END'
		telephone: 2 processors, 2 messages, finish 2
		  0                                      1
		0                                        1<1-----------------------------------
		  1>1=================================== 2>1===================================
		1 1<0----------------------------------- 2<0-----------------------------------
		                                         1>0===================================
	END
}

@test 'chart is as wide as COLUMNS, else 80' {
	COLUMNS=24 shows 'schedule bcast -n 12 -l 2 -f chart' <<-'END'
		bcast: 12 processors, 1
		message, latency 2,
		finish 6
		   0   1   2   3   4
		 0 →8━ →5━ →3━ →2━ →1━
		 1
		 2                 ←0─
		 3             ←0─ →4━
		 4
		 5         ←0─ →7━ →6━
		 6
		 7                 ←5─
		 8     ←0─ →11 →10 →9━
		 9
		10                 ←8─
		11             ←8─

		   5   6
		 0
		 1 ←0─
		 2
		 3
		 4 ←3─
		 5
		 6 ←5─
		 7
		 8
		 9 ←8─
		10
		11
	END
}

@test 'chart: never wider than the terminal' {
	for problem in "${PROBLEMS[@]}"; do
		for columns in '' 3 8 20 39 40 80 200 no 99999999999; do
			COLUMNS=$columns
			export COLUMNS
			case $columns in
			'' | no | 99999999999) most=80 ;;
			*) most=$columns ;;
			esac
			fibcast schedule $problem -f chart --ascii |
				sed -n '/^ /,$p' |
				awk -v most="$most" '/ $/ { exit 1 }
				length($0) > most && most > 4 { exit 1 }' || {
				echo "$problem at $columns"
				return 1
			}
		done
	done
}

@test 'chart: each send and receive is there once, with its label' {
	for problem in 'pipeline -n 6 -m 4 -l 5/2' 'bcast -n 12 -l 2' \
		'best -n 9 -m 12 -l 3' 'repeat -n 5 -m 3 -l 7/3' \
		'telephone -n 8 -m 5'; do
		for columns in 24 40 80 300; do
			COLUMNS=$columns fibcast schedule $problem \
				-f chart --ascii >"$BATS_TEST_TMPDIR/chart"
			for way in '>' '<'; do
				same "$problem at $columns" \
					"$(fibcast schedule $problem -H |
					awk -v way="$way" '{
						peer = way == ">" ? $3 : $2
						print $4 way peer }' |
					case $problem in
					bcast*) sed 's/^1//' ;;
					*) cat ;;
					esac | sort)" \
					"$(sed '/^ *[0-9]* [ 0-9<>=-]*$/!d' \
						"$BATS_TEST_TMPDIR/chart" |
					grep -oE "[0-9]*${way}[0-9]+" | sort)"
			done
		done
	done
	COLUMNS=7 refuses 3 'schedule bcast -n 12 -l 2 -f chart' \
		'schedule: the chart needs 11 columns, the terminal has 7'
	refuses 3 'schedule bcast -n 5 -l 1e9 -f chart' \
		"schedule: the chart would have 38461539 parts of the terminal's width, more than 1000"
}

@test 'chart: colour only on a terminal, and without NO_COLOR' {
	needs script
	terminal() {
		script -qec "$1 fibcast schedule bcast -n 3 -l 2 -f chart" \
			/dev/null </dev/null | tr -d '\r'
	}
	plain=$(fibcast schedule bcast -n 3 -l 2 -f chart)
	[[ $plain != *$'\e'* ]]
	[[ $(terminal 'env TERM=xterm') == *$'\e[31m'* ]]
	same colours "$plain" \
		"$(terminal 'env TERM=xterm' | sed 's/\x1b\[[0-9]*m//g')"
	same NO_COLOR "$plain" "$(terminal 'env TERM=xterm NO_COLOR=1')"
	same dumb "$plain" "$(terminal 'env TERM=dumb')"
}

@test 'svg: valid, without scripts, an arrow with its title a transmission' {
	needs xmllint
	for problem in "${PROBLEMS[@]}"; do
		fibcast schedule $problem -f svg >"$BATS_TEST_TMPDIR/svg"
		xmllint --noout "$BATS_TEST_TMPDIR/svg"
		same "$problem" "$(fibcast schedule $problem -H | wc -l)" \
			"$(grep -c '^<path class="c.*<title>message .*</title>' \
				"$BATS_TEST_TMPDIR/svg" || :)"
		lacks -iE '<script|href|onload' "$BATS_TEST_TMPDIR/svg"
	done
	fibcast schedule bcast -n 14 -l 5/2 -f svg >"$BATS_TEST_TMPDIR/svg"
	(($(wc -c <"$BATS_TEST_TMPDIR/svg") < 6000))
	grep -qF 'message 1 from 9 to 12, sent at 5/2, received at 5' \
		"$BATS_TEST_TMPDIR/svg"
	grep -qF '>bcast: 14 processors, 1 message, latency 5/2, finish 15/2<' \
		"$BATS_TEST_TMPDIR/svg"
	grep -qF 'prefers-color-scheme:dark' "$BATS_TEST_TMPDIR/svg"
}

@test 'svg, grid: no label on another, time named, the finish with its tick' {
	for problem in "${PROBLEMS[@]}" 'pack -n 1 -m 2 -l 3' \
		'telephone -n 12 -m 9' 'best -n 14 -m 16 -l 5/2' \
		'repeat -n 5 -m 30 -l 9/4' 'circulant -n 11 -m 12' \
		'circulant --op allgather -n 9' 'best --op alltoall -n 3 -l 2'; do
		for format in svg grid; do
			[[ "$format $problem" == grid*0000* ]] && continue
			fibcast schedule $problem -f $format \
				>"$BATS_TEST_TMPDIR/svg"
			awk -f "$ROOT/tests/cli/boxes.awk" \
				"$BATS_TEST_TMPDIR/svg" || {
				echo "$problem $format"
				return 1
			}
			finish=$(fibcast schedule $problem |
				sed -n 's/^# finish //p')
			grep -qF ">$finish</text>" "$BATS_TEST_TMPDIR/svg"
			grep -qF '>time</text>' "$BATS_TEST_TMPDIR/svg"
		done
	done
}

@test 'svg: beyond eight messages lines are dashed; what has no room is said' {
	fibcast schedule pipeline -n 3 -m 20 -l 2 -f svg >"$BATS_TEST_TMPDIR/svg"
	for class in 'c7' 'c0 d1' 'c3 d2'; do
		grep -qF "<path class=\"$class\"" "$BATS_TEST_TMPDIR/svg"
	done
	lacks -F 'not all have room' "$BATS_TEST_TMPDIR/svg"
	fibcast schedule best -n 30 -m 40 -l 3 -f svg |
		grep -qF '>not all have room; the format grid shows more messages<'
}

@test 'grid: a cell for each end of a transmission, none on another' {
	needs xmllint
	for problem in 'best -n 20 -m 20 -l 3' 'pipeline -n 14 -m 16 -l 5/2' \
		'telephone -n 12 -m 9' 'bcast -n 1 -l 2' \
		'repeat -n 9 -m 4 -l 7/3'; do
		fibcast schedule $problem -f grid >"$BATS_TEST_TMPDIR/svg"
		xmllint --noout "$BATS_TEST_TMPDIR/svg"
		lacks -iE '<script|href|onload' "$BATS_TEST_TMPDIR/svg"
		same "$problem" "$(fibcast schedule $problem -H |
			awk '{ for (i = 0; i < 2; i++)
				print "message " $4 " from " $2 " to " $3 \
					", sent at " $1 }' | sort)" \
			"$(sed -n 's/^<path d="M.*<title>\(.*\), rec.*/\1/p' \
				"$BATS_TEST_TMPDIR/svg" | sort)"
		# In a row, each cell begins after the one before it.
		sed -nE 's/^<path d="M([0-9]+) ([0-9.]+)h([0-9]+)".*/\2 \1 \3/p' \
			"$BATS_TEST_TMPDIR/svg" | sort -k1,1n -k2,2n |
			awk '$1 == y && $2 < end { exit 1 }
				{ y = $1; end = $2 + $3 }'
	done
	# Of many, all cells of a colour and kind are one element.
	fibcast schedule best -n 64 -m 200 -l 3 -f grid >"$BATS_TEST_TMPDIR/svg"
	same ends $((2 * 63 * 200)) "$(grep '^<path class="k' \
		"$BATS_TEST_TMPDIR/svg" | grep -o M | wc -l)"
	same elements 96 "$(grep -c '^<path class="k' "$BATS_TEST_TMPDIR/svg")"
	lacks -c '<title>m' "$BATS_TEST_TMPDIR/svg"
	(($(wc -c <"$BATS_TEST_TMPDIR/svg") < 900000))
	# Cells that are wide enough have their number; messages past the eighth
	# are hatched.
	fibcast schedule best -n 20 -m 20 -l 3 -f grid >"$BATS_TEST_TMPDIR/svg"
	same numbers 380 "$(sed -n '/^<g class="in"/,/^<\/g/p' \
		"$BATS_TEST_TMPDIR/svg" | grep -c '^<text x')"
	same sent 380 "$(grep -c '^<text class="sent"' "$BATS_TEST_TMPDIR/svg")"
	same hatched 12 "$(grep -c '<pattern' "$BATS_TEST_TMPDIR/svg")"
	# Of an all-to-all the label is a digit.
	fibcast schedule best --op alltoall -n 8 -f grid | grep -q '>upper cells: received (4/2=1: '
	fibcast schedule best --op alltoall -n 8 -f svg | grep -q '; 4/2=1: those '
	# Many arrows say what shows them better.
	fibcast schedule best -n 64 -m 8 -l 3 -f svg | grep -q 'the format grid shows'
	fibcast schedule best -n 14 -m 8 -l 3 -f svg | lacks 'the format grid shows'
	refuses 3 'schedule bcast -n 3 -l 10000 -f grid' \
		'schedule: the grid would have 10002 columns, more than 5000'
}

@test 'svg: all that is drawn lies within the picture' {
	for problem in "${PROBLEMS[@]}"; do
		fibcast schedule $problem -f svg | awk -F'"' '
			/^<svg/ { width = $4; height = $6 }
			/^<path class="c/ {
				n = split(substr($4, 2), p, /[ LQ]/)
				if (p[1] + 0 > p[n - 1] + 0)
					exit 1
				for (i = 1; i <= n; i++)
					if (p[i] + 0 > (i % 2 ? width : height) + 0)
						exit 1
			}' || { echo "$problem"; return 1; }
	done
}

@test 'svg: what a file calls its algorithm is only text' {
	needs xmllint
	written $'postal\n# algorithm <b>&amp;"\xff\xc3\xa9\x7f]]>' 2 1 2 \
		<<<'0 0 1 1'
	fibcast convert -f svg "$FILE" | xmllint --noout -
	fibcast convert -f svg "$FILE" | grep -qF \
		'>&lt;b&gt;&amp;amp;"????]]&gt;: 2 processors'
	[[ $(fibcast convert -f chart "$FILE") == '<b>&amp;"????]]>: 2 '* ]]
	fibcast convert -f goal "$FILE" | awk -f "$ROOT/tests/cli/goal.awk"
	needs jq
	same trace '<b>&amp;"????]]>: 2' "$(fibcast convert -f trace "$FILE" |
		jq -r '.traceEvents[0].args.name' | cut -d ' ' -f 1-2)"
}

@test 'tree -f svg draws the tree' {
	needs xmllint
	for tree in '-n 1 -l 3' '-n 2 -l 1' '-n 14 -l 5/2' '-n 40 -l 10' \
		'-n 300 -l 7/3 --shape bcast' '-n 12 --logp 6,2,4' \
		'-n 8 -l 2 --model logp' '-n 3 -l 1e25' '-n 9 -l 2 -d 3'; do
		fibcast tree $tree -f svg >"$BATS_TEST_TMPDIR/svg"
		xmllint --noout "$BATS_TEST_TMPDIR/svg"
		same "$tree" "$(fibcast tree $tree -H -f tsv | wc -l)" \
			"$(grep -c '^<rect class="node"' \
				"$BATS_TEST_TMPDIR/svg")"
		awk -f "$ROOT/tests/cli/boxes.awk" "$BATS_TEST_TMPDIR/svg"
	done
}

@test 'tree -f svg: the title has the latency, in the times of the picture' {
	each titled <<-'END'
		-n 1 -l 3 => 1 processor, latency 3, the last informed at 0
		-n 9 -l 2 -d 3 => 9 processors, latency 2.000, the last informed at 6.000
		-n 8 -l 2 --model logp => 8 processors, latency 2, the last informed at 6
		-n 12 --logp 6us,2us,4us => 12 processors, latency 10 us, a send 4 us, the last informed at 28 us
		-n 2 -l 1e59 => 2 processors, latency 100000000000000000000000000000000000000000000000000000000000, the last informed at 100000000000000000000000000000000000000000000000000000000000
		-n 2 -l 1e60 => 2 processors, latency 100000000000000000000000000000000000000000000000000000000..., the last informed at 100000000000000000000000000000000000000000000000000000000...
	END
}

titled() {
	same "$1" "<title>broadcast tree of $2</title>" \
		"$(fibcast tree $1 -f svg | grep -m 1 '^<title>')"
}

@test 'tree -f svg: the root is on top, or left where that would be too wide' {
	while read -r way tree; do
		fibcast tree $tree -f svg >"$BATS_TEST_TMPDIR/svg"
		same "$tree" "$way" "$(fibcast tree $tree -H -f tsv |
			awk -F'\t' -f "$ROOT/tests/cli/tree.awk" \
				- FS='"' "$BATS_TEST_TMPDIR/svg")"
	done <<-'END'
		top -n 1 -l 3
		top -n 2 -l 1e100
		top -n 14 -l 5/2
		top -n 40 -l 10
		left -n 40 -l 1e25
		left -n 60 -l 5/2
		left -n 100 -l 1
		left -n 120 -l 7/3 --shape bcast
		left -n 150 --logp 6,2,4
	END
}

@test 'tree -f svg: a picture that would be too large is refused' {
	# A star: 44 pixels a leaf, and what is above and below.
	ask 'tree -n 454 -l 1e6 -f svg'
	same 'the largest star' 0 "$status"
	[[ $out == *' height="19996"'* ]]
	each refuses 3 <<-'END'
		tree -n 455 -l 1e6 -f svg => tree: the picture would be 200 pixels wide and 20040 high, more than 20000: -f outline and -f dot have no such limit
		tree -n 2 -l 1 -d 3000 -f svg => tree: the picture would be 24056 pixels wide and 184 high, more than 20000: -f outline and -f dot have no such limit
	END
	ask 'tree -n 455 -l 1e6 -f dot'
	same dot 0 "$status"
}

@test 'dot is a graph with times' {
	shows 'schedule pipeline -n 3 -m 2 -l 5/2 -f dot' <<'END'
digraph schedule {
	node [shape=box, style=rounded];
	0 [label="0\n0"];
	1 [label="1\n11/2"];
	2 [label="2\n7/2"];
	0 -> 2 [label="0 (1)"];
	0 -> 2 [label="1 (2)"];
	0 -> 1 [label="2 (1)"];
	0 -> 1 [label="3 (2)"];
}
END
	written postal 4 1 2 <<<$'0 0 1 1\n1 0 2 1\n2 0 1 1'
	shows "convert -f dot $FILE" <<'END'
digraph schedule {
	node [shape=box, style=rounded];
	0 [label="0\n0"];
	1 [label="1\n2"];
	2 [label="2\n3"];
	3 [label="3"];
	0 -> 1 [label="0"];
	0 -> 2 [label="1"];
	0 -> 1 [label="2"];
}
END
	needs dot
	needs xmllint
	fibcast schedule bcast -n 14 -l 5/2 -f dot | dot -Tsvg | xmllint --noout -
	same edges 26 "$(fibcast schedule dtree -n 14 -m 2 -l 5/2 -f dot |
		dot -Tplain | grep -c ^edge)"
}

@test 'goal is what LogGOPSim reads' {
	shows 'schedule bcast -n 5 -l 5/2 -f goal' <<-'END'
		// bcast: 5 processors, 1 message, latency 5/2, finish 5
		// LogGOPSim ends at 10, where a unit of time is 2:
		//   txt2bin -i schedule.goal -o schedule.bin
		//   LogGOPSim -f schedule.bin -L 5 -o 0 -g 2 -G 0
		num_ranks 5
		rank 0 {
		s1: send 1b to 3 tag 1
		s2: send 1b to 2 tag 1
		s2 requires s1
		s3: send 1b to 1 tag 1
		s3 requires s2
		}
		rank 1 {
		r1: recv 1b from 0 tag 1
		}
		rank 2 {
		r1: recv 1b from 0 tag 1
		}
		rank 3 {
		r1: recv 1b from 0 tag 1
		s1: send 1b to 4 tag 1
		s1 requires r1
		}
		rank 4 {
		r1: recv 1b from 3 tag 1
		}
	END
}

@test 'goal: its grammar, and its time when replayed' {
	for problem in "${PROBLEMS[@]}" 'circulant -n 33 -m 16 -l 1' \
		'continuous -n 9 -m 20 -l 2' 'greedy -n 40 -m 12 -l 7/3' \
		'telephone -n 14 -m 5'; do
		fibcast schedule $problem -f goal >"$BATS_TEST_TMPDIR/goal"
		awk -f "$ROOT/tests/cli/goal.awk" "$BATS_TEST_TMPDIR/goal" || {
			echo "$problem"
			return 1
		}
	done
	# The grammar does find what is wrong.
	for change in 's/requires r1/requires s1/' '/^s2:/d' 's/rank 3/rank 4/' \
		's/s2 requires s1/s2 requires s3/' 's/to 9/to 14/' '$d' \
		's/^s/  s/' 's/tag 1/tag 0/' 's/-L 5/-L 6/' 's/send 1b to 12/send 1b to 11/'; do
		if fibcast schedule bcast -n 14 -l 5/2 -f goal | sed "$change" |
			awk -f "$ROOT/tests/cli/goal.awk" >/dev/null; then
			echo "not found: $change"
			return 1
		fi
	done
}

@test 'goal: what waits is told to' {
	local calcs
	calcs=$(fibcast schedule circulant -n 33 -m 16 -l 1 -f goal | grep -c calc)
	((calcs > 0))
	# Without the calcs a message comes early and takes another's place.
	fibcast schedule circulant -n 33 -m 16 -l 1 -f goal | sed '/ calc /d
		/^c/d; /requires c/d' >"$BATS_TEST_TMPDIR/goal"
	run awk -f "$ROOT/tests/cli/goal.awk" "$BATS_TEST_TMPDIR/goal"
	[[ $status == 1 && $output == *'cannot receive'* ]]
	written postal 4 2 2 <<<$'1 0 1 1\n2 0 1 2\n5 1 2 1\n7 1 2 2\n7 2 3 1'
	shows "convert -f goal $FILE | sed -n '/^rank 1/,/^}/p'" <<-'END'
		rank 1 {
		r1: recv 1b from 0 tag 1
		r2: recv 1b from 0 tag 2
		c1: calc 1
		c1 requires r2
		s1: send 1b to 2 tag 1
		s1 requires c1
		s1 requires r1
		c2: calc 2
		c2 requires s1
		c2 requires r2
		s2: send 1b to 2 tag 2
		s2 requires s1
		s2 requires c2
		s2 requires r2
		}
	END
	fibcast convert -f goal "$FILE" | awk -f "$ROOT/tests/cli/goal.awk"
	# Nothing is said of the simulator's end where two sends overlap, or
	# messages wait for each other.
	for model in postal logp; do
		written $model 3 1 2 <<<$'0 0 1 1\n0 0 2 1'
		shows "convert -f goal $FILE | sed -n 2p" <<-'END'
			// The schedule ends at 2, where a unit of time is 1; LogGOPSim may not: two sends or receives of a processor overlap:
		END
	done
	written logp 3 2 2 <<<$'0 0 1 1\n1 0 2 1\n2 0 1 2\n3 2 1 1'
	fibcast convert -f goal "$FILE" | grep -q '^// LogGOPSim ends at 5'
	written logp 3 2 2 <<<$'0 0 2 1\n2 0 1 2\n2 2 1 1'
	fibcast convert -f goal "$FILE" | grep -q '^// The schedule ends at 5'
}

@test 'ti is what SimGrid replays' {
	shows 'schedule bcast -n 4 -l 5/2 -f ti' <<-'END'
		# bcast: 4 processors, 1 message, latency 5/2, finish 9/2
		# SimGrid replays it by
		#     sed -n 's/^#\$ //p' FILE | sh -s FILE
		# and prints 4.500000, or less where the schedule waits.
		#$ sed -n 's/^#| //p' "$1" > platform.xml
		#$ seq 0 3 > hosts
		#$ echo "$1" > traces
		#$ smpirun -np 4 -platform platform.xml -hostfile hosts \
		#$   --cfg=smpi/os:0:1:0 --cfg=smpi/async-small-thresh:65536 \
		#$   --cfg=network/model:CM02 --cfg=network/crosstraffic:0 --cfg=network/TCP-gamma:0 \
		#$   --cfg=network/latency-factor:1 --cfg=network/bandwidth-factor:1 \
		#$   -replay traces
		#| <?xml version="1.0"?>
		#| <!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
		#| <platform version="4.1">
		#| <cluster id="c0" prefix="" suffix="" radical="0-3" speed="1Gf"
		#|  bw="1e18Bps" lat="0s" sharing_policy="FATPIPE"
		#|  bb_bw="1e18Bps" bb_lat="1.5s" bb_sharing_policy="FATPIPE" router_id="r0"/>
		#| </platform>
		0 init
		0 send 3 1 1
		0 send 2 1 1
		0 send 1 1 1
		0 finalize
		1 init
		1 recv 0 1 1
		1 finalize
		2 init
		2 recv 0 1 1
		2 finalize
		3 init
		3 recv 0 1 1
		3 finalize
	END
	fibcast schedule dtree -n 9 -m 2 -l 7/3 -f ti | grep -qF \
		'bb_lat="1.333333333333333s"'
	fibcast schedule dtree -n 9 -m 2 -l 1 -f ti | grep -qF 'bb_lat="0s"'
}

@test 'trace is what Perfetto shows' {
	shows 'schedule bcast -n 2 -l 5/2 -f trace' <<-'END'
		{"traceEvents":[
		{"ph":"M","pid":0,"name":"process_name","args":{"name":"bcast: 2 processors, 1 message, latency 5/2, finish 5/2"}},
		{"ph":"M","pid":0,"tid":0,"name":"thread_name","args":{"name":"processor 0"}},
		{"ph":"M","pid":0,"tid":0,"name":"thread_sort_index","args":{"sort_index":0}},
		{"ph":"M","pid":0,"tid":1,"name":"thread_name","args":{"name":"processor 1"}},
		{"ph":"M","pid":0,"tid":1,"name":"thread_sort_index","args":{"sort_index":2}},
		{"ph":"X","pid":0,"tid":0,"ts":0,"dur":2,"cat":"send","name":"send 1 to 1","args":{"message":1,"to":1}},
		{"ph":"s","pid":0,"tid":0,"ts":0,"id":0,"cat":"message","name":"message"},
		{"ph":"X","pid":0,"tid":1,"ts":3,"dur":2,"cat":"receive","name":"receive 1 from 0","args":{"message":1,"from":0}},
		{"ph":"f","pid":0,"tid":1,"ts":3,"id":0,"cat":"message","name":"message","bp":"e"}
		]}
	END
}

@test 'trace: slices of a thread do not overlap, flows join them' {
	needs jq
	for problem in "${PROBLEMS[@]}"; do
		fibcast schedule $problem -f trace >"$BATS_TEST_TMPDIR/trace"
		jq -e '.traceEvents as $all
			| ($all | map(select(.ph == "X")) | group_by(.tid)
				| map(sort_by(.ts)
					| [.[:-1], .[1:]] | transpose
					| all(.[0].ts + .[0].dur <= .[1].ts))
				| all)
			and ($all | map(select(.ph == "s" or .ph == "f"))
				| group_by(.id) | all(length == 2))
			and ([$all[] | select(.ph == "X") | "\(.tid) \(.ts)"]
				| sort) == ([$all[] | select(.ph == "s" or
				.ph == "f") | "\(.tid) \(.ts)"] | sort)' \
			"$BATS_TEST_TMPDIR/trace" >/dev/null || {
			echo "$problem"
			return 1
		}
	done
}

@test 'convert writes what schedule writes' {
	for problem in "${PROBLEMS[@]}"; do
		fibcast schedule $problem >"$BATS_TEST_TMPDIR/tsv"
		for format in $(formats convert tsv msccl); do
			cmp <(fibcast schedule $problem -f $format) \
				<(fibcast convert -f $format \
					"$BATS_TEST_TMPDIR/tsv")
		done
	done
}

@test 'times off the grid of the latency are drawn exactly' {
	written postal 3 1 2 <<<$'0 0 1 1\n7/3 1 2 1'
	fibcast convert -f goal "$FILE" | grep -qF -- '-L 6 -o 0 -g 3 -G 0'
	[[ $(fibcast convert -f chart "$FILE") == *', finish 13/3'* ]]
	fibcast convert -f dot "$FILE" | grep -qF '2 [label="2\n13/3"];'
}

@test 'logp: messages wait for each other at a processor' {
	written logp 3 3 2 <<<$'0 0 1 1\n0 0 1 2\n1 0 1 3'
	[[ $(fibcast convert -f chart "$FILE") == \
		'logp: 3 processors, 3 messages, latency 2, finish 4'* ]]
	[[ $(sed 's/^# model.*/&\n# algorithm mine/' "$FILE" |
		fibcast convert -f chart) == 'mine (logp): 3 processors'* ]]
	fibcast convert -f svg "$FILE" | grep -qF \
		'message 3 from 0 to 1, sent at 1, received at 4'
}

@test 'more lanes than --max-lanes are refused' {
	local format drawn=''
	for format in $(formats schedule msccl); do
		fibcast schedule bcast -n 2 -l 1 -f "$format" --max-lanes 2 \
			>/dev/null 2>&1 || continue
		drawn+=" $format"
		refuses 3 "schedule bcast -n 65 -l 1 -f $format" \
			'schedule: the picture would have 65 lanes, more than 64: --max-lanes 65 allows them'
		refuses 3 "schedule bcast -n 9 -l 1 -f $format --max-lanes 8" \
			'schedule: the picture would have 9 lanes, more than 8: --max-lanes 9 allows them'
		ask "schedule bcast -n 65 -l 1 -f $format --max-lanes 65"
		same "$format" 0 "$status"
		ask "schedule bcast -n 64 -l 1 -f $format"
		same "$format" 0 "$status"
	done
	same drawn ' svg chart grid html' "$drawn"
	written postal 1000000000000 1 2 <<<'0 0 1 1'
	refuses 3 "convert -f svg $FILE" \
		'convert: the picture would have 1000000000000 lanes, more than 64: --max-lanes 1000000000000 allows them'
}

@test 'more memory than --max-bits is refused' {
	local tables
	tables=$(fibcast help schedule | sed -n 's/.*(default: tsv): //p')
	for format in $(formats schedule ${tables//,/ } json chart msccl); do
		ask "schedule bcast -n 60 -l 1 -f $format --max-bits 9000"
		same "$format" '3 fibcast: schedule: keeping so many transmissions for this format needs N bytes of memory, more than --max-bits allows' \
			"$status $(sed 's/[0-9]\+/N/' <<<"$err" | head -n 1)"
	done
	written postal 1000000000000000000 1 2 <<<'0 0 1 1'
	for format in dot goal ti trace; do
		refuses 3 "convert -f $format $FILE" \
			'convert: so many processors take more memory than --max-bits allows in this format'
	done
	written postal 2 1000000000000000000 2 <<<'0 0 1 1'
	refuses 3 "convert -f goal $FILE" \
		'convert: so many messages take more memory than --max-bits allows in this format'
}

@test 'options that a format does not use are refused' {
	each refuses 2 <<-'END'
		schedule bcast -n 3 -l 1 --ascii => schedule: --ascii: not used by the format tsv
		schedule bcast -n 3 -l 1 -f svg --ascii => schedule: --ascii: not used by the format svg
		schedule bcast -n 3 -l 1 -f dot --max-lanes 5 => schedule: --max-lanes: not used by the format dot
		schedule bcast -n 3 -l 1 -f trace -H => schedule: --no-header: not used by the format trace
		schedule bcast -n 3 -l 1 -f goal -d 2 => schedule: --decimals: not in the format goal: with rounded times it would be another schedule
		schedule bcast -n 3 -l 1 -f chart --max-lanes 0 => schedule: --max-lanes: must be at least 1, not '0'
		schedule bcast -n 3 -l 1 -f png => schedule: --format: 'png' is none of tsv, text, csv, json, dot, svg, chart, grid, html, goal, ti, trace, msccl: did you mean 'svg'?
		convert -f json --ascii /dev/null => convert: --ascii: not used by the format json
		tree -n 3 -l 1 -f svg -H => tree: --no-header: not used by the format svg
		tree -n 3 -l 1 -f chart => tree: --format: 'chart' is none of text, tsv, csv, json, markdown, outline, dot, svg
		tree -n 3 -l 1 -f svg --max-lanes 5 => tree: unknown option '--max-lanes': see 'schedule', 'optimum', 'program', 'convert'
	END
}

@test 'what cannot be replayed is refused' {
	written postal 4 2 2 <<<$'0 0 1 1\n1/2 1 2 1'
	for format in goal ti; do
		ask "convert -f $format $FILE"
		same "$format" "fibcast: convert: $FILE: processor 1 sends message 1 at time 1/2 without having received it: this cannot be replayed"$'\n 2' "$out$err $status"
	done
	ask "convert -f svg $FILE"
	same drawn 0 "$status"
	sed -i '/^# latency/d; s/postal/locality/; s/^# messages.*/&\n# cost k/
		s/^time.*/& size access/; s/^\([01].*\)/\1 4 write/' "$FILE"
	for format in $(formats convert tsv text csv json svg msccl); do
		refuses 2 "convert -f $format $FILE" \
			'convert: --format: schedules of the model locality are tsv, text, csv, json or svg only'
	done
}

@test 'a full disk is reported' {
	[[ -w /dev/full ]] || skip 'no /dev/full'
	for format in $(formats schedule msccl); do
		status=0
		fibcast schedule pipeline -n 14 -m 50 -l 5/2 -f $format \
			>/dev/full 2>"$BATS_TEST_TMPDIR/err" || status=$?
		same "$format" 3 "$status"
	done
	status=0
	fibcast tree -n 300 -l 5/2 -f svg >/dev/full 2>&1 || status=$?
	same tree 3 "$status"
}
