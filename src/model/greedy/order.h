/* The order in which senders choose and receivers are chosen. */
#ifndef FIBCAST_MODEL_GREEDY_ORDER_H
#define FIBCAST_MODEL_GREEDY_ORDER_H

#include "model/greedy/state.h"

/* Sorts the senders: those that hold least first, ties in random order. */
void greedy_order_senders(struct greedy_pass *pass);

/*
 * Sorts the receivers: those that have got least first, ties in random order.
 * If they are very many for so few senders, and most are still in order from an
 * earlier tick, they are left as they are: only the first ones are chosen, and
 * those freed since, behind them, know more.
 */
void greedy_order_receivers(struct greedy_pass *pass);

#endif
