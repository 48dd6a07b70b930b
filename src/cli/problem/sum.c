/*
 * An addition takes a unit of the machine's time; of a latency's, a send.
 */
#include "cli/problem/sum.h"

#include "base/mem.h"
#include "number/number.h"

static enum status set_figure(
	mpz_t whole, const char *name, const mpq_t figure, struct err *err)
{
	enum status status = STATUS_OK;
	char *text;

	mpz_set(whole, mpq_numref(figure));
	if (mpz_cmp_ui(mpq_denref(figure), 1) == 0)
		return STATUS_OK;
	text = number_shown_text(figure, -1, 0);
	status = err_set(err, STATUS_USAGE,
		"--op: in a sum an addition takes 1, ", "and ", name,
		" is no whole number: ", ERR_TEXT, text, NULL);
	mem_free(text);
	return status;
}

enum status sum_machine_init(struct sum_machine *machine,
	const struct latency *latency, const mpq_t lambda,
	const mpz_t processors, struct err *err)
{
	const struct machine *given = &latency->machine;
	enum status status;

	mpz_inits(machine->latency, machine->overhead, machine->gap, NULL);
	mpz_set_ui(machine->gap, 1);
	machine->sum = (struct logp_sum){
		machine->latency, machine->overhead, machine->gap, processors};
	if (!given->given)
		return set_figure(machine->latency, "the latency", lambda, err);
	if (given->points > 1 || given->has_byte)
		return err_set(err, STATUS_USAGE,
			"--op: a sum is of operands without bytes: --logp "
			"gives "
			"its machine",
			NULL);
	status = set_figure(machine->latency, "L", given->latency, err);
	if (status == STATUS_OK)
		status = set_figure(
			machine->overhead, "o", given->point[0].overhead, err);
	if (status == STATUS_OK)
		status =
			set_figure(machine->gap, "g", given->point[0].gap, err);
	return status;
}

void sum_machine_clear(struct sum_machine *machine)
{
	mpz_clears(machine->latency, machine->overhead, machine->gap, NULL);
}

char *sum_machine_text(const struct sum_machine *machine)
{
	size_t size = mpz_sizeinbase(machine->latency, 10) +
		      mpz_sizeinbase(machine->overhead, 10) +
		      mpz_sizeinbase(machine->gap, 10) + 16;
	char *text = mem_array(size, 1);

	gmp_snprintf(text, size, "L=%Zd o=%Zd g=%Zd", machine->latency,
		machine->overhead, machine->gap);
	return text;
}

enum status sum_time_read(mpz_t cycles, const mpq_t time, struct err *err)
{
	return set_figure(cycles, "the time", time, err);
}
