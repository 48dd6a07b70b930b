# MSCCL's XML: written, and played by another program; read, and checked.
load helper

@test 'what is written does the collective, in any order of its thread blocks' {
	command -v python3 >/dev/null || skip 'no python3'
	for op in allgather reduce-scatter allreduce; do
		for n in 1 2 3 5 8 13 16 80; do
			fibcast schedule circulant --op $op -n $n -f msccl \
				>"$BATS_TEST_TMPDIR/a.xml"
			for seed in 1 2; do
				python3 "$ROOT/tests/judge/msccl.py" \
					"$BATS_TEST_TMPDIR/a.xml" $seed
			done
		done
	done
}

# A sum that holds what its receiver has takes the place of it, complete or not;
# messages of several runs count as all of these.
@test 'msccl: allreduces in phases, of all numbers' {
	needs python3
	local of
	for of in 'rabenseifner -n 3' 'recursive-doubling -n 6' 'hybrid -n 18' \
		'in-out -n 9 --node 3 -l 5/2 --inside 1' \
		'in-out-in -n 6 --node 3 --logp 3/2us,0us,1us --inside 1/2us,0us,1/3us' \
		'out-in-out -n 12 --node 4 -l 5/2 --inside 1'; do
		ask "schedule $of --op allreduce -f msccl"
		python3 "$ROOT/tests/judge/msccl.py" /dev/stdin <<<"$out" || {
			echo "$of"
			return 1
		}
	done
}

@test 'a sum is sent to a rank that has come to the step that receives it' {
	local n
	for n in 3 5 6 7 11 13; do
		answers "schedule recursive-doubling --op allreduce -n $n -f msccl |
			fibcast convert --from msccl | fibcast check" \
			"$(fibcast schedule recursive-doubling --op allreduce -n $n |
				fibcast check)"
	done
	# Two that exchange sums, each of which receives once it has sent.
	for n in 5 9 11 17; do
		answers "schedule rabenseifner --op allreduce -n $n -f msccl |
			fibcast convert --from msccl | fibcast check" \
			"$(fibcast schedule rabenseifner --op allreduce -n $n |
				fibcast check)"
	done
}

@test 'an all-to-all by digits' {
	command -v python3 >/dev/null || skip 'no python3'
	for n in 2 5 8 9; do
		digits $n >"$BATS_TEST_TMPDIR/a.tsv"
		ask "check $BATS_TEST_TMPDIR/a.tsv"
		[[ $out == 'ok: '* ]]
		fibcast convert -f msccl "$BATS_TEST_TMPDIR/a.tsv" \
			>"$BATS_TEST_TMPDIR/a.xml"
		python3 "$ROOT/tests/judge/msccl.py" "$BATS_TEST_TMPDIR/a.xml"
		ask "convert --from msccl $BATS_TEST_TMPDIR/a.xml | fibcast check"
		[[ $out == 'ok: '* ]]
	done
}

# Radix 2, a phase a weight.
digits() {
	printf '# fibcast schedule 1\n# model postal\n# operation alltoall\n'
	printf '# processors %d\n# latency 1\ntime from to message blocks\n' "$1"
	for ((w = 1, t = 0; w < $1; w *= 2, t++)); do
		for ((r = 0; r < $1; r++)); do
			echo "$t $r $(((r + w) % $1)) 1 $w/2=1"
		done
	done
}

@test 'what is written is read: the same blocks in as many rounds' {
	for op in allgather reduce-scatter allreduce; do
		for n in 1 2 5 8 13 64 100; do
			ask "schedule circulant --op $op -n $n | fibcast check"
			expected=$out
			ask "schedule circulant --op $op -n $n -f msccl |
				fibcast convert --from msccl | fibcast check"
			same "$op $n" "$expected" "$out"
		done
	done
	# A sum that has all operands of the receiver's takes its place.
	for of in 'rabenseifner -n 3' 'rabenseifner -n 7' \
		'in-out -n 6 -l 3 --node 3 --inside 1'; do
		# shellcheck disable=SC2086 # words
		fibcast schedule $of --op allreduce -f msccl |
			fibcast convert --from msccl | fibcast check | grep '^ok'
	done
}

# Two ranks that exchange: fused steps, a copy, a sum in scratch memory.
program() {
	cat <<-'END'
		<?xml version="1.0"?>
		<!-- <algo> -->
		<algo name="a" proto="LL" nchannels="1" nchunksperloop="3" ngpus="3" coll="allreduce" inplace="1">
		  <gpu id="0" i_chunks="3" o_chunks="3" s_chunks="0">
		    <tb id="0" send="1" recv="2" chan="0">
		      <step s="0" type="s" srcbuf="i" srcoff="0" dstbuf="i" dstoff="0" cnt="3" depid="-1" deps="-1" hasdep="0"/>
		      <step s="1" type="rcs" srcbuf="i" srcoff="0" dstbuf="i" dstoff="0" cnt="3" depid="-1" deps="-1" hasdep="0"/>
		    </tb>
		  </gpu>
		  <gpu id="1" i_chunks="3" o_chunks="3" s_chunks="0">
		    <tb id="0" send="2" recv="0" chan="0">
		      <step s="0" type="rrs" srcbuf="i" srcoff="0" dstbuf="i" dstoff="0" cnt="3" depid="-1" deps="-1" hasdep="0"/>
		      <step s="1" type="r" srcbuf="i" srcoff="0" dstbuf="i" dstoff="0" cnt="3" depid="-1" deps="-1" hasdep="0"/>
		    </tb>
		  </gpu>
		  <gpu id="2" i_chunks="3" o_chunks="3" s_chunks="3">
		    <tb id="0" send="0" recv="1" chan="0">
		      <step s="0" type="r" srcbuf="i" srcoff="0" dstbuf="s" dstoff="0" cnt="3" depid="-1" deps="-1" hasdep="1"/>
		      <step s="1" type="s" srcbuf="i" srcoff="0" dstbuf="i" dstoff="0" cnt="3" depid="1" deps="0" hasdep="0"/>
		    </tb>
		    <tb id="1" send="-1" recv="-1" chan="0">
		      <step s="0" type="re" srcbuf="s" srcoff="0" dstbuf="i" dstoff="0" cnt="3" depid="0" deps="0" hasdep="1"/>
		    </tb>
		  </gpu>
		</algo>
	END
}

@test 'all types of steps, and what is wrong with a program' {
	cd "$BATS_TEST_TMPDIR"
	program >a.xml
	shows 'convert --from msccl -H a.xml' <<-END
		0	0	1	1	0+3
		1	1	2	1	0+3
		2	2	0	1	0+3
		3	0	1	1	0+3
	END
	ask 'convert --from msccl a.xml | fibcast check'
	[[ $out == 'ok: 4 transmissions, 12 blocks, finish 4 '* ]]
	# Without the sum, what rank 2 sends is not all.
	sed 's/type="re"/type="nop"/' a.xml >b.xml
	misreads 'convert --from msccl b.xml' \
		'convert: b.xml:19: a step sends a sum without what its rank has received of that block: this has no rows'
	while IFS='@' read -r change message; do
		sed "$change" a.xml >b.xml
		misreads 'convert --from msccl b.xml' "convert: b.xml:$message"
	done <<-'END'
		s/coll="allreduce"/coll="scan"/@3: no schedules for the coll 'scan'
		s/ngpus="3"/ngpus="x"/@3: the attribute 'ngpus' cannot be 'x'
		s/nchunksperloop="3"/nchunksperloop="6"/@3: nchunksperloop is not ngpus: a block must be a chunk
		s/type="rrs"/type="zip"/@12: a type of step that is not known: 'zip'
		s/s="1" type="rcs"/s="2" type="rcs"/@7: a step out of order
		s/srcbuf="s"/srcbuf="t"/@22: no such buffer, i, o or s: 't'
		s/id="2"/id="1"/@16: a gpu's id is not a new one
		s/send="2" recv="0"/send="3" recv="0"/@11: a tb's peer is not another gpu
		s/send="1" recv="2"/send="1" recv="-1"/@7: a step that its tb has no peer for
		s/depid="1" deps="0"/depid="1" deps="1"/@19: a step waits for one that there is not
		s/type="re"/type="cpy"/;s/depid="0" deps="0"/depid="0" deps="1"/@7: a step waits for ever
		s/type="s" srcbuf="i" srcoff="0"/type="s" srcbuf="i" srcoff="1"/@6: a step outside its buffer
		s/cnt="3" depid="1"/cnt="2" depid="1"/@7: a step receives another number of chunks than are sent
		s/type="rrs"/type="rcs"/@12: a step sends a sum without what its rank has received of that block: this has no rows
		s/dstbuf="s"/dstbuf="i"/@22: a step takes a chunk that holds nothing
		s/cnt="3"/cnt="0"/@ gpu 0 does not have in the end what should be in chunk 0 of its output
		6s/srcoff="0"/srcoff="-1"/@6: a step outside its buffer
		4s/i_chunks="3"/i_chunks="2"/@6: a step outside its buffer
		12s/rrs/rrcs/;12s/srcoff="0"/srcoff="1"/@12: a step outside its buffer
		13s/dstoff="0"/dstoff="1"/@13: a step outside its buffer
		22s/srcoff="0"/srcoff="1"/@22: a step outside its buffer
		22s/dstoff="0"/dstoff="1"/@22: a step outside its buffer
		22{p;s/s="0"/s="1"/}@23: a step adds an operand twice
		18s/"r" srcbuf="i"/"rrc" srcbuf="s"/@18: a step takes a chunk that holds nothing
		s/coll="allreduce"/coll="alltoall"/@12: a step adds what is not a sum
		s/cnt="3"/cnt="2"/;12s/srcoff="0"/srcoff="1"/@12: a step adds what is not a sum
		17s/send="0"/send="1"/@7: a step waits for ever
		17s/chan="0"/chan="1"/@7: a step waits for ever
		6s/depid="-1" deps="-1"/depid="9" deps="0"/@6: a step waits for one that there is not
		s/depid="1" deps="0"/depid="1" deps="-1"/@19: a step waits for one that there is not
		s/inplace="1"/inplace="0"/@ gpu 0 does not have in the end what should be in chunk 0 of its output
		s/inplace="1"/inplace="0"/;s/o_chunks="3"/o_chunks="0"/@ gpu 0 does not have in the end what should be in chunk 0 of its output
		s/<algo/<algu/@3: a tag that is not of MSCCL's: 'algu name="a" proto="LL" nchannels="1" nchunksperloop="3" ng...'
	END
}

# block ID SEND RECV; step NUMBER TYPE BUFFER AT [BLOCK STEP], awaited ones.
block() {
	printf '<tb id="%s" send="%s" recv="%s" chan="0">\n' "$1" "$2" "$3"
}
step() {
	printf '<step s="%d" type="%s" srcbuf="%s" srcoff="%d" dstbuf="%s" dstoff="%d" cnt="1" depid="%d" deps="%d"/>\n' \
		"$1" "$2" "$3" "$4" "$3" "$4" "${5:--1}" "${6:--1}"
}

# An allgather in place: rank 1 passes on what it receives, but another sends to
# the same rank; each has its own block in its output.
gather() {
	echo '<algo coll="allgather" ngpus="3" nchunksperloop="3" inplace="1">'
	echo '<gpu id="0" i_chunks="1" o_chunks="3" s_chunks="0">'
	block 0 1 1; step 0 s i 0; step 1 r o 1
	block 1 2 2; step 0 s o 1 0 1; step 1 r o 2
	echo '<gpu id="1" i_chunks="1" o_chunks="3" s_chunks="0">'
	block 0 0 -1; step 0 s i 0
	block 1 2 0; step 0 rcs o 0
	block 2 -1 2; step 0 r o 2
	echo '<gpu id="2" i_chunks="1" o_chunks="3" s_chunks="0">'
	block 0 0 0; step 0 s i 0; step 1 r o 1
	block 1 1 1; step 0 s i 0; step 1 r o 0
}

@test 'a rank sends one message in a round, and receives one' {
	local change message
	cd "$BATS_TEST_TMPDIR"
	gather >a.xml
	shows 'convert --from msccl -H a.xml' <<-END
		0	0	1	1	0+1
		0	1	0	1	1+1
		1	0	2	1	1+1
		1	2	0	1	2+1
		2	1	2	1	0+1
		2	2	1	1	2+1
	END
	while IFS='@' read -r change message; do
		sed "$change" a.xml >b.xml
		misreads 'convert --from msccl b.xml' "convert: b.xml:$message"
	done <<-'END'
		4s/"i" srcoff="0"/"o" srcoff="1"/@4: a step takes a chunk that holds nothing
		s/dstbuf="o" dstoff="0"/dstbuf="o" dstoff="1"/@ gpu 1 does not have in the end what should be in chunk 0 of its output
		s/o_chunks="3"/o_chunks="2"/@18: a step outside its buffer
		s/coll="allgather"/coll="alltoall"/;s/i_chunks="1"/i_chunks="3"/;s/"o"/"i"/g@ gpu 1 does not have in the end what should be in chunk 0 of its output
	END
}

# What stands in the file decides: other attributes, quotes and slashes do not.
@test 'a program written otherwise' {
	cd "$BATS_TEST_TMPDIR"
	program >a.xml
	fibcast convert --from msccl a.xml >a.tsv
	sed "s/<step/<step sum=\"0\" x-s=\"9\"/; s/\"/'/g; s/<gpu/<!-- <step> --><gpu/" \
		a.xml >b.xml
	answers 'convert --from msccl b.xml' "$(cat a.tsv)"
	# A tb that sends to who does not receive there is not its sender.
	sed '/<gpu id="0"/a <tb id="7" send="2" recv="-1" chan="0"/>' a.xml >b.xml
	answers 'convert --from msccl b.xml' "$(cat a.tsv)"
}

@test 'each attribute of a tag is needed' {
	local line name tags=([3]=algo gpu tb step)
	cd "$BATS_TEST_TMPDIR"
	program >a.xml
	while read -r line name; do
		sed "$line s/ $name=\"[^\"]*\"//" a.xml >b.xml
		misreads 'convert --from msccl b.xml' \
			"convert: b.xml:$line: the tag ${tags[line]} has no attribute '$name'"
	done < <(printf '%s\n' '3 '{coll,ngpus,nchunksperloop,inplace} \
		'4 '{id,i_chunks,o_chunks,s_chunks} '5 '{id,send,recv,chan} \
		'6 '{s,type,srcbuf,dstbuf,srcoff,dstoff,cnt,depid,deps})
}

@test 'tags out of place, numbers out of range, files cut short' {
	local change message
	cd "$BATS_TEST_TMPDIR"
	program >a.xml
	while IFS='@' read -r change message; do
		sed "$change" a.xml >b.xml
		misreads 'convert --from msccl b.xml' "convert: b.xml:$message"
	done <<-'END'
		s/coll="[a-z]*"/coll="all-of-them-to-all-others"/@3: too long a value of the attribute 'coll'
		s/ngpus="3"/ngpus=3/@3: the tag algo has no attribute 'ngpus'
		s/ngpus="3"/ngpus="3x"/@3: the attribute 'ngpus' cannot be '3x'
		s/ngpus="3"/ngpus="0"/@3: the attribute 'ngpus' cannot be '0'
		s/ngpus="3"/ngpus="2147483648"/@3: the attribute 'ngpus' cannot be '2147483648'
		3s/<algo .*/<algo>/@3: the tag algo has no attribute 'coll'
		4s/o_chunks="3"/o_chunks="-1"/@4: the attribute 'o_chunks' cannot be '-1'
		s/<gpu/<gpus/@4: a tag that is not of MSCCL's: 'gpus id="0" i_chunks="3" o_chunks="3" s_chunks="0"'
		3d@3: a gpu outside an algo
		3p@4: a second algo
		4d@4: a tb outside a gpu
		/<tb/d@5: a step outside a tb
		4,$d@3: there is no gpu for some id
		3,$d@2: there is no <algo>
		s/id="2" i/id="3" i/@16: a gpu's id is not a new one
		s/recv="2" chan/recv="3" chan/@5: a tb's peer is not another gpu
		s/send="1" recv="2"/send="0" recv="2"/@5: a tb's peer is not another gpu
		s/send="1" recv="2"/send="1" recv="0"/@5: a tb's peer is not another gpu
		s/send="1" recv="2"/send="-1" recv="2"/@6: a step that its tb has no peer for
		s/send="1" recv="2" chan="0"/send="1" recv="2" chan="-1"/@5: the attribute 'chan' cannot be '-1'
		s/<!-- .*/<!-- /@2: a tag without its end
		$s/>//@25: a tag without its end
		$s/$/\x00/@25: a NUL
	END
	# A set of ranks for each block of each, and chunks, take memory.
	sed 's/ngpus="3"/ngpus="1025"/;s/loop="3"/loop="1025"/' a.xml >b.xml
	misreads 'convert --from msccl b.xml' "convert: b.xml:3: more than 1024 gpus, ngpus is '1025'"
	sed '4s/_chunks="0"/_chunks="2147483647"/' a.xml >b.xml
	refuses 3 'convert --from msccl b.xml --max-bits 2^20' 'convert: so many chunks take more memory than --max-bits allows'
	refuses 3 'convert --from msccl a.xml --max-bits 64' 'convert: so many gpus take more memory than --max-bits allows'
	printf '%4096s' '' >b.xml
	refuses 3 'convert --from msccl b.xml --max-bits 64' 'convert: so many bytes take more memory than --max-bits allows'
}

# A chunk has one place in each buffer, even where input and output are one.
@test 'msccl: an offset below 0 is outside its buffer, in place too' {
	cd "$BATS_TEST_TMPDIR"
	gather >a.xml
	sed '11s/"i" srcoff="0"/"i" srcoff="-1"/' a.xml >b.xml
	misreads 'convert --from msccl b.xml' \
		'convert: b.xml:11: a step outside its buffer'
}

# Rank 1 sends all its chunks to rank 0, which adds its own to them 3000 times.
@test 'msccl: sums that are made again and again take memory' {
	cd "$BATS_TEST_TMPDIR"
	{
		echo '<algo coll="allreduce" ngpus="64" nchunksperloop="64" inplace="1">'
		for p in {0..63}; do
			echo "<gpu id=\"$p\" i_chunks=\"64\" o_chunks=\"64\" s_chunks=\"128\">"
			((p > 0)) || {
				block 0 -1 1; step 0 r s 0
				for ((i = 1; i < 6000; i += 2)); do
					step $i cpy s 0
					step $((i + 1)) re i 0
				done | sed 's/"cpy" \(.*\)dstoff="0"/"cpy" \1dstoff="64"/
					s/dstbuf="i" dstoff="0"/dstbuf="s" dstoff="64"/'
				echo '</tb>'
			}
			((p != 1)) || {
				block 0 0 -1; step 0 s i 0
			}
		done
	} | sed 's/cnt="1"/cnt="64"/' >a.xml
	refuses 3 'convert --from msccl a.xml --max-bits 2^23' \
		'convert: so many chunks take more memory than --max-bits allows'
}

@test 'a message has no chunk twice: the step with it sends the next one' {
	cd "$BATS_TEST_TMPDIR"
	fibcast schedule circulant --op allgather -n 2 -f msccl >a.xml
	sed '7{p;s/s="0"/s="1"/;s/depid="0" deps="0"/depid="-1" deps="-1"/}' \
		a.xml >b.xml
	shows 'convert --from msccl -H b.xml' <<-END
		0	0	1	1	0+1
		0	1	0	1	1+1
		1	0	1	1	0+1
	END
	sed '4{p;s/s="0"/s="1"/;s/dstoff="0"/dstoff="1"/}
		7s/cnt="1" depid="0" deps="0"/cnt="2" depid="0" deps="1"/' \
		a.xml >b.xml
	misreads 'convert --from msccl b.xml' \
		'convert: b.xml:8: a step sends a chunk twice: this has no rows'
}

# Sums on their way are kept: with a long latency those of all rows at once.
@test 'msccl: the sums of an allreduce that are on their way take memory' {
	cd "$BATS_TEST_TMPDIR"
	printf '%s\n' '# fibcast schedule 1' '# model postal' \
		'# operation allreduce' '# processors 200' '# latency 9' \
		'time from to message blocks' >a.tsv
	for t in {0..2}; do
		for p in {0..199}; do
			echo "$t $p $(((p + 1) % 200)) 1 0+200"
		done
	done >>a.tsv
	refuses 3 'convert -f msccl a.tsv --max-bits 2^24' \
		'convert: so many blocks on their way take more memory than --max-bits allows'
	sed 's/latency 9/latency 1/' a.tsv >b.tsv
	fibcast convert -f msccl b.tsv --max-bits 2^26 >b.xml
}

@test 'what is not for MSCCL' {
	refuses 2 'schedule bcast -n 3 -l 2 -f msccl' \
		'schedule: --format: msccl is for allgather, reduce-scatter, allreduce and alltoall, not broadcast'
	refuses 2 'schedule best --op allreduce -n 3 -f msccl' \
		'schedule: --format: msccl is for allgather, reduce-scatter, allreduce and alltoall, not census: recursive-doubling, or on nodes in-out, is an allreduce of whole vectors'
	fibcast schedule recursive-doubling --op allreduce -n 3 -f msccl >/dev/null
	cat >"$BATS_TEST_TMPDIR/list.tsv" <<-'END'
		# fibcast schedule 1
		# model postal
		# operation alltoall
		# processors 2
		# latency 1
		time from to message blocks
		0 0 1 1 0>1
		0 1 0 1 1>0
	END
	refuses 2 "convert -f msccl $BATS_TEST_TMPDIR/list.tsv" \
		'convert: --format: msccl is for all-to-alls by digits, WEIGHT/RADIX=DIGIT'
}
