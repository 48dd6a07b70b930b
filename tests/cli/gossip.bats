# Gossip: censuses by telephone and by telegraph.
load helper

@test 'rounds, and the bounds' {
	shows 'compare --op census --model telephone,telegraph -n 14 -f tsv' <<-'END'
		model	algorithm	options	time	ratio
		telephone	gossip	-	4	1.000
		telegraph	telegraph-gossip	-	7	1.167
		telephone	bound	-	4	1.000
		telegraph	bound	-	6	1.000
	END
	each answers <<-'END'
		bound --op census --model telephone -n 14 => 4
		bound --op census --model telephone -n 15 => 5
		bound --op census --model telegraph -n 14 => 6
		bound --op census --model telegraph -n 1 => 0
		bound --op census --model telephone -n 2^100 => 100
	END
}

@test 'schedules, each operand counted once' {
	for n in 1 2 3 7 14 15 64 100; do
		for model in telephone telegraph; do
			ask "schedule best --op census --model $model -n $n | fibcast check"
			[[ $out == 'ok: '* ]]
		done
	done
	shows 'schedule telegraph-gossip -n 4 -H' <<-END
		0	0	1	1	0+1
		0	2	3	1	2+1
		1	1	0	1	1+1
		1	3	2	1	3+1
		2	0	3	1	0+2
		2	2	1	1	2+2
		3	1	2	1	0+2
		3	3	0	1	2+2
	END
}
