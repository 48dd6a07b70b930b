# Pictures of very little, of very much, and of very large numbers.
# shellcheck disable=SC2154 # helper.bash sets out, err and status
load helper

# picture ARGUMENTS: what is drawn, as a here-document, after the styles.
picture() {
	local expected
	expected=$(cat)
	ask "$1"
	same "fibcast $1" " [0]" "$err [$status]"
	well_formed - <<<"$out"
	same "fibcast $1" "$expected" \
		"$(sed '1,/<rect class="page"/d' <<<"$out")"
}

@test 'a sweep of one value is one point' {
	COLUMNS=40 shows 'time -n 5..5 -l 2 -f chart' <<-'END'
		least time over n, l 2
		time, in units of one send
		4 ┤                  ●
		  │
		  │
		  │
		3 ┤
		  │
		  │
		  │
		2 ┤
		  │
		  │
		  │
		  │
		1 ┤
		  │
		  │
		  │
		0 ┤
		  └┬──────┬──────┬───────┬──────┬──────┬
		   0      2      4       6      8     10
		               processors, n
	END
	COLUMNS=40 shows 'compare -n 5..5 -m 3..3 -l 2 -f chart' <<-'END'
		best algorithm by n and m, l 2
		messages, m
		3 A
		  5
		  processors, n
		A cyclic (1)
		small letters: above the bound
	END
	for sweep in 'reach -l 5/2 -t 5..5' 'sequence -l 2 -i 3..3' \
		'bound -n 5..5 -m 3 -l 2' 'locality -n 9..9 --cost k' \
		'time -n 5..5 -l 2 --log x,y' 'reach -t 0..0 -l 2'; do
		ask "$sweep -f plot"
		same "$sweep" 0 "$status"
		same "$sweep" "$([[ $sweep == seq* ]] && echo 2 || echo 1)" \
			"$(grep -c '^<circle' <<<"$out")"
		awk -f "$ROOT/tests/cli/boxes.awk" <<<"$out"
	done
	fibcast time -n 5..5 -l 2 -f plot | grep -qF '<title>n 5, time 4</title>'
}

@test 'a million points are thinned, and that is said' {
	fibcast time -n 1..1e6 -l 2 -f plot >"$BATS_TEST_TMPDIR/svg"
	same points 1472 "$(grep -c '^<circle' "$BATS_TEST_TMPDIR/svg")"
	grep -qF '>1472 of 1000000 points are drawn<' "$BATS_TEST_TMPDIR/svg"
	grep -qF '<title>n 1, time 0</title>' "$BATS_TEST_TMPDIR/svg"
	grep -qF '<title>n 1000000, time 30</title>' "$BATS_TEST_TMPDIR/svg"
	(($(wc -c <"$BATS_TEST_TMPDIR/svg") < 130000))
	# Each point that is left is a row of the table.
	sed -nE 's/.*<title>n ([0-9]*), time ([0-9]*)<.*/\1 \2/p' \
		"$BATS_TEST_TMPDIR/svg" | awk 'NR % 40 == 1' |
		while read -r n time; do
			same "$n" "$time" "$(fibcast time -n "$n" -l 2)"
		done
}

@test 'axes past the range of a double: 10^1000' {
	COLUMNS=60 shows "locality -n '2..10^1000x10^50' --cost k -f chart" <<-'END'
		locality over n, cost k
		time, T(p)
		1e1000 ┤
		       │                                                  ·●
		       │                                                ●·
		 1e800 ┤                                          ·●··●·
		       │                                        ●·
		       │                                     ·●·
		       │                                  ·●·
		 1e600 ┤                                ●·
		       │                          ·●··●·
		       │                       ·●·
		 1e400 ┤                     ●·
		       │                  ·●·
		       │               ·●·
		       │             ●·
		 1e200 ┤       ·●··●·
		       │     ●·
		       │  ·●·
		     1 ┤●·
		       └───────────┬─────────┬──────────┬──────────┬────────
		                 1e200     1e400      1e600      1e800
		                           processors, n
	END
	# 2^10 and 2^3000, a straight line where the y axis alone is logarithmic.
	fibcast reach -l 1 -t 10..3000x300 -f plot --log y |
		grep -E '^<(text class="dim"|circle)' >"$BATS_TEST_TMPDIR/found"
	same found '1
1e200
1e400
1e600
1e800
1e1000' "$(sed -nE 's/.*anchor="end".*>(.*)<\/text>/\1/p' \
		"$BATS_TEST_TMPDIR/found")"
	# log10 of 2^10 is 3.01, of 2^3000 903.1, on 0..1000 over 360 pixels.
	same heights '430.9 106.9' "$(sed -nE 's/.*cy="(.*)"><.*/\1/p' \
		"$BATS_TEST_TMPDIR/found" | paste -sd ' ')"
	# Linear: 2^2000 is 1.148e602.
	COLUMNS=60 ask 'reach -l 1 -t 1..2000 -f chart --log none'
	same linear 0 "$status"
	grep -q '^1.2e602 ┤' <<<"$out"
}

@test 'an empty schedule is drawn: its lanes, and nothing on them' {
	printf '%s\n' '# fibcast schedule 1' '# model postal' \
		'# processors 3' '# messages 2' '# latency 2' \
		'time from to message' >"$BATS_TEST_TMPDIR/empty"
	cd "$BATS_TEST_TMPDIR"
	picture 'convert -f svg empty' <<-'END'
		<text class="title" x="16" y="24">postal: 3 processors, 2 messages, latency 2, finish 0</text>
		<path class="grid" d="M39 60V164M399 60V164"/>
		<text class="dim" text-anchor="middle" x="39" y="52">0</text>
		<text class="dim" text-anchor="middle" x="399" y="52">1</text>
		<text x="410" y="52">time</text>
		<path class="line" d="M39 76H399M39 116H399M39 156H399"/>
		<text text-anchor="end" x="31" y="80">0</text>
		<text text-anchor="end" x="31" y="120">1</text>
		<text text-anchor="end" x="31" y="160">2</text>
		</svg>
	END
	shows 'convert -f chart empty' <<-'END'
		postal: 3 processors, 2 messages, latency 2, finish 0
		  0
		0
		1
		2
	END
	shows 'convert -f dot empty' <<'END'
digraph schedule {
	node [shape=box, style=rounded];
	0 [label="0\n0"];
	1 [label="1"];
	2 [label="2"];
}
END
	fibcast convert -f grid empty >cells.svg
	lacks '<path d=' cells.svg
	lacks '<path class="k' cells.svg
	same lanes '0 1 2' "$(sed -nE 's/^<text text-anchor="end".*>(.)<.*/\1/p' \
		cells.svg | paste -sd ' ')"
	fibcast convert -f html empty >page
	same rows '<script type="text/plain" id="rows">
</script>' "$(sed -n '/id="rows"/,/<\/script>/p' page)"
	same marks '<g id="marks">
</g>' "$(sed -n '/<g id="marks"/,/<\/g>/p' page)"
	picture 'schedule bcast -n 1 -l 3 -f svg' <<-'END'
		<text class="title" x="16" y="24">bcast: 1 processor, 1 message, latency 3, finish 0</text>
		<path class="grid" d="M39 60V84M399 60V84"/>
		<text class="dim" text-anchor="middle" x="39" y="52">0</text>
		<text class="dim" text-anchor="middle" x="399" y="52">1</text>
		<text x="410" y="52">time</text>
		<path class="line" d="M39 76H399"/>
		<text text-anchor="end" x="31" y="80">0</text>
		</svg>
	END
}
