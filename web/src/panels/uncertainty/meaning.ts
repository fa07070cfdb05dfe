// What the map says, in words: the middle, the worst place, and what was never seen.

import type { UncertaintyMaps } from '../../data';
import { amount, isNumber, largest, percent, place, type Maybe } from '../../format';
import { cellAt, centre, type Grid } from '../../plot/cells';

export function mapMeaning(grid: Grid, map: UncertaintyMaps, values: readonly Maybe[], unit: string, distance_m: number | null, rotation: string, without: number): string {
  const most = largest(values);
  if (!Number.isFinite(most)) return 'These observations leave the uncertainty open.';
  const known = values.filter(isNumber).length;
  const middle = values[cellAt(grid, grid.size[0] / 2, grid.size[1] / 2)];
  const unseen = values.filter((value, i) => isNumber(value) && map.observed[i] === false);
  const seenMost = largest(values.filter((_, i) => map.observed[i] !== false));
  const at = distance_m === null ? '' : ` on an object ${amount(distance_m, 'm')} away`;
  const worst = `${amount(most, unit, 2)} ${place(...centre(grid, values.indexOf(most)), grid.size)}`;
  const parts = [
    `What chance leaves open: one standard deviation of where a ray is seen${at}, ${amount(middle, unit, 2)} in the middle, ${worst}; ${rotation}.`,
  ];
  if (unseen.length > 0)
    parts.push(
      `${percent((unseen.length / Math.max(known, 1)) * (1 - without))} of the image never held a corner (hatched): there the number rests on the model alone${Number.isFinite(seenMost) ? `; where corners were detected it is at most ${amount(seenMost, unit, 2)}` : ''}.`,
    );
  else parts.push('Corners were detected in every part of the image.');
  if (known < values.length) parts.push(`In ${percent(without)} of the image (grey) the model has no ray at all.`);
  return parts.join(' ');
}
