// The page on reports that no camera made: what it shows, how soon, and that nothing in a file's name does anything.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkAxe } from './axe.mjs';
import { checkAccess, checkPanels, checkSpace, checkWidth, checkWords, checkWork, PANELS } from './checks.mjs';
import { launch, megabytes, open, quit, shoot, writeReport } from './report.mjs';
import { calibrationReport, comparison, nextViews, provenance, selection } from './synthetic.mjs';

const everything = {
  ...calibrationReport({ thumbnails: true, domain: true }),
  selection: selection(),
  comparison: comparison(),
  next_views: nextViews(),
};
const ALL = {
  ...PANELS,
  lens: ['distortion', 'undistorted'],
  uncertainty: ['uncertainty-map', 'two-halves'],
  space: ['poses', 'target-shape'],
  models: ['model-table', 'model-errors'],
  comparison: ['difference-map'],
  'next-views': ['suggested-views'],
};
let file;
before(async () => {
  file = writeReport('everything', everything);
  // The first canvas of a browser waits for its graphics to start; that is not the page's time.
  const page = await (await launch()).newPage();
  await page.evaluate(() => document.createElement('canvas').getContext('2d').fillRect(0, 0, 1, 1));
  await page.close();
});
after(quit);

test('every panel is there, drawn, named and in plain words', async () => {
  const { page, close } = await open(file);
  const { space, ...rest } = ALL;
  await checkPanels(page, rest);
  await checkWords(page);
  await checkAccess(page);
  await checkWidth(page);
  assert.equal(await page.locator('nav a').count(), Object.keys(ALL).length);
  await shoot(page, 'everything-light');
  await close();
});

for (const colorScheme of ['light', 'dark'])
  test(`axe finds nothing, ${colorScheme}`, async () => {
    const { page, close } = await open(file, { colorScheme });
    await checkAxe(page, colorScheme);
    await page.evaluate(() => document.querySelector('main').append(document.createElement('button')));
    await assert.rejects(checkAxe(page, 'planted', ['button-name']), /button-name/, 'a button without a name is found');
    await close();
  });

test('the view in space is drawn when it is seen, turns by keys, and names a board', async () => {
  const { page, close } = await open(file, { webgl: true, width: 700, height: 600 });
  await checkSpace(page, 'poses');
  await checkSpace(page, 'target-shape');
  const look = () => page.locator('#poses canvas').evaluate((canvas) => canvas.toDataURL().length + canvas.toDataURL().slice(-400));
  const before = await look();
  await page.locator('#poses canvas').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowUp');
  assert.notEqual(await look(), before);
  const canvas = page.locator('#poses canvas');
  const box = await canvas.boundingBox();
  let named = '';
  for (const y of [0.45, 0.55, 0.35, 0.65])
    for (let i = 1; i < 12 && !named; ++i) {
      await canvas.hover({ position: { x: (box.width * i) / 12, y: box.height * y } }); // once it does not scroll any more
      // What lies under the pointer is looked up in the next picture, and in software those are slow.
      named = await page.evaluate(async () => {
        for (let n = 0; n < 2; ++n) await new Promise(requestAnimationFrame);
        const tip = document.getElementById('tip');
        return tip && !tip.hidden ? tip.textContent : '';
      });
    }
  assert.match(named, /frame\d+\.png.*m away/);
  await close();
});

test('a phone needs no sideways scrolling', async () => {
  const { page, close } = await open(file, { width: 360, height: 740, isMobile: true, hasTouch: true });
  await checkWidth(page);
  await checkPanels(page, Object.fromEntries(Object.entries(ALL).filter(([part]) => part !== 'space')));
  await shoot(page, 'everything-phone');
  await close();
});

test('names are text, however they are meant', async () => {
  const names = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(2)>',
    'x'.repeat(300),
    'תמונה שמאלית ‮gnp.live',
    '</script><script>alert(3)</script>',
    '${alert(4)}',
    "'; alert(5); '",
    '\u0000\u2028\u2029 tab\tname',
  ];
  const report = {
    ...calibrationReport({ frames: 14, name: (i) => names[i] ?? `frame${i}` }),
    title: '</title><script>alert(6)</script>'.repeat(4),
    selection: selection(),
  };
  report.selection.entries[0].model = '<b>pinhole</b>';
  report.provenance.inputs = names.map((name) => ({ name, hash: name }));
  report.provenance.command = names.join(' ');
  report.calibration.left_out = names.map((name) => ({ name, reason: name }));
  report.calibration.warnings = names;
  for (const width of [360, 1280]) {
    const { page, close } = await open(writeReport('hostile', report), { width });
    await checkWidth(page);
    assert.equal(await page.locator('main script, main b, main img').count(), 0);
    assert.ok((await page.locator('.frames').innerText()).includes('<script>alert(1)</script>'));
    await page.locator('.frames tbody button').evaluateAll(async (buttons) => {
      for (const button of buttons.slice(0, 8)) {
        button.click();
        await new Promise(requestAnimationFrame);
      }
    });
    await checkWords(page);
    await checkAccess(page);
    if (width === 360) await shoot(page, 'hostile-phone');
    await close();
  }
});

test('what is not known is a dash', async () => {
  const report = calibrationReport({ frames: 4 });
  const { calibration } = report;
  Object.assign(calibration.bias, {
    ratio: null,
    ratio_ci95: [null, null],
    eps_px: null,
    eps_px_ci95: [null, null],
    sigma_d_px: null,
    p_value: null,
    n_tiles: 0,
    source: {},
  });
  for (const estimate of Object.values(calibration.uncertainty))
    Object.assign(estimate, {
      eme: null,
      eme_px: null,
      error95_px: null,
      k_quantiles: { 0.5: null, 0.95: null },
      sigma: { fx: null },
      correlation: [[null]],
    });
  calibration.frames.forEach((frame) => Object.assign(frame, { rmse: null, leverage: null, shift_px: null, noise_ratio: null }));
  Object.assign(calibration.fit, { rmse: null, s_d: null, mad: null });
  calibration.parameters.k2 = null;
  calibration.target_shape = { shape: 'free', peak_to_valley_m: null, out_of_plane_rms_m: null, sigma_m: null };
  for (const values of Object.values(report.uncertainty.methods)) values.fill(null);
  report.bias_tiles.forEach((tile) => (tile.eps_px = null));
  report.bias_image.mean_u.fill(null);
  report.distribution = {};
  report.thresholds = {};
  const { page, close } = await open(writeReport('nulls', report));
  await checkWords(page);
  await checkAccess(page);
  await close();
});

test('a calibration with next to nothing around it', async () => {
  const { calibration, format, title } = calibrationReport({ frames: 3 });
  const bare = {
    format,
    title,
    calibration: {
      ...calibration,
      uncertainty: {},
      frames: calibration.frames.map(({ name, rotation_vector, translation, rmse }) => ({ name, rotation_vector, translation, rmse })),
      warnings: undefined,
      left_out: undefined,
      left_out_corners: undefined,
    },
    ...provenance(),
  };
  const { page, close } = await open(writeReport('bare', bare));
  await checkWords(page);
  assert.equal(await page.locator('.frames tbody tr').count(), 3);
  await close();
});

for (const [part, report] of Object.entries({
  models: { selection: selection() },
  comparison: { comparison: comparison() },
  'next-views': { next_views: nextViews() },
})) {
  test(`a page with nothing but ${part}`, async () => {
    const { page, close } = await open(writeReport(part, { format: 'fiducia.report/1', title: part, ...report, ...provenance() }));
    await checkPanels(page, { [part]: ALL[part], provenance: [] });
    assert.equal(await page.locator('main > section').count(), 2);
    await checkWords(page);
    await checkAccess(page);
    if (part === 'comparison')
      assert.match(await page.locator('.judged').innerText(), /more than their uncertainties explain: 0\.594.px.*allow 0\.3.px/);
    if (part === 'next-views') assert.match(await page.locator('.views').innerText(), /40° tilt, 0\.9.m away/);
    await shoot(page, `only-${part}`);
    await close();
  });
}

test('without WebGL it says so', async () => {
  const { page, close } = await open(file);
  await page.locator('#space').scrollIntoViewIfNeeded();
  await page.waitForSelector('#poses .no-webgl');
  assert.match(await page.locator('#poses .no-webgl').innerText(), /no WebGL.*m away/s);
  await close();
});

for (const [frames, columns, rows, most_mb] of [
  [50, 25, 20, 3],
  [1000, 10, 8, 8],
]) {
  test(`${frames} images of ${columns * rows} corners open soon`, async (t) => {
    const large = writeReport(`large-${frames}`, calibrationReport({ frames, columns, rows, spacing: 0.5 / columns, bent: false }));
    const { page, times, work, close } = await open(large);
    t.diagnostic(`${megabytes(large).toFixed(2)} MB, ${times}, ${JSON.stringify(work)}`);
    assert.ok(megabytes(large) < most_mb);
    checkWork(work);
    await checkPanels(page, Object.fromEntries(Object.entries(PANELS).filter(([part]) => part !== 'space')));
    assert.ok((await page.locator('.frames tbody tr').count()) <= 20);
    await page.locator('.frames thead button').nth(2).click();
    await close();
  });
}
