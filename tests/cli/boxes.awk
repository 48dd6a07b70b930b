# Whether the texts of an SVG picture stay clear of each other and within the
# picture.  A letter counts as wide as the widest usual font's.
BEGIN { letter = 7.7; above = 10; below = 2 }

function attribute(name) {
	if (!match($0, " " name "=\"[^\"]*\""))
		return ""
	return substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4)
}

/^<svg / { wide = attribute("width") + 0; high = attribute("height") + 0 }

/^<g/ { anchor = attribute("text-anchor") }
/^<\/g/ { anchor = "" }

# Digits placed one by one: numbers in cells.  Each begins after the last.
/^<text.* x="[0-9]+ [0-9]/ {
	many = split(attribute("x"), at, " ")
	for (i = 2; i <= many; i++)
		if (at[i] < at[i - 1] + letter) {
			print "digits on each other: " at[i]
			bad = 1
		}
	if (at[1] < 0 || at[many] + letter > wide)
		bad = 1
	n++
	next
}

/^<text/ {
	text = $0
	sub(/^<text[^>]*>/, "", text)
	sub(/<\/text>.*/, "", text)
	gsub(/&[a-z]*;/, "x", text)
	size = length(text) * letter
	if (attribute("class") == "title")
		size = size * 14 / 12
	begin = attribute("x") + 0
	own = attribute("text-anchor")
	if (own == "")
		own = anchor
	if (own == "end")
		begin -= size
	if (own == "middle")
		begin -= size / 2
	n++
	left[n] = begin
	right[n] = begin + size
	foot[n] = attribute("y") + 0
	said[n] = text
	if (begin < 0 || begin + size > wide || foot[n] > high) {
		print "outside: " text
		bad = 1
	}
}

END {
	if (n == 0)
		exit 1
	for (i = 1; i <= n; i++)
		for (j = 1; j < i; j++)
			if (foot[i] - foot[j] < above + below &&
			    foot[j] - foot[i] < above + below &&
			    left[i] < right[j] && left[j] < right[i]) {
				print "on each other: " said[j] " and " said[i]
				bad = 1
			}
	exit bad
}
