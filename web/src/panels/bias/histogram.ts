// Residual coordinates against two Gaussians: one of their size, one of the noise alone.

import { line } from 'd3-shape';
import type { Report } from '../../data';
import { figure } from '../../dom';
import { amount, isNumber, largest } from '../../format';
import { key } from '../../legend';
import { plot } from '../../plot/plot';
import { reach, residuals } from '../../residuals';

const BINS = 51;
const gauss = (r: number, sigma: number) => Math.exp((-0.5 * r * r) / (sigma * sigma)) / (sigma * Math.sqrt(2 * Math.PI));

export function residualHistogram(report: Report): HTMLElement {
  const { bias, fit } = report.calibration!;
  const all = residuals(report);
  const spread = Math.max(fit.s_d ?? fit.rmse ?? 0, 1e-9);
  const noise = isNumber(bias.sigma_d_px) && bias.sigma_d_px > 0 ? bias.sigma_d_px : null;
  const range = Math.max(4 * spread, Math.min(1.05 * reach(all), 8 * spread));
  const width = (2 * range) / BINS;
  const density = new Array<number>(BINS).fill(0);
  for (const values of [all.du, all.dv]) {
    for (const r of values) {
      const bin = Math.floor((r + range) / width);
      if (bin >= 0 && bin < BINS) density[bin]! += 1 / (2 * all.count * width);
    }
  }
  const peak = largest(density, 1e-9);
  const top = 1.08 * Math.max(peak, gauss(0, spread), noise ? Math.min(gauss(0, noise), 2.2 * peak) : 0);
  const xs = Array.from({ length: 201 }, (_, i) => -range + (2 * range * i) / 200);
  const drawing = plot({
    label: `Histogram of ${2 * all.count} residual coordinates with two Gaussians`,
    x: { domain: [-range, range], label: 'residual per coordinate (px)' },
    y: { domain: [top, 0], label: 'density (1/px)' },
    height: 400,
    draw: (layer, view) => {
      density.forEach((d, i) =>
        layer
          .append('rect')
          .attr('class', 'bar')
          .attr('x', view.x(-range + i * width) + 0.5)
          .attr('width', Math.max(view.width / BINS - 1, 0.5))
          .attr('y', view.y(d))
          .attr('height', view.y(0) - view.y(d)),
      );
      const curve = (sigma: number) =>
        line<number>()
          .x((r) => view.x(r))
          .y((r) => view.y(gauss(r, sigma)))(xs);
      layer.append('path').attr('class', 'curve').attr('d', curve(spread));
      if (noise) layer.append('path').attr('class', 'curve noise').attr('d', curve(noise));
    },
    tip: (_, x) => `${amount(density[Math.floor((x + range) / width)] ?? 0, '', 3)} per px at ${amount(x, 'px', 2)}`,
  });
  const ratio = noise ? spread / noise : null;
  const judged = ratio === null ? '' : ` The residuals are ${amount(ratio, '', 3)} times as wide as the noise.`;
  return figure(
    'histogram',
    'Residuals and what noise would give',
    `All residual coordinates, a Gaussian of their robust width (${amount(spread, 'px')}, by the median: outliers do not widen it) and that of the noise alone (${amount(noise, 'px')}).${judged}`,
    drawing.element,
    key(['area', 'var(--bars)', 'residuals'], ['line', 'var(--ink)', 'Gaussian of their width'], ['dash', '#d55e00', 'noise alone']),
  );
}
