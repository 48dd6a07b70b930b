/*
 * Executes a schedule with MPI: a rank a processor, a message a number.
 *
 * Standard input is a schedule as `fibcast schedule` prints it; rank 0 reads it
 * and tells the others.  A rank has all its receives posted, and makes its
 * sends in the order of the schedule, each when the message is there: what it
 * sends is what it received.  In the end every rank must hold every message.
 *   In a reduction a rank sends a message when all that it is to get of it is
 * there: the sum of that and of its own number.  In the end rank 0 must have
 * the sums. Prints one line; exit status 0 if all is well.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct row {
	int from, to, message;
};

struct plan {
	int processors, messages, rows, reduces;
	struct row *row;
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

static void read_plan(struct plan *plan, FILE *in)
{
	char line[256];
	struct row row;

	plan->messages = 1;
	while (fgets(line, sizeof line, in)) {
		sscanf(line, "# processors %d", &plan->processors);
		sscanf(line, "# messages %d", &plan->messages);
		plan->reduces |= strcmp(line, "# operation reduce\n") == 0;
		if (line[0] >= '0' && line[0] <= '9') {
			if (sscanf(line, "%*s %d %d %d", &row.from, &row.to,
				    &row.message) != 3)
				fail("not a row of a schedule");
			add_row(plan, row);
		}
	}
}

/* Makes rank 0's plan everybody's. */
static void share_plan(struct plan *plan, int rank)
{
	int head[4] = {
		plan->processors, plan->messages, plan->rows, plan->reduces};

	MPI_Bcast(head, 4, MPI_INT, 0, MPI_COMM_WORLD);
	plan->processors = head[0];
	plan->messages = head[1];
	plan->rows = head[2];
	plan->reduces = head[3];
	if (rank != 0)
		plan->row = take((size_t)plan->rows, sizeof *plan->row);
	MPI_Bcast(plan->row, 3 * plan->rows, MPI_INT, 0, MPI_COMM_WORLD);
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
	int rank, size, count, all = 0;
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
	if (plan.reduces) {
		run_reduction(&plan, rank, held);
		count = count_sums(&plan, rank, held);
	} else {
		run_plan(&plan, rank, held, request);
		count = count_held(&plan, held);
	}
	MPI_Reduce(&count, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
	if (rank == 0)
		printf("%s: %d ranks, %d messages, %d of %d held\n",
			all == size * plan.messages ? "ok" : "not ok", size,
			plan.messages, all, size * plan.messages);
	free(plan.row);
	free(held);
	free(request);
	MPI_Finalize();
	return rank == 0 && all != size * plan.messages;
}
