#!/bin/sh
# Lines and branches that the tests reached, file by file.  $1: the build.
set -eu
find "$1/src" -name '*.gcda' | sort | while read -r data; do
    gcov -n -b "$data" 2>/dev/null
done | awk '
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
    }' | sort -k5 | sed 's/zz-total/in all/'
