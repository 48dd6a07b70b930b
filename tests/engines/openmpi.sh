#!/bin/sh
# Open MPI broadcasts by the rules that compare writes for it: its monitoring
# component counts who sends what to whom.  BUILD: the directory of the binary.
set -eu
cd "$(dirname "$0")"
BUILD=$(cd "${BUILD:-../../build}" && pwd)

if ! command -v mpicc >/dev/null || ! command -v mpirun >/dev/null; then
    echo 'openmpi: skipped, Open MPI is not installed'
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mpicc -std=c11 -O1 -Wall -Wextra -o "$work/broadcast" broadcast.c
cd "$work"

root=
[ "$(id -u)" != 0 ] || root=--allow-run-as-root

# The edges of each algorithm at four processors.
edges() {
    case $1 in
    1 | 7) echo 0-1 0-2 0-3 ;;
    3) echo 0-1 1-2 2-3 ;;
    5 | 6) echo 0-1 0-2 1-3 ;;
    esac
}

# follows MACHINE: 65536 bytes to four processors go as the rules say.
follows() {
    "$BUILD/fibcast" compare -n 2,4,8 --loggp "$1" --bytes 64..1Mix4 -m best \
        -f openmpi-text >rules 2>err
    rule=$(awk '/# processors/ { n = $1 } n == 4 && $1 == 65536' rules)
    # shellcheck disable=SC2086 # its words
    set -- "$1" $rule
    algorithm=$3 segment=$5
    [ "$segment" != 0 ] || segment=65536
    rm -f prof.*
    # shellcheck disable=SC2086 # nothing, or one word
    mpirun --oversubscribe $root --mca coll_tuned_use_dynamic_rules 1 \
        --mca coll_tuned_dynamic_rules_filename "$work/rules" \
        --mca pml_monitoring_enable 1 --mca pml_monitoring_enable_output 3 \
        --mca pml_monitoring_filename "$work/prof" -np 4 ./broadcast \
        >out 2>&1 || {
        cat out
        exit 1
    }
    found=$(cat prof.* | awk '$1 == "E" { print $2 "-" $3, $4, $6 }' | sort)
    expected=$(for edge in $(edges "$algorithm"); do
        echo "$edge 65536 $((65536 / segment))"
    done)
    if [ "$found" != "$expected" ]; then
        printf 'openmpi: --loggp %s: algorithm %s, segments of %s\n%s\n' \
            "$1" "$algorithm" "$segment" "$found"
        exit 1
    fi
    echo "openmpi: --loggp $1: algorithm $algorithm in segments of $segment"
}

follows .6us,.5us,.5us,.00033us
follows 100us,1us,1us,.00033us
follows 1us,9us,10us,.0001us
follows 20us,1us,2us,.003us
