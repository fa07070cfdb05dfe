#!/usr/bin/env bash
# Fails when a source file includes what its room must not know of: a higher room, a library that is not its own, or
# anything outside src/. Usage: scripts/check_layers.sh [ROOT OF THE REPOSITORY]
set -euo pipefail

cd "${1:-$(dirname "$0")/..}"

# The one table: room | rooms it may include, besides itself | libraries it may include, besides the standard one.
table='
core     |                                                             | Eigen tbb boost
camera   | core                                                        | Eigen tbb boost
data     | core camera                                                 | Eigen tbb boost
solve    | core camera data                                            | Eigen tbb boost
evaluate | core camera data solve                                      | Eigen tbb boost
assess   | core camera data solve evaluate                             | Eigen tbb boost
guide    | core camera data solve evaluate assess                      | Eigen tbb boost
simulate | core camera data                                            | Eigen tbb boost
use      | core camera data evaluate simulate                          | Eigen tbb boost
io       | core camera data solve evaluate assess guide simulate use   | Eigen nlohmann yaml-cpp pugixml.hpp fmt opencv2 sys
detect   | core camera data solve use io                               | Eigen tbb opencv2 apriltag
report   | core camera data solve evaluate assess guide simulate io    | Eigen nlohmann fmt
study    | core camera data solve evaluate assess guide simulate io detect report | Eigen tbb boost fmt
'

includes=$(grep -rHnE '^[[:space:]]*#[[:space:]]*include' src apps --include='*.h' --include='*.cc') || {
  echo "check_layers: no #include found under $PWD/src and apps: is this the root of the repository?" >&2
  exit 2
}

awk -v table="$table" '
  BEGIN {
    rows = split(table, row, "\n")
    for (i = 1; i <= rows; ++i) {
      if (split(row[i], column, "|") != 3) continue
      gsub(/ /, "", column[1])
      known[column[1]] = 1
      allowed_rooms[column[1]] = " " column[1] " " column[2] " "
      allowed_libraries[column[1]] = " " column[3] " "
    }
  }

  function complain(what) {
    print place ": " what
    ++violations
  }

  # grep gives FILE:LINE:#include "NAME".
  {
    split($0, field, ":")
    file = field[1]
    place = file ":" field[2]
    name = $0
    quoted = name ~ /#[ \t]*include[ \t]*"/
    if (!sub(/^[^#]*#[ \t]*include[ \t]*["<]/, "", name)) {
      complain("write the name of the included file out, so that the order of the rooms can be checked")
      next
    }
    sub(/[">].*$/, "", name)
    parts = split(name, part, "/")
    split(file, folder, "/")
  }

  folder[1] == "apps" {
    if (name ~ /(^|\/)(tests|benchmarks|examples)\//) complain("apps must not include " name)
    next
  }

  {
    room = folder[3]
    if (folder[2] != "fiducia" || !(room in known)) {
      complain("stands in no room of the table in scripts/check_layers.sh")
    } else if (name == "fiducia/version.h") {
      next
    } else if (part[1] == "fiducia") {
      if (!(part[2] in known)) complain(name " is in no room of the table in scripts/check_layers.sh")
      else if (!index(allowed_rooms[room], " " part[2] " ")) complain(room " must not know of " part[2] ": " name)
    } else if (quoted) {
      complain("include from src/, as in \"fiducia/" room "/...\", not \"" name "\"")
    } else if (parts > 1 && !index(allowed_libraries[room], " " part[1] " ")) {
      complain(room " must not use the library " part[1] ": <" name ">")
    }
  }

  END {
    if (violations) {
      print violations " include(s) against the order of the rooms; the table is in scripts/check_layers.sh"
      exit 1
    }
    print NR " includes keep the order of the rooms"
  }
' <<<"$includes"
