#!/bin/bash
# Changes one thing in the checkers at a time and runs their tests, which must
# notice.  What they do not notice is printed: "file:line: rule: the line".
#   mutants.sh BUILD [FILE...]: a build with its unit tests, which files.
# A change that makes no difference survives, too: see mutants.txt, whose lines
# are those that are known to be of that kind, without line numbers.
set -eu
build=$1
shift
[ $# -gt 0 ] || set -- src/core/check.c src/core/check_*.c
here=$(dirname "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

flags=(-D_POSIX_C_SOURCE=200809L -Isrc -Itests/unit -std=c11 -O1 -w)
tests=(test_check_reasons test_check_changes test_check_locality test_check
    test_check_logp)

# Each rule changes one place in a line: its name, and a sed expression.
rules=(
    'less' 's/ < / <= /'
    'less-or-equal' 's/ <= / < /'
    'greater' 's/ > / >= /'
    'greater-or-equal' 's/ >= / > /'
    'equal' 's/ == / != /'
    'unequal' 's/ != / == /'
    'and' 's/ && / || /'
    'or' 's/ || / \&\& /'
    'plus' 's/ + / - /'
    'minus' 's/ - / + /'
    'one' 's/\([^0-9a-zA-Z_]\)1\([^0-9a-zA-Z_(]\)/\12\2/'
    'zero' 's/\([^0-9a-zA-Z_]\)0\([^0-9a-zA-Z_(]\)/\11\2/'
    'not' 's/\([( ]\)!\([a-z]\)/\1\2/'
    'statement' 's/^\(\t\+\)\([a-z_>.-]*\(([^{]*)\| [-+|*]\?= [^{]*\)\);$/\1;/'
    'increment' 's/++//'
    'returned' 's/return 1;/return 0;/'
    'returned-0' 's/return 0;/return 1;/'
    'second' 's/ && [^&|]*\([;)]\)$/\1/'
)

# The tests with everything but the checkers, which a mutant brings along.
objects=("$folder"/check*.o)
for file in src/core/check.c src/core/check_*.c; do
    name=$(basename "$file" .c)
    gcc "${flags[@]}" -c -o "$folder/$name.o" "$file"
done
objects=("$folder"/check*.o)
cp "$build/libfibcast.a" "$folder/rest.a"
ar d "$folder/rest.a" "${objects[@]##*/}"

# Links the tests with what is in $folder and runs them: 0 if none fails.
survives() {
    local test
    for test in "${tests[@]}"; do
        gcc -o "$folder/test" "$build/tests/unit/$test.o" \
            "$build/tests/unit/test.o" "${objects[@]}" \
            "$build"/src/format/*.o "$folder/rest.a" \
            -lgmp -lm
        if ! timeout 20 "$folder/test"; then
            return 1
        fi >/dev/null 2>&1
    done
}

survives || { echo 'the tests fail without any change'; exit 1; }
made=0 survived=0 new=0
for file; do
    name=$(basename "$file" .c)
    lines=$(wc -l <"$file")
    cp "$folder/$name.o" "$folder/right"
    for ((line = 1; line <= lines; line++)); do
        text=$(sed -n "${line}p" "$file")
        # No comments, no texts for people, no beginning of a line.
        [[ $text =~ ^$'\t' && ! $text =~ ^$'\t'*('"'|' *'|/\*) ]] || continue
        for ((r = 0; r < ${#rules[@]}; r += 2)); do
            sed "$line${rules[r + 1]}" "$file" >"$folder/$name.c"
            cmp -s "$file" "$folder/$name.c" && continue
            gcc "${flags[@]}" -c -o "$folder/$name.o" "$folder/$name.c" \
                2>/dev/null || continue
            made=$((made + 1))
            survives || continue
            survived=$((survived + 1))
            found="$name: ${rules[r]}: ${text##*$'\t'}"
            grep -qxF "$found" "$here/mutants.txt" && continue
            new=$((new + 1))
            echo "$file:$line: ${rules[r]}: ${text##*$'\t'}"
        done
    done
    cp "$folder/right" "$folder/$name.o"
done
echo "$made mutants, $survived survive, $new of them not known"
[ "$new" = 0 ]
