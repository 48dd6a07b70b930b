/*
 * What check says about one file.
 */
#ifndef FIBCAST_CLI_COMMAND_CHECK_ANSWER_H
#define FIBCAST_CLI_COMMAND_CHECK_ANSWER_H

#include <stdio.h>

#include <gmp.h>

#include "check/check.h"

struct check_answer {
	const char *name; /* of the file; "-": standard input */
	int is_one;	  /* one of several files, so named each time */
	enum model model;
	enum operation operation;
	struct check check;
	mpq_t finish, bound; /* elapsed */
};

/* Prints a line "ok: ...", or the violations. */
void check_answer_text(const struct check_answer *answer, FILE *out);

/* Prints a JSON object on one line. */
void check_answer_json(const struct check_answer *answer, FILE *out);

#endif
