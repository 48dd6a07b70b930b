/*
 * Reads sweeps, "1..9,16..64x2".  They are kept as ranges, never as values, so
 * that a long one costs nothing until it is walked.
 */
#include "cli/input/input.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "number/number.h"
#include "format/machine.h"

static struct sweep_range *append_range(struct sweep *sweep)
{
	struct sweep_range *range;

	sweep->range = mem_grow(sweep->range, &sweep->capacity, sweep->ranges,
		sizeof *sweep->range);
	range = &sweep->range[sweep->ranges++];
	mpq_inits(range->first, range->last, range->step, range->end, NULL);
	mpz_init_set_ui(range->count, 1);
	range->multiply = 0;
	return range;
}

/* Sets count and last of a range by a step: it has floor((last-first)/step)
 * steps. */
static void count_sums(struct sweep_range *range)
{
	mpq_t steps;

	mpq_init(steps);
	mpq_sub(steps, range->last, range->first);
	mpq_div(steps, steps, range->step);
	number_floor(range->count, steps);
	mpq_set_z(steps, range->count);
	mpq_mul(steps, steps, range->step);
	mpq_add(range->last, range->first, steps);
	mpz_add_ui(range->count, range->count, 1);
	mpq_clear(steps);
}

/* value = first · step^exponent. */
static void set_product(
	mpq_t value, const struct sweep_range *range, unsigned long exponent)
{
	mpz_pow_ui(mpq_numref(value), mpq_numref(range->step), exponent);
	mpz_pow_ui(mpq_denref(value), mpq_denref(range->step), exponent);
	mpq_mul(value, value, range->first);
}

/* Whether first · step^exponent <= last. */
static int reaches(const struct sweep_range *range, unsigned long exponent)
{
	mpq_t value;
	int fits;

	mpq_init(value);
	set_product(value, range, exponent);
	fits = mpq_cmp(value, range->last) <= 0;
	mpq_clear(value);
	return fits;
}

/*
 * Sets count and last of a range by a factor: finds the greatest exponent by
 * doubling and bisection.  Returns 0 if exponent^2 times the bits of step
 * would pass max_bits: the values' powers of step have about half as many bits
 * together.
 */
static int count_products(struct sweep_range *range, uint64_t max_bits)
{
	uint64_t bits = mpz_sizeinbase(mpq_numref(range->step), 2);
	unsigned long low = 0, high = 1;

	while (reaches(range, high)) {
		low = high;
		high *= 2;
		if (high > UINT32_MAX / 2 || high > max_bits / high / bits)
			return 0;
	}
	while (high - low > 1) {
		unsigned long middle = low + (high - low) / 2;

		if (reaches(range, middle))
			low = middle;
		else
			high = middle;
	}
	set_product(range->last, range, low);
	mpz_set_ui(range->count, low + 1);
	return 1;
}

/* The state of reading a sweep. */
struct scanner {
	const char *text; /* the whole argument, which errors name */
	const char *at;	  /* the rest of it */
	const struct sweep_domain *domain;
	uint64_t max_bits;
	struct err *err;
};

static enum status refuse(const struct scanner *scanner, const char *why)
{
	return err_usage(scanner->err, ERR_TEXT, scanner->text, why);
}

static enum status scan_number(mpq_t value, struct scanner *scanner)
{
	const char *text = scanner->text, *at = scanner->at;
	int is_next = at > text && at[-1] == ',';

	if (*at == '-' && number_begins(at + 1) && (at == text || is_next))
		return err_usage(
			scanner->err, "must be at least 0, not ", ERR_TEXT, at);
	if (is_next && *at != ',' && *at != '\0' && !number_begins(at))
		return err_usage(
			scanner->err, ERR_TEXT, at, " is not a number");
	if (!number_begins(scanner->at))
		return refuse(scanner, scanner->at == text ? " is not a number"
							   : " is not a sweep");
	return number_scan(
		value, &scanner->at, scanner->max_bits, scanner->err);
}

/* Reads the unit of a time, and converts the time to that of the first one. */
static void scan_units(mpq_t value, const char **at, struct sweep_units *units)
{
	enum time_unit unit = units->is_byte ? machine_scan_byte_unit(value, at)
					     : machine_scan_unit(at);
	mpq_t factor;

	if (unit == UNIT_NONE) {
		units->without = 1;
		return;
	}
	if (!units->with)
		units->unit = unit;
	units->with = 1;
	mpq_init(factor);
	machine_unit_ratio(factor, unit, units->unit);
	mpq_mul(value, value, factor);
	mpq_clear(factor);
}

/* Reads what number_scan leaves of a size: of "5mb" or "5gib" all letters, of
 * "5kB" or "5KiB" only the B. */
static void scan_size(mpq_t value, const char **at)
{
	static const char letters[] = "mgt";
	const char *letter = **at ? strchr(letters, **at) : NULL;

	if (letter) {
		int is_binary = (*at)[1] == 'i' || (*at)[1] == 'I';
		mpz_t size;

		mpz_init(size);
		mpz_ui_pow_ui(size, is_binary ? 1024 : 1000,
			(unsigned long)(letter - letters) + 2);
		mpz_mul(mpq_numref(value), mpq_numref(value), size);
		mpq_canonicalize(value);
		mpz_clear(size);
		*at += 1 + is_binary;
	}
	*at += **at == 'B' || **at == 'b';
}

/* Reads a number and what may follow it: B after bytes, a unit after a time. */
static enum status scan_amount(mpq_t value, struct scanner *scanner)
{
	enum status status = scan_number(value, scanner);

	if (status == STATUS_OK && scanner->domain->bytes)
		scan_size(value, &scanner->at);
	if (status == STATUS_OK && scanner->domain->units)
		scan_units(value, &scanner->at, scanner->domain->units);
	return status;
}

/* Reads the step, "+2" or "x2"; without one it is 1. */
static enum status scan_step(struct sweep_range *range, struct scanner *scanner)
{
	char kind = *scanner->at;
	enum status status;

	if (kind != '+' && kind != 'x') {
		mpq_set_ui(range->step, 1, 1);
		return STATUS_OK;
	}
	scanner->at++;
	range->multiply = kind == 'x';
	status = (range->multiply ? scan_number : scan_amount)(
		range->step, scanner);
	if (status != STATUS_OK)
		return status;
	if (range->multiply && mpq_cmp_ui(range->step, 1, 1) <= 0)
		return err_usage(scanner->err, "the factor in ", ERR_TEXT,
			scanner->text, " is not above 1");
	if (!range->multiply && mpq_sgn(range->step) == 0)
		return err_usage(scanner->err, "the step in ", ERR_TEXT,
			scanner->text, " is 0");
	return STATUS_OK;
}

/* Reads the rest of a range, from ".." on. */
static enum status scan_range(
	struct sweep_range *range, struct scanner *scanner)
{
	const char *text = scanner->text;
	enum status status;

	scanner->at += 2;
	/* "1...5" is more likely a slip than 1 to .5. */
	if (*scanner->at == '.')
		return refuse(scanner, " is not a sweep");
	status = scan_amount(range->last, scanner);
	mpq_set(range->end, range->last);
	if (status == STATUS_OK)
		status = scan_step(range, scanner);
	if (status != STATUS_OK)
		return status;
	if (mpq_cmp(range->first, range->last) > 0)
		return err_usage(scanner->err, "the end in ", ERR_TEXT, text,
			" is below the start");
	if (range->multiply && mpq_sgn(range->first) == 0)
		return err_usage(scanner->err, "the sweep by a factor in ",
			ERR_TEXT, text, " starts at 0");
	if (!range->multiply)
		count_sums(range);
	else if (!count_products(range, scanner->max_bits))
		return err_limit(scanner->err, "the sweep ", ERR_TEXT, text,
			" has more digits than --max-bits allows");
	return STATUS_OK;
}

/* Checks all values: they are whole if the first and the step are, and none is
 * below the first. */
static enum status check_range(
	const struct sweep_range *range, const struct scanner *scanner)
{
	const struct sweep_domain *domain = scanner->domain;

	if (domain->whole && (!number_is_whole(range->first) ||
				     !number_is_whole(range->step)))
		return refuse(scanner, " is not a whole number");
	if (mpq_cmp_si(range->first, domain->least, 1) < 0)
		return slip_below(scanner->text, domain->least, scanner->err);
	return STATUS_OK;
}

/* Reads one range of the list. */
static enum status scan_item(struct sweep *sweep, struct scanner *scanner)
{
	struct sweep_range *range = append_range(sweep);
	enum status status = scan_amount(range->first, scanner);

	sweep->is_sweep |= sweep->ranges > 1;
	if (status != STATUS_OK)
		return status;
	mpq_set(range->last, range->first);
	mpq_set(range->end, range->first);
	if (strncmp(scanner->at, "..", 2) == 0) {
		sweep->is_sweep = 1;
		status = scan_range(range, scanner);
	}
	if (status != STATUS_OK)
		return status;
	if (*scanner->at != ',' && *scanner->at != '\0')
		return refuse(scanner, sweep->is_sweep ? " is not a sweep"
						       : " is not a number");
	return check_range(range, scanner);
}

static enum status scan_all(struct sweep *sweep, struct scanner *scanner)
{
	enum status status;

	do
		status = scan_item(sweep, scanner);
	while (status == STATUS_OK && *scanner->at++ == ',');
	return status;
}

static enum status parse_value(mpq_t value, const char *text,
	const struct sweep_domain *domain, uint64_t max_bits, struct err *err)
{
	struct sweep one = {0};
	enum status status = sweep_parse(&one, text, domain, max_bits, err);

	if (status == STATUS_OK)
		mpq_set(value, sweep_value(&one));
	sweep_clear(&one);
	return status;
}

enum status sweep_parse(struct sweep *sweep, const char *text,
	const struct sweep_domain *domain, uint64_t max_bits, struct err *err)
{
	enum status status =
		domain->units ? STATUS_OK
			      : slip_check(text, domain->least, domain->whole,
					domain->allowed, domain->bytes, err);

	sweep_clear(sweep);
	if (status != STATUS_OK)
		return status;
	mpz_init(sweep->count);
	if (domain->streams && domain->allowed && strcmp(text, "-") == 0) {
		sweep->stream = sweep_stream_open(
			domain, append_range(sweep), max_bits, parse_value);
		sweep->is_sweep = 1;
		return STATUS_OK;
	}
	if (domain->best && strcmp(text, "best") == 0) {
		if (domain->best == SWEEP_NO_BEST)
			return err_usage(err,
				"'best' is not used here: 'fibcast compare -m "
				"best' says how many segments that is");
		sweep->is_best = 1;
		text = "1";
	}
	status = scan_all(
		sweep, &(struct scanner){text, text, domain, max_bits, err});
	for (size_t i = 0; i < sweep->ranges; i++)
		mpz_add(sweep->count, sweep->count, sweep->range[i].count);
	if (status == STATUS_OK && sweep->is_sweep && !domain->allowed)
		status = err_usage(err, ERR_TEXT, text,
			" is a sweep, but one value is needed");
	return status;
}

void sweep_scaled(
	struct sweep *copy, const struct sweep *sweep, const mpq_t factor)
{
	for (size_t i = 0; i < sweep->ranges; i++) {
		const struct sweep_range *from = &sweep->range[i];
		struct sweep_range *to = append_range(copy);

		mpq_mul(to->first, from->first, factor);
		mpq_mul(to->last, from->last, factor);
		mpq_mul(to->end, from->end, factor);
		if (from->multiply)
			mpq_set(to->step, from->step);
		else
			mpq_mul(to->step, from->step, factor);
		to->multiply = from->multiply;
		mpz_set(to->count, from->count);
	}
	mpz_init_set(copy->count, sweep->count);
	copy->is_sweep = sweep->is_sweep;
}

void sweep_set(struct sweep *sweep, const mpq_t value)
{
	struct sweep_range *range;

	sweep_clear(sweep);
	range = append_range(sweep);
	mpq_set(range->first, value);
	mpq_set(range->last, value);
	mpq_set(range->end, value);
	mpz_init_set_ui(sweep->count, 1);
}

const struct sweep *sweep_or_one(struct sweep *one, const struct sweep *given)
{
	mpq_t value;

	if (given->range)
		return given;
	mpq_init(value);
	mpq_set_ui(value, 1, 1);
	sweep_set(one, value);
	mpq_clear(value);
	return one;
}

void sweep_clear(struct sweep *sweep)
{
	if (!sweep->range)
		return;
	for (size_t i = 0; i < sweep->ranges; i++) {
		struct sweep_range *range = &sweep->range[i];

		mpq_clears(range->first, range->last, range->step, range->end,
			NULL);
		mpz_clear(range->count);
	}
	if (sweep->stream)
		sweep_stream_close(sweep->stream, sweep->range);
	mem_free(sweep->range);
	mpz_clear(sweep->count);
	*sweep = (struct sweep){0};
}

const __mpq_struct *sweep_value(const struct sweep *sweep)
{
	assert(sweep->range && !sweep->is_sweep);
	return sweep->range->first;
}

const __mpq_struct *sweep_least(const struct sweep *sweep)
{
	mpq_srcptr least = sweep->range->first;

	for (size_t i = 1; i < sweep->ranges; i++)
		if (mpq_cmp(sweep->range[i].first, least) < 0)
			least = sweep->range[i].first;
	return least;
}

const __mpq_struct *sweep_greatest(const struct sweep *sweep)
{
	mpq_srcptr greatest = sweep->range->last;

	for (size_t i = 1; i < sweep->ranges; i++)
		if (mpq_cmp(sweep->range[i].last, greatest) > 0)
			greatest = sweep->range[i].last;
	return greatest;
}

int sweep_is_whole(const struct sweep *sweep)
{
	for (size_t i = 0; i < sweep->ranges; i++) {
		const struct sweep_range *range = &sweep->range[i];

		if (!number_is_whole(range->first) ||
			(mpz_cmp_ui(range->count, 1) > 0 &&
				!number_is_whole(range->step)))
			return 0;
	}
	return 1;
}

/* -- Cursors: they keep the present value, and step to the next one. */

static void start_range(struct sweep_cursor *cursor)
{
	const struct sweep_range *range = &cursor->sweep->range[cursor->range];

	mpq_set(cursor->value, range->first);
	mpz_sub_ui(cursor->left, range->count, 1);
}

void sweep_cursor_init(struct sweep_cursor *cursor, const struct sweep *sweep)
{
	cursor->sweep = sweep;
	mpz_init(cursor->left);
	mpq_init(cursor->value);
	sweep_cursor_first(cursor);
}

void sweep_cursor_first(struct sweep_cursor *cursor)
{
	cursor->range = 0;
	start_range(cursor);
}

int sweep_cursor_next(struct sweep_cursor *cursor)
{
	const struct sweep_range *range = &cursor->sweep->range[cursor->range];

	if (mpz_sgn(cursor->left) == 0) {
		if (cursor->range + 1 == cursor->sweep->ranges)
			return 0;
		cursor->range++;
		start_range(cursor);
		return 1;
	}
	mpz_sub_ui(cursor->left, cursor->left, 1);
	if (range->multiply)
		mpq_mul(cursor->value, cursor->value, range->step);
	else
		mpq_add(cursor->value, cursor->value, range->step);
	return 1;
}

void sweep_cursor_clear(struct sweep_cursor *cursor)
{
	mpz_clear(cursor->left);
	mpq_clear(cursor->value);
}
