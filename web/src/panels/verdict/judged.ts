// Of a calibration that somebody gave: which file it is, and what these images would make of it.

import type { Report } from '../../data';
import { h } from '../../dom';
import { amount, isNumber, shorten } from '../../format';

export function judged({ calibration, judged_file: file }: Report): HTMLElement | null {
  const { optimum } = calibration!;
  if (!optimum) return null;
  const { difference_px, expected_px, at_minimum } = optimum;
  const fit = at_minimum
    ? 'It is the best fit of these images.'
    : isNumber(difference_px)
      ? `The best fit of these images maps ${amount(Math.SQRT2 * difference_px, 'px')} away from it, RMS over the image, where chance explains up to ${amount(isNumber(expected_px) ? Math.SQRT2 * expected_px : null, 'px')}. The uncertainty by chance below is what these images leave open, not an error of the given camera.`
      : '';
  return h(
    'p',
    { class: 'judged' },
    'Judged: ',
    file ? h('bdi', {}, shorten(file, 60)) : 'intrinsics that were given',
    ', as it stands, not fitted anew. ',
    fit,
  );
}
