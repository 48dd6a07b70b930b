/*
 * A machine described by its LogGP parameters, and how it maps to the postal
 * model.  The parameters are rationals >= 0 in one unit of time:
 *
 *   L  from the end of a send's overhead to the start of the receive's
 *   o  the time for which a processor is busy with a message, at either end
 *   g  the least time from one send to the next, for messages of one byte
 *   G  what each further byte of a message adds to that
 *
 * A message of s >= 1 bytes takes, from its send's start,
 *
 *   send  u(s) = max(o, g + (s-1) G)   until its sender may start the next
 *   end   e(s) = L + 2o + (s-1) G      until it is received
 *
 * so lambda = e/u, and times of the postal model are the machine's divided by
 * u.  LogGOPSim has the same u and e.
 *   Example: L = 6, o = 2, g = 4 and one byte: u = 4, e = 10, lambda = 5/2.
 *   Measured machines have other o, g and G for longer messages, so a machine
 * has a list of them by size; L + 2o is then that of one byte.
 * Culler et al. 1993; Alexandrov et al. 1995, who have u(s) = max(o, g) + (s-1)
 * G instead.
 */
#ifndef FIBCAST_CORE_MACHINE_H
#define FIBCAST_CORE_MACHINE_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "base/err.h"

enum time_unit { UNIT_NONE, UNIT_NS, UNIT_US, UNIT_MS, UNIT_S };

/* The units' names, "" for none, up to NULL. */
extern const char *const machine_units[];

/* The parameters of a machine that has the same ones for all sizes. */
enum machine_figure {
	MACHINE_LATENCY,
	MACHINE_OVERHEAD,
	MACHINE_GAP,
	MACHINE_BYTE,
	MACHINE_FIGURES
};

/* The parameters for messages of so many bytes or more, up to the next
 * point. */
struct machine_point {
	mpz_t bytes;
	mpq_t overhead, gap, byte;
};

/* All zeros: a machine that is not given, the same as none. */
struct machine {
	int given;
	enum time_unit unit;  /* of all times */
	mpq_t latency;	      /* L */
	int has_byte;	      /* G is known */
	int rdma;	      /* messages are copied without their receiver's
			       * processor */
	mpz_t processors;     /* 0: not known */
	uint64_t node;	      /* processors of a node; 0: there are no nodes */
	char *inside;	      /* of nodes, "L,o,g" or "L,o,g,G"; or NULL */
	uint64_t inside_line; /* where a file begins to say so */
	const char *file;     /* that it was read from; or NULL */
	/* By ascending bytes; the first one is for fewer bytes, too. */
	struct machine_point *point;
	size_t points, capacity;
};

/* Makes a given machine of one point, all parameters of which are zero. */
void machine_init(struct machine *machine);
/* L, or the o, g or G of messages of one byte. */
mpq_ptr machine_figure(struct machine *machine, enum machine_figure figure);
/* Appends a point, for the caller to fill in, of more bytes than the others. */
struct machine_point *machine_add(struct machine *machine);
/* copy, which is not given yet, = machine without its nodes, in that unit. */
void machine_copy(struct machine *copy, const struct machine *machine,
	enum time_unit unit);
void machine_clear(struct machine *machine);

/* The point for messages of so many bytes. */
const struct machine_point *machine_at(
	const struct machine *machine, const mpq_t bytes);

/*
 * send = u(s) and end = e(s); receive = w(s), the least time from one receive
 * of a processor to the next; latency = LogP's L at that size, which of a
 * measured machine may be below 0.  All in the machine's unit; bytes: s >= 1,
 * rational.
 */
void machine_send(mpq_t send, const struct machine *machine, const mpq_t bytes);
void machine_end(mpq_t end, const struct machine *machine, const mpq_t bytes);
void machine_receive(
	mpq_t receive, const struct machine *machine, const mpq_t bytes);
void machine_latency(
	mpq_t latency, const struct machine *machine, const mpq_t bytes);

/* send, end = the least u and e of messages of that size or more. */
void machine_least(mpq_t send, mpq_t end, const struct machine *machine,
	const mpq_t bytes);

/*
 * What a message of s bytes takes on a machine, in its unit; b = (s-1) G:
 *
 *   latency   L    LogP's L at that size, or 0 if that is below 0
 *   overhead  o    of its sender's processor
 *   gap       g+b  of its sender's port, and of its receiver's
 *   copy      o+b  of its receiver's processor, or o on a machine that copies
 *                  without its processor (rdma)
 *   end       e    L + 2o + b: from the send's start until its receiver has it
 *   block     s G  what each further s bytes add to gap and end, if their
 *                  parameters are the same
 *   block_copy     what they add to copy: s G, or 0 (rdma)
 *
 * It takes its receiver's port and processor from L + o after the send's start
 * on, or later if it has to wait.
 */
struct machine_message {
	mpq_t latency, overhead, gap, copy, end, block, block_copy;
};

void machine_message_init(struct machine_message *message);
void machine_message_clear(struct machine_message *message);

/* bytes: s >= 1, rational. */
void machine_message_set(struct machine_message *message,
	const struct machine *machine, const mpq_t bytes);

/* The same with the parameters that the machine has for messages of size
 * bytes. */
void machine_message_of_size(struct machine_message *message,
	const struct machine *machine, const mpq_t bytes, const mpz_t size);

/* One of the size of the machine's point. */
void machine_message_at(struct machine_message *message,
	const struct machine *machine, size_t point);

/* The same with the parameters for that many bytes rounded up: for an equal
 * share of some bytes, which need not be a whole number of them. */
void machine_message_share(struct machine_message *message,
	const struct machine *machine, const mpq_t bytes);

/* copy, which is not given yet, = a machine that has, for all sizes, the
 * parameters of the machine for that size; its L is at least 0. */
void machine_set_size(
	struct machine *copy, const struct machine *machine, const mpq_t bytes);

/* The least time between two sends of a processor, u = max(o, g+b); between two
 * receives, w = max(copy, g+b); and between two messages that a processor
 * receives and forwards, u_2 = max(g+b, o+copy). */
void machine_message_send(mpq_t time, const struct machine_message *message);
void machine_message_receive(mpq_t time, const struct machine_message *message);
void machine_message_relay(mpq_t time, const struct machine_message *message);

/*
 * What a message of several blocks takes on a machine: what a message of all
 * their bytes, but at least one byte, takes there.
 * block: the bytes of one block, a rational > 0.
 * shares: NULL, or messages in lists of rounds are counted in shares; `dealt`
 * blocks are dealt to the shares as evenly as possible, and a message takes
 * what the fewest and the most blocks in as many consecutive shares take, each
 * resource for as long as either does.
 * Functions accept NULL for no machine: then a message takes the same however
 * many blocks it has.
 */
struct block_cost {
	const struct machine *machine;
	mpq_t block;
	mpz_srcptr dealt, shares;
};

/* send = u, until the sender of count >= 1 blocks may send again; 1 without a
 * machine.  end = e, until they are received; without a machine lambda or, if
 * that is NULL, 1, a round. */
void block_cost_send(
	mpq_t send, const struct block_cost *cost, const mpz_t count);
void block_cost_end(mpq_t end, const struct block_cost *cost,
	const mpq_t lambda, const mpz_t count);

/* time = for how long the receive of count blocks takes its receiver's port or
 * processor, so that no other receive may be under way; 1 without a machine. */
void block_cost_receive(
	mpq_t time, const struct block_cost *cost, const mpz_t count);

/* What a message of count >= 1 blocks takes on the cost's machine, which must
 * be given. */
void block_cost_message(struct machine_message *message,
	const struct block_cost *cost, const mpz_t count);

/* count = the fewest blocks that have as many bytes as
 * machine->point[point]. */
void block_cost_least(mpz_t count, const struct block_cost *cost, size_t point);

/* factor = one unit in terms of the other: 1000 for ms and us. */
void machine_unit_ratio(mpq_t factor, enum time_unit one, enum time_unit other);

#endif
