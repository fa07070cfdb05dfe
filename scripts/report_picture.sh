#!/usr/bin/env bash
# Takes docs/images/report.png anew: the first screen of the report that ./run demo makes of a board taken for flat.
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

cat >picture.mjs <<END
import { chromium } from '$root/web/node_modules/playwright-core/index.mjs';
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
await page.goto('file://$folder/flat/report.html');
await page.waitForSelector('html[data-drawn=true]');
await page.screenshot({ path: '$root/docs/images/report.png' });
await browser.close();
END
node picture.mjs
