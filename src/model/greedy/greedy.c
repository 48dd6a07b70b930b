/*
 * The problem in ticks, what of memory it takes, and the best pass as rows.
 */
#include "model/greedy/greedy.h"

#include "base/mem.h"
#include "number/limit.h"
#include "number/number.h"
#include "core/schedule_stored.h"
#include "model/greedy/passes.h"
#include "model/postal/bounds.h"

/* Ticks stay below 2^62, so that the sum of two fits a word. */
enum { TICK_BITS = 62, SEND_BYTES = 100, PROCESSOR_BYTES = 96 };

/* The operations that passes may take unless told otherwise: some 50 ms. */
static const uint64_t usual_work = 5 << 20;

/* So that processors and messages are below 2^32. */
static const uint64_t max_bytes = UINT64_C(1) << 36;

static enum status check_memory(const struct problem *problem, struct err *err)
{
	uint64_t bytes = problem->max_bits / 8;
	enum status status;
	mpz_t needed;

	mpz_init(needed);
	problem_transmissions(needed, problem);
	mpz_mul_ui(needed, needed, SEND_BYTES);
	mpz_addmul_ui(needed, problem->n, PROCESSOR_BYTES);
	status = limit_check_bytes("the schedule", needed,
		bytes < max_bytes ? bytes : max_bytes, err);
	mpz_clear(needed);
	return status;
}

static enum status fill_header(struct schedule_header *header,
	const struct problem *problem, struct err *err)
{
	if (mpz_sizeinbase(problem->m, 2) > TICK_BITS ||
		mpz_sizeinbase(mpq_numref(problem->lambda), 2) > TICK_BITS)
		return err_set(err, STATUS_LIMIT,
			"a schedule's numbers must be below 2^62", NULL);
	*header = (struct schedule_header){.model = MODEL_POSTAL,
		.algorithm = "greedy",
		.processors = number_get_u64(problem->n),
		.messages = number_get_u64(problem->m),
		.unit = number_get_u64(mpq_denref(problem->lambda)),
		.latency = number_get_u64(mpq_numref(problem->lambda)),
		.has_finish = 1};
	return STATUS_OK;
}

/* aim = the counting bound less the latency, in ticks. */
static enum status set_aim(struct greedy_problem *given,
	const struct problem *problem, struct err *err)
{
	enum status status;
	mpq_t bound;

	mpq_init(bound);
	status = postal_counting_bound(bound, problem, err);
	if (status == STATUS_OK) {
		mpq_sub(bound, bound, problem->lambda);
		mpz_mul(mpq_numref(bound), mpq_numref(bound),
			mpq_denref(problem->lambda));
		mpz_divexact(mpq_numref(bound), mpq_numref(bound),
			mpq_denref(bound));
		if (mpz_sizeinbase(mpq_numref(bound), 2) > TICK_BITS)
			status = err_set(err, STATUS_LIMIT,
				"a schedule's times must be below 2^62", NULL);
		else
			given->aim = number_get_u64(mpq_numref(bound));
	}
	mpq_clear(bound);
	return status;
}

/* The sends as rows. */
static void list_rows(struct transmissions *list,
	const struct greedy_send *send, size_t sends)
{
	list->row = mem_array(sends, sizeof *list->row);
	list->capacity = sends;
	for (size_t i = 0; i < sends; i++) {
		const struct transmission row = {.tick = send[i].tick,
			.from = send[i].from,
			.to = send[i].to,
			.message = (uint64_t)send[i].message + 1};

		transmissions_add(list, &row);
	}
}

static enum status find_rows(struct transmissions *list,
	struct schedule_header *header, const struct greedy_problem *given,
	const struct problem *problem, uint64_t work, struct err *err)
{
	struct greedy_pass pass;
	struct greedy_send *send;
	size_t sends = greedy_sends(given);
	int is_made;

	greedy_pass_init(&pass, given);
	is_made = greedy_passes(&pass, problem, work);
	send = pass.send;
	pass.send = NULL;
	greedy_pass_clear(&pass); /* the rows need the memory */
	if (is_made) {
		header->finish = send[sends - 1].tick + given->latency;
		list_rows(list, send, sends);
	}
	mem_free(send);
	return is_made ? STATUS_OK
		       : err_set(err, STATUS_LIMIT,
				 "a schedule's times must be below 2^62", NULL);
}

enum status greedy_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct schedule_header header = {0};
	struct greedy_problem given;
	struct transmissions list = {NULL, 0, 0};
	enum status status = check_memory(problem, err);

	*schedule = NULL;
	if (status == STATUS_OK)
		status = fill_header(&header, problem, err);
	if (status != STATUS_OK)
		return status;
	if (header.processors > 1) {
		given = (struct greedy_problem){
			.n = (uint32_t)header.processors,
			.m = (uint32_t)header.messages,
			.unit = header.unit,
			.latency = header.latency};
		status = set_aim(&given, problem, err);
		if (status == STATUS_OK)
			status = find_rows(&list, &header, &given, problem,
				options->work > 0 ? options->work : usual_work,
				err);
	}
	if (status == STATUS_OK)
		*schedule = schedule_stored(&header, &list);
	return status;
}
