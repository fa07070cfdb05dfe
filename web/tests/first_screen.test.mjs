// The first screen: how wrong, why, what to do, where.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { print } from './checks.mjs';
import { open, quit, writeReport } from './report.mjs';
import { calibrationReport } from './synthetic.mjs';

after(quit);

const text = (page, selector) => page.locator(selector).first().innerText();

test('it shows the total error with its bound, its parts against the tolerance, causes by cost and what is expected after the next step', async () => {
  const report = calibrationReport();
  const { page, close } = await open(writeReport('first', report));
  assert.match(await text(page, '.headline'), /0\.74.px.*less than 0\.93.px/s);
  const label = await page.locator('.bar-track').getAttribute('aria-label');
  assert.match(label, /Total error 0\.74.px: random 0\.36.px, systematic 0\.647.px; 95% bound 0\.93.px; tolerance 0\.8.px/);
  const [random, systematic, bound, tolerance] = await page.evaluate(() =>
    ['.piece.random', '.piece.systematic', '.piece.bound', '.tolerance'].map((s) => {
      const box = document.querySelector(`.bar-track ${s}`).getBoundingClientRect();
      return [box.left, box.right, (box.left + box.right) / 2];
    }),
  );
  const start = random[0];
  const perPx = (random[1] - start + systematic[1] - systematic[0]) / 0.74;
  assert.ok(Math.abs((bound[1] - start) / perPx - 0.93) < 0.01, 'the bar ends at the bound');
  assert.ok(Math.abs((tolerance[2] - start) / perPx - 0.8) < 0.01, 'the tolerance stands where it is');
  assert.ok(Math.abs((random[1] - start) / perPx - 0.74 * (0.36 / 0.74) ** 2) < 0.01, 'parts by their squares');
  assert.deepEqual(await page.locator('#causes li').evaluateAll((rows) => rows.map((row) => row.dataset.cause)), ['target', 'shutter']);
  assert.match(await text(page, '[data-cause=target]'), /The target's shape: 0\.2 mm from its lowest.*0\.65.px.*part of the camera’s systematic error; 90% of the systematic/s);
  assert.match(
    await text(page, '[data-cause=shutter]'),
    /Images are skewed one by one, as by a rolling shutter \(by rows or by columns; or a target that bends: these images do not tell\): 0\.4 px.*0\.12.px.*camera’s random error/s,
  );
  assert.match(await text(page, '.expected'), /0\.74.px.*0\.095.px/s);
  await close();
});

test('a bound that does not hold is not stated flatly, and nothing is green', async () => {
  const report = calibrationReport();
  report.calibration.verdict.findings.push({ cause: 'unexplained', judgement: 'usable', px: 0.05, ratio: 0.3 });
  const some = await open(writeReport('unexplained', report));
  assert.match(await text(some.page, '.headline'), /as far as it is explained/);
  assert.match(await text(some.page, '.card:has(h3:text-is("Total error")) .meaning'), /As far as it is explained/);
  assert.match(await text(some.page, '[data-cause=unexplained]'), /0\.05.px RMS per coordinate.*cost not known/s);
  assert.equal(await some.page.locator('.card:has(h3:text-is("Total error"))').locator('.zone.good').count(), 0);
  await some.close();
  report.calibration.trust.is_lower_bound = true;
  const least = await open(writeReport('at-least', report));
  assert.match(await text(least.page, '.headline'), /≥.0\.74.px.*at least/s);
  assert.equal(await least.page.locator('.piece.bound').count(), 0);
  assert.doesNotMatch(await text(least.page, '.headline'), /less than/);
  await least.close();
  Object.assign(report.calibration.trust, { systematic_px: 0, random_px: 0.74 });
  const unknown = await open(writeReport('not-known', report));
  assert.match(await text(unknown.page, '.error-bar'), /systematic: not known/, 'where something is left, none seen would be wrong');
  assert.match(await unknown.page.locator('.bar-track').getAttribute('aria-label'), /systematic: not known/, 'so does what is read out');
  assert.match(await text(unknown.page, '.card:has(h3:text-is("Total error"))'), /systematic: not known/, 'the card says the same');
  assert.match(await text(unknown.page, '[data-cause=unexplained]'), /of the squared residuals that the best explanation leaves/);
  await unknown.close();
});

test('an error of a given camera that chance explains is no least error', async () => {
  const report = calibrationReport();
  report.calibration.trust.is_lower_bound = true;
  report.calibration.verdict.findings.push({ cause: 'total_error', judgement: 'bad', px: 1.2, is_shown: false });
  const { page, close } = await open(writeReport('by-chance', report));
  assert.match(await text(page, '.headline'), /0\.74.px.*chance explains too.*less than/s);
  assert.doesNotMatch(await text(page, '.headline'), /≥|at least/);
  assert.match(await text(page, '.card:has(h3:text-is("Total error")) .meaning'), /chance explains as much/);
  assert.doesNotMatch(await text(page, '.card:has(h3:text-is("Total error")) .value'), /≥/);
  await close();
});

test('the total error says what its random part and its bound rest on', async () => {
  const report = calibrationReport();
  Object.assign(report.calibration.trust, { model_doubt_px: report.calibration.trust.bound95_px, random_px: 0.01 });
  const { page, close } = await open(writeReport('rests-on', report));
  assert.match(await text(page, '.card:has(h3:text-is("Total error"))'), /by how much the images disagree alone.*allows for richer lens models/s);
  await close();
});

test('heads of the table of images are text on paper, where a button would not be repeated', async () => {
  const { page, close } = await open(writeReport('paper', calibrationReport()));
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('.frames thead .link:visible').count(), 0);
  assert.ok((await page.locator('.frames thead .on-paper:visible').count()) > 3);
  await close();
});

test('the p-value beside the bias ratio says that it goes by mean squares', async () => {
  const report = calibrationReport();
  Object.assign(report.calibration.bias, { p_value: 0.093, plain: false, plain_ratio: 0.14 });
  const { page, close } = await open(writeReport('mean-squares', report));
  assert.match(await text(page, '.card:has(h3:text-is("Systematic residual")) .meaning'), /chance alone may do it \(p 0\.093, by mean squares, for which BR is 0\.14/);
  await close();
});

test('the random error alone is never green', async () => {
  const { page, close } = await open(writeReport('neutral', calibrationReport()));
  assert.equal(await page.locator('.card:has(h3:text-is("Uncertainty by chance"))').locator('.zone.good').count(), 0);
  assert.equal(await page.locator('.card:has(h3:text-is("Uncertainty by chance"))').locator('.zone.neutral').count(), 2);
  await close();
});

test('where it may be trusted follows the tolerance, and says how much of the image that is', async () => {
  const report = calibrationReport();
  const { page, close } = await open(writeReport('trust', report));
  const share = (limit) => report.trust_map.error_px.filter((error) => error <= limit).length / report.trust_map.error_px.length;
  const said = async () => Number((await text(page, '#trust-map figcaption')).match(/under ([\d.]+).px in ([\d.]+)%/)[2]);
  assert.ok(Math.abs((await said()) - 100 * share(0.8)) < 1);
  const before = await print(page, 'trust-map');
  await page.locator('#trust-map input[type=range]').focus();
  for (let i = 0; i < 10; ++i) await page.keyboard.press('ArrowLeft');
  await page.waitForTimeout(200);
  assert.match(await text(page, '#trust-map output'), /0\.4.px/);
  assert.ok(Math.abs((await said()) - 100 * share(0.4)) < 1);
  assert.notEqual(await print(page, 'trust-map'), before);
  await close();
});

test('a report without words for its causes shows their codes', async () => {
  const report = calibrationReport();
  delete report.calibration.verdict.why;
  const { page, close } = await open(writeReport('codes', report));
  assert.deepEqual(await page.locator('#causes li').evaluateAll((rows) => rows.map((row) => row.dataset.cause)), ['target', 'shutter']);
  assert.match(await text(page, '[data-cause=target]'), /Target.*0\.65.px.*90% of/s);
  await close();
});

test('two halves of the images: apart against expected, or why not', async () => {
  const report = calibrationReport();
  const { page, close } = await open(writeReport('halves', report));
  assert.equal(await page.locator('#two-halves .picture canvas').count(), 2);
  assert.match(await text(page, '#two-halves figcaption'), /13 images and the other 12.*0\.4.px RMS apart.*expected to make that 0\.5.px.*no more than their 95% bounds.*1\.1.px/);
  await close();
  report.calibration.halves.apart_px = 1.3;
  const more = await open(writeReport('halves-apart', report));
  assert.match(await text(more.page, '#two-halves figcaption'), /more than their 95% bounds allow together, 1\.1.px: .*too small for these images/);
  await more.close();
  report.calibration.halves = { frames: [4, 3], problem: '7 frames are too few to split; it takes 10' };
  const few = await open(writeReport('halves-few', report));
  assert.match(await text(few.page, '#two-halves'), /^Two halves of the images are not compared here: 7 images are too few to split/);
  assert.equal(await few.page.locator('figure#two-halves').count(), 0, 'words, but no empty card');
  await few.close();
});

test('errors from which no rotation was removed are not said to be without one', async () => {
  const report = calibrationReport();
  const said = /after removing the best-fit rotation/;
  const compensated = await open(writeReport('rotation-removed', report));
  for (const part of ['#two-halves', '#trust-map', '#uncertainty-map']) assert.match(await text(compensated.page, `${part} figcaption`), said);
  await compensated.close();
  report.calibration.mapping = { rotation_compensated: false };
  const { page, close } = await open(writeReport('rotation-kept', report));
  for (const part of ['#two-halves', '#trust-map', '#uncertainty-map']) assert.match(await text(page, `${part} figcaption`), /no rotation removed/);
  assert.doesNotMatch(await page.locator('main').innerText(), said);
  await close();
});

test('printed, verdict, causes, action and map are on the first page', async () => {
  const report = calibrationReport();
  report.calibration.verdict.also = ['the true error may be larger: of the residuals that the best explanation leaves, 0.05 px RMS per coordinate seem to be systematic'];
  report.calibration.verdict.findings.push({ cause: 'unexplained', judgement: 'usable', px: 0.05, ratio: 0.3 });
  // A4 with the margins of the page, in CSS px.
  const mm = 96 / 25.4;
  const { page, close } = await open(writeReport('printed', report), { width: Math.floor(186 * mm), height: Math.floor(273 * mm) });
  await page.emulateMedia({ media: 'print' });
  const boxes = await page.evaluate(() =>
    ['.error-bar', '#causes', '.action', '#trust-map'].map((selector) => document.querySelector(selector).getBoundingClientRect().bottom + scrollY),
  );
  for (const bottom of boxes) assert.ok(bottom > 0 && bottom < 273 * mm, `${boxes}`);
  await close();
});
