/*
 * The value of a cost expression: its program is run on a stack of values, and
 * run again with twice the bits as long as they do not decide a comparison or a
 * rounding.
 */
#include "number/cost.h"

#include <string.h>

#include "base/mem.h"
#include "number/number.h"

/* The most bits that are tried. */
static const unsigned long BITS_LAST = 1 << 16;

/* Runs the program, which leaves the value in stack[0]. */
static enum value_result run_cost(struct value *stack, const struct cost *cost,
	const mpz_t k, const struct value_precision *precision,
	const char **why)
{
	struct value *top = stack; /* the first free place */
	enum value_result result = VALUE_OK;

	for (size_t i = 0; i < cost->steps && result == VALUE_OK; i++) {
		const struct cost_step *step = &cost->step[i];

		switch (step->kind) {
		case COST_NUMBER:
			value_set(top++, &cost->number[step->number]);
			break;
		case COST_K:
			value_set_z(top++, k);
			break;
		case COST_UNARY:
			result = step->unary(top - 1, top - 1, precision, why);
			break;
		case COST_BINARY:
			top--;
			result = step->binary(
				top - 1, top - 1, top, precision, why);
			break;
		}
	}
	return result;
}

static enum status report_cost(enum status status, const char *what,
	const mpz_t k, const char *why, struct err *err)
{
	return err_set(err, status, what, " at k = ", ERR_OWN,
		number_size_text(k), ": ", why, NULL);
}

enum status cost_value(struct value *value, const struct cost *cost,
	const mpz_t k, const struct value_precision *precision, struct err *err)
{
	struct value_precision at = *precision;
	struct value *stack = mem_array(cost->depth, sizeof *stack), one;
	enum value_result result;
	enum status status = STATUS_OK;
	const char *why = "";
	uint64_t work = at.planned > 0 ? *at.work : 0;

	for (size_t i = 0; i < cost->depth; i++)
		value_init(&stack[i]);
	while ((result = run_cost(stack, cost, k, &at, &why)) ==
			VALUE_UNCERTAIN &&
		at.bits < BITS_LAST) {
		at.bits *= 2;
		/* Work is counted for the planned bits, so for one run only. */
		if (at.planned > 0)
			*at.work = work;
	}
	if (result == VALUE_OK) {
		value_init(&one);
		value_set_ui(&one, 1);
		value_max(value, &stack[0], &one, &at);
		value_clear(&one);
	} else if (result == VALUE_UNDEFINED) {
		status = report_cost(STATUS_USAGE, "no value", k, why, err);
	} else {
		status = report_cost(
			STATUS_LIMIT, "the value is out of reach", k, why, err);
	}
	for (size_t i = 0; i < cost->depth; i++)
		value_clear(&stack[i]);
	mem_free(stack);
	return status;
}

enum status cost_add(struct value *sum, const struct value *term, const mpz_t k,
	const struct value_precision *precision, struct err *err)
{
	const char *why;

	if (!value_may_add(sum, term, precision, &why))
		return report_cost(STATUS_LIMIT,
			"the sum of the costs is out of reach", k, why, err);
	value_add(sum, sum, term, precision);
	return STATUS_OK;
}
