import type { Calibration } from '../data';
import { h } from '../dom';

const SIGN = { good: '✓', questionable: '!', bad: '✕' };

export function verdict(calibration: Calibration): HTMLElement {
  const { judgement, reason, action } = calibration.verdict;
  const warnings = calibration.warnings ?? [];
  return h(
    'section',
    { id: 'verdict', class: `verdict ${judgement}`, 'aria-label': 'Verdict' },
    h('p', { class: 'judgement' }, h('span', { 'aria-hidden': 'true', class: 'sign' }, SIGN[judgement]), judgement),
    h('div', {}, h('p', { class: 'reason' }, reason), h('p', { class: 'action' }, h('strong', {}, 'Next: '), action)),
    warnings.length > 0 ? h('ul', { class: 'warnings' }, ...warnings.map((warning) => h('li', {}, warning))) : null,
  );
}
