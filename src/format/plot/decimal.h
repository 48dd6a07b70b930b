/*
 * Numbers of any size as a picture needs them: leading digits and power of ten,
 * since 10^1000 has a place on an axis, too, but does not fit a double.  They
 * serve only to find places; what is printed is the number's own text.
 */
#ifndef FIBCAST_FORMAT_PLOT_DECIMAL_H
#define FIBCAST_FORMAT_PLOT_DECIMAL_H

#include <stddef.h>
#include <stdint.h>

/* mantissa·10^exponent, 1 <= mantissa < 10, accurate to some 15 digits; or 0,
 * with exponent 0. */
struct decimal {
	double mantissa;
	int64_t exponent;
};

/* Reads a cell of a table: "14", "15/2", "7.5", "1.2345e678"; 0 if the text
 * does not begin with a number. */
int decimal_parse(struct decimal *value, const char *text, size_t size);

/* The number in units of 10^shift; 0 if that is below any double. */
double decimal_scaled(struct decimal value, int64_t shift);

/* log10, of a value above 0. */
double decimal_log(struct decimal value);

/* Less than, equal to or greater than 0 as x is less than, equal to or greater
 * than y. */
int decimal_cmp(struct decimal x, struct decimal y);

/* Writes count·10^exponent as briefly as possible: "2500", "0.05", "2.5e12";
 * returns its size. */
enum { DECIMAL_TEXT = 48 };
size_t decimal_text(char text[DECIMAL_TEXT], uint64_t count, int64_t exponent);

#endif
