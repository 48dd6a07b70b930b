# make install: a tree whose completions the shells find by themselves.
load helper

# installs PREFIX [VARIABLE=VALUE...]: the tree is in $tree; nothing is built
# anew but the copy of the program.
installs() {
	tree=$BATS_TEST_TMPDIR/tree
	env -u MAKEFLAGS -u MAKELEVEL make -s -C "$ROOT" BUILD="$BUILD" \
		OUT="$BATS_TEST_TMPDIR/" DESTDIR="$tree" PREFIX="$1" \
		"${@:2}" install
}

# The functions of the tree, in the directories and the order in which zsh, as it
# was built, looks for them, without those where a fibcast is installed; whether
# its completions know fibcast.
zsh_finds() {
	ZDOTDIR=$BATS_TEST_TMPDIR TREE=$tree zsh -fc '
		installed=(${^fpath}/_fibcast(N:h))
		fpath=($TREE${^fpath}(N) ${fpath:|installed})
		autoload -U compinit && compinit -u -D
		print -r -- ${_comps[fibcast]} ${functions_source[_fibcast]}
		autoload +X _fibcast && print loaded'
}

# What fish offers that only the tree's completions have.
fish_finds() {
	find "$tree" -name fibcast.fish -exec sed -i \
		'$s/$/\ncomplete -c fibcast -a time-of-the-tree/' {} \;
	env -u XDG_CONFIG_HOME -u XDG_DATA_DIRS HOME="$BATS_TEST_TMPDIR" "$@" \
		fish -c "complete -C'fibcast time-of'"
}

@test 'everything is there, and goes again' {
	installs /usr/local
	same files "$(sort <<-'END'
		bin/fibcast
		share/bash-completion/completions/fibcast
		share/doc/fibcast/examples/run_schedule.c
		share/fish/vendor_completions.d/fibcast.fish
		share/man/man1/fibcast-locality.1
		share/man/man1/fibcast-schedule.1
		share/man/man1/fibcast.1
		share/man/man5/fibcast-schedule.5
		share/man/man7/fibcast-papers.7
		share/zsh/site-functions/_fibcast
	END
	)" "$(cd "$tree/usr/local" && find . -type f | sed 's/^..//' | sort)"
	same program 15/2 "$("$tree/usr/local/bin/fibcast" time -n 14 -l 5/2)"
	make -s -C "$ROOT" DESTDIR="$tree" PREFIX=/usr/local uninstall
	same gone '' "$(find "$tree" -type f -o -name '*fibcast*')"
}

@test 'zsh finds its completions' {
	needs zsh
	installs /usr/local
	same /usr/local $'_fibcast\nloaded' "$(zsh_finds | sed 's/ .*//')"
	rm -r "$tree"
	[[ $(zsh -fc 'print -l $fpath') == *vendor-completions* ]] ||
		skip 'not the zsh of Debian'
	installs /usr
	same /usr $'_fibcast\nloaded' "$(zsh_finds | sed 's/ .*//')"
	rm -r "$tree"
	installs /usr ZSHDIR=/usr/local/share/zsh/site-functions
	same ZSHDIR $'_fibcast\nloaded' "$(zsh_finds | sed 's/ .*//')"
	rm -r "$tree"
	installs /opt
	same elsewhere '' "$(zsh_finds 2>/dev/null | tr -d ' \n')"
}

@test 'fish finds its completions' {
	needs fish
	installs /usr/local
	same XDG_DATA_DIRS time-of-the-tree \
		"$(fish_finds XDG_DATA_DIRS="$tree/usr/local/share:/usr/share")"
	same without '' "$(fish_finds)"
	installs /usr/local FISHDIR=/.config/fish/completions
	same FISHDIR time-of-the-tree "$(fish_finds HOME="$tree")"
	same list postal,logp "$(env -u XDG_CONFIG_HOME HOME="$tree" \
		fish -c "complete -C'fibcast compare --model postal,l'" | cut -f 1)"
}

@test 'bash finds its completions' {
	installs /usr/local
	same time time "$(bash -c '
		source "$1"
		COMP_WORDS=(fibcast tim) COMP_CWORD=1
		_fibcast
		echo "${COMPREPLY[@]}"' - \
		"$tree/usr/local/share/bash-completion/completions/fibcast")"
	touch "$BATS_TEST_TMPDIR/answer.sol"
	same file answer.sol "$(cd "$BATS_TEST_TMPDIR" && bash -c '
		source "$1"
		COMP_WORDS=(fibcast program --solution ans) COMP_CWORD=3
		_fibcast
		echo "${COMPREPLY[@]}"' - \
		"$tree/usr/local/share/bash-completion/completions/fibcast")"
}

# packages: the tree of `installs /usr` as a .deb, with shared libraries and what a
# packager adds.
packages() {
	local doc=$tree/usr/share/doc/fibcast
	mkdir "$tree/DEBIAN"
	strip -o "$tree/usr/bin/fibcast" "$BUILD/shared/fibcast"
	gzip -9n "$tree"/usr/share/man/man*/*
	{ sed -n 1,4p "$ROOT/LICENSE"
		echo 'On Debian systems the whole text is in'
		echo '/usr/share/common-licenses/GPL-3.'
		fibcast --version | grep ^Copyright; } >"$doc/copyright"
	printf '%s\n' 'fibcast (3.0.0) unstable; urgency=medium' '' \
		'  * The first package.' '' \
		' -- A Packager <packager@example.org>  Sun, 22 Nov 2026 09:00:00 +0000' |
		gzip -9n >"$doc/changelog.gz"
	printf '%s\n' 'Package: fibcast' 'Version: 3.0.0' \
		"Architecture: $(dpkg --print-architecture)" \
		'Maintainer: A Packager <packager@example.org>' \
		'Depends: libc6, libgmp10' 'Section: science' 'Priority: optional' \
		'Description: exact schedules and bounds for broadcasting' \
		' How fast can one processor tell everybody?  Exactly, at any' \
		' size, and with the schedules that prove it.' \
		>"$tree/DEBIAN/control"
	dpkg-deb --build --root-owner-group "$tree" "$BATS_TEST_TMPDIR/p.deb"
}

@test 'a package of it: lintian has nothing to say' {
	needs dpkg-deb
	needs lintian
	[[ ! ${SANITIZED-} ]] || skip 'not what is packaged'
	installs /usr
	packages
	same lintian '' "$(lintian --allow-root "$BATS_TEST_TMPDIR/p.deb" 2>&1)"
}
