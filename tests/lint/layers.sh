#!/bin/sh
# Includes follow the arrows of the table below and make no circle of files, and
# the library knows nothing of the outside world.  $1: the library, or nothing
# to look at the includes alone.
set -eu

# A room, and the rooms that it may include besides itself.  A file's room is the
# longest one that its path begins with.  check includes neither fibonacci nor
# model: the judge shares no code with the builders.
table='
base
number           base
fibonacci        base number
core             base number
check            base number core
model            base number core
model/postal     base number fibonacci core
model/logp       base number fibonacci core model/postal
model/trees      base number core model/postal
model/symmetric  base number fibonacci core
model/scatter    base number fibonacci core model/postal
model/nodes      base number fibonacci core model model/postal
model/levels     base number core model/nodes model/scatter model/symmetric
model/greedy     base number core model/circulant model/cyclic model/postal model/rounds
model/rounds     base number core
model/circulant  base number core model/rounds model/symmetric
model/telephone  base number core model/rounds
model/periodic   base number core
model/continuous base number core model/periodic model/postal model/logp
model/cyclic     base number core model/periodic
model/program    base number core model/postal model/logp
model/optimum    base number core model model/postal model/continuous model/periodic
model/machine    base number fibonacci core model model/postal model/optimum
model/locality   base number core
model/revolve    base number
format           base number core
cli/input        base number core format
cli/option       base number core format cli/input
cli/output       base number core check format cli/input cli/option
cli/problem      base number core model format cli/input cli/option cli/output
cli/grid         base number fibonacci core format cli/input cli/option cli/output cli/problem
cli/command      base number fibonacci core check model format cli/input cli/option cli/output cli/problem cli/grid
cli              base cli/option cli/output cli/command
'

# Lines "file: header", without src/.
includes=$({ grep -rHoE --include='*.[ch]' '^#include "[^"]*"' src || true; } |
    sed 's|^src/||; s|:#include "|: |; s|"$||')

printf '%s\n' "$includes" | awk -v table="$table" '
    BEGIN {
        rows = split(table, row, "\n")
        for (i = 1; i <= rows; i++) {
            n = split(row[i], word, " ")
            for (j = 1; j <= n; j++)
                may[word[1], word[j]] = 1
            if (n)
                room[word[1]] = 1
        }
    }
    # The longest known prefix of a path.
    function room_of(path) {
        while (sub(/\/[^\/]*$/, "", path))
            if (path in room)
                return path
        return "?"
    }
    NF == 2 {
        sub(/:$/, "", $1)
        from = room_of($1)
        to = room_of($2)
        # cli sees every model; model/algorithm lists them all.
        if (from ~ /^cli/ || from == "model")
            sub(/^model\/.*/, "model", to)
        if (!((from, to) in may)) {
            print "src/" $1 " (" from ") may not include " $2 " (" to ")"
            wrong = 1
        }
    }
    END { exit wrong }' >&2 || exit 1

# Files, not headers: x.c and x.h are one.  tsort names the files of a circle, a
# line each, after one that says so.
circle=$(printf '%s\n' "$includes" | sed 's/\.[ch]: / /; s/\.[ch]$//' |
    awk 'NF == 2 && $1 != $2' | tsort 2>&1 >/dev/null | sed '1d; s/^tsort: //' |
    paste -sd ' ' -)
if [ -n "$circle" ]; then
    echo "a circle of files that include each other: $circle" >&2
    exit 1
fi

outside=$(grep -rnE --include='*.[ch]' \
    '#include <(stdio|locale|time|signal|unistd|errno)\.h>' src/base src/number \
    src/fibonacci src/core src/check src/model || true)
if [ -n "$outside" ]; then
    printf '%s\nthe library may not include these\n' "$outside" >&2
    exit 1
fi
if grep -rnw --include='*.c' 'stdout' src/format; then
    echo 'a writer takes its FILE, it never names stdout' >&2
    exit 1
fi
[ $# -gt 0 ] || exit 0

# Calls, too, make no circle of files.  Objects of deleted sources do not count; a
# table is no call, so that model/algorithms lists what is chosen from it.
objects=$(find src -name '*.c' | sed "s|^|${1%/*}/|; s|c\$|o|")
# shellcheck disable=SC2046,SC2086 # paths without blanks
circle=$(nm -AgP $(ls $objects 2>/dev/null) | sed 's|^[^:]*src/||; s|\.o:||' |
    awk '$3 == "T" { home[$2] = $1 }
        $3 == "U" { caller[++calls] = $1; called[calls] = $2 }
        END {
            for (i = 1; i <= calls; i++)
                if (called[i] in home)
                    print caller[i], home[called[i]]
        }' | tsort 2>&1 >/dev/null | sed '1d; s/^tsort: //' | paste -sd ' ' -)
if [ -n "$circle" ]; then
    echo "a circle of files that call each other: $circle" >&2
    exit 1
fi

allowed='^(__gmp.*|mem.*|str.*|malloc|calloc|realloc|free|abort'
allowed="$allowed|__assert_fail|__stack_chk_fail|__(mem|str).*_chk|qsort"
allowed="$allowed|_GLOBAL_OFFSET_TABLE_|__(asan|ubsan).*)\$"
defined=$(mktemp)
trap 'rm -f "$defined"' EXIT
nm --defined-only "$1" | awk 'NF == 3 {print $3}' | sort -u >"$defined"
calls=$(nm -u "$1" | awk '$1 == "U" {print $2}' | sort -u |
    grep -vxFf "$defined" | grep -vE "$allowed" || true)
if [ -n "$calls" ]; then
    echo "the library may not call: $calls" >&2
    exit 1
fi
