#!/usr/bin/env bash
# The checks that read the code without running it. Goes through all of them before it fails.
# Usage: scripts/lint.sh BUILD_FOLDER (configured, with compile_commands.json and warnings as errors)
set -uo pipefail

build=$(realpath "$1")
cd "$(dirname "$0")/.." || exit 2
cores=$(nproc)
failed=()

check() {
  local name=$1
  shift
  printf '==> %s\n' "$name"
  "$@" || failed+=("$name")
}

# sources FOLDER...: our C++ files, those that exist.
sources() { find "$@" \( -name '*.h' -o -name '*.cc' \) -print0 2>/dev/null; }

format() { sources src apps tests benchmarks examples fuzz | xargs -0 clang-format --dry-run -Werror; }

warnings() { cmake --build "$build" --parallel "$cores"; }

# One file a process: clang-tidy has no parallelism of its own. Headers are checked with the files that include them.
tidy() {
  find src apps -name '*.cc' -print0 |
    xargs -0 -P "$cores" -n 1 clang-tidy --quiet --warnings-as-errors='*' -p "$build" 2> >(grep -v ' warnings\? generated' >&2)
}

check "order of the rooms" scripts/check_layers.sh
check "shell scripts" shellcheck run .ci/run scripts/*.sh
check "format (clang-format -i mends it)" format
check "compiler warnings" warnings
check "clang-tidy" tidy

if [[ ${#failed[@]} -gt 0 ]]; then
  printf 'lint: not clean:\n' >&2
  printf '  %s\n' "${failed[@]}" >&2
  exit 1
fi
echo "lint: clean"
