# tree: optimal broadcast trees.
load helper

@test 'the tree has the least depth' {
	shows 'tree -n 14 -l 5/2' <<-'END'
		node  parent  depth  time  children
		   0       -      0     0         6
		   1       0      1   5/2         3
		   2       0      1   7/2         2
		   3       0      1   9/2         1
		   4       1      2     5         1
		   5       0      1  11/2         0
		   6       1      2     6         0
		   7       2      2     6         0
		   8       0      1  13/2         0
		   9       1      2     7         0
		  10       2      2     7         0
		  11       3      2     7         0
		  12       0      1  15/2         0
		  13       4      3  15/2         0
	END
}

@test 'labels of the LogP paper, Figures 1 and 2' {
	shows 'tree -n 8 -l 2 --model logp' <<-'END'
		node  parent  depth  time  children
		   0       -      0     1         4
		   1       0      1     3         2
		   2       0      1     4         1
		   3       0      1     5         0
		   4       1      2     5         0
		   5       0      1     6         0
		   6       1      2     6         0
		   7       2      2     6         0
	END
	shows 'tree -n 4 -l 2 --model logp' <<-'END'
		node  parent  depth  time  children
		   0       -      0     1         3
		   1       0      1     3         0
		   2       0      1     4         0
		   3       0      1     5         0
	END
}

@test 'depth and last label are the formulas'\''' {
	while read -r n l depth time; do
		same "n=$n l=$l" "$depth $time" \
			"$(columns "tree -n $n -l $l --model logp" \
				'depth time' | awk '
				$1 > d { d = $1 } $2 > t { t = $2 }
				END { print d + 0, t }')"
	done <<-'END'
		1 7 0 1
		7 2 2 6
		100 3 3 15
		382 1 5 10
		1000 4 4 25
		4 2 1 5
	END
}

@test 'every tree is one: parents, times without gaps, children' {
	for problem in '300 -l 5/2' '97 -l 1' '200 -l 7/3' '64 -l 10' \
		'100 -l 3 --shape bcast' '150 -l 7/3 --shape bcast'; do
		columns "tree -n $problem -d 6" 'node parent depth time children' |
			awk -v lambda="${problem#*-l }" '
			BEGIN { split(lambda, part, /[ \/]/)
				l = part[1] / (part[2] ~ /^[0-9]/ ? part[2] : 1) }
			{ depth[$1] = $3; time[$1] = $4; want[$1] = $5
				parent[$1] = $2; n++ }
			END {
				for (v in parent) {
					p = parent[v]
					if (p == "-") { roots += v == 0; continue }
					if (depth[v] != depth[p] + 1) exit 1
					i = time[v] - time[p] - l
					if (i < -1e-5 || seen[p, int(i + .5)]++)
						exit 1
					if (i > most[p]) most[p] = i
					found[p]++
				}
				for (v in want)
					if (want[v] != found[v] + 0 ||
					    found[v] && most[v] > found[v] - 1 + 1e-5)
						exit 1
				exit roots != 1
			}' || { echo "tree -n $problem"; return 1; }
	done
}

@test '--shape bcast is the tree of Algorithm BCAST' {
	shows 'tree -n 14 -l 5/2 --shape bcast' <<-'END'
		node  parent  depth  time  children
		   0       -      0     0         6
		   1       0      1  15/2         0
		   2       0      1  13/2         0
		   3       0      1  11/2         0
		   4       0      1   9/2         1
		   5       4      2     7         0
		   6       0      1   7/2         2
		   7       6      2     7         0
		   8       6      2     6         0
		   9       0      1   5/2         3
		  10       9      2     7         0
		  11       9      2     6         0
		  12       9      2     5         1
		  13      12      3  15/2         0
	END
	shows 'tree -n 14 -l 5/2 --shape bcast -f outline' <<-'END'
		0  0
		├── 9  5/2
		│   ├── 12  5
		│   │   └── 13  15/2
		│   ├── 11  6
		│   └── 10  7
		├── 6  7/2
		│   ├── 8  6
		│   └── 7  7
		├── 4  9/2
		│   └── 5  7
		├── 3  11/2
		├── 2  13/2
		└── 1  15/2
	END
	shows 'tree -n 8 -l 2 --shape bcast --model logp -f tsv -H' <<-'END'
		0	-	0	1	4
		1	0	1	6	0
		2	0	1	5	0
		3	0	1	4	1
		4	3	2	6	0
		5	0	1	3	2
		6	5	2	6	0
		7	5	2	5	0
	END
}

@test 'one node and a star are trees, too' {
	shows 'tree -n 1 -l 5/2' <<-'END'
		node  parent  depth  time  children
		   0       -      0     0         0
	END
	shows 'tree -n 4 -l 1e25 -f csv' <<-'END'
		node,parent,depth,time,children
		0,-,0,0,3
		1,0,1,10000000000000000000000000,0
		2,0,1,10000000000000000000000001,0
		3,0,1,10000000000000000000000002,0
	END
	answers 'tree -n 1 -l 3 -f outline' '0  0'
	answers 'tree -n 1 -l 3 -f outline --shape bcast' '0  0'
}

@test 'times can be in a machine'\''s unit, with decimals' {
	shows 'tree -n 4 --logp 6,2,4 -d 1' <<-'END'
		node  parent  depth  time  children
		   0       -      0   0.0         3
		   1       0      1  10.0         0
		   2       0      1  14.0         0
		   3       0      1  18.0         0
	END
}

@test '-f outline draws the tree with lines' {
	shows 'tree -n 8 -l 2 --model logp -f outline' <<-'END'
		0  1
		├── 1  3
		│   ├── 4  5
		│   └── 6  6
		├── 2  4
		│   └── 7  6
		├── 3  5
		└── 5  6
	END
}

@test '-f dot is a graph with times' {
	shows 'tree -n 3 -l 5/2 -f dot' <<'END'
digraph tree {
	node [shape=box, style=rounded];
	0 [label="0\n0"];
	1 [label="1\n5/2"];
	0 -> 1 [label="0"];
	2 [label="2\n7/2"];
	0 -> 2 [label="1"];
}
END
	needs dot
	fibcast tree -n 100 -l 5/2 -f dot | dot -Tplain |
		awk '{ n[$1]++ } END { exit n["node"] != 100 || n["edge"] != 99 }'
}

@test 'an outline without Unicode, where that is asked for' {
	shows 'tree -n 4 -l 1 -f outline --ascii' <<-'END'
		0  0
		|-- 1  1
		|   `-- 3  2
		`-- 2  2
	END
	same both "$(fibcast tree -n 40 -l 5/2 -f outline | sed 's/[├─│└ ]//g')" \
		"$(fibcast tree -n 40 -l 5/2 -f outline --ascii | sed 's/[-|` ]//g')"
	refuses 2 'tree -n 4 -l 1 --ascii' \
		'tree: --ascii: not used by the format text'
}

@test '-f json has a row for each node' {
	shows 'tree -n 3 -l 5/2 -f json' <<-'END'
		{"node":0,"parent":null,"depth":0,"time":0,"time_approx":0,"children":2}
		{"node":1,"parent":0,"depth":1,"time":"5/2","time_approx":2.5,"children":0}
		{"node":2,"parent":0,"depth":1,"time":"7/2","time_approx":3.5,"children":0}
	END
}

@test 'a hundred thousand nodes take a moment' {
	[[ $(fibcast tree -n 100000 -l 5/2 -H -f tsv | wc -l) == 100000 ]]
	[[ $(fibcast tree -n 100000 -l 5/2 --shape bcast -H | tail -n 1 |
		awk '{ print $1 }') == 99999 ]]
}
