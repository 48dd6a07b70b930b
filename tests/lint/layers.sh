#!/bin/sh
# Includes follow the arrows cli -> format, model -> core -> base, and the
# library knows nothing of the outside world.  $1: the library.
set -eu
status=0

# forbid FOLDER PATTERN: no file of src/FOLDER includes PATTERN.
forbid() {
    if grep -nE "#include \"($2)/" "src/$1"/*.[ch]; then
        echo "src/$1 may not include $2" >&2
        status=1
    fi
}

forbid base 'core|model|format|cli'
forbid core 'model|format|cli'
forbid model 'format|cli'
forbid format 'model|cli'

if grep -nE '#include <(stdio|locale|time|signal|unistd|errno)\.h>' \
    src/base/* src/core/* src/model/*; then
    echo 'the library may not include these' >&2
    status=1
fi
if grep -nw 'stdout' src/format/*.c; then
    echo 'a writer takes its FILE, it never names stdout' >&2
    status=1
fi

allowed='^(__gmp.*|mem.*|str.*|malloc|calloc|realloc|free|abort'
allowed="$allowed|__assert_fail|__stack_chk_fail|__(mem|str).*_chk|qsort"
allowed="$allowed|_GLOBAL_OFFSET_TABLE_|__(asan|ubsan).*)\$"
nm --defined-only "$1" | awk 'NF == 3 {print $3}' | sort -u >"$1.defined"
outside=$(nm -u "$1" | awk '$1 == "U" {print $2}' | sort -u |
    grep -vxFf "$1.defined" | grep -vE "$allowed" || true)
if [ -n "$outside" ]; then
    echo "the library may not call: $outside" >&2
    status=1
fi
exit $status
