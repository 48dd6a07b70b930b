#include "cli/output.h"

#include "base/mem.h"
#include "number/number.h"

enum status output_check_rows(
	const char *what, const mpz_t count, int64_t max_rows, struct err *err)
{
	mpz_t most;
	char *text;
	enum status status = STATUS_OK;

	mpz_init(most);
	number_set_u64(most, (uint64_t)max_rows);
	if (mpz_cmp(count, most) > 0) {
		text = number_size_text(count);
		status = err_set(err, STATUS_LIMIT, what, " would have ", text,
			" rows, more than --max-rows allows", NULL);
		mem_free(text);
	}
	mpz_clear(most);
	return status;
}
