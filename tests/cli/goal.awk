# Reads GOAL: its grammar; ranks in order; labels that are defined before they
# are needed; every send after the one before it and after the receive of its
# message; a send for each receive.  Then replays it as soon as possible, with
# the latency and gap in its comment, to the end that it promises.  Nothing may
# delay what has arrived: receives are a gap apart, and none comes in a calc.
function bad(what) {
	printf "line %d: %s: %s\n", NR, what, $0
	failed = 1
	exit 1
}
function check_send() {
	if (rank == "" || last == "" || kind[last] != "send")
		return
	if (sends > 1 && !after_send)
		bad("a send does not require the one before it")
	if (rank != 0 && !after_receive)
		bad("a send does not require the receive of its message")
}
function define(what) {
	check_send()
	last = substr($1, 1, length($1) - 1)
	if (last in kind)
		bad("a label again")
	kind[last] = what; at[last] = ++count[rank]
	is[rank, count[rank]] = what; needs[rank, count[rank]] = ""
}
# When all that the i-th operation of rank r requires is done; -1: not yet.
function required(r, i,   list, k, n, most) {
	n = split(needs[r, i], list, " "); most = 0
	for (k = 1; k <= n; k++) {
		if (!((r, list[k]) in done))
			return -1
		if (done[r, list[k]] > most)
			most = done[r, list[k]]
	}
	return most
}
# Carries out the i-th operation of rank r if it can be; 1 if so.
function carry_out(r, i,   from) {
	if (is[r, i] == "recv") {
		if (!((arrival[r, i]) in done))
			return 0
		done[r, i] = done[arrival[r, i]] + option["-L"]
		if (done[r, i] > end)
			end = done[r, i]
		return 1
	}
	if ((from = required(r, i)) < 0)
		return 0
	if (is[r, i] == "calc") {
		begun[r, i] = from
		done[r, i] = from + amount[r, i]
		return 1
	}
	if (r in free && free[r] > from)
		from = free[r]
	done[r, i] = from
	free[r] = from + option["-g"]
	return 1
}

/^\/\/ LogGOPSim ends at/ { promised = $5 + 0; unit = $0
	sub(/.*a unit of time is /, "", unit); unit += 0 }
/^\/\/   LogGOPSim/ {
	for (i = 1; i < NF; i++)
		option[$i] = $(i + 1)
}
/^\/\// { next }
/^num_ranks [1-9][0-9]*$/ && !ranks { ranks = $2; rank = ""; next_rank = 0; next }
!ranks { bad("no num_ranks before it") }
/^rank [0-9]+ \{$/ && rank == "" {
	if ($2 != next_rank++ || $2 >= ranks)
		bad("not the next rank")
	rank = $2; sends = 0; last = ""; count[rank] = 0
	split("", kind); split("", at); split("", tag)
	next
}
/^}$/ && rank != "" { check_send(); rank = ""; next }
rank == "" { bad("outside of a rank") }
/^[a-zA-Z][a-zA-Z0-9_]*: (send 1b to|recv 1b from) [0-9]+ tag [1-9][0-9]*$/ {
	define($2)
	if ($5 >= ranks || $5 == rank)
		bad("no such peer")
	tag[last] = $7
	if ($2 == "send") {
		sends++; after_send = after_receive = 0
		sent[rank, $5, $7]++
		place[rank, $5, $7, sent[rank, $5, $7]] = rank SUBSEP count[rank]
	} else {
		received[$5, rank, $7]++
		arrival[rank, count[rank]] = $5 SUBSEP rank SUBSEP $7 SUBSEP received[$5, rank, $7]
	}
	next
}
/^[a-zA-Z][a-zA-Z0-9_]*: calc [1-9][0-9]*$/ {
	define("calc")
	amount[rank, count[rank]] = $3
	next
}
/^[a-zA-Z][a-zA-Z0-9_]* requires [a-zA-Z][a-zA-Z0-9_]*$/ {
	if ($1 != last || !($3 in kind) || $3 == last)
		bad("not defined before")
	needs[rank, at[last]] = needs[rank, at[last]] " " at[$3]
	if (kind[$3] == "send" && $3 == "s" (sends - 1))
		after_send = 1
	if (kind[$3] == "recv" && tag[$3] == tag[last])
		after_receive = 1
	next
}
{ bad("not in the grammar") }

END {
	if (failed)
		exit 1
	if (rank != "" || next_rank != ranks)
		bad("the last rank is missing")
	for (name in sent)
		if (sent[name] != received[name] + 0)
			bad("a send without its receive: " name)
	for (name in received)
		if (received[name] != sent[name] + 0)
			bad("a receive without its send: " name)
	if (option["-o"] != 0 || option["-G"] != 0 || option["-g"] != unit)
		bad("other parameters")
	for (name in arrival)
		arrival[name] = place[arrival[name]]
	do {
		moved = waiting = 0
		for (r = 0; r < ranks; r++)
			for (i = 1; i <= count[r]; i++)
				if (!((r, i) in done)) {
					if (carry_out(r, i))
						moved = 1
					else
						waiting = 1
				}
	} while (moved && waiting)
	if (waiting)
		bad("a rank waits for ever")
	for (r = 0; r < ranks; r++) {
		is_free = calc_end = 0
		for (i = 1; i <= count[r]; i++) {
			if (is[r, i] == "calc") {
				if (begun[r, i] < is_free - option["-g"])
					bad("rank " r " receives during a calc")
				calc_end = done[r, i]
			}
			if (is[r, i] != "recv")
				continue
			if (done[r, i] < is_free || done[r, i] < calc_end)
				bad("rank " r " cannot receive at " done[r, i])
			is_free = done[r, i] + option["-g"]
		}
	}
	if (end + 0 != promised)
		bad("ends at " end + 0 ", not at " promised)
}
