/*
 * A machine as text: the figures of --logp and --loggp, the header line of its
 * schedules, and files.
 */
#ifndef FIBCAST_FORMAT_MACHINE_H
#define FIBCAST_FORMAT_MACHINE_H

#include <stdint.h>
#include <stdio.h>

#include <gmp.h>

#include "base/err.h"
#include "core/machine.h"

/* The unit at *text, which is advanced past it; UNIT_NONE if there is none.
 * usec, US and the like are known, too. */
enum time_unit machine_scan_unit(const char **text);

/* The same of the time of a byte, as ".2ns/B" or "5GB/s", whose value becomes
 * seconds a byte. */
enum time_unit machine_scan_byte_unit(mpq_t value, const char **text);

/* number_scan, but a number below 0 is named as such. */
enum status machine_scan_figure(mpq_t value, const char **text,
	uint64_t max_bits, struct err *err) WARN_UNUSED;

/* Whether all of the first so many figures have a unit, or none has; text is
 * where they stand.  Errors: STATUS_USAGE, naming one of either kind. */
enum status machine_check_units(const int has_unit[MACHINE_FIGURES],
	size_t count, const char *text, struct err *err) WARN_UNUSED;

/*
 * Reads "L,o,g", or "L,o,g,G" if has_byte: numbers as number_scan reads them,
 * all or none with a unit: ns, us, µs, ms or s, and G also as a rate, "5GB/s";
 * the machine's unit is that of L.  machine is zeroed, or was read before.
 * Errors: STATUS_USAGE, also if a send would take no time; STATUS_LIMIT.
 */
enum status machine_parse(struct machine *machine, const char *text,
	int has_byte, uint64_t max_bits, struct err *err) WARN_UNUSED;

/*
 * Reads a file: lines "L = 6us", "L: 6us" or "L 6us" with the keys L, o, g, and
 * perhaps G, P, the number of processors, node, that of a node, and inside.L,
 * .o, .g, .G, its figures, "#" comments; or the output of
 * netgauge's loggp pattern, of which only the result lines count, in
 * microseconds.  In those
 *
 *   L= s= o_s= o_r= g= G=
 *
 * s ascends; L, half the round trip of a byte, holds both overhead; o is the
 * mean of o_s and o_r; g and G are those of the last line before a change of
 * protocol.  Lines of eleven numbers are those of its file ng.out. Errors:
 * STATUS_INPUT, naming the line; STATUS_LIMIT if reading fails.
 */
enum status machine_read(struct machine *machine, FILE *in, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/*
 * The machine's figures for messages of that size, each after its text in
 * before: L, o, g and, if G is known, G and the bytes, the size of all messages
 * together.  NULL if its L is below 0 for that size.  mem_free it.
 */
char *machine_figures_text(const struct machine *machine, const mpq_t size,
	const mpz_t bytes, const char *const before[MACHINE_FIGURES + 1]);

/*
 * "L=6us o=2us g=4us", with G and the bytes if G is known, and rdma if it is
 * so: the machine for messages of that size, as machine_set_size has it; bytes
 * is the size of all messages together.  most: NULL, or the size of the largest
 * message: the figures for sizes up to it follow, " from=4096 o=3us g=4us
 * G=1us" each.  mem_free it.
 */
char *machine_text(const struct machine *machine, const mpq_t size,
	const mpz_t bytes, const mpq_t most);

/*
 * Reads that text; bytes: 0 if it has none.
 * Errors: STATUS_INPUT.
 */
enum status machine_text_parse(struct machine *machine, mpz_t bytes,
	const char *text, struct err *err) WARN_UNUSED;

#endif
