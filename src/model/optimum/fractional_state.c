/*
 * The state, which is changed by sends and changed back by taking them back,
 * the last one first.
 */
#include "model/optimum/fractional.h"

#include "base/mem.h"
#include "number/number.h"

int fractional_ticks(const mpq_t time, const mpz_t unit)
{
	int ticks = -1;
	mpq_t product;
	mpz_t whole;

	mpz_init(whole);
	mpq_init(product);
	mpq_set_z(product, unit);
	mpq_mul(product, product, time);
	number_ceil(whole, product);
	if (mpz_cmp_ui(whole, FRACTIONAL_TICKS) <= 0)
		ticks = (int)mpz_get_ui(whole);
	mpq_clear(product);
	mpz_clear(whole);
	return ticks;
}

/* Sets reach[t] = min(n, F(t/b)), and broadcast, the first t with F(t/b) >= n.
 */
static void set_reach(struct fractional_state *state)
{
	int *reach = state->reach;

	for (int t = 0; t <= state->ticks; t++) {
		reach[t] = t < state->latency
				   ? 1
				   : reach[t - state->unit] +
					     reach[t - state->latency];
		if (reach[t] > state->n)
			reach[t] = state->n;
		state->broadcast += reach[t] < state->n;
	}
}

struct fractional_costs fractional_costs_of(const struct problem *problem)
{
	const __mpq_struct *lambda = problem->lambda;
	int unit = (int)mpz_get_ui(mpq_denref(lambda));

	return (struct fractional_costs){.unit = unit,
		.latency = (int)mpz_get_ui(mpq_numref(lambda)),
		.receive = unit};
}

void fractional_state_init(struct fractional_state *state, int n, int m,
	const struct fractional_costs *costs, int ticks)
{
	size_t cells = (size_t)n * (size_t)m;

	*state = (struct fractional_state){.n = n,
		.m = m,
		.unit = costs->unit,
		.latency = costs->latency,
		.costs = *costs,
		.lacks = (n - 1) * m,
		.ticks = ticks};
	state->processor = mem_array((size_t)n, sizeof *state->processor);
	state->since = mem_array(cells, sizeof *state->since);
	if (costs->copy > 0) {
		state->taken = mem_array(cells, sizeof *state->taken);
		state->received = mem_array(cells, sizeof *state->received);
	}
	state->copies = mem_array((size_t)m, sizeof *state->copies);
	state->reach = mem_array((size_t)ticks + 1, sizeof *state->reach);
	for (int p = 0; p < n; p++)
		state->processor[p] =
			(struct fractional_processor){-1, -1, p == 0 ? 0 : m};
	for (size_t cell = (size_t)m; cell < cells; cell++)
		state->since[cell] = FRACTIONAL_NEVER;
	set_reach(state);
}

void fractional_state_clear(struct fractional_state *state)
{
	mem_free(state->processor);
	mem_free(state->since);
	mem_free(state->taken);
	mem_free(state->received);
	mem_free(state->copies);
	mem_free(state->reach);
}

static void set_since(struct fractional_state *state, int p, int i, int since)
{
	state->since[fractional_cell(state, p, i)] = since;
}

/* Whether a send that starts at that tick can put off the next of so many
 * receives: the one behind it must not come too soon. */
static int can_put_off(const struct fractional_state *state, const int *next,
	int receives, int tick)
{
	const struct fractional_costs *costs = &state->costs;

	return next[0] > tick &&
	       (receives < 2 ||
		       next[1] >= tick + costs->overhead + costs->receive);
}

int fractional_find_idle(const struct fractional_state *state, int p, int tick)
{
	int receives = fractional_receives(state, p);
	const int *taken = state->taken + fractional_cell(state, p, 0);
	int copy = state->costs.copy, at = receives;
	/* A send that takes no time does not begin together with a receive. */
	int overhead = state->costs.overhead > 0 ? state->costs.overhead : 1;

	while (at > 0 && taken[at - 1] + copy > tick)
		at--;
	for (; at < receives && taken[at] < tick + overhead &&
		!can_put_off(state, taken + at, receives - at, tick);
		at++)
		tick = taken[at] + copy;
	return tick;
}

int fractional_taken_after(
	const struct fractional_state *state, int p, int tick)
{
	int receives = fractional_receives(state, p);
	const int *taken = state->taken + fractional_cell(state, p, 0);
	int copy = state->costs.copy, sum = 0;

	for (int at = receives; at > 0 && taken[at - 1] + copy > tick; at--) {
		int part = taken[at - 1] + copy - tick;

		sum += part < copy ? part : copy;
	}
	return sum;
}

/* Sets the receive of a send that may begin now. */
static void set_receive(
	struct fractional_state *state, const struct fractional_send *send)
{
	size_t at = fractional_cell(
		state, send->to, fractional_receives(state, send->to));

	state->taken[at] = state->tick + state->costs.arrival;
	state->received[at] = send->message;
}

/* Moves p's k-th receive by so many ticks. */
static void move_receive(
	struct fractional_state *state, int p, int k, int ticks)
{
	size_t at = fractional_cell(state, p, k);

	state->taken[at] += ticks;
	state->since[fractional_cell(state, p, state->received[at])] += ticks;
}

int fractional_late(const struct fractional_state *state, int p)
{
	int receives = fractional_receives(state, p);
	const int *taken = state->taken + fractional_cell(state, p, 0);
	int k = receives;

	while (k > 0 && taken[k - 1] > state->tick)
		k--;
	return k < receives && taken[k] < state->tick + state->costs.overhead
		       ? k
		       : -1;
}

/* Puts off the sender's receive that comes while the send takes the processor.
 */
static void put_off(
	struct fractional_state *state, struct fractional_send *send)
{
	const struct fractional_costs *costs = &state->costs;
	struct fractional_processor *from = &state->processor[send->from];
	int end = state->tick + costs->overhead;

	send->late = fractional_late(state, send->from);
	if (send->late < 0)
		return;
	send->taken =
		state->taken[fractional_cell(state, send->from, send->late)];
	send->late_receives_from = from->receives_from;
	move_receive(state, send->from, send->late, end - send->taken);
	if (send->late == fractional_receives(state, send->from) - 1)
		from->receives_from = end - costs->arrival + costs->receive;
}

static void put_back(
	struct fractional_state *state, const struct fractional_send *send)
{
	size_t at = fractional_cell(state, send->from, send->late);

	move_receive(
		state, send->from, send->late, send->taken - state->taken[at]);
	state->processor[send->from].receives_from = send->late_receives_from;
}

void fractional_state_send(
	struct fractional_state *state, struct fractional_send *send)
{
	struct fractional_processor *from = &state->processor[send->from];
	struct fractional_processor *to = &state->processor[send->to];

	send->sends_from = from->sends_from;
	send->receives_from = to->receives_from;
	from->sends_from = state->tick + state->unit;
	to->receives_from = state->tick + state->costs.receive;
	if (state->taken) {
		put_off(state, send);
		set_receive(state, send);
	}
	to->lacks--;
	state->lacks--;
	state->copies[send->message]++;
	set_since(state, send->to, send->message, state->tick + state->latency);
	state->fresh += send->message == state->fresh;
}

void fractional_state_undo(
	struct fractional_state *state, const struct fractional_send *send)
{
	struct fractional_processor *from = &state->processor[send->from];
	struct fractional_processor *to = &state->processor[send->to];

	from->sends_from = send->sends_from;
	to->receives_from = send->receives_from;
	to->lacks++;
	state->lacks++;
	set_since(state, send->to, send->message, FRACTIONAL_NEVER);
	if (state->taken && send->late >= 0)
		put_back(state, send);
	if (--state->copies[send->message] == 0)
		state->fresh = send->message;
}

void fractional_state_pass(struct fractional_state *state)
{
	while (state->oldest < state->fresh &&
		!fractional_is_spreading(state, state->oldest))
		state->oldest++;
}

int fractional_is_late(const struct fractional_state *state, int p, int tick)
{
	const struct fractional_processor *processor = &state->processor[p];
	int next = processor->receives_from;

	next = next < tick ? tick : next;
	return processor->lacks > 0 &&
	       next + (processor->lacks - 1) * state->costs.receive >
		       state->last;
}

int fractional_fresh_end(const struct fractional_state *state)
{
	return fractional_can_send_from(state, 0, state->fresh) +
	       (state->m - state->fresh - 1) * state->unit + state->broadcast;
}

/* -- a state's schedule */

struct schedule_header fractional_header(
	const struct fractional_state *state, int finish)
{
	return (struct schedule_header){.model = MODEL_POSTAL,
		.processors = (uint64_t)state->n,
		.messages = (uint64_t)state->m,
		.unit = (uint64_t)state->unit,
		.latency = (uint64_t)state->latency,
		.has_finish = 1,
		.finish = (uint64_t)finish};
}

void fractional_add_row(struct transmissions *list,
	const struct fractional_send *send, int tick)
{
	const struct transmission row = {.tick = (uint64_t)tick,
		.from = (uint64_t)send->from,
		.to = (uint64_t)send->to,
		.message = (uint64_t)send->message + 1};

	transmissions_add(list, &row);
}
