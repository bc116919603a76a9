#!/bin/sh
# Runs the scripts given, two at a time: each starts a platform of its own on free ports and waits for it most of the time. What one prints comes in one piece
# when it ends, with its time; all are run, and those that failed are named at the end, because the end is what a gate shows.
set -u
export results="$(mktemp -d)"
trap 'rm -rf "$results"' EXIT
printf '%s\n' "$@" | xargs -P 2 -I{} sh -c '
    log="$results/$(echo "$1" | tr / -)"
    started=$(date +%s)
    python3 "$1" >"$log" 2>&1
    status=$?
    [ "$status" -eq 0 ] || echo "$1" >>"$results/failed"
    flock "$results" sh -c "echo \"---- $1: exit $status after $(($(date +%s) - started)) s\"; cat \"$log\""
' judge {}
if [ -e "$results/failed" ]; then
    echo "---- what failed ----"
    cat "$results/failed"
    exit 1
fi
