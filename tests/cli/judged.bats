# check, convert and replay of collective operations: schedules made by hand, and
# what is said of a wrong row in each.
load helper

# A schedule of 4 processors on standard output: operation, header lines, rows
# "time from to carried" separated by semicolons.
made() {
	printf '# fibcast schedule 1\n# model %s\n# operation %s\n# processors 4\n' \
		"${2%%;*}" "$1"
	[[ $2 != *';'* ]] || printf '# %s\n' "${2#*;}"
	case $1 in
	barrier | census | scan | exscan) echo 'time from to message operands' ;;
	*) echo 'time from to message blocks' ;;
	esac
	tr ';' '\n' <<<"$3" | sed -E 's/^ *([^ ]+ [^ ]+ [^ ]+) /\1 1 /'
}

# says OPERATION MODEL ROWS ANSWER: what check says of it.
says() {
	made "$1" "$2" "$3" >"$BATS_TEST_TMPDIR/file"
	same "$1 $3" "$4" "$(fibcast check <"$BATS_TEST_TMPDIR/file" | head -1)"
}

POSTAL='postal;latency 2'

@test 'scatter and gather' {
	says scatter "$POSTAL" '0 0 2 2+2;1 0 1 1+1;2 2 3 3+1' \
		'ok: 3 transmissions, 4 blocks, finish 4 (optimal)'
	says scatter "$POSTAL" '0 0 2 2+2;1 0 1 1+1;1 2 3 3+1' \
		'line 9: processor 2 sends block 3 at 1, but does not have it then'
	says scatter "$POSTAL" '0 0 2 2+2;1 0 1 3+1;2 2 3 3+1' \
		'processor 1 never gets block 1'
	says scatter "$POSTAL" '0 0 2 2+1,3+1;0 0 1 1+1;2 2 3 3+1' \
		'line 8: processor 0 does two sends at once, at times 0 and 0'
	says gather "$POSTAL" '0 3 2 3+1;1 1 0 1+1;2 2 0 2+2' \
		'ok: 3 transmissions, 4 blocks, finish 4 (optimal)'
	says gather "$POSTAL" '0 3 2 3+1;1 1 0 1+1;2 2 0 2+1' \
		'processor 0 never gets block 3'
}

@test 'allgather, reduce-scatter and allreduce on a latency' {
	says allgather "$POSTAL" '0 0 1 0+1;0 1 0 1+1;0 2 3 2+1;0 3 2 3+1;2 0 2 0+2;2 1 3 0+2;2 2 0 2+2;2 3 1 2+2' \
		'ok: 8 transmissions, 12 blocks, finish 4 (optimal)'
	says allgather "$POSTAL" '0 0 1 0+1;0 1 0 1+1;0 2 3 2+1;0 3 2 3+1;1 0 2 0+2;2 1 3 0+2;2 2 0 2+2;2 3 1 2+2' \
		'line 11: processor 0 sends block 1 at 1, but does not have it then'
	says allgather "$POSTAL" '0 0 1 0+1;0 1 0 1+1;0 2 3 2+1;0 3 2 3+1;2 0 2 0+2;2 1 3 0+2;2 2 0 2+2' \
		'processor 1 never gets blocks 2+2'
	says reduce-scatter "$POSTAL" '0 0 2 2+2;0 1 3 2+2;0 2 0 0+2;0 3 1 0+2;2 0 1 1+1;2 1 0 0+1;2 2 3 3+1;2 3 2 2+1' \
		'ok: 8 transmissions, 12 blocks, finish 4 (optimal)'
	says reduce-scatter "$POSTAL" '0 0 2 2+2;0 1 3 2+2;0 2 0 0+2;0 3 1 0+2;1 0 1 1+1;2 1 0 0+1;2 2 3 3+1;2 3 2 2+1' \
		'line 11: processor 0 sends block 1 before it has received, by 2, all of it'
	says allreduce "$POSTAL" '0 0 1 0+4;0 1 0 0+4;0 2 3 0+4;0 3 2 0+4;2 0 2 0+4;2 1 3 0+4;2 2 0 0+4;2 3 1 0+4' \
		'ok: 8 transmissions, 32 blocks, finish 4 (optimal)'
	says allreduce "$POSTAL" '0 0 1 0+4;0 1 0 0+4;0 2 3 0+4;0 3 2 0+4;2 0 2 0+4;2 1 3 0+4;2 2 0 0+4;2 3 1 1+3' \
		'processor 1 never gets the sum of block 0: it lacks 2 of 4 operands'
}

@test 'alltoall, by digits and block by block' {
	local digits='0 0 1 1/2=1;0 1 2 1/2=1;0 2 3 1/2=1;0 3 0 1/2=1;2 0 2 2/2=1;2 1 3 2/2=1;2 2 0 2/2=1;2 3 1 2/2=1'
	says alltoall "$POSTAL" "$digits" \
		'ok: 8 transmissions, 16 blocks, finish 4 (optimal)'
	says alltoall "$POSTAL" "${digits/2 0 2 2\/2/1 0 2 2\/2}" \
		'line 11: processor 0 sends 2 blocks at 1, but has 1 of them then'
	says alltoall "$POSTAL" "${digits%;*}" \
		'processor 1 never gets 2 blocks: that of 3 is at 3'
	says alltoall "$POSTAL" '0 0 1 0>1,0>2,0>3;0 1 0 1>0,1>2,1>3;0 2 3 2>0,2>1,2>3;0 3 2 3>0,3>1,3>2;2 0 3 0>3;2 1 2 0>2;2 2 1 3>1;2 3 0 2>0;3 0 2 1>2;3 1 3 1>3;3 2 0 3>0;3 3 1 2>1' \
		'line 11: processor 0 sends the block of 0 for 3 at 2, but does not have it then'
	says alltoall "$POSTAL" '0 0 1 0>1;0 1 0 1>0;0 2 3 2>3;0 3 2 3>2;1 0 2 0>2;1 1 3 1>3;1 2 0 2>0;1 3 1 3>1;2 0 3 0>3;2 1 2 1>2;2 2 1 2>1;2 3 0 3>0' \
		'ok: 12 transmissions, 12 blocks, finish 4 (optimal)'
}

@test 'barrier, scan and exscan' {
	says barrier "$POSTAL" '0 0 1 0+1;0 1 2 1+1;0 2 3 2+1;0 3 0 3+1;2 0 2 3+2;2 1 3 0+2;2 2 0 1+2;2 3 1 2+2' \
		'ok: 8 transmissions, finish 4 (optimal)'
	says barrier "$POSTAL" '0 0 1 0+1;0 1 2 1+1;0 2 3 2+1;0 3 0 3+1;2 0 2 2+3;2 1 3 0+2;2 2 0 1+2;2 3 1 2+2' \
		'line 11: processor 0 sends operand 2 at 2, but does not have it then'
	says barrier "$POSTAL" '0 0 1 0+1;0 1 2 1+1;0 2 3 2+1;0 3 0 3+1;2 0 2 3+2;2 1 3 0+2;2 2 0 1+1;2 3 1 2+2' \
		'processor 0 never gets operand 2'
	says scan "$POSTAL" '0 0 1 0+1;0 1 2 1+1;0 2 3 2+1;2 0 2 0+1;2 1 3 0+2' \
		'ok: 5 transmissions, finish 4 (optimal)'
	says exscan "$POSTAL" '0 0 1 0+1;0 1 2 1+1;0 2 3 2+1;2 0 2 0+1;2 1 3 0+2' \
		'ok: 5 transmissions, finish 4 (optimal)'
	says scan "$POSTAL" '0 0 1 0+1;0 1 2 1+1;0 2 3 2+1;2 0 2 0+1;2 1 3 1+1' \
		'processor 3 never gets the sum of operands 0+4'
	says exscan "$POSTAL" '0 0 1 0+1;0 1 2 1+1;0 2 3 2+1;2 0 2 0+1;2 1 3 1+1' \
		'processor 3 never gets the sum of operands 0+3'
	says scan "$POSTAL" '0 3 0 3+1;2 0 1 3+2' \
		'line 8: processor 0 sends operands 3+2 at 2, which are not in order: they go round'
}

@test 'on a machine messages take as long as they have blocks' {
	local machine='machine;machine L=6 o=2 g=4 G=1/100 bytes=100'
	says scatter "$machine" '0 0 2 2+2;599/100 0 1 1+1;1199/100 2 3 3+1' \
		'ok: 3 transmissions, 4 blocks, finish 1149/50 (lower bound 2097/100)'
	says scatter "$machine" '0 0 2 2+2;598/100 0 1 1+1;1199/100 2 3 3+1' \
		'line 8: the send port of 0 is taken twice at 299/50: it sends to 2 and to 1'
	says scatter "$machine" '0 0 2 2+2;599/100 0 1 1+1;1198/100 2 3 3+1' \
		'line 9: processor 2 sends block 3 at 599/50, but does not have it then'
	made scatter "$machine" '0 0 2 2+2;599/100 0 1 1+1;1199/100 2 3 3+1' \
		>"$BATS_TEST_TMPDIR/file"
	shows "convert -f goal <$BATS_TEST_TMPDIR/file" <<-'END'
		// machine scatter: 4 processors, latency 1099/100, a send 499/100, finish 1149/50
		// LogGOPSim ends at 2298, where a unit of time is 100:
		//   txt2bin -i schedule.goal -o schedule.bin
		//   LogGOPSim -f schedule.bin -L 600 -o 200 -g 400 -G 1 -S 200
		num_ranks 4
		rank 0 {
		s1: send 200b to 2 tag 1
		c2: calc 399
		c2 requires s1
		s2: send 100b to 1 tag 2
		s2 requires c2
		}
		rank 1 {
		r1: recv 100b from 0 tag 2
		}
		rank 2 {
		r1: recv 200b from 0 tag 1
		s2: send 100b to 3 tag 3
		s2 requires r1
		}
		rank 3 {
		r1: recv 100b from 2 tag 3
		}
	END
	fibcast convert -f ti <"$BATS_TEST_TMPDIR/file" >"$BATS_TEST_TMPDIR/ti"
	grep -qF -- '--cfg=smpi/os:0:3.99:0.01 ' "$BATS_TEST_TMPDIR/ti"
	grep -qx '0 send 2 1 200' "$BATS_TEST_TMPDIR/ti"
	grep -qx '3 recv 2 3 100' "$BATS_TEST_TMPDIR/ti"
	# As soon as possible that is the same, and with blocks of 50 bytes.
	each answers <<-END
		replay --loggp 6,2,4,1/100 --bytes 400 $BATS_TEST_TMPDIR/file => 1149/50
		replay --loggp 6,2,4,1/100 --bytes 200 $BATS_TEST_TMPDIR/file => 537/25
		replay --logp 6,2,4 $BATS_TEST_TMPDIR/file => 20
	END
}

@test 'parts and digits come back as they were' {
	made alltoall "$POSTAL" '0 0 1 0>1,0>2;0 1 2 1/2=1' >"$BATS_TEST_TMPDIR/file"
	same csv '0,0,1,1,"0>1,0>2"' \
		"$(fibcast convert -f csv <"$BATS_TEST_TMPDIR/file" | sed -n 2p)"
	for format in tsv text; do
		fibcast convert -f $format <"$BATS_TEST_TMPDIR/file" |
			fibcast convert -f csv | grep -qx '0,1,2,1,1/2=1'
	done
	fibcast convert -f json <"$BATS_TEST_TMPDIR/file" |
		finds json '["0>1,0>2","1/2=1"]' -c '[.transmissions[].blocks]'
	for format in svg html chart grid dot trace goal ti; do
		fibcast convert -f $format <"$BATS_TEST_TMPDIR/file" >/dev/null
	done
	fibcast convert -f svg <"$BATS_TEST_TMPDIR/file" | grep -qF '1/2=1'
	made scan "$POSTAL" '0 0 1 0+1,2+1' >"$BATS_TEST_TMPDIR/file"
	misreads "check <$BATS_TEST_TMPDIR/file" \
		"check: line 7: '0+1,2+1' in the column operands is not one run, as a sum in order must be"
}

@test 'an all-to-all of many is judged by its distances' {
	awk 'BEGIN { n = 3000
		print "# fibcast schedule 1\n# model sendrecv\n# operation alltoall"
		print "# processors " n "\ntime from to message blocks"
		for (w = 1; w < n; w *= 60)
			for (d = 1; d < 60; d++)
				if (d * w < n)
					for (p = (t++ < 0); p < n; p++)
						print t - 1, p, (p + d * w) % n,
							1, w "/60=" d }' \
		>"$BATS_TEST_TMPDIR/file"
	answers "check --max-bits 2^24 $BATS_TEST_TMPDIR/file" \
		'ok: 324000 transmissions, 17670000 blocks, finish 108 (lower bound 12)'
}

@test 'every operation is replayed with latencies that vary' {
	for op in reduce scatter gather allgather reduce-scatter allreduce \
		alltoall census barrier scan exscan; do
		fibcast schedule best -n 9 -l 3 --op $op >"$BATS_TEST_TMPDIR/file"
		fibcast replay -H --latencies fixed "$BATS_TEST_TMPDIR/file" |
			grep -qE '^ *1 +fixed +[0-9]+ +0 '
		fibcast replay -H --trials 9 "$BATS_TEST_TMPDIR/file" |
			awk '$4 > $5 { exit 1 }'
	done
}
