/*
 * u and e of 1 .. n blocks.  A machine may have other figures from some sizes
 * on; between two of these u and e are constant up to some size and linear from
 * there on.  Bisection finds where each begins to grow.
 */
#include "model/scatter/scatter.h"

#include "base/mem.h"
#include "core/machine.h"
#include "number/number.h"

/* Whether u is the time between two receives: in operations that end with a
 * gather. */
static int gathers(const struct algorithm_options *options)
{
	return options->operation == OPERATION_GATHER ||
	       options->operation == OPERATION_ALLGATHER ||
	       options->operation == OPERATION_ALLTOALL;
}

/* The latency without a machine; NULL in rounds, where it is 1. */
static mpq_srcptr lambda_of(
	const struct problem *problem, const struct algorithm_options *options)
{
	return options->model == MODEL_SENDRECV ? NULL : problem->lambda;
}

/* time = u of so many blocks. */
static void set_spacing(mpq_t time, const struct block_cost *cost,
	int is_gather, const mpz_t count)
{
	(is_gather ? block_cost_receive : block_cost_send)(time, cost, count);
}

void scatter_cost(mpq_t send, mpq_t end, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t bundle)
{
	set_spacing(send, options->blocks, gathers(options), bundle);
	block_cost_end(
		end, options->blocks, lambda_of(problem, options), bundle);
}

int scatter_is_paired(const struct algorithm_options *options)
{
	const struct machine *machine =
		options->blocks ? options->blocks->machine : NULL;

	return machine && gathers(options) &&
	       (machine->points > 1 ||
		       (machine->rdma && mpq_cmp(machine->point->overhead,
						 machine->point->gap) > 0));
}

void scatter_stay(mpq_t stay, const struct block_cost *cost, const mpz_t count)
{
	struct machine_message message;

	machine_message_init(&message);
	block_cost_message(&message, cost, count);
	mpq_sub(stay, message.end, message.overhead);
	mpq_sub(stay, stay, message.latency);
	machine_message_clear(&message);
}

void scatter_pair(mpq_t time, const struct algorithm_options *options,
	const mpz_t count, const mpz_t before)
{
	mpq_t stay;

	mpq_init(stay);
	scatter_stay(time, options->blocks, count);
	scatter_stay(stay, options->blocks, before);
	mpq_sub(time, time, stay);
	block_cost_receive(stay, options->blocks, before);
	mpq_add(time, time, stay);
	if (mpq_sgn(time) < 0)
		mpq_set_ui(time, 0, 1);
	mpq_clear(stay);
}

enum cost_kind { COST_SEND, COST_END, COST_STAY };

/* Where u and e come from. */
struct cost_source {
	const struct block_cost *cost; /* or NULL */
	const __mpq_struct *lambda;    /* or NULL: 1 */
	int gathers;		       /* u is the time between two receives */
	enum cost_kind kinds;	       /* the last kind that is needed */
};

static void set_cost(mpq_t time, const struct cost_source *source,
	enum cost_kind kind, size_t b)
{
	mpz_t count;

	mpz_init_set_ui(count, (unsigned long)b);
	if (kind == COST_STAY)
		scatter_stay(time, source->cost, count);
	else if (kind == COST_END)
		block_cost_end(time, source->cost, source->lambda, count);
	else
		set_spacing(time, source->cost, source->gathers, count);
	mpz_clear(count);
}

/* The first b in (low, high) that costs more than low, or high: between them
 * the cost is constant, then linear, mostly from the beginning. */
static size_t find_rise(const struct cost_source *source, enum cost_kind kind,
	size_t low, size_t high)
{
	size_t middle = low + 1;
	mpq_t flat, time;

	mpq_inits(flat, time, NULL);
	set_cost(flat, source, kind, low);
	while (low + 1 < high) {
		set_cost(time, source, kind, middle);
		if (mpq_equal(time, flat))
			low = middle;
		else
			high = middle;
		middle = low + (high - low) / 2;
	}
	mpq_clears(flat, time, NULL);
	return high;
}

static void add_first(struct scatter_costs *costs, size_t b)
{
	size_t at = costs->pieces;

	if (b > costs->n)
		return;
	while (at > 0 && costs->first[at - 1] > b)
		at--;
	if (at > 0 && costs->first[at - 1] == b)
		return;
	for (size_t i = costs->pieces++; i > at; i--)
		costs->first[i] = costs->first[i - 1];
	costs->first[at] = b;
}

/* The fewest blocks that have the bytes of the machine's point; n + 1 if those
 * are more than n. */
static size_t count_of(const struct cost_source *source, size_t point, size_t n)
{
	mpz_t count;
	size_t b;

	mpz_init(count);
	block_cost_least(count, source->cost, point);
	b = mpz_cmp_ui(count, (unsigned long)n) > 0 ? n + 1
						    : (size_t)mpz_get_ui(count);
	mpz_clear(count);
	return b;
}

/* Finds the pieces: one for each of the machine's sizes, cut where u or e
 * begins to grow.  Less than a byte counts as one. */
static void find_pieces(
	struct scatter_costs *costs, const struct cost_source *source)
{
	size_t points = source->cost ? source->cost->machine->points : 0;
	size_t sizes;

	costs->first = mem_array(3 * points + 5, sizeof *costs->first);
	add_first(costs, 1);
	for (size_t i = 1; i < points; i++)
		add_first(costs, count_of(source, i, costs->n));
	sizes = costs->pieces;
	costs->first[sizes] = costs->n + 1;
	for (size_t i = sizes; i-- > 0;) {
		size_t low = costs->first[i], high = costs->first[i + 1];

		for (enum cost_kind kind = COST_SEND; kind <= source->kinds;
			kind++)
			add_first(costs, find_rise(source, kind, low, high));
		costs->first[costs->pieces] = costs->n + 1;
	}
}

/* Sets the unit so that u and e are whole for the first two b of each piece. */
static void set_unit(
	struct scatter_costs *costs, const struct cost_source *source)
{
	mpq_t time;

	mpq_init(time);
	for (size_t i = 0; i < costs->pieces; i++)
		for (size_t b = costs->first[i];
			b <= costs->first[i] + 1 && b <= costs->n; b++)
			for (enum cost_kind kind = COST_SEND;
				kind <= source->kinds; kind++) {
				set_cost(time, source, kind, b);
				mpz_lcm(costs->unit, costs->unit,
					mpq_denref(time));
			}
	mpq_clear(time);
}

/* ticks += the cost of b blocks. */
static void add_ticks(mpz_t ticks, const struct scatter_costs *costs,
	const struct cost_source *source, enum cost_kind kind, size_t b)
{
	mpq_t time;

	mpq_init(time);
	set_cost(time, source, kind, b);
	mpz_divexact(mpq_denref(time), costs->unit, mpq_denref(time));
	mpz_addmul(ticks, mpq_numref(time), mpq_denref(time));
	mpz_set_ui(mpq_denref(time), 1);
	mpq_clear(time);
}

/* Finds room for T(n) <= (n-2) u(1) + e(1) and for the sums that are compared
 * with it. */
static void set_limbs(
	struct scatter_costs *costs, const struct cost_source *source)
{
	mpz_t ticks;

	mpz_init(ticks);
	add_ticks(ticks, costs, source, COST_SEND, 1);
	mpz_mul_ui(ticks, ticks, (unsigned long)costs->n);
	for (enum cost_kind kind = COST_SEND; kind <= source->kinds; kind++)
		for (size_t i = 0; i < costs->pieces; i++) {
			add_ticks(ticks, costs, source, kind, costs->first[i]);
			add_ticks(ticks, costs, source, kind,
				costs->first[i + 1] - 1);
		}
	mpz_mul_2exp(ticks, ticks, 1);
	costs->limbs = mpz_size(ticks) > 0 ? mpz_size(ticks) : 1;
	mpz_clear(ticks);
}

static void write_ticks(
	mp_limb_t *out, const struct scatter_costs *costs, const mpz_t ticks)
{
	size_t size = mpz_size(ticks);

	for (size_t i = 0; i < costs->limbs; i++)
		out[i] = i < size ? mpz_getlimbn(ticks, (mp_size_t)i) : 0;
}

/* Fills a piece: its first two costs, then the same step again and again. */
static void fill_piece(struct scatter_costs *costs,
	const struct cost_source *source, enum cost_kind kind, size_t first,
	size_t next)
{
	mp_limb_t *cost = kind == COST_STAY  ? costs->stay
			  : kind == COST_END ? costs->end
					     : costs->send;
	mp_limb_t *step = mem_array(costs->limbs, sizeof *step);
	mp_size_t limbs = (mp_size_t)costs->limbs;
	mpz_t ticks;

	mpz_init(ticks);
	cost += (first - 1) * costs->limbs;
	for (size_t b = first; b < next; b++, cost += limbs)
		if (b < first + 2) {
			mpz_set_ui(ticks, 0);
			add_ticks(ticks, costs, source, kind, b);
			write_ticks(cost, costs, ticks);
			if (b > first)
				mpn_sub_n(step, cost, cost - limbs, limbs);
		} else {
			mpn_add_n(cost, cost - limbs, step, limbs);
		}
	mpz_clear(ticks);
	mem_free(step);
}

int scatter_lower(const struct scatter_costs *costs, mp_limb_t *ticks)
{
	mp_size_t limbs = (mp_size_t)costs->limbs;
	int is_lowered = 0;

	for (size_t b = costs->n; b-- > 1;) {
		mp_limb_t *at = scatter_at(costs, ticks, b);

		if (mpn_cmp(at, at + limbs, limbs) <= 0)
			continue;
		mpn_copyi(at, at + limbs, limbs);
		is_lowered = 1;
	}
	return is_lowered;
}

/* Whether e - u falls nowhere, neither in a piece nor where one begins. */
static int find_steady(const struct scatter_costs *costs)
{
	mp_size_t limbs = (mp_size_t)costs->limbs;
	mp_limb_t *x = mem_array(2 * costs->limbs, sizeof *x), *y = x + limbs;
	int is_steady = 1;

	for (size_t i = 0; i < costs->pieces; i++)
		for (size_t b = costs->first[i];
			b <= costs->first[i] + 1 && b <= costs->n; b++) {
			if (b == 1)
				continue;
			mpn_add_n(x, scatter_end(costs, b),
				scatter_send(costs, b - 1), limbs);
			mpn_add_n(y, scatter_send(costs, b),
				scatter_end(costs, b - 1), limbs);
			is_steady &= mpn_cmp(x, y, limbs) >= 0;
		}
	mem_free(x);
	return is_steady;
}

/* Whether the table fits into the memory: for each block three arrays of ticks,
 * or seven if receives are paired, and two of words. */
static enum status check_size(
	const struct scatter_costs *costs, uint64_t max_bits, struct err *err)
{
	return limit_check_parts("the table of the best bundles",
		(const struct limit_part[LIMIT_PARTS]){
			{(size_t)(costs->is_paired ? 7 : 3) * costs->limbs *
						sizeof(mp_limb_t) +
					2 * sizeof(uint32_t),
				costs->n, 1}},
		max_bits / 8, err);
}

enum status scatter_costs_init(struct scatter_costs *costs,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	int is_paired = scatter_is_paired(options);
	const struct cost_source source = {.cost = options->blocks,
		.lambda = lambda_of(problem, options),
		.gathers = gathers(options),
		.kinds = is_paired ? COST_STAY : COST_END};
	uint64_t n;

	*costs = (struct scatter_costs){.limbs = 1,
		.is_paired = is_paired,
		.is_mixed = options->operation == OPERATION_ALLTOALL};
	mpz_init_set_ui(costs->unit, 1);
	if (!number_read_u64(&n, problem->n, 31))
		return limit_too_many("processors", err);
	costs->n = (size_t)n;
	find_pieces(costs, &source);
	set_unit(costs, &source);
	set_limbs(costs, &source);
	if (check_size(costs, problem->max_bits, err) != STATUS_OK)
		return err->code;
	costs->send = mem_array(costs->n * costs->limbs, sizeof *costs->send);
	costs->end = mem_array(costs->n * costs->limbs, sizeof *costs->end);
	if (is_paired)
		costs->stay =
			mem_array(costs->n * costs->limbs, sizeof *costs->stay);
	for (size_t i = 0; i < costs->pieces; i++)
		for (enum cost_kind kind = COST_SEND; kind <= source.kinds;
			kind++)
			fill_piece(costs, &source, kind, costs->first[i],
				costs->first[i + 1]);
	if (is_paired)
		return STATUS_OK;
	/* A measured machine's figures may fall at a size: a message is then
	 * padded up to the next larger one that takes less. */
	costs->is_steady = find_steady(costs);
	if (scatter_lower(costs, costs->send) |
		scatter_lower(costs, costs->end))
		costs->is_steady = 0;
	return STATUS_OK;
}

void scatter_costs_clear(struct scatter_costs *costs)
{
	mpz_clear(costs->unit);
	mem_free(costs->send);
	mem_free(costs->end);
	mem_free(costs->stay);
	mem_free(costs->first);
}
