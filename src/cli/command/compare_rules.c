/*
 * The cost of the rules in an Open MPI rules file on a machine.  Each rule is a
 * row with the algorithm that it names, its time, the best that fibcast knows
 * without building schedules, and the ratio of the two.
 */
#include "cli/command/command.h"

#include "base/bits.h"
#include "model/openmpi.h"
#include "number/number.h"

/* A rule and its times. */
struct ruled {
	const struct openmpi_entry *entry;
	const struct openmpi_algorithm *row; /* NULL: none of that number */
	const char *best_name;
	uint64_t n, bytes;
	int operation; /* enum operation, or -1 */
	int is_timed;  /* time is known; best is, if it has a name */
	mpq_t time, best;
};

/* The processors to ask for: those given, or the rule's own, 2 or the least
 * above that. */
static uint64_t processors_of(
	const struct openmpi_entry *entry, const struct sweep *processors)
{
	uint64_t n = entry->least_n;

	if (processors->range)
		(void)number_read_u64(
			&n, mpq_numref(sweep_value(processors)), 63);
	else if (n < 2)
		n = entry->most_n < 2 ? entry->most_n : 2;
	return n;
}

/* The rule's least message, but at least a byte for each block. */
static uint64_t bytes_of(const struct ruled *rule)
{
	int is_by_block = rule->operation >= 0 &&
			  schedule_is_by_block((enum operation)rule->operation);

	return most_u64(rule->entry->least_bytes, is_by_block ? rule->n : 1);
}

static enum status time_collective(struct ruled *rule,
	const struct machine *machine, uint64_t max_bits, struct err *err)
{
	struct block_cost blocks = {.machine = machine};
	const struct algorithm_options options = {
		.operation = rule->operation, .blocks = &blocks};
	struct problem problem;
	enum status status;

	problem_init(&problem);
	problem.max_bits = max_bits;
	mpq_init(blocks.block);
	number_set_u64(problem.n, rule->n);
	openmpi_block(blocks.block, (enum operation)rule->operation, rule->n,
		rule->bytes);
	rule->is_timed =
		rule->row && openmpi_time(rule->time, rule->row, &problem,
				     &options, err) == STATUS_OK;
	status = compare_best_collective(
		&rule->best_name, rule->best, &problem, &options, err);
	mpq_clear(blocks.block);
	problem_clear(&problem);
	return status;
}

/* Times a broadcast or a reduction. */
static enum status time_tree(struct ruled *rule, const struct machine *machine,
	uint64_t max_bits, struct err *err)
{
	mpz_t n, bytes;
	const struct segments_problem problem = {machine, n, bytes,
		(enum operation)rule->operation, RANKING_UNBUILT,
		ALGORITHM_WORK, ALGORITHM_WORK, max_bits};
	struct segments segments;
	enum status status;

	mpz_inits(n, bytes, NULL);
	segments_init(&segments);
	number_set_u64(n, rule->n);
	number_set_u64(bytes, rule->bytes);
	rule->is_timed =
		rule->row && rule->row->ours &&
		openmpi_tree_time(rule->time, rule->row->ours,
			rule->entry->segment, &problem, err) == STATUS_OK;
	status = segments_find(&segments, &problem, err);
	if (status == STATUS_OK) {
		rule->best_name = segments.best.algorithm->name;
		mpq_set(rule->best, segments.best.time);
	}
	segments_clear(&segments);
	mpz_clears(n, bytes, NULL);
	return status;
}

/* The name of a rule's algorithm; "ignore" leaves the choice to Open MPI. */
static const char *name_of(const struct ruled *rule)
{
	if (rule->row)
		return rule->row->name;
	if (*rule->entry->name)
		return rule->entry->name;
	return rule->entry->id == 0 ? "ignore" : NULL;
}

static void print_known(struct table *table, int is_known, const mpq_t time)
{
	if (is_known)
		table_rational(table, time);
	else
		table_unknown(table);
}

static void print_rule(struct table *table, const struct ruled *rule)
{
	table_text(table, openmpi_collectives[rule->entry->collective]);
	table_u64(table, rule->n);
	table_u64(table, rule->entry->least_bytes);
	table_text(table, name_of(rule));
	print_known(table, rule->is_timed, rule->time);
	table_text(table, rule->best_name);
	print_known(table, rule->best_name != NULL, rule->best);
	if (rule->is_timed && rule->best_name)
		compare_print_ratio(table, rule->time, rule->best);
	else
		table_unknown(table);
	table_end(table);
}

/* Prints a rule, unless it is for other processors, or for none at all. */
static enum status write_ruled(struct table *table,
	const struct openmpi_entry *entry, const struct sweep *processors,
	const struct machine *machine, uint64_t max_bits, struct err *err)
{
	struct ruled rule = {.entry = entry,
		.row = openmpi_find(entry->collective, entry->name, entry->id),
		.operation = openmpi_operation(entry->collective)};
	enum status status = STATUS_OK;

	rule.n = processors_of(entry, processors);
	if (rule.n == 0 || rule.n < entry->least_n || rule.n > entry->most_n)
		return STATUS_OK;
	rule.bytes = bytes_of(&rule);
	mpq_inits(rule.time, rule.best, NULL);
	if (rule.operation == OPERATION_BROADCAST ||
		rule.operation == OPERATION_REDUCE)
		status = time_tree(&rule, machine, max_bits, err);
	else if (rule.operation >= 0)
		status = time_collective(&rule, machine, max_bits, err);
	if (status == STATUS_OK)
		print_rule(table, &rule);
	mpq_clears(rule.time, rule.best, NULL);
	return status;
}

static enum status write_table(const struct openmpi_file *file,
	const struct sweep *processors, const struct latency *latency,
	const struct output *output, FILE *out, struct err *err)
{
	static const char *const columns[] = {"collective", "n", "bytes",
		"algorithm", "time", "best", "least", "ratio", NULL};
	enum status status = STATUS_OK;
	struct table table;

	output_table(&table, output, columns, latency_unit_name(latency), out);
	for (size_t i = 0; i < file->count && status == STATUS_OK; i++)
		status = write_ruled(&table, &file->entry[i], processors,
			&latency->machine, (uint64_t)output->max_bits, err);
	if (status == STATUS_OK)
		table_finish(&table);
	else
		table_drop(&table);
	return status;
}

static enum status read_file(
	struct openmpi_file *file, const char *name, struct err *err)
{
	enum status status;
	FILE *in;

	if (input_file(&in, name, err) != STATUS_OK)
		return err->code;
	status = openmpi_read(file, in, err);
	input_close(in);
	return input_blame(status, name, err);
}

static enum status check_rules_options(const struct sweep *processors,
	const struct latency_args *latency, const struct output *output,
	struct err *err)
{
	if (!latency_is_given(latency))
		return err_usage(err, "--logp, --loggp or --machine is "
				      "missing: --rules needs a machine's "
				      "figures");
	if (processors->range && (processors->is_sweep || processors->stream))
		return err_usage(err,
			"--processors: with --rules one value is needed, not a "
			"sweep");
	if (processors->range &&
		mpz_sizeinbase(mpq_numref(sweep_value(processors)), 2) > 63)
		return err_usage(err, "--processors: must be below 2^63, not ",
			ERR_TEXT, ERR_OWN,
			number_integer_text(
				mpq_numref(sweep_value(processors))));
	if (output->format->kind != FORMAT_TABLE)
		return err_usage(err, "--format: ", output->format->name,
			" is not used with --rules");
	return STATUS_OK;
}

enum status compare_rules_write(const char *name,
	const struct sweep *processors, const struct latency_args *latency,
	const struct output *output, FILE *out, struct err *err)
{
	struct latency_args given = *latency;
	struct openmpi_file file = {NULL, 0, 0};
	struct sweep one = {0};
	struct latency machine;
	enum status status =
		check_rules_options(processors, latency, output, err);

	if (status != STATUS_OK)
		return status;
	if (given.loggp.machine.given || given.machine.has_byte)
		given.bytes = *sweep_or_one(&one, &given.bytes);
	status = latency_init(&machine, &given, 1, err);
	if (status == STATUS_OK)
		status = latency_check_one(&machine, err);
	if (status == STATUS_OK)
		status = read_file(&file, name, err);
	if (status == STATUS_OK)
		status = write_table(
			&file, processors, &machine, output, out, err);
	openmpi_file_clear(&file);
	latency_clear(&machine);
	sweep_clear(&one);
	return status;
}
