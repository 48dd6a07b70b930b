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
		const char *send, *end, *latency;
	} sizes[] = {
		{"1", 0, "2", "9", "7"},
		{"3", 0, "3", "10", "7"},
		{"11/2", 0, "17/4", "45/4", "7"},
		{"9", 0, "6", "13", "7"},
		{"19/2", 0, "25/4", "53/4", "7"},
		/* The overhead is longer than the gap; L is what is left. */
		{"10", 1, "6", "45/4", "-3"},
		{"13", 1, "6", "12", "-3"},
		{"14", 1, "25/4", "49/4", "-3"},
		{"99", 1, "55/2", "67/2", "-3"},
		{"100", 2, "198", "207", "9"},
		{"1000000", 2, "1999998", "2000007", "9"},
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
		machine_copy(&copy, &machine, copies[i].to);
		machine_clear(&machine);
		CHECK(copy.given && copy.unit == copies[i].to);
		CHECK(copy.has_byte == (i % 2 == 0));
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
	RUN(test_units());
	RUN(test_copies());
	RUN(test_figures());
	return test_done();
}
