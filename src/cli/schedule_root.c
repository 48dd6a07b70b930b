#include "cli/schedule_root.h"

#include "cli/cost_option.h"
#include "cli/style.h"
#include "model/locality.h"

static enum status check_rows(
	const mpz_t n, const struct output *output, struct err *err)
{
	enum status status;
	mpz_t count;

	mpz_init(count);
	locality_root_rows(count, n);
	status =
		output_check_rows("the schedule", count, output->max_rows, err);
	mpz_clear(count);
	return status;
}

static enum status write(const mpz_t n, const struct cost *cost,
	const struct output *output, FILE *out, struct err *err)
{
	struct schedule *schedule;
	enum status status = check_rows(n, output, err);

	if (status == STATUS_OK)
		status = locality_root_open(
			&schedule, n, cost, (uint64_t)output->max_bits, err);
	if (status == STATUS_OK) {
		status = style_write(schedule, out, output, err);
		schedule_close(schedule);
	}
	return status;
}

enum status schedule_root(const struct sweep *processors, const char *cost,
	const struct output *output, FILE *out, struct err *err)
{
	struct cost *latency;
	enum status status;

	if (!cost)
		return err_set(err, STATUS_USAGE, "--cost is missing", NULL);
	status = cost_option(
		&latency, "--cost", cost, (uint64_t)output->max_bits, err);
	if (status == STATUS_OK)
		status = write(mpq_numref(sweep_value(processors)), latency,
			output, out, err);
	cost_free(latency);
	return status;
}
