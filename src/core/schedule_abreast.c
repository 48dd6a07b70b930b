/*
 * Each message of the schedule given stands for `width` messages.  Rows are
 * taken in runs of equal tick, sender and message, which may have several rows
 * on several ports, and each run is given out once for each of the messages, so
 * that rows stay in order.
 *
 * Example: 5 messages, width 2, from a schedule of 3 messages: its rows of
 * message 1 become those of messages 1 and 2, and those of message 3 become
 * those of message 5 alone.
 */
#include "core/schedule.h"

#include "base/mem.h"

enum { ABREAST_ROWS = 256 };

struct abreast {
	struct schedule schedule;
	struct schedule *from;
	const struct transmission *row; /* rows of from, not yet taken */
	size_t rows;
	struct transmissions run;
	size_t at;		 /* the next row of the run to be given out, */
	uint64_t width, message; /* for this message */
	struct transmission out[ABREAST_ROWS];
};

static int is_of_run(const struct transmission *x, const struct transmission *y)
{
	return x->tick == y->tick && x->from == y->from &&
	       x->message == y->message;
}

/* Takes the next run; at the end it is empty. */
static enum status take_run(struct abreast *own, struct err *err)
{
	own->run.count = own->at = 0;
	for (;;) {
		enum status status = STATUS_OK;

		if (own->rows == 0)
			status = schedule_next(
				own->from, &own->row, &own->rows, err);
		if (status != STATUS_OK || own->rows == 0)
			return status;
		if (own->run.count > 0 && !is_of_run(own->run.row, own->row))
			return STATUS_OK;
		if (own->run.count == 0)
			own->message = (own->row->message - 1) * own->width + 1;
		transmissions_add(&own->run, own->row++);
		own->rows--;
	}
}

/* Begins the run again for the next message that it stands for; 0: there is
 * none. */
static int next_message(struct abreast *own)
{
	own->at = 0;
	return own->run.count > 0 && own->message++ % own->width != 0 &&
	       own->message <= own->schedule.header.messages;
}

static enum status abreast_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct abreast *own = (struct abreast *)schedule;

	*rows = own->out;
	for (*count = 0; *count < ABREAST_ROWS; ++*count) {
		if (own->at == own->run.count && !next_message(own) &&
			take_run(own, err) != STATUS_OK)
			return err->code;
		if (own->run.count == 0)
			break;
		own->out[*count] = own->run.row[own->at++];
		own->out[*count].message = own->message;
	}
	return STATUS_OK;
}

static void abreast_clear(struct schedule *schedule)
{
	struct abreast *own = (struct abreast *)schedule;

	schedule_close(own->from);
	transmissions_clear(&own->run);
}

struct schedule *schedule_abreast(struct schedule *schedule, uint64_t messages,
	uint64_t width, uint64_t ports)
{
	static const struct schedule_ops ops = {abreast_next, abreast_clear};
	struct abreast *own = mem_array(1, sizeof *own);

	own->schedule = *schedule;
	own->schedule.ops = &ops;
	own->schedule.rows = 0;
	own->schedule.header.messages = messages;
	own->schedule.header.ports = ports;
	own->from = schedule;
	own->width = width;
	return &own->schedule;
}
