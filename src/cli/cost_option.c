/* Cost functions from options, evaluated to as many digits as are printed. */
#include "cli/cost_option.h"

#include <string.h>

#include "base/mem.h"

/* What values without decimals never need more of. */
static const unsigned long BITS_ENOUGH = 4096;

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
	char *text = value_text(value, decimals, precision);

	if (!text && precision->last)
		return err_set(err, STATUS_LIMIT,
			"a value's digits are out of reach", NULL);
	*again |= !text;
	mem_free(text);
	return STATUS_OK;
}

void cost_refine(struct value_precision *precision, int64_t decimals)
{
	unsigned long enough = BITS_ENOUGH;

	if (decimals > 0)
		enough += 8 * (unsigned long)decimals;
	precision->bits *= 2;
	precision->last = precision->bits >= enough;
}

void cost_cell(struct table *table, const struct value *value,
	const struct value_precision *precision)
{
	char *text = value_text(value, table->decimals, precision);

	table_number(table, text, strlen(text));
	mem_free(text);
}
