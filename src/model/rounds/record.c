/* Blocks of rounds in one array that grows. */
#include "model/rounds/record.h"

#include "base/mem.h"

struct rounds_send *rounds_record_add(struct rounds_record *record)
{
	struct rounds_send *send;

	record->send = mem_grow(record->send, &record->capacity, record->count,
		record->n * sizeof *record->send);
	send = &record->send[record->count++ * record->n];
	for (uint32_t p = 0; p < record->n; p++)
		send[p] = (struct rounds_send){ROUNDS_NOBODY, 0};
	return send;
}

const struct rounds_send *rounds_record_get(
	const struct rounds_record *record, size_t round)
{
	return &record->send[round * record->n];
}

void rounds_record_clear(struct rounds_record *record)
{
	mem_free(record->send);
	record->send = NULL;
	record->count = record->capacity = 0;
}
