/*
 * Machines as text: the figures of --logp and --loggp, the header line of a
 * schedule, and files.
 */
#ifndef FIBCAST_FORMAT_MACHINE_H
#define FIBCAST_FORMAT_MACHINE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <gmp.h>

#include "base/err.h"
#include "core/machine.h"
#include "format/lines.h"

/* Reads the unit at *text and moves *text past it; UNIT_NONE if there is none.
 * Also knows usec, US and the like. */
enum time_unit machine_scan_unit(const char **text);

/* The same for the time of a byte, which may end with "/B" as in ".2ns/B", or
 * be a rate: the value of "5GB/s" becomes seconds a byte. */
enum time_unit machine_scan_byte_unit(mpq_t value, const char **text);

/* number_scan with a message of its own for a negative number. */
enum status machine_scan_figure(mpq_t value, const char **text,
	uint64_t max_bits, struct err *err) WARN_UNUSED;

/* Checks that all of the first count figures have a unit, or none has; text is
 * what they were read from.
 * Errors: STATUS_USAGE, naming a figure with a unit and one without. */
enum status machine_check_units(const int has_unit[MACHINE_FIGURES],
	size_t count, const char *text, struct err *err) WARN_UNUSED;

/*
 * Reads "L,o,g", or "L,o,g,G" if has_byte: numbers as number_scan reads them,
 * all or none with a unit: ns, us, µs, ms or s; G also as a rate, "5GB/s".  The
 * machine's unit is that of L.  machine: zeroed, or initialised.
 * Errors: STATUS_USAGE, also if a send would take no time; STATUS_LIMIT.
 */
enum status machine_parse(struct machine *machine, const char *text,
	int has_byte, uint64_t max_bits, struct err *err) WARN_UNUSED;

/*
 * Reads a file of one of two kinds:
 *
 *   keys      lines "L = 6us", "L: 6us" or "L 6us"; # begins a comment.  Keys:
 *             L, o, g; optionally G, P (processors), node (processors of a
 *             node), and inside.L, .o, .g, .G, the figures inside a node
 *   netgauge  the output of its loggp pattern, in microseconds, of which only
 *             the result lines "L= s= o_s= o_r= g= G=" are read; or its file
 *             ng.out, lines of eleven numbers
 *
 * In netgauge's lines the size s ascends; L, half the round trip of a byte,
 * includes both overheads; o is the mean of o_s and o_r; g and G are those of
 * the last line before a change of protocol.
 * Errors: STATUS_INPUT, naming the line.
 */
enum status machine_read(struct machine *machine, FILE *in, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/*
 * The machine's figures for messages of that size, each preceded by its text in
 * before: L, o, g and, if G is known, G and bytes, the total size of the
 * messages.  NULL if L is negative for that size.  Free it with mem_free.
 */
char *machine_figures_text(const struct machine *machine, const mpq_t size,
	const mpz_t bytes, const char *const before[MACHINE_FIGURES + 1]);

/*
 * "L=6us o=2us g=4us", followed by G and bytes if G is known, and by rdma if
 * the machine has it: the machine for messages of that size, as
 * machine_set_size gives it.  bytes: the total size of the messages.  most:
 * NULL, or the size of the largest message; then " from=4096 o=3us g=4us G=1us"
 * follows for each further size up to it at which the figures change.  Free it
 * with mem_free.
 */
char *machine_text(const struct machine *machine, const mpq_t size,
	const mpz_t bytes, const mpq_t most);

/*
 * Reads what machine_text wrote; bytes = 0 if the text has none.
 * Errors: STATUS_INPUT.
 */
enum status machine_text_parse(struct machine *machine, mpz_t bytes,
	const char *text, struct err *err) WARN_UNUSED;

/* -- netgauge's lines, for machine_read. */

struct netgauge {
	struct machine *machine;
	const struct lines *lines;
	uint64_t max_bits;
	struct err *err;
	size_t measured, first; /* how many points; the range's first one */
	int has_range;		/* gap and byte are set for this range */
	mpq_t gap, byte;
};

/* Takes the figures of a line, or a change of protocol; *is_taken: whether the
 * line has any.  Errors: STATUS_INPUT. */
enum status netgauge_read(
	int *is_taken, struct netgauge *netgauge, const char *line) WARN_UNUSED;

/* After the last line.  Errors: STATUS_INPUT. */
enum status netgauge_finish(struct netgauge *netgauge) WARN_UNUSED;

#endif
