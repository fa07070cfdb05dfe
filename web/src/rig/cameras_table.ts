// Every camera: its model, how well it fits, and how far it is off.

import { h, type Child } from '../dom';
import { amount, isNumber } from '../format';
import { boundsHold, type RigCalibration } from './data';
import { factsTable } from './facts_table';

export function camerasTable(calibration: RigCalibration): HTMLElement {
  const holds = boundsHold(calibration);
  const { cameras, instants } = calibration;
  const split = cameras.some(({ trust }) => isNumber(trust?.systematic_px));
  const rows = cameras.map(({ name, model, fit, bias, trust }): Child[] => {
    const more = trust?.is_lower_bound;
    const bound = isNumber(trust?.bound95_px) ? `95%: <\u00a0${amount(trust!.bound95_px, 'px')}` : '';
    return [
      h('span', {}, name),
      model,
      String(instants.filter(({ views }) => views.some(({ camera }) => camera === name)).length),
      amount(fit.rmse, 'px', 3),
      amount(bias?.sigma_d_px ?? fit.s_d, 'px', 3),
      h(
        'span',
        { class: 'bounded' },
        h('strong', {}, `${more ? '≥\u202f' : ''}${amount(trust?.total_px, 'px')}`),
        h('span', { class: more ? 'detail' : 'detail bound' }, more ? 'not noise alone' : holds || !bound ? bound : `(${bound})`),
      ),
      ...(split ? [amount(trust?.random_px, 'px'), isNumber(trust?.systematic_px) ? amount(trust!.systematic_px, 'px') : '–'] : []),
    ];
  });
  return factsTable(
    'Cameras',
    'camera',
    [
      'model',
      'views',
      'RMSE per coordinate',
      'noise of a corner',
      split ? 'total error' : 'off by chance',
      ...(split ? ['random', 'systematic'] : []),
    ],
    rows,
  );
}
