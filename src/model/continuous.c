/*
 * The ways to build a continuous broadcast, tried one after the other.  With
 * the tree of latency L nothing has slack; with that of latency L + 1 every
 * message but the source's arrives a step before the tree says so.  For a
 * group, let offset_0 be when the item for its node comes: nothing waits in
 * it iff the offsets of its leaves and offset_0 have a sum of 0 mod G.  EXACT
 * and QUEUE_FREE want that of every group, HALL_ROOT of the root's.  P = 2..40,
 * L = 1..6 all have one of these.
 */
#include "model/continuous.h"

#include "base/mem.h"
#include "base/number.h"
#include "core/schedule_stored.h"
#include "model/continuous_cycle.h"
#include "model/continuous_groups.h"
#include "model/continuous_leaves.h"
#include "model/logp.h"

/* Other trees that are tried, and what the search may cost. */
enum { TREES = 60, PERIODS = 4, SWEEPS = 256, SWEEP_MOVES = 240000 };

/* Memory for a processor, all in all. */
enum { PROCESSOR_BYTES = 160 };

struct opener {
	struct schedule_header header;
	mpz_t nodes;
	uint64_t max_bits;
	struct schedule *schedule; /* when it has been found */
};

/* word = z, if it is below 2^62. */
static int get_word(uint64_t *word, const mpz_t z)
{
	if (mpz_sizeinbase(z, 2) > 62)
		return 0;
	*word = number_get_u64(z);
	return 1;
}

/* L + B(nodes,latency): the delay if a tree of that latency is used. */
static enum status get_delay(mpz_t delay, const struct opener *opener,
	uint64_t latency, struct err *err)
{
	enum status status;
	mpz_t L;

	mpz_init(L);
	number_set_u64(L, latency);
	status = logp_time(delay, opener->nodes, L, opener->max_bits, err);
	number_set_u64(L, opener->header.latency);
	mpz_add(delay, delay, L);
	mpz_clear(L);
	return status;
}

/* Times must be below 2^62, with room for a step more. */
static enum status check_times(const struct opener *opener, struct err *err)
{
	enum status status;
	uint64_t word;
	mpz_t delay;

	mpz_init(delay);
	status = get_delay(delay, opener, opener->header.latency + 1, err);
	if (status == STATUS_OK &&
		(!get_word(&word, delay) ||
			word + opener->header.messages >= (uint64_t)1 << 62))
		status = err_set(err, STATUS_LIMIT,
			"a schedule's times must be below 2^62", NULL);
	mpz_clear(delay);
	return status;
}

static enum status check_memory(
	const mpz_t n, uint64_t max_bits, struct err *err)
{
	enum status status = STATUS_OK;
	mpz_t bytes;
	char *text;

	mpz_init(bytes);
	mpz_mul_ui(bytes, n, PROCESSOR_BYTES);
	if (!number_fits_u64(bytes) || number_get_u64(bytes) > max_bits / 8 ||
		number_get_u64(bytes) > SIZE_MAX) {
		text = number_integer_text(bytes);
		status = err_set(err, STATUS_LIMIT, "the schedule needs ", text,
			" bytes of memory, more than --max-bits allows", NULL);
		mem_free(text);
	}
	mpz_clear(bytes);
	return status;
}

/* What the leaves of inner node g are to sum up to, so that nothing waits. */
static struct continuous_wish get_wish(
	const struct continuous_tree *tree, uint32_t slack, uint32_t g)
{
	uint32_t size = tree->tree.node[tree->inner[g]].children;
	uint64_t offset = slack;

	if (g > 0)
		offset = continuous_tree_offset(tree, tree->inner[g]);
	offset %= size;
	return (struct continuous_wish){
		g, size, offset == 0 ? 0 : size - (uint32_t)offset};
}

/* Leaves for all groups with a wish each. */
static int choose_all(uint32_t *owner, const struct continuous_tree *tree,
	const uint64_t *offset, uint32_t slack)
{
	struct continuous_wish *wish =
		mem_array(tree->inners + (size_t)1, sizeof *wish);
	size_t wishes = 0;
	int found;

	for (uint32_t g = 0; g < tree->inners; g++) {
		wish[wishes] = get_wish(tree, slack, g);
		wishes += wish[wishes].size > 1;
	}
	found = continuous_leaves_search(
		owner, offset, tree->leaves, wish, wishes);
	mem_free(wish);
	return found;
}

/* Leaves in their order for the groups from the given one on. */
static void choose_any(
	uint32_t *owner, const struct continuous_tree *tree, uint32_t first)
{
	uint32_t x = 0;

	for (uint32_t g = first; g < tree->inners; g++) {
		uint32_t left = tree->tree.node[tree->inner[g]].children - 1;

		for (; left > 0; x++)
			if (owner[x] == CONTINUOUS_NOBODY) {
				owner[x] = g;
				left--;
			}
	}
}

static int choose(uint32_t *owner, const struct continuous_tree *tree,
	const uint64_t *offset, enum continuous_way way)
{
	struct continuous_wish root;

	for (uint32_t x = 0; x < tree->leaves; x++)
		owner[x] = CONTINUOUS_NOBODY;
	if (way == CONTINUOUS_EXACT || way == CONTINUOUS_QUEUE_FREE)
		return choose_all(
			owner, tree, offset, way == CONTINUOUS_QUEUE_FREE);
	if (way == CONTINUOUS_LATE || tree->inners == 0) {
		choose_any(owner, tree, 0);
		return 1;
	}
	root = get_wish(tree, 1, 0);
	if (!continuous_leaves_one(owner, offset, tree->leaves, &root))
		return 0;
	choose_any(owner, tree, 1);
	return 1;
}

/* Opens the schedule if there is a choice of leaves for this tree. */
static void try_tree(struct opener *opener, const struct continuous_tree *tree,
	enum continuous_way way)
{
	uint32_t *owner = mem_array(tree->leaves, sizeof *owner);
	uint64_t *offset = mem_array(tree->leaves, sizeof *offset);
	struct continuous_plan plan = {
		.tree = tree,
		.owner = owner,
		.slack = way == CONTINUOUS_QUEUE_FREE ||
			 way == CONTINUOUS_HALL_ROOT,
		.shift = way == CONTINUOUS_LATE,
	};

	for (uint32_t x = 0; x < tree->leaves; x++)
		offset[x] = continuous_tree_offset(tree, tree->leaf[x]);
	if (choose(owner, tree, offset, way))
		opener->schedule =
			continuous_groups_open(&opener->header, &plan);
	mem_free(owner);
	mem_free(offset);
}

static enum status open_tree(struct continuous_tree *tree,
	const struct opener *opener, enum continuous_way way, struct err *err)
{
	uint64_t latency = opener->header.latency;

	if (way != CONTINUOUS_EXACT && way != CONTINUOUS_LEAST)
		latency++;
	return continuous_tree_init(
		tree, opener->nodes, latency, opener->max_bits, err);
}

static enum status try_way(
	struct opener *opener, enum continuous_way way, struct err *err)
{
	struct continuous_tree tree;
	enum status status = open_tree(&tree, opener, way, err);

	if (status == STATUS_OK)
		try_tree(opener, &tree, way);
	continuous_tree_clear(&tree);
	return status;
}

static enum status try_ways(struct opener *opener, struct err *err)
{
	enum status status = STATUS_OK;

	for (int way = CONTINUOUS_EXACT;
		status == STATUS_OK && !opener->schedule &&
		way <= CONTINUOUS_LATE;
		way++)
		status = try_way(opener, (enum continuous_way)way, err);
	return status;
}

static uint32_t most_children(const struct continuous_tree *tree)
{
	uint32_t most = 1;

	for (uint32_t g = 0; g < tree->inners; g++) {
		uint32_t count = tree->tree.node[tree->inner[g]].children;

		if (count > most)
			most = count;
	}
	return most;
}

static void try_cycle(struct opener *opener, const struct continuous_tree *tree,
	uint32_t try, uint64_t *seed)
{
	struct continuous_cycle cycle;
	uint32_t period = most_children(tree) + try % PERIODS;

	if (!continuous_search(&cycle, tree, period, SWEEP_MOVES, seed))
		return;
	opener->schedule = continuous_cycle_open(&opener->header, &cycle);
	continuous_cycle_clear(&cycle);
}

static void try_others(
	struct opener *opener, const struct continuous_tree *given)
{
	uint64_t seed = 0x9e3779b97f4a7c15u;

	for (uint32_t i = 0; i < TREES && !opener->schedule; i++) {
		struct continuous_tree tree;

		continuous_tree_random(&tree, given, &seed);
		try_tree(opener, &tree, CONTINUOUS_EXACT);
		continuous_tree_clear(&tree);
	}
	if (given->tree.size > CONTINUOUS_SEARCH_MAX)
		return;
	for (uint32_t i = 0; i < SWEEPS && !opener->schedule; i++) {
		struct continuous_tree tree;

		continuous_tree_random(&tree, given, &seed);
		try_cycle(opener, i < PERIODS ? given : &tree, i, &seed);
		continuous_tree_clear(&tree);
	}
}

static enum status report_none(const struct opener *opener, struct err *err)
{
	mpz_t delay[2];
	char *text[4];
	enum status status = STATUS_OK;

	mpz_inits(delay[0], delay[1], NULL);
	for (uint64_t i = 0; i < 2 && status == STATUS_OK; i++)
		status = get_delay(
			delay[i], opener, opener->header.latency + i, err);
	if (status == STATUS_OK) {
		text[0] = number_integer_text(delay[0]);
		text[1] = number_integer_text(delay[1]);
		mpz_add_ui(delay[0], opener->nodes, 1);
		text[2] = number_integer_text(delay[0]);
		number_set_u64(delay[1], opener->header.latency);
		text[3] = number_integer_text(delay[1]);
		status = err_set(err, STATUS_LIMIT, "no schedule of delay ",
			text[0], " was found for ", text[2],
			" processors and latency ", text[3],
			"; without --delay least it is at most ", text[1],
			NULL);
		for (size_t i = 0; i < 4; i++)
			mem_free(text[i]);
	}
	mpz_clears(delay[0], delay[1], NULL);
	return status;
}

static enum status try_least(struct opener *opener, struct err *err)
{
	struct continuous_tree tree;
	enum status status = open_tree(&tree, opener, CONTINUOUS_LEAST, err);

	if (status == STATUS_OK)
		try_tree(opener, &tree, CONTINUOUS_EXACT);
	if (status == STATUS_OK && !opener->schedule)
		try_others(opener, &tree);
	continuous_tree_clear(&tree);
	if (status == STATUS_OK && !opener->schedule)
		status = report_none(opener, err);
	return status;
}

/* One processor has nothing to do. */
static void open_empty(struct opener *opener)
{
	struct transmissions none = {NULL, 0, 0};

	opener->schedule = schedule_stored(&opener->header, &none);
}

static enum status open_way(
	struct opener *opener, enum continuous_way way, struct err *err)
{
	enum status status;

	if (mpz_sgn(opener->nodes) == 0) {
		open_empty(opener);
		return STATUS_OK;
	}
	status = check_times(opener, err);
	if (status != STATUS_OK)
		return status;
	if (way == CONTINUOUS_FIRST)
		return try_ways(opener, err);
	if (way == CONTINUOUS_LEAST)
		return try_least(opener, err);
	status = try_way(opener, way, err);
	if (status == STATUS_OK && !opener->schedule)
		status = err_set(err, STATUS_LIMIT,
			"no choice of leaves was found", NULL);
	return status;
}

enum status continuous_open(struct schedule **schedule, enum continuous_way way,
	const mpz_t n, const mpz_t m, const mpz_t L, uint64_t max_bits,
	struct err *err)
{
	struct opener opener = {.max_bits = max_bits};
	struct schedule_header *header = &opener.header;
	enum status status = check_memory(n, max_bits, err);

	*schedule = NULL;
	*header = (struct schedule_header){.model = MODEL_LOGP,
		.algorithm = "continuous",
		.unit = 1,
		.has_finish = 1};
	if (status != STATUS_OK)
		return status;
	if (!get_word(&header->processors, n) ||
		!get_word(&header->messages, m) ||
		!get_word(&header->latency, L))
		return err_set(err, STATUS_LIMIT,
			"a schedule's numbers must be below 2^62", NULL);
	mpz_init(opener.nodes);
	mpz_sub_ui(opener.nodes, n, 1);
	status = open_way(&opener, way, err);
	mpz_clear(opener.nodes);
	*schedule = opener.schedule;
	return status;
}
