/*
 * Where a send takes a/b, a time tick/unit becomes tick·a/(unit·b): with c =
 * gcd(a, unit·b), ticks are multiplied by a/c, and the unit becomes unit·b/c.
 *   Example: unit 2 and sends of 4/3: ticks are doubled, and the unit is 3, so
 * the time 5/2, tick 5, becomes 10/3.
 */
#include "core/schedule.h"

#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "number/number.h"

enum { SCALED_ROWS = 256 };

struct scaled {
	struct schedule schedule;
	struct schedule *from;
	uint64_t factor;
	char *machine;
	const struct transmission *row; /* rows of from, not yet given out */
	size_t rows;
	struct transmission out[SCALED_ROWS];
};

static enum status scaled_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct scaled *scaled = (struct scaled *)schedule;
	enum status status = STATUS_OK;

	if (scaled->rows == 0)
		status = schedule_next(
			scaled->from, &scaled->row, &scaled->rows, err);
	if (status != STATUS_OK)
		return status;
	*count = scaled->rows < SCALED_ROWS ? scaled->rows : SCALED_ROWS;
	*rows = scaled->out;
	if (*count == 0)
		return STATUS_OK;
	for (size_t i = 0; i < *count; i++) {
		scaled->out[i] = scaled->row[i];
		scaled->out[i].tick *= scaled->factor;
	}
	scaled->row += *count;
	scaled->rows -= *count;
	return STATUS_OK;
}

static void scaled_clear(struct schedule *schedule)
{
	struct scaled *scaled = (struct scaled *)schedule;

	schedule_close(scaled->from);
	mem_free(scaled->machine);
}

static const struct schedule_ops scaled_ops = {scaled_next, scaled_clear};

/* *time = *time·factor; whether that is below 2^63. */
static int multiply_word(uint64_t *time, uint64_t factor)
{
	if (factor > 0 && *time > INT64_MAX / factor)
		return 0;
	*time *= factor;
	return 1;
}

/* Scales the header's times, and finds the factor of ticks.  Whether all is
 * below 2^63; then so are the rows' ticks, as no row starts after the
 * finish. */
static int scale_header(
	struct schedule_header *header, uint64_t *factor, const mpq_t send)
{
	mpz_t ticks, common, unit;
	int fits;

	mpz_inits(ticks, common, unit, NULL);
	number_set_u64(unit, header->unit);
	mpz_mul(unit, unit, mpq_denref(send));
	mpz_gcd(common, unit, mpq_numref(send));
	mpz_divexact(unit, unit, common);
	mpz_divexact(ticks, mpq_numref(send), common);
	header->send = header->unit;
	fits = number_read_u64(factor, ticks, 63) &&
	       multiply_word(&header->send, *factor) &&
	       multiply_word(&header->latency, *factor) &&
	       multiply_word(&header->inside, *factor) &&
	       multiply_word(&header->inside_send, *factor) &&
	       multiply_word(&header->finish, *factor) &&
	       number_read_u64(&header->unit, unit, 63);
	mpz_clears(ticks, common, unit, NULL);
	return fits;
}

/* Makes the schedule one of such messages; the finish is then when the last of
 * them ends on the machine. */
static int set_scaled_message(
	struct scaled *scaled, const struct machine_message *message)
{
	struct schedule_header *header = &scaled->schedule.header;
	uint64_t latency = least_u64(header->latency, header->finish), factor;

	header->finish -= latency;
	if (!schedule_set_message(header, &factor, message))
		return 0;
	if (latency > 0)
		header->finish += header->latency;
	return multiply_word(&scaled->factor, factor) &&
	       header->finish <= INT64_MAX;
}

enum status schedule_scaled(struct schedule **scaled, struct schedule *schedule,
	const mpq_t send, const struct schedule_machine *machine,
	struct err *err)
{
	struct scaled *made = mem_array(1, sizeof *made);
	struct schedule_header *header = &made->schedule.header;

	made->schedule = *schedule;
	made->schedule.ops = &scaled_ops;
	made->from = schedule;
	*scaled = &made->schedule;
	if (!scale_header(header, &made->factor, send) ||
		(machine && machine->message &&
			!set_scaled_message(made, machine->message))) {
		schedule_close(*scaled);
		*scaled = NULL;
		return err_limit(err,
			"the schedule's times have no common unit in which "
			"they are below 2^63");
	}
	if (machine) {
		made->machine = mem_join(machine->text, NULL);
		header->time_unit = machine->time_unit;
	}
	header->machine = made->machine;
	return STATUS_OK;
}
