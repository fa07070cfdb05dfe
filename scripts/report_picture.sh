#!/usr/bin/env bash
# Takes docs/images/report.png anew: the first screen of the report that ./run demo makes of a board taken for flat; and
# docs/images/rig_report.png: that of a rendered pair, with its rectified images.
# Usage: scripts/report_picture.sh PROGRAM (the built fiducia). Takes Debian's Chromium and web/node_modules (npm ci).
set -euo pipefail

program=$(realpath "$1")
root=$(realpath "$(dirname "$0")/..")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

"$program" render --quiet --model radial2 --params fx=1500,fy=1495,cx=968,cy=608,k1=-0.2,k2=0.1 --image-size 1936x1216 \
  --target chessboard:10x8:0.05 --frames 20 --bend 0.0002 --distance 0.5:1.2 --max-offset 0.3 --seed 1 -o pictures
"$program" calibrate pictures --quiet --target chessboard:10x8:0.05 --target-shape planar --title 'Front camera' -o flat

rig=(--target chessboard:9x6:0.04)
"$program" render --quiet --camera left --camera right=0.12,0,0,0,-3,0 --params fx=900,fy=905,cx=640,cy=470,k1=-0.2,k2=0.05 \
  --image-size 1280x960 "${rig[@]}" --distance 0.5:1.2 --max-offset 0.3 --frames 20 --noise 0.01 --seed 1 -o pair
"$program" calibrate --quiet --camera left=pair/left --camera right=pair/right "${rig[@]}" --title 'Front pair' -o rig

cat >picture.mjs <<END
import { chromium } from '$root/web/node_modules/playwright-core/index.mjs';
async function take(report, file, height, args, waitFor) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', ...args] });
  const page = await (await browser.newContext({ viewport: { width: 1280, height } })).newPage();
  await page.goto('file://$folder/' + report);
  await page.waitForSelector('html[data-drawn=true]');
  if (waitFor) await page.waitForSelector(waitFor);
  await page.screenshot({ path: '$root/docs/images/' + file });
  await browser.close();
}
await take('flat/report.html', 'report.png', 900, ['--disable-gpu']);
const webgl = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
await take('rig/report.html', 'rig_report.png', 1100, webgl, '#rig-space canvas[data-drawn]');
END
node picture.mjs
