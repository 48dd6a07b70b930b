/* The points of a machine, and the formulas of machine.h. */
#include "core/machine.h"

#include <assert.h>

#include "base/mem.h"
#include "number/number.h"

const char *const machine_units[] = {"", "ns", "us", "ms", "s", NULL};

struct machine_point *machine_add(struct machine *machine)
{
	struct machine_point *point;

	machine->point = mem_grow(machine->point, &machine->capacity,
		machine->points, sizeof *machine->point);
	point = &machine->point[machine->points++];
	mpz_init_set_ui(point->bytes, 1);
	mpq_inits(point->overhead, point->gap, point->byte, NULL);
	return point;
}

void machine_init(struct machine *machine)
{
	*machine = (struct machine){.given = 1};
	mpq_init(machine->latency);
	mpz_init(machine->processors);
	machine_add(machine);
}

mpq_ptr machine_figure(struct machine *machine, enum machine_figure figure)
{
	switch (figure) {
	case MACHINE_OVERHEAD:
		return machine->point->overhead;
	case MACHINE_GAP:
		return machine->point->gap;
	case MACHINE_BYTE:
		return machine->point->byte;
	case MACHINE_LATENCY:
	case MACHINE_FIGURES:
		break;
	}
	return machine->latency;
}

void machine_clear(struct machine *machine)
{
	if (!machine->given)
		return;
	for (size_t i = 0; i < machine->points; i++) {
		mpz_clear(machine->point[i].bytes);
		mpq_clears(machine->point[i].overhead, machine->point[i].gap,
			machine->point[i].byte, NULL);
	}
	mpq_clear(machine->latency);
	mpz_clear(machine->processors);
	mem_free(machine->point);
	mem_free(machine->inside);
	*machine = (struct machine){0};
}

void machine_copy(struct machine *copy, const struct machine *machine,
	enum time_unit unit)
{
	mpq_t factor;

	mpq_init(factor);
	mpq_set_ui(factor, 1, 1);
	if (unit != machine->unit)
		machine_unit_ratio(factor, machine->unit, unit);
	machine_init(copy);
	copy->unit = unit;
	copy->has_byte = machine->has_byte;
	copy->rdma = machine->rdma;
	mpq_mul(copy->latency, machine->latency, factor);
	mpz_set(copy->processors, machine->processors);
	for (size_t i = 0; i < machine->points; i++) {
		const struct machine_point *from = &machine->point[i];
		struct machine_point *to =
			i == 0 ? copy->point : machine_add(copy);

		mpz_set(to->bytes, from->bytes);
		mpq_mul(to->overhead, from->overhead, factor);
		mpq_mul(to->gap, from->gap, factor);
		mpq_mul(to->byte, from->byte, factor);
	}
	mpq_clear(factor);
}

const struct machine_point *machine_at(
	const struct machine *machine, const mpq_t bytes)
{
	size_t i = machine->points - 1;

	while (i > 0 && mpq_cmp_z(bytes, machine->point[i].bytes) < 0)
		i--;
	return &machine->point[i];
}

/* time = (s - 1) G. */
static void set_bytes_time(
	mpq_t time, const struct machine_point *point, const mpq_t bytes)
{
	mpq_set(time, bytes);
	mpz_sub(mpq_numref(time), mpq_numref(time), mpq_denref(time));
	mpq_mul(time, time, point->byte);
}

void machine_end(mpq_t end, const struct machine *machine, const mpq_t bytes)
{
	set_bytes_time(end, machine_at(machine, bytes), bytes);
	mpq_add(end, end, machine->latency);
	mpq_add(end, end, machine->point[0].overhead);
	mpq_add(end, end, machine->point[0].overhead);
}

void machine_latency(
	mpq_t latency, const struct machine *machine, const mpq_t bytes)
{
	const struct machine_point *point = machine_at(machine, bytes);

	mpq_sub(latency, machine->point[0].overhead, point->overhead);
	mpq_add(latency, latency, latency);
	mpq_add(latency, latency, machine->latency);
}

void machine_message_init(struct machine_message *message)
{
	mpq_inits(message->latency, message->overhead, message->gap,
		message->copy, message->end, message->block,
		message->block_copy, NULL);
}

void machine_message_clear(struct machine_message *message)
{
	mpq_clears(message->latency, message->overhead, message->gap,
		message->copy, message->end, message->block,
		message->block_copy, NULL);
}

/* Sets latency and overhead.  If the measured overhead of that size is more
 * than half of the L + 2o of one byte, latency is 0 and overhead that half, so
 * that e stays as measured. */
static void set_overhead(struct machine_message *message,
	const struct machine *machine, const mpq_t bytes)
{
	mpq_set_ui(message->latency, 0, 1);
	machine_latency(message->overhead, machine, bytes);
	number_raise(message->latency, message->overhead);
	mpq_sub(message->overhead, machine->latency, message->latency);
	mpq_div_2exp(message->overhead, message->overhead, 1);
	mpq_add(message->overhead, message->overhead, machine->point->overhead);
}

void machine_message_set(struct machine_message *message,
	const struct machine *machine, const mpq_t bytes)
{
	const struct machine_point *point = machine_at(machine, bytes);

	set_overhead(message, machine, bytes);
	set_bytes_time(message->copy, point, bytes);
	mpq_add(message->gap, point->gap, message->copy);
	mpq_add(message->copy, message->copy, message->overhead);
	mpq_add(message->end, message->latency, message->overhead);
	mpq_add(message->end, message->end, message->copy);
	mpq_mul(message->block, bytes, point->byte);
	mpq_set(message->block_copy, message->block);
	if (machine->rdma) {
		mpq_set(message->copy, message->overhead);
		mpq_set_ui(message->block_copy, 0, 1);
	}
}

void machine_set_size(
	struct machine *copy, const struct machine *machine, const mpq_t bytes)
{
	const struct machine_point *point = machine_at(machine, bytes);
	struct machine_message message;

	machine_message_init(&message);
	machine_message_set(&message, machine, bytes);
	machine_init(copy);
	copy->unit = machine->unit;
	copy->has_byte = machine->has_byte;
	copy->rdma = machine->rdma;
	mpq_set(copy->latency, message.latency);
	mpq_set(copy->point->overhead, message.overhead);
	mpq_set(copy->point->gap, point->gap);
	mpq_set(copy->point->byte, point->byte);
	machine_message_clear(&message);
}

void machine_message_of_size(struct machine_message *message,
	const struct machine *machine, const mpq_t bytes, const mpz_t size)
{
	struct machine same;
	mpq_t whole;

	mpq_init(whole);
	mpq_set_z(whole, size);
	machine_set_size(&same, machine, whole);
	machine_message_set(message, &same, bytes);
	machine_clear(&same);
	mpq_clear(whole);
}

void machine_message_at(struct machine_message *message,
	const struct machine *machine, size_t point)
{
	mpq_t bytes;

	mpq_init(bytes);
	mpq_set_z(bytes, machine->point[point].bytes);
	machine_message_set(message, machine, bytes);
	mpq_clear(bytes);
}

void machine_message_share(struct machine_message *message,
	const struct machine *machine, const mpq_t bytes)
{
	mpz_t size;

	mpz_init(size);
	number_ceil(size, bytes);
	machine_message_of_size(message, machine, bytes, size);
	mpz_clear(size);
}

void machine_message_send(mpq_t time, const struct machine_message *message)
{
	mpq_set(time, message->overhead);
	number_raise(time, message->gap);
}

void machine_message_receive(mpq_t time, const struct machine_message *message)
{
	mpq_set(time, message->copy);
	number_raise(time, message->gap);
}

/* time = what spacing says of a message of so many bytes. */
static void set_spacing_time(mpq_t time, const struct machine *machine,
	const mpq_t bytes,
	void (*spacing)(mpq_t time, const struct machine_message *message))
{
	struct machine_message message;

	machine_message_init(&message);
	machine_message_set(&message, machine, bytes);
	spacing(time, &message);
	machine_message_clear(&message);
}

void machine_send(mpq_t send, const struct machine *machine, const mpq_t bytes)
{
	set_spacing_time(send, machine, bytes, machine_message_send);
}

void machine_receive(
	mpq_t receive, const struct machine *machine, const mpq_t bytes)
{
	set_spacing_time(receive, machine, bytes, machine_message_receive);
}

void machine_least(
	mpq_t send, mpq_t end, const struct machine *machine, const mpq_t bytes)
{
	mpq_t size, time;

	mpq_inits(size, time, NULL);
	machine_send(send, machine, bytes);
	machine_end(end, machine, bytes);
	for (size_t i = 1; i < machine->points; i++) {
		mpq_set_z(size, machine->point[i].bytes);
		number_raise(size, bytes);
		machine_send(time, machine, size);
		if (mpq_cmp(time, send) < 0)
			mpq_set(send, time);
		machine_end(time, machine, size);
		if (mpq_cmp(time, end) < 0)
			mpq_set(end, time);
	}
	mpq_clears(size, time, NULL);
}

void machine_message_relay(mpq_t time, const struct machine_message *message)
{
	mpq_add(time, message->overhead, message->copy);
	number_raise(time, message->gap);
}

/* bytes = those of the blocks, at least 1. */
static void set_block_bytes(
	mpq_t bytes, const struct block_cost *cost, const mpz_t count)
{
	mpq_set_z(bytes, count);
	mpq_mul(bytes, bytes, cost->block);
	if (mpq_cmp_ui(bytes, 1, 1) < 0)
		mpq_set_ui(bytes, 1, 1);
}

void block_cost_send(
	mpq_t send, const struct block_cost *cost, const mpz_t count)
{
	mpq_t bytes;

	mpq_set_ui(send, 1, 1);
	if (!cost)
		return;
	mpq_init(bytes);
	set_block_bytes(bytes, cost, count);
	machine_send(send, cost->machine, bytes);
	mpq_clear(bytes);
}

void block_cost_receive(
	mpq_t time, const struct block_cost *cost, const mpz_t count)
{
	struct machine_message message;

	mpq_set_ui(time, 1, 1);
	if (!cost)
		return;
	machine_message_init(&message);
	block_cost_message(&message, cost, count);
	machine_message_receive(time, &message);
	machine_message_clear(&message);
}

void block_cost_end(mpq_t end, const struct block_cost *cost,
	const mpq_t lambda, const mpz_t count)
{
	mpq_t bytes;

	mpq_set_ui(end, 1, 1);
	if (!cost && lambda)
		mpq_set(end, lambda);
	if (!cost)
		return;
	mpq_init(bytes);
	set_block_bytes(bytes, cost, count);
	machine_end(end, cost->machine, bytes);
	mpq_clear(bytes);
}

void block_cost_message(struct machine_message *message,
	const struct block_cost *cost, const mpz_t count)
{
	mpq_t bytes;

	mpq_init(bytes);
	set_block_bytes(bytes, cost, count);
	machine_message_set(message, cost->machine, bytes);
	mpq_clear(bytes);
}

void block_cost_least(mpz_t count, const struct block_cost *cost, size_t point)
{
	mpz_mul(count, cost->machine->point[point].bytes,
		mpq_denref(cost->block));
	mpz_cdiv_q(count, count, mpq_numref(cost->block));
}

void machine_unit_ratio(mpq_t factor, enum time_unit one, enum time_unit other)
{
	assert(one != UNIT_NONE && other != UNIT_NONE);
	mpz_ui_pow_ui(mpq_numref(factor), 1000, (unsigned long)one - 1);
	mpz_ui_pow_ui(mpq_denref(factor), 1000, (unsigned long)other - 1);
	mpq_canonicalize(factor);
}
