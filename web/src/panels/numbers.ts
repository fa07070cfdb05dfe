// The numbers, each with its lines, its interval and its explanation.

import type { Bias, Calibration, Report } from '../data';
import { h, section, type Child } from '../dom';
import { preferred } from '../estimators';
import { afterRotation, amount, isNumber, largest, percent, plural, range, smallest, whole, type Maybe } from '../format';
import { gauge, parts, strip } from '../gauge';
import { boundHolds, errorAmount, isAtLeast, isOpen, isShown } from './verdict/bound';

let cards = 0;

function card(title: string, value: string, meaning: string, more: string, ...details: Child[]): HTMLElement {
  const id = `more-${++cards}`;
  const explanation = h('p', { class: 'more', id }, more);
  const info = h(
    'button',
    { type: 'button', class: 'info', 'aria-label': `About: ${title}`, 'aria-expanded': 'false', 'aria-controls': id, 'aria-describedby': id },
    'i',
  );
  const open = (on: boolean) => info.setAttribute('aria-expanded', String(on));
  info.addEventListener('click', () => open(info.getAttribute('aria-expanded') !== 'true'));
  info.addEventListener('keydown', (event) => event.key === 'Escape' && open(false));
  info.addEventListener('blur', () => open(false));
  return h(
    'div',
    { class: 'card' },
    h('div', { class: 'card-head' }, h('h3', {}, title), info),
    explanation,
    h('p', { class: 'value' }, value),
    ...details,
    h('p', { class: 'meaning' }, meaning),
  );
}

const detail = (text: string): HTMLElement => h('p', { class: 'detail' }, text);

/// The test compares mean squares, the number beside it medians: a few large residuals can make the two disagree.
const bySquares = (bias: Bias): string =>
  !bias.plain && isNumber(bias.plain_ratio) && isNumber(bias.ratio) && Math.abs(bias.plain_ratio - bias.ratio) > 0.05
    ? `, by mean squares, for which BR is ${amount(bias.plain_ratio, '', 2)}: they count a few large residuals more than the medians do that this number goes by`
    : '';

function biasCard({ calibration, thresholds: limit = {} }: Report): HTMLElement {
  const { bias } = calibration!;
  const sure = isNumber(bias.p_value)
    ? bias.p_value < 1e-6
      ? 'chance is ruled out (p < 10⁻⁶)'
      : `${bias.p_value < 0.05 ? 'chance alone would hardly do it' : 'chance alone may do it'} (p ${amount(bias.p_value, '', 2)}${bySquares(bias)})`
    : 'too few tiles for a test';
  return card(
    'Systematic residual',
    amount(bias.eps_px, 'px'),
    isNumber(bias.ratio)
      ? `${percent(bias.ratio)} of the squared residual ${isNumber(bias.p_value) && bias.p_value >= 0.05 ? 'seems to be systematic' : 'is not noise'}; ${sure}.`
      : 'It could not be told from noise: no tiles of four corners were detected together.',
    'ε, the systematic part of the residual of one coordinate, and the bias ratio BR, its part of the squared residual: what a lens model, a board or a shutter that is not as assumed leaves behind. More images do not remove it, and no covariance sees all that it does to the result. Each 2 × 2 tile of corners is fitted with a pose of its own; what that cannot take away is noise, the rest is bias. The interval comes from drawing the images anew. What it does to the camera is in the total error, as far as it can be explained.',
    detail(`95%: ${range(bias.eps_px_ci95, 'px')}`),
    detail(`BR ${amount(bias.ratio, '', 2)} (${range(bias.ratio_ci95, '', 2)})`),
    gauge({
      value: bias.ratio,
      interval: bias.ratio_ci95,
      good: limit['bias_ratio_good'],
      bad: limit['bias_ratio_open'],
      most: 1,
      unit: '',
      root: true,
    }),
  );
}

/// A length in the image, of a root mean square per coordinate.
const length = (perCoordinate: number | null | undefined): number | null => (isNumber(perCoordinate) ? Math.SQRT2 * perCoordinate : null);

/// Up to the error that the application bears, and somewhat beyond what is shown.
const reach = (tolerance: number, shown: Maybe): number => Math.max(1.35 * tolerance, isNumber(shown) && shown < 30 * tolerance ? 1.05 * shown : 0);

/// Where another calibration that is surer shows how far off this one is, that is not what its images say by disagreeing.
function byImages({ trust, uncertainty }: Calibration): string {
  const method = preferred(Object.keys(uncertainty ?? {}));
  const alone = length(method ? uncertainty[method]?.eme_px : null);
  if (!isNumber(alone) || !isNumber(trust?.random_px) || !(trust.random_px > 0)) return '';
  return Math.abs(trust.random_px / alone - 1) > 0.1 ? ` (${amount(alone, 'px')} by how much the images disagree alone)` : '';
}

/// What the bound goes beyond the explanation for.
function allowance({ trust }: Calibration): string {
  if (!trust || !isNumber(trust.bound95_px)) return '';
  if (isNumber(trust.unseen_bend_px) && trust.unseen_bend_px >= trust.bound95_px) return 'The bound allows for a bend of the board that these images cannot exclude.';
  if (isNumber(trust.model_doubt_px) && trust.model_doubt_px >= trust.bound95_px) return 'The bound allows for richer lens models that these images cannot exclude.';
  const interval = trust.systematic_px_ci95?.[1];
  return isNumber(interval) && interval > trust.bound95_px
    ? 'The interval is about what other images would show as well; the bound is about this camera, whose difference from the explanation is known.'
    : '';
}

function totalCard({ calibration }: Report): HTMLElement | null {
  const { trust, verdict } = calibration!;
  const tolerance = verdict.tolerance_px ?? 1;
  if (!trust) return null;
  const { model, target_shape: shape } = trust.explanation;
  const shown = isNumber(trust.systematic_px) && trust.systematic_px > 0;
  return card(
    'Total error',
    trust.total_px === 0 && !trust.is_lower_bound ? `<\u202f${amount(trust.bound95_px, 'px')}` : `${isAtLeast(calibration!) ? '≥\u202f' : ''}${errorAmount(calibration!, trust.total_px)}`,
    isOpen(calibration!)
      ? 'These images leave the camera open.'
      : !isShown(calibration!)
        ? `Seen from the best explanation of these images; chance explains as much. With 95% confidence the camera is off by less than ${amount(trust.bound95_px, 'px')}, as far as they are explained.`
      : trust.is_lower_bound
        ? `Nothing that was tried explains all of the residuals: what is left does something to the camera that is not in this number.`
        : `${boundHolds(calibration!) ? 'With' : 'As far as it is explained, with'} 95% confidence the camera is off by less than ${amount(trust.bound95_px, 'px')}.`,
    `How far a ray is seen from where it should be: a length, RMS over the image, ${afterRotation(calibration)}. The random part is what other images of the same kind would change; the systematic part is what all of them have in common, found by comparing the camera with the best explanation of the same images (another lens model, another shape of the board).`,
    detail(`random ${errorAmount(calibration!, trust.random_px)}${byImages(calibration!)}`),
    detail(
      shown
        ? `systematic ${amount(trust.systematic_px, 'px')} (${range(trust.systematic_px_ci95, 'px')}), against ${model}${shape === 'planar' ? '' : `, ${shape} board`}`
        : trust.is_lower_bound
          ? 'systematic: not known'
          : 'systematic: none seen',
    ),
    allowance(calibration!) ? detail(allowance(calibration!)) : null,
    gauge({
      neutral: !boundHolds(calibration!),
      value: trust.bound95_px,
      interval: [trust.total_px, trust.bound95_px],
      good: tolerance,
      most: reach(tolerance, trust.bound95_px),
      unit: 'px',
      root: true,
    }),
  );
}

function errorCard({ calibration }: Report): HTMLElement {
  const { uncertainty, verdict } = calibration!;
  const tolerance = verdict.tolerance_px ?? 1;
  const method = preferred(Object.keys(uncertainty ?? {}));
  const estimate = method ? uncertainty[method] : undefined;
  const error95 = length(estimate?.error95_px);
  return card(
    'Uncertainty by chance',
    errorAmount(calibration!, length(estimate?.eme_px)),
    isOpen(calibration!)
      ? 'These images leave it open.'
      : isNumber(error95)
        ? `With 95% confidence the camera is off by less than ${amount(error95, 'px')} RMS over the image, if there is nothing wrong but what the images disagree by.`
        : 'These observations leave it open.',
    `√(2 EME): how far a ray is seen from where it should be, a length, RMS over the image, because the images leave the parameters uncertain, ${afterRotation(calibration)}. ${method ? `By the estimator ${method}. ` : ''}More and better placed images make it smaller. It knows nothing of a bias that all images share.`,
    detail(`95% bound: ${errorAmount(calibration!, error95)} (the mark below)`),
    detail(method ? `estimator ${method}` : ' '),
    gauge({
      neutral: true, // the random part alone never says that a camera is good
      value: error95,
      good: tolerance,
      most: reach(tolerance, error95),
      unit: 'px',
      root: true,
    }),
  );
}

function noiseCard({ calibration }: Report): HTMLElement {
  const { bias, frames } = calibration!;
  const ratios = frames.flatMap((frame) => (isNumber(frame.noise_ratio) ? [frame.noise_ratio] : []));
  const most = Math.max(3, Math.ceil(largest(ratios, 0)));
  return card(
    'Noise',
    amount(bias.sigma_d_px, 'px'),
    ratios.length > 0
      ? `How exactly corners were detected. Single images: ${amount(smallest(ratios), '', 2)} to ${amount(largest(ratios), '', 2)} times the median image’s noise.`
      : 'How exactly corners were detected, one coordinate.',
    'σ, the standard deviation of one coordinate of a detected corner, whatever lens and board do: measured within small tiles, where a wrong model or a bent board hardly shows. Sharp images and a good detector reach a few hundredths of a pixel. Dots: each image’s noise over that of the median image.',
    detail(`from ${plural(bias.n_tiles, 'tile')} of four corners`),
    detail('one coordinate, 1 σ'),
    ratios.length > 0
      ? strip(
          `noise of ${ratios.length} images, from ${amount(smallest(ratios), '', 2)} to ${amount(largest(ratios), '', 2)} times the median`,
          ratios.length > 300 ? ratios.slice(0, 300) : ratios,
          most,
          1,
        )
      : null,
  );
}

function rmseCard({ calibration }: Report): HTMLElement {
  const { fit, bias } = calibration!;
  const ratio = isNumber(bias.ratio) ? Math.min(1, Math.max(0, bias.ratio)) : null;
  return card(
    'RMSE',
    amount(fit.rmse, 'px'),
    'It falls with fewer images and with more parameters: alone it says little about how good the calibration is.',
    'The reprojection error: root mean square of all residual coordinates. OpenCV’s “rms” is a corner’s, √2 times as large. The bar splits the squared residual into noise and bias.',
    detail(`${whole(fit.n_observations)} coordinates, ${plural(fit.n_parameters, 'parameter')}`),
    detail(`OpenCV’s rms ${amount(isNumber(fit.rmse) ? fit.rmse * Math.SQRT2 : null, 'px')}`),
    ratio === null
      ? null
      : parts(`of the squared residual ${percent(1 - ratio)} is noise, ${percent(ratio)} bias`, [
          [`noise ${percent(1 - ratio)}`, 1 - ratio, 'noise'],
          [`bias ${percent(ratio)}`, ratio, 'bias'],
        ]),
  );
}

export const numbers = (report: Report): HTMLElement =>
  section(
    'numbers',
    'Numbers',
    'The numbers',
    h('div', { class: 'cards' }, totalCard(report), biasCard(report), errorCard(report), noiseCard(report), rmseCard(report)),
  );
