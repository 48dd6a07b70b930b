/*
 * Everything below the command line counts elapsed time in units of one send.
 * -l gives that latency at once; --logp's is (L + 2o)/G, and its times are
 * multiplied by G = max(o, g) when they are shown.
 */
#include "cli/latency.h"

#include "base/mem.h"
#include "number/number.h"
#include "core/schedule.h"

const char *const latency_models[] = {"postal", "logp", NULL};
const char *const broadcast_models[] = {
	"postal", "logp", "telephone", "telegraph", "sendrecv", NULL};

/* lambda = (L + 2o)/G, G = max(o, g). */
static void set_logp(
	struct latency *latency, const struct logp *logp, mpq_t lambda)
{
	mpq_set(latency->unit, mpq_cmp(logp->overhead, logp->gap) > 0
				       ? logp->overhead
				       : logp->gap);
	mpq_add(lambda, logp->overhead, logp->overhead);
	mpq_add(lambda, lambda, logp->latency);
	mpq_div(lambda, lambda, latency->unit);
	sweep_set(&latency->own, lambda);
	latency->sweep = &latency->own;
}

static enum status check_logp(const struct latency *latency, int below_one,
	int model, struct err *err)
{
	const __mpq_struct *lambda = sweep_value(latency->sweep);
	char *text;

	if (model == MODEL_LOGP)
		return err_set(err, STATUS_USAGE,
			"--logp: gives times in the machine's own unit, "
			"--model logp in steps: use one of them",
			NULL);
	if (below_one || mpq_cmp_ui(lambda, 1, 1) >= 0)
		return STATUS_OK;
	text = number_text(lambda);
	err_set(err, STATUS_USAGE,
		"--logp: the latency (L+2o)/max(o,g) = ", ERR_TEXT, text,
		" is below 1, which 'time' alone answers", NULL);
	mem_free(text);
	return STATUS_USAGE;
}

/* The first value that is not whole is named. */
static enum status check_whole(const struct sweep *sweep, struct err *err)
{
	struct sweep_cursor cursor;
	enum status status = STATUS_OK;
	char *text;

	if (sweep->stream)
		sweep_ask_whole(sweep);
	if (sweep_is_whole(sweep))
		return STATUS_OK;
	sweep_cursor_init(&cursor, sweep);
	while (mpz_cmp_ui(mpq_denref(cursor.value), 1) == 0 &&
		sweep_cursor_next(&cursor))
		;
	text = number_text(cursor.value);
	status = err_set(err, STATUS_USAGE, "--latency: ", ERR_TEXT, text,
		" is not whole, which --model logp needs", NULL);
	mem_free(text);
	sweep_cursor_clear(&cursor);
	return status;
}

/* A round takes the time 1, whatever it does. */
static enum status init_rounds(struct latency *latency,
	const struct latency_args *args, struct err *err)
{
	const struct option_use rows[] = {
		{"--logp", args->logp.given, 0},
		{"--latency", args->latency.range != NULL, 0},
	};

	latency->sweep = sweep_or_one(&latency->own, &args->latency);
	return option_check_uses(rows, sizeof rows / sizeof *rows,
		"by --model ", broadcast_models[args->model], err);
}

enum status latency_init(struct latency *latency,
	const struct latency_args *args, int below_one, struct err *err)
{
	mpq_t lambda;

	*latency = (struct latency){.steps = args->model == MODEL_LOGP};
	mpq_init(latency->unit);
	mpq_set_ui(latency->unit, 1, 1);
	if (args->model > MODEL_LOGP)
		return init_rounds(latency, args, err);
	if (!args->logp.given && !args->latency.range)
		return err_set(err, STATUS_USAGE, "--latency is missing", NULL);
	if (args->logp.given && args->latency.range)
		return err_set(err, STATUS_USAGE,
			"--latency and --logp: only one can be given", NULL);
	if (args->logp.given) {
		mpq_init(lambda);
		set_logp(latency, &args->logp, lambda);
		mpq_clear(lambda);
		return check_logp(latency, below_one, args->model, err);
	}
	latency->sweep = &args->latency;
	return latency->steps ? check_whole(latency->sweep, err) : STATUS_OK;
}

void latency_clear(struct latency *latency)
{
	sweep_clear(&latency->own);
	mpq_clear(latency->unit);
}

void latency_step(mpz_t step, const mpz_t elapsed)
{
	mpz_add_ui(step, elapsed, 1);
}

void latency_show(
	mpq_t shown, const struct latency *latency, const mpq_t elapsed)
{
	if (mpq_cmp_ui(latency->unit, 1, 1) == 0)
		mpq_set(shown, elapsed);
	else
		mpq_mul(shown, elapsed, latency->unit);
	if (latency->steps)
		latency_step(mpq_numref(shown), mpq_numref(shown));
}

void latency_show_bound(
	mpq_t shown, const struct latency *latency, const mpq_t elapsed)
{
	if (mpq_sgn(elapsed) == 0)
		mpq_set(shown, elapsed);
	else
		latency_show(shown, latency, elapsed);
}

void latency_read(
	mpq_t elapsed, const struct latency *latency, const mpq_t shown)
{
	mpq_div(elapsed, shown, latency->unit);
}

const char *latency_unit(const struct latency_args *args)
{
	if (args->model > MODEL_LOGP)
		return "rounds";
	if (args->logp.given)
		return "the machine's unit";
	return args->model == MODEL_LOGP ? "steps" : "units of one send";
}
