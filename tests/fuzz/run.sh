#!/bin/sh
# Runs the fuzzer $1 for $2 seconds, with its seeds and words from here; what
# it finds worth keeping goes to a folder beside it, and what breaks it, too.
set -eu
fuzzer=$1
seconds=$2
name=${1##*/}
folder=${1%/*}
here=${0%/*}
mkdir -p "$folder/corpus/$name"
set --
[ ! -f "$here/$name.dict" ] || set -- -dict="$here/$name.dict"
# More memory at once than any limit in the fuzzers is a find.
exec "$fuzzer" -max_total_time="$seconds" -max_len=4096 -timeout=60 \
    -rss_limit_mb=2048 -malloc_limit_mb=64 -verbosity=0 -print_final_stats=1 \
    -artifact_prefix="$folder/$name-" "$@" \
    "$folder/corpus/$name" "$here/$name"
