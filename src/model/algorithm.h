/*
 * The algorithms: one table, from which schedule, rank, compare, optimum, the
 * help, the completions and the tests' grids are made.
 *
 * To add an algorithm, write its file in the folder of its model, with
 * functions of the types below, and a row in algorithms.c; then its tests, a
 * paragraph in man/fibcast-schedule.1 (a test asks for it) and `make golden`.
 * tests/grid/ grid_algorithms.c and tests/unit/model/test_algorithm.c find the
 * row by themselves and check its schedules.
 *   Anything else it is told is a field of struct algorithm_options
 * (core/problem.h) and a bit of `uses`; the option for it is a row of
 * `schedule` that names the bit.
 */
#ifndef FIBCAST_MODEL_ALGORITHM_H
#define FIBCAST_MODEL_ALGORITHM_H

#include <stdint.h>

#include <gmp.h>

#include "core/part.h"
#include "core/problem.h"
#include "core/search.h"

struct algorithm_key;

/* What an algorithm may use, besides the number of processors. */
enum {
	USES_MESSAGES = 1,
	USES_LATENCY = 2,
	USES_DEGREE = 4,
	USES_COST = 8,
	USES_DELAY = 16,
	USES_RADIX = 32,  /* a degree that is at least 2 */
	USES_LIMIT = 64,  /* it has begin */
	USES_LATE = 128,  /* processors that are not all ready at once */
	USES_NODES = 256, /* a schedule of one message on nodes */
	USES_PORTS = 512, /* processors of several ports */
	USES_RADICES = 1024,
	USES_LEVELS = 2048 /* collective operations on nodes */
};

struct algorithm {
	const char *name; /* on the command line and in files */
	enum model model; /* that its schedules' header says */
	/* The models in which its schedules are valid, that one too: a bit 1u
	 * << model each.  If not for all problems, applies says for which;
	 * times are alike in all of them. */
	unsigned models;
	int (*applies)(const struct problem *problem, enum model model);
	const char *condition; /* of that validity: "the latency 1" */
	unsigned uses;
	/* What it is for, a bit 1u << enum operation each; 0: to broadcast and,
	 * reversed, to reduce. */
	unsigned operations;
	int may_wait;	/* at receivers: may have no reverse */
	int is_library; /* used by libraries: in tables only on request */
	int is_direct;	/* processor 0 alone sends */
	/* The transmissions of its schedule, repetitions apart; NULL: m(n-1).
	 */
	problem_rows *rows;
	/*
	 * The exact time, elapsed: by a formula for every problem, or in rounds
	 * by one for some (1 if there is one for this problem); both NULL if
	 * there is none.   Errors: STATUS_LIMIT past max_bits.
	 */
	problem_time *time;
	int (*rounds)(mpz_t rounds, const struct problem *problem);
	/*
	 * An upper bound on the time, for m of any size, from numbers alone,
	 * for when finding the time would take long.  NULL if there is none.
	 * Errors: those of open, except those of m.
	 */
	problem_bound *most;
	/* A lower bound on it, found at once, so that it need not be found
	 * where another is faster. NULL if there is none.   Errors: those of
	 * open. */
	problem_bound *least;
	/* Sets the key, which is zeroed; returns 0 if there is none.  NULL if
	 * finding the time does not take long. */
	int (*key)(struct algorithm_key *key, const struct problem *problem);
	/*
	 * What it takes to find the time, if there is no formula, and then to
	 * build the schedule, roughly, in nanoseconds: for each processor, the
	 * same for each message that is under way; for each transmission, and
	 * the same for each message that is under way.
	 */
	uint32_t processor_work, held_work, send_work, flight_work;
	/* The same where these do not say it, to be added; NULL: nothing. */
	void (*work)(mpz_t work, const struct problem *problem);
	/* Opens its schedule; the header's finish is the exact time. For a
	 * reduction, the caller must reverse the schedule unless its header
	 * says that it is one.  NULL: begin's search to its end. */
	problem_open *open;
	/* Begins the search that open runs to its end; NULL if there is none,
	 * or open where it is just that. Its schedules are of its own model
	 * only. */
	search_begin *begin;
	/* Opens one processor's part, rank 0 <= r < n, without the others';
	 * NULL if there is no such way. */
	problem_part *rank;
	int is_choice;	/* the best of the others */
	int is_command; /* the command of its name prints it, with --schedule */
	/* It looks for what is better than the others, whose best time is
	 * options' known, by search or, if it is a choice, among schedules of
	 * neighbouring problems; open: STATUS_LIMIT if nothing is better. */
	int is_search;
};

/*
 * The table, in the order of the help; it ends with a row without a name.
 * Behind that, up to algorithms_end, stand rows that nobody asks for by name,
 * but that take part where the best is asked for.
 */
extern const struct algorithm algorithms[], *const algorithms_end;

/* The row of that name, or NULL. */
const struct algorithm *algorithm_find(const char *name);

/* Its default operation: broadcast, if it can. */
enum operation algorithm_operation(const struct algorithm *algorithm);

/* Whether it can do that operation. */
int algorithm_has(const struct algorithm *algorithm, enum operation operation);

/* Whether it can do that operation of the problem: on nodes a collective one
 * only in phases. */
int algorithm_has_on(const struct algorithm *algorithm,
	const struct problem *problem, enum operation operation);

/* Whether it has schedules on several ports: of its own, or, to broadcast, with
 * several messages side by side. */
int algorithm_has_ports(const struct algorithm *algorithm);

/* Whether its schedules for the problem are valid in the model; latencies are
 * whole in logp. */
int algorithm_applies(const struct algorithm *algorithm,
	const struct problem *problem, enum model model);

/*
 * Opens its schedule as one of the model, in which it applies, or of the
 * machine whose blocks options have.
 * Errors: those of the algorithm.
 */
enum status algorithm_open(struct schedule **schedule,
	const struct algorithm *algorithm, enum model model,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;

/*
 * Begins its search; one that has ended, with its schedule, if it has none.
 * Errors: those of the algorithm.
 */
enum status algorithm_begin(struct search **search,
	const struct algorithm *algorithm, enum model model,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;

/*
 * Opens one processor's part, rank 0 <= r < n, in the operation that options
 * name; the algorithm has that, and parts.
 * Errors: those of the algorithm.
 */
enum status algorithm_part(struct part **part,
	const struct algorithm *algorithm, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t rank,
	const struct part_span *span, struct err *err) WARN_UNUSED;

void algorithm_rows(mpz_t rows, const struct algorithm *algorithm,
	const struct problem *problem, const struct algorithm_options *options);

/* What finding its time takes, roughly, in nanoseconds, unless there is a
 * formula. */
uint64_t algorithm_work(
	const struct algorithm *algorithm, const struct problem *problem);

/* Work of a few tenths of a second at most. */
#define ALGORITHM_WORK UINT64_C(200000000)

/*
 * The exact time, elapsed; without a formula, that of the schedule, which is
 * built for the purpose if that takes no more than so much work.
 * Errors: STATUS_LIMIT if it is not found so; those of the algorithm.
 */
enum status algorithm_time(mpq_t time, const struct algorithm *algorithm,
	const struct problem *problem, const struct algorithm_options *options,
	uint64_t work, struct err *err) WARN_UNUSED;

#endif
