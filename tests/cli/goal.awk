# Reads GOAL: its grammar; ranks in order; labels that are defined before they
# are needed; every send after the one before it and after the receive of its
# message; a send for each receive.  Then replays it as soon as possible, with
# the latency and gap in its comment, to the end that it promises.
function bad(what) {
	printf "line %d: %s: %s\n", NR, what, $0
	failed = 1
	exit 1
}
function check_send() {
	if (rank == "" || last == "")
		return
	if (sends > 1 && !after_send)
		bad("a send does not require the one before it")
	if (rank != 0 && !after_receive)
		bad("a send does not require the receive of its message")
	last = ""
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
	rank = $2; sends = receives = 0; last = ""
	split("", kind)
	next
}
/^}$/ && rank != "" { check_send(); count[rank] = sends; rank = ""; next }
rank == "" { bad("outside of a rank") }
/^[a-zA-Z][a-zA-Z0-9_]*: (send 1b to|recv 1b from) [0-9]+ tag [1-9][0-9]*$/ {
	check_send()
	label = substr($1, 1, length($1) - 1)
	if (label in kind)
		bad("a label again")
	if ($5 >= ranks || $5 == rank)
		bad("no such peer")
	kind[label] = $2; tag[label] = $7
	if ($2 == "send") {
		last = label; sends++; after_send = after_receive = 0
		to[rank, sends] = $5; what[rank, sends] = $7
		balance[rank, $5, $7]++
	} else {
		balance[$5, rank, $7]--
	}
	next
}
/^[a-zA-Z][a-zA-Z0-9_]* requires [a-zA-Z][a-zA-Z0-9_]*$/ {
	if ($1 != last || !($3 in kind))
		bad("not defined before")
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
	for (pair in balance)
		if (balance[pair] != 0)
			bad("a send without its receive, or the reverse: " pair)
	if (option["-o"] != 0 || option["-G"] != 0 || option["-g"] != unit)
		bad("other parameters")
	do {
		moved = 0
		for (r = 0; r < ranks; r++)
			while (done[r] < count[r]) {
				i = done[r] + 1
				message = what[r, i]
				if (r != 0 && !((r, message) in has))
					break
				start = free[r] + 0
				if (start < has[r, message] + 0)
					start = has[r, message]
				free[r] = start + option["-g"]
				ends = start + option["-L"]
				if (!((to[r, i], message) in has))
					has[to[r, i], message] = ends
				if (ends > end)
					end = ends
				done[r] = i
				moved = 1
			}
	} while (moved)
	for (r = 0; r < ranks; r++)
		if (done[r] < count[r])
			bad("rank " r " waits for ever")
	if (end + 0 != promised)
		bad("ends at " end + 0 ", not at " promised)
}
