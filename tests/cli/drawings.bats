# Pictures of what is neither a schedule in time nor a table: universal trees,
# accesses in groups, the revolving hierarchy, numberings, labelled trees.
# shellcheck disable=SC2154,SC2086 # out, err, status; several options
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

# The corners of the path in $SVG, as columns and rows of cells of $1 by $2
# pixels, the first of which is at $3 $4.
corners() {
	sed -n 's/^<path class="c0".* d="M\(.*\)"\/>/\1/p' "$SVG" |
		tr L '\n' | awk -v wide="$1" -v high="$2" -v x="$3" -v y="$4" \
		'{ printf "%d %d\n", ($1 - x) / wide, ($2 - y) / high }'
}

@test 'locality-numbering -f svg: the path of the table' {
	for n in 1 4 16 64 256; do
		drawn "locality-numbering hilbert -n $n -f svg"
		read -r x y wide high < <(sed -nE 's/^<rect class="mark" x="(.*)" y="(.*)" width="(.*)" height="(.*)".*/\1 \2 \3 \4/p' "$SVG")
		same "$n" "$(fibcast locality-numbering hilbert -n $n -H \
			-f tsv | awk '{ print $2, $3 }')" \
			"$(corners "$wide" "$high" "$x" "$y")"
		same "numbers of $n" "$n" "$(grep -c '^<text text-anchor="middle".*>[0-9]*</text>' "$SVG" |
			awk -v n=$n '{ print $1 - sqrt(n) }')"
	done
	for n in 1 2 8 32 512; do
		drawn "locality-numbering gray -n $n -f svg"
		read -r x y wide high < <(sed -nE 's/^<rect class="mark" x="(.*)" y="(.*)" width="(.*)" height="(.*)".*/\1 \2 \3 \4/p' "$SVG")
		# A step goes to a neighbouring cell.
		corners "$wide" "$high" "$x" "$y" | awk 'NR > 1 &&
			($1 - x) ^ 2 + ($2 - y) ^ 2 != 1 { exit 1 }
			{ x = $1; y = $2 }'
		same "cells of $n" "$n" \
			"$(corners "$wide" "$high" "$x" "$y" | sort -u | wc -l)"
	done
	# The names of row and column are the bits of the node.
	fibcast locality-numbering gray -n 8 -f svg >"$BATS_TEST_TMPDIR/svg"
	same names '00 01 11 10 0 1' "$(sed -nE 's/^<text text-anchor="(middle|end)".*>([01]+)<.*/\2/p' \
		"$BATS_TEST_TMPDIR/svg" | head -6 | paste -sd ' ')"
	drawn 'locality-numbering hilbert -n 16384 -f svg'
	(($(wc -c <"$SVG") < 200000))
	each refuses 2 <<-'END'
		locality-numbering gray -n 8 -f svg --distances => locality-numbering: --distances: not used by the format svg
		locality-numbering gray -n 8 -f svg -H => locality-numbering: --no-header: not used by the format svg
		locality-numbering hilbert -n 8 -f svg => locality-numbering: --processors: the curve's mesh has 4^k nodes: 1, 4, 16, 64, ...
	END
	refuses 3 'locality-numbering gray -n 2^20 -f svg' \
		'locality-numbering: the picture would have 1048576 cells, more than 65536'
}

@test 'revolve -f svg: an arrow a message, a cell a process and time' {
	while read -r n scheme; do
		for times in 0 3..6 "5,$n,1e30"; do
			drawn "revolve messages -n $n --scheme $scheme -t $times -f svg"
			same "$n $scheme at $times" \
				"$(fibcast revolve messages -n "$n" --scheme $scheme \
					-t $times -H -f tsv | sort)" \
				"$(sed -n 's/.*<title>at time \([0-9]*\) process \([0-9]*\) sends to process \([0-9]*\)<.*/\1\t\2\t\3/p' \
					"$SVG" | sort)"
		done
		# Everyone is somewhere, and only once.
		[[ $scheme == *virtual* ]] || same "$n $scheme" \
			"$(fibcast revolve messages -n "$n" --scheme $scheme -t 4 -f svg |
				grep '^<text class="in"' | sort -u | wc -l)" "$n"
	done <<-'END'
		1 next
		7 next
		31 next
		13 next --arity 3
		16 snext
		16 snext2 --numbering position
		8 bcnext
		15 next --numbering position
		11 bcnext --virtual
	END
}

@test 'revolve -f svg: arrows have room beside each other' {
	for scheme in 'next -n 31' 'snext -n 32' 'snext2 -n 32' 'bcnext -n 32' \
		'next -n 40 --arity 3'; do
		drawn "revolve messages --scheme $scheme -t 2 -f svg"
		# Upright lines of one x: they overlap only to meet in one point.
		sed -nE 's/^<path class="c[0-7]" d="M[0-9]+ ([0-9]+)H([0-9]+)V([0-9]+)H.*/\2 \1 \3/p' "$SVG" |
			awk '{ low = $2 < $3 ? $2 : $3; high = $2 + $3 - low
				for (i = 0; i < n; i++)
					if (x[i] == $1 && from[i] < high && low < to[i])
						exit 1
				x[n] = $1; from[n] = low; to[n++] = high }'
	done
	each refuses 2 <<-'END'
		revolve properties --scheme next -n 7 -f svg => revolve: --format: only messages are drawn, not properties
		revolve messages --scheme next -n 7 -t 0 -f svg -H => revolve: --no-header: not used by the format svg
	END
	each refuses 3 <<-'END'
		revolve messages --scheme bcnext -n 2^60 -t 0 -f svg => revolve: the picture would be 1152921504606846976 by 1 cells, more than have room in 20000 pixels
		revolve messages --scheme bcnext -n 8 -t 0..1e9 -f svg => revolve: the picture would be 8 by 1000000001 cells, more than have room in 20000 pixels
		revolve messages --scheme bcnext -n 8 -t 0..700 -f svg => revolve: the picture would be 44211 pixels wide and 326 high, more than 20000
	END
}

@test 'drawings: no memory, a full disk' {
	drawings=('sequence -l 5/2 -i 4..9 -f svg'
		'locality-numbering hilbert -n 16 -f svg'
		'revolve messages --scheme next -n 7 -t 0..2 -f svg')
	for drawing in "${drawings[@]}"; do
		fails_each "fibcast $drawing"
		[[ ! -w /dev/full ]] || {
			status=0
			eval "fibcast $drawing" >/dev/full 2>&1 || status=$?
			same "$drawing" 3 "$status"
		}
	done
}
