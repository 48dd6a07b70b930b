/* Names of models and operations, times and rows as text, headers of schedules
 * on machines, and the calls to a schedule's producer. */
#include "core/schedule.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "core/machine.h"
#include "number/number.h"

const char *const schedule_models[] = {"postal", "logp", "telephone",
	"telegraph", "sendrecv", "locality", "machine", NULL};

const char *const schedule_kinds[] = {"both", "send", "receive", NULL};

#define USUAL_OPERATIONS                                                       \
	"broadcast", "reduce", "scatter", "gather", "allgather",               \
		"reduce-scatter", "allreduce", "alltoall", "census",           \
		"barrier", "scan", "exscan"

const char *const schedule_operations[] = {USUAL_OPERATIONS, "sum", NULL};
const char *const schedule_usual[] = {USUAL_OPERATIONS, NULL};

/* The answers of schedule_run_column and schedule_is_collective; those of the
 * first two operations are NULL and 0. */
static const char blocks[] = "blocks", operands[] = "operands";
static const struct {
	const char *column;
	int is_collective;
} operation_facts[] = {
	[OPERATION_SCATTER] = {blocks, 1},
	[OPERATION_GATHER] = {blocks, 1},
	[OPERATION_ALLGATHER] = {blocks, 1},
	[OPERATION_REDUCE_SCATTER] = {blocks, 1},
	[OPERATION_ALLREDUCE] = {blocks, 1},
	[OPERATION_ALLTOALL] = {blocks, 1},
	[OPERATION_CENSUS] = {operands, 0},
	[OPERATION_BARRIER] = {operands, 1},
	[OPERATION_SCAN] = {operands, 1},
	[OPERATION_EXSCAN] = {operands, 1},
	[OPERATION_SUM] = {NULL, 0},
};

int schedule_is_by_block(enum operation operation)
{
	return operation_facts[operation].column == blocks;
}

int schedule_is_collective(enum operation operation)
{
	return operation_facts[operation].is_collective;
}

const char *schedule_run_column(enum operation operation)
{
	return operation_facts[operation].column;
}

uint64_t schedule_digit_blocks(
	uint64_t n, uint64_t weight, uint64_t radix, uint64_t digit)
{
	uint64_t past, period, rest, last;

	if (digit > n / weight)
		return 0;
	past = digit * weight;
	period = radix > n / weight ? n + 1 : radix * weight;
	rest = n % period;
	last = rest > past ? rest - past : 0;
	return n / period * weight + (last < weight ? last : weight);
}

size_t schedule_time_text(
	char out[SCHEDULE_TIME_MAX], uint64_t tick, uint64_t unit)
{
	uint64_t common = number_gcd_u64(unit, tick);
	size_t size = number_u64(out, tick / common);

	if (unit != common) {
		out[size++] = '/';
		size += number_u64(out + size, unit / common);
	}
	out[size] = '\0';
	return size;
}

size_t schedule_time_shown(char out[SCHEDULE_TIME_MAX], uint64_t tick,
	const struct time_look *look)
{
	mpq_t time;
	char *text;

	assert(look->decimals <= SCHEDULE_DECIMALS_MAX);
	if (!look->name && look->decimals < 0)
		return schedule_time_text(out, tick, look->unit);
	mpq_init(time);
	number_set_ratio(time, tick, look->unit);
	text = number_shown_text(time, look->decimals, look->name != NULL);
	strcpy(out, text);
	mem_free(text);
	mpq_clear(time);
	return strlen(out);
}

size_t schedule_time_words(char out[SCHEDULE_TIME_MAX], uint64_t tick,
	const struct time_look *look)
{
	size_t size = schedule_time_shown(out, tick, look);

	if (look->name) {
		out[size++] = ' ';
		strcpy(out + size, look->name);
	}
	return strlen(out);
}

char *schedule_algorithm_text(const struct schedule_header *header)
{
	static const char of[] = " of degree ";
	char degree[NUMBER_U64_MAX + 1], *text;
	size_t size;

	if (!header->algorithm)
		return NULL;
	size = strlen(header->algorithm);
	text = mem_array(size + sizeof of + sizeof degree, 1);
	memcpy(text, header->algorithm, size);
	if (header->degree > 0) {
		degree[number_u64(degree, header->degree)] = '\0';
		strcat(strcat(text, of), degree);
	}
	return text;
}

void schedule_send_time(mpq_t send, const struct schedule_header *header)
{
	number_set_ratio(send, schedule_send(header), header->unit);
}

/* Whether n blocks of the message add less than 2^61 ticks. */
static int is_block_short(const struct schedule_header *header,
	const struct schedule_message *message)
{
	return message->block == 0 ||
	       message->block < ((uint64_t)1 << 61) / (header->processors + 1);
}

int schedule_refine(struct schedule_header *header, uint64_t factor)
{
	struct schedule_header made = *header;
	struct schedule_message *messages[2 + SCHEDULE_FURTHER];
	uint64_t *times[6 + 7 * (2 + SCHEDULE_FURTHER)] = {&made.unit,
		&made.send, &made.latency, &made.inside, &made.inside_send,
		&made.finish};
	size_t count = 6, of = 0;

	messages[of++] = &made.message;
	messages[of++] = &made.inside_message;
	for (size_t i = 0; i < made.furthers; i++)
		messages[of++] = &made.further[i];
	for (size_t i = 0; i < of; i++) {
		times[count++] = &messages[i]->latency;
		times[count++] = &messages[i]->overhead;
		times[count++] = &messages[i]->gap;
		times[count++] = &messages[i]->copy;
		times[count++] = &messages[i]->block;
		times[count++] = &messages[i]->block_copy;
		times[count++] = &messages[i]->end;
	}
	for (size_t i = 0; i < count; i++) {
		if (*times[i] > INT64_MAX / factor)
			return 0;
		*times[i] *= factor;
	}
	for (size_t i = 0; i < of; i++)
		if (!is_block_short(&made, messages[i]))
			return 0;
	*header = made;
	return 1;
}

/* Makes the header's unit so fine that all times of the message are whole. */
static int refine_for(struct schedule_header *header,
	const struct machine_message *message, int by_block)
{
	uint64_t unit;
	mpz_t all;
	int fits;

	mpz_init(all);
	number_set_u64(all, header->unit);
	mpz_lcm(all, all, mpq_denref(message->latency));
	mpz_lcm(all, all, mpq_denref(message->overhead));
	mpz_lcm(all, all, mpq_denref(message->gap));
	mpz_lcm(all, all, mpq_denref(message->copy));
	mpz_lcm(all, all, mpq_denref(message->end));
	if (by_block)
		mpz_lcm(all, all, mpq_denref(message->block));
	fits = number_read_u64(&unit, all, 63) &&
	       schedule_refine(header, unit / header->unit);
	mpz_clear(all);
	return fits;
}

/* made = the message in ticks of the header's unit, which is made finer if
 * necessary.  Whether its times are below 2^63, and what n blocks add below
 * 2^61. */
static int read_message(struct schedule_message *made,
	struct schedule_header *header, const struct machine_message *message)
{
	int by_block = schedule_is_by_block(header->operation), fits;
	uint64_t unit;

	*made = (struct schedule_message){0};
	if (!refine_for(header, message, by_block))
		return 0;
	unit = header->unit;
	fits = number_read_ticks(&made->latency, message->latency, unit, 63) &&
	       number_read_ticks(
		       &made->overhead, message->overhead, unit, 63) &&
	       number_read_ticks(&made->gap, message->gap, unit, 63) &&
	       number_read_ticks(&made->copy, message->copy, unit, 63) &&
	       number_read_ticks(&made->end, message->end, unit, 63);
	if (by_block)
		fits = fits &&
		       number_read_ticks(
			       &made->block, message->block, unit, 63) &&
		       number_read_ticks(&made->block_copy, message->block_copy,
			       unit, 63) &&
		       is_block_short(header, made);
	return fits;
}

int schedule_set_message(struct schedule_header *header, uint64_t *factor,
	const struct machine_message *message)
{
	struct schedule_header made = *header;
	struct schedule_message read;

	*factor = 1;
	made.model = MODEL_MACHINE;
	made.send = made.latency = 0;
	made.message = (struct schedule_message){0};
	made.furthers = 0;
	if (!read_message(&read, &made, message))
		return 0;
	*factor = made.unit / header->unit;
	made.message = read;
	made.latency = read.end;
	made.send = read.gap > read.overhead ? read.gap : read.overhead;
	*header = made;
	return 1;
}

int schedule_add_message(struct schedule_header *header,
	const struct machine_message *message, uint64_t least)
{
	struct schedule_header made = *header;
	struct schedule_message read;

	if (made.furthers == SCHEDULE_FURTHER ||
		!read_message(&read, &made, message))
		return 0;
	read.least = least;
	made.further[made.furthers++] = read;
	*header = made;
	return 1;
}

int schedule_set_inside(
	struct schedule_header *header, const struct machine_message *message)
{
	struct schedule_header made = *header;
	struct schedule_message read;

	if (!read_message(&read, &made, message))
		return 0;
	made.inside = read.end;
	made.inside_message = read;
	*header = made;
	return 1;
}

/* Writes a part, "3+2" or in an all-to-all "3>2", and a NUL; its length. */
static size_t part_text(char out[SCHEDULE_TIME_MAX],
	const struct schedule_header *header, const struct schedule_part *part)
{
	size_t length = number_u64(out, part->first);

	out[length++] = header->operation == OPERATION_ALLTOALL ? '>' : '+';
	length += number_u64(out + length, part->size);
	out[length] = '\0';
	return length;
}

char *schedule_parts_text(
	const struct schedule_header *header, const struct transmission *row)
{
	struct schedule_parts list;
	struct schedule_part own;
	size_t size = 0;
	char *text;

	if (!schedule_has_parts(row))
		return NULL;
	list = schedule_row_parts(header, row, &own);
	text = mem_array(list.count, SCHEDULE_TIME_MAX);
	for (size_t i = 0; i < list.count; i++) {
		if (i > 0)
			text[size++] = ',';
		size += part_text(text + size, header, &list.part[i]);
	}
	return text;
}

/* Writes "4/2=1" and a NUL; its length. */
static size_t digit_text(
	char out[SCHEDULE_TIME_MAX], const struct transmission *row)
{
	size_t length = number_u64(out, row->first);

	out[length++] = '/';
	length += number_u64(out + length, row->radix);
	out[length++] = '=';
	length += number_u64(out + length, row->digit);
	out[length] = '\0';
	return length;
}

static int compare_parts(const void *x, const void *y)
{
	const struct schedule_part *a = x, *b = y;
	int order = number_compare_u64(a->first, b->first);

	return order ? order : number_compare_u64(a->size, b->size);
}

void schedule_sort_parts(struct schedule_part *part, size_t count)
{
	if (count > 1)
		qsort(part, count, sizeof *part, compare_parts);
}

int schedule_join_runs(struct schedule_part *part, size_t *count, uint64_t n)
{
	size_t kept = 0;

	assert(*count > 0);
	for (size_t i = 1; i < *count; i++) {
		uint64_t end = part[kept].first + part[kept].size;

		if (end > part[i].first)
			return 0;
		if (end == part[i].first)
			part[kept].size += part[i].size;
		else
			part[++kept] = part[i];
	}
	if (part[kept].first + part[kept].size > n + part->first)
		return 0;
	if (kept > 0 && part[kept].first + part[kept].size == n + part->first) {
		part[kept].size += part->size;
		memmove(part, part + 1, kept-- * sizeof *part);
	}
	*count = kept + 1;
	return 1;
}

size_t schedule_run_text(char out[SCHEDULE_TIME_MAX],
	const struct schedule_header *header, const struct transmission *row)
{
	struct schedule_parts list;
	struct schedule_part own;
	size_t length;

	if (row->radix > 0)
		return digit_text(out, row);
	list = schedule_row_parts(header, row, &own);
	length = part_text(out, header, list.part);
	if (list.count > 1)
		length = strlen(strcat(out, ".."));
	return length;
}

void schedule_finish_time(mpq_t time, const struct schedule_header *header)
{
	number_set_ratio(time, header->finish, header->unit);
}

enum status schedule_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	return schedule->ops->next(schedule, rows, count, err);
}

void schedule_close(struct schedule *schedule)
{
	if (schedule && schedule->ops->clear)
		schedule->ops->clear(schedule);
	mem_free(schedule);
}
