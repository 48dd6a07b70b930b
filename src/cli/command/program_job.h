/* The options of the command program, and the integer program that they ask
 * for. */
#ifndef FIBCAST_CLI_COMMAND_PROGRAM_JOB_H
#define FIBCAST_CLI_COMMAND_PROGRAM_JOB_H

#include <gmp.h>

#include "cli/input/sweep.h"
#include "cli/output/output.h"
#include "cli/output/schedule.h"
#include "cli/problem/latency.h"
#include "model/program/size.h"

struct program_args {
	struct output output;
	struct sweep processors, messages, period;
	struct latency_args latency;
	int continuous;
	const char *solution;
};

/* One of the two programs; the problem's m is the period of the other one. */
struct program_job {
	struct program_size size;
	struct problem problem;
	union {
		struct program_broadcast broadcast;
		struct program_continuous continuous;
	} as;
	const struct ilp *program;
};

/*
 * The program of the options, for that latency, a whole number.  Initialises
 * job in any case.
 * Errors: STATUS_USAGE for continuous broadcast to one processor; STATUS_LIMIT
 * if the program, or what reading a solution takes, is too large.
 */
enum status program_job_init(struct program_job *job,
	const struct program_args *args, const mpq_t lambda,
	struct err *err) WARN_UNUSED;
void program_job_clear(struct program_job *job);

#endif
