/*
 * Makes the integer program that the options of program ask for, if it is not
 * too large.
 */
#include "cli/command/command.h"

#include "model/logp/logp.h"
#include "number/number.h"

/* Compares rows and variables together with --max-rows; with a solution also
 * the schedule's rows, and the memory for the variables and the schedule with
 * --max-bits.  Times must be below 2^62. */
static enum status check_job_size(const struct program_job *job,
	const struct program_args *args, struct err *err)
{
	enum { ROW_BYTES = 96, TIME_BITS = 62 };
	const struct program_size *size = &job->size;
	enum status status;
	mpz_t count;

	mpz_init(count);
	mpz_add(count, size->rows, size->variables);
	status = output_check_rows(
		"the program", count, args->output.max_rows, err);
	mpz_sub_ui(count, job->problem.n, 1);
	if (args->messages.range)
		mpz_mul(count, count, mpq_numref(sweep_value(&args->messages)));
	if (status == STATUS_OK && args->solution)
		status = output_check_rows(
			"the schedule", count, args->output.max_rows, err);
	mpz_mul_ui(count, count, ROW_BYTES);
	mpz_add(count, count, size->variables);
	if (status == STATUS_OK && args->solution)
		status = limit_check_bytes(
			"reading a solution of so many variables", count,
			job->problem.max_bits / 8, err);
	mpz_add(count, size->high, mpq_numref(job->problem.lambda));
	if (args->messages.range)
		mpz_add(count, count, mpq_numref(sweep_value(&args->messages)));
	if (status == STATUS_OK && mpz_sizeinbase(count, 2) > TIME_BITS)
		status = err_limit(err, "a program's times must be below 2^62");
	mpz_clear(count);
	return status;
}

static enum status set_broadcast(struct program_job *job,
	const struct program_args *args, struct err *err)
{
	enum status status =
		program_broadcast_size(&job->size, &job->problem, err);

	if (status == STATUS_OK)
		status = check_job_size(job, args, err);
	if (status == STATUS_OK)
		program_broadcast_init(
			&job->as.broadcast, &job->problem, &job->size);
	job->program = &job->as.broadcast.program;
	return status;
}

/*
 * Sets m to the period given, or else to B(P-1,L) - L, how often the first to
 * have an item may send it.  For P <= 10 and L <= 4 that is a period, with the
 * exceptions P = 6 and P = 9 for L = 2.
 */
static enum status set_period(struct problem *problem,
	const struct program_args *args, struct err *err)
{
	enum status status;
	mpz_t others;

	if (args->period.range) {
		mpz_set(problem->m, mpq_numref(sweep_value(&args->period)));
		return STATUS_OK;
	}
	mpz_init(others);
	mpz_sub_ui(others, problem->n, 1);
	status = logp_time(problem->m, others, mpq_numref(problem->lambda),
		problem->max_bits, err);
	mpz_sub(problem->m, problem->m, mpq_numref(problem->lambda));
	mpz_add_ui(problem->m, problem->m, 1);
	if (mpz_sgn(problem->m) <= 0)
		mpz_set_ui(problem->m, 1);
	mpz_clear(others);
	return status;
}

static enum status set_continuous(struct program_job *job,
	const struct program_args *args, struct err *err)
{
	enum status status;

	if (problem_is_alone(&job->problem))
		return err_usage(
			err, "--processors: continuous broadcast needs 2");
	status = set_period(&job->problem, args, err);
	if (status == STATUS_OK)
		status =
			program_continuous_size(&job->size, &job->problem, err);
	if (status == STATUS_OK)
		status = check_job_size(job, args, err);
	if (status == STATUS_OK)
		program_continuous_init(
			&job->as.continuous, &job->problem, &job->size);
	job->program = &job->as.continuous.program;
	return status;
}

enum status program_job_init(struct program_job *job,
	const struct program_args *args, const mpq_t lambda, struct err *err)
{
	*job = (struct program_job){.program = NULL};
	program_size_init(&job->size);
	problem_read(&job->problem, &args->processors, &args->messages, lambda,
		&args->output);
	return args->continuous ? set_continuous(job, args, err)
				: set_broadcast(job, args, err);
}

void program_job_clear(struct program_job *job)
{
	problem_clear(&job->problem);
	program_size_clear(&job->size);
}
