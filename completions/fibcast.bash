# bash completion for fibcast, made by 'fibcast completion bash'

_fibcast()
{
	local cur=${COMP_WORDS[COMP_CWORD]} words='' files='' list='' unused='' word
	local prev=${COMP_WORDS[COMP_CWORD - 1]} commands='reach time sequence bound tree schedule rank compare optimum program check replay convert locality locality-numbering locality-tree revolve completion help'

	if [[ $cur == '=' ]]; then
		cur=''
	elif [[ $prev == '=' ]]; then
		prev=${COMP_WORDS[COMP_CWORD - 2]}
	fi
	((COMP_CWORD > 1)) || prev='' COMP_WORDS[1]=''
	case ${COMP_WORDS[1]}:$prev in
	reach:--latency | reach:-l | reach:-L | reach:--logp | reach:--loggp | reach:--bytes | reach:--time | reach:-t | reach:--approx | reach:--ports | reach:--node | reach:--inside | reach:--lanes | reach:--processors | reach:-n | reach:-P | reach:--title | reach:--decimals | reach:-d | reach:--max-bits | reach:--max-rows | \
	time:--processors | time:-n | time:-P | time:--latency | time:-l | time:-L | time:--logp | time:--loggp | time:--bytes | time:--ports | time:--node | time:--inside | time:--lanes | time:--messages | time:-m | time:-k | time:--block | time:--late | time:--due | time:--title | time:--decimals | time:-d | time:--max-bits | time:--max-rows | \
	sequence:--latency | sequence:-l | sequence:-L | sequence:--logp | sequence:--loggp | sequence:--bytes | sequence:--index | sequence:-i | sequence:--ports | sequence:--title | sequence:--decimals | sequence:-d | sequence:--max-bits | sequence:--max-rows | \
	bound:--processors | bound:-n | bound:-P | bound:--messages | bound:-m | bound:-k | bound:--latency | bound:-l | bound:-L | bound:--logp | bound:--loggp | bound:--bytes | bound:--ports | bound:--node | bound:--inside | bound:--lanes | bound:--block | bound:--title | bound:--decimals | bound:-d | bound:--max-bits | bound:--max-rows | \
	tree:--processors | tree:-n | tree:-P | tree:--latency | tree:-l | tree:-L | tree:--logp | tree:--loggp | tree:--bytes | tree:--ports | tree:--node | tree:--inside | tree:--lanes | tree:--messages | tree:-m | tree:-k | tree:--block | tree:--late | tree:--due | tree:--decimals | tree:-d | tree:--max-bits | tree:--max-rows | \
	schedule:--processors | schedule:-n | schedule:-P | schedule:--messages | schedule:-m | schedule:-k | schedule:--latency | schedule:-l | schedule:-L | schedule:--logp | schedule:--loggp | schedule:--bytes | schedule:--ports | schedule:--node | schedule:--inside | schedule:--lanes | schedule:--degree | schedule:--radix | schedule:--cost | schedule:--limit | schedule:--block | schedule:--late | schedule:--due | schedule:--max-lanes | schedule:--decimals | schedule:-d | schedule:--max-bits | schedule:--max-rows | \
	rank:--processors | rank:-n | rank:-P | rank:--messages | rank:-m | rank:-k | rank:--latency | rank:-l | rank:-L | rank:--logp | rank:--loggp | rank:--bytes | rank:--node | rank:--inside | rank:--lanes | rank:--ports | rank:--degree | rank:--radix | rank:--time | rank:-t | rank:--block | rank:--decimals | rank:-d | rank:--max-bits | rank:--max-rows | \
	compare:--processors | compare:-n | compare:-P | compare:--messages | compare:-m | compare:-k | compare:--latency | compare:-l | compare:-L | compare:--logp | compare:--loggp | compare:--bytes | compare:--ports | compare:--node | compare:--inside | compare:--lanes | compare:--limit | compare:--block | compare:--title | compare:--decimals | compare:-d | compare:--max-bits | compare:--max-rows | \
	optimum:--processors | optimum:-n | optimum:-P | optimum:--messages | optimum:-m | optimum:-k | optimum:--latency | optimum:-l | optimum:-L | optimum:--logp | optimum:--loggp | optimum:--bytes | optimum:--ports | optimum:--node | optimum:--inside | optimum:--lanes | optimum:--limit | optimum:--max-lanes | optimum:--decimals | optimum:-d | optimum:--max-bits | optimum:--max-rows | \
	program:--processors | program:-n | program:-P | program:--messages | program:-m | program:-k | program:--latency | program:-l | program:-L | program:--logp | program:--loggp | program:--bytes | program:--period | program:--max-lanes | program:--decimals | program:-d | program:--max-bits | program:--max-rows | \
	check:--decimals | check:-d | check:--max-bits | \
	replay:--sample | replay:--seed | replay:--trials | replay:--logp | replay:--loggp | replay:--bytes | replay:--decimals | replay:-d | replay:--max-bits | replay:--max-rows | \
	convert:--max-lanes | convert:--decimals | convert:-d | convert:--max-bits | convert:--max-rows | \
	locality:--processors | locality:-n | locality:-P | locality:--cost | locality:--bandwidth | locality:--title | locality:--decimals | locality:-d | locality:--max-bits | locality:--max-rows | \
	locality-numbering:--processors | locality-numbering:-n | locality-numbering:-P | locality-numbering:--max-bits | locality-numbering:--max-rows | \
	locality-tree:--cost | locality-tree:--decimals | locality-tree:-d | locality-tree:--max-bits | locality-tree:--max-rows | \
	revolve:--processors | revolve:-n | revolve:-P | revolve:--time | revolve:-t | revolve:--arity | revolve:--seed | revolve:--values | revolve:--max-bits | revolve:--max-rows)
		;;
	reach:--machine)
		files=yes
		;;
	reach:--unit)
		words='own ns us ms s'
		;;
	reach:--op)
		words='broadcast sum'
		;;
	reach:--log)
		words='x y none'
		list=${cur%"${cur##*,}"}
		;;
	reach:--format | reach:-f)
		words='text tsv csv json markdown plot chart'
		;;
	reach:*)
		words='--latency --logp --loggp --machine --bytes --unit --time --approx --all --ports --node --inside --lanes --op --processors --log --title --ascii --format --no-header --decimals --max-bits --max-rows --help'
		;;
	time:--machine)
		files=yes
		;;
	time:--unit)
		words='own ns us ms s'
		;;
	time:--model)
		words='postal logp telephone telegraph sendrecv'
		;;
	time:--op)
		words='broadcast reduce scatter gather allgather reduce-scatter allreduce alltoall census barrier scan exscan sum'
		;;
	time:--log)
		words='x y none'
		list=${cur%"${cur##*,}"}
		;;
	time:--format | time:-f)
		words='text tsv csv json markdown plot chart'
		;;
	time:*)
		words='--processors --latency --logp --loggp --machine --bytes --unit --rdma --model --ports --node --inside --lanes --all --messages --op --schedule --block --late --due --log --title --ascii --format --no-header --decimals --max-bits --max-rows --help'
		;;
	sequence:--machine)
		files=yes
		;;
	sequence:--unit)
		words='own ns us ms s'
		;;
	sequence:--model)
		words='postal logp'
		;;
	sequence:--log)
		words='x y none'
		list=${cur%"${cur##*,}"}
		;;
	sequence:--format | sequence:-f)
		words='text tsv csv json markdown plot chart dot svg'
		;;
	sequence:*)
		words='--latency --logp --loggp --machine --bytes --unit --index --model --ports --log --title --ascii --format --no-header --decimals --max-bits --max-rows --help'
		;;
	bound:--machine)
		files=yes
		;;
	bound:--unit)
		words='own ns us ms s'
		;;
	bound:--model)
		words='postal logp telephone telegraph sendrecv'
		;;
	bound:--op)
		words='broadcast reduce scatter gather allgather reduce-scatter allreduce alltoall census barrier scan exscan'
		;;
	bound:--log)
		words='x y none'
		list=${cur%"${cur##*,}"}
		;;
	bound:--format | bound:-f)
		words='text tsv csv json markdown plot chart'
		;;
	bound:*)
		words='--processors --messages --latency --logp --loggp --machine --bytes --unit --rdma --ports --node --inside --lanes --model --all --op --block --log --title --ascii --format --no-header --decimals --max-bits --max-rows --help'
		;;
	tree:--machine)
		files=yes
		;;
	tree:--unit)
		words='own ns us ms s'
		;;
	tree:--model)
		words='postal logp'
		;;
	tree:--shape)
		words='min-depth bcast'
		;;
	tree:--op)
		words='broadcast reduce scatter gather sum'
		;;
	tree:--format | tree:-f)
		words='text tsv csv json markdown outline dot svg'
		;;
	tree:*)
		words='--processors --latency --logp --loggp --machine --bytes --unit --ports --node --inside --lanes --model --shape --op --messages --ascii --block --late --due --format --no-header --decimals --max-bits --max-rows --help'
		;;
	schedule:--machine)
		files=yes
		;;
	schedule:--unit)
		words='own ns us ms s'
		;;
	schedule:--model)
		words='postal logp telephone telegraph sendrecv'
		;;
	schedule:--delay)
		words='least'
		;;
	schedule:--op)
		words='broadcast reduce scatter gather allgather reduce-scatter allreduce alltoall census barrier scan exscan'
		;;
	schedule:--format | schedule:-f)
		words='tsv text csv json dot svg chart grid html goal ti trace msccl'
		;;
	schedule:*)
		words='bcast repeat pack pipeline dtree greedy cyclic flat chain binary binomial knomial two-tree telephone telegraph sendrecv circulant weave census window radix ring direct bruck pairwise recursive-doubling rabenseifner dissemination gossip telegraph-gossip bundle continuous root nodes leaders hybrid in-out-in in-out out-in out-in-out separate best --processors --messages --latency --logp --loggp --machine --bytes --unit --rdma --ports --node --inside --lanes --model --degree --radix --delay --cost --limit --op --block --late --due --ascii --max-lanes --format --no-header --decimals --max-bits --max-rows --help'
		case " ${COMP_WORDS[*]:2} " in
		*' bcast '*) unused='messages degree radix delay cost limit block' ;;
		*' repeat '*) unused='node inside lanes degree radix delay cost limit block late due' ;;
		*' pack '*) unused='node inside lanes degree radix delay cost limit block late due' ;;
		*' pipeline '*) unused='node inside lanes degree radix delay cost limit block late due' ;;
		*' dtree '*) unused='node inside lanes radix delay cost limit block late due' ;;
		*' greedy '*) unused='node inside lanes degree radix delay cost limit block late due' ;;
		*' cyclic '*) unused='node inside lanes degree radix delay cost limit block late due' ;;
		*' flat '*) unused='node inside lanes degree radix delay cost limit late due' ;;
		*' chain '*) unused='node inside lanes degree radix delay cost limit block late due' ;;
		*' binary '*) unused='node inside lanes degree radix delay cost limit block late due' ;;
		*' binomial '*) unused='degree radix delay cost limit late due' ;;
		*' knomial '*) unused='node inside lanes radix delay cost limit block late due' ;;
		*' two-tree '*) unused='node inside lanes degree radix delay cost limit block late due' ;;
		*' telephone '*) unused='latency logp loggp machine bytes unit rdma ports node inside lanes degree radix delay cost block late due' ;;
		*' telegraph '*) unused='latency logp loggp machine bytes unit rdma ports node inside lanes degree radix delay cost block late due' ;;
		*' sendrecv '*) unused='node inside lanes degree radix delay cost limit block late due' ;;
		*' circulant '*) unused='node inside lanes degree radix delay cost limit late due' ;;
		*' weave '*) unused='node inside lanes degree radix delay cost limit block late due' ;;
		*' census '*) unused='messages lanes degree radix delay cost limit late due' ;;
		*' window '*) unused='messages node inside lanes degree radix delay cost limit late due' ;;
		*' radix '*) unused='messages ports node inside lanes degree delay cost limit late due' ;;
		*' ring '*) unused='messages ports node inside lanes degree radix delay cost limit late due' ;;
		*' direct '*) unused='messages ports node inside lanes degree radix delay cost limit late due' ;;
		*' bruck '*) unused='messages ports node inside lanes degree radix delay cost limit late due' ;;
		*' pairwise '*) unused='messages ports node inside lanes degree radix delay cost limit late due' ;;
		*' recursive-doubling '*) unused='messages ports node inside lanes degree radix delay cost limit late due' ;;
		*' rabenseifner '*) unused='messages ports node inside lanes degree radix delay cost limit late due' ;;
		*' dissemination '*) unused='messages ports node inside lanes degree radix delay cost limit block late due' ;;
		*' gossip '*) unused='messages latency logp loggp machine bytes unit rdma ports node inside lanes degree radix delay cost limit block late due' ;;
		*' telegraph-gossip '*) unused='messages latency logp loggp machine bytes unit rdma ports node inside lanes degree radix delay cost limit block late due' ;;
		*' bundle '*) unused='messages ports node inside lanes degree radix delay cost limit late due' ;;
		*' continuous '*) unused='ports node inside lanes degree radix cost block late due' ;;
		*' root '*) unused='messages latency logp loggp machine bytes unit rdma ports node inside lanes degree radix delay limit block late due' ;;
		*' nodes '*) unused='degree radix delay cost limit block late due' ;;
		*' leaders '*) unused='messages ports degree radix delay cost limit block late due' ;;
		*' hybrid '*) unused='messages ports node inside lanes degree radix delay cost limit late due' ;;
		*' in-out-in '*) unused='messages ports lanes degree radix delay cost limit late due' ;;
		*' in-out '*) unused='messages ports lanes degree radix delay cost limit late due' ;;
		*' out-in '*) unused='messages ports lanes degree radix delay cost limit late due' ;;
		*' out-in-out '*) unused='messages ports lanes degree radix delay cost limit late due' ;;
		*' separate '*) unused='messages ports lanes degree radix delay cost limit late due' ;;
		*' best '*) unused='' ;;
		esac
		;;
	rank:--machine)
		files=yes
		;;
	rank:--unit)
		words='own ns us ms s'
		;;
	rank:--algorithm)
		words='bcast repeat pack pipeline dtree cyclic flat chain binary binomial knomial circulant weave census window radix ring direct bruck pairwise recursive-doubling rabenseifner dissemination bundle nodes leaders hybrid in-out-in in-out out-in out-in-out separate'
		;;
	rank:--op)
		words='broadcast reduce scatter gather allgather reduce-scatter allreduce alltoall census barrier scan exscan'
		;;
	rank:--format | rank:-f)
		words='text tsv csv json markdown'
		;;
	rank:*)
		words='--processors --messages --latency --logp --loggp --machine --bytes --unit --rdma --node --inside --lanes --algorithm --ports --degree --radix --time --all --op --block --format --no-header --decimals --max-bits --max-rows --help'
		;;
	compare:--machine)
		files=yes
		;;
	compare:--unit)
		words='own ns us ms s'
		;;
	compare:--model)
		words='postal logp telephone telegraph sendrecv'
		list=${cur%"${cur##*,}"}
		;;
	compare:--op)
		words='broadcast reduce scatter gather allgather reduce-scatter allreduce alltoall census barrier scan exscan'
		;;
	compare:--rules)
		files=yes
		;;
	compare:--log)
		words='x y none'
		list=${cur%"${cur##*,}"}
		;;
	compare:--format | compare:-f)
		words='text tsv csv json markdown plot chart map openmpi-text openmpi'
		;;
	compare:*)
		words='--processors --messages --latency --logp --loggp --machine --bytes --unit --rdma --ports --node --inside --lanes --model --all --limit --op --block --rules --log --title --ascii --format --no-header --decimals --max-bits --max-rows --help'
		;;
	optimum:--machine)
		files=yes
		;;
	optimum:--unit)
		words='own ns us ms s'
		;;
	optimum:--model)
		words='postal logp'
		;;
	optimum:--format | optimum:-f)
		words='tsv text csv json dot svg chart grid html goal ti trace msccl'
		;;
	optimum:*)
		words='--processors --messages --latency --logp --loggp --machine --bytes --unit --ports --node --inside --lanes --model --schedule --limit --ascii --max-lanes --format --no-header --decimals --max-bits --max-rows --help'
		;;
	program:--machine)
		files=yes
		;;
	program:--unit)
		words='own ns us ms s'
		;;
	program:--solution)
		files=yes
		;;
	program:--format | program:-f)
		words='tsv text csv json dot svg chart grid html goal ti trace msccl'
		;;
	program:*)
		words='--processors --messages --latency --logp --loggp --machine --bytes --unit --continuous --period --solution --ascii --max-lanes --format --no-header --decimals --max-bits --max-rows --help'
		;;
	check:--format | check:-f)
		words='text json'
		;;
	check:*)
		words='--format --quiet --decimals --max-bits --help'
		files=yes
		;;
	replay:--latencies)
		words='fixed random extreme terminal-random terminal-extreme greedy periodic adversary sample'
		;;
	replay:--machine)
		files=yes
		;;
	replay:--unit)
		words='own ns us ms s'
		;;
	replay:--format | replay:-f)
		words='text tsv csv json markdown'
		;;
	replay:*)
		words='--latencies --sample --seed --trials --logp --loggp --machine --bytes --unit --rdma --format --no-header --decimals --max-bits --max-rows --help'
		files=yes
		;;
	convert:--from)
		words='schedule ranks msccl'
		;;
	convert:--op)
		words='broadcast reduce scatter gather allgather reduce-scatter allreduce alltoall census barrier scan exscan'
		;;
	convert:--format | convert:-f)
		words='tsv text csv json dot svg chart grid html goal ti trace msccl'
		;;
	convert:*)
		words='--from --op --ascii --max-lanes --format --no-header --decimals --max-bits --max-rows --help'
		files=yes
		;;
	locality:--log)
		words='x y none'
		list=${cur%"${cur##*,}"}
		;;
	locality:--format | locality:-f)
		words='text tsv csv json markdown plot chart'
		;;
	locality:*)
		words='--processors --cost --bandwidth --levels --all --log --title --ascii --format --no-header --decimals --max-bits --max-rows --help'
		;;
	locality-numbering:--format | locality-numbering:-f)
		words='text tsv csv json markdown svg'
		;;
	locality-numbering:*)
		words='gray hilbert --processors --distances --format --no-header --max-bits --max-rows --help'
		;;
	locality-tree:--format | locality-tree:-f)
		words='text tsv csv json markdown dot svg'
		;;
	locality-tree:*)
		words='--cost --format --no-header --decimals --max-bits --max-rows --help'
		files=yes
		;;
	revolve:--scheme)
		words='next snext snext2 bcnext'
		;;
	revolve:--numbering)
		words='label position'
		;;
	revolve:--app)
		words='minimum fixpoint'
		;;
	revolve:--format | revolve:-f)
		words='text tsv csv json markdown svg'
		;;
	revolve:*)
		words='messages positions distances properties rank simulate --scheme --processors --time --arity --virtual --numbering --app --seed --values --summary --format --no-header --max-bits --max-rows --help'
		;;
	completion:*)
		words='bash zsh fish --help'
		;;
	help:help)
		words=$commands
		;;
	:)
		words="$commands --help --version"
		;;
	esac
	for word in $unused; do
		words=${words//--$word /}
	done
	mapfile -t COMPREPLY < <(
		compgen -P "$list" -W "$words" -- "${cur#"$list"}"
		[[ -z $files ]] || compgen -f -- "$cur"
	)
}

complete -F _fibcast fibcast
