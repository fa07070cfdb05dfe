// Reports of real cameras: no page denies in one place what it says in another. They are made here from the corner lists in shared/data beside
// the project, or FIDUCIA_REPORTS names a folder of results that `fiducia calibrate -o` wrote.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkAccess, checkWidth, checkWords } from './checks.mjs';
import { checkNumbers } from './numbers.mjs';
import { folder, open, quit, written } from './report.mjs';

after(quit);

/// By folder: the target and the size of the images. Small ones, of different lenses, targets and numbers of images.
const SETS = {
  zhang_pulnix: ['', '640x480'],
  opencv_stereo_left: ['chessboard:9x6:0.03', '640x480'],
  boofcv_trinocular_left: ['chessboard:13x9:1', '1224x1024'],
  photonvision_charuco_0507_1280: ['chessboard:7x7:0.0254', '1280x720'],
};
const CAUSES = /fault|shutter|motion|lens model|bent|not flat|stabilis/i;

const program = process.env.FIDUCIA;
const data = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../../shared/data');
const root = process.env.FIDUCIA_REPORTS ?? path.join(folder, 'real_cameras');
const made = !process.env.FIDUCIA_REPORTS;
const results = made ? Object.keys(SETS) : readdirSync(root).filter((name) => existsSync(path.join(root, name, 'report.html')));

test('there are reports', { skip: made ? 'they are made here' : false }, () => assert.ok(results.length > 0));

function skipped(name) {
  if (!made) return false;
  if (!program) return 'FIDUCIA does not name the program';
  return existsSync(path.join(data, name, 'corners.csv')) ? false : `there is no shared/data/${name}/corners.csv beside the project`;
}

function make(name) {
  const [target, size] = SETS[name];
  const which = target ? ['--target', target] : [];
  execFileSync(
    program,
    ['calibrate', path.join(data, name, 'corners.csv'), ...which, '--image-size', size, '--title', name, '-o', path.join(root, name), '--force'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
}

const plain = (text) => text.replaceAll('\u202f', ' ');

/// What the first screen says is said again in the cards, the bar and the captions: with the same numbers and the same confidence.
async function checkAgreement(page) {
  const text = async (selector) => plain((await page.locator(selector).count()) ? await page.locator(selector).first().innerText() : '');
  const headline = await text('.headline');
  const card = await text('.card:has(h3:text-is("Total error"))');
  const [total] = headline.match(/[\d.]+ px/) ?? [];
  if (total && card && !/leave the camera open/.test(headline)) assert.ok(card.includes(total), `${headline} / ${card}`);
  const certain = /with 95% confidence less than/.test(headline) && !/as far as it is explained/.test(headline);
  const unexplained = await page.locator('[data-cause=unexplained]').count();
  assert.equal(certain && unexplained > 0, false, 'a bound that does not hold is not stated flatly');
  const bar = plain((await page.locator('.bar-track').count()) ? await page.locator('.bar-track').getAttribute('aria-label') : '');
  const costly = await page.locator('#causes [data-part=systematic] .cause-cost strong').count();
  if (/systematic: (none seen|not known)/.test(bar)) assert.equal(costly, 0, 'no cause costs what the bar says is not there');
  const judgement = (await text('.judgement')).toLowerCase();
  const [, bound, tolerance] = bar.match(/95% bound ([\d.e+-]+) px.*tolerance ([\d.e+-]+) px/) ?? [];
  if (/good/.test(judgement) && bound) assert.ok(Number(bound) <= Number(tolerance), bar);
  const halves = await text('#two-halves figcaption');
  const [, apart, allowed] = halves.match(/map ([\d.e+-]+) px RMS apart.*allow together, ([\d.e+-]+) px/) ?? [];
  if (apart) assert.equal(/too small/.test(halves), Number(apart) > Number(allowed), halves);
}

for (const name of results) {
  test(`${name} does not deny what it says`, { skip: skipped(name) }, async () => {
    if (made) make(name);
    const directory = path.join(root, name);
    const { page, close } = await open(written(path.join(directory, 'report.html'), name));
    await checkNumbers(page, directory);
    await checkAgreement(page);
    for (const caption of await page.locator('main > section:not(#verdict):not(#frames) figcaption').allInnerTexts())
      assert.doesNotMatch(caption, CAUSES);
    await checkWords(page);
    await checkAccess(page);
    await checkWidth(page);
    await close();
  });
}
