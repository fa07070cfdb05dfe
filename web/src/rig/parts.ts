// Random and systematic part of a number, where the calibration tells them: keys such as baseline_systematic_m, or systematic_mm alone.

import { amount, isNumber, type Maybe } from '../format';

function part(object: object, kind: string, what: string, unit: string): Maybe {
  const values = object as Record<string, Maybe>;
  return what ? (values[`${what}_${kind}_${unit}`] ?? values[`${kind}_${what}_${unit}`]) : values[`${kind}_${unit}`];
}

/// In words; empty where no systematic part is told. shown: the unit on the page, factor: from the key's to that one.
export function partsOf(object: object, what: string, unit: string, shown = unit, factor = 1): string {
  const [random, systematic] = ['random', 'systematic'].map((kind) => part(object, kind, what, unit));
  if (!isNumber(systematic)) return '';
  const both = isNumber(random) ? `random ${amount(factor * random, '', 2)}, ` : '';
  const noise = part(object, 'noise', what, unit);
  const corners = isNumber(noise) ? `noise of the corners ${amount(factor * noise, '', 2)}, ` : '';
  return `${both}${corners}systematic ${amount(factor * systematic, shown, 2)}`;
}
