// Corners that both cameras detected: by how much their rows differ once the pair is rectified, over the image and as a histogram.

import { line } from 'd3-shape';
import { signed } from '../colour';
import { figure } from '../dom';
import { amount, isNumber, largest, plural, type Maybe } from '../format';
import { key, legend } from '../legend';
import { onPick, pickedFrame } from '../picked';
import { imageAxes, plot } from '../plot/plot';
import { ink } from '../theme';
import { boundsHold, pairName, told, type PairFigures, type Rig, type Rows } from './data';

const gauss = (r: number, sigma: number) => Math.exp((-0.5 * r * r) / (sigma * sigma)) / (sigma * Math.sqrt(2 * Math.PI));

/// Below which all but a few differences stay.
function reach({ corners }: Rows, part = 0.97): number {
  const sizes = corners.map(([, , difference]) => Math.abs(difference)).sort((a, b) => a - b);
  return Math.max(sizes[Math.floor(part * (sizes.length - 1))] ?? 0, 1e-6);
}

export function rowsOverImage(rig: Rig, pair: PairFigures, index: number): HTMLElement | null {
  const { rows } = pair;
  const camera = rig.calibration.cameras.find(({ name }) => name === pair.cameras[0]);
  if (!rows || !camera) return null;
  const most = reach(rows);
  const colour = signed(most);
  const instants = rig.calibration.instants;
  const drawing = plot({
    label: `Differences of rectified rows of ${plural(rows.corners.length, 'corner')} over the image of ${camera.name}`,
    ...imageAxes(camera.image_size),
    zoom: true,
    paint: (context, view) => {
      const side = rows.corners.length > 3000 ? 3 : 4.5;
      const chosen = pickedFrame();
      for (const [u, v, difference, instant] of rows.corners) {
        const size = instant === chosen ? side + 3 : side;
        if (instant === chosen) {
          context.fillStyle = ink('ink');
          context.fillRect(view.x(u) - size / 2 - 1, view.y(v) - size / 2 - 1, size + 2, size + 2);
        }
        context.fillStyle = colour(difference);
        context.fillRect(view.x(u) - size / 2, view.y(v) - size / 2, size, size);
      }
    },
    tip: (view, u, v) => {
      let [best, found] = [10 / Math.abs(view.x(1) - view.x(0)), -1];
      rows.corners.forEach(([a, b], i) => {
        const distance = Math.hypot(a - u, b - v);
        if (distance < best) [best, found] = [distance, i];
      });
      const corner = rows.corners[found];
      return corner ? `${instants[corner[3]]?.name ?? ''}: rows differ by ${amount(corner[2], 'px', 2)}` : null;
    },
  });
  onPick(drawing.redraw);
  return figure(
    `rows-${index}`,
    `${pairName(pair)}: rows of matched corners`,
    `Where ${pair.cameras[0]} detected corners that ${pair.cameras[1]} detected too, coloured by how much lower the second has them in the rectified images. One colour in one place is systematic; noise has both everywhere.`,
    drawing.element,
    legend(colour, 'px', 'Difference of the rows', true),
    key(['area', 'var(--ink)', 'edged: the chosen instant']),
  );
}

/// What the noise of the corners makes of the rows: as the calibration tells it.
const noiseOf = (rig: Rig, pair: PairFigures, rows: Rows): Maybe => told(rig, pair)?.matched_rows_noise_px ?? rows.noise_px;

function meaning(rig: Rig, pair: PairFigures, rows: Rows): string {
  const found = told(rig, pair);
  const predicted = found?.row_error_px;
  const bound =
    boundsHold(rig.calibration) && isNumber(found?.row_error_bound95_px) ? ` (95%: < ${amount(found!.row_error_bound95_px, 'px', 2)})` : '';
  const noise = noiseOf(rig, pair, rows);
  const more = isNumber(rows.rms_px) && isNumber(noise) ? rows.rms_px / Math.max(noise, 1e-9) : null;
  return [
    `The rows of ${plural(rows.corners.length, 'corner')} that both detected differ by ${amount(rows.rms_px, 'px', 2)} RMS; the noise of the corners alone would give ${amount(noise, 'px', 2)}.`,
    more === null ? '' : more > 1.3 ? `That is ${amount(more, '', 2)} times as much: something besides noise is in them.` : 'Noise explains them.',
    isNumber(predicted)
      ? `How far the calibration is off in rows is another thing: ${amount(predicted, 'px', 2)} RMS${bound}, over all that both cameras see at the distances above, also where the board never was.`
      : '',
  ]
    .filter(Boolean)
    .join(' ');
}

export function rowHistogram(rig: Rig, pair: PairFigures, index: number): HTMLElement | null {
  const { rows } = pair;
  if (!rows) return null;
  const bins = Math.min(61, Math.max(15, Math.round(Math.sqrt(rows.corners.length))));
  const given = noiseOf(rig, pair, rows);
  const noise = isNumber(given) && given > 0 ? given : null;
  const span = Math.max(1.15 * reach(rows, 0.99), noise ? 3 * noise : 0);
  const width = (2 * span) / bins;
  const density = new Array<number>(bins).fill(0);
  for (const [, , difference] of rows.corners) {
    const bin = Math.floor((difference + span) / width);
    if (bin >= 0 && bin < bins) density[bin]! += 1 / (rows.corners.length * width);
  }
  const peak = largest(density, 1e-9);
  const top = 1.08 * Math.max(peak, noise ? Math.min(gauss(0, noise), 2.2 * peak) : 0);
  const xs = Array.from({ length: 201 }, (_, i) => -span + (2 * span * i) / 200);
  const drawing = plot({
    label: `Histogram of the differences of rectified rows of ${plural(rows.corners.length, 'corner')}, with the Gaussian of the noise`,
    x: { domain: [-span, span], label: 'difference of the rows (px)' },
    y: { domain: [top, 0], label: 'density (1/px)' },
    height: 300,
    draw: (layer, view) => {
      density.forEach((d, i) =>
        layer
          .append('rect')
          .attr('class', 'bar')
          .attr('x', view.x(-span + i * width) + 0.5)
          .attr('width', Math.max(view.width / bins - 1, 0.5))
          .attr('y', view.y(d))
          .attr('height', view.y(0) - view.y(d)),
      );
      if (!noise) return;
      const curve = line<number>()
        .x((r) => view.x(r))
        .y((r) => view.y(gauss(r, noise)))(xs);
      layer.append('path').attr('class', 'curve noise').attr('d', curve);
    },
    tip: (_, x) => `${amount(density[Math.floor((x + span) / width)] ?? 0, '', 3)} per px at ${amount(x, 'px', 2)}`,
  });
  return figure(
    `row-histogram-${index}`,
    `${pairName(pair)}: rows against the noise`,
    meaning(rig, pair, rows),
    drawing.element,
    key(['area', 'var(--bars)', 'differences of rows'], ['dash', '#d55e00', 'noise alone']),
  );
}
