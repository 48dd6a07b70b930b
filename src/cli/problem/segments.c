/* All figures of the machine and the bytes are one value each. */
#include "cli/problem/problem.h"

#include <stdio.h>

enum status segments_option_check(const struct latency_args *latency,
	enum operation operation, struct err *err)
{
	if (!latency->bytes.range)
		return err_usage(err, "--messages: 'best' needs --bytes");
	if (operation != OPERATION_BROADCAST && operation != OPERATION_REDUCE)
		return err_usage(err,
			"--messages: 'best' is not used with --op ",
			schedule_operations[operation]);
	return STATUS_OK;
}

void segments_warn(const struct segments *segments)
{
	if (segments->is_cut)
		fputs("fibcast: warning: not every number of segments was "
		      "looked at: --limit gives 'compare' more time\n",
			stderr);
}

void segments_advise(
	const struct latency_args *latency, const struct sweep *messages)
{
	const struct machine *machine = latency->loggp.machine.given
						? &latency->loggp.machine
						: &latency->machine;
	mpq_t one, byte, all;

	if (messages->range || !latency->bytes.range || latency->bytes.stream ||
		!machine->given)
		return;
	mpq_inits(one, byte, all, NULL);
	mpq_set_ui(one, 1, 1);
	machine_send(byte, machine, one);
	machine_send(all, machine, sweep_greatest(&latency->bytes));
	mpq_div_2exp(all, all, 1);
	if (mpq_cmp(byte, all) < 0)
		fputs("fibcast: warning: this is one message: in segments it "
		      "may be faster: see '-m best'\n",
			stderr);
	mpq_clears(one, byte, all, NULL);
}

enum status segments_option_find(struct segments *segments,
	const struct latency_args *given, const struct sweep *processors,
	enum operation operation, const struct sweep *limit, uint64_t max_bits,
	struct err *err)
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
				operation, 0,
				search_work(limit, ALGORITHM_WORK),
				search_work(limit, SEGMENTS_WORK), max_bits},
			err);
	latency_clear(&latency);
	return status;
}
