/*
 * Numbers of any size as a picture needs them: their leading digits and their
 * power of ten, for 10^1000 has a place on an axis, too, but none in a double.
 * Only places are found with these; what is printed is the number's own text.
 */
#ifndef FIBCAST_FORMAT_PLOT_DECIMAL_H
#define FIBCAST_FORMAT_PLOT_DECIMAL_H

#include <stddef.h>
#include <stdint.h>

/* mantissa·10^exponent, 1 <= mantissa < 10, right to some 15 digits; or 0, with
 * exponent 0. */
struct decimal {
	double mantissa;
	int64_t exponent;
};

/* Reads a cell of a table: "14", "15/2", "7.5", "1.2345e678"; 0 if the text
 * begins with no number. */
int decimal_parse(struct decimal *value, const char *text, size_t size);

/* The number in units of 10^shift; 0 where that is below any double. */
double decimal_scaled(struct decimal value, int64_t shift);

/* log10, of a value above 0. */
double decimal_log(struct decimal value);

/* Less than, equal to or greater than 0, as x is to y. */
int decimal_cmp(struct decimal x, struct decimal y);

/* count·10^exponent as short as it can be: "2500", "0.05", "2.5e12"; its
 * size. */
enum { DECIMAL_TEXT = 48 };
size_t decimal_text(char text[DECIMAL_TEXT], uint64_t count, int64_t exponent);

#endif
