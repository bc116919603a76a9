#!/bin/sh
# run-beside.sh COMMAND COMMAND…: runs shell commands beside each other, because each of them leaves processors idle. What one prints
# comes in one piece when it ends; what the failed ones print comes last, because the end is what a gate shows.
set -u
results="$(mktemp -d)" || exit 1
trap 'rm -rf "$results"' EXIT
number=0
for command in "$@"; do
    number=$((number + 1))
    (
        started=$(date +%s)
        sh -c "$command" >"$results/$number.log" 2>&1
        status=$?
        took=$(($(date +%s) - started))
        if [ "$status" -eq 0 ]; then
            flock "$results" sh -c "cat '$results/$number.log'; echo '---- beside the others: $took s'"
            rm "$results/$number.log"
        fi
    ) &
done
wait
failed=0
for log in "$results"/*.log; do
    [ -f "$log" ] || continue
    failed=1
    cat "$log"
done
exit "$failed"
