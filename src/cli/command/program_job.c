#include "cli/command/program_job.h"

#include "number/limit.h"
#include "model/logp/logp.h"

static const __mpz_struct *integer(const struct sweep *sweep)
{
	return mpq_numref(sweep_value(sweep));
}

/* Not more rows and variables together than --max-rows; with a solution, not
 * more of its schedule's rows, nor of memory for both; times are words. */
static enum status check_size(const struct program_args *args,
	const struct program_size *size, struct err *err)
{
	enum { ROW_BYTES = 96, TIME_BITS = 62 };
	enum status status;
	mpz_t count;

	mpz_init(count);
	mpz_add(count, size->rows, size->variables);
	status = output_check_rows(
		"the program", count, args->output.max_rows, err);
	mpz_sub_ui(count, integer(&args->processors), 1);
	if (args->messages.range)
		mpz_mul(count, count, integer(&args->messages));
	if (status == STATUS_OK && args->solution)
		status = output_check_rows(
			"the schedule", count, args->output.max_rows, err);
	mpz_mul_ui(count, count, ROW_BYTES);
	mpz_add(count, count, size->variables);
	if (status == STATUS_OK && args->solution)
		status = size_check_bytes(
			"reading a solution of so many variables", count,
			(uint64_t)args->output.max_bits / 8, err);
	mpz_add(count, size->high, integer(&args->latency));
	if (args->messages.range)
		mpz_add(count, count, integer(&args->messages));
	if (status == STATUS_OK && mpz_sizeinbase(count, 2) > TIME_BITS)
		status = err_set(err, STATUS_LIMIT,
			"a program's times must be below 2^62", NULL);
	mpz_clear(count);
	return status;
}

static enum status set_broadcast(struct program_job *job,
	const struct program_args *args, struct err *err)
{
	const __mpz_struct *P = integer(&args->processors);
	const __mpz_struct *L = integer(&args->latency);
	enum status status;

	mpz_set_ui(job->items, 1);
	if (args->messages.range)
		mpz_set(job->items, integer(&args->messages));
	status = program_broadcast_size(&job->size, P, job->items, L,
		(uint64_t)args->output.max_bits, err);
	if (status == STATUS_OK)
		status = check_size(args, &job->size, err);
	if (status == STATUS_OK)
		program_broadcast_init(
			&job->as.broadcast, P, job->items, L, &job->size);
	job->program = &job->as.broadcast.program;
	return status;
}

/*
 * As given, or the most steps in which the first to have an item sends it,
 * B(P-1,L) - L, which is a period of most: all for P <= 10, L <= 4 but P = 6
 * and 9 with L = 2.
 */
static enum status set_period(
	mpz_t period, const struct program_args *args, struct err *err)
{
	const __mpz_struct *L = integer(&args->latency);
	enum status status;
	mpz_t others;

	if (args->period.range) {
		mpz_set(period, integer(&args->period));
		return STATUS_OK;
	}
	mpz_init(others);
	mpz_sub_ui(others, integer(&args->processors), 1);
	status = logp_time(
		period, others, L, (uint64_t)args->output.max_bits, err);
	mpz_sub(period, period, L);
	if (mpz_sgn(period) <= 0)
		mpz_set_ui(period, 1);
	mpz_clear(others);
	return status;
}

static enum status set_continuous(struct program_job *job,
	const struct program_args *args, struct err *err)
{
	const __mpz_struct *P = integer(&args->processors);
	const __mpz_struct *L = integer(&args->latency);
	uint64_t max_bits = (uint64_t)args->output.max_bits;
	enum status status;

	if (mpz_cmp_ui(P, 1) == 0)
		return err_set(err, STATUS_USAGE,
			"--processors: continuous broadcast needs 2", NULL);
	status = set_period(job->items, args, err);
	if (status == STATUS_OK)
		status = program_continuous_size(
			&job->size, P, job->items, L, max_bits, err);
	if (status == STATUS_OK)
		status = check_size(args, &job->size, err);
	if (status == STATUS_OK)
		program_continuous_init(
			&job->as.continuous, P, job->items, L, &job->size);
	job->program = &job->as.continuous.program;
	return status;
}

enum status program_job_init(struct program_job *job,
	const struct program_args *args, struct err *err)
{
	*job = (struct program_job){.program = NULL};
	program_size_init(&job->size);
	mpz_init(job->items);
	return args->continuous ? set_continuous(job, args, err)
				: set_broadcast(job, args, err);
}

void program_job_clear(struct program_job *job)
{
	mpz_clear(job->items);
	program_size_clear(&job->size);
}
