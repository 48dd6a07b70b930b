#!/usr/bin/env bats
# fibcast revolve, against the figures and tables of Garg & Ghosh 1994.

setup() {
	fibcast=${BUILD:-build}/fibcast
}

revolve() {
	"$fibcast" revolve "$@"
}

# figure MESSAGES: "from>to ..." as lines "from to", in that order.
figure() {
	tr -s ' >\n' '\n  ' <<<"$1" | xargs -n 2
}

# The messages of one step, as lines "from to".
step() {
	revolve messages -H -f tsv "$@" | cut -f 2,3 | tr '\t' ' '
}

# refuses STATUS MESSAGE ARGUMENT...: one line, and a second for usage.
refuses() {
	local status_wanted=$1 message=$2
	shift 2
	run --separate-stderr "$fibcast" revolve "$@"
	[ "$status" -eq "$status_wanted" ]
	[ -z "$output" ]
	# shellcheck disable=SC2154
	[ "${stderr_lines[0]}" = "fibcast: revolve: $message" ]
	[ "${#stderr_lines[@]}" -eq "$((status_wanted == 2 ? 2 : 1))" ]
}

bats_require_minimum_version 1.5.0

@test "Fig. 1: seven processes by position" {
	run revolve messages --scheme next --numbering position -n 7 -t 0..3 -f csv
	[ "$status" -eq 0 ]
	[ "$output" = "time,from,to
0,1,2
0,3,2
0,5,6
0,7,6
1,2,4
1,6,4
1,1,5
1,3,5
2,4,7
2,5,7
2,2,1
2,6,1
3,7,3
3,1,3
3,4,2
3,5,2" ]
}

@test "Fig. 6: snext, 16 processes" {
	local scheme=(--scheme snext -n 16)
	[ "$(step "${scheme[@]}" -t 0)" = "$(figure \
		"4>3 8>2 11>7 14>1 5>10 9>6 12>13 15>0")" ]
	[ "$(step "${scheme[@]}" -t 1)" = "$(figure \
		"3>2 7>1 10>6 13>0 4>9 8>5 11>12 14>15")" ]
	[ "$(step "${scheme[@]}" -t 2)" = "$(figure \
		"2>1 6>0 9>5 12>15 3>8 7>4 10>11 13>14")" ]
	[ "$(step "${scheme[@]}" -t 3 | head -n 1)" = "1 0" ]
}

@test "Fig. 7: bcnext, 16 processes" {
	local scheme=(--scheme bcnext -n 16)
	[ "$(step "${scheme[@]}" -t 0)" = "$(figure \
		"4>3 10>2 12>9 15>1 5>11 13>8 6>14 7>0")" ]
	[ "$(step "${scheme[@]}" -t 1)" = "$(figure \
		"3>2 9>1 11>8 14>0 4>10 12>7 5>13 6>15")" ]
	[ "$(step "${scheme[@]}" -t 2)" = "$(figure \
		"2>1 8>0 10>7 13>15 3>9 11>6 4>12 5>14")" ]
	[ "$(step "${scheme[@]}" -t 3 | head -n 1)" = "1 0" ]
	run revolve messages --scheme bcnext -n 16 -t 0..2
	[ "${#lines[@]}" -eq 25 ]
	[ "${lines[0]}" = "time  from  to" ]
	[ "${lines[1]}" = "   0     4   3" ]
	[ "${lines[24]}" = "   2     5  14" ]
}

@test "(1): next of seven positions" {
	run bash -c "'$fibcast' revolve positions --scheme next -n 7 -f tsv |
		cut -f 2 | paste -sd ' '"
	[ "$output" = "next 5 1 7 2 6 3 4" ]
}

@test "(4): 31 leaves and parents" {
	[ "$(step --scheme next -n 31 -t 0)" = "$(figure \
		"0>30 15>30 7>14 22>14 3>6 10>6 18>21 25>21
		1>2 4>2 8>9 11>9 16>17 19>17 23>24 26>24")" ]
}

@test "(7), (11): labels of 16 positions" {
	run bash -c "'$fibcast' revolve positions --scheme snext -n 16 -H |
		awk '{print \$3}' | paste -sd ' '"
	[ "$output" = "4 3 8 2 11 7 14 1 5 10 9 6 12 13 15 0" ]
	run bash -c "'$fibcast' revolve positions --scheme snext2 -n 16 -H |
		awk '{print \$3}' | paste -sd ' '"
	[ "$output" = "0 15 7 14 3 6 10 13 1 2 4 5 8 9 11 12" ]
}

@test "(8): what each process sends and receives" {
	local x does
	does=$(for x in {0..15}; do
		revolve rank "$x" --scheme snext -n 16 -t 0
	done | paste -sd ,)
	[ "$does" = "receive 15,receive 14,receive 8,receive 4,send 3,send 10,$(
	)receive 9,receive 11,send 2,send 6,receive 5,send 7,send 13,$(
	)receive 12,send 1,send 0" ]
}

@test "distances: Theorems 2 and 4, and counted ones" {
	run revolve distances --scheme next -n 31
	[ "$output" = "$(printf '%s\n' 1 -1 -2 3 -4 7 -8 15)" ]
	run revolve distances --scheme snext2 -n 16
	[ "$output" = "$(printf '%s\n' 1 -1 3 7)" ]
	run revolve distances --scheme snext -n 16
	[ "$output" = "$(printf '%s\n' 1 -1 3 -3 -4 5 -6)" ]
	run revolve distances --scheme bcnext -n 16
	[ "$output" = "$(printf '%s\n' -1 2 -3 -5 6 -7 8)" ]
	run revolve distances --scheme next -n 1
	[ "$status" -eq 0 ]
	[ -z "$output" ]
	run bash -c "'$fibcast' revolve distances --scheme snext2 -n 2^1000 |
		tail -n 1 | wc -c"
	[ "$output" -eq 302 ]
	run revolve distances --scheme snext2 -n 4 -f json
	[ "$output" = '{"distance":1}
{"distance":-1}' ]
}

@test "properties are as published" {
	run revolve properties --scheme bcnext -n 1024
	[ "$output" = "property   value
gather        10
broadcast     10
spread        20
messages     512
sends        512
receives     512
distances    398" ]
	run revolve properties --scheme next -n 2^0 -f json
	[ "${lines[0]}" = '{"property":"gather","value":0,"value_approx":0}' ]
	[ "${lines[1]}" = '{"property":"broadcast","value":null,"value_approx":null}' ]
	run revolve properties --scheme snext -n 2^100 -f csv
	[ "${lines[2]}" = "broadcast,198" ]
	[ "${lines[3]}" = "spread,298" ]
	[ "${lines[7]}" = "distances,-" ]
	run revolve properties --scheme next --arity 3 -n 29524 -f csv
	[ "${lines[3]}" = "spread,-" ]
}

@test "rank: the part of one process, at any size" {
	run revolve rank 986808510217543422603000458269 --scheme bcnext -n 2^200 \
		-t 12345
	[ "$status" -eq 0 ]
	[ "$output" = "receive $(
	)43870623549007658141106116711926687659969153228328966" ]
	# And that one sends to it.
	run revolve rank 43870623549007658141106116711926687659969153228328966 \
		--scheme bcnext -n 2^200 -t 12345
	[ "$output" = "send 986808510217543422603000458269" ]
	# Label 0 of a tree is the first leaf, its parent the last label.
	run revolve rank 0 --scheme next --virtual -n 2^1000 -t 0
	[ "$status" -eq 0 ]
	run revolve rank 0 --scheme next -n 1267650600228229401496703205375 -t 0
	[ "$output" = "send 1267650600228229401496703205374" ]
}

@test "rank: a receiver of two, an idle one, times, formats" {
	local tree=(--scheme next -n 7 --numbering position)
	run revolve rank 2 "${tree[@]}" -t 0
	[ "$output" = "receive 1 3" ]
	run revolve rank 4 "${tree[@]}" -t 0
	[ "$output" = "idle" ]
	run revolve rank 2 "${tree[@]}" -t 7
	[ "$output" = "receive 1 3" ]
	run revolve rank 1 "${tree[@]}" -t 0..3
	[ "$output" = "time  event    peer
   0  send        2
   1  send        5
   2  receive     2
   2  receive     6
   3  send        3" ]
	run revolve rank 4 "${tree[@]}" -t 0 -f json
	[ "$output" = '{"time":0,"event":"idle","peer":null}' ]
	run revolve rank 4 "${tree[@]}" -t 0 -f tsv -H
	[ "$output" = "$(printf '0\tidle\t-')" ]
}

@test "trees may have arity 3" {
	run revolve positions --scheme next --arity 3 -n 4 -f csv
	[ "$output" = "position,next,label
1,3,0
2,1,3
3,4,1
4,2,2" ]
	run revolve messages --scheme next --arity 3 -n 40 -t 0..5
	[ "$status" -eq 0 ]
	[ "${#lines[@]}" -eq $((1 + 6 * 27)) ]
	run revolve rank 39 --scheme next --arity 3 -n 40 -t 0
	[ "$output" = "receive 0 13 26" ]
}

@test "virtual processes fill the tree up" {
	# 127 positions: 64 senders; processes 0 to 26 carry two positions.
	run revolve messages --scheme next --virtual -n 100 -t 0
	[ "$status" -eq 0 ]
	[ "${#lines[@]}" -le 65 ]
	[ "${lines[1]}" = "   0     0  26" ]
	# Each step's messages are those of the parts.
	local x
	for x in {0..99}; do
		revolve rank "$x" --scheme next --virtual -n 100 -t 0 -f tsv -H |
			awk -v x="$x" '$2 == "send" { print 0, x, $3 }'
	done | sort >"$BATS_TEST_TMPDIR/parts"
	revolve messages --scheme next --virtual -n 100 -t 0 -f tsv -H |
		tr '\t' ' ' | sort | cmp - "$BATS_TEST_TMPDIR/parts"
	# A size of the scheme has none.
	[ "$(step --scheme bcnext --virtual -n 16 -t 5)" = \
		"$(step --scheme bcnext -n 16 -t 5)" ]
	run revolve messages --scheme snext --virtual -n 1 -t 0
	[ "$output" = "time  from  to" ]
	run revolve rank 0 --scheme snext --virtual -n 1 -t 0
	[ "$output" = "idle" ]
}

@test "simulate: the minimum, within 2n steps for bcnext" {
	run revolve simulate --app minimum --scheme bcnext -n 16 --seed 3
	[ "$output" = "step  known
   0      1
   1      1
   2      1
   3      2
   4      4
   5      8
   6     16
# steps 6
# bound 8
# messages 48
# static 30
# static-all 180" ]
	run revolve simulate --scheme next -n 7 --values 5,3,9,3,8,1,2 -f json
	[ "${lines[0]}" = '{"step":0,"known":1}' ]
	[ "${lines[7]}" = '{"step":7,"known":7}' ]
	[ "${#lines[@]}" -eq 8 ]
	run revolve simulate --scheme next -n 7 --values 5,3,9,3,8,1,2 -f json \
		--summary
	[ "$output" = \
		'{"steps":7,"bound":7,"messages":28,"static":12,"static-all":84}' ]
	run revolve simulate --scheme next -n 7 --values 5,3,9,3,8,1,2 --summary
	[ "$output" = "steps  bound  messages  static  static-all
    7      7        28      12          84" ]
	run revolve simulate --scheme snext -n 8 --values 8..15
	[ "$status" -eq 0 ]
}

@test "simulate: the fixed point, and the same seed the same run" {
	run revolve simulate --app fixpoint --scheme bcnext -n 16 -f csv
	[ "${lines[1]}" = "0,0" ]
	[ "${lines[14]}" = "13,16" ]
	[ "${#lines[@]}" -eq 15 ]
	run revolve simulate --app fixpoint --scheme bcnext -n 16 -f csv --summary
	[ "${lines[0]}" = "steps,bound,messages,static,static-all" ]
	[ "${lines[1]}" = "13,16,104,30,390" ]
	run revolve simulate --app fixpoint --scheme bcnext -n 16 -f csv
	local once=$output
	run revolve simulate --app fixpoint --scheme bcnext -n 16 -f csv --seed 0
	[ "$output" = "$once" ]
	run revolve simulate --app fixpoint --virtual --scheme next --arity 3 \
		-n 50
	[ "$status" -eq 0 ]
}

@test "wrong numbers are named" {
	refuses 2 "--processors: '8' is not 2^h-1, $(
		)as the scheme needs; --virtual takes any" \
		messages --scheme next -n 8 -t 0
	refuses 2 "--processors: '7' is not (k^h-1)/(k-1) for k = 3, $(
		)as the scheme needs" \
		positions --scheme next --arity 3 -n 7
	refuses 2 "--processors: '12' is not 2^h, h >= 1, $(
		)as the scheme needs" \
		properties --scheme bcnext -n 12
	refuses 2 "--processors: must be at least 1, not '0'" \
		properties --scheme bcnext -n 0
	refuses 2 "R: '16' is not a process: they are 0 to 15" \
		rank 16 --scheme bcnext -n 16 -t 0
	refuses 2 "R: '0' is not a process: they are 1 to 7" \
		rank 0 --scheme next -n 7 -t 0 --numbering position
	refuses 2 "R: '100' is not a process: they are 0 to 99" \
		rank 100 --scheme next --virtual -n 100 -t 0
	refuses 2 "R: '1..2' is a sweep, but one value is needed" \
		rank 1..2 --scheme next -n 7 -t 0
	refuses 2 "R: must be at least 0, not '-3'" \
		rank -3 --scheme next -n 7 -t 0
	refuses 2 "--time: must be at least 0, not '-1'" \
		messages --scheme next -n 7 -t -1
	refuses 2 "--time: '1/2' is not a whole number" \
		messages --scheme next -n 7 -t 1/2
	refuses 2 "--arity: must be at least 2, not '1'" \
		positions --scheme next -n 7 --arity 1
	refuses 2 "--values: '3' values for 7 processes" \
		simulate --scheme next -n 7 --values 5,3,9
	refuses 2 "--values: '9223372036854775808' is not below 2^63" \
		simulate --scheme next -n 3 --values 5,3,2^63
	refuses 2 "--scheme: 'prev' is none of next, snext, snext2, bcnext" \
		positions --scheme prev -n 7
	refuses 2 "WHAT: 'x' is none of messages, positions, distances, $(
		)properties, rank, simulate" x --scheme next -n 7
}

@test "what is missing, and what WHAT or the scheme does not use" {
	local tree=(--scheme next -n 7) what
	refuses 2 "WHAT is missing, one of messages, positions, distances, properties, rank, simulate" "${tree[@]}"
	refuses 2 "--scheme is missing, one of next, snext, snext2, bcnext" positions -n 7
	[ "$(fibcast revolve messages "${tree[@]}")" = \
		"$(fibcast revolve messages "${tree[@]}" -t 0)" ]
	[ "$(fibcast revolve rank 1 "${tree[@]}")" = \
		"$(fibcast revolve rank 1 "${tree[@]}" -t 0)" ]
	refuses 2 "R is missing: 0 to n-1" rank "${tree[@]}" -t 0
	for what in positions distances properties simulate; do
		refuses 2 "--time: not used by revolve $what" "$what" "${tree[@]}" -t 0
		refuses 2 "--numbering: not used by revolve $what" \
			"$what" "${tree[@]}" --numbering label
		refuses 2 "R: not used by revolve $what" "$what" 5 "${tree[@]}"
	done
	for what in positions distances properties; do
		refuses 2 "--virtual: not used by revolve $what" \
			"$what" --scheme next -n 6 --virtual
		refuses 2 "--app: not used by revolve $what" \
			"$what" "${tree[@]}" --app minimum
		refuses 2 "--seed: not used by revolve $what" "$what" "${tree[@]}" --seed 0
		refuses 2 "--values: not used by revolve $what" \
			"$what" "${tree[@]}" --values 1
	done
	refuses 2 "R: not used by revolve messages" messages 5 "${tree[@]}" -t 0
	refuses 2 "--app: not used by revolve rank" \
		rank 5 "${tree[@]}" -t 0 --app minimum
	for what in snext snext2 bcnext; do
		refuses 2 "--arity: not used by --scheme $what" \
			positions --scheme "$what" -n 8 --arity 2
	done
	refuses 2 "--numbering: 'position' cannot number virtual processes" \
		messages --scheme next -n 6 -t 0 --virtual --numbering position
	refuses 2 "--seed: not used with --values" \
		simulate --scheme next -n 3 --values 1,2,3 --seed 1
}

@test "what is too large is refused before it starts" {
	refuses 3 "the table would have up to 16 rows, $(
		)more than --max-rows allows" \
		messages --scheme next -n 7 -t 0..3 --max-rows 15
	refuses 3 "the table would have 1099511627776 rows, $(
		)more than --max-rows allows" positions --scheme snext -n 2^40
	refuses 3 "a table of '1099511627776' positions would be needed, $(
		)more than 2^24" distances --scheme snext -n 2^40
	refuses 3 "'4096' processes are too many for fixpoint: more than 2^11" \
		simulate --scheme snext -n 2^12 --app fixpoint
	refuses 3 "a run may take '3161869130' messages, more than 2^26" \
		simulate --scheme next -n 37k --arity 56230 --virtual --summary
	refuses 3 "a run may take '402653184' messages, more than 2^26" \
		simulate --scheme bcnext -n 2^24
	refuses 3 "a run may take '8384512000' coordinates in messages, $(
		)more than 2^29" \
		simulate --scheme next -n 1000 --arity 2047 --virtual --app fixpoint
	refuses 3 "a run may take '738197504' coordinates in messages, $(
		)more than 2^29" \
		simulate --scheme next -n 2048 --virtual --app fixpoint
	run revolve messages --scheme next -n 7 -t 0..3 --max-rows 16
	[ "$status" -eq 0 ]
}
