# README: its commands print what it shows.
load helper

@test 'commands in code blocks' {
	examples <"$ROOT/README.md" | transcript
}

# Rows "| where | printed | `it is` | `command` |": the command's output has it.
@test 'the published errors' {
	local rows=0
	while IFS=$'\t' read -r is command; do
		rows=$((rows + 1))
		found=$(cd "$BATS_TEST_TMPDIR" && bash -c "$command" 2>&1) || :
		[[ $found == *"$is"* ]] || same "$command" "$is" "$found"
	done < <(sed -nE 's/^\|.*\| `([^`]*)` \| `(fibcast .*)` \|$/\1\t\2/p' \
		"$ROOT/README.md" | sed 's/\\|/|/g')
	((rows >= 10))
}
