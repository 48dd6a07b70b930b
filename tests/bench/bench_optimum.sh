#!/bin/bash
# `optimum` against solvers of `program`, on instances that these solve within
# a few seconds.  Both must find the same number of steps.
set -eu
fibcast=${FIBCAST:-./fibcast}
ratio=$(dirname "$fibcast")/tests/bench/ratio
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
missed=0

# solver NAME FILE: its command, which writes FILE.sol.
solver() {
    case $1 in
    cbc) command=(cbc "$2" solve solu "$2.sol") ;;
    glpsol) command=(glpsol --lp "$2" -w "$2.sol") ;;
    esac
}

# against SOLVER AIM -n N -m M -l L
against() {
    local name=$1 aim=$2 file=$folder/p.lp command steps
    shift 2
    command -v "$name" >/dev/null || return 0
    "$fibcast" program "$@" >"$file" 2>/dev/null
    rm -f "$file.sol"
    solver "$name" "$file"
    "$ratio" "optimum $* : $name" "$aim" 3 \
        "$fibcast" optimum "$@" -- timeout 60 "${command[@]}" || missed=1
    steps=$("$fibcast" optimum "$@" --model logp)
    "$fibcast" program "$@" --solution "$file.sol" 2>/dev/null |
        "$fibcast" check | grep -q "(step $steps)" || {
        echo "WRONG: $name and optimum $* do not agree on $steps"
        missed=1
    }
}

against glpsol 0.01 -n 7 -m 4 -l 3
against cbc 0.01 -n 12 -m 4 -l 3
against cbc 0.01 -n 10 -m 6 -l 3
exit "$missed"
