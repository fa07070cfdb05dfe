#!/usr/bin/env bash
# Plants calls that draw two random numbers in their arguments: check_draws.py must name each, and nothing else.
set -euo pipefail

check=$(cd "$(dirname "$0")" && pwd)/check_draws.py
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0

# expect LINES CODE: the lines of CODE that it names, with a space between them.
expect() {
  local found
  printf '%s\n' "$2" >"$tree/code.cc"
  found=$("$check" "$tree" | cut -d: -f2 | tr '\n' ' ' || true)
  if [[ ${found% } != "$1" ]]; then
    printf 'named lines "%s" instead of "%s" of:\n%s\n' "${found% }" "$1" "$2"
    failures=$((failures + 1))
  fi
}

expect "1" 'const Vector2 noise(random.normal(), random.normal());'
expect "2" $'for (Vector3& point : points) {\n  point += by * Vector3(random->normal(), 0, random->normal());\n}'
expect "1" $'add({random.normal(), 0},\n    {0, random.uniform()});'
expect "" 'const Vector2 noise{random.normal(), random.normal()};'
expect "" 'points.push_back({random.uniform(0, 1), random.uniform(0, 2)});'
expect "" 'if (random.uniform() < 0.5) return std::max(0.0, random.normal());'
expect "" '// noise(random.normal(), random.normal())'

if [[ $failures -gt 0 ]]; then
  printf '%s of the planted calls were judged wrongly\n' "$failures"
  exit 1
fi
