/* The schedule, in machine words: in each round a row for everybody. */
#include "model/symmetric/symmetric.h"

#include "base/mem.h"
#include "number/number.h"

enum { SYMMETRIC_ROWS = 256 };

/* Rounds at equal distances, in words.  The values are those of the next round;
 * steps are mod 2^64. */
struct word_rounds {
	uint64_t times, tick, period;
	uint64_t skip, skip_step, distance, distance_step, size;
	uint64_t weight, radix;
	int is_down, is_upper, is_whole;
};

struct symmetric_schedule {
	struct schedule schedule;
	struct word_rounds *rounds;
	size_t count, at;
	int is_open;
	uint64_t from; /* the next sender */
	/* On several ports: how many rounds start at the same time, and which
	 * of them is next. */
	size_t together, port;
	struct transmission row[SYMMETRIC_ROWS];
};

/* a + b mod n, a and b below n. */
static uint64_t add_mod(uint64_t a, uint64_t b, uint64_t n)
{
	return a < n - b ? a + b : a - (n - b);
}

static uint64_t below(uint64_t a, uint64_t b, uint64_t n)
{
	return a >= b ? a - b : a + (n - b);
}

/* Sets the run of blocks or operands that the row carries; a scan has no
 * operands below 0. */
static void set_carried_run(struct transmission *row,
	const struct symmetric_schedule *own, const struct word_rounds *rounds)
{
	uint64_t n = own->schedule.header.processors;
	uint64_t behind = rounds->distance + rounds->size - 1;

	row->size = rounds->size;
	if (rounds->is_whole)
		row->first = 0;
	else if (rounds->is_upper)
		row->first = add_mod(row->from, rounds->distance, n);
	else if (!own->is_open || row->from >= behind)
		row->first = below(row->from, behind, n);
	else
		row->size = row->from - rounds->distance + 1;
}

static void set_row(struct transmission *row,
	const struct symmetric_schedule *own, const struct word_rounds *rounds)
{
	uint64_t n = own->schedule.header.processors;

	*row = (struct transmission){.tick = rounds->tick,
		.from = own->from,
		.to = rounds->is_down ? below(own->from, rounds->skip, n)
				      : add_mod(own->from, rounds->skip, n),
		.message = 1};
	if (rounds->weight == 0) {
		set_carried_run(row, own, rounds);
		return;
	}
	row->first = rounds->weight;
	row->size = rounds->size;
	row->radix = (uint32_t)rounds->radix;
	row->digit = (uint32_t)(rounds->skip / rounds->weight);
}

/* Whether the next sender sends in that round.  In a scan nobody sends past n -
 * 1, nor what is not there: if all operands but the sender's own are to be
 * sent, processor 0 has none. */
static int sends_row(
	const struct symmetric_schedule *own, const struct word_rounds *rounds)
{
	return !own->is_open ||
	       (own->from >= rounds->distance &&
		       own->from <
			       own->schedule.header.processors - rounds->skip);
}

/* On one port rounds follow each other, even if sends take no time. */
static void count_together(struct symmetric_schedule *own)
{
	const struct word_rounds *rounds = &own->rounds[own->at];

	own->together = 1;
	while (own->schedule.header.ports > 1 &&
		own->at + own->together < own->count &&
		rounds[own->together].tick == rounds->tick)
		own->together++;
}

static void next_rounds(struct symmetric_schedule *own)
{
	for (size_t i = 0; i < own->together; i++) {
		struct word_rounds *rounds = &own->rounds[own->at];

		rounds->tick += rounds->period;
		rounds->skip += rounds->skip_step;
		rounds->distance += rounds->distance_step;
		if (--rounds->times == 0)
			own->at++;
	}
	count_together(own);
}

/* Goes on to the sender's next round of the same time, or to the next sender.
 */
static void next_port(struct symmetric_schedule *own)
{
	if (++own->port < own->together)
		return;
	own->port = 0;
	if (++own->from < own->schedule.header.processors)
		return;
	own->from = 0;
	next_rounds(own);
}

static enum status symmetric_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct symmetric_schedule *own = (struct symmetric_schedule *)schedule;

	(void)err;
	*rows = own->row;
	for (*count = 0; *count < SYMMETRIC_ROWS && own->at < own->count;
		next_port(own)) {
		const struct word_rounds *rounds =
			&own->rounds[own->at + own->port];

		if (sends_row(own, rounds))
			set_row(&own->row[(*count)++], own, rounds);
	}
	return STATUS_OK;
}

static void symmetric_close(struct schedule *schedule)
{
	struct symmetric_schedule *own = (struct symmetric_schedule *)schedule;

	mem_free(own->rounds);
	mem_free(own);
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

	*rounds = (struct word_rounds){.times = number_get_u64(item->times),
		.tick = header_ticks(item->start, plan, header),
		.period = header_ticks(item->period, plan, header),
		.skip = word_at(run->skip, run->skip_step, item->first),
		.skip_step = signed_word(run->skip_step),
		.distance =
			word_at(run->distance, run->distance_step, item->first),
		.distance_step = signed_word(run->distance_step),
		.size = number_get_u64(
			mpz_sgn(run->operands) > 0 && !run->is_whole
				? run->operands
				: run->blocks),
		.weight = number_get_u64(run->weight),
		.radix = number_get_u64(run->radix),
		.is_down = run->is_down,
		.is_upper = run->is_upper,
		.is_whole = run->is_whole};
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
		STATUS_OK)
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
		symmetric_next, symmetric_close};
	struct symmetric_schedule *own = mem_array(1, sizeof *own);

	own->schedule.header = *header;
	own->schedule.ops = &ops;
	own->is_open = symmetric_is_open(plan);
	own->count = plan->timing.count;
	own->rounds = mem_array(own->count, sizeof *own->rounds);
	for (size_t i = 0; i < own->count; i++)
		set_rounds(&own->rounds[i], plan, &plan->timing.item[i],
			&own->schedule.header);
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
