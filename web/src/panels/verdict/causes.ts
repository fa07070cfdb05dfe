// What makes the camera wrong, in the order of what it costs.

import { causeName, causeSize, toldTogether } from '../../cause_words';
import type { Calibration, Cause } from '../../data';
import { h } from '../../dom';
import { amount, isNumber, percent, upperFirst } from '../../format';

function row(cause: Cause, most: number): HTMLElement {
  const costs = isNumber(cause.costs_px) ? cause.costs_px : 0;
  const size = causeSize(cause);
  return h(
    'li',
    { 'data-cause': cause.effect },
    h('p', { class: 'cause-name' }, upperFirst(causeName(cause)), size ? `: ${size}` : ''),
    h('p', { class: 'cause-cost' }, costs > 0 ? h('strong', {}, amount(costs, 'px', 2)) : 'costs nothing'),
    h('span', { class: 'cause-bar', 'aria-hidden': 'true', style: `--part: ${(most > 0 ? costs / most : 0).toFixed(3)}` }),
    h('p', { class: 'detail' }, isNumber(cause.share) ? `${percent(cause.share)} of the systematic residuals` : ''),
  );
}

/// What even the best explanation leaves; its cost is not known.
function unexplained({ verdict }: Calibration): HTMLElement | null {
  const left = verdict.findings?.find(({ cause }) => cause === 'unexplained');
  if (!left || !isNumber(left.px)) return null;
  return h(
    'li',
    { 'data-cause': 'unexplained' },
    h('p', { class: 'cause-name' }, `Something that was not found: ${amount(left.px, 'px', 2)} RMS per coordinate is left in the residuals`),
    h('p', { class: 'cause-cost' }, 'cost not known'),
    h('p', { class: 'detail' }, isNumber(left.ratio) ? `${percent(left.ratio)} of the squared residuals` : ''),
  );
}

export function causes(calibration: Calibration): HTMLElement | null {
  if (!calibration.causes) return null;
  const present = toldTogether(calibration.causes);
  const most = Math.max(0, ...present.map(({ costs_px }) => costs_px ?? 0));
  const rest = unexplained(calibration);
  return h(
    'div',
    { class: 'causes', id: 'causes' },
    h('h3', {}, 'Why'),
    present.length > 0 || rest
      ? h('ol', {}, ...present.map((cause) => row(cause, most)), rest)
      : h('p', {}, 'Nothing systematic was found: what is uncertain is left open by the images.'),
  );
}
