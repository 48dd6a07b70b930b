# Formats, the header line, decimals.
load helper

@test 'one value in, one value out' {
	local format
	for format in text tsv csv; do
		answers "time -n 14 -l 5/2 -f $format" 15/2
		answers "time -n 14 -l 5/2 -f $format -H" 15/2
	done
	answers 'time -n 14 -l 5/2 -f json' '{"time":"15/2"}'
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

@test 'without the header line' {
	answers 'time -n 5..6 -l 5/2 -H' $'5     5\n6  11/2'
	answers 'time -n 5..6 -l 5/2 -H -f tsv' $'5\t5\n6\t11/2'
	answers 'time -n 5..6 -l 5/2 --no-header --format=csv' $'5,5\n6,11/2'
	answers 'time -n 5..5 -l 5/2 -H -f json' '{"n":5,"time":5}'
}

@test 'json: an object a line, exact whatever the reader' {
	shows 'reach -l 1 -t 52..54,1/2 -f json' <<-'END'
		{"t":52,"reach":4503599627370496}
		{"t":53,"reach":9007199254740992}
		{"t":54,"reach":"18014398509481984"}
		{"t":"1/2","reach":1}
	END
	command -v jq >/dev/null || skip 'no jq'
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

@test 'the last of an option counts' {
	answers 'time -n 5 -n 14 -l 2 -l 5/2 -f json -f tsv' 15/2
	answers 'time -n 14 -l 5/2 -d 3 -d 1' 7.5
}

@test 'options in every spelling' {
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
	command -v localedef >/dev/null || skip 'no localedef'
	localedef -i de_DE -f UTF-8 "$BATS_TEST_TMPDIR/de_DE.UTF-8" ||
		skip 'no German locale'
	export LOCPATH=$BATS_TEST_TMPDIR LC_ALL=de_DE.UTF-8
	[[ $(locale decimal_point) == , ]] || skip 'no decimal comma'
	same printf '2,5' "$(bash -c 'printf %.1f 2,5')"
	answers 'time -n 2 -l 2.5 -d 2' 2.50
	answers 'time -n 1_000..1_001 -l 2.5 -d 1 -H -f csv' \
		$'1000,17.5\n1001,17.5'
}
