# README: its commands print what it shows.
load helper

@test 'commands in code blocks' {
	indented 4 <"$ROOT/README.md" | transcript
}
