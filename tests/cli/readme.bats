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

@test 'files that the documents name are there' {
	while read -r file; do
		[[ -e $ROOT/$file || -e $ROOT/$file.c ]] || same "$file" there gone
	done < <(cd "$ROOT" && grep -ohE \
		'\<(src|tests|man|\.github)/[[:alnum:]_./-]*[[:alnum:]]' \
		README.md .github/CONTRIBUTING.md man/*.[1-9] | sort -u)
}
