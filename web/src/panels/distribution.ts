import { line } from 'd3-shape';
import type { Report } from '../data';
import { amount, figure, h, section } from '../dom';
import { plotFrame } from '../plot';

export function distribution(report: Report): HTMLElement {
  const curves = Object.entries(report.distribution!);
  const { uncertainty } = report.calibration!;
  const right = Math.max(...curves.map(([, curve]) => curve.error_px[curve.error_px.length - 1] ?? 0));
  const top = 1.05 * Math.max(...curves.flatMap(([, curve]) => curve.density));
  const plot = plotFrame({ x: [0, right], y: [top, 0], xLabel: 'mapping error √K (px RMS)', yLabel: 'density (1/px)', title: 'Distribution of the mapping error by estimator', height: 340 });
  curves.forEach(([method, curve], i) => {
    const path = line<number>().x((_, k) => plot.x(curve.error_px[k]!)).y((d) => plot.y(d))(curve.density);
    plot.content.append('path').attr('class', `curve series-${i % 6}`).attr('d', path).append('title').text(method);
    const error95 = uncertainty[method]?.error95_px;
    if (error95 !== undefined) plot.content.append('line').attr('class', `quantile series-${i % 6}`).attr('x1', plot.x(error95)).attr('x2', plot.x(error95)).attr('y1', plot.y(0)).attr('y2', plot.y(0.12 * top));
  });
  const rows = curves.map(([method], i) => {
    const estimate = uncertainty[method]!;
    return h('tr', {}, h('th', { scope: 'row' }, h('span', { class: `swatch series-${i % 6}` }), method), h('td', {}, amount(estimate.eme_px)), h('td', {}, amount(Math.sqrt(estimate.k_quantiles['0.5'] ?? NaN))), h('td', {}, amount(estimate.error95_px)));
  });
  return section(
    'distribution',
    'How large the mapping error may be',
    figure('k-distribution', 'The distribution of K', 'Each estimator’s distribution of the mapping error; the ticks mark 95% quantiles. Where std lies far left of the others, noise alone does not explain how much the pictures disagree: believe cr2.', plot.svg,
      h('table', { class: 'plain' }, h('thead', {}, h('tr', {}, ...['estimator', '√EME (px)', 'median (px)', '95% (px)'].map((t) => h('th', { scope: 'col' }, t)))), h('tbody', {}, ...rows))),
  );
}
