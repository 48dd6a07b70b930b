/*
 * ratio NAME AIM RUNS A ... -- B ...
 *
 * Runs the commands A and B in turn, both with their output thrown away, and
 * prints a row of the table: their median times, the median of the pairs'
 * ratios, and the aim.  Whole processes, from fork to exit; processor time, so
 * that others at work on the machine count for little.  An aim that begins
 * with "b" compares A's bytes a second with B's: the ratio must then be at
 * least the aim.  Exits 1 if the aim is missed.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "table.h"

enum { RUNS_MAX = 10000 };

static pid_t start(char **command, int output)
{
	pid_t pid = fork();

	if (pid == 0) {
		dup2(output, STDOUT_FILENO);
		execvp(command[0], command);
		_exit(127);
	}
	return pid;
}

/* Processor seconds of the children that have ended, and of what starts them.
 */
static double spent(void)
{
	struct rusage use[2];
	double sum = 0;

	getrusage(RUSAGE_SELF, &use[0]);
	getrusage(RUSAGE_CHILDREN, &use[1]);
	for (int i = 0; i < 2; i++) {
		const struct timeval *user = &use[i].ru_utime,
				     *system = &use[i].ru_stime;

		sum += (double)(user->tv_sec + system->tv_sec) +
		       1e-6 * (double)(user->tv_usec + system->tv_usec);
	}
	return sum;
}

static double run(char **command)
{
	int output = open("/dev/null", O_WRONLY);
	double began = spent();
	int status;

	waitpid(start(command, output), &status, 0);
	began = spent() - began;
	close(output);
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
		fprintf(stderr, "%s failed\n", command[0]);
		exit(1);
	}
	return began;
}

/* What the command prints, counted through a pipe. */
static double bytes(char **command)
{
	static char buffer[1 << 16];
	int ends[2], status;
	double sum = 0;
	ssize_t size;

	if (pipe(ends) != 0)
		exit(1);
	start(command, ends[1]);
	close(ends[1]);
	while ((size = read(ends[0], buffer, sizeof buffer)) > 0)
		sum += (double)size;
	close(ends[0]);
	wait(&status);
	return sum;
}

int main(int argc, char **argv)
{
	static double a[RUNS_MAX], b[RUNS_MAX], pair[RUNS_MAX];
	char **first = argv + 4, **second = first;
	int runs = argc > 5 ? atoi(argv[3]) : 0, is_rate;
	double ours, peer, ratio, aim;

	while (*second && strcmp(*second, "--") != 0)
		second++;
	if (runs < 1 || runs > RUNS_MAX || !*second || !second[1])
		return 2;
	*second++ = NULL;
	is_rate = argv[2][0] == 'b';
	aim = atof(argv[2] + is_rate);
	run(first);
	run(second);
	for (int i = 0; i < runs; i++) {
		a[i] = run(first);
		b[i] = run(second);
		pair[i] = a[i] / b[i];
	}
	ratio = table_median(pair, (size_t)runs);
	ours = table_median(a, (size_t)runs);
	peer = table_median(b, (size_t)runs);
	if (is_rate) {
		double first_size = bytes(first), second_size = bytes(second);

		ours = first_size / 1e6 / ours;
		peer = second_size / 1e6 / peer;
		ratio = first_size / second_size / ratio;
	}
	return table_row(argv[1], ours, peer, ratio, aim, is_rate);
}
