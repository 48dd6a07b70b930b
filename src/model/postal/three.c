/*
 * Three processors: the optimum and a schedule that attains it.  With
 * L = ceil(lambda) the optimum is
 *
 *   T = m + lambda + min(m, j) - 1                             if L = 2j,
 *   T = 2m + lambda - 1                        if L = 2j + 1 and m <= j,
 *   T = m + lambda + j - 1 + min(1, phi ceil((m - j) / 3j))
 *                              if L = 2j + 1 and m > j, phi = lambda - 2j,
 *
 * j = 0 only for lambda = 1, where the last term is 1.  The first two, and T
 * for lambda = 1, are the counting bound (counting.c): a tick earlier at most
 * 2m - 1 sends are possible.  Proof that the third cannot be beaten, for
 * j >= 1:
 *
 * Drop all useless sends; 2m are left, all begun by D = T - lambda.  Let
 * D = m + j - 1 + e, 0 <= e < 1 (a schedule that ends earlier also ends by D +
 * lambda), and let window k be the times in (k - 1 + e, k + e], k = 0 .. m+j-1.
 * A send at time t in window k has position t - k, at most e.  In a window each
 * processor begins at most one send and each receiver one receive.  Nobody but
 * the source can send before lambda = 2j + phi: not in windows < 2j, and not in
 * window 2j if e < phi.
 *
 * (1) So there are at most 2j + 2 (m-j) = 2m sends, one less if e < phi.
 * Hence e >= phi, the source sends in every window < 2j, and both receivers
 * receive in every later window.
 * (2) In a window >= 2j at least one of the two receives is relayed, that is,
 * does not come from the source.  A message relayed by window k was sent by
 * the source by window k - 2j.  Counting both,
 *   k - 2j + 1 <= relays by window k
 *              <= different messages sent by window k - 2j <= k - 2j + 1,
 * for every k: all are equal.  So the source sends in every window, in the
 * windows i < m - j different messages; the message of window i is relayed in
 * window i + 2j, and no other message is ever relayed.
 * (3) In window k >= 2j the source sends to the receiver that relays, as the
 * other receives the relayed message; that is, to the one to which it sent in
 * window k - 2j.  The source's last 2j sends are two of each of the j messages
 * that are not relayed, one to each receiver.  So in any 2j consecutive windows
 * it sends to each receiver in j of them, and in any j + 1 to both.
 * (4) Let p(k) be the position of the source's send in window k.  As it sends
 * in every window, p(0) >= 0 and p never falls; and neither do the positions
 * of a receiver's receives, from window 2j on.  The relay in window k has a
 * position >= p(k - 2j) + phi.  Let the source send to different receivers in
 * windows k and k + 1, i + 2j <= k < i + 3j; by (3) there is such a k.  The
 * one to which it sends in window k + 1 received the relay of window k; so
 *   p(i + 3j) >= p(k + 1) >= p(k - 2j) + phi >= p(i) + phi.
 * (5) So p(3jx) >= x phi.  The last relay, of the message of window m - j - 1,
 * has a position >= p(m - j - 1) + phi, which is at least
 * phi ceil((m - j) / 3j), and at most e.
 *
 * Example: lambda = 9/4, j = 1, phi = 1/4.  Every three messages the source
 * falls behind by another 1/4: m = 10 takes 10 + 9/4 + 0 + 3/4 = 13, where the
 * counting bound is 25/2.
 */
#include "model/postal/bounds.h"

#include "base/mem.h"
#include "number/number.h"

/* half = floor(L/2), L = ceil(lambda); returns whether L is odd. */
static int split_latency(mpz_t half, const struct problem *problem)
{
	int is_odd;

	number_ceil(half, problem->lambda);
	is_odd = mpz_odd_p(half);
	mpz_fdiv_q_2exp(half, half, 1);
	return is_odd;
}

/* late = min(1, phi ceil((m - j) / 3j)), m > j; 1 for j = 0. */
static void set_late(mpq_t late, const struct problem *problem, const mpz_t j)
{
	mpz_t waves, thrice;
	mpq_t phi;

	mpq_set_ui(late, 1, 1);
	if (mpz_sgn(j) == 0)
		return;
	mpz_inits(waves, thrice, NULL);
	mpq_init(phi);
	mpz_mul_ui(thrice, j, 3);
	mpz_sub(waves, problem->m, j);
	mpz_cdiv_q(waves, waves, thrice);
	mpq_set_z(phi, j);
	mpq_mul_2exp(phi, phi, 1);
	mpq_sub(phi, problem->lambda, phi);
	postal_late(late, phi, waves);
	mpq_clear(phi);
	mpz_clears(waves, thrice, NULL);
}

int postal_three_drifts(const struct problem *problem)
{
	int drifts = 0;
	mpz_t half;
	mpq_t late;

	mpz_init(half);
	mpq_init(late);
	if (split_latency(half, problem) && mpz_cmp(problem->m, half) > 0) {
		set_late(late, problem, half);
		drifts = mpz_cmp(mpq_numref(late), mpq_denref(late)) < 0;
	}
	mpz_clear(half);
	mpq_clear(late);
	return drifts;
}

enum status postal_three_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *unused, struct err *err)
{
	mpz_t half;
	mpq_t late;
	int is_odd;

	(void)unused;
	(void)err;
	mpz_init(half);
	mpq_init(late);
	is_odd = split_latency(half, problem);
	mpq_set_z(time, problem->m);
	mpq_add(time, time, problem->lambda);
	mpz_submul_ui(mpq_numref(time), mpq_denref(time), 1);
	if (is_odd && mpz_cmp(problem->m, half) > 0) {
		set_late(late, problem, half);
		mpq_add(time, time, late);
	}
	mpq_set_z(late, mpz_cmp(problem->m, half) < 0 ? problem->m : half);
	mpq_add(time, time, late);
	mpz_clear(half);
	mpq_clear(late);
	return STATUS_OK;
}

/*
 * -- A schedule of the least time for every m and latency.  Sends are made in
 * steps 0, 1, ..; L = ceil(lambda).
 *
 * If 2m <= L the source sends everything.  Otherwise there are m + floor(L/2)
 * steps, or m + ceil(L/2) if L is odd and the schedule does not drift.  Each
 * step belongs to one of the two receivers.  The source sends message t + 1 in
 * step t to the owner of the step, which relays it to the other receiver a
 * period later.  That step is its own again, so each of the two has at most one
 * receive and one send in a step.  The last floor(L/2) messages, which cannot
 * be relayed in time, the source sends to both.
 *
 * The period is L: its first ceil(L/2) steps belong to the first receiver, the
 * others to the second.  In the last L steps the source has enough steps of
 * each receiver.  Steps begin a unit apart, and receives end L - lambda before
 * they would at latency L.
 *
 * Where L = 2j + 1 is odd, phi = lambda - 2j < 1, and m small, drifting takes
 * less time: the period is 2j, and j steps of one receiver alternate with j
 * steps of the other.  Messages are relayed as soon as they have arrived, phi
 * later than the source sends in that step; so the source has to wait before it
 * sends to the receiver of a relay.  It sends in step t at time
 * t + phi floor(t / 3j): after three turns its send has to follow the relay of
 * the last of them, which was phi late.
 */

enum { THREE_ROWS = 256 };

struct three {
	struct schedule schedule;
	uint64_t items, steps;
	uint64_t period; /* steps from the source's send to the relay */
	uint64_t ours;	 /* steps of the first receiver in a period */
	uint64_t late;	 /* ticks that the source loses in 3·ours steps */
	uint64_t step;	 /* the next to be written */
	struct transmission row[THREE_ROWS + 1]; /* a step has up to 2 */
};

/* Whether the step belongs to the first receiver. */
static int is_first(const struct three *three, uint64_t step)
{
	return step % three->period < three->ours;
}

/* How many of the steps before that one belong to the first receiver. */
static uint64_t count_first(const struct three *three, uint64_t step)
{
	uint64_t rest = step % three->period;

	return step / three->period * three->ours +
	       (rest < three->ours ? rest : three->ours);
}

/* The message that the source sends in a step, or 0.  In the last period the
 * i-th step of either receiver is for the i-th of the last messages. */
static uint64_t item_of(const struct three *three, uint64_t step)
{
	uint64_t whole = three->steps - three->period;
	uint64_t i = count_first(three, step) - count_first(three, whole);

	if (step < whole)
		return step + 1;
	if (!is_first(three, step))
		i = step - whole - i;
	return whole + i < three->items ? whole + i + 1 : 0;
}

/* The tick at which the source sends in a step. */
static uint64_t tick_of(const struct three *three, uint64_t step)
{
	uint64_t tick = step * three->schedule.header.unit;

	return three->late == 0 ? tick
				: tick + step / (3 * three->ours) * three->late;
}

/* Writes the sends of the present step; returns how many, at most 2. */
static size_t put_step(const struct three *three, struct transmission *row)
{
	uint64_t step = three->step, to = is_first(three, step) ? 1 : 2;
	uint64_t item, from;
	size_t count = 0;

	if (three->steps <= three->period) {
		row[0] = (struct transmission){
			.tick = step * three->schedule.header.unit,
			.to = step % 2 == 0 ? 1 : 2,
			.message = step / 2 + 1};
		return 1;
	}
	item = item_of(three, step);
	if (item > 0)
		row[count++] =
			(struct transmission){.tick = tick_of(three, step),
				.to = to,
				.message = item};
	if (step < three->period)
		return count;
	from = step - three->period;
	row[count++] = (struct transmission){
		.tick = three->late == 0
				? tick_of(three, step)
				: tick_of(three, from) +
					  three->schedule.header.latency,
		.from = to,
		.to = 3 - to,
		.message = from + 1};
	return count;
}

static enum status three_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct three *three = (struct three *)schedule;

	(void)err;
	*rows = three->row;
	for (*count = 0; *count < THREE_ROWS && three->step < three->steps;
		three->step++)
		*count += put_step(three, three->row + *count);
	return STATUS_OK;
}

static const struct schedule_ops three_ops = {three_next, NULL};

static void set_steps(struct three *three, const struct problem *problem)
{
	const struct schedule_header *header = &three->schedule.header;
	uint64_t whole = header->latency / header->unit, half;

	whole += header->latency % header->unit > 0;
	half = whole / 2;
	three->items = header->messages;
	three->period = whole;
	three->ours = whole - half;
	if (three->items <= half) {
		three->steps = 2 * three->items;
	} else if (postal_three_drifts(problem)) {
		three->period = 2 * half;
		three->ours = half;
		three->steps = three->items + half;
		three->late = header->latency - 2 * half * header->unit;
	} else {
		three->steps = three->items + three->ours;
	}
}

enum status postal_three_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct three *three;
	struct schedule_header header = {
		.model = MODEL_POSTAL, .algorithm = "optimum"};

	*schedule = NULL;
	if (problem_header_at(&header, postal_three_time, problem, options,
		    err) != STATUS_OK)
		return err->code;
	three = mem_array(1, sizeof *three);
	three->schedule.header = header;
	three->schedule.ops = &three_ops;
	set_steps(three, problem);
	*schedule = &three->schedule;
	return STATUS_OK;
}
