# Collective operations on nodes: phases inside and outside.
# shellcheck disable=SC2154 # out
load helper

@test 'levels: values computed apart' {
	each answers <<-'END'
		bound --op allreduce -n 32 --loggp 4us,.5us,.5us,1/50000us --inside .6us,.1us,.1us,1/300000us --node 8 --bytes 2^10 => 34/5
		bound --op allreduce -n 32 --loggp 4us,.5us,.5us,1/50000us --inside .6us,.1us,.1us,1/300000us --node 8 --bytes 2^20 => 216977/20000
		bound --op allreduce -n 128 --loggp 4us,.5us,.5us,1/50000us --inside .6us,.1us,.1us,1/300000us --node 8 --bytes 2^28 -d 3 => 2824.965
		time --op allreduce -n 32 --loggp 4us,.5us,.5us,1/50000us --inside .6us,.1us,.1us,1/300000us --node 8 --bytes 2^10 => 393751/50000
		time --op allreduce -n 15 -l 4 --inside 3/2 --node 5 => 17/2
		time --op allreduce -n 48 --loggp 4us,1us,1us,.001us --inside .5us,.1us,.1us,.0001us --node 8 --bytes 48 => 78799/5000
		time --op barrier -n 32 -l 4 --inside 1 --node 8 => 9
		bound --op barrier -n 32 -l 4 --inside 1 --node 8 => 8
		time --op allgather -n 30 -l 4 --inside 3/2 --node 5 => 23/2
		time --op alltoall -n 30 -l 4 --inside 3/2 --node 5 => 12
		time --op scan -n 30 -l 4 --inside 3/2 --node 5 => 15
		time --op allgather -n 8 -l 4 --inside 4 --node 8 => 9
		time --op allgather -n 8 -l 4 => 9
		time --op scan -n 8 -l 3 --inside 3 --node 8 => 7
	END
}

@test 'levels: orders side by side, and their schedules' {
	ask 'compare --op allreduce -n 32 --loggp 4us,.5us,.5us,1/50000us --inside .6us,.1us,.1us,1/300000us --node 8 --bytes 2^20 -H -f tsv'
	same rows 'in-out-in 3923927/150000 out-in-out 5647863/100000 in-out 9356081/150000 census 51863/800 bound 216977/20000' \
		"$(cut -f 1,3 <<<"$out" | xargs)"
	ask 'schedule best --op allgather -n 12 --loggp 4us,.5us,.5us,1/50000us --inside .6us,.1us,.1us,1/300000us --node 4 --block 64'
	grep -qx '# node 4' <<<"$out"
	grep -qx '# inside-machine L=3/5us o=1/10us g=1/10us G=1/300000us bytes=64' <<<"$out"
	same check 'ok: 60 transmissions, 132 blocks, finish 6.50443 us (lower bound 6.192966484375 us)' \
		"$(fibcast check <<<"$out")"
	ask 'rank 3 --op alltoall -n 6 -l 4 --inside 3/2 --node 2 -H -f tsv'
	same send 'send 2 1 0 1 3>0,3>2,3>4' "$(head -1 <<<"$out" | xargs)"
}

# Where g is above L + 2o, or a receive holds its port until the first of the
# next phase comes, the next phase waits.
@test 'levels: phases on machines with a wide gap' {
	local of
	for of in 'separate --op allgather -n 6 --logp 3,1,7 --inside 1,1/3,7/3 --node 3' \
		'out-in --op gather -n 8 --logp 8,1/2,8 --inside 8/3,1/4,8 --node 2' \
		'best --op scatter -n 10 --logp 4,1,5 --inside 2,1/3,5 --node 2' \
		'best --op exscan -n 8 --loggp 1,1,4,1/5 --inside 1/3,1/2,4,1/5 --node 2 --bytes 7' \
		'in-out --op barrier -n 6 --logp 1,0,8 --inside 1/2,0,8 --node 3' \
		'in-out --op barrier -n 6 --logp 1,0,8 --inside 0,0,8 --node 3' \
		'hybrid --op allreduce -n 4 --loggp 2,0,11/2,9/500 --bytes 100' \
		'rabenseifner --op allreduce -n 6 --loggp 2,0,11/2,9/500 --bytes 60' \
		'recursive-doubling --op allreduce -n 6 --loggp 2,0,11/2,9/500 --bytes 60'; do
		ask "schedule $of | fibcast check --quiet"
		same "$of" ' [0]' "$out [$status]"
	done
	answers 'time --op gather -n 8 --logp 8,1/2,8 --inside 8/3,1/4,8 --node 2' 103/4
}

@test 'levels: rounds that start at half ticks of the machines' {
	local of
	for of in '-n 10 --logp 72/7,3,2 --inside 1/2,1/5,1/5 --node 5' \
		'-n 18 --logp 11,7/5,2 --inside 1,1/3,1/2 --node 2'; do
		for op in barrier scan exscan; do
			ask "schedule in-out --op $op $of | fibcast check"
			# shellcheck disable=SC2086 # words
			same "$op $of" "$(fibcast time --op $op $of)" \
				"$(sed 's/.* finish \([^ ]*\).*/\1/' <<<"$out")"
		done
	done
}

@test 'levels: a bound allows for larger messages, where these are quicker' {
	local file=$BATS_TEST_TMPDIR/sizes
	printf '%s\n' 'L=10.0  s=1  o_s=0.1  o_r=0.1  g=4  G=0.002' \
		'we detected a protocol change at 3000 bytes:' \
		'L=10.0  s=3001  o_s=0.1  o_r=0.1  g=1  G=0.0005' >"$file"
	of="--op allgather -n 4 --machine $file --block 2000 --node 2"
	of="$of --inside .1us,.1us,.1us,.0000001us"
	answers "time $of" 122996999/10000000
	# With messages of one block between nodes it would be 14.27.
	answers "bound $of" 12075/1024
}

@test 'levels: a gather is no broadcast backwards where pauses differ' {
	local s=$BATS_TEST_TMPDIR/s
	printf '# %s\n' 'fibcast schedule 1' 'model machine' 'operation gather' \
		'processors 4' 'machine L=1 o=2/3 g=1 G=1 bytes=1' 'node 2' \
		'inside-machine L=2/3 o=2/3 g=2/3 G=1/2 bytes=1' >"$s"
	printf '%s\t%s\t%s\t%s\t%s\n' time from to message blocks \
		0 1 0 1 1+1 1/3 2 0 1 2+1 4/3 3 0 1 3+1 >>"$s"
	answers "check $s" 'ok: 3 transmissions, 3 blocks, finish 11/3 (lower bound 10/3)'
	each answers <<-'END'
		bound --op gather -n 4 --loggp 1,2/3,1,1 --inside 2/3,2/3,2/3,1/2 --node 2 --block 1 => 10/3
		bound --op scatter -n 4 --loggp 1,2/3,1,1 --inside 2/3,2/3,2/3,1/2 --node 2 --block 1 => 4
	END
}

@test 'levels: what is refused' {
	each refuses 2 <<-'END'
		time --op allgather -n 7 -l 4 --inside 1 --node 2 => time: --node: nodes of different sizes are not supported: --processors, 7, must be a multiple of 2
		time --op census -n 8 -l 4 --inside 1 --node 2 => time: --node: not used with --op census
		schedule ring --op allgather -n 8 -l 4 --inside 1 --node 2 => schedule: --node: not used by ring
		schedule in-out --op allgather -n 8 -l 4 => schedule: --node and --inside are missing: in-out is for processors on nodes
		time --op barrier -n 8 --logp 4,1,1 --inside 1,1,2 --node 2 => time: --inside: '1,1,2' makes messages inside a node slower than those between nodes
		time --op barrier -n 8 -l 4 --inside 1 --node 2 --lanes 1 => time: --lanes: not used by in-out: all processors of a node send outside
	END
}
