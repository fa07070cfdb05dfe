import { mean } from 'd3-array';
import { line } from 'd3-shape';
import { legend, sequential } from '../colour';
import type { Report } from '../data';
import { amount, figure, h, section } from '../dom';
import { imageFrame, plotFrame } from '../plot';

/// Every residual as a short line from where the corner was seen.
function residualVectors(report: Report): HTMLElement {
  const { image_size, fit } = report.calibration!;
  const corners = report.frames!.flatMap((frame) => frame.corners);
  const plot = imageFrame(image_size, 'Residual of every corner', true);
  const path = plot.content.append('path').attr('class', 'vectors').attr('data-line', '');
  const scale = document.createElement('output');
  const draw = (factor: number) => {
    const parts = corners.map(([, u, v, du, dv]) => `M${plot.x(u).toFixed(1)} ${plot.y(v).toFixed(1)}L${plot.x(u + factor * du).toFixed(1)} ${plot.y(v + factor * dv).toFixed(1)}`);
    path.attr('d', parts.join(''));
    scale.value = `${Math.round(factor)} times as long as they are`;
  };
  const start = (image_size[0] / 60) / Math.max(fit.rmse, 1e-9);
  draw(start);
  const slider = h('input', { type: 'range', min: -2, max: 2, step: 0.05, value: 0, 'aria-label': 'length of the residual vectors' }) as HTMLInputElement;
  slider.addEventListener('input', () => draw(start * 2 ** Number(slider.value)));
  return figure('residual-vectors', 'Residual vectors', 'Neighbouring arrows that point the same way are systematic: the model does not describe the lens there. Pure noise points anywhere. Scroll to zoom.', plot.svg, h('label', { class: 'control' }, 'length ', slider, scale));
}

/// The mean residual in each cell of the image.
function meanResiduals(report: Report): HTMLElement {
  const cells = report.bias_image!;
  const size = report.calibration!.image_size;
  const plot = imageFrame(size, 'Mean residual in each cell of the image');
  const [w, hgt] = [size[0] / cells.columns, size[1] / cells.rows];
  const norms = cells.mean_u.map((u, i) => (u === null ? null : Math.hypot(u, cells.mean_v[i] ?? 0)));
  const most = Math.max(...norms.map((n) => n ?? 0), 1e-9);
  const colour = sequential(0, most);
  const factor = (0.8 * Math.min(w, hgt)) / most;
  norms.forEach((norm, i) => {
    if (norm === null) return;
    const [column, row] = [i % cells.columns, Math.floor(i / cells.columns)];
    const [u, v] = [(column + 0.5) * w - 0.5, (row + 0.5) * hgt - 0.5];
    plot.content.append('rect').attr('x', plot.x(u - w / 2)).attr('y', plot.y(v - hgt / 2)).attr('width', plot.x(w) - plot.x(0)).attr('height', plot.y(hgt) - plot.y(0)).attr('fill', colour(norm))
      .append('title').text(`${amount(norm, 'px')} from ${cells.count[i]} corners`);
    plot.content.append('line').attr('class', 'arrow').attr('x1', plot.x(u)).attr('y1', plot.y(v)).attr('x2', plot.x(u + factor * (cells.mean_u[i] ?? 0))).attr('y2', plot.y(v + factor * (cells.mean_v[i] ?? 0)));
  });
  return figure('mean-residuals', 'Mean residual over the image', 'What is left in a place of the image over all pictures. A pattern here is the lens model’s fault.', plot.svg, legend(colour, 0, most, 'px'));
}

/// The systematic residual in each tile of the target.
function tileBias(report: Report): HTMLElement {
  const points = report.target!.points;
  const tiles = report.bias_tiles!.filter((tile) => tile.corners.every((id) => points[id]));
  const xs = points.flatMap((p) => (p ? [p[0]] : []));
  const ys = points.flatMap((p) => (p ? [p[1]] : []));
  const pad = 0.06 * (Math.max(...xs) - Math.min(...xs));
  const plot = plotFrame({ x: [1e3 * (Math.min(...xs) - pad), 1e3 * (Math.max(...xs) + pad)], y: [1e3 * (Math.min(...ys) - pad), 1e3 * (Math.max(...ys) + pad)], xLabel: 'x (mm)', yLabel: 'y (mm)', title: 'Systematic residual in each tile of the target' });
  const most = Math.max(...tiles.map((tile) => tile.eps_px ?? 0), 1e-9);
  const colour = sequential(0, most);
  for (const tile of tiles) {
    const corners = tile.corners.map((id) => points[id]!);
    const [cx, cy] = [mean(corners, (p) => p[0])!, mean(corners, (p) => p[1])!];
    corners.sort((a, b) => Math.atan2(a[1] - cy, a[0] - cx) - Math.atan2(b[1] - cy, b[0] - cx));
    plot.content.append('polygon').attr('points', corners.map((p) => `${plot.x(1e3 * p[0])},${plot.y(1e3 * p[1])}`).join(' ')).attr('fill', tile.eps_px === null ? 'none' : colour(tile.eps_px))
      .append('title').text(amount(tile.eps_px, 'px'));
  }
  return figure('tile-bias', 'Bias over the target', 'What is left at a place of the board over all pictures. A pattern here is the board’s fault: it is not flat, or not printed to measure.', plot.svg, legend(colour, 0, most, 'px'));
}

/// Residuals against the Gaussian that noise alone would give.
function histogram(report: Report): HTMLElement {
  const { bias, fit } = report.calibration!;
  const residuals = report.frames!.flatMap((frame) => frame.corners.flatMap(([, , , du, dv]) => [du, dv]));
  const range = 4 * fit.rmse;
  const bins = 41;
  const width = (2 * range) / bins;
  const density = new Array<number>(bins).fill(0);
  for (const r of residuals) {
    const bin = Math.floor((r + range) / width);
    if (bin >= 0 && bin < bins) density[bin]! += 1 / (residuals.length * width);
  }
  const gauss = (r: number, sigma: number) => Math.exp((-0.5 * r * r) / (sigma * sigma)) / (sigma * Math.sqrt(2 * Math.PI));
  const top = 1.05 * Math.max(...density, gauss(0, fit.s_d), Math.min(gauss(0, bias.sigma_d_px), 3 * Math.max(...density)));
  const plot = plotFrame({ x: [-range, range], y: [top, 0], xLabel: 'residual of a coordinate (px)', yLabel: 'density (1/px)', title: 'Histogram of the residuals', height: 320 });
  density.forEach((d, i) => plot.content.append('rect').attr('class', 'bar').attr('x', plot.x(-range + i * width)).attr('width', Math.max(plot.x(width) - plot.x(0) - 1, 1)).attr('y', plot.y(d)).attr('height', plot.y(0) - plot.y(d)));
  const xs = Array.from({ length: 201 }, (_, i) => -range + (2 * range * i) / 200);
  const curve = line<number>().x((r) => plot.x(r));
  plot.content.append('path').attr('class', 'curve noise').attr('d', curve.y((r) => plot.y(gauss(r, bias.sigma_d_px)))(xs));
  plot.content.append('path').attr('class', 'curve all').attr('d', curve.y((r) => plot.y(gauss(r, fit.s_d)))(xs));
  return figure('histogram', 'Residuals and what noise would give', `Bars: all residuals. Solid: a Gaussian of their size (${amount(fit.s_d, 'px')}). Dashed: of the noise alone (${amount(bias.sigma_d_px, 'px')}). Where the dashed one is much narrower, most of the residual is systematic.`, plot.svg);
}

/// Residuals as points du, dv, and how often they point where.
function directions(report: Report): HTMLElement {
  const { fit } = report.calibration!;
  const residuals = report.frames!.flatMap((frame) => frame.corners.map(([, , , du, dv]) => [du, dv] as const));
  const range = 4 * fit.rmse;
  const plot = plotFrame({ x: [-range, range], y: [range, -range], xLabel: 'residual in u (px)', yLabel: 'residual in v (px)', title: 'Residuals in both directions', width: 420 });
  const cells = 41;
  const counts = new Array<number>(cells * cells).fill(0);
  for (const [du, dv] of residuals) {
    const [i, j] = [Math.floor(((du + range) / (2 * range)) * cells), Math.floor(((dv + range) / (2 * range)) * cells)];
    if (i >= 0 && i < cells && j >= 0 && j < cells) counts[j * cells + i]! += 1;
  }
  const most = Math.max(...counts, 1);
  const colour = sequential(0, most);
  const step = (2 * range) / cells;
  counts.forEach((count, k) => {
    if (count === 0) return;
    const [du, dv] = [-range + (k % cells) * step, -range + Math.floor(k / cells) * step];
    plot.content.append('rect').attr('x', plot.x(du)).attr('y', plot.y(dv + step)).attr('width', plot.x(step) - plot.x(0) + 0.5).attr('height', plot.y(0) - plot.y(step) + 0.5).attr('fill', colour(count));
  });
  for (const sigmas of [1, 2, 3]) plot.content.append('circle').attr('class', 'sigma').attr('cx', plot.x(0)).attr('cy', plot.y(0)).attr('r', plot.x(sigmas * fit.s_d) - plot.x(0));
  return figure('directions', 'Residuals in two dimensions', 'Noise gives a round cloud; circles stand at one, two and three standard deviations. A long or a double cloud speaks of motion blur, a rolling shutter or wrong corners.', plot.svg, legend(colour, 0, most, 'corners'));
}

export function biasPanels(report: Report): HTMLElement {
  return section(
    'bias',
    'Where the bias lives',
    h('div', { class: 'figures' }, residualVectors(report), report.bias_image ? meanResiduals(report) : null, report.bias_tiles && report.target ? tileBias(report) : null, histogram(report), directions(report)),
  );
}
