#!/bin/sh
# A function that another file sees has a user there, in the program or in the
# tests.  $1: the build directory, with the program's objects.
set -eu
objects=$(find src -name '*.c' | sed "s|^|$1/|; s|c\$|o|")
# shellcheck disable=SC2086 # paths without blanks
unused=$(nm -AgP $objects | sed 's|^[^:]*src/||; s|\.o:||' |
    awk '$3 == "T" { home[$2] = $1 }
        $3 == "U" { is_used[$2] = 1 }
        END {
            for (name in home)
                if (!(name in is_used) && name != "main")
                    print home[name] ".c", name
        }' | sort | while read -r file name; do
    grep -rqw --include='*.[ch]' "$name" tests || echo "src/$file: $name"
done)
if [ -n "$unused" ]; then
    printf '%s\nnobody outside these files uses this\n' "$unused" >&2
    exit 1
fi
