#!/bin/sh
# Every header compiles alone, and includes those of the standard's headers and
# GMP's whose names it uses, and no others.  $1: the compiler; then the headers.
set -eu
compiler=$1
shift
status=0

# $1: a header, $2: what it may include, $3: how that header's names look.
# stdio.h has size_t, too.
check() {
    if printf '%s\n' "$code" | grep -qE "$3"; then
        grep -q "^#include <$2>" "$1" ||
            { [ "$2" = stddef.h ] && grep -q '^#include <stdio.h>' "$1"; } || {
            echo "$1 does not include <$2>" >&2
            status=1
        }
    elif grep -q "^#include <$2>" "$1"; then
        echo "$1 needs no <$2>" >&2
        status=1
    fi
}

for header; do
    # Without comments and strings.
    code=$(sed 's/"[^"]*"//g' "$header" | awk 'BEGIN { RS = "\001" } {
        while ((i = index($0, "/*")) > 0)
            $0 = substr($0, 1, i - 1) \
                substr($0, i + index(substr($0, i), "*/") + 1)
        print
    }')
    check "$header" stddef.h '\bsize_t\b|\boffsetof\b|\bNULL\b'
    check "$header" stdint.h '\bu?int[0-9]+_t\b|\bU?INT[0-9]+_|\bSIZE_MAX\b'
    check "$header" stdio.h '\bFILE\b'
    check "$header" gmp.h '\b(__)?mp[zqf]_|\b__mp|\bmp_(limb|bitcnt)'
    echo "#include \"${header#src/}\"" |
        $compiler -D_POSIX_C_SOURCE=200809L -Isrc -std=c11 -Wall -Wextra \
            -Werror -fsyntax-only -x c - || {
        echo "$header does not compile alone" >&2
        status=1
    }
done
exit $status
