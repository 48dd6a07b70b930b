/*
 * Opening a scheme, and what all schemes have in common.
 */
#include "model/revolve/revolve.h"

#include <assert.h>

#include "base/mem.h"
#include "number/number.h"
#include "model/revolve/digits.h"
#include "model/revolve/scheme.h"

static const struct {
	const struct revolve_ops *ops;
	const char *form; /* of n */
} schemes[] = {
	[REVOLVE_NEXT] = {&revolve_next_ops, "(k^h-1)/(k-1)"},
	[REVOLVE_SNEXT] = {&revolve_snext_ops, "2^h, h >= 1"},
	[REVOLVE_SNEXT2] = {&revolve_snext2_ops, "2^h, h >= 1"},
	[REVOLVE_BCNEXT] = {&revolve_bcnext_ops, "2^h, h >= 1"},
};

/* The least tree of at least n nodes: k^h >= (k-1)n + 1. */
static void fit_tree(struct revolve *revolve, const mpz_t n)
{
	unsigned long k = revolve->arity;
	mpz_t power;

	mpz_init(power);
	mpz_mul_ui(power, n, k - 1);
	mpz_add_ui(power, power, 1);
	revolve->height = digits_ceil_log(power, k);
	revolve->fan_in = k;
	mpz_ui_pow_ui(revolve->half, k, revolve->height - 1);
	mpz_mul_ui(power, revolve->half, k);
	mpz_sub_ui(power, power, 1);
	mpz_divexact_ui(revolve->size, power, k - 1);
	mpz_set(revolve->senders, revolve->half);
	if (revolve->height == 1)
		mpz_set_ui(revolve->senders, 0);
	mpz_clear(power);
}

/* The least list of at least n positions, and at least two. */
static void fit_list(struct revolve *revolve, const mpz_t n)
{
	revolve->height = (unsigned long)number_ceil_log2(n);
	if (revolve->height == 0)
		revolve->height = 1;
	revolve->fan_in = 1;
	mpz_setbit(revolve->half, revolve->height - 1);
	mpz_setbit(revolve->size, revolve->height);
	mpz_set(revolve->senders, revolve->half);
}

static enum status refuse_revolve(
	const struct revolve *revolve, const mpz_t n, struct err *err)
{
	char *text = number_integer_text(n);
	const char *form = schemes[revolve->scheme].form;

	if (revolve->scheme == REVOLVE_NEXT && revolve->arity == 2)
		form = "2^h-1";
	err_set(err, STATUS_USAGE, ERR_TEXT, text, " is not ", form,
		", as the scheme needs without virtual processes", NULL);
	mem_free(text);
	return STATUS_USAGE;
}

enum status revolve_init(struct revolve *revolve, enum revolve_scheme scheme,
	unsigned long arity, const mpz_t n, int fill, struct err *err)
{
	assert(arity == 2 || (arity > 2 && scheme == REVOLVE_NEXT));
	*revolve = (struct revolve){
		.scheme = scheme, .ops = schemes[scheme].ops, .arity = arity};
	mpz_inits(revolve->size, revolve->half, revolve->senders, NULL);
	mpz_init_set(revolve->processes, n);
	if (scheme == REVOLVE_NEXT)
		fit_tree(revolve, n);
	else
		fit_list(revolve, n);
	if (!fill && mpz_cmp(revolve->size, n) != 0)
		return refuse_revolve(revolve, n, err);
	return STATUS_OK;
}

void revolve_clear(struct revolve *revolve)
{
	if (revolve->ops)
		mpz_clears(revolve->size, revolve->half, revolve->senders,
			revolve->processes, NULL);
	revolve->ops = NULL;
}

void revolve_next(
	mpz_t next, const struct revolve *revolve, const mpz_t position)
{
	revolve->ops->next(next, revolve, position);
}

void revolve_label(
	mpz_t label, const struct revolve *revolve, const mpz_t position)
{
	revolve->ops->label(label, revolve, position);
}

void revolve_position(
	mpz_t position, const struct revolve *revolve, const mpz_t label)
{
	revolve->ops->position(position, revolve, label);
}

unsigned long revolve_first(const struct revolve *revolve)
{
	return revolve->scheme == REVOLVE_NEXT;
}

void revolve_pair(
	mpz_t from, mpz_t to, const struct revolve *revolve, const mpz_t i)
{
	revolve->ops->pair(from, to, revolve, i);
}
