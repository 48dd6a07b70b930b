/*
 * All arrays have their full size from the beginning: a pass allocates nothing.
 */
#include "model/greedy/state.h"

#include "base/mem.h"

static size_t count_words(const struct greedy_problem *problem)
{
	return ((size_t)problem->m + 63) / 64;
}

size_t greedy_sends(const struct greedy_problem *problem)
{
	return (size_t)problem->m * (problem->n - 1);
}

static void init_queue(struct greedy_queue *queue, size_t n)
{
	queue->store = mem_array(2 * n, sizeof *queue->store);
	queue->id = queue->store;
}

void greedy_pass_init(
	struct greedy_pass *pass, const struct greedy_problem *problem)
{
	size_t n = problem->n, words = count_words(problem);

	*pass = (struct greedy_pass){.problem = *problem, .words = words};
	pass->held = mem_array(n * words, sizeof *pass->held);
	pass->got = mem_array(n * words, sizeof *pass->got);
	pass->holds = mem_array(n, sizeof *pass->holds);
	pass->gets = mem_array(n, sizeof *pass->gets);
	init_queue(&pass->senders, n);
	init_queue(&pass->receivers, n);
	pass->other = mem_array(2 * n, sizeof *pass->other);
	pass->pair = mem_array(n, sizeof *pass->pair);
	pass->open = mem_array(n / 64 + 1, sizeof *pass->open);
	pass->useful = mem_array(n / 64 + 1, sizeof *pass->useful);
	pass->seen = mem_array(n, sizeof *pass->seen);
	pass->free_from = mem_array(n, sizeof *pass->free_from);
	pass->wanted = mem_array(words, sizeof *pass->wanted);
	pass->offered = mem_array(words, sizeof *pass->offered);
	pass->live = mem_array(words, sizeof *pass->live);
	pass->copies = mem_array(64 * words, sizeof *pass->copies);
	pass->weight = mem_array(64 * words, sizeof *pass->weight);
	pass->look = mem_array(64 * words, sizeof *pass->look);
	pass->send = mem_array(greedy_sends(problem), sizeof *pass->send);
}

void greedy_pass_clear(struct greedy_pass *pass)
{
	mem_free(pass->held);
	mem_free(pass->got);
	mem_free(pass->holds);
	mem_free(pass->gets);
	mem_free(pass->senders.store);
	mem_free(pass->receivers.store);
	mem_free(pass->other);
	mem_free(pass->pair);
	mem_free(pass->open);
	mem_free(pass->useful);
	mem_free(pass->seen);
	mem_free(pass->free_from);
	mem_free(pass->wanted);
	mem_free(pass->offered);
	mem_free(pass->live);
	mem_free(pass->copies);
	mem_free(pass->weight);
	mem_free(pass->look);
	mem_free(pass->send);
}
