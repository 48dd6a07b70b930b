#!/bin/sh
# The lines that the tests did not reach, then, file by file, how many lines and
# branches they did; fails below 98 % of lines or 93 % of branches.  $1: the
# build.
set -eu
build=$1
folder=$(mktemp -d)
cat <<'END'
What is not reached, and why, are mostly these:
  out of memory        gcov allocates, too: `make check' alone fails allocations
  near 2^63, SIZE_MAX  refused before: the last guard of what is proved earlier
  2^32 times, seconds  schedules and tables too long for a test
  last resorts         of searches, which no problem in the tests needs
  return err->code     passing on what an outer check has already refused

END
trap 'rm -rf "$folder"' EXIT

find "$build/src" -name '*.gcda' | sort >"$folder/data"
xargs gcov -t <"$folder/data" 2>/dev/null | awk -F: '
    $3 == "Source" { file = $4 }
    $1 ~ /#####/ && file ~ /\.c$/ {
        line = $0
        sub(/^[^:]*:[^:]*:[ \t]*/, "", line)
        print file ":" $2 + 0 ": " line
    }'
xargs gcov -n -b <"$folder/data" >"$folder/summary" 2>/dev/null

awk '
    /^File/ { file = substr($2, 2, length($2) - 2) }
    file !~ /^src\/.*\.c/ { next }
    /^Lines executed/ { split($2, p, /[:%]/); lines[file] = p[2]; n[file] = $NF }
    /^Branches executed/ { b[file] = $NF }
    /^Taken at least once/ { split($4, p, /[:%]/); taken[file] = p[2] }
    END {
        for (f in lines) {
            printf "%6.1f%% lines %6.1f%% branches  %s\n", lines[f], taken[f], f
            all += n[f]; hit += n[f] * lines[f] / 100
            ball += b[f]; bhit += b[f] * taken[f] / 100
        }
        printf "%6.1f%% lines %6.1f%% branches  zz-total\n", 100 * hit / all, \
            100 * bhit / ball
        exit hit < 0.98 * all || bhit < 0.93 * ball
    }' "$folder/summary" >"$folder/table" || low=yes
sort -k5 "$folder/table" | sed 's/zz-total/in all/'
[ -z "${low-}" ]
