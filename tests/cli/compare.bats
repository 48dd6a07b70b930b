# compare: all algorithms side by side.
load helper

@test 'the best comes first, the bound after the algorithms' {
	shows 'compare -n 14 -m 3 -l 5/2' <<-'END'
		algorithm  options     time  ratio
		greedy     -             10  1.000
		cyclic     -           21/2  1.050
		pipeline   -             13  1.300
		dtree      --degree=2  27/2  1.350
		weave      -           27/2  1.350
		pack       -           33/2  1.650
		repeat     -           39/2  1.950
		bound      -             10  1.000
	END
}

# repeat pack pipeline dtree, of the problem -n N -m M -l L.
times() {
	fibcast compare "$@" -H -f tsv | awk '{ time[$1] = $3 } END {
		print time["repeat"], time["pack"], time["pipeline"], time["dtree"] }'
}

@test 'times agree with the formulas' {
	same 3/2 '5 5 9/2 5' "$(times -n 4 -m 2 -l 3/2)"
	same 3 '37 26 20 19' "$(times -n 14 -m 5 -l 3)"
	same 2 '101 74 39 35' "$(times -n 100 -m 10 -l 2)"
	same 10 '149 84 73 75' "$(times -n 1000 -m 4 -l 10)"
}

@test 'sweeps: the best of each combination' {
	shows 'compare -n 10..1000x10 -m 1,10 -l 5/2' <<-'END'
		   n   m  algorithm  options  time  ratio
		  10   1  bcast            -     7  1.000
		  10  10  cyclic           -  33/2  1.000
		 100   1  bcast            -  25/2  1.000
		 100  10  cyclic           -    22  1.000
		1000   1  bcast            -  35/2  1.000
		1000  10  cyclic           -  55/2  1.000
	END
}

@test 'sweeps: each model is a combination of its own' {
	shows 'compare --model telephone,telegraph -n 4..6 -m 2 -H' <<-'END'
		telephone  4  telephone  -  3  1.000
		telegraph  4  telegraph  -  4  1.000
		telephone  5  telephone  -  4  1.000
		telegraph  5  telegraph  -  5  1.000
		telephone  6  telephone  -  4  1.000
		telegraph  6  telegraph  -  5  1.000
	END
	# A picture has one best of all.
	fibcast compare --model telephone,telegraph -n 4..6 -m 2..3 -f map |
		grep -q '</svg>'
}

@test 'steps, decimals, one processor, huge problems' {
	shows 'compare -n 5 -m 3 -l 2 --model logp -f csv' <<-'END'
		algorithm,options,time,ratio
		cyclic,-,8,1.000
		greedy,-,8,1.000
		pipeline,-,9,1.125
		weave,-,9,1.125
		continuous,-,9,1.125
		dtree,--degree=2,10,1.250
		repeat,-,11,1.375
		pack,-,11,1.375
		bound,-,8,1.000
	END
	shows 'compare -n 4 -m 2 -l 3/2 -d 1 -f tsv -H' <<-'END'
		greedy	-	4.0	1.0
		pipeline	-	4.5	1.1
		weave	-	4.5	1.1
		cyclic	-	4.5	1.1
		repeat	-	5.0	1.2
		pack	-	5.0	1.2
		dtree	--degree=2	5.0	1.2
		bound	-	4.0	1.0
	END
	same one '0 0 0 0' "$(times -n 1 -m 3 -l 7/2)"
	same huge 'dtree - - -' \
		"$(fibcast compare -n 1e12 -l 1e11 -H | grep dtree | xargs)"
	[[ $(fibcast compare -n 1e30 -m 1000 -l 5/2 -H | head -n 1) == weave* ]]
}

@test 'fractional latencies: no time below the bound' {
	local ratios
	ratios=$(columns 'compare -n 1..40x3 -m 1..12 -l 11/10,4/3,3/2,5/2,17/3' \
		ratio)
	same lines 240 "$(wc -l <<<"$ratios")"
	same below '' "$(awk '$1 < 1' <<<"$ratios")"
}

@test 'several models: each has its own bound, and times above it' {
	local n m l model table
	for n in 1 5 8 30; do for m in 1 2 7; do for l in 1 2 3; do
		table=$(fibcast compare -n $n -m $m -l $l -H \
			--model logp,postal,telephone)
		for model in postal logp; do
			same "$model $n $m $l" \
				"$(fibcast bound -n $n -m $m -l $l --model $model)" \
				"$(awk -v m=$model '$1 == m && $2 == "bound" {
					print $4 }' <<<"$table")"
		done
		same "ratios $n $m $l" '' "$(awk '$5 < 1 && $5 != "-"' \
			<<<"$table")"
	done; done; done
}

@test '--all adds the trees that libraries use' {
	shows 'compare -n 14 -m 3 -l 5/2 --all' <<-'END'
		algorithm  options     time  ratio
		greedy     -             10  1.000
		cyclic     -           21/2  1.050
		pipeline   -             13  1.300
		dtree      --degree=2  27/2  1.350
		binary     -           27/2  1.350
		weave      -           27/2  1.350
		two-tree   -             14  1.400
		pack       -           33/2  1.650
		binomial   -           33/2  1.650
		knomial    --degree=2  33/2  1.650
		repeat     -           39/2  1.950
		chain      -           69/2  3.450
		flat       -           81/2  4.050
		bound      -             10  1.000
	END
	same huge 200297/2 "$(fibcast compare -n 1e30 -m 1000 -l 5/2 --all \
		-H -f tsv | awk '$1 == "binomial" { print $3 }')"
	same 'best radix' "$(fibcast schedule knomial -n 50 -m 2 -l 9 \
		--degree 4)" "$(fibcast schedule knomial -n 50 -m 2 -l 9 \
		--degree best)"
	same radix 'ok: 95 transmissions, finish 37 (lower bound 12)' "$(
		fibcast schedule knomial -n 20 -m 5 -l 2 --degree 5 |
			fibcast check)"
}

@test 'schedule best: what comes first, with its options' {
	local n m l model algorithm options time
	while read -r n m l model; do
		read -r algorithm options time _ < <(fibcast compare -n "$n" \
			-m "$m" -l "$l" --model "$model" -H)
		[[ $options != - ]] || options=
		[[ $algorithm = optimum ]] || algorithm="schedule $algorithm"
		# shellcheck disable=SC2086 # perhaps two, or none
		same "$n $m $l" "$(fibcast schedule best -n "$n" -m "$m" -l "$l" \
			--model "$model")" "$(fibcast $algorithm \
			-n "$n" -m "$m" -l "$l" --model "$model" $options)"
		fibcast schedule best -n "$n" -m "$m" -l "$l" --model "$model" |
			fibcast check >/dev/null
		same "$n $m $l" "$time" "$(fibcast schedule best -n "$n" \
			-m "$m" -l "$l" --model "$model" | fibcast check |
			sed -E 's/.*step ([0-9]*).*/\1/; s/.*finish ([0-9/]*).*/\1/')"
	done <<-'END'
		10 10 5/2 postal
		100 2 7/2 postal
		9 9 1 postal
		3 40 101/2 postal
		3 3 5/2 postal
		4 3 3/2 postal
		10 8 3 postal
		10 8 3 logp
		16 10 9 logp
		1 4 2 postal
	END
	same rounds 'ok: 66 transmissions, 1 redundant, finish 8 (optimal)' "$(fibcast \
		schedule best -n 14 -m 5 --model telephone | fibcast check)"
}

@test 'what takes long to build: -, unless --limit allows it' {
	same short '-' "$(fibcast compare -n 20000 -m 100 -l 3 -H |
		awk '$1 == "greedy" { print $3 }')"
	same long '129' "$(fibcast compare -n 20000 -m 100 -l 3 -H --limit 3 |
		awk '$1 == "greedy" { print $3 }')"
}

@test 'with --limit schedules are built for longer' {
	local problem='-n 35 -m 7 -l 4/3'

	# shellcheck disable=SC2086 # options
	same usual 13 "$(fibcast compare $problem -H | awk 'NR == 1 { print $3 }')"
	# shellcheck disable=SC2086
	same limit 38/3 "$(fibcast compare $problem -H --limit 60 |
		awk 'NR == 1 { print $3 }')"
	# shellcheck disable=SC2086
	same best 'ok: 238 transmissions, finish 38/3 (optimal)' "$(fibcast \
		schedule best $problem --limit 60 | fibcast check)"
}

@test 'with --limit the optimum is searched for, where the bound is not attained' {
	shows 'compare -n 59 -m 40 -l 14 --limit 5' <<-'END'
		algorithm  options     time   ratio
		optimum    --schedule    82   1.000
		cyclic     -             83   1.012
		greedy     -             84   1.024
		weave      -            123   1.500
		dtree      --degree=2   152   1.854
		pipeline   -            177   2.159
		pack       -            293   3.573
		repeat     -            893  10.890
		bound      -             82   1.000
	END
	shows 'compare -n 59 -m 39,40 -l 14 --model logp,postal --limit 5 -H' <<-'END'
		postal  39  optimum  --schedule  81  1.000
		logp    39  optimum  --schedule  82  1.000
		postal  40  optimum  --schedule  82  1.000
		logp    40  optimum  --schedule  83  1.000
	END
	shows 'compare -n 59 -m 40 -l 14 --model logp --limit 5 -H' <<-'END'
		optimum     --schedule   83   1.000
		cyclic      -            84   1.012
		greedy      -            85   1.024
		continuous  -            89   1.072
		weave       -           124   1.494
		dtree       --degree=2  153   1.843
		pipeline    -           178   2.145
		pack        -           294   3.542
		repeat      -           894  10.771
		bound       -            83   1.000
	END
	same attained 'finish 82 (step 83) (optimal)' "$(fibcast optimum -n 59 \
		-m 40 -l 14 --schedule | fibcast check | sed 's/.*, //')"
	same above '31/3 10' "$(fibcast compare -n 5 -m 7 -l 5/3 --limit 5 -H |
		awk '$1 == "optimum" { t = $3 } END { print t, $3 }')"
	for line in '-n 59 -m 40 -l 14 --limit 0' '-n 10 -m 8 -l 3 --limit 5' \
		'-n 10 -m 8 --model sendrecv --limit 5'; do
		# shellcheck disable=SC2086 # several options
		same "$line" 0 "$(fibcast compare $line | grep -c optimum)"
	done
}

@test 'what is not built: between the bound and the most that it takes' {
	shows 'compare -n 2e6 -m 100 -l 5/2' <<-'END'
		algorithm  options     time           ratio
		cyclic     -           271/2..275/2   1.015
		weave      -           323/2          1.192
		dtree      --degree=2  267            1.970
		pipeline   -           584            4.310
		pack       -           2121          15.653
		repeat     -           6803/2        25.103
		greedy     -           -                  -
		bound      -           271/2          1.000
	END
	same estimate '134' "$(fibcast compare -n 1e6 -m 100 -l 5/2 -H |
		awk '$1 == "cyclic" { print $3 }')"
	same decimals '22.5..24.0' "$(fibcast compare -n 1000 -m 10 -l 3/2 \
		--limit 1/200000 -d 1 -H | awk '$1 == "cyclic" { print $3 }')"
	same built '22.5' "$(fibcast compare -n 1000 -m 10 -l 3/2 \
		--limit 1 -d 1 -H | awk '$1 == "cyclic" { print $3 }')"
	same sweep '2000000 cyclic 109..111' "$(fibcast compare -n 10,2e6 \
		-m 78 -l 2 -H | awk 'NR == 2 { print $1, $2, $4 }')"
	# The longest latency whose delays are words, and the next.
	for latency in '35184372233126..70368744181938 (2^45-1)' '- 2^45'; do
		same "$latency" "${latency% *}" "$(fibcast compare -n 35 \
			-m 4244 -l "${latency#* }" --limit 1e-4 -H |
			awk '$1 == "cyclic" { print $3 }')"
	done
}

@test 'every refusal is one line that names what is wrong' {
	refuses 3 'compare -n 6 -l 2 --max-rows 5' 'compare: the table would have 9 rows, more than --max-rows allows'
	each refuses 2 <<-'END'
		compare -n 3 => compare: --latency or --logp is missing
		compare -l 3 => compare: --processors is missing
		compare -n 3 -m 0 -l 2 => compare: --messages: must be at least 1, not '0'
		compare -n 3 -l 5/2 --model logp => compare: --latency: '5/2' is not whole, which the model logp needs
		compare x -n 3 -l 2 => compare: extra operand 'x'
	END
}

@test 'a ratio that is not 1 is not printed as 1' {
	fibcast compare -n 5 -m 1e5 -l 3 >"$BATS_TEST_TMPDIR/table"
	same rows 'weave 100008 1.00003' "$(awk '$1 == "weave" { print $1, $3, $4 }' \
		"$BATS_TEST_TMPDIR/table")"
	same ones '100005 1.000' "$(awk '$NF == "1.000" { print $3, $4 }' \
		"$BATS_TEST_TMPDIR/table" | sort -u)"
	same json 1.00003 "$(fibcast compare -n 5 -m 1e5 -l 3 -f json |
		sed -n 's/.*"weave".*"ratio":\([^,]*\),.*/\1/p')"
	# What no digits tell apart is still above 1.
	same huge 1.00000000000000000001 "$(fibcast compare -n 5 -m 1e30 -l 3 |
		awk '$1 == "weave" { print $4 }')"
	# Nor with the digits that were asked for; other ratios have those.
	same asked '100008.000 1.00003' "$(fibcast compare -n 5 -m 1e5 -l 3 -d 3 |
		awk '$1 == "weave" { print $3, $4 }')"
	same others $'1.000\n1.05\n1.30\n1.35\n1.65\n1.95' \
		"$({ fibcast compare -n 5 -m 1e5 -l 3 -d 3 | tail -n 1
			fibcast compare -n 14 -m 3 -l 5/2 -d 2 |
				sed '1,2d;$d'; } | awk '{ print $NF }' | uniq)"
	same many 1.0000000000000000000000001 "$(fibcast compare -n 5 -m 1e30 \
		-l 3 -d 25 | awk '$1 == "weave" { print $4 }')"
}

@test 'one message of many bytes: segments may be sooner' {
	local machine='--loggp 1us,1us,1us,1ns'
	advice="fibcast: compare: warning: this is one message: in segments it may be faster: see '-m best'"
	ask "compare -n 8 $machine --bytes 64Ki"
	same advice "$advice"$'\n' "$err"
	ask "compare -n 8 $machine --bytes 1,64Ki"
	same sweep "$advice"$'\n' "$err"
	for line in '--bytes 1000' '--bytes 64Ki -m 1' '--bytes 64Ki -m best' \
		'--bytes 64Ki -m 4'; do
		ask "compare -n 8 $machine $line"
		same "$line" '0 ' "$status $err"
	done
}
