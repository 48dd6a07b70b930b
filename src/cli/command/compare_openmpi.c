/*
 * The crossover table as Open MPI reads it: its best algorithm and segments for
 * each size, timed by our model, and in text what the best of all algorithms
 * and segmentations would take.
 */
#include "cli/command/command.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "format/formats.h"
#include "cli/problem/problem.h"
#include "model/machine/machine.h"
#include "model/openmpi.h"
#include "number/number.h"
#include "cli/input/input.h"

/* Number of sizes on each axis; bits of one. */
enum { SIZES_MAX = 1 << 16, SIZE_BITS = 62 };

struct sizes {
	uint64_t *size;
	size_t count, capacity;
};

static enum status refuse(
	const char *option, const char *reason, struct err *err)
{
	return err_usage(err, option, ": ", reason, " for Open MPI's rules");
}

static void add_size(struct sizes *sizes, uint64_t size)
{
	sizes->size = mem_grow(sizes->size, &sizes->capacity, sizes->count,
		sizeof *sizes->size);
	sizes->size[sizes->count++] = size;
}

/* Reads all values, which must ascend. */
static enum status read_sizes(struct sizes *sizes, const struct sweep *sweep,
	const char *option, struct err *err)
{
	struct sweep_cursor cursor;
	enum status status = STATUS_OK;
	uint64_t size;

	if (sweep->stream)
		return refuse(option, "standard input is not used", err);
	if (mpz_cmp_ui(sweep->count, SIZES_MAX) > 0)
		return refuse(option, "more than 65536 sizes", err);
	sweep_cursor_init(&cursor, sweep);
	do {
		if (!number_read_u64(
			    &size, mpq_numref(cursor.value), SIZE_BITS))
			status =
				refuse(option, "sizes must be below 2^62", err);
		else if (sizes->count > 0 &&
			 size <= sizes->size[sizes->count - 1])
			status = refuse(option, "sizes must ascend", err);
		if (status != STATUS_OK)
			break;
		add_size(sizes, size);
	} while (sweep_cursor_next(&cursor));
	sweep_cursor_clear(&cursor);
	return status;
}

/* The size after the i-th, 0 after the last. */
static uint64_t next_size(const struct sizes *sizes, size_t i)
{
	return i + 1 < sizes->count ? sizes->size[i + 1] : 0;
}

/* "9.202us; the best of all 8.9us, cyclic, segments 2", or without segments;
 * mem_free it. */
static char *comment_text(const struct machine *machine, const mpq_t chosen,
	const mpq_t best, const char *name, const __mpz_struct *segments)
{
	const char *unit = machine_units[machine->unit];
	char *time = number_decimal_text(chosen, 3);
	char *least = number_decimal_text(best, 3);
	char *count = segments ? number_integer_text(segments) : NULL;
	char *text = mem_join(time, unit, "; the best of all ", least, unit,
		", ", name, count ? ", segments " : NULL, count, NULL);

	mem_free(time);
	mem_free(least);
	mem_free(count);
	return text;
}

/* The same for a collective operation, with the best algorithm here; NULL if
 * only the time is asked for. */
static enum status find_comment(char **comment, const mpq_t chosen,
	const struct machine *machine, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	struct ranking ranking;
	enum status status;

	ranking_init(&ranking);
	ranking.blocks = options->blocks;
	status = ranking_find(&ranking, problem, MODEL_POSTAL,
		(enum operation)options->operation, 1, 0, ALGORITHM_WORK, err);
	if (status == STATUS_OK)
		*comment =
			comment_text(machine, chosen, ranking.candidate[0].time,
				ranking.candidate[0].algorithm->name, NULL);
	ranking_clear(&ranking);
	return status;
}

/* Writes one rule of a collective operation; a block has a byte at least. */
static enum status write_collective_rule(struct openmpi_rules *rules,
	const struct compare_segments *what, const struct machine *machine,
	uint64_t processors, const uint64_t size[2], int is_first,
	struct err *err)
{
	const struct openmpi_algorithm *row;
	struct block_cost blocks = {.machine = machine};
	const struct algorithm_options options = {
		.operation = (int)what->operation, .blocks = &blocks};
	struct problem problem;
	enum status status;
	char *comment = NULL;
	mpq_t time;

	problem_init(&problem);
	problem.max_bits = (uint64_t)what->output->max_bits;
	mpq_inits(blocks.block, time, NULL);
	number_set_u64(problem.n, processors);
	openmpi_block(blocks.block, what->operation, processors, size[0]);
	status = openmpi_best(&row, time, &problem, &options, err);
	if (status == STATUS_OK && !row)
		status = err_limit(err, "no time of Open MPI's algorithms for ",
			schedule_operations[what->operation], " is known");
	if (status == STATUS_OK && !rules->is_json)
		status = find_comment(
			&comment, time, machine, &problem, &options, err);
	if (status == STATUS_OK && row)
		openmpi_rule(rules, is_first ? 0 : size[0], size[1], row->id, 0,
			comment);
	mem_free(comment);
	mpq_clears(blocks.block, time, NULL);
	problem_clear(&problem);
	return status;
}

/* Writes one rule, for messages of at least that many bytes and fewer than
 * next. */
static enum status write_rule(struct openmpi_rules *rules,
	const struct compare_segments *what, const struct machine *machine,
	struct segments *best, uint64_t processors, const uint64_t size[2],
	int is_first, struct err *err)
{
	uint64_t max_bits = (uint64_t)what->output->max_bits;
	struct openmpi_choice choice;
	enum status status;
	mpz_t n, bytes;

	mpz_inits(n, bytes, NULL);
	openmpi_choice_init(&choice);
	number_set_u64(n, processors);
	number_set_u64(bytes, size[0]);
	status = openmpi_choose(&choice, machine, n, bytes, max_bits, err);
	if (status == STATUS_OK && !rules->is_json)
		status = segments_find(best,
			&(struct segments_problem){machine, n, bytes,
				OPERATION_BROADCAST, what->flags, what->work,
				what->total, max_bits},
			err);
	if (status == STATUS_OK) {
		char *comment = rules->is_json
					? NULL
					: comment_text(machine, choice.time,
						  best->best.time,
						  best->best.algorithm->name,
						  best->count);

		openmpi_rule(rules, is_first ? 0 : size[0], size[1], choice.id,
			choice.segment, comment);
		mem_free(comment);
	}
	openmpi_choice_clear(&choice);
	mpz_clears(n, bytes, NULL);
	return status;
}

static enum status write_rules(const struct compare_segments *what, int is_json,
	const struct machine *machine, const struct sizes *processors,
	const struct sizes *bytes, FILE *out, struct err *err)
{
	struct openmpi_rules rules;
	struct segments best;
	enum status status = STATUS_OK;

	segments_init(&best);
	openmpi_begin(&rules, out, is_json,
		(unsigned)openmpi_collective(what->operation),
		processors->count);
	for (size_t i = 0; i < processors->count && !ferror(out); i++) {
		uint64_t n = processors->size[i];

		openmpi_communicator(
			&rules, n, next_size(processors, i), bytes->count);
		for (size_t k = 0; k < bytes->count && status == STATUS_OK;
			k++) {
			const uint64_t size[] = {
				bytes->size[k], next_size(bytes, k)};

			status =
				schedule_is_collective(what->operation)
					? write_collective_rule(&rules, what,
						  machine, n, size, k == 0, err)
					: write_rule(&rules, what, machine,
						  &best, n, size, k == 0, err);
		}
	}
	if (status == STATUS_OK) {
		openmpi_end(&rules);
		if (!schedule_is_collective(what->operation))
			segments_warn(&best);
	}
	segments_clear(&best);
	return status;
}

/* All rules are written, or none: they are held back until the last. */
static enum status hold_rules(const struct compare_segments *what, int is_json,
	const struct machine *machine, const struct sizes *processors,
	const struct sizes *bytes, FILE *out, struct err *err)
{
	char *text = NULL;
	size_t size = 0;
	FILE *held = open_memstream(&text, &size);
	enum status status = STATUS_LIMIT;

	if (held)
		status = write_rules(
			what, is_json, machine, processors, bytes, held, err);
	/* The C library may say by the text alone that it had no memory. */
	if (!held || fclose(held) != 0 || !text)
		status = err_limit(err, "out of memory");
	if (status == STATUS_OK)
		fwrite(text, 1, size, out);
	free(text);
	return status;
}

/* Whether there are such rules. */
static enum status check_rules(
	const struct compare_segments *what, struct err *err)
{
	const char *operation = schedule_operations[what->operation];

	if (openmpi_collective(what->operation) < 0)
		return err_usage(err, "--format: Open MPI has no ", operation);
	if (what->operation == OPERATION_SCAN ||
		what->operation == OPERATION_EXSCAN)
		return err_usage(err, "--format: Open MPI's rules for ",
			operation, " do not look at the bytes");
	if (what->operation == OPERATION_BARRIER || what->latency->bytes.range)
		return STATUS_OK;
	return err_usage(err, "--bytes is missing: a rule is for some size");
}

enum status compare_openmpi_write(const struct compare_segments *what,
	int is_json, FILE *out, struct err *err)
{
	struct sizes processors = {0}, bytes = {0};
	struct latency latency;
	enum status status = latency_init(&latency, what->latency, 0, err);

	if (status == STATUS_OK)
		status = check_rules(what, err);
	if (status == STATUS_OK)
		status = latency_check_one(&latency, err);
	if (status == STATUS_OK)
		status = read_sizes(
			&processors, what->processors, "--processors", err);
	if (status == STATUS_OK && what->operation == OPERATION_BARRIER)
		add_size(&bytes, 0);
	else if (status == STATUS_OK)
		status = read_sizes(
			&bytes, &what->latency->bytes, "--bytes", err);
	if (status == STATUS_OK)
		status = latency_blame(&latency,
			hold_rules(what, is_json, &latency.machine, &processors,
				&bytes, out, err),
			err);
	mem_free(processors.size);
	mem_free(bytes.size);
	latency_clear(&latency);
	return status;
}
