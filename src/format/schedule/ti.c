/*
 * Writes SimGrid's time-independent trace: a line for each action, those of a
 * rank together.  Its comments have the platform on which the trace takes the
 * schedule's time, and the commands that replay it there.
 *
 * A second stands for a unit of time.  A send keeps its sender busy for a
 * send's time (smpi/os), and the link takes the rest of the latency.  Messages
 * travel whether or not a receive waits for them (smpi/async-small-thresh), and
 * their bytes take no time; but where blocks on a machine have a size, each
 * byte keeps the sender busy for longer.
 */
#include "format/schedule/schedule.h"

#include <inttypes.h>
#include <string.h>

#include "base/mem.h"
#include "number/number.h"
#include "format/out.h"

/* tick / (unit parts) with up to 15 digits after the point; free it with
 * mem_free. */
static char *ti_decimal(uint64_t tick, uint64_t unit, uint64_t parts)
{
	mpq_t value, divisor;
	char *text;
	size_t size;

	mpq_inits(value, divisor, NULL);
	number_set_ratio(value, tick, unit);
	number_set_ratio(divisor, parts, 1);
	mpq_div(value, value, divisor);
	text = number_decimal_text(value, 15);
	size = strlen(text);
	while (text[size - 1] == '0')
		size--;
	if (text[size - 1] == '.')
		size--;
	text[size] = '\0';
	mpq_clears(value, divisor, NULL);
	return text;
}

/* The ticks from a send's end until its message is received, between nodes or
 * inside one. */
static uint64_t flight(const struct schedule_header *header, int is_inside)
{
	uint64_t send = is_inside && header->inside_send > 0
				? header->inside_send
				: schedule_send(header);
	uint64_t end = is_inside ? header->inside : header->latency;

	return end > send ? end - send : 0;
}

/* Writes a cluster of processors first .. last: a message takes `half` on its
 * sender's link and on its receiver's, and `middle` on the backbone. */
static void write_cluster(struct out *out, uint64_t number, uint64_t first,
	uint64_t last, const char *half, const char *middle)
{
	out_print(out,
		"#| <cluster id=\"c%" PRIu64 "\" prefix=\"\" suffix=\"\""
		" radical=\"%" PRIu64 "-%" PRIu64 "\" speed=\"1Gf\"\n"
		"#|  bw=\"1e18Bps\" lat=\"%ss\" sharing_policy=\"FATPIPE\"\n"
		"#|  bb_bw=\"1e18Bps\" bb_lat=\"%ss\""
		" bb_sharing_policy=\"FATPIPE\" router_id=\"r%" PRIu64 "\"/>\n",
		number, first, last, half, middle, number);
}

/* Writes a cluster for each node.  Messages between nodes take longer by what
 * the link `between` takes. */
static void write_clusters(
	struct out *out, const struct schedule_header *header)
{
	uint64_t unit = header->unit, inside = flight(header, 1);
	uint64_t node = header->node, count = header->processors / node;
	char *half = ti_decimal(inside, unit, 2);
	char *between = ti_decimal(flight(header, 0) - inside, unit, 1);

	out_text(out, "#| <zone id=\"all\" routing=\"Full\">\n");
	for (uint64_t i = 0; i < count; i++)
		write_cluster(out, i, i * node, i * node + node - 1, half, "0");
	out_print(out,
		"#| <link id=\"between\" bandwidth=\"1e18Bps\""
		" latency=\"%ss\" sharing_policy=\"FATPIPE\"/>\n",
		between);
	for (uint64_t i = 0; i < count; i++)
		for (uint64_t j = 0; j < i; j++)
			out_print(out,
				"#| <zoneRoute src=\"c%" PRIu64
				"\" dst=\"c%" PRIu64 "\" gw_src=\"r%" PRIu64
				"\" gw_dst=\"r%" PRIu64
				"\"><link_ctn id=\"between\"/></zoneRoute>\n",
				j, i, j, i);
	out_text(out, "#| </zone>\n");
	mem_free(between);
	mem_free(half);
}

static void write_platform(
	struct out *out, const struct schedule_header *header)
{
	char *latency;

	out_text(out, "#| <?xml version=\"1.0\"?>\n"
		      "#| <!DOCTYPE platform SYSTEM"
		      " \"https://simgrid.org/simgrid.dtd\">\n"
		      "#| <platform version=\"4.1\">\n");
	if (header->node > 0) {
		write_clusters(out, header);
	} else {
		latency = ti_decimal(flight(header, 0), header->unit, 1);
		write_cluster(out, 0, 0, header->processors - 1, "0", latency);
		mem_free(latency);
	}
	out_text(out, "#| </platform>\n");
}

/*
 * How long a send keeps its sender busy, as smpi/os has it: a time, and one for
 * each byte, "4.5:0.01".  With blocks, the time is a send's without the bytes
 * of its first block.  Where sends inside a node are shorter, messages inside a
 * node have one byte and others two: "1:0;1:5:0" is 1 up to one byte, and 5
 * beyond.  *is_exact = whether this is right for all messages.
 */
static char *send_text(
	const struct schedule_header *header, uint64_t octets, int *is_exact)
{
	const struct schedule_message *message = &header->message;
	uint64_t send = schedule_send(header), unit = header->unit;
	char *base, *byte, *text;

	*is_exact = message->block == 0 || (message->gap >= message->overhead &&
						   send >= message->block);
	if (message->block > 0) /* a time of one byte need not be whole */
		send = send > message->block ? send - message->block : 0;
	base = ti_decimal(send, unit, 1);
	byte = ti_decimal(message->block, unit, octets);
	text = mem_join(base, ":", byte, NULL);
	if (header->inside_send > 0) {
		char *all = text;
		char *inside = ti_decimal(header->inside_send, unit, 1);

		text = mem_join(inside, ":0\\;1:", all, NULL);
		mem_free(inside);
		mem_free(all);
	}
	mem_free(base);
	mem_free(byte);
	return text;
}

static void write_replay(
	struct out *out, const struct event_list *whole, uint64_t octets)
{
	const struct schedule_header *header = &whole->header;
	char *finish, *send;
	uint64_t most = octets * events_most_blocks(whole);
	uint64_t least = most < 1 << 16 ? 1 << 16 : most + 1;
	int is_exact;
	mpq_t time;

	mpq_init(time);
	number_set_ratio(time, whole->finish, header->unit);
	finish = number_decimal_text(time, 6);
	mpq_clear(time);
	send = send_text(header, octets, &is_exact);
	out_print(out,
		"# %s\n# SimGrid replays it by\n"
		"#     sed -n 's/^#\\$ //p' FILE | sh -s FILE\n"
		"# and prints %s, or less where the schedule waits%s.\n"
		"#$ sed -n 's/^#| //p' \"$1\" > platform.xml\n"
		"#$ seq 0 %" PRIu64 " > hosts\n"
		"#$ echo \"$1\" > traces\n"
		"#$ smpirun -np %" PRIu64
		" -platform platform.xml -hostfile hosts \\\n"
		"#$   --cfg=smpi/os:0:%s"
		" --cfg=smpi/async-small-thresh:%" PRIu64 " \\\n"
		"#$   --cfg=network/model:CM02"
		" --cfg=network/crosstraffic:0"
		" --cfg=network/TCP-gamma:0 \\\n"
		"#$   --cfg=network/latency-factor:1"
		" --cfg=network/bandwidth-factor:1 \\\n"
		"#$   -replay traces\n",
		whole->caption, finish,
		is_exact ? "" : ", or more where a processor is busy for long",
		header->processors - 1, header->processors, send, least);
	mem_free(finish);
	mem_free(send);
	write_platform(out, &whole->header);
}

/* The bytes of a row's message, as send_text needs them. */
static uint64_t weight(const struct event_list *whole,
	const struct event_row *row, uint64_t octets)
{
	const struct schedule_header *header = &whole->header;
	int is_between = header->inside_send > 0 &&
			 row->from / header->node != row->to / header->node;

	return (is_between ? 2 : 1) * octets * event_blocks(whole, row);
}

static void write_rank(struct out *out, const struct event_list *whole,
	uint64_t octets, size_t p)
{
	out_print(out, "%zu init\n", p);
	for (size_t i = whole->first[p]; i < whole->first[p + 1]; i++) {
		const struct event *event = &whole->event[i];
		const struct event_row *row = event->row;

		out_print(out, "%zu %s %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
			p, event->is_send ? "send" : "recv",
			event->is_send ? row->to : row->from,
			event_tag(whole, row), weight(whole, row, octets));
	}
	out_print(out, "%zu finalize\n", p);
}

static enum status write_ranks(
	struct event_list *whole, struct out *out, struct err *err)
{
	uint64_t octets =
		whole->header.message.block > 0 ? events_octets(whole) : 1;

	(void)err;
	write_replay(out, whole, octets);
	for (size_t p = 0; p < whole->header.processors && !ferror(out->file);
		p++)
		write_rank(out, whole, octets, p);
	return STATUS_OK;
}

static enum status check_ti(const struct schedule_header *header,
	const struct schedule_look *look, struct err *err)
{
	(void)look;
	if (header->model == MODEL_MACHINE && header->latency < header->send)
		return err_usage(err,
			ERR_NAME "format: SimGrid's replay knows no message "
				 "that arrives before the next can be sent");
	if (header->node > 0 && flight(header, 0) < flight(header, 1))
		return err_usage(err,
			ERR_NAME "format: messages inside a node are longer "
				 "under way than those between nodes");
	if (header->node > 0 && header->model == MODEL_MACHINE)
		return err_usage(
			err, ERR_NAME "format: on nodes it takes no blocks");
	return STATUS_OK;
}

const struct events_format events_ti = {
	EVENTS_ONE_PORT | EVENTS_ONE_SIZE | EVENTS_HELD, check_ti, events_read,
	write_ranks};
