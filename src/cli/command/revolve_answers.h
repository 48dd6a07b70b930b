/*
 * revolve's answers, a function for each; the options have been checked.
 */
#ifndef FIBCAST_CLI_COMMAND_REVOLVE_ANSWERS_H
#define FIBCAST_CLI_COMMAND_REVOLVE_ANSWERS_H

#include <stdint.h>
#include <stdio.h>

#include "cli/input/sweep.h"
#include "cli/output/output.h"
#include "format/table.h"
#include "model/revolve/revolve.h"

/* The format after those of tables. */

enum revolve_numbering { REVOLVE_BY_LABEL, REVOLVE_BY_POSITION };

struct revolve_args {
	struct output output;
	int what;
	struct sweep process; /* R */
	int scheme;	      /* this and below: -1 if not given */
	int numbering, app;
	int64_t arity, seed;
	int fill; /* --virtual */
	int summary;
	struct sweep processors, time, values;
};

enum status revolve_print_messages(const struct revolve_args *args,
	const struct revolve *revolve, FILE *out, struct err *err) WARN_UNUSED;
enum status revolve_print_positions(const struct revolve_args *args,
	const struct revolve *revolve, FILE *out, struct err *err) WARN_UNUSED;
enum status revolve_print_distances(const struct revolve_args *args,
	const struct revolve *revolve, FILE *out, struct err *err) WARN_UNUSED;
enum status revolve_print_properties(const struct revolve_args *args,
	const struct revolve *revolve, FILE *out, struct err *err) WARN_UNUSED;
enum status revolve_print_rank(const struct revolve_args *args,
	const struct revolve *revolve, FILE *out, struct err *err) WARN_UNUSED;
enum status revolve_print_simulate(const struct revolve_args *args,
	const struct revolve *revolve, FILE *out, struct err *err) WARN_UNUSED;

/* A picture of the messages, and of who is at which position. */
enum status revolve_draw_messages(const struct revolve_args *args,
	const struct revolve *revolve, FILE *out, struct err *err) WARN_UNUSED;

/* What these share. */

/* Opens a table with columns up to NULL; a single one has no header. */
void revolve_rows_init(struct table *table, const struct revolve_args *args,
	const char *const *columns, FILE *out);

#endif
