#!/bin/sh
# Open MPI executes a schedule of each algorithm: every rank ends with every
# message, or, of a reduction, rank 0 with all sums; of the other collective
# operations, with what MPI's own gives it.  BUILD: the directory of the binary.
set -eu
cd "$(dirname "$0")"
: "${BUILD:=../../build}"

if ! command -v mpicc >/dev/null || ! command -v mpirun >/dev/null; then
    echo 'mpi: skipped, Open MPI is not installed'
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mpicc -std=c11 -O1 -Wall -Wextra -o "$work/run_schedule" run_schedule.c

root=
[ "$(id -u)" != 0 ] || root=--allow-run-as-root

# run ARGUMENTS OF fibcast schedule
run() {
    "$BUILD/fibcast" schedule "$@" >"$work/schedule"
    n=$(sed -n 's/^# processors //p' "$work/schedule")
    # shellcheck disable=SC2086 # nothing, or one word
    said=$(mpirun --oversubscribe $root -np "$n" "$work/run_schedule" \
        <"$work/schedule" 2>"$work/err") || said="${said:-failed}"
    echo "mpi: schedule $*: $said"
    case $said in
    ok:*) ;;
    *)
        cat "$work/err"
        exit 1
        ;;
    esac
}

run bcast -n 14 -l 5/2
run repeat -n 14 -m 5 -l 5/2
run pack -n 14 -m 5 -l 5/2
run pipeline -n 14 -m 5 -l 5/2
run dtree -n 14 -m 5 -l 5/2
run dtree -n 14 -m 5 -l 5/2 --degree 1
run bcast -n 14 -l 5/2 --op reduce
run pipeline -n 14 -m 5 -l 5/2 --op reduce
run circulant -n 13 -m 6 --op reduce
run telephone -n 14 -m 5 --op reduce
for n in 8 13; do
    for op in scatter gather allgather reduce-scatter allreduce alltoall \
        barrier scan exscan; do
        run best -n "$n" --op $op
    done
    run census -n "$n" -l 1
    run direct -n "$n" --op alltoall
    run ring -n "$n" --op allreduce
done
for n in 1 2 5 14; do
    run circulant -n "$n" --op allgather
    run circulant -n "$n" --op reduce-scatter
    run circulant -n "$n" --op allreduce
done
run bcast -n 2 -l 1
run bcast -n 1 -l 1
