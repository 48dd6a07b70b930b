/*
 * For T = the lower bound, a tick later, .., up to the time that is known: is
 * there a schedule that ends at T?  The first one found is optimal; until then
 * T is a lower bound.
 *
 * It is enough to look at starts in whole ticks, and at sends that begin as
 * soon as they can.  Proof: take a schedule in which nothing is sent twice to a
 * processor, keep who sends what to whom and the order of sends and of receives
 * at every processor, and begin everything as early as that permits: at 0, or
 * when the sender's last send ends, or the receiver's last receive, or when the
 * message has just arrived at the sender. Nothing ends later, and all times are
 * sums of 1 and lambda.
 *
 * The search is depth first, tick by tick, and in a tick receiver by receiver
 * (fractional_choice.c).  A branch ends at a state that is hopeless
 * (fractional_bound.c), or that is like a failed one with as much time left
 * (fractional_failed.c), even one that failed for a smaller T.
 *   Example: n = m = 4, lambda = 3/2: no schedule ends at T = 6, one at 13/2.
 */
#include "model/optimum/fractional.h"

#include "base/mem.h"
#include "core/schedule.h"
#include "number/number.h"

/* The work of a choice, for each processor. */
enum { STEP_WORK = 64 };

struct fractional {
	struct fractional_state state;
	struct fractional_failed failed;
	int finish, upper; /* in ticks: the finish tried now; the one known */
	int is_found;
	struct fractional_choice *choice; /* a stack */
	size_t choices;
};

/* The bytes of the choices of a schedule. */
static uint64_t size_choices(const struct problem *problem, int upper)
{
	return (uint64_t)upper * mpz_get_ui(problem->n) *
	       sizeof(struct fractional_choice);
}

static int is_small(const struct problem *problem, int upper)
{
	return upper >= 0 && mpz_cmp_ui(problem->n, FRACTIONAL_SEARCHED) <= 0 &&
	       mpz_cmp_ui(mpq_numref(problem->lambda), FRACTIONAL_LATENCY) <=
		       0 &&
	       mpz_cmp_ui(problem->m, FRACTIONAL_CELLS) <= 0 &&
	       mpz_get_ui(problem->n) * mpz_get_ui(problem->m) <=
		       FRACTIONAL_CELLS &&
	       size_choices(problem, upper) <= problem->max_bits / 8;
}

/* Begins to search for a schedule that ends at finish. */
static void try_finish(struct fractional *fractional)
{
	struct fractional_choice first = {.send = {.to = 1}, .is_first = 1};

	fractional->state.last = fractional->finish - fractional->state.latency;
	fractional->state.tick = 0;
	fractional->choices = 0;
	if (!fractional_is_hopeless(&fractional->state))
		fractional->choice[fractional->choices++] = first;
}

struct fractional *fractional_new(
	const struct problem *problem, const mpq_t lower, const mpq_t upper)
{
	const __mpz_struct *unit = mpq_denref(problem->lambda);
	int high = fractional_ticks(upper, unit), n, m;
	struct fractional_costs costs;
	struct fractional *fractional;

	if (!is_small(problem, high))
		return NULL;
	n = (int)mpz_get_ui(problem->n);
	m = (int)mpz_get_ui(problem->m);
	fractional = mem_array(1, sizeof *fractional);
	costs = fractional_costs_of(problem);
	fractional_state_init(&fractional->state, n, m, &costs, high);
	fractional_failed_init(&fractional->failed, n, m,
		problem->max_bits / 8 - size_choices(problem, high));
	fractional->finish = fractional_ticks(lower, unit);
	fractional->upper = high;
	fractional->choice =
		mem_array((size_t)high * (size_t)n, sizeof *fractional->choice);
	try_finish(fractional);
	return fractional;
}

void fractional_free(struct fractional *fractional)
{
	if (!fractional)
		return;
	fractional_state_clear(&fractional->state);
	fractional_failed_clear(&fractional->failed);
	mem_free(fractional->choice);
	mem_free(fractional);
}

/* Goes to the next tick in which somebody can receive. */
static void to_next_tick(struct fractional_state *state)
{
	do
		state->tick++;
	while (state->tick < state->last &&
		fractional_receiver(state, 1) == state->n);
	fractional_state_pass(state);
}

static void push_choice(struct fractional *fractional, int to, int is_first)
{
	fractional->choice[fractional->choices++] =
		(struct fractional_choice){.send = {.to = to},
			.is_first = is_first,
			.tick = fractional->state.tick,
			.oldest = fractional->state.oldest};
}

/* Goes on after a choice for a receiver: to the next receiver of the tick or,
 * if there is none, to the next tick. */
static void go_on(struct fractional *fractional, int to)
{
	struct fractional_state *state = &fractional->state;
	int next = fractional_receiver(state, to + 1);

	if (state->lacks == 0) {
		fractional->is_found = 1;
	} else if (next < state->n) {
		push_choice(fractional, next, 0);
	} else {
		to_next_tick(state);
		if (!fractional_is_hopeless(state) &&
			!fractional_failed_has(&fractional->failed, state))
			push_choice(
				fractional, fractional_receiver(state, 1), 1);
	}
}

/* Takes the last option back, and takes the next one. */
static void next_choice(struct fractional *fractional)
{
	struct fractional_state *state = &fractional->state;
	struct fractional_choice *choice =
		&fractional->choice[fractional->choices - 1];

	if (choice->is_made)
		fractional_state_undo(state, &choice->send);
	choice->is_made = 0;
	state->tick = choice->tick;
	state->oldest = choice->oldest;
	if (fractional_choose(state, choice)) {
		go_on(fractional, choice->send.to);
		return;
	}
	if (choice->is_first)
		fractional_failed_add(&fractional->failed, state);
	fractional->choices--;
}

int fractional_advance(
	struct fractional *fractional, uint64_t work, uint64_t *done)
{
	uint64_t each = STEP_WORK * (uint64_t)fractional->state.n, spent = 0;

	while (!fractional->is_found &&
		fractional->finish < fractional->upper && spent < work) {
		spent += each;
		if (fractional->choices > 0)
			next_choice(fractional);
		else if (++fractional->finish < fractional->upper)
			try_finish(fractional);
	}
	*done += spent;
	return fractional->is_found || fractional->finish == fractional->upper;
}

void fractional_beat(struct fractional *fractional, const mpq_t upper)
{
	mpz_t unit;

	mpz_init_set_si(unit, fractional->state.unit);
	fractional->upper = fractional_ticks(upper, unit);
	mpz_clear(unit);
}

void fractional_lower(mpq_t lower, const struct fractional *fractional)
{
	number_set_ratio(lower, (uint64_t)fractional->finish,
		(uint64_t)fractional->state.unit);
}

struct schedule *fractional_open(const struct fractional *fractional)
{
	struct schedule_header header =
		fractional_header(&fractional->state, fractional->finish);
	struct transmissions list = {0};

	if (!fractional->is_found)
		return NULL;
	for (size_t i = 0; i < fractional->choices; i++) {
		const struct fractional_choice *choice = &fractional->choice[i];

		if (choice->is_made)
			fractional_add_row(&list, &choice->send, choice->tick);
	}
	return schedule_stored(&header, &list);
}
