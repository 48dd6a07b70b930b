# Tables drawn: plots and charts.
# shellcheck disable=SC2086 # several options
load helper

PLOTS=('time -n 2..1e6x2 -l 1,2,5/2,10' 'reach -l 5/2 -t 0..10+1/2'
	'reach -l 1,2,5/2,10 -t 0..40+1/2' 'time -n 1..60 -l 1..12'
	'bound -n 2..1000x2 -m 1..40 -l 3 --log x,y'
	'compare -n 2..200x2 -m 1,4,16,64 -l 5/2' 'sequence -l 2 -i 1..12'
	'sequence -l 2,5/2 -i 1..30' 'reach -l 1..30 -t 20'
	'locality -n 2..4096x2 --cost log(k) --all'
	'time -n 10..1e1000x1e10 -l 5/2' 'time -n 8..8 -l 5/2'
	'reach -l 5/2 -t 1..3000x5 --log none' 'time -n 2..64 --logp 6,2,4'
	'time -n 2..64x2 -l 3 --model logp -d 2'
	'bound -n 2..64x2 -l 5/2 --all' 'time -n 1000000..1000010 -l 1'
	'time -n 1000001..1000005 -l 1' 'reach -l 2 -t 1,7,30 --approx 3'
	'sequence -i 1..9 --logp 6us,2us,4us' 'time -n 2..9 --logp 6us,2us,4us')

@test 'plot: valid, without scripts, no label on another' {
	needs xmllint
	for plot in "${PLOTS[@]}"; do
		fibcast ${plot// (/(} -f plot >"$BATS_TEST_TMPDIR/svg"
		xmllint --noout "$BATS_TEST_TMPDIR/svg"
		awk -f "$ROOT/tests/cli/boxes.awk" "$BATS_TEST_TMPDIR/svg" || {
			echo "$plot"
			return 1
		}
		lacks -iE '<script|href|onload' "$BATS_TEST_TMPDIR/svg"
	done
}

@test 'boxes that cover each other are found' {
	fibcast time -n 2..9 -l 1,2 -f plot >"$BATS_TEST_TMPDIR/svg"
	for change in 's/text-anchor="end" x="[0-9]*" y="[0-9]*"/x="99" y="99"/' \
		's/<text class="n1"/& x="9999" y="50"/' 's/<text.*//'; do
		if sed "$change" "$BATS_TEST_TMPDIR/svg" |
			awk -f "$ROOT/tests/cli/boxes.awk"; then
			echo "not found: $change"
			return 1
		fi
	done
}

# What the table says, as the titles of points do.
titles() {
	fibcast "$@" -f tsv | awk -F'\t' 'NR == 1 { split($0, name); next }
		{ for (i = 1; i <= NF; i++)
			printf("%s%s %s", (i > 1 ? ", " : ""), name[i], $i)
		print "" }'
}

@test 'plot: each point is a row of the table' {
	for plot in 'time -n 2..1e6x2 -l 1,2,5/2,10' 'time -n 8..8 -l 5/2' \
		'reach -l 1,5/2 -t 0..20+1/2 -d 2' \
		'compare -n 2..200x2 -m 1,4,16 -l 5/2' \
		'bound -n 2..64x2 -l 5/2 --all' 'sequence -l 1,2 -i 1..12'; do
		same "$plot" "$(titles $plot | sort)" \
			"$(fibcast $plot -f plot | sed -n \
			's/^<circle.*<title>\(.*\)<\/title>.*/\1/p' |
			sed 's/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g' | sort)"
	done
}

@test 'a chart has a letter for each line' {
	shows 'reach -l 2 -t 0..6 -f chart --ascii' <<-'END'
		reach over t, l 2
		processors that know the message
		15 +
		   |
		   |                                                                           o
		   |
		   |
		   |
		10 +
		   |
		   |                                                               o...........
		   |
		   |
		 5 +                                                  o............
		   |
		   |
		   |                                      o...........
		   |                         o............
		   |o............o...........
		 0 +
		   ++------------+-----------+------------+-----------+------------+-----------+
		    0            1           2            3           4            5           6
		                           time, t, in units of one send
	END
	COLUMNS=40 shows 'time -n 2..1000x10 -l 1,5 -f chart' <<-'END'
		least time over n, for each l
		time, in units of one send
		25 ┤
		   │
		   │                            ·b b l 5
		20 ┤                          ··
		   │                        ··
		   │                     ···
		   │                   ··
		15 ┤                 ··
		   │              ·b·
		   │            ··
		10 ┤         ···
		   │       ··
		   │    ···                   ···a a l 1
		   │  ··               ·······
		 5 ┤b·          ···a···
		   │    ········
		   │a···
		 0 ┤
		   └┬─────┬───┬────┬────┬────┬───┬
		    2     5  10   20   50   100 200
		            processors, n
	END
}

@test 'chart: never wider than the terminal, or refused with the size' {
	for plot in "${PLOTS[@]}"; do
		for columns in 40 60 80 200; do
			COLUMNS=$columns fibcast $plot -f chart --ascii \
				>"$BATS_TEST_TMPDIR/chart" 2>/dev/null || {
				((columns < 80))
				continue
			}
			sed '1,2d' "$BATS_TEST_TMPDIR/chart" |
				awk -v most="$columns" 'length > most { exit 1 }
				/[^ -~]/ { exit 1 }' || {
				echo "$plot at $columns"
				return 1
			}
		done
	done
	COLUMNS=20 refuses 3 'time -n 2..9 -l 1,2 -f chart' \
		'time: the chart needs 25 columns, the terminal has 20'
}

@test 'axes: logarithmic where a sweep multiplies, or as --log says' {
	ticks() {
		fibcast "$@" -f plot | sed -n \
			's/^<text class="dim" text-anchor="middle".*>\(.*\)<.*/\1/p' |
			xargs
	}
	same multiplies '1 10 100 1000 10000 100000 1e6' \
		"$(ticks time -n 1..1e6x10 -l 2)"
	same list '1 10 100 1000 10000 100000 1e6' \
		"$(ticks time -n 1,10,20,1e6 -l 2)"
	same 'not a list of that kind' '200 400 600 800 1000' \
		"$(ticks time -n 2,500,800,1024 -l 2)"
	same none '200 400 600 800 1000' \
		"$(ticks time -n 1..1024x2 -l 2 --log none)"
	same x '1 2 5 10' "$(ticks time -n 1..10 -l 2 --log x)"
	same large '1e100 1e200 1e300 1e400 1e500 1e600 1e700 1e800 1e900' \
		"$(ticks time -n 10..1e1000x1e10 -l 5/2)"
}

@test 'steps are steps where all of them are there' {
	# In steps a path has H and V alone.
	for plot in 'reach -l 5/2 -t 0..9+1/2' 'reach -l 2,3 -t 0..9' \
		'time -n 2..50 -l 5/2' 'sequence -l 5/2 -i 1..9'; do
		fibcast $plot -f plot | grep '^<path class="s' | grep -q H
		fibcast $plot -f plot | grep '^<path class="s' | lacks L
	done
	for plot in 'reach -l 5/2 -t 0..9' 'reach -l 2,5/2 -t 0..9' \
		'reach -l 5/2 -t 1/4..9+1/2' 'time -n 2..50+2 -l 5/2' \
		'time -n 2..50x2 -l 5/2'; do
		fibcast $plot -f plot | grep '^<path class="s' | grep -q L
	done
}

@test 'many points are thinned, and that is said' {
	fibcast time -n 1..30000 -l 2 -f plot >"$BATS_TEST_TMPDIR/svg"
	points=$(grep -c '^<circle' "$BATS_TEST_TMPDIR/svg")
	((points <= 2048 && points > 1000))
	grep -qF ">$points of 30000 points are drawn<" "$BATS_TEST_TMPDIR/svg"
	grep -qF '<title>n 30000, time ' "$BATS_TEST_TMPDIR/svg"
	fibcast time -n 1..2000 -l 2 -f plot | lacks 'are drawn'
}

@test 'what cannot be drawn is refused with its reason' {
	each refuses 2 <<-'END'
		time -n 5 -l 2 -f plot => time: --format: a plot needs an option that is a sweep
		time -n 5 -l 2 -f chart => time: --format: a chart needs an option that is a sweep
		bound -n 2..3 -m 1..2 -l 1..2 -f chart => bound: --format: a chart takes two options that are sweeps, not more
		time -n 2..3 -l 1..2 --all -f plot => time: --format: a plot takes one option that is a sweep, not more
		time -n 2..9 -l 2 --log x => time: --log: not used by the format text
		time -n 2..9 -l 2 -f plot --ascii => time: --ascii: not used by the format plot
		time -n 2..9 -l 2 -f plot -H => time: --no-header: not used by the format plot
		time -n 2..9 -l 2 -f plot --log x,none => time: --log: 'none' cannot be joined with others
		time -n 2..9 -l 2 -f plot --log z => time: --log: 'z' is none of x, y, none
		reach -l 2 -t 0..9 -f plot --log x => reach: --log x: 0 has no place on a logarithmic axis
		time -n 1..9 -l 2 -f chart --log y => time: --log y: 0 has no place on a logarithmic axis
		locality -n 2..9 --cost clog --levels -f plot => locality: --levels: not drawn
	END
	each refuses 3 <<-'END'
		time -n 2..9 -l 1..41 -f plot => time: the plot would have 41 lines, more than 40
		time -n '10^100..(10^100+5)' -l 2 -f plot => time: the values on the x axis are too close to each other to be drawn
	END
}

MAPS=('-n 2..12 -m 1..8 -l 5/2' '-n 2..1e6x4 -m 1..1000x3 -l 5/2'
	'-n 2..40x2 -l 1..6 -m 8 --model postal,logp' '-n 3..3 -m 1..40 -l 2'
	'-n 2..90 -m 1..50x7 --model telephone' '-m 1,9 -n 7 -l 3/2,9'
	'-n 2..9 --loggp 6us,2us,4us,1ns --bytes 1k..1Mx10 -m best')

@test 'map: valid, no label on another, a cell a row of the table' {
	needs xmllint
	for map in "${MAPS[@]}"; do
		fibcast compare $map -f map >"$BATS_TEST_TMPDIR/svg"
		xmllint --noout "$BATS_TEST_TMPDIR/svg"
		awk -f "$ROOT/tests/cli/boxes.awk" "$BATS_TEST_TMPDIR/svg" || {
			echo "$map"
			return 1
		}
		lacks -F '> (' "$BATS_TEST_TMPDIR/svg" # a winner has a name
		rows=$(titles compare $map)
		# Of several models a cell has the best.
		[[ $map != *,logp* ]] || rows=$(grep '^model postal' <<<"$rows")
		same "$map" "$rows" \
			"$(sed -n 's/^<rect class="a.*<title>\(.*\)<\/title>.*/\1/p' \
				"$BATS_TEST_TMPDIR/svg")"
	done
}

@test 'map: who wins in the table has its colour and its letter' {
	map='-n 2..12 -m 1..8 -l 5/2'
	# From the names beside it, which letter and colour each winner has.
	fibcast compare $map -f map >"$BATS_TEST_TMPDIR/svg"
	fibcast compare $map -f chart >"$BATS_TEST_TMPDIR/chart"
	for algorithm in bcast repeat greedy; do
		cells=$(fibcast compare $map -f tsv | cut -f 3 |
			grep -cx "$algorithm")
		letter=$(sed -n "s/^\(.\) $algorithm ($cells)$/\1/p" \
			"$BATS_TEST_TMPDIR/chart")
		same "$algorithm" "$cells" "$(sed '3,10!d' \
			"$BATS_TEST_TMPDIR/chart" | grep -oi "$letter" | wc -l)"
		same "$algorithm" 1 "$(grep "algorithm $algorithm" \
			"$BATS_TEST_TMPDIR/svg" | grep -o 'class="a[0-9]*' |
			sort -u | wc -l)"
		# Capitals are those at the bound.
		same "$algorithm" "$(fibcast compare $map -f tsv |
			awk -v a="$algorithm" '$3 == a && $6 == 1' | wc -l)" \
			"$(sed '3,10!d' "$BATS_TEST_TMPDIR/chart" |
				grep -o "$letter" | wc -l)"
	done
}

@test 'map: an algorithm has the same colour in every map' {
	local map colours
	for map in "${MAPS[@]}" '-n 2..60 -m 1..8 -l 5/2' '-n 2..9 -m 1..9 -l 1'; do
		fibcast compare $map -f map | sed -nE \
			's/^<rect class="a([0-9]+) .*algorithm ([a-z-]+)[,<].*/\2 \1/p'
	done | sort -u >"$BATS_TEST_TMPDIR/colours"
	colours=$(cut -d ' ' -f 1 "$BATS_TEST_TMPDIR/colours" | uniq -d)
	same 'one colour each' '' "$colours"
	same 'one algorithm each' '' "$(cut -d ' ' -f 2 "$BATS_TEST_TMPDIR/colours" |
		sort | uniq -d)"
	same bcast 'bcast 0' "$(grep -w bcast "$BATS_TEST_TMPDIR/colours")"
	# A new one is to be added to the list of styles.
	for algorithm in $(all_choices schedule ''); do
		sed -n '/^static const char \*const styles/,/};/p' \
			"$ROOT/src/format/plot/map.c" | grep -q "\"$algorithm\"" ||
			same "$algorithm" 'a style' none
	done
}

@test 'map: a letter in every region of some pixels' {
	# 59 columns, each narrower than a letter; the legend tells which there are.
	local map=$BATS_TEST_TMPDIR/svg kind
	fibcast compare -n 2..60 -m 1..8 -l 5/2 -f map >"$map"
	for kind in edge legend; do
		if [ "$kind" = edge ]; then sed -n '/^<path class="edge"/,/class="dim"/p' "$map"
		else sed '1,/class="dim"/d' "$map"; fi |
			sed -nE 's/.*class="in".*>(.)<.*/\1/p' | sort -u | tr -d '\n' \
			>"$BATS_TEST_TMPDIR/$kind"
	done
	same letters "$(cat "$BATS_TEST_TMPDIR/legend")" "$(cat "$BATS_TEST_TMPDIR/edge")"
	[ -s "$BATS_TEST_TMPDIR/legend" ]
}

# The colours of areas are far enough apart at every shade, as a deuteranope
# sees them (Machado, Oliveira and Fernandes 2009), too: in CIELAB units.
@test 'map: colours that a deuteranope can tell apart' {
	needs python3
	fibcast compare -n 2..12 -m 1..8 -l 5/2 -f map >"$BATS_TEST_TMPDIR/svg"
	python3 - "$BATS_TEST_TMPDIR/svg" <<-'END'
		import math, re, sys
		svg = open(sys.argv[1]).read()
		style = svg.split("<style>")[2]
		light, dark = style.split("@media")
		hues = [re.findall(r"\.a\d\{fill:(#\w{6})\}", part) for part in (light, dark)]
		shades = [float(x) for x in re.findall(r"\.r\d\{fill-opacity:([.\d]+)", svg)]
		assert [len(x) for x in hues] == [8, 8] and len(shades) == 4
		deuteranope = ((.367322, .860646, -.227968), (.280085, .672501, .047413),
		               (-.011820, .042940, .968881))
		def rgb(text):
		    return [int(text[i:i + 2], 16) / 255 for i in (1, 3, 5)]
		def linear(c):
		    return c / 12.92 if c <= .04045 else ((c + .055) / 1.055) ** 2.4
		def lab(c):
		    xyz = [sum(m * v for m, v in zip(row, c)) for row in (
		        (.4339, .3762, .1899), (.2126, .7152, .0722), (.0177, .1095, .8728))]
		    f = [t ** (1 / 3) if t > .008856 else 7.787 * t + 16 / 116 for t in xyz]
		    return 116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])
		for names, page in zip(hues, ("#ffffff", "#0d1117")):
		    for shade in shades:
		        for sees in (((1, 0, 0), (0, 1, 0), (0, 0, 1)), deuteranope):
		            seen = []
		            for name in names:
		                c = [linear(a * shade + b * (1 - shade))
		                     for a, b in zip(rgb(name), rgb(page))]
		                seen.append(lab([min(1, max(0, sum(m * v for m, v in zip(row, c))))
		                                 for row in sees]))
		            least = min(math.dist(a, b) for i, a in enumerate(seen) for b in seen[:i])
		            assert least > 9, (page, shade, sees, least)
	END
}

@test 'a map can be a chart' {
	COLUMNS=40 shows 'compare -n 2..9 -m 1..4 -l 5/2 -f chart' <<-'END'
		best algorithm by n and m, l 5/2
		messages, m
		4 B C E F E F E E
		3 B C E F E F E E
		2 B C D F E F E E
		1 A A A A A A A A
		  2 3 4 5 6 7 8 9
		  processors, n
		A bcast (8)
		B repeat (3)
		C optimum (3)
		D pipeline (1)
		E greedy (11)
		F cyclic (6)
		small letters: above the bound
	END
	COLUMNS=40 refuses 3 'compare -n 2..30 -m 1..4 -l 2 -f chart' \
		'compare: the chart needs 60 columns, the terminal has 40'
}

@test 'a map is refused without what it takes' {
	each refuses 2 <<-'END'
		compare -n 5 -m 1..4 -l 2 -f map => compare: --format: a map takes two options that are sweeps
		compare -n 5..6 -m 1..4 -l 2..3 -f map => compare: --format: a map takes two options that are sweeps
		compare -n 5..6 -m 1..4 -l 2 -f map --log x => compare: --log: not used by the format map
		compare -n 5..6 -m 1..4 -l 2 -f chart --log x => compare: --log: not used by a map
		compare -n 5..6 -m 1..4 -l 2 -f map --ascii => compare: --ascii: not used by the format map
		time -n 5..6 -l 1..2 -f map => time: --format: 'map' is none of text, tsv, csv, json, markdown, plot, chart
	END
	each refuses 3 <<-'END'
		compare -n 1..257 -m 1..4 -l 2 -f map => compare: the map would have 257 columns, more than 256
		compare -n 1..2 -m 1..300 -l 2 -f map => compare: the map would have 300 rows, more than 256
	END
}

@test 'map: numbers too long for a label keep what they are' {
	fibcast compare -n 1e15..1e17x10 -m 1 -l 1,2 -f chart |
		grep -qx '  1e15'
}

@test 'charts of plots and maps: colour only on a terminal' {
	needs script
	local line plain
	for line in 'time -n 2..9 -l 2 -f chart' \
		'compare -n 2..5 -m 1..3 -l 5/2 -f chart'; do
		plain=$(fibcast $line)
		[[ $plain != *$'\e'* ]]
		script -qec "env TERM=xterm fibcast $line" /dev/null \
			</dev/null | tr -d '\r' >"$BATS_TEST_TMPDIR/terminal"
		grep -q $'\e\\[31m' "$BATS_TEST_TMPDIR/terminal"
		same "$line" "$plain" \
			"$(sed 's/\x1b\[[0-9]*m//g' "$BATS_TEST_TMPDIR/terminal")"
	done
}

@test 'the title says the question and the machine, or what --title says' {
	local machine='--loggp 1us,.5us,1us,2ns'
	title() {
		same "$1" "$2" "$(eval "fibcast $1" | sed -n '2s/^<title>\(.*\)<\/title>$/\1/p')"
	}
	each title <<-'END'
		time -n 2..9 -l 2 -f plot => least time over n, l 2
		bound -n 2..9 -m 3 -l 2 -f plot => lower bound on the time over n, m 3, l 2
		compare -n 2..9 -m 3 -l 2 -f plot => time of the best algorithm over n, m 3, l 2
		compare -n 8 --bytes 1k..4kx2 --loggp 1us,.5us,1us,2ns -m best -f plot => time of the best algorithm over bytes, n 8, L 1us, o 0.5us, g 1us, G 0.002us
		compare -n 2..3 --bytes 1k..4kx2 --loggp 1us,.5us,1us,2ns -m best -f map => best algorithm by n and bytes, L 1us, o 0.5us, g 1us, G 0.002us
		time -n 2..9 --logp 6,2,4 -f plot => least time over n, L 6, o 2, g 4
		time -n 2..9 --logp 6..8,2,4 -f plot => least time over n, for each L, o 2, g 4
		time -n 2..9 -l 2 -f plot --title 'Mine & <yours>' => Mine &amp; &lt;yours&gt;
		compare -n 2..9 -m 1..3 -l 2 -f map --title Mine => Mine
		bound -n 9 -m 2..5 -l 2 --all -f plot => bounds over m, n 9, l 2
		time -n 2..9 -l 3 --op allreduce -f plot => allreduce: least time over n, l 3
		compare -n 2..9 -m 1..3 -l 3 --op reduce -f map => reduce: best algorithm by n and m, l 3
		compare -n 2..9 -m 3 --model telephone -f plot => time of the best algorithm over n, m 3, telephone
		compare -n 2..5 -m 3 --model telephone,telegraph -f plot => time of the best algorithm over n, m 3
		time -n 4..64+4 -l 3 --node 4 --inside 1 -f plot => least time over n, l 3, node 4, inside 1
		time -n 4..64+4 --logp 3,1,2 --node 4 --inside 1,1,1 -f plot => least time over n, node 4, inside 1,1,1, L 3, o 1, g 2
		time -n 2..9 -l 3 --ports 2 -f plot => least time over n, l 3, ports 2
	END
	same chart Mine "$(fibcast time -n 2..9 -l 2 -f chart --title Mine | head -n 1)"
	fibcast time -n 2..9 -l 2 -f plot --title $'\377\1ok' >"$BATS_TEST_TMPDIR/svg"
	well_formed "$BATS_TEST_TMPDIR/svg"
	refuses 2 'time -n 2..9 -l 2 --title x' 'time: --title: not used by the format text'
}

@test 'over a logarithmic x, y is so from a factor of 30 on; bounds in steps' {
	# The ticks of a logarithmic axis are 1, 2, 5, 10 ..
	local machine='--loggp .6128us,.5us,.5us,.00033us'
	ticks() {
		grep 'text-anchor="end"' "$BATS_TEST_TMPDIR/svg" |
			sed 's/.*>\(.*\)<.*/\1/' | paste -sd ' '
	}
	fibcast compare -n 64 --bytes 1Ki..1Mix2 $machine -m best -f plot >"$BATS_TEST_TMPDIR/svg"
	same log '5 10 20 50 100 200 500' "$(ticks)"
	fibcast compare -n 64 --bytes 1Ki..64Kix2 $machine -m best -f plot >"$BATS_TEST_TMPDIR/svg"
	same linear '0 10 20 30 40 50 60' "$(ticks)"
	fibcast bound -n 2..20 -l 5/2 -f plot | grep -q 'class="s0" d="M[^"]*V[^"]*H'
}

@test 'an axis of whole numbers has whole ticks' {
	same whole '   2                                     3                                     4' \
		"$(COLUMNS=80 fibcast time -n 2..4 -l 5/2 -f chart | tail -n 2 | head -n 1)"
	same halves 1.2 "$(COLUMNS=80 fibcast time -n 7 -l 1..2+1/2 -f chart |
		grep -o '1\.2')"
	same one '     0                                    1                                    2' \
		"$(COLUMNS=80 fibcast time -n 1..1 -l 2 -f chart | tail -n 2 | head -n 1)"
}
