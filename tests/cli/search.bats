# Searches that are stopped: by --limit, or by Ctrl-C.
load helper

# interrupts ARGUMENTS: as ask, with SIGINT once the search has begun: later and
# later, as long as it comes too early, before there is something to interrupt.
interrupts() {
	local seconds
	for seconds in .1 .2 .4 .8 1.6 3.2 6.4 12.8; do
		status=0
		eval "timeout --preserve-status -s INT $seconds \
			env --default-signal=INT fibcast $1" \
			>"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/err" ||
			status=$?
		((status == 130)) || break
	done
	IFS= read -r -d '' out <"$BATS_TEST_TMPDIR/out" || :
	IFS= read -r -d '' err <"$BATS_TEST_TMPDIR/err" || :
}

@test 'no time: the schedule that is known without a search' {
	while read -r arguments; do
		read -r more found <<<"${arguments#* => }"
		arguments=${arguments%% => *}
		ask "schedule $arguments --limit 0"
		same status 0 "$status"
		same "$arguments" "fibcast: schedule: warning: not settled in the time given (--limit): there may be a shorter schedule"$'\n' "$err"
		[[ $(fibcast check <<<"$out") == "ok: "*", finish $more"* ]]
		ask "schedule $arguments --limit 1e30"
		same "$arguments" ' [0]' "$err [$status]"
		[[ $(fibcast check <<<"$out") == "ok: "*", finish $found"* ]]
	done <<-'END'
		telephone -n 7 -m 2 => 5 4
		telegraph -n 22 -m 40 => 83 79
		continuous -n 30 -m 5 -l 3 => 20 18
	END
}

@test 'no time, and no schedule of the least delay' {
	refuses 3 'schedule continuous -n 40 -m 5 -l 4 --delay least --limit 0' \
		'schedule: not settled in the time given (--limit): no endless schedule of delay 19 was found for 40 processors and latency 4; without --delay least it is at most 21'
	ask 'schedule continuous -n 40 -m 5 -l 4 --delay least | fibcast check'
	[[ $out == 'ok: '* ]]
}

@test 'what is known without a search has no need of time' {
	answers 'schedule telephone -n 2 --limit 0 -H' $'0\t0\t1\t1'
	for arguments in 'telegraph -n 21 -m 40' 'telephone -n 64 -m 9' \
		'continuous -n 1 -l 2' 'continuous -n 1000 -l 2 --delay least'; do
		ask "schedule $arguments --limit 0"
		same "$arguments" ' [0]' "$err [$status]"
	done
}

@test 'a limit is of no use without a search' {
	refuses 2 'schedule bcast -n 5 -l 2 --limit 1' \
		'schedule: --limit: not used by bcast'
	refuses 2 'schedule telephone -n 5 --limit x' \
		"schedule: --limit: 'x' is not a number"
}

@test 'Ctrl-C ends a search with what is known' {
	interrupts 'schedule telegraph -n 700 -m 400'
	same telegraph "fibcast: schedule: warning: interrupted: there may be a shorter schedule"$'\n [0]' "$err [$status]"
	[[ $(fibcast check <<<"$out") == 'ok: 279728 transmissions, 128 redundant, finish 808 '* ]]
	interrupts 'optimum -n 55 -m 10 -l 23'
	[[ $out == *..* ]]
	same optimum "fibcast: optimum: interrupted: the optimum is in '${out%$'\n'}'"$'\n [3]' "$err [$status]"
}

@test 'Ctrl-C where nothing is known' {
	interrupts 'schedule continuous -n 5000 -m 5 -l 3 --delay least'
	same continuous 'fibcast: schedule: interrupted: no endless schedule of delay 28 was found for 5000 processors and latency 3; without --delay least it is at most 33'$'\n [3]' "$out$err [$status]"
}
