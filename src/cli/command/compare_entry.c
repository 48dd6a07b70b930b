/* A row of compare: how to reproduce it, and its cells. */
#include "cli/command/command.h"

#include <string.h>

#include "base/mem.h"
#include "cli/problem/problem.h"
#include "model/algorithm.h"
#include "number/number.h"

enum { RATIO_DIGITS = 3 };

char *compare_entry_degree(const mpz_t degree)
{
	char *number, *text;

	if (mpz_sgn(degree) == 0)
		return NULL;
	number = number_integer_text(degree);
	text = mem_join("--degree=", number, NULL);
	mem_free(number);
	return text;
}

char *compare_entry_options(const struct candidate *candidate, enum model model,
	enum operation operation)
{
	const struct algorithm *algorithm = candidate->algorithm;
	if (!candidate->is_known)
		return NULL;
	if (algorithm->is_command && operation == OPERATION_BROADCAST)
		return mem_join("--schedule", NULL);
	if (mpz_sgn(candidate->degree) > 0)
		return compare_entry_degree(candidate->degree);
	if (!(algorithm->uses & USES_LATENCY) && algorithm->model != model)
		return mem_join("--model=", broadcast_models[model], NULL);
	return NULL;
}

/* The cells algorithm and options. */
static void print_entry_name(
	struct table *table, const struct compare_entry *entry)
{
	table_text(table, entry->name);
	table_text(table, entry->options);
	if (entry->way)
		table_text(table, *entry->way ? entry->way : NULL);
}

/* The cells time and ratio; where the bound is 0 the ratio is 1. */
static void print_entry_time(
	struct table *table, const struct compare_entry *entry)
{
	mpq_t ratio;

	if (!entry->is_known) {
		table_unknown(table);
		table_unknown(table);
		return;
	}
	mpq_init(ratio);
	mpq_set_ui(ratio, 1, 1);
	if (mpq_sgn(entry->bound) > 0)
		mpq_div(ratio, entry->time, entry->bound);
	if (entry->is_most && !mpq_equal(entry->time, entry->bound))
		table_interval(table, entry->bound, entry->time);
	else
		table_rational(table, entry->time);
	table_ratio(table, ratio, RATIO_DIGITS);
	mpq_clear(ratio);
}

void compare_entry_print(struct table *table, const struct compare_entry *entry)
{
	print_entry_name(table, entry);
	print_entry_time(table, entry);
	table_end(table);
}
