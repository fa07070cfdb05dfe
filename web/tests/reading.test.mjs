// What a careful reader stumbled over once: numbers that touch, a card alone in its row, words that say less than is known.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { open, quit, writeReport } from './report.mjs';
import { calibrationReport, nextViews, provenance } from './synthetic.mjs';

after(quit);

const text = (page, selector) => page.locator(selector).first().innerText();

/// Pairs of these elements whose boxes overlap.
const touching = (page, selector) =>
  page.locator(selector).evaluateAll((elements) => {
    const boxes = elements.map((element) => [element.textContent, element.getBoundingClientRect()]);
    const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
    return boxes.flatMap(([name, a], i) => boxes.slice(i + 1).flatMap(([other, b]) => (apart(a, b) ? [] : [`${name} and ${other}`])));
  });

for (const [name, width] of [
  ['phone', 360],
  ['screen', 1280],
]) {
  test(`numbers of bars and circles do not touch on a ${name}`, async () => {
    const report = calibrationReport();
    // A few corners far off widen the figure: the circles of the noise are small in it.
    for (const frame of report.frames.slice(0, 3)) for (const corner of frame.corners.slice(0, 2)) corner[3] += 1;
    const { page, close } = await open(writeReport(`touching-${name}`, report), { width });
    assert.deepEqual(await touching(page, '#residual-histogram text.on-map'), []);
    assert.ok((await page.locator('#residual-histogram text.on-map').count()) > 0);
    const bars = await page.locator('.stops').count();
    assert.ok(bars > 3);
    for (let i = 0; i < bars; ++i) assert.deepEqual(await touching(page.locator('.stops').nth(i), '.stop'), []);
    await close();
  });
}

test('no card stands alone in its row', async () => {
  for (const width of [1280, 1000]) {
    const { page, close } = await open(writeReport('cards', calibrationReport()), { width });
    const tops = await page.locator('.cards > *').evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().top)));
    for (const top of new Set(tops)) assert.ok(tops.filter((other) => other === top).length > 1, `${width} px: ${tops}`);
    await close();
  }
});

test('a systematic part that chance may explain is said to be that', async () => {
  const report = calibrationReport();
  const shown = await open(writeReport('shown', report));
  assert.doesNotMatch(await text(shown.page, '.error-bar'), /chance/);
  await shown.close();
  report.calibration.trust.systematic_px_ci95 = [0, 1.2];
  const { page, close } = await open(writeReport('by-chance', report));
  assert.match(await text(page, '.error-bar'), /systematic 0\.647.px \(may be chance\)/);
  await close();
});

test('corners without a tile are told, and so are the images that a judged camera was not made from', async () => {
  const report = calibrationReport();
  const whole = await open(writeReport('tiled', report));
  const said = await text(whole.page, '#tile-bias figcaption');
  assert.doesNotMatch(await text(whole.page, '#parameter-table figcaption'), /judged/);
  await whole.close();
  report.bias_tiles.pop();
  report.judged_file = 'camera.yml';
  const { page, close } = await open(writeReport('untiled', report));
  const missing = (caption) => Number(caption.match(/(\d+) corners? at the edge/)?.[1] ?? 0);
  assert.equal(missing(await text(page, '#tile-bias figcaption')) - missing(said), 4);
  assert.match(await text(page, '#parameter-table figcaption'), /values are those of the camera that is judged/);
  await close();
});

test('where there are enough images, further ones are an offer', async () => {
  const { page, close } = await open(writeReport('enough', { format: 'fiducia.report/1', title: 'Next views', next_views: { ...nextViews(), step: 'enough' }, ...provenance() }));
  assert.match(await text(page, '#suggested-views h3'), /further images would help most/);
  await close();
});
