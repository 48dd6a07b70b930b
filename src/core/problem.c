/*
 * Problems, whose numbers may be of any size; headers of schedules for them,
 * whose numbers are 64-bit words; and lists of bounds.
 */
#include "core/problem.h"

#include <assert.h>

#include "base/mem.h"
#include "core/machine.h"
#include "core/schedule.h"
#include "number/number.h"

void problem_init(struct problem *problem)
{
	mpz_init_set_ui(problem->n, 1);
	mpz_init_set_ui(problem->m, 1);
	mpq_init(problem->lambda);
	mpq_set_ui(problem->lambda, 1, 1);
	problem->ports = 1;
	problem->nodes = NULL;
	problem->max_bits = UINT64_MAX;
	problem->jumps = NULL;
}

void problem_clear(struct problem *problem)
{
	mpz_clears(problem->n, problem->m, NULL);
	mpq_clear(problem->lambda);
}

void problem_set_words(
	struct problem *problem, uint64_t n, uint64_t m, uint64_t lambda)
{
	number_set_u64(problem->n, n);
	number_set_u64(problem->m, m);
	mpq_set_ui(problem->lambda, 0, 1);
	number_set_u64(mpq_numref(problem->lambda), lambda);
}

void problem_set(struct problem *problem, const struct problem *other)
{
	mpz_set(problem->n, other->n);
	mpz_set(problem->m, other->m);
	mpq_set(problem->lambda, other->lambda);
	problem->ports = other->ports;
	problem->nodes = other->nodes;
	problem->max_bits = other->max_bits;
}

unsigned long problem_share(
	struct problem *share, const struct problem *problem)
{
	unsigned long width = problem->ports;

	if (mpz_cmp_ui(problem->m, width) < 0)
		width = mpz_sgn(problem->m) > 0 ? mpz_get_ui(problem->m) : 1;
	if (share != problem)
		problem_set(share, problem);
	mpz_cdiv_q_ui(share->m, share->m, width);
	share->ports /= width;
	return width;
}

int problem_is_whole(const struct problem *problem)
{
	return number_is_whole(problem->lambda);
}

int problem_is_alone(const struct problem *problem)
{
	return mpz_cmp_ui(problem->n, 1) == 0;
}

int problem_is_trivial(const struct problem *problem)
{
	return problem_is_alone(problem) || mpz_sgn(problem->m) == 0;
}

void problem_transmissions(mpz_t count, const struct problem *problem)
{
	mpz_sub_ui(count, problem->n, 1);
	mpz_mul(count, count, problem->m);
}

enum status problem_header(struct schedule_header *header,
	const struct problem *problem, struct err *err)
{
	int is_timed =
		header->model == MODEL_POSTAL || header->model == MODEL_LOGP;

	header->unit = 1;
	if (number_read_u64(&header->processors, problem->n, 63) &&
		number_read_u64(&header->messages, problem->m, 63) &&
		(!is_timed ||
			(number_read_u64(&header->unit,
				 mpq_denref(problem->lambda), 63) &&
				number_read_u64(&header->latency,
					mpq_numref(problem->lambda), 63))))
		return STATUS_OK;
	return err_limit(err, "a schedule's numbers must be below 2^63");
}

/* *least = the fewest blocks that have the bytes of the machine's point;
 * whether these are more than one, and not more than a message can have. */
static int find_least_blocks(uint64_t *least,
	const struct schedule_header *header, const struct block_cost *blocks,
	size_t point)
{
	mpz_t count, most;
	int is_there;

	mpz_inits(count, most, NULL);
	number_set_u64(most, header->processors);
	if (blocks->shares)
		mpz_set(most, blocks->dealt);
	block_cost_least(count, blocks, point);
	is_there = number_read_u64(least, count, 63) && *least > 1 &&
		   mpz_cmp(count, most) <= 0;
	mpz_clears(count, most, NULL);
	return is_there;
}

int problem_block_messages(
	struct schedule_header *header, const struct block_cost *blocks)
{
	const struct machine *machine = blocks->machine;
	struct machine_message message;
	uint64_t factor, least;
	int fits;

	machine_message_init(&message);
	machine_message_set(&message, machine, blocks->block);
	fits = schedule_set_message(header, &factor, &message);
	for (size_t i = 0; i < machine->points && fits &&
			   schedule_is_by_block(header->operation);
		i++) {
		if (!find_least_blocks(&least, header, blocks, i))
			continue;
		/* schedule_add_message is to be given one block's message. */
		machine_message_of_size(&message, machine, blocks->block,
			machine->point[i].bytes);
		fits = schedule_add_message(header, &message, least);
	}
	machine_message_clear(&message);
	return fits;
}

enum status problem_block_header(struct schedule_header *header,
	const struct problem *problem, const struct block_cost *blocks,
	struct err *err)
{
	if (blocks)
		header->model = MODEL_MACHINE;
	if (problem_header(header, problem, err) != STATUS_OK)
		return err->code;
	header->messages = 1;
	if (!blocks)
		return STATUS_OK;
	if (problem_block_messages(header, blocks))
		return STATUS_OK;
	return err_limit(err,
		"the machine has figures for more than 16 sizes, or its times "
		"no common unit in which n blocks' are below 2^61");
}

enum status problem_refine(
	struct schedule_header *header, const mpq_t time, struct err *err)
{
	uint64_t factor;
	mpq_t ticks;
	int fits;

	mpq_init(ticks);
	number_set_ratio(ticks, header->unit, 1);
	mpq_mul(ticks, ticks, time);
	fits = number_read_u64(&factor, mpq_denref(ticks), 63) &&
	       schedule_refine(header, factor);
	mpq_clear(ticks);
	return fits ? STATUS_OK
		    : err_limit(err, "a schedule's times must be below 2^63");
}

enum status problem_finish(
	struct schedule_header *header, const mpq_t time, struct err *err)
{
	header->has_finish = 1;
	if (number_read_ticks(&header->finish, time, header->unit, 63))
		return STATUS_OK;
	return err_limit(err, "a schedule's times must be below 2^63");
}

enum status problem_header_at(struct schedule_header *header,
	problem_time *time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	enum status status = problem_header(header, problem, err);
	mpq_t end;

	mpq_init(end);
	if (status == STATUS_OK)
		status = time(end, problem, options, err);
	if (status == STATUS_OK)
		status = problem_finish(header, end, err);
	mpq_clear(end);
	return status;
}

void radices_clear(struct radices *radices)
{
	for (size_t i = 0; i < radices->count; i++)
		mpz_clear(radices->radix[i].value);
	mem_free(radices->radix);
	*radices = (struct radices){0};
}

const char *const bound_holds[] = {"yes", "no", "unproved", NULL};

struct bound *bound_list_add(struct bound_list *list, const char *name,
	enum holds holds, const char *source)
{
	struct bound *bound;

	assert(list->count < BOUND_LIST_MAX);
	bound = &list->bound[list->count++];
	*bound = (struct bound){.name = name, .holds = holds, .source = source};
	mpq_init(bound->value);
	return bound;
}

void bound_list_clear(struct bound_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		mpq_clear(list->bound[i].value);
	list->count = 0;
}
