# Shared by the command-line tests.  BUILD is the directory of the binary.
ROOT=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
BUILD=$(cd "${BUILD:-$ROOT/build}" && pwd)
PATH=$BUILD:$PATH
export ROOT BUILD PATH LC_ALL=C.UTF-8

# Runs "fibcast $1", as a shell would: sets out and err, each whole, and status.
ask() {
	status=0
	eval "fibcast $1" >"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/err" ||
		status=$?
	IFS= read -r -d '' out <"$BATS_TEST_TMPDIR/out" || :
	IFS= read -r -d '' err <"$BATS_TEST_TMPDIR/err" || :
}

# same WHAT EXPECTED ACTUAL
same() {
	[[ $2 == "$3" ]] && return
	printf '%s\n-- expected:\n%s\n-- found:\n%s\n' "$1" "$2" "$3"
	return 1
}

# answers ARGUMENTS OUTPUT: exactly this, a newline after it, and status 0.
answers() {
	ask "$1"
	same "fibcast $1" "$2"$'\n'" [0]" "$out$err [$status]"
}

# shows ARGUMENTS <<'END': the same, the output as a here-document.
shows() {
	local expected
	expected=$(cat)
	answers "$1" "$expected"
}

# refuses STATUS ARGUMENTS MESSAGE: nothing but this message on standard error;
# after a usage error, where help is.
refuses() {
	local try='' command=${2%% *}
	[[ $3 == "$command: "* ]] || command=
	[[ $1 != 2 ]] || try="Try 'fibcast ${command:+$command }--help'."$'\n'
	ask "$2"
	same "fibcast $2" "fibcast: $3"$'\n'"$try [$1]" "$out$err [$status]"
}

# Whether memory is addressed by 64 bits: limits in bytes depend on that.
has_64_bits() {
	fibcast reach -l 3 -t 9 --max-bits 2^36 >/dev/null 2>&1
}

# misreads ARGUMENTS MESSAGE: the same for what was read: status 2, but the
# command line is right.
misreads() {
	ask "$1"
	same "fibcast $1" "fibcast: $2"$'\n [2]' "$out$err [$status]"
}

# lacks GREP-ARGUMENTS: no line is found.  ("! grep" would not fail a test.)
lacks() {
	if grep "$@"; then
		return 1
	fi
}

# each CHECK... <<'END': CHECK for every line "ARGUMENTS => EXPECTED".
each() {
	local line
	while IFS= read -r line <&9; do
		"$@" "${line%% => *}" "${line#* => }"
	done 9<&0 </dev/null
}

# The columns named, of a table with a header: columns ARGUMENTS 'depth time'.
columns() {
	eval "fibcast $1" | awk -v want="$2" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i
			n = split(want, name); next }
		{ for (i = 1; i <= n; i++)
			printf "%s%s", $at[name[i]], i < n ? " " : "\n" }'
}

# needs TOOL: passes the test over where that program is not installed.
needs() {
	command -v "$1" >/dev/null || skip "no $1"
}

# finds WHAT EXPECTED JQ-ARGUMENTS: what jq finds in the JSON on standard input;
# nothing is asked where it is not installed.
finds() {
	command -v jq >/dev/null || return 0
	same "$1" "$2" "$(jq "${@:3}")"
}

# well_formed FILE: it is XML, as far as xmllint is installed to say.
well_formed() {
	! command -v xmllint >/dev/null || xmllint --noout "$1"
}

# All commands, as the help lists them.
all_commands() {
	fibcast --help | sed -nE '2,/^All/s/^.{11}([a-z][a-z-]*)  .*/\1/p'
}

# The long options of a command: "name" or "name ARGUMENT" a line.
all_options() {
	fibcast help "$1" |
		sed -nE 's/^  (    |(-., )+)--([a-z-]+) ?([A-Za-z][^ ]*)? .*/\3 \4/p' |
		sed 's/ $//; /^help/d'
}

# The choices of an option or, if it is "", of the operand; a line each.
all_choices() {
	fibcast "$1" ${2:+"--$2"} @ 2>&1 |
		sed -n "s/.*'@' is none of //p; s/.*'@' is not \(.*\), the only choice/\1/p" | tr -d ' ' | tr , '\n'
}

# formats COMMAND [NAME...]: the formats that the command has, but not those.
formats() {
	all_choices "$1" format | grep -vxF -f <(printf '%s\n' "${@:2}")
}

# Runs a transcript: after "$ COMMAND", which goes on in lines "> ...", the lines
# that it prints, where "..." stands for any; a form feed ends them.  Commands of
# others, and those that need what is not installed, are passed over.
transcript() {
	local line command='' expected='' ran=0
	while IFS= read -r line; do
		case $line in
		'$ '* | $'\f')
			transcript_check
			command='' expected=''
			[[ $line != '$ fibcast'* ]] || command=${line#??}
			;;
		'> '*)
			if [[ $expected ]]; then
				expected+=$line$'\n'
			elif [[ $command ]]; then
				command+=$'\n'${line#??}
			fi
			;;
		*) expected+=$line$'\n' ;;
		esac
	done
	transcript_check
	((ran > 0)) || { echo 'no commands here'; return 1; }
}

transcript_check() {
	local found pattern tool
	[[ $command ]] || return 0
	ran=$((ran + 1))
	for tool in jq python3 glpsol; do
		[[ $command != *"$tool "* ]] || command -v "$tool" \
			>/dev/null || return 0
	done
	found=$(cd "$BATS_TEST_TMPDIR" && bash -c "$command" 2>&1)
	pattern=$(sed 's/[][*?\\]/\\&/g; s/^\.\.\.$/*/' <<<"${expected%$'\n'}")
	# shellcheck disable=SC2053 # a pattern, for the lines "..."
	[[ $found == $pattern ]] || same "$command" "${expected%$'\n'}" "$found"
}

# The indented examples of a text, as a transcript: each starts with "$ " and
# goes on as long as lines are indented no less.
examples() {
	awk '
		/^ *$/ { blank++; next }
		/^ +\$ / { indent = index($0, "$"); blank = 0 }
		indent && substr($0, 1, indent - 1) ~ /^ *$/ {
			for (; blank > 0; blank--)
				print ""
			print substr($0, indent)
			next
		}
		{ print "\f"; blank = indent = 0 }'
}

# grep that must find nothing: "! grep" would not fail a test.
none() {
	if grep "$@"; then
		return 1
	fi
}
