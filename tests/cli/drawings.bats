# Pictures of what is neither a schedule in time nor a table: universal trees,
# accesses in groups, the revolving hierarchy, numberings, labelled trees.
# shellcheck disable=SC2154 # helper.bash sets out, err and status
load helper
load faults

# drawn ARGUMENTS: a valid picture without scripts or labels on each other, in
# $SVG.
drawn() {
	SVG=$BATS_TEST_TMPDIR/svg
	ask "$1"
	same "fibcast $1" ' 0' "$err $status"
	cp "$BATS_TEST_TMPDIR/out" "$SVG"
	[[ $(command -v xmllint) ]] && xmllint --noout "$SVG"
	! grep -iE '<script|href|onload' "$SVG"
	grep -qF 'prefers-color-scheme:dark' "$SVG"
	awk -f "$ROOT/tests/cli/boxes.awk" "$SVG" || {
		echo "$1"
		return 1
	}
}

# titled ARGUMENTS TITLE
titled() {
	ask "$1"
	same "$1" "<title>$2</title>" "$(grep -m 1 '^<title>' <<<"$out")"
}

@test 'sequence -f svg: the universal tree has as many nodes as the row says' {
	for rows in '2 1' '2 8' '5/2 1..16' '1 1..7' '7/3 9..20' '10 1..30' \
		'1000001/1000000 1..4'; do
		drawn "sequence -l ${rows/ / -i } -f svg"
		same "$rows" \
			"$(fibcast sequence -l "${rows% *}" -i "${rows##*[ .]}" \
				-H -f tsv | cut -f 3)" \
			"$(grep -c '^<rect class="node"' "$SVG")"
		row=${rows#* }
		row=${row%%.*}
		faint=0
		((row == 1)) || faint=$(fibcast sequence -l "${rows% *}" \
			-i $((row - 1)) -H -f tsv | cut -f 3)
		same "faint: $rows" "$faint" \
			"$(grep -c '^<rect class="node".* opacity' "$SVG" || :)"
	done
	# The nodes and lines of the optimal tree of so many processors.
	fibcast sequence -l 5/2 -i 1..16 -f svg | grep -E '^<(rect|path)' |
		cmp - <(fibcast tree -n 14 -l 5/2 -f svg | grep -E '^<(rect|path)')
	cmp <(fibcast sequence -l 5/2 -i 1..16 -f dot) \
		<(fibcast tree -n 14 -l 5/2 -f dot)
}

@test 'sequence -f svg: the title has latency, time and number' {
	each titled <<-'END'
		sequence -l 5/2 -i 1..16 -f svg => universal tree up to time 15/2, latency 5/2: 14 processors
		sequence -l 5/2 -i 1 -f svg -d 2 => universal tree up to time 0.00, latency 2.50: 1 processor
		sequence -l 2 -i 5..8 --model logp -f svg => universal tree up to time 8, latency 2: 21 processors, faint the 3 before time 5
		sequence --logp 6us,2us,4us -i 6 -f svg => universal tree up to time 10, latency 10, a send 4: 2 processors, faint the 1 before time 10
	END
}

@test 'sequence -f svg: what is no tree, or has no room, is refused' {
	each refuses 2 <<-'END'
		sequence -l 1,2 -i 4 -f svg => sequence: --format: a tree takes one latency, not several
		sequence -l 2 -i 1,4 -f dot => sequence: --format: a tree takes rows without gaps
		sequence -l 2 -i 1..9x2 -f svg => sequence: --format: a tree takes rows without gaps
		sequence -l 2 -i 4 -f svg -H => sequence: --no-header: not used by the format svg
		sequence -l 2 -i 4 -f dot --ascii => sequence: --ascii: not used by the format dot
		sequence -l 2 -i 4 -f svg --log x => sequence: --log: not used by the format svg
	END
	each refuses 3 <<-'END'
		sequence -l 1 -i 1..12 -f svg => sequence: the picture would be 952 pixels wide and 34957 high, more than 20000: -f dot has no such limit
		sequence -l 1 -i 1..40 -f svg => sequence: the picture would have 549755813888 boxes, more than have room in 20000 pixels
		sequence -l 1 -i 40 -f dot => sequence: the tree would have 549755813888 rows, more than --max-rows allows
		sequence -l 1 -i 1..1e12 -f svg => sequence: the tree would have too many nodes: choose an earlier row
		tree -n 119857 -l 1 -f svg => tree: the picture would have 119857 boxes, more than have room in 20000 pixels
	END
}

@test 'drawings: no memory, a full disk' {
	drawings=('sequence -l 5/2 -i 4..9 -f svg')
	for drawing in "${drawings[@]}"; do
		fails_each "fibcast $drawing"
		[[ ! -w /dev/full ]] || {
			status=0
			eval "fibcast $drawing" >/dev/full 2>&1 || status=$?
			same "$drawing" 3 "$status"
		}
	done
}
