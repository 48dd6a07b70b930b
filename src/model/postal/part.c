/*
 * A part consists of two beats: the receives, one for each message; and the
 * sends, in runs of one for each child of a message or, for trains, of one for
 * each message to a child.
 */
#include "model/postal/part.h"

#include "number/number.h"

static void describe_postal(struct part_event *event, struct part_beats *beats,
	const struct part_beat *beat)
{
	struct postal_part *part = (struct postal_part *)beats;

	mpz_fdiv_qr(part->message, part->k, beat->at, beat->run);
	if (!beat->is_send) {
		mpz_set(event->peer, part->parent);
	} else {
		if (part->is_train)
			mpz_swap(part->message, part->k);
		part->child(event->peer, part, part->k);
	}
	mpz_add_ui(event->message, part->message, 1);
}

static void clear_postal(struct part_beats *beats)
{
	struct postal_part *part = (struct postal_part *)beats;

	if (part->clear)
		part->clear(part);
	mpz_clears(part->parent, part->messages, part->children, part->period,
		part->k, part->message, NULL);
	mpq_clears(part->received, part->sent, NULL);
}

void postal_part_init(struct postal_part *part)
{
	part_beats_init(&part->beats);
	part->beats.describe = describe_postal;
	part->beats.clear = clear_postal;
	mpz_inits(part->parent, part->messages, part->children, part->period,
		part->k, part->message, NULL);
	mpq_inits(part->received, part->sent, NULL);
}

struct part *postal_part_begin(
	struct postal_part *part, const struct part_span *span)
{
	struct part_beat *receives = part_beats_add(&part->beats, 0), *sends;

	mpq_set(receives->first, part->received);
	if (part->has_parent)
		mpz_set(receives->count, part->messages);
	if (!part->is_train)
		mpq_set_z(receives->period, part->period);
	sends = part_beats_add(&part->beats, 1);
	mpq_set(sends->first, part->sent);
	sends->ports = part->ports > 1 ? part->ports : 1;
	sends->idle = part->idle;
	mpz_mul(sends->count, part->messages, part->children);
	if (mpz_sgn(sends->count) > 0) {
		mpz_set(sends->run,
			part->is_train ? part->messages : part->children);
		mpq_set_z(sends->period,
			part->is_train ? part->messages : part->period);
	}
	return part_beats_begin(&part->beats, span);
}
