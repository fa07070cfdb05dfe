// Two cameras: where the second sees what the first sees.

import { sizes } from '../colour';
import type { Comparison } from '../data';
import { figure, h, section } from '../dom';
import { amount, isNumber, largest, percent, place, shorten } from '../format';
import { key, legend } from '../legend';
import { arrow } from '../plot/arrow';
import { cellAt, centre, drawRaster, raster } from '../plot/cells';
import { linesAt } from '../plot/contours';
import { imageAxes, plot } from '../plot/plot';
import { once } from '../schedule';
import { ink } from '../theme';

export function comparison(data: Comparison): HTMLElement {
  const size = data.image_size;
  const grid = { columns: data.grid[0], rows: data.grid[1], size };
  const norms = data.differences.map((d) => (d && d.every(isNumber) ? Math.hypot(...d) : null));
  const most = Math.max(largest(norms, 0), 1e-12);
  const colour = sizes(0, most, 5);
  const picture = once(() => raster(grid, norms, colour, 5));
  const apart = isNumber(data.k_px) ? Math.SQRT2 * data.k_px : null; // per coordinate in the file
  const longest = (0.85 * Math.min(size[0] / grid.columns, size[1] / grid.rows)) / most;
  const drawing = plot({
    label: `Difference between two cameras over the image, ${amount(apart, 'px')} RMS`,
    ...imageAxes(size),
    zoom: true,
    paint: (context, view) => {
      context.fillStyle = ink('no-ray');
      context.fillRect(0, 0, view.width, view.height);
      drawRaster(context, view, size, picture(), true);
      data.differences.forEach((d, i) => {
        if (!d || norms[i] === null) return;
        const [u, v] = centre(grid, i);
        arrow(context, view.x(u), view.y(v), view.x(u + longest * d[0]), view.y(v + longest * d[1]));
      });
    },
    draw: (layer, view) => {
      for (const level of colour.ticks) {
        layer
          .append('path')
          .attr('class', 'contour')
          .attr(
            'd',
            linesAt(grid, norms, level)
              .map((line) => `M${line.map(([u, v]) => `${view.x(u).toFixed(1)} ${view.y(v).toFixed(1)}`).join('L')}`)
              .join(''),
          );
      }
    },
    tip: (_, u, v) => {
      const i = cellAt(grid, u, v);
      const d = data.differences[i];
      return d && norms[i] !== null
        ? `(${amount(d[0], '', 2)}, ${amount(d[1], '', 2)}) px: ${amount(norms[i], 'px', 2)}`
        : 'one of the cameras has no ray here';
    },
  });
  const worst = norms.indexOf(largest(norms));
  const missing = norms.filter((norm) => norm === null).length / Math.max(norms.length, 1);
  const where = worst >= 0 ? `, at most ${amount(data.largest_px ?? norms[worst], 'px')} ${place(...centre(grid, worst), size)}` : '';
  const plain =
    isNumber(data.plain_k_px) && isNumber(data.k_px) && data.plain_k_px > 1.05 * data.k_px
      ? ` Without removing it they differ by ${amount(Math.SQRT2 * data.plain_k_px, 'px')}.`
      : '';
  const judged =
    isNumber(data.expected95_px) && apart !== null
      ? `They differ by ${apart > data.expected95_px ? 'more' : 'no more'} than their uncertainties explain: ${amount(apart, 'px')}, and their own 95% bounds allow ${amount(data.expected95_px, 'px')}.`
      : null;
  return section(
    'comparison',
    'Comparison',
    'Two cameras compared',
    data.reference && data.other
      ? h(
          'p',
          { class: 'lead' },
          'First: ',
          h('bdi', { title: data.reference }, shorten(data.reference, 100)),
          '. Second: ',
          h('bdi', { title: data.other }, shorten(data.other, 100)),
          '.',
        )
      : null,
    judged ? h('p', { class: 'lead judged' }, judged) : null,
    figure(
      'difference-map',
      'Where one sees what the other sees',
      most < 1e-6
        ? 'The two map alike: what is left is rounding.'
        : `The two differ by ${amount(apart, 'px')} RMS over the image${where}, after removing the best-fit rotation.${plain} Arrows lead from the first camera’s pixel towards the second’s; the longest stands for ${amount(most, 'px')}.${missing > 0 ? ` In ${percent(missing)} of the image one of them has no ray (grey).` : ''}`,
      h(
        'div',
        { class: 'beside' },
        drawing.element,
        h(
          'div',
          { class: 'side' },
          legend(colour, 'px', 'Difference'),
          key(['line', 'var(--soft)', 'lines of equal difference'], ['area', 'var(--no-ray)', 'no ray in one of the cameras']),
        ),
      ),
    ),
  );
}
