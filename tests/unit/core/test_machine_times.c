/* core/machine: what a machine of three points makes of messages of a size,
 * computed by hand from the formulas of its header; the same in other units. */
#include <string.h>

#include "base/mem.h"
#include "core/machine.h"
#include "number/number.h"
#include "test.h"

/* Sets a point of a machine in microseconds. */
static void set_point(struct machine_point *point, unsigned long bytes,
	const char *overhead, const char *gap, const char *byte)
{
	mpz_set_ui(point->bytes, bytes);
	test_mpq(point->overhead, overhead);
	test_mpq(point->gap, gap);
	test_mpq(point->byte, byte);
}

/* L = 7; o, g, G from 1 byte, from 10 and from 100 on. */
static void set_machine(struct machine *machine)
{
	machine_init(machine);
	machine->unit = UNIT_US;
	machine->has_byte = 1;
	mpz_set_ui(machine->processors, 5);
	test_mpq(machine->latency, "7");
	set_point(machine->point, 1, "1", "2", "1/2");
	set_point(machine_add(machine), 10, "6", "3", "1/4");
	set_point(machine_add(machine), 100, "0", "0", "2");
}

static void check_value(
	const mpq_t value, const char *expected, const char *what)
{
	char *text = number_text(value);

	CHECK_FOR(strcmp(text, expected) == 0, "%s: %s, not %s", what, text,
		expected);
	mem_free(text);
}

static void test_sizes(void)
{
	static const struct {
		const char *bytes;
		size_t point;
		const char *send, *receive, *end, *latency;
	} sizes[] = {
		{"1", 0, "2", "2", "9", "7"},
		{"3", 0, "3", "3", "10", "7"},
		{"11/2", 0, "17/4", "17/4", "45/4", "7"},
		{"9", 0, "6", "6", "13", "7"},
		{"19/2", 0, "25/4", "25/4", "53/4", "7"},
		/* L would be -3: it is 0, and o 9/2 instead of 6. */
		{"10", 1, "21/4", "27/4", "45/4", "-3"},
		{"13", 1, "6", "15/2", "12", "-3"},
		{"14", 1, "25/4", "31/4", "49/4", "-3"},
		{"99", 1, "55/2", "29", "67/2", "-3"},
		{"100", 2, "198", "198", "207", "9"},
		{"1000000", 2, "1999998", "1999998", "2000007", "9"},
	};
	struct machine machine;
	mpq_t bytes, time;

	mpq_inits(bytes, time, NULL);
	set_machine(&machine);
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		test_mpq(bytes, sizes[i].bytes);
		CHECK_FOR(machine_at(&machine, bytes) ==
				  &machine.point[sizes[i].point],
			"%s bytes", sizes[i].bytes);
		machine_send(time, &machine, bytes);
		check_value(time, sizes[i].send, sizes[i].bytes);
		machine_receive(time, &machine, bytes);
		check_value(time, sizes[i].receive, sizes[i].bytes);
		machine_end(time, &machine, bytes);
		check_value(time, sizes[i].end, sizes[i].bytes);
		machine_latency(time, &machine, bytes);
		check_value(time, sizes[i].latency, sizes[i].bytes);
	}
	/* Fewer bytes than were measured. */
	mpz_set_ui(machine.point->bytes, 4);
	test_mpq(bytes, "3");
	CHECK(machine_at(&machine, bytes) == machine.point);
	machine_clear(&machine);
	mpq_clears(bytes, time, NULL);
}

/* "7 1 2 1 9 1/2 1/2": all of a message, in the order of its fields; and as a
 * sender, a receiver and a relay is busy with it. */
static void check_message(const struct machine_message *message,
	const char *fields, const char *busy, const char *name)
{
	char *text = NULL, *times = NULL;
	mpq_t send, receive, relay;

	mpq_inits(send, receive, relay, NULL);
	machine_message_send(send, message);
	machine_message_receive(receive, message);
	machine_message_relay(relay, message);
	gmp_asprintf(&text, "%Qd %Qd %Qd %Qd %Qd %Qd %Qd", message->latency,
		message->overhead, message->gap, message->copy, message->end,
		message->block, message->block_copy);
	gmp_asprintf(&times, "%Qd %Qd %Qd", send, receive, relay);
	CHECK_FOR(strcmp(text, fields) == 0, "%s: %s", name, text);
	CHECK_FOR(strcmp(times, busy) == 0, "%s: %s", name, times);
	mem_free(text);
	mem_free(times);
	mpq_clears(send, receive, relay, NULL);
}

/* How a machine is asked for a message. */
enum { ALONE, RDMA, SHARE, LIKE_10, POINT };

static void set_message(struct machine_message *message,
	struct machine *machine, const mpq_t bytes, int way)
{
	mpz_t size;

	mpz_init_set_ui(size, 10);
	machine->rdma = way == RDMA;
	if (way == SHARE)
		machine_message_share(message, machine, bytes);
	else if (way == LIKE_10)
		machine_message_of_size(message, machine, bytes, size);
	else if (way == POINT)
		machine_message_at(message, machine,
			(size_t)(machine_at(machine, bytes) - machine->point));
	else
		machine_message_set(message, machine, bytes);
	mpz_clear(size);
}

static void test_messages(void)
{
	static const struct {
		const char *latency, *bytes, *fields, *busy;
		int way;
	} messages[] = {
		{"7", "1", "7 1 2 1 9 1/2 1/2", "2 2 2", ALONE},
		{"7", "3", "7 1 3 2 10 3/2 3/2", "3 3 3", ALONE},
		{"7", "100", "9 0 198 198 207 200 200", "198 198 198", ALONE},
		/* Of L + 2o = 9, two overheads of 6 leave less than nothing. */
		{"7", "10", "0 9/2 21/4 27/4 45/4 5/2 5/2", "21/4 27/4 45/4",
			ALONE},
		{"10", "10", "0 6 21/4 33/4 57/4 5/2 5/2", "6 33/4 57/4",
			ALONE},
		{"7", "10", "0 9/2 21/4 9/2 45/4 5/2 0", "21/4 21/4 9", RDMA},
		{"7", "3", "7 1 3 1 10 3/2 0", "3 3 3", RDMA},
		/* The same figures as 9 bytes have, and as 10 have. */
		{"7", "17/2", "7 1 23/4 19/4 51/4 17/4 17/4", "23/4 23/4 23/4",
			SHARE},
		{"7", "19/2", "0 9/2 41/8 53/8 89/8 19/8 19/8",
			"41/8 53/8 89/8", SHARE},
		{"7", "1", "0 9/2 3 9/2 9 1/4 1/4", "9/2 9/2 9", LIKE_10},
		/* As short as the point is. */
		{"7", "9", "7 1 2 1 9 1/2 1/2", "2 2 2", POINT},
		{"7", "10", "0 9/2 21/4 27/4 45/4 5/2 5/2", "21/4 27/4 45/4",
			POINT},
		{"7", "1000", "9 0 198 198 207 200 200", "198 198 198", POINT},
	};
	struct machine_message message;
	struct machine machine;
	mpq_t bytes;

	mpq_init(bytes);
	machine_message_init(&message);
	set_machine(&machine);
	for (size_t i = 0; i < sizeof messages / sizeof *messages; i++) {
		test_mpq(machine.latency, messages[i].latency);
		test_mpq(bytes, messages[i].bytes);
		set_message(&message, &machine, bytes, messages[i].way);
		check_message(&message, messages[i].fields, messages[i].busy,
			messages[i].bytes);
	}
	machine_message_clear(&message);
	machine_clear(&machine);
	mpq_clear(bytes);
}

/* o, g and G of a point, by number. */
static const char *const figures[][3] = {
	{"1", "2", "1/2"}, {"0", "3", "0"}, {"2", "0", "1/4"}, {"4", "5", "1"}};

enum { FIGURES = sizeof figures / sizeof *figures };

/* Lowers *least to the time; a least below 0 is none yet. */
static void lower(mpq_t least, const mpq_t time)
{
	if (mpq_sgn(least) < 0 || mpq_cmp(time, least) < 0)
		mpq_set(least, time);
}

/* The least u and e from that many halves of a byte on, against those of each
 * whole size after it, up to the largest point's. */
static void check_least(const struct machine *machine, unsigned long halves)
{
	mpq_t bytes, size, time, least[2], send, end;

	mpq_inits(bytes, size, time, least[0], least[1], send, end, NULL);
	mpq_set_ui(bytes, halves, 2);
	mpq_canonicalize(bytes);
	mpq_set(size, bytes);
	mpq_set_si(least[0], -1, 1);
	mpq_set_si(least[1], -1, 1);
	for (unsigned long s = halves / 2; s <= 9 || s == halves / 2; s++) {
		machine_send(time, machine, size);
		lower(least[0], time);
		machine_end(time, machine, size);
		lower(least[1], time);
		mpq_set_ui(size, s + 1, 1);
	}
	machine_least(send, end, machine, bytes);
	CHECK_FOR(mpq_equal(send, least[0]), "u of %lu/2", halves);
	CHECK_FOR(mpq_equal(end, least[1]), "e of %lu/2", halves);
	mpq_clears(bytes, size, time, least[0], least[1], send, end, NULL);
}

/* Longer messages may be quicker or slower than all before, in u or e alone. */
static void test_least_times(void)
{
	for (int i = 0; i < FIGURES * FIGURES * FIGURES; i++) {
		static const unsigned long bytes[] = {1, 4, 9};
		struct machine machine;

		machine_init(&machine);
		test_mpq(machine.latency, "3");
		for (int p = 0, kind = i; p < 3; p++, kind /= FIGURES) {
			const char *const *figure = figures[kind % FIGURES];

			set_point(
				p == 0 ? machine.point : machine_add(&machine),
				bytes[p], figure[0], figure[1], figure[2]);
		}
		for (unsigned long halves = 2; halves <= 20; halves++)
			check_least(&machine, halves);
		machine_clear(&machine);
	}
}

/* A machine of one size has the figures of that size, and all else. */
static void test_one_size(void)
{
	struct machine machine, same;
	mpq_t bytes;

	mpq_init(bytes);
	test_mpq(bytes, "10");
	set_machine(&machine);
	machine.rdma = 1;
	machine_set_size(&same, &machine, bytes);
	CHECK(same.given && same.unit == UNIT_US && same.has_byte && same.rdma);
	CHECK(same.points == 1 && mpz_cmp_ui(same.point->bytes, 1) == 0);
	check_value(same.latency, "0", "L");
	check_value(same.point->overhead, "9/2", "o");
	check_value(same.point->gap, "3", "g");
	check_value(same.point->byte, "1/4", "G");
	machine_clear(&same);
	machine_clear(&machine);
	mpq_clear(bytes);
}

/* Messages of some blocks are of their bytes, one at least. */
static void test_blocks(void)
{
	static const struct {
		unsigned long count;
		const char *send, *end, *receive;
	} blocks[] = {
		{1, "2", "9", "2"},
		{4, "2", "9", "2"},
		{6, "9/4", "37/4", "9/4"},
		{40, "21/4", "45/4", "27/4"},
	};
	static const char fields[] = "0 9/2 21/4 27/4 45/4 5/2 5/2";
	struct machine machine;
	struct block_cost cost = {.machine = &machine};
	struct machine_message message;
	mpz_t count;
	mpq_t time, lambda;

	mpz_init(count);
	mpq_inits(time, lambda, cost.block, NULL);
	test_mpq(cost.block, "1/4");
	test_mpq(lambda, "5/2");
	set_machine(&machine);
	for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
		mpz_set_ui(count, blocks[i].count);
		block_cost_send(time, &cost, count);
		check_value(time, blocks[i].send, "send");
		block_cost_end(time, &cost, lambda, count);
		check_value(time, blocks[i].end, "end");
		block_cost_receive(time, &cost, count);
		check_value(time, blocks[i].receive, "receive");
	}
	machine_message_init(&message);
	block_cost_message(&message, &cost, count);
	check_message(&message, fields, "21/4 27/4 45/4", "40 blocks");
	machine_message_clear(&message);
	block_cost_send(time, NULL, count);
	check_value(time, "1", "send without a machine");
	block_cost_end(time, NULL, lambda, count);
	check_value(time, "5/2", "end by the latency");
	block_cost_end(time, NULL, NULL, count);
	check_value(time, "1", "end of a round");
	mpq_set(time, lambda);
	block_cost_receive(time, NULL, count);
	check_value(time, "1", "receive without a machine");
	machine_clear(&machine);
	mpz_clear(count);
	mpq_clears(time, lambda, cost.block, NULL);
}

/* The fewest blocks of a size are rounded up. */
static void test_least(void)
{
	static const struct {
		const char *block;
		unsigned long least[3];
	} sizes[] = {
		{"1", {1, 10, 100}},
		{"1/4", {4, 40, 400}},
		{"3", {1, 4, 34}},
		{"3/2", {1, 7, 67}},
	};
	struct machine machine;
	struct block_cost cost = {.machine = &machine};
	mpz_t count;

	mpz_init(count);
	mpq_init(cost.block);
	set_machine(&machine);
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		test_mpq(cost.block, sizes[i].block);
		for (size_t point = 0; point < machine.points; point++) {
			block_cost_least(count, &cost, point);
			CHECK_FOR(mpz_cmp_ui(count, sizes[i].least[point]) == 0,
				"blocks of %s, %zu", sizes[i].block, point);
		}
	}
	machine_clear(&machine);
	mpz_clear(count);
	mpq_clear(cost.block);
}

static void test_units(void)
{
	static const struct {
		enum time_unit one, other;
		const char *ratio;
	} units[] = {
		{UNIT_NS, UNIT_NS, "1"},
		{UNIT_US, UNIT_NS, "1000"},
		{UNIT_NS, UNIT_US, "1/1000"},
		{UNIT_S, UNIT_MS, "1000"},
		{UNIT_MS, UNIT_S, "1/1000"},
		{UNIT_S, UNIT_NS, "1000000000"},
		{UNIT_US, UNIT_S, "1/1000000"},
	};
	mpq_t ratio;

	mpq_init(ratio);
	for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
		machine_unit_ratio(ratio, units[i].one, units[i].other);
		check_value(ratio, units[i].ratio, "ratio");
	}
	mpq_clear(ratio);
}

/* A copy in another unit has all times, and nothing else, so many times as
 * large; one in the same unit is the same, and there may be no unit. */
static void test_copies(void)
{
	static const struct {
		enum time_unit from, to;
		const char *latency, *overhead[3], *gap[3], *byte[3];
	} copies[] = {
		{UNIT_US, UNIT_NS, "7000", {"1000", "6000", "0"},
			{"2000", "3000", "0"}, {"500", "250", "2000"}},
		{UNIT_US, UNIT_US, "7", {"1", "6", "0"}, {"2", "3", "0"},
			{"1/2", "1/4", "2"}},
		{UNIT_NONE, UNIT_NONE, "7", {"1", "6", "0"}, {"2", "3", "0"},
			{"1/2", "1/4", "2"}},
	};

	for (size_t i = 0; i < sizeof copies / sizeof *copies; i++) {
		struct machine machine, copy;

		set_machine(&machine);
		machine.unit = copies[i].from;
		machine.has_byte = i % 2 == 0;
		machine.rdma = i % 2 == 1;
		machine_copy(&copy, &machine, copies[i].to);
		machine_clear(&machine);
		CHECK(copy.given && copy.unit == copies[i].to);
		CHECK(copy.has_byte == (i % 2 == 0));
		CHECK(copy.rdma == (i % 2 == 1));
		CHECK(mpz_cmp_ui(copy.processors, 5) == 0);
		CHECK(copy.points == 3);
		check_value(copy.latency, copies[i].latency, "L");
		for (size_t p = 0; p < 3; p++) {
			const struct machine_point *point = &copy.point[p];
			static const unsigned long bytes[] = {1, 10, 100};

			CHECK(mpz_cmp_ui(point->bytes, bytes[p]) == 0);
			check_value(
				point->overhead, copies[i].overhead[p], "o");
			check_value(point->gap, copies[i].gap[p], "g");
			check_value(point->byte, copies[i].byte[p], "G");
		}
		machine_clear(&copy);
	}
}

static void check_figure(struct machine *machine, enum machine_figure figure,
	const char *expected)
{
	check_value(machine_figure(machine, figure), expected, "figure");
}

/* Figures are those of one byte; a new machine, and a new point, are all zero;
 * one that is cleared, or was never given, may be cleared. */
static void test_figures(void)
{
	struct machine machine = {0};

	machine_clear(&machine);
	machine_init(&machine);
	CHECK(machine.given && machine.unit == UNIT_NONE && !machine.has_byte);
	CHECK(machine.points == 1 && mpz_sgn(machine.processors) == 0);
	CHECK(mpz_cmp_ui(machine.point->bytes, 1) == 0);
	for (int i = 0; i < MACHINE_FIGURES; i++)
		check_figure(&machine, (enum machine_figure)i, "0");
	machine_clear(&machine);
	CHECK(!machine.given && machine.points == 0);
	machine_clear(&machine);
	set_machine(&machine);
	check_figure(&machine, MACHINE_LATENCY, "7");
	check_figure(&machine, MACHINE_OVERHEAD, "1");
	check_figure(&machine, MACHINE_GAP, "2");
	check_figure(&machine, MACHINE_BYTE, "1/2");
	machine_clear(&machine);
	CHECK(strcmp(machine_units[UNIT_NONE], "") == 0);
	CHECK(strcmp(machine_units[UNIT_NS], "ns") == 0);
	CHECK(strcmp(machine_units[UNIT_US], "us") == 0);
	CHECK(strcmp(machine_units[UNIT_MS], "ms") == 0);
	CHECK(strcmp(machine_units[UNIT_S], "s") == 0);
	CHECK(machine_units[UNIT_S + 1] == NULL);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_sizes());
	RUN(test_messages());
	RUN(test_least_times());
	RUN(test_one_size());
	RUN(test_blocks());
	RUN(test_least());
	RUN(test_units());
	RUN(test_copies());
	RUN(test_figures());
	return test_done();
}
