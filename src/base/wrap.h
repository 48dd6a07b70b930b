/*
 * `make clang-sanitizers' stops at unsigned arithmetic that wraps around: C
 * defines it, but it is usually a mistake.  WRAPS before a function says that
 * its arithmetic is meant to be modulo 2^64.
 */
#ifndef FIBCAST_BASE_WRAP_H
#define FIBCAST_BASE_WRAP_H

#ifdef __clang__
#define WRAPS __attribute__((no_sanitize("unsigned-integer-overflow")))
#else
#define WRAPS
#endif

#endif
