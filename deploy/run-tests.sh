#!/bin/sh
# Runs built tests with the options given. A failure is said again at the end: the suites log a lot, and the end is what a gate shows.
set -u
log=$(mktemp)
trap 'rm -f "$log"' EXIT
(swift test --skip-build "$@" 2>&1; echo $? > "$log.status") | tee "$log"
status=$(cat "$log.status"); rm -f "$log.status"
if [ "$status" -eq 0 ]; then
    "$(dirname "$0")/silent-tests.sh" "$log" >> "$log" || status=1
fi
if [ "$status" -ne 0 ]; then
    echo "---- what failed ----"
    grep -E '✘|error: |Fatal error|[Ss]ignal code' "$log" | grep -v 'Suite .* failed after' | head -60
fi
exit "$status"
