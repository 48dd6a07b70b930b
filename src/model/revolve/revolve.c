/*
 * Opening a scheme, and the messages of a step, of all processes or of one.
 *
 * At time t the process at label y is y - t, mod N; a virtual process i,
 * n <= i < N, is carried by process i mod n (Garg & Ghosh 1994, Section VI).
 */
#include "model/revolve/revolve.h"

#include <assert.h>

#include "base/mem.h"
#include "number/number.h"

static const struct {
	const struct revolve_ops *ops;
	const char *form; /* of n */
} schemes[] = {
	[REVOLVE_NEXT] = {&revolve_next_ops, "(k^h-1)/(k-1)"},
	[REVOLVE_SNEXT] = {&revolve_snext_ops, "2^h, h >= 1"},
	[REVOLVE_SNEXT2] = {&revolve_snext2_ops, "2^h, h >= 1"},
	[REVOLVE_BCNEXT] = {&revolve_bcnext_ops, "2^h, h >= 1"},
};

/* Chooses the smallest tree of at least n nodes: k^h >= (k-1)n + 1. */
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

/* Chooses the smallest list of at least n positions, and at least two. */
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
	if (revolve->scheme == REVOLVE_NEXT && revolve->arity > 2)
		err_usage(err, ERR_TEXT, text, " is not ", form,
			" for k = ", ERR_OWN, number_u64_text(revolve->arity),
			", as the scheme needs");
	else
		err_usage(err, ERR_TEXT, text, " is not ", form,
			", as the scheme needs");
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

unsigned long revolve_first(const struct revolve *revolve)
{
	return revolve->scheme == REVOLVE_NEXT;
}

/* -- Messages. */

/* Replaces a label by the real process that is there at that time. */
static void process_at(
	mpz_t process, const struct revolve *revolve, const mpz_t time)
{
	mpz_sub(process, process, time);
	if (mpz_sgn(process) < 0)
		mpz_add(process, process, revolve->size);
	mpz_mod(process, process, revolve->processes);
}

void revolve_step_init(struct revolve_step *step, const struct revolve *revolve,
	const mpz_t time)
{
	step->revolve = revolve;
	mpz_inits(step->time, step->sender, step->from, step->to, NULL);
	mpz_mod(step->time, time, revolve->size);
}

int revolve_step_next(struct revolve_step *step)
{
	const struct revolve *revolve = step->revolve;

	while (mpz_cmp(step->sender, revolve->senders) < 0) {
		revolve->ops->pair(step->from, step->to, revolve, step->sender);
		process_at(step->from, revolve, step->time);
		process_at(step->to, revolve, step->time);
		mpz_add_ui(step->sender, step->sender, 1);
		if (mpz_cmp(step->from, step->to) != 0)
			return 1;
	}
	return 0;
}

void revolve_step_clear(struct revolve_step *step)
{
	mpz_clears(step->time, step->sender, step->from, step->to, NULL);
}

void revolve_rank_init(struct revolve_rank *rank, const struct revolve *revolve,
	const mpz_t process, const mpz_t time)
{
	rank->revolve = revolve;
	rank->role = REVOLVE_IDLE;
	mpz_inits(rank->time, rank->sender, rank->left, rank->peer, NULL);
	mpz_init_set(rank->node, process);
	mpz_init_set(rank->process, process);
	mpz_mod(rank->time, time, revolve->size);
}

/* Sets role, sender and left for the node, and advances to the next node. */
static void next_node(struct revolve_rank *rank)
{
	const struct revolve *revolve = rank->revolve;
	mpz_t label;

	mpz_init(label);
	mpz_add(label, rank->node, rank->time);
	mpz_mod(label, label, revolve->size);
	rank->role = revolve->ops->place(rank->sender, revolve, label);
	mpz_set_ui(rank->left, 0);
	if (rank->role == REVOLVE_SENDER)
		mpz_set_ui(rank->left, 1);
	else if (rank->role == REVOLVE_RECEIVER)
		mpz_set_ui(rank->left, revolve->fan_in);
	mpz_add(rank->node, rank->node, revolve->processes);
	mpz_clear(label);
}

/* Sets the peer in the message of the present sender, and advances to the next
 * sender. */
static void take_message(struct revolve_rank *rank)
{
	mpz_t other;

	mpz_init(other);
	if (rank->role == REVOLVE_SENDER)
		rank->revolve->ops->pair(
			other, rank->peer, rank->revolve, rank->sender);
	else
		rank->revolve->ops->pair(
			rank->peer, other, rank->revolve, rank->sender);
	process_at(rank->peer, rank->revolve, rank->time);
	mpz_add_ui(rank->sender, rank->sender, 1);
	mpz_sub_ui(rank->left, rank->left, 1);
	mpz_clear(other);
}

int revolve_rank_next(struct revolve_rank *rank)
{
	for (;;) {
		if (mpz_sgn(rank->left) > 0) {
			take_message(rank);
			if (mpz_cmp(rank->peer, rank->process) != 0)
				return 1;
		} else if (mpz_cmp(rank->node, rank->revolve->size) < 0) {
			next_node(rank);
		} else {
			return 0;
		}
	}
}

void revolve_rank_clear(struct revolve_rank *rank)
{
	mpz_clears(rank->time, rank->node, rank->process, rank->sender,
		rank->left, rank->peer, NULL);
}
