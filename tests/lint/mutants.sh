#!/bin/bash
# Changes one thing in the checkers at a time and runs their tests, which must
# notice.  What they do not notice is printed: "file:line: rule: the line".
#   mutants.sh BUILD [FILE...]: a build with its unit tests, which files.
# A change that makes no difference survives, too: mutants.txt has those that
# are known to be of that kind, without line numbers.
set -eu
build=$1
shift
[ $# -gt 0 ] || set -- src/check/*.c
known=$(dirname "$0")/mutants.txt
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

flags=(-D_POSIX_C_SOURCE=200809L -Isrc -std=c11 -O1 -w)
tests=(test_check_reasons test_check test_check_locality test_check_logp
    test_check_changes)

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
# No comments, nor texts for people; what only frees memory is for ASan.
passed_over='^([^	]|	*(\*|/\*|"))|(free|clears?|va_end|assert)\('

# Compiles a file for the tests that follow.
compile() {
    gcc "${flags[@]}" -c -o "$folder/$(basename "$1" .c).o" "$1" 2>/dev/null
}

for file in src/check/*.c; do
    compile "$file"
done
objects=("$folder"/*.o)
# The tests bring everything but the checkers, whose names other folders have too.
find "$build"/src/{base,number,fibonacci,core,model} -name '*.o' \
    -exec ar rcsD "$folder/rest.a" {} +

# Links the tests with what is in the folder and runs them: 0 if none fails.
survives() {
    local test
    for test in "${tests[@]}"; do
        gcc -o "$folder/test" "$build"/tests/unit/*/"$test.o" \
            "$build/libtest.a" "${objects[@]}" \
            "$build"/src/format/*.o "$build"/src/format/*/*.o \
            "$folder/rest.a" -lgmp -lm
        { timeout 20 "$folder/test" || return 1; } >/dev/null 2>&1
    done
}

# One line of a file, by every rule.
change_line() {
    local file=$1 line=$2 text=$3 name r found
    name=$(basename "$file" .c)
    for ((r = 0; r < ${#rules[@]}; r += 2)); do
        sed "$line{s|/\*.*\*/||;${rules[r + 1]};}" "$file" >"$folder/$name.c"
        sed "$line{s|/\*.*\*/||;}" "$file" | cmp -s - "$folder/$name.c" &&
            continue
        compile "$folder/$name.c" || continue
        made=$((made + 1))
        survives || continue
        survived=$((survived + 1))
        found="$name: ${rules[r]}: ${text##*$'\t'}"
        grep -qxF "$found" "$known" && continue
        new=$((new + 1))
        echo "$file:$line: ${rules[r]}: ${text##*$'\t'}"
    done
}

survives || { echo 'the tests fail without any change'; exit 1; }
made=0 survived=0 new=0
for file; do
    mapfile -t lines <"$file"
    for i in "${!lines[@]}"; do
        [[ ${lines[i]} =~ $passed_over ]] ||
            change_line "$file" $((i + 1)) "${lines[i]}"
    done
    compile "$file"
done
echo "$made mutants, $survived survive, $new of them not known"
[ "$new" = 0 ]
