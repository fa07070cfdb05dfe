#!/usr/bin/env bash
# Simulates a camera that looks at a slightly bent board, and calibrates it as if the board were flat.
# Usage: scripts/demo.sh PROGRAM (the built fiducia). Writes to the folder demo/ of the repository.
set -euo pipefail

program=$(realpath "$1")
cd "$(dirname "$0")/.."
shown=$(realpath --relative-to=. "$program")

# Prints a command as one would type it, and runs it.
show() {
  printf '\n$ %s %s\n' "$shown" "$*"
  "$program" "$@"
}

mkdir -p demo
echo 'A camera of 1936 x 1216 pixels sees a chessboard of 10 x 8 corners in 25 poses. Each corner is found to 0.05 px, and'
echo 'the board stands out by 0.2 mm in its middle: less than one would notice.'
show simulate --model radial2 --params fx=1500,fy=1495,cx=968,cy=608,k1=-0.2,k2=0.1 --image-size 1936x1216 \
  --target chessboard:10x8:0.05 --frames 25 --noise 0.05 --bend 0.0002 --seed 1 -o demo/observations.json
echo
echo 'Calibrated as if the board were flat, the RMSE looks fine. The bias ratio objects:'
show calibrate demo/observations.json --model radial2 -o demo

cat <<'END'

In demo/:
  observations.json  the corners of every frame, and the target: what any calibration starts from
  calibration.json   the camera, the poses, the bias, the uncertainty and the verdict, for programs
END
