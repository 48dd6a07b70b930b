/*
 * The messages of a step, and the part of one process in it.  At time t the
 * process at label y is y - t, mod N; a virtual process i, n <= i < N, is
 * carried by i mod n (Garg & Ghosh 1994, Section VI).
 */
#include "model/revolve/revolve.h"

#include "model/revolve/scheme.h"

/* The process that stands at the label at that time. */
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
		revolve_pair(step->from, step->to, revolve, step->sender);
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

/* Looks up what the present node does, and moves on to the next. */
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

/* The peer of the node's message from the present sender. */
static void take_message(struct revolve_rank *rank)
{
	mpz_t other;

	mpz_init(other);
	if (rank->role == REVOLVE_SENDER)
		revolve_pair(other, rank->peer, rank->revolve, rank->sender);
	else
		revolve_pair(rank->peer, other, rank->revolve, rank->sender);
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
