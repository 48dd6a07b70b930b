# sequence: F_lambda and its sums, on the grid of its jumps.
load helper

@test 'values at an integer latency' {
	shows 'sequence -l 2 -i 1..8' <<-'END'
		i  time  reach  sum
		1     0      1    1
		2     1      1    2
		3     2      2    4
		4     3      3    7
		5     4      5   12
		6     5      8   20
		7     6     13   33
		8     7     21   54
	END
	shows 'sequence -l 3 -i 1..10 -H -f csv' <<-'END'
		1,0,1,1
		2,1,1,2
		3,2,1,3
		4,3,2,5
		5,4,3,8
		6,5,4,12
		7,6,6,18
		8,7,9,27
		9,8,13,40
		10,9,19,59
	END
}

@test 'at a latency a/b there are b rows a unit' {
	shows 'sequence -l 5/2 -i 1..10' <<-'END'
		 i  time  reach  sum
		 1     0      1    1
		 2   1/2      1    2
		 3     1      1    3
		 4   3/2      1    4
		 5     2      1    5
		 6   5/2      2    7
		 7     3      2    9
		 8   7/2      3   12
		 9     4      3   15
		10   9/2      4   19
	END
}

@test '--model logp counts the paper'\''s steps' {
	shows 'sequence -l 2 -i 6..8 --model logp' <<-'END'
		i  time  reach  sum
		6     6      8   20
		7     7     13   33
		8     8     21   54
	END
}

@test 'sums start at 1, wherever the rows do' {
	shows 'sequence -l 2 -i 8..2000x20 -f tsv -H' <<-'END'
		8	7	21	54
		160	159	1226132595394188293000174702095995	3210056809456107725247980776292055
	END
	shows 'sequence -l 5/2 -i 10,6 -H' <<-'END'
		10  9/2  4  19
		 6  5/2  2   7
	END
}

@test 'sum of the first i is reach a row later by the latency, less 1' {
	fibcast sequence -l 7 -i 1..200 -f tsv -H | awk '
		{ reach[$1] = $3; sum[$1] = $4 }
		END {
			for (i = 1; i + 7 <= 60; i++)
				if (sum[i] != reach[i + 7] - 1)
					exit 1
		}'
	same last "$(fibcast reach -l 7 -t 999)" \
		"$(fibcast sequence -l 7 -i 999..1000 -f tsv -H |
			awk '$1 == 1000 { print $3 }')"
}

@test 'several latencies: their column comes first' {
	shows 'sequence -l 1,2 -i 3..4' <<-'END'
		l  i  time  reach  sum
		1  3     2      4    7
		1  4     3      8   15
		2  3     2      2    4
		2  4     3      3    7
	END
}

@test 'a single row can be had' {
	same row '5 4 5 12' "$(columns 'sequence -l 2 -i 5..5' 'i time reach sum')"
}

@test 'rows with gaps: each by itself' {
	same factors '1 1 1,2 1 2,4 3 7,8 21 54,16 987 2583' \
		"$(columns 'sequence -l 2 -i 1..16x2' 'i reach sum' | paste -sd ,)"
	same steps "$(columns 'sequence -l 2 -i 1..10' 'i time reach sum' | sed -n '1~3p')" \
		"$(columns 'sequence -l 2 -i 1..10+3' 'i time reach sum')"
}

@test 'every refusal is one line that names what is wrong' {
	each refuses 2 <<-'END'
		sequence -l 2 -f svg -i 1..16x2 => sequence: --format: a tree takes rows without gaps
		sequence -l 2 -f svg -i 1..9+3 => sequence: --format: a tree takes rows without gaps
		sequence -l 2 -f dot -i 1,2 => sequence: --format: a tree takes rows without gaps
		sequence -l 2,3 -f svg -i 3 => sequence: --format: a tree takes one latency, not several
		sequence -l - -f svg -i 3 => sequence: --format: a tree takes one latency, not several
		sequence -i 1..3 => sequence: --latency or --logp is missing
		sequence => sequence: --latency or --logp is missing
		sequence -l 2 -i 0..3 => sequence: --index: must be at least 1, not '0..3'
		sequence -l 2 -i 1..3+1/2 => sequence: --index: '1..3+1/2' is not a whole number
		sequence -l 5/2 -i 1..3 --model logp => sequence: --latency: '5/2' is not whole, which the model logp needs
	END
	each refuses 3 <<-'END'
		sequence -l 2 -i 1..1e12 => sequence: the table would have 1000000000000 rows, more than --max-rows allows
	END
}

@test 'terms that would be too long are refused' {
	ask 'sequence -l 2 -i 1e18'
	same status 3 "$status"
	same output '' "$out"
	[[ $err =~ ^'fibcast: sequence: '.*' digits, more than --max-bits allows'$'\n'$ ]]
}

@test 'ten rows, unless -i says otherwise' {
	same default "$(fibcast sequence -l 5/2 -i 1..10)" \
		"$(fibcast sequence -l 5/2)"
}
