/* Cost functions from options, evaluated to as many digits as are printed. */
#include "cli/problem/problem.h"

#include <string.h>

#include "base/mem.h"

/* What so many bits do not tell, without decimals, is refused. */
static const unsigned long BITS_ENOUGH = 1 << 16;

enum status cost_option(struct cost **cost, const char *name, const char *text,
	uint64_t max_bits, struct err *err)
{
	*cost = NULL;
	if (!text)
		return STATUS_OK;
	if (cost_parse(cost, text, max_bits, err) != STATUS_OK) {
		err_prefix(err, name);
		return err->code;
	}
	return STATUS_OK;
}

enum status cost_settle(int *again, const struct value *value, int64_t decimals,
	const struct value_precision *precision, struct err *err)
{
	int settled = value_is_settled(value, decimals, precision);

	if (!settled && precision->last)
		return err_set(err, STATUS_LIMIT,
			"a value's digits are out of reach", NULL);
	*again |= !settled;
	return STATUS_OK;
}

/* Many digits may take the time of a few logarithms of as many, up to some
 * seconds, whatever max_bits; more only if that allows it. */
enum { LOGARITHMS = 8 };
static const uint64_t digits_work = UINT64_C(1) << 33;

/* log2(10) < 10/3. */
void cost_first_bits(struct value_precision *precision, int64_t decimals)
{
	uint64_t work;

	if (decimals <= 0)
		return;
	precision->bits += 10 * (unsigned long)decimals / 3;
	work = value_work(
		precision->bits, (uint64_t)LOGARITHMS * VALUE_WORK_LOG);
	if (work > digits_work)
		work = digits_work;
	if (precision->work && *precision->work < work)
		*precision->work = work;
}

void cost_refine(struct value_precision *precision, int64_t decimals)
{
	unsigned long enough = BITS_ENOUGH;

	if (decimals > 0)
		enough += 4 * (unsigned long)decimals;
	precision->bits *= 2;
	precision->last = precision->bits >= enough;
}

void cost_cell(struct table *table, const struct value *value,
	const struct value_precision *precision)
{
	char *text = value_text(value, table->decimals, precision);
	double twin = value_double(value);

	table_number(table, text, strlen(text));
	table_twin(table, &twin);
	mem_free(text);
}
