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

@test 'time: what compare puts first' {
	each answers <<-'END'
		time --op census --model telephone -n 1 => 0
		time --op census --model sendrecv -n 9 => 4
		time --op census --model telephone -n 14 => 4
		time --op census --model telephone -n 15 => 5
		time --op census --model telephone -n 1e30 => 100
		time --op census --model telegraph -n 1 => 0
		time --op census --model telegraph -n 14 => 7
		time --op census --model telegraph -n 1e30 => 145
		time --model telegraph -n 1e30 => 100
		time --model sendrecv --op reduce -n 9 => 4
	END
	shows 'time --op census --model telephone -n 3..6' <<-'END'
		n  time
		3     3
		4     2
		5     4
		6     3
	END
	each refuses 2 <<-'END'
		time --op census --model telephone -n 9 -m 2 => time: --messages: 'time' is for one message: see 'bound', 'compare' and 'optimum'
		time --op census --model telephone -n 9 -l 2 => time: --latency: not used in the model telephone
		time --op census --model telephone -n 9 --logp 6,2,4 => time: --logp: not used in the model telephone
		time --op census --model telephone -n 9 --ports 2 => time: --ports: not used in the model telephone
		time --op census --model telephone -n 9 --bytes 2 => time: --bytes: not used without --loggp or --machine
		time --op reduce --model telegraph -n 2 --late 0,1 => time: --late: not used in the model telegraph
		time --op census --model telephone -n 9 --all => time: --all: not used with --op census
		time --model telephone -n 9 --all => time: --all: not used in the model telephone
		time --model telephone -n 8 --node 4 --inside 1 => time: --node: only in the model postal
		time --op scan --model telephone -n 9 => time: --model: scan is of the models postal, logp and sendrecv, not telephone
	END
}

@test 'schedules, each operand counted once' {
	for n in 1 2 3 7 14 15 64 100; do
		for model in telephone telegraph; do
			ask "schedule best --op census --model $model -n $n | fibcast check"
			[[ $out == 'ok: '* ]]
			[[ $model != telephone || $out == *'(optimal)'* ]]
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
