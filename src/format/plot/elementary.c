/*
 * x = m 2^e, sqrt(1/2) <= m < sqrt(2), and with s = (m - 1)/(m + 1), |s| <
 * 0.18, ln m = 2 (s + s^3/3 + s^5/5 + ...), whose terms past s^21/21 are below
 * 2^-55.
 */
#include "format/plot/elementary.h"

#include <stdint.h>

enum { LAST_TERM = 21 };

static const double half_root = 0.70710678118654752;
static const double log10_2 = 0.30102999566398120;
static const double log10_e = 0.43429448190325183;

double elementary_log10(double x)
{
	double s, square, sum = 0;
	int e = 0;

	for (; x < half_root; e--)
		x *= 2;
	for (; x >= 2 * half_root; e++)
		x /= 2;
	s = (x - 1) / (x + 1);
	square = s * s;
	for (int i = LAST_TERM; i > 0; i -= 2)
		sum = sum * square + 1.0 / i;
	return 2 * s * sum * log10_e + e * log10_2;
}

double elementary_power10(int power)
{
	double result = 1, ten = 10;

	for (int left = power < 0 ? -power : power; left > 0; left /= 2) {
		if (left % 2)
			result *= ten;
		ten *= ten;
	}
	return power < 0 ? 1 / result : result;
}

double elementary_floor(double x)
{
	double whole = (double)(int64_t)x;

	return whole > x ? whole - 1 : whole;
}

double elementary_ceil(double x)
{
	return -elementary_floor(-x);
}
