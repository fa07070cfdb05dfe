// A browser and its pages: every report is opened from disk, and any console message of an error, any exception and any request is a failure.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const here = path.dirname(fileURLToPath(import.meta.url));
export const folder = mkdtempSync(path.join(tmpdir(), 'fiducia-page-'));
const screenshots = process.env.SCREENSHOTS ?? path.join(tmpdir(), 'fiducia-screenshots');
mkdirSync(screenshots, { recursive: true });

const browsers = {};
const ARGUMENTS = {
  plain: ['--no-sandbox', '--disable-gpu', '--disable-3d-apis'],
  webgl: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'], // in software: it works everywhere, and slowly
};

export async function launch(kind = 'plain') {
  browsers[kind] ??= await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ARGUMENTS[kind] });
  return browsers[kind];
}

export async function quit() {
  for (const browser of Object.values(browsers)) await browser.close();
  rmSync(folder, { recursive: true, force: true });
}

function writePage(name, data) {
  const template = readFileSync(path.join(here, '../dist/page.html'), 'utf8');
  const file = path.join(folder, `${name}.html`);
  writeFileSync(
    file,
    template.replace('/*DATA*/', () => data),
  );
  return file;
}

/// The page with a report in it, as the program writes it.
export const writeReport = (name, report) => writePage(name, JSON.stringify(report).replaceAll('<', '\\u003c'));

const dataOf = (file) => readFileSync(file, 'utf8').match(/id="report-data">([^<]*)<\/script>/)[1];

/// What a report that the program wrote holds.
export const readData = (file) => JSON.parse(dataOf(file));

/// With FRESH_PAGE the data of a report that the program wrote are shown by the page as it is built now, without compiling the program anew.
export const written = (file, name) => (process.env.FRESH_PAGE ? writePage(name, dataOf(file)) : file);

export const megabytes = (file) => statSync(file).size / 1e6;

/// Opens a report; `problems` fills with what a page must not do, and `close` fails when there is any.
export async function open(file, { width = 1280, height = 900, colorScheme = 'light', script, webgl = false, ...options } = {}) {
  const context = await (
    await launch(webgl ? 'webgl' : 'plain')
  ).newContext({ viewport: { width, height }, colorScheme, acceptDownloads: true, ...options });
  const page = await context.newPage();
  const problems = [];
  const address = pathToFileURL(file).href;
  page.on(
    'console',
    (message) =>
      ['error', 'warning'].includes(message.type()) &&
      !/GPU stall|swiftshader|WebGL/i.test(message.text()) &&
      problems.push(`console: ${message.text()}`),
  );
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on('request', (request) => {
    if (request.url() !== address && !/^(data|blob):/.test(request.url())) problems.push(`request: ${request.url()}`);
  });
  if (script) await page.addInitScript(script);
  // Time of the page's own thread: what else the machine does is not in it.
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(address);
  await page.waitForSelector('html[data-drawn]', { state: 'attached', timeout: 30_000 });
  const { metrics } = await devtools.send('Performance.getMetrics');
  const metric = (wanted) => metrics.find(({ name }) => name === wanted).value;
  const drawn_ms = await page.evaluate(() => performance.getEntriesByName('drawn')[0].startTime);
  const times = `drawn after ${drawn_ms.toFixed(0)} ms (the page worked ${(1000 * metric('TaskDuration')).toFixed(0)} ms)`;
  const work = { nodes: metric('Nodes'), layouts: metric('LayoutCount'), styles: metric('RecalcStyleCount') };
  const close = async () => {
    await context.close();
    assert.deepEqual(problems, []);
  };
  return { page, problems, times, work, close };
}

/// A picture of the page; of all of it, which takes seconds, only where somebody wants to look at it.
export async function shoot(page, name) {
  await page.screenshot({ path: path.join(screenshots, `${name}.png`), fullPage: Boolean(process.env.SCREENSHOTS) });
}
