#compdef fibcast
# zsh completion for fibcast, made by 'fibcast completion zsh'

_fibcast() {
	local name
	local -a specs unused commands=(
		'reach:how many processors can know a message at time t'
		'time:the least time to inform n processors'
		'sequence:the values of reach row by row, with their sums'
		'bound:a time that no algorithm for m messages can beat'
		'tree:an optimal broadcast tree'
		'schedule:who sends what to whom and when'
		'rank:the part of one processor in a schedule'
		'compare:the algorithms side by side, best first'
		'optimum:the least time for m messages, and a schedule'
		'program:an integer program for the least time'
		'check:whether a schedule is valid, and how good it is'
		'replay:when a schedule ends if its latencies vary'
		'convert:a schedule in another format, or as a picture'
		'locality:the time of a broadcast where distance costs'
		'locality-numbering:the numbering of a hypercube or of a mesh'
		'locality-tree:whether a labelled tree is legal, and its cost'
		'revolve:who sends to whom when all processes take turns'
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
			'--logp=[LogP parameters of a machine, instead of -l]:L,o,g: '
			'--loggp=[LogGP parameters of a machine, with --bytes]:L,o,g,G: '
			'--machine=[file of a machine, or what netgauge printed]:FILE:_files'
			'--bytes=[total size of the messages, in bytes]:B: '
			'--unit=[unit of the times printed, L'\''s if own]:UNIT:(own ns us ms s)'
			'(-t --time)'{-t+,--time=}'[time since the first send may start]:TIME: '
			'--approx=[print only the first D digits, as 1.2345e678]:D: '
			'--all[print the value and the papers'\'' bounds on it]'
			'--ports=[number of sends that a processor starts at a time]:K: '
			'--node=[number of processors of a node; with --inside]:P: '
			'--inside=[latency inside a node; L,o,g of a machine]:LATENCY: '
			'--lanes=[number of sends out of a node at a time]:K: '
			'--op=[what to do]:OPERATION:(broadcast sum)'
			'(-n --processors)'{-n+,--processors=}'[for a sum: number of processors that add]:N: '
			'--log=[logarithmic axes of a plot]:AXES:_values -s , AXES x y none'
			'--title=[title of a picture]:TEXT: '
			'--ascii[draw the chart without Unicode]'
			'(-f --format)'{-f+,--format=}'[what to print]:FORMAT:(text tsv csv json markdown plot chart)'
			'(-H --no-header)'{-H,--no-header}'[leave the header line out]'
			'(-d --decimals)'{-d+,--decimals=}'[print times with D digits after the point]:D: '
			'--max-bits=[refuse longer numbers (default: 2^33)]:BITS: '
			'--max-rows=[refuse longer answers (default: 10^9)]:ROWS: '
		)
		;;
	time)
		specs=(
			'(-n --processors)'{-n+,--processors=}'[number of processors, the source included]:N: '
			'(-l --latency)'{-l+,--latency=}'[start of a send to end of its receive, >= 1]:LATENCY: '
			'--logp=[LogP parameters of a machine, instead of -l]:L,o,g: '
			'--loggp=[LogGP parameters of a machine, with --bytes]:L,o,g,G: '
			'--machine=[file of a machine, or what netgauge printed]:FILE:_files'
			'--bytes=[total size of the messages, in bytes]:B: '
			'--unit=[unit of the times printed, L'\''s if own]:UNIT:(own ns us ms s)'
			'--rdma[let receiving processors copy no bytes]'
			'--model=[model of communication]:MODEL:(postal logp telephone telegraph sendrecv)'
			'--ports=[number of sends that a processor starts at a time]:K: '
			'--node=[number of processors of a node; with --inside]:P: '
			'--inside=[latency inside a node; L,o,g of a machine]:LATENCY: '
			'--lanes=[number of sends out of a node at a time]:K: '
			'--all[print the value and the papers'\'' bounds on it]'
			'(-m --messages)'{-m+,--messages=}'[for a sum: number of operands]:M: '
			'--op=[what to do]:OPERATION:(broadcast reduce scatter gather allgather reduce-scatter allreduce alltoall census barrier scan exscan sum)'
			'--schedule[for a sum: print the schedule]'
			'--block=[bytes of one block, instead of all]:B: '
			'--late=[for a reduction: when each has its operand]:TIMES: '
			'--due=[for a broadcast: when each must know the message]:TIMES: '
			'--log=[logarithmic axes of a plot]:AXES:_values -s , AXES x y none'
			'--title=[title of a picture]:TEXT: '
			'--ascii[draw the chart without Unicode]'
			'(-f --format)'{-f+,--format=}'[what to print]:FORMAT:(text tsv csv json markdown plot chart)'
			'(-H --no-header)'{-H,--no-header}'[leave the header line out]'
			'(-d --decimals)'{-d+,--decimals=}'[print times with D digits after the point]:D: '
			'--max-bits=[refuse longer numbers (default: 2^33)]:BITS: '
			'--max-rows=[refuse longer answers (default: 10^9)]:ROWS: '
		)
		;;
	sequence)
		specs=(
			'(-l --latency)'{-l+,--latency=}'[start of a send to end of its receive, >= 1]:LATENCY: '
			'--logp=[LogP parameters of a machine, instead of -l]:L,o,g: '
			'--loggp=[LogGP parameters of a machine, with --bytes]:L,o,g,G: '
			'--machine=[file of a machine, or what netgauge printed]:FILE:_files'
			'--bytes=[total size of the messages, in bytes]:B: '
			'--unit=[unit of the times printed, L'\''s if own]:UNIT:(own ns us ms s)'
			'(-i --index)'{-i+,--index=}'[rows, numbered from 1]:A..B: '
			'--model=[model of communication]:MODEL:(postal logp)'
			'--ports=[number of sends that a processor starts at a time]:K: '
			'--log=[logarithmic axes of a plot]:AXES:_values -s , AXES x y none'
			'--title=[title of a picture]:TEXT: '
			'--ascii[draw the chart without Unicode]'
			'(-f --format)'{-f+,--format=}'[what to print]:FORMAT:(text tsv csv json markdown plot chart dot svg)'
			'(-H --no-header)'{-H,--no-header}'[leave the header line out]'
			'(-d --decimals)'{-d+,--decimals=}'[print times with D digits after the point]:D: '
			'--max-bits=[refuse longer numbers (default: 2^33)]:BITS: '
			'--max-rows=[refuse longer answers (default: 10^9)]:ROWS: '
		)
		;;
	bound)
		specs=(
			'(-n --processors)'{-n+,--processors=}'[number of processors, the source included]:N: '
			'(-m --messages)'{-m+,--messages=}'[number of messages (default: 1), or best]:M: '
			'(-l --latency)'{-l+,--latency=}'[start of a send to end of its receive, >= 1]:LATENCY: '
			'--logp=[LogP parameters of a machine, instead of -l]:L,o,g: '
			'--loggp=[LogGP parameters of a machine, with --bytes]:L,o,g,G: '
			'--machine=[file of a machine, or what netgauge printed]:FILE:_files'
			'--bytes=[total size of the messages, in bytes]:B: '
			'--unit=[unit of the times printed, L'\''s if own]:UNIT:(own ns us ms s)'
			'--rdma[let receiving processors copy no bytes]'
			'--ports=[number of sends that a processor starts at a time]:K: '
			'--node=[number of processors of a node; with --inside]:P: '
			'--inside=[latency inside a node; L,o,g of a machine]:LATENCY: '
			'--lanes=[number of sends out of a node at a time]:K: '
			'--model=[model of communication]:MODEL:(postal logp telephone telegraph sendrecv)'
			'--all[print every known bound, and whether it holds]'
			'--op=[what to do]:OPERATION:(broadcast reduce scatter gather allgather reduce-scatter allreduce alltoall census barrier scan exscan)'
			'--block=[bytes of one block, instead of all]:B: '
			'--log=[logarithmic axes of a plot]:AXES:_values -s , AXES x y none'
			'--title=[title of a picture]:TEXT: '
			'--ascii[draw the chart without Unicode]'
			'(-f --format)'{-f+,--format=}'[what to print]:FORMAT:(text tsv csv json markdown plot chart)'
			'(-H --no-header)'{-H,--no-header}'[leave the header line out]'
			'(-d --decimals)'{-d+,--decimals=}'[print times with D digits after the point]:D: '
			'--max-bits=[refuse longer numbers (default: 2^33)]:BITS: '
			'--max-rows=[refuse longer answers (default: 10^9)]:ROWS: '
		)
		;;
	tree)
		specs=(
			'(-n --processors)'{-n+,--processors=}'[number of processors, the source included]:N: '
			'(-l --latency)'{-l+,--latency=}'[start of a send to end of its receive, >= 1]:LATENCY: '
			'--logp=[LogP parameters of a machine, instead of -l]:L,o,g: '
			'--loggp=[LogGP parameters of a machine, with --bytes]:L,o,g,G: '
			'--machine=[file of a machine, or what netgauge printed]:FILE:_files'
			'--bytes=[total size of the messages, in bytes]:B: '
			'--unit=[unit of the times printed, L'\''s if own]:UNIT:(own ns us ms s)'
			'--ports=[number of sends that a processor starts at a time]:K: '
			'--node=[number of processors of a node; with --inside]:P: '
			'--inside=[latency inside a node; L,o,g of a machine]:LATENCY: '
			'--lanes=[number of sends out of a node at a time]:K: '
			'--model=[model of communication]:MODEL:(postal logp)'
			'--shape=[shape of the tree]:SHAPE:(min-depth bcast)'
			'--op=[what to do]:OPERATION:(broadcast reduce scatter gather sum)'
			'(-m --messages)'{-m+,--messages=}'[for a sum: number of operands]:M: '
			'--ascii[draw the outline without Unicode]'
			'--block=[bytes of one block, instead of all]:B: '
			'--late=[for a reduction: when each has its operand]:TIMES: '
			'--due=[for a broadcast: when each must know the message]:TIMES: '
			'(-f --format)'{-f+,--format=}'[what to print]:FORMAT:(text tsv csv json markdown outline dot svg)'
			'(-H --no-header)'{-H,--no-header}'[leave the header line out]'
			'(-d --decimals)'{-d+,--decimals=}'[print times with D digits after the point]:D: '
			'--max-bits=[refuse longer numbers (default: 2^33)]:BITS: '
			'--max-rows=[refuse longer answers (default: 10^9)]:ROWS: '
		)
		;;
	schedule)
		specs=(
			'1:ALGORITHM:(bcast repeat pack pipeline dtree greedy cyclic flat chain binary binomial knomial two-tree telephone telegraph sendrecv circulant weave census window radix ring direct bruck pairwise recursive-doubling rabenseifner dissemination gossip telegraph-gossip bundle continuous root nodes leaders hybrid in-out-in in-out out-in out-in-out separate best)'
			'(-n --processors)'{-n+,--processors=}'[number of processors, the source included]:N: '
			'(-m --messages)'{-m+,--messages=}'[number of messages (default: 1), or best]:M: '
			'(-l --latency)'{-l+,--latency=}'[start of a send to end of its receive, >= 1]:LATENCY: '
			'--logp=[LogP parameters of a machine, instead of -l]:L,o,g: '
			'--loggp=[LogGP parameters of a machine, with --bytes]:L,o,g,G: '
			'--machine=[file of a machine, or what netgauge printed]:FILE:_files'
			'--bytes=[total size of the messages, in bytes]:B: '
			'--unit=[unit of the times printed, L'\''s if own]:UNIT:(own ns us ms s)'
			'--rdma[let receiving processors copy no bytes]'
			'--ports=[number of sends that a processor starts at a time]:K: '
			'--node=[number of processors of a node; with --inside]:P: '
			'--inside=[latency inside a node; L,o,g of a machine]:LATENCY: '
			'--lanes=[number of sends out of a node at a time]:K: '
			'--model=[model that the header names]:MODEL:(postal logp telephone telegraph sendrecv)'
			'--degree=[children of dtree, or best; radix of knomial]:D: '
			'--radix=[radices of radix (default: the best)]:R,..: '
			'--delay=[delay of continuous]:DELAY:(least)'
			'--cost=[cost l(k) for root: clog, k ...]:FUNCTION: '
			'--limit=[stop a search after SECONDS, with its best so far]:SECONDS: '
			'--op=[what to do]:OPERATION:(broadcast reduce scatter gather allgather reduce-scatter allreduce alltoall census barrier scan exscan)'
			'--block=[bytes of one block, instead of all]:B: '
			'--late=[for a reduction: when each has its operand]:TIMES: '
			'--due=[for a broadcast: when each must know the message]:TIMES: '
			'--ascii[draw the chart without Unicode]'
			'--max-lanes=[draw no more processors (default: 64)]:LANES: '
			'(-f --format)'{-f+,--format=}'[what to print]:FORMAT:(tsv text csv json dot svg chart grid html goal ti trace msccl)'
			'(-H --no-header)'{-H,--no-header}'[leave the header line out]'
			'(-d --decimals)'{-d+,--decimals=}'[print times with D digits after the point]:D: '
			'--max-bits=[refuse longer numbers (default: 2^33)]:BITS: '
			'--max-rows=[refuse longer answers (default: 10^9)]:ROWS: '
		)
		case " ${words[2,-1]} " in
		(*' bcast '*) unused=(messages degree radix delay cost limit block) ;;
		(*' repeat '*) unused=(node inside lanes degree radix delay cost limit block late due) ;;
		(*' pack '*) unused=(node inside lanes degree radix delay cost limit block late due) ;;
		(*' pipeline '*) unused=(node inside lanes degree radix delay cost limit block late due) ;;
		(*' dtree '*) unused=(node inside lanes radix delay cost limit block late due) ;;
		(*' greedy '*) unused=(node inside lanes degree radix delay cost limit block late due) ;;
		(*' cyclic '*) unused=(node inside lanes degree radix delay cost limit block late due) ;;
		(*' flat '*) unused=(node inside lanes degree radix delay cost limit late due) ;;
		(*' chain '*) unused=(node inside lanes degree radix delay cost limit block late due) ;;
		(*' binary '*) unused=(node inside lanes degree radix delay cost limit block late due) ;;
		(*' binomial '*) unused=(degree radix delay cost limit late due) ;;
		(*' knomial '*) unused=(node inside lanes radix delay cost limit block late due) ;;
		(*' two-tree '*) unused=(node inside lanes degree radix delay cost limit block late due) ;;
		(*' telephone '*) unused=(latency logp loggp machine bytes unit rdma ports node inside lanes degree radix delay cost block late due) ;;
		(*' telegraph '*) unused=(latency logp loggp machine bytes unit rdma ports node inside lanes degree radix delay cost block late due) ;;
		(*' sendrecv '*) unused=(node inside lanes degree radix delay cost limit block late due) ;;
		(*' circulant '*) unused=(node inside lanes degree radix delay cost limit late due) ;;
		(*' weave '*) unused=(node inside lanes degree radix delay cost limit block late due) ;;
		(*' census '*) unused=(messages lanes degree radix delay cost limit late due) ;;
		(*' window '*) unused=(messages node inside lanes degree radix delay cost limit late due) ;;
		(*' radix '*) unused=(messages ports node inside lanes degree delay cost limit late due) ;;
		(*' ring '*) unused=(messages ports node inside lanes degree radix delay cost limit late due) ;;
		(*' direct '*) unused=(messages ports node inside lanes degree radix delay cost limit late due) ;;
		(*' bruck '*) unused=(messages ports node inside lanes degree radix delay cost limit late due) ;;
		(*' pairwise '*) unused=(messages ports node inside lanes degree radix delay cost limit late due) ;;
		(*' recursive-doubling '*) unused=(messages ports node inside lanes degree radix delay cost limit late due) ;;
		(*' rabenseifner '*) unused=(messages ports node inside lanes degree radix delay cost limit late due) ;;
		(*' dissemination '*) unused=(messages ports node inside lanes degree radix delay cost limit block late due) ;;
		(*' gossip '*) unused=(messages latency logp loggp machine bytes unit rdma ports node inside lanes degree radix delay cost limit block late due) ;;
		(*' telegraph-gossip '*) unused=(messages latency logp loggp machine bytes unit rdma ports node inside lanes degree radix delay cost limit block late due) ;;
		(*' bundle '*) unused=(messages ports node inside lanes degree radix delay cost limit late due) ;;
		(*' continuous '*) unused=(ports node inside lanes degree radix cost block late due) ;;
		(*' root '*) unused=(messages latency logp loggp machine bytes unit rdma ports node inside lanes degree radix delay limit block late due) ;;
		(*' nodes '*) unused=(degree radix delay cost limit block late due) ;;
		(*' leaders '*) unused=(messages ports degree radix delay cost limit block late due) ;;
		(*' hybrid '*) unused=(messages ports node inside lanes degree radix delay cost limit late due) ;;
		(*' in-out-in '*) unused=(messages ports lanes degree radix delay cost limit late due) ;;
		(*' in-out '*) unused=(messages ports lanes degree radix delay cost limit late due) ;;
		(*' out-in '*) unused=(messages ports lanes degree radix delay cost limit late due) ;;
		(*' out-in-out '*) unused=(messages ports lanes degree radix delay cost limit late due) ;;
		(*' separate '*) unused=(messages ports lanes degree radix delay cost limit late due) ;;
		(*' best '*) unused=() ;;
		esac
		;;
	rank)
		specs=(
			'1:R: '
			'(-n --processors)'{-n+,--processors=}'[number of processors, the source included]:N: '
			'(-m --messages)'{-m+,--messages=}'[number of messages (default: 1)]:M: '
			'(-l --latency)'{-l+,--latency=}'[start of a send to end of its receive, >= 1]:LATENCY: '
			'--logp=[LogP parameters of a machine, instead of -l]:L,o,g: '
			'--loggp=[LogGP parameters of a machine, with --bytes]:L,o,g,G: '
			'--machine=[file of a machine, or what netgauge printed]:FILE:_files'
			'--bytes=[total size of the messages, in bytes]:B: '
			'--unit=[unit of the times printed, L'\''s if own]:UNIT:(own ns us ms s)'
			'--rdma[let receiving processors copy no bytes]'
			'--node=[number of processors of a node; with --inside]:P: '
			'--inside=[latency inside a node; L,o,g of a machine]:LATENCY: '
			'--lanes=[number of sends out of a node at a time]:K: '
			'--algorithm=[algorithm of the schedule (default: bcast)]:ALGORITHM:(bcast repeat pack pipeline dtree cyclic flat chain binary binomial knomial circulant weave census window radix ring direct bruck pairwise recursive-doubling rabenseifner dissemination bundle nodes leaders hybrid in-out-in in-out out-in out-in-out separate)'
			'--ports=[number of sends that a processor starts at a time]:K: '
			'--degree=[children of dtree, or best; radix of knomial]:D: '
			'--radix=[radices of radix (default: the best)]:R,..: '
			'(-t --time)'{-t+,--time=}'[print only what starts from A to B]:A..B: '
			'--all[print the parts of all processors]'
			'--op=[what to do]:OPERATION:(broadcast reduce scatter gather allgather reduce-scatter allreduce alltoall census barrier scan exscan)'
			'--block=[bytes of one block, instead of all]:B: '
			'(-f --format)'{-f+,--format=}'[what to print]:FORMAT:(text tsv csv json markdown)'
			'(-H --no-header)'{-H,--no-header}'[leave the header line out]'
			'(-d --decimals)'{-d+,--decimals=}'[print times with D digits after the point]:D: '
			'--max-bits=[refuse longer numbers (default: 2^33)]:BITS: '
			'--max-rows=[refuse longer answers (default: 10^9)]:ROWS: '
		)
		;;
	compare)
		specs=(
			'(-n --processors)'{-n+,--processors=}'[number of processors, the source included]:N: '
			'(-m --messages)'{-m+,--messages=}'[number of messages (default: 1), or best]:M: '
			'(-l --latency)'{-l+,--latency=}'[start of a send to end of its receive, >= 1]:LATENCY: '
			'--logp=[LogP parameters of a machine, instead of -l]:L,o,g: '
			'--loggp=[LogGP parameters of a machine, with --bytes]:L,o,g,G: '
			'--machine=[file of a machine, or what netgauge printed]:FILE:_files'
			'--bytes=[total size of the messages, in bytes]:B: '
			'--unit=[unit of the times printed, L'\''s if own]:UNIT:(own ns us ms s)'
			'--rdma[let receiving processors copy no bytes]'
			'--ports=[number of sends that a processor starts at a time]:K: '
			'--node=[number of processors of a node; with --inside]:P: '
			'--inside=[latency inside a node; L,o,g of a machine]:LATENCY: '
			'--lanes=[number of sends out of a node at a time]:K: '
			'--model=[models, joined by commas]:MODELS:_values -s , MODELS postal logp telephone telegraph sendrecv'
			'--all[compare the trees that libraries use, too]'
			'--limit=[build for SECONDS (default: 1/5), then search]:SECONDS: '
			'--op=[what to do]:OPERATION:(broadcast reduce scatter gather allgather reduce-scatter allreduce alltoall census barrier scan exscan)'
			'--block=[bytes of one block, instead of all]:B: '
			'--rules=[time each rule of an Open MPI rules file]:FILE:_files'
			'--log=[logarithmic axes of a plot]:AXES:_values -s , AXES x y none'
			'--title=[title of a picture]:TEXT: '
			'--ascii[draw the chart without Unicode]'
			'(-f --format)'{-f+,--format=}'[what to print]:FORMAT:(text tsv csv json markdown plot chart map openmpi-text openmpi)'
			'(-H --no-header)'{-H,--no-header}'[leave the header line out]'
			'(-d --decimals)'{-d+,--decimals=}'[print times with D digits after the point]:D: '
			'--max-bits=[refuse longer numbers (default: 2^33)]:BITS: '
			'--max-rows=[refuse longer answers (default: 10^9)]:ROWS: '
		)
		;;
	optimum)
		specs=(
			'(-n --processors)'{-n+,--processors=}'[number of processors, the source included]:N: '
			'(-m --messages)'{-m+,--messages=}'[number of messages (default: 1)]:M: '
			'(-l --latency)'{-l+,--latency=}'[start of a send to end of its receive, >= 1]:LATENCY: '
			'--logp=[LogP parameters of a machine, instead of -l]:L,o,g: '
			'--loggp=[LogGP parameters of a machine, with --bytes]:L,o,g,G: '
			'--machine=[file of a machine, or what netgauge printed]:FILE:_files'
			'--bytes=[total size of the messages, in bytes]:B: '
			'--unit=[unit of the times printed, L'\''s if own]:UNIT:(own ns us ms s)'
			'--ports=[number of sends that a processor starts at a time: 1]:K: '
			'--node=[number of processors of a node; with --inside]:P: '
			'--inside=[latency inside a node; L,o,g of a machine]:LATENCY: '
			'--lanes=[number of sends out of a node at a time]:K: '
			'--model=[model of communication]:MODEL:(postal logp)'
			'--schedule[print a schedule that attains the time]'
			'--limit=[stop the search after SECONDS (default: 60)]:SECONDS: '
			'--ascii[draw the chart without Unicode]'
			'--max-lanes=[draw no more processors (default: 64)]:LANES: '
			'(-f --format)'{-f+,--format=}'[what to print]:FORMAT:(tsv text csv json dot svg chart grid html goal ti trace msccl)'
			'(-H --no-header)'{-H,--no-header}'[leave the header line out]'
			'(-d --decimals)'{-d+,--decimals=}'[print times with D digits after the point]:D: '
			'--max-bits=[refuse longer numbers (default: 2^33)]:BITS: '
			'--max-rows=[refuse longer answers (default: 10^9)]:ROWS: '
		)
		;;
	program)
		specs=(
			'(-n --processors)'{-n+,--processors=}'[number of processors, the source included]:N: '
			'(-m --messages)'{-m+,--messages=}'[number of messages (default: 1)]:M: '
			'(-l --latency)'{-l+,--latency=}'[start of a send to end of its receive, >= 1]:LATENCY: '
			'--logp=[LogP parameters of a machine, instead of -l]:L,o,g: '
			'--loggp=[LogGP parameters of a machine, with --bytes]:L,o,g,G: '
			'--machine=[file of a machine, or what netgauge printed]:FILE:_files'
			'--bytes=[total size of the messages, in bytes]:B: '
			'--unit=[unit of the times printed, L'\''s if own]:UNIT:(own ns us ms s)'
			'--continuous[ask for continuous broadcast of least delay]'
			'--period=[period of that broadcast, in items (default: B(n-1,l) - l)]:Q: '
			'--solution=[print the schedule that a solver found]:FILE:_files'
			'--ascii[draw the chart without Unicode]'
			'--max-lanes=[draw no more processors (default: 64)]:LANES: '
			'(-f --format)'{-f+,--format=}'[what to print]:FORMAT:(tsv text csv json dot svg chart grid html goal ti trace msccl)'
			'(-H --no-header)'{-H,--no-header}'[leave the header line out]'
			'(-d --decimals)'{-d+,--decimals=}'[print times with D digits after the point]:D: '
			'--max-bits=[refuse longer numbers (default: 2^33)]:BITS: '
			'--max-rows=[refuse longer answers (default: 10^9)]:ROWS: '
		)
		;;
	check)
		specs=(
			'*:FILE:_files'
			'(-f --format)'{-f+,--format=}'[what to print]:FORMAT:(text json)'
			'(-q --quiet)'{-q,--quiet}'[print nothing: the exit status tells]'
			'(-d --decimals)'{-d+,--decimals=}'[print times with D digits after the point]:D: '
			'--max-bits=[refuse to take more memory (default: 2^33)]:BITS: '
		)
		;;
	replay)
		specs=(
			'::FILE:_files'
			'--latencies=[how latencies vary (default: adversary)]:LATENCIES:(fixed random extreme terminal-random terminal-extreme greedy periodic adversary sample)'
			'--sample=[latencies to draw from; one given twice comes twice as often]:LIST: '
			'--seed=[seed of the random ones (default: 0)]:SEED: '
			'--trials=[number of trials, worst last (default: 10)]:TRIALS: '
			'--logp=[LogP parameters of a machine, instead of -l]:L,o,g: '
			'--loggp=[LogGP parameters of a machine, with --bytes]:L,o,g,G: '
			'--machine=[file of a machine, or what netgauge printed]:FILE:_files'
			'--bytes=[total size of the messages, in bytes]:B: '
			'--unit=[unit of the times printed, L'\''s if own]:UNIT:(own ns us ms s)'
			'--rdma[let receiving processors copy no bytes]'
			'(-f --format)'{-f+,--format=}'[what to print]:FORMAT:(text tsv csv json markdown)'
			'(-H --no-header)'{-H,--no-header}'[leave the header line out]'
			'(-d --decimals)'{-d+,--decimals=}'[print times with D digits after the point]:D: '
			'--max-bits=[refuse longer numbers (default: 2^33)]:BITS: '
			'--max-rows=[refuse longer answers (default: 10^9)]:ROWS: '
		)
		;;
	convert)
		specs=(
			'::FILE:_files'
			'--from=[what FILE holds]:WHAT:(schedule ranks msccl)'
			'--op=[with --from ranks: what the ranks do]:OPERATION:(broadcast reduce scatter gather allgather reduce-scatter allreduce alltoall census barrier scan exscan)'
			'--ascii[draw the chart without Unicode]'
			'--max-lanes=[draw no more processors (default: 64)]:LANES: '
			'(-f --format)'{-f+,--format=}'[what to print]:FORMAT:(tsv text csv json dot svg chart grid html goal ti trace msccl)'
			'(-H --no-header)'{-H,--no-header}'[leave the header line out]'
			'(-d --decimals)'{-d+,--decimals=}'[print times with D digits after the point]:D: '
			'--max-bits=[refuse longer numbers (default: 2^33)]:BITS: '
			'--max-rows=[refuse longer answers (default: 10^9)]:ROWS: '
		)
		;;
	locality)
		specs=(
			'(-n --processors)'{-n+,--processors=}'[number of processors, the source included]:N: '
			'--cost=[cost l(k) of an access: clog, or several: log,k]:FUNCTION: '
			'--bandwidth=[g(k) of the D-BSP: a level costs max{l, g}]:FUNCTION: '
			'--levels[print where the time goes, level by level]'
			'--all[print bounds and other algorithms, too]'
			'--log=[logarithmic axes of a plot]:AXES:_values -s , AXES x y none'
			'--title=[title of a picture]:TEXT: '
			'--ascii[draw the chart without Unicode]'
			'(-f --format)'{-f+,--format=}'[what to print]:FORMAT:(text tsv csv json markdown plot chart)'
			'(-H --no-header)'{-H,--no-header}'[leave the header line out]'
			'(-d --decimals)'{-d+,--decimals=}'[print times with D digits after the point]:D: '
			'--max-bits=[refuse longer numbers (default: 2^33)]:BITS: '
			'--max-rows=[refuse longer answers (default: 10^9)]:ROWS: '
		)
		;;
	locality-numbering)
		specs=(
			'1:NUMBERING:(gray hilbert)'
			'(-n --processors)'{-n+,--processors=}'[number of nodes, 2^k or, for hilbert, 4^k]:N: '
			'--distances[print the worst distance for each difference]'
			'(-f --format)'{-f+,--format=}'[what to print]:FORMAT:(text tsv csv json markdown svg)'
			'(-H --no-header)'{-H,--no-header}'[leave the header line out]'
			'--max-bits=[refuse longer numbers (default: 2^33)]:BITS: '
			'--max-rows=[refuse longer answers (default: 10^9)]:ROWS: '
		)
		;;
	locality-tree)
		specs=(
			'::FILE:_files'
			'--cost=[cost l(k) of the distance k: clog, k ...]:FUNCTION: '
			'(-f --format)'{-f+,--format=}'[what to print]:FORMAT:(text tsv csv json markdown dot svg)'
			'(-H --no-header)'{-H,--no-header}'[leave the header line out]'
			'(-d --decimals)'{-d+,--decimals=}'[print times with D digits after the point]:D: '
			'--max-bits=[refuse longer numbers (default: 2^33)]:BITS: '
			'--max-rows=[refuse longer answers (default: 10^9)]:ROWS: '
		)
		;;
	revolve)
		specs=(
			'1:WHAT:(messages positions distances properties rank simulate)'
			'::R:_files'
			'--scheme=[permutation of the hierarchy]:SCHEME:(next snext snext2 bcnext)'
			'(-n --processors)'{-n+,--processors=}'[number of processes]:N: '
			'(-t --time)'{-t+,--time=}'[steps, for messages and rank (default: 0)]:T: '
			'--arity=[children of a node, for next (default: 2)]:K: '
			'--virtual[take any N, filled up with virtual processes]'
			'--numbering=[number by label, or position at time 0]:NUMBERING:(label position)'
			'--app=[application, for simulate]:APP:(minimum fixpoint)'
			'--seed=[seed of the values, for simulate (default: 0)]:S: '
			'--values=[values, one a process, for simulate]:VALUES: '
			'--summary[print only what simulate took, as a table]'
			'(-f --format)'{-f+,--format=}'[what to print]:FORMAT:(text tsv csv json markdown svg)'
			'(-H --no-header)'{-H,--no-header}'[leave the header line out]'
			'--max-bits=[refuse longer numbers (default: 2^33)]:BITS: '
			'--max-rows=[refuse longer answers (default: 10^9)]:ROWS: '
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
