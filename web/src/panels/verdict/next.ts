// The one thing to do, and the error to be expected after it.

import type { Calibration } from '../../data';
import { h } from '../../dom';
import { amount, isNumber, sentence } from '../../format';

export function next({ verdict, trust }: Calibration): HTMLElement {
  const expected = verdict.action?.expected_total_px;
  const now = trust?.total_px;
  return h(
    'div',
    { class: 'action' },
    h('h3', {}, 'What to do'),
    h('p', {}, sentence(verdict.next)),
    isNumber(expected) && isNumber(now)
      ? h(
          'p',
          { class: 'expected' },
          `${amount(now, 'px')} `,
          h('span', { 'aria-hidden': 'true' }, '→'),
          h('span', { class: 'unseen' }, 'now, then expected: '),
          ' ',
          h('strong', {}, amount(expected, 'px')),
          ' expected error',
        )
      : null,
  );
}
