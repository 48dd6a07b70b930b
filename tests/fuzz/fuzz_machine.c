/*
 * Any file as a machine: it is refused, in one line, or it is a machine whose
 * sends take time and do not end before they begin, for messages of any size;
 * and what it says of itself in the
 * header of a schedule is read back as the same.
 */
#include <string.h>

#include "base/mem.h"
#include "format/machine.h"
#include "fuzz.h"

enum { MAX_BITS = 1 << 12 };

/* What a message of that size takes of both. */
static void compare_at(const struct machine *machine,
	const struct machine *again, const mpq_t size)
{
	struct machine_message x, y;
	mpq_t send;

	mpq_init(send);
	machine_message_init(&x);
	machine_message_init(&y);
	machine_send(send, machine, size);
	MUST(mpq_sgn(send) > 0);
	machine_message_set(&x, machine, size);
	machine_message_set(&y, again, size);
	MUST(mpq_equal(x.latency, y.latency) && mpq_sgn(x.latency) >= 0);
	MUST(mpq_equal(x.overhead, y.overhead));
	MUST(mpq_equal(x.gap, y.gap) && mpq_equal(x.copy, y.copy));
	MUST(mpq_equal(x.end, y.end));
	machine_message_clear(&x);
	machine_message_clear(&y);
	mpq_clear(send);
}

static void read_back(const struct machine *machine, unsigned long bytes)
{
	struct machine again = {0};
	char *text;
	struct err err;
	mpq_t size;
	mpz_t all;

	mpq_init(size);
	mpz_init_set_ui(all, bytes);
	mpq_set_z(size, all);
	text = machine_text(machine, size, all, NULL);
	if (text) {
		MUST(machine_text_parse(&again, all, text, &err) == STATUS_OK);
		MUST(mpz_cmp_ui(all, machine->has_byte ? bytes : 0) == 0);
		compare_at(machine, &again, size);
	}
	mem_free(text);
	machine_clear(&again);
	mpq_clear(size);
	mpz_clear(all);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct err err = {.code = STATUS_OK};
	struct machine machine = {0};
	FILE *file = fuzz_file(data, size);
	enum status status = machine_read(&machine, file, MAX_BITS, &err);

	if (status != STATUS_OK) {
		fuzz_check_error(status, &err);
	} else {
		MUST(machine.given && machine.points > 0);
		for (size_t i = 1; i < machine.points; i++)
			MUST(mpz_cmp(machine.point[i - 1].bytes,
				     machine.point[i].bytes) < 0);
		read_back(&machine, 1);
		read_back(&machine, 4096);
	}
	machine_clear(&machine);
	fclose(file);
	return 0;
}
