/*
 * The table that `make bench` prints: what was measured against which peer,
 * both medians, the median of the ratios of runs one after the other, and the
 * aim.  These ratios hold where the machine's speed drifts.
 */
#ifndef FIBCAST_BENCH_TABLE_H
#define FIBCAST_BENCH_TABLE_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static inline double table_now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static inline int table_compare(const void *x, const void *y)
{
	double left = *(const double *)x, right = *(const double *)y;

	return (left > right) - (left < right);
}

/* Sorts the values. */
static inline double table_median(double *values, size_t count)
{
	qsort(values, count, sizeof *values, table_compare);
	return count % 2 ? values[count / 2]
			 : (values[count / 2 - 1] + values[count / 2]) / 2;
}

/* A number below 1000 with a unit; nothing for 0. */
static inline void table_cell(double value, const char *const *unit)
{
	for (; value > 0 && value < 1 && unit[1]; unit++)
		value *= 1000;
	if (value > 0)
		printf(" %6.3g %-4s", value, *unit);
	else
		printf(" %6s %-4s", "-", "");
}

/*
 * Prints a row; ours, peer: median seconds a run, or megabytes a second if
 * is_rate, whose ratio is to be at least the aim, not at most; 0: not shown.
 * Whether the aim is missed.
 */
static inline int table_row(const char *what, double ours, double peer,
	double ratio, double aim, int is_rate)
{
	static const char *const seconds[] = {"s", "ms", "us", "ns", NULL};
	static const char *const rate[] = {"MB/s", NULL};
	int missed = is_rate ? ratio < aim : ratio > aim;

	printf("%-44s", what);
	table_cell(ours, is_rate ? rate : seconds);
	table_cell(peer, is_rate ? rate : seconds);
	printf(" %9.3g  %s %-5g %s\n", ratio, is_rate ? ">=" : "<=", aim,
		missed ? "MISS" : "ok");
	fflush(stdout);
	return missed;
}

#endif
