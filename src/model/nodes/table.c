/*
 * The most processors that nodes allow, W, by the recurrence, one row for each
 * tick at which W grows.  Only sums of figures can be such ticks.
 *
 * Example: u1 = e1 = u2 = 1, e2 = 3, p = 5: W(t, 5) is 1 2 4 5 7 11 19 33 55 ..
 * for t = 0, 1, ..  After 2 ticks four of a node have the message, after 3 all
 * five, and at 4 the first two of other nodes.
 *
 * Invariant: at[f] rows are at least figure f older than the last tick that was
 * looked at.
 */
#include "model/nodes/nodes.h"

#include <assert.h>

#include "base/bits.h"
#include "base/mem.h"
#include "number/number.h"

enum {
	SIZE_MAX_P = 1 << 20, /* processors of a node */
	SUM_BITS = 32,	      /* of max_bits that one sum counts as */
	FIGURE_BITS = 42,     /* so that sums of as many as p fit words */
	ENTRY_BYTES = 48,     /* of a short number */
	ROWS = 16	      /* for which there is room at first */
};

void nodes_table_init(struct nodes_table *table,
	const struct nodes_figures *figures, int keeps_all, uint64_t max_bits)
{
	*table = (struct nodes_table){.figures = *figures,
		.keeps_all = keeps_all,
		.max_bits = max_bits};
}

void nodes_table_clear(struct nodes_table *table)
{
	for (size_t i = 0; i < table->made; i++) {
		for (size_t j = 0; j < table->figures.p; j++)
			mpz_clear(table->row[i].value[j]);
		mem_free(table->row[i].value);
	}
	mem_free(table->row);
	*table = (struct nodes_table){0};
}

const struct nodes_row *nodes_table_find(
	const struct nodes_table *table, uint64_t r)
{
	assert(table->count > 0 && table->row[0].tick <= r);
	return &table->row[ascending_find(table->row, sizeof *table->row,
				   offsetof(struct nodes_row, tick),
				   table->count, r + 1) -
			   1];
}

const struct nodes_row *nodes_table_last(const struct nodes_table *table)
{
	assert(table->count > 0);
	return &table->row[table->count - 1];
}

static uint64_t get_figure(const struct nodes_table *table, enum nodes_figure f)
{
	const struct nodes_figures *figures = &table->figures;
	const uint64_t all[] = {[NODES_U1] = figures->u1,
		[NODES_E1] = figures->e1,
		[NODES_U2] = figures->u2,
		[NODES_E2] = figures->e2};

	return all[f];
}

uint64_t nodes_table_due(const struct nodes_table *table)
{
	uint64_t least = UINT64_MAX;

	if (table->count == 0)
		return 0;
	for (enum nodes_figure f = 0; f < NODES_FIGURES; f++)
		if (table->at[f] < table->count)
			least = least_u64(least, table->row[table->at[f]].tick +
							 get_figure(table, f));
	return least;
}

/* Puts the rows that no later one needs behind the others, and forgets them. */
static void drop_rows(struct nodes_table *table, size_t drop)
{
	for (size_t i = drop; i < table->count; i++) {
		struct nodes_row row = table->row[i - drop];

		table->row[i - drop] = table->row[i];
		table->row[i] = row;
	}
	table->count -= drop;
	for (enum nodes_figure f = 0; f < NODES_FIGURES; f++)
		table->at[f] -= drop;
}

/* Makes room for the next row, in place of old ones if enough of them are not
 * needed any more. */
static enum status add_row(struct nodes_table *table, struct err *err)
{
	size_t p = table->figures.p, rows = table->capacity, old = table->count;

	if (table->count < rows)
		return STATUS_OK;
	for (enum nodes_figure f = 0; f < NODES_FIGURES; f++)
		if (table->at[f] < old)
			old = table->at[f];
	if (!table->keeps_all && old > rows / 4) {
		drop_rows(table, old - 1);
		return STATUS_OK;
	}
	rows = rows > 0 ? 2 * rows : ROWS;
	if (limit_check_parts("a table of so many processors of a node",
		    (const struct limit_part[LIMIT_PARTS]){
			    {ENTRY_BYTES, rows, p}},
		    table->max_bits / 8, err) != STATUS_OK)
		return err->code;
	table->row = mem_resize(table->row, rows, sizeof *table->row);
	table->capacity = rows;
	return STATUS_OK;
}

/* The next row, whose values are still to be set. */
static struct nodes_row *make_row(struct nodes_table *table, uint64_t tick)
{
	struct nodes_row *row = &table->row[table->count];

	if (table->count == table->made) {
		row->value = mem_array(table->figures.p, sizeof *row->value);
		for (size_t j = 0; j < table->figures.p; j++)
			mpz_init(row->value[j]);
		table->made++;
	}
	row->tick = tick;
	return row;
}

static void raise_entry(mpz_t most, mpz_t sum, const mpz_t x, const mpz_t y)
{
	mpz_add(sum, x, y);
	if (mpz_cmp(sum, most) > 0)
		mpz_swap(most, sum);
}

/* The values of the youngest row that is at least a figure older than the tick
 * that is due; there must be one. */
static mpz_t *older(const struct nodes_table *table, enum nodes_figure f)
{
	return table->row[table->at[f] - 1].value;
}

/* value = W(r, j), where r is the tick of the row after the last one. */
static void find_entry(
	mpz_t value, mpz_t sum, const struct nodes_table *table, size_t j)
{
	const size_t *at = table->at;

	mpz_set_ui(value, 1);
	if (table->count > 0)
		mpz_set(value, nodes_table_last(table)->value[j - 1]);
	if (at[NODES_E2] > 0)
		raise_entry(value, sum, older(table, NODES_U2)[j - 1],
			older(table, NODES_E2)[table->figures.p - 1]);
	for (size_t i = 1; i < j && at[NODES_E1] > 0; i++)
		raise_entry(value, sum, older(table, NODES_U1)[j - i - 1],
			older(table, NODES_E1)[i - 1]);
}

/* Finds the row of the tick that is due. */
static void find_row(struct nodes_table *table, struct nodes_row *row)
{
	mpz_t sum;

	for (enum nodes_figure f = 0; f < NODES_FIGURES; f++)
		while (table->at[f] < table->count &&
			table->row[table->at[f]].tick + get_figure(table, f) <=
				row->tick)
			table->at[f]++;
	mpz_init(sum);
	for (size_t j = 1; j <= table->figures.p; j++)
		find_entry(row->value[j - 1], sum, table, j);
	mpz_clear(sum);
}

/* Whether the row differs from the last one. */
static int is_new_row(
	const struct nodes_table *table, const struct nodes_row *row)
{
	for (size_t j = 0; j < table->figures.p && table->count > 0; j++)
		if (mpz_cmp(row->value[j], nodes_table_last(table)->value[j]) !=
			0)
			return 1;
	return table->count == 0;
}

/* Counts the sums of a row; refuses it if there are too many in all. */
static enum status count_sums(struct nodes_table *table, struct err *err)
{
	size_t p = table->figures.p, limbs = 1;

	if (table->count > 0)
		limbs = mpz_size(nodes_table_last(table)->value[p - 1]);
	table->work += (p + p * (p - 1) / 2) * limbs;
	if (table->work <= table->max_bits / SUM_BITS ||
		table->work <= UINT32_MAX / 16)
		return STATUS_OK;
	return err_limit(err, "nodes of so many processors take more work "
			      "than " ERR_NAME "max_bits allows");
}

enum status nodes_table_next(struct nodes_table *table, struct err *err)
{
	struct nodes_row *row;

	if (add_row(table, err) != STATUS_OK)
		return err->code;
	do {
		if (count_sums(table, err) != STATUS_OK)
			return err->code;
		row = make_row(table, nodes_table_due(table));
		find_row(table, row);
	} while (!is_new_row(table, row));
	table->count++;
	return STATUS_OK;
}

enum status nodes_table_reach(
	struct nodes_table *table, const mpz_t n, struct err *err)
{
	size_t p = table->figures.p;
	enum status status = STATUS_OK;

	while (status == STATUS_OK &&
		(table->count == 0 ||
			mpz_cmp(nodes_table_last(table)->value[p - 1], n) < 0))
		status = nodes_table_next(table, err);
	return status;
}

/* Sets all figures, in the largest unit in which they are whole. */
static int set_figures(
	struct nodes_figures *f, const mpq_t lambda, const struct nodes *nodes)
{
	mpz_t unit;
	int fits;

	mpz_init(unit);
	mpz_lcm(unit, mpq_denref(lambda), mpq_denref(nodes->send));
	mpz_lcm(unit, unit, mpq_denref(nodes->latency));
	fits = number_read_u64(&f->unit, unit, FIGURE_BITS) &&
	       number_read_ticks(&f->u1, nodes->send, f->unit, FIGURE_BITS) &&
	       number_read_ticks(
		       &f->e1, nodes->latency, f->unit, FIGURE_BITS) &&
	       number_read_ticks(&f->e2, lambda, f->unit, FIGURE_BITS);
	f->u2 = f->unit;
	mpz_clear(unit);
	return fits;
}

enum status nodes_figures(struct nodes_figures *figures,
	const struct problem *problem, struct err *err)
{
	const struct nodes *nodes = problem->nodes;
	uint64_t p;

	*figures = (struct nodes_figures){.p = 1};
	if (!mpz_divisible_p(problem->n, nodes->size))
		return err_usage(err,
			ERR_NAME "node: nodes of different sizes are not "
				 "supported: " ERR_NAME "processors, ",
			ERR_OWN, number_size_text(problem->n),
			", must be a multiple of ", ERR_OWN,
			number_size_text(nodes->size));
	if (!set_figures(figures, problem->lambda, nodes) ||
		!number_read_u64(&p, nodes->size, 62))
		return err_limit(err,
			"the nodes' figures have no common unit in which they "
			"are small");
	if (mpz_cmp(problem->n, nodes->size) == 0) {
		figures->u2 = figures->u1;
		figures->e2 = figures->e1;
		return STATUS_OK;
	}
	if (p > SIZE_MAX_P)
		return err_limit(err,
			"nodes of so many processors take more work "
			"than " ERR_NAME "max_bits allows");
	figures->p = (size_t)p;
	return STATUS_OK;
}
