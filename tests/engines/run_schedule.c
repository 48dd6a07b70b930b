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
 *   All others go round by round, and what the ranks hold in the end must be
 * what MPI's own collective operation gives them.  With each block goes the
 * number of operands in it; a complete sum takes the place of what its receiver
 * has, any other is added to it.  In an all-to-all a rank sends those of its
 * blocks whose way to go has the row's digit.  In a scan, a census and a
 * barrier a rank has the result of a run of operands that ends with its own,
 * and that without its own, and puts what it receives before both; a scan's
 * operation does not commute. Prints one line; exit status 0 if all is well.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct row {
	int time, from, to, message;
	int first, count; /* blocks, or operands */
	int radix, digit; /* of an all-to-all, first being a weight; or 0 */
};

enum { ROW_INTS = sizeof(struct row) / sizeof(int) };

/* What messages are: numbers; blocks; what goes to one; runs of operands. */
enum operation {
	BROADCAST,
	REDUCE,
	SCATTER,
	GATHER,
	ALLGATHER,
	REDUCE_SCATTER,
	ALLREDUCE,
	ALLTOALL,
	CENSUS,
	BARRIER,
	SCAN,
	EXSCAN,
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
		"scatter", "gather", "allgather", "reduce-scatter", "allreduce",
		"alltoall", "census", "barrier", "scan", "exscan"};
	char name[32];

	if (sscanf(line, "# operation %31s", name) != 1)
		return;
	for (plan->operation = 0; plan->operation < OPERATIONS;
		plan->operation++)
		if (strcmp(name, names[plan->operation]) == 0)
			return;
	fail("an operation that is not known here");
}

static int is_in_rounds(const struct plan *plan)
{
	return plan->operation >= SCATTER;
}

static int read_row(struct row *row, const char *line)
{
	int cells = sscanf(line, "%*s %d %d %d %d+%d", &row->from, &row->to,
		&row->message, &row->first, &row->count);

	row->time = atoi(line); /* whole, in rounds */
	if (cells == 4 && sscanf(line, "%*s %*d %*d %*d %d/%d=%d", &row->first,
				  &row->radix, &row->digit) == 3)
		cells = 5;
	return cells;
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
			if (read_row(&row, line) !=
				(is_in_rounds(plan) ? 5 : 3))
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

/* Whether the rank has the block to begin with. */
static int has_block(const struct plan *plan, int rank, int block)
{
	switch (plan->operation) {
	case SCATTER:
		return rank == 0;
	case GATHER:
	case ALLGATHER:
		return block == rank;
	default:
		return 1;
	}
}

/* Whether blocks are summed up. */
static int is_sum(const struct plan *plan)
{
	return plan->operation == REDUCE_SCATTER ||
	       plan->operation == ALLREDUCE;
}

static void begin_blocks(const struct plan *plan, int rank, struct block *held)
{
	for (int b = 0; b < plan->processors; b++) {
		int has = has_block(plan, rank, b);

		held[b] = (struct block){has ? operand(rank, b) : 0, has};
	}
}

static void receive_block(
	const struct plan *plan, struct block *held, const struct block *block)
{
	if (!is_sum(plan) || block->operands == plan->processors) {
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

/* The rank's rows of the round that begins with row i; the first row after
 * it. */
static int find_round(const struct plan *plan, int rank, int i,
	const struct row **out, const struct row **in)
{
	int end = i;

	*out = *in = NULL;
	for (; end < plan->rows && plan->row[end].time == plan->row[i].time;
		end++) {
		if (plan->row[end].from == rank)
			*out = &plan->row[end];
		if (plan->row[end].to == rank)
			*in = &plan->row[end];
	}
	return end;
}

/* What MPI gives the rank for its operands, all blocks of it or one. */
static void ask_mpi(
	const struct plan *plan, int rank, long *given, long *expected)
{
	const MPI_Comm all = MPI_COMM_WORLD;

	switch (plan->operation) {
	case SCATTER:
		MPI_Scatter(given, 1, MPI_LONG, &expected[rank], 1, MPI_LONG, 0,
			all);
		break;
	case GATHER:
		MPI_Gather(&given[rank], 1, MPI_LONG, expected, 1, MPI_LONG, 0,
			all);
		break;
	case ALLGATHER:
		MPI_Allgather(
			&given[rank], 1, MPI_LONG, expected, 1, MPI_LONG, all);
		break;
	case REDUCE_SCATTER:
		MPI_Reduce_scatter_block(
			given, &expected[rank], 1, MPI_LONG, MPI_SUM, all);
		break;
	case ALLREDUCE:
		MPI_Allreduce(given, expected, plan->processors, MPI_LONG,
			MPI_SUM, all);
		break;
	default:
		MPI_Alltoall(given, 1, MPI_LONG, expected, 1, MPI_LONG, all);
	}
}

/* Whether the rank is to have the block. */
static int needs_block(const struct plan *plan, int rank, int block)
{
	switch (plan->operation) {
	case SCATTER:
	case REDUCE_SCATTER:
		return block == rank;
	case GATHER:
		return rank == 0;
	default:
		return 1;
	}
}

/* How many blocks are MPI's; those that the rank need not have are. */
static int count_blocks(const struct plan *plan, int rank, const long *held)
{
	size_t n = (size_t)plan->processors;
	long *given = take(n, sizeof *given);
	long *expected = take(n, sizeof *expected);
	int count = 0;

	for (int b = 0; b < plan->processors; b++)
		given[b] = operand(rank, b);
	ask_mpi(plan, rank, given, expected);
	for (int b = 0; b < plan->processors; b++)
		count += !needs_block(plan, rank, b) || held[b] == expected[b];
	free(given);
	free(expected);
	return count;
}

static int do_blocks(const struct plan *plan, int rank)
{
	struct block *held = take((size_t)plan->processors, sizeof *held);
	long *sum = take((size_t)plan->processors, sizeof *sum);
	const struct row *out, *in;
	int count;

	begin_blocks(plan, rank, held);
	for (int i = 0; i < plan->rows;) {
		i = find_round(plan, rank, i, &out, &in);
		run_round(plan, held, out, in);
	}
	for (int b = 0; b < plan->processors; b++)
		sum[b] = held[b].sum;
	count = count_blocks(plan, rank, sum);
	free(held);
	free(sum);
	return count;
}

/* -- an all-to-all */

/* A block that a rank has, on its way. */
struct parcel {
	long origin, target, content;
};

/* Moves the parcels that the row carries to sent; how many are left. */
static int take_out(const struct plan *plan, const struct row *row,
	struct parcel *held, int count, struct parcel *sent, int *sending)
{
	int n = plan->processors, left = 0;

	*sending = 0;
	for (int i = 0; i < count; i++) {
		int way = (int)(held[i].target - row->from + n) % n;

		if (way / row->first % row->radix == row->digit)
			sent[(*sending)++] = held[i];
		else
			held[left++] = held[i];
	}
	return left;
}

static int do_exchange(const struct plan *plan, int rank)
{
	int n = plan->processors, held = n, sending = 0, got = 0;
	struct parcel *parcel = take((size_t)(2 * n), sizeof *parcel);
	struct parcel *sent = take((size_t)n, sizeof *sent);
	long *last = take((size_t)n, sizeof *last);
	const struct row *out, *in;
	MPI_Status status;

	for (int b = 0; b < n; b++)
		parcel[b] = (struct parcel){rank, b, operand(rank, b)};
	for (int i = 0; i < plan->rows;) {
		i = find_round(plan, rank, i, &out, &in);
		if (out)
			held = take_out(
				plan, out, parcel, held, sent, &sending);
		MPI_Sendrecv(sent, out ? 3 * sending : 0, MPI_LONG,
			out ? out->to : MPI_PROC_NULL, 0, parcel + held, 3 * n,
			MPI_LONG, in ? in->from : MPI_PROC_NULL, 0,
			MPI_COMM_WORLD, &status);
		MPI_Get_count(&status, MPI_LONG, &got);
		held += got / 3;
	}
	for (int i = 0; i < held; i++)
		if (parcel[i].target == rank)
			last[parcel[i].origin] = parcel[i].content;
	got = count_blocks(plan, rank, last);
	free(parcel);
	free(sent);
	free(last);
	return got;
}

/* -- runs of operands */

/* An operand, or the result of a run: x -> by x + plus, in a scan. */
struct map {
	long by, plus;
};

enum { PRIME = 1000003 };

/* First one, then the other; in a census and a barrier they are added. */
static struct map join(const struct plan *plan, struct map x, struct map y)
{
	if (plan->operation == SCAN || plan->operation == EXSCAN)
		return (struct map){
			x.by * y.by % PRIME, (x.plus * y.by + y.plus) % PRIME};
	return (struct map){x.by + y.by, x.plus + y.plus};
}

static const struct plan *joined; /* for MPI, which knows no plan */

static void join_for_mpi(void *in, void *inout, int *count, MPI_Datatype *type)
{
	struct map *x = in, *y = inout;

	(void)type;
	for (int i = 0; i < *count; i++)
		y[i] = join(joined, x[i], y[i]);
}

/* What MPI gives the rank; a barrier gives nothing, but all have come. */
static struct map ask_mpi_runs(const struct plan *plan, struct map own)
{
	struct map expected = {plan->processors, 0};
	MPI_Datatype pair;
	MPI_Op op;

	joined = plan;
	MPI_Type_contiguous(2, MPI_LONG, &pair);
	MPI_Type_commit(&pair);
	MPI_Op_create(join_for_mpi, 0, &op);
	if (plan->operation == SCAN)
		MPI_Scan(&own, &expected, 1, pair, op, MPI_COMM_WORLD);
	else if (plan->operation == EXSCAN)
		MPI_Exscan(&own, &expected, 1, pair, op, MPI_COMM_WORLD);
	else if (plan->operation == CENSUS)
		MPI_Allreduce(&own, &expected, 1, pair, op, MPI_COMM_WORLD);
	else
		MPI_Barrier(MPI_COMM_WORLD);
	MPI_Op_free(&op);
	MPI_Type_free(&pair);
	return expected;
}

/* The results of the runs that end with a rank's operand and before it. */
struct runs {
	struct map full, less;
	int has_less;
};

static void run_window(const struct plan *plan, struct runs *runs,
	const struct row *out, const struct row *in)
{
	struct map sent = {0, 0}, got = {0, 0};

	if (out)
		sent = (out->first + out->count - 1) % plan->processors ==
				       out->from
			       ? runs->full
			       : runs->less;
	MPI_Sendrecv(&sent, out ? 2 : 0, MPI_LONG,
		out ? out->to : MPI_PROC_NULL, 0, &got, in ? 2 : 0, MPI_LONG,
		in ? in->from : MPI_PROC_NULL, 0, MPI_COMM_WORLD,
		MPI_STATUS_IGNORE);
	if (!in)
		return;
	runs->less = runs->has_less ? join(plan, got, runs->less) : got;
	runs->full = join(plan, got, runs->full);
	runs->has_less = 1;
}

/* Whether the rank has what MPI gives it; in an exscan rank 0 has nothing. */
static int do_runs(const struct plan *plan, int rank)
{
	int counts = plan->operation == BARRIER;
	struct map own = {
		counts ? 1 : rank + 2, counts ? 0 : content(rank) % PRIME};
	struct runs runs = {.full = own};
	const struct row *out, *in;
	struct map expected, found;

	for (int i = 0; i < plan->rows;) {
		i = find_round(plan, rank, i, &out, &in);
		run_window(plan, &runs, out, in);
	}
	expected = ask_mpi_runs(plan, own);
	found = plan->operation == EXSCAN ? runs.less : runs.full;
	return (plan->operation == EXSCAN && rank == 0) ||
	       (found.by == expected.by && found.plus == expected.plus);
}

/* How much of what the rank is to have it has. */
static int do_rounds(const struct plan *plan, int rank)
{
	if (plan->operation >= CENSUS)
		return do_runs(plan, rank);
	return plan->operation == ALLTOALL ? do_exchange(plan, rank)
					   : do_blocks(plan, rank);
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
	each = is_in_rounds(&plan) && plan.operation < CENSUS ? size
							      : plan.messages;
	if (is_in_rounds(&plan)) {
		count = do_rounds(&plan, rank);
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
			!is_in_rounds(&plan)	  ? "messages"
			: plan.operation < CENSUS ? "blocks"
						  : "results",
			all, size * each);
	free(plan.row);
	free(held);
	free(request);
	MPI_Finalize();
	return rank == 0 && all != size * each;
}
