# Schedules as a page.
# shellcheck disable=SC2086 # several options
load helper

setup() {
	PAGE=$BATS_TEST_TMPDIR/page.html
}

# What the page is once its script has run, and one more: dom SCRIPT
dom() {
	sed "s#</body>#<script>${1//$'\n'/ }</script></body>#" "$PAGE" \
		>"$PAGE.html"
	timeout 60 chromium --headless --no-sandbox --disable-gpu \
		--user-data-dir="$BATS_TEST_TMPDIR/profile" \
		--dump-dom "file://$PAGE.html" 2>/dev/null
}

@test 'a row and a mark for each transmission, nothing from elsewhere' {
	for problem in 'bcast -n 14 -l 5/2' 'bcast -n 1 -l 2' \
		'pipeline -n 8 -m 5 -l 5/2' 'telephone -n 12 -m 9' \
		'circulant --op allgather -n 9'; do
		fibcast schedule $problem -f html >"$PAGE"
		same "$problem" "$(fibcast schedule $problem -H |
			awk -F'\t' '{ print $1, $2, $3, (NF > 4 ? $5 : $4) }')" \
			"$(sed -n '/id="rows">/,/<\/script>/p' "$PAGE" |
				sed '1d; $d' | cut -d ' ' -f 1-4)"
		# Without scripts, an arrow each, or a cell for each end.
		ends=$(fibcast schedule $problem -H | wc -l)
		grep -qF 'data-send' "$PAGE" && ends=$((2 * ends))
		same "$problem" "$ends" \
			"$(sed -n '/<g id="marks">/,/<\/g>/p' "$PAGE" |
				grep '^<path class="[ck]' | grep -o M | wc -l)"
		sed 's|http://www.w3.org/2000/svg||' "$PAGE" |
			lacks -E 'https?:|src=|href=|@import|url\([^#]'
		same "$problem" 1 "$(grep -c '<!DOCTYPE html>' "$PAGE")"
		# Its picture is SVG, and no label is on another.
		sed -n '/^<svg/,/^<\/svg>/p' "$PAGE" >"$PAGE.svg"
		awk -f "$ROOT/tests/cli/boxes.awk" "$PAGE.svg"
		well_formed "$PAGE.svg"
	done
}

@test 'what a file calls its algorithm is only text' {
	printf '# fibcast schedule 1\n# model postal\n# algorithm <b>&</title>
# processors 2\n# latency 2\ntime from to message\n0 0 1 1\n' |
		fibcast convert -f html >"$PAGE"
	grep -qF '<h1>&lt;b&gt;&amp;&lt;/title&gt;: 2 processors' "$PAGE"
	lacks -F '<b>' "$PAGE"
}

@test 'a page of 64 processors and 16 messages is of a size to mail' {
	(($(fibcast schedule best -n 64 -m 16 -l 3 -f html | wc -c) < 70000))
	(($(fibcast schedule bcast -n 64 -l 3 -f html | wc -c) < 20000))
}

@test 'in a browser: the slider moves, processors and messages are picked out' {
	needs chromium
	fibcast schedule pipeline -n 4 -m 3 -l 5/2 -f html >"$PAGE"
	# Times in halves, a send is under way from its start to its end; rows
	# as the definition has them.
	dom 'one = id => document.getElementById(id);
one("time").value = 9; one("time").oninput();' | tr -d '\n' >"$PAGE.dom"
	[[ -s $PAGE.dom ]] || skip 'chromium does not start'
	same now "$(fibcast schedule pipeline -n 4 -m 3 -l 5/2 -H | awk '
		{ n = split($1, t, "/"); at = n > 1 ? t[1] / t[2] : $1 }
		at < 4.5 && 4.5 <= at + 2.5' | wc -l)" \
		"$(grep -o '<tr class="now">' "$PAGE.dom" | wc -l)"
	grep -qF 'id="controls">' "$PAGE.dom" # no longer hidden
	grep -qF 'aria-live="polite">4.5: 3 of 9 received<' "$PAGE.dom"
	# The table's rows are those of the schedule, and each has its mark.
	same rows "$(fibcast schedule pipeline -n 4 -m 3 -l 5/2 -H |
		awk '{ print $1, $2, $3, $4 }')" \
		"$(sed 's/<tr/\n&/g' "$PAGE.dom" |
			sed -nE 's/^<tr[^>]*><td>(.*)<\/td><\/tr>.*/\1/p' |
			sed 's/<\/td><td>/ /g' | cut -d ' ' -f 1-4)"
	same marks 9 "$(grep -o '<title>[0-9]* from [0-9]* to' "$PAGE.dom" |
		wc -l)"
	dom 'one = id => document.getElementById(id);
document.querySelectorAll("\#lanes text")[3].onclick();
one("message").value = 2; one("message").oninput();' |
		tr -d '\n' >"$PAGE.dom"
	same off "$(fibcast schedule pipeline -n 4 -m 3 -l 5/2 -H |
		awk '!($4 == 2 && ($2 == 3 || $3 == 3))' | wc -l)" \
		"$(grep -o '<tr class="off">' "$PAGE.dom" | wc -l)"
	# A cell lies in its processor's lane, and its number in it.
	dom '' | sed 's/<path class="a/\n&/g' >"$PAGE.dom"
	top=$(grep -o 'data-top="[0-9]*"' "$PAGE" | tr -dc 0-9)
	same cells "$(fibcast schedule pipeline -n 4 -m 3 -l 5/2 -H | awk \
		-v top="$top" '{ y = top + 31 * $3; print $4, y, y + 11 }')" \
		"$(sed -nE 's/^<path class="a.*" d="M[0-9]+ ([0-9]+)h.*<text [^>]*y="([0-9]+)">([0-9]+)<.*/\3 \1 \2/p' "$PAGE.dom")"
}

# Seven sends of a tenth make 0.7 / 0.1, which is less than 7 in binary.
@test "the script's cells have the colours of the still picture" {
	needs node
	fibcast schedule ring --op allgather -n 12 \
		--loggp 1/10us,0us,1/10us,0us --bytes 12 -f html >"$PAGE"
	same tags "$(seq -s ' ' 0 10)" "$({
		sed -n '/^const value/,/};/p' "$PAGE"
		echo "const send = '$(sed -n 's/.*data-send="\([^"]*\)".*/\1/p' "$PAGE")';"
		echo 'console.log([...Array(11).keys()].map(i => {'
		echo "const sent = i / 10, what = '0+1';"
		sed -n '/const tag/,/;$/p' "$PAGE"
		echo "return tag; }).join(' '));"
	} | node)"
}

@test 'the axis and the numbers of lanes lie on top of what scrolls' {
	for problem in 'bcast -n 14 -l 5/2' 'pipeline -n 8 -m 5 -l 5/2'; do
		fibcast schedule $problem -f html >"$PAGE"
		same "$problem" 'marks now lanes axis' "$(grep -oE \
			'id="(marks|now|lanes|axis)"' "$PAGE" | cut -d '"' -f 2 |
			xargs)"
		same "$problem" 2 "$(grep -cE '<rect class="page" x="0"' "$PAGE")"
	done
	# The script's cells are as far apart as the lanes.
	grep -qF "data-lane=\"$(sed -n '/id="lanes"/,/<\/g>/p' "$PAGE" |
		grep -o ' y="[0-9]*">' | tr -dc '0-9\n' | head -n 2 |
		awk 'NR == 1 { y = $1 } END { print $1 - y }')\"" "$PAGE"
}
