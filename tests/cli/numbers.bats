# The numbers and sweeps that every command reads.
load helper

@test 'one number can be written in many ways' {
	each answers <<-'END'
		time -l 1 -n 1_000_000 => 20
		time -l 1 -n 1e6 => 20
		time -l 1 -n 1E6 => 20
		time -l 1 -n 1e+6 => 20
		time -l 1 -n 10^6 => 20
		time -l 1 -n 1000000.0 => 20
		time -l 1 -n 3e6/3 => 20
		time -l 1 -n 1.048576e6 => 20
		time -l 1 -n 2^64/2^63 => 1
		time -l 1 -n 0^0 => 0
		time -l 1 -n 0001024 => 10
		time -l 1 -n 010 => 4
		time -l 1e0 -n 5 => 3
		time -l 5/2 -n 2 => 5/2
		time -l 2.5 -n 2 => 5/2
		time -l 10/4 -n 2 => 5/2
		time -l 25e-1 -n 2 => 5/2
		time -l 2500_000e-6 -n 2 => 5/2
		time -l 1.25/0.5 -n 2 => 5/2
		time -l 2.5 -n 2. => 5/2
		reach -l 1 -t .5 => 1
		time -l 1 -n 64k => 16
		time -l 1 -n 64Ki => 16
		time -l 1 -n 1Mi => 20
		time -l 1 -n 1G => 30
		time -l 1 -n '(2^20-1)' => 20
		time -l 1 -n '(3*2^10+(2^3)^2)' => 12
		time -l '(1+3/2)' -n 2 => 5/2
		time -l '(10/4)' -n '( 1 + 1 )' => 5/2
		time -l 1.001 -n 2 => 1001/1000
		reach -l 1 -t 1e-3 => 1
		reach -l 1 -t 0e999999999999999 => 1
		reach -l 1 -t 0 => 1
	END
}

@test 'what is not a number is named' {
	local text
	for text in '' ' ' '1 ' ' 1' -- +5 x 1e 1e+ e5 2^ 2^-1 1__0 1_ _1 . .e1 \
		5m 1e3k '(' '()' '(1' '(1))' '(1 2)' '(+1)' '(k)' 1.5.2 0x10 1/ 1/x /2 1/2/3 2^3^4 1e5e5 1e1.5 ∞ ५ '*'; do
		refuses 2 "time -l 2 -n ${text@Q}" \
			"time: --processors: '$text' is not a number"
	done
}

@test 'long texts are cut, and control characters do not get through' {
	refuses 2 "time -l 2 -n x$(printf '9%.0s' {1..1000})" \
		"time: --processors: 'x$(printf '9%.0s' {1..59})...' is not a number"
	refuses 2 "time -l 2 -n \$'1\\n2\\e[31m'" \
		"time: --processors: '1?2?[31m' is not a number"
	ask "time -l 2 -n x$(printf 'é%.0s' {1..100})"
	printf %s "$err" | iconv -f UTF-8 -t UTF-8 >/dev/null
}

@test 'ranges and lists are swept in order' {
	local text
	while read -r text expected; do
		same "$text" "$expected" \
			"$(fibcast reach -l 2 -t "$text" -H -f tsv | cut -f 1 |
				xargs)"
	done <<-'END'
		1..4 1 2 3 4
		5..5 5
		1..10+3 1 4 7 10
		1..11+3 1 4 7 10
		1..100x3 1 3 9 27 81
		1..81x3 1 3 9 27 81
		1/2..2 1/2 3/2
		0..1+1/3 0 1/3 2/3 1
		1..2x6/5 1 6/5 36/25 216/125
		0.1..0.3+0.1 1/10 1/5 3/10
		3,1,2 3 1 2
		1,3/2,2..3+1/2 1 3/2 2 5/2 3
		1..2,1..2 1 2 1 2
		1..3+1e9 1
		(1+1)..(2*3)+(4/2) 2 4 6
		1k..4kx2 1000 2000 4000
		.5..2.+.5 1/2 1 3/2 2
		1..1x2 1
	END
}

@test 'what is not a sweep is named' {
	each refuses 2 <<-'END'
		reach -l 2 -t 1..0 => reach: --time: the end in '1..0' is below the start
		reach -l 2 -t 1..9+0 => reach: --time: the step in '1..9+0' is 0
		reach -l 2 -t 1..9x1 => reach: --time: the factor in '1..9x1' is not above 1
		reach -l 2 -t 1..9x1/2 => reach: --time: the factor in '1..9x1/2' is not above 1
		reach -l 2 -t 0..9x2 => reach: --time: the sweep by a factor in '0..9x2' starts at 0
		reach -l 2 -t 1.. => reach: --time: '1..' is not a sweep
		reach -l 2 -t ..1 => reach: --time: '..1' is not a number
		reach -l 2 -t 1...3 => reach: --time: '1...3' is not a sweep
		reach -l 2 -t 1..3+ => reach: --time: '1..3+' is not a sweep
		reach -l 2 -t 1..3x => reach: --time: '1..3x' is not a sweep
		reach -l 2 -t 1..3+-1 => reach: --time: '1..3+-1' is not a sweep
		reach -l 2 -t 1..3*2 => reach: --time: '1..3*2' is not a sweep
		reach -l 2 -t 1..2..3 => reach: --time: '1..2..3' is not a sweep
		reach -l 2 -t 1,,2 => reach: --time: '1,,2' is not a sweep
		reach -l 2 -t 1, => reach: --time: '1,' is not a sweep
		reach -l 2 -t ,1 => reach: --time: ',1' is not a number
		time -l 2 -n 1..5+1/2 => time: --processors: '1..5+1/2' is not a whole number
		time -l 2 -n 1/2..5 => time: --processors: '1/2..5' is not a whole number
		time -l 2 -n 0..5 => time: --processors: must be at least 1, not '0..5'
		time -l 2 -n 1,2,0 => time: --processors: must be at least 1, not '1,2,0'
		time -l 1..3,1/2 -n 2 => time: --latency: must be at least 1, not '1..3,1/2'
		tree -l 2 -n 5..6 => tree: --processors: '5..6' is a sweep, but one value is needed
		tree -l 2,3 -n 5 => tree: --latency: '2,3' is a list of 2 and 3, but one value is needed: write 2.3 for the decimal
		tree -l 2 -n 5..5 => tree: --processors: '5..5' is a sweep, but one value is needed
	END
}

@test 'a division by 0 or a value below 0 is named' {
	each refuses 2 <<-'END'
		reach -l 1/0 -t 5 => reach: --latency: '1/0' has the denominator 0
		reach -l 0/0 -t 5 => reach: --latency: '0/0' has the denominator 0
		reach -l 2 -t 1/0.0 => reach: --time: '1/0.0' has the denominator 0
		time -l 2 -n 1..4+1/0 => time: --processors: '1/0' has the denominator 0
		time -l 2 -n '(1-2)' => time: --processors: '(1-2)' is below 0
		time -l 2 -n '(5/(2-2))' => time: --processors: '(5/(2-2))' divides by 0
		time -l 2 -n '(2^(1/2))' => time: --processors: '(2^(1/2))' has an exponent that is not a whole number
		time -n 5 --logp 1,1/0,2 => time: --logp: '1/0,2' has the denominator 0
	END
}

@test 'numbers too long to hold are refused' {
	each refuses 3 <<-'END'
		time -l 2 -n 1e9999999999 => time: --processors: '1e9999999999' has more digits than --max-bits allows
		time -l 2 -n 1e99999999999999999999 => time: --processors: '1e99999999999999999999' has more digits than --max-bits allows
		time -l 2 -n 2^8589934593 => time: --processors: '2^8589934593' has more digits than --max-bits allows
		reach -l 2 -t 1e-9999999999 => reach: --time: '1e-9999999999' has more digits than --max-bits allows
		reach -l 2 -t 1e100 --max-bits 64 => reach: --time: '1e100' has more digits than --max-bits allows
		reach --max-bits 64 -l 2 -t 1..2x1.0000001 => reach: --time: the sweep '1..2x1.0000001' has more digits than --max-bits allows
	END
}

@test 'a thousand nines are read and printed exactly' {
	nines=$(printf '9%.0s' {1..1000})
	answers "time -l 1 -n $nines" 3322
	refuses 2 "time -l 2 -n 5 -d $nines" \
		"time: --decimals: must be at most 1000000, not '${nines:0:60}...'"
}
