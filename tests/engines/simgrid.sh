#!/bin/sh
# SimGrid replays schedules, by the commands that they carry, in exactly the
# time that we claim.  BUILD: the directory of the binary.
set -eu
cd "$(dirname "$0")"
BUILD=$(cd "${BUILD:-../../build}" && pwd)

if ! command -v smpirun >/dev/null; then
    echo 'simgrid: skipped, it is not installed'
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
count=0

# play ARGUMENTS OF fibcast schedule: sets what is claimed, and found.
play() {
    "$BUILD/fibcast" schedule "$@" >schedule.tsv
    "$BUILD/fibcast" convert -f ti schedule.tsv >trace.ti
    claimed=$(awk '/^# finish/ {
        split($3, part, "/"); printf "%.6f", part[1] / (part[2] ? part[2] : 1) }
        ' schedule.tsv)
    found=$(sed -n 's/^#\$ //p' trace.ti | sh -s trace.ti 2>&1 |
        sed -n 's/.*Simulation time //p')
    count=$((count + 1))
}

# Exactly the time that is claimed.
replay() {
    play "$@"
    [ "$claimed" = "$found" ] && return
    echo "simgrid: schedule $*: finish $claimed, but $found"
    exit 1
}

# At most that: a schedule that waits is sent earlier, and receives, of which
# SimGrid lets several go on at once, then need not wait for each other.
replay_waiting() {
    play "$@"
    [ -n "$found" ] && awk "BEGIN { exit !($found <= $claimed) }" && return
    echo "simgrid: schedule $*: finish $claimed, but $found"
    exit 1
}

for l in 1 5/2 7/3 3 13/4 10; do
    for n in 1 2 3 5 8 14 21 33 40 64; do
        replay bcast -n $n -l $l
    done
    for n in 2 7 14 40; do
        for m in 2 5 12; do
            for algorithm in repeat pack pipeline dtree; do
                replay $algorithm -n $n -m $m -l $l
            done
        done
    done
done
for l in 1 5/2 10; do
    for n in 2 5 14 40; do
        replay_waiting bcast -n $n -l $l --op reduce
        replay_waiting census -n $n -l $l
        for algorithm in pipeline dtree binomial two-tree; do
            replay_waiting $algorithm -n $n -m 5 -l $l --op reduce
        done
    done
done
replay_waiting circulant -n 33 -m 5 --op reduce
for op in allgather reduce-scatter allreduce; do
    for n in 2 5 14 40; do
        replay circulant -n $n --op $op
    done
done
for n in 2 5 14 40; do
    replay census -n $n -l 3
    for op in scatter alltoall barrier scan exscan allgather; do
        replay best -n $n --op $op
        replay best -n $n --op $op -l 3
    done
    replay_waiting best -n $n --op gather
    replay_waiting best -n $n --op gather -l 3
done
# By the bytes of each row.
net=6us,1us,4us,.01us
for n in 2 8 13; do
    for op in scatter allgather reduce-scatter allreduce alltoall; do
        replay best -n $n --op $op --loggp $net --block 1000
    done
    for op in scan exscan; do
        replay best -n $n --op $op --loggp $net --bytes 1000
    done
    replay_waiting best -n $n --op gather --loggp $net --block 1000
done
# In a machine's time.
for machine in '--logp 6us,2us,4us' '--logp 3/4,1/8,1/2' \
    '--loggp 5us,1us,2us,1/64us --bytes 64'; do
    for n in 2 5 14 33; do
        # shellcheck disable=SC2086 # two words each
        replay bcast -n $n $machine
        for algorithm in pipeline dtree; do
            # shellcheck disable=SC2086
            replay $algorithm -n $n -m 4 $machine
        done
    done
done
# On nodes: two latencies, and two lengths of sends.
replay nodes -n 12 -l 3 --node 3 --inside 1
replay nodes -n 55 -l 3 --node 5 --inside 1
replay nodes -n 256 -l 4 --node 16 --inside 1
replay nodes -n 240 -l 9/2 --node 12 --inside 3/2
replay nodes -n 960 -l 10 --node 48 --inside 2
replay nodes -n 64 -l 3 --node 8 --inside 1 -m 8
replay leaders -n 60 -l 9/2 --node 4 --inside 3/2
replay bcast -n 60 -l 9/2 --node 4 --inside 3/2
replay binomial -n 64 -l 4 --node 16 --inside 1
replay best -n 32 -l 4 --node 8 --inside 1 --op allgather
replay nodes -n 64 --logp 0.61us,0.5us,0.5us --node 4 --inside 0.1us,0.1us,0.1us
replay nodes -n 256 --logp 0.61us,0.5us,0.5us --node 16 --inside 0.1us,0.1us,0.1us
replay nodes -n 160 --logp 11,5,5 --node 10 --inside 1,1,1
replay_waiting nodes -n 60 -l 9/2 --node 4 --inside 3/2 --op reduce
echo "simgrid: ok, $count replays"
