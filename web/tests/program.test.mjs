// Reports that the program wrote: FIDUCIA names it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { checkAxe } from './axe.mjs';
import { checkAccess, checkPanels, checkSpace, checkWidth, checkWords, checkWork, PANELS, print } from './checks.mjs';
import { checkNumbers } from './numbers.mjs';
import { folder, megabytes, open, quit, readData, shoot, written } from './report.mjs';

const program = process.env.FIDUCIA;
const skip = program ? false : 'FIDUCIA does not name the program';
const photographs = '/usr/share/doc/opencv-doc/examples/data';
const at = (...parts) => path.join(folder, ...parts);
const run = (...args) => execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, XDG_CACHE_HOME: at('cache') } });
const CAMERA = [
  '--model',
  'radial2',
  '--params',
  'fx=1500,fy=1495,cx=968,cy=608,k1=-0.2,k2=0.1',
  '--image-size',
  '1936x1216',
  '--target',
  'chessboard:10x8:0.05',
];

function simulate(name, ...args) {
  if (!existsSync(at(`${name}.json`))) run('simulate', ...CAMERA, '--seed', '1', '-o', at(`${name}.json`), ...args);
  return at(`${name}.json`);
}

function calibrate(name, ...args) {
  run('calibrate', ...args, '-o', at(name));
  return at(name, 'report.html');
}

/// Opens a report with a calibration and looks at everything in it.
async function checkReport(file, name, t, { inSpace = [], directory, open_camera = false } = {}) {
  const { page, times, work, close } = await open(written(file, name));
  t.diagnostic(`${name}: ${megabytes(file).toFixed(2)} MB, ${times}, ${JSON.stringify(work)}`);
  await checkPanels(page, open_camera ? { ...PANELS, verdict: [] } : PANELS);
  await checkWords(page);
  await checkAccess(page);
  await checkWidth(page);
  const map = await print(page, 'uncertainty-map');
  await page.locator('#uncertainty-map [data-option=std]').click();
  await page.waitForTimeout(200);
  assert.notEqual(await print(page, 'uncertainty-map'), map, 'the estimators draw different maps');
  const order = () => page.locator('.frames tbody th').allInnerTexts();
  const before = await order();
  await page.locator('.frames thead button', { hasText: 'RMSE' }).click();
  if (before.length > 3) assert.notDeepEqual(await order(), before);
  await page.locator('.frames tbody button').first().click();
  assert.equal(await page.locator('#frame-shown h3').innerText(), (await order())[0]);
  if (directory) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('[data-file="calibration.json"]').click()]);
    assert.ok(readFileSync(await download.path()).equals(readFileSync(path.join(directory, 'calibration.json'))), 'calibration.json');
  }
  await checkNumbers(page, directory);
  await shoot(page, `${name}-light`);
  if (inSpace.length > 0) {
    const space = await open(written(file, name), { webgl: true, width: 700, height: 600 });
    for (const id of inSpace) await checkSpace(space.page, id);
    await space.close();
  }
  return { page, close };
}

after(quit);

test('a simulated camera with a bent board', { skip }, async (t) => {
  const file = calibrate(
    'simulated',
    simulate('bent', '--bend', '0.0004'),
    '--model',
    'radial2',
    '--target-shape',
    'free',
    '--bootstrap',
    '20',
    '--title',
    'A <bent> board',
  );
  const { page, close } = await checkReport(file, 'simulated', t, { inSpace: ['poses', 'target-shape'], directory: at('simulated') });
  assert.equal(await page.locator('h1').innerText(), 'A <bent> board');
  await checkPanels(page, { uncertainty: ['two-halves'] });
  assert.match(await page.locator('#two-halves figcaption').innerText(), /13 images and the other 12/);
  assert.equal(await page.locator('#uncertainty-map [data-option=bs]').count(), 1);
  const { downloads } = readData(file);
  for (const { file: name, text } of downloads) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator(`[data-file="${name}"]`).click()]);
    assert.ok(readFileSync(await download.path()).equals(Buffer.from(text, 'utf8')), name);
  }
  t.diagnostic(`downloads: ${downloads.map((d) => d.file).join(', ')}`);
  await close();
});

test('rendered images', { skip }, async (t) => {
  run(
    'render',
    '--model',
    'radial2',
    '--params',
    'fx=400,fy=400,cx=239.5,cy=159.5,k1=-0.2,k2=0.05',
    '--image-size',
    '480x320',
    '--target',
    'chessboard:8x6:0.05',
    '--frames',
    '10',
    '--distance',
    '0.5:0.9',
    '--max-offset',
    '0.2',
    '--samples',
    '4',
    '--seed',
    '2',
    '-o',
    at('pictures'),
  );
  const images = readdirSync(at('pictures'))
    .filter((name) => /\.(png|pgm)$/.test(name))
    .map((name) => at('pictures', name));
  const { page, close } = await checkReport(
    calibrate('rendered', ...images, '--target', 'chessboard:8x6:0.05', '--model', 'radial2'),
    'rendered',
    t,
    { directory: at('rendered') },
  );
  assert.ok((await page.locator('.frames img.thumbnail').count()) >= 5, 'images have thumbnails');
  await close();
});

test('a real camera', { skip: skip || (existsSync(path.join(photographs, 'left01.jpg')) ? false : 'opencv-doc is not installed') }, async (t) => {
  const images = readdirSync(photographs)
    .filter((name) => /^left\d\d\.jpg$/.test(name))
    .map((name) => path.join(photographs, name));
  const { page, close } = await checkReport(
    calibrate('real', ...images, '--target', 'chessboard:9x6:0.03', '--model', 'opencv4', '--keep-frames'),
    'real',
    t,
    {
      directory: at('real'),
    },
  );
  assert.equal(await page.locator('.frames img.thumbnail').count(), images.length);
  await close();
  const phone = await open(written(at('real', 'report.html'), 'real'), {
    width: 360,
    height: 740,
    isMobile: true,
    hasTouch: true,
    colorScheme: 'dark',
  });
  await checkWidth(phone.page);
  await shoot(phone.page, 'real-phone-dark');
  await phone.close();
});

test('three images, and far too many parameters', { skip }, async (t) => {
  const file = calibrate('degenerate', simulate('few', '--frames', '4', '--noise', '0.3'), '--model', 'opencv8');
  const { close } = await checkReport(file, 'degenerate', t, { directory: at('degenerate'), open_camera: true });
  await close();
  const three = await checkReport(calibrate('three', simulate('three', '--frames', '3'), '--model', 'radial1'), 'three', t, {});
  await three.close();
});

for (const name of ['simulated', 'rendered', 'degenerate'])
  test(`axe finds nothing on the ${name} page, light or dark`, { skip }, async () => {
    for (const colorScheme of ['light', 'dark']) {
      const { page, close } = await open(written(at(name, 'report.html'), name), { colorScheme });
      await checkAxe(page, `${name}, ${colorScheme}`);
      await close();
    }
  });

test('evaluate, select, compare and report afterwards', { skip }, async (t) => {
  const observations = simulate('bent', '--bend', '0.0004');
  calibrate('planar', observations, '--model', 'radial2');
  calibrate('other', observations, '--model', 'radial3');
  run('evaluate', at('planar', 'calibration.json'), observations, '--report', at('evaluated.html'));
  const evaluated = await checkReport(at('evaluated.html'), 'evaluated', t, {});
  assert.match(await evaluated.page.locator('.judged').innerText(), /Judged: calibration\.json, as it stands, not fitted anew/);
  assert.equal((await evaluated.page.locator('body').innerText()).includes(folder), false, 'no folder of this machine is told');
  await evaluated.close();
  run('select', observations, '--models', 'radial1,radial2,opencv4', '--report', at('selected.html'));
  const selected = await open(written(at('selected.html'), 'selected'));
  await checkPanels(selected.page, { models: ['model-table', 'model-errors'], provenance: [] });
  assert.equal(await selected.page.locator('.models tr.recommended').count(), 1);
  await selected.close();
  run('compare', at('planar', 'calibration.json'), at('other', 'calibration.json'), '--report', at('compared.html'));
  const compared = await open(written(at('compared.html'), 'compared'));
  await checkPanels(compared.page, { comparison: ['difference-map'], provenance: [] });
  await checkWords(compared.page);
  await checkAccess(compared.page);
  await compared.close();
  run('report', at('planar'), '-o', at('afterwards.html'));
  assert.deepEqual(Object.keys(readData(at('afterwards.html'))), Object.keys(readData(at('planar', 'report.html'))));
});

test('50 images of 500 corners', { skip }, async (t) => {
  const observations = at('large.json');
  run('simulate', ...CAMERA.slice(0, -1), 'chessboard:25x20:0.02', '--frames', '50', '--seed', '3', '-o', observations);
  const file = calibrate('large', observations, '--model', 'radial2');
  assert.ok(megabytes(file) < 3, `${megabytes(file)} MB`);
  const { page, times, work, close } = await open(written(file, 'large'));
  t.diagnostic(`${megabytes(file).toFixed(2)} MB, ${times}, ${JSON.stringify(work)}`);
  checkWork(work);
  await checkWidth(page);
  await close();
});
