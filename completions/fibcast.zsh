#compdef fibcast
# zsh completion for fibcast, made by 'fibcast completion zsh'

_fibcast() {
	local name
	local -a specs unused commands=(
		'reach:how many processors can know a message by t: F_lambda(t)'
		'time:the least time to inform n: f_lambda(n); B(P,L) in logp'
		'sequence:F_lambda(t), or f_i of logp, row by row, with its sums'
		'bound:a time that no algorithm can beat; T_lb in logp'
		'tree:an optimal broadcast tree of least depth (restricted)'
		'schedule:who sends what to whom and when'
		'rank:the part of one processor in a schedule'
		'compare:the algorithms for a problem side by side, best first'
		'optimum:the least time for m messages, and who attains it'
		'program:integer programs for the least time, for other solvers'
		'check:whether a schedule is valid, and how good it is'
		'replay:when a schedule ends if latencies vary, or on a machine'
		'convert:a schedule in another format'
		'locality:the time of a broadcast where distance costs: T(p)'
		'locality-numbering:numberings that keep neighbours together'
		'locality-tree:whether a labelled broadcast tree is legal, and its cost'
		'revolve:a hierarchy in which every process takes every part'
		'completion:the tab completions of bash, zsh or fish'
		'help:all options of a command'
	)

	if (( CURRENT == 2 )); then
		_describe command commands
		_arguments --help --version
		return
	fi
	shift words
	(( CURRENT-- ))
	case $words[1] in
	reach)
		specs=(
			'(-l --latency)'{-l+,--latency=}'[start of a send to end of its receive, >= 1]:LATENCY: '
			'--logp=[a machine'\''s LogP parameters instead of -l]:L,o,g: '
			'--loggp=[the same with G, a byte'\''s; needs --bytes]:L,o,g,G: '
			'--machine=[the same from a file, or from netgauge]:FILE:_files'
			'--bytes=[of all the messages together]:B: '
			'--unit=[of the times printed (L'\''s)]:UNIT:(own ns us ms s)'
			'(-t --time)'{-t+,--time=}'[since the first send may start]:TIME: '
			'--approx=[only the first D digits, as 1.2345e678]:D: '
			'--all[the value and the papers'\'' bounds on it]'
			'--log=[of a plot: the logarithmic ones]:AXES:_values -s , AXES x y none'
			'--ascii[draw the chart without Unicode]'
			'(-f --format)'{-f+,--format=}'[what to print (the first)]:FORMAT:(text tsv csv json markdown plot chart)'
			'(-H --no-header)'{-H,--no-header}'[leave the header line out]'
			'(-d --decimals)'{-d+,--decimals=}'[print times with D digits after the point]:D: '
			'--max-bits=[refuse longer numbers (2^33)]:BITS: '
			'--max-rows=[refuse longer answers (10^9)]:ROWS: '
		)
		;;
	time)
		specs=(
			'(-n --processors)'{-n+,--processors=}'[how many, the source included]:N: '
			'(-l --latency)'{-l+,--latency=}'[start of a send to end of its receive, >= 1]:LATENCY: '
			'--logp=[a machine'\''s LogP parameters instead of -l]:L,o,g: '
			'--loggp=[the same with G, a byte'\''s; needs --bytes]:L,o,g,G: '
			'--machine=[the same from a file, or from netgauge]:FILE:_files'
			'--bytes=[of all the messages together]:B: '
			'--unit=[of the times printed (L'\''s)]:UNIT:(own ns us ms s)'
			'--model=[elapsed time, or the LogP paper'\''s steps]:MODEL:(postal logp)'
			'--all[the value and the papers'\'' bounds on it]'
			'--op=[what is done]:OPERATION:(broadcast reduce scatter gather allgather reduce-scatter allreduce alltoall census barrier scan exscan)'
			'--late=[when each has its operand, of a reduction]:TIMES: '
			'--due=[when each is to be informed, of a broadcast]:TIMES: '
			'--log=[of a plot: the logarithmic ones]:AXES:_values -s , AXES x y none'
			'--ascii[draw the chart without Unicode]'
			'(-f --format)'{-f+,--format=}'[what to print (the first)]:FORMAT:(text tsv csv json markdown plot chart)'
			'(-H --no-header)'{-H,--no-header}'[leave the header line out]'
			'(-d --decimals)'{-d+,--decimals=}'[print times with D digits after the point]:D: '
			'--max-bits=[refuse longer numbers (2^33)]:BITS: '
			'--max-rows=[refuse longer answers (10^9)]:ROWS: '
		)
		;;
	sequence)
		specs=(
			'(-l --latency)'{-l+,--latency=}'[start of a send to end of its receive, >= 1]:LATENCY: '
			'--logp=[a machine'\''s LogP parameters instead of -l]:L,o,g: '
			'--loggp=[the same with G, a byte'\''s; needs --bytes]:L,o,g,G: '
			'--machine=[the same from a file, or from netgauge]:FILE:_files'
			'--bytes=[of all the messages together]:B: '
			'--unit=[of the times printed (L'\''s)]:UNIT:(own ns us ms s)'
			'(-i --index)'{-i+,--index=}'[the rows, from 1 on]:A..B: '
			'--model=[elapsed time, or the LogP paper'\''s steps]:MODEL:(postal logp)'
			'--log=[of a plot: the logarithmic ones]:AXES:_values -s , AXES x y none'
			'--ascii[draw the chart without Unicode]'
			'(-f --format)'{-f+,--format=}'[what to print (the first)]:FORMAT:(text tsv csv json markdown plot chart dot svg)'
			'(-H --no-header)'{-H,--no-header}'[leave the header line out]'
			'(-d --decimals)'{-d+,--decimals=}'[print times with D digits after the point]:D: '
			'--max-bits=[refuse longer numbers (2^33)]:BITS: '
			'--max-rows=[refuse longer answers (10^9)]:ROWS: '
		)
		;;
	bound)
		specs=(
			'(-n --processors)'{-n+,--processors=}'[how many, the source included]:N: '
			'(-m --messages)'{-m+,--messages=}'[how many to broadcast (1); best: of --bytes]:M: '
			'(-l --latency)'{-l+,--latency=}'[start of a send to end of its receive, >= 1]:LATENCY: '
			'--logp=[a machine'\''s LogP parameters instead of -l]:L,o,g: '
			'--loggp=[the same with G, a byte'\''s; needs --bytes]:L,o,g,G: '
			'--machine=[the same from a file, or from netgauge]:FILE:_files'
			'--bytes=[of all the messages together]:B: '
			'--unit=[of the times printed (L'\''s)]:UNIT:(own ns us ms s)'
			'--rdma[receiving processors copy no bytes]'
			'--model=[elapsed time, or the LogP paper'\''s steps]:MODEL:(postal logp telephone telegraph sendrecv)'
			'--all[every known bound, and whether it holds]'
			'--op=[what is done]:OPERATION:(broadcast reduce scatter gather allgather reduce-scatter allreduce alltoall census barrier scan exscan)'
			'--log=[of a plot: the logarithmic ones]:AXES:_values -s , AXES x y none'
			'--ascii[draw the chart without Unicode]'
			'(-f --format)'{-f+,--format=}'[what to print (the first)]:FORMAT:(text tsv csv json markdown plot chart)'
			'(-H --no-header)'{-H,--no-header}'[leave the header line out]'
			'(-d --decimals)'{-d+,--decimals=}'[print times with D digits after the point]:D: '
			'--max-bits=[refuse longer numbers (2^33)]:BITS: '
			'--max-rows=[refuse longer answers (10^9)]:ROWS: '
		)
		;;
	tree)
		specs=(
			'(-n --processors)'{-n+,--processors=}'[how many, the source included]:N: '
			'(-l --latency)'{-l+,--latency=}'[start of a send to end of its receive, >= 1]:LATENCY: '
			'--logp=[a machine'\''s LogP parameters instead of -l]:L,o,g: '
			'--loggp=[the same with G, a byte'\''s; needs --bytes]:L,o,g,G: '
			'--machine=[the same from a file, or from netgauge]:FILE:_files'
			'--bytes=[of all the messages together]:B: '
			'--unit=[of the times printed (L'\''s)]:UNIT:(own ns us ms s)'
			'--model=[elapsed time, or the LogP paper'\''s steps]:MODEL:(postal logp)'
			'--shape=[of least depth, or Algorithm BCAST'\''s]:SHAPE:(min-depth bcast)'
			'--ascii[draw the outline without Unicode]'
			'(-f --format)'{-f+,--format=}'[what to print (the first)]:FORMAT:(text tsv csv json markdown outline dot svg)'
			'(-H --no-header)'{-H,--no-header}'[leave the header line out]'
			'(-d --decimals)'{-d+,--decimals=}'[print times with D digits after the point]:D: '
			'--max-bits=[refuse longer numbers (2^33)]:BITS: '
			'--max-rows=[refuse longer answers (10^9)]:ROWS: '
		)
		;;
	schedule)
		specs=(
			'1:ALGORITHM:(bcast repeat pack pipeline dtree greedy cyclic flat chain binary binomial knomial two-tree telephone telegraph sendrecv circulant weave census continuous root best)'
			'(-n --processors)'{-n+,--processors=}'[how many, the source included]:N: '
			'(-m --messages)'{-m+,--messages=}'[how many to broadcast (1); best: of --bytes]:M: '
			'(-l --latency)'{-l+,--latency=}'[start of a send to end of its receive, >= 1]:LATENCY: '
			'--logp=[a machine'\''s LogP parameters instead of -l]:L,o,g: '
			'--loggp=[the same with G, a byte'\''s; needs --bytes]:L,o,g,G: '
			'--machine=[the same from a file, or from netgauge]:FILE:_files'
			'--bytes=[of all the messages together]:B: '
			'--unit=[of the times printed (L'\''s)]:UNIT:(own ns us ms s)'
			'--rdma[receiving processors copy no bytes]'
			'--model=[the model to name in the header]:MODEL:(postal logp telephone telegraph sendrecv)'
			'--degree=[dtree: children, or best; knomial: radix]:D: '
			'--delay=[continuous: only one of the least delay]:DELAY:(least)'
			'--cost=[root: an access in k processors: clog, k ...]:FUNCTION: '
			'--limit=[of a search: print the best so far]:SECONDS: '
			'--op=[what is done]:OPERATION:(broadcast reduce scatter gather allgather reduce-scatter allreduce alltoall census barrier scan exscan)'
			'--late=[when each has its operand, of a reduction]:TIMES: '
			'--due=[when each is to be informed, of a broadcast]:TIMES: '
			'--ascii[draw the chart without Unicode]'
			'--max-lanes=[the most processors to draw (64)]:LANES: '
			'(-f --format)'{-f+,--format=}'[what to print (the first)]:FORMAT:(tsv text csv json dot svg chart grid html goal ti trace)'
			'(-H --no-header)'{-H,--no-header}'[leave the header line out]'
			'(-d --decimals)'{-d+,--decimals=}'[print times with D digits after the point]:D: '
			'--max-bits=[refuse longer numbers (2^33)]:BITS: '
			'--max-rows=[refuse longer answers (10^9)]:ROWS: '
		)
		case " ${words[2,-1]} " in
		(*' bcast '*) unused=(messages degree delay cost limit) ;;
		(*' repeat '*) unused=(degree delay cost limit late due) ;;
		(*' pack '*) unused=(degree delay cost limit late due) ;;
		(*' pipeline '*) unused=(degree delay cost limit late due) ;;
		(*' dtree '*) unused=(delay cost limit late due) ;;
		(*' greedy '*) unused=(degree delay cost limit late due) ;;
		(*' cyclic '*) unused=(degree delay cost limit late due) ;;
		(*' flat '*) unused=(degree delay cost limit late due) ;;
		(*' chain '*) unused=(degree delay cost limit late due) ;;
		(*' binary '*) unused=(degree delay cost limit late due) ;;
		(*' binomial '*) unused=(degree delay cost limit late due) ;;
		(*' knomial '*) unused=(delay cost limit late due) ;;
		(*' two-tree '*) unused=(degree delay cost limit late due) ;;
		(*' telephone '*) unused=(latency logp loggp machine bytes rdma degree delay cost late due) ;;
		(*' telegraph '*) unused=(latency logp loggp machine bytes rdma degree delay cost late due) ;;
		(*' sendrecv '*) unused=(degree delay cost limit late due) ;;
		(*' circulant '*) unused=(degree delay cost limit late due) ;;
		(*' weave '*) unused=(degree delay cost limit late due) ;;
		(*' census '*) unused=(messages degree delay cost limit late due) ;;
		(*' continuous '*) unused=(degree cost late due) ;;
		(*' root '*) unused=(messages latency logp loggp machine bytes rdma degree delay limit late due) ;;
		(*' best '*) unused=() ;;
		esac
		;;
	rank)
		specs=(
			'1:R: '
			'(-n --processors)'{-n+,--processors=}'[how many, the source included]:N: '
			'(-m --messages)'{-m+,--messages=}'[how many to broadcast (1)]:M: '
			'(-l --latency)'{-l+,--latency=}'[start of a send to end of its receive, >= 1]:LATENCY: '
			'--logp=[a machine'\''s LogP parameters instead of -l]:L,o,g: '
			'--loggp=[the same with G, a byte'\''s; needs --bytes]:L,o,g,G: '
			'--machine=[the same from a file, or from netgauge]:FILE:_files'
			'--bytes=[of all the messages together]:B: '
			'--unit=[of the times printed (L'\''s)]:UNIT:(own ns us ms s)'
			'--algorithm=[whose schedule (bcast)]:ALGORITHM:(bcast repeat pack pipeline dtree cyclic flat chain binary binomial knomial circulant weave census)'
			'--degree=[dtree: children, or best; knomial: radix]:D: '
			'(-t --time)'{-t+,--time=}'[only what starts from A to B]:A..B: '
			'--op=[what is done]:OPERATION:(broadcast reduce scatter gather allgather reduce-scatter allreduce alltoall census barrier scan exscan)'
			'(-f --format)'{-f+,--format=}'[what to print (the first)]:FORMAT:(text tsv csv json markdown)'
			'(-H --no-header)'{-H,--no-header}'[leave the header line out]'
			'(-d --decimals)'{-d+,--decimals=}'[print times with D digits after the point]:D: '
			'--max-bits=[refuse longer numbers (2^33)]:BITS: '
			'--max-rows=[refuse longer answers (10^9)]:ROWS: '
		)
		;;
	compare)
		specs=(
			'(-n --processors)'{-n+,--processors=}'[how many, the source included]:N: '
			'(-m --messages)'{-m+,--messages=}'[how many to broadcast (1); best: of --bytes]:M: '
			'(-l --latency)'{-l+,--latency=}'[start of a send to end of its receive, >= 1]:LATENCY: '
			'--logp=[a machine'\''s LogP parameters instead of -l]:L,o,g: '
			'--loggp=[the same with G, a byte'\''s; needs --bytes]:L,o,g,G: '
			'--machine=[the same from a file, or from netgauge]:FILE:_files'
			'--bytes=[of all the messages together]:B: '
			'--unit=[of the times printed (L'\''s)]:UNIT:(own ns us ms s)'
			'--rdma[receiving processors copy no bytes]'
			'--model=[one, or some joined by commas]:MODELS:_values -s , MODELS postal logp telephone telegraph sendrecv'
			'--all[and the trees that libraries use]'
			'--limit=[build for about that long (1/5), and search]:SECONDS: '
			'--op=[what is done]:OPERATION:(broadcast reduce scatter gather allgather reduce-scatter allreduce alltoall census barrier scan exscan)'
			'--log=[of a plot: the logarithmic ones]:AXES:_values -s , AXES x y none'
			'--ascii[draw the chart without Unicode]'
			'(-f --format)'{-f+,--format=}'[what to print (the first)]:FORMAT:(text tsv csv json markdown plot chart map openmpi-text openmpi)'
			'(-H --no-header)'{-H,--no-header}'[leave the header line out]'
			'(-d --decimals)'{-d+,--decimals=}'[print times with D digits after the point]:D: '
			'--max-bits=[refuse longer numbers (2^33)]:BITS: '
			'--max-rows=[refuse longer answers (10^9)]:ROWS: '
		)
		;;
	optimum)
		specs=(
			'(-n --processors)'{-n+,--processors=}'[how many, the source included]:N: '
			'(-m --messages)'{-m+,--messages=}'[how many to broadcast (1)]:M: '
			'(-l --latency)'{-l+,--latency=}'[start of a send to end of its receive, >= 1]:LATENCY: '
			'--logp=[a machine'\''s LogP parameters instead of -l]:L,o,g: '
			'--loggp=[the same with G, a byte'\''s; needs --bytes]:L,o,g,G: '
			'--machine=[the same from a file, or from netgauge]:FILE:_files'
			'--bytes=[of all the messages together]:B: '
			'--unit=[of the times printed (L'\''s)]:UNIT:(own ns us ms s)'
			'--model=[elapsed time, or the LogP paper'\''s steps]:MODEL:(postal logp)'
			'--schedule[print a schedule that attains it]'
			'--limit=[search no longer (60)]:SECONDS: '
			'--ascii[draw the chart without Unicode]'
			'--max-lanes=[the most processors to draw (64)]:LANES: '
			'(-f --format)'{-f+,--format=}'[what to print (the first)]:FORMAT:(tsv text csv json dot svg chart grid html goal ti trace)'
			'(-H --no-header)'{-H,--no-header}'[leave the header line out]'
			'(-d --decimals)'{-d+,--decimals=}'[print times with D digits after the point]:D: '
			'--max-bits=[refuse longer numbers (2^33)]:BITS: '
			'--max-rows=[refuse longer answers (10^9)]:ROWS: '
		)
		;;
	program)
		specs=(
			'(-n --processors)'{-n+,--processors=}'[how many, the source included]:N: '
			'(-m --messages)'{-m+,--messages=}'[how many to broadcast (1)]:M: '
			'(-l --latency)'{-l+,--latency=}'[start of a send to end of its receive, >= 1]:LATENCY: '
			'--logp=[a machine'\''s LogP parameters instead of -l]:L,o,g: '
			'--loggp=[the same with G, a byte'\''s; needs --bytes]:L,o,g,G: '
			'--machine=[the same from a file, or from netgauge]:FILE:_files'
			'--bytes=[of all the messages together]:B: '
			'--unit=[of the times printed (L'\''s)]:UNIT:(own ns us ms s)'
			'--continuous[continuous broadcast of least delay]'
			'--period=[of its schedule, in items (B(n-1,l) - l)]:Q: '
			'--solution=[print the schedule that a solver found]:FILE:_files'
			'--ascii[draw the chart without Unicode]'
			'--max-lanes=[the most processors to draw (64)]:LANES: '
			'(-f --format)'{-f+,--format=}'[what to print (the first)]:FORMAT:(tsv text csv json dot svg chart grid html goal ti trace)'
			'(-H --no-header)'{-H,--no-header}'[leave the header line out]'
			'(-d --decimals)'{-d+,--decimals=}'[print times with D digits after the point]:D: '
			'--max-bits=[refuse longer numbers (2^33)]:BITS: '
			'--max-rows=[refuse longer answers (10^9)]:ROWS: '
		)
		;;
	check)
		specs=(
			'*:FILE:_files'
			'(-f --format)'{-f+,--format=}'[what to print (the first)]:FORMAT:(text json)'
			'(-q --quiet)'{-q,--quiet}'[print nothing; the exit status tells]'
			'--max-bits=[refuse to take more memory (2^33)]:BITS: '
		)
		;;
	replay)
		specs=(
			'::FILE:_files'
			'--latencies=[how they vary (adversary: the worst)]:LATENCIES:(fixed random extreme terminal-random terminal-extreme greedy periodic adversary)'
			'--seed=[of the random ones (0)]:SEED: '
			'--trials=[how many, worst last (10)]:TRIALS: '
			'--logp=[a machine'\''s LogP parameters instead of -l]:L,o,g: '
			'--loggp=[the same with G, a byte'\''s; needs --bytes]:L,o,g,G: '
			'--machine=[the same from a file, or from netgauge]:FILE:_files'
			'--bytes=[of all the messages together]:B: '
			'--unit=[of the times printed (L'\''s)]:UNIT:(own ns us ms s)'
			'--rdma[receiving processors copy no bytes]'
			'(-f --format)'{-f+,--format=}'[what to print (the first)]:FORMAT:(text tsv csv json markdown)'
			'(-H --no-header)'{-H,--no-header}'[leave the header line out]'
			'(-d --decimals)'{-d+,--decimals=}'[print times with D digits after the point]:D: '
			'--max-bits=[refuse longer numbers (2^33)]:BITS: '
			'--max-rows=[refuse longer answers (10^9)]:ROWS: '
		)
		;;
	convert)
		specs=(
			'::FILE:_files'
			'--from=[what FILE holds, a dump by ranks perhaps]:WHAT:(schedule ranks)'
			'--ascii[draw the chart without Unicode]'
			'--max-lanes=[the most processors to draw (64)]:LANES: '
			'(-f --format)'{-f+,--format=}'[what to print (the first)]:FORMAT:(tsv text csv json dot svg chart grid html goal ti trace)'
			'(-H --no-header)'{-H,--no-header}'[leave the header line out]'
			'(-d --decimals)'{-d+,--decimals=}'[print times with D digits after the point]:D: '
			'--max-bits=[refuse longer numbers (2^33)]:BITS: '
			'--max-rows=[refuse longer answers (10^9)]:ROWS: '
		)
		;;
	locality)
		specs=(
			'(-n --processors)'{-n+,--processors=}'[how many, the source included]:N: '
			'--cost=[l(k), of k: clog, sqrt(k), log(k)^1.5 ...]:FUNCTION: '
			'--bandwidth=[the D-BSP'\''s g(k): a level costs max{l, g}]:FUNCTION: '
			'--levels[where the time goes, level by level]'
			'--all[the bounds, and the algorithms to compare with]'
			'--log=[of a plot: the logarithmic ones]:AXES:_values -s , AXES x y none'
			'--ascii[draw the chart without Unicode]'
			'(-f --format)'{-f+,--format=}'[what to print (the first)]:FORMAT:(text tsv csv json markdown plot chart)'
			'(-H --no-header)'{-H,--no-header}'[leave the header line out]'
			'(-d --decimals)'{-d+,--decimals=}'[print times with D digits after the point]:D: '
			'--max-bits=[refuse longer numbers (2^33)]:BITS: '
			'--max-rows=[refuse longer answers (10^9)]:ROWS: '
		)
		;;
	locality-numbering)
		specs=(
			'1:NUMBERING:(gray hilbert)'
			'(-n --processors)'{-n+,--processors=}'[nodes: 2^k for gray, 4^k for hilbert]:N: '
			'--distances[how far apart numbers of each difference are at worst]'
			'(-f --format)'{-f+,--format=}'[what to print (the first)]:FORMAT:(text tsv csv json markdown svg)'
			'(-H --no-header)'{-H,--no-header}'[leave the header line out]'
			'--max-bits=[refuse longer numbers (2^33)]:BITS: '
			'--max-rows=[refuse longer answers (10^9)]:ROWS: '
		)
		;;
	locality-tree)
		specs=(
			'::FILE:_files'
			'--cost=[l(k), of the distance k: clog, k ...]:FUNCTION: '
			'(-f --format)'{-f+,--format=}'[what to print (the first)]:FORMAT:(text tsv csv json markdown dot svg)'
			'(-H --no-header)'{-H,--no-header}'[leave the header line out]'
			'(-d --decimals)'{-d+,--decimals=}'[print times with D digits after the point]:D: '
			'--max-bits=[refuse longer numbers (2^33)]:BITS: '
			'--max-rows=[refuse longer answers (10^9)]:ROWS: '
		)
		;;
	revolve)
		specs=(
			'1:WHAT:(messages positions distances properties rank simulate)'
			'::R:_files'
			'--scheme=[the permutation]:SCHEME:(next snext snext2 bcnext)'
			'(-n --processors)'{-n+,--processors=}'[how many processes]:N: '
			'(-t --time)'{-t+,--time=}'[messages, rank: the steps, from 0]:T: '
			'--arity=[next: children of a node (2)]:K: '
			'--virtual[any N, filled up with virtual processes]'
			'--numbering=[by label, or position at time 0]:NUMBERING:(label position)'
			'--app=[simulate: which application]:APP:(minimum fixpoint)'
			'--seed=[simulate: seed of the values (0)]:S: '
			'--values=[simulate: the values, one a process]:VALUES: '
			'--summary[simulate: only what it took, as a table]'
			'(-f --format)'{-f+,--format=}'[what to print (the first)]:FORMAT:(text tsv csv json markdown svg)'
			'(-H --no-header)'{-H,--no-header}'[leave the header line out]'
			'--max-bits=[refuse longer numbers (2^33)]:BITS: '
			'--max-rows=[refuse longer answers (10^9)]:ROWS: '
		)
		;;
	completion)
		specs=(
			'1:SHELL:(bash zsh fish)'
		)
		;;
	help)
		specs=('1:command:{ _describe command commands }')
		;;
	esac
	for name in $unused; do
		specs=(${specs:#*--${name}[\)=\[]*})
	done
	_arguments -s -S --help $specs
}

_fibcast "$@"
