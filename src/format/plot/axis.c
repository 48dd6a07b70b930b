/*
 * Axes.  The distance between ticks is the least of 1, 2 or 5 times a power of
 * ten that needs no more steps than allowed: 0 .. 23 in at most 6 steps has
 * ticks at 0, 5, ..., 20.  Places are doubles, as they are rounded to pixels or
 * characters anyway.
 */
#include "format/plot/plot.h"

enum { DIGITS = 3 };

static const unsigned digits[DIGITS] = {1, 2, 5};

/* How far from a tick, in steps, an end still counts as being on it. */
static const double hair = 1e-9;

static double axis_value(const struct axis *axis, struct decimal value)
{
	return axis->is_log ? decimal_log(value)
			    : decimal_scaled(value, axis->shift);
}

static void add_tick(
	struct axis *axis, double at, uint64_t count, int64_t exponent)
{
	struct axis_tick *tick;

	if (axis->ticks == AXIS_TICKS_MAX)
		return;
	tick = &axis->tick[axis->ticks++];
	tick->at = at;
	tick->size = decimal_text(tick->label, count, exponent);
}

/* -- linear */

/* Adds ticks at the multiples of digit·10^power from `from` to `to`. */
static void add_linear(struct axis *axis, double from, double to,
	unsigned digit, int power, double step)
{
	int64_t last = (int64_t)(to + hair);

	for (int64_t i = (int64_t)(from + hair); i <= last; i++)
		add_tick(axis, (double)i * step, (uint64_t)i * digit,
			axis->shift + power);
}

static void set_linear(struct axis *axis, const struct axis_range *range)
{
	double span = axis->greatest - axis->least, step = 0, from, to;
	int power = (int)elementary_floor(elementary_log10(span)) - 2;
	unsigned i = 0;

	for (;; i++) {
		if (i == DIGITS) {
			i = 0;
			power++;
		}
		step = digits[i] * elementary_power10(power);
		if (span / step <= range->most &&
			(!range->is_whole || axis->shift + power >= 0))
			break;
	}
	from = elementary_floor(axis->least / step + hair);
	to = elementary_ceil(axis->greatest / step - hair);
	if (range->is_round) {
		axis->least = from * step;
		axis->greatest = to * step;
	} else {
		from = elementary_ceil(axis->least / step - hair);
		to = elementary_floor(axis->greatest / step + hair);
	}
	add_linear(axis, from, to, digits[i], power, step);
}

/* -- logarithmic: either ticks 3p, 3p + 1, 3p + 2 are at 1, 2 and 5 times 10^p,
 * or tick k is at 10^(k·apart) */

struct log_ticks {
	int finer;    /* at 1, 2 and 5 times powers of ten */
	double apart; /* else this many powers of ten apart */
};

/* For finer ticks, the power of ten at or below tick k. */
static int64_t log_power(int64_t k)
{
	return (k - (k % DIGITS + DIGITS) % DIGITS) / DIGITS;
}

static double log_tick(const struct log_ticks *ticks, int64_t k)
{
	int64_t power = log_power(k);

	if (!ticks->finer)
		return (double)k * ticks->apart;
	return (double)power + elementary_log10(digits[k - power * DIGITS]);
}

static void add_log(struct axis *axis, const struct log_ticks *ticks, int64_t k)
{
	int64_t power = log_power(k);

	if (ticks->finer)
		add_tick(axis, log_tick(ticks, k), digits[k - power * DIGITS],
			power);
	else
		add_tick(
			axis, log_tick(ticks, k), 1, k * (int64_t)ticks->apart);
}

/* How many powers of ten apart ticks are: 1, 2, 5, 10 ... */
static double powers_apart(double span, unsigned most)
{
	double ten = 1;
	unsigned i = 0;

	while (span > most * (digits[i] * ten))
		if (++i == DIGITS) {
			i = 0;
			ten *= 10;
		}
	return digits[i] * ten;
}

static void set_log(struct axis *axis, const struct axis_range *range)
{
	double span = axis->greatest - axis->least;
	int64_t first, last;
	struct log_ticks ticks = {
		.finer = span * DIGITS <= range->most,
		.apart = powers_apart(span, range->most),
	};

	first = ticks.finer
			? (int64_t)elementary_floor(axis->least) * DIGITS
			: (int64_t)elementary_floor(axis->least / ticks.apart);
	while (log_tick(&ticks, first + 1) <= axis->least + hair)
		first++;
	last = first + 1;
	while (log_tick(&ticks, last) < axis->greatest - hair)
		last++;
	/* With fewer than two ticks inside, the ends become ticks. */
	if (range->is_round || last < first + 3) {
		axis->least = log_tick(&ticks, first);
		axis->greatest = log_tick(&ticks, last);
	}
	for (int64_t k = first; k <= last; k++)
		if (log_tick(&ticks, k) >= axis->least - hair &&
			log_tick(&ticks, k) <= axis->greatest + hair)
			add_log(axis, &ticks, k);
}

void axis_init(struct axis *axis, const struct axis_range *range, int is_log)
{
	*axis = (struct axis){
		.is_log = is_log, .shift = range->greatest.exponent};
	axis->least = axis_value(axis, range->least);
	axis->greatest = axis_value(axis, range->greatest);
	if (is_log) {
		set_log(axis, range);
		return;
	}
	if (range->from_zero)
		axis->least = 0;
	if (axis->greatest <= axis->least) { /* a single value */
		axis->least = 0;
		axis->greatest = axis->greatest > 0 ? 2 * axis->greatest : 1;
	}
	set_linear(axis, range);
}

static double axis_part(const struct axis *axis, double value)
{
	return (value - axis->least) / (axis->greatest - axis->least);
}

double axis_place(const struct axis *axis, struct decimal value)
{
	return axis_part(axis, axis_value(axis, value));
}

double axis_tick_place(const struct axis *axis, size_t tick)
{
	return axis_part(axis, axis->tick[tick].at);
}
