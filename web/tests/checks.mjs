// What every report must be, whatever it holds.

import assert from 'node:assert/strict';

export const PANELS = {
  verdict: ['trust-map'],
  numbers: [],
  bias: ['residual-vectors', 'mean-residuals', 'residual-histogram', 'directions', 'tile-bias', 'histogram', 'residual-radius'],
  lens: ['distortion'],
  uncertainty: ['uncertainty-map'],
  distribution: ['k-distribution', 'estimators'],
  parameters: ['parameter-table', 'correlation'],
  frames: ['image-errors', 'coverage', 'pose-scatter', 'frame-shown'],
  space: ['poses'],
  provenance: [],
};

/// What the browser had to do to show a page, as counts: times are another machine's. Corners are drawn on canvases and
/// long tables are cut, so that a page grows with its panels (some 4000 elements), not with its data, and it is laid
/// out anew a few times, not once for each panel.
export function checkWork({ nodes, layouts, styles }) {
  assert.ok(nodes < 8000, `${nodes} nodes`);
  assert.ok(layouts < 24, `${layouts} layouts`);
  assert.ok(styles < 48, `styles computed ${styles} times`);
}

/// The colours of a canvas (or, without one, the shapes of the drawing): more than one, or nothing was drawn.
const drawn = (root) =>
  root.evaluate((element) => {
    const canvas = element.querySelector('.picture canvas');
    if (!canvas) return element.querySelectorAll('.picture svg :is(path, rect, circle, line)').length;
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const colours = new Set();
    for (let i = 0; i < data.length && colours.size < 50; i += 4)
      colours.add((data[i] << 24) | (data[i + 1] << 16) | (data[i + 2] << 8) | data[i + 3]);
    return colours.size;
  });

/// A number that changes when a figure's canvas does.
export const print = (page, id) =>
  page.locator(`#${id} .picture canvas`).evaluate((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let sum = 0;
    for (let i = 0; i < data.length; i += 1) sum = (sum * 31 + data[i]) | 0;
    return sum;
  });

export async function checkPanels(page, panels = PANELS) {
  for (const [part, figures] of Object.entries(panels)) {
    assert.equal(await page.locator(`section#${part} > h2`).count(), 1, `part ${part}`);
    for (const id of figures) {
      const figure = page.locator(`#${part} figure#${id}`);
      assert.equal(await figure.count(), 1, `figure ${id}`);
      assert.ok((await figure.locator('figcaption').innerText()).trim().length > 20, `${id} says what it means`);
      if (part === 'space') continue; // drawn when it is seen: checkSpace
      if (await figure.locator('.picture').count()) assert.ok((await drawn(figure)) > 3, `${id} is drawn`);
      else assert.ok(await figure.locator('table tbody tr').count(), `${id} has rows`);
    }
  }
}

/// The view in space is drawn when it is looked at.
export async function checkSpace(page, id = 'poses') {
  await page.locator(`#${id}`).scrollIntoViewIfNeeded();
  await page.waitForSelector(`#${id} canvas[data-drawn]`, { timeout: 30_000 });
  const colours = await page.locator(`#${id} canvas`).evaluate((canvas) => {
    const copy = document.createElement('canvas');
    [copy.width, copy.height] = [canvas.width, canvas.height];
    const context = copy.getContext('2d');
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, copy.width, copy.height);
    const seen = new Set();
    for (let i = 0; i < data.length && seen.size < 20; i += 4) seen.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
    return seen.size;
  });
  assert.ok(colours > 4, `${id} is drawn in space`);
}

export async function checkWords(page) {
  const text = await page.evaluate(
    () => document.body.innerText + [...document.querySelectorAll('[aria-label]')].map((e) => e.getAttribute('aria-label')).join('\n'),
  );
  assert.equal(text.match(/.{0,30}(NaN|undefined|Infinity|\[object|null px).{0,30}/)?.[0], undefined);
}

/// Headings in order, names for all that is to be named, one main part, a language.
export async function checkAccess(page) {
  const faults = await page.evaluate(() => {
    const found = [];
    const levels = [...document.querySelectorAll('h1, h2, h3, h4')].map((h) => Number(h.tagName[1]));
    if (levels.filter((level) => level === 1).length !== 1) found.push('not one h1');
    levels.forEach((level, i) => i > 0 && level > levels[i - 1] + 1 && found.push(`h${levels[i - 1]} is followed by h${level}`));
    for (const landmark of ['main', 'nav', 'header']) if (document.querySelectorAll(landmark).length !== 1) found.push(`not one ${landmark}`);
    if (!document.documentElement.lang || !document.title) found.push('no language or title');
    const named = (e) => e.getAttribute('aria-label')?.trim() || e.getAttribute('aria-labelledby') || e.textContent.trim() || e.title;
    for (const e of document.querySelectorAll('button, a[href], summary')) if (!named(e)) found.push(`${e.outerHTML.slice(0, 80)} has no name`);
    for (const e of document.querySelectorAll('canvas, svg'))
      if (!e.closest('[aria-hidden=true]') && !e.closest('[role=img][aria-label]')?.getAttribute('aria-label'))
        found.push(`${e.tagName} has no name`);
    for (const e of document.querySelectorAll('[role=img], [role=region], [role=radiogroup]'))
      if (!e.getAttribute('aria-label')) found.push(`${e.className} has no label`);
    for (const e of document.querySelectorAll('img')) if (!e.hasAttribute('alt')) found.push('img without alt');
    for (const e of document.querySelectorAll('input')) if (!e.getAttribute('aria-label') && !e.closest('label')) found.push('input without label');
    for (const e of document.querySelectorAll('th')) if (!e.textContent.trim()) found.push('an empty head of a table');
    const nameOf = (e) => e.getAttribute('aria-label') ?? document.getElementById(e.getAttribute('aria-labelledby'))?.textContent;
    const regions = [...document.querySelectorAll('section[aria-labelledby], [role=region]')].map(nameOf);
    regions.forEach((name, i) => regions.indexOf(name) !== i && found.push(`two regions are called ${name}`));
    const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
    ids.forEach((id, i) => ids.indexOf(id) !== i && found.push(`id ${id} twice`));
    for (const e of document.querySelectorAll('table'))
      if (!e.caption || !e.querySelector('th[scope=col]')) found.push('table without caption or heads');
    return found;
  });
  assert.deepEqual(faults, []);
}

export async function checkWidth(page) {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(content <= window, `the page is ${content} px wide in a window of ${window}`);
}
