/*
 * Judges a schedule: chooses the checker of its model, joins the two ends of
 * transmissions before that if rows state one end each, and compares the finish
 * that the header claims with the one found.
 */
#include "check/check.h"

#include <string.h>

#include "check/checker.h"

static check_judge *const functions[] = {
	[MODEL_POSTAL] = check_postal,
	[MODEL_LOGP] = check_logp,
	[MODEL_TELEPHONE] = check_rounds,
	[MODEL_TELEGRAPH] = check_rounds,
	[MODEL_SENDRECV] = check_rounds,
	[MODEL_LOCALITY] = check_locality,
	[MODEL_MACHINE] = check_machine,
};

/* Whether the schedule is of the postal model with several ports or nodes. */
static int has_levels(const struct schedule_header *header)
{
	return header->ports > 1 ||
	       (header->node > 0 && header->model != MODEL_MACHINE);
}

static void check_finish(
	struct check *check, const struct schedule_header *header)
{
	char claim[SCHEDULE_TIME_MAX];
	uint64_t scale = check->unit / header->unit;

	if (!header->has_finish ||
		(check->finish % scale == 0 &&
			check->finish / scale == header->finish))
		return;
	schedule_time_words(claim, header->finish,
		&(struct time_look){header->unit, header->time_unit, -1});
	check_report(check, "finish", header->finish_line,
		"the finish is claimed to be $, but is @", claim,
		check->finish);
}

enum status check_schedule(struct check *check, struct schedule *schedule,
	uint64_t max_bytes, struct err *err)
{
	enum model model = schedule->header.model;
	struct schedule *judged = schedule;
	enum status status;

	memset(check, 0, sizeof *check);
	if (schedule->header.operation == OPERATION_SUM &&
		model != MODEL_MACHINE)
		return err_input(err, "a sum is of the model machine, not ",
			schedule_models[model]);
	check->time_unit = schedule->header.time_unit;
	if (schedule->header.has_kind)
		judged = ends_open(check, schedule, max_bytes);
	status = (has_levels(&schedule->header)
			  ? check_levels
			  : functions[model])(check, judged, max_bytes, err);
	if (judged != schedule)
		schedule_close(judged);
	if (status == STATUS_OK)
		check_finish(check, &schedule->header);
	return status;
}
