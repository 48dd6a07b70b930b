# Little input that asks for much: answered at once, or refused with the size
# that the answer would have, in little memory.
# shellcheck disable=SC2094,SC2238 # a file called head
load helper

# Runs "fibcast $1" in 400 MB; what takes a second or less has a minute, so that
# a busy machine fails no test.
limited() {
	local limit='ulimit -v 400000;' seconds=60
	[[ ${SANITIZED-} != yes ]] || limit='' seconds=600
	status=0
	timeout "$seconds" bash -c "$limit fibcast $1" >"$BATS_TEST_TMPDIR/out" \
		2>"$BATS_TEST_TMPDIR/err" || status=$?
	IFS= read -r -d '' err <"$BATS_TEST_TMPDIR/err" || :
}

# answered ARGUMENTS [ANSWER]
answered() {
	limited "$1"
	same "fibcast ${1:0:200}" '0 ' "$status $err"
	[[ $# == 1 ]] || same "fibcast ${1:0:200}" "$2" \
		"$(cat "$BATS_TEST_TMPDIR/out")"
}

# refused ARGUMENTS MESSAGE, the message a pattern
refused() {
	limited "$1"
	[[ ${err%%$'\n'*} == "fibcast: "$2 && ! -s $BATS_TEST_TMPDIR/out ]] ||
		same "fibcast ${1:0:200}" "fibcast: $2" \
			"$err$(head -c 200 "$BATS_TEST_TMPDIR/out")"
	[[ $status == "${3:-3}" ]]
}

@test 'processors of a million digits are answered or refused at once' {
	local n line
	for n in 1e100000 1e1000000 9^1000000; do
		for line in 'time -l 5/2' 'time -l 2 --model logp' \
			'time -l 5/2 --all' 'bound -m 3 -l 5/2' \
			'bound --model telephone -m 3' \
			"bound --model telegraph -m $n" \
			'compare -m 5 -l 5/2' 'locality --cost clog'; do
			answered "$line -n $n"
		done
		for line in 'tree -l 5/2' 'tree -l 2 --shape bcast' \
			'schedule bcast -l 2' 'schedule telephone' \
			'schedule telegraph' 'schedule sendrecv' \
			'schedule dtree -l 2' 'locality-numbering gray'; do
			refused "$line -n $n" "* would have about \
10^[1-9]*[0-9] rows, more than --max-rows allows"
		done
	done
}

@test 'a hundred thousand digits, each of them given' {
	printf '9%.0s' {1..100000} >"$BATS_TEST_TMPDIR/n"
	answered "time -l 5/2 -n \$(cat $BATS_TEST_TMPDIR/n)" 1084647/2
	answered "bound -l 1 -m 7 -n \$(cat $BATS_TEST_TMPDIR/n)" 332199
	answered "rank 5 -l 3 -H -n \$(cat $BATS_TEST_TMPDIR/n)" \
		'receive  4  602385  602386'
	refused "rank 0 -l 3 -n \$(cat $BATS_TEST_TMPDIR/n)" \
		'rank: F up to the size asked for needs [1-9]* bytes of memory, *'
	printf '1,%.0s' {1..50000} >"$BATS_TEST_TMPDIR/n"
	answered "time -l 2 -H -n \$(cat $BATS_TEST_TMPDIR/n)2 | wc -l" 50001
	printf '1_%.0s' {1..50000} >"$BATS_TEST_TMPDIR/n"
	answered "time -l 1 -n \$(cat $BATS_TEST_TMPDIR/n)1" 166097
}

@test 'numbers beyond all limits are refused at once' {
	local number
	for number in 1e1000000000000000000000 2^18446744073709551616 \
		1e26000000000 3^99999999999 1e-1000000000000; do
		refused "time -n 5 -l 2 --max-rows $number" "time: --max-rows: \
must be a whole number up to 9223372036854775807, not '$number'" 2
		refused "time -l $number -n 5" "time: --latency: \
'$number' has more digits than --max-bits allows"
	done
	answered 'time -n 1^18446744073709551616 -l 1e5' 0
	refused 'time -n 0e99999999999999999999 -l 2' \
		"time: --processors: must be at least 1, not '0e99999999999999999999'" 2
	refused 'time -n 5 -l 2 -d 1000000000' \
		"time: --decimals: must be at most 1000000, not '1000000000'" 2
	answered 'time -n 14 -l 5/2 -d 1000000 | wc -c' 1000003
}

@test 'arithmetic takes a second at most, and little memory' {
	local number
	for number in '(9^9^9)' 3^30000000 2^33554432 1e11000000; do
		refused "time -n 5 -l '$number'" "time: --latency: \
'$number' has more digits than --max-bits allows"
	done
	answered "time -l 1 -n '(2^(2^25-1))'" 33554431
	refused "time -n '(1/3^200000000+1/5^100000000)' -l 2" 'time: '\
"--processors: * has more digits than --max-bits allows"
	for number in '(1/3^4000000+1/5^3000000)' 3^4000000/5^3000000 \
		'(3^4000000/5^3000000)' '(1/3^4000000*5^3000000)'; do
		refused "time -n '$number' -l 2" "time: --processors: \
'$number' takes more work than --max-bits allows"
	done
	number=9^9^7
	number="($number-$number+$number-$number+$number-$number+$number)"
	refused "time -n '$number' -l 2" \
		"time: --processors: * takes more work than --max-bits allows"
	refused "compare -l 2 --loggp '1,1,1,(9^9^9)' -n 2 --bytes 5" \
		"compare: --loggp: * has more digits than --max-bits allows"
	for number in 1e11000000 2e-99999999; do
		refused "locality -n 16 --cost 'k+$number'" "locality: --cost: \
'$number' has more digits than --max-bits allows"
	done
}

@test 'what is long in several ways at once' {
	answered 'compare -m 3^100000 -n 2^100000 -l 2 --max-bits 2^20'
	refused "rank '(10^15999-5)' -n '10^16000' -l 5/2" \
		'rank: @(the part takes more work at this latency than|F up to the size asked for needs 304293803 bytes of memory, more than) --max-bits allows'
	answered 'rank 5 -n 2^20000 -l 1001/1000 -H' \
		'receive  4  10004501/500  10005001/500'
	answered 'compare --model telegraph -n 12 -m 30000 -H' \
		$'telegraph  -  55002..60002  1.091\nbound      -  55002         1.000'
}

@test 'one message to a group that is as large as the latency' {
	limited 'schedule cyclic -n 400000 -m 1 -l 1000000'
	same limited '0 400007' "$status $(wc -l <"$BATS_TEST_TMPDIR/out")"
}

@test 'a tree whose labels are too long is refused with their size' {
	refused "tree -n 1707 -l '(10^1552798)' -f svg" 'tree: labelling so many '\
'nodes needs 2641* bytes of memory, more than --max-bits allows'
}

@test 'what keeps all transmissions is refused with their size' {
	local format # with 32 bits, and with 64
	for format in grid html goal ti dot trace 'svg --max-lanes 64'; do
		refused "schedule repeat -n 64 -m 1000000 -l 3 -f $format" \
			'schedule: keeping so many transmissions for this '\
'format needs @(6300000520|8064001040) bytes of memory, more than --max-bits allows'
	done
}

@test 'a limit in seconds is for the whole answer, and in the memory there is' {
	local machine='--loggp 6us,2us,4us,1ns'
	local cut='fibcast: compare: warning: not every number of segments was looked '\
"at: --limit gives 'compare' more time"
	limited "compare -n 1e30 --bytes 1T -m best $machine -H"
	same out "1000000000000  65536  sendrecv  -  planned  200433393203/200  1.0004" \
		"$(cat "$BATS_TEST_TMPDIR/out")"
	same err "$cut" "${err%$'\n'}"
	refuses 3 "bound -n 1e1000 --bytes 1T -m best $machine" \
		'bound: the best number of messages takes long to find for 2^1024 processors or more'
	limited "compare -n 100 --bytes 1Gi -m best --limit 0.2 $machine -H"
	# How far it looks depends on the machine.
	grep -qE '^1073741824  8[0-9]{2}  sendrecv  -  planned  [0-9/]+  1[.]005$' \
		"$BATS_TEST_TMPDIR/out"
	same err "$cut" "${err%$'\n'}"
	[[ ${SANITIZED-} == yes ]] || for memory in 40000 60000 100000; do
		(ulimit -v $memory; fibcast compare -n 300000 -m 2 -l 9 \
			--limit 30 >"$BATS_TEST_TMPDIR/out")
		[[ $(tail -n 1 "$BATS_TEST_TMPDIR/out") == bound* ]]
	done
}

@test 'huge latencies are answered or refused at once' {
	answered 'time -l 1e100000 -n 5 | tail -c 5' 0003
	answered 'time --logp 1e100000,1,1e-100000 -n 5 | tail -c 5' 0005
	answered 'time -l 1e1000 -n 1e1000 | wc -c' 1002
	answered 'compare -n 1e200 -m 1e200 -l 5/2'
	refused 'time -l 1e1000000 -n 1e1000000' 'time: f(n) takes more work *'
	answered 'compare -n 1e1000000 -m 1e1000000 -l 5/2 | cut -c 1-4'
	refused 'schedule bcast -n 35Mi -l 2^27' \
		'schedule: this broadcast sends at too many different times, *'
	refused 'schedule bcast -n 2 -l 1e1000' \
		"schedule: a schedule's numbers must be below 2^63"
}

@test 'huge times are answered or refused at once' {
	refused 'reach -l 2 -t 1e18' \
		'reach: F(t) would have up to 208987640* digits, more than *'
	refused 'reach -l 5/2 -t 1e1000000' 'reach: F(t) would have up to *'
	refused 'reach -l 1.0000001 -t 1e12' 'reach: F(t) would have up to *'
	answered 'reach -l 2 -t 1e15 --approx 20' \
		3.9198722204704615789e208987640249978
	refused 'reach -l 2 -t 1e18 --approx 1e18' 'reach: --approx: *' 2
	refused 'sequence -l 2 -i 1e18' 'sequence: the sum would have up to *'
	refused 'sequence -l 4.00000000000000001 -i 26562374088606400855272544' \
		'sequence: the sum takes more work at this latency than *'
	refused 'sequence -l 20.287476401 -i 1,2^51' \
		'sequence: the sum takes more work at this latency than *'
	answered 'sequence -l 4.904 -i 1e7 | wc -L' 19803
}

@test 'sweeps of any length are counted, not walked' {
	refused 'time -n 1..1e18 -l 2' 'time: the table would have '\
'1000000000000000000 rows, more than --max-rows allows'
	refused 'bound -n 1..1e9 -m 1..1e9 -l 1..1e9' 'bound: the table would '\
'have 1000000000000000000000000000 rows, *'
	refused 'sequence -l 2 -i 1..1e18' 'sequence: the table would have *'
	refused 'time -n 7 -l 1..2+1e-300' \
		'time: the table would have about 10^300 rows, *'
	refused 'time -n 7 -l 1..1e18x1.0000000000001' \
		"time: --latency: the sweep * has more digits than *"
	refused "time -n 7 -l 1..2x1.$(printf '0%.0s' {1..9000})1" \
		"time: --latency: the sweep * has more digits than *"
	refused 'time -n 1..5x1 -l 2' \
		"time: --processors: the factor in '1..5x1' is not above 1" 2
}

@test 'costs that are long, deep or huge are refused at once' {
	local deep
	deep=$(printf '(%.0s' {1..60000})k$(printf ')%.0s' {1..60000})
	refused "locality -n 16 --cost '$deep'" \
		'locality: --cost: * longer than 4096 characters'
	deep=${deep:59799}
	refused "locality -n 16 --cost '${deep:0:403}'" \
		'locality: --cost: * nested deeper than 200*'
	answered "locality -n 16 --cost '${deep:1:401}'" 32
	answered "locality -n 16 --cost '$(printf -- '-%.0s' {1..4000})k'" 32
	refused 'locality -n 16 --cost 2^k^k^k' \
		'locality: --cost: the value is out of reach at k = 4: *'
	refused 'locality -n 1e9 --cost 1e9^1e9^1e9' \
		'locality: --cost: the value is out of reach at k = *'
	refused 'locality -n 2^1000 --cost "sqrt(k)^(10^12)"' 'locality: --cost: *'
	refused 'locality -n 3^140 --cost log -d 127772 --max-bits 270' \
		'locality: --cost: * more work on long numbers than *'
	refused 'locality -n 9298 --cost "(24936459/130250)^(1749^csqrt(clog))"' \
		'locality: --cost: the * out of reach at k = *'
	local cost tree=$ROOT/tests/fuzz/fuzz_label_tree/figure-2
	for cost in '(2^1.921*2/11)' 'log(k)^1.5' 'k^sqrt(2)' 'log(k)*log(k+1)'; do
		(ulimit -t 1; refused \
			"locality -n 145 --cost '$cost' --decimals 506805" \
			'locality: --cost: * more work on long numbers than *')
	done
	(ulimit -t 1; refused "locality-tree $tree --cost 'k^sqrt(2)' -d 506805" \
		'locality-tree: --cost: * more work on long numbers than *')
	# The bits that a value's size takes are known before, not found by doubling.
	answered "locality -n 145 --cost 'log*2^60000' -d 20000 \
		--max-bits 2^20 -H | wc -c" 38066
	answered 'locality -n - --cost log -d 5000 --max-bits 2^20 -H <<<145 | wc -c' \
		5009
	refused 'locality -n 1000 --cost log -d 1000000' \
		'locality: --cost: * more work on long numbers than *'
}

# A schedule of the model $1 for $2 processors and $3 messages.
claim() {
	printf '# fibcast schedule 1\n# model %s\n# processors %s\n' "$1" "$2"
	printf '# messages %s\n' "$3"
	case $1 in
	postal | logp) echo '# latency 2' ;;
	locality) echo '# cost clog' ;;
	esac
	if [[ $1 == locality ]]; then
		printf 'time from to message size access\n0 0 1 1 2 read\n'
	else
		printf 'time from to message\n0 0 1 1\n'
	fi
}

@test 'schedules that claim to be large take no memory' {
	local model command format
	for model in postal logp telephone telegraph sendrecv locality; do
		for command in check convert replay; do
			claim $model 1000000000000000000000000000000 1 \
				>"$BATS_TEST_TMPDIR/it"
			refused "$command $BATS_TEST_TMPDIR/it" "$command: \
$BATS_TEST_TMPDIR/it:3: processors: '1000000000000000000000000000000' is not below 2^63" 2
		done
		claim $model 1000000000000 1 >"$BATS_TEST_TMPDIR/it"
		refused "check $BATS_TEST_TMPDIR/it" \
			'check: checking so many processors * needs * bytes *'
		claim $model 9223372036854775807 1 >"$BATS_TEST_TMPDIR/it"
		refused "check $BATS_TEST_TMPDIR/it" \
			'check: checking so many processors * needs * bytes *'
		[[ $model == locality ]] && continue
		claim $model 2 9223372036854775807 >"$BATS_TEST_TMPDIR/it"
		refused "check $BATS_TEST_TMPDIR/it" \
			'check: checking so many processors * needs * bytes *'
		claim $model 1000000000000 1000000000000 >"$BATS_TEST_TMPDIR/it"
		for format in $(formats convert tsv text csv json); do
			refused "convert -f $format $BATS_TEST_TMPDIR/it" \
				'convert: *processors* more memory *' ||
				[[ $err == *'picture would have 10000'* ||
					$err == *'--format: msccl is for'* ]]
		done
		for format in tsv text csv json; do
			answered "convert -f $format $BATS_TEST_TMPDIR/it"
		done
		claim $model 2 1000000000000 >"$BATS_TEST_TMPDIR/it"
		limited "convert -f goal $BATS_TEST_TMPDIR/it"
		[[ $status == 3 && $err == 'fibcast: convert: so many '* ]]
	done
}

@test 'huge costs in a schedule are refused at once' {
	local cost
	for cost in "$(printf 'k^k*%.0s' {1..600})1" '2^(k^k^k^k)' \
		1e5000000 '(1+1/k)^(10^9)' 'sqrt(k)^(10^12)' \
		"$(printf 'log(%.0s' {1..190})k$(printf ')%.0s' {1..190})"; do
		{
			printf '# fibcast schedule 1\n# model locality\n'
			printf '# processors 3\n# cost %s\n' "$cost"
			echo 'time from to message size access'
			printf '0 0 1 1 %d read\n' 2 3
		} >"$BATS_TEST_TMPDIR/it"
		limited "check $BATS_TEST_TMPDIR/it"
		[[ $err == 'fibcast: check: '* ]]
		((status == 2 || status == 3))
	done
}

@test 'searches and programs are refused before they start' {
	local n
	for n in '4 -m 3000 -l 300' '100 -m 10000 -l 500' '4 -m 30000 -l 3000'; do
		limited "optimum --limit 0 -n $n"
		[[ $status == 3 && $err == *"is in '"[1-9]*..[1-9]* ]]
	done
	refused 'program --continuous -n 3 -l 1e30' \
		"program: a program's times must be below 2^62"
	refused 'program --continuous -n 2 -l 18446744073709551615' \
		"program: a program's times must be below 2^62"
	refused 'program -n 1e30 -m 5 -l 2' \
		'program: the program would have * rows, more than --max-rows *'
	refused 'program -n 5 -m 5 -l 1e1000' \
		'program: the program would have about 10^100[0-9] rows, *'
	refused 'locality -n 5 --cost k --levels --max-rows 4' \
		'locality: the table would have 5 rows, more than --max-rows *'
	answered 'revolve messages --scheme next -n 1 -t 0..1e30' \
		'time  from  to'
	refused 'replay --trials 1e9 --max-rows 1e12 /dev/null' \
		'replay: putting so many trials * needs 2*000000000 bytes *'
	refused 'replay --trials 1e18 /dev/null' '* rows, more than *'
}

# misread FILE COMMAND MESSAGE
misread() {
	refused "$2 <$BATS_TEST_TMPDIR/$1" "${2%% *}: $3" 2
}

@test 'files that are no schedules are refused at their first line' {
	local command
	cd "$BATS_TEST_TMPDIR"
	{
		claim postal 3 1 | head -n 5
		echo 'time from to message'
		yes '0 0 1 1' | head -n 10000000 | tr '\n' ' '
	} >row
	{
		printf '# fibcast schedule 1\n# model postal\n# algorithm '
		head -c 50000000 /dev/zero | tr '\0' x
	} >head
	head -c 50000000 /dev/zero >zeros
	head -c 50000000 /dev/zero | tr '\0' '\n' >newlines
	head -c 10000000 /dev/zero | tr '\0' '[' >json
	{
		printf '# fibcast schedule 1\n# model postal\n# processors 3\n'
		printf '# latency '
		head -c 100000 /dev/zero | tr '\0' 9
		echo
	} >digits
	misread row check 'line 7: the line is too long'
	limited "convert <row"
	same convert 'fibcast: convert: line 7: the line is too long [2]' \
		"${err%$'\n'} [$status]"
	for command in check convert replay; do
		misread head $command 'line 3: the line is too long'
		misread zeros $command 'line 1: the line is too long'
		misread newlines $command 'line 1: not the beginning of a *'
		misread json $command 'line 1: the line is too long'
		misread digits $command "line 4: latency: '999*...' has numbers not below *"
	done
	misread zeros 'locality-tree --cost k' 'line 1: the line is too long'
	misread newlines 'locality-tree --cost k' \
		'line 50000001: the file is empty'
}
