/* A message is a segment of the bytes, rounded up; the bound's is not. */
#include "cli/problem/problem.h"

#include "base/mem.h"
#include "format/machine.h"

static void set_asked(struct machine_problem *asked,
	const struct machine_message *message, const struct problem *problem,
	enum operation operation)
{
	*asked = (struct machine_problem){.n = problem->n,
		.m = problem->m,
		.message = message,
		.operation = operation,
		.max_bits = problem->max_bits};
}

void on_machine_init(struct on_machine *machine, const struct latency *latency,
	const struct problem *problem, enum operation operation, uint64_t work)
{
	mpz_t bytes;
	mpq_t size;

	machine_message_init(&machine->message);
	latency_message(&machine->message, latency);
	set_asked(&machine->problem, &machine->message, problem, operation);
	machine->problem.work = work;
	mpz_init(bytes);
	mpq_init(size);
	latency_segment(size, bytes, latency, problem->m);
	machine->text = machine_text(&latency->machine, size, bytes, NULL);
	machine->header = (struct schedule_machine){.text = machine->text,
		.time_unit = latency_unit_name(latency),
		.message = &machine->message};
	mpz_clear(bytes);
	mpq_clear(size);
}

void on_machine_clear(struct on_machine *machine)
{
	machine_message_clear(&machine->message);
	mem_free(machine->text);
}

enum status on_machine_bound(mpq_t bound, const struct latency *latency,
	const struct problem *problem, enum operation operation,
	struct err *err)
{
	struct machine_message message;
	struct machine_problem asked;
	enum status status;

	machine_message_init(&message);
	machine_message_share(&message, &latency->machine, latency->size);
	set_asked(&asked, &message, problem, operation);
	status = machine_bound(bound, &asked, err);
	machine_message_clear(&message);
	return status;
}

enum status on_machine_bound_list(struct bound_list *list,
	const struct latency *latency, const struct problem *problem,
	enum operation operation, struct err *err)
{
	struct machine_message message;
	struct machine_problem asked;
	size_t first = list->count;
	enum status status;

	machine_message_init(&message);
	machine_message_share(&message, &latency->machine, latency->size);
	set_asked(&asked, &message, problem, operation);
	status = machine_bound_list(list, &asked, err);
	for (size_t i = first; i < list->count; i++)
		mpq_div(list->bound[i].value, list->bound[i].value,
			latency->unit);
	machine_message_clear(&message);
	return status;
}
