#!/usr/bin/env bats
# Values from standard input: -n -, -m -, -l -, -t -.
# shellcheck disable=SC2059,SC2086 # escapes in both; several options

setup() { load helper; }

# fed INPUT ARGUMENTS OUTPUT; escapes in both.
fed() {
	same "fibcast $2" "$(printf "$3")" "$(printf "$1" | fibcast $2 2>&1)"
}

# fails STATUS INPUT ARGUMENTS MESSAGE: only this line, and nothing printed.
fails() {
	local status=0 out
	out=$(printf -- "$2" | fibcast $3 2>&1) || status=$?
	same "fibcast $3" "fibcast: $4 [$1]" "$out [$status]"
}

@test 'one value a line is one row' {
	fed '14\n1\n1000000\n' 'time -n - -l 5/2' \
		'      n  time\n     14  15/2\n      1     0\n1000000    34'
	fed '14\n' 'time -n - -l 5/2 -f tsv' 'n\ttime\n14\t15/2'
	fed '1\n5/2\n2.5\n' 'time -n 14 -l - -f tsv -H' '1\t4\n5/2\t15/2\n5/2\t15/2'
	fed '0\n15/2\n.5\n' 'reach -l 5/2 -t - -H -f csv' '0,1\n15/2,14\n1/2,1'
	fed '1\n5\n' 'bound -n 14 -l 5/2 -m - -f tsv -H' '1\t15/2\n5\t12'
	fed '64Ki\n(2^4)\n1_000\n' 'time -n - -l 1 -f tsv -H' '65536\t16\n16\t4\n1000\t10'
	fed '2\n8\n' 'time -n - -l 2 --model logp -f tsv -H' '2\t3\n8\t6'
	fed '4\n16\n' 'locality -n - --cost clog -f tsv -H' "$(fibcast locality \
		-n 4,16 --cost clog -f tsv -H)"
	fed '1\n5/2\n' 'sequence -l - -i 3,4 -f tsv -H' "$(fibcast sequence \
		-l 1,5/2 -i 3,4 -f tsv -H)"
	fed '10\n20\n' 'compare -n - -m 3 -l 2 -f tsv' "$(fibcast compare -n 10,20 \
		-m 3 -l 2 -f tsv)"
}

@test 'an option that is given again no longer reads standard input' {
	local rows='l  time\n2     4\n4     7'
	fed '2\n4\n' 'time -n - -n 5 -l -' "$rows"
	fed '2\n4\n' 'time -n - -l - -n 5' "$rows"
	fed '2\n4\n' 'time -l - -n - -n 5' "$rows"
	fed '2 3\n' 'time -l - -n - -n -' 'n  l  time\n3  2     3'
	fed 'L=3\no=1\ng=1\n' 'time -n - -n 5 --machine -' '8'
}

@test 'line ends and blanks do not matter' {
	fed '14\r\n 15\t\n16' 'time -n - -l 1 -f tsv -H' '14\t4\n15\t4\n16\t4'
}

@test 'the table is that of a sweep of the same numbers' {
	for format in $(formats time json plot chart); do
		same "$format" "$(fibcast time -n 1..2000 -l 5/2 -f $format)" \
			"$(seq 2000 | fibcast time -n - -l 5/2 -f $format)"
		same "$format" "$(fibcast time -n 1..300 -l 1,5/2,3 -f $format)" \
			"$(seq 300 | fibcast time -n - -l 1,5/2,3 -f $format)"
	done
	# Of what is still to come nobody knows whether it is a number to JSON.
	same json '{"n":5,"n_approx":5,"time":3,"time_approx":3}' \
		"$(echo 5 | fibcast time -n - -l 1 -f json)"
	# What comes from standard input varies slowest, in its own column.
	fed '1\n2\n' 'time -n 3,4 -l - -f tsv -H' '3\t1\t2\n4\t1\t2\n3\t2\t3\n4\t2\t4'
}

@test 'text, too, is answered line by line, as wide as the first rows' {
	local line
	mkfifo "$BATS_TEST_TMPDIR/in" "$BATS_TEST_TMPDIR/out"
	fibcast time -n - -l 5/2 <"$BATS_TEST_TMPDIR/in" \
		>"$BATS_TEST_TMPDIR/out" &
	exec 7>"$BATS_TEST_TMPDIR/in" 8<"$BATS_TEST_TMPDIR/out"
	for line in '14: n  time,14  15/2' '1: 1     0' '1000:1000  35/2'; do
		echo "${line%%:*}" >&7
		while IFS= read -r -d , want; do
			IFS= read -r -t 10 -u 8 row
			same "$line" "$want" "$row"
		done <<<"${line#*:},"
	done
	exec 7>&- 8<&-
	wait
}

@test 'each line is answered before the next is read' {
	# The first row is there before the second line is written.
	mkfifo "$BATS_TEST_TMPDIR/in" "$BATS_TEST_TMPDIR/out"
	fibcast time -n - -l 5/2 -f tsv -H <"$BATS_TEST_TMPDIR/in" \
		>"$BATS_TEST_TMPDIR/out" &
	exec 7>"$BATS_TEST_TMPDIR/in" 8<"$BATS_TEST_TMPDIR/out"
	echo 14 >&7
	read -r -t 10 -u 8 line
	same first $'14\t15/2' "$line"
	echo 1 >&7
	read -r -t 10 -u 8 line
	same second $'1\t0' "$line"
	exec 7>&-
	wait
	# What never ends is no matter, nor how much of it there is.
	same endless 14 "$(yes 14 | fibcast time -n - -l 1 -f tsv -H |
		head -n 3 | cut -f 1 | uniq)"
}

@test 'what is refused names the line' {
	fails 2 '' 'time -n - -l 2' 'time: --processors: standard input is empty'
	fails 2 'x\n' 'time -n - -l 2' \
		"time: --processors: line 1: 'x' is not a number"
	fails 2 '0\n' 'time -n - -l 2' \
		"time: --processors: line 1: must be at least 1, not '0'"
	fails 2 '3/2\n' 'time -n - -l 2' \
		"time: --processors: line 1: '3/2' is not a whole number"
	fails 2 '1..3\n' 'time -n - -l 2' \
		"time: --processors: line 1: '1..3' is a sweep, but one value is needed"
	fails 2 '\n' 'time -n - -l 2' 'time: --processors: standard input is empty'
	fails 2 '-\n' 'time -n - -l 2' \
		"time: --processors: line 1: '-' is not a number"
	fails 2 '5us\n' 'time -n 5 -l -' \
		"time: --latency: line 1: '5us' has the unit us, but a plain number is needed"
	fails 2 'best\n' 'compare -n 5 --loggp 6,2,4,1 --bytes 9 -m -' \
		"compare: --messages: line 1: 'best' is not used here: 'fibcast compare -m best' says how many segments that is"
	fails 2 '5/2\n' 'time -n 5 -l - --model logp' \
		"time: --latency: line 1: '5/2' is not a whole number"
	fails 2 '1\0\n' 'time -n - -l 2' \
		'time: --processors: line 1: there is a NUL byte'
	fails 3 '1e30\n' 'time -n - -l 2 --max-bits 64' \
		"time: --processors: line 1: '1e30' has more digits than --max-bits allows"
	# The rows before it are there.
	same before $'n\ttime\n1\t0\n2\t2' \
		"$(printf '1\n2\ny\n4\n' | fibcast time -n - -l 2 -f tsv 2>/dev/null)"
	printf '1\n2\n3\n' >"$BATS_TEST_TMPDIR/three"
	refuses 3 "time -n - -l 2 --max-rows 2 -f tsv <$BATS_TEST_TMPDIR/three >/dev/null" \
		'time: the table has more rows than --max-rows allows'
	same 'too many' $'1\t0\n2\t2' "$(fibcast time -n - -l 2 -f tsv -H \
		--max-rows 2 <"$BATS_TEST_TMPDIR/three" 2>/dev/null)"
	same long "fibcast: time: --processors: line 1: the line is too long" \
		"$(tr '\0' 1 </dev/zero | head -c 3000000 |
			fibcast time -n - -l 2 2>&1)"
	same directory 'fibcast: time: --processors: cannot read: Is a directory' \
		"$(fibcast time -n - -l 2 </ 2>&1)"
}

@test 'it is read once, and where there is a table' {
	each refuses 2 <<-'END'
		time -n - -n - -l 2 => time: --processors: standard input is read by --processors already
		time -n - --machine - => time: --machine: standard input is read by --processors already
		tree -n - -l 2 => tree: --processors: '-' is not a number
		schedule bcast -n 5 -l - => schedule: --latency: '-' is not a number
		sequence -l 2 -i - => sequence: --index: '-' is not a number
	END
}

@test 'several options read several columns' {
	local want='14\t5/2\t15/2\n15\t2\t7'
	fed '14 5/2\n15\t2\n' 'time -n - -l - -f tsv -H' "$want"
	fed '14,5/2\n15 , 2\n' 'time -n - -l - -f tsv -H' "$want"
	fed '# a\n\n14 5/2\n  \n#b\n15 2' 'time -n - -l - -f tsv -H' "$want"
	# In the order of the options, or of the names in the first line.
	fed '5/2 14\n2 15\n' 'time -l - -n - -f tsv -H' "$want"
	fed 'l n\n5/2 14\n2 15\n' 'time -n - -l - -f tsv -H' "$want"
	fed 'latency,processors\n5/2,14\n2,15\n' 'time -n - -l - -f tsv -H' "$want"
	fed '"n","l"\n14,5/2\n15,2\n' 'time -n - -l - -f tsv -H' "$want"
	# Named columns may be among others.
	fed 'a,l,b,n\nx,5/2,y,14\nx,2,y,15\n' 'time -n - -l - -f tsv -H' "$want"
	same again "$(fibcast bound -n 2..4 -l 2,3)" \
		"$(fibcast time -n 2..4 -l 2,3 -f csv | fibcast bound -n - -l -)"
	same one "$(fibcast time -n 2..4 -l 2)" \
		"$(fibcast time -n 2..4 -l 2 -f csv | fibcast time -n - -l 2)"
	fed '1 2 3\n4 5 6\n' 'bound -n - -m - -l - -f csv -H' '1,2,3,0\n4,5,6,15'
	fed '2,3\n5/2,4\n' 'reach -l - -t - -f csv -H' '2,3,3\n5/2,4,3'
	# Beside a sweep they vary slowest.
	fed '14 2\n5 1\n' 'bound -n - -m 1,2 -l - -f csv -H' \
		'14,1,2,7\n14,2,2,8\n5,1,1,3\n5,2,1,4'
	same short "fibcast: time: line 2: '15' is not a line of 2 columns, with blanks or commas between"$'\n14\t2\t7' \
		"$(printf '14 2\n15\n' | fibcast time -n - -l - -f tsv -H 2>&1)"
	fails 2 'n l\n14 2 3\n' 'time -n - -l -' \
		"time: line 2: '14 2 3' is not a line of 2 columns, with blanks or commas between"
	fails 2 '5 x\n' 'time -n - -l -' "time: --latency: line 1: 'x' is not a number"
	fails 2 'n m\n5 3\n' 'time -n - -l -' "time: --processors: line 1: 'n' is not a number"
	fails 2 'n l\n' 'time -n - -l -' 'time: --processors: standard input is empty'
}
