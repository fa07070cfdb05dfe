#!/usr/bin/env bash
# tidy.py in a small tree, with a clang-tidy that only notes what it was asked to look at (and objects to the word BUG):
# what was clean is skipped until its text, a header that it includes, a flag or the checks change. What is looked at
# together and is not clean is looked at file by file.
set -euo pipefail

tidy=$(cd "$(dirname "$0")" && pwd)/tidy.py
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0
cd "$tree"

mkdir -p scripts build bin src/part
cp "$tidy" scripts/
cat >bin/clang-tidy <<'END'
#!/usr/bin/env bash
if [[ $1 == --version ]]; then echo "clang-tidy 1"; exit; fi
for argument; do if [[ $argument == *.cc ]]; then file=$argument; fi; done
grep -o '^// [ab]\.cc' "$file" | cut -c4- | xargs >>"$(dirname "$0")/../seen"
! grep -n BUG "$file"
END
chmod +x bin/clang-tidy
PATH=$tree/bin:$PATH
echo 'Checks: all' >.clang-tidy
echo '#include <vector>' >src/part/low.h
echo '#include "part/low.h"' >src/part/high.h
printf '%s\n' '// a.cc' '#include "part/high.h"' >src/part/a.cc
printf '%s\n' '// b.cc' '#include <string>' >src/part/b.cc
cp src/part/b.cc clean

# commands FLAG: compile_commands.json with that flag for both files.
commands() {
  local file entries=()
  for file in a b; do
    entries+=("{\"directory\": \"$tree\", \"file\": \"$tree/src/part/$file.cc\", \"command\": \"c++ -I$tree/src $1 -o $file.o -c $file.cc\"}")
  done
  (IFS=, && echo "[${entries[*]}]") >build/compile_commands.json
}
commands -O1

# expect WHAT FILES STATUS ARGUMENT...: which files a run looks at (sorted, those of one look between commas), and how it
# ends.
expect() {
  local what=$1 files=$2 expected=$3 status=0 seen
  shift 3
  : >seen
  scripts/tidy.py build --jobs 1 "$@" >output 2>&1 || status=$?
  seen=$(sort seen | paste -sd,)
  if [[ $seen != "$files" || $status -ne $expected ]]; then
    printf '%s: looked at "%s", not "%s"; exit status %s\n' "$what" "$seen" "$files" "$status"
    cat output
    failures=$((failures + 1))
  fi
}

expect "at first" "a.cc b.cc" 0
expect "nothing changed" "" 0
echo '// more' >>src/part/low.h
expect "a header below a header changed" "a.cc" 0
echo '// BUG' >>src/part/b.cc
expect "a file with a fault" "b.cc" 1
expect "a fault is not forgotten" "b.cc" 1
cp clean src/part/b.cc
expect "as it was when it was clean" "" 0
commands -O2
expect "another flag" "a.cc b.cc" 0
echo '// more' >>src/part/low.h
echo '// BUG' >>src/part/b.cc
expect "one of two at fault" "a.cc,a.cc b.cc,b.cc" 1
expect "the other one is remembered" "b.cc" 1
cp clean src/part/b.cc
echo 'Checks: most' >.clang-tidy
expect "no time" "" 0 --seconds -1
grep -q 'not looked at: .*a.cc.*b.cc' output || {
  echo "the files that were left are not named"
  failures=$((failures + 1))
}
expect "other checks" "a.cc b.cc" 0

git init -q .
export GIT_AUTHOR_NAME=test GIT_AUTHOR_EMAIL=test@example.org GIT_COMMITTER_NAME=test GIT_COMMITTER_EMAIL=test@example.org
git add src .clang-tidy
GIT_COMMITTER_DATE='2020-01-01T00:00:00Z' git commit -qm old
echo '// new' >>src/part/b.cc
git add src
GIT_COMMITTER_DATE='2020-03-01T00:00:00Z' git commit -qm new
rm -r build/lint
expect "a commit of the last day" "b.cc" 0 --changed
echo '// new' >>src/part/low.h
expect "a changed header, through a file that includes it" "a.cc" 0 --changed

if [[ $failures -gt 0 ]]; then
  echo "$failures expectation(s) failed"
  exit 1
fi
echo "clang-tidy sees what changed, and nothing else"
