# program: integer programs for solvers, and their answers as schedules.
# shellcheck disable=SC2154,SC2016,SC1003 # helper.bash sets out; each evaluates
load helper

# The program itself, without what is said of it.
program() {
	fibcast program "$@" 2>/dev/null
}

@test 'the program of two processors, line by line' {
	shows 'program -n 2 -m 1 -l 1 2>/dev/null' <<-'END'
		\ fibcast program -n 2 -m 1 -l 1
		\ k = 1 item from processor 1 to all of P = 2 processors in the least number of
		\ steps; latency L = 1.  T_lb = 2, T_max = 2.
		\ Subramonian & Venkatasubramanian 1993, Section 4, corrected.
		\ s_i_p_t: processor p sends item i in step t; r_i_p_t: it receives it;
		\ x_t: there may be sends in step t.  Variables that must be 0 are left out.
		\ 3 variables, 4 constraints.
		\ Solve: glpsol --lp p.lp -w p.sol
		\    or: cbc p.lp solve solu p.sol
		\    or HiGHS, SCIP, Gurobi, which write such solutions, too
		\ Read:  fibcast program -n 2 -m 1 -l 1 --solution p.sol
		Minimize
		\ (7) The steps after T_lb - L in which anybody sends: the least number
		\ of steps is T_lb and the objective.  T_lb is the paper's Theorem 3.3,
		\ corrected for few items, where it is too large as printed.
		 obj: x_2
		Subject To
		\ (1) A processor sends at most one item in a step: in any up to
		\ T_lb - L, and later only in those for which x is 1.
		 c1_1_1: s_1_1_1 <= 1
		\ (3) A processor receives at most one item in a step.
		\ Added: nobody receives in steps 1 to L, nor the source ever. Without
		\ this the paper's program lets items appear that nobody sent.
		 c3_2_2: r_1_2_2 <= 1
		\ (4) Every processor but the source receives every item, once.
		 c4_1_2: r_1_2_2 = 1
		\ (6) An item sent in a step is received L steps later.
		\ Added: nothing is sent after T_max - L, for it could not arrive.
		 c6_1_1: s_1_1_1 - r_1_2_2 = 0
		Bounds
		Binary
		 x_2 s_1_1_1 r_1_2_2
		End
	END
}

@test 'sizes and bounds are told on standard error' {
	answers 'program -n 10 -m 5 -l 3 2>&1 >/dev/null' \
		'fibcast: program: 1202 variables, 855 constraints, T_lb 13, T_max 17'
	answers 'program -n 8 -l 2 2>&1 >/dev/null' \
		'fibcast: program: 112 variables, 168 constraints, T_lb 6, T_max 10'
	answers 'program --continuous -n 6 -l 2 --period 4 2>&1 >/dev/null' \
		'fibcast: program: 140 variables, 136 constraints, period 4, delay 7'
	answers 'program --continuous -n 8 -l 4 2>&1 >/dev/null' \
		'fibcast: program: 385 variables, 310 constraints, period 5, delay 13'
	answers 'program -n 1 -m 5 -l 3 2>&1 >/dev/null' \
		'fibcast: program: 9 variables, 9 constraints, T_lb 0, T_max 0'
}

# Rules that all readers of the format share.
keeps_rules() {
	program "$@" >"$BATS_TEST_TMPDIR/p.lp"
	same sections 'Minimize Subject To Bounds Binary End' \
		"$(grep '^[A-Z]' "$BATS_TEST_TMPDIR/p.lp" | xargs)"
	none -nE '.{101}' "$BATS_TEST_TMPDIR/p.lp"
	none -nE '[^ -~]' "$BATS_TEST_TMPDIR/p.lp"
	# Names; a constant alone on the right; a variable once in a row.
	grep -v '^\\' "$BATS_TEST_TMPDIR/p.lp" | awk '
		/^[A-Z]/ { section = $0; open = 0; next }
		section ~ /Minimize|Subject/ {
			for (i = 1; i <= NF; i++) {
				if ($i ~ /:$/) {
					if (open > 0) bad($0)
					open = 1
					delete seen
					if (names[$i]++) bad($i)
				} else if ($i ~ /^[<>]?=$/) {
					if (i != NF - 1 || $NF !~ /^[01]$/) bad($0)
					open = 0
				} else if ($i ~ /^[srx]_[0-9_]+$/) {
					if (seen[$i]++ || !open) bad($0)
					used[$i] = 1
				} else if ($i !~ /^[-+01]$/) bad($0)
			}
			if (section == "Minimize") terms += NF
		}
		section == "Binary" {
			for (i = 1; i <= NF; i++)
				if (!used[$i] || binary[$i]++) bad($i)
			count += NF
		}
		function bad(what) { print "bad: " what; failed = 1; exit 1 }
		END { n = 0; for (name in used) n++
			if (!failed && (n != count || terms < 1)) {
				print n, count, terms; exit 1 } exit failed }'
}

@test 'the program keeps to what all readers accept' {
	for n in 1 2 3 5 9; do
		for m in 1 3; do
			for l in 1 2 5; do
				keeps_rules -n $n -m $m -l $l
				((n == 1)) || keeps_rules --continuous -n $n -l $l \
					--period $m
			done
		done
	done
	keeps_rules -n 20 -m 12 -l 3
}

@test 'its size in memory is that of a buffer' {
	[[ ${SANITIZED-} != yes ]] || skip 'the sanitizer takes more'
	(ulimit -v 16384 && program -n 60 -m 60 -l 2 | head -c 100000000 |
		tail -c 1) >/dev/null
}

# One item among three processors, and how it is read back.
solve3() {
	printf '%s 1\n' s_1_1_1 s_1_1_2 r_1_2_2 r_1_3_3
}

@test 'a solution is read back as a schedule' {
	solve3 >"$BATS_TEST_TMPDIR/s"
	shows 'program -n 3 -l 1 --solution $BATS_TEST_TMPDIR/s' <<-END
		# fibcast schedule 1
		# model logp
		# algorithm program
		# processors 3
		# messages 1
		# latency 1
		# finish 2
		time$(printf '\t')from$(printf '\t')to$(printf '\t')message
		0$(printf '\t')0$(printf '\t')1$(printf '\t')1
		1$(printf '\t')0$(printf '\t')2$(printf '\t')1
	END
	same stdin 'ok: 2 transmissions, finish 2 (step 3) (optimal)' \
		"$(solve3 | fibcast program -n 3 -l 1 --solution - |
			fibcast check)"
	for format in $(formats program msccl); do
		fibcast program -n 3 -l 1 --solution "$BATS_TEST_TMPDIR/s" \
			-f "$format" | grep -q .
	done
	same nothing 0 "$(fibcast program -n 1 -l 1 -m 3 \
		--solution <(echo x_1 0) -H | wc -c)"
}

@test 'a machine: its program is that of its latency, its schedule in its time' {
	local tab=$'\t'
	# Only the commands in its head name the machine.
	same program "$(program -n 5 -m 3 -l 2 | grep -v fibcast)" \
		"$(program -n 5 -m 3 --logp 4us,2us,4us | grep -v fibcast)"
	same bytes "$(program -n 5 -m 3 -l 2 | grep -v fibcast)" \
		"$(program -n 5 -m 3 --loggp 5us,2us,4us,1us --bytes 6 |
			grep -v fibcast)"
	refuses 2 'program -n 5 -m 2 --logp 2us,3us,4us' \
		"program: --logp: a processor that forwards what it receives is busy for longer than a send takes: the program would not be the machine's"
	solve3 >"$BATS_TEST_TMPDIR/s"
	# e = 6 + 4 + 5, u = 10 + 5.
	printf '%s\n' 'L = 6us' 'o = 2us' 'g = 10us' 'G = 1us' 'P = 3' \
		>"$BATS_TEST_TMPDIR/m"
	shows 'program --machine $BATS_TEST_TMPDIR/m --bytes 6 --unit ns \
		--solution $BATS_TEST_TMPDIR/s' <<-END
		# fibcast schedule 1
		# model postal
		# algorithm program
		# processors 3
		# messages 1
		# machine L=6000ns o=2000ns g=10000ns G=1000ns bytes=6
		# send 15000
		# latency 15000
		# finish 30000
		time${tab}from${tab}to${tab}message
		0${tab}0${tab}1${tab}1
		15000${tab}0${tab}2${tab}1
	END
	same check 'ok: 2 transmissions, finish 12 (optimal)' \
		"$(program -n 3 --logp 2,2,6 --solution "$BATS_TEST_TMPDIR/s" |
			fibcast check)"
	answers 'time -n 3 --logp 2,2,6' 12
	printf '%s 1\n' r_1_2_0 r_1_3_2 s_1_2_0 >"$BATS_TEST_TMPDIR/c"
	same continuous \
		'ok: 14 transmissions, finish 40 (lower bound 36)' \
		"$(program --continuous -n 3 --logp 4,2,4 --period 1 -m 7 \
			--solution "$BATS_TEST_TMPDIR/c" | fibcast check)"
}

@test 'a slow solution, with a warning unless it is known to be the best' {
	{
		echo 'Stopped on time - objective value 1'
		printf '0 %s 1 0\n' s_1_1_1 r_1_2_2 s_1_1_3 r_1_3_4 x_3
	} >"$BATS_TEST_TMPDIR/s"
	same slow 'ok: 2 transmissions, finish 3 (step 4) (lower bound 2)' \
		"$(program -n 3 -l 1 --solution "$BATS_TEST_TMPDIR/s" |
			fibcast check)"
	answers 'program -n 3 -l 1 --solution $BATS_TEST_TMPDIR/s 2>&1 >/dev/null' \
		'fibcast: program: warning: the solver does not say that this is the least time'
	{
		echo 'Stopped on time - objective value 0'
		solve3 | sed 's/^/0 /'
	} >"$BATS_TEST_TMPDIR/s"
	ask 'program -n 3 -l 1 --solution $BATS_TEST_TMPDIR/s'
	same best '0 ' "$status $err"
}

@test 'continuous broadcast: as many items as are asked for' {
	printf '%s 1\n' r_1_2_0 r_1_3_2 s_1_2_0 >"$BATS_TEST_TMPDIR/s"
	same items 'ok: 14 transmissions, finish 10 (step 11) (lower bound 9)' \
		"$(fibcast program --continuous -n 3 -l 2 --period 1 -m 7 \
			--solution "$BATS_TEST_TMPDIR/s" | fibcast check)"
	same one 'ok: 2 transmissions, finish 4 (step 5) (lower bound 3)' \
		"$(fibcast program --continuous -n 3 -l 2 \
			--solution "$BATS_TEST_TMPDIR/s" | fibcast check)"
}

@test 'every refusal is one line that names what is wrong' {
	each refuses 2 <<-'END'
		program => program: --processors and --latency (or --logp) are missing
		program -n 5 => program: --latency or --logp is missing
		program -n 5 -l 5/2 => program: --latency: '5/2' is not a whole number
		program -n 2..5 -l 2 => program: --processors: '2..5' is a sweep, but one value is needed
		program -n 5 -l 2 -m 0 => program: --messages: must be at least 1, not '0'
		program -n 5 -l 2 --logp 1,2,3 => program: --latency and --logp: only one can be given
		program -n 5 --logp 6,2,4 => program: --logp: the latency (L+2o)/max(o,g) = '5/2' is not whole
		program -n 5 --logp 1,1,4 => program: --logp: the gap g = 4 is above L+2o = 3: a message arrives before the next can be sent, a case that only 'time', 'bound', 'compare', 'schedule' and 'replay' answer
		program -n 5 --loggp 4,2,4,1 => program: --bytes is missing: G is the time of each
		program -n 5 -m 2 --loggp 4,2,4,1 --bytes 8 => program: --loggp: the latency e/u = '11/7' is not whole
		program -n 5 -m 2 --loggp 4,2,4,1 --bytes 1 => program: --bytes: 1 byte in 2 messages would be less than a byte each
		program -n 5 --loggp 4,2,4,1 --bytes 1..2 => program: --bytes: '1..2' is a sweep, but one value is needed
		program -n 5 --continuous --loggp 4,2,4,1 --bytes 2 => program: --loggp: G is not used with --continuous, which never ends: give --logp for one item
		program -n 5 -l 2 --bytes 4 => program: --bytes: not used without --loggp or --machine
		program -n 5 -l 2 --unit us => program: --unit: not used without a machine
		program -n 5 -l 2 -f json => program: --format: not used without --solution
		program -n 5 -l 2 -f tsv => program: --format: not used without --solution
		program -n 5 -l 2 -H => program: --no-header: not used without --solution
		program -n 5 -l 2 -d 2 => program: --decimals: not used without --solution
		program -n 5 -l 2 --ascii => program: --ascii: not used without --solution
		program -n 5 -l 2 --max-lanes 7 => program: --max-lanes: not used without --solution
		program -n 5 -l 2 --period 3 => program: --period: not used without --continuous
		program -n 5 -l 2 --continuous --period 0 => program: --period: must be at least 1, not '0'
		program -n 5 -l 2 --continuous -m 3 => program: --messages: not used without --solution: continuous broadcast never ends
		program -n 1 -l 2 --continuous => program: --processors: continuous broadcast needs 2
		program -n 3 -l 2 --solution - --ascii => program: --ascii: not used by the format tsv
	END
	each refuses 3 <<-'END'
		program -n 1e30 -l 2 -m 1e10 => program: the program would have 300000005480000000363999999999899999998189999999902 rows, more than --max-rows allows
		program -n 5 -m 3 -l 2 --max-rows 370 => program: the program would have 371 rows, more than --max-rows allows
		program -n 5 -l 2 --continuous --period 1e18 => program: the program would have 56000000000000000000 rows, more than --max-rows allows
		program -n 3 -l 1 --continuous --solution - -m 1e9 => program: the schedule would have 2000000000 rows, more than --max-rows allows
		program -n 5 -m 3 -l 2 --solution - --max-bits 8000 => program: reading a solution of so many variables needs 1348 bytes of memory, more than --max-bits allows
	END
	ask 'program -n 5 -m 3 -l 2 --max-rows 371'
	same status 0 "$status"
}

@test 'files that are no solutions are refused with the line' {
	solve3 >"$BATS_TEST_TMPDIR/s"
	each misreads <<-'END'
		program -n 3 -l 1 --solution /nonexistent => program: /nonexistent: No such file or directory
		program -n 3 -l 1 --solution /dev/null => program: /dev/null:1: the file is empty
		program -n 3 -m 2 -l 1 --solution - <$BATS_TEST_TMPDIR/s => program: no solution of this program: c4_2_2 does not hold
		program -n 4 -l 1 --solution - <$BATS_TEST_TMPDIR/s => program: no solution of this program: c4_1_4 does not hold
		program -n 3 -l 2 --solution - <$BATS_TEST_TMPDIR/s => program: line 3: 'r_1_2_2' is not a variable of this program
		program -n 3 -l 1 --solution - < <(echo s_1_1_1 2) => program: line 1: s_1_1_1 is '2', neither 0 nor 1
		program -n 3 -l 1 --solution - < <(echo Infeasible - objective value 3) => program: line 1: the solver found no solution
		program -n 3 -l 1 --solution - < <(program -n 3 -l 1) => program: line 1: not the beginning of a solution of this program by glpsol, cbc, HiGHS, SCIP or Gurobi
	END
	# A liar: everybody receives what nobody sends.
	ask 'program -n 3 -l 1 --solution - < <(printf "%s 1\n" s_1_1_1 r_1_2_2 r_1_3_2)'
	same liar "2 fibcast: program: no solution of this program: c6_1_1 does not hold"$'\n' \
		"$status $err"
	# A directory cannot be read.
	ask 'program -n 3 -l 1 --solution /'
	same directory 2 "$status"
}

@test 'solved as the manual says' {
	needs glpsol
	cd "$BATS_TEST_TMPDIR"
	same glpsol 'ok: 12 transmissions, finish 7 (step 8) (optimal)' "$(
		fibcast program -n 5 -m 3 -l 2 >p.lp 2>err &&
			glpsol --lp p.lp -w p.sol >log &&
			fibcast program -n 5 -m 3 -l 2 --solution p.sol |
			fibcast check
	)"
}
