/*
 * The most processors that nodes allow, W, by the recurrence, one row for each
 * tick.
 *
 * Example: u1 = e1 = u2 = 1, e2 = 3, p = 5: W(t, 5) is 1 2 4 5 7 11 19 33 55 ..
 * for t = 0, 1, ..  After 2 ticks four of a node have the message, after 3 all
 * five, and at 4 the first two of other nodes.
 */
#include "model/nodes/nodes.h"

#include "base/mem.h"
#include "number/number.h"

enum {
	SIZE_MAX_P = 1 << 20, /* processors of a node */
	SUM_BITS = 32,	      /* of max_bits that one sum counts as */
	ENTRY_BYTES = 48      /* of a short number */
};

/* How many rows before the next one it needs. */
static size_t reach_back(const struct nodes_figures *figures)
{
	uint64_t most = figures->e2 > figures->e1 ? figures->e2 : figures->e1;

	return (size_t)most;
}

void nodes_table_init(struct nodes_table *table,
	const struct nodes_figures *figures, int keeps_all, uint64_t max_bits)
{
	*table = (struct nodes_table){.figures = *figures,
		.keeps_all = keeps_all,
		.max_bits = max_bits};
}

void nodes_table_clear(struct nodes_table *table)
{
	size_t kept = table->count < table->rows ? table->count : table->rows;

	for (size_t i = 0; i < kept * table->figures.p; i++)
		mpz_clear(table->value[i]);
	mem_free(table->value);
	*table = (struct nodes_table){0};
}

mpz_srcptr nodes_table_at(const struct nodes_table *table, uint64_t r, size_t j)
{
	return table->value[r % table->rows * table->figures.p + j - 1];
}

/* Makes room for the next row, in place of one that is not needed any more if
 * there is one. */
static enum status add_row(struct nodes_table *table, struct err *err)
{
	size_t p = table->figures.p, rows = table->rows;
	size_t most = reach_back(&table->figures) + 1;

	if (table->count < rows || (rows == most && !table->keeps_all))
		return STATUS_OK;
	rows = rows > 0 ? 2 * rows : 16;
	if (rows > most && !table->keeps_all)
		rows = most;
	if (limit_check_parts("a table of so many processors of a node",
		    (const struct limit_part[LIMIT_PARTS]){
			    {ENTRY_BYTES, rows, p}},
		    table->max_bits / 8, err) != STATUS_OK)
		return err->code;
	table->value = mem_resize(table->value, rows * p, sizeof *table->value);
	table->rows = rows;
	return STATUS_OK;
}

static void raise_entry(mpz_t most, mpz_t sum, const mpz_t x, const mpz_t y)
{
	mpz_add(sum, x, y);
	if (mpz_cmp(sum, most) > 0)
		mpz_swap(most, sum);
}

/* value = W(r, j), where r is the next row. */
static void find_entry(mpz_t value, mpz_t sum, const struct nodes_table *table,
	size_t r, size_t j)
{
	const struct nodes_figures *f = &table->figures;

	mpz_set_ui(value, 1);
	if (r > 0)
		mpz_set(value, nodes_table_at(table, r - 1, j));
	if (r >= f->e2)
		raise_entry(value, sum, nodes_table_at(table, r - f->u2, j),
			nodes_table_at(table, r - f->e2, f->p));
	for (size_t i = 1; i < j && r >= f->e1; i++)
		raise_entry(value, sum, nodes_table_at(table, r - f->u1, j - i),
			nodes_table_at(table, r - f->e1, i));
}

enum status nodes_table_next(struct nodes_table *table, struct err *err)
{
	size_t p = table->figures.p, r = table->count;
	int is_new;
	mpz_t value, sum;

	if (add_row(table, err) != STATUS_OK)
		return err->code;
	table->work += (p + p * (p - 1) / 2) *
		       (r > 0 ? mpz_size(nodes_table_at(table, r - 1, p)) : 1);
	if (table->work > table->max_bits / SUM_BITS &&
		table->work > UINT32_MAX / 16)
		return err_limit(err,
			"nodes of so many processors take more work "
			"than " ERR_NAME "max_bits allows");
	is_new = r < table->rows;
	mpz_inits(value, sum, NULL);
	for (size_t j = 1; j <= p; j++) {
		mpz_ptr entry = table->value[r % table->rows * p + j - 1];

		find_entry(value, sum, table, r, j);
		if (is_new)
			mpz_init(entry);
		mpz_swap(entry, value);
	}
	mpz_clears(value, sum, NULL);
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
			mpz_cmp(nodes_table_at(table, table->count - 1, p), n) <
				0))
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
	fits = number_read_u64(&f->unit, unit, 31) &&
	       number_read_ticks(&f->u1, nodes->send, f->unit, 31) &&
	       number_read_ticks(&f->e1, nodes->latency, f->unit, 31) &&
	       number_read_ticks(&f->e2, lambda, f->unit, 31);
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
				 "treated: " ERR_NAME
				 "processors must be a multiple of it");
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
