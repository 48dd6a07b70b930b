/*
 * Collective operations on a machine: the size of a block, and what blocks
 * cost.  Their algorithms compute in the machine's time, so that the unit is 1
 * and not the length of a send.
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
	return err_usage(err, "--bytes: ", ERR_OWN, number_text(bytes),
		mpq_cmp_ui(bytes, 1, 1) == 0 ? " byte" : " bytes", " in ",
		ERR_OWN, number_size_text(n),
		" blocks would be less than a byte each");
}

/* block = the bytes that every row of a schedule of the operation carries, or a
 * multiple of which: a census, for an allreduce, sends the whole vector, all n
 * blocks. */
static void set_row_block(mpq_t block, const struct latency *latency,
	enum operation operation, const mpz_t n)
{
	mpq_t blocks;

	mpq_set(block, latency->blocks.block);
	if (operation != OPERATION_CENSUS)
		return;
	mpq_init(blocks);
	mpq_set_z(blocks, n);
	mpq_mul(block, block, blocks);
	mpq_clear(blocks);
}

/* Whether messages of some size have L and o of 0, so that they arrive as they
 * are sent, but for their bytes: processors that exchange messages could then
 * forward what they are receiving. */
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
	if (bytes && schedule_is_by_block(latency->operation)) {
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
			       schedule_is_collective(latency->operation)
		       ? &latency->blocks
		       : NULL;
}

enum status latency_check_block(const struct latency *latency,
	enum operation operation, const mpz_t n, struct err *err)
{
	enum status status = STATUS_OK;
	mpq_t block;

	if (!latency_blocks(latency))
		return STATUS_OK;
	mpq_init(block);
	set_row_block(block, latency, operation, n);
	if (!number_is_whole(block))
		status = err_usage(err, "--bytes: a block would be ", ERR_TEXT,
			ERR_OWN, number_text(block),
			" bytes, which is not a whole number: rows need one");
	mpq_clear(block);
	return status;
}

char *latency_name_machine(
	struct schedule *schedule, const struct latency *latency)
{
	const struct machine *machine = &latency->machine;
	struct schedule_header *header = &schedule->header;
	const __mpz_struct *bytes;
	char *text;
	mpq_t n, block, all;

	mpq_inits(n, block, all, NULL);
	number_set_u64(mpq_numref(n), header->processors);
	set_row_block(block, latency, header->operation, mpq_numref(n));
	mpq_set_ui(all, 1, 1);
	if (schedule_is_by_block(header->operation))
		mpq_mul(all, block, n);
	bytes = machine->has_byte ? mpq_numref(block) : NULL;
	text = machine_text(machine, block, bytes, all);
	if (header->node > 0) {
		char *inside =
			machine_text(&latency->inside, block, bytes, NULL);
		size_t size = strlen(text) + 1;

		text = mem_resize(text, size + strlen(inside) + 1, 1);
		header->inside_machine = strcpy(text + size, inside);
		mem_free(inside);
	}
	mpq_clears(n, block, all, NULL);
	header->machine = text;
	if (machine->unit != UNIT_NONE)
		header->time_unit = machine_units[machine->unit];
	return text;
}

/* Asks for the time of the ranking's first algorithm, which is not known, to
 * learn why. */
static enum status blame_first(mpq_t time, const struct ranking *ranking,
	const struct problem *problem, int operation, struct err *err)
{
	const struct algorithm_options options = {
		.operation = operation, .blocks = ranking->blocks};

	if (ranking->count == 0)
		return err_limit(err, "no time of ",
			schedule_operations[operation],
			" is known for that size");
	return algorithm_time(time, ranking->candidate[0].algorithm, problem,
		&options, UINT64_MAX, err);
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
		status = blame_first(time, &ranking, problem, operation, err);
	else if (status == STATUS_OK)
		mpq_set(time, ranking.candidate[0].time);
	ranking_clear(&ranking);
	return status;
}
