#!/usr/bin/env bash
# Counts the results in a JUnit file of ctest and prints them in one line; fails when a test failed.
# (ctest calls a test "skipped" there too when it could not be started, or when what it depends on failed: those count
# as failures here, as they do for ctest's exit status.) Usage: scripts/count_tests.sh FILE
set -euo pipefail

if [[ ! -s $1 ]]; then
  echo "count_tests: there is no $1: ctest did not finish" >&2
  exit 1
fi

awk '
  /<testcase / {
    ++tests
    if (/ status="run"/) ++passed
    if (/ status="disabled"/) ++skipped
  }
  /<skipped message="SKIP_/ { ++skipped }
  END {
    failed = tests - passed - skipped
    printf "%d passed, %d failed", passed, failed
    if (skipped) printf ", %d skipped", skipped
    print ""
    exit failed > 0
  }' "$1"
