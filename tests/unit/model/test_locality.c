/* model/locality/locality against a simulation of ROOT processor by processor,
 * the rules of its rivals, and published values. */
#include "model/locality/locality.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "number/number.h"
#include "test.h"

enum { MAX_BITS = 1 << 24, SIMULATED = 2000 };

static struct err err;

/* -- costs, also in plain integers */

static uint64_t plain_clog(uint64_t k)
{
	uint64_t e = 0;

	while ((UINT64_C(1) << e) < k)
		e++;
	return e;
}

static uint64_t plain_csqrt(uint64_t k)
{
	uint64_t r = 0;

	while (r * r < k)
		r++;
	return r;
}

static uint64_t plain_one(uint64_t k)
{
	(void)k;
	return 1;
}

static uint64_t plain_k(uint64_t k)
{
	return k;
}

static uint64_t plain_clog_squared(uint64_t k)
{
	return plain_clog(k) * plain_clog(k);
}

static uint64_t plain_square(uint64_t k)
{
	return k * k;
}

static uint64_t plain_mixed(uint64_t k)
{
	return plain_csqrt(k) * plain_clog(k) + 3;
}

static uint64_t plain_third(uint64_t k)
{
	return k / 3;
}

static uint64_t plain_flat(uint64_t k)
{
	return k < 10 ? k : 10;
}

static uint64_t plain_falling(uint64_t k)
{
	return k < 40 ? 40 - k : 0;
}

static const struct plain {
	const char *text;
	uint64_t (*cost)(uint64_t k);
	int falls; /* whether the function decreases anywhere */
} plains[] = {
	{"clog", plain_clog, 0},
	{"csqrt", plain_csqrt, 0},
	{"1", plain_one, 0},
	{"k", plain_k, 0},
	{"clog^2", plain_clog_squared, 0},
	{"k*k", plain_square, 0},
	{"csqrt(k)*clog(k)+3", plain_mixed, 0},
	{"floor(k/3)", plain_third, 0},
	{"min(k,10)", plain_flat, 0},
	{"40-k", plain_falling, 1},
};

enum { PLAINS = sizeof plains / sizeof *plains };

static uint64_t at_least_one(const struct plain *plain, uint64_t k)
{
	uint64_t cost = plain->cost(k);

	return cost > 1 ? cost : 1;
}

/* -- ROOT, simulated */

/* The time at which each processor has the item, in the strict accounting. */
static uint64_t knows[SIMULATED + 1];

static void carry_out(const struct plain *plain, uint64_t offset, uint64_t size,
	uint64_t start)
{
	uint64_t s = plain_csqrt(size), end = start;

	if (size == 1)
		return;
	if (size == 2) {
		knows[offset + 1] = start + at_least_one(plain, 2);
		return;
	}
	carry_out(plain, offset, s, start);
	for (uint64_t i = 0; i < s; i++)
		if (knows[offset + i] > end)
			end = knows[offset + i];
	end += at_least_one(plain, size);
	for (uint64_t first = s; first < size; first += s) {
		uint64_t length = size - first < s ? size - first : s;

		knows[offset + first] = end + at_least_one(plain, 1);
		carry_out(plain, offset + first, length, knows[offset + first]);
	}
}

/* The same as the paper counts it; returns when the group is done. */
static uint64_t count_out(const struct plain *plain, uint64_t size)
{
	uint64_t s = plain_csqrt(size), longest = 0;

	if (size <= 2)
		return at_least_one(plain, size);
	for (uint64_t first = s; first < size; first += s) {
		uint64_t length = size - first < s ? size - first : s;
		uint64_t time = count_out(plain, length);

		if (time > longest)
			longest = time;
	}
	return count_out(plain, s) + at_least_one(plain, size) + longest;
}

static uint64_t finish(const struct plain *plain, uint64_t p)
{
	uint64_t last = 0;

	memset(knows, 0, sizeof knows);
	carry_out(plain, 0, p, 0);
	for (uint64_t i = 0; i < p; i++)
		if (knows[i] > last)
			last = knows[i];
	return last;
}

/* -- The functions under test. */

struct machine {
	struct cost *latency, *bandwidth;
	struct locality locality;
	mpz_t p;
	struct value value;
};

static void machine_init(
	struct machine *machine, const char *latency, const char *bandwidth)
{
	*machine = (struct machine){.bandwidth = NULL};
	CHECK(cost_parse(&machine->latency, latency, MAX_BITS, &err) ==
		STATUS_OK);
	if (bandwidth)
		CHECK(cost_parse(&machine->bandwidth, bandwidth, MAX_BITS,
			      &err) == STATUS_OK);
	locality_init(&machine->locality, machine->latency, machine->bandwidth,
		MAX_BITS);
	mpz_init(machine->p);
	value_init(&machine->value);
}

static void machine_clear(struct machine *machine)
{
	locality_clear(&machine->locality);
	cost_free(machine->latency);
	cost_free(machine->bandwidth);
	mpz_clear(machine->p);
	value_clear(&machine->value);
}

/* The value of a function, a whole number. */
static uint64_t ask(
	struct machine *machine, locality_function *function, uint64_t p)
{
	number_set_u64(machine->p, p);
	if (function(&machine->value, &machine->locality, machine->p, &err) !=
			STATUS_OK ||
		!machine->value.exact ||
		mpz_cmp_ui(mpq_denref(machine->value.q), 1) != 0)
		return UINT64_MAX;
	return number_get_u64(mpq_numref(machine->value.q));
}

static void test_simulation(void)
{
	for (size_t i = 0; i < PLAINS; i++) {
		struct machine machine;

		machine_init(&machine, plains[i].text, NULL);
		for (uint64_t p = 1; p <= SIMULATED; p++) {
			CHECK_FOR(ask(&machine, locality_time, p) ==
					  count_out(&plains[i], p),
				"T(%d), %s", (int)p, plains[i].text);
			CHECK_FOR(ask(&machine, locality_strict, p) ==
					  finish(&plains[i], p),
				"F(%d), %s", (int)p, plains[i].text);
		}
		machine_clear(&machine);
	}
}

/* The recurrence as the paper prints it, with T(2) = l(2). */
static uint64_t recurrence(const struct plain *plain, uint64_t p)
{
	if (p <= 2)
		return at_least_one(plain, p);
	return 2 * recurrence(plain, plain_csqrt(p)) + at_least_one(plain, p);
}

static const struct locality_fact *find(
	const struct locality_list *list, const char *name)
{
	for (size_t i = 0; i < list->count; i++)
		if (strcmp(list->fact[i].name, name) == 0)
			return &list->fact[i];
	return NULL;
}

/* The value of a fact, a whole number; UINT64_MAX if there is no such fact. */
static uint64_t number(const struct locality_list *list, const char *name)
{
	const struct locality_fact *fact = find(list, name);

	return fact && fact->value.exact
		       ? number_get_u64(mpq_numref(fact->value.q))
		       : UINT64_MAX;
}

/* The upper bound as Theorem 3.2 prints it. */
static uint64_t upper(const struct plain *plain, uint64_t p)
{
	uint64_t sum = 0, root = p;

	for (uint64_t i = 0; i <= plain_clog(plain_clog(p));
		i++, root = plain_csqrt(root))
		sum += at_least_one(plain, root) << i;
	return at_least_one(plain, p) + 2 * sum;
}

static void test_bounds(void)
{
	for (size_t i = 0; i < PLAINS; i++) {
		struct machine machine;

		machine_init(&machine, plains[i].text, NULL);
		for (uint64_t p = 2; p <= 1500; p += p < 300 ? 1 : 37) {
			struct locality_list list = {0};
			uint64_t time, tight;

			number_set_u64(machine.p, p);
			CHECK(locality_facts(&list, &machine.locality,
				      machine.p, &err) == STATUS_OK);
			time = number(&list, "time");
			tight = number(&list, "upper-tight");
			CHECK(number(&list, "recurrence") ==
				recurrence(&plains[i], p));
			CHECK_FOR(
				number(&list, "upper") == upper(&plains[i], p),
				"p = %d, %s", (int)p, plains[i].text);
			CHECK(number(&list, "lower-log") == plain_clog(p));
			if (!plains[i].falls)
				CHECK_FOR(
					time <= number(&list, "recurrence") &&
						number(&list, "recurrence") <=
							tight &&
						tight <= number(&list,
								 "upper") &&
						number(&list, "strict") <=
							number(&list, "upper"),
					"p = %d, %s", (int)p, plains[i].text);
			CHECK(!find(&list, "closed-form") ==
				(p != 2 && p != 4 && p != 16 && p != 256));
			if (find(&list, "closed-form"))
				CHECK(number(&list, "closed-form") == time);
			locality_list_clear(&list);
		}
		machine_clear(&machine);
	}
}

/* -- the rivals, by their rules */

static uint64_t halving(const struct plain *plain, uint64_t p)
{
	return p == 1 ? 0
		      : at_least_one(plain, p) + halving(plain, (p + 1) / 2);
}

static uint64_t fixed(const struct plain *plain, uint64_t k, uint64_t p)
{
	if (p <= k)
		return halving(plain, p);
	return halving(plain, k) + at_least_one(plain, p) +
	       fixed(plain, k, (p + k - 1) / k);
}

static void test_rivals(void)
{
	for (size_t i = 0; i < PLAINS; i++) {
		struct machine machine;

		machine_init(&machine, plains[i].text, NULL);
		for (uint64_t p = 1; p <= 700; p++) {
			struct locality_list list = {0};
			uint64_t best = UINT64_MAX, best_k = 0;

			for (uint64_t k = 2; k == 2 || k / 2 < p; k *= 2) {
				uint64_t time = fixed(&plains[i], k, p);

				if (time < best) {
					best = time;
					best_k = k;
				}
			}
			number_set_u64(machine.p, p);
			CHECK(locality_comparisons(&list, &machine.locality,
				      machine.p, &err) == STATUS_OK);
			CHECK(number(&list, "recursive-halving") ==
				halving(&plains[i], p));
			CHECK_FOR(number(&list, "heywood-ranka") == best &&
					  number(&list, "heywood-ranka-k") ==
						  best_k,
				"p = %d, %s", (int)p, plains[i].text);
			locality_list_clear(&list);
		}
		machine_clear(&machine);
	}
}

/* For clog, at p = 2^e: the best fixed k against T. */
static void test_where_rivals_win(void)
{
	static const struct {
		unsigned long e;
		uint64_t fixed, time;
	} examples[] = {
		{4, 10, 12}, {16, 76, 80}, {36, 246, 276}, {64, 568, 448}};
	struct machine machine;

	machine_init(&machine, "clog", NULL);
	for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
		struct locality_list list = {0};

		mpz_set_ui(machine.p, 1);
		mpz_mul_2exp(machine.p, machine.p, examples[i].e);
		CHECK(locality_facts(&list, &machine.locality, machine.p,
			      &err) == STATUS_OK);
		CHECK(number(&list, "heywood-ranka") == examples[i].fixed);
		CHECK(number(&list, "time") == examples[i].time);
		locality_list_clear(&list);
	}
	machine_clear(&machine);
}

/* -- published values */

static void test_values(void)
{
	static const struct {
		const char *cost;
		uint64_t p, time, strict;
	} values[] = {{"clog", 5, 8, 9}, {"clog", 16, 12, 15},
		{"clog", 17, 21, 24}, {"clog", 100, 31, 38},
		{"clog", 65536, 80, 95}, {"csqrt", 9, 13, 14},
		{"csqrt", 65536, 352, 367}, {"k", 16, 32, 35},
		{"clog", 1, 1, 0}, {"k", 2, 2, 2}};

	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		struct machine machine;

		machine_init(&machine, values[i].cost, NULL);
		CHECK_FOR(ask(&machine, locality_time, values[i].p) ==
				  values[i].time,
			"%s, %d", values[i].cost, (int)values[i].p);
		CHECK_FOR(ask(&machine, locality_strict, values[i].p) ==
				  values[i].strict,
			"%s, %d: %d", values[i].cost, (int)values[i].p,
			(int)number_get_u64(mpq_numref(machine.value.q)));
		machine_clear(&machine);
	}
}

/* T(2^(2^k)) is the closed form; F = T + (log p - 1) l(1). */
static void check_tower(const char *cost, unsigned long k, const mpq_t form)
{
	struct machine machine;
	mpq_t more;

	mpq_init(more);
	machine_init(&machine, cost, NULL);
	mpz_set_ui(machine.p, 1);
	mpz_mul_2exp(machine.p, machine.p, 1UL << k);
	CHECK(locality_time(&machine.value, &machine.locality, machine.p,
		      &err) == STATUS_OK);
	CHECK_FOR(machine.value.exact && mpq_equal(machine.value.q, form),
		"%s, k = %lu", cost, k);
	CHECK(locality_strict(&machine.value, &machine.locality, machine.p,
		      &err) == STATUS_OK);
	mpq_set_ui(more, (1UL << k) - 1, 1);
	mpq_add(more, more, form);
	CHECK_FOR(machine.value.exact && mpq_equal(machine.value.q, more),
		"strict, %s, k = %lu", cost, k);
	machine_clear(&machine);
	mpq_clear(more);
}

static void test_towers(void)
{
	mpq_t form, term;

	mpq_inits(form, term, NULL);
	for (unsigned long k = 0; k <= 12; k++) {
		unsigned long power = 1UL << k;

		mpq_set_ui(form, 2 * power - 1, 1);
		check_tower("1", k, form);
		mpq_set_ui(form, power * (k + 1), 1);
		check_tower("log", k, form);
		check_tower("clog", k, form);
		mpq_set_ui(form, 2 * power * power - power, 1);
		check_tower("log^2", k, form);
		/* 2^k (H_k + 1) */
		mpq_set_ui(form, 1, 1);
		for (unsigned long i = 1; i <= k; i++) {
			mpq_set_ui(term, 1, i);
			mpq_add(form, form, term);
		}
		mpq_set_ui(term, power, 1);
		mpq_mul(form, form, term);
		check_tower("min(log(max(2,k)),max(2,log(max(2,k))/max(1,"
			    "log(log(max(2,k))))))",
			k, form);
	}
	mpq_clears(form, term, NULL);
}

/* The D-BSP: the larger of the two functions counts, and messages need not be
 * read. */
static void test_bandwidth(void)
{
	struct machine both, one;

	machine_init(&both, "clog", "csqrt");
	machine_init(&one, "max(clog,csqrt,1)", NULL);
	for (uint64_t p = 1; p < 600; p++)
		CHECK(ask(&both, locality_time, p) ==
			ask(&one, locality_time, p));
	CHECK(ask(&both, locality_strict, 4) == 6);
	CHECK(ask(&one, locality_strict, 4) == 7);
	machine_clear(&both);
	machine_clear(&one);
}

/* (4.1): 48 with three terms at 2^16, 4 at 4, one term at 2. */
static void test_lower_sum(void)
{
	static const struct {
		uint64_t p, sum;
	} sums[] = {{2, 1}, {3, 4}, {4, 4}, {5, 3}, {15, 4}, {16, 8}, {17, 11},
		{65536, 48}, {65537, 55}};
	struct machine machine;

	machine_init(&machine, "clog", NULL);
	for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
		struct locality_list list = {0};

		number_set_u64(machine.p, sums[i].p);
		CHECK(locality_bounds(&list, &machine.locality, machine.p,
			      &err) == STATUS_OK);
		CHECK_FOR(number(&list, "lower-sum-asymptotic") == sums[i].sum,
			"%d: %d", (int)sums[i].p,
			(int)number(&list, "lower-sum-asymptotic"));
		locality_list_clear(&list);
	}
	machine_clear(&machine);
}

/* The levels' totals add up to T. */
static void test_levels(void)
{
	for (size_t i = 0; i < PLAINS; i++) {
		struct machine machine;

		machine_init(&machine, plains[i].text, NULL);
		for (uint64_t p = 1; p < 400; p++) {
			struct locality_levels levels = {0};
			mpq_t sum;
			mpz_t total;

			mpq_init(sum);
			mpz_init(total);
			number_set_u64(machine.p, p);
			CHECK(locality_levels(&levels, &machine.locality,
				      machine.p, &err) == STATUS_OK);
			for (size_t j = 0; j < levels.count; j++)
				mpq_add(sum, sum, levels.level[j].total.q);
			number_set_u64(total, ask(&machine, locality_time, p));
			CHECK_FOR(mpq_cmp_z(sum, total) == 0, "p = %d, %s",
				(int)p, plains[i].text);
			locality_levels_clear(&levels);
			mpz_clear(total);
			mpq_clear(sum);
		}
		machine_clear(&machine);
	}
}

static void test_undefined(void)
{
	struct machine machine;

	machine_init(&machine, "log/loglog", NULL);
	CHECK(ask(&machine, locality_time, 4) == UINT64_MAX);
	CHECK_FOR(strcmp(err.msg, ERR_NAME
			  "cost: no value at k = 2: division by 0") == 0,
		"%s", err.msg);
	machine_clear(&machine);
	machine_init(&machine, "k", "1/(k-4)");
	CHECK(ask(&machine, locality_time, 4) == UINT64_MAX);
	CHECK_FOR(strcmp(err.msg, ERR_NAME
			  "bandwidth: no value at k = 4: division by 0") == 0,
		"%s", err.msg);
	machine_clear(&machine);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	RUN(test_simulation());
	RUN(test_bounds());
	RUN(test_rivals());
	RUN(test_where_rivals_win());
	RUN(test_values());
	RUN(test_towers());
	RUN(test_bandwidth());
	RUN(test_lower_sum());
	RUN(test_levels());
	RUN(test_undefined());
	return test_done();
}
