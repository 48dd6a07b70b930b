# optimum: the least number of steps of several messages, and who attains it.
load helper

# stops STATUS ARGUMENTS OUTPUT MESSAGE: both, as where nothing was settled.
stops() {
	ask "$2"
	same "fibcast $2" "$3"$'\n'"fibcast: optimum: $4"$'\n'" [$1]" \
		"$out$err [$status]"
}

@test 'least numbers of steps' {
	each answers <<-'END'
		optimum -n 12 -m 8 -l 3 => 17
		optimum -n 4 -m 2 -l 2 => 6
		optimum -P 5 -k 3 -L 2 => 8
		optimum -n 5 -m 3 -l 3 => 9
		optimum -n 12 -m 5 -l 5 => 18
		optimum -n 8 -l 2 => 6
		optimum -n 5 -m 5 -l 1 => 8
		optimum -n 2 -m 7 -l 4 => 11
		optimum -n 1 -m 5 -l 2 => 0
		optimum -n 1 -l 1 => 0
		optimum -n 1e30 -l 3 => 184
		optimum -n 1e30 -m 1e30 -l 1 => 1000000000000000000000000000100
		optimum -n 3 -m 2^64 -l 7 => 18446744073709551627
		optimum -n 3 -m 2 -l 1e20 => 100000000000000000004
	END
}

@test 'formats of one number' {
	answers 'optimum -n 4 -m 2 -l 2 -f json' '{"optimum":6}'
	for format in text tsv csv; do
		answers "optimum -n 4 -m 2 -l 2 -H -d 3 -f $format" 6
	done
}

@test 'a number of a thousand digits' {
	bits=$(fibcast time -n 10^1000 -l 2 --model logp)
	answers 'optimum -n 10^1000 -l 2' "$bits"
	ask 'optimum -n 4 -m 10^1000 -l 2'
	[[ $status == 3 && $out == 1000*..1000* ]]
}

@test 'schedules are optimal' {
	while read -r n m l; do
		ask "optimum -n $n -m $m -l $l --schedule | fibcast check"
		[[ $out == "ok: $((m * (n - 1))) transmission"*' (optimal)'* ]] || {
			echo "$n $m $l: $out$err"
			return 1
		}
	done <<-'END'
		9 6 2
		1 1 1
		1 3 2
		2 5 9
		3 1 4
		3 1000 7
		5 3 3
		12 5 5
		9 1 3
		9 4 1
		24 24 6
		61 5 4
	END
}

@test 'a schedule, as it is written' {
	shows 'optimum -n 3 -m 3 -l 2 --schedule' <<-'END'
		# fibcast schedule 1
		# model logp
		# algorithm optimum
		# processors 3
		# messages 3
		# latency 2
		# finish 5
		time	from	to	message
		0	0	1	1
		1	0	2	2
		2	0	1	3
		2	1	2	1
		3	0	2	3
		3	2	1	2
	END
	answers 'optimum -n 2 -l 3 --schedule -H' $'0\t0\t1\t1'
}

@test 'the same schedule every time, and with other limits' {
	fibcast optimum -n 14 -m 9 -l 3 --schedule >"$BATS_TEST_TMPDIR/one"
	fibcast optimum -n 14 -m 9 -l 3 --schedule --limit 1/2 |
		cmp - "$BATS_TEST_TMPDIR/one"
	fibcast optimum -n 14 -m 9 -l 3 --schedule --limit 1e30 |
		cmp - "$BATS_TEST_TMPDIR/one"
}

@test 'not settled in time: the interval, or the schedule of its upper end' {
	ask 'optimum -n 30 -m 24 -l 3 --limit 0'
	[[ $status == 3 && $out =~ ^35\.\.[0-9]+$'\n'$ ]]
	interval=${out%$'\n'}
	stops 3 'optimum -n 30 -m 24 -l 3 --limit 0 -f json' \
		"{\"optimum\":\"$interval\"}" \
		"not settled in the time given (--limit): the optimum is in '$interval'"
	ask 'optimum -n 30 -m 24 -l 3 --limit 0 --schedule'
	same status 3 "$status"
	same message "fibcast: optimum: not settled in the time given (--limit): the optimum is in '$interval'"$'\n' "$err"
	[[ $(fibcast check <<<"$out") == \
		"ok: 696 transmissions, finish $((${interval#*..} - 1)) "* ]]
}

@test 'too large to be searched' {
	ask 'optimum -n 1e10 -m 7 -l 3'
	[[ $status == 3 && $out == 70..* ]]
	[[ $err == *'too large to be searched: the optimum is in '* ]]
	ask 'optimum -n 12 -m 8 -l 3 --max-bits 10000'
	[[ $status == 3 && $out == 17..* ]]
}

@test 'what is refused' {
	each refuses 2 <<-'END'
		optimum -n 5 -m 3 => optimum: --latency is missing
		optimum -m 3 -l 2 => optimum: --processors is missing
		optimum -n 5 -l 5/2 => optimum: --latency: '5/2' is not a whole number
		optimum -n 5 -l 0 => optimum: --latency: '0' is below 1
		optimum -n 0 -l 2 => optimum: --processors: '0' is below 1
		optimum -n 5 -m 0 -l 2 => optimum: --messages: '0' is below 1
		optimum -n 2..5 -l 2 => optimum: --processors: '2..5' is a sweep, but one value is wanted
		optimum -n 5 -l 2 --limit x => optimum: --limit: 'x' is not a number
		optimum -n 5 -l 2 --model logp => optimum: unknown option '--model'
		optimum -n 5 -l 2 -f svg => optimum: --format: svg is only for --schedule
		optimum -n 5 -l 2 --ascii => optimum: --ascii: not used without --schedule
		optimum -n 5 -l 2 --max-lanes 3 => optimum: --max-lanes: not used without --schedule
		optimum -n 5 -l 2 --schedule --ascii => optimum: --ascii: not used by the format tsv
	END
	refuses 3 'optimum -n 5 -m 3 -l 2 --schedule --max-rows 11' \
		'optimum: the schedule would have 12 rows, more than --max-rows allows'
}
