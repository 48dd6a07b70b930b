/*
 * Any text as a number and as a sweep: what is read can be printed and read
 * again, and a sweep walks the values that it counts.
 */
#include <gmp.h>

#include "base/mem.h"
#include "number/number.h"
#include "cli/input/input.h"
#include "fuzz.h"

enum { WALK_MAX = 1000, DIGITS = 7 };

/* The number that a text of ours stands for. */
static void read_back(mpq_t value, char *text)
{
	struct err err;

	MUST(number_parse(value, text, 8 * FUZZ_BITS, &err) == STATUS_OK);
	mem_free(text);
}

static void check_canonical(const mpq_t value)
{
	mpq_t same;

	mpq_init(same);
	mpq_set(same, value);
	mpq_canonicalize(same);
	MUST(mpz_cmp(mpq_numref(same), mpq_numref(value)) == 0);
	MUST(mpz_cmp(mpq_denref(same), mpq_denref(value)) == 0);
	mpq_clear(same);
}

/* Within half a unit of the last digit. */
static void check_decimals(const mpq_t value)
{
	mpq_t rounded, unit;

	mpq_inits(rounded, unit, NULL);
	read_back(rounded, number_decimal_text(value, DIGITS));
	mpq_sub(rounded, rounded, value);
	mpq_abs(rounded, rounded);
	mpq_set_ui(unit, 1, 2);
	for (int i = 0; i < DIGITS; i++)
		mpz_mul_ui(mpq_denref(unit), mpq_denref(unit), 10);
	MUST(mpq_cmp(rounded, unit) <= 0);
	mpq_clears(rounded, unit, NULL);
}

static void check_number(const char *text)
{
	struct err err = {.code = STATUS_OK};
	mpq_t value, again;
	enum status status;

	mpq_inits(value, again, NULL);
	status = number_parse(value, text, FUZZ_BITS, &err);
	if (status == STATUS_OK) {
		MUST(mpq_sgn(value) >= 0);
		check_canonical(value);
		MUST(mpz_sizeinbase(mpq_numref(value), 2) <= 4 * FUZZ_BITS);
		MUST(mpz_sizeinbase(mpq_denref(value), 2) <= 4 * FUZZ_BITS);
		read_back(again, number_text(value));
		MUST(mpq_equal(value, again));
		check_decimals(value);
	} else {
		fuzz_check_error(status, &err);
	}
	mpq_clears(value, again, NULL);
}

/* The start of the text as a number: where it ends. */
static void check_scan(const char *text)
{
	struct err err;
	const char *end = text;
	mpq_t value;
	enum status status;

	mpq_init(value);
	status = number_scan(value, &end, FUZZ_BITS, &err);
	if (status == STATUS_OK)
		MUST(end > text && end <= text + strlen(text));
	else
		MUST(end == text);
	mpq_clear(value);
}

static void check_walk(
	const struct sweep *sweep, const struct sweep_domain *domain)
{
	struct sweep_cursor cursor;
	size_t values = 0;

	if (mpz_cmp_ui(sweep->count, WALK_MAX) > 0)
		return;
	sweep_cursor_init(&cursor, sweep);
	do {
		values++;
		check_canonical(cursor.value);
		MUST(mpq_cmp_si(cursor.value, domain->least, 1) >= 0);
		MUST(mpq_cmp(cursor.value, sweep_least(sweep)) >= 0);
		MUST(mpq_cmp(cursor.value, sweep_greatest(sweep)) <= 0);
		MUST(!domain->whole ||
			mpz_cmp_ui(mpq_denref(cursor.value), 1) == 0);
	} while (sweep_cursor_next(&cursor));
	MUST(mpz_cmp_ui(sweep->count, values) == 0);
	MUST(mpq_equal(cursor.value, sweep->range[sweep->ranges - 1].last));
	sweep_cursor_clear(&cursor);
}

static void check_sweep(const char *text, const struct sweep_domain *domain)
{
	struct err err = {.code = STATUS_OK};
	struct sweep sweep = {0};
	enum status status = sweep_parse(&sweep, text, domain, FUZZ_BITS, &err);

	if (status == STATUS_OK) {
		MUST(sweep.ranges > 0 && mpz_sgn(sweep.count) > 0);
		MUST(domain->allowed || !sweep.is_sweep);
		MUST(sweep.is_sweep || mpz_cmp_ui(sweep.count, 1) == 0);
		check_walk(&sweep, domain);
	} else {
		fuzz_check_error(status, &err);
	}
	sweep_clear(&sweep);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct sweep_domain domains[] = {
		{.whole = 0, .least = 0, .allowed = 1},
		{.whole = 1, .least = 1, .allowed = 1},
		{.whole = 0, .least = 1, .allowed = 0},
		{.whole = 1, .least = 1, .allowed = 1, .bytes = 1},
	};
	char *text = fuzz_text(data, size);

	check_number(text);
	check_scan(text);
	for (size_t i = 0; i < sizeof domains / sizeof *domains; i++)
		check_sweep(text, &domains[i]);
	free(text);
	return 0;
}
