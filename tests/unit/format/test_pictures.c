/* format/: scales, schedules held in memory, layouts of trees, against their
 * definitions. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "format/schedule/lanes.h"
#include "format/formats.h"
#include "format/schedule/schedule.h"
#include "format/tree/tree.h"
#include "model/algorithm.h"
#include "model/postal/postal.h"
#include "test.h"

static struct err err;

/* Places grow with time from one end to the other, whatever the span. */
static void test_scale(void)
{
	static const uint64_t spans[] = {1, 2, 7, 15, 1000, UINT64_C(1) << 40,
		(UINT64_C(1) << 63) + 12345, UINT64_MAX};
	struct scale scale;

	for (size_t i = 0; i < sizeof spans / sizeof *spans; i++) {
		uint64_t before = 0;

		scale_init(&scale, spans[i], 16000);
		CHECK(scale_place(&scale, 0) == 0);
		CHECK(scale_place(&scale, spans[i]) == 16000);
		for (uint64_t part = 0; part <= 64; part++) {
			uint64_t place =
				scale_place(&scale, spans[i] / 64 * part);

			CHECK(place >= before && place <= 16000);
			before = place;
		}
	}
	scale_init(&scale, 15, 75);
	for (uint64_t tick = 0; tick <= 15; tick++)
		CHECK(scale_place(&scale, tick) == 5 * tick);
}

static void test_steps(void)
{
	static const struct {
		uint64_t span, unit, most, step;
	} steps[] = {{15, 2, 7, 2}, {15, 2, 6, 4}, {15, 2, 3, 4},
		{15, 2, 2, 10}, {100, 1, 10, 10}, {101, 1, 10, 10},
		{110, 1, 10, 20}, {1000, 1, 3, 500}, {1, 1, 1, 1},
		{UINT64_MAX, UINT64_C(1) << 63, 1, UINT64_C(1) << 63}};
	struct scale scale;

	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
		scale_init(&scale, steps[i].span, 100);
		CHECK_FOR(scale_step(&scale, steps[i].unit, steps[i].most) ==
				  steps[i].step,
			"row %d", (int)i);
	}
}

/* Reads a schedule and, if that succeeds, splits it into events. */
static enum status read_whole(
	struct event_list *whole, const char *text, uint64_t max_bits)
{
	FILE *in = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
	struct schedule *schedule;
	enum status status = schedule_reader_open(&schedule, in, &err);

	CHECK(status == STATUS_OK);
	status = events_read(whole, schedule,
		&(struct schedule_look){.max_bits = max_bits}, &err);
	if (status == STATUS_OK)
		status = events_by_rank(whole, &err);
	schedule_close(schedule);
	fclose(in);
	return status;
}

#define HEAD "# fibcast schedule 1\n# model "
#define COLUMNS "time from to message\n"

/* Events of one processor: in order, linked to what it holds. */
static void test_events(void)
{
	static const char text[] = HEAD
		"postal\n# processors 3\n# messages 2\n# latency 2\n" COLUMNS
		"0 0 1 1\n1 0 1 2\n2 1 2 1\n7/3 0 1 1\n4 1 2 1\n";
	struct event_list whole;
	const struct event *event;

	CHECK(read_whole(&whole, text, 0) == STATUS_OK);
	CHECK(whole.header.unit == 3 && whole.finish == 18);
	CHECK(whole.row[1].sent == 3 && whole.row[1].received == 9);
	CHECK(whole.first[1] == 3 && whole.first[2] == 8);
	event = whole.event + whole.first[1];
	CHECK(!event[0].is_send && event[0].row == &whole.row[0]);
	CHECK(!event[0].held);
	CHECK(event[1].is_send && event[1].row == &whole.row[2]);
	CHECK(event[1].held == &whole.row[0]);
	CHECK(!event[2].is_send && event[2].row == &whole.row[1]);
	CHECK(event[3].is_send && event[3].held == &whole.row[0]);
	CHECK(!event[4].is_send && event[4].held == &whole.row[0]);
	CHECK(events_check_senders(&whole, &err) == STATUS_OK);
	events_clear(&whole);
}

/* Receives wait for each other in logp alone; rounds take a unit. */
static void test_receives(void)
{
	static const char rows[] = COLUMNS "0 0 1 1\n0 0 1 1\n0 0 1 1\n";
	static const struct {
		const char *head;
		uint64_t last;
	} models[] = {{HEAD "logp\n# processors 2\n# latency 3\n", 5},
		{HEAD "postal\n# processors 2\n# latency 3\n", 3},
		{HEAD "telephone\n# processors 2\n", 1}};
	struct event_list whole;
	char text[256];

	for (size_t i = 0; i < 3; i++) {
		strcpy(text, models[i].head);
		strcat(text, rows);
		CHECK(read_whole(&whole, text, 0) == STATUS_OK);
		CHECK(whole.row[2].received == models[i].last);
		CHECK(whole.finish == models[i].last);
		events_clear(&whole);
	}
}

/* Every limit is either enough or refused. */
static void test_limits(void)
{
	static const char text[] = HEAD
		"postal\n# processors 9\n# messages 5\n# latency 2\n" COLUMNS
		"0 0 1 1\n1 0 1 2\n2 1 2 1\n";
	struct event_list whole;
	enum status before = STATUS_LIMIT;

	for (uint64_t bits = 1; bits < 8000; bits += 7) {
		enum status status = read_whole(&whole, text, bits);

		CHECK(status == STATUS_OK || status == STATUS_LIMIT);
		CHECK(status == before || before == STATUS_LIMIT);
		before = status;
		events_clear(&whole);
	}
	CHECK(before == STATUS_OK);
}

/* Checks the layout of one tree: neighbours are apart and in the order of their
 * parents, parents above the middle, and the least place is 0. */
static void check_tidy(const struct tree *tree, const struct tree_layout *tidy)
{
	struct tree_children children;
	int64_t *right = mem_array(tidy->depth + 1, sizeof *right);
	uint32_t *queue = mem_array(tree->size, sizeof *queue);
	size_t end = 1;
	int64_t least = tidy->x[0];

	tree_children_init(&children, tree);
	for (uint32_t i = 0; i <= tidy->depth; i++)
		right[i] = -10;
	for (size_t i = 0; i < end; i++) {
		uint32_t v = queue[i];
		uint32_t begin = children.first[v],
			 next = children.first[v + 1];
		int64_t *bound = &right[tree->node[v].depth];

		CHECK(tidy->x[v] >= *bound + 10);
		CHECK(tidy->x[v] <= tidy->width);
		*bound = tidy->x[v];
		least = least < tidy->x[v] ? least : tidy->x[v];
		for (uint32_t j = begin; j < next; j++)
			queue[end++] = children.child[j];
		if (begin < next) {
			int64_t off = 2 * tidy->x[v] -
				      tidy->x[children.child[begin]] -
				      tidy->x[children.child[next - 1]];

			CHECK(off >= -1 && off <= 1);
		}
	}
	CHECK(end == tree->size && least == 0);
	tree_children_clear(&children);
	mem_free(queue);
	mem_free(right);
}

static void test_tidy(void)
{
	static const char *const latencies[] = {"1", "5/2", "3", "10", "1000"};
	mpq_t lambda;
	mpz_t n;

	mpq_init(lambda);
	mpz_init(n);
	for (size_t i = 0; i < 5; i++)
		for (unsigned long size = 1; size < 200; size += 3) {
			struct tree tree;
			struct tree_layout tidy;

			test_mpq(lambda, latencies[i]);
			mpz_set_ui(n, size);
			CHECK(tree_init(&tree, lambda, n, 1u << 30, &err) ==
				STATUS_OK);
			CHECK(postal_tree_least_depth(&tree, 1u << 30, &err) ==
				STATUS_OK);
			tree_layout_init(&tidy, &tree, 10);
			check_tidy(&tree, &tidy);
			tree_layout_clear(&tidy);
			tree_clear(&tree);
		}
	mpq_clear(lambda);
	mpz_clear(n);
}

/* Every format succeeds with every algorithm and a zeroed look. */
static void test_writers(void)
{
	static const struct schedule_look style;
	const struct format *format;
	struct problem problem;

	problem_init(&problem);
	mpz_set_ui(problem.n, 11);
	test_mpq(problem.lambda, "7/3");
	for (const struct algorithm *row = algorithms;
		row->model == MODEL_POSTAL; row++)
		for (size_t i = 0; (format = format_choice(FORMAT_SCHEDULE, i));
			i++) {
			struct schedule *schedule;
			char *text;
			size_t size;
			/* It has no broadcast. */
			int refuses = format->events == &events_msccl;
			FILE *out = open_memstream(&text, &size);

			mpz_set_ui(
				problem.m, row->uses & USES_MESSAGES ? 4 : 1);
			CHECK(algorithm_open(&schedule, row, row->model,
				      &problem, test_degree(2),
				      &err) == STATUS_OK);
			CHECK(format_write(
				      format, schedule, out, &style, &err) ==
				(refuses ? STATUS_USAGE : STATUS_OK));
			schedule_close(schedule);
			fclose(out);
			CHECK_FOR(refuses || (size > 100 &&
						     text[size - 1] == '\n'),
				"%s", format->name);
			free(text);
		}
	problem_clear(&problem);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	RUN(test_scale());
	RUN(test_steps());
	RUN(test_events());
	RUN(test_receives());
	RUN(test_limits());
	RUN(test_tidy());
	RUN(test_writers());
	return test_done();
}
