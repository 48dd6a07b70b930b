/*
 * The latency and the model that go with it, as options; and the time that
 * users read and write, which is elapsed time in units of one send only for
 * the plain postal model.
 */
#ifndef FIBCAST_CLI_LATENCY_H
#define FIBCAST_CLI_LATENCY_H

#include <stddef.h>

#include <gmp.h>

#include "cli/option.h"
#include "cli/sweep.h"

struct latency_args {
	struct sweep latency;
	struct logp logp;
	int model; /* enum model: MODEL_POSTAL or MODEL_LOGP */
};

#define LATENCY_OPTIONS(args, type, must)                                      \
	{                                                                      \
		.name = "latency",                                             \
		.letters = "lL",                                               \
		.kind = (type),                                                \
		.field = offsetof(args, latency.latency),                      \
		.arg = "LATENCY",                                              \
		.help = "start of a send to end of its receive, >= 1",         \
		.least = 1,                                                    \
		.streams = 1,                                                  \
		.required = (must),                                            \
		.or_next = 1,                                                  \
	},                                                                     \
	{                                                                      \
		.name = "logp", .kind = OPTION_LOGP,                           \
		.field = offsetof(args, latency.logp), .arg = "L,o,g",         \
		.help = "a machine's LogP parameters instead of -l",           \
	}

/* The models that have a latency, and all in which messages are broadcast; in
 * the order of enum model. */
extern const char *const latency_models[];
extern const char *const broadcast_models[];

#define MODEL_OPTION(args, models)                                             \
	{                                                                      \
		.name = "model", .kind = OPTION_CHOICE,                        \
		.field = offsetof(args, latency.model), .arg = "MODEL",        \
		.choices = (models),                                           \
		.help = "elapsed time, or the LogP paper's steps",             \
	}

/* What the options mean. */
struct latency {
	const struct sweep *sweep; /* of lambda: the option's, or our own */
	struct sweep own;
	mpq_t unit; /* user's time in one send, G = max(o, g) */
	int steps;  /* times are printed as steps, one more */
};

/*
 * A model in rounds has none: it is 1.
 * Errors: STATUS_USAGE if there is no latency, or two, or one that the model
 * does not use; if --logp's is below 1 and below_one is 0; if the logp model's
 * is not whole.
 * The result points into args.
 */
enum status latency_init(struct latency *latency,
	const struct latency_args *args, int below_one,
	struct err *err) WARN_UNUSED;
void latency_clear(struct latency *latency);

/* The LogP paper's number for the step at whose end that time has elapsed: one
 * more.  No other place adds it. */
void latency_step(mpz_t step, const mpz_t elapsed);

/* shown = elapsed as the user reads it; elapsed = shown as we count it. */
void latency_show(
	mpq_t shown, const struct latency *latency, const mpq_t elapsed);
/* The same for several messages, where no time is no steps. */
void latency_show_bound(
	mpq_t shown, const struct latency *latency, const mpq_t elapsed);
void latency_read(
	mpq_t elapsed, const struct latency *latency, const mpq_t shown);

/* The unit of what latency_show gives: "rounds". */
const char *latency_unit(const struct latency_args *args);

#endif
