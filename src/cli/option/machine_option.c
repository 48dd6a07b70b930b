/*
 * Reads the machine of --logp or --loggp: "6us,2us,4us" in one go, but with a
 * range, "1..6us,2us,4us", figure by figure.
 */
#include "cli/option/option.h"

#include <string.h>

#include "base/mem.h"
#include "format/machine.h"

/* Reads the figure at *text, and moves *text to the next one. */
static enum status read_figure(struct sweep *figure, const char **text,
	const struct sweep_domain *domain, uint64_t max_bits, struct err *err)
{
	size_t size = strcspn(*text, ",");
	char *part = mem_text(*text, size);
	enum status status;

	*text += size + ((*text)[size] == ',');
	status = sweep_parse(figure, part, domain, max_bits, err);
	mem_free(part);
	return status;
}

/* Whether o and g can both be 0. */
static int has_free_send(const struct machine_option *option)
{
	return mpq_sgn(sweep_least(&option->figure[MACHINE_OVERHEAD])) == 0 &&
	       mpq_sgn(sweep_least(&option->figure[MACHINE_GAP])) == 0;
}

/* Sets the machine to the first value of each figure. */
static void set_first(struct machine_option *option,
	const struct sweep_units *units, size_t figures)
{
	struct machine *machine = &option->machine;

	machine_clear(machine);
	machine_init(machine);
	machine->unit = units->unit;
	machine->has_byte = figures == MACHINE_FIGURES;
	for (size_t i = 0; i < figures; i++)
		mpq_set(machine_figure(machine, (enum machine_figure)i),
			option->figure[i].range->first);
}

size_t machine_option_commas(const char *text)
{
	size_t count = 0;

	for (; *text; text++)
		count += *text == ',';
	return count;
}

static enum status parse_swept(struct machine_option *option, const char *text,
	size_t figures, uint64_t max_bits, struct err *err)
{
	struct sweep_units units = {.unit = UNIT_NONE};
	int has_unit[MACHINE_FIGURES] = {0};
	const struct sweep_domain domain = {.allowed = 1, .units = &units};
	const char *at = text;
	enum status status = STATUS_OK;

	if (machine_option_commas(text) != figures - 1)
		return err_usage(err, ERR_TEXT, text,
			figures == MACHINE_FIGURES ? " is not L,o,g,G"
						   : " is not L,o,g");
	for (size_t i = 0; i < figures && status == STATUS_OK; i++) {
		units.is_byte = i == MACHINE_BYTE;
		units.without = 0;
		status = read_figure(
			&option->figure[i], &at, &domain, max_bits, err);
		has_unit[i] = !units.without;
	}
	if (status == STATUS_OK)
		status = machine_check_units(has_unit, figures, text, err);
	if (status == STATUS_OK && has_free_send(option))
		status = err_usage(
			err, ERR_TEXT, text, " has neither overhead nor gap");
	if (status == STATUS_OK)
		set_first(option, &units, figures);
	return status;
}

enum status machine_option_parse(struct machine_option *option,
	const char *text, int has_byte, uint64_t max_bits, struct err *err)
{
	machine_option_clear(option);
	if (!strstr(text, ".."))
		return machine_parse(
			&option->machine, text, has_byte, max_bits, err);
	return parse_swept(option, text,
		has_byte ? MACHINE_FIGURES : MACHINE_FIGURES - 1, max_bits,
		err);
}

char *machine_option_text(
	const struct machine *machine, const mpq_t size, const mpz_t bytes)
{
	const char *const before[MACHINE_FIGURES + 1] = {
		machine->has_byte ? "--loggp " : "--logp ", ",", ",", ",",
		" --bytes "};

	return machine_figures_text(machine, size, bytes, before);
}

void machine_option_clear(struct machine_option *option)
{
	machine_clear(&option->machine);
	for (size_t i = 0; i < MACHINE_FIGURES; i++)
		sweep_clear(&option->figure[i]);
}
