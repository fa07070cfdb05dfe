// Good, usable or bad; why; what to do next.

import type { Calibration } from '../data';
import { h, section } from '../dom';
import { amount, isNumber, plural, sentence } from '../format';

const SIGN: Record<string, string> = { good: '✓', usable: '!', bad: '✕' };

export function verdict(calibration: Calibration): HTMLElement {
  const { judgement, reason, also = [], next } = calibration.verdict;
  const warnings = calibration.warnings ?? [];
  const kind = judgement in SIGN ? judgement : 'usable';
  const { difference_px, expected_px, at_minimum } = calibration.optimum ?? {};
  const best =
    isNumber(difference_px) && !at_minimum
      ? h(
          'p',
          {},
          `The camera that fits these observations best maps ${amount(difference_px, 'px')} away from the given one; chance explains up to ${amount(expected_px, 'px')} of that. The expected mapping error below is that of a fit to these observations, not that of the given camera.`,
        )
      : calibration.optimum
        ? h(
            'p',
            {},
            at_minimum
              ? 'These intrinsics were given, not fitted; they are the best fit of these observations.'
              : 'These intrinsics were given, not fitted.',
          )
        : null;
  const notes = h('ul', {}, ...warnings.map((warning) => h('li', {}, sentence(warning))));
  return section(
    'verdict',
    'Verdict',
    'Verdict',
    h(
      'div',
      { class: `verdict ${kind}` },
      h('p', { class: 'judgement' }, h('span', { 'aria-hidden': 'true', class: 'sign' }, SIGN[kind]!), judgement),
      h(
        'div',
        { class: 'why' },
        h('p', { class: 'reason' }, sentence(reason)),
        ...also.map((more) => h('p', { class: 'also' }, sentence(more))),
        h('p', { class: 'action' }, h('strong', {}, 'Next: '), sentence(next)),
        best,
        warnings.length > 4
          ? h('details', { class: 'warnings' }, h('summary', {}, plural(warnings.length, 'note')), notes)
          : warnings.length > 0
            ? h('div', { class: 'warnings' }, notes)
            : null,
      ),
    ),
  );
}
