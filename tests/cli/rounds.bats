# The models in rounds: telephone, telegraph, simultaneous send and receive.
# shellcheck disable=SC2086 # several options
load helper

@test 'lower bounds agree with the paper' {
	each answers <<-'END'
		bound --model telephone -n 14 -m 5 => 8
		bound --model telephone -n 6 -m 1 => 3
		bound --model telephone -n 16 -m 10 => 13
		bound --model telephone -n 130 -m 40 => 47
		bound --model telephone -n 7 -m 3 => 6
		bound --model telephone -n 101 -m 1000 => 1016
		bound --model telephone -n 3 -m 1 => 2
		bound --model telephone -n 1 -m 7 => 0
		bound --model telegraph -n 4 -m 3 => 5
		bound --model telegraph -n 5 -m 3 => 7
		bound --model telegraph -n 6 -m 3 => 6
		bound --model telegraph -n 6 -m 1 => 3
		bound --model telegraph -n 10 -m 7 => 15
		bound --model telegraph -n 12 -m 4 => 10
		bound --model telegraph -n 33 -m 150 => 304
		bound --model sendrecv -n 13 -m 4 => 7
		bound --model sendrecv -n 1e30 -m 1e30 => 1000000000000000000000000000099
	END
}

@test '--all lists every bound of the paper' {
	shows 'bound --model telegraph -n 6 --all' <<-'END'
		bound         value  holds  source
		useful-sends      3  yes    Bar-Noy-Kipnis-Schieber-Section-1-corrected
		last-message      3  yes    Bar-Noy-Kipnis-Schieber-Theorem-1
	END
	# For odd n it is the printed one.
	shows 'bound --model telegraph -n 7 --all -f tsv -H | head -n 1' \
		<<<$'useful-sends\t3\tyes\tBar-Noy-Kipnis-Schieber-Section-1'
	shows 'bound --model telephone -n 3 -m 3 --all' <<-'END'
		bound                   value  holds  source
		useful-sends-sharpened      5  yes    Bar-Noy-Kipnis-Schieber-Theorem-2-sharpened
		useful-sends                4  yes    Bar-Noy-Kipnis-Schieber-Theorem-2
		last-message                4  yes    Bar-Noy-Kipnis-Schieber-Theorem-1
	END
}

@test 'schedules pass check, at the bound where it is attained' {
	each check_ok <<-'END'
		telephone -n 14 -m 5 => ok: 66 transmissions, 1 redundant, finish 8 (optimal)
		telephone -n 1001 -m 1000 => ok: 1000000 transmissions, finish 1010 (optimal)
		telephone -n 275 -m 40 => ok: 10960 transmissions, finish 48 (optimal)
		telephone -n 301 -m 300 => ok: 90000 transmissions, finish 309 (optimal)
		telephone -n 9 -m 20 => ok: 160 transmissions, finish 25 (optimal)
		telephone -n 1 -m 5 => ok: 0 transmissions, finish 0 (optimal)
		telephone -n 2 -m 5 => ok: 5 transmissions, finish 5 (optimal)
		sendrecv -n 13 -m 4 => ok: 48 transmissions, finish 7 (optimal)
		telegraph -n 12 -m 9 => ok: 99 transmissions, finish 19 (optimal)
		telegraph -n 3 => ok: 2 transmissions, finish 2 (optimal)
	END
}

check_ok() {
	# shellcheck disable=SC2086 # options
	same "$1" "$2" "$(fibcast schedule $1 | fibcast check)"
}

@test 'a small schedule, row by row' {
	shows 'schedule sendrecv -n 2 -m 2' <<-'END'
		# fibcast schedule 1
		# model sendrecv
		# algorithm sendrecv
		# processors 2
		# messages 2
		# finish 2
		time	from	to	message
		0	0	1	1
		1	0	1	2
	END
}

@test 'the circulant graph: no transfer too many, in three models' {
	shows 'schedule circulant -n 3 -m 2' <<-'END'
		# fibcast schedule 1
		# model sendrecv
		# algorithm circulant
		# processors 3
		# messages 2
		# finish 3
		time	from	to	message
		0	0	2	1
		1	0	1	2
		2	0	2	2
		2	2	1	1
	END
	for options in '-l 1' '--model postal -l 1' '--model logp -l 1'; do
		same "$options" 4 "$(fibcast schedule circulant -n 3 -m 2 \
			$options -H | wc -l)"
	done
	each check_ok <<-'END'
		circulant -n 1 -m 5 => ok: 0 transmissions, finish 0 (optimal)
		circulant -n 1001 -m 100 => ok: 100000 transmissions, finish 109 (optimal)
		circulant -n 1001 -m 100 -l 1 => ok: 100000 transmissions, finish 109 (optimal)
		circulant -n 33 -m 5 --model logp -l 1 => ok: 160 transmissions, finish 10 (step 11) (optimal)
	END
	each refuses 2 <<-'END'
		schedule circulant -n 5 -l 3/2 => schedule: --latency: circulant is for the latency 1, not '3/2'
		schedule circulant -n 5 --model postal => schedule: --latency or --logp is missing
		schedule circulant -n 5 --degree 2 => schedule: --degree: not used by circulant
		schedule circulant => schedule: --processors is missing
	END
	refuses 3 'schedule circulant -n 1e8 -m 1' \
		'schedule: the schedule needs 2700000000 bytes of memory, more than --max-bits allows'
}

@test 'compare: the circulant graph where it is' {
	shows 'compare --model sendrecv,postal -n 13 -m 4' <<-'END'
		model     algorithm  options         time  ratio
		postal    sendrecv   --model=postal     7  1.000
		postal    circulant  --model=postal     7  1.000
		postal    cyclic     -                  7  1.000
		postal    greedy     -                  7  1.000
		sendrecv  sendrecv   -                  7  1.000
		sendrecv  circulant  -                  7  1.000
		postal    pipeline   -                 10  1.429
		postal    dtree      --degree=2        11  1.571
		postal    repeat     -                 16  2.286
		postal    pack       -                 16  2.286
		postal    bound      -                  7  1.000
		sendrecv  bound      -                  7  1.000
	END
	local op n
	for op in scatter gather allgather alltoall barrier census; do
		for n in 4 8 13; do
			same "$op $n, beside a latency" \
				"$(fibcast compare --op $op --model sendrecv \
					-n $n -f tsv -H)" \
				"$(fibcast compare --op $op -n $n -l 5 \
					--model sendrecv,postal -f tsv -H |
					sed -n 's/^sendrecv\t//p')"
		done
	done
	same 'not at latency 2' '' \
		"$(fibcast compare -n 13 -m 4 -l 2 | grep circulant)"
}

@test 'check knows the rules of the rounds' {
	for model in telephone telegraph sendrecv; do
		printf '# fibcast schedule 1\n# model %s\n# processors 4\n%s%s' \
			$model $'time\tfrom\tto\tmessage\n' \
			$'0\t0\t1\t1\n1\t0\t2\t1\n1\t1\t3\t1\n' |
			fibcast check | grep -q '^ok'
	done
	for rows in '0\t0\t1\t1\n0\t0\t2\t1' '0\t0\t1\t1\n0\t1\t2\t1' \
		'0\t0\t1\t1\n1\t0\t2\t1\n1\t1\t2\t1' '1/2\t0\t1\t1'; do
		if printf '# fibcast schedule 1\n# model telephone\n%s\n%s\n%b\n' \
			'# processors 4' $'time\tfrom\tto\tmessage' "$rows" |
			fibcast check; then
			return 1
		fi
	done
}

@test 'models can be compared side by side' {
	shows 'compare --model telephone,sendrecv,telegraph,postal -n 14 -m 5' <<-'END'
		model      algorithm  options         time  ratio
		postal     sendrecv   --model=postal     8  1.000
		postal     circulant  --model=postal     8  1.000
		postal     cyclic     -                  8  1.000
		postal     greedy     -                  8  1.000
		telephone  telephone  -                  8  1.000
		sendrecv   sendrecv   -                  8  1.000
		sendrecv   circulant  -                  8  1.000
		postal     pipeline   -                 12  1.500
		telegraph  telegraph  -                 12  1.000
		postal     dtree      --degree=2        13  1.625
		postal     repeat     -                 20  2.500
		postal     pack       -                 20  2.500
		postal     bound      -                  8  1.000
		telephone  bound      -                  8  1.000
		telegraph  bound      -                 12  1.000
		sendrecv   bound      -                  8  1.000
	END
	shows 'compare --model telephone -n 60003 -m 5 -f csv' <<-'END'
		algorithm,options,time,ratio
		telephone,-,-,-
		bound,-,20,1.000
	END
}

@test 'the first rows come at once' {
	for options in '-n 1e6 -m 3' '-n 1000 -m 1e6'; do
		# shellcheck disable=SC2086 # options
		fibcast schedule telephone $options -H | head -n 1 | grep -q '^0	0'
	done
}

@test 'every refusal is one line that names what is wrong' {
	each refuses 2 <<-'END'
		bound --model telephone -n 3 -l 2 => bound: --latency: not used in the model telephone
		bound --model sendrecv -n 3 --logp 1,1,1 => bound: --logp: not used in the model sendrecv
		bound --model telegraph -n 3 -m 0 => bound: --messages: must be at least 1, not '0'
		schedule telephone -n 3 -l 2 => schedule: --latency: not used by telephone
		schedule telegraph -n 3 --model logp => schedule: --model: telegraph is of the model telegraph, not logp
		schedule sendrecv -n 3 -m 0 => schedule: --messages: must be at least 1, not '0'
		compare --model telephone -n 3 -l 2 => compare: --latency: not used in the model telephone
		compare --model telephone,fax -n 3 => compare: --model: 'fax' is none of postal, logp, telephone, telegraph, sendrecv
		compare --model telephone,postal -n 3 --logp 1,1,1 => compare: --logp: not used with several models
	END
}

@test 'telegraph: a search that takes long gives its bounds' {
	# Found in the time that is given, or too large to be searched for.
	answers 'compare --model telegraph -n 12 -m 30000 -H' \
		$'telegraph  -  55002..60002  1.091\nbound      -  55002         1.000'
	answers 'compare --model telegraph -n 12 -m 3000 --limit 5 -H' \
		$'telegraph  -  5502  1.000\nbound      -  5502  1.000'
	answers 'compare --model telegraph -n 128 -m 16940 --limit 1e9 -H' \
		$'telegraph  -  33621..33885  1.008\nbound      -  33621         1.000'
	# In JSON all rows have the same names.
	answers 'compare --model telegraph -n 128 -m 16940 --limit 1e9 -f json | head -n 1' \
		'{"algorithm":"telegraph","options":null,"time":"33621..33885","time_approx":null,"ratio":1.008,"ratio_approx":1.0078522352101364}'
}
