/*
 * Any text as a cost expression, at several k: it is read or refused, in one
 * line; a value that there is, is 1 or more, and the same when it is asked for
 * with more bits.
 */
#include "number/cost.h"
#include "base/mem.h"
#include "fuzz.h"

static void check_value(const struct value *value, const struct value *again,
	const struct value_precision *precision)
{
	struct value one;
	char *text;

	value_init(&one);
	value_set_ui(&one, 1);
	if (value->exact)
		MUST(mpq_cmp_ui(value->q, 1, 1) >= 0);
	else
		MUST(value_cmp(value, &one, precision) >= 0);
	MUST(value_cmp(value, again, precision) == 0);
	text = value_text(value, -1, precision);
	MUST(!text || strlen(text) > 0);
	mem_free(text);
	value_clear(&one);
}

static void check_at(const struct cost *cost, const char *k)
{
	struct value_precision few = {.bits = 64, .max_bits = FUZZ_BITS};
	struct value_precision more = {.bits = 96, .max_bits = FUZZ_BITS};
	struct value value, again;
	struct err err = {.code = STATUS_OK};
	enum status status;
	mpz_t at;

	mpz_init_set_str(at, k, 10);
	value_init(&value);
	value_init(&again);
	status = cost_value(&value, cost, at, &few, &err);
	if (status != STATUS_OK)
		fuzz_check_error(status, &err);
	else if (cost_value(&again, cost, at, &more, &err) == STATUS_OK)
		check_value(&value, &again, &few);
	value_clear(&value);
	value_clear(&again);
	mpz_clear(at);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct err err = {.code = STATUS_OK};
	char *text = fuzz_text(data, size), *copy;
	struct cost *cost;
	enum status status = cost_parse(&cost, text, FUZZ_BITS, &err);

	if (status != STATUS_OK) {
		MUST(!cost);
		fuzz_check_error(status, &err);
	} else {
		copy = cost_copy_text(cost);
		MUST(strlen(copy) > 0 && strlen(copy) <= strlen(text));
		mem_free(copy);
		check_at(cost, "1");
		check_at(cost, "3");
		check_at(cost, "16");
		check_at(cost, "340282366920938463463374607431768211457");
	}
	cost_free(cost);
	free(text);
	return 0;
}
