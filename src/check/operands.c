/* The rules of each operation, and what they share. */
#include "check/operands.h"

#include "number/limit.h"

const struct operands_rules *operands_rules(enum operation operation)
{
	switch (operation) {
	case OPERATION_REDUCE:
	case OPERATION_REDUCE_SCATTER:
		return &operands_reduce;
	case OPERATION_CENSUS:
		return &operands_census;
	case OPERATION_BROADCAST:
	case OPERATION_ALLGATHER:
	case OPERATION_ALLREDUCE:
		break;
	}
	return NULL;
}

void operands_init(struct operands *operands, struct check *check,
	const struct schedule_header *header, uint64_t max_bytes)
{
	*operands =
		(struct operands){.rules = operands_rules(header->operation),
			.check = check,
			.header = header,
			.max_bytes = max_bytes};
	operands->rules->init(operands);
}

void operands_clear(struct operands *operands)
{
	if (operands->rules)
		operands->rules->clear(operands);
	*operands = (struct operands){0};
}

enum status operands_status(const struct operands *operands, struct err *err)
{
	if (!operands || !operands->is_full)
		return STATUS_OK;
	return limit_too_many("partial results", err);
}
