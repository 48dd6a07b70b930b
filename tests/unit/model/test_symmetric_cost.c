/*
 * What messages cost in lists of rounds, which keep a few figures for each
 * size, equals what core/machine says of each message: on measured machines,
 * whose figures change at some sizes, in blocks of less than a byte and of
 * many, for any number of blocks; by ports alone, on the machine, and
 * backwards.
 */
#include "model/symmetric/symmetric.h"

#include "number/number.h"
#include "test.h"

/* The least bytes, o, g, G; L is 2.  The overhead of the third point exceeds
 * what the first point's leaves for it; messages at the last point overtake
 * those at the point before. */
static const char *const points[][4] = {{"1", "1/2", "3/7", "1/100"},
	{"65", "3/5", "2/5", "13/1000"}, {"1000", "9", "1/3", "1/500"},
	{"4097", "7/10", "5", "1/1000"}};

static const char *const blocks[] = {"1", "1/3", "97", "64/7", "1/100"};

static void init_machine(struct machine *machine, size_t count)
{
	machine_init(machine);
	mpq_set_ui(machine->latency, 2, 1);
	for (size_t i = 0; i < count; i++) {
		struct machine_point *point =
			i == 0 ? machine->point : machine_add(machine);

		test_mpz(point->bytes, points[i][0]);
		test_mpq(point->overhead, points[i][1]);
		test_mpq(point->gap, points[i][2]);
		test_mpq(point->byte, points[i][3]);
	}
}

/* Whether that many ticks are that time. */
static int is_time(
	const struct symmetric_cost *cost, const mpz_t ticks, const mpq_t time)
{
	mpq_t taken;
	int same;

	mpq_init(taken);
	mpz_set(mpq_numref(taken), ticks);
	mpz_set(mpq_denref(taken), cost->unit);
	mpq_canonicalize(taken);
	same = mpq_equal(taken, time);
	mpq_clear(taken);
	return same;
}

static void check_ports(struct symmetric_cost *cost, const mpz_t count)
{
	const struct symmetric_message *message =
		symmetric_cost_of(cost, count);
	mpq_t send, end;

	mpq_inits(send, end, NULL);
	block_cost_send(send, cost->blocks, count);
	block_cost_end(end, cost->blocks, NULL, count);
	CHECK(is_time(cost, message->send, send));
	CHECK(is_time(cost, message->receive, send));
	CHECK(is_time(cost, message->end, end));
	mpq_sub(end, end, send);
	CHECK(is_time(cost, message->begin, end));
	CHECK(mpz_sgn(message->overhead) == 0 && mpz_sgn(message->copy) == 0);
	mpq_clears(send, end, NULL);
}

static void check_machine(struct symmetric_cost *cost, const mpz_t count)
{
	const struct symmetric_message *message =
		symmetric_cost_of(cost, count);
	int is_mirror = cost->view == SYMMETRIC_MIRROR;
	struct machine_message taken;
	mpq_t time;

	mpq_init(time);
	machine_message_init(&taken);
	block_cost_message(&taken, cost->blocks, count);
	machine_message_send(time, &taken);
	CHECK(is_time(
		cost, is_mirror ? message->receive : message->send, time));
	machine_message_receive(time, &taken);
	CHECK(is_time(
		cost, is_mirror ? message->send : message->receive, time));
	CHECK(is_time(cost, is_mirror ? message->copy : message->overhead,
		taken.overhead));
	CHECK(is_time(cost, is_mirror ? message->overhead : message->copy,
		taken.copy));
	CHECK(is_time(cost, message->end, taken.end));
	mpq_add(time, taken.overhead, taken.latency);
	if (is_mirror)
		mpq_sub(time, taken.end, taken.overhead);
	CHECK(is_time(cost, message->begin, time));
	machine_message_clear(&taken);
	mpq_clear(time);
}

/* Small numbers of blocks, those about each point's size, and large ones. */
static void check_counts(
	const struct block_cost *block, enum symmetric_view view)
{
	void (*check)(struct symmetric_cost * cost, const mpz_t count) =
		view == SYMMETRIC_PORTS ? check_ports : check_machine;
	struct symmetric_cost cost;
	mpz_t count;

	mpz_init(count);
	symmetric_cost_init(&cost, block->block, block, view);
	for (unsigned long i = 1; i <= 300; i++) {
		mpz_set_ui(count, i);
		check(&cost, count);
		mpz_ui_pow_ui(count, i, 3);
		check(&cost, count);
		mpz_ui_pow_ui(count, i, 20);
		check(&cost, count);
	}
	symmetric_cost_clear(&cost);
	mpz_clear(count);
}

static void test_costs(void)
{
	struct machine machine;
	struct block_cost block = {.machine = &machine};

	mpq_init(block.block);
	for (size_t count = 1; count <= sizeof points / sizeof *points; count++)
		for (int rdma = 0; rdma < 2; rdma++) {
			init_machine(&machine, count);
			machine.rdma = rdma;
			for (size_t b = 0; b < sizeof blocks / sizeof *blocks;
				b++) {
				test_mpq(block.block, blocks[b]);
				check_counts(&block, SYMMETRIC_PORTS);
				check_counts(&block, SYMMETRIC_MACHINE);
				check_counts(&block, SYMMETRIC_MIRROR);
			}
			machine_clear(&machine);
		}
	mpq_clear(block.block);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	RUN(test_costs());
	return test_done();
}
