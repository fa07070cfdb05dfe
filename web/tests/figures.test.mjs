// Figures: what they show is what the report holds, and what is chosen in one is chosen in all.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { print } from './checks.mjs';
import { open, quit, writeReport } from './report.mjs';
import { calibrationReport } from './synthetic.mjs';

after(quit);

const report = calibrationReport({ thumbnails: true });
const text = (page, selector) => page.locator(selector).first().innerText();
const boxOf = (page, selector) => page.locator(selector).first().boundingBox();

test('bars have the heights of the images’ errors, and a click chooses the image everywhere', async () => {
  const { page, close } = await open(writeReport('bars', report));
  const heights = await page.locator('#image-errors svg rect.bar').evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('height'))));
  assert.equal(heights.length, report.calibration.frames.length);
  const perPx = heights[0] / report.calibration.frames[0].rmse;
  report.calibration.frames.forEach(({ rmse }, i) => assert.ok(Math.abs(heights[i] / perPx - rmse) < 1e-3, `bar ${i}`));
  const tall = await page.locator('#image-errors svg rect.bar').nth(7).boundingBox();
  await page.mouse.click(tall.x + tall.width / 2, tall.y + tall.height / 2);
  assert.equal(await text(page, '#frame-shown h3'), 'frame007.png');
  await page.waitForTimeout(150);
  assert.equal(await page.locator('#image-errors rect.picked').count(), 1);
  assert.equal(await page.locator('#pose-scatter circle.picked').count(), 1);
  assert.equal(await page.locator('.frames tr[aria-current=true]').getAttribute('data-index'), '7');
  await close();
});

test('coverage counts the cells with corners', async () => {
  const { page, close } = await open(writeReport('coverage', report));
  const cells = new Set(
    report.frames.flatMap(({ corners }) =>
      corners.map(([, u, v]) => `${Math.floor(((u + 0.5) * 16) / 1936)},${Math.floor(((v + 0.5) * 10) / 1216)}`),
    ),
  );
  const said = Number((await text(page, '#coverage figcaption')).match(/in ([\d.]+)% of 160 cells/)[1]);
  assert.ok(Math.abs(said - (100 * cells.size) / 160) < 1);
  await close();
});

test('before and after: the slider moves the edge, and straight lines say by how much they are straighter', async () => {
  const { page, close } = await open(writeReport('preview', report));
  const before = await print(page, 'undistorted');
  await page.locator('#undistorted input[type=range]').focus();
  for (let i = 0; i < 20; ++i) await page.keyboard.press('ArrowRight');
  await page.waitForTimeout(200);
  assert.notEqual(await print(page, 'undistorted'), before);
  assert.match(await text(page, '#undistorted figcaption'), /stray from them by up to [\d.]+.px before and [\d.]+.px after/);
  await close();
});

test('the distortion at the image’s corner is that of the curve, and an end of the model is told', async () => {
  const { page, close } = await open(writeReport('curve', report));
  const off = Math.abs(report.distortion.radius_px[37] - report.distortion.ideal_px[37]);
  const [, angle, px] = (await text(page, '#distortion figcaption')).match(/corner, ([\d.]+)° from.*seen ([\d.]+).px/);
  assert.equal(Number(angle), 37);
  assert.equal(Number(px), Number(off.toPrecision(3)));
  assert.match(await text(page, '#distortion figcaption'), /does not fold over/);
  await close();
  const folding = await open(writeReport('fold', { ...report, distortion: { ...report.distortion, image_deg: null, fold_deg: 40.5 } }));
  assert.match(await text(folding.page, '#distortion figcaption'), /At 40\.5° the model ends/);
  assert.ok((await folding.page.locator('#distortion .at-angle.fold').count()) >= 1);
  await folding.close();
});

test('more than 3000 corners in view are arrows of cells, fewer are lines', async () => {
  const many = await open(writeReport('many', calibrationReport({ frames: 60 })));
  const whole = await print(many.page, 'residual-vectors');
  await many.page.locator('#residual-vectors .plot').focus();
  for (let i = 0; i < 6; ++i) await many.page.keyboard.press('+');
  await many.page.waitForTimeout(300);
  assert.notEqual(await print(many.page, 'residual-vectors'), whole);
  const shades = await many.page.locator('#residual-vectors canvas').evaluate((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let filled = 0;
    for (let i = 3; i < data.length; i += 4) if (data[i] > 0) ++filled;
    return filled / (data.length / 4);
  });
  assert.ok(shades < 0.6, `zoomed in there are lines again: ${shades} of the canvas is drawn on`);
  await many.close();
});

test('an image shows its worst corners at their own resolution', async () => {
  const { page, close } = await open(writeReport('crops', report));
  await page.locator('.frames tbody button').nth(2).click();
  const worst = report.frames[2].corners.map((c) => Math.hypot(c[3], c[4])).sort((a, b) => b - a);
  const said = await page.locator('.crop p').allInnerTexts();
  assert.equal(said.length, 2);
  said.forEach((words, i) => assert.equal(Number(words.match(/: ([\d.]+).px/)[1]), Number(worst[i].toPrecision(2))));
  await close();
});

test('buttons stand outside the drawings, and labels of axes do not touch', async () => {
  for (const width of [360, 1280]) {
    const { page, close } = await open(writeReport('axes', report), { width, height: 800 });
    for (const plot of await page.locator('.plot:has(.zoom):has(.picture)').all()) {
      const [bar, picture] = [await plot.locator('.zoom').boundingBox(), await plot.locator('.picture').boundingBox()];
      assert.ok(bar.y + bar.height <= picture.y + 1, 'buttons are above');
    }
    const faults = await page.evaluate(() => {
      const found = [];
      const touch = (a, b) => a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;
      for (const svg of document.querySelectorAll('.picture svg')) {
        const texts = [...svg.querySelectorAll('.axis text, .label')].filter(
          (t) => t.textContent && !t.getAttribute('transform')?.includes('rotate(-50)'),
        );
        const boxes = texts.map((t) => t.getBoundingClientRect());
        boxes.forEach((a, i) =>
          boxes
            .slice(i + 1)
            .forEach((b, j) => touch(a, b) && found.push(`${svg.closest('figure').id}: ${texts[i].textContent} | ${texts[i + 1 + j].textContent}`)),
        );
      }
      return found;
    });
    assert.deepEqual(faults, [], `at ${width} px`);
    await close();
  }
});

test('influential images are flagged, repeated ones are redundant and not to be looked at', async () => {
  const flagged = structuredClone(report);
  Object.assign(flagged.calibration.frames[5], { influential: true, shift_px: 2.4 });
  const { page, close } = await open(writeReport('flags', flagged));
  const row = (i) => page.locator(`.frames tr[data-index="${i}"]`);
  assert.match(await row(5).innerText(), /influential/);
  assert.match(await row(12).innerText(), /redundant/);
  assert.equal(await row(12).evaluate((e) => e.classList.contains('suspicious')), false);
  assert.match(await text(page, '#frames .lead'), /1 image moves it by more than the 95% bound.*1 image is redundant/s);
  await close();
});
