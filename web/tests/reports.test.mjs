// Reports of real cameras: FIDUCIA_REPORTS names a folder of results that `fiducia calibrate -o` wrote.

import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { checkAccess, checkWidth, checkWords } from './checks.mjs';
import { checkNumbers } from './numbers.mjs';
import { open, quit, written } from './report.mjs';

after(quit);

const root = process.env.FIDUCIA_REPORTS;
const results = root ? readdirSync(root).filter((name) => existsSync(path.join(root, name, 'report.html'))) : [];
const CAUSES = /fault|shutter|motion|lens model|bent|not flat|stabilis/i;

test('there are reports', { skip: root ? false : 'FIDUCIA_REPORTS names no folder' }, () => assert.ok(results.length > 0));

for (const name of results) {
  test(`${name} does not deny what it says`, async () => {
    const directory = path.join(root, name);
    const { page, close } = await open(written(path.join(directory, 'report.html'), name));
    await checkNumbers(page, directory);
    for (const caption of await page.locator('main > section:not(#verdict):not(#frames) figcaption').allInnerTexts())
      assert.doesNotMatch(caption, CAUSES);
    await checkWords(page);
    await checkAccess(page);
    await checkWidth(page);
    await close();
  });
}
