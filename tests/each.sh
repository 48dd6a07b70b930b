#!/bin/sh
# each.sh 'COMMAND' FILE...: runs COMMAND on each file, as many at once as there
# are processors; what one prints stays together.  Fails if any does.
set -eu
COMMAND=$1
export COMMAND
shift
# shellcheck disable=SC2016 # expanded by the shell that is started
printf '%s\n' "$@" | xargs -P "$(nproc)" -I FILE sh -c '
    status=0
    said=$($COMMAND "$1" 2>&1) || status=1
    printf "%s\n%s\n" "${1##*/}" "$said"
    exit $status' each FILE
