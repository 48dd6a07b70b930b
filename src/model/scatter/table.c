/*
 * T and b in linear time if e - u does not fall.
 *
 * Let star be the first b with T(b) + e(b) >= T(k-b) + u(b).  From star on T(b)
 * + e(b) is the larger term and does not fall, so star is the best of these b.
 * Below star the best b minimizes T(k-b) + u(b).  Within a piece u(b) = c + bD;
 * so that b minimizes T(j) - jD for j = k - b.  The range of these j, from k -
 * star + 1, or k less the piece's last b, up to k less its first b, moves up at
 * both ends.  So a queue of those j that may still become the least, by
 * increasing T(j) - jD, finds the minimum: each j enters and leaves once.
 * star(k+1) is star(k) or one more.
 *   If e - u falls somewhere, all b are tried.
 *   The bundle is star - 1 if that is best, else star, else the least of the
 * best ones in the queues.
 */
#include "model/scatter/scatter.h"

#include "base/mem.h"
#include "number/number.h"

/* The queue of a piece, in a ring as long as the piece.  step: D; pushed: the
 * last j that was looked at. */
struct scatter_queue {
	uint32_t *ring;
	size_t size, head, count, pushed;
	mp_limb_t *step;
};

/* The state while a table is filled; sum is scratch. */
struct scatter_work {
	struct scatter_table *table;
	const struct scatter_costs *costs;
	struct scatter_queue *queue;
	mp_limb_t *sum, *best, *other;
};

static inline mp_limb_t *time_of(const struct scatter_table *table, size_t k)
{
	return scatter_at(&table->costs, table->time, k);
}

static inline void add_limbs(
	mp_limb_t *sum, const mp_limb_t *x, const mp_limb_t *y, size_t limbs)
{
	if (limbs == 1)
		*sum = *x + *y;
	else
		mpn_add_n(sum, x, y, (mp_size_t)limbs);
}

static inline int compare_limbs(
	const mp_limb_t *x, const mp_limb_t *y, size_t limbs)
{
	return limbs == 1 ? (*x > *y) - (*x < *y)
			  : mpn_cmp(x, y, (mp_size_t)limbs);
}

/* sum = T(b) + e(b). */
static void set_given(mp_limb_t *sum, const struct scatter_work *work, size_t b)
{
	add_limbs(sum, time_of(work->table, b), scatter_end(work->costs, b),
		work->costs->limbs);
}

static void set_kept(
	mp_limb_t *sum, const struct scatter_work *work, size_t k, size_t b)
{
	if (b == k - 1)
		mpn_zero(sum, (mp_size_t)work->costs->limbs);
	else
		add_limbs(sum, time_of(work->table, k - b),
			scatter_send(work->costs, b), work->costs->limbs);
}

static void begin_queue(struct scatter_work *work, size_t i)
{
	const struct scatter_costs *costs = work->costs;
	struct scatter_queue *queue = &work->queue[i];
	size_t first = costs->first[i];

	queue->size = costs->first[i + 1] - first;
	queue->pushed = 1;
	queue->ring = mem_array(queue->size, sizeof *queue->ring);
	queue->step = mem_array(costs->limbs, sizeof *queue->step);
	if (queue->size > 1)
		mpn_sub_n(queue->step, scatter_send(costs, first + 1),
			scatter_send(costs, first), (mp_size_t)costs->limbs);
}

static inline uint32_t *queue_at(struct scatter_queue *queue, size_t i)
{
	size_t at = queue->head + i;

	return &queue->ring[at < queue->size ? at : at - queue->size];
}

/* Whether T(i) - iD >= T(j) - jD, for i < j. */
static int is_no_less(const struct scatter_work *work,
	const struct scatter_queue *queue, size_t i, size_t j)
{
	size_t limbs = work->costs->limbs;

	if (limbs == 1)
		work->sum[0] = queue->step[0] * (mp_limb_t)(j - i);
	else
		mpn_mul_1(work->sum, queue->step, (mp_size_t)limbs,
			(mp_limb_t)(j - i));
	add_limbs(work->sum, work->sum, time_of(work->table, i), limbs);
	return compare_limbs(work->sum, time_of(work->table, j), limbs) >= 0;
}

/* Reduces the queue to the j from low to high, and appends new ones. */
static void move_queue(const struct scatter_work *work,
	struct scatter_queue *queue, size_t low, size_t high)
{
	while (queue->count > 0 && *queue_at(queue, 0) < low) {
		queue->head = (queue->head + 1) % queue->size;
		queue->count--;
	}
	if (queue->pushed < low - 1)
		queue->pushed = low - 1;
	while (queue->pushed < high) {
		size_t j = ++queue->pushed;

		while (queue->count > 0 &&
			is_no_less(work, queue,
				*queue_at(queue, queue->count - 1), j))
			queue->count--;
		*queue_at(queue, queue->count++) = (uint32_t)j;
	}
}

/* Takes bundle b, whose time is in work->other, if that is better. */
static void take_better(struct scatter_work *work, size_t k, size_t b)
{
	uint32_t *bundle = &work->table->bundle[k - 1];
	mp_limb_t *best = work->best;

	if (*bundle != 0 &&
		compare_limbs(work->other, best, work->costs->limbs) >= 0)
		return;
	*bundle = (uint32_t)b;
	work->best = work->other;
	work->other = best;
}

/* Tries the best bundle below star of each piece. */
static void try_queues(struct scatter_work *work, size_t k, size_t star)
{
	const struct scatter_costs *costs = work->costs;

	for (size_t i = 0; i < costs->pieces && costs->first[i] < star; i++) {
		struct scatter_queue *queue = &work->queue[i];
		size_t last = costs->first[i + 1] - 1, b;

		if (last > star - 1)
			last = star - 1;
		move_queue(work, queue, k - last, k - costs->first[i]);
		b = k - *queue_at(queue, 0);
		set_kept(work->other, work, k, b);
		take_better(work, k, b);
	}
}

static void store_best(struct scatter_work *work, size_t k)
{
	mpn_copyi(time_of(work->table, k), work->best,
		(mp_size_t)work->costs->limbs);
}

static void fill_steady(struct scatter_work *work)
{
	size_t star = 1, limbs = work->costs->limbs;

	for (size_t k = 2; k <= work->costs->n; k++) {
		set_given(work->best, work, star);
		set_kept(work->other, work, k, star);
		if (compare_limbs(work->best, work->other, limbs) < 0)
			star++;
		if (star > 1) {
			set_kept(work->other, work, k, star - 1);
			take_better(work, k, star - 1);
		}
		set_given(work->other, work, star);
		take_better(work, k, star);
		try_queues(work, k, star);
		store_best(work, k);
	}
}

static void fill_all(struct scatter_work *work)
{
	size_t limbs = work->costs->limbs;

	for (size_t k = 2; k <= work->costs->n; k++) {
		for (size_t b = 1; b < k; b++) {
			set_kept(work->other, work, k, b);
			set_given(work->sum, work, b);
			if (compare_limbs(work->sum, work->other, limbs) > 0)
				mpn_copyi(work->other, work->sum,
					(mp_size_t)limbs);
			take_better(work, k, b);
		}
		store_best(work, k);
	}
}

/* If bytes cost nothing, sets each bundle to the least of the best ones, so
 * that a formula gives it, too: k less the greatest j with T(j) + u <= T(k). */
static void prefer_least(struct scatter_work *work)
{
	const struct scatter_costs *costs = work->costs;
	size_t j = 1;

	if (compare_limbs(scatter_end(costs, 1), scatter_send(costs, 1),
		    costs->limbs) < 0)
		return;
	for (size_t k = 2; k <= costs->n; k++) {
		while (j + 1 < k) {
			add_limbs(work->sum, time_of(work->table, j + 1),
				scatter_send(costs, 1), costs->limbs);
			if (compare_limbs(work->sum, time_of(work->table, k),
				    costs->limbs) > 0)
				break;
			j++;
		}
		work->table->bundle[k - 1] = (uint32_t)(k - j);
	}
}

static int is_table_free(const struct scatter_costs *costs)
{
	return compare_limbs(scatter_send(costs, 1),
		       scatter_send(costs, costs->n), costs->limbs) == 0 &&
	       compare_limbs(scatter_end(costs, 1),
		       scatter_end(costs, costs->n), costs->limbs) == 0;
}

static void fill_table(struct scatter_table *table)
{
	const struct scatter_costs *costs = &table->costs;
	mp_limb_t *scratch = mem_array(3 * costs->limbs, sizeof *scratch);
	struct scatter_work work = {.table = table,
		.costs = costs,
		.queue = mem_array(costs->pieces, sizeof *work.queue),
		.sum = scratch,
		.best = scratch + costs->limbs,
		.other = scratch + 2 * costs->limbs};

	for (size_t i = 0; i < costs->pieces && costs->is_steady; i++)
		begin_queue(&work, i);
	if (costs->is_steady)
		fill_steady(&work);
	else
		fill_all(&work);
	if (is_table_free(costs))
		prefer_least(&work);
	for (size_t i = 0; i < costs->pieces; i++) {
		mem_free(work.queue[i].ring);
		mem_free(work.queue[i].step);
	}
	mem_free(work.queue);
	mem_free(scratch);
}

enum status scatter_table_init(struct scatter_table *table,
	const struct problem *problem, const struct algorithm_options *options,
	int is_bound, struct err *err)
{
	struct scatter_costs *costs = &table->costs;

	table->time = NULL;
	table->bundle = NULL;
	if (scatter_costs_init(costs, problem, options, err) != STATUS_OK)
		return err->code;
	if (costs->is_paired && costs->n > SCATTER_PAIRED)
		return err_limit(err,
			"on a machine whose receives are of several kinds, at "
			"most 4096 processors are supported, not ",
			ERR_OWN, number_u64_text(costs->n));
	if (!costs->is_paired && !costs->is_steady && costs->n > SCATTER_SQUARE)
		return err_limit(err,
			"on a machine whose larger messages gain on others, at "
			"most 16384 processors are supported, not ",
			ERR_OWN, number_u64_text(costs->n));
	table->time = mem_array(costs->n * costs->limbs, sizeof *table->time);
	table->bundle = mem_array(costs->n, sizeof *table->bundle);
	if (costs->is_paired)
		scatter_fill_paired(table, is_bound);
	else
		fill_table(table);
	return STATUS_OK;
}

void scatter_table_clear(struct scatter_table *table)
{
	scatter_costs_clear(&table->costs);
	mem_free(table->time);
	mem_free(table->bundle);
}

static void set_table_ticks(
	mpq_t time, const struct scatter_table *table, const mp_limb_t *limbs)
{
	mpz_t ticks;

	mpz_roinit_n(ticks, limbs, (mp_size_t)table->costs.limbs);
	mpz_set(mpq_numref(time), ticks);
	mpz_set(mpq_denref(time), table->costs.unit);
	mpq_canonicalize(time);
}

void scatter_table_time(mpq_t time, const struct scatter_table *table, size_t k)
{
	set_table_ticks(time, table, time_of(table, k));
}

void scatter_table_cost(
	mpq_t send, mpq_t end, const struct scatter_table *table, size_t b)
{
	set_table_ticks(send, table, scatter_send(&table->costs, b));
	set_table_ticks(end, table, scatter_end(&table->costs, b));
}
