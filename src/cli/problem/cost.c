/* Reads cost functions, and computes their values to the digits printed. */
#include "cli/problem/problem.h"

#include <string.h>

#include "base/mem.h"

/* The bits to begin with, before those of decimals; a value may lose that many
 * of them. */
enum { BITS_FIRST = 128, BITS_SPARE = 64 };

/* The most bits that are tried, besides those of decimals. */
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

/* The size of the first function of a list, up to a comma outside parentheses.
 */
static size_t cost_size(const char *text)
{
	size_t size = 0;
	int depth = 0;

	for (; text[size] && (text[size] != ',' || depth > 0); size++)
		depth += (text[size] == '(') - (text[size] == ')');
	return size;
}

/* Removes blanks: a table's cell has none. */
static void close_up(char *text)
{
	char *to = text;

	for (; *text; text++)
		if (*text != ' ')
			*to++ = *text;
	*to = '\0';
}

enum status cost_list_option(struct cost_list *list, const char *name,
	const char *text, uint64_t max_bits, struct err *err)
{
	for (int more = 1; more;) {
		size_t size = cost_size(text);
		struct cost_item *item;

		list->item = mem_grow(list->item, &list->capacity, list->count,
			sizeof *list->item);
		item = &list->item[list->count++];
		*item = (struct cost_item){.text = mem_text(text, size)};
		if (cost_option(&item->cost, name, item->text, max_bits, err) !=
			STATUS_OK)
			return err->code;
		close_up(item->text);
		more = text[size] == ',';
		text += size + 1;
	}
	return STATUS_OK;
}

void cost_list_free(struct cost_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		mem_free(list->item[i].text);
		cost_free(list->item[i].cost);
	}
	mem_free(list->item);
}

/* The bits for that many decimals if none are lost: log2(10) < 10/3. */
static unsigned long decimal_bits(int64_t decimals)
{
	return decimals > 0 ? BITS_FIRST + 10 * (unsigned long)decimals / 3 : 0;
}

/* Raises the planned bits by those that the value loses.  Each further bit
 * halves the width of an interval, so that few bits tell how many are needed.
 * More than BITS_ENOUGH are not planned: cost_refine gets them by doubling. */
static void plan_bits(struct value_precision *precision,
	const struct value *value, int64_t decimals)
{
	int64_t lost = (int64_t)precision->bits + value->x.exponent;
	unsigned long bits = decimal_bits(decimals);
	mpz_t gap;

	if (value->exact || decimals <= 0)
		return;
	mpz_init(gap);
	mpz_sub(gap, value->x.hi, value->x.lo);
	lost += (int64_t)mpz_sizeinbase(gap, 2);
	if (lost > BITS_SPARE && lost <= (int64_t)BITS_ENOUGH)
		bits += (unsigned long)lost;
	if (precision->planned < bits)
		precision->planned = bits;
	mpz_clear(gap);
}

static void begin_rehearsal(
	struct cost_rehearsal *rehearsal, struct value_precision *precision)
{
	rehearsal->performed = *precision;
	rehearsal->work = *precision->work;
	agm_constant_init(&rehearsal->constant);
	if (precision->constant)
		precision->constant = &rehearsal->constant;
	precision->planned = precision->bits;
	precision->bits = BITS_FIRST;
}

/* Returns whether more bits are planned than were counted. */
static int end_rehearsal(
	struct cost_rehearsal *rehearsal, struct value_precision *precision)
{
	struct value_precision *performed = &rehearsal->performed;
	int is_more = precision->planned > performed->bits;

	performed->bits = precision->planned;
	*performed->work = rehearsal->work;
	*precision = *performed;
	agm_constant_clear(&rehearsal->constant);
	return is_more;
}

int cost_rehearse(struct cost_rehearsal *rehearsal,
	struct value_precision *precision, enum status status)
{
	int again = precision->bits > VALUE_SHORT;

	if (!precision->work)
		return 0;
	if (rehearsal->performed.work)
		again = end_rehearsal(rehearsal, precision) &&
			status == STATUS_OK;
	if (again)
		begin_rehearsal(rehearsal, precision);
	return again;
}

enum status cost_settle(int *again, const struct value *value, int64_t decimals,
	struct value_precision *precision, struct err *err)
{
	int settled;

	if (precision->planned > 0) {
		plan_bits(precision, value, decimals);
		return STATUS_OK;
	}
	settled = value_is_settled(value, decimals, precision);
	if (!settled && precision->last)
		return err_limit(err, "a value's digits are out of reach");
	*again |= !settled;
	return STATUS_OK;
}

/* Decimals may always take the work of a few logarithms of that many digits, up
 * to digits_work, some seconds; more only if max_bits allows it. */
enum { LOGARITHMS = 8 };
static const uint64_t digits_work = UINT64_C(1) << 33;

void cost_first_bits(struct value_precision *precision, int64_t decimals)
{
	uint64_t work;

	if (decimals <= 0)
		return;
	precision->bits = decimal_bits(decimals);
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
