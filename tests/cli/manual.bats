# The manual: its examples are true, its options are those that there are.
load helper

manual() {
	cat "$ROOT"/man/*.1
}

# What mandoc prints, without its bold and its underlined letters.
plain() {
	sed $'s/.\b//g'
}

# The lines of the section of a command: .Ss NAME.
section() {
	manual | awk -v name="$1" '
		/^\.S[sh]/ { inside = $1 == ".Ss" && $2 == name && NF == 2 }
		inside'
}

# What holds for several commands.
common() {
	sed '/^\.Sh COMMANDS/,$d' "$ROOT/man/fibcast.1"
}

# The lines of a section, and the items of those options that its paragraph
# "Also:" names, one by one or by the heading under which they are described.
expanded() {
	awk '
		FNR == NR {
			if (/^\.S[sh] /)
				heading = substr($0, 5)
			else if (/^\.It /)
				item[heading] = item[heading] $0 "\n"
			next
		}
		/^Also:/ { also = 1 }
		/^\.(Pp|S[sh])/ { also = 0 }
		also && /^\.Fl -/ { print ".It Fl", $2 }
		also && sub(/^\.(Sx|Em) /, "") {
			sub(/ [.,]$/, "")
			printf "%s", item[$0]
			next
		}
		{ print }' "$ROOT/man/fibcast.1" -
}

# The long options that the items of these lines describe.
documented() {
	sed -n '/^\.It .*Fl -/p' | tr -d '\\' |
		grep -oE 'Fl -[a-z][a-z-]*' | sed 's/^Fl -//' | sort -u
}

@test 'the manual'\''s examples print what it shows' {
	needs mandoc
	for page in fibcast.1 fibcast-schedule.1 fibcast-locality.1 \
		fibcast-papers.7; do
		mandoc -T utf8 -O width=500 "$ROOT/man/$page" | plain |
			examples | transcript
	done
}

@test "the format's examples: what is shown is read, and prints that" {
	needs mandoc
	page=$ROOT/man/fibcast-schedule.5
	mandoc -T utf8 -O width=500 "$page" | plain | examples | transcript
	sed -n '/^# fibcast schedule 1/,/^\.Ed/p' "$page" | sed '/^\.Ed/d' |
		csplit -sz -f "$BATS_TEST_TMPDIR/shown" - \
			'/^# fibcast schedule/' '{*}'
	cd "$BATS_TEST_TMPDIR"
	same shown 2 "$(printf '%s\n' shown* | wc -l)"
	for file in shown*; do
		same "$file" "$(cat "$file")" "$(fibcast convert "$file")"
		fibcast check "$file"
	done
}

@test 'every terminal has its characters' {
	none -nP '[^\x00-\x7F]' "$ROOT"/man/*.[1-9]
	needs man
	for page in "$ROOT"/man/*.[1-9]; do
		same "$page" '' "$(LC_ALL=C man "$page" 2>&1 >/dev/null)"
	done
}

@test 'the foot: date and version are those of the release' {
	for page in fibcast{,-schedule,-locality}.1 fibcast-schedule.5 \
		fibcast-papers.7; do
		same "$page" ".Os $(fibcast --version | head -n 1)" \
			"$(grep '^\.Os' "$ROOT/man/$page")"
		grep -qE '^\.Dd [A-Z][a-z]+ [0-9]+, 20[0-9]{2}$' \
			"$ROOT/man/$page"
	done
}

@test 'every command has its section, with all its options and no others' {
	for command in $(all_commands); do
		same "$command" "$(all_options "$command" | cut -d ' ' -f 1 |
			sort)" "$(section "$command" | expanded | documented)"
	done
}

@test 'every item in the manual says what it is' {
	same nothing '' "$(cat "$ROOT"/man/*.1 | awk '
		/^\.El/ && item { print item }
		{ item = /^\.It / && !/^\.It Fl -(logp|node)/ ? $0 : "" }')"
}

@test 'every option in the manual exists' {
	exist=$({
		for command in $(all_commands); do
			all_options "$command" | cut -d ' ' -f 1
		done
		printf 'help\nversion\n'
	} | sort -u)
	same unknown '' "$(manual | documented | grep -vxF "$exist")"
}

@test 'the manual names every choice' {
	for command in $(all_commands); do
		while read -r option argument; do
			[[ $argument ]] || continue
			for choice in $(all_choices "$command" "$option"); do
				{ common && section "$command"; } |
					tr -d '\\' | grep -qwF -- "$choice" || {
					echo "$command --$option $choice"
					return 1
				}
			done
		done < <(all_options "$command")
	done
}

@test 'the manual names every algorithm' {
	algorithms=$(fibcast schedule none 2>&1 |
		sed -n "s/.*'none' is none of //p" | tr -d ,)
	[[ $algorithms == *bcast*root* ]]
	for algorithm in $algorithms; do
		section schedule | grep -qE "^\.(It )?Cm $algorithm\>" || {
			echo "$algorithm"
			return 1
		}
	done
}
