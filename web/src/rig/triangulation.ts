// How far triangulated points are off, over the first camera's image, by distance and by part.

import { levels, sizes } from '../colour';
import { choice } from '../controls';
import { figure, h } from '../dom';
import { amount, isNumber, largest, percent, place, smallest, type Maybe } from '../format';
import { key, legend } from '../legend';
import { cellAt, centre, drawRaster, raster, type Grid } from '../plot/cells';
import { labelPlace, linesAt, type Label } from '../plot/contours';
import { imageAxes, plot } from '../plot/plot';
import { ink } from '../theme';
import { pairName, told, type ErrorMap, type PairFigures, type Rig } from './data';

const PARTS = ['both', 'calibration', 'noise'] as const;
type PartName = (typeof PARTS)[number];

function valuesOf(map: ErrorMap, part: PartName): Maybe[] {
  if (part === 'calibration') return map.calibration_mm;
  if (part === 'noise') return map.noise_mm;
  return map.calibration_mm.map((value, i) => (isNumber(value) && isNumber(map.noise_mm[i]) ? Math.hypot(value, map.noise_mm[i]!) : null));
}

const rms = (values: Maybe[]): number => {
  const known = values.filter(isNumber);
  return Math.sqrt(known.reduce((sum, value) => sum + value * value, 0) / Math.max(known.length, 1));
};

const distanceName = (map: ErrorMap): string => amount(map.distance_m, 'm', 6);

export function triangulationMap(rig: Rig, pair: PairFigures, index: number): HTMLElement | null {
  const camera = rig.calibration.cameras.find(({ name }) => name === pair.cameras[0]);
  const maps = pair.maps.filter((map) => map.calibration_mm.some(isNumber));
  if (!camera || maps.length === 0) return null;
  let map = maps[Math.floor((maps.length - 1) / 2)]!;
  let part: PartName = 'both';
  const size = camera.image_size;
  const gridOf = (): Grid => ({ columns: map.columns, rows: map.rows, size });
  let values = valuesOf(map, part);
  let colour = sizes(smallest(values), largest(values), 4);
  let picture: HTMLCanvasElement | null = null;
  const caption = h('span', { 'aria-live': 'polite' });
  const scale = h('div', {});
  const drawing = plot({
    label: '',
    ...imageAxes(size),
    paint: (context, view) => {
      context.fillStyle = ink('no-ray');
      context.fillRect(0, 0, view.width, view.height);
      picture ??= raster(gridOf(), values, colour, 4);
      drawRaster(context, view, size, picture, true);
    },
    draw: (layer, view) => {
      const labels: Label[] = [];
      const [low, high] = [smallest(values), largest(values)];
      for (const level of levels(low, high, 4, high > 6 * low)) {
        const lines = linesAt(gridOf(), values, level).map((line) => line.map(([u, v]): [number, number] => [view.x(u), view.y(v)]));
        layer
          .append('path')
          .attr('class', 'contour')
          .attr('d', lines.map((line) => `M${line.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`).join(''));
        for (const line of lines.sort((a, b) => b.length - a.length).slice(0, 1)) {
          const label = line.length > 5 ? labelPlace(line, amount(level, 'mm'), view, labels) : null;
          if (label) labels.push(label);
        }
      }
      for (const { x, y, text } of labels)
        layer
          .append('text')
          .attr('class', 'on-map')
          .attr('x', x)
          .attr('y', y + 4)
          .attr('text-anchor', 'middle')
          .text(text);
    },
    tip: (_, u, v) => {
      const i = cellAt(gridOf(), u, v);
      const [own, noise] = [map.calibration_mm[i], map.noise_mm[i]];
      return isNumber(own)
        ? `${amount(own, 'mm', 2)} by the calibration, ${amount(noise, 'mm', 2)} by the noise of a pixel`
        : `${pair.cameras[1]} does not see this`;
    },
  });
  const update = () => {
    values = valuesOf(map, part);
    colour = sizes(smallest(values), largest(values), 4);
    picture = null;
    const worst = values.indexOf(largest(values));
    const unseen = values.filter((value) => !isNumber(value)).length / Math.max(values.length, 1);
    const systematic = told(rig, pair)?.triangulation[`${map.distance_m}m`]?.systematic_mm;
    const part_of = isNumber(systematic) && systematic > 0 ? `; ${amount(systematic, 'mm')} of it systematic` : '';
    caption.textContent = `At ${distanceName(map)} from ${pair.cameras[0]}, a point is off by ${amount(rms(valuesOf(map, 'calibration')), 'mm')} RMS by the calibration (it does not average out${part_of}) and by ${amount(rms(map.noise_mm), 'mm')} by the noise of a pixel (it does); most ${place(...centre(gridOf(), worst), size)}, ${amount(values[worst], 'mm', 2)} ${part === 'both' ? 'together' : `by the ${part}`}.${unseen > 0 ? ` Grey: ${percent(unseen)} of the image that ${pair.cameras[1]} does not see there.` : ''}`;
    scale.replaceChildren(
      legend(
        colour,
        'mm',
        part === 'both' ? 'Calibration and noise together' : part === 'calibration' ? 'By the calibration' : 'By the noise of a pixel',
      ),
    );
    drawing.describe(`Map of the error of triangulated points over the image of ${camera.name}. ${caption.textContent}`);
    drawing.redraw();
  };
  update();
  const panel = figure(
    `triangulation-${index}`,
    `${pairName(pair)}: triangulated points`,
    caption,
    h(
      'div',
      { class: 'beside' },
      drawing.element,
      h(
        'div',
        { class: 'side' },
        h(
          'div',
          { class: 'controls column' },
          maps.length > 1
            ? h(
                'div',
                { class: 'control' },
                h('span', {}, `Distance from ${pair.cameras[0]}`),
                choice(`distance, ${pairName(pair)}`, maps.map(distanceName), distanceName(map), (chosen) => {
                  map = maps.find((one) => distanceName(one) === chosen)!;
                  update();
                }),
              )
            : null,
          h(
            'div',
            { class: 'control' },
            h('span', {}, 'Error by'),
            choice(`part, ${pairName(pair)}`, PARTS, part, (chosen) => {
              part = chosen;
              update();
            }),
          ),
        ),
        scale,
        key(['line', 'var(--soft)', 'lines of equal error'], ['area', 'var(--no-ray)', 'not seen by both']),
      ),
    ),
  );
  panel.classList.add('wide');
  return panel;
}
