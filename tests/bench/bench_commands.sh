#!/bin/bash
# Whole commands against their peers: start-up, rows a second, checking.
set -eu
fibcast=${FIBCAST:-./fibcast}
ratio=$(dirname "$fibcast")/tests/bench/ratio
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
missed=0

# Names are what is measured : the peer.
# compare NAME AIM RUNS COMMAND... -- PEER...: see ratio.c.
compare() {
    "$ratio" "$@" || missed=1
}

compare 'one query : /bin/true' 1.12 1000 \
    "$fibcast" time -n 14 -l 5/2 -- /bin/true
if command -v bc >/dev/null; then
    compare 'one query : bc' 1 300 \
        "$fibcast" time -n 14 -l 5/2 -- bc /dev/null
fi
compare 'one query : factor 12' 1 300 \
    "$fibcast" time -n 14 -l 5/2 -- factor 12
compare 'reach --approx 20 -t 1e15 : 3 queries' 3 300 \
    "$fibcast" reach --approx 20 -l 5/2 -t 1e15 -- \
    "$fibcast" time -n 14 -l 5/2
compare 'compare -n 1e30 -m 1000 : 5 queries' 5 100 \
    "$fibcast" compare -n 1e30 -m 1000 -l 5/2 -- \
    "$fibcast" time -n 14 -l 5/2
compare 'rank -n 1e1000 : 20 queries' 20 30 \
    "$fibcast" rank 123456789 -n 1e1000 -l 5/2 -- \
    "$fibcast" time -n 14 -l 5/2
for op in allgather reduce; do
    compare "rank --op $op -n 1e30 : 4 queries" 4 100 \
        "$fibcast" rank 12345 --op $op -n 1e30 -l 5/2 -- \
        "$fibcast" time -n 14 -l 5/2
done
compare 'time -n 1e100000, 2 ports : 1 port' 1.3 30 \
    "$fibcast" time -n 1e100000 -l 5/2 --ports 2 -- \
    "$fibcast" time -n 1e100000 -l 5/2
compare 'reach -t 3e5, 2 ports : 1 port' 2 30 \
    "$fibcast" reach -t 300000 -l 5/2 --ports 2 -- \
    "$fibcast" reach -t 300000 -l 5/2
compare 'tree -n 1e6 -f tsv : seq, bytes a second' b0.25 11 \
    "$fibcast" tree -n 1e6 -l 5/2 -f tsv -- seq 3000000
compare 'tree -n 1e6 -f dot : seq, bytes a second' b0.25 11 \
    "$fibcast" tree -n 1e6 -l 5/2 -f dot -- seq 8000000
compare 'schedule bcast -n 1e8 : seq 1 100000000' 0.40 5 \
    "$fibcast" schedule bcast -n 1e8 -l 5/2 -- seq 1 100000000
compare 'telephone, n = 1000, 10^8 rows : bcast' 2 5 \
    "$fibcast" schedule telephone -n 1000 -m 1e5 -- \
    "$fibcast" schedule bcast -n 1e8 -l 5/2
compare 'telephone, n = 10^6, 10^8 rows : bcast' 2 5 \
    "$fibcast" schedule telephone -n 1e6 -m 100 -- \
    "$fibcast" schedule bcast -n 1e8 -l 5/2
compare 'circulant, n = 1000, 10^8 rows : bcast' 2 5 \
    "$fibcast" schedule circulant -n 1000 -m 1e5 -- \
    "$fibcast" schedule bcast -n 1e8 -l 5/2
compare 'circulant --op reduce, 10^8 rows : bcast' 2 5 \
    "$fibcast" schedule circulant -n 1000 -m 1e5 --op reduce -- \
    "$fibcast" schedule bcast -n 1e8 -l 5/2
compare 'rank in circulant, n = 10^1000, 10^4 rounds : 100 queries' 100 30 \
    "$fibcast" rank 12345 -n 1e1000 -m 1e9 --algorithm circulant -t 0..9999 -- \
    "$fibcast" time -n 14 -l 5/2
compare 'cyclic, n = 10^6, 10^8 rows : bcast' 3 7 \
    "$fibcast" schedule cyclic -n 1e6 -m 100 -l 5/2 -- \
    "$fibcast" schedule bcast -n 1e8 -l 5/2
compare 'cyclic, n = 10^6, 4 10^8 rows : bcast' 3 3 \
    "$fibcast" schedule cyclic -n 1e6 -m 400 -l 5/2 -- \
    "$fibcast" schedule bcast -n 4e8 -l 5/2
for latency in 1 4/3 3/2 2 5/2 3 7/2 10; do
    compare "cyclic, n = 10^6, l = $latency, built : seq 1e8" 2.4 3 \
        "$fibcast" schedule cyclic -n 1e6 -m 2 -l $latency -- seq 1 100000000
done
compare 'greedy, 10^6 rows : 5 bcast' 60 5 \
    "$fibcast" schedule greedy -n 1e5 -m 10 -l 5/2 -- \
    "$fibcast" schedule bcast -n 5e6 -l 5/2
compare 'compare -n 1000 -m 10 -l 5/2 : 20 queries' 20 30 \
    "$fibcast" compare -n 1000 -m 10 -l 5/2 -- \
    "$fibcast" time -n 14 -l 5/2
compare 'compare, 72 problems up to 10^6 : seq 1e8' 4 3 \
    "$fibcast" compare -n 10..1e6x10 -m 1..1000x10 -l 2,5/2,3 -- \
    seq 1 100000000
machine='6us,1us,2us,1/300us'
compare 'compare, a machine, one message : 4 queries' 4 100 \
    "$fibcast" compare -n 64 --loggp $machine --bytes 64Ki -m 1 -- \
    "$fibcast" time -n 14 -l 5/2
for op in scatter allgather reduce-scatter alltoall allreduce scan; do
    compare "compare --op $op, n = 10^6 : seq 1e8" 2 3 \
        "$fibcast" compare --op $op -n 1e6 --loggp $machine --bytes 1Gi -- \
        seq 1 100000000
done
compare 'compare -m best, a machine, one size : true' 120 100 \
    "$fibcast" compare -n 64 --loggp $machine --bytes 64Ki -m best -- /bin/true
compare 'compare -m best, a machine, 20 sizes : seq 1e8' 4 5 \
    "$fibcast" compare -n 64 --loggp $machine --bytes 1..524288x2 -m best -- \
    seq 1 100000000
# Measured figures of ten sizes, in netgauge's words.
for ((i = 0; i < 10; i++)); do
    echo "L=2.361047 s=$((1 + (i > 0) * (1 << 2 * i + 4))) o_s=0.5$i" \
        "o_r=0.6$((7 * i % 10)) g=1.$((3 * i % 7))0$i" \
        "G=0.000$((9 - i))0$((7 * i % 9)) lsqu(g,G)=0.2"
done >"$folder/machine"
for op in scatter gather allgather reduce-scatter alltoall allreduce scan \
    exscan; do
    for figures in "--loggp $machine" "--machine $folder/machine"; do
        # shellcheck disable=SC2086 # options
        compare "compare --op $op ${figures%% *}, 40 sizes : true" 30 100 \
            "$fibcast" compare --op $op -n 64 $figures \
            --bytes "64..(2^45)x2" -- /bin/true
    done
done
compare 'allgather, n = 10^6, 4.8 10^7 rows : bcast' 12 5 \
    "$fibcast" schedule best --op allgather -n 1e6 -l 5 -- \
    "$fibcast" schedule bcast -n 4.8e7 -l 5/2

"$fibcast" schedule bcast -n 1e7 -l 5/2 >"$folder/rows"
compare 'check of 10^7 rows : wc -l' 4.8 7 \
    "$fibcast" check "$folder/rows" -- wc -l "$folder/rows"
compare 'check of 10^7 rows : sort -n, one thread' 0.1 3 \
    "$fibcast" check "$folder/rows" -- sort --parallel=1 -n "$folder/rows"

for options in 'bcast -n 1e6 -l 5/2' 'pipeline -n 1e4 -m 300 -l 5/2' \
    'circulant -n 1000 -m 3000' 'bcast -n 1e6 -l 3 --model logp'; do
    # shellcheck disable=SC2086 # options
    "$fibcast" schedule $options >"$folder/rows"
    # shellcheck disable=SC2086 # options
    "$fibcast" schedule $options --op reduce >"$folder/reduced"
    compare "check --op reduce, $options : broadcast" 1.5 15 \
        "$fibcast" check "$folder/reduced" -- "$fibcast" check "$folder/rows"
done

if (ulimit -v 16384 && "$fibcast" schedule bcast -n 1e8 -l 5/2 >/dev/null); then
    echo 'schedule bcast -n 1e8 runs in 16 MB of address space: ok'
else
    echo 'schedule bcast -n 1e8 runs in 16 MB of address space: MISS'
    missed=1
fi
exit "$missed"
