# completion: what the three shells offer.
load helper

setup() {
	cd "$BATS_TEST_TMPDIR"
	local shell
	for shell in bash zsh fish; do
		fibcast completion $shell >fibcast.$shell
	done
	export HOME=$BATS_TEST_TMPDIR XDG_CONFIG_HOME=$BATS_TEST_TMPDIR
	export XDG_DATA_HOME=$BATS_TEST_TMPDIR XDG_CACHE_HOME=$BATS_TEST_TMPDIR
}

# What bash offers for the last of these words.
bash_offers() {
	# shellcheck disable=SC2016 # for the other shell
	bash -c 'source ./fibcast.bash
		COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
		_fibcast
		((${#COMPREPLY[@]} == 0)) ||
			printf "%s\n" "${COMPREPLY[@]}"' - fibcast "$@"
}

fish_offers() {
	fish --no-config -c "source ./fibcast.fish
		complete -C'fibcast $*'" | cut -f 1
}

@test 'each shell accepts its completions' {
	bash -n fibcast.bash
	! command -v zsh >/dev/null || zsh -n fibcast.zsh
	! command -v fish >/dev/null || fish --no-execute fibcast.fish
}

@test 'what is committed is what would be made now' {
	for shell in bash zsh fish; do
		cmp fibcast.$shell "$ROOT/completions/fibcast.$shell"
	done
}

@test 'bash completes commands' {
	same all "$(all_commands; printf '%s\n' help --help --version)" \
		"$(bash_offers '')"
	same prefix time "$(bash_offers tim)"
	same none '' "$(bash_offers nonsense '')"
	same help "$(all_commands; echo help)" "$(bash_offers help '')"
	same 'help of one' time "$(bash_offers help tim)"
	same 'not of two' '' "$(bash_offers help time tre)"
	same 'not twice' '' "$(bash_offers time tim)"
}

@test 'bash: every option of every command' {
	for command in $(all_commands); do
		same "$command" \
			"$({ all_options "$command" | cut -d ' ' -f 1
				echo help; } | sort)" \
			"$(bash_offers "$command" -- | sed 's/^--//' | sort)"
	done
	same prefix --format "$(bash_offers time --f)"
}

@test 'bash completes every choice of every option' {
	local seen=0
	for command in $(all_commands); do
		while read -r option argument; do
			[[ $argument && $argument != FILE ]] || continue
			choices=$(all_choices "$command" "$option")
			same "$command --$option" "$choices" \
				"$(bash_offers "$command" "--$option" '')"
			same "$command --$option=" "$choices" \
				"$(bash_offers "$command" "--$option" = '')"
			[[ ! $choices ]] || seen=$((seen + 1))
		done < <(all_options "$command")
	done
	((seen >= 6))
	same letter "$(all_choices time format)" "$(bash_offers time -f '')"
	same prefix 'text tsv' "$(bash_offers time --format = t | xargs)"
	same operand $'bash\nzsh\nfish\n--help' "$(bash_offers completion '')"
}

@test 'fish completes commands, options and choices' {
	needs fish
	commands=$({ all_commands; echo help; } | sort)
	same commands "$commands" "$(fish_offers '' | sort)"
	touch file
	same help "$commands" "$(fish_offers 'help ' | sort)"
	same 'not of two' '' "$(fish_offers 'help time ')"
	same 'algorithms without a description' '' "$(fish --no-config -c \
		"source ./fibcast.fish; complete -C'fibcast schedule b'" |
		grep $'\t')"
	same models '--machine --max-bits --max-rows --messages --model' \
		"$(fish_offers 'time --m' | sort | xargs)"
	same formats "$(formats time | sort | xargs)" \
		"$(fish_offers 'time --format ' | sort | xargs)"
	same shapes 'bcast min-depth' \
		"$(fish_offers 'tree --shape ' | sort | xargs)"
	same shells 'bash fish zsh' \
		"$(fish_offers 'completion ' | sort | xargs)"
	for command in $(all_commands); do
		same "$command" \
			"$({ all_options "$command" | cut -d ' ' -f 1
				echo help; } | sort)" \
			"$(fish_offers "$command --" | sed 's/^--//' | sort)"
	done
}

@test 'zsh: every option and choice has its place' {
	grep -A 1 -xF $'\thelp)' fibcast.zsh |
		grep -qF '_describe command commands'
	for command in $(all_commands); do
		part=$(sed -n "/^\t$command)/,/;;/p" fibcast.zsh)
		while read -r option argument; do
			grep -qE -- "--${option}[=[}']" <<<"$part" || {
				echo "$command --$option"
				return 1
			}
			[[ $argument ]] || continue
			choices=$(all_choices "$command" "$option" | xargs)
			[[ ! $choices || $part == *"($choices)"* ||
				$part == *"_values -s , $argument $choices'"* ]]
		done < <(all_options "$command")
	done
}

# What zsh hands to _arguments for these words, without a terminal.
zsh_specs() {
	# shellcheck disable=SC2016 # for the other shell
	zsh -fc '_arguments() { print -rl -- "$@" }
		_describe() { : }
		words=("$@") CURRENT=$#
		source ./fibcast.zsh' - fibcast "$@" 2>/dev/null
}

# The options of schedule that all three shells offer after these words.
all_offer() {
	bash_offers "$@" -- | sort | xargs
	! command -v fish >/dev/null || fish_offers "$* --" | sort | xargs
	! command -v zsh >/dev/null ||
		zsh_specs "$@" '' | sed -nE \
			's/^(\([^)]*\))?(--[a-z-]+)[=[].*/\2/p; s/^--help$/&/p' |
		sort | xargs
}

@test 'after an algorithm, only the options that it uses' {
	local algorithm common
	common='--ascii --decimals --format --help --max-bits --max-lanes'
	common+=' --max-rows --model --no-header --op --processors'
	while read -r algorithm more; do
		expected=$(tr ' ' '\n' <<<"$common $more" | sort | xargs)
		while read -r offered; do
			same "$algorithm" "$expected" "$offered"
		done < <(all_offer schedule "$algorithm")
	done <<-'END'
		bcast --late --due --ports --node --inside --lanes --latency --logp --loggp --machine --rdma --bytes --unit
		dtree --ports --latency --logp --loggp --machine --rdma --bytes --unit --messages --degree
		telephone --messages --limit
		root --cost
	END
	[[ $(bash_offers schedule best --) == *--cost* ]]
	[[ $(bash_offers schedule --) == *--cost* ]]
}

@test 'values after a comma in a list' {
	same bash 'postal,telegraph postal,telephone' \
		"$(bash_offers compare --model postal,tele | sort | xargs)"
	same after 'logp,postal,sendrecv' \
		"$(bash_offers compare --model = logp,postal,s)"
	needs fish
	same fish 'postal,telegraph postal,telephone' \
		"$(fish_offers 'compare --model postal,tele' | sort | xargs)"
}

@test 'files where an option takes one' {
	touch answer.sol
	same bash answer.sol "$(bash_offers program --solution answer)"
	same letter answer.sol "$(bash_offers time --machine = answer)"
	same operand answer.sol "$(bash_offers check answer)"
	same 'no file' '' "$(bash_offers time --latency answer)"
	grep -q "'--solution=\[.*\]:FILE:_files'" fibcast.zsh
	needs fish
	same fish answer.sol "$(fish_offers 'program --solution answ')"
	same 'fish, no file' '' "$(fish_offers 'time --latency answ')"
}
