/*
 * Runs random command lines: lines PROGRAM COUNT [SEED].
 * None may crash, end with another status than 0 to 3, say anything but an
 * error of a line or two, or take more than CPU_SECONDS or MEMORY, but for
 * what it prints: a line that takes more runs again with room for that, and
 * has to print accordingly, and without time for searches; or its numbers are
 * so long, or its rows so many, that they take their time, and --max-bits=2^28
 * or --max-rows=2^14 has them refused, or found, at once.  What breaks this is
 * printed, to be pasted into a shell; the status is then 1.
 */
#define _DEFAULT_SOURCE /* wait4 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "line.h"

#define MEMORY ((rlim_t)512 << 20)

enum {
	CPU_SECONDS = 2,
	CPU_AGAIN = 20,
	MEMORY_AGAIN = 8,      /* times MEMORY */
	PRINTED_MAX = 1 << 22, /* bytes: nobody reads on */
	ROWS_MAX = 1 << 14,    /* nor after so many */
	PROGRESS = 1000	       /* lines between two signs of life */
};

/* What became of a line. */
struct outcome {
	int status, closed; /* of waitpid; whether nobody read on */
	double cpu;	    /* seconds */
	uint64_t memory, printed, rows;
	char err[4096];
};

static void fail(const char *what)
{
	perror(what);
	exit(2);
}

/* Standard input, which the lines take in turn. */
static const char *const inputs[] = {
	"/dev/null", "lines.pairs", "lines.schedule"};
enum { INPUTS = sizeof inputs / sizeof *inputs };
static const char *input;

static void run_child(char **word, const int out[2], const int err[2],
	rlim_t cpu, rlim_t memory)
{
	struct rlimit limit = {cpu, cpu + 1};
	int in = open(input, O_RDONLY);

	setrlimit(RLIMIT_CPU, &limit);
	limit = (struct rlimit){memory, memory};
	setrlimit(RLIMIT_AS, &limit);
	limit = (struct rlimit){0, 0};
	setrlimit(RLIMIT_CORE, &limit);
	dup2(in, 0);
	dup2(out[1], 1);
	dup2(err[1], 2);
	close(out[0]);
	close(out[1]);
	close(err[0]);
	close(err[1]);
	execv(word[0], word);
	_exit(126);
}

/* Counts what is printed, as far as it is read. */
static void drain(struct outcome *outcome, int out)
{
	static char buffer[1 << 16];
	ssize_t size;

	while ((size = read(out, buffer, sizeof buffer)) != 0) {
		if (size < 0 && errno != EINTR)
			fail("read");
		for (ssize_t i = 0; i < size; i++)
			outcome->rows += buffer[i] == '\n';
		outcome->printed += size > 0 ? (uint64_t)size : 0;
		if (outcome->printed < PRINTED_MAX && outcome->rows < ROWS_MAX)
			continue;
		outcome->closed = 1;
		break;
	}
	close(out);
}

static void run(struct outcome *outcome, char **word, rlim_t cpu, rlim_t memory)
{
	struct rusage usage;
	int out[2], err[2];
	ssize_t size;
	pid_t child;

	*outcome = (struct outcome){0};
	if (pipe(out) != 0 || pipe(err) != 0)
		fail("pipe");
	child = fork();
	if (child < 0)
		fail("fork");
	if (child == 0)
		run_child(word, out, err, cpu, memory);
	close(out[1]);
	close(err[1]);
	drain(outcome, out[0]);
	size = read(err[0], outcome->err, sizeof outcome->err - 1);
	outcome->err[size > 0 ? size : 0] = '\0';
	close(err[0]);
	while (wait4(child, &outcome->status, 0, &usage) < 0)
		if (errno != EINTR)
			fail("wait4");
	outcome->cpu =
		(double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
		(double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
	outcome->memory = (uint64_t)usage.ru_maxrss << 10;
}

static int is_short_of_memory(const struct outcome *outcome)
{
	return strstr(outcome->err, "out of memory") != NULL;
}

static int is_killed(const struct outcome *outcome)
{
	return WIFSIGNALED(outcome->status) &&
	       (WTERMSIG(outcome->status) == SIGXCPU ||
		       WTERMSIG(outcome->status) == SIGKILL);
}

/* An error is one line, or two with the pointer to the help; a warning may have
 * come before. */
static int is_error(const char *text)
{
	const char *end = strchr(text, '\n'),
		   *warning = strstr(text, "warning");
	size_t lines = 0;

	if (end && warning && warning < end)
		text = end + 1;
	for (const char *at = text; *at; at++)
		lines += *at == '\n';
	return strncmp(text, "fibcast: ", 9) == 0 && lines >= 1 && lines <= 2;
}

/* What is wrong with how the line ended, or NULL. */
static const char *wrong_end(const struct outcome *outcome)
{
	int status = outcome->status;

	if (outcome->closed)
		return NULL;
	if (WIFSIGNALED(status))
		return "a signal";
	if (WEXITSTATUS(status) > 3)
		return "another status than 0 to 3";
	if (WEXITSTATUS(status) >= 2 && !is_error(outcome->err))
		return "a failure without its line";
	return NULL;
}

/* A second a megabyte printed, or a quarter of one a row, for a sweep asks as
 * many questions; 16 bytes a byte. */
static const char *wrong_size(const struct outcome *outcome)
{
	double bytes = (double)outcome->printed / 1e6;
	double rows = (double)outcome->rows / 4;

	if (outcome->closed)
		return NULL;
	if (outcome->cpu > CPU_SECONDS + (bytes > rows ? bytes : rows))
		return "time";
	if (is_short_of_memory(outcome) ||
		outcome->memory > MEMORY + 16 * outcome->printed)
		return "memory";
	return NULL;
}

/* Whether the line ends at once under that limit, which its command knows. */
static int is_quick(char **word, char *limit)
{
	struct outcome outcome;
	size_t words = 0;

	while (word[words])
		words++;
	word[words] = limit;
	word[words + 1] = NULL;
	run(&outcome, word, CPU_SECONDS, MEMORY);
	word[words] = NULL;
	return !is_killed(&outcome) && !wrong_size(&outcome) &&
	       !wrong_end(&outcome) && WEXITSTATUS(outcome.status) != 2;
}

/* Leaves the searches no time, where they have some: a sweep gives it to each
 * of its rows. */
static void end_searches(char **word)
{
	static char none[] = "--limit=0";

	for (; *word; word++)
		if (strncmp(*word, none, strlen(none) - 1) == 0)
			*word = none;
}

static const char *wrong_line(struct outcome *outcome, char **word)
{
	static char fewer_bits[] = "--max-bits=268435456",
		    fewer_rows[] = "--max-rows=16384";
	const char *wrong;

	run(outcome, word, CPU_SECONDS, MEMORY);
	wrong = is_killed(outcome) ? NULL : wrong_end(outcome);
	if (wrong || !(is_killed(outcome) || wrong_size(outcome)))
		return wrong;
	end_searches(word);
	run(outcome, word, CPU_AGAIN, MEMORY_AGAIN * MEMORY);
	wrong = wrong_size(outcome);
	if (wrong && (is_quick(word, fewer_bits) || is_quick(word, fewer_rows)))
		wrong = NULL;
	return wrong ? wrong : is_killed(outcome) ? NULL : wrong_end(outcome);
}

static void print_word(const char *word)
{
	printf(" '");
	for (; *word; word++)
		if (*word == '\'')
			printf("'\\''");
		else
			putchar(*word);
	putchar('\'');
}

static void print_line(
	const char *wrong, const struct outcome *outcome, char *const *word)
{
	printf("%s: %.1f s, %llu MB, printed %llu, status %d: %s", wrong,
		outcome->cpu, (unsigned long long)outcome->memory >> 20,
		(unsigned long long)outcome->printed, outcome->status, *word);
	while (*++word)
		print_word(*word);
	printf(" <%s\n", input);
	fflush(stdout);
}

/* Some files to read: a schedule, written by the program, and others. */
static const char *const files[] = {"-", "/dev/null", "./lines",
	"lines.schedule", "lines.schedule", "lines.ends", "lines.tree",
	"lines.xml", "lines.taken", "lines.rules"};

/* Those that the program writes. */
static const struct {
	const char *name, *line;
} written[] = {
	{"lines.schedule", "schedule bcast -n 50 -l 3"},
	{"lines.xml", "schedule circulant --op allreduce -n 5 -f msccl"},
	{"lines.taken", "schedule greedy -n 5 -m 3 --loggp 1,1/2,1/2,1/3 "
			"--bytes 9"},
	{"lines.rules", "compare -n 8 --loggp 1us,1us,1us,1/9us "
			"--bytes 1..64x8 -m best -f openmpi-text"},
};

static void make_file(const char *name, const char *text)
{
	FILE *file = fopen(name, "w");

	if (!file || fputs(text, file) < 0 || fclose(file) != 0)
		fail(name);
}

static void make_files(char *program)
{
	char command[4096];

	make_file("lines.tree",
		"node\tparent\tprocessor\tcell\n0\t-\t0\t0\n1\t0\t1\t0\n");
	make_file("lines.machine", "L = 2us\no = 1us\ng = 3us\nG = 1/300us\n");
	make_file("lines.ends",
		"# fibcast schedule 1\n# model postal\n# processors 3\n"
		"# latency 1\ntime\tfrom\tto\tmessage\tkind\n"
		"0\t0\t1\t1\tsend\n0\t0\t1\t1\treceive\n"
		"1\t1\t2\t1\tsend\n1\t0\t2\t1\treceive\n");
	make_file("lines.pairs", "14 5/2\n# measured\n\n3,2\n1e30 7\n");
	for (size_t i = 0; i < sizeof written / sizeof *written; i++) {
		snprintf(command, sizeof command, "'%s' %s >%s", program,
			written[i].line, written[i].name);
		if (system(command) != 0)
			fail(command);
	}
}

static void remove_files(void)
{
	static const char *const made[] = {
		"lines.tree", "lines.machine", "lines.ends", "lines.pairs"};

	for (size_t i = 0; i < sizeof made / sizeof *made; i++)
		remove(made[i]);
	for (size_t i = 0; i < sizeof written / sizeof *written; i++)
		remove(written[i].name);
}

int main(int argc, char **argv)
{
	struct line_files known = {
		files, sizeof files / sizeof *files, "lines.machine"};
	uint64_t count, seed, wrongs = 0;
	static struct line line;

	if (argc < 3) {
		fprintf(stderr, "usage: lines PROGRAM COUNT [SEED]\n");
		return 2;
	}
	count = strtoull(argv[2], NULL, 10);
	seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
	make_files(argv[1]);
	for (uint64_t i = 0; i < count; i++) {
		struct outcome outcome;
		const char *wrong;

		if (i > 0 && i % PROGRESS == 0)
			fprintf(stderr, "%llu\n", (unsigned long long)i);
		input = inputs[i % INPUTS];
		line_make(&line, (seed << 32) + i, argv[1], &known);
		wrong = wrong_line(&outcome, line.word);
		if (!wrong)
			continue;
		print_line(wrong, &outcome, line.word);
		wrongs++;
	}
	remove_files();
	printf("%llu command lines, seed %llu: %llu wrong\n",
		(unsigned long long)count, (unsigned long long)seed,
		(unsigned long long)wrongs);
	return wrongs > 0;
}
