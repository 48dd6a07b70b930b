#!/bin/sh
# Whole commands against their peers: start-up, and rows a second.
set -eu
fibcast=${FIBCAST:-./fibcast}
ratio=$(dirname "$fibcast")/tests/bench/ratio

echo "whole processes: ratio of median times (<=), of bytes a second (>=)"
"$ratio" 'one query : /bin/true' 1.15 1000 \
    "$fibcast" time -n 14 -l 5/2 -- /bin/true
command -v bc >/dev/null &&
    "$ratio" 'one query : bc' 1 300 "$fibcast" time -n 14 -l 5/2 -- bc /dev/null
"$ratio" 'one query : factor 12' 1 300 \
    "$fibcast" time -n 14 -l 5/2 -- factor 12
"$ratio" 'reach --approx 20 -t 1e15 : one query' 1.15 300 \
    "$fibcast" reach --approx 20 -l 5/2 -t 1e15 -- "$fibcast" time -n 14 -l 5/2
"$ratio" 'tree -n 1e6 -f tsv : seq, bytes a second' b0.25 11 \
    "$fibcast" tree -n 1e6 -l 5/2 -f tsv -- seq 3000000
"$ratio" 'tree -n 1e6 -f dot : seq, bytes a second' b0.25 11 \
    "$fibcast" tree -n 1e6 -l 5/2 -f dot -- seq 8000000
