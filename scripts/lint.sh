#!/usr/bin/env bash
# The checks that read the code without running it. Goes through all of them before it fails.
# Usage: scripts/lint.sh BUILD_FOLDER [--changed|--fast] (configured, with compile_commands.json and warnings as errors)
# With --fast: what takes seconds: no build for the warnings, no clang-tidy.
# With --changed: clang-tidy over what the last day's commits changed, for 8 minutes at most, and no build for the warnings.
set -uo pipefail

build=$(realpath "$1")
mode=${2:-}
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

format() { sources src apps python tests benchmarks examples fuzz | xargs -0 clang-format --dry-run -Werror; }

warnings() { cmake --build "$build" --parallel "$cores"; }

check "order of the rooms" scripts/check_layers.sh
check "order of random numbers" scripts/check_draws.py
check "shell scripts" shellcheck run .ci/run scripts/*.sh
check "format (clang-format -i corrects it)" format
if [[ $mode == --fast ]]; then
  :
elif [[ $mode == --changed ]]; then
  check "clang-tidy over what changed" scripts/tidy.py "$build" --changed --seconds 480
else
  check "compiler warnings" warnings
  check "clang-tidy" scripts/tidy.py "$build"
fi

if [[ ${#failed[@]} -gt 0 ]]; then
  printf 'lint: not clean:\n' >&2
  printf '  %s\n' "${failed[@]}" >&2
  exit 1
fi
echo "lint: clean"
