// One attribution: what is wrong is said once, on the first screen; figures describe what they show.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { open, quit, writeReport } from './report.mjs';
import { calibrationReport, random } from './synthetic.mjs';

after(quit);

const CAUSES = /fault|shutter|motion|blur|lens model|bent|not flat|stabilis|focus/i;

test('no caption names a cause, whatever the residuals look like', async () => {
  for (const [name, options] of Object.entries({ noise: { bias: 0 }, biased: { bias: 0.4 }, wide: { noise: 0.5 } })) {
    const { page, close } = await open(writeReport(`captions-${name}`, calibrationReport(options)));
    for (const caption of await page.locator('main > section:not(#verdict):not(#frames) figcaption').allInnerTexts())
      assert.doesNotMatch(caption, CAUSES);
    await close();
  }
});

test('residuals without a direction are not said to have one', async () => {
  let standing = 0;
  for (let seed = 1; seed <= 8; ++seed) {
    const report = calibrationReport({ seed, bias: 0, frames: 12 });
    const { page, close } = await open(writeReport('directions', report));
    const caption = await page.locator('#directions figcaption').innerText();
    if (!/no direction stands out/.test(caption)) ++standing;
    await close();
  }
  assert.equal(standing, 0);
});

test('residuals that go one way are said to stand out', async () => {
  const report = calibrationReport({ bias: 0 });
  for (const frame of report.frames) for (const corner of frame.corners) corner[3] += 0.03;
  const { page, close } = await open(writeReport('one-way', report));
  assert.match(await page.locator('#directions figcaption').innerText(), /the most right: \d+ directions stand out/);
  await close();
});

test('one image that goes its own way is no direction of all', async () => {
  const report = calibrationReport({ bias: 0, frames: 12 });
  const rng = random(5);
  for (const corner of report.frames[3].corners) [corner[3], corner[4]] = [0.5 + 0.01 * rng.normal(), 0.01 * rng.normal()];
  const { page, close } = await open(writeReport('one-image', report));
  assert.match(await page.locator('#directions figcaption').innerText(), /no direction stands out/);
  await close();
});

test('means are coloured by their standard error: noise stays neutral, a bias does not', async () => {
  const standing = async (shift) => {
    const report = calibrationReport({ bias: 0, frames: 40 });
    const { bias_image: cells } = report;
    for (const frame of report.frames) for (const corner of frame.corners) if (corner[1] < 968) corner[3] += shift;
    cells.mean_u = cells.mean_u.map((u, i) => (u === null ? null : i % cells.columns < 5 ? u + shift : u));
    const { page, close } = await open(writeReport(`means-${shift}`, report));
    const caption = await page.locator('#mean-residuals figcaption').innerText();
    await close();
    return caption
      .match(/(\d+) of (\d+) cells/)
      .slice(1)
      .map(Number);
  };
  const [byChance, cells] = await standing(0);
  assert.ok(byChance <= 0.05 * cells, `${byChance} of ${cells}`);
  const [biased] = await standing(0.1);
  assert.ok(biased > 0.3 * cells && biased <= 0.55 * cells, `${biased} of ${cells}: the left half but for cells of few images`);
});

test('tiles of noise stay neutral, those of a bent board do not', async () => {
  const standing = async (bent) => {
    const report = calibrationReport({ bias: 0 });
    const noise = 0.05;
    Object.assign(report.calibration.bias, { sigma_d_px: noise });
    const push = (id) => (bent && id % 10 < 2 ? 0.1 : 0);
    for (const frame of report.frames.filter((_, i) => i !== 7)) for (const corner of frame.corners) corner[3] += push(corner[0]);
    report.frames.splice(7, 1);
    report.calibration.frames.splice(7, 1);
    const { page, close } = await open(writeReport(`tiles-${bent}`, report));
    const caption = await page.locator('#tile-bias figcaption').innerText();
    await close();
    return caption
      .match(/(\d+) of (\d+) tiles/)
      .slice(1)
      .map(Number);
  };
  const [byChance, tiles] = await standing(false);
  assert.ok(byChance <= 0.3 * tiles, `${byChance} of ${tiles}`);
  const [bent] = await standing(true);
  assert.ok(bent >= 4 && bent <= 4 + byChance, `${bent} of ${tiles}: the four of the first columns`);
});
