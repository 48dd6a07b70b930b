/* The methods to build a continuous broadcast. */
#ifndef FIBCAST_MODEL_CONTINUOUS_METHOD_H
#define FIBCAST_MODEL_CONTINUOUS_METHOD_H

/* The header's finish is exact even if messages wait for each other. */
enum continuous_method {
	/* The first of EXACT, QUEUE_FREE, HALL_ROOT and LATE that succeeds. */
	CONTINUOUS_FIRST,
	/* Delay L + B(P-1,L), without waiting: EXACT, or the same with other
	 * optimal trees, or a periodic schedule found by search. */
	CONTINUOUS_LEAST,
	/* The tree of latency L; every processor receives one item a step. */
	CONTINUOUS_EXACT,
	/* The tree of latency L + 1, one receive a step, delay
	 * L + B(P-1,L+1) - 1 for P >= 3. */
	CONTINUOUS_QUEUE_FREE,
	/* The same tree; two messages may arrive at once, one of them then
	 * waits a step.  Delay at most L + B(P-1,L+1). */
	CONTINUOUS_HALL_ROOT,
	/* The same, all sends but the source's a step later. */
	CONTINUOUS_LATE
};

#endif
