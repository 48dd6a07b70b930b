# A table of a tree's nodes, then its picture: prints where the root is, "top"
# or "left".  Complains of boxes that are not at their depth or touch, of lines
# that do not join a child to its parent, of a parent's lines that meet
# another's, and of a picture that is wider than a screen without need.
BEGIN { n = edges = 0 }

FNR == NR { parent[$1] = $2; depth[$1] = $3; next }
/^<svg / { wide = $4; high = $6 }
/^<path class="line"/ { line[++edges] = $4 }
/^<rect class="node"/ { x[n] = $4; y[n] = $6; w = $8; h = $10; n++ }

function wrong(what, v) {
	print what " of " v
	bad = 1
}

function bend(v, p) {
	return sprintf("M%d %dL%d %dL%d %dL%d %d", x[p] + w, y[p] + h / 2,
		x[v] - 20, y[p] + h / 2, x[v] - 20, y[v] + h / 2,
		x[v], y[v] + h / 2)
}

function straight(v, p) {
	return sprintf("M%d %dL%d %d", x[p] + int(w / 2), y[p] + h,
		x[v] + int(w / 2), y[v])
}

END {
	for (v = 0; v < n; v++)
		deepest = depth[v] > deepest ? depth[v] : deepest
	turned = 32 + w + deepest * (w + 40)
	left = n > 1 && x[1] != x[0] && y[0] + 76 != y[1]
	for (v = 0; v < n; v++) {
		p = parent[v]
		along = left ? x[v] - 16 : y[v] - 40
		if (along != depth[v] * ((left ? w : h) + 40))
			wrong("place", v)
		if (x[v] + w > wide || y[v] + h > high)
			wrong("box outside", v)
		if (v > 0 && line[v] != (left ? bend(v, p) : straight(v, p)))
			wrong("line", v)
		if (v > 0 && (!(p in first) || y[v] < first[p]))
			first[p] = y[v]
		if (v > 0 && (!(p in last) || y[v] > last[p]))
			last[p] = y[v]
		for (u = 0; u < v; u++)
			if (x[u] <= x[v] + w && x[v] <= x[u] + w &&
			    y[u] <= y[v] + h && y[v] <= y[u] + h)
				wrong("box", v)
	}
	for (p in first) {
		if (left && (y[p] < first[p] || y[p] > last[p]))
			wrong("parent beside its children", p)
		for (q in first)
			if (left && p != q && depth[p] == depth[q] &&
			    first[p] <= last[q] && first[q] <= last[p])
				wrong("lines that meet", p)
	}
	if (edges != n - 1)
		wrong("number of lines", n)
	if (wide > 1600 && wide > turned)
		wrong("width", n)
	print left ? "left" : "top"
	exit bad
}
