/*
 * The checker of the locality model.  Rows come in time order, so only two
 * things matter of each processor and each cell: until when it is busy, and
 * from when on it has the item.
 *
 * An access by a processor to a cell, within a group of k consecutive
 * processors that contains it and the cell's owner, keeps the processor and the
 * cell busy for l(k).  At the start, the processor must know the item for a
 * write, or the cell hold it for a read; at the end the other one has it, too.
 * At first processor 0 knows the item and cell 0 holds it; in the end all
 * processors must know it.
 *   Example: l(k) = k: a write of processor 0 to cell 2 at 0, in a group of 3,
 * ends at 3; then processor 2 may read cell 2, in a group of 1, until 4.
 *   Rows do not say where their groups begin, so it is not judged whether the
 * groups of accesses at the same time can be disjoint or nested.
 * Juurlink, Kolman, Meyer auf der Heide & Rieping 2003, Section 2.1: the H-PRAM
 * with exclusive reads and writes.
 */
#include "check/checker.h"

#include <assert.h>

#include "base/mem.h"
#include "number/number.h"
#include "number/cost.h"

#define LIMIT (UINT64_C(1) << 63)

/* How many costs are kept; and the longest numbers, in bits, in the calculation
 * of one. */
enum { PRICES = 64, COST_BITS_MAX = 1 << 16 };
/* The work on long numbers that all costs together may take: see
 * number/value.h. */
static const uint64_t COST_WORK = UINT64_C(1) << 31;

/* A processor, or a cell. */
struct party {
	uint64_t busy; /* until this tick */
	uint64_t has;  /* the item, from this tick on; UINT64_MAX: never */
};

/* A cost that is kept: ticks = l(size); size 0: none. */
struct price {
	uint64_t size, ticks;
};

struct locality {
	struct check *check; /* its unit is a multiple of the header's */
	const struct schedule_header *header;
	struct cost *cost;
	struct party *processor, *cell;
	uint64_t last;		    /* the tick of the last row */
	uint64_t scale;		    /* of our ticks, in one of the header's */
	struct price price[PRICES]; /* l(k) in place k mod PRICES */
	uint64_t work;		    /* what is left of COST_WORK */
	struct err *err;
};

static enum status locality_too_large(struct err *err)
{
	return err_limit(err,
		"times and costs have no common unit in which they are below "
		"2^63");
}

static void multiply(uint64_t *time, uint64_t factor)
{
	if (*time != UINT64_MAX)
		*time *= factor;
}

/* Makes the unit finer by a factor: multiplies all ticks. */
static enum status rescale(struct locality *locality, uint64_t factor)
{
	struct check *check = locality->check;
	uint64_t most =
		check->finish > check->unit ? check->finish : check->unit;

	if (most > (LIMIT - 1) / factor)
		return locality_too_large(locality->err);
	for (uint64_t i = 0; i < locality->header->processors; i++) {
		multiply(&locality->processor[i].busy, factor);
		multiply(&locality->processor[i].has, factor);
		multiply(&locality->cell[i].busy, factor);
		multiply(&locality->cell[i].has, factor);
	}
	for (size_t i = 0; i < PRICES; i++)
		locality->price[i].size = 0;
	locality->last *= factor;
	check->unit *= factor;
	check->finish *= factor;
	return STATUS_OK;
}

/* Follows the header's unit, which may have become finer. */
static enum status follow_unit(struct locality *locality)
{
	uint64_t unit = locality->header->unit, old = locality->check->unit;
	uint64_t common = number_gcd_u64(unit, old);

	if (unit > common && rescale(locality, unit / common) != STATUS_OK)
		return locality->err->code;
	locality->scale = locality->check->unit / unit;
	return STATUS_OK;
}

/* cost = l(size), which must be exact. */
static enum status find_cost(
	struct value *cost, struct locality *locality, uint64_t size)
{
	const struct value_precision precision = {.bits = 128,
		.max_bits = COST_BITS_MAX,
		.work = &locality->work};
	enum status status;
	mpz_t k;

	mpz_init(k);
	number_set_u64(k, size);
	status = cost_value(cost, locality->cost, k, &precision, locality->err);
	mpz_clear(k);
	if (status == STATUS_USAGE)
		locality->err->code = STATUS_INPUT;
	if (status != STATUS_OK)
		return locality->err->code;
	if (cost->exact)
		return STATUS_OK;
	return err_input(locality->err,
		"the cost is not exact at k = ", ERR_OWN, number_u64_text(size),
		", so no time can be checked");
}

/* *ticks = cost in the checker's unit, which is made finer if necessary. */
static enum status count_ticks(
	uint64_t *ticks, struct locality *locality, const mpq_t cost)
{
	uint64_t numerator, denominator, factor;

	if (mpz_sizeinbase(mpq_numref(cost), 2) > 63 ||
		mpz_sizeinbase(mpq_denref(cost), 2) > 63)
		return locality_too_large(locality->err);
	numerator = number_get_u64(mpq_numref(cost));
	denominator = number_get_u64(mpq_denref(cost));
	factor = denominator /
		 number_gcd_u64(locality->check->unit, denominator);
	if (factor > 1 && rescale(locality, factor) != STATUS_OK)
		return locality->err->code;
	locality->scale = locality->check->unit / locality->header->unit;
	if (numerator > (LIMIT - 1) / (locality->check->unit / denominator))
		return locality_too_large(locality->err);
	*ticks = locality->check->unit / denominator * numerator;
	return STATUS_OK;
}

/* *ticks = l(size) in the checker's unit. */
static enum status find_price(
	uint64_t *ticks, struct locality *locality, uint64_t size)
{
	struct price *price = &locality->price[size % PRICES];
	struct value cost;
	enum status status = STATUS_OK;

	if (price->size != size) {
		value_init(&cost);
		status = find_cost(&cost, locality, size);
		if (status == STATUS_OK)
			status = count_ticks(&price->ticks, locality, cost.q);
		if (status == STATUS_OK)
			price->size = size;
		value_clear(&cost);
	}
	*ticks = price->ticks;
	return status;
}

static uint64_t distance(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

/* Whether the row can be carried out; if not, reports why. */
static int check_alone(const struct locality *locality,
	const struct transmission *row, uint64_t tick)
{
	const struct schedule_header *header = locality->header;
	const char *rule = NULL, *wrong = NULL;
	uint64_t about = row->size;

	if (row->from >= header->processors || row->to >= header->processors) {
		rule = "processor", wrong = "there is no processor #";
		about = row->from < header->processors ? row->to : row->from;
	} else if (row->message != 1) {
		rule = "message", wrong = "there is no message #";
		about = row->message;
	} else if (row->access == ACCESS_NONE) {
		rule = "access", wrong = "neither a read nor a write";
	} else if (row->size < 1 || row->size > header->processors) {
		rule = "group", wrong = "no group has the size #";
	} else if (tick < locality->last) {
		rule = "order",
		wrong = "the access at @ is earlier than the one before it";
		about = tick;
	} else if (distance(row->from, row->to) >= row->size) {
		rule = "group",
		wrong = "no group of size # has both processors # and #";
	}
	if (wrong)
		check_report(locality->check, rule, row->line, wrong, about,
			row->from, row->to);
	return !wrong;
}

/* Reports if a processor or cell, which is what, is busy when the access
 * starts. */
static void check_busy(const struct locality *locality,
	const struct transmission *row, uint64_t tick, const char *what,
	uint64_t number, const struct party *party)
{
	if (party->busy > tick)
		check_report(locality->check, "accesses", row->line,
			"$ # takes part in two accesses at once: one lasts "
			"until @, one starts at @",
			what, number, party->busy, tick);
}

/* Reports if the source of the access does not have the item at its start. */
static void check_has(const struct locality *locality,
	const struct transmission *row, uint64_t tick,
	const struct party *source)
{
	int writes = row->access == ACCESS_WRITE;

	if (source->has <= tick)
		return;
	if (source->has == UINT64_MAX)
		check_report(locality->check, "held", row->line,
			writes ? "processor # writes the item at @, but does "
				 "not know it"
			       : "cell # is read at @, but does not hold the "
				 "item",
			row->from, tick);
	else
		check_report(locality->check, "held", row->line,
			writes ? "processor # writes the item at @, but knows "
				 "it only at @"
			       : "cell # is read at @, but holds the item only "
				 "at @",
			row->from, tick, source->has);
}

/* Carries the access out: both are busy until its end, when the target has the
 * item, too. */
static void carry_out(struct locality *locality, struct party *source,
	struct party *target, uint64_t end)
{
	if (source->busy < end)
		source->busy = end;
	if (target->busy < end)
		target->busy = end;
	if (target->has > end)
		target->has = end;
	if (locality->check->finish < end)
		locality->check->finish = end;
}

static enum status check_locality_row(
	struct locality *locality, const struct transmission *row)
{
	int writes = row->access == ACCESS_WRITE;
	struct party *source, *target;
	uint64_t tick, price;

	assert(locality->scale > 0);
	if (row->tick > (LIMIT - 1) / locality->scale)
		return locality_too_large(locality->err);
	if (!check_alone(locality, row, row->tick * locality->scale))
		return STATUS_OK;
	if (find_price(&price, locality, row->size) != STATUS_OK)
		return locality->err->code;
	if (row->tick > (LIMIT - 1 - price) / locality->scale)
		return locality_too_large(locality->err);
	tick = locality->last = row->tick * locality->scale;
	source = writes ? &locality->processor[row->from]
			: &locality->cell[row->from];
	target = writes ? &locality->cell[row->to]
			: &locality->processor[row->to];
	check_has(locality, row, tick, source);
	check_busy(locality, row, tick, writes ? "processor" : "cell",
		row->from, source);
	check_busy(locality, row, tick, writes ? "cell" : "processor", row->to,
		target);
	carry_out(locality, source, target, tick + price);
	return STATUS_OK;
}

static void check_all_know(const struct locality *locality)
{
	for (uint64_t p = 0; p < locality->header->processors; p++)
		if (locality->processor[p].has == UINT64_MAX)
			check_report(locality->check, "complete", 0,
				"processor # never learns the item", p);
}

static enum status check_locality_rows(void *checker,
	const struct transmission *row, size_t count, struct err *err)
{
	struct locality *locality = checker;

	if (follow_unit(locality) != STATUS_OK)
		return err->code;
	for (size_t i = 0; i < count; i++)
		if (check_locality_row(locality, &row[i]) != STATUS_OK)
			return err->code;
	return STATUS_OK;
}

static struct party *new_parties(uint64_t n)
{
	struct party *party = mem_array((size_t)n, sizeof *party);

	for (uint64_t i = 1; i < n; i++)
		party[i].has = UINT64_MAX;
	return party;
}

/* Parses the header's cost, and checks that there is one message. */
static enum status check_header(struct cost **cost,
	const struct schedule_header *header, struct err *err)
{
	if (header->messages != 1)
		return err_input(err, "model locality has one message");
	if (!header->cost)
		return err_input(err, "there is no cost");
	if (cost_parse(cost, header->cost, COST_BITS_MAX, err) == STATUS_OK)
		return STATUS_OK;
	err_prefix(err, "cost");
	if (err->code == STATUS_USAGE)
		err->code = STATUS_INPUT;
	return err->code;
}

enum status check_locality(struct check *check, struct schedule *schedule,
	uint64_t max_bytes, struct err *err)
{
	const struct schedule_header *header = &schedule->header;
	struct locality locality = {.check = check,
		.header = header,
		.work = COST_WORK,
		.err = err};
	enum status status = check_header(&locality.cost, header, err);

	if (status == STATUS_OK)
		status = check_memory(
			header, 2 * sizeof(struct party), 0, max_bytes, err);
	if (status == STATUS_OK) {
		check->unit = header->unit;
		locality.processor = new_parties(header->processors);
		locality.cell = new_parties(header->processors);
		status = check_pull(
			check, schedule, check_locality_rows, &locality, err);
		if (status == STATUS_OK)
			check_all_know(&locality);
		mem_free(locality.processor);
		mem_free(locality.cell);
	}
	cost_free(locality.cost);
	return status;
}
