// Every pair of cameras: baseline, angle, rectified rows and triangulated points, each with its 95% bound.

import { h, type Child } from '../dom';
import { amount, isNumber, known, type Maybe } from '../format';
import { boundsHold, pairName, type RigCalibration, type RigPair } from './data';
import { factsTable } from './facts_table';
import { partsOf } from './parts';

const MM = 1000;

/// A number over its bound; in brackets where it does not hold.
const cell = (value: string, bound: string, holds: boolean): HTMLElement =>
  h('span', { class: 'bounded' }, h('strong', {}, value), h('span', { class: 'detail' }, holds ? bound : `(${bound})`));

const distances = ({ rig }: RigCalibration): string[] => [...new Set(rig.pairs.flatMap(({ triangulation }) => Object.keys(triangulation)))];

const spaced = (distance: string): string => distance.replace(/m$/, '\u202fm');

/// What is systematic, and what both parts make together, where the calibration tells.
function systematic(pair: RigPair): HTMLElement | null {
  const own = partsOf(pair).map(({ kind, what, text }) => `${what}: ${kind} ${text}`);
  const points = Object.entries(pair.triangulation).flatMap(([distance, error]) =>
    isNumber(error?.systematic_mm) ? [`triangulated at ${spaced(distance)}: systematic ${amount(error!.systematic_mm, 'mm')}`] : [],
  );
  const all = [...own, ...points];
  return all.length === 0 ? null : h('li', {}, h('strong', {}, pairName(pair)), `: ${all.join('; ')}.`);
}

export function pairsTable(calibration: RigCalibration): HTMLElement {
  const holds = boundsHold(calibration);
  const under = (value: Maybe, unit: string): string => (isNumber(value) ? `95%: <\u00a0${amount(value, unit, 2)}` : '');
  const columns = distances(calibration);
  const rows = calibration.rig.pairs.map((pair): Child[] => {
    const [baseline, bound] = [pair.baseline_m, pair.baseline_bound95_m].map((m) => (isNumber(m) ? MM * m : null));
    return [
      h('span', {}, pairName(pair)),
      cell(`${known(baseline, isNumber(bound) ? bound / 2 : null)}\u202fmm`, `±\u00a0${amount(bound, 'mm', 2)}`, holds),
      cell(
        `${known(pair.angle_deg, isNumber(pair.angle_bound95_deg) ? pair.angle_bound95_deg / 2 : null)}°`,
        `±\u00a0${amount(pair.angle_bound95_deg, '°', 2)}`,
        holds,
      ),
      isNumber(pair.row_error_px) ? cell(amount(pair.row_error_px, 'px', 2), under(pair.row_error_bound95_px, 'px'), holds) : '–',
      ...columns.map((distance) => {
        const error = pair.triangulation[distance];
        return error ? cell(amount(error.total_mm, 'mm'), under(error.bound95_mm, 'mm'), holds) : '–';
      }),
      String(pair.common_instants),
    ];
  });
  const parts = calibration.rig.pairs.map(systematic).filter((line) => line !== null);
  return h(
    'div',
    {},
    factsTable(
      'Pairs of cameras',
      'pair',
      ['baseline', 'angle', 'rectified rows off by', ...columns.map((distance) => `triangulated at ${spaced(distance)}, off by`), 'common instants'],
      rows,
    ),
    parts.length > 0 ? h('ul', { class: 'detail plain-list' }, ...parts) : null,
  );
}
