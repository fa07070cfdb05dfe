// Random and systematic parts of what a pair or a distance tells, where the calibration has them: keys such as systematic_baseline_m or total_row_px.

import { amount, isNumber } from '../format';

const UNITS: [suffix: string, unit: string, factor: number][] = [
  ['_mm', 'mm', 1],
  ['_m', 'mm', 1000],
  ['_px', 'px', 1],
  ['_deg', '°', 1],
];

export interface Part {
  kind: 'systematic' | 'total' | 'random';
  what: string; // baseline, row error, ...
  text: string; // with its unit
}

/// Of an object's own keys alone; what does not begin so, or is not a number, is passed over.
export function partsOf(object: object): Part[] {
  return Object.entries(object).flatMap(([name, value]): Part[] => {
    const found = /^(systematic|total|random)_(\w+)$/.exec(name);
    const unit = UNITS.find(([suffix]) => name.endsWith(suffix));
    if (!found || !unit || !isNumber(value as number)) return [];
    const what = found[2]!.slice(0, -unit[0].length + 1).replace(/_$/, '').replaceAll('_', ' ');
    return [{ kind: found[1] as Part['kind'], what, text: amount(unit[2] * (value as number), unit[1], 3) }];
  });
}
