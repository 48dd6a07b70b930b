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
	well_formed "$SVG"
	lacks -iE '<script|href|onload' "$SVG"
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
		sequence --logp 6us,2us,4us -i 6 -f svg => universal tree up to time 10 us, latency 10 us, a send 4 us: 2 processors, faint the 1 before time 10 us
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
		sequence -l 1 -i 1..12 -f svg => sequence: the picture would be 952 pixels wide and 34973 high, more than 20000: -f dot has no such limit
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
	for n in 1 4 64; do
		drawn "locality-numbering hilbert -n $n -f svg"
		read -r x y wide high < <(sed -nE 's/^<rect class="mark" x="(.*)" y="(.*)" width="(.*)" height="(.*)".*/\1 \2 \3 \4/p' "$SVG")
		same "$n" "$(fibcast locality-numbering hilbert -n $n -H \
			-f tsv | awk '{ print $2, $3 }')" \
			"$(corners "$wide" "$high" "$x" "$y")"
		same "numbers of $n" "$(seq 0 $((n - 1)))" \
			"$(sed -nE 's/^<text x=.*>([0-9]+)<\/text>/\1/p' "$SVG")"
	done
	for n in 1 2 8 128; do
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
		locality-numbering hilbert -n 8 -f svg => locality-numbering: --processors: '8' is not 4^k, as the mesh of the curve needs: 1, 4, 16, 64, ...
	END
	refuses 3 'locality-numbering gray -n 2^20 -f svg' \
		'locality-numbering: the picture would have 1048576 cells, more than 65536'
}

@test 'revolve -f svg: an arrow a message, a cell a process and time' {
	while read -r n scheme; do
		for times in 3..4 "5,$n,1e30"; do
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

@test 'schedule root -f svg: an arrow an access, as long as it takes' {
	for n in 1 9 37; do
		for cost in clog k/3 'min(k,7/2)'; do
			drawn "schedule root -n $n --cost '$cost' -f svg"
			same "$n $cost" "$(fibcast schedule root -n $n \
				--cost "$cost" -H | sort |
				awk '{ print $2, $3, $5, $1 }' | sort)" \
				"$(sed -nE -e 's/.*processor (.*) reads cell (.*) in a group of (.*), from (.*) to .*/\2 \1 \3 \4/p' \
					-e 's/.*processor (.*) writes to cell (.*) in a group of (.*), from (.*) to .*/\1 \2 \3 \4/p' \
					"$SVG" | sort)"
			# When a processor knows: when its last read ends.
			same "known by: $n $cost" \
				"$(sed -nE 's/.*processor (.*) reads .* to (.*)<\/title.*/\1 \2/p' "$SVG" | sort -n | cut -d ' ' -f 2)" \
				"$(sed -nE 's/^<text x="[0-9]+" y="[0-9]+">([0-9].*)<.*/\1/p' "$SVG")"
		done
	done
	fibcast schedule root -n 9 --cost k -f svg | grep -qF \
		'<title>processor 0 writes to cell 3 in a group of 9, from 6 to 15</title>'
	fibcast schedule root -n 9 --cost k/3 -f svg | grep -qF \
		'<title>root (locality): 9 processors, 1 message, cost k/3, finish 10</title>'
}

@test 'schedule root -f svg: accesses lie in the boxes of their groups' {
	for n in 2 9 20 23 37 64; do
		drawn "schedule root -n $n --cost k -f svg"
		awk -F'"' '
			/^<rect class="group"/ { n++
				x[n] = $4; y[n] = $6; w[n] = $8; h[n] = $10
				for (i = 1; i < n; i++)
					if (x[i] < x[n] + w[n] && x[n] < x[i] + w[i] &&
					    y[i] < y[n] + h[n] && y[n] < y[i] + h[i])
						bad = 1
			}
			/in a group of/ && !/in a group of 1,/ {
				split(substr($4, 2), p, /[ L]/)
				found = 0
				for (i = 1; i <= n; i++)
					found += x[i] == p[1] && x[i] + w[i] == p[3] &&
						y[i] <= p[2] && p[2] <= y[i] + h[i] &&
						y[i] <= p[4] && p[4] <= y[i] + h[i]
				bad = bad || found != 1
			}
			END { exit bad }' "$SVG"
	done
	# Those of another algorithm are not known.
	fibcast schedule root -n 9 --cost k | sed '/^# algorithm/d' |
		fibcast convert -f svg >"$BATS_TEST_TMPDIR/svg"
	lacks -F 'class="group"' "$BATS_TEST_TMPDIR/svg"
	lacks -F 'boxes' "$BATS_TEST_TMPDIR/svg"
}

# The file $1: two accesses, at the given cost.
accesses() {
	printf '%s\n' '# fibcast schedule 1' '# model locality' \
		'# processors 3' "# cost $2" 'time from to message size access' \
		'0 0 1 1 2 read' '9/7 0 2 1 3 write' >"$1"
}

@test 'convert -f svg: costs of accesses with any denominator, or refused' {
	cd "$BATS_TEST_TMPDIR"
	accesses mine k/5
	drawn 'convert -f svg mine'
	grep -qF 'reads cell 0 in a group of 2, from 0 to 1<' "$SVG"
	accesses mine '1+k/5'
	drawn 'convert -f svg mine'
	grep -qF 'reads cell 0 in a group of 2, from 0 to 7/5<' "$SVG"
	grep -qF 'writes to cell 2 in a group of 3, from 9/7 to 101/35<' "$SVG"
	accesses mine sqrt
	misreads 'convert -f svg mine' \
		'convert: mine: the cost is not exact at k = 2, so no time can be drawn'
	accesses mine 1e30
	refuses 3 'convert -f svg mine' \
		'convert: times are too large for this format'
	accesses mine '1+1/(10^18+k)'
	refuses 3 'convert -f svg mine' \
		'convert: times are too large for this format'
	refuses 3 'schedule root -n 65 --cost k -f svg' \
		'schedule: the picture would have 65 lanes, more than 64: --max-lanes 65 allows them'
}

# Fig. 2 of the paper.
figure_2() {
	printf '%s\n' 'node parent processor cell' '# the root' '1 - 1 0' \
		'2 1 1 0' '3 1 4 0' '4 2 1 0' '5 2 6 0' '6 4 1 0' '7 4 2 0' \
		'8 3 4 0' '9 3 3 0' '' '10 8 4 0' '11 8 5 0'
}

@test 'locality-tree -f svg: a box a copy, with its cost' {
	cd "$BATS_TEST_TMPDIR"
	figure_2 >fig2
	drawn 'locality-tree fig2 --cost k -f svg'
	same copies '(1, 0) 0
(1, 0) 1
(1, 0) 2
(1, 0) 3
(2, 0) 3
(3, 0) 4
(4, 0) 3
(4, 0) 4
(4, 0) 5
(5, 0) 5
(6, 0) 6' "$(sed -nE 's/^<text class="(name|time)".*>(.*)<\/text>/\2/p' "$SVG" |
		paste -d ' ' - - | sort)"
	grep -qF '<title>labelled broadcast tree, cost k: labels (processor, cell), and the costs of paths</title>' "$SVG"
	grep -qF '<title>node 9, copied from node 3</title>' "$SVG"
	grep -qF '<title>node 8, the copy of node 3 a step later</title>' "$SVG"
	drawn 'locality-tree fig2 --cost sqrt -f svg'
	# The dearest path is the one that the table tells.
	same dearest 3.73205080757 "$(sed -nE 's/^<text class="time".*>(.*)<.*/\1/p' \
		"$SVG" | sort -n | tail -1)"
	drawn 'locality-tree fig2 --cost sqrt -f svg -d 2'
	grep -q '^<text class="time".*>3.73</text>' "$SVG"
	sed -i '$s/5 0$/3 0/' fig2
	ask 'locality-tree fig2 --cost k -f svg'
	same 'not legal' 'fig2:14: node 11 has cell 0 of a processor that has it elsewhere in the tree, too
 [1]' "$out$err [$status]"
}

@test 'locality-tree -f dot' {
	figure_2 | head -5 >"$BATS_TEST_TMPDIR/tree"
	shows "locality-tree $BATS_TEST_TMPDIR/tree --cost k/2 -f dot" <<'END'
digraph tree {
	node [shape=box, style=rounded];
	1 [label="(1, 0)\n0"];
	2 [label="(1, 0)\n1"];
	1 -> 2 [style=dashed];
	3 [label="(4, 0)\n3/2"];
	1 -> 3;
}
END
	refuses 2 "locality-tree $BATS_TEST_TMPDIR/tree --cost k -f dot -H" \
		'locality-tree: --no-header: not used by the format dot'
}

@test 'schedule -f svg: arrows on one line are bowed, to lie apart' {
	while read -r bows problem; do
		drawn "schedule $problem -f svg"
		same "$problem" "$bows" "$(awk -f "$ROOT/tests/cli/apart.awk" "$SVG")"
	done <<-'END'
		0 bcast -n 14 -l 5/2
		0 bcast -n 64 -l 7/3
		6 census -n 9 -l 2
		0 pipeline -n 3 -m 20 -l 10
		0 telephone -n 12 -m 9
		0 circulant -n 11 -m 12
	END
	for problem in 'census -n 33 -l 5/2' 'census -n 20 -l 3' \
		'dtree -n 20 -m 4 -l 2' 'best -n 20 -m 20 -l 3' \
		'census -n 16 -l 4' 'greedy -n 16 -m 4 -l 2'; do
		fibcast schedule $problem -f svg | awk -f "$ROOT/tests/cli/apart.awk"
	done
	# Six at the same time between the same two.
	{
		printf '%s\n' '# fibcast schedule 1' '# model postal' \
			'# processors 2' '# messages 6' '# latency 2' \
			'time from to message'
		for i in 1 2 3 4 5 6; do echo "0 0 1 $i"; done
	} >"$BATS_TEST_TMPDIR/same"
	same corners 'M39 76L399 116
M39 76Q219 84 399 116
M39 76Q219 108 399 116
M39 76Q219 72 399 116
M39 76Q219 120 399 116
M39 76Q219 60 399 116' "$(fibcast convert -f svg "$BATS_TEST_TMPDIR/same" |
		sed -nE 's/^<path class="c.* d="(.*)">.*/\1/p')"
}

@test 'compare --bytes -f map: the count of segments in the cells' {
	map='-n 4..64x2 --loggp .6128us,.5us,.5us,.00033us --bytes 1Ki..1Mix4 -m best'
	drawn "compare $map -f map 2>$BATS_TEST_TMPDIR/warning"
	same counts "$(fibcast compare $map -H -f tsv 2>/dev/null | cut -f 3,4)" \
		"$(sed -nE 's/^<rect class="a[^>]*><title>.*segments (.*), algorithm ([^,]*),.*/\1\t\2/p' "$SVG")"
	# Behind each letter is its cell's count, in the order of the cells.
	same cells "$(fibcast compare $map -H -f tsv 2>/dev/null | cut -f 3)" \
		"$(sed -nE 's/^<text class="in".*>[A-Z] ([0-9]+)<.*/\1/p' "$SVG")"
	grep -qF '>number: segments<' "$SVG"
	# Where cells are narrow, only the letter.
	narrow=${map/4..64x2/4..40}
	drawn "compare ${narrow/1Ki..1Mix4/1Ki..4Kix4} -f map 2>$BATS_TEST_TMPDIR/warning"
	lacks -E '<text class="in".*>[A-Z] [0-9]' "$SVG"
}

@test 'drawings: no memory, a full disk' {
	drawings=('sequence -l 2 -i 2 -f svg'
		'locality-numbering hilbert -n 4 -f svg'
		'revolve messages --scheme next -n 3 -t 0 -f svg'
		'schedule root -n 2 --cost k/3 -f svg'
		'schedule pipeline -n 3 -m 2 -l 2 -f html'
		"locality-tree $BATS_TEST_TMPDIR/tree --cost k -f svg")
	figure_2 | head -4 >"$BATS_TEST_TMPDIR/tree"
	for drawing in "${drawings[@]}"; do
		fails_each "fibcast $drawing"
		[[ ! -w /dev/full ]] || {
			status=0
			eval "fibcast $drawing" >/dev/full 2>&1 || status=$?
			same "$drawing" 3 "$status"
		}
	done
}
