// The density of the mapping error by every estimator, with its quantiles.

import { line } from 'd3-shape';
import type { Report } from '../../data';
import { figure, h, table } from '../../dom';
import { colourOf, inOrder, preferred } from '../../estimators';
import { amount, entry, isNumber, largest, type Maybe } from '../../format';
import { key } from '../../legend';
import { plot } from '../../plot/plot';

const root = (value: Maybe) => (isNumber(value) && value >= 0 ? Math.sqrt(value) : null);

export function densities(report: Report): HTMLElement {
  const { uncertainty } = report.calibration!;
  const curves = report.distribution!;
  const methods = inOrder(Object.keys(curves)).filter((m) => curves[m]!.error_px.length > 1);
  const far = methods.map((m) => {
    const { error_px, density } = curves[m]!;
    const most = largest(density, 0);
    return largest(
      error_px.filter((_, i) => (density[i] ?? 0) > 0.004 * most),
      0,
    );
  });
  // Estimators that are lost altogether do not make the others unreadable.
  const main = preferred(methods);
  const estimate = main ? uncertainty[main] : undefined;
  const right = Math.max(Math.min(Math.max(...far), isNumber(estimate?.error95_px) ? 4 * estimate!.error95_px! : Infinity), 1e-9);
  // A narrow curve is high: it may be cut off, so that the wide ones can be read.
  const peaks = methods.map((m) => largest(curves[m]!.density, 0)).sort((a, b) => a - b);
  const top = 1.08 * Math.min(peaks[peaks.length - 1] ?? 1, 3.2 * (peaks[Math.floor((peaks.length - 1) / 2)] ?? 1));
  const drawing = plot({
    label: `Density of the mapping error by ${methods.length} estimators`,
    x: { domain: [0, right], label: 'mapping error √K (px)' },
    y: { domain: [Math.max(top, 1e-9), 0], label: 'density (1/px)' },
    height: 320,
    draw: (layer, view) => {
      for (const method of methods) {
        const { error_px, density } = curves[method]!;
        const points = error_px.map((e, i): [number, number] => [e, density[i] ?? 0]);
        layer
          .append('path')
          .attr('class', `curve${method === 'cr2' ? ' main' : ''}`)
          .style('stroke', colourOf(method))
          .attr(
            'd',
            line<[number, number]>()
              .x(([e]) => view.x(e))
              .y(([, d]) => view.y(d))(points),
          );
        const q = uncertainty[method]?.error95_px;
        if (isNumber(q))
          layer
            .append('path')
            .style('fill', colourOf(method))
            .attr('d', `M${view.x(q)} ${view.y(0) - 12}l5 0l-5 12l-5 -12Z`);
      }
    },
    tip: (_, x) =>
      methods
        .map((m) => {
          const { error_px, density } = curves[m]!;
          const i = error_px.findIndex((e) => e >= x);
          return `${m} ${amount(i < 0 ? 0 : density[i], '', 2)}`;
        })
        .join(', ') + ` per px at ${amount(x, 'px', 2)}`,
  });
  const rows = methods.map((m) => [
    h('span', {}, h('span', { class: 'swatch', style: `background: ${colourOf(m)}` }), m),
    entry(uncertainty[m]?.eme_px),
    entry(root(uncertainty[m]?.k_quantiles?.['0.5'])),
    entry(uncertainty[m]?.error95_px),
    isNumber(uncertainty[m]?.samples) ? String(uncertainty[m]!.samples) : '–',
  ]);
  return figure(
    'k-distribution',
    'Distribution of the mapping error',
    `By ${main ?? '–'}, half of such calibrations are off by less than ${amount(root(estimate?.k_quantiles?.['0.5']), 'px')}, 95% by less than ${amount(estimate?.error95_px, 'px')} (RMS over the image, per coordinate). Wedges mark the 95% bounds, which are wider than the curves where few images make the curves themselves uncertain. What is wrong in all images alike is not in these curves.`,
    drawing.element,
    key(...methods.map((m): ['line', string, string] => ['line', colourOf(m), m])),
    table('Quantiles of the mapping error', ['estimator', '√EME (px)', 'median (px)', '95% (px)', 'samples'], rows),
  );
}
