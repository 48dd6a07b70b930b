# schedule: the algorithms' schedules, their order, and what is refused.
# shellcheck disable=SC2154,SC2034 # out, err and status; columns not used
load helper

@test 'BCAST of 14 processors at latency 5/2' {
	shows 'schedule bcast -n 14 -l 5/2' <<-'END'
		# fibcast schedule 1
		# model postal
		# algorithm bcast
		# processors 14
		# messages 1
		# latency 5/2
		# finish 15/2
		time	from	to	message
		0	0	9	1
		1	0	6	1
		2	0	4	1
		5/2	9	12	1
		3	0	3	1
		7/2	6	8	1
		7/2	9	11	1
		4	0	2	1
		9/2	4	5	1
		9/2	6	7	1
		9/2	9	10	1
		5	0	1	1
		5	12	13	1
	END
}

@test 'one processor has nothing to do' {
	for algorithm in bcast repeat pack pipeline dtree; do
		[[ $algorithm == bcast ]] && m='' || m='-m 5'
		ask "schedule $algorithm -n 1 $m -l 7/2"
		same "$algorithm" '' "$(grep '^[0-9]' <<<"$out")"
		grep -qx '# finish 0' <<<"$out"
		same "$algorithm" 'ok: 0 transmissions, finish 0 (optimal)' \
			"$(fibcast check <<<"$out")"
	done
}

@test 'every format can be written' {
	shows 'schedule repeat -n 3 -m 2 -l 3/2 -f csv' <<-'END'
		time,from,to,message
		0,0,2,1
		1,0,1,1
		2,0,2,2
		3,0,1,2
	END
	shows 'schedule bcast -n 3 -l 3/2 -f text -d 2' <<-'END'
		# fibcast schedule 1
		# model postal
		# algorithm bcast
		# processors 3
		# messages 1
		# latency 3/2
		# finish 5/2
		time  from    to  message
		0.00     0     2        1
		1.00     0     1        1
	END
	shows 'schedule bcast -n 3 -l 3/2 -H' <<-'END'
		0	0	2	1
		1	0	1	1
	END
	fibcast schedule bcast -n 3 -l 3/2 -f json |
		finds json '[3,"3/2","5/2",2]' -c '[.processors, .latency,
			.finish, (.transmissions | length)]'
}

@test 'every schedule is valid and ends when compare says' {
	local latencies='1 11/10 3/2 5/2 4 101/2'
	[[ ${SANITIZED-} != yes ]] || latencies='1 5/2'
	for l in $latencies; do
		for n in 1 2 3 14 57; do
			for m in 1 2 7; do
				schedules_of "$n" "$m" "$l" || return 1
			done
		done
	done
}

# Every algorithm of compare, checked.
schedules_of() {
	local algorithm options time ratio messages
	while read -r algorithm options time ratio; do
		messages="-m $2"
		[[ $algorithm != bound ]] || continue
		[[ $algorithm != bcast ]] || messages=
		[[ $algorithm = optimum ]] || {
			algorithm="schedule $algorithm"
			options=
		}
		# shellcheck disable=SC2086 # options
		same "$algorithm $*" "finish $time" "$(fibcast $algorithm \
			-n "$1" $messages -l "$3" --model postal $options |
			fibcast check |
			grep -o 'finish [0-9/]*')" || return 1
	done < <(fibcast compare -n "$1" -m "$2" -l "$3" -H)
}

@test 'rows come at once, however many there are' {
	t=$(fibcast time -n 1e8 -l 2)
	same first "0	0	$(fibcast reach -t $((t - 1)) -l 2)	1" \
		"$(fibcast schedule bcast -n 1e8 -l 2 -H | head -n 1)"
}

@test 'rounds are units of time where the latency is 1' {
	for model in postal logp; do
		fibcast schedule sendrecv -n 5 -m 3 -l 1 --model $model \
			>"$BATS_TEST_TMPDIR/s"
		grep -qx "# model $model" "$BATS_TEST_TMPDIR/s"
		grep -qx '# latency 1' "$BATS_TEST_TMPDIR/s"
		fibcast check "$BATS_TEST_TMPDIR/s" | grep -q 'finish 5 .*(optimal)'
	done
	each refuses 2 <<-'END'
		schedule sendrecv -n 5 -m 3 -l 2 --model postal => schedule: --latency: sendrecv is for the latency 1, not '2'
		schedule sendrecv -n 5 -m 3 --model logp => schedule: --latency or --logp is missing
		schedule telephone -n 5 -m 3 -l 1 => schedule: --latency: not used by telephone
	END
}

@test '--degree is that of the tree' {
	same said '# algorithm dtree of degree 2' \
		"$(fibcast schedule dtree -n 50 -m 8 -l 3 | sed -n 3p)"
	same capped '"dtree of degree 4"' "$(fibcast schedule dtree -n 5 -m 2 -l 3 \
		--degree 4 -f json | grep -o '"dtree[^"]*"')"
	same radix '# algorithm knomial of degree 4' "$(fibcast schedule knomial \
		-n 50 -m 8 -l 3 --op reduce | sed -n 3p)"
	same best "$(fibcast schedule dtree -n 50 -m 8 -l 3 --degree 2)" \
		"$(fibcast schedule dtree -n 50 -m 8 -l 3 --degree best)"
	same 'a line' 'ok: 8 transmissions, finish 13 (lower bound 7)' \
		"$(fibcast schedule dtree -n 5 -m 2 -l 3 --degree 1 |
			fibcast check)"
	same 'radix n' 'ok: 3 transmissions, finish 4 (optimal)' \
		"$(fibcast schedule knomial -n 4 -l 2 --degree 4 | fibcast check)"
	each refuses 2 <<-'END'
		schedule knomial -n 4 -l 2 --degree 5 => schedule: --degree: the radix must be at most 4, the number of processors, not '5'
		schedule dtree -n 5 -l 2 --degree 5 => schedule: --degree: must be at most 4, the number of other processors, not '5'
		schedule dtree -n 5 -l 2 --degree 0 => schedule: --degree: must be at least 1, not '0'
		schedule dtree -n 5 -l 2 --degree 3/2 => schedule: --degree: '3/2' is not a whole number
		schedule dtree -n 5 -l 2 --degree some => schedule: --degree: 'some' is not a number
	END
}

@test 'one message is what every algorithm has' {
	for options in 'bcast -n 5 -l 2' 'census -n 5 -l 2' 'root -n 5 --cost k'; do
		# shellcheck disable=SC2086 # options
		same "$options" "$(fibcast schedule $options)" \
			"$(fibcast schedule $options -m 1)"
	done
	shows "rank 3 -n 14 -m 1 -l 2 -H" <<-'END'
		receive  0  1  4  5
		send     4  1  5  6
	END
}

@test 'schedule best has all operations' {
	same census "$(fibcast schedule census -n 9 -l 5/2)" \
		"$(fibcast schedule best --op census -n 9 -l 5/2)"
	same allgather "$(fibcast schedule circulant -n 9 --op allgather)" \
		"$(fibcast schedule best -n 9 --op allgather)"
}

@test 'weave: a latency far above the messages is not counted through' {
	# 3 rounds; the last of 3 messages is sent at 2 L + 2.
	ask 'schedule weave -n 5 -m 3 -l 2^40 | fibcast check'
	[[ $out == "ok: "*" transmissions, finish $((3 * 2**40 + 2)) "* ]]
	answers 'compare -n 5 -m 3 --logp 2^62,1,1 -f tsv -H | tail -n 1 | cut -f 1,4' \
		"bound	$((2**62 + 13))"
}

@test 'two-tree: as soon as it can, in whole slots beyond a million' {
	answers 'schedule two-tree -n 64 -m 2 -l 1.01 | fibcast check' \
		'ok: 126 transmissions, finish 603/50 (lower bound 353/50)'
	answers 'schedule two-tree -n 64 -m 20000 -l 10000001/10 --op reduce | fibcast check' \
		'ok: 1260000 transmissions, finish 60200091/10 (lower bound 10020781/5)'
}

@test '--model logp is in the header' {
	same logp '# model logp' \
		"$(fibcast schedule bcast -n 5 -l 2 --model logp | sed -n 2p)"
	same steps 'ok: 4 transmissions, finish 4 (step 5) (optimal)' \
		"$(fibcast schedule bcast -n 5 -l 2 --model logp |
			fibcast check)"
}

@test 'continuous broadcast is at the delay asked for' {
	shows 'schedule continuous -n 5 -m 2 -l 2' <<-'END'
		# fibcast schedule 1
		# model logp
		# algorithm continuous
		# processors 5
		# messages 2
		# latency 2
		# finish 7
		time	from	to	message
		0	0	1	1
		1	0	2	2
		2	1	2	1
		3	1	4	1
		3	2	3	2
		4	1	3	1
		4	2	4	2
		5	2	1	2
	END
	same logp "$(fibcast schedule continuous -n 9 -m 4 -l 2)" \
		"$(fibcast schedule continuous -n 9 -m 4 -l 2 --model logp)"
	same large 'ok: 99900 transmissions, finish 122 (step 123) (lower bound 120)' \
		"$(fibcast schedule continuous -n 1000 -m 100 -l 3 |
			fibcast check)"
	same long 'ok: 19 transmissions, finish 2000000017 (step 2000000018) (lower bound 1000000018)' \
		"$(fibcast schedule continuous -n 20 -l 1e9 | fibcast check)"
	same two 'ok: 3 transmissions, finish 6 (step 7) (optimal)' \
		"$(fibcast schedule continuous -n 2 -m 3 -l 4 | fibcast check)"
	same one 0 "$(fibcast schedule continuous -n 1 -m 3 -l 4 |
		grep -c '^[0-9]')"
}

# The delay in steps: of message m = 50, the last, from step m on.
delay() {
	local step
	step=$(fibcast schedule continuous --delay least -n "$1" -l "$2" -m 50 |
		fibcast check | sed -nE 's/.*\(step ([0-9]*)\).*/\1/p')
	echo $((step - 49))
}

@test 'continuous broadcast at a fractional latency is cyclic' {
	for of in '-n 1 -l 3/2' '-n 9 -m 40 -l 5/2' '-n 30 -m 7 -l 355/113'; do
		# shellcheck disable=SC2086 # options
		same "$of" "$(fibcast schedule cyclic $of)" \
			"$(fibcast schedule continuous $of)"
	done
	same whole logp "$(fibcast schedule continuous -n 9 -l 4/2 |
		awk '$2 == "model" {print $3}')"
}

@test 'continuous broadcast of least delay: L + B(n-1,L)' {
	for pair in '2 3' '6 1' '6 2' '9 2' '14 2' '8 4' '10 6' '100 5'; do
		read -r n l <<<"$pair"
		same "$pair" $((l + $(fibcast time --model logp -n $((n - 1)) -l "$l"))) \
			"$(delay "$n" "$l")"
	done
}

@test 'latency 2: a step more where the least delay is refuted' {
	for pair in '48 12' '49 12' '122 14' '191 15' '1000 19' '5000 22'; do
		read -r n expected <<<"$pair"
		ask "schedule continuous --delay least -n $n -m 50 -l 2"
		same "$n" ' [0]' "$err [$status]"
		same "$n" "$expected" "$(delay "$n" 2)"
	done
	for pair in '22 11' '35 12' '50 13' '56 13' '88 14'; do
		read -r n expected <<<"$pair"
		ask "schedule continuous --delay least -n $n -m 50 -l 2"
		same "$n" 'fibcast: schedule: warning: no endless schedule of delay L + B(n-1,L) exists, so this one takes a step more'$'\n [0]' \
			"$err [$status]"
		same "$n" "$expected" "$(delay "$n" 2 2>/dev/null)"
	done
}

@test 'every refusal is one line that names what is wrong' {
	refuses 2 'schedule nonsense -n 3 -l 2' "schedule: ALGORITHM: \
'nonsense' is none of $(all_choices schedule | paste -sd, | sed 's/,/, /g')"
	each refuses 2 <<-'END'
		schedule -n 3 -l 2 => schedule: ALGORITHM is missing: 'best' is the best that fibcast knows
		schedule knomial -n 8 -l 2 --degree 1 => schedule: --degree: must be at least 2, not '1'
		schedule binomial -n 8 -l 2 --degree 3 => schedule: --degree: not used by binomial
		schedule bcast -n 3 => schedule: --latency or --logp is missing
		schedule bcast -l 3 => schedule: --processors is missing
		schedule bcast -n 3 -m 2 -l 2 => schedule: --messages: not used by bcast: 'schedule best' chooses for several
		schedule pack -n 3 -m 2 -l 2 --delay least => schedule: --delay: not used by pack
		schedule continuous -n 3 -l 2 --delay most => schedule: --delay: 'most' is not least, the only choice
		schedule continuous -n 3 -l 2 --degree 2 => schedule: --degree: not used by continuous
		schedule continuous -n 3 -l 5/2 --model logp => schedule: --latency: '5/2' is not whole, which the model logp needs
		schedule continuous -n 3 -l 5/2 --delay least => schedule: --latency: '5/2' is not whole, which continuous --delay least needs
		schedule continuous -n 3 -l 2 --model postal => schedule: --model: continuous is of the model logp, not postal
		schedule bcast -n 3 -l 2 --model telephone => schedule: --model: bcast is of the models postal and logp, not telephone
		schedule continuous -n 3 => schedule: --latency or --logp is missing
		schedule pack -n 3 -m 2 -l 2 --degree 2 => schedule: --degree: not used by pack
		schedule bcast -n 3,4 -l 2 => schedule: --processors: '3,4' is a sweep, but one value is needed
		schedule bcast -n 3 -l 1..2 => schedule: --latency: '1..2' is a sweep, but one value is needed
		schedule bcast -n 3 -l 2 -d 2 => schedule: --decimals: not in the format tsv: with rounded times it would be another schedule
		schedule bcast -n 3 -l 3/2 --model logp => schedule: --latency: '3/2' is not whole, which the model logp needs
		schedule optimum -n 3 -l 2 => schedule: ALGORITHM: 'optimum' is a command: see 'fibcast optimum --help'
		schedule bcast bcast -n 3 -l 2 => schedule: extra operand 'bcast'
	END
	each refuses 3 <<-'END'
		schedule bcast -n 1e30 -l 2 => schedule: the schedule would have 999999999999999999999999999999 rows, more than --max-rows allows
		schedule continuous -n 1e9 -l 2 => schedule: the schedule needs 160000000000 bytes of memory, more than --max-bits allows
		schedule continuous -n 1e6 -l 1e6 => schedule: a group of 999998 processors takes too long to arrange
		schedule continuous -n 3 -l 1e30 => schedule: a schedule's numbers must be below 2^62
		schedule continuous -n 3 -l 4e18 => schedule: a schedule's times must be below 2^62
		schedule pack -n 1e6 -m 1e6 -l 2 => schedule: the schedule would have 999999000000 rows, more than --max-rows allows
	END
}

@test 'greedy: any latency, any number of messages' {
	same fraction 'ok: 90 transmissions, finish 33/2 (optimal)' \
		"$(fibcast schedule greedy -n 10 -m 10 -l 5/2 | fibcast check)"
	same logp 'ok: 24 transmissions, finish 10 (step 11) (optimal)' \
		"$(fibcast schedule greedy -n 7 -m 4 -l 3 --model logp |
			fibcast check)"
	same many 'ok: 3900 transmissions, finish 109 (lower bound 108)' \
		"$(fibcast schedule greedy -n 40 -m 100 -l 2 | fibcast check)"
	same alone 'ok: 0 transmissions, finish 0 (optimal)' \
		"$(fibcast schedule greedy -n 1 -m 5 -l 2 | fibcast check)"
	has_64_bits || return 0
	refuses 3 'schedule greedy -n 2 -m 1e8 -l 3' \
		'schedule: the schedule needs 10400000192 bytes of memory, more than --max-bits allows'
}

cyclic_ok() {
	# shellcheck disable=SC2086 # options
	same "$1" "$2" "$(fibcast schedule cyclic $1 | fibcast check)"
}

@test 'cyclic takes many messages at any latency' {
	shows 'schedule cyclic -n 4 -m 2 -l 3/2' <<-'END'
		# fibcast schedule 1
		# model postal
		# algorithm cyclic
		# processors 4
		# messages 2
		# latency 3/2
		# finish 9/2
		time	from	to	message
		0	0	1	1
		1	0	2	2
		2	0	2	1
		2	1	3	1
		3	0	1	2
		3	2	3	2
	END
	each cyclic_ok <<-'END'
		-n 1 -m 5 -l 2 => ok: 0 transmissions, finish 0 (optimal)
		-n 2 -m 7 -l 9 => ok: 7 transmissions, finish 15 (optimal)
		-n 3 -m 1 -l 5/3 => ok: 2 transmissions, finish 8/3 (optimal)
		-n 1000 -m 10 -l 5/2 => ok: 9990 transmissions, finish 55/2 (optimal)
		-n 10 -m 100 -l 10 => ok: 900 transmissions, finish 121 (optimal)
		-n 100 -m 50 -l 3 --model logp => ok: 4950 transmissions, finish 64 (step 65) (optimal)
		-n 50 -m 40 -l 1000001/1000 => ok: 1960 transmissions, finish 2044001/1000 (lower bound 1021001/500)
		-n 35 -m 20 -l (2^45-3/2) => ok: 680 transmissions, finish 70368744179019/2 (optimal)
	END
	each refuses 3 <<-'END'
		schedule cyclic -n 5 -m 2 -l 1e17 => schedule: cyclic needs fewer than 2^31 processors and a latency below 2^45
		schedule cyclic -n 5 -m 2 -l 2 --max-bits 1000 => schedule: the schedule needs 640 bytes of memory, more than --max-bits allows
	END
}

@test 'greedy, cyclic, best: what they refuse, in one line' {
	each refuses 3 <<-'END'
		schedule cyclic -n 10 -m 2^40 -l 5/2 => schedule: the schedule would have 9895604649984 rows, more than --max-rows allows
		schedule greedy -n 1e6 -m 1e6 -l 5/2 => schedule: the schedule would have 999999000000 rows, more than --max-rows allows
		schedule best -n 1e9 -m 1e9 -l 5/2 => schedule: the schedule would have 999999999000000000 rows, more than --max-rows allows
		schedule cyclic -n 1e8 -m 2 -l 5/2 => schedule: the schedule needs 12800000000 bytes of memory, more than --max-bits allows
		schedule cyclic -n 10 -m 3 -l 1e30/7 => schedule: a schedule's numbers must be below 2^63
		rank 1 -n 1e9 -m 3 -l 2 --algorithm cyclic => rank: the schedule needs 128000000000 bytes of memory, more than --max-bits allows
		rank 1 -n 9 -m 3 -l 2^60 --algorithm cyclic => rank: cyclic needs fewer than 2^31 processors and a latency below 2^45
	END
	each cyclic_ok <<-'END'
		-n 3 -m 4 -l 1000001/1000 => ok: 8 transmissions, finish 1007001/1000 (optimal)
		-n 2 -m 3 -l 1000001/1000 => ok: 3 transmissions, finish 1002001/1000 (optimal)
	END
	# More messages than 2^31, of which the first are wanted.
	same many "$(printf '%s\t0\t1\t1\n' 0)" "$(fibcast schedule cyclic \
		-n 3 -m 2^40 -l 7/3 --max-rows 1e18 -H | head -n 1)"
}

@test 'cyclic: rows come at once, however many there are' {
	same first "$(printf '%s\t0\t3\t1\n' 0)" \
		"$(fibcast schedule cyclic -n 1000 -m 1e6 -l 5/2 -H | head -n 1)"
}
