/*
 * The crossover table as Open MPI's dynamic rules: for each size the best of
 * Open MPI's own algorithms and segments, timed by our model; in text also how
 * long the best of all algorithms and segmentations would take.
 */
#include "cli/command/command.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "model/machine/machine.h"
#include "model/openmpi.h"
#include "number/number.h"

/* The most sizes on each axis; the bits of one. */
enum { SIZES_MAX = 1 << 16, SIZE_BITS = 62 };

struct sizes {
	uint64_t *size;
	size_t count, capacity;
};

/* The rules to be written. */
struct crossover {
	const struct compare_segments *what;
	int is_json;
	struct latency latency;
	struct sizes processors, bytes;
	struct segments best; /* which remembers what other sizes took */
};

/* What a rule says. */
struct rule {
	uint64_t id, segment;
	char *comment; /* or NULL; mem_free it */
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

/* Reads all values of the option, which must ascend. */
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

/* "9.202us; the best of all 8.9us, cyclic, segments 2".  name: NULL if no best
 * time is known; segments: NULL if there are none.  mem_free it. */
static char *comment_text(const struct machine *machine, const mpq_t chosen,
	const mpq_t best, const char *name, const __mpz_struct *segments)
{
	const char *unit = machine_units[machine->unit];
	char *time = number_decimal_text(chosen, 3);
	char *least = number_decimal_text(best, 3);
	char *count = segments ? number_integer_text(segments) : NULL;
	char *text = mem_join(time, unit, name ? "; the best of all " : NULL,
		least, unit, ", ", name, count ? ", segments " : NULL, count,
		NULL);

	mem_free(time);
	mem_free(least);
	mem_free(count);
	return text;
}

enum status compare_best_collective(const char **name, mpq_t time,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct ranking ranking;
	enum status status;

	*name = NULL;
	ranking_init(&ranking);
	ranking.blocks = options->blocks;
	status = ranking_find(&ranking, problem, MODEL_POSTAL,
		(enum operation)options->operation, 1, 0, ALGORITHM_WORK, err);
	if (status == STATUS_OK && ranking.count > 0 &&
		ranking.candidate[0].is_known) {
		*name = ranking.candidate[0].algorithm->name;
		mpq_set(time, ranking.candidate[0].time);
	}
	ranking_clear(&ranking);
	return status;
}

/* Finds the rule of a collective operation; a block has a byte at least. */
static enum status find_collective_rule(struct rule *rule,
	struct crossover *table, uint64_t n, uint64_t bytes, struct err *err)
{
	const struct machine *machine = &table->latency.machine;
	enum operation operation = table->what->operation;
	const struct openmpi_algorithm *row = NULL;
	struct block_cost blocks = {.machine = machine};
	const struct algorithm_options options = {
		.operation = (int)operation, .blocks = &blocks};
	struct problem problem;
	enum status status;
	const char *name;
	mpq_t time, best;

	problem_init(&problem);
	problem.max_bits = (uint64_t)table->what->output->max_bits;
	mpq_inits(blocks.block, time, best, NULL);
	number_set_u64(problem.n, n);
	openmpi_block(blocks.block, operation, n, bytes);
	status = openmpi_best(&row, time, &problem, &options, err);
	if (status == STATUS_OK && !row)
		status = err_limit(err, "no time of Open MPI's algorithms for ",
			schedule_operations[operation], " is known");
	if (status == STATUS_OK && !table->is_json) {
		status = compare_best_collective(
			&name, best, &problem, &options, err);
		rule->comment = comment_text(machine, time, best, name, NULL);
	}
	if (row)
		rule->id = row->id;
	mpq_clears(blocks.block, time, best, NULL);
	problem_clear(&problem);
	return status;
}

/* Finds the rule of a broadcast or a reduction along one tree. */
static enum status find_tree_rule(struct rule *rule, struct crossover *table,
	uint64_t processors, uint64_t size, struct err *err)
{
	const struct compare_segments *what = table->what;
	struct segments *best = &table->best;
	struct openmpi_choice choice;
	enum status status;
	mpz_t n, bytes;
	const struct segments_problem problem = {&table->latency.machine, n,
		bytes, what->operation, what->flags, what->work, what->total,
		(uint64_t)what->output->max_bits};

	mpz_inits(n, bytes, NULL);
	openmpi_choice_init(&choice);
	number_set_u64(n, processors);
	number_set_u64(bytes, size);
	status = openmpi_choose(&choice, &problem, err);
	if (status == STATUS_OK && !table->is_json)
		status = segments_find(best, &problem, err);
	if (status == STATUS_OK && !table->is_json)
		rule->comment = comment_text(problem.machine, choice.time,
			best->best.time, best->best.algorithm->name,
			best->count);
	rule->id = choice.id;
	rule->segment = choice.segment;
	openmpi_choice_clear(&choice);
	mpz_clears(n, bytes, NULL);
	return status;
}

/* Writes the rules for the i-th number of processors; the first one holds from
 * 0 bytes on. */
static enum status write_communicator(struct openmpi_rules *rules,
	struct crossover *table, size_t i, struct err *err)
{
	const struct sizes *bytes = &table->bytes;
	uint64_t n = table->processors.size[i];
	int is_collective = schedule_is_collective(table->what->operation);
	enum status status = STATUS_OK;

	openmpi_communicator(
		rules, n, next_size(&table->processors, i), bytes->count);
	for (size_t k = 0; k < bytes->count && status == STATUS_OK; k++) {
		struct rule rule = {.comment = NULL};

		status =
			(is_collective ? find_collective_rule : find_tree_rule)(
				&rule, table, n, bytes->size[k], err);
		if (status == STATUS_OK)
			openmpi_rule(rules, k == 0 ? 0 : bytes->size[k],
				next_size(bytes, k), rule.id, rule.segment,
				rule.comment);
		mem_free(rule.comment);
	}
	return status;
}

static enum status write_rules(
	struct crossover *table, FILE *out, struct err *err)
{
	const struct sizes *processors = &table->processors;
	struct openmpi_rules rules;
	enum status status = STATUS_OK;

	segments_init(&table->best);
	openmpi_begin(&rules, out, table->is_json,
		(unsigned)openmpi_collective(table->what->operation),
		processors->count);
	for (size_t i = 0;
		i < processors->count && status == STATUS_OK && !ferror(out);
		i++)
		status = write_communicator(&rules, table, i, err);
	if (status == STATUS_OK) {
		openmpi_end(&rules);
		segments_warn(&table->best, "compare");
	}
	segments_clear(&table->best);
	return status;
}

/* Writes all rules or none: the text is held back until the last one. */
static enum status hold_rules(
	struct crossover *table, FILE *out, struct err *err)
{
	char *text = NULL;
	size_t size = 0;
	FILE *held = open_memstream(&text, &size);
	enum status status = STATUS_LIMIT;

	if (held)
		status = write_rules(table, held, err);
	/* Without memory the C library may report nothing but a NULL text. */
	if (!held || fclose(held) != 0 || !text)
		status = err_limit(err, "out of memory");
	if (status == STATUS_OK)
		fwrite(text, 1, size, out);
	free(text);
	return status;
}

/* Refuses an operation that has no rules, or rules without a size. */
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
	struct crossover table = {.what = what, .is_json = is_json};
	enum status status =
		latency_init(&table.latency, what->latency, 0, err);

	if (status == STATUS_OK)
		status = check_rules(what, err);
	if (status == STATUS_OK)
		status = latency_check_one(&table.latency, err);
	if (status == STATUS_OK)
		status = read_sizes(&table.processors, what->processors,
			"--processors", err);
	if (status == STATUS_OK && what->operation == OPERATION_BARRIER)
		add_size(&table.bytes, 0);
	else if (status == STATUS_OK)
		status = read_sizes(
			&table.bytes, &what->latency->bytes, "--bytes", err);
	if (status == STATUS_OK)
		status = latency_blame(
			&table.latency, hold_rules(&table, out, err), err);
	mem_free(table.processors.size);
	mem_free(table.bytes.size);
	latency_clear(&table.latency);
	return status;
}
