/* The schedule, in machine words: in each round a row for everybody. */
#include "model/symmetric/symmetric.h"

#include "base/bits.h"
#include "base/mem.h"
#include "number/number.h"

enum { SYMMETRIC_ROWS = 256 };

/*
 * Rounds at equal distances, in words.  The values are those of the next round;
 * steps are mod 2^64.
 * row: what processor 0 sends, numbers below 0 being mod n.  Processor r sends
 * the same, with r added to the receiver and, unless is_fixed, to what is
 * carried.
 */
struct word_rounds {
	uint64_t times, period, to_step, first_step;
	uint32_t digit_step;
	int is_fixed;
	struct transmission row;
};

struct symmetric_schedule {
	struct schedule schedule;
	struct word_rounds *rounds;
	size_t count, at;
	size_t together; /* how many rounds start at the same time */
	uint64_t from;	 /* the next sender */
	int is_open;
	struct transmission *row; /* SYMMETRIC_ROWS, and what one sender sends
				     at a time */
};

/* a + b mod n, a and b below n. */
static uint64_t add_mod(uint64_t a, uint64_t b, uint64_t n)
{
	return a < n - b ? a + b : a - (n - b);
}

/* Sets the row of a sender, and returns whether it sends.  In a scan nobody
 * sends past n - 1, nor operands below 0: if all operands but the sender's own
 * are to be sent, processor 0 has none. */
static int set_row(struct transmission *row, const struct word_rounds *rounds,
	uint64_t from, uint64_t n, int is_open)
{
	*row = rounds->row;
	row->from = from;
	row->to = add_mod(from, row->to, n);
	if (!rounds->is_fixed)
		row->first = add_mod(from, row->first, n);
	if (is_open && row->first > from) {
		row->size -= least_u64(row->size, n - row->first);
		row->first = 0;
	}
	return !is_open || (row->size > 0 && row->to > from);
}

/* On one port rounds follow each other, even if sends take no time. */
static void count_together(struct symmetric_schedule *own)
{
	const struct word_rounds *rounds = &own->rounds[own->at];

	own->together = 1;
	while (own->schedule.header.ports > 1 &&
		own->at + own->together < own->count &&
		rounds[own->together].row.tick == rounds->row.tick)
		own->together++;
}

static void next_rounds(struct symmetric_schedule *own)
{
	for (size_t i = 0; i < own->together; i++) {
		struct word_rounds *rounds = &own->rounds[own->at];

		rounds->row.tick += rounds->period;
		rounds->row.to += rounds->to_step;
		rounds->row.first += rounds->first_step;
		rounds->row.digit += rounds->digit_step;
		if (--rounds->times == 0)
			own->at++;
	}
	own->from = 0;
	count_together(own);
}

static enum status symmetric_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct symmetric_schedule *own = (struct symmetric_schedule *)schedule;
	const uint64_t n = schedule->header.processors;
	const int is_open = own->is_open;
	struct transmission *row = own->row, *end = row + SYMMETRIC_ROWS;

	(void)err;
	while (row < end && own->at < own->count) {
		const struct word_rounds *rounds = &own->rounds[own->at];
		uint64_t from = own->from;

		for (; from < n && row < end; from++)
			for (size_t i = 0; i < own->together; i++)
				row += set_row(
					row, &rounds[i], from, n, is_open);
		own->from = from;
		if (from == n)
			next_rounds(own);
	}
	*rows = own->row;
	*count = (size_t)(row - own->row);
	return STATUS_OK;
}

static void symmetric_rounds_clear(struct schedule *schedule)
{
	struct symmetric_schedule *own = (struct symmetric_schedule *)schedule;

	mem_free(own->rounds);
	mem_free(own->row);
}

/* first + step i, as a word. */
static uint64_t word_at(const mpz_t first, const mpz_t step, const mpz_t i)
{
	uint64_t word;
	mpz_t value;

	mpz_init_set(value, first);
	mpz_addmul(value, step, i);
	word = number_get_u64(value);
	mpz_clear(value);
	return word;
}

/* A number that may be negative, mod 2^64. */
static uint64_t signed_word(const mpz_t value)
{
	uint64_t word;
	mpz_t rest;

	mpz_init(rest);
	mpz_fdiv_r_2exp(rest, value, 64);
	word = number_get_u64(rest);
	mpz_clear(rest);
	return word;
}

/* The plan's ticks, in those of the header. */
static uint64_t header_ticks(const mpz_t ticks,
	const struct symmetric_plan *plan, const struct schedule_header *header)
{
	uint64_t word;
	mpz_t scaled;

	mpz_init(scaled);
	number_set_u64(scaled, header->unit);
	mpz_mul(scaled, scaled, ticks);
	mpz_divexact(scaled, scaled, plan->cost.unit);
	word = number_get_u64(scaled);
	mpz_clear(scaled);
	return word;
}

static void set_rounds(struct word_rounds *rounds,
	const struct symmetric_plan *plan, const struct symmetric_times *item,
	const struct schedule_header *header)
{
	const struct symmetric_run *run = &plan->list.run[item->run];
	uint64_t n = header->processors;
	uint64_t skip = word_at(run->skip, run->skip_step, item->first);
	uint64_t distance =
		word_at(run->distance, run->distance_step, item->first);
	uint64_t skip_step = signed_word(run->skip_step);
	uint64_t distance_step = signed_word(run->distance_step);

	*rounds = (struct word_rounds){.times = number_get_u64(item->times),
		.period = header_ticks(item->period, plan, header),
		.to_step = run->is_down ? 0 - skip_step : skip_step,
		.is_fixed = run->is_whole || mpz_sgn(run->weight) > 0,
		.row = {.tick = header_ticks(item->start, plan, header),
			.to = run->is_down ? n - skip : skip,
			.message = 1,
			.size = number_get_u64(
				mpz_sgn(run->operands) > 0 && !run->is_whole
					? run->operands
					: run->blocks)}};
	if (mpz_sgn(run->weight) > 0) {
		rounds->row.first = number_get_u64(run->weight);
		rounds->row.radix = (uint32_t)number_get_u64(run->radix);
		rounds->row.digit = (uint32_t)(skip / rounds->row.first);
		rounds->digit_step = (uint32_t)(skip_step / rounds->row.first);
	} else if (run->is_upper) {
		rounds->row.first = distance;
		rounds->first_step = distance_step;
	} else if (!run->is_whole) {
		rounds->row.first = n - distance - (rounds->row.size - 1);
		rounds->first_step = 0 - distance_step;
	}
}

/* Makes the header's unit so fine that the plan's rounds start at whole
 * ticks. */
static enum status refine_to_starts(struct schedule_header *header,
	const struct symmetric_plan *plan, struct err *err)
{
	enum status status;
	mpq_t common;

	mpq_init(common);
	mpz_set(mpq_numref(common), plan->cost.unit);
	for (size_t i = 0; i < plan->timing.count; i++) {
		const struct symmetric_times *item = &plan->timing.item[i];

		mpz_gcd(mpq_numref(common), mpq_numref(common), item->start);
		mpz_gcd(mpq_numref(common), mpq_numref(common), item->period);
	}
	mpz_set(mpq_denref(common), plan->cost.unit);
	mpq_canonicalize(common);
	status = problem_refine(header, common, err);
	mpq_clear(common);
	return status;
}

static enum status set_plan_header(struct schedule_header *header,
	const struct symmetric_plan *plan, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	int by_block = schedule_is_by_block(plan->operation);
	int in_rounds = mpq_cmp_ui(plan->lambda, 1, 1) == 0 &&
			(by_block || options->model == MODEL_SENDRECV);

	*header = (struct schedule_header){
		.model = in_rounds ? MODEL_SENDRECV : MODEL_POSTAL,
		.algorithm = options->name,
		.operation = plan->operation,
		.ports = problem->ports > 1 ? problem->ports : 0};
	if (problem_block_header(header, problem, plan->cost.blocks, err) !=
			STATUS_OK ||
		refine_to_starts(header, plan, err) != STATUS_OK)
		return err->code;
	for (size_t i = 0; i < plan->list.runs; i++)
		if (mpz_sizeinbase(plan->list.run[i].radix, 2) > 32)
			return err_limit(
				err, "a schedule's radices must be below 2^32");
	return problem_finish(header, plan->time, err);
}

static void open_plan(struct schedule **schedule,
	const struct symmetric_plan *plan, const struct schedule_header *header)
{
	static const struct schedule_ops ops = {
		symmetric_next, symmetric_rounds_clear};
	struct symmetric_schedule *own = mem_array(1, sizeof *own);

	own->schedule.header = *header;
	own->schedule.ops = &ops;
	own->is_open = symmetric_is_open(plan);
	own->count = plan->timing.count;
	own->rounds = mem_array(own->count, sizeof *own->rounds);
	for (size_t i = 0; i < own->count; i++)
		set_rounds(&own->rounds[i], plan, &plan->timing.item[i],
			&own->schedule.header);
	own->row = mem_array(
		SYMMETRIC_ROWS + (size_t)least_u64(own->count, header->ports),
		sizeof *own->row);
	count_together(own);
	*schedule = &own->schedule;
}

enum status symmetric_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct schedule_header header;
	struct symmetric_plan plan;
	enum status status;

	*schedule = NULL;
	if (symmetric_plan_find(&plan, problem, options, err) != STATUS_OK)
		return err->code;
	status = set_plan_header(&header, &plan, problem, options, err);
	if (status == STATUS_OK)
		open_plan(schedule, &plan, &header);
	symmetric_plan_clear(&plan);
	return status;
}
