/*
 * One processor's part: a receive and a send in each round, known from the
 * round's skip.  So a span of rounds is entered anywhere.
 */
#include "base/mem.h"
#include "model/circulant/blocks.h"
#include "model/circulant/circulant.h"
#include "number/number.h"

struct blocks_part {
	struct part part;
	struct circulant graph;
	enum operation operation;
	mpz_t n, rank;
	size_t round, end; /* those still to come: round .. end - 1 */
	int is_sent;	   /* this round's receive has been given */
};

/* to = from + skip, or from - skip, mod n. */
static void set_neighbour(mpz_t to, const mpz_t from, const mpz_t skip,
	const mpz_t n, int is_ahead)
{
	if (is_ahead)
		mpz_add(to, from, skip);
	else
		mpz_sub(to, from, skip);
	mpz_mod(to, to, n);
}

static int blocks_part_next(struct part *base, struct part_event *event)
{
	struct blocks_part *part = (struct blocks_part *)base;
	struct circulant_blocks_round round;

	if (part->round == part->end)
		return 0;
	round = circulant_blocks_round(
		part->operation, part->graph.q, part->round);
	event->is_send = part->is_sent;
	mpq_set_ui(event->start, (unsigned long)part->round, 1);
	mpz_set_ui(event->message, 1);
	circulant_skip(event->first, &part->graph, round.k);
	circulant_skip(event->count, &part->graph, round.k + 1);
	mpz_sub(event->count, event->count, event->first);
	set_neighbour(event->peer, part->rank, event->first, part->n,
		round.gathers != event->is_send);
	/* The first block is its sender's, or its receiver's. */
	mpz_set(event->first,
		round.gathers == event->is_send ? part->rank : event->peer);
	part->round += (size_t)part->is_sent;
	part->is_sent = !part->is_sent;
	return 1;
}

static void blocks_part_close(struct part *base)
{
	struct blocks_part *part = (struct blocks_part *)base;

	circulant_clear(&part->graph);
	mpz_clears(part->part.rows, part->n, part->rank, NULL);
	mem_free(part);
}

/* The rounds of the span among those of the schedule. */
static void set_blocks_span(
	struct blocks_part *part, const struct part_span *span)
{
	mpz_t round;

	part->end = circulant_blocks_rounds(part->operation, part->graph.q);
	mpz_init(round);
	number_ceil(round, span->from);
	part->round = mpz_cmp_ui(round, (unsigned long)part->end) < 0
			      ? (size_t)mpz_get_ui(round)
			      : part->end;
	if (span->to) {
		number_floor(round, span->to);
		mpz_add_ui(round, round, 1);
		if (mpz_cmp_ui(round, (unsigned long)part->end) < 0)
			part->end = (size_t)mpz_get_ui(round);
	}
	mpz_clear(round);
	if (part->end < part->round)
		part->end = part->round;
	mpz_set_ui(
		part->part.rows, 2 * (unsigned long)(part->end - part->round));
}

enum status circulant_blocks_part(struct part **part,
	const struct problem *problem, const struct algorithm_options *options,
	const mpz_t rank, const struct part_span *span, struct err *err)
{
	static const struct part_ops ops = {
		blocks_part_next, blocks_part_close};
	struct blocks_part *own;
	struct circulant graph;

	*part = NULL;
	if (circulant_init(&graph, problem->n, problem->max_bits, err) !=
		STATUS_OK)
		return err->code;
	own = mem_array(1, sizeof *own);
	own->part.ops = &ops;
	own->graph = graph;
	own->operation = (enum operation)options->operation;
	mpz_init(own->part.rows);
	mpz_init_set(own->n, problem->n);
	mpz_init_set(own->rank, rank);
	set_blocks_span(own, span);
	*part = &own->part;
	return STATUS_OK;
}
