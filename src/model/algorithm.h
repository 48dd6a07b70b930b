/*
 * The algorithms: one table, from which schedule, rank, compare, optimum, the
 * help, the completions and the tests' grids are made.
 *
 * To add an algorithm, write its file in the folder of its model, with
 * functions of the types below, and a row in algorithms.c; then its tests, a
 * paragraph in man/fibcast-schedule.1 (a test asks for it) and `make golden'.
 * tests/grid/grid_algorithms.c and tests/unit/model/test_algorithm.c find the
 * row by themselves and check its schedules.
 *   An algorithm that needs further parameters gets a field in struct
 * algorithm_options (core/problem.h) and a bit of `uses' for each; the command
 * line option is a row of `schedule' that names the bit.
 */
#ifndef FIBCAST_MODEL_ALGORITHM_H
#define FIBCAST_MODEL_ALGORITHM_H

#include <stdint.h>

#include <gmp.h>

#include "core/part.h"
#include "core/problem.h"
#include "core/search.h"

struct algorithm_key;

/* What an algorithm can take into account, besides the number of processors. */
enum {
	USES_MESSAGES = 1,
	USES_LATENCY = 2,
	USES_DEGREE = 4,
	USES_COST = 8,
	USES_DELAY = 16,
	USES_RADIX = 32,  /* a degree of at least 2 */
	USES_LIMIT = 64,  /* a time limit: it has begin */
	USES_LATE = 128,  /* processors that are not all ready at once */
	USES_NODES = 256, /* nodes, to broadcast or reduce */
	USES_PORTS = 512, /* several ports of a processor */
	USES_RADICES = 1024,
	USES_LEVELS = 2048 /* nodes, in collective operations */
};

struct algorithm {
	const char *name; /* on the command line and in files */
	enum model model; /* the model in its schedules' header */
	/* All models in which its schedules are valid, a bit 1u << model each.
	 * If they are valid for some problems only, applies says for which.
	 * Times are the same in all these models. */
	unsigned models;
	int (*applies)(const struct problem *problem, enum model model);
	int needs_nodes;       /* applies only to processors on nodes */
	const char *condition; /* what these ask: "the latency 1" */
	unsigned uses;
	/* Its operations, a bit 1u << operation each; 0: broadcast and,
	 * reversed, reduce. */
	unsigned operations;
	int may_wait;	/* messages may wait at receivers, so that the reverse
			   need not be valid */
	int is_library; /* used by libraries: in tables only on request */
	/* The number of its schedule's transmissions, not counting repetitions;
	 * NULL: m(n-1). */
	problem_rows *rows;
	/*
	 * The exact elapsed time by a formula: time is for every problem,
	 * rounds is for models of rounds and returns 0 for problems without a
	 * formula.  Both are NULL if there is no formula.   Errors:
	 * STATUS_LIMIT past max_bits.
	 */
	problem_time *time;
	int (*rounds)(mpz_t rounds, const struct problem *problem);
	/*
	 * An upper bound on the time, for m of any size, by a computation that
	 * is quick where finding the time would take long.  NULL if there is
	 * none.
	 * Errors: those of open, except those that depend on m.
	 */
	problem_bound *most;
	/* A lower bound on the time, found quickly: the time itself need not be
	 * found if another algorithm is faster than that.  NULL if there is
	 * none.   Errors: those of open. */
	problem_bound *least;
	/* Sets the zeroed key; returns 0 if there is none.  NULL if finding the
	 * time does not take long. */
	int (*key)(struct algorithm_key *key, const struct problem *problem);
	/*
	 * Rough estimates of what it takes to find the time without a formula,
	 * and then to build the schedule, in nanoseconds: for each processor;
	 * for each processor and message under way; for each transmission; for
	 * each transmission and message under way.
	 */
	uint32_t processor_work, held_work, send_work, flight_work;
	/* More work, where these do not say it all; NULL: none. */
	void (*work)(mpz_t work, const struct problem *problem);
	/* Opens its schedule; the header's finish is the exact time.  For a
	 * reduction, the caller must reverse the schedule unless its header
	 * says that it is one.  NULL: run begin's search to its end. */
	problem_open *open;
	/* Begins the search for its schedule, which is of its own model only;
	 * NULL if there is no search. */
	search_begin *begin;
	/* Opens the part of one processor, rank 0 <= r < n, without building
	 * those of the others; NULL if there is no such way. */
	problem_part *rank;
	/* The rows that have rows, time, open and rank in its place: on nodes,
	 * to broadcast or reduce one message; and where is_other says so. NULL:
	 * none. */
	const struct algorithm *on_nodes, *other;
	int (*is_other)(const struct problem *problem,
		const struct algorithm_options *options);
	/* The algorithm that stands in for it at a fractional latency, which
	 * its model does not have; or NULL. */
	const char *fractional;
	int is_choice;	/* the best of the other algorithms */
	int is_command; /* the command of its name prints it, with --schedule */
	/* It looks for a better schedule than those of the other algorithms,
	 * whose best time is options->known: by a search or, if is_choice,
	 * among schedules of neighbouring problems.  Its open returns
	 * STATUS_LIMIT if it finds none. */
	int is_search;
};

/*
 * The table, in the order of the help; it ends with a row without a name.
 * After that, up to algorithms_end, come rows that cannot be asked for by name,
 * but take part when the best schedule is asked for.
 */
extern const struct algorithm algorithms[], *const algorithms_end;

/* The row of that name, or NULL. */
const struct algorithm *algorithm_find(const char *name);

/* The algorithm's default operation: broadcast, if it has that. */
enum operation algorithm_operation(const struct algorithm *algorithm);

/* Whether the algorithm has the operation. */
int algorithm_has(const struct algorithm *algorithm, enum operation operation);

/* Whether the algorithm has the operation for the problem: on nodes, it must be
 * able to take these into account. */
int algorithm_has_on(const struct algorithm *algorithm,
	const struct problem *problem, enum operation operation);

/* Whether the algorithm has schedules on several ports: of its own or, to
 * broadcast, with several messages side by side. */
int algorithm_has_ports(const struct algorithm *algorithm);

/* Whether the algorithm's schedules for the problem are valid in the model;
 * LogP latencies are whole. */
int algorithm_applies(const struct algorithm *algorithm,
	const struct problem *problem, enum model model);

/*
 * Opens the algorithm's schedule as one of the model, in which it applies, or
 * of the machine whose blocks options have.
 * Errors: those of the algorithm.
 */
enum status algorithm_open(struct schedule **schedule,
	const struct algorithm *algorithm, enum model model,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;

/*
 * Begins the algorithm's search; if it has none, the search has already ended,
 * with the algorithm's schedule.
 * Errors: those of the algorithm.
 */
enum status algorithm_begin(struct search **search,
	const struct algorithm *algorithm, enum model model,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;

/*
 * Opens the part of one processor, rank 0 <= r < n, in options' operation; the
 * algorithm has that operation, and parts.
 * Errors: those of the algorithm.
 */
enum status algorithm_part(struct part **part,
	const struct algorithm *algorithm, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t rank,
	const struct part_span *span, struct err *err) WARN_UNUSED;

/* The number of transmissions of the algorithm's schedule. */
void algorithm_rows(mpz_t rows, const struct algorithm *algorithm,
	const struct problem *problem, const struct algorithm_options *options);

/* How long it takes to find the algorithm's time without a formula, roughly, in
 * nanoseconds. */
uint64_t algorithm_work(
	const struct algorithm *algorithm, const struct problem *problem);

/* Work of a few tenths of a second at most. */
#define ALGORITHM_WORK UINT64_C(200000000)

/*
 * The exact elapsed time.  Without a formula it is that of a schedule, which is
 * built for this purpose if it takes no more than the given work.
 * Errors: STATUS_LIMIT if that is too little work; those of the algorithm.
 */
enum status algorithm_time(mpq_t time, const struct algorithm *algorithm,
	const struct problem *problem, const struct algorithm_options *options,
	uint64_t work, struct err *err) WARN_UNUSED;

#endif
