/*
 * One processor's part in a broadcast, or in L of them by turns.  In round i of
 * a broadcast, counted from x, a processor has at most one receive and one
 * send, of the blocks of round k = i mod q moved on by q floor(i/q) - x.  So
 * for each k the receives are a beat, and so are the sends; a beat begins with
 * the first block that is not negative.
 *   With m = a L + r, the first r of the L broadcasts have a + 1 messages and
 * the others a.  These are two kinds: what a processor does in a round it does
 * in every broadcast of a kind, one after the other, which is a run of the
 * beat.
 *   Example: m = 5, L = 3: broadcasts 0 and 1 have two messages, 2 has one.
 */
#include "model/circulant/circulant.h"

#include "base/mem.h"
#include "model/symmetric/symmetric.h"
#include "number/number.h"

/* Broadcasts first .. last - 1, of m messages each; they begin in round x. */
struct kind {
	mpz_t m, first, last;
	long x;
};

struct circulant_part {
	struct part_beats beats; /* which: 4 k + 2 kind + is_send */
	struct circulant circulant;
	struct kind kind[2];
	mpz_t n, rank, copies; /* copies: L */
	mpq_t later;	       /* lambda - 1, from a send to its receive */
	int32_t *block[2];     /* by round: received, sent */
};

/* The first floor(i/q), i mod q = k, i >= x, at which there is a block. */
static long first_phase(const struct circulant_part *part,
	const struct kind *kind, long k, int is_send)
{
	long q = (long)part->circulant.q;
	long before = kind->x - part->block[is_send][k];
	long phase = before > 0 ? (before + q - 1) / q : 0;

	return phase == 0 && k < kind->x ? 1 : phase;
}

/* Sets the processor that the rank sends to, or receives from, in rounds k.
 * Returns 0 if the receiver would be processor 0, which gets nothing. */
static int set_peer(
	mpz_t peer, const struct circulant_part *part, size_t k, int is_send)
{
	circulant_skip(peer, &part->circulant, k);
	if (is_send)
		mpz_sub(peer, part->n, peer);
	mpz_sub(peer, part->rank, peer);
	if (mpz_sgn(peer) < 0)
		mpz_add(peer, peer, part->n);
	return is_send ? mpz_sgn(peer) > 0 : mpz_sgn(part->rank) > 0;
}

/* Sets the event's peer and message: message j of broadcast c, both from 0, is
 * number j L + c + 1. */
static void describe_circulant(struct part_event *event,
	struct part_beats *beats, const struct part_beat *beat)
{
	struct circulant_part *part = (struct circulant_part *)beats;
	const struct kind *kind = &part->kind[beat->which / 2 % 2];
	size_t k = beat->which / 4;
	long phase = first_phase(part, kind, (long)k, beat->is_send);
	mpz_t round, copy;

	(void)set_peer(event->peer, part, k, beat->is_send);
	mpz_inits(round, copy, NULL);
	mpz_fdiv_qr(round, copy, beat->at, beat->run);
	mpz_add_ui(round, round, (unsigned long)phase);
	mpz_mul_ui(round, round, (unsigned long)part->circulant.q);
	mpz_set_si(event->message, part->block[beat->is_send][k] - kind->x);
	mpz_add(event->message, event->message, round);
	mpz_sub_ui(round, kind->m, 1);
	if (mpz_cmp(event->message, round) > 0)
		mpz_set(event->message, round);
	mpz_mul(event->message, event->message, part->copies);
	mpz_add(event->message, event->message, kind->first);
	mpz_add(event->message, event->message, copy);
	mpz_add_ui(event->message, event->message, 1);
	mpz_clears(round, copy, NULL);
}

/* Adds the beat of rounds k, of the m - 1 + q rounds of a kind's broadcasts. */
static void add_rounds(
	struct circulant_part *part, size_t which, size_t k, int is_send)
{
	const struct kind *kind = &part->kind[which];
	unsigned long q = (unsigned long)part->circulant.q;
	long phase = first_phase(part, kind, (long)k, is_send);
	struct part_beat *beat = part_beats_add(&part->beats, is_send);

	beat->which = 4 * k + 2 * which + (size_t)is_send;
	/* The x rounds before and these are a multiple of q. */
	mpz_add_ui(beat->count, kind->m, q - 1 + (unsigned long)kind->x);
	mpz_divexact_ui(beat->count, beat->count, q);
	mpz_sub_ui(beat->count, beat->count, (unsigned long)phase);
	mpz_sub(beat->run, kind->last, kind->first);
	mpz_mul(beat->count, beat->count, beat->run);
	mpq_set_z(beat->period, part->copies);
	mpz_mul_ui(mpq_numref(beat->period), part->copies, q);
	mpz_set_si(
		mpq_numref(beat->first), phase * (long)q + (long)k - kind->x);
	mpz_mul(mpq_numref(beat->first), mpq_numref(beat->first), part->copies);
	mpz_add(mpq_numref(beat->first), mpq_numref(beat->first), kind->first);
	if (!is_send)
		mpq_add(beat->first, beat->first, part->later);
}

static void add_kind(struct circulant_part *part, size_t which)
{
	struct kind *kind = &part->kind[which];
	unsigned long q = (unsigned long)part->circulant.q;
	mpz_t peer;

	if (mpz_sgn(kind->m) == 0 || mpz_cmp(kind->first, kind->last) >= 0)
		return;
	mpz_init(peer);
	mpz_sub_ui(peer, kind->m, 1);
	kind->x = (long)((q - mpz_fdiv_ui(peer, q)) % q);
	for (size_t k = 0; k < q; k++)
		for (int is_send = 0; is_send < 2; is_send++)
			if (set_peer(peer, part, k, is_send))
				add_rounds(part, which, k, is_send);
	mpz_clear(peer);
}

static void clear_circulant_part(struct part_beats *beats)
{
	struct circulant_part *part = (struct circulant_part *)beats;

	circulant_clear(&part->circulant);
	mpz_clears(part->n, part->rank, part->copies, NULL);
	mpq_clear(part->later);
	for (int i = 0; i < 2; i++) {
		mpz_clears(part->kind[i].m, part->kind[i].first,
			part->kind[i].last, NULL);
		mem_free(part->block[i]);
	}
}

/* Sets the two kinds: the broadcasts that have one message more, and the
 * others. */
static void set_kinds(struct circulant_part *part, const mpz_t m)
{
	struct kind *more = &part->kind[0], *others = &part->kind[1];

	for (int i = 0; i < 2; i++)
		mpz_inits(part->kind[i].m, part->kind[i].first,
			part->kind[i].last, NULL);
	mpz_fdiv_qr(others->m, more->last, m, part->copies);
	mpz_add_ui(more->m, others->m, 1);
	mpz_set(others->first, more->last);
	mpz_set(others->last, part->copies);
}

/* Receives arrive at lambda of the time at which they are sent. */
static enum status open_turns(struct part **part, const struct problem *problem,
	const mpq_t lambda, const mpz_t rank, const struct part_span *span,
	struct err *err)
{
	struct circulant circulant;
	struct circulant_part *own;
	size_t q;

	*part = NULL;
	if (circulant_init(&circulant, problem->n, problem->max_bits, err) !=
		STATUS_OK)
		return err->code;
	q = circulant.q;
	own = mem_array(1, sizeof *own);
	part_beats_init(&own->beats);
	own->beats.describe = describe_circulant;
	own->beats.clear = clear_circulant_part;
	own->circulant = circulant;
	mpz_init(own->copies);
	number_ceil(own->copies, lambda);
	mpz_init_set(own->n, problem->n);
	mpz_init_set(own->rank, rank);
	mpq_init(own->later);
	mpq_set_si(own->later, -1, 1);
	mpq_add(own->later, own->later, lambda);
	set_kinds(own, problem->m);
	if (q > 0) {
		for (int i = 0; i < 2; i++)
			own->block[i] = mem_array(q, sizeof *own->block[i]);
		circulant_receives(own->block[0], q, &own->circulant, rank);
		circulant_sends(own->block[1], &own->circulant, rank);
		add_kind(own, 0);
		add_kind(own, 1);
	}
	*part = part_beats_begin(&own->beats, span);
	return STATUS_OK;
}

enum status weave_part(struct part **part, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t rank,
	const struct part_span *span, struct err *err)
{
	(void)options;
	return open_turns(part, problem, problem->lambda, rank, span, err);
}

enum status circulant_part(struct part **part, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t rank,
	const struct part_span *span, struct err *err)
{
	enum status status;
	mpq_t one;

	if (schedule_is_by_block((enum operation)options->operation))
		return symmetric_part(part, problem, options, rank, span, err);
	mpq_init(one);
	mpq_set_ui(one, 1, 1);
	status = open_turns(part, problem, one, rank, span, err);
	mpq_clear(one);
	return status;
}
