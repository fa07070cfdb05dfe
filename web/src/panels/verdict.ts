// Good, questionable or bad; why; what to do next.

import type { Calibration } from '../data';
import { h, section } from '../dom';
import { plural } from '../format';

const SIGN: Record<string, string> = { good: '✓', questionable: '!', bad: '✕' };

export function verdict(calibration: Calibration): HTMLElement {
  const { judgement, reason, action } = calibration.verdict;
  const warnings = calibration.warnings ?? [];
  const kind = judgement in SIGN ? judgement : 'questionable';
  const notes = h('ul', {}, ...warnings.map((warning) => h('li', {}, warning)));
  return section('verdict', 'Verdict', 'Verdict',
    h('div', { class: `verdict ${kind}` },
      h('p', { class: 'judgement' }, h('span', { 'aria-hidden': 'true', class: 'sign' }, SIGN[kind]!), judgement),
      h('div', { class: 'why' }, h('p', { class: 'reason' }, reason), h('p', { class: 'action' }, h('strong', {}, 'Next: '), action),
        warnings.length > 4 ? h('details', { class: 'warnings' }, h('summary', {}, plural(warnings.length, 'note')), notes) : warnings.length > 0 ? h('div', { class: 'warnings' }, notes) : null)));
}
