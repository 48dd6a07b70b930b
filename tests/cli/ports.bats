# Several ports of a processor, --ports: trees, parts, schedules.
load helper

@test 'trees of both shapes take the time that F says' {
	shows 'tree -n 8 -l 2 --ports 2' <<-'END'
		node  parent  depth  time  children
		   0       -      0     0         6
		   1       0      1     2         1
		   2       0      1     2         0
		   3       0      1     3         0
		   4       0      1     3         0
		   5       0      1     4         0
		   6       0      1     4         0
		   7       1      2     4         0
	END
	shows 'tree -n 8 -l 2 --ports 2 --shape bcast -f outline' <<-'END'
		0  0
		├── 5  2
		│   ├── 6  4
		│   └── 7  4
		├── 3  3
		├── 4  3
		├── 1  4
		└── 2  4
	END
	for shape in min-depth bcast; do
		while read -r n latency ports; do
			same "$shape $n $latency $ports" \
				"$(fibcast time -n $n -l $latency \
					--ports $ports -d 3)" \
				"$(columns "tree -n $n -l $latency \
					--ports $ports --shape $shape -d 3" \
					time | sort -g | tail -n 1)"
		done <<-'END'
			1 2 2
			2 5/2 3
			100 7/3 2
			1000 1 3
			1000 40 7
			9 1000000000000000 4
			9 3 2000000000
		END
	done
	same universal 4 "$(fibcast sequence -l 2 -i 1..4 --ports 2 -f dot |
		grep -c -- '->')"
}

@test 'parts are those of the schedule' {
	shows 'rank 5 -n 8 -l 2 --ports 2' <<-'END'
		event    peer  start  end
		receive     0      1    2
		send        6      2    3
		send        7      2    3
	END
	shows 'rank 0 -n 8 -l 2 --ports 2 --op reduce -H' <<-'END'
		receive  1  1  1  2
		receive  2  1  1  2
		receive  3  1  2  3
		receive  4  1  2  3
		receive  5  1  3  4
	END
	shows 'rank 1 -n 10^100 -l 5/2 --ports 3 -H' <<-'END'
		receive  0  649/2  651/2
	END
	while read -r n latency ports; do
		same "$n $latency $ports" \
			"$(fibcast schedule bcast -n $n -l $latency \
				--ports $ports -H | cut -f 1-3 | sort)" \
			"$(fibcast rank --all -n $n -l $latency \
				--ports $ports -H | awk '$2 == "send" {
					print $4 "\t" $1 "\t" $3 }' | sort)"
	done <<-'END'
		2 3/2 2
		77 5/2 3
		200 7/3 2
		200 10 50
	END
}

@test 'what ports are not for is refused' {
	each refuses 2 <<-'END'
		rank 1 -n 8 --logp 6,2,4 --ports 2 => rank: --ports: not used with a machine
		rank 1 -n 8 -l 2 --ports 2 --algorithm circulant => rank: --ports: not used by circulant
		tree -n 8 -l 2 --ports 2 --op scatter => tree: --ports: not used with that --op
		tree -n 8 -l 2 --ports 2 --due 1,2 => tree: --ports: not used with --late and --due
	END
	refuses 3 'rank 0 -n 1e30 -l 2 --ports 1e9 --op reduce' 'rank: the part of a reduction on so many ports needs 512000000000 bytes of memory, more than --max-bits allows'
}
