/*
 * Collective operations on a machine: the size of a block, and what blocks
 * cost; their algorithms' times are the machine's, not to be multiplied by the
 * length of a send.
 */
#include "cli/problem/problem.h"

#include <string.h>

#include "base/mem.h"
#include "format/machine.h"
#include "model/ranking.h"
#include "number/number.h"

static enum status refuse_blocks(
	const mpz_t n, const mpq_t bytes, struct err *err)
{
	return err_usage(err, "--bytes: ", ERR_OWN, number_size_text(n),
		" blocks of ", ERR_OWN, number_text(bytes),
		mpq_cmp_ui(bytes, 1, 1) == 0 ? " byte" : " bytes",
		" would be less than a byte each");
}

/* Whether a message is there when it is sent, but for its bytes: in an exchange
 * a processor would send and receive at once, or send what it gets just then.
 */
static int is_at_once(const struct machine *machine)
{
	if (!machine->given || mpq_sgn(machine->latency) > 0)
		return 0;
	for (size_t i = 0; i < machine->points; i++)
		if (mpq_sgn(machine->point[i].overhead) == 0)
			return 1;
	return 0;
}

enum status latency_at_blocks(struct latency *latency, const mpz_t n,
	const mpq_t bytes, const mpq_t block, struct err *err)
{
	mpq_ptr size = latency->blocks.block;

	mpq_set_ui(size, 1, 1);
	mpq_set_ui(latency->unit, 1, 1);
	if (block)
		mpq_set(size, block);
	if (bytes && schedule_is_by_block((enum operation)latency->operation)) {
		mpq_set_z(size, n);
		mpq_div(size, bytes, size);
	} else if (bytes) {
		mpq_set(size, bytes);
	}
	mpq_set(latency->size, size);
	if (mpq_cmp_ui(size, 1, 1) < 0 &&
		latency->operation != OPERATION_ALLREDUCE)
		return refuse_blocks(n, bytes, err);
	if (latency->operation != OPERATION_SCATTER &&
		latency->operation != OPERATION_BARRIER &&
		(is_at_once(&latency->machine) || is_at_once(&latency->inside)))
		return err_usage(err, "--op: where L and o are 0, ",
			schedule_operations[latency->operation],
			" is not known: a message is there when it is sent");
	return STATUS_OK;
}

const struct block_cost *latency_blocks(const struct latency *latency)
{
	return latency->machine.given &&
			       schedule_is_collective(
				       (enum operation)latency->operation)
		       ? &latency->blocks
		       : NULL;
}

enum status latency_check_block(const struct latency *latency, struct err *err)
{
	mpq_srcptr block = latency->blocks.block;

	if (!latency_blocks(latency) || mpz_cmp_ui(mpq_denref(block), 1) == 0)
		return STATUS_OK;
	return err_usage(err, "--bytes: a block would be ", ERR_TEXT, ERR_OWN,
		number_text(block),
		" bytes, which is not a whole number: rows need one");
}

char *latency_name_machine(
	struct schedule *schedule, const struct latency *latency)
{
	const struct machine *machine = &latency->machine;
	const __mpz_struct *bytes;
	char *text, *inside;
	size_t size;
	mpq_t block, all;

	mpq_init(block);
	mpq_set(block, latency->blocks.block);
	/* Of an all-reduce by a census they are those of the vector. */
	if (schedule->header.operation == OPERATION_CENSUS) {
		number_set_u64(mpq_numref(block), schedule->header.processors);
		mpz_set_ui(mpq_denref(block), 1);
		mpq_mul(block, block, latency->blocks.block);
	}
	bytes = machine->has_byte ? mpq_numref(block) : NULL;
	mpq_init(all);
	mpq_set_ui(all, 1, 1);
	if (schedule_is_by_block(schedule->header.operation)) {
		number_set_u64(mpq_numref(all), schedule->header.processors);
		mpq_mul(all, all, block);
	}
	text = machine_text(machine, block, bytes, all);
	mpq_clear(all);
	size = strlen(text) + 1;

	if (schedule->header.node > 0) {
		inside = machine_text(&latency->inside, block, bytes, NULL);
		text = mem_resize(text, size + strlen(inside) + 1, 1);
		schedule->header.inside_machine = strcpy(text + size, inside);
		mem_free(inside);
	}
	mpq_clear(block);
	schedule->header.machine = text;
	if (machine->unit != UNIT_NONE)
		schedule->header.time_unit = machine_units[machine->unit];
	return text;
}

/* Why the first of the ranking has no time. */
static enum status blame_first(const struct ranking *ranking,
	const struct problem *problem, int operation, struct err *err)
{
	const struct algorithm_options options = {
		.operation = operation, .blocks = ranking->blocks};
	enum status status;
	mpq_t time;

	if (ranking->count == 0)
		return err_limit(err, "no time of ",
			schedule_operations[operation],
			" is known for that size");
	mpq_init(time);
	status = algorithm_time(time, ranking->candidate[0].algorithm, problem,
		&options, UINT64_MAX, err);
	mpq_clear(time);
	return status;
}

enum status collective_time(mpq_t time, const struct latency *latency,
	const struct problem *problem, enum model model, int operation,
	struct err *err)
{
	struct ranking ranking;
	enum status status;

	ranking_init(&ranking);
	ranking.blocks = latency_blocks(latency);
	status = ranking_find(&ranking, problem, model,
		(enum operation)operation, 1, 0, UINT64_MAX, err);
	if (status == STATUS_OK &&
		(ranking.count == 0 || !ranking.candidate[0].is_known))
		status = blame_first(&ranking, problem, operation, err);
	else if (status == STATUS_OK)
		mpq_set(time, ranking.candidate[0].time);
	ranking_clear(&ranking);
	return status;
}
