// What axe-core finds on a page: nothing, or its rule and the elements that break it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/// With `rules` axe looks for those alone, which is far quicker.
export async function checkAxe(page, name, rules) {
  await page.evaluate(source); // as the developer tools do: the page's own policy forbids scripts
  const found = await page.evaluate(async (runOnly) => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ['violations'], ...(runOnly && { runOnly }) });
    return violations.map(({ id, help, nodes }) => `${id} (${help}): ${nodes.slice(0, 4).map(({ target, any, all }) => `${target.join(' ')} ${[...any, ...all].map(({ message }) => message).join(', ')}`).join(' | ')}`);
  }, rules);
  assert.deepEqual(found, [], name);
}
