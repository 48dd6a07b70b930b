/* A full scan, by the ranking of each number of segments on its own. */
#include "judge/segments.h"

#include "judge/machine.h"
#include "model/bounds.h"
#include "model/segments.h"
#include "number/number.h"
#include "test.h"

enum { MAX_BITS = 1 << 24 };

static struct err err;

/* Of one point or two, the first with L + 2o >= g, so that lambda is below 1
 * at most for the second.  G is anything from nothing to more than g. */
static void set_machine(
	struct machine *machine, struct random *chance, unsigned bytes)
{
	struct machine_point *point = machine->point;

	machine->has_byte = 1;
	machine_any(point->overhead, chance, 0, 4, 3);
	machine_any(point->gap, chance, 1, 5, 4);
	machine_any(point->byte, chance, 0, 9, 9);
	machine_any(machine->latency, chance, 20, 20, 2);
	if (random_below(chance, 3) > 0)
		return;
	point = machine_add(machine);
	mpz_set_ui(point->bytes, 2 + random_below(chance, bytes));
	machine_any(point->overhead, chance, 0, 6, 3);
	machine_any(point->gap, chance, 1, 7, 4);
	machine_any(point->byte, chance, 0, 9, 9);
}

/* The least time, and bound, of each m; 0 if some lambda is below 1. */
static int scan_all(mpq_t time, mpq_t bound, const struct machine *machine,
	const mpz_t n, unsigned bytes)
{
	struct problem problem;
	struct ranking ranking;
	mpq_t send, value, size;
	int is_right = 1;

	problem_init(&problem);
	ranking_init(&ranking);
	mpq_inits(send, value, size, NULL);
	problem.max_bits = MAX_BITS;
	mpz_set(problem.n, n);
	for (unsigned m = 1; m <= bytes && is_right; m++) {
		mpq_set_ui(size, bytes, m);
		mpq_canonicalize(size);
		machine_send(send, machine, size);
		machine_end(problem.lambda, machine, size);
		mpq_div(problem.lambda, problem.lambda, send);
		is_right = mpq_cmp_ui(problem.lambda, 1, 1) >= 0;
		mpz_set_ui(problem.m, m);
		if (!is_right)
			break;
		CHECK(model_bound(value, MODEL_POSTAL, &problem, &err) ==
			STATUS_OK);
		mpq_mul(value, value, send);
		if (m == 1 || mpq_cmp(value, bound) < 0)
			mpq_set(bound, value);
		CHECK(ranking_find(&ranking, &problem, MODEL_POSTAL,
			      OPERATION_BROADCAST, 0, RANKING_UNBUILT,
			      ALGORITHM_WORK, &err) == STATUS_OK);
		mpq_mul(value, ranking.candidate[0].time, send);
		if (m == 1 || mpq_cmp(value, time) < 0)
			mpq_set(time, value);
	}
	mpq_clears(send, value, size, NULL);
	ranking_clear(&ranking);
	problem_clear(&problem);
	return is_right;
}

void segments_check(struct random *chance, unsigned processors, unsigned bytes)
{
	struct machine machine = {0};
	struct segments segments;
	mpq_t time, bound;
	mpz_t n, all;

	machine_init(&machine);
	set_machine(&machine, chance, bytes);
	segments_init(&segments);
	mpq_inits(time, bound, NULL);
	mpz_init_set_ui(n, processors);
	mpz_init_set_ui(all, bytes);
	if (scan_all(time, bound, &machine, n, bytes)) {
		CHECK(segments_find(&segments, &machine, n, all,
			      RANKING_UNBUILT, ALGORITHM_WORK, UINT64_MAX,
			      MAX_BITS, &err) == STATUS_OK);
		CHECK_FOR(mpq_equal(segments.best.time, time), "n %u, %u bytes",
			processors, bytes);
		CHECK_FOR(mpq_equal(segments.bound, bound), "n %u, %u bytes",
			processors, bytes);
		mpq_set_z(bound, all);
		mpz_set(mpq_denref(bound), segments.count);
		mpq_canonicalize(bound);
		CHECK(mpq_equal(segments.size, bound));
	}
	mpq_clears(time, bound, NULL);
	mpz_clears(n, all, NULL);
	segments_clear(&segments);
	machine_clear(&machine);
}
