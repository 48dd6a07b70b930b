#include "number/limit.h"

#include "base/mem.h"
#include "number/number.h"

enum status size_check_bytes(const char *what, const mpz_t bytes,
	uint64_t max_bytes, struct err *err)
{
	char *text;

	if (number_fits_u64(bytes) && number_get_u64(bytes) <= max_bytes &&
		number_get_u64(bytes) <= SIZE_MAX)
		return STATUS_OK;
	text = number_size_text(bytes);
	err_set(err, STATUS_LIMIT, what, " needs ", text,
		" bytes of memory, more than --max-bits allows", NULL);
	mem_free(text);
	return STATUS_LIMIT;
}
