# bash completion for fibcast, made by 'fibcast completion bash'

_fibcast()
{
	local cur=${COMP_WORDS[COMP_CWORD]} words='' files='' list='' unused='' word
	local prev=${COMP_WORDS[COMP_CWORD - 1]}

	if [[ $cur == '=' ]]; then
		cur=''
	elif [[ $prev == '=' ]]; then
		prev=${COMP_WORDS[COMP_CWORD - 2]}
	fi
	((COMP_CWORD > 1)) || prev='' COMP_WORDS[1]=''
	case ${COMP_WORDS[1]}:$prev in
	reach:--latency | reach:-l | reach:-L)
		words=''
		;;
	reach:--logp)
		words=''
		;;
	reach:--loggp)
		words=''
		;;
	reach:--machine)
		words=''
		files=yes
		;;
	reach:--bytes)
		words=''
		;;
	reach:--unit)
		words='own ns us ms s'
		;;
	reach:--time | reach:-t)
		words=''
		;;
	reach:--approx)
		words=''
		;;
	reach:--log)
		words='x y none'
		list=${cur%"${cur##*,}"}
		;;
	reach:--format | reach:-f)
		words='text tsv csv json markdown plot chart'
		;;
	reach:--decimals | reach:-d)
		words=''
		;;
	reach:--max-bits)
		words=''
		;;
	reach:--max-rows)
		words=''
		;;
	reach:*)
		words='--latency --logp --loggp --machine --bytes --unit --time --approx --all --log --ascii --format --no-header --decimals --max-bits --max-rows --help'
		;;
	time:--processors | time:-n | time:-P)
		words=''
		;;
	time:--latency | time:-l | time:-L)
		words=''
		;;
	time:--logp)
		words=''
		;;
	time:--loggp)
		words=''
		;;
	time:--machine)
		words=''
		files=yes
		;;
	time:--bytes)
		words=''
		;;
	time:--unit)
		words='own ns us ms s'
		;;
	time:--model)
		words='postal logp'
		;;
	time:--op)
		words='broadcast reduce census allgather reduce-scatter allreduce'
		;;
	time:--log)
		words='x y none'
		list=${cur%"${cur##*,}"}
		;;
	time:--format | time:-f)
		words='text tsv csv json markdown plot chart'
		;;
	time:--decimals | time:-d)
		words=''
		;;
	time:--max-bits)
		words=''
		;;
	time:--max-rows)
		words=''
		;;
	time:*)
		words='--processors --latency --logp --loggp --machine --bytes --unit --model --all --op --log --ascii --format --no-header --decimals --max-bits --max-rows --help'
		;;
	sequence:--latency | sequence:-l | sequence:-L)
		words=''
		;;
	sequence:--logp)
		words=''
		;;
	sequence:--loggp)
		words=''
		;;
	sequence:--machine)
		words=''
		files=yes
		;;
	sequence:--bytes)
		words=''
		;;
	sequence:--unit)
		words='own ns us ms s'
		;;
	sequence:--index | sequence:-i)
		words=''
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
	sequence:--decimals | sequence:-d)
		words=''
		;;
	sequence:--max-bits)
		words=''
		;;
	sequence:--max-rows)
		words=''
		;;
	sequence:*)
		words='--latency --logp --loggp --machine --bytes --unit --index --model --log --ascii --format --no-header --decimals --max-bits --max-rows --help'
		;;
	bound:--processors | bound:-n | bound:-P)
		words=''
		;;
	bound:--messages | bound:-m | bound:-k)
		words=''
		;;
	bound:--latency | bound:-l | bound:-L)
		words=''
		;;
	bound:--logp)
		words=''
		;;
	bound:--loggp)
		words=''
		;;
	bound:--machine)
		words=''
		files=yes
		;;
	bound:--bytes)
		words=''
		;;
	bound:--unit)
		words='own ns us ms s'
		;;
	bound:--model)
		words='postal logp telephone telegraph sendrecv'
		;;
	bound:--op)
		words='broadcast reduce census allgather reduce-scatter allreduce'
		;;
	bound:--log)
		words='x y none'
		list=${cur%"${cur##*,}"}
		;;
	bound:--format | bound:-f)
		words='text tsv csv json markdown plot chart'
		;;
	bound:--decimals | bound:-d)
		words=''
		;;
	bound:--max-bits)
		words=''
		;;
	bound:--max-rows)
		words=''
		;;
	bound:*)
		words='--processors --messages --latency --logp --loggp --machine --bytes --unit --model --all --op --log --ascii --format --no-header --decimals --max-bits --max-rows --help'
		;;
	tree:--processors | tree:-n | tree:-P)
		words=''
		;;
	tree:--latency | tree:-l | tree:-L)
		words=''
		;;
	tree:--logp)
		words=''
		;;
	tree:--loggp)
		words=''
		;;
	tree:--machine)
		words=''
		files=yes
		;;
	tree:--bytes)
		words=''
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
	tree:--format | tree:-f)
		words='text tsv csv json markdown outline dot svg'
		;;
	tree:--decimals | tree:-d)
		words=''
		;;
	tree:--max-bits)
		words=''
		;;
	tree:--max-rows)
		words=''
		;;
	tree:*)
		words='--processors --latency --logp --loggp --machine --bytes --unit --model --shape --ascii --format --no-header --decimals --max-bits --max-rows --help'
		;;
	schedule:--processors | schedule:-n | schedule:-P)
		words=''
		;;
	schedule:--messages | schedule:-m | schedule:-k)
		words=''
		;;
	schedule:--latency | schedule:-l | schedule:-L)
		words=''
		;;
	schedule:--logp)
		words=''
		;;
	schedule:--loggp)
		words=''
		;;
	schedule:--machine)
		words=''
		files=yes
		;;
	schedule:--bytes)
		words=''
		;;
	schedule:--unit)
		words='own ns us ms s'
		;;
	schedule:--model)
		words='postal logp telephone telegraph sendrecv'
		;;
	schedule:--degree)
		words=''
		;;
	schedule:--delay)
		words='least'
		;;
	schedule:--cost)
		words=''
		;;
	schedule:--limit)
		words=''
		;;
	schedule:--op)
		words='broadcast reduce census allgather reduce-scatter allreduce'
		;;
	schedule:--max-lanes)
		words=''
		;;
	schedule:--format | schedule:-f)
		words='tsv text csv json dot svg chart grid html goal ti trace'
		;;
	schedule:--decimals | schedule:-d)
		words=''
		;;
	schedule:--max-bits)
		words=''
		;;
	schedule:--max-rows)
		words=''
		;;
	schedule:*)
		words='bcast repeat pack pipeline dtree greedy cyclic flat chain binary binomial knomial two-tree telephone telegraph sendrecv circulant weave census continuous root best --processors --messages --latency --logp --loggp --machine --bytes --unit --model --degree --delay --cost --limit --op --ascii --max-lanes --format --no-header --decimals --max-bits --max-rows --help'
		case " ${COMP_WORDS[*]:2} " in
		*' bcast '*) unused='messages degree delay cost limit' ;;
		*' repeat '*) unused='degree delay cost limit' ;;
		*' pack '*) unused='degree delay cost limit' ;;
		*' pipeline '*) unused='degree delay cost limit' ;;
		*' dtree '*) unused='delay cost limit' ;;
		*' greedy '*) unused='degree delay cost limit' ;;
		*' cyclic '*) unused='degree delay cost limit' ;;
		*' flat '*) unused='degree delay cost limit' ;;
		*' chain '*) unused='degree delay cost limit' ;;
		*' binary '*) unused='degree delay cost limit' ;;
		*' binomial '*) unused='degree delay cost limit' ;;
		*' knomial '*) unused='delay cost limit' ;;
		*' two-tree '*) unused='degree delay cost limit' ;;
		*' telephone '*) unused='latency logp loggp machine bytes degree delay cost' ;;
		*' telegraph '*) unused='latency logp loggp machine bytes degree delay cost' ;;
		*' sendrecv '*) unused='degree delay cost limit' ;;
		*' circulant '*) unused='degree delay cost limit' ;;
		*' weave '*) unused='degree delay cost limit' ;;
		*' census '*) unused='messages degree delay cost limit' ;;
		*' continuous '*) unused='degree cost' ;;
		*' root '*) unused='messages latency logp loggp machine bytes degree delay limit' ;;
		*' best '*) unused='' ;;
		esac
		;;
	rank:--processors | rank:-n | rank:-P)
		words=''
		;;
	rank:--messages | rank:-m | rank:-k)
		words=''
		;;
	rank:--latency | rank:-l | rank:-L)
		words=''
		;;
	rank:--logp)
		words=''
		;;
	rank:--loggp)
		words=''
		;;
	rank:--machine)
		words=''
		files=yes
		;;
	rank:--bytes)
		words=''
		;;
	rank:--unit)
		words='own ns us ms s'
		;;
	rank:--algorithm)
		words='bcast repeat pack pipeline dtree cyclic flat chain binary binomial knomial circulant weave census'
		;;
	rank:--degree)
		words=''
		;;
	rank:--time | rank:-t)
		words=''
		;;
	rank:--op)
		words='broadcast reduce census allgather reduce-scatter allreduce'
		;;
	rank:--format | rank:-f)
		words='text tsv csv json markdown'
		;;
	rank:--decimals | rank:-d)
		words=''
		;;
	rank:--max-bits)
		words=''
		;;
	rank:--max-rows)
		words=''
		;;
	rank:*)
		words='--processors --messages --latency --logp --loggp --machine --bytes --unit --algorithm --degree --time --op --format --no-header --decimals --max-bits --max-rows --help'
		;;
	compare:--processors | compare:-n | compare:-P)
		words=''
		;;
	compare:--messages | compare:-m | compare:-k)
		words=''
		;;
	compare:--latency | compare:-l | compare:-L)
		words=''
		;;
	compare:--logp)
		words=''
		;;
	compare:--loggp)
		words=''
		;;
	compare:--machine)
		words=''
		files=yes
		;;
	compare:--bytes)
		words=''
		;;
	compare:--unit)
		words='own ns us ms s'
		;;
	compare:--model)
		words='postal logp telephone telegraph sendrecv'
		list=${cur%"${cur##*,}"}
		;;
	compare:--limit)
		words=''
		;;
	compare:--op)
		words='broadcast reduce census allgather reduce-scatter allreduce'
		;;
	compare:--log)
		words='x y none'
		list=${cur%"${cur##*,}"}
		;;
	compare:--format | compare:-f)
		words='text tsv csv json markdown plot chart map openmpi-text openmpi'
		;;
	compare:--decimals | compare:-d)
		words=''
		;;
	compare:--max-bits)
		words=''
		;;
	compare:--max-rows)
		words=''
		;;
	compare:*)
		words='--processors --messages --latency --logp --loggp --machine --bytes --unit --model --all --limit --op --log --ascii --format --no-header --decimals --max-bits --max-rows --help'
		;;
	optimum:--processors | optimum:-n | optimum:-P)
		words=''
		;;
	optimum:--messages | optimum:-m | optimum:-k)
		words=''
		;;
	optimum:--latency | optimum:-l | optimum:-L)
		words=''
		;;
	optimum:--logp)
		words=''
		;;
	optimum:--loggp)
		words=''
		;;
	optimum:--machine)
		words=''
		files=yes
		;;
	optimum:--bytes)
		words=''
		;;
	optimum:--unit)
		words='own ns us ms s'
		;;
	optimum:--model)
		words='postal logp'
		;;
	optimum:--limit)
		words=''
		;;
	optimum:--max-lanes)
		words=''
		;;
	optimum:--format | optimum:-f)
		words='tsv text csv json dot svg chart grid html goal ti trace'
		;;
	optimum:--decimals | optimum:-d)
		words=''
		;;
	optimum:--max-bits)
		words=''
		;;
	optimum:--max-rows)
		words=''
		;;
	optimum:*)
		words='--processors --messages --latency --logp --loggp --machine --bytes --unit --model --schedule --limit --ascii --max-lanes --format --no-header --decimals --max-bits --max-rows --help'
		;;
	program:--processors | program:-n | program:-P)
		words=''
		;;
	program:--messages | program:-m | program:-k)
		words=''
		;;
	program:--latency | program:-l | program:-L)
		words=''
		;;
	program:--logp)
		words=''
		;;
	program:--loggp)
		words=''
		;;
	program:--machine)
		words=''
		files=yes
		;;
	program:--bytes)
		words=''
		;;
	program:--unit)
		words='own ns us ms s'
		;;
	program:--period)
		words=''
		;;
	program:--solution)
		words=''
		files=yes
		;;
	program:--max-lanes)
		words=''
		;;
	program:--format | program:-f)
		words='tsv text csv json dot svg chart grid html goal ti trace'
		;;
	program:--decimals | program:-d)
		words=''
		;;
	program:--max-bits)
		words=''
		;;
	program:--max-rows)
		words=''
		;;
	program:*)
		words='--processors --messages --latency --logp --loggp --machine --bytes --unit --continuous --period --solution --ascii --max-lanes --format --no-header --decimals --max-bits --max-rows --help'
		;;
	check:--format | check:-f)
		words='text json'
		;;
	check:--max-bits)
		words=''
		;;
	check:*)
		words='--format --quiet --max-bits --help'
		files=yes
		;;
	replay:--latencies)
		words='fixed random extreme terminal-random terminal-extreme greedy periodic adversary'
		;;
	replay:--seed)
		words=''
		;;
	replay:--trials)
		words=''
		;;
	replay:--logp)
		words=''
		;;
	replay:--loggp)
		words=''
		;;
	replay:--machine)
		words=''
		files=yes
		;;
	replay:--bytes)
		words=''
		;;
	replay:--unit)
		words='own ns us ms s'
		;;
	replay:--format | replay:-f)
		words='text tsv csv json markdown'
		;;
	replay:--decimals | replay:-d)
		words=''
		;;
	replay:--max-bits)
		words=''
		;;
	replay:--max-rows)
		words=''
		;;
	replay:*)
		words='--latencies --seed --trials --logp --loggp --machine --bytes --unit --rdma --format --no-header --decimals --max-bits --max-rows --help'
		files=yes
		;;
	convert:--from)
		words='schedule ranks'
		;;
	convert:--max-lanes)
		words=''
		;;
	convert:--format | convert:-f)
		words='tsv text csv json dot svg chart grid html goal ti trace'
		;;
	convert:--decimals | convert:-d)
		words=''
		;;
	convert:--max-bits)
		words=''
		;;
	convert:--max-rows)
		words=''
		;;
	convert:*)
		words='--from --ascii --max-lanes --format --no-header --decimals --max-bits --max-rows --help'
		files=yes
		;;
	locality:--processors | locality:-n | locality:-P)
		words=''
		;;
	locality:--cost)
		words=''
		;;
	locality:--bandwidth)
		words=''
		;;
	locality:--log)
		words='x y none'
		list=${cur%"${cur##*,}"}
		;;
	locality:--format | locality:-f)
		words='text tsv csv json markdown plot chart'
		;;
	locality:--decimals | locality:-d)
		words=''
		;;
	locality:--max-bits)
		words=''
		;;
	locality:--max-rows)
		words=''
		;;
	locality:*)
		words='--processors --cost --bandwidth --levels --all --log --ascii --format --no-header --decimals --max-bits --max-rows --help'
		;;
	locality-numbering:--processors | locality-numbering:-n | locality-numbering:-P)
		words=''
		;;
	locality-numbering:--format | locality-numbering:-f)
		words='text tsv csv json markdown svg'
		;;
	locality-numbering:--max-bits)
		words=''
		;;
	locality-numbering:--max-rows)
		words=''
		;;
	locality-numbering:*)
		words='gray hilbert --processors --distances --format --no-header --max-bits --max-rows --help'
		;;
	locality-tree:--cost)
		words=''
		;;
	locality-tree:--format | locality-tree:-f)
		words='text tsv csv json markdown dot svg'
		;;
	locality-tree:--decimals | locality-tree:-d)
		words=''
		;;
	locality-tree:--max-bits)
		words=''
		;;
	locality-tree:--max-rows)
		words=''
		;;
	locality-tree:*)
		words='--cost --format --no-header --decimals --max-bits --max-rows --help'
		files=yes
		;;
	revolve:--scheme)
		words='next snext snext2 bcnext'
		;;
	revolve:--processors | revolve:-n | revolve:-P)
		words=''
		;;
	revolve:--time | revolve:-t)
		words=''
		;;
	revolve:--arity)
		words=''
		;;
	revolve:--numbering)
		words='label position'
		;;
	revolve:--app)
		words='minimum fixpoint'
		;;
	revolve:--seed)
		words=''
		;;
	revolve:--values)
		words=''
		;;
	revolve:--format | revolve:-f)
		words='text tsv csv json markdown svg'
		;;
	revolve:--max-bits)
		words=''
		;;
	revolve:--max-rows)
		words=''
		;;
	revolve:*)
		words='messages positions distances properties rank simulate --scheme --processors --time --arity --virtual --numbering --app --seed --values --summary --format --no-header --max-bits --max-rows --help'
		;;
	completion:*)
		words='bash zsh fish --help'
		;;
	:)
		words='reach time sequence bound tree schedule rank compare optimum program check replay convert locality locality-numbering locality-tree revolve completion --help --version'
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
