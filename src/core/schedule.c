/* Names of models, times as text, and the calls that go to the producer. */
#include "core/schedule.h"

#include <string.h>

#include "base/mem.h"
#include "number/number.h"

const char *const schedule_models[] = {"postal", "logp", "telephone",
	"telegraph", "sendrecv", "locality", NULL};

const char *const schedule_kinds[] = {"both", "send", "receive", NULL};

const char *const schedule_operations[] = {"broadcast", "reduce", "census",
	"allgather", "reduce-scatter", "allreduce", NULL};

int schedule_is_by_block(enum operation operation)
{
	return operation == OPERATION_ALLGATHER ||
	       operation == OPERATION_REDUCE_SCATTER ||
	       operation == OPERATION_ALLREDUCE;
}

const char *schedule_run_column(enum operation operation)
{
	switch (operation) {
	case OPERATION_CENSUS:
		return "operands";
	case OPERATION_ALLGATHER:
	case OPERATION_REDUCE_SCATTER:
	case OPERATION_ALLREDUCE:
		return "blocks";
	case OPERATION_BROADCAST:
	case OPERATION_REDUCE:
		break;
	}
	return NULL;
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
	number_set_u64(mpq_numref(send), schedule_send(header));
	number_set_u64(mpq_denref(send), header->unit);
	mpq_canonicalize(send);
}

size_t schedule_run_text(
	char out[SCHEDULE_TIME_MAX], uint64_t first, uint64_t size)
{
	size_t length = number_u64(out, first);

	out[length++] = '+';
	length += number_u64(out + length, size);
	out[length] = '\0';
	return length;
}

void schedule_finish_time(mpq_t time, const struct schedule_header *header)
{
	number_set_u64(mpq_numref(time), header->finish);
	number_set_u64(mpq_denref(time), header->unit);
	mpq_canonicalize(time);
}

enum status schedule_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	return schedule->ops->next(schedule, rows, count, err);
}

void schedule_close(struct schedule *schedule)
{
	if (schedule)
		schedule->ops->close(schedule);
}
