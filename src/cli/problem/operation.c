/* What an operation means for other options. */
#include "cli/problem/problem.h"

enum status operation_check_model(int operation, int model, struct err *err)
{
	if (!schedule_is_collective((enum operation)operation) ||
		(model != MODEL_TELEPHONE && model != MODEL_TELEGRAPH))
		return STATUS_OK;
	return err_usage(err, "--model: ", schedule_operations[operation],
		" is of the models postal, logp and sendrecv, not ",
		schedule_models[model]);
}

enum status operation_set_model(
	struct latency_args *latency, int operation, struct err *err)
{
	enum status status =
		operation_check_model(operation, latency->model, err);

	latency->operation = operation;
	if (latency->model < 0)
		latency->model =
			schedule_is_collective((enum operation)operation) &&
					!latency_is_given(latency)
				? MODEL_SENDRECV
				: MODEL_POSTAL;
	return status;
}

enum status operation_check_messages(
	int operation, const mpz_t messages, struct err *err)
{
	if (mpz_cmp_ui(messages, 1) <= 0 ||
		!schedule_run_column((enum operation)operation))
		return STATUS_OK;
	if (operation != OPERATION_CENSUS)
		return err_usage(err, "--messages: not used with --op ",
			schedule_operations[operation],
			": there is a block for each processor");
	return err_usage(err,
		"--messages: a census is of one: for more there is ", ERR_TEXT,
		schedule_operations[OPERATION_ALLREDUCE]);
}
