// A browser and its pages: every report is opened from disk, and any console message of an error, any exception and any request is a failure.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const here = path.dirname(fileURLToPath(import.meta.url));
export const folder = mkdtempSync(path.join(tmpdir(), 'fiducia-page-'));
const screenshots = process.env.SCREENSHOTS ?? path.join(folder, 'screenshots');
mkdirSync(screenshots, { recursive: true });

let browser;
export async function launch() {
  browser ??= await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'] });
  return browser;
}
export async function quit() {
  await browser?.close();
  browser = undefined;
}

/// The page with a report in it, as the program writes it.
export function writeReport(name, report) {
  const template = readFileSync(path.join(here, '../dist/page.html'), 'utf8');
  const file = path.join(folder, `${name}.html`);
  writeFileSync(file, template.replace('/*DATA*/', () => JSON.stringify(report).replaceAll('<', '\\u003c')));
  return file;
}

export const megabytes = (file) => statSync(file).size / 1e6;

/// Opens a report; `problems` fills with what a page must not do, and `close` fails when there is any.
export async function open(file, { width = 1280, height = 900, colorScheme = 'light', script, ...options } = {}) {
  const context = await (await launch()).newContext({ viewport: { width, height }, colorScheme, acceptDownloads: true, ...options });
  const page = await context.newPage();
  const problems = [];
  const address = pathToFileURL(file).href;
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && !/GPU stall|swiftshader|WebGL/i.test(message.text()) && problems.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on('request', (request) => {
    if (request.url() !== address && !/^(data|blob):/.test(request.url())) problems.push(`request: ${request.url()}`);
  });
  if (script) await page.addInitScript(script);
  const start = performance.now();
  await page.goto(address);
  await page.waitForSelector('html[data-drawn]', { state: 'attached', timeout: 30_000 });
  const opened_ms = performance.now() - start;
  const drawn_ms = await page.evaluate(() => performance.getEntriesByName('drawn')[0].startTime);
  const close = async () => {
    await context.close();
    assert.deepEqual(problems, []);
  };
  return { page, problems, opened_ms, drawn_ms, close };
}

export async function shoot(page, name, options = {}) {
  await page.screenshot({ path: path.join(screenshots, `${name}.png`), fullPage: true, ...options });
}
