#!/usr/bin/env bash
# Tries every reader with arbitrary bytes. Usage: scripts/fuzz.sh FUZZER SECONDS [READER...]
# What breaks a reader is left in build/fuzz/findings. Seeds come from fuzz/corpus, what is learnt stays in build/fuzz.
set -uo pipefail

fuzzer=$(realpath "$1")
seconds=$2
shift 2
cd "$(dirname "$0")/.." || exit 2
corpus=$PWD/fuzz/corpus
work=$PWD/build/fuzz
mkdir -p "$work/findings"

readers=("$@")
if [[ ${#readers[@]} -eq 0 ]]; then mapfile -t readers < <("$fuzzer" --list); fi

# A reader takes less than a second and a gigabyte, whatever it is given.
export ASAN_OPTIONS=allocator_may_return_null=0:detect_leaks=1
export UBSAN_OPTIONS=print_stacktrace=1
total=0
failed=()
for reader in "${readers[@]}"; do
  learnt=$work/learnt/$reader
  log=$work/$reader.log
  mkdir -p "$learnt"
  FIDUCIA_FUZZ_READER=$reader "$fuzzer" "$learnt" "$corpus/$reader" -seed="${FIDUCIA_FUZZ_SEED:-0}" -max_total_time="$seconds" -timeout="${FIDUCIA_FUZZ_TIMEOUT:-1}" \
    -rss_limit_mb=1024 -malloc_limit_mb=1024 -max_len=8192 -dict="$PWD/fuzz/words.dict" -print_final_stats=1 \
    -artifact_prefix="$work/findings/$reader-" >"$log" 2>&1 || failed+=("$reader")
  executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  memory=$(sed -n 's/^stat::peak_rss_mb: *//p' "$log")
  printf '%-22s %12s executions, peak memory %s MB\n' "$reader" "${executions:-none}" "${memory:-?}"
  total=$((total + ${executions:-0}))
done
printf 'fuzz: %d executions over %d readers\n' "$total" "${#readers[@]}"
if [[ ${#failed[@]} -gt 0 ]]; then
  for reader in "${failed[@]}"; do
    printf 'fuzz: %s failed; the end of build/fuzz/%s.log:\n' "$reader" "$reader" >&2
    tail -n 40 "$work/$reader.log" >&2
  done
  exit 1
fi
