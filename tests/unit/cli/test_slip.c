/* cli/input/slip: what people write elsewhere, and how it is written here. */
#include "cli/input/input.h"

#include <string.h>

#include "base/mem.h"
#include "test.h"

enum { NONE = 0, WHOLE = 1, LIST = 2, BYTES = 4 };

/* Texts of more than 40 bytes are not looked at, but for their units. */
#define ZEROS "00000000000000000000000000000000000000" /* 38 */
#define LONG "0" ZEROS

static const struct {
	const char *text;
	int allowed;
	const char *message; /* NULL: no slip */
} cases[] = {
	{"-7", NONE, "must be at least 3, not '-7'"},
	{"-x", NONE, NULL},
	{"5", NONE, NULL},
	/* units */
	{"5us", NONE, "'5us' has the unit us, but a plain number is needed"},
	{"us", NONE, NULL},
	{"5/2s", NONE, "'5/2s' has the unit s, but a plain number is needed"},
	{"5kib", NONE, "'5kib' has the unit kib, but a plain number is needed"},
	{"5NS", NONE, NULL},
	{"5kIBs", NONE, NULL},
	{"64K", NONE, "'64K' has the unit K: write k for 1000, Ki for 1024"},
	{"64K", BYTES, "'64K' has the unit K: write k for 1000, Ki for 1024"},
	{"64KB", BYTES,
		"'64KB' has the unit KB: write kB for 1000, KiB for 1024"},
	{"64KB", NONE, "'64KB' has the unit KB, but a plain number is needed"},
	{"64KiB", BYTES, NULL},
	{"64B", BYTES, NULL},
	{"64mb", BYTES, NULL},
	{"64MB", BYTES, NULL},
	{"64us", BYTES, "'64us' has the unit us, but bytes are needed"},
	{"64ns", BYTES, "'64ns' has the unit ns, but bytes are needed"},
	{"1K..64Kx2", LIST,
		"'1K' has the unit K: write k for 1000, Ki for 1024"},
	{"1.5K..64", LIST,
		"'1.5K' has the unit K: write k for 1000, Ki for 1024"},
	{"1..64Kx2", LIST,
		"'64K' has the unit K: write k for 1000, Ki for 1024"},
	{"1,5us,7", LIST,
		"'5us' has the unit us, but a plain number is needed"},
	{"1K,2..3", LIST, "'1K' has the unit K: write k for 1000, Ki for 1024"},
	{"1+2K", LIST, "'2K' has the unit K: write k for 1000, Ki for 1024"},
	{LONG "K", NONE,
		"'" LONG "K' has the unit K: write k for 1000, Ki for 1024"},
	{LONG "0K", NONE, NULL},
	/* files */
	{"n.csv", LIST,
		"'n.csv' is a file: '-' reads numbers from standard input"},
	{"a.dat", LIST,
		"'a.dat' is a file: '-' reads numbers from standard input"},
	{".csv", LIST, NULL},
	{"n.csv", NONE, NULL},
	{"n.csvx", LIST, NULL},
	/* ranges and arithmetic */
	{"5-10", LIST, "'5-10' is not a sweep: write 5..10"},
	{"5:10", LIST, "'5:10' is not a sweep: write 5..10"},
	{"5-10", NONE, "'5-10' is a range, but one value is needed"},
	{"19-20", LIST, "'19-20' is not a sweep: write 19..20"},
	{"5:x", LIST, NULL},
	{":5", LIST, NULL},
	{"5:5", LIST, NULL},
	{"5:4", LIST, NULL},
	{"10:5", LIST, NULL},
	{"5-5", LIST, "'5-5' needs parentheses: '(5-5)'"},
	{"20-19", LIST, "'20-19' needs parentheses: '(20-19)'"},
	{"10-5", NONE, "'10-5' needs parentheses: '(10-5)'"},
	{"5-", LIST, NULL},
	{"2^53-1", NONE, "'2^53-1' needs parentheses: '(2^53-1)'"},
	{"2*3", NONE, "'2*3' needs parentheses: '(2*3)'"},
	{"1.5+2", NONE, "'1.5+2' needs parentheses: '(1.5+2)'"},
	{"(2)^3", NONE, "'(2)^3' needs parentheses: '((2)^3)'"},
	{"2^(3*5)", LIST, "'2^(3*5)' needs parentheses: '(2^(3*5))'"},
	{"(5+1)*(1+1)", NONE,
		"'(5+1)*(1+1)' needs parentheses: '((5+1)*(1+1))'"},
	{"(5+1)/(1+1)", NONE, NULL},
	{"(5+1)/2^3", NONE, NULL},
	{"(2+3)", NONE, NULL},
	{"((2)^3)", NONE, NULL},
	{"(2)", NONE, NULL},
	{"(2)^3)", NONE, NULL},
	{"((2)^3", NONE, NULL},
	{"2^(3.", NONE, NULL},
	{"2^(3", NONE, NULL},
	{"2^()", NONE, NULL},
	{"(2)3", NONE, NULL},
	{"2^53", NONE, NULL},
	{"3/4", NONE, NULL},
	{"2+3x", NONE, NULL},
	{"2*5.", NONE, NULL},
	{"2+x", NONE, NULL},
	{"1..5+2", LIST, NULL},
	{"1:" ZEROS, LIST, "'1:" ZEROS "' is not a sweep: write 1.." ZEROS},
	{"1:0" ZEROS, LIST, NULL},
	/* commas */
	{"1,000", LIST, "'1,000' is a list of 1 and 000: write 1000 or 1_000"},
	{"1,234", LIST, NULL},
	{"1,234", NONE, "'1,234' is a list of 1 and 234: write 1234 or 1_234"},
	{"12,345", WHOLE,
		"'12,345' is a list of 12 and 345: write 12345 or 12_345"},
	{"123,456,789", WHOLE,
		"'123,456,789' is a list of 123, 456 and 789: write 123456789 "
		"or 123_456_789"},
	{"1,234,056", LIST,
		"'1,234,056' is a list of 1, 234 and 056: write 1234056 or "
		"1_234_056"},
	{"1,000,234", LIST,
		"'1,000,234' is a list of 1, 000 and 234: write 1000234 or "
		"1_000_234"},
	{"1234,567", WHOLE, "'1234,567' is a sweep, but one value is needed"},
	{",567", WHOLE, NULL},
	{"1,23", WHOLE, "'1,23' is a sweep, but one value is needed"},
	{"1,000x", LIST, NULL},
	{"1,000,0", LIST, NULL},
	{"1234,567", NONE,
		"'1234,567' is a list of 1234 and 567, but one value is "
		"needed: write 1234.567 for the decimal"},
	{"2,5", NONE,
		"'2,5' is a list of 2 and 5, but one value is needed: write "
		"2.5 for the decimal"},
	{"2,5", WHOLE, "'2,5' is a sweep, but one value is needed"},
	{"2,5", LIST, NULL},
	{"2,5,7", NONE, "'2,5,7' is a sweep, but one value is needed"},
	{"2,5,7", LIST, NULL},
	{"1..4", NONE, "'1..4' is a sweep, but one value is needed"},
	{"1/2..3+1/2", NONE,
		"'1/2..3+1/2' is a sweep, but one value is needed"},
	{"1..8x2", WHOLE, "'1..8x2' is a sweep, but one value is needed"},
	{"1..", WHOLE, NULL},
	{"..4", WHOLE, NULL},
	{"1..y4", WHOLE, NULL},
	{"1x2", WHOLE, NULL},
	{"2,", NONE, NULL},
	{",5", NONE, NULL},
	{"2;5", NONE, NULL},
};

static void test_slips(void)
{
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		int allowed = cases[i].allowed;
		struct err err;
		enum status status = slip_check(cases[i].text, 3,
			allowed & WHOLE, allowed & LIST, allowed & BYTES, &err);

		if (cases[i].message)
			CHECK_REFUSED(status, STATUS_USAGE, cases[i].text, err,
				cases[i].message);
		else
			CHECK_FOR(status == STATUS_OK, "'%s': %s",
				cases[i].text, err.msg);
	}
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_slips());
	return test_done();
}
