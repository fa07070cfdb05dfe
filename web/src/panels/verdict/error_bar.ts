// The total error as one bar against the tolerance: its random and its systematic part, and how far the 95% bound reaches.

import type { Trust } from '../../data';
import { h } from '../../dom';
import { amount, isNumber } from '../../format';
import { key } from '../../legend';

/// holds: whether nothing was found that the bound does not cover. A bar as long as the total error; parts of an error add as squares, so each gets its part of the sum of squares.
export function errorBar(trust: Trust, tolerance: number, holds: boolean): HTMLElement | null {
  const { total_px: total, bound95_px: bound, random_px: random, systematic_px: systematic, is_lower_bound: atLeast } = trust;
  if (!isNumber(total) || !isNumber(bound)) return null;
  const end = 1.12 * Math.max(tolerance, bound, total);
  const at = (px: number): string => `${((100 * px) / end).toFixed(2)}%`;
  const squares = (random ?? 0) ** 2 + (systematic ?? 0) ** 2;
  const part = (px: number | null): number => (squares > 0 && isNumber(px) ? (total * px ** 2) / squares : 0);
  const piece = (kind: string, from: number, length: number) =>
    length > 0 ? h('span', { class: `piece ${kind}`, style: `left: ${at(from)}; width: ${at(length)}` }) : null;
  const byChance = trust.systematic_px_ci95?.[0] === 0 ? ' (may be chance)' : '';
  const unseen = atLeast ? 'systematic: not known' : 'systematic: none seen';
  const inCommon = isNumber(systematic) && systematic > 0 ? `systematic ${amount(systematic, 'px')}${byChance}` : unseen;
  const words =
    `Total error ${atLeast ? 'at least ' : ''}${amount(total, 'px')}: random ${amount(random, 'px')}, ${inCommon}; ` +
    `95% bound ${amount(bound, 'px')}${holds ? '' : ' as far as it is explained'}; tolerance ${amount(tolerance, 'px')}`;
  return h(
    'div',
    { class: 'error-bar' },
    h(
      'div',
      { class: 'bar-track', role: 'img', 'aria-label': words },
      piece('random', 0, part(random)),
      piece('systematic', part(random), part(systematic)),
      piece(atLeast ? 'open' : 'bound', total, Math.max(0, (atLeast ? end : bound) - total)),
      h('span', { class: 'tolerance', style: `left: ${at(tolerance)}` }),
    ),
    h(
      'div',
      { class: 'bar-scale', 'aria-hidden': 'true' },
      h('span', { class: tolerance > 0.6 * end ? 'from-right' : '', style: `left: ${at(tolerance)}` }, `tolerance ${amount(tolerance, 'px')}`),
    ),
    key(
      ['area', 'var(--random)', `random ${amount(random, 'px')}`],
      ['area', 'var(--systematic)', inCommon],
      atLeast
        ? ['hatch', 'var(--systematic)', 'more that nothing explains']
        : ['hatch', 'var(--soft)', `up to the 95% bound${holds ? '' : ' of what is explained'}, ${amount(bound, 'px')}`],
    ),
  );
}
