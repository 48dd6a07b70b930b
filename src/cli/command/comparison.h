/* The algorithms for one problem, and the bounds, best first. */
#ifndef FIBCAST_CLI_COMMAND_COMPARISON_H
#define FIBCAST_CLI_COMMAND_COMPARISON_H

#include <stddef.h>
#include <stdint.h>

#include "cli/command/compare_entry.h"
#include "cli/input/sweep.h"
#include "cli/problem/latency.h"
#include "cli/problem/operation.h"
#include "core/problem.h"
#include "model/ranking.h"

struct comparison {
	/* Set after comparison_init. */
	int all;       /* with the trees that libraries use */
	int only_best; /* is asked for: the others may be left out */
	uint64_t work; /* that its schedules may take */
	const struct sweep
		*limit; /* seconds to search for the optimum, or NULL */
	enum operation operation;

	size_t count, capacity;
	struct compare_entry *entry;
	struct ranking ranking; /* of one model */
};

/* With room for all algorithms and the bound, in every model. */
void comparison_init(struct comparison *comparison);
void comparison_clear(struct comparison *comparison);

/*
 * Fills entry[0..count): for all the models, a bit for each, the algorithms by
 * time, those of unknown time last, and then the bounds.  Where no algorithm is
 * known to attain the bound, one of them is what the first look of `optimum`
 * finds, if it is better, or with a limit its search in that time.
 * Errors: those of ranking_find and model_bound.
 */
enum status comparison_make(struct comparison *comparison, unsigned models,
	const struct problem *problem, const struct latency *latency,
	struct err *err) WARN_UNUSED;

#endif
