# reach: F_lambda(t).
# shellcheck disable=SC2154,SC2030,SC2031,SC2086,SC2016,SC2046 # out, err, status
load helper

@test 'values agree with the published ones' {
	each answers <<-'END'
		reach -l 5/2 -t 15/2 => 14
		reach -l 3 -t 100 => 24382819596721629
		reach -l 5/2 -t 7.49 => 12
		reach -l 2 -t 0 => 1
		reach -l 9/8 -t 1/8 => 1
		reach -l 9/8 -t 17/8 => 3
		reach -l 5/2 -t 67.5 => 1664493945270
		reach -l 1000001/1000 -t 5000 => 43256964751
	END
}

@test 'ports: F(t) = F(t-1) + K F(t-lambda), its inverse, rows and bounds' {
	each answers <<-'END'
		reach -l 2 -t 5 --ports 2 => 21
		reach -l 5/2 -t 15/2 --ports 3 => 100
		reach -l 1 -t 100 --ports 9 --approx 3 => 1.00e100
		time -n 1e30 -l 1 => 100
		time -n 1e30 -l 3 => 183
		time -n 1e30 -l 3 --ports 4 => 101
		time -n 1e30 -l 10 --ports 8 => 211
		time -n 64 -l 3 --ports 2 --op census => 10
		time -n 1000 -l 3 --ports 4 --op census => 11
		time -n 3 -l 2 --ports 2147483647 => 2
		sequence -l 2 -i 6 --ports 2 -H -f csv => 6,5,21,42
		bound -n 10 -m 5 -l 2 --ports 2 => 7
		bound -n 14 -m 5 -l 3 --ports 2 => 10
		bound -n 100 -m 10 -l 3 --ports 4 => 12
		bound -n 100 -m 10 -l 2 --ports 1 => 20
		bound -n 1000 -m 4 -l 10 --ports 4 => 34
		bound -n 3 -m 5 -l 5/2 --ports 5 => 7/2
	END
	each refuses 2 <<-'END'
		time -n 3 -l 2 --ports 0 => time: --ports: must be at least 1, not '0'
		time -n 3 -l 2 --ports 2147483648 => time: --ports: must be at most 2147483647, not '2147483648'
		reach --op sum -n 4 -t 30 --logp 6,2,4 --all => reach: --all: not used with --op sum
		reach --op sum -n 4 -t 30 --logp 6,2,4 --approx 3 => reach: --approx: not used with --op sum
		time --op sum -n 4 -m 9 --logp 6,2,4 --all => time: --all: not used with --op sum
		time --op sum -n 4 -m best --logp 6,2,4 => time: --messages: 'best' is not used with --op sum
		time -n 4 -l 2 --schedule => time: --schedule: only with --op sum: see 'schedule'
		reach -t 3 -l 2 --ports 2 --all => reach: --ports: not used with --all
		time -n 3 -l 2 --ports 2 --all => time: --ports: not used with --all
		bound --model telephone -n 9 --ports 2 => bound: --ports: not used with a model in rounds
	END
}

@test 'latency 1 doubles at each unit' {
	each answers <<-'END'
		reach -l 1 -t 10 => 1024
		reach -l 1 -t 10.9 => 1024
		reach -l 1 -t 64 => 18446744073709551616
	END
}

@test 'latency 2 gives the Fibonacci numbers' {
	same fibonacci "$(awk 'BEGIN {
		a = b = 1
		for (t = 0; t <= 75; t++) {
			printf "%d %.0f\n", t, a
			c = a + b; a = b; b = c
		} }')" "$(fibcast reach -l 2 -t 0..75 -H -f tsv | tr '\t' ' ')"
}

@test 'latency 2 gives the Fibonacci numbers, a thousand digits' {
	ask 'reach -l 2 -t 4785'
	same length 1001 "${#out}"
	same start 73343433004315267454 "${out:0:20}"
	same end 05539123082795222023 "${out:980:20}"
}

@test 'long answers are exact to the last digit' {
	ask 'reach -l 5/2 -t 6000'
	same length 1108 "${#out}"
	same start 13436685597457835957 "${out:0:20}"
	same end 34667157031527913735 "${out:1087:20}"
	ask 'reach -l 5/2 -t 1e5'
	same length 18440 "${#out}"
	same start 9990406732243449958124860 "${out:0:25}"
}

@test 'time can be in the unit of a machine' {
	each answers <<-'END'
		reach --logp 6,2,4 -t 30 => 14
		reach --logp 6,2,4 -t 29.9 => 12
		reach --logp 3,1,1/2 -t 10 => 8
		reach --logp 0.5,0,1/5 -t 3/2 => 14
	END
	shows 'reach --logp 6,2,4 -t 10,24,30' <<-'END'
		 t  reach
		10      2
		24      8
		30     14
	END
}

@test '--approx gives the first digits, rounded' {
	each answers <<-'END'
		reach --approx 25 -l 5/2 -t 1e5 => 9.990406732243449958124860e18438
		reach --approx 5 -l 5/2 -t 1e5 => 9.9904e18438
		reach --approx 2 -l 5/2 -t 1e5 => 1.0e18439
		reach --approx 1 -l 2 -t 75 => 3e15
		reach --approx 4 -l 2 -t 75 => 3.416e15
		reach --approx 16 -l 2 -t 75 => 3416454622906707
		reach --approx 20 -l 2 -t 75 => 3416454622906707
		reach --approx 3 -l 5/2 -t 15/2 => 14
		reach --approx 20 -l 5/2 -t 1e15 => 4.9518464484306346052e184392247776748
	END
}

@test '--all lists the papers'\'' bounds' {
	[[ $(fibcast reach -l 5/2 -t 15/2 --all | head -n 1) == \
		bound*value*holds*source ]]
	same lower "$(columns 'reach -l 5/2 -t 15/2 --all' 'bound value holds' |
		grep -cE '^(reach 14|lower 4|upper 64) yes$')" 3
}

@test 'bounds of a table: the swept column comes first' {
	same header 't bound value holds source' \
		"$(fibcast reach -l 2 -t 1..3 --all | head -n 1 | xargs)"
}

@test 'memory and work are bounded before they start' {
	answers 'reach --approx 20 -l 3.141592653 -t 1e7' \
		1.6764600606788720930e1615923
	has_64_bits || skip '32 bits'
	refuses 3 'reach --approx 20 -l 3.141592653 -t 1e10' 'reach: F(t) takes more work at this latency than --max-bits allows'
	refuses 3 'reach -l 5/2 -t 4294967295' 'reach: F(t) needs 12025908429 bytes of memory, more than --max-bits allows'
}
