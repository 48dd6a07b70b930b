#!/bin/sh
# glpsol and cbc solve `fibcast program`: the least number of steps is what it
# should be, their solutions, in each of their formats, are valid schedules of
# that time, and what has no solution has none.  BUILD: the directory of the
# binary.
set -eu
cd "$(dirname "$0")"
BUILD=$(cd "${BUILD:-../../build}" && pwd)
PATH=$BUILD:$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
count=0
slow=0

# solve SECONDS: p.lp, whose solutions are then in files *.sol; 1 if it takes
# longer.
solve() {
    rm -f ./*.sol
    case $solver in
    glpsol) timeout "$1" glpsol --lp p.lp -w raw.sol -o list.sol ;;
    cbc) timeout "$1" cbc p.lp solve solu some.sol printing all solu all.sol ;;
    esac >log 2>&1
}

fail() {
    echo "solvers: $solver: $*"
    exit 1
}

# holds EXPECTED ARGUMENTS OF fibcast program: what check says of each solution,
# as two formats have it.
holds() {
    expected=$1
    shift
    for file in *.sol; do
        for format in tsv text; do
            found=$(fibcast program "$@" --solution "$file" -f $format 2>&1 |
                fibcast check 2>&1) || :
            case $found in
            "ok: "*", finish $expected "*) ;;
            *) fail "program $*: $file: expected finish $expected: $found" ;;
            esac
        done
    done
}

# The finish that is right, elapsed.
finish() {
    if fibcast optimum --help >/dev/null 2>&1; then
        steps=$(fibcast optimum "$@" --model logp)
    else
        steps=$(fibcast bound --model logp "$@")
    fi
    echo $((steps > 0 ? steps - 1 : 0))
}

# least ARGUMENTS
least() {
    fibcast program "$@" >p.lp 2>err
    if solve 4; then
        holds "$(finish "$@")" "$@"
        count=$((count + 1))
    else
        slow=$((slow + 1))
    fi
}

# periodic P L Q: items 1 to 30 reach all with the least delay.
periodic() {
    fibcast program --continuous -n "$1" -l "$2" --period "$3" >p.lp 2>err
    delay=$(sed 's/.*delay //' err)
    if solve 8; then
        holds $((30 - 1 + delay - 1)) --continuous -n "$1" -l "$2" \
            --period "$3" -m 30
        count=$((count + 1))
    else
        slow=$((slow + 1))
    fi
}

# impossible ARGUMENTS: the program in p.lp has no solution, and this is what
# reading one says.
impossible() {
    solve 8 || fail "program $*: not shown to be infeasible"
    for file in *.sol; do
        found=$(fibcast program "$@" --solution "$file" 2>&1) && status=0 ||
            status=$?
        case $status-$found in
        2-*': the solver found no solution') ;;
        *) fail "infeasible program $*: $file: $found" ;;
        esac
    done
    count=$((count + 1))
}

for solver in glpsol cbc; do
    if ! command -v $solver >/dev/null; then
        echo "solvers: $solver skipped, it is not installed"
        continue
    fi
    for L in 1 2 3; do
        for P in 1 2 3 4 5 6; do
            for k in 1 2 3 4 5; do
                least -n $P -m $k -l $L
            done
        done
    done
    periodic 2 3 1
    periodic 3 2 2
    periodic 4 2 2
    periodic 6 2 4
    periodic 9 2 5
    periodic 8 4 5
    periodic 13 2 4
    periodic 14 2 6
    # Periods that there are not, and an item to be received nine times.
    fibcast program --continuous -n 4 -l 2 --period 3 >p.lp 2>err
    impossible --continuous -n 4 -l 2 --period 3
    fibcast program --continuous -n 6 -l 2 --period 3 >p.lp 2>err
    impossible --continuous -n 6 -l 2 --period 3
    fibcast program -n 4 -m 2 -l 2 2>err |
        sed 's/^\( c4_1_2:.*\) = 1$/\1 = 9/' >p.lp
    impossible -n 4 -m 2 -l 2
done
echo "solvers: ok, $count programs solved, $slow took too long"
