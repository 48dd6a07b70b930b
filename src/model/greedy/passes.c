/*
 * First a few passes with different random numbers.  Then the best so far is
 * improved: a pass repeats it up to some tick, drawn at random, and goes on
 * from there with other random numbers; it is kept if it ends no later and its
 * sends after the aim are no later together.  Most such passes are given up
 * soon, when too many of the receivers can no longer be served by the aim.
 *
 * Every second pass weighs a copy of a message by what its holder can still do
 * with it, the others count copies: the former is better for long latencies;
 * for others it varies.
 *
 * With latencies between 1 and 2 the processors drift apart, and messages have
 * to take long ways between those who receive early in a unit and those who
 * receive late.  If all keep in step, that is, at latency 1, nothing is lost
 * but the wait for a message that is sent on at once.  So the schedule for
 * latency 1 in rounds, with its sends as early as their order allows, is one to
 * start from.
 */
#include "model/greedy/passes.h"

#include "base/mem.h"
#include "model/greedy/retime.h"
#include "model/rounds/sendrecv.h"

/* Passes from scratch; improvements, for each send of a pass; the seed of where
 * they begin, with which a few more problems come out at the bound than with
 * others. */
enum { FRESH = 3, IMPROVEMENTS = 32, SEED = 6 };

static const uint64_t no_limit = ((uint64_t)1 << 62) - 1;

/* The best so far, all of its sends, and how good it is. */
struct best {
	struct greedy_send *send;
	struct greedy_limits limits;
};

/* The rule of the s-th pass, s >= 1. */
static struct greedy_rule rule_of(uint64_t s)
{
	return (struct greedy_rule){.seed = s,
		.noise = s / 2 % 2 ? 16 : 4,
		.by_reach = (int)(s % 2)};
}

static int is_open(
	const struct best *best, const struct greedy_pass *pass, uint64_t work)
{
	return best->limits.latest > pass->problem.aim && pass->work < work;
}

/* Keeps the sends of the pass, and leaves it room for others. */
static void keep(struct best *best, struct greedy_pass *pass)
{
	struct greedy_send *send = best->send;
	size_t sends = greedy_sends(&pass->problem);

	best->send = pass->send;
	pass->send = send;
	best->limits.latest = best->send[sends - 1].tick;
	best->limits.lateness = greedy_lateness(&pass->problem, best->send);
}

/* Keeps the sends of the pass if they are better. */
static void keep_better(struct best *best, struct greedy_pass *pass)
{
	uint64_t last = pass->send[greedy_sends(&pass->problem) - 1].tick;

	if (last < best->limits.latest ||
		(last == best->limits.latest &&
			greedy_lateness(&pass->problem, pass->send) <
				best->limits.lateness))
		keep(best, pass);
}

/* The schedule for latency 1, if the latency is between 1 and 2. */
static void try_rounds(struct best *best, struct greedy_pass *pass,
	const struct problem *problem)
{
	const struct greedy_problem *given = &pass->problem;
	const struct algorithm_options none = {.model = MODEL_SENDRECV};
	struct schedule *schedule;
	struct err err;

	if (given->latency == given->unit ||
		given->latency >= 2 * given->unit ||
		sendrecv_open(&schedule, problem, &none, &err) != STATUS_OK)
		return;
	pass->work += 4 * greedy_sends(given);
	if (greedy_retime(pass->send, given, schedule))
		keep_better(best, pass);
	schedule_close(schedule);
}

static void improve(struct best *best, struct greedy_pass *pass, uint64_t work)
{
	uint32_t sends = (uint32_t)greedy_sends(&pass->problem);
	struct random random = {.seed = SEED};
	uint64_t last = FRESH + IMPROVEMENTS * (uint64_t)sends;

	for (uint64_t s = FRESH + 1; s <= last && is_open(best, pass, work);
		s++) {
		const struct greedy_rule rule = rule_of(s);
		uint64_t until = best->send[random_below(&random, sends)].tick;

		if (greedy_pass_run(
			    pass, &rule, &best->limits, best->send, until))
			keep(best, pass);
	}
}

int greedy_passes(
	struct greedy_pass *pass, const struct problem *problem, uint64_t work)
{
	struct greedy_limits limits = {no_limit, UINT64_MAX};
	struct greedy_rule rule = rule_of(1);
	struct best best = {NULL, limits};

	if (!greedy_pass_run(pass, &rule, &limits, NULL, 0))
		return 0;
	best.send = mem_array(pass->sends, sizeof *best.send);
	keep(&best, pass);
	for (uint64_t s = 2; s <= FRESH && is_open(&best, pass, work); s++) {
		rule = rule_of(s);
		limits.latest = best.limits.latest;
		if (greedy_pass_run(pass, &rule, &limits, NULL, 0))
			keep_better(&best, pass);
	}
	if (is_open(&best, pass, work))
		try_rounds(&best, pass, problem);
	improve(&best, pass, work);
	mem_free(pass->send);
	pass->send = best.send;
	return 1;
}
