/*
 * The whole grids of the models in rounds: every schedule is judged twice.
 * Prints how often a schedule for odd n in the telephone model takes one round
 * more than the bound.  Takes some minutes.
 */
#include "core/schedule.h"
#include "judge/rounds.h"
#include "test.h"

static void check_odd(
	unsigned long first, unsigned long last, unsigned long most)
{
	int above =
		judge_rounds_grid(MODEL_TELEPHONE, first, last, 2, most, 1, 1);

	printf("telephone, odd n %lu to %lu, m to %lu: %d of %lu at bound + "
	       "1\n",
		first, last, most, above, ((last - first) / 2 + 1) * most);
}

/* For n = 2^k + 1 the bound is attained. */
static void check_powers(void)
{
	for (unsigned long n = 3; n <= 257; n = 2 * n - 1)
		judge_rounds_grid(MODEL_TELEPHONE, n, n, 1, 300, 1, 0);
}

static void add_send(struct transmissions *list, uint64_t tick, uint64_t from,
	uint64_t to, uint64_t message)
{
	transmissions_add(list, &(struct transmission){.tick = tick,
					.from = from,
					.to = to,
					.message = message});
}

/* Four processors by telegraph, as in model/rounds/telegraph.c; returns the
 * number of rounds. */
static uint64_t build_four(struct transmissions *list, uint64_t m)
{
	uint64_t a = 1, b = 2, c = 3, tick = 0;

	for (uint64_t x = 1; x <= m; x += 2) {
		uint64_t old = b;

		if (x == 1) { /* there is none before it: b and a change */
			b = a;
			a = old;
		} else {
			add_send(list, tick, c, a, x - 1);
		}
		add_send(list, tick++, 0, b, x);
		add_send(list, tick, 0, c, x < m ? x + 1 : x);
		add_send(list, tick++, b, a, x);
		if (x == m)
			return tick;
		add_send(list, tick, 0, a, x + 1);
		add_send(list, tick++, b, c, x);
		old = b;
		b = a;
		a = old;
	}
	add_send(list, tick++, c, a, m);
	return tick;
}

static void check_four(void)
{
	for (unsigned long m = 1; m <= 300; m++) {
		struct schedule_header header = {.model = MODEL_TELEGRAPH,
			.processors = 4,
			.messages = m,
			.unit = 1,
			.has_finish = 1};
		struct transmissions list = {NULL, 0, 0};
		struct schedule *schedule;
		unsigned long rounds = build_four(&list, m);
		mpz_t zn, zm;

		header.finish = rounds;
		mpz_init_set_ui(zn, 4);
		mpz_init_set_ui(zm, m);
		schedule = schedule_stored(&header, &list);
		CHECK_FOR(judge_rounds_play(schedule).valid, "%lu", m);
		CHECK_FOR(rounds == judge_rounds_bound(MODEL_TELEGRAPH, zn, zm),
			"%lu", m);
		schedule_close(schedule);
		mpz_clears(zn, zm, NULL);
	}
}

int main(void)
{
	check_four();
	judge_rounds_grid(MODEL_TELEPHONE, 2, 130, 2, 40, 1, 0);
	judge_rounds_grid(MODEL_SENDRECV, 1, 129, 1, 40, 1, 0);
	judge_rounds_grid(MODEL_TELEGRAPH, 1, 80, 1, 64, 1, 0);
	judge_rounds_grid(MODEL_TELEGRAPH, 2, 40, 2, 200, 1, 0);
	judge_rounds_grid(MODEL_TELEGRAPH, 82, 130, 2, 64, 3, 0);
	judge_rounds_grid(MODEL_TELEGRAPH, 81, 999, 34, 64, 7, 0);
	check_powers();
	check_odd(3, 65, 200);
	check_odd(67, 129, 200);
	judge_rounds_grid(MODEL_TELEPHONE, 131, 1001, 30, 400, 133, 1);
	return test_done();
}
