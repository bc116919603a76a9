#!/bin/sh
# Runs the scripts given, three at a time: each starts a platform of its own on free ports and waits for it most of the
# time. What one prints comes in one piece when it ends, with its time. All are run; whatever did not say that it passed
# is named at the end, with its last lines, because the end is what a gate shows.
set -u
results="$(mktemp -d)" || exit 1
export results
trap 'rm -rf "$results"' EXIT
touch "$results/passed"
printf '%s\n' "$@" | xargs -P 3 -I{} sh -c '
    log="$results/$(echo "$1" | tr / -)"
    started=$(date +%s)
    python3 "$1" >"$log" 2>&1
    status=$?
    [ "$status" -ne 0 ] || echo "$1" >>"$results/passed"
    flock "$results" sh -c "echo \"---- $1: exit $status after $(($(date +%s) - started)) s\"; cat \"$log\""
' judge {}
missing=$(printf '%s\n' "$@" | grep -vxFf "$results/passed")
# 1: grep looked and found nothing that is missing. Everything else is a failure.
if [ $? -ne 1 ]; then
    echo "---- what failed ----"
    echo "$missing" | while read -r script; do
        echo "$script"
        tail -n 12 "$results/$(echo "$script" | tr / -)" | cut -c1-400 | sed "s/^/    /"
    done
    exit 1
fi
