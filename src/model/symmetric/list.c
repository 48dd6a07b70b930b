/* Lists of rounds: building, reversing and concatenating them. */
#include "model/symmetric/symmetric.h"

#include "base/mem.h"

void symmetric_list_init(struct symmetric_list *list)
{
	*list = (struct symmetric_list){0};
	mpz_init(list->rounds);
}

static void clear_run(struct symmetric_run *run)
{
	mpz_clears(run->times, run->skip, run->skip_step, run->distance,
		run->distance_step, run->blocks, run->after, run->operands,
		run->weight, run->radix, NULL);
}

void symmetric_list_empty(struct symmetric_list *list)
{
	for (size_t i = 0; i < list->runs; i++)
		clear_run(&list->run[i]);
	list->runs = 0;
	mpz_set_ui(list->rounds, 0);
}

void symmetric_list_clear(struct symmetric_list *list)
{
	symmetric_list_empty(list);
	mem_free(list->run);
	mpz_clear(list->rounds);
}

struct symmetric_run *symmetric_list_add(struct symmetric_list *list)
{
	struct symmetric_run *run;

	list->run = mem_grow(
		list->run, &list->capacity, list->runs, sizeof *list->run);
	run = &list->run[list->runs++];
	*run = (struct symmetric_run){0};
	mpz_init_set_ui(run->times, 1);
	mpz_init_set(run->after, list->rounds);
	mpz_inits(run->skip, run->skip_step, run->distance, run->distance_step,
		run->blocks, run->operands, run->weight, run->radix, NULL);
	mpz_add_ui(list->rounds, list->rounds, 1);
	return run;
}

void symmetric_list_repeat(struct symmetric_list *list, const mpz_t times)
{
	struct symmetric_run *run = &list->run[list->runs - 1];

	mpz_sub(list->rounds, list->rounds, run->times);
	mpz_add(list->rounds, list->rounds, times);
	mpz_set(run->times, times);
}

void symmetric_list_drop(struct symmetric_list *list)
{
	struct symmetric_run *run = &list->run[--list->runs];

	mpz_sub(list->rounds, list->rounds, run->times);
	clear_run(run);
}

static struct symmetric_run *add_copy(
	struct symmetric_list *list, const struct symmetric_run *run)
{
	struct symmetric_run *copy = symmetric_list_add(list);

	mpz_set(copy->skip, run->skip);
	mpz_set(copy->skip_step, run->skip_step);
	mpz_set(copy->distance, run->distance);
	mpz_set(copy->distance_step, run->distance_step);
	mpz_set(copy->blocks, run->blocks);
	mpz_set(copy->operands, run->operands);
	mpz_set(copy->weight, run->weight);
	mpz_set(copy->radix, run->radix);
	copy->follows = run->follows;
	copy->is_down = run->is_down;
	copy->is_upper = run->is_upper;
	copy->is_whole = run->is_whole;
	symmetric_list_repeat(list, run->times);
	return copy;
}

/* value += step (times - 1); step = -step: the run from its last round on. */
static void turn(mpz_t value, mpz_t step, const mpz_t times)
{
	mpz_addmul(value, step, times);
	mpz_sub(value, value, step);
	mpz_neg(step, step);
}

/*
 * If round j waits for the first `after` of R rounds, then backwards those
 * rounds wait for round j.  So backwards round i waits for as many rounds as
 * there are that waited for round i.
 *   A block's distance is counted from the sender, which was the receiver: that
 * adds the skip.
 */
void symmetric_list_reverse(
	struct symmetric_list *reversed, const struct symmetric_list *list)
{
	mpz_t index, before;
	size_t waiting = list->runs;

	mpz_init_set(index, list->rounds);
	mpz_init(before);
	for (size_t i = list->runs; i-- > 0;) {
		struct symmetric_run *run = add_copy(reversed, &list->run[i]);

		/* waiting: the first run that waits for all rounds of run i. */
		while (waiting > i + 1 &&
			mpz_cmp(list->run[waiting - 1].after, index) >= 0)
			mpz_add(before, before, list->run[--waiting].times);
		if (!run->follows)
			mpz_set(run->after, before);
		mpz_sub(index, index, run->times);
		mpz_add(run->distance, run->distance, run->skip);
		mpz_add(run->distance_step, run->distance_step, run->skip_step);
		turn(run->skip, run->skip_step, run->times);
		turn(run->distance, run->distance_step, run->times);
		run->is_down = !run->is_down;
	}
	mpz_clears(index, before, NULL);
}

void symmetric_list_append(
	struct symmetric_list *list, const struct symmetric_list *other)
{
	mpz_t before;

	mpz_init_set(before, list->rounds);
	for (size_t i = 0; i < other->runs; i++) {
		struct symmetric_run *run = add_copy(list, &other->run[i]);

		mpz_add(run->after, before, other->run[i].after);
	}
	mpz_clear(before);
}
