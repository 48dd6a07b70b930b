/*
 * What a message of some blocks costs, in ticks: the unit of time is divided
 * into so many that all times are whole.  Costs are cached by size, because
 * lists ask for few sizes, again and again.
 */
#include "model/symmetric/symmetric.h"

#include "base/mem.h"

/* Sizes that differ by a multiple of this share a slot; a power of two. */
enum { SLOTS = 64 };

struct symmetric_slot {
	mpz_t count;
	struct symmetric_message message;
};

/*
 * The messages of `from` blocks and more, up to the next piece: those that use
 * one of the machine's points, or in piece 0 those of less than a byte.  The
 * times are those of `from` blocks; each further block adds `block` to gap and
 * end, and block_copy to copy.
 */
struct symmetric_piece {
	mpz_t from;
	int is_found; /* whether the times below are set */
	mpz_t overhead, begin, gap, copy, end, block, block_copy;
};

static void take_denominator(mpz_t unit, const mpq_t value)
{
	if (!mpz_divisible_p(unit, mpq_denref(value)))
		mpz_lcm(unit, unit, mpq_denref(value));
}

/* A further block takes block G, which must be whole, too. */
static void take_block(
	mpz_t unit, const struct machine_point *point, const mpq_t block)
{
	mpq_t step;

	if (mpz_cmp_ui(mpq_denref(block), 1) == 0)
		return;
	mpq_init(step);
	mpq_mul(step, point->byte, block);
	take_denominator(unit, step);
	mpq_clear(step);
}

static void set_cost_unit(mpz_t unit, const struct block_cost *blocks)
{
	const struct machine *machine = blocks->machine;

	mpz_set(unit, mpq_denref(machine->latency));
	for (size_t i = 0; i < machine->points; i++) {
		const struct machine_point *point = &machine->point[i];

		take_denominator(unit, point->overhead);
		take_denominator(unit, point->gap);
		take_denominator(unit, point->byte);
		take_block(unit, point, blocks->block);
	}
	/* machine_message_set may halve the amount by which a measured latency
	 * is too short. */
	if (machine->points > 1 || mpq_sgn(machine->latency) < 0)
		mpz_mul_2exp(unit, unit, 1);
}

void symmetric_cost_init(struct symmetric_cost *cost, const mpq_t lambda,
	const struct block_cost *blocks, enum symmetric_view view)
{
	cost->lambda = lambda;
	cost->blocks = blocks;
	cost->view = view;
	cost->ports = 1;
	cost->slot = NULL;
	cost->cover = NULL;
	cost->piece = NULL;
	if (!blocks) {
		mpz_init_set(cost->unit, mpq_denref(lambda));
		return;
	}
	mpz_init(cost->unit);
	set_cost_unit(cost->unit, blocks);
}

static size_t count_pieces(const struct symmetric_cost *cost)
{
	return cost->blocks ? cost->blocks->machine->points + 1 : 1;
}

static void clear_piece(struct symmetric_piece *piece)
{
	mpz_clears(piece->from, piece->overhead, piece->begin, piece->gap,
		piece->copy, piece->end, piece->block, piece->block_copy, NULL);
}

static void clear_slot(struct symmetric_slot *slot)
{
	struct symmetric_message *message = &slot->message;

	mpz_clears(slot->count, message->send, message->begin, message->receive,
		message->end, message->overhead, message->copy, NULL);
	mem_free(slot);
}

void symmetric_cost_clear(struct symmetric_cost *cost)
{
	for (size_t i = 0; cost->slot && i < SLOTS; i++)
		if (cost->slot[i])
			clear_slot(cost->slot[i]);
	if (cost->cover)
		clear_slot(cost->cover);
	for (size_t i = 0; cost->piece && i < count_pieces(cost); i++)
		clear_piece(&cost->piece[i]);
	mem_free(cost->slot);
	mem_free(cost->piece);
	mpz_clear(cost->unit);
}

static void set_cost_ticks(
	mpz_t ticks, const mpq_t time, const struct symmetric_cost *cost)
{
	mpz_divexact(ticks, cost->unit, mpq_denref(time));
	mpz_mul(ticks, ticks, mpq_numref(time));
}

static void init_pieces(struct symmetric_cost *cost)
{
	size_t pieces = count_pieces(cost);

	cost->piece = mem_array(pieces, sizeof *cost->piece);
	for (size_t i = 0; i < pieces; i++) {
		struct symmetric_piece *piece = &cost->piece[i];

		mpz_inits(piece->from, piece->overhead, piece->begin,
			piece->gap, piece->copy, piece->end, piece->block,
			piece->block_copy, NULL);
		mpz_set_ui(piece->from, 1);
		if (i > 0 && cost->blocks)
			block_cost_least(piece->from, cost->blocks, i - 1);
	}
}

static void find_piece(
	struct symmetric_piece *piece, const struct symmetric_cost *cost)
{
	struct machine_message taken;

	machine_message_init(&taken);
	block_cost_message(&taken, cost->blocks, piece->from);
	set_cost_ticks(piece->gap, taken.gap, cost);
	set_cost_ticks(piece->copy, taken.copy, cost);
	set_cost_ticks(piece->end, taken.end, cost);
	mpq_add(taken.latency, taken.latency, taken.overhead);
	set_cost_ticks(piece->begin, taken.latency, cost);
	set_cost_ticks(piece->overhead, taken.overhead, cost);
	if (piece != cost->piece) {
		set_cost_ticks(piece->block, taken.block, cost);
		mpz_divexact(piece->block, piece->block, piece->from);
		set_cost_ticks(piece->block_copy, taken.block_copy, cost);
		mpz_divexact(piece->block_copy, piece->block_copy, piece->from);
	}
	machine_message_clear(&taken);
}

/* The piece to which messages of so many blocks belong. */
static const struct symmetric_piece *piece_of(
	struct symmetric_cost *cost, const mpz_t count)
{
	size_t i = count_pieces(cost) - 1;
	struct symmetric_piece *piece;

	if (!cost->piece)
		init_pieces(cost);
	while (i > 0 && mpz_cmp(count, cost->piece[i].from) < 0)
		i--;
	piece = &cost->piece[i];
	if (!piece->is_found && cost->blocks) {
		find_piece(piece, cost);
	} else if (!piece->is_found) {
		mpz_set(piece->gap, cost->unit);
		mpz_set(piece->end, mpq_numref(cost->lambda));
	}
	piece->is_found = 1;
	return piece;
}

static void set_greater(mpz_t greater, const mpz_t one, const mpz_t other)
{
	mpz_set(greater, mpz_cmp(one, other) < 0 ? other : one);
}

static void mirror(struct symmetric_message *message)
{
	mpz_sub(message->begin, message->end, message->overhead);
	mpz_swap(message->send, message->receive);
	mpz_swap(message->overhead, message->copy);
}

/* If only ports count, the receiver's is taken for as long as the sender's. */
static void see_ports(struct symmetric_message *message)
{
	mpz_set(message->receive, message->send);
	mpz_sub(message->begin, message->end, message->send);
	mpz_set_ui(message->overhead, 0);
	mpz_set_ui(message->copy, 0);
}

static void set_message(struct symmetric_message *message,
	struct symmetric_cost *cost, const mpz_t count)
{
	const struct symmetric_piece *piece = piece_of(cost, count);
	mpz_ptr more = message->begin, gap = message->end;

	mpz_sub(more, count, piece->from);
	mpz_set(message->copy, piece->copy);
	mpz_addmul(message->copy, more, piece->block_copy);
	mpz_mul(more, more, piece->block);
	mpz_set(message->overhead, piece->overhead);
	mpz_add(gap, piece->gap, more);
	set_greater(message->send, message->overhead, gap);
	set_greater(message->receive, message->copy, gap);
	mpz_add(message->end, piece->end, more);
	mpz_set(message->begin, piece->begin);
	if (!cost->blocks || cost->view == SYMMETRIC_PORTS)
		see_ports(message);
	else if (cost->view == SYMMETRIC_MIRROR)
		mirror(message);
}

static struct symmetric_slot *new_slot(void)
{
	struct symmetric_slot *slot = mem_array(1, sizeof *slot);
	struct symmetric_message *message = &slot->message;

	mpz_inits(slot->count, message->send, message->begin, message->receive,
		message->end, message->overhead, message->copy, NULL);
	return slot;
}

static const struct symmetric_message *message_of(
	struct symmetric_cost *cost, const mpz_t count)
{
	size_t at = cost->blocks ? mpz_get_ui(count) % SLOTS : 0;
	struct symmetric_slot *slot;

	if (!cost->slot)
		cost->slot = mem_array(SLOTS, sizeof(struct symmetric_slot *));
	slot = cost->slot[at];
	if (slot && (!cost->blocks || mpz_cmp(slot->count, count) == 0))
		return &slot->message;
	if (!slot)
		slot = cost->slot[at] = new_slot();
	mpz_set(slot->count, count);
	set_message(&slot->message, cost, count);
	return &slot->message;
}

/* length = that of a span that begins at `begin` and ends with the later of the
 * two messages' spans; 0 if theirs take no time. */
static void cover_span(mpz_t length, const mpz_t begin,
	const struct symmetric_message *one, const mpz_t of_one,
	const struct symmetric_message *other, const mpz_t of_other)
{
	mpz_t end;

	mpz_init(end);
	mpz_add(length, one->begin, of_one);
	mpz_add(end, other->begin, of_other);
	set_greater(length, length, end);
	mpz_sub(length, length, begin);
	if (mpz_sgn(of_one) == 0 && mpz_sgn(of_other) == 0)
		mpz_set_ui(length, 0);
	mpz_clear(end);
}

/* cover = a message that takes the ports and the processors whenever one of the
 * two does. */
static void cover_messages(struct symmetric_message *cover,
	const struct symmetric_message *one,
	const struct symmetric_message *other)
{
	mpz_set(cover->begin, mpz_cmp(one->begin, other->begin) < 0
				      ? one->begin
				      : other->begin);
	cover_span(cover->receive, cover->begin, one, one->receive, other,
		other->receive);
	cover_span(
		cover->copy, cover->begin, one, one->copy, other, other->copy);
	set_greater(cover->send, one->send, other->send);
	set_greater(cover->overhead, one->overhead, other->overhead);
	set_greater(cover->end, one->end, other->end);
}

/* Shares differ by a block, and of two sizes the smaller may take longer. */
const struct symmetric_message *symmetric_cost_of(
	struct symmetric_cost *cost, const mpz_t count)
{
	const struct symmetric_message *least, *most;
	mpz_t blocks;

	if (!cost->blocks || !cost->blocks->shares)
		return message_of(cost, count);
	mpz_init(blocks);
	mpz_mul(blocks, count, cost->blocks->dealt);
	mpz_fdiv_q(blocks, blocks, cost->blocks->shares);
	least = message_of(cost, blocks);
	mpz_mul(blocks, count, cost->blocks->dealt);
	mpz_cdiv_q(blocks, blocks, cost->blocks->shares);
	most = message_of(cost, blocks);
	mpz_clear(blocks);
	if (least == most)
		return most;
	if (!cost->cover)
		cost->cover = new_slot();
	cover_messages(&cost->cover->message, least, most);
	return &cost->cover->message;
}
