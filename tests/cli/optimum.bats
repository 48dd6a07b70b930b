# optimum: the least time of several messages, and who attains it.
# shellcheck disable=SC2154 # helper.bash sets out, err and status
load helper

# stops STATUS ARGUMENTS OUTPUT MESSAGE: both, as where nothing was settled.
stops() {
	ask "$2"
	same "fibcast $2" "$3"$'\n'"fibcast: optimum: $4"$'\n'" [$1]" \
		"$out$err [$status]"
}

@test 'on nodes: the bound where it is attained, and what is known' {
	each answers <<-'END'
		optimum -n 3072 -l 4 --node 48 --inside 1 => 15
		optimum -n 55 -l 3 --node 5 --inside 1 => 9
		optimum -n 4 -m 4 -l 4 --node 4 --inside 1 => 5
		optimum -n 64 --logp 0.61us,0.5us,0.5us --node 4 --inside 0.1us,0.1us,0.1us -d 2 => 3.81
	END
	stops 3 'optimum -n 48e30 -l 4 --node 48 --inside 1' '145..223' \
		"no schedule on these nodes that attains the bound is known: the optimum is in '145..223'"
	stops 3 'optimum -n 2^40 -l 5/2 --node 4 --inside 2 --limit 1/100' \
		'63..135/2' \
		"no schedule on these nodes that attains the bound is known: the optimum is in '63..135/2'"
	same schedule 'ok: 54 transmissions, finish 9 (optimal)' "$(fibcast \
		optimum -n 55 -l 3 --node 5 --inside 1 --schedule | fibcast check)"
}

@test 'least times are exact' {
	each answers <<-'END'
		optimum -n 12 -m 8 -l 3 => 16
		optimum -n 4 -m 2 -l 2 => 5
		optimum -P 5 -k 3 -L 2 => 7
		optimum -n 5 -m 3 -l 3 => 8
		optimum -n 12 -m 5 -l 5 => 17
		optimum -n 8 -l 2 => 5
		optimum -n 5 -m 5 -l 1 => 7
		optimum -n 2 -m 7 -l 4 => 10
		optimum -n 1 -m 5 -l 2 => 0
		optimum -n 1 -l 1 => 0
		optimum -n 1e30 -l 3 => 183
		optimum -n 1e30 -m 1e30 -l 1 => 1000000000000000000000000000099
		optimum -n 3 -m 2^64 -l 7 => 18446744073709551626
		optimum -n 3 -m 2 -l 1e20 => 100000000000000000003
		optimum -n 12 -m 8 -l 3 --model postal => 16
		optimum -n 12 -m 8 -l 3 --model logp => 17
		optimum -n 1 -m 8 -l 3 --model logp => 0
		optimum -n 1024 -m 9 -l 3 --limit 0 => 29
		optimum -n 1024 -m 9 -l 3 --limit 0 --model logp => 30
		optimum -n 2000 -m 10 -l 3 --limit 0 => 32
		optimum -n 1e4 -m 10 -l 3 --limit 0 => 36
		optimum -n 1e5 -m 10 -l 3 --limit 0 => 42
	END
}

@test 'at a fractional latency the optimum or an interval is given' {
	each answers <<-'END'
		optimum -n 10 -m 6 -l 5/2 => 25/2
		optimum -n 10 -m 6 -l 2.5 --model postal => 25/2
		optimum -n 10 -m 10 -l 5/2 => 33/2
		optimum -n 1000 -m 10 -l 5/2 => 55/2
		optimum -n 5 -l 5/2 => 5
		optimum -n 1 -m 3 -l 5/2 => 0
		optimum -n 3 -m 3 -l 3/2 => 9/2
		optimum -n 3 -m 1e30 -l 9/4 => 4000000000000000000000000000013/4
		optimum -n 3 -m 10 -l 9/4 => 13
		optimum -n 2 -m 1e30 -l 5/2 => 2000000000000000000000000000003/2
		optimum -n 100 -m 1e30 -l 5/2 => 1000000000000000000000000000012
		optimum -n 10 -m 6 -l 5/2 -d 3 => 12.500
		optimum -n 10 -m 6 -l 5/2 -f json => {"optimum":"25/2","optimum_approx":12.5}
	END
}

@test 'a fractional latency: the optimum where the bound is not attained' {
	while read -r n m l bound least; do
		answers "bound -n $n -m $m -l $l" "$bound"
		answers "optimum -n $n -m $m -l $l --limit 0" "$least"
		answers "optimum -n $n -m $m -l $l --schedule | fibcast check" \
			"ok: $((m * (n - 1))) transmissions, finish $least (lower bound $bound)"
	done <<-'END'
		8 4 4/3 7 22/3
		4 9 5/2 13 27/2
		5 7 5/3 10 31/3
	END
	same drift $'ok: 36 transmissions, finish 57/4 (optimal)' \
		"$(fibcast schedule best -n 4 -m 12 -l 5/4 | fibcast check)"
	answers 'optimum -n 4 -m 4 -l 3/2 -d 2' 6.50
	answers 'optimum -n 4 -m 4 --logp 2,1/2,2' 13
}

@test 'a fractional latency: an interval where the search is too long or large' {
	stops 3 'optimum -n 13 -m 13 -l 7/4 --limit 0' 73/4..37/2 \
		"not settled in the time given (--limit): the optimum is in '73/4..37/2'"
	stops 3 'optimum -n 13 -m 13 -l 7/4 -d 2 --limit 0' 18.25..18.50 \
		"not settled in the time given (--limit): the optimum is in '73/4..37/2'"
	ask 'optimum -n 13 -m 13 -l 7/4 --limit 0 --schedule | fibcast check'
	same check $'ok: 156 transmissions, finish 37/2 (lower bound 73/4)\n' "$out"
	stops 3 'optimum -n 1e30 -m 5 -l 5/2' 169..288 \
		"too large to be searched: the optimum is in '169..288'"
}

@test 'one number can be had in every format' {
	answers 'optimum -n 4 -m 2 -l 2 -f json' '{"optimum":5,"optimum_approx":5}'
	for format in text tsv csv; do
		answers "optimum -n 4 -m 2 -l 2 -H -f $format" 5
		answers "optimum -n 4 -m 2 -l 2 -H -d 3 -f $format" 5.000
	done
}

@test 'numbers of a thousand digits are exact, or an interval' {
	bits=$(fibcast time -n 10^1000 -l 2)
	answers 'optimum -n 10^1000 -l 2' "$bits"
	ask 'optimum -n 4 -m 10^1000 -l 2'
	[[ $status == 0 && $out == 1000*0003$'\n' && ${#out} == 1002 ]]
	ask 'optimum -n 7 -m 10^1000 -l 3'
	[[ $status == 0 && $out == 1000*0006$'\n' && ${#out} == 1002 ]]
	ask 'optimum -n 9 -m 10^1000 -l 7/2'
	[[ $status == 3 && $out == 1000*08..2000*17/2$'\n' ]]
}

@test 'schedules pass check as optimal' {
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
		10 6 5/2
		1000 10 5/2
		1000 100 3
		5 5 3/2
		9 1 7/3
		3 10 9/4
		3 5 5/2
		3 40 41/5
		3 1000 7/3
	END
}

@test '--schedule writes the schedule' {
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
	answers 'optimum -n 3 -l 2 --schedule --model postal | sed -n 2p' '# model postal'
	answers 'optimum -n 2 -l 3 --schedule -H' $'0\t0\t1\t1'
	shows 'optimum -n 3 -m 2 -l 3/2 --schedule' <<-'END'
		# fibcast schedule 1
		# model postal
		# algorithm optimum
		# processors 3
		# messages 2
		# latency 3/2
		# finish 7/2
		time	from	to	message
		0	0	1	1
		1	0	2	2
		2	0	1	2
		2	1	2	1
	END
}

@test 'the same schedule every time, and with other limits' {
	fibcast optimum -n 14 -m 9 -l 3 --schedule >"$BATS_TEST_TMPDIR/one"
	fibcast optimum -n 14 -m 9 -l 3 --schedule --limit 1/2 |
		cmp - "$BATS_TEST_TMPDIR/one"
	fibcast optimum -n 14 -m 9 -l 3 --schedule --limit 1e30 |
		cmp - "$BATS_TEST_TMPDIR/one"
}

@test 'not settled in time: the interval, or the schedule of its upper end' {
	ask 'optimum -n 58 -m 20 -l 16 --limit 0'
	[[ $status == 3 && $out =~ ^67\.\.[0-9]+$'\n'$ ]]
	interval=${out%$'\n'}
	stops 3 'optimum -n 58 -m 20 -l 16 --limit 0 -f json' \
		"{\"optimum\":\"$interval\",\"optimum_approx\":null}" \
		"not settled in the time given (--limit): the optimum is in '$interval'"
	ask 'optimum -n 58 -m 20 -l 16 --limit 0 --schedule'
	same status 3 "$status"
	same message "fibcast: optimum: not settled in the time given (--limit): the optimum is in '$interval'"$'\n' "$err"
	[[ $(fibcast check <<<"$out") == \
		"ok: 1140 transmissions, finish ${interval#*..} "* ]]
}

@test 'one design is for any number of messages' {
	answers 'optimum -n 62 -m 1e12 -l 5' 1000000000018
	answers 'optimum -n 47 -m 1e9 -l 5' 1000000017
	answers 'optimum -n 10 -m 418 -l 18' 455
	for problem in '62 500 5' '10 418 18' '30 64 3'; do
		read -r n m l <<<"$problem"
		[[ $(fibcast optimum -n "$n" -m "$m" -l "$l" --schedule |
			fibcast check) == 'ok: '*' (optimal)' ]]
	done
}

@test 'what is too large to be searched is built, if there is time for it' {
	answers 'optimum -n 2e6 -m 10 -l 3' 50
	# No interval above what others print.
	local upper line
	for line in '-n 1e6 -m 2 -l 9 --limit 1/10' '-n 2e6 -m 7 -l 5 --limit 1/10'; do
		ask "optimum $line"
		upper=${out##*.}
		line=${line% --*}
		ask "compare $line -H -f tsv"
		same "$line" "$(cut -f 3 <<<"${out%%$'\n'*}" | sed 's/.*\.//')" \
			"${upper%$'\n'}"
	done
}

@test 'what is too large to be searched gives an interval' {
	ask 'optimum -n 1e10 -m 7 -l 3'
	[[ $status == 3 && $out == 69..* ]]
	[[ $err == *'too large to be searched: the optimum is in '* ]]
	stops 3 'optimum -n 409 -m 293 -l 7863' 16202..16253 \
		"too large to be searched: the optimum is in '16202..16253'"
	ask 'optimum -n 12 -m 8 -l 3 --max-bits 10000'
	[[ $status == 3 && $out == 16..* ]]
	# On a machine, too, where the schedule is too large to be carried out.
	answers 'bound -n 10000 -m 1000 --logp 5,1,4' 4073
	ask 'optimum -n 10000 -m 1000 --logp 5,1,4 --limit 1/10'
	[[ $status == 3 && $out == 4073..40* ]]
}

@test 'every refusal is one line that names what is wrong' {
	each refuses 2 <<-'END'
		optimum -n 5 -m 3 => optimum: --latency or --logp is missing
		optimum -m 3 -l 2 => optimum: --processors is missing
		optimum -n 5 -l 5/2 --model logp => optimum: --latency: '5/2' is not whole, which the model logp needs
		optimum -n 5 -l 2,3 => optimum: --latency: '2,3' is a list of 2 and 3, but one value is needed: write 2.3 for the decimal
		optimum -n 5 -l 1/2 => optimum: --latency: must be at least 1, not '1/2'
		optimum -n 5 -l 0 => optimum: --latency: must be at least 1, not '0'
		optimum -n 0 -l 2 => optimum: --processors: must be at least 1, not '0'
		optimum -n 5 -m 0 -l 2 => optimum: --messages: must be at least 1, not '0'
		optimum -n 2..5 -l 2 => optimum: --processors: '2..5' is a sweep, but one value is needed
		optimum -n 5 -l 2 --limit x => optimum: --limit: 'x' is not a number
		optimum -n 5 -l 2 --model telephone => optimum: --model: 'telephone' is none of postal, logp: see 'time', 'bound', 'schedule', 'compare'
		optimum -n 5 -l 2 --ports 2 => optimum: --ports: must be at most 1, not '2'
		optimum -n 5 -l 2 -f svg => optimum: --format: svg is only for --schedule
		optimum -n 5 -l 2 --ascii => optimum: --ascii: not used without --schedule
		optimum -n 5 -l 2 --max-lanes 3 => optimum: --max-lanes: not used without --schedule
		optimum -n 5 -l 2 --schedule --ascii => optimum: --ascii: not used by the format tsv
	END
	refuses 3 'optimum -n 5 -m 3 -l 2 --schedule --max-rows 11' \
		'optimum: the schedule would have 12 rows, more than --max-rows allows'
}

@test 'one port, as compare says of three processors' {
	answers 'optimum -n 3 -m 4 -l 2 --ports 1' 6
	answers 'optimum --schedule -n 3 -m 4 -l 2 --ports 1 | fibcast check' \
		'ok: 8 transmissions, finish 6 (step 7) (optimal)'
}
