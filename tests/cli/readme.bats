# README: its commands print what it shows.
load helper

@test 'the README'\''s commands print what it shows' {
	examples <"$ROOT/README.md" | transcript
}

# Each package that is listed for the tests has a program that they ask for; that
# they need no others is seen on a fresh machine.
@test 'the README'\''s packages are those that the tests use' {
	local package program count=0
	while read -r package; do
		program=$(sed -n "s/^$package=//p" <<-'END'
			graphviz=dot
			libxml2-utils=xmllint
			glpk-utils=glpsol
		END
		)
		grep -qE "(needs|command -v|for tool in.*|') ?${program:-$package}\>" \
			"$ROOT"/tests/cli/*.ba* "$ROOT/Makefile" ||
			same "$package" used 'not used'
		count=$((count + 1))
	done < <(sed -n 's/^    apt-get install -y \(.*\) && make check$/\1/p' \
		"$ROOT/README.md" | tr ' ' '\n')
	((count > 5))
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
