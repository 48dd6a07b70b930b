/* format/plot: numbers, axes, names set apart, points left out, against their
 * definitions. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "format/plot/plot.h"
#include "number/random.h"
#include "test.h"

static struct decimal parsed(const char *text)
{
	struct decimal value = {0, 0};

	CHECK_FOR(decimal_parse(&value, text, strlen(text)), "%s", text);
	return value;
}

static int is_near(double x, double y)
{
	return fabs(x - y) <= 1e-12 * (fabs(x) + fabs(y));
}

/* Fractions in all forms. */
static void test_decimal(void)
{
	/* The texts before, between and after numerator and denominator. */
	static const char *const forms[][3] = {{"", "/", ""}, {"", "/", ".0"},
		{"", ".000/", ""}, {"00", "/0", ""}, {"", "e3/", "e3"},
		{"", "0/", "e1"}, {"", "e-2/", "e-2"}};
	char text[64];

	for (int a = 0; a <= 120; a++)
		for (int b = 1; b <= 40; b++)
			for (size_t i = 0; i < sizeof forms / sizeof *forms;
				i++) {
				struct decimal d;
				double exact = (double)a / b;

				snprintf(text, sizeof text, "%s%d%s%d%s",
					forms[i][0], a, forms[i][1], b,
					forms[i][2]);
				d = parsed(text);
				CHECK_FOR(
					a == 0 ? d.mantissa == 0
					       : d.mantissa >= 1 &&
							 d.mantissa < 10 &&
							 is_near(exact,
								 decimal_scaled(
									 d, 0)),
					"%s", text);
			}
	CHECK(is_near(parsed("0.00125").mantissa, 1.25));
	CHECK(parsed("0.00125").exponent == -3);
	CHECK(parsed("1.2345e678").exponent == 678);
	CHECK(parsed("123456789012345678901234567890").exponent == 29);
	CHECK(!decimal_parse(&(struct decimal){0, 0}, "-", 1));
	CHECK(!decimal_parse(&(struct decimal){0, 0}, "pack", 4));
	CHECK(!decimal_parse(&(struct decimal){0, 0}, "", 0));
}

static void test_labels(void)
{
	static const struct {
		uint64_t count;
		int64_t exponent;
		const char *text;
	} labels[] = {{0, 5, "0"}, {25, 0, "25"}, {25, 2, "2500"},
		{5, -2, "0.05"}, {25, -1, "2.5"}, {1, 5, "100000"},
		{1, 6, "1e6"}, {25, 1000, "2.5e1001"}, {1, -3, "0.001"},
		{2, -4, "2e-4"}, {1000, -3, "1"}, {125, -5, "0.00125"}};

	for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
		char text[DECIMAL_TEXT];
		size_t size =
			decimal_text(text, labels[i].count, labels[i].exponent);

		CHECK_FOR(size == strlen(labels[i].text) &&
				  memcmp(text, labels[i].text, size) == 0,
			"%s, not %.*s", labels[i].text, (int)size, text);
	}
}

/* The ends lie on the axis; so do the ticks, in order and where their labels
 * say. */
static void check_axis(const struct axis *axis, const struct axis_range *range)
{
	double before = -1, hair = 1e-6;

	CHECK(axis->ticks >= 2 && axis->ticks <= range->most + 2);
	CHECK(axis_place(axis, range->least) >= -hair);
	CHECK(axis_place(axis, range->greatest) <= 1 + hair);
	for (size_t i = 0; i < axis->ticks; i++) {
		double place = axis_tick_place(axis, i);
		struct decimal value;

		CHECK(place > before && place >= -hair && place <= 1 + hair);
		CHECK(decimal_parse(
			&value, axis->tick[i].label, axis->tick[i].size));
		CHECK_FOR(fabs(axis_place(axis, value) - place) < hair, "%.*s",
			(int)axis->tick[i].size, axis->tick[i].label);
		before = place;
	}
	if (range->is_round) {
		CHECK(fabs(axis_tick_place(axis, 0)) < hair);
		CHECK(fabs(1 - axis_tick_place(axis, axis->ticks - 1)) < hair);
	}
}

static void test_axes(void)
{
	static const char *const values[] = {"0", "1e-300", "1/3", "1", "2",
		"5/2", "9.99", "10", "101", "4096", "99999", "1e6", "7e17",
		"1e308", "2e309", "10e1000", "3e123456789"};
	size_t count = sizeof values / sizeof *values;
	struct axis axis;

	for (size_t i = 0; i < count; i++)
		for (size_t j = i; j < count; j++)
			for (unsigned k = 0; k < 16; k++) {
				struct axis_range range = {
					.least = parsed(values[i]),
					.greatest = parsed(values[j]),
					.from_zero = k & 1,
					.is_round = k >> 1 & 1,
					.most = k & 8 ? 10 : 5};

				if (k & 4 && range.least.mantissa == 0)
					continue;
				axis_init(&axis, &range, !!(k & 4));
				check_axis(&axis, &range);
			}
}

/* Names end up apart and within, in their order. */
static void test_spread(void)
{
	struct random random = {1, 0};

	for (int trial = 0; trial < 2000; trial++) {
		int64_t place[PLOT_LINES], wish[PLOT_LINES];
		size_t count = 1 + random_below(&random, PLOT_LINES);
		int64_t height =
			16 * (int64_t)count + random_below(&random, 300);

		for (size_t i = 0; i < count; i++)
			wish[i] = place[i] =
				random_below(&random, (uint32_t)height + 1);
		frame_spread(place, count, 16, height);
		for (size_t i = 0; i < count; i++) {
			CHECK(place[i] >= 8 && place[i] <= height - 8);
			for (size_t j = 0; j < i; j++) {
				CHECK(llabs(place[i] - place[j]) >= 16);
				CHECK(wish[i] == wish[j] ||
					(wish[i] < wish[j]) ==
						(place[i] < place[j]));
			}
		}
	}
}

/* Of many points few are kept, including the first and the last. */
static void test_thinning(void)
{
	for (int log_x = 0; log_x < 2; log_x++)
		for (int count = 1000; count <= 100000; count *= 10) {
			struct plot plot;
			struct plot_line *line;
			char text[32];

			plot_init(&plot, log_x);
			plot_column(&plot, "n", PLOT_X);
			plot_column(&plot, "time", PLOT_Y);
			for (int n = 1; n <= count; n++) {
				snprintf(text, sizeof text, "%d", n);
				plot_cell(&plot, text, strlen(text));
				plot_cell(&plot, text, strlen(text));
				plot_end(&plot);
			}
			line = plot.line;
			CHECK(plot.points == (uint64_t)count);
			CHECK(line->count <= (size_t)2 * PLOT_PLACES);
			CHECK(line->count >= PLOT_PLACES / 8);
			CHECK(decimal_scaled(line->point[0].x, 0) == 1);
			CHECK(is_near(
				decimal_scaled(
					line->point[line->count - 1].x, 0),
				count));
			for (size_t i = 1; i < line->count; i++)
				CHECK(decimal_cmp(line->point[i - 1].x,
					      line->point[i].x) < 0);
			plot_clear(&plot);
		}
}

/* The elementary functions of plots, against the mathematical library's. */
static void test_elementary(void)
{
	for (int power = -300; power <= 300; power++) {
		double ten = elementary_power10(power);

		CHECK_FOR(power < 0 || power > 22 || ten == pow(10, power),
			"%d", power);
		CHECK_FOR(fabs(ten / pow(10, power) - 1) < 1e-13, "%d", power);
		for (double x = ten; x < 10 * ten; x *= 1.37)
			CHECK_FOR(fabs(elementary_log10(x) - log10(x)) <
					  1e-15 * (1 + abs(power)),
				"%g", x);
	}
	for (double x = -5; x <= 5; x += 0.125) {
		CHECK_FOR(elementary_floor(x) == floor(x), "%g", x);
		CHECK_FOR(elementary_ceil(x) == ceil(x), "%g", x);
	}
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	RUN(test_elementary());
	RUN(test_decimal());
	RUN(test_labels());
	RUN(test_axes());
	RUN(test_spread());
	RUN(test_thinning());
	return test_done();
}
