/*
 * One processor's part in BCAST, REPEAT, PACK and PIPELINE: its place in a
 * BCAST tree whose unit of time is one send for the first two, a train of m for
 * PACK and for PIPELINE with m <= lambda; with m > lambda it is lambda, and the
 * tree is mirrored.  REPEAT is BCAST again after as many units as processor 0
 * has children.
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

/* Of trains that begin a delay after their senders have begun theirs. */
static void scale_train(struct scale *scale, const mpq_t delay)
{
	mpq_ptr lambda = scale->problem.lambda;

	mpq_set_z(scale->unit, scale->problem.m);
	scale->is_mirrored = mpq_cmp(delay, scale->unit) < 0;
	if (scale->is_mirrored) {
		mpq_div(lambda, scale->unit, delay);
		mpq_set(scale->unit, delay);
	} else {
		mpq_div(lambda, delay, scale->unit);
	}
}

static void fill_bcast_part(struct bcast_part *bcast, const struct scale *scale,
	const struct problem *problem)
{
	struct postal_part *part = &bcast->part;
	const struct postal_rank *rank = &bcast->rank;
	mpq_t one;

	mpq_init(one);
	mpq_set_ui(one, 1, 1);
	part->child = bcast_child;
	part->has_parent = rank->has_parent;
	mpz_set(part->messages, problem->m);
	mpz_set(part->parent, rank->parent);
	mpz_set(part->children, rank->sends);
	part->ports = problem->ports;
	part->idle = rank->idle;
	mpq_mul(part->received, rank->sent, scale->unit);
	mpq_add(part->received, part->received, problem->lambda);
	mpq_sub(part->received, part->received, one);
	mpq_mul(part->sent, rank->first, scale->unit);
	mpq_clear(one);
}

static enum status open_part(struct bcast_part **bcast,
	const struct scale *scale, const struct problem *problem,
	const mpz_t rank, struct err *err)
{
	enum status status;

	*bcast = mem_array(1, sizeof **bcast);
	postal_part_init(&(*bcast)->part);
	status = postal_rank_init(&(*bcast)->rank, &scale->problem,
		scale->is_mirrored, rank, err);
	if (status != STATUS_OK) {
		postal_part_free(&(*bcast)->part);
		return status;
	}
	(*bcast)->part.clear = bcast_clear;
	fill_bcast_part(*bcast, scale, problem);
	return STATUS_OK;
}

/* How many children processor 0 has, or 1. */
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

enum status postal_repeat_part(struct part **part,
	const struct problem *problem, const struct algorithm_options *options,
	const mpz_t rank, const struct part_span *span, struct err *err)
{
	struct bcast_part *bcast;
	struct scale scale;
	enum status status;

	(void)options;
	*part = NULL;
	scale_init(&scale, problem);
	status = open_part(&bcast, &scale, problem, rank, err);
	if (status == STATUS_OK) {
		status = set_period(bcast->part.period, problem, err);
		if (status == STATUS_OK)
			*part = postal_part_begin(&bcast->part, span);
		else
			postal_part_free(&bcast->part);
	}
	scale_clear(&scale);
	return status;
}

enum status postal_bcast_part(struct part **part, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t rank,
	const struct part_span *span, struct err *err)
{
	return postal_repeat_part(part, problem, options, rank, span, err);
}

static enum status train_part(struct part **part, const struct problem *problem,
	const mpq_t delay, const mpz_t rank, const struct part_span *span,
	struct err *err)
{
	struct bcast_part *bcast;
	struct scale scale;
	enum status status;

	*part = NULL;
	scale_init(&scale, problem);
	scale_train(&scale, delay);
	status = open_part(&bcast, &scale, problem, rank, err);
	if (status == STATUS_OK) {
		bcast->part.is_train = 1;
		*part = postal_part_begin(&bcast->part, span);
	}
	scale_clear(&scale);
	return status;
}

/* A recipient begins when it has the whole train. */
enum status postal_pack_part(struct part **part, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t rank,
	const struct part_span *span, struct err *err)
{
	enum status status;
	mpq_t delay;

	(void)options;
	mpq_init(delay);
	mpz_sub_ui(mpq_numref(delay), problem->m, 1);
	mpq_add(delay, delay, problem->lambda);
	status = train_part(part, problem, delay, rank, span, err);
	mpq_clear(delay);
	return status;
}

/* A recipient begins when it has the first message. */
enum status postal_pipeline_part(struct part **part,
	const struct problem *problem, const struct algorithm_options *options,
	const mpz_t rank, const struct part_span *span, struct err *err)
{
	(void)options;
	return train_part(part, problem, problem->lambda, rank, span, err);
}
