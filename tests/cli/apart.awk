# Whether no two arrows of a space-time diagram lie on each other: two straight
# ones along one line, or two bows of the same.  Prints how many are bowed.
/^<path class="c/ {
	match($0, / d="[^"]*"/)
	split(substr($0, RSTART + 5, RLENGTH - 6), p, /[ LQ]/)
	n++
	bent[n] = $0 ~ / d="[^"]*Q/
	x[n] = p[1]
	y[n] = p[2]
	if (bent[n]) {
		bows++
		corner[n] = p[3] " " p[4]
		u[n] = p[5]
		v[n] = p[6]
	} else {
		u[n] = p[3]
		v[n] = p[4]
	}
}

# How far a point is off the line of arrow i.
function off(i, a, b, dx, dy, length_) {
	dx = u[i] - x[i]
	dy = v[i] - y[i]
	length_ = sqrt(dx ^ 2 + dy ^ 2)
	return length_ ? ((b - y[i]) * dx - (a - x[i]) * dy) / length_ : 9
}

function near(i, a, b) {
	return off(i, a, b) ^ 2 < 2
}

function min(a, b) { return a < b ? a : b }
function max(a, b) { return a > b ? a : b }

function shared(a, b, c, d) {
	return min(max(a, b), max(c, d)) - max(min(a, b), min(c, d))
}

END {
	for (i = 1; i <= n; i++)
		for (j = 1; j < i; j++)
			if (bent[i] == bent[j] && near(j, x[i], y[i]) &&
			    near(j, u[i], v[i]) &&
			    (shared(x[i], u[i], x[j], u[j]) > 4 ||
			     shared(y[i], v[i], y[j], v[j]) > 4) &&
			    (!bent[i] || corner[i] == corner[j])) {
				print "on each other: " i " and " j
				bad = 1
			}
	print bows + 0
	exit bad
}
