#!/bin/sh
# Every source file opens with a comment that says what it is.  $@: the files.
set -eu
status=0
for file; do
    read -r line <"$file" || true
    case $line in
    '/*'*) ;;
    *)
        echo "$file opens without a heading" >&2
        status=1
        ;;
    esac
done
exit $status
