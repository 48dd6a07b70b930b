/*
 * One processor's part: in each round, counted from x on, one receive and one
 * send at most, of the blocks of round i mod q moved on by q floor(i/q) - x.
 * So the blocks of q rounds determine it, and a span may start in any round.
 * Blocks are negative, meaning none, only in the first two phases of q rounds.
 */
#include "model/circulant/circulant.h"

#include "base/mem.h"
#include "model/symmetric/symmetric.h"
#include "model/rounds/rounds.h"
#include "number/number.h"

struct circulant_part {
	struct part part;
	struct circulant circulant;
	mpz_t n, m, rank;
	mpz_t round, end; /* those still to come: round .. end-1 */
	unsigned long x;
	int is_sent; /* this round's receive has been given */
	unsigned ends;
	int32_t *receive, *send;
	mpz_t phase, block, skip;
};

/* message = what is sent in, or received of, the round with that block; 0:
 * nothing. */
static int set_message(mpz_t message, struct circulant_part *part,
	const mpz_t round, const int32_t *block, unsigned long *k)
{
	unsigned long q = (unsigned long)part->circulant.q;

	mpz_add_ui(part->phase, round, part->x);
	*k = mpz_fdiv_q_ui(part->phase, part->phase, q);
	mpz_mul_ui(message, part->phase, q);
	mpz_sub_ui(message, message, part->x);
	if (block[*k] < 0)
		mpz_sub_ui(message, message, (unsigned long)-block[*k]);
	else
		mpz_add_ui(message, message, (unsigned long)block[*k]);
	if (mpz_sgn(message) < 0)
		return 0;
	mpz_add_ui(message, message, 1);
	if (mpz_cmp(message, part->m) > 0)
		mpz_set(message, part->m);
	return 1;
}

/* The receiver in a round of index k; returns 0 if that is processor 0, which
 * gets nothing. */
static int set_receiver(
	mpz_t peer, const struct circulant_part *part, unsigned long k)
{
	circulant_skip(peer, &part->circulant, k);
	mpz_add(peer, peer, part->rank);
	if (mpz_cmp(peer, part->n) >= 0)
		mpz_sub(peer, peer, part->n);
	return mpz_sgn(peer) > 0;
}

static int set_sender(
	mpz_t peer, const struct circulant_part *part, unsigned long k)
{
	circulant_skip(peer, &part->circulant, k);
	mpz_sub(peer, part->rank, peer);
	if (mpz_sgn(peer) < 0)
		mpz_add(peer, peer, part->n);
	return mpz_sgn(part->rank) > 0;
}

static int set_event(mpz_t peer, mpz_t message, struct circulant_part *part,
	const mpz_t round, int is_send)
{
	unsigned long k;

	return set_message(message, part, round,
		       is_send ? part->send : part->receive, &k) &&
	       (is_send ? set_receiver(peer, part, k)
			: set_sender(peer, part, k));
}

static int circulant_part_next(struct part *base, struct part_event *event)
{
	struct circulant_part *part = (struct circulant_part *)base;

	while (mpz_cmp(part->round, part->end) < 0) {
		int found = part->ends >> part->is_sent & 1 &&
			    set_event(event->peer, event->message, part,
				    part->round, part->is_sent);

		event->is_send = part->is_sent;
		if (found)
			mpq_set_z(event->start, part->round);
		if (part->is_sent)
			mpz_add_ui(part->round, part->round, 1);
		part->is_sent = !part->is_sent;
		if (found)
			return 1;
	}
	return 0;
}

static void circulant_part_close(struct part *base)
{
	struct circulant_part *part = (struct circulant_part *)base;

	circulant_clear(&part->circulant);
	mpz_clears(part->part.rows, part->n, part->m, part->rank, part->round,
		part->end, part->phase, part->block, part->skip, NULL);
	mem_free(part->receive);
	mem_free(part->send);
	mem_free(part);
}

static const struct part_ops circulant_part_ops = {
	circulant_part_next, circulant_part_close};

/* Counts the events of the rounds from round on, one by one, up to end. */
static void count_rounds(
	struct circulant_part *part, const mpz_t from, const mpz_t end)
{
	mpz_t round;

	mpz_init_set(round, from);
	for (; mpz_cmp(round, end) < 0; mpz_add_ui(round, round, 1))
		for (int is_send = 0; is_send < 2; is_send++)
			if (part->ends >> is_send & 1 &&
				set_event(part->skip, part->block, part, round,
					is_send))
				mpz_add_ui(part->part.rows, part->part.rows, 1);
	mpz_clear(round);
}

/* From round `whole` on each q rounds have as many events. */
static void count_phases(
	struct circulant_part *part, const mpz_t whole, const mpz_t end)
{
	unsigned long q = (unsigned long)part->circulant.q;
	mpz_t phases, rest, before;

	mpz_inits(phases, rest, NULL);
	mpz_init_set(before, part->part.rows);
	mpz_add_ui(rest, whole, q);
	count_rounds(part, whole, rest);
	mpz_sub(part->part.rows, part->part.rows, before);
	mpz_sub(phases, end, whole);
	mpz_fdiv_q_ui(phases, phases, q);
	mpz_mul(part->part.rows, part->part.rows, phases);
	mpz_add(part->part.rows, part->part.rows, before);
	mpz_mul_ui(rest, phases, q);
	mpz_add(rest, rest, whole);
	count_rounds(part, rest, end);
	mpz_clears(phases, rest, before, NULL);
}

static void count_events(struct circulant_part *part)
{
	unsigned long q = (unsigned long)part->circulant.q;
	mpz_t whole;

	mpz_init_set_ui(whole, 2 * q); /* both phases, x or none of it past */
	if (mpz_cmp(whole, part->round) < 0)
		mpz_set(whole, part->round);
	if (mpz_cmp(whole, part->end) > 0)
		mpz_set(whole, part->end);
	count_rounds(part, part->round, whole);
	count_phases(part, whole, part->end);
	mpz_clear(whole);
}

/* The rounds of the span among those of the schedule. */
static void set_rounds(struct circulant_part *part,
	const struct problem *problem, const struct part_span *span)
{
	mpz_t last;

	rounds_last_bound(part->end, problem);
	number_ceil(part->round, span->from);
	if (span->to) {
		mpz_init(last);
		number_floor(last, span->to);
		mpz_add_ui(last, last, 1);
		if (mpz_cmp(last, part->end) < 0)
			mpz_set(part->end, last);
		mpz_clear(last);
	}
	if (mpz_cmp(part->end, part->round) < 0)
		mpz_set(part->end, part->round);
}

static void find_blocks(struct circulant_part *part)
{
	size_t q = part->circulant.q;
	mpz_t phase;

	mpz_init(phase);
	mpz_sub_ui(phase, part->m, 1);
	part->x = ((unsigned long)q - mpz_fdiv_ui(phase, (unsigned long)q)) %
		  (unsigned long)q;
	part->receive = mem_array(q, sizeof *part->receive);
	part->send = mem_array(q, sizeof *part->send);
	circulant_receives(part->receive, q, &part->circulant, part->rank);
	circulant_sends(part->send, &part->circulant, part->rank);
	mpz_clear(phase);
}

enum status circulant_part_ends(struct part **part,
	const struct problem *problem, unsigned ends, const mpz_t rank,
	const struct part_span *span, struct err *err)
{
	struct circulant circulant;
	struct circulant_part *own;

	*part = NULL;
	if (circulant_init(&circulant, problem->n, problem->max_bits, err) !=
		STATUS_OK)
		return err->code;
	own = mem_array(1, sizeof *own);
	own->part.ops = &circulant_part_ops;
	own->circulant = circulant;
	own->ends = ends;
	mpz_inits(own->part.rows, own->round, own->end, own->phase, own->block,
		own->skip, NULL);
	mpz_init_set(own->n, problem->n);
	mpz_init_set(own->m, problem->m);
	mpz_init_set(own->rank, rank);
	if (circulant.q > 0) {
		find_blocks(own);
		set_rounds(own, problem, span);
		count_events(own);
	}
	*part = &own->part;
	return STATUS_OK;
}

enum status circulant_part(struct part **part, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t rank,
	const struct part_span *span, struct err *err)
{
	if (schedule_is_by_block((enum operation)options->operation))
		return symmetric_part(part, problem, options, rank, span, err);
	return circulant_part_ends(part, problem,
		CIRCULANT_RECEIVES | CIRCULANT_SENDS, rank, span, err);
}
