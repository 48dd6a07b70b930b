#!/bin/bash
# Changes one thing at a time in what reads, judges, counts and bounds, and runs
# the tests of that file, which must notice.  What they do not notice is printed:
# "file:line: rule: the line".
#   mutants.sh BUILD [FILE...]: a build with its unit tests, which files; as
# many at a time as JOBS says, 2 unless given.
# A change that makes no difference survives, too: mutants.txt has those that
# are known to be of that kind, each with the reason, without line numbers.
#
# A test program is linked once a file, without that file's object, which is a
# shared library of its own: only that is made anew for each change.  What is
# the same code as before needs no test.
set -eu
build=$1
shift
known=$(dirname "$0")/mutants.txt
flags=(-D_POSIX_C_SOURCE=200809L -Isrc -std=c11 -O1 -w -fPIC -shared)

# The tests of a file, the quickest and most telling first.
tests_of() {
    local says="check/test_check_reasons check/test_check_limits"

    case $1 in
    src/check/locality.c)
        echo "$says check/test_check_locality check/test_check_changes"
        ;;
    src/check/logp.c)
        echo "$says check/test_reduce check/test_check_logp \
            check/test_check_changes"
        ;;
    src/check/rounds.c)
        echo "$says check/test_blocks check/test_reduce check/test_check \
            check/test_check_changes"
        ;;
    src/check/blocks.c)
        echo "check/test_blocks $says format/test_ranks \
            check/test_check_changes"
        ;;
    src/check/blocks_*.c)
        echo "check/test_blocks $says format/test_ranks \
            check/test_collectives"
        ;;
    src/check/machine.c)
        echo "$says check/test_check_machine"
        ;;
    src/check/sum.c) echo "$says" ;;
    src/check/levels.c) echo "$says model/test_nodes" ;;
    src/check/replay.c | src/check/replay_open.c)
        echo "check/test_replay_collectives check/test_replay $says"
        ;;
    src/core/schedule_simulated.c | src/core/simulated_run.c)
        echo core/test_schedule_simulated check/test_replay_collectives
        ;;
    src/check/checker.c)
        echo "check/test_ports check/test_check check/test_blocks $says \
            check/test_reduce format/test_ranks check/test_check_changes"
        ;;
    src/check/ends.c) echo "check/test_ends $says" ;;
    src/check/operands*.c)
        echo "$says check/test_reduce format/test_ranks check/test_blocks \
            check/test_check_logp check/test_check_changes"
        ;;
    src/check/*)
        echo "$says check/test_ends check/test_reduce format/test_ranks \
            check/test_check check/test_check_changes"
        ;;
    src/format/table.c | src/format/rows.c | src/format/aligned.c)
        echo format/test_table format/test_plot
        ;;
    src/format/out.c) echo format/test_table ;;
    src/format/json.c) echo format/test_table format/test_schedule_rows ;;
    src/core/machine.c) echo core/test_machine_times format/test_machine ;;
    src/format/machine*.c) echo format/test_machine ;;
    src/format/schedule/ranks.c) echo format/test_ranks ;;
    src/format/schedule/scan.c | src/format/schedule/reader*.c | \
        src/format/lines.c)
        echo format/test_schedule_reader format/test_plain_rows \
            check/test_check_reasons
        ;;
    src/format/schedule/*)
        echo format/test_schedule_rows format/test_schedule_writers
        ;;
    src/number/text.c) echo number/test_text ;;
    src/number/limit.c) echo number/test_limit number/test_number ;;
    src/number/double.c) echo number/test_double ;;
    src/number/cost*.c) echo number/test_cost ;;
    src/number/interval*.c | src/number/agm.c)
        echo number/test_interval number/test_cost
        ;;
    src/number/value*.c)
        echo number/test_cost number/test_interval model/test_bounds
        ;;
    src/number/*) echo number/test_number number/test_text ;;
    src/model/postal/late.c) echo model/test_late ;;
    src/model/postal/three.c)
        echo model/test_lower_bound model/test_bounds model/test_optimum
        ;;
    src/model/postal/open.c | src/model/postal/p*.c | \
        src/model/postal/steps.c | src/model/postal/time.c)
        echo model/test_postal model/test_part
        ;;
    src/model/postal/*) echo model/test_lower_bound model/test_bounds ;;
    src/cli/input/sweep.c) echo cli/test_sweep cli/test_stream ;;
    src/cli/input/input.c) echo cli/test_input ;;
    src/cli/input/slip.c) echo cli/test_slip cli/test_sweep ;;
    src/cli/input/*) echo cli/test_stream cli/test_columns ;;
    src/fibonacci/leading.c)
        echo fibonacci/test_leading fibonacci/test_fibonacci
        ;;
    esac
}

all_files() {
    ls src/check/{schedule,report,postal,checker,logp,rounds,locality}.c \
        src/check/{blocks{,_moved,_summed},ends,operands{,_census}}.c \
        src/check/{levels,machine,replay,replay_open,sum}.c \
        src/core/{machine,schedule_simulated,simulated_run}.c src/format/{aligned,json,lines,machine{,_file,_netgauge},out,rows,table}.c \
        src/format/schedule/{scan,reader,reader_header}.c \
        src/format/schedule/{fast_rows,fields,text,json,ranks}.c \
        src/number/{term,expression,text,number,limit,double}.c \
        src/number/{cost,cost_evaluate,value_text}.c \
        src/model/postal/{bounds,counting,drift,exchange,late,theorem7,three}.c \
        src/cli/input/{columns,input,slip,stream,sweep}.c src/fibonacci/leading.c
}

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
    'times' 's/ \* / \/ /'
    'divide' 's/ \/ / * /'
    'remainder' 's/ % / \/ /'
    'shift' 's/ >> / << /'
    'one' '/return 1;/!s/\([^0-9a-zA-Z_]\)1\([^0-9a-zA-Z_(]\)/\12\2/'
    'zero' '/return 0;/!s/\([^0-9a-zA-Z_]\)0\([^0-9a-zA-Z_(]\)/\11\2/'
    'not' 's/\([( ]\)!\([a-z]\)/\1\2/'
    'statement' 's/^\(\t\+\)\([a-z_>.-]*\(([^{]*)\| [-+|*/]\?= [^{]*\)\);$/\1;/'
    'increment' 's/++//'
    'returned' 's/return 1;/return 0;/'
    'returned-0' 's/return 0;/return 1;/'
    'second' 's/ && [^&|]*\([;)]\)$/\1/'
)
# No comments, nor texts for people; what only asks for memory, or frees it, is
# for ASan.
passed_over='^([^	]|	*(\*|/\*|"))|(mem_array|mem_resize|free|clears?|va_end|assert)\('

# The tests of a file, with all objects but its own and that of main.
link_tests() {
    local file=$1 test objects
    mapfile -t objects < <(find src -name '*.c' ! -path src/cli/main.c \
        ! -path "$file" | sed "s|.*|$build/&|; s|c$|o|"
        ls "$build"/src/format/*/page.*.o)
    for test in $(tests_of "$file"); do
        gcc -rdynamic -o "$folder/${test##*/}" \
            "$build/tests/unit/$test.o" "$build/libtest.a" \
            "${objects[@]}" "$folder/libmutant.so" -lgmp -lm \
            -Wl,-rpath,"$folder"
    done
}

# What the tests may take, from what they take without any change; they must not
# fail then.
time_tests() {
    local test seconds TIMEFORMAT=%U
    [ -n "$(tests_of "$1")" ] || {
        echo "$1: no tests are known"
        exit 1
    }
    for test in $(tests_of "$1"); do
        seconds=$({ time "$folder/${test##*/}" >/dev/null 2>&1; } 2>&1) || {
            echo "$1: $test fails without any change"
            exit 1
        }
        limits[$test]=$((3 * ${seconds%.*} + 3))
    done
}

# Whether no test fails with the library that is there; a program that does not
# end, or takes more and more, has failed.
survives() {
    local test
    for test in $(tests_of "$1"); do
        { (ulimit -t "${limits[$test]}" -v 4000000 &&
            exec "$folder/${test##*/}"); } >/dev/null 2>&1 || return 1
    done
}

# What every rule makes of every line: changed[RULE * LINES + LINE], from 0; the
# lines as they are, and plain, without comments.
change_lines() {
    local file=$1 r comment='s|/\*.*\*/||'
    mapfile -t lines <"$file"
    mapfile -t plain < <(sed "$comment" "$file")
    changed=()
    for ((r = 0; r < ${#rules[@]}; r += 2)); do
        mapfile -t -O ${#changed[@]} changed \
            < <(sed "$comment;${rules[r + 1]}" "$file")
    done
}

# The file, but for one line.
write_mutant() {
    [ "$1" = 0 ] || printf '%s\n' "${lines[@]:0:$1}"
    printf '%s\n' "$2" "${lines[@]:$1 + 1}"
}

# The line of that number, from 0, by every rule.
change_line() {
    local file=$1 i=$2 text=${lines[$2]##*$'\t'} name r found mutant
    name=${file#src/}
    name=${name%.c}
    for ((r = 0; r < ${#rules[@]}; r += 2)); do
        mutant=${changed[r / 2 * ${#lines[@]} + i]}
        [ "$mutant" != "${plain[i]}" ] || continue
        write_mutant "$i" "$mutant" >"$folder/mutant.c"
        gcc "${flags[@]}" -o "$folder/libmutant.so" "$folder/mutant.c" \
            2>/dev/null || continue
        made=$((made + 1))
        if cmp -s "$folder/libmutant.so" "$folder/unchanged.so"; then
            same=$((same + 1))
            continue
        fi
        survives "$file" || continue
        survived=$((survived + 1))
        found="$name: ${rules[r]}: $text"
        echo "$found" >>"$folder/found"
        grep -qxF "$found" "$known" && continue
        new=$((new + 1))
        echo "$file:$((i + 1)): ${rules[r]}: $text"
    done
}

change_file() {
    local file=$1 i
    declare -A limits
    local name
    made=0 same=0 survived=0 new=0
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    cp "$file" "$folder/mutant.c"
    gcc "${flags[@]}" -o "$folder/libmutant.so" "$folder/mutant.c"
    cp "$folder/libmutant.so" "$folder/unchanged.so"
    link_tests "$file"
    export TEST_STOP=yes
    time_tests "$file"
    : >"$folder/found"
    change_lines "$file"
    for i in "${!lines[@]}"; do
        [[ ${lines[i]} =~ $passed_over ]] || change_line "$file" "$i"
    done
    # What is listed in vain; "name: " is how the file's begin.
    name=${file#src/}
    grep "^${name%.c}: " "$known" | grep -vxFf "$folder/found" |
        sed 's/^/no longer survives: /'
    echo "$file: $made changes, $same of them to the same code," \
        "$survived survive, $new of them not known"
    [ "$new" = 0 ]
}

if [ $# = 1 ]; then
    change_file "$1"
    exit
fi
[ $# -gt 0 ] || mapfile -t files < <(all_files)
# The longest first, so that all jobs end at about the same time.
wc -l "${files[@]-$@}" | sort -rn | awk '$2 != "total" { print $2 }' |
    xargs -P "${JOBS:-2}" -n 1 "$0" "$build"
