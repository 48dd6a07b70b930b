# README: its commands print what it shows.
load helper

@test 'commands in code blocks' {
	examples <"$ROOT/README.md" | transcript
}
