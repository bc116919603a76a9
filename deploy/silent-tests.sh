#!/bin/sh
# silent-tests.sh LOG: fails if a run of tests that passed did not test what it was asked to: no test ran, or one was
# skipped without saying what it needs (`.enabled(if: …, "needs a broker of its own")`).
set -u
status=0
grep -qE 'Test run with [1-9][0-9]* tests' "$1" || { echo "✘ no test ran"; status=1; }
grep '➜.* skipped' "$1" | grep -v 'skipped: "needs ' | sed 's/^.*➜/✘/' | grep . && status=1
exit "$status"
