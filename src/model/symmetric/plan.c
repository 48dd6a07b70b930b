/*
 * Windows of operands: census, barrier and scan as fast as one message can be
 * broadcast, on k sending and k receiving ports, for whole latencies L.
 *   Let F(t) = 1 for 0 <= t < L, F(t) = F(t-1) + k F(t-L), and T the least time
 * with F(T) >= n.  After time t processor i knows the sum over its window, the
 * w(t) operands i - w(t) + 1 .. i, and the sum over the window without its own
 * operand; w(t) = 1 for t < L.  Write
 *   n - 1 = sum of e(j) F(j), j = 0 .. T - L, 0 <= e(j) <= k,
 * greedily from the largest j.  For each t = L .. T a message arrives on every
 * port, sent at t - L: the first e(T-t) of them carry the sender's window as it
 * is at t - L, the others that window without the sender's own operand.  Each
 * goes to the processor whose window so far begins just above the operands that
 * it brings. So the window grows by k w(t-L), less one for each of the others,
 * and w(T) = n.
 *   Example: n = 5, L = 2, k = 1: F = 1 1 2 3 5, T = 4, 4 = F(2) + F(1) + F(0).
 * At 0 and 1 processor i sends its operand, to i + 1 and i + 2; at 2 it sends
 * the sum of the two operands that it has by then, to i + 3.
 *   In a scan nothing is sent past n - 1, a window that reaches processor 0
 * ends there, and sums are combined in the order of the operands.
 *   Bar-Noy, Kipnis & Schieber 1995, Optimal computation of census functions in
 * the postal model, prove that the bound is attained; the construction is our
 * own.
 */
#include "model/symmetric/symmetric.h"

#include <assert.h>

#include "base/mem.h"
#include "fibonacci/fibonacci.h"
#include "number/number.h"

/* The step of time L + s, s = 0 .. count - 1. */
struct plan_step {
	mpz_t value;	    /* F(s) */
	mpz_t window;	    /* w(L + s) */
	unsigned long full; /* e(T - L - s) */
	size_t sent;	    /* messages sent at s or before */
};

struct plan {
	struct plan_step *step;
	size_t count, capacity, latency;
	unsigned long ports;
};

/* Whether so many steps, with a message for each port, fit into the memory. */
static enum status check_plan_size(const mpz_t count, const mpz_t n,
	unsigned long ports, uint64_t max_bits, struct err *err)
{
	size_t number = sizeof(mpz_t) + mpz_size(n) * sizeof(mp_limb_t) +
			2 * sizeof(mp_limb_t);
	return limit_check_each("a census of so many steps", count,
		(2 * number + sizeof(struct symmetric_run)) * ports +
			2 * number + 2 * sizeof(struct plan_step),
		max_bits / 8, err);
}

static enum status check_steps(const mpz_t n, const mpz_t latency,
	unsigned long ports, uint64_t max_bits, struct err *err)
{
	enum status status;
	mpq_t whole, time;

	mpq_inits(whole, time, NULL);
	mpq_set_z(whole, latency);
	status = fibonacci_time(time, whole, ports, n, max_bits, err);
	mpq_sub(time, time, whole);
	mpz_add_ui(mpq_numref(time), mpq_numref(time), 1);
	if (status == STATUS_OK)
		status = check_plan_size(
			mpq_numref(time), n, ports, max_bits, err);
	mpq_clears(whole, time, NULL);
	return status;
}

static struct plan_step *add_plan_step(struct plan *plan)
{
	struct plan_step *step;

	plan->step = mem_grow(
		plan->step, &plan->capacity, plan->count, sizeof *plan->step);
	step = &plan->step[plan->count++];
	mpz_inits(step->value, step->window, NULL);
	step->full = 0;
	step->sent = 0;
	return step;
}

/* Lists values of F until 1 + k (F(0) + .. + F(T-L)), which is F(T), is n or
 * more. */
static void fill_values(struct plan *plan, const mpz_t n)
{
	mpz_t reach;

	mpz_init_set_ui(reach, 1);
	while (mpz_cmp(reach, n) < 0) {
		struct plan_step *step = add_plan_step(plan);
		size_t s = plan->count - 1;

		mpz_set_ui(step->value, 1);
		if (s >= plan->latency) {
			mpz_set(step->value, step[-1].value);
			mpz_addmul_ui(step->value,
				plan->step[s - plan->latency].value,
				plan->ports);
		}
		mpz_addmul_ui(reach, step->value, plan->ports);
	}
	mpz_clear(reach);
}

/* Writes n - 1 as a sum of values: sets each step's full. */
static void choose_values(struct plan *plan, const mpz_t n)
{
	mpz_t rest, digit;

	mpz_init(rest);
	mpz_init(digit);
	mpz_sub_ui(rest, n, 1);
	for (size_t j = plan->count; j-- > 0;) {
		struct plan_step *step = &plan->step[plan->count - 1 - j];

		mpz_fdiv_q(digit, rest, plan->step[j].value);
		step->full = mpz_cmp_ui(digit, plan->ports) < 0
				     ? mpz_get_ui(digit)
				     : plan->ports;
		mpz_submul_ui(rest, plan->step[j].value, step->full);
	}
	assert(mpz_sgn(rest) == 0);
	mpz_clears(rest, digit, NULL);
}

/* Adds the message of one port at step s.  now: the window so far, which grows
 * by the message's operands. */
static void add_message(struct symmetric_list *list, const struct plan *plan,
	size_t s, int has_own, mpz_t now)
{
	struct symmetric_run *run = symmetric_list_add(list);
	unsigned long own = has_own ? 0 : 1;

	mpz_set_ui(run->operands, 1);
	if (s >= plan->latency)
		mpz_set(run->operands, plan->step[s - plan->latency].window);
	mpz_sub_ui(run->operands, run->operands, own);
	if (mpz_sgn(run->operands) == 0) {
		symmetric_list_drop(list);
		return;
	}
	mpz_sub_ui(run->skip, now, own);
	mpz_set_ui(run->distance, own);
	mpz_set_ui(run->blocks, 1);
	mpz_set_ui(run->after, 0);
	if (s >= plan->latency)
		mpz_set_ui(run->after,
			(unsigned long)plan->step[s - plan->latency].sent);
	mpz_add(now, now, run->operands);
}

static void add_messages(struct symmetric_list *list, struct plan *plan)
{
	mpz_t now;

	mpz_init_set_ui(now, 1);
	for (size_t s = 0; s < plan->count; s++) {
		struct plan_step *step = &plan->step[s];

		for (unsigned port = 0; port < plan->ports; port++)
			add_message(list, plan, s, port < step->full, now);
		mpz_set(step->window, now);
		step->sent = list->runs;
	}
	mpz_clear(now);
}

enum status symmetric_census(struct symmetric_list *list, const mpz_t n,
	const mpz_t latency, unsigned long ports, uint64_t max_bits,
	struct err *err)
{
	struct plan plan = {.ports = ports, .latency = SIZE_MAX};

	/* With n - 1 ports all others are informed at once. */
	if (mpz_cmp_ui(n, ports) <= 0)
		plan.ports = mpz_get_ui(n) - 1;
	if (check_steps(n, latency, plan.ports, max_bits, err) != STATUS_OK)
		return err->code;
	if (mpz_fits_ulong_p(latency))
		plan.latency = mpz_get_ui(latency);
	fill_values(&plan, n);
	choose_values(&plan, n);
	add_messages(list, &plan);
	for (size_t i = 0; i < plan.count; i++)
		mpz_clears(plan.step[i].value, plan.step[i].window, NULL);
	mem_free(plan.step);
	return STATUS_OK;
}
