# check and convert: schedules read back, valid ones and others.
# shellcheck disable=SC2002,SC2016,SC2086 # pipes; scripts of sed; several options
load helper

# The schedule of 5 processors at latency 2: header of 7 lines, then columns.
schedule() {
	fibcast schedule bcast -n 5 -l 2
}

# judges SCRIPT STATUS OUTPUT: the schedule changed by a sed script.
judges() {
	schedule | sed "$1" >"$BATS_TEST_TMPDIR/schedule"
	ask "check <$BATS_TEST_TMPDIR/schedule"
	same "$1" "$3"$'\n'" [$2]" "$out$err [$status]"
}

@test 'a valid schedule exits 0 with its finish and the bound' {
	judges '' 0 'ok: 4 transmissions, finish 4 (optimal)'
	judges '/finish/d; /algorithm/d; /messages/d' 0 \
		'ok: 4 transmissions, finish 4 (optimal)'
	judges 's/$/\r/' 0 'ok: 4 transmissions, finish 4 (optimal)'
	judges 's/\t/  /g; $a # the end' 0 \
		'ok: 4 transmissions, finish 4 (optimal)'
	judges 's/finish 4/finish 5/; $s/^2/3/' 0 \
		'ok: 4 transmissions, finish 5 (lower bound 4)'
}

@test 'a schedule at the bound is called optimal, at a fractional latency too' {
	same pipeline 'ok: 6 transmissions, finish 6 (optimal)' \
		"$(fibcast schedule pipeline -n 4 -m 2 -l 5/2 | fibcast check)"
	same repeat 'ok: 6 transmissions, finish 15/2 (lower bound 6)' \
		"$(fibcast schedule repeat -n 4 -m 2 -l 5/2 | fibcast check)"
}

# reversed: the lines of a schedule's header but the first, backwards.
reversed() {
	awk 'NR == 1 { print; next }
		/^#/ { head = $0 "\n" head; next }
		head != "" { printf "%s", head; head = "" }
		{ print }'
}

@test 'the lines of a header are read in any order' {
	local machine='-n 4 -m 3 --loggp 6us,2us,4us,.1us --bytes 30' what
	local nodes='-n 8 --logp 6us,2us,4us --node 4 --inside 1us,1us,1us'
	for what in 'bcast -n 9 -l 5/2' 'nodes -n 8 -l 3 --node 4 --inside 1' \
		"best $machine" "nodes $nodes" 'root -n 6 --cost clog' \
		'census -n 5 -l 2' 'best -n 6 -m 4 -l 2 --ports 2'; do
		# shellcheck disable=SC2086 # options
		fibcast schedule $what >"$BATS_TEST_TMPDIR/schedule"
		same "$what" "$(fibcast convert "$BATS_TEST_TMPDIR/schedule")" \
			"$(reversed <"$BATS_TEST_TMPDIR/schedule" | fibcast convert)"
	done
}

@test 'an invalid schedule exits 1 and names the line' {
	schedule | sed -n '9,$p' >"$BATS_TEST_TMPDIR/rows"
	same rows $'0\t0\t3\t1\n1\t0\t2\t1\n2\t0\t1\t1\n2\t3\t4\t1' \
		"$(cat "$BATS_TEST_TMPDIR/rows")"
	judges '10s/^1/0/' 1 \
		'line 10: processor 0 does two sends at once, at times 0 and 0'
	judges '12s/^2\t3/2\t2/' 1 \
		'line 12: processor 2 sends message 1 at 2, but has it only at 3'
	judges '12d' 1 'processor 4 never gets message 1'
	judges 's/finish 4/finish 5/' 1 \
		'line 7: the finish is claimed to be 5, but is 4'
}

@test 'messages wait at their receiver in logp, not in the postal model' {
	rows='0 0 1 1
	1 0 2 2
	2 1 3 1
	3 2 3 2
	3 1 2 1
	4 2 1 2'
	head='# fibcast schedule 1
	# model logp
	# processors 4
	# messages 2
	# latency 2
	time from to message'
	both=$(sed 's/^\t//' <<<"$head"$'\n'"$rows")
	same apart 'ok: 6 transmissions, finish 6 (step 7) (lower bound 5)' \
		"$(fibcast check <<<"$both")"
	# Both of processor 3 at once: one waits.
	both=$(sed 's/^2 1 3 1$/3 1 3 1/; s/^3 1 2 1$/4 1 2 1/' <<<"$both")
	same waiting 'ok: 6 transmissions, finish 6 (step 7) (lower bound 5)' \
		"$(fibcast check <<<"$both")"
	same postal 'line 10: processor 3 receives two at once, those sent at 3 and 3' \
		"$(sed s/logp/postal/ <<<"$both" | fibcast check)"
}

@test 'ten violations are listed, then their number' {
	fibcast schedule bcast -n 40 -l 2 | sed '12,$d' >"$BATS_TEST_TMPDIR/s"
	ask "check <$BATS_TEST_TMPDIR/s"
	same lines 11 "$(wc -l <<<"${out%$'\n'}")"
	same last '37 violations in all' "$(tail -n 1 <<<"${out%$'\n'}")"
	same status 1 "$status"
}

# misread SCRIPT MESSAGE: not a schedule at all.
misread() {
	schedule | sed "$1" >"$BATS_TEST_TMPDIR/schedule"
	for command in check 'convert -f json'; do
		status=0
		found=$(fibcast $command <"$BATS_TEST_TMPDIR/schedule" \
			2>&1 >/dev/null) || status=$?
		same "$1" "fibcast: ${command%% *}: $2 [2]" "$found [$status]"
	done
}

@test 'what is not a schedule exits 2 and names the line' {
	misread d 'line 1: the file is empty'
	misread 1d "line 1: not the beginning of a schedule, '# fibcast schedule 1' and the lines '# model M', '# processors N', '# latency L', 'time from to message': see fibcast-schedule(5)"
	for script in '2d' '2p' '4d' '6d' '3s/algorithm/colour/' \
		's/processors 5/processors 0/' 's/latency 2/latency 1\/2/' \
		's/latency 2/latency 2\/0/' '8d' '10s/\t1$//' '10s/$/\t1/' \
		'10s/2\t1$/5\t1/' '10s/1$/2/' '10s/^1/1\/0/' '10s/^1/x/' \
		'11{h;d};12G;12s/^2/3/' '9s/0/99999999999999999999/' \
		'10s/^1/-1/' 's/processors 5/processors 1e30/' '10s/1/\x00/'; do
		schedule | sed "$script" >"$BATS_TEST_TMPDIR/schedule"
		ask "check <$BATS_TEST_TMPDIR/schedule"
		same "$script" '2 ' "$status $out"
		[[ $err == "fibcast: check: line "[0-9]* && $(wc -l <<<"$err") == 2 ]] ||
			same "$script" 'one line' "$err"
	done
}

# overflows MODEL HEADER...: a schedule whose second row, at 49/16, has no common
# unit with the first, at 2^62; into the file of the model's name.
overflows() {
	local model=$1 more=
	shift
	[[ $model != locality ]] || more=' 2 write'
	printf '%s\n' '# fibcast schedule 1' "# model $model" '# processors 2' \
		"$@" "time from to message${more:+ size access}" \
		"2305843009213693952 0 1 1$more" "98/32 0 1 1$more" \
		>"$BATS_TEST_TMPDIR/$model"
}

@test 'a finer unit that takes earlier times past 2^63 is refused at its line' {
	local model format line fine
	fine='this time and those before it have no common unit in which they are below 2^63'
	overflows postal '# latency 1'
	overflows logp '# latency 1'
	overflows locality '# cost k'
	overflows telephone '# messages 1'
	overflows telegraph '# messages 1'
	overflows sendrecv '# messages 1'
	for model in postal logp locality telephone telegraph sendrecv; do
		line=$(wc -l <"$BATS_TEST_TMPDIR/$model")
		misreads "check <$BATS_TEST_TMPDIR/$model" \
			"check: line $line: $fine"
		for format in $(formats convert tsv text csv msccl); do
			[[ $model != locality || $format == json ]] ||
				continue
			misreads "convert -f $format <$BATS_TEST_TMPDIR/$model" \
				"convert: line $line: $fine"
		done
		for format in tsv text csv; do
			ask "convert -f $format <$BATS_TEST_TMPDIR/$model"
			same "$model $format" \
				"fibcast: convert: line $line: $fine"$'\n2' \
				"$err$status"
		done
		[[ $model != postal && $model != logp ]] ||
			misreads "replay <$BATS_TEST_TMPDIR/$model" \
				"replay: line $line: $fine"
	done
}

@test 'times that add up to 2^63 or more are refused' {
	local file=$BATS_TEST_TMPDIR/s
	printf '%s\n' '# fibcast schedule 1' '# model logp' '# processors 3' \
		'# latency 9223372036854775807' 'time from to message' \
		'0 0 1 1' >"$file"
	same alone 'processor 2 never gets message 1' "$(fibcast check <"$file")"
	fibcast convert -f dot "$file" >/dev/null
	for row in '1 0 1 1' '1 0 2 1' '9223372036854775807 1 2 1'; do
		sed "\$a $row" "$file" >"$file.2"
		each refuses 3 <<-END
			check $file.2 => check: times are too large to be checked
			convert -f dot $file.2 => convert: times are too large for this format
		END
	done
}

@test 'convert to json: nothing of a malformed file, of a pipe what came before' {
	local before='{"model":"postal","algorithm":"bcast","operation":"broadcast","processors":5,'
	before+='"messages":1,"latency":2,"latency_approx":2,"cost":null,"finish":4,"finish_approx":4,"notes":[],"transmissions":['
	schedule >"$BATS_TEST_TMPDIR/good"
	sed '$s/^2/1/' "$BATS_TEST_TMPDIR/good" >"$BATS_TEST_TMPDIR/bad"
	misreads "convert -f json $BATS_TEST_TMPDIR/bad" \
		"convert: $BATS_TEST_TMPDIR/bad:12: '1' is earlier than the line before"
	misreads "convert -f json <$BATS_TEST_TMPDIR/bad" \
		"convert: line 12: '1' is earlier than the line before"
	ask "convert -f json <(cat $BATS_TEST_TMPDIR/bad)"
	same pipe "$before 2" "${out::${#before}} $status"
	# From where the file stands, and as a pipe would have it.
	ask "convert -f json <$BATS_TEST_TMPDIR/good"
	same file "$(cat "$BATS_TEST_TMPDIR/good" | fibcast convert -f json)" \
		"${out%$'\n'}"
	same offset "${out%$'\n'}" "$({ echo 'not this'
		cat "$BATS_TEST_TMPDIR/good"; } >"$BATS_TEST_TMPDIR/after"
		{ dd bs=1 count=9 of=/dev/null status=none
		fibcast convert -f json; } <"$BATS_TEST_TMPDIR/after")"
}

@test 'text after the model is refused' {
	misread 's/model postal/model postal logp/' \
		"line 2: more than one value for 'model'"
}

@test 'what is no text in the header is none in what is written' {
	local format
	schedule | sed $'3s/bcast/a\xff\xc2\x9bb\x7f\xc3\xa9\xe2\x82\xac\xed\xa0\x80\xf0\x9f\x98\x80\xc0\xaf"\\\\/' \
		>"$BATS_TEST_TMPDIR/s"
	fibcast convert -f json "$BATS_TEST_TMPDIR/s" >"$BATS_TEST_TMPDIR/json"
	iconv -f UTF-8 -t UTF-8 "$BATS_TEST_TMPDIR/json" >/dev/null
	same text $'"algorithm":"a???b?\u00e9\u20ac???\U1f600??\\"\\\\",' \
		"$(grep -o '"algorithm":.*"operation' "$BATS_TEST_TMPDIR/json" |
			sed 's/"operation//')"
	for format in tsv text; do
		fibcast convert -f $format "$BATS_TEST_TMPDIR/s" >"$BATS_TEST_TMPDIR/out"
		same $format $'# algorithm a???b?\u00e9\u20ac???\U1f600??"\\' \
			"$(grep algorithm "$BATS_TEST_TMPDIR/out")"
	done
}

@test 'a claim of more processors than memory can hold' {
	schedule | sed 's/processors 5/processors 1000000000000/' \
		>"$BATS_TEST_TMPDIR/s"
	each refuses 3 <<-'END'
		check $BATS_TEST_TMPDIR/s => check: checking so many processors and messages needs 16000000000000 bytes of memory, more than --max-bits allows
	END
}

@test 'several files are judged, each by its name' {
	each misreads <<-'END'
		check /nonexistent => check: /nonexistent: No such file or directory
		convert /nonexistent => convert: /nonexistent: No such file or directory
	END
	each refuses 2 <<-'END'
		check - - => check: FILE: '-' can be given only once
		check --processors 3 => check: unknown option '--processors'
		convert -f xml => convert: --format: 'xml' is none of tsv, text, csv, json, dot, svg, chart, grid, html, goal, ti, trace, msccl
	END
	ask "check /"
	[[ $status == 2 && $err == 'fibcast: check: '* ]]
	same stdin 'ok: 4 transmissions, finish 4 (optimal)' \
		"$(schedule | fibcast check -)"
}

@test 'converted to TSV it is the same, byte for byte' {
	for algorithm in repeat pack pipeline dtree; do
		fibcast schedule $algorithm -n 23 -m 4 -l 7/3 >"$BATS_TEST_TMPDIR/a"
		fibcast convert "$BATS_TEST_TMPDIR/a" | cmp - "$BATS_TEST_TMPDIR/a"
		fibcast convert -f text "$BATS_TEST_TMPDIR/a" |
			fibcast convert | cmp - "$BATS_TEST_TMPDIR/a"
		for format in csv json; do
			fibcast convert -f $format "$BATS_TEST_TMPDIR/a" |
				cmp - <(fibcast schedule $algorithm -n 23 -m 4 \
					-l 7/3 -f $format)
		done
	done
}

# Files a valid one, b one that could be shorter, c malformed, d invalid.
some_files() {
	cd "$BATS_TEST_TMPDIR" || return 1
	schedule >a
	fibcast schedule repeat -n 4 -m 2 -l 5/2 >b
	schedule | sed '9s/^0/x/' >c
	schedule | sed 's/finish 4/finish 5/; 12s/^2\t3/2\t2/' >d
}

@test 'several files, each named; the worst of them is the status' {
	some_files
	answers 'check a b' 'a: ok: 4 transmissions, finish 4 (optimal)
b: ok: 6 transmissions, finish 15/2 (lower bound 6)'
	ask 'check a d - <b'
	same invalid 'a: ok: 4 transmissions, finish 4 (optimal)
d:12: processor 2 sends message 1 at 2, but has it only at 3
d:7: the finish is claimed to be 5, but is 4
-: ok: 6 transmissions, finish 15/2 (lower bound 6)
 [1]' "$out$err [$status]"
	ask 'check none d c a'
	same malformed "d:12: processor 2 sends message 1 at 2, but has it only at 3
d:7: the finish is claimed to be 5, but is 4
a: ok: 4 transmissions, finish 4 (optimal)
fibcast: check: none: No such file or directory
fibcast: check: c:9: 'x' is not a time
 [2]" "$out$err [$status]"
	answers 'check -- a' 'ok: 4 transmissions, finish 4 (optimal)'
	refuses 2 'check - a -' "check: FILE: '-' can be given only once"
}

@test '--quiet prints nothing: the exit status tells' {
	some_files
	ask 'check --quiet a b'
	same valid ' [0]' "$out$err [$status]"
	ask 'check -q a d b'
	same invalid ' [1]' "$out$err [$status]"
	ask 'check -q -f json c'
	same malformed "fibcast: check: c:9: 'x' is not a time"$'\n [2]' \
		"$out$err [$status]"
}

@test 'json: an object a file, the rules by name' {
	some_files
	ask 'check -f json a b d - <b'
	same objects '{"file":"a","ok":true,"transmissions":4,"blocks":null,"redundant":0,"finish":4,"finish_approx":4,"bound":4,"bound_approx":4,"unit":null,"not_on_machine":null,"violations_total":0,"violations":[]}
{"file":"b","ok":true,"transmissions":6,"blocks":null,"redundant":0,"finish":"15/2","finish_approx":7.5,"bound":6,"bound_approx":6,"unit":null,"not_on_machine":null,"violations_total":0,"violations":[]}
{"file":"d","ok":false,"transmissions":4,"blocks":null,"redundant":null,"finish":null,"finish_approx":null,"bound":null,"bound_approx":null,"unit":null,"not_on_machine":null,"violations_total":2,"violations":[{"line":12,"rule":"held","text":"processor 2 sends message 1 at 2, but has it only at 3"},{"line":7,"rule":"finish","text":"the finish is claimed to be 5, but is 4"}]}
{"file":"-","ok":true,"transmissions":6,"blocks":null,"redundant":0,"finish":"15/2","finish_approx":7.5,"bound":6,"bound_approx":6,"unit":null,"not_on_machine":null,"violations_total":0,"violations":[]}
 [1]' "$out$err [$status]"
	ask 'check -f json <(sed 12d a)'
	[[ $out == *'"violations":[{"line":null,"rule":"complete","text":"processor 4 never gets message 1"}]}'$'\n' ]]
	fibcast schedule root -n 5 --cost clog | fibcast check -f json |
		grep -q '"transmissions":6,"blocks":null,"redundant":null,"finish":'
}

# broken MODEL RULE ROW...: a schedule of these rows breaks that rule first.
broken() {
	local model=$1 rule=$2 header='# latency 2' columns=''
	shift 2
	case $model in
	locality) header='# cost k' columns=' size access' ;;
	telephone | telegraph | sendrecv) header='# messages 2' ;;
	esac
	same "$model: $*" "$rule" "$(printf '%s\n' '# fibcast schedule 1' \
		"# model $model" '# processors 4' "$header" \
		"time from to message$columns" "$@" | fibcast check -f json |
		sed 's/.*"violations":\[{"line":[0-9nul]*,"rule":"\([^"]*\)".*/\1/')"
}

@test '-f json has every rule of the text' {
	broken postal self '0 0 0 1'
	broken postal sends '0 0 1 1' '1/2 0 2 1'
	broken postal receives '0 0 1 1' '2 0 3 1' '2 1 3 1'
	broken postal held '0 1 2 1'
	broken postal complete '0 0 1 1'
	broken logp start '1/2 0 1 1'
	broken logp sends '0 0 1 1' '0 0 2 1'
	broken sendrecv start '1/2 0 1 1'
	broken sendrecv receives '0 0 1 1' '0 2 1 1'
	broken telephone calls '0 0 1 1' '1 0 1 2' '1 1 2 1'
	broken telegraph calls '0 0 1 1' '1 0 1 2' '1 1 0 1'
	broken locality group '0 0 3 1 2 write'
	broken locality accesses '0 0 1 1 2 write' '1 0 2 1 3 write'
	broken locality complete '0 0 1 1 2 write'
}

@test 'a byte-order mark is skipped, in front only' {
	judges $'1s/^/\xef\xbb\xbf/' 0 'ok: 4 transmissions, finish 4 (optimal)'
	misread $'1s/^/\xef\xbb\xbf\xef\xbb\xbf/' \
		"line 1: not the beginning of a schedule, '# fibcast schedule 1' and the lines '# model M', '# processors N', '# latency L', 'time from to message': see fibcast-schedule(5)"
	misread $'9s/^/\xef\xbb\xbf/' $'line 9: \'\xef\xbb\xbf0\' is not a time'
	answers "time -l 2 -n - <<<\$'\\xef\\xbb\\xbf5'" $'n  time\n5     4'
	printf '\xef\xbb\xbfnode parent processor cell\n0 - 1 0\n' \
		>"$BATS_TEST_TMPDIR/tree"
	answers "locality-tree --cost k -H $BATS_TEST_TMPDIR/tree" '1  0  0  1'
}

@test "lines x-... are their users' own, and are kept" {
	cd "$BATS_TEST_TMPDIR"
	schedule | sed '3a # x-author Ada Lovelace\
#   x-empty\
# x-author again "x"\\' >with
	fibcast check with
	same kept "$(schedule | sed '7a # x-author Ada Lovelace\
# x-empty\
# x-author again "x"\\')" "$(fibcast convert with)"
	same text 3 "$(fibcast convert -f text with | grep -c '^# x-')"
	fibcast convert -f json with | grep -qF \
		'"notes":["x-author Ada Lovelace","x-empty","x-author again \"x\"\\"],'
	same none '' "$(fibcast convert -f csv with | grep x-)"
	misread '3a # x-' "line 4: 'x-' has no name after x-"
	misread $'3a # x-a\x01' 'line 4: a control character in the header'
	misread '3a # y-a b' "line 4: 'y-a' is not a header line of a schedule"
	schedule | awk '{ print } NR == 2 { for (i = 0; i < 9; i++) {
		printf "# x-"; for (j = 0; j < 200000; j++) printf "x"
		print "" } }' >long
	misreads 'check long' 'check: long:8: the lines x-... are too long'
}

@test 'on a machine with nodes no bound is above what messages inside allow' {
	local head='# fibcast schedule 1\n# model machine\n# processors 4\n# machine L=2 o=1 g=1\n# node 2\n'
	local inside='# inside-machine L=0 o=1/8 g=1/8\n' rows='time from to message\n'
	answers "check <<<\$'$head$inside${rows}0 0 2 1\n1 0 1 1\n4 2 3 1'" \
		'ok: 3 transmissions, finish 17/4 (lower bound 1/2)'
	answers "check <<<\$'${head/machine\\n/machine\\n# operation reduce\\n}$inside${rows}0 1 0 1\n0 3 2 1\n1/4 2 0 1'" \
		'ok: 3 transmissions, finish 17/4 (lower bound 1/2)'
	misreads "check <<<\$'$head${inside/g=1\/8/g=2}${rows}0 0 2 1'" \
		"check: line 6: inside-machine: 'L=0 o=1/8 g=2' makes messages inside a node slower than others"
}
