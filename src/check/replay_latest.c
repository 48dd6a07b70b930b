/*
 * An upper bound on when a schedule ends, whatever the latencies of its
 * messages, each from S to L; times are in ticks, of which a send takes S.  It
 * is a true bound in place of Theorem 7.1 of Subramonian & Venkatasubramanian
 * 1993, where S is 1.
 *
 * Let N_qp(z) be the most that, of any z sends of q that follow one another in
 * the schedule, go to p; F_p(z) the sum of N_qp(z) over all q; and
 *	W_p = L - S + S max { F_p(z) - z : z >= floor(L/S) }.
 *   A message waits at p no longer than W_p before it is received.  Let it
 * arrive at time a, and let b be the earliest time such that p starts a receive
 * at each of b, b + S, b + 2S ... until it receives this message; b <= a, as p
 * does not rest while something waits.  The messages that it receives from b
 * on, up to this one, arrived at b or later, as p rested before b, and at a or
 * earlier, as messages are received in the order of their arrivals.  So all of
 * them were sent from b - L to a - S.  In that time a processor makes at most
 * z = floor((a - b + L)/S) >= floor(L/S) sends, which follow one another in the
 * schedule; so they are at most F_p(z) messages.  The last of them is received
 * by b + S (F_p(z) - 1) <= a + L - S + S (F_p(z) - z), as a - b >= S z - L.
 *   Hence row r, by which q sends message i to p, is sent no later than S(r),
 * and received no later than R(p, i):
 *	S(r) = max { its time, S(q's row before) + S, R(q, i) },
 *	R(p, i) = S(r) + L + W_p,
 * with R = 0 for the source; where a row needs several others, R is the latest
 * of theirs.  The receives of p end no later than if each message arrived as
 * late as it can, for p never rests while a message waits.
 *
 * N_qp(x + y) <= N_qp(x) + N_qp(y), so it is enough to look at a few sends of q
 * to p: if at most n of any s sends of q go to p, then N_qp(z) <= n floor(z/s)
 *+ N_qp(z mod s), where s is chosen for the least n/s.  And F_p(z) is at most
 * A, the number of messages that p gets in all, so z > A - 1 + (L - 1)/S need
 * not be looked at: it would give a wait of 0.  All z up to that count, even
 * those above A: where senders send to p at both ends of a long run of sends, z
 * must span the run.
 *   In a continuous broadcast by groups every processor but the source and the
 * last one sends at each step, to p regularly, and p receives one message a
 * step.  So the n/s add up to 1, if n may be as large as it takes, and F_p(z) -
 * z stays below some E for any number of messages: no send is later than by the
 * sum of W_p over all levels above it, and the extra delay is at most (L - 1 +
 * E) d(P-1).  The paper's (L - 1) d(P-1) overlooks E: messages of several
 * senders may meet that are each sent a little later than another.
 *   Where processors rest now and then, as in endless schedules of the least
 * delay, the n/s can add up to more than 1, and the bound grows with the
 * messages.
 */
#include "check/check.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "check/checker.h"

/* The latest time that is found, and the largest n of the heading. */
static const uint64_t LATEST_MAX = UINT64_MAX / 4;
enum { TOGETHER = 64 };

/* A row; arrivals are sorted by receiver, then by sender, then by number. */
struct arrival {
	size_t from, number, row; /* number: among the sender's sends, from 0 */
};

/* -- waiting */

/* The length of the shortest run of a sender's sends that has n of these
 * arrivals, which are its sends to one receiver. */
static size_t shortest_run(
	const struct arrival *arrival, size_t count, size_t n)
{
	size_t least = SIZE_MAX;

	for (size_t i = 0; i + n <= count; i++) {
		size_t run = arrival[i + n - 1].number - arrival[i].number + 1;

		least = run < least ? run : least;
	}
	return least;
}

/* Adds N(z) - N(z - 1) of one sender to more[z], for 1 <= z <= last, where N is
 * the bound of the heading. */
static void add_sender(
	size_t *more, size_t last, const struct arrival *arrival, size_t count)
{
	size_t run[TOGETHER + 1], known = 0, n = 1;

	while (known < count && known <= TOGETHER) {
		run[known] = shortest_run(arrival, count, known + 1);
		known++;
	}
	if (known <= TOGETHER) { /* all its sends to the receiver: N is exact */
		for (size_t i = 0; i < known; i++)
			if (run[i] <= last)
				more[run[i]]++;
		return;
	}
	/* At most n of any run[n] - 1 sends; chosen for the least ratio. */
	for (size_t i = 2; i < known; i++)
		if (i * (run[n] - 1) < n * (run[i] - 1))
			n = i;
	for (size_t z = 0; z < last; z += run[n] - 1)
		for (size_t i = 0; i < n && z + run[i] <= last; i++)
			more[z + run[i]]++;
}

/* W of a receiver whose arrivals these are, all of them; more has room for
 * 2·all.  A message waits at most for all others. */
static uint64_t find_wait(size_t *more, const struct arrival *arrival,
	size_t all, const struct replay *replay)
{
	uint64_t S = replay->send, L = replay->latency, most = 0;
	size_t begin = 0, sum = 0, last;

	if (L / S >= all)
		return (all - 1) * S;
	last = all - 1 + (size_t)((L - 1) / S);
	for (size_t z = 1; z <= last; z++)
		more[z] = 0;
	for (size_t i = 1; i <= all; i++)
		if (i == all || arrival[i].from != arrival[begin].from) {
			add_sender(more, last, arrival + begin, i - begin);
			begin = i;
		}
	for (size_t z = 1; z <= last; z++) {
		sum += more[z];
		sum = sum < all ? sum : all;
		if (z >= L / S && S * sum + L > S * (z + 1) + most)
			most = S * sum + L - S * (z + 1);
	}
	return least_u64(most, (all - 1) * S);
}

/* -- the schedule */

struct latest {
	const struct replay *replay;
	struct arrival *arrival;
	size_t *begin;	 /* of each processor: the index of its first arrival */
	uint64_t *wait;	 /* of each processor: W */
	uint64_t *sent;	 /* of each row: S + L, its latest arrival */
	uint64_t *held;	 /* of each place: R, over the rows needed so far */
	size_t *pending; /* of each place: the first row that was not needed */
	size_t *seen;	 /* of each place: how many rows were needed */
	uint64_t *ready; /* of each processor: when it may send again */
	size_t *from;	 /* of each row: its sender */
};

/* Sorts the arrivals by counting: rows of a sender are linked in their order.
 */
static void sort_arrivals(struct latest *latest)
{
	const struct replay *replay = latest->replay;
	size_t *begin = latest->begin, at = 0;

	for (size_t i = 0; i < replay->rows; i++)
		begin[replay->row[i].to + 1]++;
	for (size_t p = 0; p < replay->processors; p++) {
		size_t count = begin[p + 1];

		begin[p + 1] = at;
		at += count;
	}
	for (size_t p = 0; p < replay->processors; p++) {
		size_t number = 0;

		for (size_t i = replay->first[p]; i != SIZE_MAX;
			i = replay->row[i].next) {
			size_t *place = &begin[replay->row[i].to + 1];

			latest->arrival[(*place)++] =
				(struct arrival){p, number++, i};
			latest->from[i] = p;
		}
	}
}

static void find_waits(struct latest *latest)
{
	const struct replay *replay = latest->replay;
	size_t *more = mem_array(2 * replay->rows + 1, sizeof *more);

	for (size_t p = 0; p < replay->processors; p++) {
		size_t begin = latest->begin[p],
		       count = latest->begin[p + 1] - begin;

		if (count > 0)
			latest->wait[p] = find_wait(
				more, latest->arrival + begin, count, replay);
	}
	mem_free(more);
}

/* The latest time at which p, the row's sender, has what it needs. */
static uint64_t needed_time(
	struct latest *latest, size_t p, const struct replay_row *row)
{
	const struct replay *replay = latest->replay;
	size_t place = replay_place(replay, p, row->message);
	uint64_t *held = &latest->held[place];

	for (; !replay->is_broadcast && latest->seen[place] < row->needs;
		latest->seen[place]++) {
		size_t i = latest->pending[place];

		*held = most_u64(*held, latest->sent[i] + latest->wait[p]);
		latest->pending[place] = replay->row[i].after;
	}
	return *held;
}

/* Finds S + L of all rows; 0 if a time exceeds LATEST_MAX. */
static int find_sends(struct latest *latest)
{
	const struct replay *replay = latest->replay;
	size_t places = (size_t)(replay->processors * replay->messages);

	for (size_t i = (size_t)replay->messages;
		i < places && replay->is_broadcast; i++)
		latest->held[i] = UINT64_MAX;
	if (!replay->is_broadcast)
		memcpy(latest->pending, replay->head,
			places * sizeof *replay->head);
	for (size_t i = 0; i < replay->rows; i++) {
		const struct replay_row *row = &replay->row[i];
		size_t p = latest->from[i];
		uint64_t *held = &latest->held[replay_place(
				 replay, row->to, row->message)],
			 had = needed_time(latest, p, row),
			 sent = most_u64(
				 row->tick, most_u64(had, latest->ready[p]));

		if (sent > LATEST_MAX)
			return 0;
		latest->ready[p] = sent + replay->send;
		latest->sent[i] = sent += replay->latency;
		sent += latest->wait[row->to];
		if (replay->is_broadcast)
			*held = least_u64(sent, *held);
	}
	return 1;
}

/* When the last message is received if each arrives as late as it can.  time
 * has room for all arrivals of a processor. */
static uint64_t find_end(const struct latest *latest, uint64_t *time)
{
	const struct replay *replay = latest->replay;
	uint64_t end = 0;

	for (size_t p = 0; p < replay->processors; p++) {
		size_t count = latest->begin[p + 1] - latest->begin[p];
		const struct arrival *arrival =
			latest->arrival + latest->begin[p];
		uint64_t free = 0;

		for (size_t i = 0; i < count; i++)
			time[i] = latest->sent[arrival[i].row];
		if (count > 0)
			qsort(time, count, sizeof *time, check_compare_words);
		for (size_t i = 0; i < count; i++)
			free = most_u64(free, time[i]) + replay->send;
		end = count > 0 ? most_u64(end, free - replay->send) : end;
	}
	return end;
}

_Static_assert(sizeof(struct replay_row) + sizeof(struct arrival) +
			       5 * sizeof(uint64_t) <=
		       ROW_BYTES,
	"a row");
_Static_assert(4 * sizeof(uint64_t) <= PROCESSOR_BYTES, "a processor");

static void latest_init(struct latest *latest, const struct replay *replay)
{
	size_t rows = replay->rows, processors = (size_t)replay->processors;
	size_t places = (size_t)(replay->processors * replay->messages);

	*latest = (struct latest){.replay = replay,
		.arrival = mem_array(rows, sizeof *latest->arrival),
		.begin = mem_array(processors + 1, sizeof *latest->begin),
		.wait = mem_array(processors, sizeof *latest->wait),
		.sent = mem_array(rows, sizeof *latest->sent),
		.held = mem_array(places, sizeof *latest->held),
		.ready = mem_array(processors, sizeof *latest->ready),
		.from = mem_array(rows, sizeof *latest->from)};
	if (replay->is_broadcast)
		return;
	latest->pending = mem_array(places, sizeof *latest->pending);
	latest->seen = mem_array(places, sizeof *latest->seen);
}

static void latest_clear(struct latest *latest)
{
	mem_free(latest->arrival);
	mem_free(latest->begin);
	mem_free(latest->wait);
	mem_free(latest->sent);
	mem_free(latest->held);
	mem_free(latest->pending);
	mem_free(latest->seen);
	mem_free(latest->ready);
	mem_free(latest->from);
}

uint64_t replay_latest(const struct replay *replay)
{
	struct latest latest;
	uint64_t end = UINT64_MAX, *time;

	if (replay->header.model == MODEL_MACHINE)
		return UINT64_MAX;
	latest_init(&latest, replay);
	sort_arrivals(&latest);
	find_waits(&latest);
	if (find_sends(&latest)) {
		time = mem_array(replay->rows, sizeof *time);
		end = find_end(&latest, time);
		mem_free(time);
	}
	latest_clear(&latest);
	return end;
}
