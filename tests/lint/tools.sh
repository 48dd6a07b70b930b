#!/bin/sh
# A test that calls a program which a machine may lack asks for it: a line before
# says `needs PROGRAM', or it has `command -v PROGRAM'.  Functions leave that to the tests.  $@: files of tests.
set -eu
awk '
    BEGIN {
        split("jq xmllint dot mandoc man zsh fish glpsol python3 script" \
            " parallel chromium lintian localedef bmake", programs)
    }
    FNR == 1 || /^[^ \t#]/ {
        delete is_asked_for
        is_test = /^@test/
    }
    !is_test || /^[ \t]*#/ { next }
    {
        for (i in programs) {
            name = programs[i]
            if ($0 ~ "needs " name "$|command -v " name " ")
                is_asked_for[name] = 1
            else if ($0 ~ "(^|[|($&;]|! )[ \t]*" name " -?[^ =]" &&
                !(name in is_asked_for)) {
                print FILENAME ":" FNR ": nobody asks whether there is " name
                wrong = 1
            }
        }
    }
    END { exit wrong }' "$@" >&2
