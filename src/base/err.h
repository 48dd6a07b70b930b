/*
 * Errors as values.  A fallible function returns a status and, unless that is
 * STATUS_OK, fills its caller's struct err with one line for people.  Only the
 * command line prints these lines or turns a status into an exit status.
 */
#ifndef FIBCAST_BASE_ERR_H
#define FIBCAST_BASE_ERR_H

#include <stddef.h>

enum status {
	STATUS_OK,
	STATUS_INVALID, /* what was read is well formed, but not valid */
	STATUS_INPUT,	/* a file cannot be understood */
	STATUS_USAGE,	/* the command line cannot be understood */
	STATUS_LIMIT	/* a limit, memory, or a failed write */
};

enum { ERR_PART_MAX = 60, ERR_MSG_MAX = 1024 };

struct err {
	enum status code;
	char msg[ERR_MSG_MAX];
};

#define WARN_UNUSED __attribute__((warn_unused_result))

/*
 * Sets err to code and to the concatenation of the texts up to a NULL, and
 * returns code.  A text given after ERR_TEXT is the user's: it is put between
 * quotes, long ones shortened, control characters and what is not UTF-8
 * replaced, so that the message stays one line that a terminal can show.
 */
enum status err_set(struct err *err, enum status code, ...)
	__attribute__((sentinel));

/* The same with the code in the name, without the NULL. */
#define err_usage(err, ...) err_set(err, STATUS_USAGE, __VA_ARGS__, NULL)
#define err_input(err, ...) err_set(err, STATUS_INPUT, __VA_ARGS__, NULL)
#define err_limit(err, ...) err_set(err, STATUS_LIMIT, __VA_ARGS__, NULL)

/* Marks the next argument of err_set as the user's own text. */
extern const char ERR_TEXT[];

/* Marks the next argument as allocated by base/mem: err_set frees it. */
extern const char ERR_OWN[];

/* In a message, marks the name of a parameter, as in "more than " ERR_NAME
 * "max_bits allows": whoever prints the message puts its own name for it there,
 * such as an option's. */
#define ERR_NAME "\1"

/* Appends a text of size bytes to the len of msg, as far as there is room for
 * it and a NUL; the bytes that are then there. */
size_t err_append(
	char msg[ERR_MSG_MAX], size_t len, const char *text, size_t size);

/* Puts a text and ": " before the message of err. */
void err_prefix(struct err *err, const char *prefix);

#endif
