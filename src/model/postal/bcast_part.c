/*
 * One processor's part in BCAST, REPEAT, PACK and PIPELINE, from its place in a
 * BCAST tree.  The tree's unit of time is one send for BCAST and REPEAT, a
 * train of m messages for PACK and for PIPELINE with m <= lambda; for PIPELINE
 * with m > lambda it is lambda, and the tree is mirrored.  In REPEAT, BCAST
 * begins again after as many units as processor 0 has children.
 */
#include "model/postal/postal.h"

#include "base/mem.h"
#include "model/postal/part.h"
#include "number/number.h"

struct bcast_part {
	struct postal_part part;
	struct postal_rank rank;
};

static void bcast_child(mpz_t child, struct postal_part *part, const mpz_t k)
{
	postal_rank_child(child, &((struct bcast_part *)part)->rank, k);
}

static void bcast_clear(struct postal_part *part)
{
	postal_rank_clear(&((struct bcast_part *)part)->rank);
}

/* The unit of time of the tree, its latency, and whether it is mirrored. */
struct scale {
	mpq_t unit;
	struct problem problem;
	int is_mirrored;
};

static void scale_init(struct scale *scale, const struct problem *problem)
{
	mpq_init(scale->unit);
	mpq_set_ui(scale->unit, 1, 1);
	problem_init(&scale->problem);
	problem_set(&scale->problem, problem);
	scale->problem.max_bits = problem->max_bits;
	scale->is_mirrored = 0;
}

static void scale_clear(struct scale *scale)
{
	mpq_clear(scale->unit);
	problem_clear(&scale->problem);
}

/* Whether the messages travel in trains, and when a recipient begins to send
 * its own: when it has the whole train, or the first message. */
enum trains { TRAINS_NONE, TRAINS_WHOLE, TRAINS_FIRST };

/* The scale for trains: lambda is first the delay from a sender's train to its
 * recipient's. */
static void scale_train(struct scale *scale, enum trains trains)
{
	mpq_ptr lambda = scale->problem.lambda;

	mpq_set_z(scale->unit, scale->problem.m);
	if (trains == TRAINS_WHOLE) {
		mpq_add(lambda, lambda, scale->unit);
		mpz_sub(mpq_numref(lambda), mpq_numref(lambda),
			mpq_denref(lambda));
	}
	scale->is_mirrored = mpq_cmp(lambda, scale->unit) < 0;
	if (scale->is_mirrored)
		mpq_swap(lambda, scale->unit);
	mpq_div(lambda, lambda, scale->unit);
}

static void fill_bcast_part(struct bcast_part *bcast, const struct scale *scale,
	const struct problem *problem)
{
	struct postal_part *part = &bcast->part;
	const struct postal_rank *rank = &bcast->rank;

	part->clear = bcast_clear;
	part->child = bcast_child;
	part->has_parent = rank->has_parent;
	mpz_set(part->messages, problem->m);
	mpz_set(part->parent, rank->parent);
	mpz_set(part->children, rank->sends);
	part->ports = problem->ports;
	part->idle = rank->idle;
	mpq_mul(part->received, rank->sent, scale->unit);
	mpq_add(part->received, part->received, problem->lambda);
	mpz_sub(mpq_numref(part->received), mpq_numref(part->received),
		mpq_denref(part->received));
	mpq_mul(part->sent, rank->first, scale->unit);
}

/* period = the children of processor 0; 1 if it is alone. */
static enum status set_period(
	mpz_t period, const struct problem *problem, struct err *err)
{
	enum status status;
	mpq_t time;

	mpz_set_ui(period, 1);
	if (problem_is_alone(problem))
		return STATUS_OK;
	mpq_init(time);
	status = postal_bcast_time(time, problem, NULL, err);
	mpq_sub(time, time, problem->lambda);
	number_floor(period, time);
	mpz_add_ui(period, period, 1);
	mpq_clear(time);
	return status;
}

static enum status open_part(struct part **part, const struct problem *problem,
	enum trains trains, const mpz_t rank, const struct part_span *span,
	struct err *err)
{
	struct bcast_part *bcast = mem_array(1, sizeof *bcast);
	struct scale scale;
	enum status status;

	*part = NULL;
	postal_part_init(&bcast->part);
	bcast->part.is_train = trains != TRAINS_NONE;
	scale_init(&scale, problem);
	if (trains != TRAINS_NONE)
		scale_train(&scale, trains);
	status = postal_rank_init(
		&bcast->rank, &scale.problem, scale.is_mirrored, rank, err);
	if (status == STATUS_OK) {
		fill_bcast_part(bcast, &scale, problem);
		if (trains == TRAINS_NONE)
			status = set_period(bcast->part.period, problem, err);
	}
	if (status == STATUS_OK)
		*part = postal_part_begin(&bcast->part, span);
	else
		part_close(&bcast->part.beats.part);
	scale_clear(&scale);
	return status;
}

enum status postal_repeat_part(struct part **part,
	const struct problem *problem, const struct algorithm_options *options,
	const mpz_t rank, const struct part_span *span, struct err *err)
{
	(void)options;
	return open_part(part, problem, TRAINS_NONE, rank, span, err);
}

enum status postal_pack_part(struct part **part, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t rank,
	const struct part_span *span, struct err *err)
{
	(void)options;
	return open_part(part, problem, TRAINS_WHOLE, rank, span, err);
}

enum status postal_pipeline_part(struct part **part,
	const struct problem *problem, const struct algorithm_options *options,
	const mpz_t rank, const struct part_span *span, struct err *err)
{
	(void)options;
	return open_part(part, problem, TRAINS_FIRST, rank, span, err);
}
