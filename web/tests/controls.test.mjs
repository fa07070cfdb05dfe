// What the page's controls do, on a report that no camera made.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { print } from './checks.mjs';
import { open, quit, shoot, writeReport } from './report.mjs';
import { calibrationReport } from './synthetic.mjs';

const report = calibrationReport({ thumbnails: true, domain: true });
let file;
before(() => {
  file = writeReport('controls', report);
});
after(quit);

test('switching the estimator, the unit and the distance changes the map', async () => {
  const { page, close } = await open(file);
  const first = await print(page, 'uncertainty-map');
  const text = () => page.locator('#uncertainty-map figcaption').innerText();
  const words = await text();
  await page.locator('#uncertainty-map [data-option=std]').click();
  await page.waitForTimeout(150);
  assert.notEqual(await print(page, 'uncertainty-map'), first);
  assert.notEqual(await text(), words);
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.locator('#uncertainty-map [data-option=cr0]').getAttribute('aria-checked'), 'true');
  await page.locator('#uncertainty-map [data-option=mm]').click();
  await page.locator('#uncertainty-map input[type=number]').fill('3');
  assert.match(await text(), /object 3.m away, [\d.]+.mm/);
  const three = Number((await text()).match(/away, ([\d.]+)/)[1]);
  await page.locator('#uncertainty-map input[type=number]').fill('6');
  assert.ok(Math.abs(Number((await text()).match(/away, ([\d.]+)/)[1]) / three - 2) < 0.06);
  assert.match(await page.locator('#uncertainty-map .legend').innerText(), /mm/);
  await close();
});

test('images sort by every column, by mouse and by key', async () => {
  const { page, close } = await open(file);
  const column = (n) => page.locator(`.frames tbody tr > :nth-child(${n})`).allInnerTexts();
  const names = await column(1);
  const rmse = page.locator('.frames thead button', { hasText: 'RMSE' });
  await rmse.click();
  const head = page.locator('.frames thead th', { hasText: 'RMSE' });
  assert.equal(await head.getAttribute('aria-sort'), 'descending');
  const down = (await column(3)).map(Number);
  assert.deepEqual(
    down,
    [...down].sort((a, b) => b - a),
  );
  assert.notDeepEqual(await column(1), names);
  await rmse.press('Enter');
  assert.equal(await head.getAttribute('aria-sort'), 'ascending');
  const up = (await column(3)).map(Number);
  assert.deepEqual(
    up,
    [...up].sort((a, b) => a - b),
  );
  assert.equal(await page.locator('.frames thead th[aria-sort=none]').count(), 5);
  await page.locator('.frames thead button', { hasText: 'image' }).first().click();
  assert.deepEqual(await column(1), names);
  await page.getByLabel('only those that stand out').check();
  assert.equal(await page.locator('.frames tbody tr').count(), 2);
  await close();
});

test('an image opens by mouse and key, with its corners and its thumbnail; next and previous follow the table', async () => {
  const { page, close } = await open(file);
  const title = () => page.locator('#frame-shown h3').innerText();
  const shown = await print(page, 'frame-shown');
  await page.locator('.frames tbody button').nth(4).click();
  assert.equal(await title(), 'frame004.png');
  await page.waitForTimeout(150);
  assert.notEqual(await print(page, 'frame-shown'), shown);
  assert.equal(await page.locator('.frames tr[aria-current=true]').getAttribute('data-index'), '4');
  await page.locator('.frames tbody button').nth(2).press('Enter');
  assert.equal(await title(), 'frame002.png');
  await page.getByLabel('next image').click();
  assert.equal(await title(), 'frame003.png');
  await page.getByLabel('previous image').press('Enter');
  assert.equal(await title(), 'frame002.png');
  await page.getByLabel('more images').click();
  assert.equal(await page.locator('.frames tbody tr').count(), 5);
  await close();
});

test('zooming by button and key changes the drawing, and back', async () => {
  const { page, close } = await open(file);
  const first = await print(page, 'residual-vectors');
  await page.locator('#residual-vectors .plot').focus();
  await page.keyboard.press('+');
  await page.waitForTimeout(150);
  assert.notEqual(await print(page, 'residual-vectors'), first);
  await page.locator('#residual-vectors').getByLabel('show the whole').click();
  await page.waitForTimeout(150);
  assert.equal(await print(page, 'residual-vectors'), first);
  await page.locator('#residual-vectors input[type=range]').press('ArrowRight');
  await page.waitForTimeout(150);
  assert.notEqual(await print(page, 'residual-vectors'), first);
  await close();
});

test('downloads have exactly the bytes of the report', async () => {
  const { page, close } = await open(file);
  for (const { file: name, text } of report.downloads) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator(`[data-file="${name}"]`).click()]);
    assert.equal(download.suggestedFilename(), name);
    assert.ok(readFileSync(await download.path()).equals(Buffer.from(text, 'utf8')), name);
  }
  await close();
});

test('the four numbers are explained on focus and on click', async () => {
  const { page, close } = await open(file);
  const more = page.locator('.card .more').first();
  assert.equal(await more.evaluate((e) => getComputedStyle(e).visibility), 'hidden');
  await page.keyboard.press('Tab');
  await page.locator('.info').first().focus();
  await page.keyboard.press('Enter');
  assert.equal(await more.evaluate((e) => getComputedStyle(e).visibility), 'visible');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.info').first().getAttribute('aria-expanded'), 'false');
  await page.mouse.move(0, 0);
  await page.locator('.info').nth(1).hover();
  assert.equal(
    await page
      .locator('.card .more')
      .nth(1)
      .evaluate((e) => getComputedStyle(e).visibility),
    'visible',
  );
  await close();
});

test('light, dark and paper', async () => {
  const { page, close } = await open(file, { colorScheme: 'dark' });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await ground();
  const map = await print(page, 'frame-shown');
  await shoot(page, 'everything-dark');
  await page.locator('header [data-option=light]').click();
  await page.waitForTimeout(400);
  assert.notEqual(await ground(), dark);
  assert.notEqual(await print(page, 'frame-shown'), map);
  await page.locator('header [data-option=dark]').click();
  assert.equal(await ground(), dark);
  await page.emulateMedia({ media: 'print' });
  await page.waitForTimeout(300);
  assert.equal(await ground(), 'rgb(255, 255, 255)');
  assert.equal(await page.locator('nav').isVisible(), false);
  assert.equal(await page.locator('.choice:visible, .controls:visible, .downloads:visible').count(), 0);
  assert.equal(await page.locator('.frames tbody tr').count(), 25);
  assert.equal(await page.locator('.card .more').first().isVisible(), true);
  const pdf = await page.pdf({ format: 'A4' });
  assert.ok(pdf.length > 100_000);
  await page.emulateMedia({ media: 'screen' });
  assert.equal(await ground(), dark);
  await close();
});
