#!/usr/bin/env bash
# Plants violations of the rooms' order, one at a time, in a small tree that keeps it: check_layers.sh must accept the
# tree as it is and name the file and the fault of each violation.
set -euo pipefail

check=$(cd "$(dirname "$0")" && pwd)/check_layers.sh
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0

# file FILE INCLUDE: a source file with one include.
file() {
  mkdir -p "$tree/$(dirname "$1")"
  printf '#pragma once\n#include %s\n' "$2" >"$tree/$1"
}

expect_violation() {
  local path=$1 include=$2 message=$3 output status=0
  file "$path" "$include"
  output=$("$check" "$tree") || status=$?
  if [[ $status -ne 1 || $output != *"$path:2: "*"$message"* ]]; then
    printf 'not caught: %s includes %s (exit status %s)\n%s\n' "$path" "$include" "$status" "$output"
    failures=$((failures + 1))
  fi
  rm "$tree/$path"
}

file src/fiducia/core/pose.h '<Eigen/Core>'
file src/fiducia/camera/camera.h '"fiducia/core/pose.h"'
file src/fiducia/io/json.cc '<nlohmann/json.hpp>'
file src/fiducia/io/version.cc '"fiducia/version.h"'
file apps/fiducia/main.cc '"fiducia/io/json.h"'
if ! "$check" "$tree"; then
  echo "a tree that keeps the order was refused"
  failures=$((failures + 1))
fi

expect_violation src/fiducia/core/up.h '"fiducia/camera/camera.h"' 'core must not know of camera'
expect_violation src/fiducia/solve/up.h '<fiducia/evaluate/bias.h>' 'solve must not know of evaluate'
expect_violation src/fiducia/simulate/up.cc '"fiducia/solve/calibrate.h"' 'simulate must not know of solve'
expect_violation src/fiducia/io/up.cc '  "fiducia/report/report.h"' 'io must not know of report'
expect_violation src/fiducia/camera/library.cc '<opencv2/core.hpp>' 'must not use the library opencv2'
expect_violation src/fiducia/solve/library.cc '<ceres/ceres.h>' 'must not use the library ceres'
expect_violation src/fiducia/data/library.cc '<nlohmann/json.hpp>' 'must not use the library nlohmann'
expect_violation src/fiducia/core/outside.cc '"apps/fiducia/main.h"' 'include from src/'
expect_violation src/fiducia/core/relative.cc '"../camera/camera.h"' 'include from src/'
expect_violation src/fiducia/core/hidden.cc 'SOME_HEADER' 'write the name of the included file out'
expect_violation src/fiducia/attic/old.h '<vector>' 'stands in no room'
expect_violation apps/fiducia/test_only.cc '"tests/support/files.h"' 'apps must not include'

if [[ $failures -gt 0 ]]; then
  echo "$failures expectation(s) failed"
  exit 1
fi
echo "every planted violation was caught"
