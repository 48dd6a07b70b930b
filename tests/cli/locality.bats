# locality, locality-numbering, locality-tree; schedule root and its check.
# shellcheck disable=SC2154,SC2030,SC2031 # helper.bash sets out, err and status
# shellcheck disable=SC1087,SC2016,SC2183 # "$err[$status]", sed's $, no operand
load helper

@test 'times agree with the published values' {
	each answers <<-'END'
		locality -n 65536 --cost clog => 80
		locality -n 2^1024 --cost clog => 11264
		locality -n 1 --cost clog => 1
		locality -n 2 --cost clog => 1
		locality -n 5 --cost clog => 8
		locality -n 16 --cost k => 32
		locality -n 100 --cost clog => 31
		locality -P 9 --cost=csqrt => 13
		locality -n 65536 --cost csqrt => 352
		locality -n 65536 --cost 'ceil(log(k))' => 80
		locality -n 2^4096 --cost 1 => 8191
		locality -n 1e1000 --cost clog => 45808
		locality -n 16 --cost k/3 => 12
		locality -n 16 --cost k/3 -d 3 => 12.000
		locality -n 5 --cost k/3 => 17/3
		locality -n 5 --cost k/3 -d 3 => 5.667
		locality -n 65536 --cost clog --bandwidth csqrt => 352
	END
}

@test 'what is not exact is real, to twelve digits or as many as asked for' {
	each answers <<-'END'
		locality -n 16 --cost 'log(k)^1.5' => 17.6568542495
		locality -n 1e6 --cost 'sqrt(k)' => 1171.80911806
		locality -n 1e6 --cost 'sqrt(k)' -d 30 => 1171.809118062674089683649324125106
		locality -n 1e6 --cost 'sqrt(k)' -d 0 => 1172
		locality -n 2^1023 --cost 'k^0.75' => 9.23132780767e230
	END
}

@test 'JSON says what is not exact' {
	each answers <<-'END'
		locality -n 65536 --cost clog -f json => {"locality":80,"locality_approx":80,"exact":true}
		locality -n 5 --cost k/3 -f json => {"locality":"17/3","locality_approx":5.666666666666667,"exact":true}
		locality -n 16 --cost 'log(k)^1.5' -f json => {"locality":"17.6568542495","locality_approx":17.65685424949238,"exact":false}
	END
	shows 'locality -n 2,4 --cost sqrt -f json' <<-'END'
		{"n":2,"locality":"1.41421356237","locality_approx":1.4142135623730951,"exact":false}
		{"n":4,"locality":"4.82842712475","locality_approx":4.82842712474619,"exact":false}
	END
}

@test 'a sweep gives a table' {
	shows "locality -n 16..2^64x65536 --cost 'log(k)^1.5' -f csv" <<-'END'
		n,locality
		16,17.6568542495
		1048576,294.584369494
		68719476736,690.239459240
		4503599627370496,1211.81130497
	END
}

@test '--levels shows where the time goes' {
	shows 'locality -n 65536 --cost clog --levels' <<-'END'
		level   size  groups  cost  total
		    0  65536       1    16     16
		    1    256       2     8     16
		    2     16       4     4     16
		    3      4       8     2     16
		    4      2      16     1     16
	END
	shows 'locality -n 5,6 --cost clog --levels -f tsv' <<-'END'
		n	level	size	groups	cost	total
		5	0	5	1	3	3
		5	1	3	1	2	2
		5	1	2	1	1	1
		5	2	2	1	1	1
		5	2	1	1	1	1
		6	0	6	1	3	3
		6	1	3	2	2	4
		6	2	2	2	1	2
		6	2	1	2	1	2
	END
}

@test '--all lists the bounds and the other algorithms' {
	shows 'locality -n 65536 --cost clog --all -f csv' <<-'END'
		quantity,value,exact,source
		time,80,yes,Juurlink-et-al-2003-Algorithm-3.1-corrected
		strict,95,yes,Juurlink-et-al-2003-Algorithm-3.1-corrected
		closed-form,80,yes,Juurlink-et-al-2003-Theorem-3.2
		recurrence,80,yes,Juurlink-et-al-2003-Theorem-3.2-proof
		upper,176,yes,Juurlink-et-al-2003-Theorem-3.2
		upper-tight,80,yes,Juurlink-et-al-2003-Theorem-3.2-proof
		lower-log,16,yes,Juurlink-et-al-2003-Section-1.2
		lower-latency-asymptotic,16,yes,Juurlink-et-al-2003-Section-1.2
		lower-sum-asymptotic,48,yes,Juurlink-et-al-2003-Main-Lemma
		recursive-halving,136,yes,de-la-Torre-Kruskal-1991
		heywood-ranka,76,yes,Heywood-Ranka-1992
		heywood-ranka-k,16,yes,Heywood-Ranka-1992
	END
	same 1e6 'time 1171.80911806 no;upper 3356.87307012 no;lower-log 20 yes' \
		"$(columns "locality -n 1e6 --cost 'sqrt(k)' --all" \
			'quantity value exact' | grep -E '^(time|upper|lower-log) ' |
			paste -sd ';')"
	fibcast locality -n 5 --cost sqrt --all -f json |
		finds json '[true,true,false]' -sc \
		'[.[] | select(.quantity | startswith("lower") or . == "time")] |
		[.[1].exact, (.[3].value | type == "string"), .[0].exact]'
	# Of p = 1 there is little to say; counts have no decimals.
	same 1 'time strict lower-log recursive-halving heywood-ranka heywood-ranka-k' \
		"$(columns 'locality -n 1 --cost clog --all' quantity | xargs)"
	same k 16 "$(columns 'locality -n 65536 --cost clog --all -d 2' \
		'quantity value' | awk '/-k / { print $2 }')"
	same 'too many' '- -' "$(columns 'locality -n 2^70000 --cost clog --all' \
		'quantity value' | awk '/ranka|halving/ { print $2 }' | head -n 2 |
		xargs)"
}

@test 'what has no value refuses the whole table' {
	each refuses 2 <<-'END'
		locality -n 4 --cost log/loglog => locality: --cost: no value at k = 2: division by 0
		locality -n 2,3 --cost '1/(k-1)' => locality: --cost: no value at k = 1: division by 0
		locality -n 2..9 --cost 'log(k-9)' => locality: --cost: no value at k = 2: the logarithm of a negative number
		locality -n 9 --cost '(3-k)^0.5' => locality: --cost: no value at k = 9: a fractional power of a negative number
		locality -n 4 --cost k --bandwidth 'sqrt(3-k)' => locality: --bandwidth: no value at k = 4: the root of a negative number
	END
}

@test 'what cannot be printed so is refused before it is computed' {
	each refuses 2 <<-'END'
		locality -n 2 --cost 1/0 --ascii => locality: --ascii: not used by the format text
		locality -n 2 --cost 1/0 --log x -f tsv => locality: --log: not used by the format tsv
		locality -n 2 --cost 1/0 -f plot => locality: --format: a plot needs an option that is a sweep
	END
}

@test 'mistakes in a cost are named where they are' {
	each refuses 2 <<-'END'
		locality -n 4 => locality: --cost is missing: a function of k, such as clog
		locality --cost k => locality: --processors is missing
		locality -n 0 --cost k => locality: --processors: must be at least 1, not '0'
		locality -n 4 --cost k+ => locality: --cost: 'k+' ends too early
		locality -n 4 --cost 'k)' => locality: --cost: unexpected ')'
		locality -n 4 --cost ln => locality: --cost: 'ln' is none of k, min, max, ceil, floor, log, loglog, sqrt, clog, csqrt: log is to base 2, and ln(k) is log(k)/log(2.718281828)
		locality -n 4 --cost k --bandwidth '' => locality: --bandwidth: the expression is empty
		locality -n 4 --cost k --all --levels => locality: --all and --levels: only one can be given
		locality -n 4 --cost k -l 2 => locality: unknown option '-l'
		locality-numbering -n 4 => locality-numbering: NUMBERING is missing, one of gray, hilbert
		locality-numbering peano -n 4 => locality-numbering: NUMBERING: 'peano' is none of gray, hilbert
		locality-numbering gray -n 6 => locality-numbering: --processors: '6' is not 2^k, as a hypercube needs: 1, 2, 4, 8, ...
		locality-numbering hilbert -n 8 => locality-numbering: --processors: '8' is not 4^k, as the mesh of the curve needs: 1, 4, 16, 64, ...
		locality-numbering gray -n 4 -d 2 => locality-numbering: unknown option '-d'
		locality-tree => locality-tree: --cost is missing
		schedule root -n 4 => schedule: --cost is missing
		schedule root -n 4 --cost k -l 2 => schedule: --latency: not used by root
		schedule root -n 4 --cost k -m 2 => schedule: --messages: not used by root
		schedule bcast -n 4 -l 2 --cost k => schedule: --cost: not used by bcast
		schedule bcast -n 4 => schedule: --latency or --logp is missing
		schedule root -n 9 --cost sqrt => schedule: --cost: not exact at k = 3, as a schedule needs
	END
}

# The program's own small stack does for any expression.
@test 'nesting takes no stack' {
	local deep
	deep=$(printf 'log(%.0s' {1..199})$(printf 'k)+9%.0s')
	deep+=$(printf ')+9%.0s' {1..198})
	ask "locality -n 4 --cost '$deep'"
	(
		ulimit -s 64
		answers "locality -n 4 --cost '$deep'" "${out%$'\n'}"
	)
}

# What is compared takes less than all the work that is allowed, or is left out.
@test 'comparisons too long to print are refused' {
	answers 'locality -n 1000 --cost k^20000/k^19999' 1136
	each row_of <<-'END'
		locality -n 2^65536 --cost 2*log --all => recursive-halving 4295032832
		locality -n 2^65536 --cost k --all => recursive-halving -
		locality -n 2^65536 --cost k --all => heywood-ranka-k -
	END
}

# row_of ARGUMENTS "ROW VALUE": the table's row of that name has that value.
row_of() {
	ask "$1"
	same "fibcast $1" "$2 [0]" \
		"$(awk -v name="${2% *}" '$1 == name {print $1, $2}' \
			<<<"$out") [$status]"
}

@test 'costs that are too long or too deep are refused' {
	local deep
	deep=$(printf '(%.0s' {1..201})k$(printf ')%.0s' {1..201})
	answers "locality -n 4 --cost '${deep:1:401}'" 8
	refuses 3 "locality -n 4 --cost '$deep'" \
		'locality: --cost: the expression is nested deeper than 200'
	each refuses 3 <<-'END'
		locality -n 4 --cost 2^k^k^k => locality: --cost: the value is out of reach at k = 4: a power longer than --max-bits allows
		locality -n 3^200 --levels --cost='-floor(log/-k^5e8)' => locality: --cost: the value is out of reach at k = 2: more work on long numbers than --max-bits allows
		locality -n 1e10 --cost k^2e8 --all => locality: --cost: the value is out of reach at k = 2: more work on long numbers than --max-bits allows
		locality -n 1000 --cost k^20000/k^19999 --max-bits 3000000 => locality: --cost: the value is out of reach at k = 2: more work on long numbers than --max-bits allows
		locality -n 100 --cost '(24936459/130250)^(1000^csqrt(clog))' => locality: --cost: the sum of the costs is out of reach at k = 4: more work on long numbers than --max-bits allows
		locality -n 1..100 --cost k --max-rows 99 => locality: the table would have 100 rows, more than --max-rows allows
		locality-numbering gray -n 2^40 => locality-numbering: the table would have 1099511627776 rows, more than --max-rows allows
		locality-numbering gray -n 2^17 --distances => locality-numbering: --distances: only up to 65536 nodes
		schedule root -n 2^64 --cost k => schedule: the schedule would have 27670116110564327422 rows, more than --max-rows allows
		schedule root -n 4 --cost 2^64 => schedule: a schedule's times must be below 2^63
		schedule root -n 2^50 --cost clog --max-rows 9223372036854775807 => schedule: the schedule needs 13385644800 bytes of memory, more than --max-bits allows
	END
}

@test 'schedule root is Algorithm ROOT, with exact times' {
	shows 'schedule root -n 5 --cost clog' <<-'END'
		# fibcast schedule 1
		# model locality
		# algorithm root
		# processors 5
		# messages 1
		# cost clog
		# finish 9
		time	from	to	message	size	access
		0	0	1	1	2	read
		1	0	2	1	3	write
		3	2	2	1	1	read
		4	0	3	1	5	write
		7	3	3	1	1	read
		8	3	4	1	2	read
	END
	shows 'schedule root -n 3 --cost k/2+1/4 -f text -d 2 -H' <<-'END'
		0.00     0     1        1     2  read
		1.25     0     2        1     3  write
		3.00     2     2        1     1  read
	END
	each answers <<-'END'
		schedule root -n 100 --cost clog | fibcast check => ok: 148 transmissions, finish 38 (lower bound 7)
		schedule root -n 1 --cost clog | fibcast check => ok: 0 transmissions, finish 0 (optimal)
		schedule root -n 2 --cost clog | fibcast check => ok: 1 transmission, finish 1 (optimal)
		schedule root -n 9 --cost '1 + 1/k' | fibcast check => ok: 13 transmissions, finish 115/9 (lower bound 4)
		schedule root -n 65536 --cost csqrt | fibcast check => ok: 98302 transmissions, finish 367 (lower bound 16)
		schedule root -n 50 --cost k -f text | fibcast convert -f tsv | fibcast check => ok: 79 transmissions, finish 93 (lower bound 6)
	END
	fibcast schedule root -n 5 --cost clog -f json |
		finds json '5 write' -r '.transmissions[3] | "\(.size) \(.access)"'
	same csv 5 "$(fibcast schedule root -n 5 --cost clog -f csv |
		sed -n 5p | cut -d , -f 5)"
}

@test 'check names wrong accesses by their lines' {
	fibcast schedule root -n 5 --cost clog >"$BATS_TEST_TMPDIR/root"
	wrong() {
		sed "$1" "$BATS_TEST_TMPDIR/root" >"$BATS_TEST_TMPDIR/file"
		ask "check <$BATS_TEST_TMPDIR/file"
		same "$1" "$2"$'\n1' "$out$status"
	}
	wrong 's/finish 9/finish 8/' 'line 7: the finish is claimed to be 8, but is 9'
	wrong 11d 'processor 2 never learns the item'
	wrong '12s/\t5/\t3/' 'line 12: no group of size 3 has both processors 0 and 3
line 13: cell 3 is read at 7, but does not hold the item
line 14: cell 3 is read at 8, but does not hold the item'
}

@test 'check names what is wrong in the header of the model' {
	fibcast schedule root -n 5 --cost clog >"$BATS_TEST_TMPDIR/root"
	sed 's/cost clog/cost clog(/' "$BATS_TEST_TMPDIR/root" \
		>"$BATS_TEST_TMPDIR/file"
	ask "check <$BATS_TEST_TMPDIR/file"
	same expression "fibcast: check: line 6: cost: 'clog(' ends too early"$'\n2' \
		"$err$status"
	sed 's/cost clog/cost sqrt/' "$BATS_TEST_TMPDIR/root" \
		>"$BATS_TEST_TMPDIR/file"
	ask "check <$BATS_TEST_TMPDIR/file"
	same exact "fibcast: check: the cost is not exact at k = 2, so no time can be checked"$'\n2' \
		"$err$status"
	sed 's/write/append/' "$BATS_TEST_TMPDIR/root" >"$BATS_TEST_TMPDIR/file"
	ask "check <$BATS_TEST_TMPDIR/file"
	same access "fibcast: check: line 10: 'append' is neither read nor write"$'\n2' \
		"$err$status"
}

@test 'numberings agree with the published figures' {
	shows 'locality-numbering gray -n 8 -f csv' <<-'END'
		index,node
		0,0
		1,1
		2,3
		3,2
		4,6
		5,7
		6,5
		7,4
	END
	shows 'locality-numbering hilbert -n 4' <<-'END'
		index  x  y
		    0  0  0
		    1  0  1
		    2  1  1
		    3  1  0
	END
	shows 'locality-numbering gray -n 8 --distances -f csv' <<-'END'
		difference,distance
		1,1
		2,2
		3,3
		4,2
		5,3
		6,2
		7,1
	END
	same hilbert '1 2 3 4 3 4 5 4' "$(columns \
		'locality-numbering hilbert -n 16 --distances' distance |
		head -n 8 | xargs)"
	answers 'locality-numbering gray -n 1 --distances -f csv' \
		'difference,distance'
	same large '1023 0' \
		"$(fibcast locality-numbering hilbert -n 2^20 -H | tail -n 1 |
			awk '{print $2, $3}')"
}

# In the row of processors, 3 is between 4 and 5.
@test 'another numbering than that of ROOT, charged by ends, is better' {
	fibcast schedule root -n 7 --cost clog >"$BATS_TEST_TMPDIR/root"
	sed '/^# finish/s/12/11/; s/^4\t0\t3/4\t0\t4/; s/^7\t3\t3/7\t4\t4/
		s/^8\t3\t4/8\t4\t3/; s/^9\t3\t5\t1\t3/9\t4\t5\t1\t2/; s/^11/10/' \
		"$BATS_TEST_TMPDIR/root" >"$BATS_TEST_TMPDIR/numbered"
	answers "check $BATS_TEST_TMPDIR/root" \
		'ok: 10 transmissions, finish 12 (lower bound 3)'
	answers "check $BATS_TEST_TMPDIR/numbered" \
		'ok: 10 transmissions, finish 11 (lower bound 3)'
}

# Fig. 2 of the paper.
figure_2() {
	printf '%s\n' 'node parent processor cell' '# the root' '1 - 1 0' \
		'2 1 1 0' '3 1 4 0' '4 2 1 0' '5 2 6 0' '6 4 1 0' '7 4 2 0' \
		'8 3 4 0' '9 3 3 0' '' '10 8 4 0' '11 8 5 0' | tr ' ' '\t'
}

@test 'trees are measured, and illegal ones named' {
	figure_2 >"$BATS_TEST_TMPDIR/fig2.tsv"
	cd "$BATS_TEST_TMPDIR"
	shows "locality-tree fig2.tsv --cost 'k'" <<-'END'
		size  cost  height  leaves
		   6     6       3       6
	END
	each answers <<-'END'
		locality-tree fig2.tsv --cost clog -H -f csv => 6,4,3,6
		locality-tree --cost sqrt -H -f csv <fig2.tsv => 6,3.73205080757,3,6
		locality-tree - --cost sqrt -f json <fig2.tsv => {"size":6,"cost":"3.73205080757","cost_approx":3.732050807568877,"height":3,"leaves":6,"exact":false}
		locality-tree --cost k/3 -H -f csv -d 2 <fig2.tsv => 6,3.00,3,6
	END
}

@test 'trees that are not legal, and files that are no trees' {
	illegal() {
		figure_2 | sed "$1" >"$BATS_TEST_TMPDIR/tree"
		ask "locality-tree - <$BATS_TEST_TMPDIR/tree --cost k"
		same "$1" "$2"$'\n'"[$3]" "$out$err[$status]"
	}
	illegal '$s/5\t0$/3\t0/' 'line 14: node 11 has cell 0 of a processor that has it elsewhere in the tree, too' 1
	illegal '3s/-/99/' 'line 3: node 1 has a parent that is not there
there is no root' 1
	illegal '3s/0$/7/' 'line 3: node 1 is the root, but its cell is not 0
line 5: node 3 is the second child with a label of its own' 1
	illegal 1d "fibcast: locality-tree: line 2: not the line that names the columns: node parent processor cell" 2
	illegal '$s/$/\t1/' 'fibcast: locality-tree: line 14: too many columns' 2
	illegal '$s/\t0$//' 'fibcast: locality-tree: line 14: too few columns' 2
	illegal '$s/5/x/' "fibcast: locality-tree: line 14: 'x' is not a whole number" 2
	illegal d 'fibcast: locality-tree: line 1: the file is empty' 2
}

@test 'digits beside a half, or lost by a difference, are found with more bits' {
	answers "locality -n 2 --cost 'sqrt(9/4-2^-300)' -d 0" 1
	answers "locality -n 2 --cost 'sqrt(9/4+2^-300)' -d 0" 2
	# The exponent is 1/2^120 from 1, and 64 bits leave nothing of it.
	answers "locality -n 2 --cost '2^(sqrt(2^240+2^121)-2^120)' -d 3" 2.000
	# 12000 and 40000 bits are lost, 5000 bits tell a number from a whole one.
	answers "locality -n 2^6000 --cost '8*k*(sqrt(k^2+1)-k)' -d 6" \
		61344.397504
	answers "locality -n 2^20000 --cost '8*k*(sqrt(k^2+1)-k)' -d 15" \
		245288.776191550776866
	answers "locality -n 2 --cost 'ceil(log(2^5000+1)/log(3)*log(3))-5000+k'" 3
	# A half that is not known to be one is rounded as one is, to even.
	answers "locality -n 2 --cost 'sqrt(2)*sqrt(2)*5/4' -d 0" 2
	answers "locality -n 2 --cost 'sqrt(2)*sqrt(2)*7/4' -d 0" 4
	# More is refused.
	refuses 3 "locality -n 2^40000 --cost '8*k*(sqrt(k^2+1)-k)' -d 6" \
		"locality: a value's digits are out of reach"
	refuses 3 "locality -n 2 --cost 'floor(sqrt(2)*sqrt(2))'" \
		'locality: --cost: the value is out of reach at k = 2: what cannot be told from a whole number'
	answers "locality -n 82 --cost 'ceil(log(k)/log(3))'" 27
	local tree=$ROOT/tests/fuzz/fuzz_label_tree/figure-2
	shows "locality-tree $tree --cost 'sqrt(1/4-2^-300)+2' -d 0" <<-'END'
		size  cost  height  leaves
		   6     6       3       6
	END
}

@test 'a tree too deep for a picture is refused before it is laid out' {
	awk 'BEGIN { print "node parent processor cell"; print "0 - 0 0"
		for (i = 1; i < 50000; i++) {
			print 2 * i, 2 * i - 2, 0, 0
			print 2 * i + 1, 2 * i - 2, i, 0 } }' >"$BATS_TEST_TMPDIR/deep"
	refuses 3 "locality-tree $BATS_TEST_TMPDIR/deep --cost 1 -f svg" \
		'locality-tree: the picture would have 50000 levels of boxes, more than have room in 20000 pixels'
}

@test 'a tree that the cost has no value for; a cost too long for a title' {
	local format tree=$ROOT/tests/fuzz/fuzz_label_tree/figure-2
	for format in $(formats locality-tree); do
		refuses 2 "locality-tree $tree --cost 'log(k-1)' -f $format" \
			'locality-tree: --cost: no value at k = 1: the logarithm of 0'
	done
	fibcast locality-tree "$tree" -f svg \
		--cost "k$(printf '+0*k%.0s' {1..20})" |
		grep -q '<title>labelled broadcast tree, cost k[+0*k]*\.\.\.: '
}

@test 'several costs: a table, a plot with a line for each' {
	shows "locality -n 16,64 --cost 'clog, min(k, 9)'" <<-'END'
		cost       n  locality
		clog      16        12
		clog      64        28
		min(k,9)  16        25
		min(k,9)  64        49
	END
	shows "locality -n 16 --cost 'clog,min(k,9)' -f csv" <<-'END'
		cost,locality
		clog,12
		"min(k,9)",25
	END
	same lines 'clog k' "$(fibcast locality -n 2..9 --cost clog,k -f plot |
		sed -n 's/^<text class="n[01]".*>\(.*\)<.*/\1/p' | paste -sd ' ')"
	same rows 46 "$(fibcast locality -n 2,3 --cost clog,k --all -H | wc -l)"
	each refuses 2 <<-'END'
		locality -n 4 --cost k,, => locality: --cost: the expression is empty
		locality -n 4 --cost clog,k --levels => locality: --levels: only with one --cost
		locality -n 4..5 --cost clog,k --all -f plot => locality: --all: a picture shows only one --cost
		locality -n - --cost clog,k => locality: --processors: '-' is read once, for one --cost
		locality -n 4 --cost k,log/loglog => locality: --cost: no value at k = 2: division by 0
	END
	refuses 3 'locality -n 4 --cost clog,k --max-rows 1' \
		'locality: the table would have 2 rows, more than --max-rows allows'
}

@test 'labelled trees: lines that are not read, and ends of lines' {
	local text message tree=$BATS_TEST_TMPDIR/t
	local head='node parent processor cell'
	while IFS= read -r text; do
		message=${text#* => } text=${text%% => *}
		# shellcheck disable=SC2059 # its escapes
		printf "${text/HEAD/"$head"}" >"$tree"
		misreads "locality-tree --cost k $tree" \
			"locality-tree: $tree:$message"
	done <<-'END'
		# only\n\n => 3: the file is empty
		node parent processor\n0 - 1 0\n => 1: not the line that names the columns: node parent processor cell
		node parent processor cellar\n => 1: not the line that names the columns: node parent processor cell
		HEAD x\n => 1: too many columns
		HEAD\n-\n => 2: '-' is not a whole number
		HEAD\n0 => 2: too few columns
		HEAD\n0 -\n => 2: too few columns
		HEAD\n0 -1 1 0\n => 2: '-1' is not a whole number
		HEAD\n0 - x 0\n => 2: 'x' is not a whole number
		HEAD\n0 - 1 99999999999999999999\n => 2: '99999999999999999999' is not below 2^63
	END
	printf '%s\r\n' "$head" '0 - 1 0' '# a comment' '1 0 1 1' >"$tree"
	answers "locality-tree --cost k $tree -H -f csv" 1,1,1,1
	answers "locality-tree --cost k $tree -H -f csv --max-rows 2" 1,1,1,1
	refuses 3 "locality-tree --cost k $tree --max-rows 1" \
		'locality-tree: the tree has more nodes than --max-rows allows'
}
