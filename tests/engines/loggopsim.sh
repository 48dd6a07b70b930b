#!/bin/sh
# LogGOPSim ends when our schedules do, on machines and without, to the tick.
# LOGGOPSIM: a directory with its source, which is copied and built beside ours;
# that needs what it needs: g++, re2c, gengetopt, libcgraph.  BUILD: the
# directory of our binary.  Without LOGGOPSIM the second simulator of
# tests/judge stands in, and the times that LogGOPSim has had.
set -eu
cd "$(dirname "$0")"
BUILD=$(cd "${BUILD:-../../build}" && pwd)

if [ -z "${LOGGOPSIM:-}" ]; then
    echo 'loggopsim: LOGGOPSIM names no directory with its source: instead' \
        'the second simulator, and the times in machine.bats'
    "$BUILD/tests/unit/core/test_schedule_simulated"
    "$BUILD/tests/unit/check/test_check_machine"
    if command -v bats >/dev/null; then
        BUILD=$BUILD bats --tap -f 'LogGOPSim ends' ../cli/machine.bats
    fi
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Builds both programs once for each source.
program=$(find "$LOGGOPSIM" -name LogGOPSim.cpp | head -n 1)
if [ -z "$program" ]; then
    echo "loggopsim: no LogGOPSim.cpp in $LOGGOPSIM"
    exit 1
fi
built=$BUILD/loggopsim
if [ -z "$(find "$built/LogGOPSim" -newer "$program" 2>/dev/null)" ]; then
    rm -rf "$built"
    cp -r "$(dirname "$program")" "$built"
    rm -f "$built/LogGOPSim" "$built/txt2bin" "$built"/*.o
    make -s -C "$built" CXXFLAGS='-std=c++11 -O2 -w' >"$work/log" 2>&1 || {
        cat "$work/log"
        exit 1
    }
fi
PATH=$BUILD:$built:$PATH
cd "$work"
count=0

# play: schedule.goal, by its own command, against what it promises.
play() {
    promised=$(sed -n 's|^// LogGOPSim ends at \([0-9]*\),.*|\1|p' \
        schedule.goal)
    found=$(sed -n 's|^//   ||p' schedule.goal | sed 2q | sh -s 2>&1 |
        awk '/^Maximum finishing time at host/ { print $7 }
            /^Host / { print $3 }' | sort -n | tail -n 1)
    count=$((count + 1))
    [ -n "$promised" ] && [ "$promised" = "$found" ] && return
    echo "loggopsim: $*: $promised promised, but it ends at $found"
    exit 1
}

# schedule ARGUMENTS OF fibcast schedule
schedule() {
    fibcast schedule "$@" >schedule.tsv
    fibcast convert -f goal schedule.tsv >schedule.goal
    head -n 20 schedule.tsv | grep -q '	taken$' && simulated=$((simulated + 1))
    grep -q ': calc ' schedule.goal && waiting=$((waiting + 1))
    play "$@"
}
simulated=0 waiting=0

# The postal model, rounds, and blocks.
for l in 1 5/2 3; do
    for n in 2 14 33; do
        schedule bcast -n $n -l $l
        schedule bcast -n $n -l $l --op reduce
        schedule census -n $n -l $l
        for algorithm in best repeat pack pipeline dtree greedy cyclic \
            two-tree chain; do
            schedule $algorithm -n $n -m 5 -l $l
        done
        schedule best -n $n -m 6 -l $l --op reduce
    done
done
for n in 2 13 16; do
    schedule continuous -n $n -m 12 -l 3
    schedule circulant -n $n -m 4
    schedule circulant -n $n -m 4 --op reduce
    for rounds in telephone telegraph sendrecv; do
        schedule $rounds -n $n -m 4
        schedule $rounds -n $n -m 4 --op reduce
    done
    for op in allgather reduce-scatter allreduce; do
        schedule circulant -n $n --op $op
    done
done

# Collective operations, by block on machines, too.
for op in scatter gather allgather reduce-scatter allreduce alltoall barrier \
    scan exscan; do
    for n in 2 5 14 16; do
        for machine in '-l 1' '-l 5/2' '-l 3' '--logp 6us,2us,4us' \
            '--logp 5us,3us,4us'; do
            # shellcheck disable=SC2086 # two words
            schedule best -n $n --op $op $machine
        done
        case $op in
        barrier) continue ;;
        *scan) size='--bytes 300' ;;
        *) size='--block 100' ;;
        esac
        for machine in 6us,2us,4us,1/64us .6128us,.5us,.5us,.00033us; do
            # shellcheck disable=SC2086 # two words
            schedule best -n $n --op $op --loggp $machine $size
        done
    done
done

# Machines: 2o below, at and above g; no o; bytes.
for machine in '--logp 6us,2us,4us' '--logp 5us,3us,4us' '--logp 9/2,1/3,2' \
    '--logp 7,0,2' '--logp 1,1/2,4' '--logp 5us,3us,1us' '--logp 1,17,1' \
    '--loggp .6128us,.5us,.5us,.00033us --bytes 240000' \
    '--loggp 30us,5us,20us,.08us --bytes 3000' \
    '--loggp 500us,2us,2us,.001us --bytes 90000' \
    '--loggp 1us,.2us,.7us,.00008us --bytes 1000000'; do
    for n in 5 14 33; do
        # shellcheck disable=SC2086 # two or four words
        for what in best 'best --op reduce' greedy cyclic \
            'cyclic --op reduce' pipeline dtree weave chain pack; do
            schedule $what -n $n -m 6 $machine
        done
        # shellcheck disable=SC2086
        schedule bcast -n $n $machine
        # shellcheck disable=SC2086
        schedule census -n $n $machine
    done
done

# Stored ones, which a machine takes as they are.
for file in "$OLDPWD"/../cli/stored/*.tsv; do
    fibcast convert -f goal "$file" >schedule.goal
    play "$file"
done
if [ $count -lt 300 ] || [ $simulated -lt 50 ] || [ $waiting -lt 50 ]; then
    echo "loggopsim: too few: $count, $simulated taken late, $waiting waiting"
    exit 1
fi
echo "loggopsim: ok, $count schedules, of which $simulated have messages wait" \
    "and $waiting senders"
