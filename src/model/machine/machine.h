/*
 * Broadcasts, reductions and censuses of several messages on a LogGP machine:
 * how fast they are by schedules that keep to the machine's rules
 * (core/machine.h).
 *
 *   planned   a postal schedule of latency lambda, whose row at t starts at t
 *             times `send`, and whose messages are received when they arrive;
 *             or one built for the machine, in which a message may also wait
 *             until what is under way at its receiver has ended
 *   as soon as possible   a postal schedule, or one built for the machine,
 *             carried out on it (core/schedule_simulated.c), where messages
 *             may wait
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
	const struct algorithm *algorithm; /* NULL: no schedule is known */
	enum machine_way way;
	int is_most;	  /* the time is only an upper bound */
	int is_exchanged; /* it is one of exchanged.c */
	unsigned spare;	  /* it is one for so many processors more, of which as
			     many are left out */
	mpz_t degree;
	mpq_t lambda, send; /* of the postal schedule; the plan's */
	mpq_t time;
	/* The postal schedule, if it is built for the machine (built.c). */
	struct schedule_header header;
	struct transmissions built;
};

void machine_choice_init(struct machine_choice *choice);
void machine_choice_clear(struct machine_choice *choice);

struct machine_problem {
	const __mpz_struct *n, *m;
	const struct machine_message *message;
	enum operation operation;   /* broadcast, reduce or census */
	const __mpz_struct *degree; /* of the algorithm; NULL: the best */
	unsigned flags;		    /* of ranking_find */
	uint64_t work;		    /* that a schedule may take */
	const __mpq_struct *known;  /* the time to beat by a search, or NULL */
	uint64_t max_bits;
	struct fibonacci_jumps *jumps; /* of the bound's problem, or NULL */
	int is_rounded; /* the bound may be a little lower, to be found sooner
			 */
	int is_one_of;	/* one of many problems: for a great n the bound of each
			   may be lower, to be found sooner */
};

/*
 * In all functions that follow, ranking keeps what it finds from call to call.
 *
 * Finds the best schedule of an algorithm on the machine among those known
 * here: planned at whole latencies, and at fractions near e/u_2 if the machine
 * allows that; as soon as possible for latencies near e/u and e/u_2, for the
 * trees of libraries for e/u alone; for one message, planned at e/u.  It
 * replaces the choice given only if its time is lower, or if that has no
 * algorithm.  Errors: those of the algorithm, except STATUS_LIMIT.
 */
enum status machine_find(struct machine_choice *choice, struct ranking *ranking,
	const struct algorithm *algorithm,
	const struct machine_problem *problem, struct err *err) WARN_UNUSED;

/* The best plan at a whole latency, of all algorithms; for one message at e/u.
 * Errors: as above. */
enum status machine_find_planned(struct machine_choice *choice,
	struct ranking *ranking, const struct machine_problem *problem,
	struct err *err) WARN_UNUSED;

/* Whether the algorithm takes part: what libraries do on request, and where a
 * message is there before the next can be sent, as many steps, one after the
 * other, then take less than few sends of one processor. */
int machine_has(
	const struct algorithm *row, const struct machine_problem *problem);

/*
 * The best of what machine_find finds for each algorithm that is considered.
 * Errors: as above; STATUS_LIMIT if no time is found.
 */
enum status machine_find_best(struct machine_choice *choice,
	struct ranking *ranking, const struct machine_problem *problem,
	struct err *err) WARN_UNUSED;

/* A try: a schedule that may be better than the best one.  The time of its
 * choice is a lower bound, found without building the schedule. */
struct machine_try {
	struct machine_choice choice;
	mpz_t m;
	unsigned soon;	/* which of the latencies it is carried out for */
	uint64_t work;	/* to build it and carry it out, roughly, in ns; once it
			   is tried, what it took */
	uint64_t least; /* its time, as a score */
	uint64_t excess; /* how far above `least` its time is expected, as a
			    ratio */
	uint64_t near; /* how near to its m the m of the try is from which this
			  is known */
	int is_tried, is_failed;
};

struct machine_tries {
	struct machine_try *item;
	size_t count, capacity;
	mpq_t unit;	/* in which `least` is counted */
	unsigned hope;	/* a try may be above its bound by only 2^-hope of what
			   is expected */
	int is_planned; /* only plans are tried */
	struct fibonacci_jumps jumps; /* for the bounds of all problems */
};

void machine_tries_init(struct machine_tries *tries);
void machine_tries_clear(struct machine_tries *tries);

/* Adds the tries that may be better than the best: plans at fractions, and
 * schedules carried out as soon as possible.  bound: that of the problem.
 * Errors: as above. */
enum status machine_list(struct machine_tries *tries,
	const struct machine_choice *best, const mpq_t bound,
	const struct algorithm *algorithm,
	const struct machine_problem *problem, struct err *err) WARN_UNUSED;

/* The work of building a schedule, of a problem's work: that, if it is more
 * than the usual, or a part of a look's. */
uint64_t machine_build_work(uint64_t work);

/* The most promising try that costs no more than `left` and may be better than
 * the best; or NULL.  m: of the try; NULL: any. */
struct machine_try *machine_next(const struct machine_tries *tries,
	const struct machine_choice *best, const mpz_t m, uint64_t left);

/* Builds one of the tries, for its m, and takes it if it is better; *is_taken
 * tells.   Errors: as above. */
enum status machine_try(struct machine_choice *best, int *is_taken,
	struct machine_tries *tries, struct machine_try *one,
	struct ranking *ranking, const struct machine_problem *problem,
	struct err *err) WARN_UNUSED;

/* Whether the machine allows every postal schedule of latency e/u, if that is
 * whole, when each send starts at u times its postal time. */
int machine_allows_postal(const struct machine_message *message);

/* Opens the schedule of a choice.  machine: the machine's text and unit, with
 * the problem's message.  Errors: those of the algorithm, of schedule_scaled
 * and of schedule_simulated. */
enum status machine_open(struct schedule **schedule,
	const struct machine_choice *choice,
	const struct machine_problem *problem,
	const struct schedule_machine *machine, struct err *err) WARN_UNUSED;

/*
 * Opens one processor's part of a plan whose algorithm has parts, in the
 * machine's time, in which the span is given.  rows is an upper bound.
 * Errors: those of algorithm_part.
 */
enum status machine_part(struct part **part,
	const struct machine_choice *choice,
	const struct machine_problem *problem, const mpz_t rank,
	const struct part_span *span, struct err *err) WARN_UNUSED;

/*
 * A time before which no schedule ends on the machine, even with waiting,
 * redundant messages and messages in any order: the greatest of the bounds by
 * the ports, the processors and the postal model.  Of the problem only n, m,
 * message, operation, max_bits, jumps, is_rounded and is_one_of are used.
 * Errors: STATUS_LIMIT past max_bits.
 */
enum status machine_bound(mpq_t bound, const struct machine_problem *problem,
	struct err *err) WARN_UNUSED;

/* Those bounds for broadcasts that the machine adds to the postal model's, in
 * its time: the ports' and the processors'.  Errors: as above. */
enum status machine_bound_list(struct bound_list *list,
	const struct machine_problem *problem, struct err *err) WARN_UNUSED;

struct segments_problem;

/*
 * The best of Open MPI's algorithms for a broadcast or a reduction that send
 * along one tree.
 * id: Open MPI's number; segment: the bytes of a segment, 0 for none; time: in
 * the machine's unit.
 */
struct openmpi_choice {
	unsigned id;
	uint64_t segment;
	mpq_t time;
};

void openmpi_choice_init(struct openmpi_choice *choice);
void openmpi_choice_clear(struct openmpi_choice *choice);

/*
 * The best algorithm for the problem (model/segments.h), its message either
 * unsegmented or cut into segments of 2^10, 2^11 .. bytes, up to 2^31; the last
 * segment counts as full.  The k-nomial tree has the usual radix.  Each tree is
 * carried out as soon as possible, up to MACHINE_ROWS transmissions (ways.h).
 * Of equally good algorithms the first one found.
 * Errors: those of machine_find; STATUS_LIMIT past max_bits.
 */
enum status openmpi_choose(struct openmpi_choice *choice,
	const struct segments_problem *problem, struct err *err) WARN_UNUSED;

/*
 * The time of one of those trees, by our name for it, with segments of so many
 * bytes, 0 for none.
 * Errors: those of machine_find; STATUS_LIMIT if the tree has no time.
 */
enum status openmpi_tree_time(mpq_t time, const char *tree, uint64_t segment,
	const struct segments_problem *problem, struct err *err) WARN_UNUSED;

#endif
