import { median } from 'd3-array';
import { sizes } from '../colour';
import { checkbox, choice } from '../controls';
import type { Report } from '../data';
import { asTable, figure, h, section } from '../dom';
import { inOrder, preferred, WORDS } from '../estimators';
import { afterRotation, amount, isNumber, smallest, withoutRay, type Maybe } from '../format';
import { key, legend } from '../legend';
import { cellAt, centre, raster } from '../plot/cells';
import { filled } from '../plot/contours';
import { imageAxes, plot } from '../plot/plot';
import { once } from '../schedule';
import { halvesFigure } from './uncertainty/halves';
import { drawLines, paintMap, type Shown } from './uncertainty/map';
import { mapMeaning } from './uncertainty/meaning';

/// The distance of the median board, in a round number: what people measured at is what they ask about first.
function usualDistance(report: Report): number {
  const found = median(report.calibration?.frames.map((frame) => Math.hypot(...frame.translation)) ?? []);
  return found && found > 0 ? Number(found.toPrecision(1)) : 1;
}

export function uncertainty(report: Report): HTMLElement {
  const map = report.uncertainty!;
  const grid = { columns: map.columns, rows: map.rows, size: report.calibration!.image_size };
  const methods = inOrder(Object.keys(map.methods));
  let method = preferred(methods)!;
  let unit: 'px' | 'mm' = 'px';
  let distance_m = usualDistance(report);
  let corners = true;
  const tolerance = report.calibration!.verdict.tolerance_px ?? 1;

  const valuesOf = (name: string): Maybe[] =>
    map.methods[name]!.map((sigma, i) =>
      !isNumber(sigma) ? null : unit === 'px' ? sigma : isNumber(map.rad_per_px[i]) ? 1e3 * distance_m * sigma * map.rad_per_px[i]! : null,
    );
  // One scale for all estimators, so that a switch shows which one is larger; the one to quote sets it.
  const main = method;
  const current = (): Shown => {
    const known = valuesOf(main)
      .filter(isNumber)
      .sort((a, b) => a - b);
    const least = smallest([...known, ...(map.methods['std'] ? valuesOf('std') : [])]);
    const colour = sizes(Number.isFinite(least) ? least : 0, known[Math.floor(0.995 * (known.length - 1))] ?? 1, 6);
    const values = valuesOf(method);
    return {
      values,
      colour,
      picture: once(() => raster(grid, map.domain ? filled(grid, values) : values, colour, 5)),
      unit,
      corners,
      limit: unit === 'px' ? tolerance : null,
    };
  };
  let shown = current();

  const side = h('div', { class: 'side' });
  const caption = h('span', { 'aria-live': 'polite' });
  const words = h('p', { class: 'note' });
  const drawing = plot({
    label: '',
    ...imageAxes(grid.size),
    zoom: true,
    paint: (context, view) => paintMap(context, view, report, grid, map, shown),
    draw: (layer, view) => drawLines(layer, view, grid, map, shown),
    tip: (_, u, v) => {
      const i = cellAt(grid, u, v);
      return isNumber(shown.values[i])
        ? `${amount(shown.values[i], unit, 2)} at (${Math.round(u)}, ${Math.round(v)}) px${map.observed[i] === false ? '; no corner was detected here' : ''}`
        : 'the model has no ray here';
    },
  });
  const signs = h('div', {});
  const scale = h('div', {});
  const update = () => {
    shown = current();
    caption.textContent = mapMeaning(grid, map, shown.values, unit, unit === 'mm' ? distance_m : null, afterRotation(report.calibration), withoutRay(report.calibration, shown.values));
    words.textContent = `${method}: ${WORDS[method] ?? 'an estimator of the uncertainty'}.`;
    scale.replaceChildren(
      legend(
        shown.colour,
        unit,
        `Standard deviation by ${method}`,
        shown.values.some((value) => isNumber(value) && value > 1.001 * shown.colour.domain[1]!),
      ),
    );
    signs.replaceChildren(
      key(
        ...(corners ? [['dot', '#fff', 'a detected corner'] as const] : []).map((e) => [...e] as ['dot', string, string]),
        ['hatch', 'var(--soft)', 'no corner was detected here'],
        ['line', 'var(--soft)', `lines of equal uncertainty, in ${unit}`],
        ...(shown.limit !== null && shown.values.some((value) => isNumber(value) && value > shown.limit!)
          ? [['line', 'var(--ink)', `the tolerance, ${amount(shown.limit, 'px')}`] as ['line', string, string]]
          : []),
        ...(map.domain ? [['dash', '#d55e00', 'the edge of the model: no rays beyond'] as ['dash', string, string]] : []),
      ),
    );
    drawing.describe(`Map of the standard deviation of the projection by ${method}, in ${unit}. ${caption.textContent}`);
    drawing.redraw();
  };
  const distance = h('input', { type: 'number', min: 0.01, step: 0.1, value: distance_m, 'aria-label': 'distance in metres' });
  distance.addEventListener('input', () => {
    if (!(Number(distance.value) > 0)) return;
    distance_m = Number(distance.value);
    update();
  });
  const away = h('label', { class: 'control', hidden: true }, 'at ', distance, ' m');
  const units = choice('unit', ['px', 'mm'] as const, 'px', (chosen) => {
    unit = chosen;
    away.hidden = unit === 'px';
    update();
  });
  const pick = choice(
    'estimator',
    methods,
    method,
    (m) => {
      method = m;
      update();
    },
    WORDS,
  );
  update();
  side.append(
    h(
      'div',
      { class: 'controls column' },
      h('div', { class: 'control' }, h('span', {}, 'Estimator'), pick),
      h('div', { class: 'control' }, h('span', {}, 'Unit'), units, away),
      checkbox('show the corners', true, (on) => {
        corners = on;
        update();
      }),
    ),
    words,
    scale,
    signs,
  );
  const rows = methods.map((name) => {
    const all = map.methods[name]!.map((v) => (isNumber(v) ? v : null));
    const sorted = all.filter(isNumber).sort((a, b) => a - b);
    return [
      name,
      amount(all[cellAt(grid, grid.size[0] / 2, grid.size[1] / 2)], '', 2),
      amount(smallest(sorted), '', 2),
      amount(median(sorted), '', 2),
      amount(sorted[sorted.length - 1], '', 2),
      sorted.length
        ? centre(grid, all.indexOf(sorted[sorted.length - 1]!))
            .map(Math.round)
            .join(', ')
        : '–',
    ];
  });
  const made = figure(
    'uncertainty-map',
    'Standard deviation of the projection',
    caption,
    h('div', { class: 'beside' }, drawing.element, side),
    asTable('Standard deviation of the projection by estimator, px', ['estimator', 'middle', 'least', 'median', 'most', 'most at (u, v)'], rows),
  );
  const { halves } = report.calibration!;
  return section('uncertainty', 'Uncertainty', 'Uncertainty over the image', made, halves ? halvesFigure(report, halves, grid.size) : null);
}
