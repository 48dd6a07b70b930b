# A large table in parts, on many processors or machines: put together they are
# the whole, byte for byte.
load helper

@test 'parts of a table, by GNU parallel' {
	command -v parallel >/dev/null || skip 'no GNU parallel'
	cd "$BATS_TEST_TMPDIR"
	for format in tsv csv; do
		fibcast compare -n 1..60 -m 1..12 -l 1,5/2 -f $format >whole
		{
			fibcast compare -n 1..1 -m 1..1 -l 1,1 -f $format | head -n 1
			seq 1 10 60 | parallel --will-cite -k -j 4 \
				"fibcast compare -n {}..\$(({} + 9)) -m 1..12 -l 1,5/2 -f $format -H"
		} >parts
		cmp whole parts
	done
}

@test 'parts of a table, a number for each, as job arrays have them' {
	cd "$BATS_TEST_TMPDIR"
	fibcast bound -n 1..100 -m 1..5 -l 7/2 -f tsv -H >whole
	for part in 3 0 4 1 2; do
		fibcast bound -n $((20 * part + 1))..$((20 * part + 20)) -m 1..5 \
			-l 7/2 -f tsv -H >part.$part
	done
	cat part.[0-4] | cmp whole
	# A part of one value has its column, too.
	fibcast bound -n 100..100 -m 1..5 -l 7/2 -f tsv -H | cmp - \
		<(tail -n 5 whole)
}
