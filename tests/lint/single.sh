#!/bin/sh
# A header is for what several files need: besides its own source, two others
# include it at least, tests among them.  Names those that only one includes; fails
# where there are more than $1, 0 if not given.
set -eu
most=${1:-0}
single=$(grep -rHoE --include='*.[ch]' '^#include "[^"]*"' src tests |
    sed 's|^src/||; s|:#include "| |; s|"$||' |
    awk '{
        own = $2
        sub(/h$/, "c", own)
        if (!($2 in count))
            count[$2] = 0
        if ($1 != own) {
            count[$2]++
            by[$2] = $1
        }
    }
    END {
        for (header in count)
            if (system("test -e src/" header))
                continue
            else if (count[header] == 1)
                print "src/" header ": only src/" by[header] " includes it"
            else if (count[header] == 0)
                print "src/" header ": nobody else includes it"
    }' | sort)
count=$(printf '%s' "$single" | grep -c . || :)
if [ "$count" -gt "$most" ]; then
    printf '%s\n' "$single" >&2
    echo "$count headers that a single file includes, $most are allowed" >&2
    exit 1
fi
