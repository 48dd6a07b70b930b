#!/bin/bash
# Speed of schedules, as ratios to a peer in the same run: a line a case,
# `name  ratio  aim  ok|MISS`.  Usage: bench_schedule.sh [FIBCAST]
set -eu

fibcast=${1:-./fibcast}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
TIMEFORMAT='%U %S'

# The least processor time, in milliseconds, of five runs of a command (of one,
# if the first takes seconds).
least() {
	local best=0 i user system ms
	for i in 1 2 3 4 5; do
		read -r user system < <({ time "$@" >/dev/null 2>&1; } 2>&1)
		ms=$(awk -v u="$user" -v s="$system" \
			'BEGIN { printf "%d", (u + s) * 1000 }')
		if [ "$i" = 1 ] || [ "$ms" -lt "$best" ]; then
			best=$ms
		fi
		if [ "$ms" -gt 2000 ]; then
			break
		fi
	done
	echo $((best > 0 ? best : 1))
}

# report NAME TIME PEER AIM: the ratio must be at most AIM.
report() {
	awk -v name="$1" -v a="$2" -v b="$3" -v aim="$4" 'BEGIN {
		printf "%-24s %6.3f  %6.3f  %s\n", name, a / b, aim,
			a / b <= aim ? "ok" : "MISS" }'
}

report bcast/seq \
	"$(least "$fibcast" schedule bcast -n 1e8 -l 5/2)" \
	"$(least seq 1 100000000)" 0.5

# In 16 MB of address space, or it fails.
if (ulimit -v 16384 &&
	"$fibcast" schedule bcast -n 1e8 -l 5/2 >/dev/null); then
	report bcast-16MB 16 16 1
else
	report bcast-16MB 17 16 1
fi

"$fibcast" schedule bcast -n 1e7 -l 5/2 >"$dir/rows"
cat "$dir/rows" >/dev/null
check=$(least "$fibcast" check "$dir/rows")
report check/wc "$check" "$(least wc -l "$dir/rows")" 8
report check/sort "$check" "$(least env LC_ALL=C sort -n "$dir/rows")" 0.1

# The rest is to be quick, to the eye: against 100 ms.
report rank-1e1000 \
	"$(least "$fibcast" rank 123456789 -n 1e1000 -l 5/2)" 100 1
report compare-1e30 \
	"$(least "$fibcast" compare -n 1e30 -m 1000 -l 5/2)" 100 1
