/*
 * The checker of the postal model.  Rows come in time order, so of each
 * processor only its last send, its last receive, and when each message was
 * first sent to it matter.
 *
 * Memory is what limits the speed, so records are short: a moment is the number
 * of a time at which anything is sent, from 1; 0 is never.  With one message
 * the first receive is usually the last; only a processor that gets the message
 * again touches its place in `first`.
 */
#include "check/models.h"

#include <assert.h>

#include "base/mem.h"
#include "check/operands.h"

/* Memory that a row needs is prefetched this many rows earlier. */
enum { AHEAD = 16 };

static const uint32_t TIMES_MAX = UINT32_MAX - 1;

/* The moments of a processor's last send, and of the send that it last
 * received; narrow as long as there are few. */
struct port {
	uint32_t sent, received;
};

struct narrow_port {
	uint16_t sent, received;
};

struct postal {
	struct check *check;
	const struct schedule_header *header;
	struct narrow_port *narrow; /* NULL once moments do not fit */
	struct port *port;	    /* NULL until then */
	uint32_t *first; /* [p·m + i - 1]: when message i was first sent to p */
	struct operands *operands; /* of sums, which have no first */
	int repeated;		   /* some processor has got a message again */
	uint64_t *end;		   /* of a send at each moment; of 0: 0 */
	uint64_t last;		   /* the tick of the last moment */
	uint32_t now;		   /* the last one */
	size_t capacity;
};

static inline struct port get_port(const struct postal *postal, uint64_t p)
{
	struct port port;

	if (!postal->narrow) {
		assert(postal->port);
		return postal->port[p];
	}
	port.sent = postal->narrow[p].sent;
	port.received = postal->narrow[p].received;
	return port;
}

static inline void set_sent(struct postal *postal, uint64_t p)
{
	if (postal->narrow)
		postal->narrow[p].sent = (uint16_t)postal->now;
	else
		postal->port[p].sent = postal->now;
}

static inline void set_received(struct postal *postal, uint64_t p)
{
	if (postal->narrow)
		postal->narrow[p].received = (uint16_t)postal->now;
	else
		postal->port[p].received = postal->now;
}

static void widen(struct postal *postal)
{
	uint64_t n = postal->header->processors;

	postal->port = mem_array((size_t)n, sizeof *postal->port);
	for (uint64_t p = 0; p < n; p++) {
		postal->port[p].sent = postal->narrow[p].sent;
		postal->port[p].received = postal->narrow[p].received;
	}
	mem_free(postal->narrow);
	postal->narrow = NULL;
}

/* When message i was first sent to p, which is not the source; 0: never. */
static uint32_t first_sent(const struct postal *postal, uint64_t p, uint64_t i)
{
	uint64_t m = postal->header->messages;

	if (m > 1)
		return postal->first[p * m + i - 1];
	if (postal->repeated && postal->first[p] > 0)
		return postal->first[p];
	return get_port(postal, p).received;
}

static void note_receive(struct postal *postal, uint64_t p, uint64_t i)
{
	uint64_t m = postal->header->messages;
	uint32_t *first = &postal->first[p * m + i - 1];
	uint32_t last = get_port(postal, p).received;

	set_received(postal, p);
	postal->check->redundant += p == 0 || (m > 1 ? *first : last) > 0;
	if (m > 1 && *first == 0) {
		*first = postal->now;
	} else if (m == 1 && last > 0) {
		postal->repeated = 1;
		if (*first == 0)
			*first = last;
	}
}

/* Two sends that start at last and at row's tick overlap, at a processor that
 * does what. */
static void report_overlap(const struct postal *postal,
	const struct transmission *row, uint64_t processor, const char *what,
	uint64_t last)
{
	struct check_words words;

	words.count = 0;
	check_report(postal->check, row->line, "processor ",
		check_number(&words, processor), what,
		check_time(&words, postal->check, last), " and ",
		check_time(&words, postal->check, row->tick), NULL);
}

/* Makes tick the present moment. */
static enum status set_now(
	struct postal *postal, uint64_t tick, struct err *err)
{
	if (postal->now > 0 && postal->last == tick)
		return STATUS_OK;
	if (postal->now == TIMES_MAX)
		return err_set(err, STATUS_LIMIT,
			"too many different times to check", NULL);
	if (++postal->now > UINT16_MAX && postal->narrow)
		widen(postal);
	postal->end = mem_grow(postal->end, &postal->capacity, postal->now,
		sizeof *postal->end);
	postal->last = tick;
	postal->end[postal->now] = tick + schedule_send(postal->header);
	return STATUS_OK;
}

static uint64_t start_of(const struct postal *postal, uint32_t moment)
{
	return postal->end[moment] - schedule_send(postal->header);
}

/* Whether something that began at the given moment still lasts. */
static int is_busy(const struct postal *postal, uint32_t since)
{
	return postal->end[postal->now] - postal->end[since] <
	       schedule_send(postal->header);
}

static void check_sender(
	const struct postal *postal, const struct transmission *row)
{
	uint32_t sent = get_port(postal, row->from).sent, first;
	uint64_t held = UINT64_MAX;

	if (is_busy(postal, sent))
		report_overlap(postal, row, row->from,
			CHECK_RULE(
				"sends") " does two sends at once, those of ",
			start_of(postal, sent));
	if (postal->operands)
		operands_send(postal->operands, row);
	if (postal->operands || row->from == 0)
		return;
	first = first_sent(postal, row->from, row->message);
	if (first > 0)
		held = start_of(postal, first) + postal->header->latency;
	if (held > row->tick)
		check_report_held(postal->check, row, held);
}

static enum status check_row(
	struct postal *postal, const struct transmission *row, struct err *err)
{
	uint32_t received;

	if (!check_transmission(
		    postal->check, postal->header, row, postal->last))
		return STATUS_OK;
	if (set_now(postal, row->tick, err) != STATUS_OK)
		return err->code;
	check_sender(postal, row);
	set_sent(postal, row->from);
	received = get_port(postal, row->to).received;
	if (is_busy(postal, received))
		report_overlap(postal, row, row->to,
			CHECK_RULE("receives") " receives two at once, those "
					       "sent at ",
			start_of(postal, received));
	if (postal->operands) {
		set_received(postal, row->to);
		operands_receive(postal->operands, row,
			row->tick + postal->header->latency);
	} else {
		note_receive(postal, row->to, row->message);
	}
	return STATUS_OK;
}

/* The schedule's unit has become finer: so do the ticks. */
static void rescale(struct postal *postal)
{
	uint64_t factor = postal->header->unit / postal->check->unit;

	for (uint32_t i = 0; i <= postal->now; i++)
		postal->end[i] *= factor;
	postal->last *= factor;
	if (postal->operands)
		operands_rescale(postal->operands, factor);
	postal->check->unit = postal->header->unit;
}

static void check_all_hold(const struct postal *postal)
{
	if (postal->operands) {
		operands_finish(postal->operands);
		return;
	}
	for (uint64_t p = 1; p < postal->header->processors; p++)
		for (uint64_t i = 1; i <= postal->header->messages; i++)
			if (first_sent(postal, p, i) == 0)
				check_report_missing(postal->check, p, i);
}

static enum status check_postal_rows(void *checker,
	const struct transmission *row, size_t count, struct err *err)
{
	struct postal *postal = checker;
	uint64_t n = postal->header->processors;

	if (postal->header->unit != postal->check->unit)
		rescale(postal);
	for (size_t i = 0; i < count; i++) {
		const struct transmission *later =
			&row[i + AHEAD < count ? i + AHEAD : i];

		/* gcc would drop this from a function of its own. */
		if (postal->narrow && later->from < n && later->to < n) {
			__builtin_prefetch(&postal->narrow[later->from]);
			__builtin_prefetch(&postal->narrow[later->to]);
		}
		if (postal->operands && later->from < n && later->to < n)
			operands_prefetch(postal->operands, later);
		if (check_row(postal, &row[i], err) != STATUS_OK)
			return err->code;
	}
	return operands_status(postal->operands, err);
}

enum status check_postal(struct check *check, struct schedule *schedule,
	uint64_t max_bytes, struct err *err)
{
	const struct schedule_header *header = &schedule->header;
	const struct operands_rules *rules = operands_rules(header->operation);
	struct operands operands = {0};
	struct postal postal = {
		.check = check, .header = header, .capacity = 64};
	enum status status = check_memory(header,
		sizeof *postal.narrow + sizeof *postal.port,
		rules ? rules->bytes : sizeof *postal.first, max_bytes, err);

	if (status != STATUS_OK)
		return status;
	check->unit = header->unit;
	postal.narrow =
		mem_array((size_t)header->processors, sizeof *postal.narrow);
	if (rules) {
		operands_init(&operands, check, header, max_bytes);
		postal.operands = &operands;
	} else {
		postal.first = mem_array(
			(size_t)(header->processors * header->messages),
			sizeof *postal.first);
	}
	postal.end = mem_array(postal.capacity, sizeof *postal.end);
	status = check_pull(check, schedule, check_postal_rows, &postal, err);
	if (status == STATUS_OK) {
		check_all_hold(&postal);
		if (postal.now > 0)
			check->finish = postal.last + header->latency;
	}
	mem_free(postal.narrow);
	mem_free(postal.port);
	mem_free(postal.first);
	operands_clear(&operands);
	mem_free(postal.end);
	return status;
}
