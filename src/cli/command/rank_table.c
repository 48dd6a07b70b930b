/*
 * The rows of rank: a processor's sends and receives, one a row, or in rounds
 * one row for a round's send and receive.
 */
#include "cli/command/command.h"

#include "base/mem.h"
#include "number/number.h"

/* Prints "FIRST+COUNT", or of an all-to-all "WEIGHT/RADIX=DIGIT". */
static void print_run(struct table *table, const struct part_event *event)
{
	int has_digit = mpz_sgn(event->radix) > 0;
	char *first = number_integer_text(event->first);
	char *count =
		number_integer_text(has_digit ? event->radix : event->count);
	char *digit = number_integer_text(event->digit);
	char *text = mem_join(first, has_digit ? "/" : "+", count,
		has_digit ? "=" : NULL, digit, NULL);

	table_text(table, text);
	mem_free(first);
	mem_free(count);
	mem_free(digit);
	mem_free(text);
}

static void print_carried(struct table *table, const struct part_event *event)
{
	if (event->carried)
		table_text(table, event->carried);
	else
		print_run(table, event);
}

/* latency: NULL for a time that is the user's already. */
static void print_time(
	struct table *table, const mpq_t time, const struct latency *latency)
{
	mpq_t shown;

	mpq_init(shown);
	mpq_set(shown, time);
	if (latency)
		latency_show(shown, latency, time);
	table_rational(table, shown);
	mpq_clear(shown);
}

static void print_event(struct rank_table *rows, const struct part_event *event,
	const mpz_t rank)
{
	struct table *table = &rows->table;
	mpq_t end;

	mpq_init(end);
	mpq_add(end, event->start, event->length);
	if (rows->has_rank)
		table_integer(table, rank);
	table_text(table, event->is_send ? "send" : "receive");
	table_integer_to(table, event->peer, rows->processors);
	if (rows->has_message)
		table_integer_to(table, event->message, rows->messages);
	print_time(table, event->start, rows->shown);
	print_time(table, end, rows->shown);
	if (rows->run)
		print_carried(table, event);
	table_end(table);
	mpq_clear(end);
}

static void print_events(
	struct rank_table *rows, struct part *part, const mpz_t rank)
{
	struct part_event event;

	part_event_init(&event);
	while (!ferror(rows->table.out.file) && part_next(part, &event))
		print_event(rows, &event, rank);
	part_event_clear(&event);
}

/* -- in rounds: the dump that convert --from ranks reads */

static const char *const round_columns[] = {"rank", "round", "send-to",
	"send-block", "recv-from", "recv-block", NULL};

/* Prints the peer and what is carried; a message counts as a block, numbered
 * from 0.  event: NULL if there is none. */
static void print_end(struct rank_table *rows, const struct part_event *event)
{
	struct table *table = &rows->table;
	mpz_t block;

	if (!event) {
		table_absent(table);
		table_absent(table);
		return;
	}
	table_integer(table, event->peer);
	if (rows->run) {
		print_carried(table, event);
		return;
	}
	mpz_init(block);
	mpz_sub_ui(block, event->message, 1);
	table_integer(table, block);
	mpz_clear(block);
}

/* A round's receive and send, one of which may not be; neither: round 0 of one
 * that is idle. */
static void print_round(struct rank_table *rows, const mpz_t rank,
	const struct part_event *receive, const struct part_event *send)
{
	const struct part_event *one = receive ? receive : send;
	struct table *table = &rows->table;

	table_integer(table, rank);
	if (one)
		table_integer(table, mpq_numref(one->start));
	else
		table_u64(table, 0);
	print_end(rows, send);
	print_end(rows, receive);
	table_end(table);
}

/* Prints a row for each round.  An event is held until the next one is known:
 * a receive comes before the send of its round, which joins its row.  A
 * processor that is alone says that it is there. */
static void print_rounds(
	struct rank_table *rows, struct part *part, const mpz_t rank)
{
	struct part_event event[2];
	int is_held = 0, more, at = 0;

	part_event_init(&event[0]);
	part_event_init(&event[1]);
	do {
		struct part_event *held = &event[!at], *next = &event[at];
		int joins;

		more = !ferror(rows->table.out.file) && part_next(part, next);
		joins = more && is_held && next->is_send &&
			mpq_equal(next->start, held->start);
		if (is_held)
			print_round(rows, rank, held->is_send ? NULL : held,
				joins		? next
				: held->is_send ? held
						: NULL);
		is_held = more && !joins;
		at = !at;
	} while (more);
	if (rows->is_alone)
		print_round(rows, rank, NULL, NULL);
	part_event_clear(&event[0]);
	part_event_clear(&event[1]);
}

void rank_table_open(struct rank_table *rows, const struct output *output,
	const struct latency *latency, FILE *out)
{
	const char *names[8] = {"rank", "event", "peer", "message"};
	size_t count = 3;

	if (rows->has_message)
		count++;
	names[count++] = "start";
	names[count++] = "end";
	names[count] = rows->run;
	output_table(&rows->table, output,
		rows->is_in_rounds ? round_columns : names + !rows->has_rank,
		latency_unit_name(latency), out);
}

void rank_table_print(
	struct rank_table *rows, struct part *part, const mpz_t rank)
{
	if (rows->is_in_rounds)
		print_rounds(rows, part, rank);
	else
		print_events(rows, part, rank);
}
