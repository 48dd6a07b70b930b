#!/usr/bin/env bash
# fresh.sh: README's two commands on a machine that has nothing else, a Debian of
# the smallest kind (mmdebstrap's variant apt) in a directory of its own, with
# the sources and the proxy that apt has here.  The committed tree is what is
# built and tested there; then it is installed, tested where it is installed, and
# uninstalled.  Needs root.
#
# All of it runs in name spaces of its own for processes and mounts, which end
# with it: nothing stays mounted, and nothing goes on running, however it is
# ended; the directory goes, unless it is killed (SIGKILL).
set -euo pipefail
ROOT=$(cd "$(dirname "$0")/../.." && pwd)
CLEAN=(env -i HOME=/root TERM=dumb DEBIAN_FRONTEND=noninteractive
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin)
for name in http_proxy https_proxy no_proxy; do
    [[ ! ${!name-} ]] || CLEAN+=("$name=${!name}")
done

# The first line of README's code blocks with these words.
command_of() {
    sed -n "s/^    \(.*$1.*\)\$/\1/p" debian/root/fibcast/README.md | head -n 1
}

# there COMMAND: in the new root, in the tree that is tested.
there() {
    echo "+ $1"
    chroot debian "${CLEAN[@]}" bash -uc "cd /root/fibcast && $1"
}

make_debian() {
    # shellcheck disable=SC1091 # it is on every Debian
    . /etc/os-release
    local sources
    apt-config dump | grep -E '^Acquire::(http|https|ftp|Check|Retries)' \
        >apt.conf || :
    mapfile -t sources < <(grep -lsE '^[^#]*/debian' /etc/apt/sources.list \
        /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources)
    mmdebstrap --quiet --variant=apt --mode=root --format=directory \
        --aptopt="$PWD/apt.conf" "$VERSION_CODENAME" debian "${sources[@]}"
    cp -L /etc/resolv.conf /etc/hosts debian/etc
    mount -t proc proc debian/proc
    mount --rbind /dev debian/dev
    mkdir debian/root/fibcast
    git -c safe.directory='*' -C "$ROOT" archive HEAD | tar -x -C debian/root/fibcast
}

# Where a fibcast is installed, its tests hold, too; and nothing of it stays.
check_installed() {
    local prefix
    for prefix in /usr/local /usr; do
        there "make -s install PREFIX=$prefix"
    done
    there 'bats --tap tests/cli/install.bats tests/cli/completion.bats'
    for prefix in /usr/local /usr; do
        there "make -s uninstall PREFIX=$prefix"
    done
    [[ ! $(find debian/usr -name '*fibcast*' -print -quit) ]]
}

check_fresh() {
    make_debian
    there "$(command_of 'make &&')" | tee answer
    [[ $(tail -n 1 answer) == 15/2 ]]
    there "$(command_of 'make check')"
    check_installed
}

if [[ ${1-} == inside ]]; then
    check_fresh
    exit
fi

if ((EUID != 0)); then
    echo 'check-fresh needs root' >&2
    exit 1
fi
if ! command -v mmdebstrap >/dev/null; then
    apt-get update
    "${CLEAN[@]}" apt-get install -y --no-install-recommends mmdebstrap
fi

# Whoever runs inside holds the lock, which is free when they are gone.
end() {
    # Not a variable, which a signal may come before.
    kill -KILL "${!-}" 2>/dev/null || :
    wait
    cd /
    flock "$directory/lock" rm -rf --one-file-system "$directory"
}

cd "$(mktemp -d "${TMPDIR:-/var/tmp}/fibcast-fresh.XXXXXX")"
directory=$PWD
trap end EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
exec 9>lock
flock 9
setpriv --pdeathsig KILL unshare --mount --mount-proc --pid --fork --kill-child \
    "$ROOT/tests/lint/fresh.sh" inside &
exec 9>&-
# Not wait alone, which may miss a signal that comes just as it begins.
until flock --wait 1 lock true; do :; done
wait "$!"
