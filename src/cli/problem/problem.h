/*
 * The problem that the options of a command ask about: its processors,
 * messages, operation, and the latency, a number or a machine's.
 */
#ifndef FIBCAST_CLI_PROBLEM_PROBLEM_H
#define FIBCAST_CLI_PROBLEM_PROBLEM_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "cli/input/input.h"
#include "cli/option/option.h"
#include "cli/output/output.h"
#include "core/machine.h"
#include "core/problem.h"
#include "core/schedule.h"
#include "core/tree.h"
#include "format/table.h"
#include "model/algorithm.h"
#include "model/machine/machine.h"
#include "model/postal/postal.h"
#include "model/segments.h"
#include "number/cost.h"

/*
 * -- The latency and the model that go with it, as options; and the time that
 * users read and write, which is elapsed time in units of one send only for
 * the plain postal model.
 */

enum { LATENCY_PORTS_MAX = INT32_MAX };

struct latency_args {
	struct sweep latency, bytes, block;
	/* One of them at most. */
	struct machine_option logp, loggp;
	struct machine machine;
	int64_t ports;	    /* of a processor; 0: not given */
	int64_t node;	    /* processors of one; 0: there are none */
	int64_t lanes;	    /* of a node; 0: not given */
	const char *inside; /* the latency inside a node, or L,o,g[,G] */
	int unit;	    /* enum time_unit; 0: L's */
	int rdma;	    /* of the machine */
	int model;	    /* enum model: MODEL_POSTAL or MODEL_LOGP */
	int operation; /* enum operation; for the commands with --op to set */
};

#define LATENCY_OPTIONS(args, type, must)                                      \
	OPTION(args, latency.latency, "latency", type, "LATENCY",              \
		"start of a send to end of its receive, >= 1",                 \
		.letters = "lL", .least = 1, .streams = 1, .required = (must), \
		.or_next = 3),                                                 \
		MACHINE_OPTIONS(args, (type) == OPTION_RATIONALS               \
					      ? OPTION_INTEGERS                \
					      : OPTION_INTEGER)

/* A machine instead of a latency; type: of the bytes. */
#define MACHINE_OPTIONS(args, type)                                            \
	OPTION(args, latency.logp, "logp", OPTION_LOGP, "L,o,g",               \
		"LogP parameters of a machine, instead of -l"),                \
		OPTION(args, latency.loggp, "loggp", OPTION_LOGGP, "L,o,g,G",  \
			"LogGP parameters of a machine, with --bytes"),        \
		OPTION(args, latency.machine, "machine", OPTION_MACHINE,       \
			"FILE", "file of a machine, or what netgauge printed", \
			.streams = 1),                                         \
		OPTION(args, latency.bytes, "bytes", type, "B",                \
			"total size of the messages, in bytes", .least = 1,    \
			.streams = 1, .bytes = 1),                             \
		OPTION(args, latency.unit, "unit", OPTION_CHOICE, "UNIT",      \
			"unit of the times printed, L's if own", .further = 1, \
			.choices = latency_units)

#define PORTS_OPTION(args)                                                     \
	OPTION(args, latency.ports, "ports", OPTION_COUNT, "K",                \
		"number of sends that a processor starts at a time",           \
		.further = 1, .least = 1, .most = LATENCY_PORTS_MAX)

/* Instead of --bytes, where an operation sends blocks. */
#define BLOCK_OPTION(args, type)                                               \
	OPTION(args, latency.block, "block", type, "B",                        \
		"bytes of one block, instead of all", .further = 1,            \
		.least = 1, .streams = 1, .bytes = 1)

/* Nodes of processors, and what messages inside them take. */
#define NODE_OPTIONS(args)                                                     \
	OPTION(args, latency.node, "node", OPTION_COUNT, "P",                  \
		"number of processors of a node; with --inside", .further = 1, \
		.least = 1, .most = INT32_MAX),                                \
		OPTION(args, latency.inside, "inside", OPTION_TEXT, "LATENCY", \
			"latency inside a node; L,o,g of a machine",           \
			.further = 1),                                         \
		OPTION(args, latency.lanes, "lanes", OPTION_COUNT, "K",        \
			"number of sends out of a node at a time",             \
			.further = 1, .least = 1, .most = INT32_MAX)

#define RDMA_OPTION(args)                                                      \
	OPTION(args, latency.rdma, "rdma", OPTION_FLAG, NULL,                  \
		"let receiving processors copy no bytes", .further = 1)

/* The models that have a latency, and all in which messages are broadcast; in
 * the order of enum model. */
extern const char *const latency_models[];
extern const char *const latency_units[];
extern const char *const broadcast_models[];

#define MODEL_OPTION(args, models, first)                                      \
	OPTION(args, latency.model, "model", OPTION_CHOICE, "MODEL",           \
		"model of communication", .choices = (models),                 \
		.start = (first))

/* The ports of a processor: 1 unless given. */
unsigned long latency_ports(const struct latency_args *args);

/* Errors: STATUS_USAGE, naming what does not go with several ports. */
enum status latency_check_ports(const struct latency_args *args,
	const char *what, struct err *err) WARN_UNUSED;

/* Several ports are those of the postal model with a latency, and carry no
 * blocks.  Errors: STATUS_USAGE, naming what is given instead. */
enum status latency_check_port_operation(const struct latency_args *args,
	int operation, struct err *err) WARN_UNUSED;

/* Whether there is one, of its own or a machine's. */
int latency_is_given(const struct latency_args *args);

/* What the options mean. */
struct latency {
	const struct sweep *sweep; /* of lambda: the option's, or our own */
	struct sweep own;
	struct machine machine;		      /* given, or not */
	struct sweep figure[MACHINE_FIGURES]; /* of it: those that are swept */
	const char *option;		      /* that gave it */
	const struct sweep *bytes; /* of a machine that has G, else NULL */
	const struct sweep *block; /* or NULL */
	int operation;		   /* enum operation */
	mpq_t size;		   /* of a message in bytes */
	struct block_cost blocks;  /* of schedule_is_collective */
	mpq_t unit;		   /* user's time in one send, u, or w */
	int is_backwards;      /* a reduction of one message, with w for u */
	struct nodes nodes;    /* if their size is above 0 */
	struct machine inside; /* of a machine's nodes */
	int steps;	       /* times are printed as steps, one more */
	int below_one;	       /* a latency below 1 is answered */
};

/*
 * -- nodes.c: --node, --inside and --lanes.
 */

/* Reads them, the latency being known but for its value.
 * Errors: STATUS_USAGE if one is missing, or malformed, or goes with nothing
 * that there is. */
enum status latency_nodes_init(struct latency *latency,
	const struct latency_args *args, struct err *err) WARN_UNUSED;
void latency_nodes_clear(struct latency *latency);

/* Sets the problem's nodes, which then point into latency, or NULL: for the
 * latency that the problem has, of the size that latency_at has found.
 * Errors: STATUS_USAGE if messages inside a node are slower than others, or a
 * reduction's receives are not as close to those before them. */
enum status latency_nodes(struct problem *problem, struct latency *latency,
	struct err *err) WARN_UNUSED;

/* Errors: STATUS_USAGE for nodes with an operation that has none. */
enum status latency_check_node_operation(const struct latency_args *args,
	int operation, struct err *err) WARN_UNUSED;

/* Errors: STATUS_USAGE, naming what nodes do not go with. */
enum status latency_check_nodes(const struct latency_args *args,
	const char *what, struct err *err) WARN_UNUSED;

/*
 * A model in rounds has none: it is 1.
 * Errors: STATUS_USAGE if there is no latency, or two, or one that the model
 * does not use; if a machine's is below 1 and below_one is 0; if the logp
 * model's is not whole; for bytes, or a unit, that go with no machine, or are
 * missing. The result points into args.  That of a machine with bytes, or with
 * figures that are swept, is not known before latency_at.
 */
enum status latency_init(struct latency *latency,
	const struct latency_args *args, int below_one,
	struct err *err) WARN_UNUSED;
void latency_clear(struct latency *latency);

/*
 * Sets lambda, and the length of a send, for messages that are together so many
 * bytes; bytes: NULL if there are none.
 * Errors: STATUS_USAGE if a message would be less than a byte, or lambda is
 * below 1.
 */
enum status latency_at(mpq_t lambda, struct latency *latency, const mpz_t bytes,
	const mpz_t messages, int below_one, struct err *err) WARN_UNUSED;

/*
 * The same for a collective operation of n processors: sets the size of a
 * block, and what blocks cost; times are then not multiplied by anything.
 * bytes: all blocks of a processor, or, of a scan or census, its operand;
 * block: of each block; or NULL.
 * Errors: STATUS_USAGE if a block would be less than a byte, but not of an
 * allreduce; if L and o are 0, but not of a scatter or a barrier.
 */
enum status latency_at_blocks(struct latency *latency, const mpz_t n,
	const mpq_t bytes, const mpq_t block, struct err *err) WARN_UNUSED;

/* Whether the blocks that are settled have a whole number of bytes, as rows
 * need them.  Errors: STATUS_USAGE. */
enum status latency_check_block(
	const struct latency *latency, struct err *err) WARN_UNUSED;

/* Names the machine of the blocks in the schedule's header; the text, to be
 * freed with mem_free after the schedule is closed. */
char *latency_name_machine(
	struct schedule *schedule, const struct latency *latency);

/* What algorithms are told of the blocks: NULL without a machine, or of other
 * operations. */
const struct block_cost *latency_blocks(const struct latency *latency);

/* What a message of the size that latency_at has found takes of the machine: a
 * size that is no whole number counts as the next one. */
void latency_message(
	struct machine_message *message, const struct latency *latency);

/* size = the bytes of a message, rounded up; bytes = of all m together. */
void latency_segment(
	mpq_t size, mpz_t bytes, const struct latency *latency, const mpz_t m);

/* Whether latency_at finds it, row by row: that of a machine with bytes, or
 * with figures that are swept. */
int latency_varies(const struct latency *latency);

/* Errors: STATUS_USAGE if figures are swept, naming the first. */
enum status latency_check_one(
	const struct latency *latency, struct err *err) WARN_UNUSED;

/* Puts the option that gave the latency before a STATUS_USAGE about it. */
enum status latency_blame(
	const struct latency *latency, enum status status, struct err *err);

/* The column of a swept figure: "L", or "L_us" where the unit is known. */
const char *latency_figure_column(
	const struct latency *latency, enum machine_figure figure);

/* Sets the latency of a machine; latency->sweep then is that lambda.  messages:
 * NULL, or not given, are 1; processors: looked at for operations by block.
 * Errors: STATUS_USAGE if its bytes or figures are swept; those of
 * latency_at. */
enum status latency_settle(struct latency *latency,
	const struct sweep *processors, const struct sweep *messages,
	struct err *err) WARN_UNUSED;

/* latency_init where all are one value, and latency_settle. */
enum status latency_single(struct latency *latency,
	const struct latency_args *args, const struct sweep *processors,
	const struct sweep *messages, struct err *err) WARN_UNUSED;

/* For a single value.  Errors: STATUS_USAGE unless it is whole. */
enum status latency_check_whole(
	const struct latency *latency, struct err *err) WARN_UNUSED;

/* The options that give the latency, each of one value: "-l 2".  mem_free it.
 */
char *latency_text(const struct latency *latency);

/* The name of a column of times, as unit_column has it for the machine's unit.
 */
const char *latency_column(const struct latency *latency, const char *name);

/* "L 6us, o 2us, g 4us": the machine's figures that are not swept; 0 if there
 * are none, or too many, as of a measured one. */
enum { LATENCY_MACHINE = 160 };
int latency_machine_text(
	char text[LATENCY_MACHINE], const struct latency *latency);

/* The unit of a machine's times, "us"; NULL if it is not known. */
const char *latency_unit_name(const struct latency *latency);

/* *schedule in the machine's time, if there is one; closed on failure.
 * Errors: STATUS_LIMIT, as of schedule_scaled. */
enum status latency_scale(struct schedule **schedule,
	const struct latency *latency, struct err *err) WARN_UNUSED;

/* The LogP paper's number for the step at whose end that time has elapsed: one
 * more.  No other place adds it. */
void latency_step(mpz_t step, const mpz_t elapsed);

/* shown = elapsed as the user reads it; elapsed = shown as we count it. */
void latency_show(
	mpq_t shown, const struct latency *latency, const mpq_t elapsed);
/* The same for several messages, where no time is no steps. */
void latency_show_bound(
	mpq_t shown, const struct latency *latency, const mpq_t elapsed);
void latency_read(
	mpq_t elapsed, const struct latency *latency, const mpq_t shown);

/* The unit of what latency_show gives: "rounds". */
const char *latency_unit(const struct latency_args *args);

/*
 * -- --cost and --bandwidth: functions of k as options.
 */

/* Reads the expression; text NULL: none, and *cost is then NULL.
 * Errors: those of cost_parse, with the option's name before them. */
enum status cost_option(struct cost **cost, const char *name, const char *text,
	uint64_t max_bits, struct err *err) WARN_UNUSED;

/* Functions, with their texts. */
struct cost_list {
	struct cost_item {
		struct cost *cost;
		char *text;
	} * item;
	size_t count, capacity;
};

/* Reads a list, joined by commas outside parentheses, into a zeroed one; free
 * it in any case.  Errors: those of cost_option. */
enum status cost_list_option(struct cost_list *list, const char *name,
	const char *text, uint64_t max_bits, struct err *err) WARN_UNUSED;
void cost_list_free(struct cost_list *list);

/*
 * Whether the value's digits are known; if not, *again is set.  In a rehearsal
 * the bits planned are raised by those that the value loses, instead.
 * Errors: STATUS_LIMIT if more bits are of no use.
 */
enum status cost_settle(int *again, const struct value *value, int64_t decimals,
	struct value_precision *precision, struct err *err) WARN_UNUSED;

/*
 * A rehearsal: what takes long with many bits is done with few before, and its
 * work is counted as if they were many, so that it is refused at once.
 *   struct cost_rehearsal rehearsal = {0};
 *   while (cost_rehearse(&rehearsal, &precision, status))
 *           status = what computes and settles all values;
 * precision then has the bits planned, and all of its work is left.
 */
struct cost_rehearsal {
	struct value_precision performed; /* for this one; work: NULL before */
	struct agm_constant constant;	  /* of few bits */
	uint64_t work;			  /* that was left */
};
int cost_rehearse(struct cost_rehearsal *rehearsal,
	struct value_precision *precision, enum status status);

/* Adds the bits that decimals take, and the work. */
void cost_first_bits(struct value_precision *precision, int64_t decimals);

/* Doubles the bits; the last time is when they are enough for so many decimals
 * of any number. */
void cost_refine(struct value_precision *precision, int64_t decimals);

/* The next cell of the table, of a value whose digits are known. */
void cost_cell(struct table *table, const struct value *value,
	const struct value_precision *precision);

/*
 * -- The option for the operation, and what it implies for other options: the
 * model, and which of them have no meaning.
 */

/* An enum operation; broadcast unless given. */
#define OPERATION_OPTION(args, first)                                          \
	OPTION(args, operation, "op", OPTION_CHOICE, "OPERATION",              \
		"what to do", .choices = schedule_usual, .start = (first))

/* Whether the algorithm is for the operation; is_part: and has the part of one
 * processor.  Errors: STATUS_USAGE, naming those that are, outside of nodes. */
enum status operation_check_algorithm(const struct algorithm *algorithm,
	enum operation operation, int is_part, struct err *err) WARN_UNUSED;

/*
 * Whether the operation allows that many messages: a census has only one, and
 * operations by block have none.
 * Errors: STATUS_USAGE, naming the operations that have more.
 */
enum status operation_check_messages(
	int operation, const mpz_t messages, struct err *err) WARN_UNUSED;

/* Checks that the operation exists in the model, -1 if none is given. Errors:
 * STATUS_USAGE, naming both. */
enum status operation_check_model(
	int operation, int model, struct err *err) WARN_UNUSED;

/*
 * Tells the latency the operation.  If no model is given (-1), sets it: rounds,
 * that is sendrecv, for a collective operation without a latency, else postal.
 * Errors: those of operation_check_model.
 */
enum status operation_set_model(struct latency_args *latency, int operation,
	struct err *err) WARN_UNUSED;

/*
 * The best time of a collective operation, of all algorithms in the model or
 * on the machine.
 * Errors: those of ranking_find; STATUS_LIMIT if none is known.
 */
enum status collective_time(mpq_t time, const struct latency *latency,
	const struct problem *problem, enum model model, int operation,
	struct err *err) WARN_UNUSED;

/*
 * -- A broadcasting problem as the options give it: one value each.
 */

/* Initialises problem with n, m (1 unless given) and lambda; all sweeps of one
 * value. */
void problem_read(struct problem *problem, const struct sweep *processors,
	const struct sweep *messages, const mpq_t lambda,
	const struct output *output);

/* Whether -m asks for more than the one message that there always is. */
int problem_has_messages(const struct sweep *messages);

/* The degree of a tree, and the radices of a list of rounds, as texts. */
#define DEGREE_OPTIONS(args)                                                   \
	OPTION(args, degree, "degree", OPTION_TEXT, "D",                       \
		"children of dtree, or best; radix of knomial", .further = 1), \
		OPTION(args, radix, "radix", OPTION_TEXT, "R,..",              \
			"radices of radix (default: the best)", .further = 1)

/*
 * The degree of the algorithm: a number from 1 to max(1, n-1), or from 2 if it
 * is a radix, of which NULL is TREES_RADIX; of others NULL and "best" are 0.
 * Errors: STATUS_USAGE; STATUS_LIMIT if the best radix takes long to find.
 */
enum status problem_degree(mpz_t degree, const struct problem *problem,
	const struct algorithm *algorithm, const char *text,
	struct err *err) WARN_UNUSED;

/* The degree that a machine is asked for: NULL where it is to find the best,
 * which need not be that of the formula. */
const __mpz_struct *problem_machine_degree(
	const mpz_t degree, const char *text);

/* The radices of --radix, none for NULL; to be cleared.
 * Errors: STATUS_USAGE, naming what is no whole number of 2 or more. */
enum status problem_radices(
	struct radices *radices, const char *text, struct err *err) WARN_UNUSED;

/* Whether the algorithm's schedule for this latency is one of the model.
 * Errors: STATUS_USAGE. */
enum status problem_check_latency(const struct problem *problem,
	const struct algorithm *algorithm, enum model model,
	struct err *err) WARN_UNUSED;

/*
 * -- -m best: as many messages as make a machine's bytes arrive soonest.
 */

/* Whether there are bytes to split, and an operation on messages. Errors:
 * STATUS_USAGE. */
enum status segments_option_check(const struct latency_args *latency,
	enum operation operation, struct err *err) WARN_UNUSED;

/* Says, after the answer, that the best segmentation may be another. */
void segments_warn(const struct segments *segments);

/* Says, after the answer for one message of a machine's bytes, how to ask for
 * more, unless a send of one byte takes more than half as long. */
void segments_advise(
	const struct latency_args *latency, const struct sweep *messages);

/*
 * Finds the best segmentation for options of one value each, as `compare -m
 * best` does, with its limit.
 * Errors: those of latency_init and segments_find.
 */
enum status segments_option_find(struct segments *segments,
	const struct latency_args *latency, const struct sweep *processors,
	enum operation operation, const struct sweep *limit, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/* -- What model/machine is asked, as the options give it. */

/* The problem; what it points to besides problem: the message of a segment, and
 * what its schedules' headers say. */
struct on_machine {
	struct machine_problem problem;
	struct machine_message message;
	struct schedule_machine header;
	char *text;
};

/* For the latency that latency_at, or latency_settle, has found; problem and
 * latency must outlive it. */
void on_machine_init(struct on_machine *machine, const struct latency *latency,
	const struct problem *problem, enum operation operation, uint64_t work);
void on_machine_clear(struct on_machine *machine);

/* The bound for messages of B/m bytes, which need not be whole.
 * Errors: those of machine_bound. */
enum status on_machine_bound(mpq_t bound, const struct latency *latency,
	const struct problem *problem, enum operation operation,
	struct err *err) WARN_UNUSED;

/* Adds what the machine adds to a list of postal bounds, in their unit, u.
 * Errors: as above. */
enum status on_machine_bound_list(struct bound_list *list,
	const struct latency *latency, const struct problem *problem,
	enum operation operation, struct err *err) WARN_UNUSED;

/* -- The options --late and --due: a time for each processor. */

struct late_args {
	struct sweep late, due;
};

#define LATE_OPTIONS(args)                                                     \
	OPTION(args, late.late, "late", OPTION_RATIONALS, "TIMES",             \
		"for a reduction: when each has its operand", .further = 1,    \
		.streams = 1),                                                 \
		OPTION(args, late.due, "due", OPTION_RATIONALS, "TIMES",       \
			"for a broadcast: when each must know the message",    \
			.further = 1, .streams = 1)

int late_is_given(const struct late_args *args);

/* Whether they go with the operation, and with each other.
 * Errors: STATUS_USAGE. */
enum status late_check(const struct late_args *args, int operation,
	const struct sweep *processors, struct err *err) WARN_UNUSED;

/*
 * Opens the schedule, on the machine if there is one.  time: the end of the
 * reduction, or by how much the broadcast is behind, in the user's unit.
 * Errors: STATUS_USAGE unless there is a time for each of the problem's n
 * processors; those of postal_late_reduce_open and of schedule_scaled.
 */
enum status late_open(struct schedule **schedule, mpq_t time,
	const struct late_args *args, const struct latency *latency,
	const struct problem *problem, struct err *err) WARN_UNUSED;

/* Its tree, of a zeroed one; time: in sends.  Errors: those of late_open and
 * of postal_late_tree. */
enum status late_tree(struct tree *tree, mpq_t time,
	const struct late_args *args, const struct latency *latency,
	const struct problem *problem, struct err *err) WARN_UNUSED;

#endif
