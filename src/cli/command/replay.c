/*
 * replay: how late a schedule ends if its latencies vary, or when it ends on a
 * machine.
 */
#include "cli/command/command.h"

#include <stdlib.h>

#include "base/mem.h"
#include "cli/grid/grid.h"
#include "number/number.h"

/* The names of enum latencies of check/check.h; number LATENCIES, "adversary",
 * is the worst of those before it. */
static const char *const latencies_names[] = {"fixed", "random", "extreme",
	"terminal-random", "terminal-extreme", "greedy", "periodic",
	"adversary", "sample", NULL};

enum { TRIALS = 10 };

struct replay_args {
	struct output output;
	struct latency_args latency;
	int latencies;	      /* -1: not given */
	int64_t seed, trials; /* of trials 0: not given */
	struct sweep sample;
	const char *file;
};

static const struct option options[] = {
	OPTION(struct replay_args, file, NULL, OPTION_TEXT, "FILE",
		"schedule (default: standard input)"),
	OPTION(struct replay_args, latencies, "latencies", OPTION_CHOICE,
		"LATENCIES", "how latencies vary (default: adversary)",
		.choices = latencies_names, .start = -1),
	OPTION(struct replay_args, sample, "sample", OPTION_RATIONALS, "LIST",
		"latencies to draw from; one given twice comes twice as often"),
	OPTION(struct replay_args, seed, "seed", OPTION_COUNT, "SEED",
		"seed of the random ones (default: 0)", .most = INT64_MAX),
	OPTION(struct replay_args, trials, "trials", OPTION_COUNT, "TRIALS",
		"number of trials, worst last (default: 10)", .least = 1,
		.most = INT64_MAX),
	MACHINE_OPTIONS(struct replay_args, OPTION_INTEGERS),
	RDMA_OPTION(struct replay_args),
	OUTPUT_OPTIONS(struct replay_args, FORMAT_TABLE),
	OPTION_END,
};

/* -- on machines: the schedule's rows are kept, and simulated on each */

struct again {
	struct schedule_header header;
	struct transmissions list; /* in the header's unit */
};

/* message = what a block takes: the n-th part of the bytes, rounded up. */
static enum status set_block(struct machine_message *message,
	const struct latency *latency, uint64_t processors, struct err *err)
{
	mpq_t size;

	if (latency->machine.points > 1)
		return err_usage(err, "--machine: blocks need a machine with "
				      "the same figures for all sizes");
	mpq_init(size);
	number_set_u64(mpq_numref(size), processors);
	mpq_div(size, latency->size, size);
	number_ceil(mpq_numref(size), size);
	mpz_set_ui(mpq_denref(size), 1);
	machine_message_set(message, &latency->machine, size);
	mpq_clear(size);
	return STATUS_OK;
}

/* Finds the finish on the machine of the present row. */
static enum status simulate(
	mpq_t finish, struct problem_grid *ask, struct err *err)
{
	const struct again *again = ask->args;
	struct machine_message message;
	struct schedule *simulated = NULL;
	enum status status = STATUS_OK;

	machine_message_init(&message);
	latency_message(&message, &ask->latency);
	if (schedule_is_by_block(again->header.operation))
		status = set_block(
			&message, &ask->latency, again->header.processors, err);
	if (status == STATUS_OK)
		status = schedule_simulated(&simulated,
			schedule_lent(&again->header, &again->list),
			&(struct schedule_machine){
				.text = "", .message = &message},
			ask->problem.max_bits, err);
	if (status == STATUS_OK) {
		schedule_finish_time(finish, &simulated->header);
		schedule_close(simulated);
	}
	machine_message_clear(&message);
	return status;
}

/* Writes when the schedule ends, for each of the machines and sizes. */
static enum status replay_machine_write(struct schedule *schedule,
	const struct latency_args *latency, const struct output *output,
	FILE *out, struct err *err)
{
	static const char *const columns[] = {"finish", NULL};
	struct again again = {.list = {0}};
	struct sweep messages = {0};
	struct problem_grid ask = {.messages = &messages,
		.output = output,
		.below_one = 1,
		.columns = columns,
		.find = simulate,
		.args = &again,
		.grid.picture.up = "finish"};
	enum status status;
	mpq_t value;

	mpq_init(value);
	number_set_u64(mpq_numref(value), schedule->header.messages);
	sweep_set(&messages, value);
	status = transmissions_pull(
		&again.list, schedule, (uint64_t)output->max_bits, err);
	again.header = schedule->header;
	if (status == STATUS_OK)
		status = problem_grid_print(&ask, latency, out, err);
	transmissions_clear(&again.list);
	sweep_clear(&messages);
	mpq_clear(value);
	return status;
}

/* -- with latencies that vary */

static uint64_t trials_of(const struct replay_args *args)
{
	return args->trials > 0 ? (uint64_t)args->trials : TRIALS;
}

struct trial {
	uint64_t number, finish;
	enum latencies latencies;
};

/* What is printed of a trial. */
struct times {
	mpq_t finish;
	mpq_t extra;	/* after the finish with fixed latencies */
	mpq_t claim;	/* the most that any latencies can add */
	int is_bounded; /* there is such a claim */
	uint64_t fixed; /* the finish with fixed latencies, in ticks */
	const struct schedule_header *header;
};

/* Runs one trial with the latencies given, or with each of LATENCIES; the worst
 * counts. */
static struct trial play(const struct replay *replay,
	const struct replay_args *args, uint64_t number)
{
	struct trial worst = {.number = number};
	int first = args->sample.range ? LATENCIES_SAMPLE : args->latencies;
	int end = first + 1;

	if (first < 0 || first == LATENCIES) {
		first = 0;
		end = LATENCIES;
	}
	for (int i = first; i < end; i++) {
		uint64_t finish = replay_finish(replay, (enum latencies)i,
			(uint64_t)args->seed, number - 1);

		if (i == first || finish > worst.finish) {
			worst.finish = finish;
			worst.latencies = (enum latencies)i;
		}
	}
	return worst;
}

static int compare_finishes(const void *x, const void *y)
{
	const struct trial *a = x, *b = y;
	int order = number_compare_u64(a->finish, b->finish);

	return order == 0 ? number_compare_u64(a->number, b->number) : order;
}

static void set_trial(struct times *times, const struct trial *trial)
{
	uint64_t unit = times->header->unit;

	number_set_ratio(times->finish, trial->finish, unit);
	number_set_ratio(times->extra, times->fixed, unit);
	mpq_sub(times->extra, times->finish, times->extra);
}

static void set_claim(struct times *times, uint64_t latest)
{
	times->is_bounded = latest < UINT64_MAX;
	if (times->is_bounded)
		number_set_ratio(times->claim, latest - times->fixed,
			times->header->unit);
}

static void print_replay(FILE *out, const struct output *output,
	const struct trial *trial, size_t trials, struct times *times)
{
	static const char *const columns[] = {
		"trial", "latencies", "finish", "extra", "claim", NULL};
	struct table table;

	output_table(&table, output, columns, times->header->time_unit, out);
	for (size_t i = 0; i < trials && !ferror(out); i++) {
		set_trial(times, &trial[i]);
		table_u64(&table, trial[i].number);
		table_text(&table, latencies_names[trial[i].latencies]);
		table_rational(&table, times->finish);
		table_rational(&table, times->extra);
		if (times->is_bounded)
			table_rational(&table, times->claim);
		else
			table_unknown(&table);
		table_end(&table);
	}
	table_finish(&table);
}

static void play_all(const struct replay *replay,
	const struct replay_args *args, const struct schedule_header *header,
	FILE *out)
{
	size_t trials = (size_t)trials_of(args);
	struct trial *trial = mem_array(trials, sizeof *trial);
	struct meter meter;
	struct times times = {
		.fixed = replay_finish(replay, LATENCIES_FIXED, 0, 0),
		.header = header};

	mpq_inits(times.finish, times.extra, times.claim, NULL);
	set_claim(&times, replay_latest(replay));
	meter_start(&meter);
	for (size_t i = 0; i < trials; i++) {
		trial[i] = play(replay, args, i + 1);
		meter_show(&meter, i + 1, trials);
	}
	meter_stop(&meter);
	qsort(trial, trials, sizeof *trial, compare_finishes);
	print_replay(out, &args->output, trial, trials, &times);
	mpq_clears(times.finish, times.extra, times.claim, NULL);
	mem_free(trial);
}

/* Errors: STATUS_LIMIT for more trials than may be printed, or sorted. */
static enum status check_trials(const struct replay_args *args, struct err *err)
{
	enum status status;
	mpz_t trials;

	mpz_init(trials);
	number_set_u64(trials, trials_of(args));
	status = output_check_rows(
		"the table", trials, args->output.max_rows, err);
	if (status == STATUS_OK)
		status = limit_check_each("putting so many trials in order",
			trials, sizeof(struct trial),
			(uint64_t)args->output.max_bits / 8, err);
	mpz_clear(trials);
	return status;
}

/* The most latencies to draw from. */
enum { SAMPLES_MAX = 1 << 20 };

static enum status give_sample(
	struct replay *replay, const struct sweep *sample, struct err *err)
{
	struct sweep_cursor cursor;
	enum status status;
	mpq_t *latency;
	size_t count = 0;

	if (mpz_cmp_ui(sample->count, SAMPLES_MAX) > 0)
		return limit_too_many("latencies", err);
	latency = mem_array((size_t)mpz_get_ui(sample->count), sizeof *latency);
	sweep_cursor_init(&cursor, sample);
	do {
		mpq_init(latency[count]);
		mpq_set(latency[count++], cursor.value);
	} while (sweep_cursor_next(&cursor));
	sweep_cursor_clear(&cursor);
	status = replay_sample(replay, latency, count, err);
	while (count > 0)
		mpq_clear(latency[--count]);
	mem_free(latency);
	if (status == STATUS_USAGE)
		err_prefix(err, "--sample");
	return status;
}

static enum status replay_trials(struct schedule *schedule,
	const struct replay_args *args, FILE *out, struct err *err)
{
	struct replay *replay;
	enum status status = replay_open(
		&replay, schedule, (uint64_t)args->output.max_bits / 8, err);

	if (status != STATUS_OK)
		return input_blame(status, args->file, err);
	if (args->sample.range)
		status = give_sample(replay, &args->sample, err);
	if (status == STATUS_OK)
		play_all(replay, args, &schedule->header, out);
	replay_close(replay);
	return status;
}

/* -- the command */

static enum status check_replay_options(
	const struct replay_args *args, struct err *err)
{
	const struct option_use rows[OPTION_USES] = {
		{"--latencies", args->latencies >= 0, 0},
		{"--sample", args->sample.range != NULL, 0},
		{"--seed", args->seed != 0, 0},
		{"--trials", args->trials > 0, 0},
	};

	if (latency_is_given(&args->latency))
		return option_check_uses(rows, "with a machine", "", err);
	if (latency_check_no_machine(&args->latency, err) != STATUS_OK)
		return err->code;
	if (args->sample.range && args->latencies >= 0 &&
		args->latencies != LATENCIES_SAMPLE)
		return err_usage(err, "--sample: not used with --latencies ",
			latencies_names[args->latencies]);
	if (args->latencies == LATENCIES_SAMPLE && !args->sample.range)
		return err_usage(err, "--latencies: 'sample' needs --sample");
	return check_trials(args, err);
}

static enum status run_replay(const void *data, FILE *out, struct err *err)
{
	const struct replay_args *args = data;
	struct schedule *schedule;
	FILE *file;
	enum status status = check_replay_options(args, err);

	if (status == STATUS_OK)
		status = input_open(&schedule, &file, args->file, err);
	if (status != STATUS_OK)
		return status;
	if (latency_is_given(&args->latency))
		status = replay_machine_write(
			schedule, &args->latency, &args->output, out, err);
	else
		status = replay_trials(schedule, args, out, err);
	schedule_close(schedule);
	input_close(file);
	return status;
}

const struct command cmd_replay = {
	.name = "replay",
	.group = "judging",
	.summary = "when a schedule ends if its latencies vary",
	.example = "fibcast schedule bcast -n 14 -l 3 | fibcast replay",
	.also = "fibcast replay --latencies random --seed 1 mine.tsv",
	.options = options,
	.size = sizeof(struct replay_args),
	.run = run_replay,
};
