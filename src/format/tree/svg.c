/*
 * The picture of a broadcast tree: in each box a node's number and, below, its
 * time; above it a title such as "broadcast tree of 14 processors, latency 5/2,
 * the last informed at 15/2".
 */
#include <inttypes.h>
#include <string.h>

#include "base/mem.h"
#include "number/number.h"
#include "format/tree/tree.h"

enum { TITLE_MOST = 400, TITLE_NUMBER = 60 };

struct tree_writing {
	const struct tree *tree;
	struct tree_times *times;
	uint64_t first; /* nodes before it are faint */
	char blocks[NUMBER_U64_MAX + 1];
	char *below; /* the last text below, of a sum */
};

static const char *time_of(struct tree_writing *writing, size_t v)
{
	return tree_times_text(writing->times, writing->tree, v, 0)->text;
}

/* The time; for a sum "14 +12", with the node's own operands. */
static const char *text_below(void *context, size_t v)
{
	struct tree_writing *writing = context;
	const struct tree_times *times = writing->times;
	char own[NUMBER_U64_MAX + 1];

	if (!times->sum)
		return time_of(writing, v);
	snprintf(own, sizeof own, "%" PRIu64,
		times->operands(times->context, v));
	mem_free(writing->below);
	writing->below = mem_join(time_of(writing, v), " +", own, NULL);
	return writing->below;
}

static const char *text_beside(void *context, size_t v)
{
	struct tree_writing *writing = context;

	snprintf(writing->blocks, sizeof writing->blocks, "%" PRIu64,
		writing->tree->ticks.message[v].blocks);
	return writing->blocks;
}

static int is_before(void *context, size_t v)
{
	struct tree_writing *writing = context;

	return v < writing->first;
}

static void write_edge_title(void *context, struct out *out, size_t v)
{
	struct tree_writing *writing = context;
	const struct tree *tree = writing->tree;

	if (writing->times->is_backwards)
		out_print(out, "%zu to %" PRIu32 ", sent at %s", v,
			tree->node[v].parent, time_of(writing, v));
	else
		out_print(out, "%" PRIu32 " to %zu, sent at %s",
			tree->node[v].parent, v,
			tree_times_text(writing->times, tree, v, 1)->text);
	if (tree->ticks.message)
		out_print(out, ", %s block%s", text_beside(writing, v),
			tree->ticks.message[v].blocks == 1 ? "" : "s");
	if (writing->times->is_backwards)
		return;
	if (tree_is_between(tree, v))
		out_print(out, ", to node %" PRIu64, v / tree->ticks.size);
}

/* The time when the last node is informed. */
static const char *last_time(struct tree_writing *writing)
{
	const struct tree *tree = writing->tree;
	mpq_t last, time;
	size_t v_last = 0;

	mpq_inits(last, time, NULL);
	for (size_t v = 0; v < tree->size; v++) {
		tree_time(time, tree, tree_moment(tree, v, 0));
		if (mpq_cmp(time, last) > 0) {
			mpq_set(last, time);
			v_last = v;
		}
	}
	mpq_clears(last, time, NULL);
	return time_of(writing, v_last);
}

/* Appends a text and a number, which is cut off if it is long. */
static void add_number(char *title, const char *before, const char *number)
{
	strcat(title, before);
	strncat(title, number, TITLE_NUMBER);
	if (strlen(number) > TITLE_NUMBER)
		strcpy(title + strlen(title) - 3, "...");
}

static void add_span(char *title, const char *before,
	const struct tree_times *times, const mpq_t shown)
{
	char *text = tree_times_shown(times, shown);

	add_number(title, before, text);
	mem_free(text);
}

static void add_time(char *title, const char *before,
	const struct tree_times *times, const mpq_t elapsed)
{
	mpq_t shown;

	mpq_init(shown);
	times->show(shown, times->context, elapsed);
	add_span(title, before, times, shown);
	mpq_clear(shown);
}

/* Appends the latency; for a machine also the time of a send, without which its
 * latency says little. */
static void add_latency(
	char *title, const struct tree *tree, const struct tree_times *times)
{
	mpq_t latency, send;

	if (mpq_sgn(tree->lambda) == 0)
		return;
	mpq_inits(latency, send, NULL);
	tree_times_span(latency, times, tree->lambda);
	add_span(title, ", latency ", times, latency);
	mpq_set_ui(send, 1, 1);
	tree_times_span(send, times, send);
	if (mpq_cmp_ui(send, 1, 1) != 0)
		add_span(title, ", a send ", times, send);
	mpq_clears(latency, send, NULL);
}

/* ", nodes of 5, inside 1" */
static void add_nodes(
	char *title, const struct tree *tree, const struct tree_times *times)
{
	const struct tree_ticks *ticks = &tree->ticks;
	mpq_t inside;

	if (ticks->size == 0)
		return;
	sprintf(title + strlen(title), ", nodes of %" PRIu64, ticks->size);
	mpq_init(inside);
	tree_time(inside, tree, ticks->end[1]);
	tree_times_span(inside, times, inside);
	add_span(title, ", inside ", times, inside);
	mpq_clear(inside);
}

static void add_count(char *title, const char *before, uint64_t count)
{
	sprintf(title + strlen(title), "%s%" PRIu64 " processor%s", before,
		count, count == 1 ? "" : "s");
}

/* "broadcast tree of 14 processors, latency 5/2, the last informed at 15/2";
 * "reduction tree of 8 processors, latency 2, complete at 6"; "scatter tree of
 * 8 processors, latency 2, the last block received at 5"; "tree of a sum on 8
 * processors, L=5 o=2 g=4, complete at 28" */
static void set_title(char title[TITLE_MOST], struct tree_writing *writing)
{
	static const char *const kinds[2][2] = {
		{"broadcast tree of ", "scatter tree of "},
		{"reduction tree of ", "gather tree of "}};
	int is_backwards = writing->times->is_backwards != 0;
	int has_blocks = writing->tree->ticks.message != NULL;

	*title = '\0';
	if (writing->times->sum) {
		add_count(title, "tree of a sum on ", writing->tree->size);
		add_number(title, ", ", writing->times->sum);
	} else {
		add_count(title, kinds[is_backwards][has_blocks],
			writing->tree->size);
		add_latency(title, writing->tree, writing->times);
		add_nodes(title, writing->tree, writing->times);
	}
	if (is_backwards)
		add_number(title, ", complete at ", time_of(writing, 0));
	else
		add_number(title,
			has_blocks ? ", the last block received at "
				   : ", the last informed at ",
			last_time(writing));
}

/* What the text in a box means, and the lines to it. */
static const char *legend_of(const struct tree_writing *writing)
{
	const struct tree_ticks *ticks = &writing->tree->ticks;
	int is_backwards = writing->times->is_backwards;

	if (writing->times->sum)
		return "processor; when its sum is complete, + operands of its "
		       "own";
	if (ticks->message)
		return is_backwards ? "processor, and when it sends; 0: has "
				      "all; at the lines: blocks"
				    : "processor, and when it has its blocks; "
				      "at the lines: how many";
	if (ticks->size > 0)
		return "processor, and when it knows the message; dashed: "
		       "between nodes; pale: odd nodes";
	return is_backwards ? "processor, and when it sends; processor 0: when "
			      "it has all"
			    : "processor, and when it knows the message";
}

static enum status draw_tree(struct tree_writing *writing, const char *title,
	const char *instead, FILE *file, struct err *err)
{
	const struct tree_words words = {
		.title = title,
		.legend = legend_of(writing),
		.context = writing,
		.below = text_below,
		.beside = writing->tree->ticks.message ? text_beside : NULL,
		.edge = write_edge_title,
		.is_faint = is_before,
	};
	enum status status =
		tree_boxes_write(writing->tree, &words, instead, file, err);

	mem_free(writing->below);
	return status;
}

enum status tree_write_svg(const struct tree *tree, struct tree_times *times,
	FILE *file, struct err *err)
{
	struct tree_writing writing = {.tree = tree, .times = times};
	char title[TITLE_MOST];

	set_title(title, &writing);
	return draw_tree(
		&writing, title, "-f outline and -f dot have", file, err);
}

/* "universal tree up to time 7, latency 2: 21 processors, faint the 8 before
 * time 5" */
static void set_universal_title(char title[TITLE_MOST],
	struct tree_writing *writing, const mpq_t from, const mpq_t until)
{
	*title = '\0';
	add_time(title, "universal tree up to time ", writing->times, until);
	add_latency(title, writing->tree, writing->times);
	add_count(title, ": ", writing->tree->size);
	if (writing->first == 0)
		return;
	sprintf(title + strlen(title), ", faint the %" PRIu64, writing->first);
	add_time(title, " before time ", writing->times, from);
}

enum status tree_write_universal_svg(const struct tree *tree,
	struct tree_times *times, uint64_t first, const mpq_t from,
	const mpq_t until, FILE *file, struct err *err)
{
	struct tree_writing writing = {
		.tree = tree, .times = times, .first = first};
	char title[TITLE_MOST];

	set_universal_title(title, &writing, from, until);
	return draw_tree(&writing, title, "-f dot has", file, err);
}
