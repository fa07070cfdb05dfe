#!/usr/bin/env bash
# Counts the results in a JUnit file of ctest and prints them in one line; fails when a test failed. A test of ctest that
# is a process of many has a file of GoogleTest's or of pytest's beside it, test_results/NAME.xml, and counts as those that
# are in there.
# (ctest calls a test "skipped" there too when it could not be started, or when what it depends on failed: those count
# as failures here, as they do for ctest's exit status.) Usage: scripts/count_tests.sh FILE
set -euo pipefail

if [[ ! -s $1 ]]; then
  echo "count_tests: there is no $1: ctest did not finish" >&2
  exit 1
fi

awk -v folder="$(dirname "$1")/test_results" '
  # A number of an element such as <testsuite name="pytest" errors="0" failures="1" skipped="0" tests="9" ...>.
  function number_of(line, name) { return match(line, " " name "=\"[0-9]+\"") ? substr(line, RSTART + length(name) + 3) + 0 : 0 }
  # What GoogleTest wrote of the tests in one process; without such a file it is one test, which passed or did not.
  function count_process(name, went_well,    file, line, here, bad, idle) {
    file = folder "/" name ".xml"
    while ((getline line < file) > 0) {
      if (match(line, /<testsuite name="pytest"[^>]*>/)) {  # pytest writes one line
        line = substr(line, RSTART, RLENGTH)
        here = number_of(line, "tests")
        bad = number_of(line, "errors") + number_of(line, "failures")
        idle = number_of(line, "skipped")
        break
      }
      if (line ~ /<testsuites / && match(line, / failures="[0-9]+"/)) bad = substr(line, RSTART + 11) + 0
      if (line !~ /<testcase /) continue
      ++here
      if (line ~ / result="(skipped|suppressed)"/) ++idle
    }
    close(file)
    if (!went_well && !bad) bad = 1  # it ended before its last test, or after
    if (bad > here) here = bad
    if (!here) here = 1
    tests += here
    skipped += idle
    passed += here - idle - bad
  }
  /<testcase / {
    match($0, / name="[^"]*"/)
    count_process(substr($0, RSTART + 7, RLENGTH - 8), / status="run"/)
    disabled = / status="disabled"/
    if (disabled) ++skipped
  }
  /<skipped message="SKIP_/ { ++skipped }
  END {
    failed = tests - passed - skipped
    printf "%d passed, %d failed", passed, failed
    if (skipped) printf ", %d skipped", skipped
    print ""
    exit failed > 0
  }' "$1"
