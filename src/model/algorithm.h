/*
 * The algorithms and the models, as the command line knows them: what each one
 * needs, and whom to ask.
 */
#ifndef FIBCAST_MODEL_ALGORITHM_H
#define FIBCAST_MODEL_ALGORITHM_H

#include <gmp.h>

#include "core/bound.h"
#include "number/cost.h"
#include "model/postal/postal.h"

enum algorithm {
	ALGORITHM_BCAST,
	ALGORITHM_REPEAT,
	ALGORITHM_PACK,
	ALGORITHM_PIPELINE,
	ALGORITHM_DTREE,
	ALGORITHM_GREEDY,
	ALGORITHM_TELEPHONE,
	ALGORITHM_TELEGRAPH,
	ALGORITHM_SENDRECV,
	ALGORITHM_CIRCULANT,
	ALGORITHM_CONTINUOUS,
	ALGORITHM_ROOT,
	ALGORITHMS
};

/* Their names, in that order, up to NULL. */
extern const char *const algorithm_names[];

/* Options that an algorithm may use, besides the number of processors. */
enum {
	USES_MESSAGES = 1,
	USES_LATENCY = 2, /* and the choice between postal and logp */
	USES_DEGREE = 4,
	USES_COST = 8,
	USES_DELAY = 16,
	USES_LATENCY_ONE = 32 /* that latency only, or a round */
};

unsigned algorithm_uses(enum algorithm algorithm);

/* The model of an algorithm; MODEL_POSTAL for those of both postal and logp. */
enum model algorithm_model(enum algorithm algorithm);

/* Whether it is one for that model and problem: BCAST is for one message,
 * CIRCULANT for the latency 1 or rounds. */
int algorithm_applies(enum algorithm algorithm, enum model model,
	const struct problem *problem);

/* The number of rows of its schedule. */
void algorithm_rows(
	mpz_t rows, enum algorithm algorithm, const struct problem *problem);

/* What an algorithm needs beyond the problem; those that it does not use are
 * not looked at. */
struct algorithm_options {
	const __mpz_struct *degree; /* of dtree; NULL: the best */
	const struct cost *cost;    /* of root */
	int is_least_delay; /* of continuous: at the lower bound, or not */
	enum model model;   /* of one that is for several */
};

/*
 * Opens the schedule of an algorithm.
 * *warning is NULL, or says why it may be longer than it could be.
 * Errors: those of the model.
 */
enum status algorithm_open(struct schedule **schedule, const char **warning,
	enum algorithm algorithm, const struct problem *problem,
	const struct algorithm_options *options, struct err *err) WARN_UNUSED;

/*
 * The exact time of an algorithm, elapsed; *is_known
 * is 0 if there is no formula in reach.
 */
enum status algorithm_time(mpq_t time, int *is_known, enum algorithm algorithm,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;

/* The strongest lower bound of a model on the problem: elapsed time, rounds,
 * or steps for MODEL_LOGP. */
enum status model_bound(mpq_t bound, enum model model,
	const struct problem *problem, struct err *err) WARN_UNUSED;

/* Every bound of the papers for a model. */
enum status model_bound_list(struct bound_list *list, enum model model,
	const struct problem *problem, struct err *err) WARN_UNUSED;

#endif
