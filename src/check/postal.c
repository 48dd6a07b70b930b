/*
 * The checker of the postal model.  Rows come in time order, so only three
 * things matter of a processor: its last send, its last receive, and when each
 * message was first sent to it.
 *
 * Memory limits the speed, so records are short.  Different times at which
 * anything is sent are numbered 1, 2, ..: these numbers are moments, and 0 is
 * never.  With one message the first receive is usually the only one, so just a
 * processor that gets the message again uses its place in `first`.
 *   Moments ascend with time.  So a send is over if its moment is below `busy`,
 * and has arrived if it is below `coming`, two moments that are found once for
 * all rows of a time.
 *   Example: latency 2, sends at 0, 1, 1 and 5/2 are those of moments 1, 2, 2
 * and 3; at time 5/2 busy is 3, as the sends of 1 are over, and coming is 2, as
 * only that of 0 has arrived.
 *   Nearly all rows of schedules of one message break no rule: these take a
 * short loop.  In a reduction, moments then tell what a processor has, and the
 * states of operands are kept only from the first row on that may break a rule.
 */
#include "check/checker.h"

#include "base/bits.h"
#include "base/mem.h"

/* How many rows ahead memory is prefetched. */
enum { AHEAD = 32 };

static const uint32_t TIMES_MAX = UINT32_MAX - 1;

struct postal {
	struct check *check;
	const struct schedule_header *header;
	struct ports ports;
	/* [p·m + i - 1], in a broadcast: the moment at which message i was
	 * first sent to p; 0: never, or, of one message, at most once */
	uint32_t *first;
	struct operands *operands; /* NULL in a broadcast */
	int has_states;		   /* operands are kept up to date */
	int repeated;		   /* some processor has got the one message
				    * again */
	uint64_t *end;		   /* the tick at which the sends of each moment
				    * end; 0 of moment 0 */
	uint64_t last;		   /* the tick of the present moment */
	uint32_t now;		   /* the present moment */
	uint32_t busy;	 /* the first moment whose sends are not over */
	uint32_t coming; /* the first moment whose sends have not arrived */
	/* Pairs of a processor and a message that it has received or, in a
	 * reduction without states, sent. */
	uint64_t done;
	size_t capacity;
};

/* The moment at which message i was first sent to p, which is not the source;
 * 0: never. */
static uint32_t first_sent(const struct postal *postal, uint64_t p, uint64_t i)
{
	uint64_t m = postal->header->messages;

	if (m > 1)
		return postal->first[p * m + i - 1];
	if (postal->repeated && postal->first[p] > 0)
		return postal->first[p];
	return ports_get(&postal->ports, p, PORT_RECEIVED);
}

static void note_receive(struct postal *postal, uint64_t p, uint64_t i)
{
	uint64_t m = postal->header->messages;
	uint32_t *first = &postal->first[p * m + i - 1];
	uint32_t last = ports_get(&postal->ports, p, PORT_RECEIVED);

	ports_set(&postal->ports, p, PORT_RECEIVED, postal->now);
	if (p == 0 || (m > 1 ? *first : last) > 0)
		postal->check->redundant++;
	else
		postal->done++;
	if (m > 1 && *first == 0) {
		*first = postal->now;
	} else if (m == 1 && last > 0) {
		postal->repeated = 1;
		if (*first == 0)
			*first = last;
	}
}

/* Reports that two sends, which start at last and at the row's tick, overlap at
 * a processor, which "does two sends at once, at times". */
static void report_overlap(const struct postal *postal, const char *rule,
	const struct transmission *row, uint64_t processor, const char *what,
	uint64_t last)
{
	check_report(postal->check, rule, row->line, "processor # $ @ and @",
		processor, what, last, row->tick);
}

/* The tick of a moment. */
static uint64_t start_of(const struct postal *postal, uint32_t moment)
{
	return postal->end[moment] - schedule_send(postal->header);
}

/* Makes tick the present moment. */
static enum status set_now(
	struct postal *postal, uint64_t tick, struct err *err)
{
	if (postal->now > 0 && postal->last == tick)
		return STATUS_OK;
	if (postal->now == TIMES_MAX)
		return err_limit(err, "too many different times to check");
	ports_reach(&postal->ports, postal->header->processors, ++postal->now);
	postal->end = mem_grow(postal->end, &postal->capacity, postal->now,
		sizeof *postal->end);
	postal->last = tick;
	postal->end[postal->now] = tick + schedule_send(postal->header);
	while (postal->end[postal->busy] <= tick)
		postal->busy++;
	while (postal->coming <= postal->now &&
		start_of(postal, postal->coming) + postal->header->latency <=
			tick)
		postal->coming++;
	return STATUS_OK;
}

static void check_sender(
	const struct postal *postal, const struct transmission *row)
{
	uint32_t sent = ports_get(&postal->ports, row->from, PORT_SENT), first;

	if (sent >= postal->busy)
		report_overlap(postal, "sends", row, row->from,
			"does two sends at once, at times",
			start_of(postal, sent));
	if (postal->operands)
		operands_send(postal->operands, row);
	if (postal->operands || row->from == 0)
		return;
	first = first_sent(postal, row->from, row->message);
	if (first == 0)
		check_report_held(postal->check, row, UINT64_MAX);
	else if (first >= postal->coming)
		check_report_held(postal->check, row,
			start_of(postal, first) + postal->header->latency);
}

/* Whether a send of the one message at the present moment breaks no rule, and
 * brings the message to a processor for the first time. */
WRAPS static inline int is_usual(const struct ports *ports, uint64_t n,
	uint64_t from, uint64_t to, uint32_t busy, uint32_t coming)
{
	return from < n && to - 1 < n - 1 &&
	       ports_get(ports, from, PORT_SENT) < busy &&
	       ports_get(ports, to, PORT_RECEIVED) == 0 &&
	       (ports_get(ports, from, PORT_RECEIVED) - 1 < coming - 1 ||
		       from == 0);
}

/* Whether a send of the one message of a reduction at the present moment breaks
 * no rule: its sender has not sent before, and has received all that was sent
 * to it; its receiver has not sent. */
static inline int is_usual_sum(const struct ports *ports, uint64_t n,
	uint64_t from, uint64_t to, uint32_t busy, uint32_t coming)
{
	return from < n && to < n && from != to && from != 0 &&
	       ports_get(ports, from, PORT_SENT) == 0 &&
	       ports_get(ports, from, PORT_RECEIVED) < coming &&
	       ports_get(ports, to, PORT_SENT) == 0 &&
	       ports_get(ports, to, PORT_RECEIVED) < busy;
}

/* Whether the row's processors exist.  Callers then prefetch what is known of
 * them, in place: gcc drops calls of a function that does nothing else. */
static inline int has_ends(const struct transmission *row, uint64_t n)
{
	return row->from < n && row->to < n;
}

/* Carries out rows of the one message at the present moment, up to the first
 * that may break a rule; how many there are.  Where it is inlined with ports
 * that are known to be narrow, the loop does not test their width. */
__attribute__((always_inline)) static inline size_t carry_usual_rows(
	const struct postal *postal, const struct ports ports, int is_sum,
	const struct transmission *row, size_t count)
{
	const uint64_t n = postal->header->processors, tick = postal->last;
	const uint32_t busy = postal->busy, coming = postal->coming;
	const uint32_t now = postal->now;
	size_t i;

	for (i = 0; i < count; i++) {
		uint64_t from = row[i].from, to = row[i].to;

		if (i + AHEAD < count && has_ends(&row[i + AHEAD], n)) {
			__builtin_prefetch(
				ports_at(&ports, row[i + AHEAD].from));
			__builtin_prefetch(ports_at(&ports, row[i + AHEAD].to));
		}
		if (row[i].tick != tick || row[i].message != 1 ||
			!(is_sum ? is_usual_sum : is_usual)(
				&ports, n, from, to, busy, coming))
			break;
		ports_set(&ports, from, PORT_SENT, now);
		ports_set(&ports, to, PORT_RECEIVED, now);
	}
	return i;
}

/* The same; 0 where rows cannot be carried out by moments alone. */
static size_t check_usual_rows(
	struct postal *postal, const struct transmission *row, size_t count)
{
	const struct ports byte = {.byte = postal->ports.byte};
	const int is_sum = postal->operands != NULL;
	size_t done;

	if (postal->now == 0 || postal->header->messages > 1 ||
		postal->has_states || postal->repeated)
		return 0;
	if (!byte.byte)
		done = carry_usual_rows(
			postal, postal->ports, is_sum, row, count);
	else if (is_sum)
		done = carry_usual_rows(postal, byte, 1, row, count);
	else
		done = carry_usual_rows(postal, byte, 0, row, count);
	postal->done += done;
	return done;
}

/* From now on the states of operands are kept: these are set to what the rows
 * so far, none of which broke a rule, have led to. */
static void set_states(struct postal *postal)
{
	struct transmission row = {.tick = UINT64_MAX - 1, .message = 1};

	if (!postal->operands || postal->has_states)
		return;
	postal->has_states = 1;
	for (uint64_t p = 0; p < postal->header->processors; p++) {
		uint32_t received = ports_get(&postal->ports, p, PORT_RECEIVED);

		row.from = row.to = p;
		if (received > 0)
			operands_receive(postal->operands, &row,
				start_of(postal, received) +
					postal->header->latency);
		if (ports_get(&postal->ports, p, PORT_SENT) > 0)
			operands_send(postal->operands, &row);
	}
}

/* Carries out a row that may break a rule. */
static void check_unusual_row(
	struct postal *postal, const struct transmission *row)
{
	uint32_t received;

	set_states(postal);
	check_sender(postal, row);
	ports_set(&postal->ports, row->from, PORT_SENT, postal->now);
	received = ports_get(&postal->ports, row->to, PORT_RECEIVED);
	if (received >= postal->busy)
		report_overlap(postal, "receives", row, row->to,
			"receives two at once, those sent at",
			start_of(postal, received));
	if (postal->operands) {
		ports_set(&postal->ports, row->to, PORT_RECEIVED, postal->now);
		operands_receive(postal->operands, row,
			row->tick + postal->header->latency);
	} else {
		note_receive(postal, row->to, row->message);
	}
}

static enum status check_row(
	struct postal *postal, const struct transmission *row, struct err *err)
{
	if (!check_transmission(
		    postal->check, postal->header, row, postal->last))
		return STATUS_OK;
	if (set_now(postal, row->tick, err) != STATUS_OK)
		return err->code;
	if (check_usual_rows(postal, row, 1) == 0)
		check_unusual_row(postal, row);
	return STATUS_OK;
}

/* The schedule's unit has become finer: multiplies all ticks. */
static void rescale(struct postal *postal)
{
	uint64_t factor = postal->header->unit / postal->check->unit;

	for (uint32_t i = 0; i <= postal->now; i++)
		postal->end[i] *= factor;
	postal->last *= factor;
	if (postal->has_states)
		operands_rescale(postal->operands, factor);
	postal->check->unit = postal->header->unit;
}

static enum status check_all_hold(struct postal *postal, struct err *err)
{
	uint64_t n = postal->header->processors;

	if (!postal->has_states &&
		postal->done == (n - 1) * postal->header->messages)
		return STATUS_OK;
	if (postal->operands) {
		set_states(postal);
		return operands_finish(postal->operands, err);
	}
	for (uint64_t p = 1; p < n; p++)
		for (uint64_t i = 1; i <= postal->header->messages; i++)
			if (first_sent(postal, p, i) == 0)
				check_report_missing(postal->check, p, i);
	return STATUS_OK;
}

static enum status check_postal_rows(void *checker,
	const struct transmission *row, size_t count, struct err *err)
{
	struct postal *postal = checker;
	uint64_t n = postal->header->processors;

	if (postal->header->unit != postal->check->unit)
		rescale(postal);
	for (size_t i = 0; i < count; i++) {
		const struct transmission *later;

		if (row[i].tick == postal->last)
			i += check_usual_rows(postal, &row[i], count - i);
		if (i == count)
			break;
		later = &row[i + AHEAD < count ? i + AHEAD : i];
		if (has_ends(later, n)) {
			__builtin_prefetch(
				ports_at(&postal->ports, later->from));
			__builtin_prefetch(ports_at(&postal->ports, later->to));
		}
		if (has_ends(later, n) && postal->has_states) {
			__builtin_prefetch(operands_at(
				postal->operands, later->from, later->message));
			__builtin_prefetch(operands_at(
				postal->operands, later->to, later->message));
		}
		if (check_row(postal, &row[i], err) != STATUS_OK)
			return err->code;
	}
	return operands_status(postal->operands, err);
}

enum status check_postal(struct check *check, struct schedule *schedule,
	uint64_t max_bytes, struct err *err)
{
	const struct schedule_header *header = &schedule->header;
	struct operands operands;
	struct postal postal = {.check = check,
		.header = header,
		.busy = 1,
		.coming = 1,
		.capacity = 64};
	enum status status = operands_init(&operands, check, header,
		PORTS_BYTES, sizeof *postal.first, max_bytes, err);

	if (status != STATUS_OK)
		return status;
	check->unit = header->unit;
	ports_init(&postal.ports, header->processors);
	if (operands.rules) {
		postal.operands = &operands;
		postal.has_states = header->messages > 1 ||
				    header->operation != OPERATION_REDUCE;
	} else {
		postal.first = mem_array(
			(size_t)(header->processors * header->messages),
			sizeof *postal.first);
	}
	postal.end = mem_array(postal.capacity, sizeof *postal.end);
	status = check_pull(check, schedule, check_postal_rows, &postal, err);
	if (status == STATUS_OK)
		status = check_all_hold(&postal, err);
	if (status == STATUS_OK && postal.now > 0)
		check->finish = postal.last + header->latency;
	ports_clear(&postal.ports);
	mem_free(postal.first);
	operands_clear(&operands);
	mem_free(postal.end);
	return status;
}
