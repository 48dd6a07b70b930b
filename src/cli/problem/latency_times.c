/*
 * The times and texts of a latency.  Everything below the command line counts
 * elapsed time in units of one send, as -l does.  A machine's latency is e/u,
 * as core/machine.h says, and its times are multiplied by u, the length of a
 * send, when they are shown.
 */
#include "cli/problem/problem.h"

#include "base/mem.h"
#include "core/schedule.h"
#include "format/machine.h"
#include "format/out.h"
#include "number/number.h"

/* Refuses a latency below 1: the gap is above L+2o. */
static enum status refuse_gap(const struct latency *latency, struct err *err)
{
	const struct machine_point *point =
		machine_at(&latency->machine, latency->size);
	int is_known = latency->machine.unit != UNIT_NONE;
	const char *unit = machine_units[latency->machine.unit];
	enum status status;
	mpq_t value;

	mpq_init(value);
	machine_latency(value, &latency->machine, latency->size);
	mpq_add(value, value, point->overhead);
	mpq_add(value, value, point->overhead);
	status = err_usage(err, latency->option, ": the gap g = ", ERR_OWN,
		number_shown_text(point->gap, -1, is_known), unit,
		" is above L+2o = ", ERR_OWN,
		number_shown_text(value, -1, is_known), unit,
		": a message arrives before the next can be sent, a case that ",
		mpz_sgn(latency->nodes.size) > 0
			? "is not answered on nodes"
			: "only 'time', 'bound', 'compare', 'schedule' and "
			  "'replay' answer");
	mpq_clear(value);
	return status;
}

/* Sets the size of each of that many messages, a byte or more. */
static enum status set_size(struct latency *latency, const mpz_t bytes,
	const mpz_t messages, struct err *err)
{
	mpq_set_num(latency->size, bytes);
	mpq_set_den(latency->size, messages);
	mpq_canonicalize(latency->size);
	if (mpz_cmp(messages, bytes) <= 0)
		return STATUS_OK;
	return err_usage(err, "--bytes: ", ERR_OWN, number_size_text(bytes),
		mpz_cmp_ui(bytes, 1) == 0 ? " byte" : " bytes", " in ", ERR_OWN,
		number_size_text(messages),
		" messages would be less than a byte each");
}

enum status latency_at(mpq_t lambda, struct latency *latency, const mpz_t bytes,
	const mpz_t messages, struct err *err)
{
	if (bytes && set_size(latency, bytes, messages, err) != STATUS_OK)
		return err->code;
	latency->is_backwards = latency->operation == OPERATION_REDUCE &&
				mpz_cmp_ui(messages, 1) == 0;
	(latency->is_backwards ? machine_receive : machine_send)(
		latency->unit, &latency->machine, latency->size);
	machine_end(lambda, &latency->machine, latency->size);
	mpq_div(lambda, lambda, latency->unit);
	return latency->below_one || mpq_cmp_ui(lambda, 1, 1) >= 0
		       ? STATUS_OK
		       : refuse_gap(latency, err);
}

void latency_message(
	struct machine_message *message, const struct latency *latency)
{
	mpq_t whole;

	mpq_init(whole);
	number_ceil(mpq_numref(whole), latency->size);
	machine_message_set(message, &latency->machine, whole);
	mpq_clear(whole);
}

void latency_segment(
	mpq_t size, mpz_t bytes, const struct latency *latency, const mpz_t m)
{
	mpq_set_z(size, m);
	mpq_mul(size, size, latency->size);
	mpz_set(bytes, mpq_numref(size));
	number_ceil(mpq_numref(size), latency->size);
}

/* The value of --bytes; NULL if it is not given. */
static mpz_srcptr bytes_of(const struct latency *latency)
{
	return latency->bytes ? mpq_numref(sweep_value(latency->bytes)) : NULL;
}

char *latency_text(const struct latency *latency)
{
	char *text = NULL, *value;

	if (latency->machine.given)
		text = machine_option_text(
			&latency->machine, latency->size, bytes_of(latency));
	if (text)
		return text;
	value = number_text(sweep_value(latency->sweep));
	text = mem_join("-l ", value, NULL);
	mem_free(value);
	return text;
}

int latency_machine_text(
	char text[LATENCY_MACHINE], const struct latency *latency)
{
	static const char names[] = "LogG";
	struct machine machine;

	*text = '\0';
	if (!latency->machine.given || latency->machine.points > 1)
		return 0;
	machine = latency->machine;
	for (int i = 0; i < MACHINE_FIGURES - !latency->machine.has_byte; i++) {
		char *number = number_shown_text(
			machine_figure(&machine, (enum machine_figure)i), -1,
			1);

		if (!latency->figure[i].range)
			text_add(text, LATENCY_MACHINE, "%s%c %s%s",
				*text ? ", " : "", names[i], number,
				machine_units[machine.unit]);
		mem_free(number);
	}
	return *text != '\0';
}

const char *latency_unit_name(const struct latency *latency)
{
	enum time_unit unit = latency->machine.unit;

	return unit == UNIT_NONE ? NULL : machine_units[unit];
}

const char *latency_column(const struct latency *latency, const char *name)
{
	return unit_column(name, latency_unit_name(latency));
}

enum status latency_scale(struct schedule **schedule,
	const struct latency *latency, struct err *err)
{
	struct schedule_machine machine = {
		.time_unit = latency_unit_name(latency)};
	enum status status;
	char *text;

	if (!latency->machine.given)
		return STATUS_OK;
	/* Schedules converted here never make a message wait at its receiver,
	 * so they are valid postal schedules. */
	(*schedule)->header.model = MODEL_POSTAL;
	text = machine_text(
		&latency->machine, latency->size, bytes_of(latency), NULL);
	machine.text = text;
	status = schedule_scaled(
		schedule, *schedule, latency->unit, &machine, err);
	mem_free(text);
	return status;
}

void latency_step(mpz_t step, const mpz_t elapsed)
{
	mpz_add_ui(step, elapsed, 1);
}

void latency_show(
	mpq_t shown, const struct latency *latency, const mpq_t elapsed)
{
	if (mpq_cmp_ui(latency->unit, 1, 1) == 0)
		mpq_set(shown, elapsed);
	else
		mpq_mul(shown, elapsed, latency->unit);
	if (latency->steps)
		latency_step(mpq_numref(shown), mpq_numref(shown));
}

void latency_show_bound(
	mpq_t shown, const struct latency *latency, const mpq_t elapsed)
{
	if (mpq_sgn(elapsed) == 0)
		mpq_set(shown, elapsed);
	else
		latency_show(shown, latency, elapsed);
}

void latency_read(
	mpq_t elapsed, const struct latency *latency, const mpq_t shown)
{
	mpq_div(elapsed, shown, latency->unit);
}
