/*
 * The problem that a command's options describe: processors, messages, the
 * operation, and the latency, given as a number or by a machine.
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
 * -- The options for the latency and the model; and the times that users read
 * and write: elapsed times in units of one send in the postal model only.
 */

enum { LATENCY_PORTS_MAX = INT32_MAX };

struct latency_args {
	struct sweep latency, bytes, block;
	/* At most one of these three is given. */
	struct machine_option logp, loggp;
	struct machine machine;
	struct sweep ports; /* of each processor */
	struct sweep node;  /* processors in a node; not given: no nodes */
	struct sweep lanes; /* of each node */
	const char *inside; /* the latency inside a node, or L,o,g[,G] */
	int unit;	    /* enum time_unit; UNIT_NONE: that of L */
	int rdma;	    /* the machine copies without its processors */
	int model;	    /* enum model */
	int operation;	    /* enum operation; set by commands with --op */
};

#define LATENCY_OPTIONS(args, type, must)                                      \
	OPTION(args, latency.latency, "latency", type, "LATENCY",              \
		"start of a send to end of its receive, >= 1",                 \
		.letters = "lL", .least = 1, .streams = 1, .required = (must), \
		.or_next = 3),                                                 \
		MACHINE_OPTIONS(args, (type) == OPTION_RATIONALS               \
					      ? OPTION_INTEGERS                \
					      : OPTION_INTEGER)

/* The options for a machine instead of a latency; type: that of --bytes. */
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

#define PORTS_OPTION(args, type)                                               \
	OPTION(args, latency.ports, "ports", type, "K",                        \
		"number of sends that a processor starts at a time",           \
		.further = 1, .least = 1, .most = LATENCY_PORTS_MAX)

/* Instead of --bytes, for operations that send blocks. */
#define BLOCK_OPTION(args, type)                                               \
	OPTION(args, latency.block, "block", type, "B",                        \
		"bytes of one block, instead of all", .further = 1,            \
		.least = 1, .streams = 1, .bytes = 1)

/* Nodes of processors, and the latency inside a node. */
#define NODE_OPTIONS(args, type)                                               \
	OPTION(args, latency.node, "node", type, "P",                          \
		"number of processors of a node; with --inside", .further = 1, \
		.least = 1, .most = INT32_MAX),                                \
		OPTION(args, latency.inside, "inside", OPTION_TEXT, "LATENCY", \
			"latency inside a node; L,o,g of a machine",           \
			.further = 1),                                         \
		OPTION(args, latency.lanes, "lanes", type, "K",                \
			"number of sends out of a node at a time",             \
			.further = 1, .least = 1, .most = INT32_MAX)

#define RDMA_OPTION(args)                                                      \
	OPTION(args, latency.rdma, "rdma", OPTION_FLAG, NULL,                  \
		"let receiving processors copy no bytes", .further = 1)

/* Choices, up to NULL: the models with a latency, and all in which messages are
 * broadcast, in the order of enum model; the units of --unit. */
extern const char *const latency_models[];
extern const char *const broadcast_models[];
extern const char *const latency_units[];

#define MODEL_OPTION(args, models, first)                                      \
	OPTION(args, latency.model, "model", OPTION_CHOICE, "MODEL",           \
		"model of communication", .choices = (models),                 \
		.start = (first))

/* The ports of each processor: 1 unless given. */
unsigned long latency_ports(const struct latency_args *args);

/* Refuses several ports: "--ports: not used with (what)".
 * Errors: STATUS_USAGE. */
enum status latency_check_ports(const struct latency_args *args,
	const char *what, struct err *err) WARN_UNUSED;

/* Refuses a size, a unit and --rdma, which mean nothing without a machine.
 * Errors: STATUS_USAGE. */
enum status latency_check_no_machine(
	const struct latency_args *args, struct err *err) WARN_UNUSED;

/* Refuses several ports for operations by block and unless --latency is given.
 * Errors: STATUS_USAGE, naming what does not go with them. */
enum status latency_check_port_operation(const struct latency_args *args,
	int operation, struct err *err) WARN_UNUSED;

/* Whether a latency or a machine is given. */
static inline int latency_is_given(const struct latency_args *args)
{
	return args->latency.range || args->logp.machine.given ||
	       args->loggp.machine.given || args->machine.given;
}

/* Whether the latency, the bytes, or a figure of a machine is a sweep. */
int latency_is_swept(const struct latency_args *args);

/* Where the latency inside a node was given: what an error names. */
struct inside_source {
	const char *text; /* the latency, or L,o,g[,G] */
	const char *file; /* of --machine; NULL: it is from --inside */
	uint64_t line;
};

/* The meaning of these options. */
struct latency {
	const struct sweep *sweep; /* lambda: args->latency, or own */
	struct sweep own;
	struct machine machine;		      /* if it is given */
	struct sweep figure[MACHINE_FIGURES]; /* its figures that are swept */
	const char *option;	   /* the one that is given: "--logp" */
	const struct sweep *bytes; /* --bytes, or NULL */
	const struct sweep *block; /* --block, or NULL */
	enum operation operation;
	mpq_t size;		  /* the bytes of a message */
	struct block_cost blocks; /* for collective operations */
	mpq_t unit;		  /* u, a send in the user's time; or w */
	int is_backwards;	  /* a reduction of one message: unit is w */
	struct nodes nodes;	  /* of size 0 if there are none */
	struct sweep inner;	  /* --inside, if it is a latency */
	struct machine inside;	  /* inside the nodes of a machine */
	struct inside_source inside_source;
	int steps;     /* times are printed as steps, one more */
	int below_one; /* a latency below 1 is allowed */
};

/*
 * -- nodes.c: --node, --inside and --lanes.
 */

/* Reads the options for nodes.
 * Errors: STATUS_USAGE if one is missing or malformed, or does not go with the
 * other options. */
enum status latency_nodes_init(struct latency *latency,
	const struct latency_args *args, struct err *err) WARN_UNUSED;
void latency_nodes_clear(struct latency *latency);

/* Points problem->nodes to those of latency, for the problem's lambda and the
 * message size that latency_at has set; to NULL if there are no nodes.
 * Errors: STATUS_USAGE, or STATUS_INPUT where a file gave the latency inside
 * nodes, if messages inside a node are slower than others, or if
 * a reduction on the machine is not a broadcast backwards. */
enum status latency_nodes(struct problem *problem, struct latency *latency,
	struct err *err) WARN_UNUSED;

/* Refuses nodes for operations that have none.  Errors: STATUS_USAGE. */
enum status latency_check_node_operation(const struct latency_args *args,
	int operation, struct err *err) WARN_UNUSED;

/* What an error calls the option for nodes: "--node", or the key of a machine's
 * file that stands for it. */
const char *latency_node_option(const struct latency_args *args);

/* Refuses nodes: "--node: not used with (what)".  Errors: STATUS_USAGE. */
enum status latency_check_nodes(const struct latency_args *args,
	const char *what, struct err *err) WARN_UNUSED;

/*
 * Reads the options; latency points into args from then on.  Lambda is 1 in a
 * model in rounds; if latency_varies, latency_at finds it for each row.  Call
 * latency_clear in any case.
 * Errors: STATUS_USAGE if there is no latency, or two, or one that the model
 * does not use; if a machine's is below 1 and below_one is 0; if it is not
 * whole in the logp model; if bytes or a unit are missing, or go with nothing.
 */
enum status latency_init(struct latency *latency,
	const struct latency_args *args, int below_one,
	struct err *err) WARN_UNUSED;
void latency_clear(struct latency *latency);

/*
 * Sets lambda, and latency's unit and size, for a machine and that many
 * messages; bytes: the size of all of them together, NULL if not given.
 * Errors: STATUS_USAGE if a message would be less than a byte, or lambda is
 * below 1 and below_one, of latency_init, was 0.
 */
enum status latency_at(mpq_t lambda, struct latency *latency, const mpz_t bytes,
	const mpz_t messages, struct err *err) WARN_UNUSED;

/*
 * latency_at for a collective operation of n processors: sets the size of a
 * block; the unit is 1, since block costs are in the machine's time.
 * bytes: all blocks of a processor together or, of a scan or a census, its
 * operand; block: one block; each NULL if not given.
 * Errors: STATUS_USAGE if a block would be less than a byte, except for an
 * allreduce; if L and o are 0, except for a scatter or a barrier.
 */
enum status latency_at_blocks(struct latency *latency, const mpz_t n,
	const mpq_t bytes, const mpq_t block, struct err *err) WARN_UNUSED;

/* Checks that rows carry a whole number of bytes, in a schedule of n processors
 * whose header has the operation: that asked for, or a census for an allreduce.
 * Errors: STATUS_USAGE. */
enum status latency_check_block(const struct latency *latency,
	enum operation operation, const mpz_t n, struct err *err) WARN_UNUSED;

/* Names the machine in the header of a collective operation's schedule.
 * Returns the text that the header points to: mem_free it after the schedule is
 * closed. */
char *latency_name_machine(
	struct schedule *schedule, const struct latency *latency);

/* The costs of blocks, for algorithms; NULL without a machine, and for
 * operations that are not collective. */
const struct block_cost *latency_blocks(const struct latency *latency);

/* Sets what a message takes on the machine, for the size that latency_at has
 * set, rounded up to whole bytes. */
void latency_message(
	struct machine_message *message, const struct latency *latency);

/* size = the bytes of a message, rounded up; bytes = those of m messages before
 * rounding. */
void latency_segment(
	mpq_t size, mpz_t bytes, const struct latency *latency, const mpz_t m);

/* Whether the latency can differ from row to row, so that latency_at must find
 * it: that of a machine with bytes or a block, or with swept figures. */
int latency_varies(const struct latency *latency);

/* Refuses swept figures.  Errors: STATUS_USAGE, naming the first one. */
enum status latency_check_one(
	const struct latency *latency, struct err *err) WARN_UNUSED;

/* Puts the option that gave the latency before the message of a STATUS_USAGE;
 * returns status. */
enum status latency_blame(
	const struct latency *latency, enum status status, struct err *err);

/* The column of a swept figure: "L", or "L_us" where the unit is known. */
const char *latency_figure_column(
	const struct latency *latency, enum machine_figure figure);

/* Finds the latency of a machine where all options have one value; lambda is
 * then that of latency->sweep.  messages: 1 if NULL or not given; processors:
 * used for collective operations only.
 * Errors: STATUS_USAGE if bytes or figures are swept; those of latency_at. */
enum status latency_settle(struct latency *latency,
	const struct sweep *processors, const struct sweep *messages,
	struct err *err) WARN_UNUSED;

/* latency_init with below_one 0, then latency_settle. */
enum status latency_single(struct latency *latency,
	const struct latency_args *args, const struct sweep *processors,
	const struct sweep *messages, struct err *err) WARN_UNUSED;

/* Refuses a latency, of one value, that is not whole.  Errors: STATUS_USAGE. */
enum status latency_check_whole(
	const struct latency *latency, struct err *err) WARN_UNUSED;

/* Options that describe the latency, which has one value: "-l 2", or those of
 * a machine.  mem_free it. */
char *latency_text(const struct latency *latency);

/* The name of a column of times with the machine's unit: unit_column. */
const char *latency_column(const struct latency *latency, const char *name);

/* Writes "L 6us, o 2us, g 4us", the machine's figures that are not swept.
 * Returns 0, text being "", if there are none, or if they depend on the size.
 */
enum { LATENCY_MACHINE = 160 };
int latency_machine_text(
	char text[LATENCY_MACHINE], const struct latency *latency);

/* The unit of a machine's times, "us"; NULL if it is not known. */
const char *latency_unit_name(const struct latency *latency);

/* Converts *schedule to the machine's time, if there is a machine; closes it on
 * failure.  Errors: those of schedule_scaled. */
enum status latency_scale(struct schedule **schedule,
	const struct latency *latency, struct err *err) WARN_UNUSED;

/* step = the LogP paper's number for the step at whose end that time has
 * elapsed, one more.  No other place adds that one. */
void latency_step(mpz_t step, const mpz_t elapsed);

/* shown = the time as users read it: in the machine's unit, or as steps. */
void latency_show(
	mpq_t shown, const struct latency *latency, const mpq_t elapsed);
/* latency_show for several messages, but 0 stays 0: it takes no step. */
void latency_show_bound(
	mpq_t shown, const struct latency *latency, const mpq_t elapsed);
/* elapsed = a time in the user's unit, in sends. */
void latency_read(
	mpq_t elapsed, const struct latency *latency, const mpq_t shown);

/* The unit of what latency_show gives, in words: "rounds". */
const char *latency_unit(const struct latency_args *args);

/*
 * -- Functions of k as options: --cost and --bandwidth.
 */

/* Reads the function; sets *cost to NULL if text is NULL.
 * Errors: those of cost_parse, prefixed with name, the option's. */
enum status cost_option(struct cost **cost, const char *name, const char *text,
	uint64_t max_bits, struct err *err) WARN_UNUSED;

/* Functions and their texts, without blanks. */
struct cost_list {
	struct cost_item {
		struct cost *cost;
		char *text;
	} * item;
	size_t count, capacity;
};

/* Reads functions separated by commas, other than those in parentheses, into a
 * zeroed list; free it in any case.  Errors: those of cost_option. */
enum status cost_list_option(struct cost_list *list, const char *name,
	const char *text, uint64_t max_bits, struct err *err) WARN_UNUSED;
void cost_list_free(struct cost_list *list);

/*
 * Sets *again if the value is not precise enough for that many decimals, so
 * that it must be computed again with more bits (cost_refine).  In a rehearsal
 * it raises the planned bits instead, by those that the value loses.
 * Errors: STATUS_LIMIT if the bits were the last that are tried.
 */
enum status cost_settle(int *again, const struct value *value, int64_t decimals,
	struct value_precision *precision, struct err *err) WARN_UNUSED;

/*
 * A rehearsal: a computation with few bits that counts the work as if they were
 * many, so that what would take too long is refused at once.
 *   struct cost_rehearsal rehearsal = {0};
 *   while (cost_rehearse(&rehearsal, &precision, status))
 *           status = what computes and settles all values;
 * After the loop precision has the planned bits, and the work that was left
 * before it.
 */
struct cost_rehearsal {
	struct value_precision performed; /* saved; work NULL: none has begun */
	struct agm_constant constant;	  /* for the few bits */
	uint64_t work;			  /* that was left before */
};
int cost_rehearse(struct cost_rehearsal *rehearsal,
	struct value_precision *precision, enum status status);

/* Sets the bits to begin with for that many decimals, and raises the work to
 * what they take; changes nothing for 0 or fewer decimals. */
void cost_first_bits(struct value_precision *precision, int64_t decimals);

/* Doubles the bits; sets precision->last once they are as many as are ever
 * tried for that many decimals. */
void cost_refine(struct value_precision *precision, int64_t decimals);

/* Writes the next cell of the table: a value that is precise enough. */
void cost_cell(struct table *table, const struct value *value,
	const struct value_precision *precision);

/*
 * -- The option for the operation, and what it implies for other options.
 */

/* The option --op; first: the default, an enum operation or -1. */
#define OPERATION_OPTION(args, first)                                          \
	OPTION(args, operation, "op", OPTION_CHOICE, "OPERATION",              \
		"what to do", .choices = schedule_usual, .start = (first))

/* Checks that the algorithm has the operation.
 * Errors: STATUS_USAGE, naming the algorithms that do, on nodes or elsewhere;
 * is_part: only those that give the part of one processor. */
enum status operation_check_algorithm(const struct algorithm *algorithm,
	enum operation operation, int is_part, int on_nodes,
	struct err *err) WARN_UNUSED;

/* Refuses several messages where the operation has one, as a census, or a block
 * for each processor instead.  Errors: STATUS_USAGE. */
enum status operation_check_messages(
	int operation, const mpz_t messages, struct err *err) WARN_UNUSED;

/* Checks that the model, -1 if none is given, has the operation.
 * Errors: STATUS_USAGE, naming both. */
enum status operation_check_model(
	int operation, int model, struct err *err) WARN_UNUSED;

/*
 * Sets the operation and, if no model is given (-1), the model: sendrecv, in
 * rounds, for a collective operation without a latency, else postal.
 * Errors: those of operation_check_model.
 */
enum status operation_set_model(struct latency_args *latency, int operation,
	struct err *err) WARN_UNUSED;

/*
 * time = the best time of a collective operation among all algorithms, in the
 * model or on the machine.
 * Errors: those of ranking_find; if the first algorithm of the ranking has no
 * time, those of algorithm_time; STATUS_LIMIT if there is no algorithm.
 */
enum status collective_time(mpq_t time, const struct latency *latency,
	const struct problem *problem, enum model model, int operation,
	struct err *err) WARN_UNUSED;

/*
 * -- The problem of options that have one value each.
 */

/* Initialises problem with n, m (1 if messages is NULL or not given) and
 * lambda. */
void problem_read(struct problem *problem, const struct sweep *processors,
	const struct sweep *messages, const mpq_t lambda,
	const struct output *output);

/* Whether -m is given, with a value other than 1. */
int problem_has_messages(const struct sweep *messages);

/* The degree of a tree, and the radices of a list of rounds, both as texts. */
#define DEGREE_OPTIONS(args)                                                   \
	OPTION(args, degree, "degree", OPTION_TEXT, "D",                       \
		"children of dtree, or best; radix of knomial", .further = 1), \
		OPTION(args, radix, "radix", OPTION_TEXT, "R,..",              \
			"radices of radix (default: the best)", .further = 1)

/*
 * Reads the degree for an algorithm: a number from 1, or from 2 if the
 * algorithm takes a radix, to max(1, n-1).  Without a text it is TREES_RADIX
 * for a radix, else 0; "best" is the best radix, else 0. Errors: STATUS_USAGE;
 * those of trees_best_radix.
 */
enum status problem_degree(mpz_t degree, const struct problem *problem,
	const struct algorithm *algorithm, const char *text,
	struct err *err) WARN_UNUSED;

/* The degree that a machine is asked for; NULL if it is to find the best one,
 * which need not be the best in the postal model. */
const __mpz_struct *problem_machine_degree(
	const mpz_t degree, const char *text);

/* Reads the radices of --radix, none if text is NULL; clear them.
 * Errors: STATUS_USAGE, naming what is not an integer of 2 or more. */
enum status problem_radices(
	struct radices *radices, const char *text, struct err *err) WARN_UNUSED;

/* Checks that the algorithm applies to the problem in the model.
 * Errors: STATUS_USAGE, naming its condition. */
enum status problem_check_latency(const struct problem *problem,
	const struct algorithm *algorithm, enum model model,
	struct err *err) WARN_UNUSED;

/*
 * -- `-m best': the number of messages, segments of a machine's bytes, that
 * takes the least time.
 */

/* Checks that there are bytes to split, and that the operation is a broadcast
 * or a reduction.  Errors: STATUS_USAGE. */
enum status segments_option_check(const struct latency_args *latency,
	enum operation operation, struct err *err) WARN_UNUSED;

/* Warns, after the answer, if the search was cut short, so that another number
 * of segments may be better. */
void segments_warn(const struct segments *segments, const char *command);

/* Advises `-m best' after an answer for all of a machine's bytes in one
 * message, if a send of one byte takes less than half as long. */
void segments_advise(
	const struct latency_args *latency, const struct sweep *messages);

/*
 * Finds the best segmentation, as `compare -m best' does, with that limit; all
 * options have one value.
 * Errors: STATUS_USAGE for swept figures; those of latency_init and
 * segments_find.
 */
enum status segments_option_find(struct segments *segments,
	const struct latency_args *latency, const struct sweep *processors,
	enum operation operation, const struct sweep *limit, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/* -- The problem for model/machine. */

/* The problem, and what it points to. */
struct on_machine {
	struct machine_problem problem;
	struct machine_message message; /* a segment's */
	struct schedule_machine header; /* for schedules of the problem */
	char *text;
	struct machine_choice choice; /* of on_machine_choose */
};

/* Initialises it after latency_at or latency_settle; problem and latency must
 * outlive it.  work: what a schedule may take. */
void on_machine_init(struct on_machine *machine, const struct latency *latency,
	const struct problem *problem, enum operation operation, uint64_t work);
void on_machine_clear(struct on_machine *machine);

/*
 * Sets the choice to the best of the algorithm's schedules on the machine; of
 * all algorithms if it is NULL or a choice.
 * Errors: those of machine_find_best; STATUS_LIMIT if there is no schedule.
 */
enum status on_machine_choose(struct on_machine *machine,
	const struct algorithm *algorithm, struct err *err) WARN_UNUSED;

/* bound = the machine's bound for messages of B/m bytes, not rounded.
 * Errors: those of machine_bound. */
enum status on_machine_bound(mpq_t bound, const struct latency *latency,
	const struct problem *problem, enum operation operation,
	struct err *err) WARN_UNUSED;

/* Adds the bounds that only a machine has to a list of postal bounds, in the
 * unit of these, a send.  Errors: those of machine_bound_list. */
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

/* Checks that they go with the operation, with each other, and with the other
 * options.  Errors: STATUS_USAGE. */
enum status late_check(const struct late_args *args, int operation,
	const struct sweep *processors, const struct latency_args *latency,
	struct err *err) WARN_UNUSED;

/*
 * Opens the schedule, on the machine if there is one.  time = the end of the
 * reduction, or by how much the broadcast misses its times, in the user's unit.
 * Errors: STATUS_USAGE unless there is one time for each processor; those of
 * postal_late_open and of schedule_scaled.
 */
enum status late_open(struct schedule **schedule, mpq_t time,
	const struct late_args *args, const struct latency *latency,
	const struct problem *problem, struct err *err) WARN_UNUSED;

/* Sets tree, which is zeroed, to the tree of that schedule; time is in sends.
 * Errors: STATUS_USAGE as of late_open; those of postal_late_tree. */
enum status late_tree(struct tree *tree, mpq_t time,
	const struct late_args *args, const struct latency *latency,
	const struct problem *problem, struct err *err) WARN_UNUSED;

#endif
