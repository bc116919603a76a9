#!/bin/sh
# run-lanes.sh FILTER FILTER… -- OPTIONS: runs built suites in lanes beside each other, one lane per filter, each with the
# options given. These suites wait for brokers and programs most of the time. What a lane prints comes in one piece when
# it ends; the failures of all come last, because the end is what a gate shows.
set -u
results="$(mktemp -d)" || exit 1
trap 'rm -rf "$results"' EXIT
lanes=0
while [ "$1" != -- ]; do
    lanes=$((lanes + 1))
    echo "$1" >"$results/$lanes.filter"
    shift
done
shift
for lane in $(seq "$lanes"); do
    # SwiftPM keeps its locks in TMPDIR: with one of its own a lane does not wait for the others.
    mkdir "$results/$lane.tmp"
    (
        started=$(date +%s)
        TMPDIR="$results/$lane.tmp" swift test --skip-build "$@" --filter "$(cat "$results/$lane.filter")" >"$results/$lane.log" 2>&1
        status=$?
        if [ "$status" -eq 0 ]; then
            "$(dirname "$0")/silent-tests.sh" "$results/$lane.log" >>"$results/$lane.log" || status=1
        fi
        echo "$status" >"$results/$lane.status"
        flock "$results" sh -c "echo '---- $(cat "$results/$lane.filter"): $(($(date +%s) - started)) s'; cat '$results/$lane.log'"
    ) &
done
wait
failed=0
for lane in $(seq "$lanes"); do
    [ "$(cat "$results/$lane.status" 2>/dev/null)" = 0 ] && continue
    [ "$failed" -ne 0 ] || echo "---- what failed ----"
    failed=1
    cat "$results/$lane.filter"
    grep -E '✘|error: |Fatal error|[Ss]ignal code' "$results/$lane.log" | grep -v 'Suite .* failed after' | head -60
done
exit "$failed"
