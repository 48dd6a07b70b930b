/*
 * For an even n the schedule of sendrecv consists of calls; odd n are in odd.c.
 */
#include "model/telephone/telephone.h"

#include "model/rounds/sendrecv.h"
#include "model/telephone/odd.h"

enum status telephone_begin(struct search **search,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct schedule *schedule;
	enum status status;

	(void)options;
	*search = NULL;
	if (mpz_odd_p(problem->n) && mpz_cmp_ui(problem->n, 1) > 0)
		return telephone_odd_begin(search, problem, err);
	status = sendrecv_open_as(
		&schedule, MODEL_TELEPHONE, "telephone", problem, err);
	if (status == STATUS_OK)
		*search = search_settled(schedule);
	return status;
}

enum status telephone_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct search *search;
	enum status status = telephone_begin(&search, problem, options, err);

	*schedule = NULL;
	return status == STATUS_OK ? search_finish(schedule, search, err)
				   : status;
}
