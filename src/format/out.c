/* A buffer of a few pages; digits are written backwards, the last one first. */
#include "format/out.h"

#include "base/mem.h"
#include "number/number.h"

void out_init(struct out *out, FILE *file)
{
	*out = (struct out){.file = file};
	out->text = mem_resize(NULL, OUT_SIZE, 1);
}

void out_flush(struct out *out)
{
	fwrite(out->text, 1, out->size, out->file);
	out->size = 0;
}

void out_finish(struct out *out)
{
	if (!out->text)
		return;
	out_flush(out);
	mem_free(out->text);
	out->text = NULL;
}

void out_long(struct out *out, const char *bytes, size_t size)
{
	out_flush(out);
	if (size > OUT_SIZE)
		fwrite(bytes, 1, size, out->file);
	else
		out_bytes(out, bytes, size);
}

void out_text(struct out *out, const char *text)
{
	out_bytes(out, text, strlen(text));
}

void out_u64(struct out *out, uint64_t value)
{
	if (OUT_SIZE - out->size < NUMBER_U64_MAX)
		out_flush(out);
	out->size += number_u64(out->text + out->size, value);
}
