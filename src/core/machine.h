/*
 * A machine by its LogGP parameters, and what it makes of the postal model.
 *
 *   L  from the end of a send's overhead to the beginning of its receive's
 *   o  the time for which a processor is busy with a message, at either end
 *   g  the least time from a send to the next, for messages of one byte
 *   G  the same for each further byte of a message
 *
 * all rationals >= 0 in one unit of time.  A message of s >= 1 bytes:
 *
 *   send  u(s) = max(o, g + (s-1) G)   until its sender may start the next
 *   end   e(s) = L + 2o + (s-1) G      until it is received
 *
 * so that lambda = e/u, and a time of the postal model is one of the machine's
 * divided by u.  LogGOPSim has the same u and e.
 *   Measured machines have other o, g and G for longer messages: a machine is a
 * list of them by size, and L + 2o is that of one byte.
 * Culler et al. 1993; Alexandrov et al. 1995, but for max(o, g) + (s-1) G
 * there.
 */
#ifndef FIBCAST_CORE_MACHINE_H
#define FIBCAST_CORE_MACHINE_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "base/err.h"

enum time_unit { UNIT_NONE, UNIT_NS, UNIT_US, UNIT_MS, UNIT_S };

/* Their names, "" for none, up to NULL. */
extern const char *const machine_units[];

/* The figures of a machine that has the same for all sizes. */
enum machine_figure {
	MACHINE_LATENCY,
	MACHINE_OVERHEAD,
	MACHINE_GAP,
	MACHINE_BYTE,
	MACHINE_FIGURES
};

/* What holds for messages of that many bytes and more. */
struct machine_point {
	mpz_t bytes;
	mpq_t overhead, gap, byte;
};

struct machine {
	int given;
	enum time_unit unit; /* of all times */
	mpq_t latency;	     /* L */
	int has_byte;	     /* G is known */
	int rdma;	     /* a receiver's processor does not copy */
	mpz_t processors;    /* 0: not known */
	uint64_t node;	     /* processors of a node; 0: there are none */
	char *inside;	     /* of nodes, "L,o,g" or "L,o,g,G"; or NULL */
	struct machine_point *point;
	size_t points, capacity;
};

/* A machine of one point, all zero; given. */
void machine_init(struct machine *machine);
/* L, or the o, g or G of messages of one byte. */
mpq_ptr machine_figure(struct machine *machine, enum machine_figure figure);
/* Adds a point, all zero, after those for fewer bytes. */
struct machine_point *machine_add(struct machine *machine);
/* copy, which is not given yet, = machine, in that unit, but for its nodes. */
void machine_copy(struct machine *copy, const struct machine *machine,
	enum time_unit unit);
/* One that was never given is nothing to clear. */
void machine_clear(struct machine *machine);

/* The point for messages of so many bytes. */
const struct machine_point *machine_at(
	const struct machine *machine, const mpq_t bytes);

/* u(s), e(s), in the machine's unit; and L as LogP has it at that size, which
 * for a measured machine may be below 0.  bytes: s >= 1, rational. */
void machine_send(mpq_t send, const struct machine *machine, const mpq_t bytes);
void machine_end(mpq_t end, const struct machine *machine, const mpq_t bytes);

/* w(s), the least time from one receive of a processor to the next. */
void machine_receive(
	mpq_t receive, const struct machine *machine, const mpq_t bytes);

void machine_latency(
	mpq_t latency, const struct machine *machine, const mpq_t bytes);

/*
 * What one message of s bytes takes of a machine, in its unit; b = (s-1) G:
 *
 *   latency   L    as LogP has it at that size, or 0 if that is less
 *   overhead  o    its sender's processor
 *   gap       g+b  its sender's port, and its receiver's
 *   copy      o+b  its receiver's processor, from which time on it is held; on
 *                  a machine that copies without its processor (rdma) o
 *   end       e    L + 2o + b: from the send's start until it is held
 *   block     s G  what each further s bytes add to gap and end, where the
 *                  figures are those of all sizes
 *   block_copy     the same, to copy: s G, or 0
 *
 * It is in its receiver's port and processor from L + o after the send's start
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

/* The same at the figures that the machine has for messages of size bytes. */
void machine_message_of_size(struct machine_message *message,
	const struct machine *machine, const mpq_t bytes, const mpz_t size);

/* The same of an equal share of some bytes, which need not be whole, at the
 * figures for as many rounded up. */
void machine_message_share(struct machine_message *message,
	const struct machine *machine, const mpq_t bytes);

/* copy, which is not given yet, = a machine whose messages of all sizes take
 * the figures that the machine has for that size; its L is at least 0. */
void machine_set_size(
	struct machine *copy, const struct machine *machine, const mpq_t bytes);

/* The least time between two sends of a processor, u = max(o, g+b); between two
 * messages that a processor receives and forwards, u_2 = max(g+b, o+copy). */
void machine_message_send(mpq_t time, const struct machine_message *message);
void machine_message_receive(mpq_t time, const struct machine_message *message);
void machine_message_relay(mpq_t time, const struct machine_message *message);

/*
 * What messages of several blocks take of a machine: u and e of their bytes
 * together, of one byte at least, at the figures that the machine has for that
 * size.
 * block: the bytes of one block, a rational > 0.
 * shares: NULL, or in lists of rounds messages are counted in shares, to which
 * so many blocks, dealt, are given as evenly as may be; they then take what the
 * most blocks in as many shares in a row take.
 * Where no machine is given (cost is NULL) a message takes the same however
 * many blocks it has.
 */
struct block_cost {
	const struct machine *machine;
	mpq_t block;
	mpz_srcptr dealt, shares;
};

/* send = u, until the sender of count >= 1 blocks may send again; 1 without a
 * machine.  end = e, until they are received; lambda without one, or, where
 * that is NULL, 1, a round. */
void block_cost_send(
	mpq_t send, const struct block_cost *cost, const mpz_t count);
void block_cost_end(mpq_t end, const struct block_cost *cost,
	const mpq_t lambda, const mpz_t count);

/* time = how long before the end of count blocks' receive their receiver must
 * have received everything else, as its port and processor are taken; 1 without
 * a machine. */
void block_cost_receive(
	mpq_t time, const struct block_cost *cost, const mpz_t count);

/* What a message of count >= 1 blocks takes of the cost's machine. */
void block_cost_message(struct machine_message *message,
	const struct block_cost *cost, const mpz_t count);

/* count = the fewest blocks that are as many bytes as the machine's point of
 * that number is for. */
void block_cost_least(mpz_t count, const struct block_cost *cost, size_t point);

/* factor = how many times the second unit the first one is. */
void machine_unit_ratio(mpq_t factor, enum time_unit one, enum time_unit other);

#endif
