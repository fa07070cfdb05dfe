// The first screen against calibration.json.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const shown = (value, digits = 3) => `${Number(value.toPrecision(digits))}`;

/// What the first screen says is what calibration.json says, and nothing on the page denies it.
export async function checkNumbers(page, directory) {
  if (!directory) return;
  const { trust, causes, verdict } = JSON.parse(readFileSync(path.join(directory, 'calibration.json'), 'utf8'));
  assert.equal((await page.locator('.judgement').innerText()).toLowerCase().replace(/\W/g, ''), verdict.judgement);
  const present = verdict.why;
  const order = await page.locator('#causes li').evaluateAll((rows) => rows.map((row) => row.dataset.cause));
  assert.deepEqual(
    order.filter((cause) => cause !== 'unexplained'),
    present.map((cause) => cause.effect),
  );
  assert.equal(
    order.includes('unexplained'),
    verdict.findings.some(({ cause }) => cause === 'unexplained'),
  );
  for (const [i, { words, part, costs_px }] of present.entries()) {
    const row = (await page.locator('#causes li').nth(i).innerText()).toLowerCase();
    assert.ok(row.includes(words.toLowerCase()), `${row}: ${words}`);
    if (costs_px > 0 && part) assert.ok(row.includes(`${part} error`), row);
  }
  const all = causes.filter((cause) => cause.present);
  const costs = all.map((cause) => cause.costs_px);
  assert.deepEqual(
    costs,
    [...costs].sort((a, b) => b - a),
    'in the order of what they cost',
  );
  assert.equal(present.length > 0, all.length > 0);
  if (!trust) return;
  if (trust.total_px > 2300) return assert.match(await page.locator('.headline').innerText(), /leave the camera open/);
  const headline = (await page.locator('.headline').innerText()).replaceAll('\u202f', ' ');
  assert.ok(headline.includes(`${shown(trust.total_px)} px`), headline);
  const certain = !trust.is_lower_bound && !order.includes('unexplained');
  assert.equal(/less than/.test(headline) && !/as far as it is explained/.test(headline), certain, headline);
  const bar = (await page.locator('.bar-track').getAttribute('aria-label')).replaceAll('\u202f', ' ');
  for (const px of [trust.random_px, trust.bound95_px]) assert.ok(bar.includes(`${shown(px)} px`), bar);
  const unseen = trust.is_lower_bound ? 'systematic: not known' : 'systematic: none seen';
  assert.ok(bar.includes(trust.systematic_px > 0 ? `systematic ${shown(trust.systematic_px)} px` : unseen), bar);
  if (verdict.action.expected_total_px) assert.ok((await page.locator('.expected').innerText()).includes(shown(verdict.action.expected_total_px)));
}
