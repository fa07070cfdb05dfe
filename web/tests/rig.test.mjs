// The page of a rig: made up ones, and those that the program writes.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { checkAxe } from './axe.mjs';
import { checkAccess, checkPanels, checkSpace, checkWidth, checkWords, print } from './checks.mjs';
import { folder, megabytes, open, quit, readData, shoot, writeReport, written } from './report.mjs';
import { rigReport } from './synthetic_rig.mjs';

after(quit);

const PAIR = { cameras: ['residuals-0', 'errors-0', 'residuals-1', 'errors-1'], instants: [], provenance: [], 'rig-result': [] };
const FIGURES = { ...PAIR, pairs: ['rectified-0', 'rows-0', 'row-histogram-0', 'triangulation-0'] };
const plain = (text) => text.replaceAll(/[\u202f\u00a0]/g, ' ');
const screen = async (page) => plain(await page.locator('.first').innerText());

test('everything about a pair is there, drawn, named and in plain words', async () => {
  const { page, close } = await open(writeReport('rig', rigReport()));
  await checkPanels(page, FIGURES);
  await checkWords(page);
  await checkAccess(page);
  await checkWidth(page);
  assert.equal(await page.locator('nav a').count(), 5);
  const text = await screen(page);
  assert.match(text, /One rig/);
  assert.match(text, /left and right/);
  assert.match(text, /triangulated at 2 m, off by\s+5\.1 mm\s+95%: < 9\.9 mm/);
  assert.match(text, /triangulated at 9 m, off by\s+–/, 'nothing is seen there');
  assert.match(text, /The weaker camera is right: off by 0\.2 px; left, off by 0\.1 px/);
  assert.match(text, /≥ 0\.2 px\s+not noise alone/);
  assert.doesNotMatch(text, /presume/);
  await shoot(page, 'rig-light');
  await close();
});

test('what noise makes of the rows is the number of the calibration', async () => {
  const report = rigReport();
  report.rig.calibration.rig.pairs[0].matched_rows_noise_px = 0.04;
  const { page, close } = await open(writeReport('rig-noise', report));
  assert.match(plain(await page.locator('#row-histogram-0 figcaption').innerText()), /alone would give 0\.04 px\. That is 2 times as much/);
  await close();
});

test('bounds are not stated flatly where it is not one rig', async () => {
  const { page, close } = await open(writeReport('not-one-rig', rigReport({ finding: 'many_instants' })));
  const text = await screen(page);
  assert.match(text, /Not one rig/);
  assert.match(text, /\(95%: < 9\.9 mm\)/);
  assert.match(text, /Bounds in brackets presume one rig/);
  assert.doesNotMatch(plain(await page.locator('#row-histogram-0 figcaption').innerText()), /95%/);
  assert.equal(await page.locator('#instants tr.suspicious').count(), 1);
  assert.ok((await page.locator('#errors-0 .bar.flagged').count()) === 1);
  await close();
});

test('a verdict and systematic parts are shown where the calibration has them', async () => {
  const report = rigReport();
  const { calibration } = report.rig;
  calibration.verdict = {
    judgement: 'usable',
    reason: 'points at 2 m may be off by 9.9 mm',
    next: 'take views near the border',
    also: ['the right camera is the weaker one'],
    findings: [],
  };
  calibration.cameras.forEach(({ trust }) => Object.assign(trust, { systematic_px: 0.05, is_lower_bound: false }));
  Object.assign(calibration.rig.pairs[0], {
    baseline_random_m: 0.0001,
    baseline_systematic_m: 0.0003,
    systematic_row_error_px: 0.09,
    angle_systematic_deg: null,
  });
  Object.assign(calibration.rig.pairs[0].triangulation['2m'], { random_mm: 4.1, systematic_mm: 2.5 });
  calibration.rig.explanation = { causes: [{ effect: 'shutter', camera: 'left', costs_px: 0.3 }] };
  calibration.left_out = [{ instant: '8', reason: 'one rig does not explain it' }];
  const { page, close } = await open(writeReport('judged-rig', report));
  const text = await screen(page);
  assert.match(text, /^!\s+usable/);
  assert.match(text, /Points at 2 m may be off by 9\.9 mm\./);
  assert.match(text, /Take views near the border\./);
  assert.match(text, /systematic\s+0\.05 px\s+0\.05 px/);
  assert.match(text, /± 0\.25 mm\s+random 0\.1, systematic 0\.3 mm/);
  assert.match(text, /95%: < 0\.14 px\s+systematic 0\.09 px/);
  assert.match(text, /95%: < 9\.9 mm\s+random 4\.1, noise of the corners [0-9.]+, systematic 2\.5 mm/);
  assert.match(text, /Why\s+Shutter of left: 0\.3 px\./);
  assert.match(text, /Instant 8: one rig does not explain it\./);
  await page.locator('#triangulation-0 [data-option^="2"]').click();
  assert.match(plain(await page.locator('#triangulation-0 figcaption').innerText()), /2\.5 mm of it systematic/);
  await checkWords(page);
  await checkAccess(page);
  await close();
});

test('an instant that is chosen is chosen everywhere', async () => {
  const { page, close } = await open(writeReport('rig', rigReport()));
  const rows = await print(page, 'rows-0');
  await page.locator('#instants tbody button').nth(2).click();
  assert.equal(await page.locator('#instants tr[aria-current=true]').getAttribute('data-index'), '2');
  // Not waitForFunction(): it evaluates in the page, which forbids that.
  for (const errors of ['#errors-0', '#errors-1']) await page.locator(`${errors} .bar.picked`).waitFor();
  assert.notEqual(await print(page, 'rows-0'), rows);
  await close();
});

test('distance and part change the map of triangulated points', async () => {
  const { page, close } = await open(writeReport('rig', rigReport()));
  const caption = page.locator('#triangulation-0 figcaption');
  assert.match(plain(await caption.innerText()), /At 0\.5 m from left/);
  await page.locator('#triangulation-0 [data-option^="2"]').click();
  assert.match(plain(await caption.innerText()), /At 2 m from left.*together/);
  const both = await caption.innerText();
  await page.locator('#triangulation-0 [data-option=noise]').click();
  await page.waitForTimeout(100);
  assert.match(plain(await caption.innerText()), /by the noise\./);
  assert.notEqual(await caption.innerText(), both);
  await close();
});

test('many cameras: one pair at a time, and every pair in the table', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const report = rigReport({ cameras: names });
  report.rig.figures.pairs[3] = { cameras: ['a', 'e'], rows: null, maps: [], rectified: null };
  const { page, close } = await open(writeReport('five', report));
  assert.equal(await page.locator('#pairs figure').count(), 4);
  assert.equal(await page.locator('.facts-of').first().locator('tbody tr').count(), 10);
  await page.locator('#pairs [data-option="c and e"]').click();
  await page.waitForSelector('#rows-8');
  assert.equal(await page.locator('#pairs figure').count(), 4);
  await page.locator('#pairs [data-option="a and e"]').click();
  assert.match(await page.locator('#pairs').innerText(), /a and e never saw the board together/);
  await checkWidth(page);
  await checkAccess(page);
  await close();
});

test('the rig in space is drawn when it is seen, with a name at each camera', async () => {
  const { page, close } = await open(writeReport('rig', rigReport()), { webgl: true, width: 700, height: 900 });
  await checkSpace(page, 'rig-space');
  await close();
});

for (const colorScheme of ['light', 'dark'])
  test(`axe finds nothing on the page of a rig, ${colorScheme}`, async () => {
    const { page, close } = await open(writeReport('rig', rigReport({ finding: 'few_instants' })), { colorScheme });
    await checkAxe(page, colorScheme);
    await close();
  });

test('what is missing or hostile does not hurt', async () => {
  const hostile = '</script><img src=x onerror=alert(1)>';
  const report = rigReport({ name: (i) => `${hostile}${i}` });
  report.title = hostile;
  const { calibration, figures } = report.rig;
  calibration.cameras[0].bias = null;
  calibration.cameras[1].trust = null;
  calibration.rig.pairs[0].row_error_px = null;
  calibration.left_out = [{ camera: 'left', instant: hostile, reason: hostile }];
  calibration.warnings = [hostile];
  figures.words.consistency = hostile;
  figures.pairs[0] = { cameras: ['left', 'right'], rows: null, maps: [], rectified: null };
  for (const width of [360, 1280]) {
    const { page, close } = await open(writeReport('hostile-rig', report), { width });
    assert.equal(await page.locator('main script, main img').count(), 0);
    await checkWords(page);
    await checkAccess(page);
    await checkWidth(page);
    await close();
  }
});

test('a phone needs no sideways scrolling, and paper holds everything', async () => {
  const file = writeReport('rig', rigReport({ cameras: ['left', 'middle', 'right'] }));
  const { page, close } = await open(file, { width: 360, height: 740, isMobile: true, hasTouch: true });
  await checkWidth(page);
  await shoot(page, 'rig-phone');
  await close();
  const paper = await open(file);
  const pdf = await paper.page.pdf({ format: 'A4' });
  assert.ok(pdf.length > 50_000);
  await paper.close();
});

const program = process.env.FIDUCIA;
const skip = program ? false : 'FIDUCIA does not name the program';
const at = (...parts) => path.join(folder, ...parts);
const run = (...args) => execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, XDG_CACHE_HOME: at('cache') } });

test('a rendered rig, from images to its page', { skip }, async (t) => {
  const board = ['--target', 'chessboard:6x5:0.05'];
  const camera = ['--params', 'fx=300,fy=300,cx=159.5,cy=119.5,k1=-0.1,k2=0', '--image-size', '320x240'];
  const poses = ['--distance', '0.6:0.9', '--max-offset', '0.12', '--frames', '10', '--samples', '4', '--seed', '1'];
  run('render', '--camera', 'left', '--camera', 'right=0.1,0,0,0,-4,0', ...camera, ...board, ...poses, '-o', at('drawn'));
  const cameras = ['--camera', `left=${at('drawn', 'left')}`, '--camera', `right=${at('drawn', 'right')}`];
  run('calibrate', ...cameras, ...board, '--model', 'radial2', '--target-shape', 'planar', '-o', at('rig'));
  const file = at('rig', 'report.html');
  const { page, times, work, close } = await open(written(file, 'rig'));
  t.diagnostic(`${megabytes(file).toFixed(2)} MB, ${times}, ${JSON.stringify(work)}`);
  await checkPanels(page, FIGURES);
  await checkWords(page);
  await checkAccess(page);
  const { rig } = readData(file);
  const text = await screen(page);
  assert.match(text, /One rig/);
  const [, baseline] = text.match(/baseline\s+([\d.]+) mm/);
  assert.ok(Math.abs(Number(baseline) - 1000 * rig.calibration.rig.pairs[0].baseline_m) < 0.06, 'the baseline as the calibration has it');
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('[data-file="calibration.json"]').click()]);
  assert.ok(readFileSync(await download.path()).equals(readFileSync(at('rig', 'calibration.json'))), 'calibration.json');
  assert.ok(rig.figures.images.reduce((sum, { image }) => sum + image.length, 0) < 300_000);
  await close();
});
