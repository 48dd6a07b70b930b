/*
 * The options --logp and --loggp: a machine, of whose figures each may be swept
 * by a range, since commas stand between them.
 *   machine = sweep "," sweep "," sweep [ "," sweep ]
 *   sweep   = time | time ".." time [ "+" time | "x" number ]
 *   time    = number [ unit ]
 */
#ifndef FIBCAST_CLI_OPTION_MACHINE_OPTION_H
#define FIBCAST_CLI_OPTION_MACHINE_OPTION_H

#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "cli/input/sweep.h"
#include "core/machine.h"

struct machine_option {
	struct machine machine; /* of each figure's first value */
	/* Their values, in the machine's unit; all not given if none is
	 * swept. */
	struct sweep figure[MACHINE_FIGURES];
};

/*
 * Reads "L,o,g", or "L,o,g,G" if has_byte; all times or none have a unit, and
 * the machine's unit is that of L.  option is zeroed, or was read before.
 * Errors: STATUS_USAGE, also if a send could take no time; STATUS_LIMIT.
 */
enum status machine_option_parse(struct machine_option *option,
	const char *text, int has_byte, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/*
 * The option for the machine as it is with messages of that size, of so many
 * bytes together: "--loggp 6us,2us,4us,1us --bytes 9", or "--logp 6,2,4"
 * without G.  NULL if its L is below 0 for that size.  mem_free it.
 */
char *machine_option_text(
	const struct machine *machine, const mpq_t size, const mpz_t bytes);

void machine_option_clear(struct machine_option *option);

#endif
