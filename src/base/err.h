/*
 * Errors as values.  A function that can fail returns a status and, unless that
 * is STATUS_OK, fills in its caller's struct err with a one-line message.  Only
 * the command line prints messages or turns a status into an exit status.
 */
#ifndef FIBCAST_BASE_ERR_H
#define FIBCAST_BASE_ERR_H

#include <stddef.h>

enum status {
	STATUS_OK,
	STATUS_INVALID, /* a file is well formed, but its content not valid */
	STATUS_INPUT,	/* a file cannot be understood */
	STATUS_USAGE,	/* the command line cannot be understood */
	STATUS_LIMIT	/* a limit or memory is exceeded, or a write failed */
};

enum { ERR_PART_MAX = 60, ERR_MSG_MAX = 1024 };

struct err {
	enum status code;
	char msg[ERR_MSG_MAX];
};

#define WARN_UNUSED __attribute__((warn_unused_result))

/*
 * Sets err to the code and to a message that is all texts up to a NULL, joined;
 * returns the code.  A text after ERR_TEXT is the user's own: it is quoted,
 * shortened if it is long, and its control characters and bytes that are not
 * UTF-8 become '?', so that the message stays one line that a terminal can
 * show.
 */
enum status err_set(struct err *err, enum status code, ...)
	__attribute__((sentinel));

/* The same for one code each; they add the NULL. */
#define err_usage(err, ...) err_set(err, STATUS_USAGE, __VA_ARGS__, NULL)
#define err_input(err, ...) err_set(err, STATUS_INPUT, __VA_ARGS__, NULL)
#define err_limit(err, ...) err_set(err, STATUS_LIMIT, __VA_ARGS__, NULL)

/* An argument of err_set: the next one is the user's own text. */
extern const char ERR_TEXT[];

/* An argument of err_set: the next one was allocated by base/mem, and err_set
 * is to free it. */
extern const char ERR_OWN[];

/* Stands before the name of a parameter in a message, as in "more than "
 * ERR_NAME "max_bits allows": whoever prints the message replaces both by a
 * name of its own, such as an option's. */
#define ERR_NAME "\1"

/* Appends the first size bytes of a text to msg, which has len bytes, as far as
 * there is room for them and a NUL, which it does not write; returns the new
 * len. */
size_t err_append(
	char msg[ERR_MSG_MAX], size_t len, const char *text, size_t size);

/* Puts a text and ": " before the message of err. */
void err_prefix(struct err *err, const char *prefix);

#endif
