/*
 * Executes a schedule with MPI: a rank a processor, a message a number.
 *
 * Standard input is a schedule as `fibcast schedule` prints it; rank 0 reads it
 * and tells the others.  A rank has all its receives posted, and makes its
 * sends in the order of the schedule, each when the message is there: what it
 * sends is what it received.  In the end every rank must hold every message.
 *   In a reduction a rank sends a message when all that it is to get of it is
 * there: the sum of that and of its own number.  In the end rank 0 must have
 * the sums.
 *   An allgather, reduce-scatter or allreduce goes round by round.  With each
 * block goes the number of operands in it; a complete sum takes the place of
 * what its receiver has, any other is added to it.  In the end every rank must
 * have all blocks, the sum of its own block, or all sums.   Prints one line;
 * exit status 0 if all is well.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct row {
	int time, from, to, message;
	int first, count; /* blocks */
};

enum { ROW_INTS = sizeof(struct row) / sizeof(int) };

/* What messages are; the last three are by block. */
enum operation {
	BROADCAST,
	REDUCE,
	ALLGATHER,
	REDUCE_SCATTER,
	ALLREDUCE,
	OPERATIONS
};

struct plan {
	int processors, messages, rows, operation;
	struct row *row;
};

/* A block: a sum of so many operands. */
struct block {
	long sum, operands;
};

/* What message i says. */
static long content(int message)
{
	return 1000003L * message + 7;
}

static void fail(const char *what)
{
	fprintf(stderr, "run_schedule: %s\n", what);
	MPI_Abort(MPI_COMM_WORLD, 1);
	exit(1);
}

static void *take(size_t count, size_t size)
{
	void *memory = calloc(count > 0 ? count : 1, size);

	if (!memory)
		fail("out of memory");
	return memory;
}

static void add_row(struct plan *plan, struct row row)
{
	size_t room = (size_t)plan->rows;

	if ((room & (room - 1)) == 0)
		plan->row =
			realloc(plan->row, (2 * room + 1) * sizeof *plan->row);
	if (!plan->row)
		fail("out of memory");
	plan->row[plan->rows++] = row;
}

static void read_operation(struct plan *plan, const char *line)
{
	static const char *const names[OPERATIONS] = {"broadcast", "reduce",
		"allgather", "reduce-scatter", "allreduce"};
	char name[32];

	if (sscanf(line, "# operation %31s", name) != 1)
		return;
	for (plan->operation = 0; plan->operation < OPERATIONS;
		plan->operation++)
		if (strcmp(name, names[plan->operation]) == 0)
			return;
	fail("an operation that is not known here");
}

static int is_by_block(const struct plan *plan)
{
	return plan->operation >= ALLGATHER;
}

static void read_plan(struct plan *plan, FILE *in)
{
	char line[256];
	struct row row = {0};

	plan->messages = 1;
	while (fgets(line, sizeof line, in)) {
		sscanf(line, "# processors %d", &plan->processors);
		sscanf(line, "# messages %d", &plan->messages);
		read_operation(plan, line);
		if (line[0] >= '0' && line[0] <= '9') {
			int cells = sscanf(line, "%*s %d %d %d %d+%d",
				&row.from, &row.to, &row.message, &row.first,
				&row.count);

			row.time = atoi(line); /* whole, in rounds */
			if (cells != (is_by_block(plan) ? 5 : 3))
				fail("not a row of a schedule");
			add_row(plan, row);
		}
	}
}

/* Makes rank 0's plan everybody's. */
static void share_plan(struct plan *plan, int rank)
{
	int head[4] = {
		plan->processors, plan->messages, plan->rows, plan->operation};

	MPI_Bcast(head, 4, MPI_INT, 0, MPI_COMM_WORLD);
	plan->processors = head[0];
	plan->messages = head[1];
	plan->rows = head[2];
	plan->operation = head[3];
	if (rank != 0)
		plan->row = take((size_t)plan->rows, sizeof *plan->row);
	MPI_Bcast(plan->row, ROW_INTS * plan->rows, MPI_INT, 0, MPI_COMM_WORLD);
}

/* held, request: of message i at i - 1. */
static void run_plan(
	const struct plan *plan, int rank, long *held, MPI_Request *request)
{
	for (int i = 0; i < plan->messages; i++) {
		held[i] = rank == 0 ? content(i + 1) : 0;
		request[i] = MPI_REQUEST_NULL;
	}
	for (int i = 0; i < plan->rows; i++) {
		const struct row *row = &plan->row[i];

		if (row->to == rank)
			MPI_Irecv(&held[row->message - 1], 1, MPI_LONG,
				row->from, row->message, MPI_COMM_WORLD,
				&request[row->message - 1]);
	}
	for (int i = 0; i < plan->rows; i++) {
		const struct row *row = &plan->row[i];

		if (row->from != rank)
			continue;
		MPI_Wait(&request[row->message - 1], MPI_STATUS_IGNORE);
		MPI_Send(&held[row->message - 1], 1, MPI_LONG, row->to,
			row->message, MPI_COMM_WORLD);
	}
	MPI_Waitall(plan->messages, request, MPI_STATUSES_IGNORE);
}

/* Adds to held what rank receives of the message, or of all if it is 0. */
static void add_summands(const struct plan *plan, int rank, int message,
	long *held, long *summand, MPI_Request *request)
{
	for (int i = 0; i < plan->rows; i++) {
		const struct row *row = &plan->row[i];

		if (row->to != rank || (message && row->message != message))
			continue;
		if (request[i] == MPI_REQUEST_NULL)
			continue;
		MPI_Wait(&request[i], MPI_STATUS_IGNORE);
		held[row->message - 1] += summand[i];
	}
}

/* The number of rank 0 for message i is content(i), that of rank r r times as
 * much more. */
static void run_reduction(const struct plan *plan, int rank, long *held)
{
	long *summand = take((size_t)plan->rows, sizeof *summand);
	MPI_Request *request = take((size_t)plan->rows, sizeof *request);

	for (int i = 0; i < plan->messages; i++)
		held[i] = (rank + 1) * content(i + 1);
	for (int i = 0; i < plan->rows; i++) {
		const struct row *row = &plan->row[i];

		request[i] = MPI_REQUEST_NULL;
		if (row->to == rank)
			MPI_Irecv(&summand[i], 1, MPI_LONG, row->from,
				row->message, MPI_COMM_WORLD, &request[i]);
	}
	for (int i = 0; i < plan->rows; i++) {
		const struct row *row = &plan->row[i];

		if (row->from != rank)
			continue;
		add_summands(plan, rank, row->message, held, summand, request);
		MPI_Send(&held[row->message - 1], 1, MPI_LONG, row->to,
			row->message, MPI_COMM_WORLD);
	}
	add_summands(plan, rank, 0, held, summand, request);
	free(summand);
	free(request);
}

/* -- by block */

static long operand(int rank, int block)
{
	return (rank + 1) * content(block + 1);
}

/* What the rank has of each block to begin with. */
static void begin_blocks(const struct plan *plan, int rank, struct block *held)
{
	for (int b = 0; b < plan->processors; b++) {
		int has = plan->operation != ALLGATHER || b == rank;

		held[b] = (struct block){has ? operand(rank, b) : 0, has};
	}
}

static void receive_block(
	const struct plan *plan, struct block *held, const struct block *block)
{
	if (plan->operation == ALLGATHER ||
		block->operands == plan->processors) {
		*held = *block;
	} else {
		held->sum += block->sum;
		held->operands += block->operands;
	}
}

/* The rank's rows of a round, each NULL if there is none. */
static void run_round(const struct plan *plan, struct block *held,
	const struct row *out, const struct row *in)
{
	int n = plan->processors;
	struct block *sent = take((size_t)n, sizeof *sent);
	struct block *received = take((size_t)n, sizeof *received);

	for (int i = 0; out && i < out->count; i++)
		sent[i] = held[(out->first + i) % n];
	MPI_Sendrecv(sent, out ? 2 * out->count : 0, MPI_LONG,
		out ? out->to : MPI_PROC_NULL, 0, received,
		in ? 2 * in->count : 0, MPI_LONG, in ? in->from : MPI_PROC_NULL,
		0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	for (int i = 0; in && i < in->count; i++)
		receive_block(plan, &held[(in->first + i) % n], &received[i]);
	free(sent);
	free(received);
}

static void run_blocks(const struct plan *plan, int rank, struct block *held)
{
	int end;

	begin_blocks(plan, rank, held);
	for (int i = 0; i < plan->rows; i = end) {
		const struct row *out = NULL, *in = NULL;

		for (end = i; end < plan->rows &&
			      plan->row[end].time == plan->row[i].time;
			end++) {
			if (plan->row[end].from == rank)
				out = &plan->row[end];
			if (plan->row[end].to == rank)
				in = &plan->row[end];
		}
		run_round(plan, held, out, in);
	}
}

/* How many blocks are what they should be; those that the rank need not have
 * are. */
static int count_blocks(
	const struct plan *plan, int rank, const struct block *held)
{
	long n = plan->processors, times = n * (n + 1) / 2;
	int count = 0;

	for (int b = 0; b < plan->processors; b++)
		if (plan->operation == ALLGATHER)
			count += held[b].sum == operand(b, b);
		else
			count += (plan->operation == REDUCE_SCATTER &&
					 b != rank) ||
				 (held[b].operands == n &&
					 held[b].sum == times * content(b + 1));
	return count;
}

static int do_blocks(const struct plan *plan, int rank)
{
	struct block *held = take((size_t)plan->processors, sizeof *held);
	int count;

	run_blocks(plan, rank, held);
	count = count_blocks(plan, rank, held);
	free(held);
	return count;
}

/* Of rank 0, how many sums are right; nobody else has to have any. */
static int count_sums(const struct plan *plan, int rank, const long *held)
{
	long n = plan->processors, times = n * (n + 1) / 2;
	int count = 0;

	for (int i = 0; i < plan->messages; i++)
		count += rank > 0 || held[i] == times * content(i + 1);
	return count;
}

static int count_held(const struct plan *plan, const long *held)
{
	int count = 0;

	for (int i = 0; i < plan->messages; i++)
		count += held[i] == content(i + 1);
	return count;
}

int main(int argc, char **argv)
{
	struct plan plan = {0};
	int rank, size, count, each, all = 0;
	long *held;
	MPI_Request *request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	if (rank == 0)
		read_plan(&plan, stdin);
	share_plan(&plan, rank);
	if (plan.processors != size)
		fail("not as many ranks as processors");
	held = take((size_t)plan.messages, sizeof *held);
	request = take((size_t)plan.messages, sizeof *request);
	each = is_by_block(&plan) ? size : plan.messages;
	if (is_by_block(&plan)) {
		count = do_blocks(&plan, rank);
	} else if (plan.operation == REDUCE) {
		run_reduction(&plan, rank, held);
		count = count_sums(&plan, rank, held);
	} else {
		run_plan(&plan, rank, held, request);
		count = count_held(&plan, held);
	}
	MPI_Reduce(&count, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
	if (rank == 0)
		printf("%s: %d ranks, %d %s, %d of %d held\n",
			all == size * each ? "ok" : "not ok", size, each,
			is_by_block(&plan) ? "blocks" : "messages", all,
			size * each);
	free(plan.row);
	free(held);
	free(request);
	MPI_Finalize();
	return rank == 0 && all != size * each;
}
