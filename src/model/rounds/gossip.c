/*
 * Gossip by telephone and by telegraph.  A core of an even number of
 * processors, 2h, is in pairs (A_i, B_i), i mod h, all of which do the same.
 *
 * The window of A_i is a run of pairs upwards, i .. i+a-1, that of B_j one
 * downwards, j-b+1 .. j: a processor has the sum of its window's operands, and
 * also that sum without its own pair.  If A_i and B_j talk, j = i+a+b-1, their
 * windows are next to each other; the one that receives then has a+b pairs, or
 * a+b-1 if the sender leaves out its own.  At first the two of a pair talk, so
 * that a = b = 1.
 *
 *   By telephone a = b = w grows to 2w or 2w-1, so to h in ceil(log2 h) rounds
 * by ceil(h/2^k).  With the first round, and 2h = n, ceil(log2 n): nobody can
 * know more than 2^r after r rounds.
 *   By telegraph A's and B's turns to send alternate: from 1, 1 the windows are
 * at most F(1), F(2), .., Fibonacci's numbers, and so h in round k, the first
 * with F(k) >= h: h - 1 is written as a sum of different ones of F(1) ..
 * F(k-2), as a census is.  In round k+1 the talks of round k are held once
 * more, the other way: who has the whole gives what it had before.
 *
 * If n is odd, some processors are outside the core: the first n - 2h of it
 * get the operand of one of them before, and give them all the rest after it.
 * By telephone 2h is the largest power of 2 below n, so that it takes
 * ceil(log2 n) + 1 rounds.  No fewer do: somebody is idle in the last one, and
 * would know all after ceil(log2 n) - 1.  (W. Knoedel, 1975, New gossips and
 * telephones.)  By telegraph it is the least even number that is at least n/2.
 *   Bound by telegraph: let M be n times n, and M(p, q) count the ways on which
 * p's operand comes to q.  A round is M(I + N), N a matching in one direction;
 * (I + N) has the norm of (1 1; 0 1), phi, so after r rounds M has at most
 * phi^r.  If all know all, no entry is 0, and the norm is at least n.
 *   S. Even, B. Monien, 1989, On the number of rounds necessary to disseminate
 * information, and others before, have bounds with Fibonacci's numbers; these
 * windows, which count each operand once, are our own.
 *   n = 6 by telegraph: h = 3, k = 4: F(4) = 3 = 1 + F(2) + F(1); 5 rounds.
 */
#include "model/rounds/rounds.h"

#include <string.h>

#include "base/mem.h"
#include "number/number.h"

enum { GOSSIP_ROWS = 256, ROUNDS_MAX = 128, CORE_BITS = 62 };

/* What one side sends in a round: the sum of its window, with its own pair or
 * without; window 0: its own operand alone. */
struct half {
	uint64_t window;
	int has_own;
};

enum { SIDE_A, SIDE_B, SIDES };

/* JOIN and LEAVE: the rounds with the processors outside the core. */
enum kind { KIND_JOIN, KIND_TALK, KIND_LEAVE };

struct talk {
	enum kind kind;
	uint64_t ahead; /* A_i talks to B_j: j - i, mod h */
	int sends[SIDES];
	struct half half[SIDES];
};

struct gossip {
	struct schedule schedule;
	uint64_t n, core, outside;
	struct talk round[ROUNDS_MAX];
	size_t rounds, at;
	uint64_t from; /* the next processor of that round */
	struct transmission row[GOSSIP_ROWS];
};

/* -- The number of rounds */

/* core = n if n is even or 1; else the largest power of 2 below n or, by
 * telegraph, the least even number that is at least n/2. */
static void find_core(mpz_t core, const mpz_t n, int is_telegraph)
{
	if (mpz_even_p(n) || mpz_cmp_ui(n, 1) == 0) {
		mpz_set(core, n);
	} else if (is_telegraph) {
		mpz_add_ui(core, n, 3);
		mpz_fdiv_q_2exp(core, core, 2);
		mpz_mul_2exp(core, core, 1);
	} else {
		mpz_set_ui(core, 0);
		mpz_setbit(core, mpz_sizeinbase(n, 2) - 1);
	}
}

/* The first k with F(k) >= h. */
static unsigned long fibonacci_index(const mpz_t h)
{
	unsigned long k = 1;
	mpz_t value, before;

	mpz_init_set_ui(value, 1);
	mpz_init(before);
	while (mpz_cmp(value, h) < 0) {
		mpz_add(before, before, value);
		mpz_swap(before, value);
		k++;
	}
	mpz_clears(value, before, NULL);
	return k;
}

static void count_rounds(mpz_t rounds, const mpz_t n, int is_telegraph)
{
	mpz_t core;

	mpz_set_ui(rounds, 0);
	if (mpz_cmp_ui(n, 1) == 0)
		return;
	mpz_init(core);
	find_core(core, n, is_telegraph);
	mpz_fdiv_q_2exp(core, core, 1);
	if (is_telegraph) {
		mpz_set_ui(rounds, fibonacci_index(core) + 1);
	} else {
		mpz_sub_ui(core, core, 1);
		mpz_set_ui(rounds, 1);
		if (mpz_sgn(core) > 0)
			mpz_add_ui(rounds, rounds, mpz_sizeinbase(core, 2));
	}
	if (mpz_odd_p(n))
		mpz_add_ui(rounds, rounds, 2);
	mpz_clear(core);
}

static int is_telegraph(const struct algorithm_options *options)
{
	return strcmp(options->name, "telegraph-gossip") == 0;
}

enum status gossip_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	(void)err;
	mpq_set_ui(time, 0, 1);
	count_rounds(mpq_numref(time), problem->n, is_telegraph(options));
	return STATUS_OK;
}

void gossip_telephone_bound(mpz_t rounds, const mpz_t n)
{
	count_rounds(rounds, n, 0);
}

/* phi^r is L(r), Lucas' number, more the r-th power of a number from -1 to 0:
 * whole n are at most phi^r if they are at most L(r), less 1 for even r. */
void gossip_telegraph_bound(mpz_t rounds, const mpz_t n)
{
	unsigned long r = 0;
	mpz_t lucas, before, most;

	mpz_init_set_ui(lucas, 2);
	mpz_init_set_si(before, -1);
	mpz_init_set_ui(most, 1);
	while (mpz_cmp(most, n) < 0) {
		mpz_add(before, before, lucas);
		mpz_swap(before, lucas);
		r++;
		mpz_sub_ui(most, lucas, r % 2 == 0);
	}
	mpz_set_ui(rounds, r);
	mpz_clears(lucas, before, most, NULL);
}

/* All of the core or, by telegraph, half of it send in each of its rounds. */
void gossip_rows(mpz_t rows, const struct problem *problem,
	const struct algorithm_options *options)
{
	int one_way = is_telegraph(options);
	mpz_srcptr n = problem->n;
	mpz_t core, rounds;

	mpz_set_ui(rows, 0);
	if (mpz_cmp_ui(n, 1) == 0)
		return;
	mpz_inits(core, rounds, NULL);
	find_core(core, n, one_way);
	count_rounds(rounds, core, one_way);
	mpz_mul(rows, core, rounds);
	if (one_way)
		mpz_fdiv_q_2exp(rows, rows, 1);
	mpz_sub(core, n, core);
	mpz_addmul_ui(rows, core, 2);
	mpz_clears(core, rounds, NULL);
}

/* -- The rounds */

static struct talk *add_round(struct gossip *gossip, enum kind kind)
{
	struct talk *talk = &gossip->round[gossip->rounds++];

	*talk = (struct talk){.kind = kind};
	return talk;
}

static void add_telephone(struct gossip *gossip)
{
	uint64_t h = gossip->core / 2, window = 1;
	unsigned halvings = 0;
	struct talk *talk = add_round(gossip, KIND_TALK);

	talk->sends[SIDE_A] = talk->sends[SIDE_B] = 1;
	while ((h - 1) >> halvings > 0)
		halvings++;
	while (halvings-- > 0) {
		uint64_t next = ((h - 1) >> halvings) + 1;
		struct half half = {window, next == 2 * window};

		talk = add_round(gossip, KIND_TALK);
		talk->sends[SIDE_A] = talk->sends[SIDE_B] = 1;
		talk->half[SIDE_A] = talk->half[SIDE_B] = half;
		talk->ahead = (2 * window - 1) % h;
		window = next;
	}
}

/* Adds the round in which one side sends its window to the other. */
static void add_telegram(
	struct gossip *gossip, int side, uint64_t window[SIDES], int has_own)
{
	struct talk *talk = add_round(gossip, KIND_TALK);

	talk->sends[side] = 1;
	talk->half[side] = (struct half){window[side], has_own};
	talk->ahead =
		(window[SIDE_A] + window[SIDE_B] - 1) % (gossip->core / 2);
	window[!side] += window[side] - !has_own;
}

/* Repeats the last round the other way; who had received gives its window as it
 * was before, old. */
static void add_answer(struct gossip *gossip, uint64_t old)
{
	const struct talk *last = &gossip->round[gossip->rounds - 1];
	int side = last->sends[SIDE_A] ? SIDE_B : SIDE_A;
	struct talk *talk = add_round(gossip, KIND_TALK);

	talk->ahead = last->ahead;
	talk->sends[side] = 1;
	talk->half[side] = (struct half){old, last->half[!side].has_own};
}

/* window - 1 grows as Fibonacci's numbers do, and by 1 where a sender's own
 * pair is not left out; from round r on that adds F(k-r+1) to what it is after
 * k. */
static void add_telegraph(struct gossip *gossip)
{
	uint64_t h = gossip->core / 2, rest = h - 1, old = 0;
	uint64_t window[SIDES] = {1, 1}, F[ROUNDS_MAX] = {0, 1};
	size_t k = 1;

	for (; F[k] < h; k++)
		F[k + 1] = F[k] + F[k - 1];
	for (size_t round = 1; round <= k; round++) {
		int side = round % 2 == 1 ? SIDE_A : SIDE_B, has_own;

		if (round <= 2) {
			add_round(gossip, KIND_TALK)->sends[side] = 1;
			continue;
		}
		has_own = rest >= F[k - round + 1];
		rest -= has_own ? F[k - round + 1] : 0;
		old = window[!side];
		add_telegram(gossip, side, window, has_own);
	}
	add_answer(gossip, old);
}

/* -- The rows */

/* The number of a member of the core; the processor outside that joins a member
 * has the next number. */
static uint64_t number_of(const struct gossip *gossip, uint64_t member)
{
	return member + (member < gossip->outside ? member : gossip->outside);
}

/* Sets the row's operands: those of count members, and of who joined them, from
 * member on, which is below 2 core. */
static void set_run(const struct gossip *gossip, struct transmission *row,
	uint64_t member, uint64_t count)
{
	uint64_t core = gossip->core, end = member + count;

	if (member >= core) {
		member -= core;
		end -= core;
	}
	row->first = number_of(gossip, member);
	row->size = end <= core ? number_of(gossip, end) - row->first
				: gossip->n - row->first +
					  number_of(gossip, end - core);
}

static void set_window(const struct gossip *gossip, struct transmission *row,
	uint64_t member, const struct half *half)
{
	uint64_t core = gossip->core, pairs, first = member / 2;

	if (half->window == 0) {
		set_run(gossip, row, member, 1);
		return;
	}
	pairs = half->window - !half->has_own;
	if (member % 2 == SIDE_A)
		first += !half->has_own;
	else
		first += core / 2 + 1 - half->window;
	set_run(gossip, row, 2 * (first % (core / 2)), 2 * pairs);
}

static int put_talk(const struct gossip *gossip, struct transmission *row,
	uint64_t member, const struct talk *talk)
{
	uint64_t h = gossip->core / 2, pair = member / 2;
	int side = (int)(member % 2);

	if (!talk->sends[side])
		return 0;
	pair += side == SIDE_A ? talk->ahead : h - talk->ahead;
	row->to = number_of(gossip, 2 * (pair % h) + !side);
	set_window(gossip, row, member, &talk->half[side]);
	return 1;
}

/* Writes the row of a processor in a round; returns 0 if it does not send. */
static int put_gossip(const struct gossip *gossip, struct transmission *row,
	uint64_t from, const struct talk *talk)
{
	uint64_t member = from - gossip->outside;
	int is_outside = 0, is_host = from < 2 * gossip->outside;

	if (is_host) {
		member = from / 2;
		is_outside = from % 2 == 1;
	}
	*row = (struct transmission){.tick = gossip->at,
		.from = from,
		.message = 1,
		.first = from,
		.size = 1};
	switch (talk->kind) {
	case KIND_JOIN:
		row->to = from - 1;
		return is_outside;
	case KIND_TALK:
		return !is_outside && put_talk(gossip, row, member, talk);
	case KIND_LEAVE:
		row->to = from + 1;
		row->first = from + 2 < gossip->n ? from + 2 : 0;
		row->size = gossip->n - 1;
		return is_host && !is_outside;
	}
	return 0;
}

static enum status gossip_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct gossip *gossip = (struct gossip *)schedule;

	(void)err;
	*rows = gossip->row;
	*count = 0;
	while (*count < GOSSIP_ROWS && gossip->at < gossip->rounds) {
		*count += (size_t)put_gossip(gossip, &gossip->row[*count],
			gossip->from, &gossip->round[gossip->at]);
		if (++gossip->from == gossip->n) {
			gossip->from = 0;
			gossip->at++;
		}
	}
	return STATUS_OK;
}

static void add_rounds(struct gossip *gossip, int is_telegraph)
{
	if (gossip->n == 1)
		return;
	if (gossip->outside > 0)
		add_round(gossip, KIND_JOIN);
	if (is_telegraph)
		add_telegraph(gossip);
	else
		add_telephone(gossip);
	if (gossip->outside > 0)
		add_round(gossip, KIND_LEAVE);
}

enum status gossip_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	static const struct schedule_ops ops = {gossip_next, NULL};
	int one_way = is_telegraph(options);
	struct schedule_header header = {
		.model = one_way ? MODEL_TELEGRAPH : MODEL_TELEPHONE,
		.algorithm = options->name,
		.operation = OPERATION_CENSUS};
	struct gossip *gossip;
	mpz_t core;

	*schedule = NULL;
	if (problem_header(&header, problem, err) != STATUS_OK)
		return err->code;
	if (mpz_sizeinbase(problem->n, 2) > CORE_BITS)
		return err_limit(
			err, "gossip is for fewer than 2^62 processors");
	gossip = mem_array(1, sizeof *gossip);
	mpz_init(core);
	find_core(core, problem->n, one_way);
	gossip->n = header.processors;
	gossip->core = number_get_u64(core);
	gossip->outside = gossip->n - gossip->core;
	mpz_clear(core);
	add_rounds(gossip, one_way);
	header.messages = 1;
	header.has_finish = 1;
	header.finish = gossip->rounds;
	gossip->schedule.header = header;
	gossip->schedule.ops = &ops;
	*schedule = &gossip->schedule;
	return STATUS_OK;
}
