#!/bin/sh
# Every header compiles alone.  $1: the compiler; then the headers.
set -eu
compiler=$1
shift
for header; do
    echo "#include \"${header#src/}\"" |
        $compiler -D_POSIX_C_SOURCE=200809L -Isrc -std=c11 -Wall -Wextra \
            -Werror -fsyntax-only -x c - || {
        echo "$header does not compile alone" >&2
        exit 1
    }
done
