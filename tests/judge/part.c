/*
 * Reads the whole schedule into a list for each processor, which the
 * processor's part must repeat.
 */
#include "judge/part.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "core/schedule.h"
#include "number/number.h"

static const uint64_t MEMORY = UINT64_C(1) << 30;

static struct err err;

/* A row of the schedule as one of its ends sees it; start in ticks. */
struct seen {
	uint64_t start, peer, message;
	int is_send;
	char *carried; /* of several parts, or NULL */
};

struct seens {
	struct seen *row;
	size_t count;
};

static int compare_seen(const void *x, const void *y)
{
	const struct seen *a = x, *b = y;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	return a->is_send - b->is_send;
}

static void see(struct seens *seens, const struct schedule_header *header,
	const struct transmission *row, int is_send)
{
	uint64_t later =
		schedule_row_end(header, row) - schedule_row_send(header, row);

	seens->row =
		mem_resize(seens->row, seens->count + 1, sizeof *seens->row);
	seens->row[seens->count++] =
		(struct seen){row->tick + (is_send ? 0 : later),
			is_send ? row->to : row->from, row->message, is_send,
			schedule_parts_text(header, row)};
}

static void forget(struct seens *seens)
{
	for (size_t i = 0; i < seens->count; i++)
		mem_free(seens->row[i].carried);
	mem_free(seens->row);
}

static int is_same_text(const char *x, const char *y)
{
	return x && y ? strcmp(x, y) == 0 : x == y;
}

/* What each processor does in the schedule: n sorted lists. */
static struct seens *read_schedule(struct schedule *schedule)
{
	const struct schedule_header *header = &schedule->header;
	struct seens *seens =
		mem_array((size_t)header->processors, sizeof *seens);
	const struct transmission *row;
	size_t count;

	while (schedule_next(schedule, &row, &count, &err) == STATUS_OK &&
		count > 0)
		for (size_t i = 0; i < count; i++) {
			see(&seens[row[i].from], header, &row[i], 1);
			see(&seens[row[i].to], header, &row[i], 0);
		}
	for (uint64_t r = 0; r < header->processors; r++)
		if (seens[r].count > 0)
			qsort(seens[r].row, seens[r].count,
				sizeof *seens[r].row, compare_seen);
	return seens;
}

static int is_same(
	const struct part_event *event, const struct seen *seen, uint64_t unit)
{
	mpq_t start;
	int same;

	mpq_init(start);
	number_set_u64(mpq_numref(start), seen->start);
	number_set_u64(mpq_denref(start), unit);
	mpq_canonicalize(start);
	same = mpq_equal(start, event->start) &&
	       event->is_send == seen->is_send &&
	       is_same_text(event->carried, seen->carried) &&
	       mpz_cmp_ui(event->peer, (unsigned long)seen->peer) == 0 &&
	       mpz_cmp_ui(event->message, (unsigned long)seen->message) == 0;
	mpq_clear(start);
	return same;
}

/* Whether row i of the list is the event or, on several ports, another row at
 * the same time, which then changes places with it. */
static int take_seen(const struct seens *seens, size_t i,
	const struct part_event *event, uint64_t unit)
{
	struct seen *row = seens->row, other;
	size_t j = i;

	while (j < seens->count && compare_seen(&row[i], &row[j]) == 0 &&
		!is_same(event, &row[j], unit))
		j++;
	if (j == seens->count || compare_seen(&row[i], &row[j]) != 0)
		return 0;
	other = row[i];
	row[i] = row[j];
	row[j] = other;
	return 1;
}

/* Whether the part in the span of ticks is exactly the list's rows in it. */
static int is_part(const struct algorithm *row, const struct problem *problem,
	const struct algorithm_options *options, uint64_t rank,
	const struct seens *seens, uint64_t unit, uint64_t from, uint64_t to)
{
	struct part_event event;
	struct part_span span;
	struct part *part;
	size_t i = 0, count = 0;
	mpq_t first, last;
	mpz_t r;
	int same;

	mpq_inits(first, last, NULL);
	mpz_init(r);
	number_set_u64(mpq_numref(first), from);
	number_set_u64(mpq_numref(last), to);
	number_set_u64(mpq_denref(first), unit);
	number_set_u64(mpq_denref(last), unit);
	mpq_canonicalize(first);
	mpq_canonicalize(last);
	number_set_u64(r, rank);
	span = (struct part_span){first, to == UINT64_MAX ? NULL : last};
	part_event_init(&event);
	same = algorithm_part(&part, row, problem, options, r, &span, &err) ==
	       STATUS_OK;
	while (i < seens->count && seens->row[i].start < from)
		i++;
	for (; same && part_next(part, &event); i++, count++)
		same = i < seens->count && seens->row[i].start <= to &&
		       take_seen(seens, i, &event, unit);
	same = same && (i == seens->count || seens->row[i].start > to) &&
	       mpz_cmp_ui(part->rows, (unsigned long)count) == 0;
	part_close(part);
	part_event_clear(&event);
	mpq_clears(first, last, NULL);
	mpz_clear(r);
	return same;
}

int judge_part(const struct algorithm *row, const struct problem *problem,
	const struct algorithm_options *options, uint64_t stride)
{
	struct schedule *schedule;
	struct seens *seens;
	uint64_t unit, finish, n;
	int is_right = 1;

	if (algorithm_open(&schedule, row, row->model, problem, options,
		    &err) != STATUS_OK)
		return 0;
	if (options->operation == OPERATION_REDUCE &&
		schedule_reversed(&schedule, schedule, MEMORY, &err) !=
			STATUS_OK)
		return 0;
	unit = schedule->header.unit;
	finish = schedule->header.finish;
	n = schedule->header.processors;
	seens = read_schedule(schedule);
	for (uint64_t r = 0; r < n; r++) {
		uint64_t from = finish * (r % 5) / 6;
		uint64_t to = from + finish * (r % 3) / 4;

		if (r % stride == 0)
			is_right = is_right &&
				   is_part(row, problem, options, r, &seens[r],
					   unit, 0, UINT64_MAX) &&
				   is_part(row, problem, options, r, &seens[r],
					   unit, from, to);
		forget(&seens[r]);
	}
	mem_free(seens);
	schedule_close(schedule);
	return is_right;
}
