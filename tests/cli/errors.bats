# What is refused, with the exact message and status.  Numbers and sweeps have
# their own file.
# shellcheck disable=SC2154,SC2026 # helper.bash sets out; ' in a command
load helper

@test 'without a command the usage line is shown' {
	ask ''
	same status 2 "$status"
	same usage "$(fibcast --help)"$'\n' "$err"
	same output '' "$out"
	each refuses 2 <<-'END'
		nonsense => unknown command 'nonsense'
		Time => unknown command 'Time': did you mean 'time'?
		"" => unknown command ''
		-z => unknown option '-z'
		--nonsense => unknown option '--nonsense'
		-n 14 -l 2 => COMMAND is missing before '-n'
		--latency=2 => COMMAND is missing before '--latency=2'
	END
}

@test 'an unknown option is named' {
	each refuses 2 <<-'END'
		time -n 5 -l 2 --nonsense => time: unknown option '--nonsense'
		time -n 5 -l 2 --nonsense=5 => time: unknown option '--nonsense=5'
		time -n 5 -l 2 --latenc 5 => time: unknown option '--latenc': did you mean '--latency'?
		time -n 5 -l 2 -z => time: unknown option '-z'
		time -n 5 -l 2 -Hz => time: unknown option '-Hz'
		time -n 5 -l 2 -t 3 => time: unknown option '-t'
		reach -q 5 -l 2 -t 3 => reach: unknown option '-q'
		tree -n 5 -l 2 -q 3 => tree: unknown option '-q'
		reach -l 2 -t 5 --model logp => reach: unknown option '--model': see 'time', 'sequence', 'bound', 'tree', 'schedule', 'compare', 'optimum'
		time -n 5 -l 2 --no-header=yes => time: --no-header: takes no argument, but 'yes' follows
		time -l 2 -n => time: --processors: N is missing
		time -l 2 --processors => time: --processors: N is missing
		reach -l 2 -t => reach: --time: TIME is missing
		time -l 2 -n '' => time: --processors: '' is not a number
		time -l 2 --processors= => time: --processors: '' is not a number
		time -n 5 -l 2 -m 3 => time: --messages: 'time' is for one message: see 'bound', 'compare' and 'optimum'
		time -n 5 -l 2 --messages=1 => time: --messages: 'time' is for one message: see 'bound', 'compare' and 'optimum'
	END
}

@test '-- may come before the command' {
	answers '-- time -n 5 -l 2' 4
	same version "$(fibcast --version)" "$(fibcast -- --version)"
	ask '--'
	[[ $status == 2 && $err == 'usage: fibcast COMMAND '* ]]
	refuses 2 '-- -- time' "unknown option '--'"
}

@test 'a near miss is asked about' {
	each refuses 2 <<-'END'
		tiem => unknown command 'tiem': did you mean 'time'?
		schedul => unknown command 'schedul': did you mean 'schedule'?
		locality_tree => unknown command 'locality_tree': did you mean 'locality-tree'?
		xyzzy => unknown command 'xyzzy'
		--versoin => unknown option '--versoin': did you mean '--version'?
		time -n 5 --latancy 2 => time: unknown option '--latancy': did you mean '--latency'?
		time -n 5 --LATENCY=2 => time: unknown option '--LATENCY=2': did you mean '--latency'?
		time --hepl => time: unknown option '--hepl': did you mean '--help'?
		time -n 5 -l 2 -f jsno => time: --format: 'jsno' is none of text, tsv, csv, json, markdown, plot, chart: did you mean 'json'?
		time -n 5 -l 2 -f yaml => time: --format: 'yaml' is none of text, tsv, csv, json, markdown, plot, chart
		compare -n 5 --model postal,telefone => compare: --model: 'telefone' is none of postal, logp, telephone, telegraph, sendrecv: did you mean 'telephone'?
	END
	ask 'schedule bcst -n 5 -l 2'
	[[ $err == "fibcast: schedule: ALGORITHM: 'bcst' is none of bcast, "*": did you mean 'bcast'?"$'\n'* ]]
	ask 'schedule optimal -n 5 -l 2'
	[[ $err == *": did you mean 'best'?"$'\n'* ]]
}

@test 'names that other programs use are recognised' {
	each refuses 2 <<-'END'
		time --procs 5 => time: unknown option '--procs': did you mean '--processors'?
		time --ranks 5 => time: unknown option '--ranks': did you mean '--processors'?
		time --size=5 => time: unknown option '--size=5': did you mean '--processors'?
		time --output x => time: unknown option '--output': answers go to standard output, which '> FILE' keeps
		time -o x => time: unknown option '-o': answers go to standard output, which '> FILE' keeps
		verify x => unknown command 'verify': did you mean 'check'?
		bcast -n 14 => unknown command 'bcast': did you mean 'schedule bcast'?
		allreduce -n 14 => unknown command 'allreduce': did you mean 'compare --op allreduce'?
		gray -n 16 => unknown command 'gray': did you mean 'locality-numbering gray'?
		time -n 5 --lambda 2 => time: unknown option '--lambda': did you mean '--latency'?
		optimum --timeout 5 => optimum: unknown option '--timeout': did you mean '--limit'?
		check --ranks 5 => check: unknown option '--ranks'
		locality --nodes 5 => locality: unknown option '--nodes': did you mean '--processors'?
		time --nodes 5 => time: unknown option '--nodes': did you mean '--node'?
		time --json => time: unknown option '--json': did you mean '--format json'?
		schedule best --allreduce => schedule: unknown option '--allreduce': did you mean '--op allreduce'?
		schedule gather -n 5 => schedule: ALGORITHM: 'gather' is an argument of --op
		time --cores 48 => time: unknown option '--cores': did you mean '--node'?
		time --degree 3 => time: unknown option '--degree': see 'schedule', 'rank'
		version => unknown command 'version': did you mean '--version'?
	END
	ask 'compare -n 5 --op bcast'
	[[ $err == *": did you mean 'broadcast'?"$'\n'* ]]
}

@test 'case and hyphens never matter for choices' {
	each answers <<-'END'
		time -n 5 -l 2 -f JSON => {"time":4,"time_approx":4}
		bound -n 5 -l 2 --model LogP => 5
		time -n 5 -l 2 --model Logp => 5
	END
	same algorithm "$(fibcast schedule bcast -n 5 -l 2)" \
		"$(fibcast schedule BCAST -n 5 -l 2)"
	same list "$(fibcast compare -n 5 --model postal,telephone)" \
		"$(fibcast compare -n 5 --model Postal,TELEPHONE)"
	same hyphen "$(fibcast schedule knomial -n 9 -l 2)" \
		"$(fibcast schedule k-nomial -n 9 -l 2)"
	same 'no hyphen' "$(fibcast schedule two-tree -n 9 -m 3 -l 2)" \
		"$(fibcast schedule twotree -n 9 -m 3 -l 2)"
	same operation "$(fibcast bound -n 9 --op allreduce -l 2)" \
		"$(fibcast bound -n 9 --op all-reduce -l 2)"
	for word in - -- k; do
		ask "schedule $word -n 9 -l 2"
		same "$word" 2 "$status"
	done
}

@test 'an operand too many is named' {
	each refuses 2 <<-'END'
		time -n 5 -l 2 7 => time: extra operand '7': processors are -n 7
		time -n 5 -l 2 $'1\1x' => time: extra operand '1?x'
		reach 5 -l 2 => reach: extra operand '5': the time is -t 5
		schedule bcast 14 -l 2 => schedule: extra operand '14': processors are -n 14
		compare -n 2..5 -l 2 -f svg => compare: --format: 'svg' is none of text, tsv, csv, json, markdown, plot, chart, map, openmpi-text, openmpi: did you mean 'plot'?
		time -n 5 -l 2 - => time: extra operand '-'
		time -n 5 -l 2 -- -H => time: extra operand '-H'
		time -n 5 -l 2 '' => time: extra operand ''
		completion bash zsh => completion: extra operand 'zsh'
		completion tcsh => completion: SHELL: 'tcsh' is none of bash, zsh, fish
		completion => completion: SHELL is missing, one of bash, zsh, fish
	END
}

@test 'an option where a number should be is named' {
	each refuses 2 <<-'END'
		time -n -l 2 => time: --processors: '-l' is not a number
		time -l 2 -n --logp 1,2,3 => time: --processors: '--logp' is not a number
		time -d -n 5 -l 2 => time: --decimals: '-n' is not a number
		reach -t -l 2 => reach: --time: '-l' is not a number
		time --logp -n 5 => time: --logp: '-n' is not a number
	END
}

@test 'numbers as people write them elsewhere' {
	each refuses 2 <<-'END'
		time -n 1,000 -l 2 => time: --processors: '1,000' is a list of 1 and 000: write 1000 or 1_000
		time -n 1,050,250 -l 2 => time: --processors: '1,050,250' is a list of 1, 050 and 250: write 1050250 or 1_050_250
		tree -n 1,234 -l 2 => tree: --processors: '1,234' is a list of 1 and 234: write 1234 or 1_234
		tree -n 5 -l 2,5 => tree: --latency: '2,5' is a list of 2 and 5, but one value is needed: write 2.5 for the decimal
		tree -n 2,5 -l 2 => tree: --processors: '2,5' is a sweep, but one value is needed
		time -n -5 -l 2 => time: --processors: must be at least 1, not '-5'
		time -n 5 -l -2.5 => time: --latency: must be at least 1, not '-2.5'
		reach -t -1 -l 2 => reach: --time: must be at least 0, not '-1'
		time -n 5 -l 2 -d -1 => time: --decimals: must be at least 0, not '-1'
		schedule dtree -n 5 -l 2 --degree=-1 => schedule: --degree: must be at least 1, not '-1'
		time -n 14us -l 2 => time: --processors: '14us' has the unit us, but a plain number is needed
		time -n 14 -l 2.5ms => time: --latency: '2.5ms' has the unit ms, but a plain number is needed
		time -n 14 -l 2µs => time: --latency: '2µs' has the unit µs, but a plain number is needed
		time -n 5 -l 2 -d 3kB => time: --decimals: '3kB' has the unit kB, but a plain number is needed
		time -n 64K -l 2 => time: --processors: '64K' has the unit K: write k for 1000, Ki for 1024
		time -n 1K..16Mx4 -l 2 => time: --processors: '1K' has the unit K: write k for 1000, Ki for 1024
		time -n 2,64kib -l 2 => time: --processors: '64kib' has the unit kib, but a plain number is needed
		time -n mine.csv -l 2 => time: --processors: 'mine.csv' is a file: '-' reads numbers from standard input
		time -n 8 --loggp 1us,1us,1us,160Gb/s --bytes 9 => time: --loggp: '160Gb/s' has none of the units ns, us, ms, s and, for G, GB/s
		locality -n 16 => locality: --cost is missing: a function of k, such as clog
		revolve properties --scheme bcnext -n 15 => revolve: --processors: '15' is not 2^h, h >= 1, as the scheme needs
		time -n 5-10 -l 2 => time: --processors: '5-10' is not a sweep: write 5..10
		time -n 5:10 -l 2 => time: --processors: '5:10' is not a sweep: write 5..10
		time -n 9-10 -l 2 => time: --processors: '9-10' is not a sweep: write 9..10
		time -n 10-5 -l 2 => time: --processors: '10-5' needs parentheses: '(10-5)'
		tree -n 5-10 -l 2 => tree: --processors: '5-10' is a range, but one value is needed
		time -n us -l 2 => time: --processors: 'us' is not a number
	END
	same list 3 "$(fibcast time -n 1,234 -l 2 | wc -l)"
	same list 3 "$(fibcast time -n 5 -l 2,5 | wc -l)"
}

@test 'an error in a file names the file and the line' {
	cd "$BATS_TEST_TMPDIR"
	fibcast schedule bcast -n 5 -l 2 >good.tsv
	sed 's/^1\t0/x\t0/' good.tsv >bad.tsv
	line=$(grep -n '^x' bad.tsv | head -1 | cut -d: -f1)
	for command in check 'convert -f dot' replay; do
		misreads "$command bad.tsv" "${command%% *}: bad.tsv:$line: 'x' is not a time"
		misreads "$command <bad.tsv" "${command%% *}: line $line: 'x' is not a time"
		misreads "$command - <bad.tsv" "${command%% *}: line $line: 'x' is not a time"
		misreads "$command ." "${command%% *}: .: cannot read: Is a directory"
		misreads "$command none" "${command%% *}: none: No such file or directory"
	done
	fibcast convert -f csv good.tsv >a.csv
	misreads 'check a.csv' 'check: a.csv:1: csv is not read, as it has no header: use tsv or text'
	sed 's/^# finish.*/# finish 9/' good.tsv >late.tsv
	ask 'check late.tsv'
	same late "late.tsv:7: the finish is claimed to be 9, but is 4"$'\n 1' "$out $status"
	ask 'check <late.tsv'
	same late "line 7: the finish is claimed to be 9, but is 4"$'\n 1' "$out $status"
	sed '/^[0-9]/s/\t[0-9]*$/\t1/; $d' good.tsv >"we"$'\e'"ird"
	ask $'check we\eird'
	[[ $out == 'we?ird:'* && $status == 1 ]]
	misreads 'locality-tree --cost k good.tsv' "$(fibcast locality-tree \
		--cost k <good.tsv 2>&1 | sed 's/^fibcast: //; s/line \([0-9]*\):/good.tsv:\1:/')"
	misreads 'program -n 3 -l 1 --solution good.tsv' "$(fibcast program \
		-n 3 -l 1 --solution - <good.tsv 2>&1 |
		sed 's/^fibcast: //; s/line \([0-9]*\):/good.tsv:\1:/')"
}

@test 'a missing option or operand is named' {
	each refuses 2 <<-'END'
		time => time: --processors and --latency (or --logp) are missing
		time --op allgather => time: --processors is missing
		reach => reach: --latency (or --logp) and --time are missing
		schedule => schedule: ALGORITHM ('best' is the best that fibcast knows) and --processors are missing
		schedule -n 13 -l 2 => schedule: ALGORITHM is missing: 'best' is the best that fibcast knows
		revolve => revolve: WHAT, --scheme and --processors are missing
		time -l 2 => time: --processors is missing
		time -n 5 => time: --latency or --logp is missing
		reach -l 2 => reach: --time is missing
		reach -t 2 => reach: --latency or --logp is missing
		tree -l 2 => tree: --processors is missing
		tree -n 5 => tree: --latency or --logp is missing
	END
}

@test 'a number out of range is named with the range' {
	each refuses 2 <<-'END'
		time -n 0 -l 2 => time: --processors: must be at least 1, not '0'
		time -n -3 -l 2 => time: --processors: must be at least 1, not '-3'
		time -n 5/2 -l 2 => time: --processors: '5/2' is not a whole number
		time -n 5 -l 1/2 => time: --latency: must be at least 1, not '1/2'
		time -n 5 -l 0 => time: --latency: must be at least 1, not '0'
		time -n 5 -l 0.999999999999999999999 => time: --latency: must be at least 1, not '0.999999999999999999999'
		reach -l 2 -t -1 => reach: --time: must be at least 0, not '-1'
		tree -n 0 -l 2 => tree: --processors: must be at least 1, not '0'
		time -n 5 -l 2 -d 1000001 => time: --decimals: must be at most 1000000, not '1000001'
		time -n 5 -l 2 -d 1/2 => time: --decimals: '1/2' is not a whole number
		time -n 5 -l 2 -d 1..2 => time: --decimals: '1..2' is a sweep, but one value is needed
		time -n 5 -l 2 -d -1 => time: --decimals: must be at least 0, not '-1'
		time -n 5 -l 2 --max-rows 0 => time: --max-rows: must be at least 1, not '0'
		time -n 5 -l 2 --max-bits 63 => time: --max-bits: must be at least 64, not '63'
		reach -l 2 -t 5 --approx 0 => reach: --approx: must be at least 1, not '0'
	END
}

@test 'a wrong choice is named with the possible ones' {
	each refuses 2 <<-'END'
		time -n 5 -l 2 -f yaml => time: --format: 'yaml' is none of text, tsv, csv, json, markdown, plot, chart
		time -n 5 -l 2 -f '' => time: --format: '' is none of text, tsv, csv, json, markdown, plot, chart
		time -n 5 -l 2 -f text,tsv => time: --format: 'text,tsv' is none of text, tsv, csv, json, markdown, plot, chart
		time -n 5 -l 2 --model telephone => time: --latency: not used in the model telephone
		tree -n 5 -l 2 -f png => tree: --format: 'png' is none of text, tsv, csv, json, markdown, outline, dot, svg: did you mean 'svg'?
		tree -n 5 -l 2 --shape star => tree: --shape: 'star' is none of min-depth, bcast
	END
}

@test 'models and machine parameters that do not fit are named' {
	each refuses 2 <<-'END'
		time -n 5 -l 5/2 --model logp => time: --latency: '5/2' is not whole, which the model logp needs
		time -n 5 -l 2..3+1/2 --model logp => time: --latency: '5/2' is not whole, which the model logp needs
		tree -n 5 -l 5/2 --model logp => tree: --latency: '5/2' is not whole, which the model logp needs
		time -n 5 --logp 1,2 => time: --logp: '1,2' is not L,o,g
		time -n 5 --logp 1,2,3,4 => time: --logp: '1,2,3,4' is not L,o,g
		time -n 5 --logp 1,2,x => time: --logp: 'x' is not a number
		time -n 5 --logp 1,-2,3 => time: --logp: must be at least 0, not '-2,3'
		time -n 5 --logp -1us,1us,1us => time: --logp: must be at least 0, not '-1us,1us,1us'
		time -n 5 --logp -1us..2us,1us,1us => time: --logp: must be at least 0, not '-1us..2us'
		time -n 5 --logp '' => time: --logp: '' is not a number
		time -n 5 --logp 5,0,0 => time: --logp: '5,0,0' has neither overhead nor gap
		time -n 5 --logp 6,2,4 -l 2 => time: --latency and --logp: only one can be given
		time -n 5 --logp 6,2,4 --model logp => time: --logp: gives times in the machine's own unit, --model logp in steps: use one of them
		reach -t 5 --logp 1,0,4 => reach: --logp: the gap g = 4 is above L+2o = 1: a message arrives before the next can be sent, a case that only 'time', 'bound', 'compare', 'schedule' and 'replay' answer
		tree -n 5 --logp 0,0,3 => tree: --logp: the gap g = 3 is above L+2o = 0: a message arrives before the next can be sent, a case that only 'time', 'bound', 'compare', 'schedule' and 'replay' answer
	END
}

@test 'options that contradict each other are refused' {
	each refuses 2 <<-'END'
		reach -l 2 -t 5 --all --approx 3 => reach: --all and --approx: only one can be given
	END
}

@test 'an answer that would be too long is refused with its length' {
	each refuses 3 <<-'END'
		time -n 1..1e12 -l 2 => time: the table would have 1000000000000 rows, more than --max-rows allows
		time -n 1..1e6 -l 1..1e6 => time: the table would have 1000000000000 rows, more than --max-rows allows
		time -n 1..10 -l 2 --max-rows 9 => time: the table would have 10 rows, more than --max-rows allows
		time --max-rows 9 -n 1..4,7,9 -l 1,2 => time: the table would have 12 rows, more than --max-rows allows
		tree -n 1e10 -l 2 => tree: the tree would have 10000000000 rows, more than --max-rows allows
		tree -n 11 -l 2 --max-rows 10 => tree: the tree would have 11 rows, more than --max-rows allows
		tree -n 1e30 -l 2 --shape bcast => tree: the tree would have 1000000000000000000000000000000 rows, more than --max-rows allows
	END
	ask 'time -n 1..10 -l 2 --max-rows 10'
	same status 0 "$status"
}

@test 'too many digits are refused with their number' {
	local line
	for line in 'reach -l 2 -t 1e18' 'reach -l 3,2 -t 0..1e18'; do
		ask "$line"
		same "$line" 3 "$out$status"
		[[ $err =~ ^'fibcast: reach: F(t) would have up to 20898764'[0-9]{10}' digits, more than --max-bits allows; --approx D prints the first D'$'\n'$ ]]
	done
}

@test 'digits that would be too many, by --max-bits' {
	ask 'reach -l 2 -t 1000 --max-bits 64'
	same status 3 "$status"
	[[ $err =~ ^'fibcast: reach: F(t) would have up to '2[01][0-9]' digits, more than --max-bits allows; --approx D prints the first D'$'\n'$ ]]
	answers 'reach -l 2 -t 80 --max-bits 64' 37889062373143906
}

@test 'nothing is printed before a refusal' {
	local line
	for line in 'reach -l 2 -t 1,2,1e18' 'time -n 1,2,x -l 2' \
		'time -n 1..3 -l 2,5/2 --model logp' \
		'reach -l 1..9,1/2 -t 3'; do
		ask "$line"
		same "$line" '' "$out"
		[[ $status != 0 && $err ]]
	done
}

@test 'what the user wrote cannot speak to the terminal' {
	each refuses 2 <<-'END'
		$'a\x1bb\x7f' => unknown command 'a?b?'
		$'a\xc2\x9b31mb' => unknown command 'a??31mb'
		$'\x9b31m\xff' => unknown command '?31m?'
		$'caf\xc3\xa9 \xe2\x82\xac' => unknown command 'café €'
		$'\xf0\x9f\x98\x80\xf5\x80' => unknown command '😀??'
	END
	# Cut after sixty bytes, but not within a character.
	each refuses 2 <<-'END'
		$(printf 'é%.0s' {1..30}) => unknown command 'éééééééééééééééééééééééééééééé'
		$(printf 'é%.0s' {1..31}) => unknown command 'éééééééééééééééééééééééééééééé...'
		x$(printf 'é%.0s' {1..31}) => unknown command 'xééééééééééééééééééééééééééééé...'
	END
}

@test 'arithmetic without parentheses' {
	each refuses 2 <<-'END'
		time -n 2^53-1 -l 1 => time: --processors: '2^53-1' needs parentheses: '(2^53-1)'
		time -n 3*5 -l 2 => time: --processors: '3*5' needs parentheses: '(3*5)'
		reach -l 2 -t 7/2+1 => reach: --time: '7/2+1' needs parentheses: '(7/2+1)'
	END
	answers "time -n '(3*5)' -l 2" 7
	answers 'time -n 3..5+2 -l 2 -H' $'3  3\n5  4'
}

@test 'what a newcomer asks, with nothing but --help' {
	cd "$BATS_TEST_TMPDIR"
	answers 'time -n 1000 -l 2.5' 35/2
	same best 'cyclic - 73' "$(fibcast compare -n 64 -m 64 -l 2 |
		awk 'NR == 2 { print $1, $2, $3 }')"
	same schedule 'ok: 4032 transmissions, finish 73 (optimal)' \
		"$(fibcast schedule best -n 64 -m 64 -l 2 | fibcast check)"
	refuses 2 'rank 17 -n 64 -m 64 -l 2' \
		'rank: --messages: not used by bcast: choose another --algorithm, such as dtree'
	same part "$(fibcast schedule best -n 64 -m 64 -l 2 |
		awk '!/^#/ && $2 == 17' | wc -l)" \
		"$(fibcast rank 17 -n 64 -m 64 -l 2 --algorithm cyclic |
			grep -c ^send)"
	answers 'time -n 64 --logp 6,2,4' 46
	# The help of check has a schedule, which is valid; by hand it is not.
	fibcast help check | sed -n 's/^  \([#t0-9]\)/\1/p' >mine
	answers 'check mine' 'ok: 2 transmissions, finish 3 (optimal)'
	sed '$s/.*/1 1 2 1/' mine >wrong
	ask 'check wrong'
	same wrong 'wrong:7: processor 1 sends message 1 at 1, but has it only at 2
 [1]' "$out$err [$status]"
}
