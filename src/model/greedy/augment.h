/* A second chance for the senders that the match of a small tick leaves over.
 */
#ifndef FIBCAST_MODEL_GREEDY_AUGMENT_H
#define FIBCAST_MODEL_GREEDY_AUGMENT_H

#include "model/greedy/repair.h"

/* The most receivers. */
enum { GREEDY_AUGMENT_MAX = 256 };

/*
 * Lets senders send after all, while others may change whom they send to and
 * what; they leave the queue, and their receivers get a pair.
 */
void greedy_augment(const struct greedy_match *match);

#endif
