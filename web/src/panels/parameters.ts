import type { Report } from '../data';
import { figure, h, section, table } from '../dom';
import { inOrder, preferred, WORDS } from '../estimators';
import { amount, entry, isNumber, known } from '../format';
import { correlation } from './parameters/correlation';
import { downloads } from './parameters/downloads';

/// The parameter whose standard deviations differ most from one estimator to the other.
function meaning(report: Report, main: string | undefined): string {
  const { parameters, uncertainty } = report.calibration!;
  if (!main) return 'These observations leave the uncertainty open.';
  const given = report.judged_file ? 'The values are those of the camera that is judged; the standard deviations are what these images would leave open of a calibration of its model. ' : '';
  const rest = `${given}One standard deviation by each estimator; ${main} is the one to quote. Values are rounded to their uncertainty; the downloads hold all digits.`;
  const ratios = Object.keys(parameters)
    .map((name) => [name, uncertainty[main]?.sigma?.[name], uncertainty['std']?.sigma?.[name]] as const)
    .flatMap(([name, a, b]) => (isNumber(a) && isNumber(b) && a > 0 && b > 0 ? [[name, a / b] as const] : []));
  if (main === 'std' || ratios.length === 0) return rest;
  const [name, ratio] = ratios.reduce((best, next) => (Math.abs(Math.log(next[1])) > Math.abs(Math.log(best[1])) ? next : best));
  return `${rest} They differ most for ${name}: ${main} is ${amount(ratio, '', 2)} times std.`;
}

/// Of a lens without a formula: its hundreds of knots mean nothing one by one.
const MOST = 40;
const ofCamera = /^(f|fx|fy|cx|cy)$/;

function knotted(names: string[], main: string | undefined): string {
  const knots = names.filter((name) => !ofCamera.test(name)).length;
  return `The lens has no formula but ${knots} numbers, two per knot of a grid. None means anything by itself${main ? ', nor does its standard deviation: how certain the camera is, the map of the uncertainty shows' : ''}. Focal length and principal point are where the grid lies, and held as they are. The downloads hold all numbers.`;
}

function values(report: Report): HTMLElement {
  const { parameters, uncertainty = {} } = report.calibration!;
  const methods = inOrder(Object.keys(uncertainty));
  const main = preferred(methods);
  const many = Object.keys(parameters).length > MOST;
  if (many) {
    const held = Object.entries(parameters).filter(([name]) => ofCamera.test(name));
    return figure(
      'parameter-table',
      'Values',
      knotted(Object.keys(parameters), main),
      table(
        'Parameters',
        ['parameter', 'value'],
        held.map(([name, value]) => [name, h('span', { class: 'number' }, amount(value, '', 6))]),
        { class: 'parameters' },
      ),
    );
  }
  const rows = Object.entries(parameters).map(([name, value]) => {
    const sigma = main ? uncertainty[main]?.sigma?.[name] : null;
    return [
      name,
      h('span', { class: 'number', title: isNumber(value) ? String(value) : '' }, known(value, sigma)),
      ...methods.map((m) => h('span', { class: m === main ? 'number main' : 'number' }, entry(uncertainty[m]?.sigma?.[name], 2))),
    ];
  });
  const heads = ['parameter', 'value', ...methods.map((m) => h('span', { title: WORDS[m] ?? '' }, `± ${m}`))];
  return figure(
    'parameter-table',
    'Values',
    meaning(report, main),
    table('Parameters with their standard deviations', heads, rows, { class: 'parameters' }),
  );
}

export function parameters(report: Report): HTMLElement {
  const { model, image_size } = report.calibration!;
  return section(
    'parameters',
    'Parameters',
    'Parameters',
    h(
      'p',
      { class: 'lead' },
      `Camera model ${model}, ${image_size.join(' × ')} px. The centre of the top-left pixel is (0, 0); focal lengths and the principal point are in px, distortion has no unit.`,
    ),
    downloads(report),
    h('div', { class: 'figures uneven' }, values(report), correlation(report)),
  );
}
