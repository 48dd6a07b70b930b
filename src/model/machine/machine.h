/*
 * Broadcasts, reductions and censuses of several messages on a LogGP machine:
 * how soon, in schedules that keep to the machine's rules (core/machine.h).
 *
 *   planned   a postal schedule of latency lambda whose row at t starts at t
 *             times `send`, and each message is taken when it arrives
 *   as soon as possible   a postal schedule carried out on the machine
 *             (core/schedule_simulated.h), where messages may wait
 *
 * In either case the time is LogGOPSim's for the schedule.
 */
#ifndef FIBCAST_MODEL_MACHINE_MACHINE_H
#define FIBCAST_MODEL_MACHINE_MACHINE_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "core/machine.h"
#include "core/part.h"
#include "core/schedule.h"
#include "fibonacci/fibonacci.h"
#include "model/algorithm.h"
#include "model/ranking.h"

enum machine_way { WAY_PLANNED, WAY_SOON };

/* The ways' names: "planned", "as-soon-as-possible". */
extern const char *const machine_ways[];

/* A schedule, and its time on the machine. */
struct machine_choice {
	const struct algorithm *algorithm; /* NULL: none is known */
	enum machine_way way;
	int is_most;	  /* the time is an upper bound only */
	int is_exchanged; /* it is as exchanged.c says */
	mpz_t degree;
	mpq_t lambda, send; /* of the postal schedule; of what is planned */
	mpq_t time;
};

void machine_choice_init(struct machine_choice *choice);
void machine_choice_clear(struct machine_choice *choice);

/* What is asked. */
struct machine_problem {
	const __mpz_struct *n, *m;
	const struct machine_message *message;
	enum operation operation;   /* broadcast, reduce or census */
	const __mpz_struct *degree; /* of the algorithm; NULL: the best */
	unsigned flags;		    /* of ranking_find */
	uint64_t work;		    /* that a schedule may take */
	uint64_t max_bits;
	struct fibonacci_jumps *jumps; /* of the bound's problem, or NULL */
	int is_rounded; /* the bound may be a little lower, and is found sooner
			 */
	int is_one_of;	/* it is one of many that are asked for: for a great n
			   all are lower, and found sooner */
};

/*
 * ranking, of all that follow, keeps what is found from call to call.
 * The best of an algorithm's schedules on the machine that are known here:
 * planned at whole latencies, and at fractions near e/u_2 if the machine allows
 * that, and as soon as possible for latencies near e/u and e/u_2; of what
 * libraries do as soon as possible for e/u alone; of one message planned at
 * e/u. Only what is below the time of the choice given replaces that; without
 * an algorithm it is none. Errors: those of the algorithm but STATUS_LIMIT.
 */
enum status machine_find(struct machine_choice *choice, struct ranking *ranking,
	const struct algorithm *algorithm,
	const struct machine_problem *problem, struct err *err) WARN_UNUSED;

/* The least time that is planned at a whole latency, of all algorithms; one
 * message at e/u.  Errors: as above. */
enum status machine_find_planned(struct machine_choice *choice,
	struct ranking *ranking, const struct machine_problem *problem,
	struct err *err) WARN_UNUSED;

/* Whether the algorithm takes part on a machine, with those flags of
 * ranking_find. */
int machine_has(
	const struct algorithm *row, enum operation operation, unsigned flags);

/* The best that machine_find finds of those that take part, each for itself.
 * Errors: as above; STATUS_LIMIT if no time is found. */
enum status machine_find_best(struct machine_choice *choice,
	struct ranking *ranking, const struct machine_problem *problem,
	struct err *err) WARN_UNUSED;

/* What may be better; its time is a lower bound, found without building. */
struct machine_try {
	struct machine_choice choice;
	mpz_t m;
	unsigned soon;	 /* which latency it is carried out for */
	uint64_t work;	 /* to build and to try it, roughly, in nanoseconds */
	uint64_t least;	 /* its time */
	uint64_t excess; /* how far above that it is expected, as a ratio */
	uint64_t near;	 /* how near that one is from which this is known */
	int is_tried, is_failed;
};

struct machine_tries {
	struct machine_try *item;
	size_t count, capacity;
	mpq_t unit;    /* in which least is counted */
	unsigned hope; /* a try may be above its bound by 2^-hope of what is
			  expected */
	struct fibonacci_jumps jumps; /* for the bounds of all problems */
};

void machine_tries_init(struct machine_tries *tries);
void machine_tries_clear(struct machine_tries *tries);

/* Adds what may be better than the best: plans at fractions, and what is done
 * as soon as possible.  bound: that of the problem.   Errors: as above. */
enum status machine_list(struct machine_tries *tries,
	const struct machine_choice *best, const mpq_t bound,
	const struct algorithm *algorithm,
	const struct machine_problem *problem, struct err *err) WARN_UNUSED;

/* The most promising of what costs no more than is left and may be better than
 * the best, or NULL. */
struct machine_try *machine_next(const struct machine_tries *tries,
	const struct machine_choice *best, uint64_t left);

/* Builds one of the tries, for its m, and takes it if it is better; whether it
 * is, in *is_taken.   Errors: as above. */
enum status machine_try(struct machine_choice *best, int *is_taken,
	struct machine_tries *tries, struct machine_try *one,
	struct ranking *ranking, const struct machine_problem *problem,
	struct err *err) WARN_UNUSED;

/* Whether it allows all postal schedules whose latency is e/u, and whole, with
 * sends that start at u times theirs. */
int machine_allows_postal(const struct machine_message *message);

/* Opens the schedule of a choice; machine: its text and unit, the message being
 * the problem's.  Errors: those of the algorithm, of schedule_scaled and of
 * schedule_simulated. */
enum status machine_open(struct schedule **schedule,
	const struct machine_choice *choice,
	const struct machine_problem *problem,
	const struct schedule_machine *machine, struct err *err) WARN_UNUSED;

/*
 * Opens one processor's part of what is planned, in the machine's time, as the
 * span is; the algorithm has parts.  rows are no fewer than there are.
 * Errors: those of algorithm_part.
 */
enum status machine_part(struct part **part,
	const struct machine_choice *choice,
	const struct machine_problem *problem, const mpz_t rank,
	const struct part_span *span, struct err *err) WARN_UNUSED;

/*
 * The time before which no schedule ends on the machine, waiting, redundant
 * messages and any order allowed: the greatest of what the ports, the
 * processors and the postal model ask for.  Only n, m, message, operation and
 * max_bits are looked at.
 * Errors: STATUS_LIMIT past max_bits.
 */
enum status machine_bound(mpq_t bound, const struct machine_problem *problem,
	struct err *err) WARN_UNUSED;

/* Those of them that the machine adds to the postal model's, for broadcasts, in
 * its time: the ports' and the processors'.  Errors: as above. */
enum status machine_bound_list(struct bound_list *list,
	const struct machine_problem *problem, struct err *err) WARN_UNUSED;

/* The best of Open MPI's algorithms for a broadcast or a reduction that send
 * along one tree.
 * id: of Open MPI's; segment: its bytes, 0 for none; time: the machine's. */
struct openmpi_choice {
	unsigned id;
	uint64_t segment;
	mpq_t time;
};

void openmpi_choice_init(struct openmpi_choice *choice);
void openmpi_choice_clear(struct openmpi_choice *choice);

/*
 * The best for n processors and a message of that many bytes, unsegmented or
 * cut into segments of 2^10, 2^11 .. bytes, up to 2^31; the last segment counts
 * as full. The k-nomial tree has the usual radix.  Each tree is carried out as
 * soon as possible, up to MACHINE_ROWS transmissions (ways.h).  Of equally good
 * ones one.
 * Errors: those of machine_find; STATUS_LIMIT past max_bits.
 */
enum status openmpi_choose(struct openmpi_choice *choice,
	const struct machine *machine, enum operation operation, const mpz_t n,
	const mpz_t bytes, uint64_t max_bits, struct err *err) WARN_UNUSED;

/*
 * The time of one of those trees, by our name, with segments of so many bytes,
 * 0 for none, for a broadcast or a reduction.
 * Errors: those of machine_find; STATUS_LIMIT if it has no time.
 */
enum status openmpi_tree_time(mpq_t time, const struct machine *machine,
	const char *tree, enum operation operation, const mpz_t n,
	const mpz_t bytes, uint64_t segment, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

#endif
