# Formats, the header line, decimals.
# shellcheck disable=SC2086,SC2154 # helper.bash sets out, err and status
load helper

@test 'one value in, one value out' {
	local format
	for format in text tsv csv; do
		answers "time -n 14 -l 5/2 -f $format" 15/2
		answers "time -n 14 -l 5/2 -f $format -H" 15/2
	done
	answers 'time -n 14 -l 5/2 -f json' '{"time":"15/2","time_approx":7.5}'
}

@test 'a table of Markdown, whose cells have pipes around them' {
	answers "compare -n 14 -m 3 -l 2 --model postal,telephone -f markdown |
		sed -n '1,3p;\$p'" "$(sed 's/^\t*//' <<-'END'
			| model     | algorithm | options    | time | ratio |
			| --------- | --------- | ---------- | ---: | ----: |
			| telephone | telephone | -          |    6 | 1.000 |
			| telephone | bound     | -          |    6 | 1.000 |
		END
	)"
	shows 'time -n 14 -l 5/2 -f markdown' <<-'END'
		| time |
		| ---: |
		| 15/2 |
	END
	shows 'time -n 2..3 -l 5/2 -d 1 -H -f markdown' <<-'END'
		| 2 | 2.5 |
		| 3 | 3.5 |
	END
	shows 'revolve rank 3 --scheme bcnext -n 8 -t 0..1 -f markdown' <<-'END'
		| time | event | peer |
		| ---: | ----- | ---: |
		|    0 | send  |    2 |
		|    1 | send  |    5 |
	END
}

@test 'every command that prints tables has every format of tables' {
	local command format tables
	tables=$(formats rank)
	while IFS= read -r command; do
		same "$command" "$tables" \
			"$(formats "${command%% *}" plot chart map outline dot svg \
				openmpi-text openmpi)"
		for format in $(formats "${command%% *}" openmpi-text openmpi); do
			fibcast $command -f "$format" >"$BATS_TEST_TMPDIR/it"
			grep -q . "$BATS_TEST_TMPDIR/it"
		done
	done <<-'END'
		time -n 2..3 -l 2..3
		reach -l 2..3 -t 2..3
		bound -n 2..3 -l 2..3
		compare -n 2..3 -l 2..3
		locality -n 2..3 --cost clog
		tree -n 3 -l 2
		revolve messages --scheme bcnext -n 8 -t 0
		locality-numbering gray -n 16
	END
}

@test 'a sweep of one value is a table' {
	shows 'time -n 5..5 -l 2' <<-'END'
		n  time
		5     4
	END
	shows 'time -n 5 -l 2..2 -f tsv' <<-'END'
		l	time
		2	4
	END
}

@test 'columns in the order n, l, t, whatever that of the options' {
	shows 'time -l 2,5/2 -n 8..9' <<-'END'
		n    l  time
		8    2     5
		8  5/2     6
		9    2     6
		9  5/2  13/2
	END
	shows 'reach -t 3..4 -l 1,2 -f csv' <<-'END'
		l,t,reach
		1,3,8
		1,4,16
		2,3,3
		2,4,5
	END
}

@test 'only what is swept has a column' {
	shows 'time -n 8 -l 2,3 -f csv' <<-'END'
		l,time
		2,5
		3,7
	END
}

@test 'text: numbers to the right, no blanks at the end' {
	shows 'reach -l 2 -t 0,10,100' <<-'END'
		  t                  reach
		  0                      1
		 10                     89
		100  573147844013817084101
	END
	fibcast tree -n 50 -l 5/2 | none ' $'
}

@test 'a table longer than the buffer keeps its columns' {
	same widths 1 "$(fibcast time -n 1..30000 -l 2 | head -n 3000 |
		awk '{ print length($0) }' | uniq | wc -l)"
	same rows 30001 "$(fibcast time -n 1..30000 -l 2 | wc -l)"
	same blanks 0 "$(fibcast time -n 1..30000 -l 2 -H |
		awk 'NF != 2' | wc -l)"
}

@test '--no-header leaves only the header out' {
	answers 'time -n 5..6 -l 5/2 -H' $'5     5\n6  11/2'
	answers 'time -n 5..6 -l 5/2 -H -f tsv' $'5\t5\n6\t11/2'
	answers 'time -n 5..6 -l 5/2 --no-header --format=csv' $'5,5\n6,11/2'
	answers 'time -n 5..5 -l 5/2 -H -f json' '{"n":5,"time":5,"time_approx":5}'
}

@test 'json: an object a line, exact whatever the reader' {
	shows 'reach -l 1 -t 52..54,1/2 -f json' <<-'END'
		{"t":52,"t_approx":52,"reach":4503599627370496,"reach_approx":4503599627370496}
		{"t":53,"t_approx":53,"reach":"9007199254740992","reach_approx":9007199254740992}
		{"t":54,"t_approx":54,"reach":"18014398509481984","reach_approx":18014398509481984}
		{"t":"1/2","t_approx":0.5,"reach":1,"reach_approx":1}
	END
	needs jq
	same jq '1 2 3 6' "$(fibcast time -n 1..4 -l 1,2 -f json |
		jq -r 'select(.l == 2) | .n' | xargs |
		sed 's/4/6/')"
	same absent 1 "$(fibcast tree -n 300 -l 5/2 -f json |
		jq -s 'map(select(.parent == null)) | length')"
	same strings 'string' "$(fibcast reach -l 2 -t 400..410 -f json |
		jq -r '.reach | type' | uniq)"
	same decimals '"2.50"' "$(fibcast time -n 2 -l 5/2 -d 2 -f json |
		jq .time)"
}

@test 'decimals: rounded half to even, counts never' {
	each answers <<-'END'
		time -n 2 -l 5/2 -d 3 => 2.500
		time -n 2 -l 5/2 -d 1 => 2.5
		time -n 2 -l 5/2 -d 0 => 2
		time -n 2 -l 7/2 -d 0 => 4
		time -n 2 -l 7/3 -d 2 => 2.33
		time -n 2 -l 8/3 -d 2 => 2.67
		time -n 2 -l 1.005 -d 2 => 1.00
		time -n 2 -l 1.015 -d 2 => 1.02
		time -n 2 -l 1.0151 -d 2 => 1.02
		time -n 1 -l 5/2 -d 4 => 0.0000
		time -n 2 --logp 1/1000,0,1/1000 -d 2 => 0.00
		time -n 2 --logp 1/200,0,1/200 -d 2 => 0.00
		time -n 2 --logp 3/200,0,3/200 -d 2 => 0.02
		reach -l 5/2 -t 15/2 -d 3 => 14
	END
	shows 'time -n 5..6 -l 5/2 --decimals 2' <<-'END'
		n  time
		5  5.00
		6  5.50
	END
	ask 'time -n 2 -l 7/3 -d 1000000'
	same length 1000003 "${#out}"
	same digits 2.33333333 "${out:0:10}"
}

@test 'of a repeated option the last one counts' {
	answers 'time -n 5 -n 14 -l 2 -l 5/2 -f json -f tsv' 15/2
	answers 'time -n 14 -l 5/2 -d 3 -d 1' 7.5
}

@test 'options may be spelt in every usual way' {
	local line
	for line in '-n 14 -l 5/2' '-n14 -l5/2' '-P 14 -L 5/2' '-Hn14 -l5/2' \
		'--processors 14 --latency 5/2' '-Hl 5/2 -n 14 --' \
		'--processors=14 --latency=5/2' '-l 5/2 -n 14 -f text'; do
		answers "time $line" 15/2
	done
}

@test 'colour and locale change nothing' {
	local before
	before=$(fibcast tree -n 14 -l 5/2 -f outline -d 2)
	[[ $before == *7.50 ]]
	same locale "$before" \
		"$(LC_ALL=C fibcast tree -n 14 -l 5/2 -f outline -d 2)"
	same colour "$before" "$(NO_COLOR=1 TERM=xterm-256color \
		fibcast tree -n 14 -l 5/2 -f outline -d 2)"
}

@test 'decimal commas of a locale change nothing' {
	needs localedef
	localedef -i de_DE -f UTF-8 "$BATS_TEST_TMPDIR/de_DE.UTF-8" ||
		skip 'no German locale'
	export LOCPATH=$BATS_TEST_TMPDIR LC_ALL=de_DE.UTF-8
	[[ $(locale decimal_point) == , ]] || skip 'no decimal comma'
	same printf '2,5' "$(bash -c 'printf %.1f 2,5')"
	answers 'time -n 2 -l 2.5 -d 2' 2.50
	answers 'time -n 1_000..1_001 -l 2.5 -d 1 -H -f csv' \
		$'1000,17.5\n1001,17.5'
}

@test 'json: twins in every row, whatever its values' {
	shows 'compare -n 20 -m 4 -l 5/2 -f json' <<-'END'
		{"algorithm":"greedy","options":null,"time":12,"time_approx":12,"ratio":1.000,"ratio_approx":1}
		{"algorithm":"cyclic","options":null,"time":"25/2","time_approx":12.5,"ratio":1.042,"ratio_approx":1.0416666666666667}
		{"algorithm":"pipeline","options":null,"time":17,"time_approx":17,"ratio":1.417,"ratio_approx":1.4166666666666667}
		{"algorithm":"weave","options":null,"time":"35/2","time_approx":17.5,"ratio":1.458,"ratio_approx":1.4583333333333333}
		{"algorithm":"dtree","options":"--degree=2","time":18,"time_approx":18,"ratio":1.500,"ratio_approx":1.5}
		{"algorithm":"pack","options":null,"time":23,"time_approx":23,"ratio":1.917,"ratio_approx":1.9166666666666667}
		{"algorithm":"repeat","options":null,"time":"59/2","time_approx":29.5,"ratio":2.458,"ratio_approx":2.4583333333333335}
		{"algorithm":"bound","options":null,"time":12,"time_approx":12,"ratio":1.000,"ratio_approx":1}
	END
	shows 'reach -l 5/2 -t 1000,30,4 --approx 5 -f json' <<-'END'
		{"t":1000,"t_approx":1000,"reach":"1.4691e184","reach_approx":1.4691064705764847e+184,"exact":false}
		{"t":30,"t_approx":30,"reach":"2.0257e5","reach_approx":202572,"exact":false}
		{"t":4,"t_approx":4,"reach":3,"reach_approx":3,"exact":true}
	END
	shows 'bound -n 4,1e20 -m 3 -l 7/3 -f json' <<-'END'
		{"n":4,"n_approx":4,"bound":"20/3","bound_approx":6.666666666666667}
		{"n":"100000000000000000000","n_approx":1e+20,"bound":"325/3","bound_approx":108.33333333333333}
	END
	each answers <<-'END'
		bound -n 4 -m 3 -l 7/3 -f json -d 1 => {"bound":"6.7","bound_approx":6.666666666666667}
		time -n '(2^53-1)' -l 1 -f json => {"time":53,"time_approx":53}
		reach -l 1 -t 1e9 --approx 1 -f json => {"reach":"5e301029995","reach_approx":1.7976931348623157e+308,"exact":false}
		rank 0 -n 2 -l 7/3 -f json => {"event":"send","peer":1,"start":0,"start_approx":0,"end":1,"end_approx":1}
	END
}

@test 'json: every object of a table has the same names' {
	needs jq
	local line
	while read -r line; do
		same "$line" 1 "$(eval "fibcast $line -f json" |
			jq -c keys_unsorted | sort -u | wc -l)"
	done <<-'END'
		reach -l 1,5/2 -t 1..400x3
		reach -l 1,5/2 -t 1..4000x3 --approx 7
		reach -l 5/2 -t 40 --all
		time -n 1..1e20x7 -l 1,5/2
		time -n 14 -l 5/2 --all
		sequence -l 5/2 -i 1..300
		bound -n 1..1e20x7 -m 1..1e20x1000 -l 5/2
		bound -n 14 -m 5 -l 5/2 --all
		tree -n 50 -l 5/2
		rank 3 -n 50 -m 4 -l 5/2 --algorithm pipeline
		compare -n 1e17 -m 1..1e17x1e8 -l 5/2
		compare -n 100 -m 64 -l 5/2 --all
		locality -n 2..1e20x9 --cost sqrt
		locality -n 1000 --cost sqrt --levels
		locality -n 1000 --cost sqrt --all
		revolve properties --scheme next -n '(2^80-1)'
		revolve rank 2^70 --scheme bcnext -n 2^80 -t 0..9
	END
}
