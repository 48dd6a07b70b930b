#!/bin/sh
# Where size_t and long have 32 bits, no number is stored in fewer bits without
# a cast.  $1: the compiler; then the sources.  x86-64 with short pointers, x32,
# takes no more than the headers that are here.  Other machines are passed over.
set -eu
compiler=$1
shift
here=$($compiler -dumpmachine)
case $here in
x86_64-*) ;;
*)
    echo "$here: passed over, as it is not x86-64"
    exit 0
    ;;
esac
headers=$(mktemp -d)
trap 'rm -rf "$headers"' EXIT
mkdir "$headers/gnu"
: >"$headers/gnu/stubs-x32.h"
# shellcheck disable=SC2086 # words
printf '%s\n' "$@" | xargs -P "$(nproc)" -n 40 $compiler -mx32 -std=c11 \
    -D_POSIX_C_SOURCE=200809L -Isrc -isystem "$headers" \
    -isystem /usr/include/x86_64-linux-gnu -Wconversion -Werror -fsyntax-only
