/*
 * G(2m + odd) as a quadratic form in the coefficients c_i of x^s, s = m+a-b:
 *   sum over i, j of c_i c_j G(i + j + odd - 2(a-b)),
 * where G is continued below 0 by its recurrence; for one port.  Completing
 * squares and pairs over the integers leaves about half as many products as
 * there are coefficients.  With the form's matrix m_ij and variables x_i,
 *   with m_uu = 0 and s = m_uv = +-1, y = sum of m_uj x_j:
 *     q = y (2 x_u + m_vv y + 2 sum of (s m_vj - m_vv m_uj) x_j) + q',
 *     m'_ij = m_ij + m_vv m_ui m_uj - s (m_ui m_vj + m_uj m_vi),
 *     where x_u and x_v are gone;
 *   with s = m_uu = +-1:  q = s y^2 + q',  m'_ij = m_ij - s m_ui m_uj.
 */
#include "fibonacci/methods.h"

#include "base/mem.h"

enum { ENTRY_MAX = 1 << 12 /* completing stops once an entry is larger */ };

/* What remains of the form: a matrix for the live ones among a variables. */
struct form {
	const struct residue *w;
	size_t a;
	int *live;
	long *entry; /* a rows of a */
};

static long *row(const struct form *form, size_t u)
{
	return form->entry + u * form->a;
}

static void form_init(struct form *form, const struct residue *w, int odd)
{
	size_t a = w->a, b = w->b, below = 2 * (a - b);
	long *g = mem_array(below + 2 * a, sizeof *g);

	*form = (struct form){.w = w, .a = a};
	form->live = mem_array(a, sizeof *form->live);
	form->entry = mem_array(a * a, sizeof *form->entry);
	for (size_t i = below; i < below + 2 * a; i++)
		g[i] = i < below + a ? 1 : g[i - b] + g[i - a];
	for (size_t i = below; i-- > 0;)
		g[i] = g[i + a] - g[i + a - b];
	for (size_t i = 0; i < a; i++) {
		form->live[i] = 1;
		for (size_t j = 0; j < a; j++)
			row(form, i)[j] = g[i + j + (size_t)odd];
	}
	mem_free(g);
}

static void form_clear(struct form *form)
{
	mem_free(form->live);
	mem_free(form->entry);
}

/* sum += factor · c_i. */
static void add_term(mpz_t sum, const struct form *form, size_t i, long factor)
{
	mpz_t view;

	if (factor > 0)
		mpz_addmul_ui(sum, residue_coefficient(view, form->w, i),
			(unsigned long)factor);
	else if (factor < 0)
		mpz_submul_ui(sum, residue_coefficient(view, form->w, i),
			(unsigned long)-factor);
}

/* y = sum of m_uj x_j over the live j. */
static void row_sum(mpz_t y, const struct form *form, size_t u)
{
	mpz_set_ui(y, 0);
	for (size_t j = 0; j < form->a; j++)
		if (form->live[j])
			add_term(y, form, j, row(form, u)[j]);
}

static int is_unit(long entry)
{
	return entry == 1 || entry == -1;
}

/* Finds a live u with m_uu = 0 and a live v with m_uv = +-1. */
static int find_pair(const struct form *form, size_t *u, size_t *v)
{
	for (*u = 0; *u < form->a; ++*u) {
		if (!form->live[*u] || row(form, *u)[*u] != 0)
			continue;
		for (*v = 0; *v < form->a; ++*v)
			if (form->live[*v] && is_unit(row(form, *u)[*v]))
				return 1;
	}
	return 0;
}

/* Finds a live u with m_uu = +-1. */
static int find_square(const struct form *form, size_t *u)
{
	for (*u = 0; *u < form->a; ++*u)
		if (form->live[*u] && is_unit(row(form, *u)[*u]))
			return 1;
	return 0;
}

static int entries_are_short(const struct form *form)
{
	for (size_t i = 0; i < form->a * form->a; i++)
		if (form->entry[i] > ENTRY_MAX || form->entry[i] < -ENTRY_MAX)
			return 0;
	return 1;
}

static void take_pair(mpz_t value, struct form *form, size_t u, size_t v)
{
	const long *mu = row(form, u), *mv = row(form, v);
	long s = mu[v], square = mv[v];
	mpz_t x, y;

	mpz_inits(x, y, NULL);
	row_sum(y, form, u);
	form->live[u] = form->live[v] = 0;
	add_term(x, form, u, 2);
	if (square >= 0)
		mpz_addmul_ui(x, y, (unsigned long)square);
	else
		mpz_submul_ui(x, y, (unsigned long)-square);
	for (size_t i = 0; i < form->a; i++) {
		long *mi = row(form, i);

		if (!form->live[i])
			continue;
		add_term(x, form, i, 2 * (s * mv[i] - square * mu[i]));
		for (size_t j = 0; j < form->a; j++)
			mi[j] += square * mu[i] * mu[j] -
				 s * (mu[i] * mv[j] + mu[j] * mv[i]);
	}
	mpz_addmul(value, x, y);
	mpz_clears(x, y, NULL);
}

static void take_square(mpz_t value, struct form *form, size_t u)
{
	const long *mu = row(form, u);
	mpz_t y;

	mpz_init(y);
	row_sum(y, form, u);
	form->live[u] = 0;
	for (size_t i = 0; i < form->a; i++)
		for (size_t j = 0; j < form->a && form->live[i]; j++)
			row(form, i)[j] -= mu[u] * mu[i] * mu[j];
	mpz_mul(y, y, y);
	if (mu[u] > 0)
		mpz_add(value, value, y);
	else
		mpz_sub(value, value, y);
	mpz_clear(y);
}

/* value += x_u (m_uu x_u + 2 sum of m_uj x_j, j != u), for one live u after
 * another, each of which is then gone. */
static void take_rest(mpz_t value, struct form *form)
{
	mpz_t y, view;

	mpz_init(y);
	for (size_t u = 0; u < form->a; u++) {
		if (!form->live[u])
			continue;
		row_sum(y, form, u);
		mpz_mul_2exp(y, y, 1);
		add_term(y, form, u, -row(form, u)[u]);
		form->live[u] = 0;
		mpz_addmul(value, y, residue_coefficient(view, form->w, u));
	}
	mpz_clear(y);
}

void residue_last_value(mpz_t value, const struct residue *w, int odd)
{
	struct form form;
	size_t u, v;

	form_init(&form, w, odd);
	mpz_set_ui(value, 0);
	while (entries_are_short(&form)) {
		if (find_pair(&form, &u, &v))
			take_pair(value, &form, u, v);
		else if (find_square(&form, &u))
			take_square(value, &form, u);
		else
			break;
	}
	take_rest(value, &form);
	form_clear(&form);
}
