// Every pair of cameras: baseline, angle, rectified rows and triangulated points, each with its 95% bound.

import { h, type Child } from '../dom';
import { amount, isNumber, known, type Maybe } from '../format';
import { boundsHold, pairName, type RigCalibration } from './data';
import { factsTable } from './facts_table';
import { partsOf } from './parts';

const MM = 1000;

/// A number over its bound and its parts; a bound that does not hold is in brackets.
const cell = (value: string, bound: string, holds: boolean, parts = ''): HTMLElement =>
  h(
    'span',
    { class: 'bounded' },
    h('strong', {}, value),
    h('span', { class: 'detail bound' }, holds || !bound ? bound : `(${bound})`),
    parts ? h('span', { class: 'detail' }, parts) : null,
  );

const distances = ({ rig }: RigCalibration): string[] => [...new Set(rig.pairs.flatMap(({ triangulation }) => Object.keys(triangulation)))];

const spaced = (distance: string): string => distance.replace(/m$/, '\u202fm');

export function pairsTable(calibration: RigCalibration): HTMLElement {
  const holds = boundsHold(calibration);
  const under = (value: Maybe, unit: string): string => (isNumber(value) ? `95%: <\u00a0${amount(value, unit, 2)}` : '');
  const columns = distances(calibration);
  const rows = calibration.rig.pairs.map((pair): Child[] => {
    const [baseline, bound] = [pair.baseline_m, pair.baseline_bound95_m].map((m) => (isNumber(m) ? MM * m : null));
    return [
      h('span', {}, pairName(pair)),
      cell(
        `${known(baseline, isNumber(bound) ? bound / 2 : null)}\u202fmm`,
        `±\u00a0${amount(bound, 'mm', 2)}`,
        holds,
        partsOf(pair, 'baseline', 'm', 'mm', MM),
      ),
      cell(
        `${known(pair.angle_deg, isNumber(pair.angle_bound95_deg) ? pair.angle_bound95_deg / 2 : null)}°`,
        `±\u00a0${amount(pair.angle_bound95_deg, '°', 2)}`,
        holds,
        partsOf(pair, 'angle', 'deg', '°'),
      ),
      isNumber(pair.row_error_px)
        ? cell(amount(pair.row_error_px, 'px', 2), under(pair.row_error_bound95_px, 'px'), holds, partsOf(pair, 'row_error', 'px'))
        : '–',
      ...columns.map((distance) => {
        const error = pair.triangulation[distance];
        return error ? cell(amount(error.total_mm, 'mm'), under(error.bound95_mm, 'mm'), holds, partsOf(error, '', 'mm')) : '–';
      }),
      String(pair.common_instants),
    ];
  });
  return factsTable(
    'Pairs of cameras',
    'pair',
    ['baseline', 'angle', 'rectified rows off by', ...columns.map((distance) => `triangulated at ${spaced(distance)}, off by`), 'common instants'],
    rows,
  );
}
