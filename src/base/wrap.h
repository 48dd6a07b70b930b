/*
 * The sanitizers of `make clang-sanitizers' stop at unsigned arithmetic that
 * leaves its type, which C defines but which is mostly a mistake.  WRAPS before
 * a function says that its arithmetic is meant modulo 2^64.
 */
#ifndef FIBCAST_BASE_WRAP_H
#define FIBCAST_BASE_WRAP_H

#ifdef __clang__
#define WRAPS __attribute__((no_sanitize("unsigned-integer-overflow")))
#else
#define WRAPS
#endif

#endif
