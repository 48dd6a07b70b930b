# Long work says on standard error how far it is, if that is a terminal.
load helper

setup() {
	needs script
}

# Runs a command line with standard error on a terminal; what that shows.
on_terminal() {
	script -qec "$1" /dev/null </dev/null | tr '\r' '\n'
}

@test 'a long schedule shows how far it is' {
	[[ ${SANITIZED-} != yes ]] || skip 'slow'
	on_terminal 'fibcast schedule bcast -n 9e8 -l 3 >/dev/null' |
		grep -qE '^fibcast: +[0-9]+ %'
}

@test 'a long table shows how far it is, and what is left, unless its rows do' {
	[[ ${SANITIZED-} != yes ]] || skip 'slow'
	local map='fibcast compare -n 60..90 -m 40..49 -l 17/16 -f map'
	on_terminal "timeout 4 $map >/dev/null" |
		grep -qE '^fibcast: +[0-9]+ %, [0-9]+ (s|min) left'
	same rows 0 "$(on_terminal "timeout 3 ${map% -f map}" |
		grep -c left)"
}

@test 'a search shows how long it has taken' {
	on_terminal 'fibcast optimum -n 55 -m 10 -l 23 --limit 2 >/dev/null' |
		grep -qE '^fibcast: [12] s of 2'
}

@test 'what is short shows nothing' {
	same short '15/2' "$(on_terminal 'fibcast time -n 14 -l 5/2' | xargs)"
	same replay 10 "$(on_terminal 'fibcast schedule bcast -n 9 -l 2 |
		fibcast replay -H' | grep -c .)"
}
