/*
 * Sends and receives of an item and step, paired in the order of their
 * numbers.
 */
#include "model/program/match.h"

#include <assert.h>

void program_match(struct transmissions *list,
	const struct ilp_assignment *assignment, uint64_t processors,
	const struct ilp_variable *send, const struct ilp_variable *receive,
	struct transmission row)
{
	struct ilp_variable from = *send, to = *receive;
	uint64_t *sender = &from.at[ILP_PROCESSOR];
	uint64_t *receiver = &to.at[ILP_PROCESSOR];

	*sender = 0;
	for (*receiver = 1; *receiver <= processors; ++*receiver) {
		if (!ilp_is_one(assignment, &to))
			continue;
		do
			++*sender;
		while (*sender <= processors && !ilp_is_one(assignment, &from));
		assert(*sender <= processors && *sender != *receiver);
		row.from = *sender - 1;
		row.to = *receiver - 1;
		transmissions_add(list, &row);
	}
}

struct schedule *program_matched(struct transmissions *list,
	uint64_t processors, uint64_t items, uint64_t latency)
{
	struct schedule_header header = {
		.model = MODEL_LOGP,
		.algorithm = "program",
		.processors = processors,
		.messages = items,
		.unit = 1,
		.latency = latency,
		.has_finish = 1,
	};

	for (size_t i = 0; i < list->count; i++)
		if (list->row[i].tick + latency > header.finish)
			header.finish = list->row[i].tick + latency;
	return schedule_stored(&header, list);
}
