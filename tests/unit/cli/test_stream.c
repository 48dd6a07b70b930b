/* cli/input/stream, sweep: the values of an option on standard input, which
 * is a pipe here: what is read when, and what is refused with which words. */
#include "cli/input/input.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "number/number.h"
#include "test.h"

enum { MAX_BITS = 1000 };

static const struct sweep_domain any = {.allowed = 1,
					 .streams = 1,
					 .option = "latency"},
				 positive = {.least = 2,
					 .allowed = 1,
					 .streams = 1,
					 .option = "processors"};

static struct err err;

/* Standard input is a pipe with that text; its other end, or -1 if closed. */
static int feed(const char *text, int is_open)
{
	int ends[2];

	CHECK(pipe(ends) == 0);
	CHECK(dup2(ends[0], STDIN_FILENO) == STDIN_FILENO);
	close(ends[0]);
	CHECK(write(ends[1], text, strlen(text)) == (ssize_t)strlen(text));
	if (is_open)
		return ends[1];
	close(ends[1]);
	return -1;
}

/* Whether a file has nothing left. */
static int is_drained(void)
{
	char c;

	return read(STDIN_FILENO, &c, 1) == 0;
}

static void open_sweep(struct sweep *sweep, const struct sweep_domain *domain)
{
	CHECK(sweep_parse(sweep, "-", domain, MAX_BITS, &err) == STATUS_OK);
	CHECK(sweep->stream && sweep->is_sweep == 1);
	CHECK(sweep->ranges == 1 && mpz_sgn(sweep->count) == 0);
}

/* Reads that value. */
static void check_next(const struct sweep *sweep, const char *expected)
{
	int more;
	char *text;

	CHECK(sweep_read(sweep, &more, &err) == STATUS_OK);
	CHECK_FOR(more == 1, "%s", expected);
	text = number_text(sweep->range->first);
	CHECK_FOR(strcmp(text, expected) == 0, "%s: %s", text, expected);
	mem_free(text);
}

static void check_end(const struct sweep *sweep)
{
	int more;

	CHECK(sweep_read(sweep, &more, &err) == STATUS_OK && more == 0);
	CHECK(sweep_read(sweep, &more, &err) == STATUS_OK && more == 0);
}

/* Blanks, CRs and a byte order mark are passed over; the last line need not
 * end. */
static void test_values(void)
{
	struct sweep sweep = {0};

	feed("\357\273\2777\n5/2\r\n \t12 \t\n999999999\n1000000000\n"
	     "18446744073709551616\n1e3\n0\n2k",
		0);
	open_sweep(&sweep, &any);
	check_next(&sweep, "7");
	check_next(&sweep, "5/2");
	check_next(&sweep, "12");
	check_next(&sweep, "999999999");
	check_next(&sweep, "1000000000");
	check_next(&sweep, "18446744073709551616");
	check_next(&sweep, "1000");
	check_next(&sweep, "0");
	check_next(&sweep, "2000");
	check_end(&sweep);
	CHECK(is_drained());
	sweep_clear(&sweep);
	CHECK(!sweep.stream && !sweep.is_sweep);
}

static const struct {
	const char *text;
	const struct sweep_domain *domain;
	const char *message;
	enum status status;
} bad[] = {
	{"", &any, "--latency: standard input is empty", STATUS_INPUT},
	{"\n", &any, "--latency: standard input is empty", STATUS_INPUT},
	{" \t\n#\n7x\n", &any, "--latency: line 3: '7x' is not a number",
		STATUS_INPUT},
	{"\357\273\277\n", &any, "--latency: standard input is empty",
		STATUS_INPUT},
	{"x\n", &any, "--latency: line 1: 'x' is not a number", STATUS_INPUT},
	{":\n", &any, "--latency: line 1: ':' is not a number", STATUS_INPUT},
	{"1x\n", &any, "--latency: line 1: '1x' is not a number", STATUS_INPUT},
	{"-\n", &any, "--latency: line 1: '-' is not a number", STATUS_INPUT},
	{"1..2\n", &any,
		"--latency: line 1: '1..2' is a sweep, but one value is needed",
		STATUS_INPUT},
	{"1\n", &positive, "--processors: line 1: must be at least 2, not '1'",
		STATUS_INPUT},
	{"3/2\n", &positive,
		"--processors: line 1: must be at least 2, not '3/2'",
		STATUS_INPUT},
	{"1e400\n", &any,
		"--latency: line 1: '1e400' has more digits than " ERR_NAME
		"max_bits allows",
		STATUS_LIMIT},
};

static void test_bad(void)
{
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct sweep sweep = {0};
		int more;

		feed(bad[i].text, 0);
		open_sweep(&sweep, bad[i].domain);
		CHECK_REFUSED(sweep_read(&sweep, &more, &err), bad[i].status,
			bad[i].text, err, bad[i].message);
		sweep_clear(&sweep);
	}
}

/* Errors name the line that they are in; what came before it is read. */
static void test_lines(void)
{
	struct sweep sweep = {0};
	int more;

	feed("2\n7\n3\ny\n", 0);
	open_sweep(&sweep, &positive);
	check_next(&sweep, "2");
	check_next(&sweep, "7");
	check_next(&sweep, "3");
	CHECK(sweep_read(&sweep, &more, &err) == STATUS_INPUT);
	CHECK(strcmp(err.msg, "--processors: line 4: 'y' is not a number") ==
		0);
	sweep_clear(&sweep);
}

/* Whole numbers are asked for once it is known that they are needed. */
static void test_whole(void)
{
	struct sweep sweep = {0};
	int more;

	feed("5/2\n5/2\n", 0);
	open_sweep(&sweep, &any);
	check_next(&sweep, "5/2");
	sweep_ask_whole(&sweep);
	CHECK(sweep_read(&sweep, &more, &err) == STATUS_INPUT);
	CHECK(strcmp(err.msg, "--latency: line 2: '5/2' is not a whole "
			      "number") == 0);
	sweep_clear(&sweep);
}

/* A line is there once it has ended, or nothing follows it. */
static void test_ready(void)
{
	struct sweep sweep = {0};
	int writer = feed("4\n5\n6", 1);

	open_sweep(&sweep, &any);
	CHECK(!sweep_is_ready(&sweep)); /* nothing is read ahead */
	check_next(&sweep, "4");
	CHECK(sweep_is_ready(&sweep));
	check_next(&sweep, "5");
	CHECK(!sweep_is_ready(&sweep));
	CHECK(write(writer, "7\n", 2) == 2);
	check_next(&sweep, "67");
	CHECK(!sweep_is_ready(&sweep));
	close(writer);
	check_end(&sweep);
	CHECK(sweep_is_ready(&sweep));
	sweep_clear(&sweep);
}

/* Only where the option takes a sweep, and takes it from there. */
static void test_refused(void)
{
	const struct sweep_domain none[] = {
		{.allowed = 1, .option = "index"},
		{.streams = 1, .option = "index"},
	};
	struct sweep sweep = {0};

	for (size_t i = 0; i < 2; i++) {
		CHECK(sweep_parse(&sweep, "-", &none[i], MAX_BITS, &err) ==
			STATUS_USAGE);
		CHECK(strcmp(err.msg, "'-' is not a number") == 0);
		sweep_clear(&sweep);
	}
}

/* The longest line, which need not end. */
static void test_longest(char *text)
{
	struct stream stream;
	const char *line;
	FILE *file = tmpfile();

	memset(text, '7', STREAM_LINE_MAX);
	fwrite(text, 1, STREAM_LINE_MAX, file);
	rewind(file);
	stream_init(&stream, fileno(file));
	CHECK(stream_next(&stream, &line, &err) == STATUS_OK);
	CHECK(line && strlen(line) == STREAM_LINE_MAX);
	stream_clear(&stream);
	fclose(file);
}

/* Lines of every length around those of the buffer, and one that is too long.
 */
static void test_long(void)
{
	char *text = mem_array(STREAM_LINE_MAX + 4, 1);
	struct stream stream;
	const char *line;
	FILE *file;

	for (size_t size = (1 << 16) - 2; size <= (1 << 16) + 2; size++) {
		file = tmpfile();
		memset(text, '7', size);
		memcpy(text + size, "\n8", 3);
		fputs(text, file);
		fputs(text, file);
		rewind(file);
		stream_init(&stream, fileno(file));
		CHECK(stream_next(&stream, &line, &err) == STATUS_OK);
		CHECK(strlen(line) == size && stream.line == 1);
		CHECK(stream_next(&stream, &line, &err) == STATUS_OK);
		CHECK(strlen(line) == size + 1 && *line == '8');
		CHECK(stream_next(&stream, &line, &err) == STATUS_OK);
		CHECK(strcmp(line, "8") == 0 && stream.line == 3);
		CHECK(stream_next(&stream, &line, &err) == STATUS_OK && !line);
		stream_clear(&stream);
		fclose(file);
	}
	file = tmpfile();
	memset(text, '7', STREAM_LINE_MAX + 1);
	memcpy(text, "1\n", 2);
	fwrite(text, 1, STREAM_LINE_MAX + 3, file);
	rewind(file);
	stream_init(&stream, fileno(file));
	CHECK(stream_next(&stream, &line, &err) == STATUS_OK);
	CHECK(stream_next(&stream, &line, &err) == STATUS_INPUT && !line);
	CHECK(strcmp(err.msg, "line 2: the line is too long") == 0);
	stream_clear(&stream);
	fclose(file);
	test_longest(text);
	mem_free(text);
}

/* What cannot be read, and what is no text. */
static void test_failures(void)
{
	struct stream stream;
	const char *line;

	feed("5\n", 0);
	stream_init(&stream, -1);
	CHECK(stream_next(&stream, &line, &err) == STATUS_INPUT && !line);
	CHECK(strcmp(err.msg, "cannot read: Bad file descriptor") == 0);
	stream_clear(&stream);
	CHECK(!stream.buffer && !stream.line);
	stream_init(&stream, STDIN_FILENO);
	CHECK(stream_next(&stream, &line, &err) == STATUS_OK);
	CHECK(strcmp(line, "5") == 0);
	errno = EINTR; /* of a call before; the end sets none */
	CHECK(stream_next(&stream, &line, &err) == STATUS_OK && !line);
	stream_clear(&stream);
}

static void test_nul(void)
{
	static const char bytes[] = "3\n4\0005\n6\n";
	struct stream stream;
	const char *line;
	FILE *file = tmpfile();

	fwrite(bytes, 1, sizeof bytes - 1, file);
	rewind(file);
	stream_init(&stream, fileno(file));
	CHECK(stream_next(&stream, &line, &err) == STATUS_OK);
	CHECK(strcmp(line, "3") == 0);
	CHECK(stream_next(&stream, &line, &err) == STATUS_INPUT && !line);
	CHECK(strcmp(err.msg, "line 2: there is a NUL byte") == 0);
	CHECK(stream_next(&stream, &line, &err) == STATUS_OK);
	CHECK(strcmp(line, "6") == 0);
	stream_clear(&stream);
	fclose(file);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_values());
	RUN(test_bad());
	RUN(test_lines());
	RUN(test_whole());
	RUN(test_ready());
	RUN(test_refused());
	RUN(test_long());
	RUN(test_failures());
	RUN(test_nul());
	return test_done();
}
