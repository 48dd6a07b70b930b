/* format/machine, format/machine_file: machines on the command line, in headers
 * and in files: what is read, and the messages for what is refused. */
#include "format/machine.h"

#include <string.h>

#include "base/mem.h"
#include "number/number.h"
#include "test.h"

enum { MAX_BITS = 200, TEXT = 1000 };

static struct err err;

static void add_number(char *text, const char *before, const mpq_t value)
{
	char *number = number_text(value);

	strcat(strcat(text, before), number);
	mem_free(number);
}

/* A machine as text, "us L=6; 1 o=2 g=4 G=1/3; P=9; node=4 5: 6us,2us,4us;
 * rdma": the unit, L, each point after its bytes; without G if that is unknown;
 * the first line that says what a node has inside. */
static void describe(char text[TEXT], const struct machine *machine)
{
	mpq_t whole;

	mpq_init(whole);
	strcpy(text, machine_units[machine->unit]);
	add_number(text, " L=", machine->latency);
	for (size_t i = 0; i < machine->points; i++) {
		const struct machine_point *point = &machine->point[i];

		mpq_set_z(whole, point->bytes);
		add_number(text, "; ", whole);
		add_number(text, " o=", point->overhead);
		add_number(text, " g=", point->gap);
		if (machine->has_byte)
			add_number(text, " G=", point->byte);
	}
	if (mpz_sgn(machine->processors) != 0) {
		mpq_set_z(whole, machine->processors);
		add_number(text, "; P=", whole);
	}
	if (machine->node > 0 || machine->inside)
		sprintf(text + strlen(text), "; node=%d %d: %s",
			(int)machine->node, (int)machine->inside_line,
			machine->inside);
	if (machine->rdma)
		strcat(text, "; rdma");
	mpq_clear(whole);
}

static void check_machine(
	struct machine *machine, const char *from, const char *expected)
{
	char text[TEXT];

	describe(text, machine);
	CHECK_FOR(strcmp(text, expected) == 0, "%s: %s", from, text);
	machine_clear(machine);
}

static void check_error(const char *from, const char *expected)
{
	CHECK_FOR(strcmp(err.msg, expected) == 0, "%s: %s", from, err.msg);
}

static void test_units(void)
{
	static const struct {
		const char *text, *rest;
		enum time_unit unit;
	} units[] = {
		{"ns", "", UNIT_NS},
		{"us,", ",", UNIT_US},
		{"\302\265s", "", UNIT_US},
		{"\316\274s1", "1", UNIT_US},
		{"ms", "", UNIT_MS},
		{"s", "", UNIT_S},
		{"sec", "", UNIT_S},
		{"usec,", ",", UNIT_US},
		{"US", "", UNIT_US},
		{"Ns", "", UNIT_NS},
		{"S", "S", UNIT_NONE},
		{"", "", UNIT_NONE},
		{"m", "m", UNIT_NONE},
		{"\302s", "\302s", UNIT_NONE},
		{"x", "x", UNIT_NONE},
	};

	for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
		const char *at = units[i].text;

		CHECK_FOR(machine_scan_unit(&at) == units[i].unit, "%s",
			units[i].text);
		CHECK_FOR(strcmp(at, units[i].rest) == 0, "%s", units[i].text);
	}
}

#define NO_UNIT " has none of the units ns, us, ms, s"
#define X19 "xxxxxxxxxxxxxxxxxxx"
#define X57 X19 X19 X19

static void test_parse(void)
{
	static const struct {
		const char *text, *machine;
		int has_byte;
	} good[] = {
		{"6,2,4", " L=6; 1 o=2 g=4", 0},
		{"6us,2us,4us", "us L=6; 1 o=2 g=4", 0},
		{"6ms,20us,1s", "ms L=6; 1 o=1/50 g=1000", 0},
		{"1/2,0,.25", " L=1/2; 1 o=0 g=1/4", 0},
		{"1,2,0", " L=1; 1 o=2 g=0", 0},
		{"0,1,2,3", " L=0; 1 o=1 g=2 G=3", 1},
		{"1us,1us,1us,2ns", "us L=1; 1 o=1 g=1 G=1/500", 1},
		{"1us,1us,1us,.2ns/B", "us L=1; 1 o=1 g=1 G=1/5000", 1},
		{"1us,1us,1us,5GB/s", "us L=1; 1 o=1 g=1 G=1/5000", 1},
	};
	static const struct {
		const char *text, *message;
		int has_byte;
		enum status status;
	} bad[] = {
		{"6,2", "'6,2' is not L,o,g", 0, STATUS_USAGE},
		{"6,-2,4", "must be at least 0, not '-2,4'", 0, STATUS_USAGE},
		{"6us,2us,4us,0B/s", "'6us,2us,4us,0B/s' is not L,o,g,G", 1,
			STATUS_USAGE},
		{"6us,2us,5B/s", "'6us,2us,5B/s' is not L,o,g", 0,
			STATUS_USAGE},
		{"6,2,4,1", "'6,2,4,1' is not L,o,g", 0, STATUS_USAGE},
		{"6,2,4", "'6,2,4' is not L,o,g,G", 1, STATUS_USAGE},
		{"6;2,4", "'6;2,4' is not L,o,g", 0, STATUS_USAGE},
		{"6us,2,4", "'6us,2,4' has a unit for L, but none for o", 0,
			STATUS_USAGE},
		{"6,2us,4", "'6,2us,4' has a unit for o, but none for L", 0,
			STATUS_USAGE},
		{"6,2,4us", "'6,2,4us' has a unit for g, but none for L", 0,
			STATUS_USAGE},
		{"6,0,0", "'6,0,0' has neither overhead nor gap", 0,
			STATUS_USAGE},
		{"6,0,0,1", "'6,0,0,1' has neither overhead nor gap", 1,
			STATUS_USAGE},
		{"6us,2us,4us,1",
			"'6us,2us,4us,1' has a unit for L, but none for G", 1,
			STATUS_USAGE},
		{"6,-x,4", "'-x,4' is not a number", 0, STATUS_USAGE},
		{"6x,2,4", "'6x'" NO_UNIT, 0, STATUS_USAGE},
		{"6us,2a,4", "'2a'" NO_UNIT, 0, STATUS_USAGE},
		{"6,2z,4", "'2z'" NO_UNIT, 0, STATUS_USAGE},
		{"6,2,4A", "'4A'" NO_UNIT, 0, STATUS_USAGE},
		{"6,2Z", "'2Z'" NO_UNIT, 0, STATUS_USAGE},
		{"6,2@,4", "'6,2@,4' is not L,o,g", 0, STATUS_USAGE},
		{"6,2[,4", "'6,2[,4' is not L,o,g", 0, STATUS_USAGE},
		{"6,2`,4", "'6,2`,4' is not L,o,g", 0, STATUS_USAGE},
		{"6,2{,4", "'6,2{,4' is not L,o,g", 0, STATUS_USAGE},
		{"6,2,4,1x", "'1x'" NO_UNIT " and, for G, GB/s", 1,
			STATUS_USAGE},
		/* The quoted text is cut before a character of four bytes. */
		{"6,2" X57 "\360\237\230\200x,4", "'2" X57 "...'" NO_UNIT, 0,
			STATUS_USAGE},
		{"1e100,2,4",
			"'1e100,2,4' has more digits than " ERR_NAME
			"max_bits allows",
			0, STATUS_LIMIT},
	};
	struct machine machine = {0};

	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		CHECK_FOR(
			machine_parse(&machine, good[i].text, good[i].has_byte,
				MAX_BITS, &err) == STATUS_OK,
			"%s: %s", good[i].text, err.msg);
		check_machine(&machine, good[i].text, good[i].machine);
	}
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		CHECK_FOR(machine_parse(&machine, bad[i].text, bad[i].has_byte,
				  MAX_BITS, &err) == bad[i].status,
			"%s", bad[i].text);
		check_error(bad[i].text, bad[i].message);
	}
	/* Reads into a machine that was read before. */
	CHECK(machine_parse(&machine, "1,2,3,4", 1, MAX_BITS, &err) ==
		STATUS_OK);
	CHECK(machine_parse(&machine, "6,2,4", 0, MAX_BITS, &err) == STATUS_OK);
	check_machine(&machine, "again", " L=6; 1 o=2 g=4");
}

/* -- the header line */

static void check_text(const char *figures, int has_byte, const char *size,
	const char *expected)
{
	struct machine machine = {0}, read = {0};
	char one[TEXT], other[TEXT], *text;
	mpz_t bytes, found;
	mpq_t each;

	mpz_inits(bytes, found, NULL);
	mpq_init(each);
	CHECK(machine_parse(&machine, figures, has_byte, MAX_BITS, &err) ==
		STATUS_OK);
	test_mpq(each, size);
	mpz_set_ui(bytes, 77);
	text = machine_text(&machine, each, bytes, NULL);
	CHECK_FOR(strcmp(text, expected) == 0, "%s: %s", figures, text);
	/* The text reads as the same machine. */
	CHECK(machine_text_parse(&read, found, text, &err) == STATUS_OK);
	describe(one, &machine);
	describe(other, &read);
	CHECK_FOR(strcmp(one, other) == 0, "%s: %s", one, other);
	CHECK(mpz_cmp_ui(found, has_byte ? 77 : 0) == 0);
	mem_free(text);
	machine_clear(&machine);
	machine_clear(&read);
	mpz_clears(bytes, found, NULL);
	mpq_clear(each);
}

static const struct {
	const char *text, *machine;
	unsigned long bytes;
} good_texts[] = {
	{"L=6us \to=2us\tg=4us G=1us bytes=5 ", "us L=6; 1 o=2 g=4 G=1", 5},
	{"L=6 o=2 g=4 G=1", " L=6; 1 o=2 g=4 G=1", 0},
	{"L=6 o=2 g=4 rdma", " L=6; 1 o=2 g=4; rdma", 0},
	{"L=6 o=2 g=4 G=1 bytes=1 rdma", " L=6; 1 o=2 g=4 G=1; rdma", 1},
	{"L=6us o=2us g=4us G=1us bytes=1 from=2 o=0us g=5us G=0us from=5 "
	 "o=3us g=0us G=1/2us rdma",
		"us L=6; 1 o=2 g=4 G=1; 2 o=0 g=5 G=0; 5 o=3 g=0 G=1/2; rdma",
		1},
};

#define WELL "L=6 o=2 g=4 G=1 bytes=7 "

static const struct {
	const char *text, *reason;
} bad_texts[] = {
	{"", NULL},
	{"L=6us", NULL},
	{"L=6us o=2us", NULL},
	{"L=6us g=4us o=2us", NULL},
	{"L=6us o=2us g=4us G", NULL},
	{"L=6us o=2us g=4us G=1us bytes=0", NULL},
	{"L=6us o=2us g=4us G=1us bytes=1/2", NULL},
	{"L=6us o=2us g=4us G=1us bytes=5us", NULL},
	{"L=6us o=2us g=4us bytes=5", NULL},
	{"L=6us o=2us g=4us G=1us bytes=5 x", NULL},
	{"L=6usx o=2us g=4us", NULL},
	{"l=6us o=2us g=4us", NULL},
	{"L=6us o=2us g=4us G=1us bytes=5 P=3", NULL},
	{"L=x o=2us g=4us", NULL},
	{"L=6us o=2us g=x", NULL},
	{"L=6us o=2us g=4us G=1us/B bytes=5", NULL},
	{"L=6 o=2 g=4 rdmas", NULL},
	{"L=6 o=2 g=4 G=rdma", NULL},
	/* Further figures: their names and units, and ascending sizes. */
	{"L=6 o=2 g=4 from=4 o=3 g=5 G=2", NULL},
	{"L=6 o=2 g=4 G=1 from=4 o=3 g=5 G=2", NULL},
	{WELL "from=1 o=3 g=5 G=2", NULL},
	{WELL "from=9/2 o=3 g=5 G=2", NULL},
	{WELL "from=4us o=3 g=5 G=2", NULL},
	{WELL "from=4 o=3us g=5 G=2", NULL},
	{WELL "from=4 o=3 g=5us G=2", NULL},
	{WELL "from=4 o=3 g=5 G=2us", NULL},
	{WELL "from=4 o=3 g=5", NULL},
	{WELL "from=4 g=5 o=3 G=2", NULL},
	{WELL "from=4 o=0 g=0 G=2", NULL},
	{WELL "from=4 o=3 g=5 G=2 x", NULL},
	{WELL "from=4 o=1 g=1 G=1 from=4 o=1 g=1 G=1", NULL},
	{"L=6 o=2us g=4us", "has a unit for o, but none for L"},
	{"L=6us o=0us g=0us", "has neither overhead nor gap"},
};

static void test_text(void)
{
	struct machine machine = {0};
	mpz_t bytes;

	check_text("6us,2us,4us", 0, "1", "L=6us o=2us g=4us");
	check_text("6,1/2,4", 0, "9", "L=6 o=1/2 g=4");
	check_text("0,1,2", 0, "1", "L=0 o=1 g=2");
	check_text("6us,2us,4us,1/3us", 1, "11",
		"L=6us o=2us g=4us G=1/3us bytes=77");
	mpz_init(bytes);
	for (size_t i = 0; i < sizeof good_texts / sizeof *good_texts; i++) {
		const char *text = good_texts[i].text;

		CHECK_FOR(machine_text_parse(&machine, bytes, text, &err) ==
				  STATUS_OK,
			"%s", text);
		CHECK_FOR(mpz_cmp_ui(bytes, good_texts[i].bytes) == 0, "%s",
			text);
		check_machine(&machine, text, good_texts[i].machine);
	}
	for (size_t i = 0; i < sizeof bad_texts / sizeof *bad_texts; i++) {
		const char *text = bad_texts[i].text;
		char message[TEXT];

		sprintf(message, "'%.60s%s' %s", text,
			strlen(text) > 60 ? "..." : "",
			bad_texts[i].reason
				? bad_texts[i].reason
				: "is not a machine, L=6us o=2us g=4us");
		CHECK_FOR(machine_text_parse(&machine, bytes, text, &err) ==
				  STATUS_INPUT,
			"%s", text);
		check_error(text, message);
	}
	machine_clear(&machine);
	mpz_clear(bytes);
}

/* Of several sizes, those above the message's and up to the largest are
 * written. */
static void test_points(void)
{
#define FROM_4 " from=4 o=3us g=0us G=2us"
#define FROM_9 " from=9 o=0us g=5us G=1/3us"
#define FROM_10 " from=10 o=1us g=1us G=0us"
#define FROM_1 "L=6us o=2us g=4us G=1us bytes=77"
	static const struct {
		const char *size, *most, *text;
	} sizes[] = {
		{"1", NULL, FROM_1},
		{"1", "7/2", FROM_1},
		{"1", "4", FROM_1 FROM_4},
		{"7/2", "19/2", FROM_1 FROM_4 FROM_9},
		{"1", "10", FROM_1 FROM_4 FROM_9 FROM_10},
		{"1", "1000", FROM_1 FROM_4 FROM_9 FROM_10},
		{"4", "9", "L=4us o=3us g=0us G=2us bytes=77" FROM_9},
		{"9", "9", "L=10us o=0us g=5us G=1/3us bytes=77"},
		{"10", "11", "L=8us o=1us g=1us G=0us bytes=77"},
	};
	struct machine machine = {0};
	mpq_t size, most;
	mpz_t bytes;

	mpz_init(bytes);
	mpq_inits(size, most, NULL);
	CHECK(machine_text_parse(&machine, bytes,
		      FROM_1 FROM_4 FROM_9 FROM_10 " rdma", &err) == STATUS_OK);
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		char *text, expected[TEXT];

		test_mpq(size, sizes[i].size);
		if (sizes[i].most)
			test_mpq(most, sizes[i].most);
		text = machine_text(
			&machine, size, bytes, sizes[i].most ? most : NULL);
		sprintf(expected, "%s rdma", sizes[i].text);
		CHECK_FOR(strcmp(text, expected) == 0, "%s", text);
		mem_free(text);
	}
	machine_clear(&machine);
	mpz_clear(bytes);
	mpq_clears(size, most, NULL);
}

/* -- files */

#define ONE_30 "100000000000000000000000000000"
#define ZERO_30 "000000000000000000000000000000"
#define INSIDE "L=6us\no=2us\ng=4us\n"

static const struct {
	const char *text, *machine;
} good_files[] = {
	{"L=6\no=2\ng=4\n", " L=6; 1 o=2 g=4"},
	{"g = 4us # gap\n\n  # comment\n\tL=6us\no\t=\t2us",
		"us L=6; 1 o=2 g=4"},
	{"P = 9\nL = 6us\no = 2us\ng = 4us\nG = 1/3us\n",
		"us L=6; 1 o=2 g=4 G=1/3; P=9"},
	{"L=6us\no=2us\ng=4us\nG=5GB/s\nP=1099511627776\n",
		"us L=6; 1 o=2 g=4 G=1/5000; P=1099511627776"},
	{INSIDE "inside.L=1us\ninside.o=1/2us\ninside.g=2us\nnode=4\n",
		"us L=6; 1 o=2 g=4; node=4 4: 1us,1/2us,2us"},
	{"inside.g=2\nnode=2147483647\ninside.o=0\n"
	 "inside.L=1\ninside.G=2/3\nL=6\no=2\ng=4\n",
		" L=6; 1 o=2 g=4; node=2147483647 1: 1,0,2,2/3"},
	{INSIDE "G=1us\ninside.L=1ns\ninside.o=2ns\ninside.g=3ns\n"
		"inside.G=4GB/s\nnode=8\n",
		"us L=6; 1 o=2 g=4 G=1; node=8 5: 1ns,2ns,3ns,1/4000000000s"},
	{"L=6ms\r\no=2us\r\ng=4ms\r\n", "ms L=6; 1 o=1/500 g=4"},
	{"L=9 s=1 o_s=1 o_r=2 g=4 G=5\n", "us L=6; 1 o=3/2 g=4 G=5"},
	{"noise\nL=9 s=1 o_s=1 o_r=2 g=nan G=nan\nL=1 s=8 o_s=3 o_r=4 g=6 "
	 "G=7\nmore noise\n",
		"us L=6; 1 o=3/2 g=6 G=7; 8 o=7/2 g=6 G=7"},
	/* The last line of a range has its g and G; an unknown overhead is that
	 * of the preceding size. */
	{"L=9 s=1 o_s=1 o_r=1 g=2 G=3\nL=9 s=4 o_s=nan o_r=2 g=4 G=5\n"
	 "we detected a protocol change at 6 bytes:\n"
	 "L=9 s=9 o_s=2 o_r=2 g=8 G=9\n",
		"us L=7; 1 o=1 g=4 G=5; 4 o=1 g=4 G=5; 7 o=1 g=8 G=9; 9 o=2 "
		"g=8 G=9"},
	/* The same size twice: the measured L includes the last o twice; also
	 * after a change, where g and G stay until new ones come; a change that
	 * nothing follows, and one before the last size. */
	{"L=9 s=1 o_s=1 o_r=1 g=2 G=3\nL=9 s=1 o_s=2 o_r=2 g=4 G=5\n",
		"us L=5; 1 o=2 g=4 G=5"},
	{"L=9 s=7 o_s=1 o_r=1 g=2 G=3\nprotocol change at 6 bytes\n"
	 "L=9 s=7 o_s=2 o_r=2 g=nan G=nan\n",
		"us L=5; 7 o=2 g=2 G=3"},
	{"L=9 s=1 o_s=1 o_r=1 g=2 G=3\nprotocol change at 1 bytes\n",
		"us L=7; 1 o=1 g=2 G=3; 2 o=1 g=2 G=3"},
	{"L=9 s=5 o_s=1 o_r=1 g=2 G=3\nprotocol change at 4 bytes\n",
		"us L=7; 5 o=1 g=2 G=3"},
	{"protocol change at 4 bytes\nL=9 s=5 o_s=1 o_r=1 g=2 G=3\n",
		"us L=7; 5 o=1 g=2 G=3"},
	/* Either overhead or gap may be missing, but not both. */
	{"L=9 s=1 o_s=0 o_r=0 g=2 G=3\n", "us L=9; 1 o=0 g=2 G=3"},
	{"L=9 s=1 o_s=1 o_r=1 g=0 G=3\n", "us L=7; 1 o=1 g=0 G=3"},
	/* A single overhead counts as none, and so does g without G; without a
	 * change of protocol these do not begin a range. */
	{"L=9 s=1 o_s=1 o_r=1 g=2 G=3\nL=9 s=4 o_s=nan o_r=8 g=4 G=nan\n"
	 "L=9 s=9 o_s=8 o_r=nan g=nan G=5\n",
		"us L=7; 1 o=1 g=2 G=3; 4 o=1 g=2 G=3; 9 o=1 g=2 G=3"},
	/* ng.out: size, columns that are skipped, L, o_s, o_r, g, G. */
	{"3 99 91 92 93 9 1 3 4 5 77\n", "us L=5; 3 o=2 g=4 G=5"},
	{"# size n\n \t3\t99  91 92 93 9 1 3 4 5 77 # 1 2\r\n",
		"us L=5; 3 o=2 g=4 G=5"},
	{"1 0 0 0 0 9 1 1 2 3 0\n4 0 0 0 0 9 1 1 4 5 0\n",
		"us L=7; 1 o=1 g=4 G=5; 4 o=1 g=4 G=5"},
	/* A line without g and G begins a range. */
	{"1 0 0 0 0 9 1 1 2 3 0\n4 0 0 0 0 9 1 1 4 5 0\n"
	 "6 0 0 0 0 9 nan nan nan nan nan\n8 0 0 0 0 9 2 2 6 7 0\n",
		"us L=7; 1 o=1 g=4 G=5; 4 o=1 g=4 G=5; 6 o=1 g=6 G=7; "
		"8 o=2 g=6 G=7"},
	{"1 0 0 0 0 9 1 1 2 3 0\n4 0 0 0 0 9 1 1 4 nan 0\n"
	 "8 0 0 0 0 9 1 1 6 7 0\n",
		"us L=7; 1 o=1 g=2 G=3; 4 o=1 g=6 G=7; 8 o=1 g=6 G=7"},
	{"1 0 0 0 0 9 1 1 nan nan 0\n4 0 0 0 0 9 1 1 4 5 0\n",
		"us L=7; 1 o=1 g=4 G=5; 4 o=1 g=4 G=5"},
};

static const struct {
	const char *text, *message;
	enum status status;
} bad_files[] = {
	{"", "the machine has no L", STATUS_INPUT},
	{"L=6\ng=4\n", "the machine has no o", STATUS_INPUT},
	{"L=6\no=4\nG=1\n", "the machine has no g", STATUS_INPUT},
	{"L=6\nL=7\n", "line 2: 'L' is given twice", STATUS_INPUT},
	{"L 6\n", "the machine has no o", STATUS_INPUT},
	{"L\n", "line 1: 'L' is not key = value", STATUS_INPUT},
	{"L =\n", "line 1: 'L =' has no value", STATUS_INPUT},
	{"L = # 6\n", "line 1: 'L = # 6' has no value", STATUS_INPUT},
	{"l 6\n", "line 1: 'l 6' is not key = value", STATUS_INPUT},
	{"L=-1us\n", "line 1: must be at least 0, not '-1us'", STATUS_INPUT},
	{"L=1,2us\n", "line 1: 'L=1,2us' has a decimal comma: write a point",
		STATUS_INPUT},
	{"L=6,\n", "line 1: 'L=6,' is not a line such as L = 6us",
		STATUS_INPUT},
	{"G=1GB\n",
		"line 1: 'G=1GB' is not a line such as G = 1ns or G = 5GB/s",
		STATUS_INPUT},
	{"L=6 5\n", "line 1: 'L=6 5' is not a line such as L = 6us",
		STATUS_INPUT},
	{"o=6GB/s\n", "line 1: 'o=6GB/s' is not a line such as L = 6us",
		STATUS_INPUT},
	{"node=2147483648\n", "line 1: 'node=2147483648' is too large a node",
		STATUS_INPUT},
	{"node=0\n", "line 1: 'node=0' is not a number of processors",
		STATUS_INPUT},
	{INSIDE "inside.g=1us\n", "the machine has no node", STATUS_INPUT},
	{INSIDE "inside.L=1us\n", "the machine has no node", STATUS_INPUT},
	{INSIDE "inside.G=1us\n", "the machine has no node", STATUS_INPUT},
	{"inside.g=1us\n", "the machine has no L", STATUS_INPUT},
	{INSIDE "node=4\n", "the machine has no inside.L", STATUS_INPUT},
	{INSIDE "node=4\ninside.L=1us\ninside.o=1us\ninside.G=1us\n",
		"the machine has no inside.g", STATUS_INPUT},
	{INSIDE "node=4\ninside.L=1us\ninside.o=1\ninside.g=1us\n",
		"line 6: 'inside.o=1' has no unit, but inside.L has one",
		STATUS_INPUT},
	{INSIDE "node=4\ninside.o=1us\ninside.L=1\n",
		"line 6: 'inside.L=1' has no unit, but inside.o has one",
		STATUS_INPUT},
	{"L=6 o=2\n", "line 1: 'L=6 o=2' is not a line such as L = 6us",
		STATUS_INPUT},
	{"\nl=6\n",
		"line 2: 'l' is not one of the keys L, o, g, G, P, inside.L, "
		"..., node",
		STATUS_INPUT},
	{"LL=6\n",
		"line 1: 'LL' is not one of the keys L, o, g, G, P, inside.L, "
		"..., node",
		STATUS_INPUT},
	{"g = 4 us\n", "the machine has no L", STATUS_INPUT},
	{"L=x\n", "line 1: 'x' is not a number", STATUS_INPUT},
	/* Each factor has few enough digits. */
	{"L=" ONE_30 "e60\no=2\ng=4\n",
		"'" ONE_30 ZERO_30 "...' has more digits than " ERR_NAME
		"max_bits allows",
		STATUS_INPUT},
	/* The first line that is wrong is named. */
	{"m 6\no 2x\n", "line 1: 'm 6' is not key = value", STATUS_INPUT},
	{"1 0 0 0 0 9 1 1 2 3\n",
		"line 1: '1 0 0 0 0 9 1 1 2 3' is not key = value",
		STATUS_INPUT},
	{"1 0 0 0 0 9 1 1 2 3 0 0\n",
		"line 1: '1 0 0 0 0 9 1 1 2 3 0 0' is not key = value",
		STATUS_INPUT},
	{"x 0 0 0 0 9 1 1 2 3 0\n",
		"line 1: 'x 0 0 0 0 9 1 1 2 3 0' is not key = value",
		STATUS_INPUT},
	{"P=0\n", "line 1: 'P=0' is not a number of processors", STATUS_INPUT},
	{"P=1/2\n", "line 1: 'P=1/2' is not a number of processors",
		STATUS_INPUT},
	{"P=5us\n", "line 1: 'P=5us' is not a number of processors",
		STATUS_INPUT},
	{"L=6us\no=2\ng=4us\n", "line 2: 'o=2' has no unit, but L has one",
		STATUS_INPUT},
	{"o=2\nL=6us\n", "line 2: 'L=6us' has a unit, but o has none",
		STATUS_INPUT},
	{"g=0\no=0 # us\n",
		"line 2: 'o=0 # us' leaves neither overhead nor gap",
		STATUS_INPUT},
	{"L=9 s=1 o_s=1 g=4 G=5\n",
		"line 1: 'o_r=' is missing where it should stand",
		STATUS_INPUT},
	{"L=nan s=1 o_s=1 o_r=1 g=4 G=5\n",
		"line 1: 'L=nan s=1 o_s=1 o_r=1 g=4 G=5' has no L",
		STATUS_INPUT},
	{"L=9 s=0 o_s=1 o_r=1 g=4 G=5\n",
		"line 1: 'L=9 s=0 o_s=1 o_r=1 g=4 G=5' has no size",
		STATUS_INPUT},
	{"L=9 s=1/2 o_s=1 o_r=1 g=4 G=5\n",
		"line 1: 'L=9 s=1/2 o_s=1 o_r=1 g=4 G=5' has no size",
		STATUS_INPUT},
	{"L=9 s=nan o_s=1 o_r=1 g=4 G=5\n",
		"line 1: 'L=9 s=nan o_s=1 o_r=1 g=4 G=5' has no size",
		STATUS_INPUT},
	{"L=9 s=5 o_s=1 o_r=1 g=4 G=5\nL=9 s=4 o_s=1 o_r=1 g=4 G=5\n",
		"line 2: 'L=9 s=4 o_s=1 o_r=1 g=4 G=5' has a smaller size than "
		"the line before",
		STATUS_INPUT},
	{"L=9 s=5 o_s=1 o_r=1 g=nan G=5\n",
		"line 2: g and G are missing for the sizes before",
		STATUS_INPUT},
	{"L=9 s=5 o_s=1 o_r=1 g=nan G=5\nprotocol change at 6 bytes\n",
		"line 2: g and G are missing for the sizes before",
		STATUS_INPUT},
	{"L=9 s=5 o_s=1 o_r=1 g=2 G=3\nprotocol change at 6 bytes\n"
	 "L=9 s=9 o_s=1 o_r=1 g=nan G=nan\n",
		"line 4: g and G are missing for the sizes before",
		STATUS_INPUT},
	/* L includes both overheads. */
	{"L=0 s=1 o_s=1 o_r=1 g=0 G=1\n",
		"line 2: overhead and gap are missing for some sizes",
		STATUS_INPUT},
	{"L=9 s=5 o_s=0 o_r=0 g=0 G=5\n",
		"line 2: overhead and gap are missing for some sizes",
		STATUS_INPUT},
	{"L=9 s=5 o_s=1 o_r=1 g=1 G=5\nprotocol change at x bytes\n",
		"line 2: a change of protocol at no number of bytes",
		STATUS_INPUT},
	{"L=9 s=5 o_s=1 o_r=1 g=1 G=5\nprotocol change at 7/2 bytes\n",
		"line 2: a change of protocol at no number of bytes",
		STATUS_INPUT},
};

static enum status read_bytes(
	struct machine *machine, const char *text, size_t size)
{
	FILE *in = tmpfile();
	enum status status;

	fwrite(text, 1, size, in);
	rewind(in);
	status = machine_read(machine, in, MAX_BITS, &err);
	fclose(in);
	return status;
}

static enum status read_file(struct machine *machine, const char *text)
{
	return read_bytes(machine, text, strlen(text));
}

/* NULs are shown as question marks, and files longer than the buffer are read
 * to their end. */
static void test_bytes(void)
{
	static const char nul[] = "\0L\0 6";
	enum { COMMENT = 64, COMMENTS = 5000, ALL = COMMENT * COMMENTS };
	struct machine machine = {0};
	char *text = mem_array(ALL + TEXT, 1);

	CHECK(read_bytes(&machine, nul, sizeof nul - 1) == STATUS_INPUT);
	check_error("NUL", "line 1: '?L? 6' is not key = value");
	memset(text, '#', ALL);
	for (size_t i = 1; i <= COMMENTS; i++)
		text[i * COMMENT - 1] = '\n';
	strcpy(text + ALL, "L=6\no=2\ng=4\n");
	CHECK(read_file(&machine, text) == STATUS_OK);
	check_machine(&machine, "comments", " L=6; 1 o=2 g=4");
	mem_free(text);
}

static void test_files(void)
{
	struct machine machine = {0};

	for (size_t i = 0; i < sizeof good_files / sizeof *good_files; i++) {
		const char *text = good_files[i].text;

		CHECK_FOR(read_file(&machine, text) == STATUS_OK, "%s: %s",
			text, err.msg);
		check_machine(&machine, text, good_files[i].machine);
	}
	for (size_t i = 0; i < sizeof bad_files / sizeof *bad_files; i++) {
		CHECK_FOR(read_file(&machine, bad_files[i].text) ==
				  bad_files[i].status,
			"%s", bad_files[i].text);
		check_error(bad_files[i].text, bad_files[i].message);
		machine_clear(&machine);
		machine = (struct machine){0};
	}
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_units());
	RUN(test_parse());
	RUN(test_text());
	RUN(test_points());
	RUN(test_files());
	RUN(test_bytes());
	return test_done();
}
