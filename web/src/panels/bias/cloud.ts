// All residuals as a cloud in two dimensions, with the circles of the Gaussian that noise alone would give.

import { sizes } from '../../colour';
import type { Report } from '../../data';
import { figure } from '../../dom';
import { amount, isNumber, largest, percent } from '../../format';
import { key, legend } from '../../legend';
import { plot } from '../../plot/plot';
import { reach, residuals, shareWithin, type Residuals } from '../../residuals';

const CELLS = 41;
const LINE = 18; // of text, in px of the screen

function counted(all: Residuals, range: number): (number | null)[] {
  const counts = new Array<number>(CELLS * CELLS).fill(0);
  for (let i = 0; i < all.count; ++i) {
    const x = Math.floor(((all.du[i]! + range) / (2 * range)) * CELLS);
    const y = Math.floor(((all.dv[i]! + range) / (2 * range)) * CELLS);
    if (x >= 0 && x < CELLS && y >= 0 && y < CELLS) counts[y * CELLS + x]! += 1;
  }
  return counts.map((count) => count || null);
}

function meaning(all: Residuals, sigma: number): string {
  const [one, two, far] = [shareWithin(all, sigma), shareWithin(all, 2 * sigma), 1 - shareWithin(all, 3 * sigma)];
  return `Noise alone, ${amount(sigma, 'px', 2)} per coordinate, would put 39% of the corners inside one, 86% inside two standard deviations and 1.1% beyond three; here it is ${percent(one)}, ${percent(two)} and ${percent(far)}.`;
}

export function residualCloud(report: Report): HTMLElement {
  const { bias, fit } = report.calibration!;
  const all = residuals(report);
  const sigma = isNumber(bias.sigma_d_px) && bias.sigma_d_px > 0 ? bias.sigma_d_px : Math.max(fit.s_d ?? 0, 1e-9);
  const range = Math.max(3.3 * sigma, Math.min(1.05 * reach(all), 12 * sigma));
  const counts = counted(all, range);
  const most = largest(counts, 1);
  const colour = sizes(0, most, 4);
  const step = (2 * range) / CELLS;
  const drawing = plot({
    label: `Two-dimensional histogram of ${all.count} residuals with circles at one, two and three standard deviations of the noise`,
    x: { domain: [-range, range], label: 'residual in u (px)' },
    y: { domain: [-range, range], label: 'residual in v (px)' },
    most: 440,
    paint: (context, view) => {
      const size = view.width / CELLS;
      counts.forEach((count, i) => {
        if (count === null) return;
        context.fillStyle = colour(count);
        context.fillRect((i % CELLS) * size, Math.floor(i / CELLS) * size, size + 0.5, size + 0.5);
      });
    },
    draw: (layer, view) => {
      for (const k of [1, 2, 3]) {
        const radius = Math.abs(view.x(k * sigma) - view.x(0));
        layer.append('circle').attr('class', 'sigma halo').attr('cx', view.x(0)).attr('cy', view.y(0)).attr('r', radius);
        layer.append('circle').attr('class', 'sigma').attr('cx', view.x(0)).attr('cy', view.y(0)).attr('r', radius);
        if (k < 3 && radius < k * LINE) continue; // they would touch each other
        layer
          .append('text')
          .attr('class', 'on-map')
          .attr('x', view.x(0))
          .attr('y', view.y(-k * sigma) - 4)
          .attr('text-anchor', 'middle')
          .text(`${k}σ`);
      }
    },
    tip: (_, x, y) => {
      const [i, j] = [Math.floor((x + range) / step), Math.floor((y + range) / step)];
      return `${counts[j * CELLS + i] ?? 0} corners around (${amount(x, '', 2)}, ${amount(y, '', 2)}) px`;
    },
  });
  return figure(
    'residual-histogram',
    'Residuals in two dimensions',
    meaning(all, sigma),
    drawing.element,
    legend(colour, '', 'Corners in a cell'),
    key(['edge', '#d55e00', 'one, two and three standard deviations of the noise']),
  );
}
