#!/bin/sh
# Builds for the machine $1 with its cross compiler and runs the unit tests; the
# command line's, too, where its programs run here without an emulator.  What
# is not installed is passed over, with a line.
set -eu
machine=$1
compiler=$machine-gcc
emulator="qemu-${machine%%-*} -L /"
folder=build-$machine

skip() {
    echo "$machine: passed over: $1"
    exit 0
}

command -v "$compiler" >/dev/null || skip "no $compiler"
mkdir -p "$folder"
printf '#include <gmp.h>\nint main(void) { return mp_bits_per_limb < 32; }\n' |
    $compiler -x c - -o "$folder/probe" -lgmp 2>/dev/null ||
    skip 'no GMP for it'

if "$folder/probe" 2>/dev/null; then
    emulator=
elif ! $emulator "$folder/probe" 2>/dev/null; then
    skip "no ${emulator%% *}, or no C library"
fi
echo "$machine:${emulator:+ in $emulator}"
make -j"$(nproc)" BUILD="$folder" CC="$compiler" CI=1 RUNNER="$emulator" \
    unit ${emulator:+"$folder/fibcast"}
[ "$emulator" ] || make -j"$(nproc)" BUILD="$folder" CC="$compiler" CI=1 cli
