/*
 * What a message of so many blocks takes, in ticks, of which a unit of time has
 * so many that all times are whole.  The figures of a size are kept: lists ask
 * for few sizes, again and again.
 */
#include "model/symmetric/symmetric.h"

#include "base/mem.h"

/* A power of two: sizes share a slot if they differ by a multiple of it. */
enum { SLOTS = 256 };

struct symmetric_slot {
	mpz_t count;
	struct symmetric_message message;
};

static void take_denominator(mpz_t unit, const mpq_t value)
{
	mpz_lcm(unit, unit, mpq_denref(value));
}

/* What a block more takes, block G, is to be whole, too. */
static void take_block(
	mpz_t unit, const struct machine_point *point, const mpq_t block)
{
	mpq_t step;

	mpq_init(step);
	mpq_mul(step, point->byte, block);
	take_denominator(unit, step);
	mpq_clear(step);
}

static void set_cost_unit(mpz_t unit, const struct block_cost *blocks)
{
	const struct machine *machine = blocks->machine;

	mpz_set_ui(unit, 1);
	take_denominator(unit, machine->latency);
	for (size_t i = 0; i < machine->points; i++) {
		const struct machine_point *point = &machine->point[i];

		take_denominator(unit, point->overhead);
		take_denominator(unit, point->gap);
		take_denominator(unit, point->byte);
		take_block(unit, point, blocks->block);
	}
	/* machine_message_set may halve what a measured latency lacks. */
	if (machine->points > 1)
		mpz_mul_2exp(unit, unit, 1);
}

void symmetric_cost_init(struct symmetric_cost *cost, const mpq_t lambda,
	const struct block_cost *blocks, enum symmetric_view view)
{
	cost->lambda = lambda;
	cost->blocks = blocks;
	cost->view = view;
	cost->ports = 1;
	cost->slot = NULL;
	if (!blocks) {
		mpz_init_set(cost->unit, mpq_denref(lambda));
		return;
	}
	mpz_init(cost->unit);
	set_cost_unit(cost->unit, blocks);
}

static void clear_message(struct symmetric_message *message)
{
	mpz_clears(message->send, message->begin, message->receive,
		message->end, message->overhead, message->copy, NULL);
}

void symmetric_cost_clear(struct symmetric_cost *cost)
{
	for (size_t i = 0; cost->slot && i < SLOTS; i++)
		if (cost->slot[i]) {
			mpz_clear(cost->slot[i]->count);
			clear_message(&cost->slot[i]->message);
			mem_free(cost->slot[i]);
		}
	mem_free(cost->slot);
	mpz_clear(cost->unit);
}

static void set_cost_ticks(
	mpz_t ticks, const mpq_t time, const struct symmetric_cost *cost)
{
	mpz_divexact(ticks, cost->unit, mpq_denref(time));
	mpz_mul(ticks, ticks, mpq_numref(time));
}

/* Ports alone: the receiver's is taken for as long as the sender's. */
static void set_ends(struct symmetric_message *message, const mpq_t send,
	const mpq_t end, const struct symmetric_cost *cost)
{
	set_cost_ticks(message->send, send, cost);
	set_cost_ticks(message->end, end, cost);
	mpz_set(message->receive, message->send);
	mpz_sub(message->begin, message->end, message->send);
}

static void set_by_ports(struct symmetric_message *message,
	const struct symmetric_cost *cost, const mpz_t count)
{
	mpq_t send, end;

	mpq_inits(send, end, NULL);
	block_cost_send(send, cost->blocks, count);
	block_cost_end(end, cost->blocks, cost->lambda, count);
	set_ends(message, send, end, cost);
	mpq_clears(send, end, NULL);
}

static void set_on_machine(struct symmetric_message *message,
	const struct symmetric_cost *cost, const mpz_t count)
{
	struct machine_message taken;
	mpq_t time;

	mpq_init(time);
	machine_message_init(&taken);
	block_cost_message(&taken, cost->blocks, count);
	machine_message_send(time, &taken);
	set_cost_ticks(message->send, time, cost);
	machine_message_receive(time, &taken);
	set_cost_ticks(message->receive, time, cost);
	mpq_add(time, taken.overhead, taken.latency);
	set_cost_ticks(message->begin, time, cost);
	set_cost_ticks(message->end, taken.end, cost);
	set_cost_ticks(message->overhead, taken.overhead, cost);
	set_cost_ticks(message->copy, taken.copy, cost);
	machine_message_clear(&taken);
	mpq_clear(time);
}

static void mirror(struct symmetric_message *message)
{
	mpz_sub(message->begin, message->end, message->overhead);
	mpz_swap(message->send, message->receive);
	mpz_swap(message->overhead, message->copy);
}

static struct symmetric_slot *new_slot(void)
{
	struct symmetric_slot *slot = mem_array(1, sizeof *slot);
	struct symmetric_message *message = &slot->message;

	mpz_inits(slot->count, message->send, message->begin, message->receive,
		message->end, message->overhead, message->copy, NULL);
	return slot;
}

static void set_message(struct symmetric_message *message,
	const struct symmetric_cost *cost, const mpz_t count)
{
	if (!cost->blocks || cost->view == SYMMETRIC_PORTS)
		set_by_ports(message, cost, count);
	else
		set_on_machine(message, cost, count);
	if (cost->blocks && cost->view == SYMMETRIC_MIRROR)
		mirror(message);
}

const struct symmetric_message *symmetric_cost_of(
	struct symmetric_cost *cost, const mpz_t count)
{
	size_t at = cost->blocks ? mpz_get_ui(count) % SLOTS : 0;
	struct symmetric_slot *slot;

	if (!cost->slot)
		cost->slot = mem_array(SLOTS, sizeof(struct symmetric_slot *));
	slot = cost->slot[at];
	if (slot && (!cost->blocks || mpz_cmp(slot->count, count) == 0))
		return &slot->message;
	if (!slot)
		slot = cost->slot[at] = new_slot();
	mpz_set(slot->count, count);
	set_message(&slot->message, cost, count);
	return &slot->message;
}
