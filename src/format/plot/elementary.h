/*
 * The few functions that axes need, here because the mathematical library would
 * be loaded for every command on their account.
 */
#ifndef FIBCAST_FORMAT_PLOT_ELEMENTARY_H
#define FIBCAST_FORMAT_PLOT_ELEMENTARY_H

/* log10(x), x > 0 and finite, accurate to some 15 digits. */
double elementary_log10(double x);

/* 10^power, exact to 10^22, else accurate to some 15 digits; infinite or 0 past
 * what a double holds. */
double elementary_power10(int power);

/* The whole numbers next to x, |x| < 2^63. */
double elementary_floor(double x);
double elementary_ceil(double x);

#endif
