import type { Report } from '../data';
import { amount, h, section } from '../dom';

function card(title: string, value: string, detail: string, meaning: string): HTMLElement {
  return h('div', { class: 'card', tabindex: 0, title: meaning }, h('h3', {}, title), h('p', { class: 'value' }, value), h('p', { class: 'detail' }, detail), h('p', { class: 'meaning' }, meaning));
}

export function numbers(report: Report): HTMLElement {
  const { bias, fit, uncertainty } = report.calibration!;
  const limit = report.thresholds ?? {};
  const cr2 = uncertainty['cr2'];
  const range = (low: number, high: number, unit = '') => `${amount(low)} to ${amount(high, unit)}`;
  return section(
    'numbers',
    'Four numbers',
    h(
      'div',
      { class: 'cards' },
      card('Bias', amount(bias.eps_px, 'px'), `95%: ${range(...bias.eps_px_ci95, 'px')}; ratio ${amount(bias.ratio, '', 2)} (${range(...bias.ratio_ci95)}); good below ${amount(limit['bias_ratio_good'])}`,
        'The part of the residual that is not noise: the lens model, the board or the shutter is not what it is said to be. More pictures do not remove it.'),
      card('Expected mapping error', cr2 ? amount(cr2.eme_px, 'px') : '–', cr2 ? `95%: below ${amount(cr2.error95_px, 'px')}; good below ${amount(limit['error_px_good'], 'px')}` : 'these observations leave it open',
        'How far a ray is seen from where it should be, RMS over the image, because the pictures leave the parameters uncertain. More and better pictures make it smaller.'),
      card('Noise', amount(bias.sigma_d_px, 'px'), `from ${bias.n_tiles} tiles of four corners`, 'How precisely corners were found, one coordinate, whatever lens and board do.'),
      card('RMSE', amount(fit.rmse, 'px'), `${fit.n_observations} coordinates, ${fit.n_parameters} parameters; OpenCV's rms ${amount(fit.rmse * Math.SQRT2, 'px')}`,
        'The reprojection error. It falls with fewer pictures and with more parameters: it says little about how good the calibration is.'),
    ),
  );
}
