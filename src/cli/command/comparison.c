/*
 * Every model's ranking, in the times that the user reads, merged by insertion:
 * a ranking is nearly in order already.
 */
#include "cli/command/command.h"

#include "base/mem.h"
#include "model/bounds.h"
#include "model/optimum/optimum.h"
#include "number/number.h"

/* The optimum is searched for if the work allows this much for each
 * transmission. */
enum { SEARCH_WORK = 4096 };

enum { RATIO_DIGITS = 3 };

/* -- an entry */

char *compare_entry_degree(const mpz_t degree)
{
	char *number, *text;

	if (mpz_sgn(degree) == 0)
		return NULL;
	number = number_integer_text(degree);
	text = mem_join("--degree=", number, NULL);
	mem_free(number);
	return text;
}

/* The options that `schedule NAME`, or the command NAME, needs besides problem
 * and operation; NULL if it needs none.  The caller frees them. */
static char *options_of(const struct candidate *candidate, enum model model,
	enum operation operation)
{
	const struct algorithm *algorithm = candidate->algorithm;

	if (!candidate->is_known)
		return NULL;
	if (algorithm->is_command && operation == OPERATION_BROADCAST)
		return mem_join("--schedule", NULL);
	if (mpz_sgn(candidate->degree) > 0)
		return compare_entry_degree(candidate->degree);
	if (!(algorithm->uses & USES_LATENCY) && algorithm->model != model)
		return mem_join("--model=", broadcast_models[model], NULL);
	return NULL;
}

void compare_print_ratio(
	struct table *table, const mpq_t time, const mpq_t best)
{
	mpq_t ratio;

	mpq_init(ratio);
	mpq_set_ui(ratio, 1, 1);
	if (mpq_sgn(best) > 0)
		mpq_div(ratio, time, best);
	table_ratio(table, ratio, RATIO_DIGITS);
	mpq_clear(ratio);
}

/* Prints the cells time and ratio. */
static void print_entry_time(
	struct table *table, const struct compare_entry *entry)
{
	if (!entry->is_known) {
		table_unknown(table);
		table_unknown(table);
		return;
	}
	if (entry->is_most && !mpq_equal(entry->time, entry->bound)) {
		table_interval(table, entry->bound, entry->time);
		table_twin(table, NULL);
	} else {
		table_rational(table, entry->time);
	}
	compare_print_ratio(table, entry->time, entry->bound);
}

void compare_entry_print(struct table *table, const struct compare_entry *entry)
{
	table_text(table, entry->name);
	table_text(table, entry->options);
	if (entry->way)
		table_text(table, *entry->way ? entry->way : NULL);
	print_entry_time(table, entry);
	table_end(table);
}

/* -- entries by time */

void comparison_init(struct comparison *comparison)
{
	/* The algorithms, the optimum and the bound. */
	size_t rows = (size_t)(algorithms_end - algorithms) + 2;

	for (int model = 0; model < MODEL_LOCALITY; model++)
		mpq_init(comparison->bound[model]);
	comparison->count = 0;
	comparison->capacity = MODEL_LOCALITY * rows;
	comparison->entry =
		mem_array(comparison->capacity, sizeof *comparison->entry);
	for (size_t i = 0; i < comparison->capacity; i++)
		mpq_inits(comparison->entry[i].time, comparison->entry[i].bound,
			NULL);
	ranking_init(&comparison->ranking);
}

static void empty_comparison(struct comparison *comparison)
{
	while (comparison->count > 0)
		mem_free(comparison->entry[--comparison->count].options);
}

void comparison_clear(struct comparison *comparison)
{
	empty_comparison(comparison);
	ranking_clear(&comparison->ranking);
	for (size_t i = 0; i < comparison->capacity; i++)
		mpq_clears(comparison->entry[i].time,
			comparison->entry[i].bound, NULL);
	for (int model = 0; model < MODEL_LOCALITY; model++)
		mpq_clear(comparison->bound[model]);
	mem_free(comparison->entry);
}

/* Whether x has a lesser time than y; unknown times are the greatest. */
static int is_entry_before(
	const struct compare_entry *x, const struct compare_entry *y)
{
	if (x->is_known != y->is_known)
		return x->is_known;
	return x->is_known && mpq_cmp(x->time, y->time) < 0;
}

static void swap_entries(struct compare_entry *x, struct compare_entry *y)
{
	struct compare_entry z = *x;

	*x = *y;
	*y = z;
}

/* Moves the last entry to its place; equal entries keep their order. */
static void sink_entry(struct comparison *comparison)
{
	struct compare_entry *entry = comparison->entry;

	for (size_t at = comparison->count - 1; at > 0; at--) {
		if (!is_entry_before(&entry[at], &entry[at - 1]))
			break;
		swap_entries(&entry[at], &entry[at - 1]);
	}
}

/* Whether an algorithm is known to attain the model's bound. */
static int is_bound_attained(
	const struct comparison *comparison, enum model model)
{
	for (size_t i = 0; i < comparison->count; i++) {
		const struct compare_entry *entry = &comparison->entry[i];

		if (entry->model == model && entry->is_known &&
			mpq_equal(entry->time, entry->bound))
			return 1;
	}
	return 0;
}

/* The latency as that model shows times: only the LogP model counts steps. */
static struct latency view_of(
	const struct comparison *comparison, enum model model)
{
	struct latency view = *comparison->latency;

	view.steps = model == MODEL_LOGP;
	return view;
}

/* Adds an entry for the model, whose time is the bound. */
static struct compare_entry *add_entry(
	struct comparison *comparison, const char *name, enum model model)
{
	struct compare_entry *entry = &comparison->entry[comparison->count++];

	entry->model = model;
	entry->name = name;
	entry->options = NULL;
	entry->way = NULL;
	entry->is_known = 1;
	entry->is_most = 0;
	mpq_set(entry->bound, comparison->bound[model]);
	mpq_set(entry->time, entry->bound);
	return entry;
}

/* -- the algorithms on a machine */

/* Adds a choice; one without an algorithm has a time that is not known. */
static void add_choice(struct comparison *comparison, const char *name,
	const struct machine_choice *choice)
{
	struct compare_entry *entry = add_entry(comparison, name, MODEL_POSTAL);

	entry->way = "";
	entry->is_known = choice->algorithm != NULL;
	if (entry->is_known) {
		entry->way = machine_ways[choice->way];
		entry->is_most = choice->is_most;
		entry->options = choice->algorithm->is_command &&
						 comparison->operation ==
							 OPERATION_BROADCAST
					 ? mem_join("--schedule", NULL)
					 : compare_entry_degree(choice->degree);
		mpq_set(entry->time, choice->time);
	}
	sink_entry(comparison);
}

/* Whether the choice is a row: what has a command of its own is one only where
 * it is better than all others, as that prints the best. */
static int is_machine_row(const struct comparison *comparison,
	const struct algorithm *row, const struct machine_choice *choice)
{
	const struct compare_entry *first = comparison->entry;

	if (!choice->algorithm)
		return row->models >> MODEL_POSTAL == 1;
	return !row->is_command || comparison->count == 0 || !first->is_known ||
	       mpq_cmp(choice->time, first->time) < 0;
}

/* Adds the algorithms, or only the best one. */
static enum status add_machine_rows(struct comparison *comparison,
	struct on_machine *machine, struct err *err)
{
	struct machine_problem *problem = &machine->problem;
	const struct compare_entry *first = comparison->entry;
	struct machine_choice *choice = &machine->choice;
	const struct algorithm *row = algorithms;
	enum status status = STATUS_OK;

	if (comparison->only_best) {
		status = machine_find_best(
			choice, &comparison->ranking, problem, err);
		if (status == STATUS_OK)
			add_choice(comparison, choice->algorithm->name, choice);
		row = algorithms_end;
	}
	for (; row < algorithms_end && status == STATUS_OK; row++) {
		if (!machine_has(row, problem))
			continue;
		choice->algorithm = NULL;
		problem->known = comparison->count > 0 && first->is_known
					 ? first->time
					 : NULL;
		status = machine_find(
			choice, &comparison->ranking, row, problem, err);
		if (status == STATUS_OK &&
			is_machine_row(comparison, row, choice))
			add_choice(comparison, row->name, choice);
	}
	return status;
}

static enum status compare_on_machine(
	struct comparison *comparison, struct err *err)
{
	struct on_machine machine;
	enum status status = on_machine_bound(comparison->bound[MODEL_POSTAL],
		comparison->latency, comparison->problem, comparison->operation,
		err);

	if (status != STATUS_OK)
		return status;
	on_machine_init(&machine, comparison->latency, comparison->problem,
		comparison->operation, comparison->work);
	machine.problem.flags = comparison->all ? RANKING_LIBRARY : 0;
	status = add_machine_rows(comparison, &machine, err);
	if (status == STATUS_OK && !comparison->only_best)
		add_entry(comparison, "bound", MODEL_POSTAL)->way = "";
	on_machine_clear(&machine);
	return status;
}

/* -- the algorithms of a model */

static void add_candidate(struct comparison *comparison,
	const struct candidate *candidate, enum model model)
{
	struct latency view = view_of(comparison, model);
	/* A command's schedule uses one port; `schedule best` uses more. */
	int is_best = comparison->problem->ports > 1 &&
		      candidate->algorithm->is_command;
	struct compare_entry *entry = add_entry(comparison,
		is_best ? "best" : candidate->algorithm->name, model);

	if (!is_best)
		entry->options =
			options_of(candidate, model, comparison->operation);
	entry->is_known = candidate->is_known;
	entry->is_most = candidate->is_most;
	if (entry->is_known)
		latency_show(entry->time, &view, candidate->time);
	sink_entry(comparison);
}

/* Whether the optimum is to be searched for in the model; for up to three
 * processors it is known. */
static int is_searched(const struct comparison *comparison, enum model model)
{
	const struct problem *problem = comparison->problem;
	int is_small;
	mpz_t z;

	if (!comparison->limit || problem->nodes || problem->ports > 1 ||
		mpz_cmp_ui(problem->n, 3) <= 0 ||
		comparison->operation != OPERATION_BROADCAST ||
		model > MODEL_LOGP ||
		(model == MODEL_LOGP && !problem_is_whole(problem)))
		return 0;
	mpz_init(z);
	problem_transmissions(z, problem);
	mpz_mul_ui(z, z, SEARCH_WORK);
	is_small = number_fits_u64(z) && number_get_u64(z) <= comparison->work;
	mpz_clear(z);
	return is_small;
}

/* Ranks the model's algorithms; on several ports for the share that
 * problem_share gives.  bound: the model's, elapsed. */
static enum status rank_model(struct comparison *comparison, enum model model,
	const mpq_t bound, struct err *err)
{
	struct ranking *ranking = &comparison->ranking;
	const struct problem *problem = comparison->problem;
	enum operation operation = comparison->operation;
	enum status status;
	struct problem share;
	unsigned flags =
		(comparison->all ? RANKING_LIBRARY : 0) |
		(is_searched(comparison, model) ? RANKING_UNSEARCHED : 0);

	if (comparison->only_best && operation > OPERATION_REDUCE)
		return ranking_find_bounded(ranking, problem, model, operation,
			bound, flags, comparison->work, err);
	problem_init(&share);
	problem_set(&share, problem);
	if (operation <= OPERATION_REDUCE)
		problem_share(&share, problem);
	status = ranking_find(ranking, &share, model, operation,
		comparison->only_best && operation != OPERATION_REDUCE, flags,
		comparison->work, err);
	problem_clear(&share);
	return status;
}

/* Adds the algorithms of a model, and sets its bound. */
static enum status add_model(
	struct comparison *comparison, enum model model, struct err *err)
{
	const struct ranking *ranking = &comparison->ranking;
	const struct algorithm_options options = {
		.operation = (int)comparison->operation,
		.blocks = ranking->blocks};
	struct latency view = view_of(comparison, model);
	enum status status;
	mpq_t bound;

	mpq_init(bound);
	status = operation_bound(
		bound, model, comparison->problem, &options, err);
	latency_show_bound(comparison->bound[model], &view, bound);
	if (status == STATUS_OK)
		status = rank_model(comparison, model, bound, err);
	for (size_t i = 0; i < ranking->count && status == STATUS_OK; i++)
		if (comparison->operation != OPERATION_REDUCE ||
			!ranking->candidate[i].algorithm->may_wait)
			add_candidate(
				comparison, &ranking->candidate[i], model);
	mpq_clear(bound);
	return status;
}

/* Adds what the search for the optimum finds, unless an algorithm of the model
 * attains the bound. */
static enum status add_optimum(
	struct comparison *comparison, enum model model, struct err *err)
{
	const struct algorithm_options usual = {0};
	struct latency view = view_of(comparison, model);
	struct compare_entry *entry;
	struct optimum optimum;
	enum status status;

	if (!is_searched(comparison, model) ||
		is_bound_attained(comparison, model))
		return STATUS_OK;
	status = optimum_init(&optimum, comparison->problem, &usual, err);
	if (status == STATUS_OK) {
		search_run(&optimum.search, comparison->limit, 0);
		entry = add_entry(comparison, "optimum", model);
		entry->options = mem_join("--schedule", NULL);
		latency_show(entry->time, &view, optimum.upper);
		sink_entry(comparison);
	}
	optimum_clear(&optimum);
	return status == STATUS_LIMIT ? STATUS_OK : status;
}

enum status comparison_make(struct comparison *comparison, unsigned models,
	const struct problem *problem, const struct latency *latency,
	struct err *err)
{
	struct problem rounds; /* as it is in a model without a latency */
	enum status status = STATUS_OK;

	empty_comparison(comparison);
	comparison->problem = problem;
	comparison->latency = latency;
	comparison->ranking.blocks = latency_blocks(latency);
	if (latency->machine.given && !comparison->ranking.blocks &&
		!problem->nodes)
		return compare_on_machine(comparison, err);
	problem_init(&rounds);
	problem_set(&rounds, problem);
	mpq_set_ui(rounds.lambda, 1, 1);
	for (enum model model = 0; model < MODEL_LOCALITY; model++) {
		comparison->problem =
			model < MODEL_TELEPHONE ? problem : &rounds;
		if (models >> model & 1 && status == STATUS_OK)
			status = add_model(comparison, model, err);
		if (models >> model & 1 && status == STATUS_OK)
			status = add_optimum(comparison, model, err);
	}
	comparison->problem = problem;
	problem_clear(&rounds);
	for (enum model model = 0; model < MODEL_LOCALITY; model++)
		if (models >> model & 1 && status == STATUS_OK)
			add_entry(comparison, "bound", model);
	return status;
}
