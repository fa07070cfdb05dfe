// The first screen: how wrong the camera is, why, what to do, and where in the image.

import type { Calibration, Report } from '../data';
import { h, section } from '../dom';
import { amount, isNumber, plural, sentence } from '../format';
import { causes } from './verdict/causes';
import { boundHolds, errorAmount, isAtLeast, isOpen, isShown } from './verdict/bound';
import { errorBar } from './verdict/error_bar';
import { judged } from './verdict/judged';
import { next } from './verdict/next';
import { trustFigure } from './verdict/trust_figure';

const SIGN: Record<string, string> = { good: '✓', usable: '!', bad: '✕' };

/// How far off, with its bound. Nothing where there is nothing to compare with.
function headline(calibration: Calibration): HTMLElement | null {
  const { trust } = calibration;
  if (!trust || !isNumber(trust.total_px)) return null;
  const none = trust.total_px === 0;
  if (isOpen(calibration))
    return h(
      'p',
      { class: 'headline' },
      h('strong', { class: 'total' }, errorAmount(calibration, trust.total_px)),
      h('span', {}, 'expected error: more than the image is large. These images leave the camera open'),
    );
  return h(
    'p',
    { class: 'headline' },
    h(
      'strong',
      { class: 'total' },
      none ? `<\u202f${amount(trust.bound95_px, 'px')}` : `${isAtLeast(calibration) ? '≥\u202f' : ''}${amount(trust.total_px, 'px')}`,
    ),
    h(
      'span',
      {},
      none
        ? 'with 95% confidence; no error was seen. RMS over the image'
        : !isShown(calibration)
          ? `seems to be its error, RMS over the image, which chance explains too; as far as it is explained, with 95% confidence less than ${amount(trust.bound95_px, 'px')}`
        : trust.is_lower_bound
          ? 'expected error at least, RMS over the image: something is left that nothing explains'
          : `expected error, RMS over the image; ${boundHolds(calibration) ? '' : 'as far as it is explained, '}with 95% confidence less than ${amount(trust.bound95_px, 'px')}`,
    ),
  );
}

function notes(warnings: string[]): HTMLElement | null {
  const list = h('ul', {}, ...warnings.map((warning) => h('li', {}, sentence(warning))));
  if (warnings.length > 2) return h('details', { class: 'warnings' }, h('summary', {}, plural(warnings.length, 'note')), list);
  return warnings.length > 0 ? h('div', { class: 'warnings' }, list) : null;
}

export function verdict(report: Report): HTMLElement {
  const calibration = report.calibration!;
  const { judgement, reason, also = [], tolerance_px: tolerance = 1 } = calibration.verdict;
  const kind = judgement in SIGN ? judgement : 'usable';
  const figure = isOpen(calibration) ? null : trustFigure(report);
  return section(
    'verdict',
    'Verdict',
    'Verdict',
    h(
      'div',
      { class: figure ? 'first' : 'first alone' },
      h(
        'div',
        { class: `verdict ${kind}` },
        h(
          'div',
          { class: 'result' },
          h('p', { class: 'judgement' }, h('span', { 'aria-hidden': 'true', class: 'sign' }, SIGN[kind]!), judgement),
          headline(calibration),
        ),
        calibration.trust && !isOpen(calibration) ? errorBar({ ...calibration.trust, is_lower_bound: isAtLeast(calibration) }, tolerance, boundHolds(calibration)) : null,
        h('p', { class: 'reason' }, sentence(reason)),
        ...also.map((more) => h('p', { class: 'also' }, sentence(more))),
        judged(report),
        causes(calibration),
        next(calibration),
        notes(calibration.warnings ?? []),
      ),
      figure,
    ),
  );
}
