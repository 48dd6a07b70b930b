/*
 * The state of a schedule that is carried out: schedule_simulated.c reads its
 * rows, and simulated_run.c runs them.
 */
#ifndef FIBCAST_CORE_SIMULATED_H
#define FIBCAST_CORE_SIMULATED_H

#include <stddef.h>
#include <stdint.h>

#include "core/merge.h"
#include "core/schedule.h"

/* No row. */
enum { SIM_NONE = -1 };

/* A row, with the times of the schedule at first and of the run then.  Other
 * rows are named by their index, or SIM_NONE. */
struct sim_row {
	struct transmission row;
	/* When its receiver has the message in the schedule; in the run, while
	 * its arrival waits, the stamp of that. */
	uint64_t held;
	int64_t release; /* the send that needs its receive */
	/* Before the run, the receive before it that the same send needs; in
	 * the run, the arrival that waits behind its own. */
	int64_t waiting;
	int64_t next;	  /* the next send of its sender */
	uint64_t missing; /* how many receives its send still needs */
	int is_sent;
};

struct sim_processor {
	uint64_t cpu, out, into; /* when it, and its ports, will be free */
	uint64_t sent;		 /* 1 + when its last send started; 0: never */
	uint64_t began;		 /* the same of its last send or receive */
	int64_t next;		 /* its next send, or SIM_NONE */
	int64_t first, last; /* of the arrivals that wait; first: or SIM_NONE */
};

struct simulated {
	struct schedule_header header; /* of the schedule that is made */
	struct schedule *from;
	char *machine; /* its text, that the header points at */
	struct sim_row *row;
	size_t rows, capacity;
	struct sim_processor *processor;
	struct merge queue; /* of events: see simulated_run.c */
	uint64_t stamps;    /* drawn so far */
	const struct schedule_flights *flights; /* NULL: all take L */
	int is_timed; /* no send starts before its time in the schedule */
	int is_kept;  /* the run ends as soon as is_moved is set */
	/* Some send or receive did not start at its time, or did while a
	 * message was waiting for the same processor. */
	int is_moved;
	uint64_t extra; /* the most that further blocks add to a row's times */
	uint64_t max_bits;
};

/* Runs the rows, from the start of the sends that need nothing. */
void simulated_run(struct simulated *simulated);

#endif
