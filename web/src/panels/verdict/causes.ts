// What makes the camera wrong, in the words of the program and in the order of what it costs.

import type { Calibration, CauseTold } from '../../data';
import { h } from '../../dom';
import { amount, isNumber, percent, upperFirst } from '../../format';

/// Of a report without words: the codes have to do.
function byCode({ causes = [] }: Calibration): CauseTold[] {
  return causes
    .filter(({ present }) => present)
    .map(({ effect, share, costs_px }) => ({ effect, words: effect.replaceAll('_', ' '), share, costs_px }));
}

function row(cause: CauseTold, most: number, systematic: boolean): HTMLElement {
  const costs = isNumber(cause.costs_px) ? cause.costs_px : 0;
  const part = cause.part ? `${cause.part} ` : '';
  return h(
    'li',
    { 'data-cause': cause.effect, 'data-part': cause.part ?? '' },
    h('p', { class: 'cause-name' }, upperFirst(cause.words)),
    h('p', { class: 'cause-cost' }, costs > 0 ? h('strong', {}, amount(costs, 'px', 2)) : 'costs nothing'),
    h('span', { class: 'cause-bar', 'aria-hidden': 'true', style: `--part: ${(most > 0 ? costs / most : 0).toFixed(3)}` }),
    h(
      'p',
      { class: 'detail' },
      [
        costs > 0 ? `part of the camera’s ${part}error` : 'no part of the camera’s error that these images show',
        systematic && isNumber(cause.share) ? `${percent(cause.share)} of the systematic residuals` : '',
      ]
        .filter(Boolean)
        .join('; '),
    ),
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
    h('p', { class: 'detail' }, isNumber(left.ratio) ? `${percent(left.ratio)} of the squared residuals that the best explanation leaves` : ''),
  );
}

export function causes(calibration: Calibration): HTMLElement | null {
  if (!calibration.causes) return null;
  const present = calibration.verdict.why ?? byCode(calibration);
  const most = Math.max(0, ...present.map(({ costs_px }) => costs_px ?? 0));
  const rest = unexplained(calibration);
  const systematic = calibration.bias.eps_px !== 0; // else there is nothing to have a share of
  return h(
    'div',
    { class: 'causes', id: 'causes' },
    h('h3', {}, 'Why'),
    present.length > 0 || rest
      ? h('ol', {}, ...present.map((cause) => row(cause, most, systematic)), rest)
      : h('p', {}, 'Nothing systematic was found: what is uncertain is left open by the images.'),
  );
}
