# README: its commands print what it shows.
load helper

@test 'the README'\''s commands print what it shows' {
	examples <"$ROOT/README.md" | transcript
}

# Rows "| where | words | … `shown` … | `command` |": the output has, in this
# order, all that is shown.
@test 'the README'\''s corrections of the papers can be reproduced' {
	local rows=0 words shown command found piece
	while IFS='|' read -r _ _ words shown command _ <&9; do
		rows=$((rows + 1))
		[[ $words == *'"'*'"'* && $command =~ ^\ \`(fibcast\ .*)\`\ $ ]]
		command=${BASH_REMATCH[1]//$'\v'/|}
		found=$(cd "$BATS_TEST_TMPDIR" && bash -c "$command" 2>&1) || :
		[[ $shown == *'`'*'`'* ]]
		while [[ $shown =~ ^[^\`]*\`([^\`]*)\`(.*)$ ]]; do
			piece=${BASH_REMATCH[1]} shown=${BASH_REMATCH[2]}
			[[ $found == *"$piece"* ]] ||
				same "$command" "$piece" "$found"
			found=${found#*"$piece"}
		done
	done 9< <(sed -n '/^| where | the paper/,/^$/p' "$ROOT/README.md" |
		sed '1,2d; $d; s/\\|/\v/g')
	same rows 11 "$rows"
}
