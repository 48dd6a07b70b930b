# time: f_lambda(n), B(P,L), and a machine's own unit.
load helper

@test 'values agree with the published ones' {
	each answers <<-'END'
		time -n 14 -l 5/2 => 15/2
		time -n 1e30 -l 5/2 => 164
		time -n 1e100 -l 5/2 => 544
		time -n 10^6 -l 10 => 82
		time -n 1e30 -l 2 => 145
		time -n 3000 -l 1000001/1000 => 1030501/500
		time -n 5 -l 1001/1000 => 3001/1000
	END
}

@test 'one processor, two, and latency 1 are right' {
	each answers <<-'END'
		time -n 1 -l 5/2 => 0
		time -n 2 -l 5/2 => 5/2
		time -n 1 -l 1 => 0
		time -n 1024 -l 1 => 10
		time -n 1025 -l 1 => 11
		time -n 2^64 -l 1 => 64
		time -n 2^1000 -l 1 => 1000
	END
}

@test 'small values are right' {
	same 5/2 '0 5/2 7/2 9/2 5 11/2 6 6 13/2 ' \
		"$(fibcast time -n 1..9 -l 5/2 -H | awk '{printf "%s ", $2}')"
	same 2 '0 2 3 4 4 5 5 5 6 6 6 6 ' \
		"$(fibcast time -n 1..12 -l 2 -H | awk '{printf "%s ", $2}')"
	same 7/3 '0 7/3 10/3 13/3 14/3 16/3 17/3 ' \
		"$(fibcast time -n 1..7 -l 7/3 -H | awk '{printf "%s ", $2}')"
}

@test 'thousands of digits are exact' {
	each answers <<-'END'
		time -n 10^1000 -l 5/2 => 10849/2
		time -n 1e999 -l 5/2 => 10839/2
		time -n 10^1000 -l 2 => 4786
		time -n 10^1000 -l 3 => 6026
		time -n $(fibcast reach -l 2 -t 4785) -l 2 => 4785
		time -n $(fibcast reach -l 2 -t 4785 | sed s/3$/4/) -l 2 => 4786
		time -n $(fibcast reach -l 5/2 -t 6000) -l 5/2 => 6000
		time -n $(printf '1%.0s' {1..1000}) -l 1 => 3319
	END
}

@test 'time is the inverse of reach' {
	local n
	for n in 1 2 3 17 1000 12345678901234567890; do
		time=$(fibcast time -n $n -l 7/3)
		same "at $n" 1 "$(fibcast reach -l 7/3 -t "$time" |
			awk -v n=$n '{print ($1 >= n)}')"
	done
}

@test '--model logp counts steps' {
	each answers <<-'END'
		time -n 8 -l 2 --model logp => 6
		time -n 1 -l 2 --model logp => 1
		time -n 7 -l 2 --model logp => 6
		time -n 100 -l 3 --model logp => 15
		time -n 382 -l 1 --model logp => 10
		time -n 1000 -l 4 --model logp => 25
		time -P 8 -L 2 --model=postal => 5
	END
}

@test '--logp takes a machine'\''s parameters' {
	each answers <<-'END'
		time -n 8 --logp 6,2,4 => 24
		time -n 14 --logp 6,2,4 => 30
		time -n 1 --logp 6,2,4 => 0
		time -n 14 --logp 3/2,1/2,1 => 15/2
		time -n 5 --logp 2,1,1 => 7
		time -n 14 --logp 2,3,1 => 24
	END
}

@test 'a gap above the latency is answered' {
	each answers <<-'END'
		time -n 1 --logp 2,0,3 => 0
		time -n 2 --logp 2,0,3 => 2
		time -n 5 --logp 2,0,3 => 6
		time -n 9 --logp 2,0,3 => 8
		time -n 7 --logp 1,0,4 => 5
		time -n 100 --logp 1,1/2,4 => 20
		time -n 10 --logp 0,1,5 => 11
		time -n 5 --logp 0,0,3 => 0
	END
}

@test 'sweeps make a table of what-ifs' {
	shows 'time -n 2..1024x8 -l 1,2,5/2' <<-'END'
		   n    l  time
		   2    1     1
		   2    2     2
		   2  5/2   5/2
		  16    1     4
		  16    2     7
		  16  5/2     8
		 128    1     7
		 128    2    11
		 128  5/2    13
		1024    1    10
		1024    2    16
		1024  5/2    18
	END
}

@test '--all lists the papers'\'' bounds' {
	[[ $(fibcast time -n 14 -l 5/2 --all | head -n 1) == \
		bound*value*holds*source ]]
	same value 'time 15/2 yes' \
		"$(columns 'time -n 14 -l 5/2 --all' 'bound value holds' |
			head -n 1)"
	same ends 'lower upper' \
		"$(columns 'time -n 14 -l 5/2 --all' 'bound' |
			grep -xE 'lower|upper' | xargs)"
	# Below and above what they bound, all of them.
	columns 'time -n 14 -l 5/2 --all -d 6' 'bound value holds' | awk '
		$3 == "no" { exit 1 }
		$1 == "lower" && $2 > 7.5 { exit 1 }
		/^(upper|exponential)/ && $2 < 7.5 { exit 1 }'
}

@test 'ten thousand digits at a latency with a long numerator' {
	has_64_bits || skip '32 bits'
	answers 'time -n 1e10000 -l 1000001/1000' 175388787/40
	answers 'time -n 1e1000 -l 3.141592653' 6190256328909/1000000000
}
