#!/bin/sh
# A static function's name occurs in two files at most: debuggers, profilers
# and grep see nothing else of it.
set -eu
common=$(grep -rHoE --include='*.c' '^static [^=;]*[ *][a-z_0-9]+\(' src |
    sed 's/^\([^:]*\):.*[ *]\([a-z_0-9]*\)($/\2 \1/' | sort -u |
    awk '{ files[$1] = files[$1] " " $2; count[$1]++ }
        END { for (name in count) if (count[name] > 2) print name ":" files[name] }' |
    sort)
if [ -n "$common" ]; then
    printf '%s\nthese static functions need names of their own\n' "$common" >&2
    exit 1
fi
