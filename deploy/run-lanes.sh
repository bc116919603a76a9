#!/bin/sh
# run-lanes.sh FOLDER FILTER FILTER…: runs suites of the tests that are built in FOLDER, in lanes beside each other. A
# lane has a filter, and runs its suites one after the other; they wait for brokers and programs most of the time. What
# a lane prints comes in one piece when it ends; the failures of all come last, because the end is what a gate shows.
set -u
tests="$1/soukPackageTests.xctest"
shift
results="$(mktemp -d)" || exit 1
trap 'rm -rf "$results"' EXIT
lanes=0
for filter in "$@"; do
    lanes=$((lanes + 1))
    echo "$filter" >"$results/$lanes.filter"
    mkdir "$results/$lanes.tmp"
    (
        started=$(date +%s)
        # Not by `swift test`: two of them at once find the database of the build locked.
        TMPDIR="$results/$lanes.tmp" "$tests" --testing-library swift-testing --no-parallel --filter "$filter" >"$results/$lanes.log" 2>&1
        status=$?
        if [ "$status" -eq 0 ]; then
            "$(dirname "$0")/silent-tests.sh" "$results/$lanes.log" >>"$results/$lanes.log" || status=1
        fi
        echo "$status" >"$results/$lanes.status"
        flock "$results" sh -c "echo '---- $filter: $(($(date +%s) - started)) s'; cat '$results/$lanes.log'"
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
