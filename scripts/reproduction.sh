#!/usr/bin/env bash
# Runs every study and writes docs/reproduction.md with its figures. Usage: scripts/reproduction.sh PROGRAM [FOLDER]
# FOLDER (default: study/ of the repository) keeps what is finished: an interrupted run goes on from it.
set -euo pipefail

program=$(realpath "$1")
cd "$(dirname "$0")/.."
folder=${2:-study}
"$program" study all -o "$folder"
mkdir -p docs/images/study
cp "$folder"/*.svg docs/images/study/
{
  cat <<'END'
# The paper's experiments, repeated

`fiducia study all` (here through `./run study`) repeats every experiment of *Inferring bias and uncertainty in camera
calibration* that needs no camera, with larger samples. `fiducia study list` tells what each is about;
`fiducia study NAME --datasets N --seed S -o DIR` runs one: a CSV file with a row per data set, a JSON file with the claims, a
figure. A study that was interrupted goes on where it stopped. This page is made by `scripts/reproduction.sh`.

The paper names its poses and its noise, and neither camera nor board. Ours are stated, and every experiment is done with two
other cameras too, so that no result hangs on one choice. What real cameras say is in
[real_cameras.md](real_cameras.md#the-papers-experiments-on-real-sets) (`fiducia study real`).

END
  sed 's#](\./#](images/study/#' "$folder/reproduction.md"
} >docs/reproduction.md
echo "wrote docs/reproduction.md and its figures in docs/images/study"
