/* Hands rows out round by round, in the order of the senders. */
#include "model/rounds/rounds.h"

#include "base/mem.h"
#include "number/number.h"

static uint32_t get_senders(const struct rounds *rounds)
{
	uint64_t n = rounds->schedule.header.processors;

	return rounds->senders < n ? rounds->senders : (uint32_t)n;
}

/* Appends rows of the present round until it ends or the buffer is full;
 * returns how many rows the buffer then has. */
static size_t copy_sends(struct rounds *rounds, size_t filled)
{
	uint32_t n = get_senders(rounds), from = rounds->from;
	int64_t m = (int64_t)rounds->schedule.header.messages;
	int64_t base = rounds->base;
	uint64_t tick = rounds->round - 1;
	const struct rounds_send *send = rounds->send;
	struct transmission *row = rounds->row + filled;
	struct transmission *end = rounds->row + ROUNDS_ROWS;

	for (; from < n && row < end; from++) {
		int64_t message = base + send[from].value;

		if (message <= 0 || send[from].to == ROUNDS_NOBODY)
			continue;
		row->tick = tick;
		row->from = from;
		row->to = send[from].to;
		row->message = (uint64_t)(message < m ? message : m);
		row++;
	}
	rounds->from = from;
	return (size_t)(row - rounds->row);
}

static enum status rounds_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct rounds *rounds = (struct rounds *)schedule;
	size_t filled = 0;

	(void)err;
	while (filled < ROUNDS_ROWS) {
		if (rounds->from < get_senders(rounds)) {
			filled = copy_sends(rounds, filled);
			continue;
		}
		if (rounds->round == schedule->header.finish)
			break;
		rounds->round++;
		rounds->from = 0;
		rounds->ops->step(rounds);
	}
	*rows = rounds->row;
	*count = filled;
	return STATUS_OK;
}

static void rounds_clear(struct schedule *schedule)
{
	struct rounds *rounds = (struct rounds *)schedule;

	rounds->ops->clear(rounds);
}

/* The pull interface of every producer of rounds. */
static const struct schedule_ops rounds_schedule_ops = {
	rounds_next, rounds_clear};

enum status rounds_init(struct rounds *rounds, enum model model,
	const char *algorithm, const struct problem *problem,
	const mpz_t finish, struct err *err)
{
	struct schedule_header *header = &rounds->schedule.header;
	enum status status;
	mpq_t time;

	*header = (struct schedule_header){
		.model = model, .algorithm = algorithm, .has_finish = 1};
	rounds->schedule.ops = &rounds_schedule_ops;
	if (mpz_cmp_ui(problem->n, ROUNDS_NOBODY - 1) >= 0)
		return err_limit(err,
			"a schedule in rounds is for fewer than 2^32 - 2 "
			"processors");
	if (problem_header(header, problem, err) != STATUS_OK)
		return err->code;
	mpq_init(time);
	mpq_set_z(time, finish);
	status = problem_finish(header, time, err);
	mpq_clear(time);
	return status;
}

enum status rounds_check_memory(const struct problem *problem, uint64_t size,
	const mpz_t messages, struct err *err)
{
	enum status status;
	mpz_t bytes;

	mpz_init(bytes);
	number_set_u64(bytes, size);
	mpz_mul(bytes, bytes, problem->n);
	mpz_addmul_ui(bytes, messages, 8);
	status = limit_check_bytes(
		"the schedule", bytes, problem->max_bits / 8, err);
	mpz_clear(bytes);
	return status;
}

void rounds_last_bound(mpz_t bound, const struct problem *problem)
{
	mpz_t rounds;

	if (problem_is_trivial(problem)) {
		mpz_set_ui(bound, 0);
		return;
	}
	mpz_init(rounds);
	number_set_u64(rounds, number_ceil_log2(problem->n));
	mpz_add(bound, problem->m, rounds);
	mpz_sub_ui(bound, bound, 1);
	mpz_clear(rounds);
}

void rounds_list_last(struct bound_list *list, const struct problem *problem,
	const char *source)
{
	struct bound *row =
		bound_list_add(list, "last-message", HOLDS_YES, source);

	rounds_last_bound(mpq_numref(row->value), problem);
}

/* -- records
 *
 * Blocks of rounds in one array that grows.
 */

struct rounds_send *rounds_record_add(struct rounds_record *record)
{
	struct rounds_send *send;

	record->send = mem_grow(record->send, &record->capacity, record->count,
		record->n * sizeof *record->send);
	send = &record->send[record->count++ * record->n];
	for (uint32_t p = 0; p < record->n; p++)
		send[p] = (struct rounds_send){ROUNDS_NOBODY, 0};
	return send;
}

const struct rounds_send *rounds_record_get(
	const struct rounds_record *record, size_t round)
{
	return &record->send[round * record->n];
}

void rounds_record_clear(struct rounds_record *record)
{
	mem_free(record->send);
	record->send = NULL;
	record->count = record->capacity = 0;
}
