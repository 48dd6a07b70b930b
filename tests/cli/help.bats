# Help: it fits a terminal, and its examples are true.
load helper

# Lines that are longer than $1 columns, and how many there are in all.
fits() {
	awk -v width="$1" -v height="$2" '
		length($0) > width { print; wide = 1 }
		END { if (NR > height) print NR " lines"
			exit wide || NR > height }'
}

@test 'every command is described' {
	for command in reach time sequence bound tree completion; do
		all_commands | grep -qx $command
	done
	for command in $(all_commands); do
		ask "$command --help"
		same "$command" '0 ' "$status $err"
		[[ $out == "usage: fibcast $command "* ]]
		same "$command -h" "$out" "$(fibcast "$command" -h)"$'\n'
	done
}

@test 'it fits 80 columns and a screen' {
	fibcast --help | fits 80 24
	for command in $(all_commands); do
		fibcast "$command" --help | fits 80 24 || {
			echo "$command"
			return 1
		}
	done
}

# Lines of 28 blanks and a word for which the line before had room.
unfilled() {
	awk -v width="$1" '
		match($0, /[^ ]/) == 29 && length(last) + 1 + length($1) <= width { print }
		{ last = $0 }'
}

@test 'its lines are filled to 80 columns' {
	for command in $(all_commands); do
		fibcast help "$command" | fits 80 999
		same "$command" '' "$(fibcast help "$command" | unfilled 80)"
		same "$command" '' "$(fibcast "$command" --help | unfilled 80)"
	done
}

@test 'no blanks at the end of a line, nothing but ASCII' {
	for command in '' $(all_commands); do
		fibcast ${command:+"$command"} --help |
			LC_ALL=C none -nE ' $|[^ -~]'
	done
}

@test 'examples print what is shown' {
	cd "$BATS_TEST_TMPDIR"
	for command in '' $(all_commands); do
		help=$(fibcast ${command:+"$command"} --help)
		example=$(sed -n 's/^  \$ //p' <<<"$help" | head -1)
		[[ "$example " == *"fibcast ${command:-time} "* ]]
		shown=$(sed '1,/^  \$ /d; /^ *$/,$d; /^  \$ /,$d; s/^  //' <<<"$help")
		bash -c "$example" >found 2>err
		# What program says of its size is no error.
		same "$example" '' "$(grep -v ' variables, ' err)"
		[[ ! $shown ]] || same "$example" "$shown" "$(cat found)"
	done
	# Where fibcast was built, that would be the program.
	[[ ! -e fibcast ]]
}

@test 'help and -V are the same as the options' {
	same help "$(fibcast --help)" "$(fibcast help)"
	same -h "$(fibcast --help)" "$(fibcast -h)"
	same '--help time' "$(fibcast help time)" "$(fibcast --help time)"
	same 'help help' "$(fibcast --help)" "$(fibcast help help)"
	same 'help --help' "$(fibcast --help)" "$(fibcast help --help)"
	same 'help -h' "$(fibcast --help)" "$(fibcast help -h)"
	same -V "$(fibcast --version)" "$(fibcast -V)"
	each refuses 2 <<-'END'
		help tiem => unknown command 'tiem': did you mean 'time'?
		help time x => extra operand 'x'
		help help x => extra operand 'x'
		-V time => extra operand 'time'
		hlep => unknown command 'hlep': did you mean 'help'?
	END
}

# The options that --help names, and how many more it says that there are.
named() {
	fibcast "$1" --help | grep -oE -- '--[a-z][a-z-]+' | sort -u |
		grep -vx -e --help || :
	fibcast "$1" --help | paste -sd ' ' | tr -s ' ' |
		sed -nE 's/.*--[a-z-]+ and ([0-9]+) more: fibcast help.*/\1/p'
}

@test 'help COMMAND has what --help only names' {
	cd "$BATS_TEST_TMPDIR"
	for command in $(all_commands); do
		fibcast "$command" --help >"$BATS_TEST_TMPDIR/screen"
		fibcast help "$command" | fits 80 90
		grep -q "fibcast help $command\$" <(paste -sd " " "$BATS_TEST_TMPDIR/screen" | tr -s ' ' |
			sed 's/ \$ .*//')
		all_options "$command" | sed 's/^/--/; s/ .*//' | sort >all
		named "$command" >shown
		more=$(grep -v -- -- shown || :)
		same "$command" '' "$(grep -- -- shown | comm -23 - all)"
		same "$command: more" "${more:-0}" \
			"$(grep -- -- shown | comm -13 - all | wc -l)"
	done
	same -f '  -f, --format FORMAT       what to print (default: text): text, tsv, csv, json,' \
		"$(fibcast time --help | grep -e --format)"
	none -q 'refuse longer numbers' <(fibcast time --help)
	fibcast help time | grep -q 'refuse longer numbers'
	# Formats by what they are for.
	fibcast help compare | paste -sd ' ' | tr -s ' ' | grep -qF \
		': text, tsv, csv, json, markdown; pictures: plot, chart, map; exports: openmpi-text, openmpi '
}

@test 'a screen shows as many choices as it has room for' {
	help=$(fibcast schedule --help)
	grep -qE '^ +dtree, .*, and [0-9]+ more$' <<<"$help"
	count=$(sed -nE 's/.*, and ([0-9]+) more$/\1/p' <<<"$help" | head -n 1)
	shown=$(sed -n '/^  ALGORITHM/,/^  -n/p' <<<"$help" | head -n 2 |
		sed 's/.*one of://; s/and [0-9]* more//' | tr ',' '\n' | grep -c '[a-z]')
	# The words before the list name best, which is the last one of it.
	same count "$(all_choices schedule '' | wc -l)" $((shown + count + 1))
}

@test 'one summary of a command: in the help, in README and in the manual' {
	for command in $(all_commands); do
		summary=$(fibcast --help | sed -nE "s/^.{11}$command  +//p")
		same "$command" "Prints $summary." \
			"$(fibcast "$command" --help | sed -n 2p)"
		same "$command in README" "| \`$command\` | $summary |" \
			"$(grep "^| \`$command\` |" "$ROOT/README.md")"
		same "$command in the manual" "$summary" \
			"$(sed -n "/^\.Sh COMMANDS/,/^\.Ss/{/^\.It Cm $command\$/{n;p}}" \
				"$ROOT/man/fibcast.1")"
	done
}

@test 'the second example works, too' {
	cd "$BATS_TEST_TMPDIR"
	fibcast schedule bcast -n 14 -l 3 >mine.tsv
	printf '%s\n' 'node parent processor cell' '0 - 1 0' >tree.tsv
	for command in $(all_commands); do
		help=$(fibcast "$command" --help)
		example=$(sed -n 's/^  \$ //p' <<<"$help" | sed -n 2p)
		[[ "$example" == *"fibcast $command "* ]]
		status=0
		bash -c "$example" >found 2>err || status=$?
		same "$example" 0 "$status"
	done
}

@test 'schedule says which algorithm serves which model' {
	cd "$BATS_TEST_TMPDIR"
	fibcast help schedule | sed '1,/^The algorithms of each model/d' >models
	for model in postal logp telephone telegraph sendrecv locality; do
		grep -q "^  $model " models
	done
	grep -q '^  telephone  *telephone' models
	grep -q '^  locality  *root' models
	grep -q '^  sendrecv .*circulant' models
	# All are there.
	for algorithm in $(fibcast schedule none 2>&1 |
		sed -n "s/.*'none' is none of //p" | tr -d ,); do
		grep -qw "$algorithm" models
	done
}

@test 'what is required is in the usage line' {
	each usage <<-'END'
		reach => (-l LATENCY | --logp L,o,g) -t TIME [OPTIONS]
		time => -n N (-l LATENCY | --logp L,o,g) [OPTIONS]
		bound => -n N [-l LATENCY | --logp L,o,g] [OPTIONS]
		schedule => ALGORITHM -n N [-l LATENCY | --logp L,o,g] [OPTIONS]
		rank => R -n N [-l LATENCY | --logp L,o,g] [OPTIONS]
		locality => -n N --cost FUNCTION [OPTIONS]
		revolve => WHAT [R] --scheme SCHEME -n N [OPTIONS]
	END
	for command in $(all_commands); do
		# Every letter is shown, and does what it says.
		fibcast help "$command" | grep -qx '  -h, --help                help on one screen'
		for letter in $(fibcast help "$command" |
			sed -nE 's/^  ((-., )+).*/\1/p' | tr -d ','); do
			ask "$command $letter"
			none -q 'unknown option' <<<"$err"
		done
	done
	fibcast time --help | grep -q '^  -n, -P, --processors N '
	fibcast compare --help | grep -q '^  -m, -k, --messages M '
}

usage() {
	same "$1" "usage: fibcast $1 $2" "$(fibcast "$1" --help | head -1)"
}

@test 'help comes first, whatever else is wrong' {
	for line in 'time --help' 'time -n x --help' 'time --help --nonsense' \
		'time -l 1/2 -h' 'reach -t 1e99 -l 2 --help' 'time -Hhn x' \
		'time -help'; do
		ask "$line"
		same "$line" "$(fibcast "${line%% *}" --help)"$'\n0' "$out$err$status"
	done
}

@test 'fibcast --help lists every command' {
	ask --help
	same status '0 ' "$status $err"
	[[ $out == 'usage: fibcast COMMAND [OPTIONS] [OPERANDS]'* ]]
	same short "$out" "$(fibcast -h)"$'\n'
	for word in F_lambda f_lambda 'B(P,L)' T_lb f_i numbers schedules judging models; do
		[[ $out == *"$word"* ]]
	done
	ask --version
	[[ $out =~ ^'fibcast '[0-9]+\.[0-9]+\.[0-9]+$'\nCopyright (C) 2026 the fibcast authors\nLicense GPLv3+: ' && $status == 0 ]]
	grep -q '^Report bugs to ' <<<"$out"
}

@test 'without a command: the same, on standard error' {
	ask ''
	same usage "$(fibcast --help)"$'\n'2 "$err$out$status"
}

@test 'the defaults that help names are those that hold' {
	for command in reach time tree sequence bound; do
		fibcast help $command | tr -s ' \n' ' ' | grep -qF '(default: 2^33)'
		fibcast help $command | tr -s ' \n' ' ' | grep -qF '(default: 10^9)'
	done
}
