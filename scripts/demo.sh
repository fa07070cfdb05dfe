#!/usr/bin/env bash
# Renders a camera that looks at a slightly bent board, calibrates it as if the board were flat, then as the program does
# unless told otherwise (it finds the board's shape), and compares both with the truth.
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

rm -rf demo
mkdir demo
cat <<'END'
A camera of 1936 x 1216 pixels takes 20 images of a chessboard of 10 x 8 corners, which stands out by 0.2 mm in its
middle: less than one would notice.
END
show render --model radial2 --params fx=1500,fy=1495,cx=968,cy=608,k1=-0.2,k2=0.1 --image-size 1936x1216 \
  --target chessboard:10x8:0.05 --frames 20 --bend 0.0002 --distance 0.5:1.2 --max-offset 0.3 --seed 1 -o demo/pictures

echo
echo 'Calibrated as if the board were flat, the RMSE looks fine. The total error does not:'
show calibrate demo/pictures --target chessboard:10x8:0.05 --target-shape planar -o demo/flat

echo
echo "Left to itself, the program finds the board's shape with the camera:"
show calibrate demo/pictures --target chessboard:10x8:0.05 -o demo/free

echo
echo 'And how far is each from the camera that took the images? First the flat board, then the shape that was found:'
cat >demo/truth.json <<'END'
{"format": "fiducia.calibration/1", "model": "radial2", "image_size": [1936, 1216],
 "parameters": {"fx": 1500, "fy": 1495, "cx": 968, "cy": 608, "k1": -0.2, "k2": 0.1}}
END
show compare demo/flat/calibration.json demo/truth.json
show compare demo/free/calibration.json demo/truth.json

cat <<'END'

In demo/:
  pictures/                the pictures, and truth.json: the corners, the poses and the board as they really are
  flat/calibration.json    the camera, the poses, the bias, the uncertainty and the verdict, for programs: flat board
  free/calibration.json    the same with the board's shape, and how uncertain that is
  */report.html            the same for people: open it in a browser
  */observations.json      the corners that were found: what any calibration starts from
END
