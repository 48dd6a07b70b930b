/* cli/input/input: files and standard input, opened, named and closed; in which
 * words the name of a file comes before what is wrong with it. */
#include "cli/input/input.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "test.h"

#define SCHEDULE                                                               \
	"# fibcast schedule 1\n# model sendrecv\n# processors 2\n"             \
	"time\tfrom\tto\tmessage\n0\t0\t1\t1\n"

static struct err err;

/* A file with that text has that name, until it is removed. */
static void make_file(char name[30], const char *text)
{
	int file;

	strcpy(name, "/tmp/test_input-XXXXXX");
	file = mkstemp(name);
	CHECK(file >= 0);
	CHECK(write(file, text, strlen(text)) == (ssize_t)strlen(text));
	close(file);
}

/* The number that the next file has which is opened: the least that is free. */
static int next_file(void)
{
	int file = dup(STDOUT_FILENO);

	close(file);
	return file;
}

static void test_file(void)
{
	int before = next_file();
	char name[30];
	FILE *file;

	make_file(name, "it");
	CHECK(input_file(&file, name, &err) == STATUS_OK && file != stdin);
	CHECK(fgetc(file) == 'i' && fgetc(file) == 't' && fgetc(file) == EOF);
	CHECK(next_file() != before);
	input_close(file);
	CHECK(next_file() == before);
	unlink(name);
	CHECK_REFUSED(input_file(&file, "/no/such\nfile", &err), STATUS_INPUT,
		"no file", err, "/no/such?file: No such file or directory");
	CHECK(input_file(&file, NULL, &err) == STATUS_OK && file == stdin);
	CHECK(input_file(&file, "-", &err) == STATUS_OK && file == stdin);
	input_close(file);
	CHECK(next_file() == before);
}

static void check_name(const char *name, const char *expected)
{
	char place[INPUT_NAME];

	memset(place, 'x', sizeof place);
	input_name(place, name);
	CHECK_FOR(strcmp(place, expected) == 0, "%s", place);
}

static void test_name(void)
{
	char longest[100];

	check_name(NULL, "");
	check_name("-", "");
	check_name("--", "--");
	check_name("a", "a");
	check_name("a b\x1b[m", "a b?[m");
	memset(longest, 'a', sizeof longest);
	longest[ERR_PART_MAX] = '\0';
	check_name(longest, longest);
}

/* The message about that file, where the code is given. */
static void check_blamed(const char *name, const char *message,
	enum status code, const char *expected)
{
	err_set(&err, code, message, NULL);
	CHECK_FOR(input_blame(code, name, &err) == code && err.code == code &&
			  strcmp(err.msg, expected) == 0,
		"%s", err.msg);
}

static void test_blame(void)
{
	check_blamed("f", "line 7: odd", STATUS_INPUT, "f:7: odd");
	check_blamed("f", "line 4321: odd", STATUS_INPUT, "f:4321: odd");
	check_blamed("f", "odd", STATUS_INPUT, "f: odd");
	check_blamed("f", "lines: odd", STATUS_INPUT, "f: lines: odd");
	check_blamed("f", "line : odd", STATUS_INPUT, "f: line : odd");
	check_blamed("f", "line 7 is odd", STATUS_INPUT, "f: line 7 is odd");
	check_blamed("f", "LINE 7: odd", STATUS_INPUT, "f: LINE 7: odd");
	check_blamed("-", "line 7: odd", STATUS_INPUT, "line 7: odd");
	check_blamed(NULL, "odd", STATUS_INPUT, "odd");
	check_blamed("f", "line 7: odd", STATUS_LIMIT, "line 7: odd");
	check_blamed("f", "odd", STATUS_USAGE, "odd");
}

/* A schedule that is not opened leaves no file open. */
static void test_open(void)
{
	int before = next_file();
	struct schedule *schedule;
	char name[30], message[100];
	FILE *file;

	make_file(name, SCHEDULE);
	if (CHECK(input_open(&schedule, &file, name, &err) == STATUS_OK)) {
		CHECK(schedule->header.processors == 2);
		schedule_close(schedule);
		input_close(file);
	}
	unlink(name);
	make_file(name, "# fibcast schedule 1\n# model none\n");
	CHECK(input_open(&schedule, &file, name, &err) == STATUS_INPUT);
	sprintf(message, "%s:2: ", name);
	CHECK_FOR(
		strncmp(err.msg, message, strlen(message)) == 0, "%s", err.msg);
	unlink(name);
	CHECK(input_open(&schedule, &file, name, &err) == STATUS_INPUT);
	CHECK(next_file() == before);
}

static const struct {
	const char *text, *message;
	enum status status;
} not_whole[] = {
	{"5/2", "'5/2' is not a whole number", STATUS_USAGE},
	{"6", "must be at least 7, not '6'", STATUS_USAGE},
	{"7x", "'7x' is not a number", STATUS_USAGE},
	{"2^100", "'2^100' has more digits than " ERR_NAME "max_bits allows",
		STATUS_LIMIT},
};

static void test_whole(void)
{
	mpz_t value;

	mpz_init(value);
	CHECK(input_whole(value, "7", 7, 64, &err) == STATUS_OK);
	CHECK(mpz_cmp_ui(value, 7) == 0);
	for (size_t i = 0; i < sizeof not_whole / sizeof *not_whole; i++)
		CHECK_REFUSED(
			input_whole(value, not_whole[i].text, 7, 64, &err),
			not_whole[i].status, not_whole[i].text, err,
			not_whole[i].message);
	CHECK(mpz_cmp_ui(value, 7) == 0);
	mpz_clear(value);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_file());
	RUN(test_name());
	RUN(test_blame());
	RUN(test_open());
	RUN(test_whole());
	return test_done();
}
