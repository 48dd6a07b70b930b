/* All figures of the machine and the bytes are one value each. */
#include "cli/problem/problem.h"

#include <stdio.h>

enum status segments_option_check(const struct latency_args *latency,
	enum operation operation, struct err *err)
{
	if (!latency->bytes.range)
		return err_set(err, STATUS_USAGE,
			"--messages: 'best' needs --bytes", NULL);
	if (operation != OPERATION_BROADCAST && operation != OPERATION_REDUCE)
		return err_set(err, STATUS_USAGE,
			"--messages: 'best' is not used with --op ",
			schedule_operations[operation], NULL);
	return STATUS_OK;
}

void segments_warn(const struct segments *segments)
{
	if (segments->is_cut)
		fputs("fibcast: warning: not every number of segments was "
		      "looked at: --limit gives 'compare' more time\n",
			stderr);
}

enum status segments_option_find(struct segments *segments,
	const struct latency_args *given, const struct sweep *processors,
	enum operation operation, uint64_t max_bits, struct err *err)
{
	struct latency latency;
	enum status status = latency_init(&latency, given, 1, err);

	if (status == STATUS_OK)
		status = latency_check_one(&latency, err);
	if (status == STATUS_OK)
		status = segments_find(segments,
			&(struct segments_problem){&latency.machine,
				mpq_numref(sweep_value(processors)),
				mpq_numref(sweep_value(latency.bytes)),
				operation, RANKING_UNBUILT, ALGORITHM_WORK,
				SEGMENTS_WORK, max_bits},
			err);
	latency_clear(&latency);
	return status;
}
