// Facts about cameras or pairs: a few stand side by side, many below each other.

import { table, type Child } from '../dom';

export const MOST_SIDE_BY_SIDE = 3;

/// items: the name of each, then its facts in the order of the heads.
export function factsTable(label: string, what: string, heads: string[], items: Child[][]): HTMLElement {
  if (items.length > MOST_SIDE_BY_SIDE) return table(label, [what, ...heads], items, { class: 'facts-of many' });
  const rows = heads.map((head, i): Child[] => [head, ...items.map((item) => item[i + 1])]);
  return table(label, [what, ...items.map((item) => item[0])], rows, { class: 'facts-of' });
}
