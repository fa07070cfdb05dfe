// Where in the image corners were detected: how many in each cell, and the board of the chosen image.

import { sizes } from '../../colour';
import type { Report } from '../../data';
import { figure } from '../../dom';
import { largest, percent, plural } from '../../format';
import { key, legend } from '../../legend';
import { onPick, pickedFrame } from '../../picked';
import { cellAt, drawRaster, raster, type Grid } from '../../plot/cells';
import { imageAxes, plot } from '../../plot/plot';
import { residuals } from '../../residuals';
import { once } from '../../schedule';
import { ink } from '../../theme';
import type { Row } from './rows';

function cells(size: readonly [number, number]): Grid {
  const side = Math.max(...size) / 16;
  return { columns: Math.max(1, Math.round(size[0] / side)), rows: Math.max(1, Math.round(size[1] / side)), size };
}

export function coverage(report: Report, rows: Row[]): HTMLElement {
  const { image_size: size } = report.calibration!;
  const all = residuals(report);
  const grid = cells(size);
  const counts = new Array<number>(grid.columns * grid.rows).fill(0);
  for (let i = 0; i < all.count; ++i) counts[cellAt(grid, all.u[i]!, all.v[i]!)]! += 1;
  const seen = counts.map((count) => (count > 0 ? count : null));
  const colour = sizes(1, Math.max(2, largest(counts)), 4);
  const picture = once(() => raster(grid, seen, colour));
  const drawing = plot({
    label: `How many corners were detected in ${grid.columns} by ${grid.rows} cells of the image`,
    ...imageAxes(size),
    paint: (context, view) => {
      context.fillStyle = ink('no-ray');
      context.fillRect(0, 0, view.width, view.height);
      drawRaster(context, view, size, picture(), false);
      const chosen = rows.find((row) => row.index === pickedFrame());
      for (const [width, style] of [
        [4.4, '#000a'],
        [2.6, '#fff'],
      ] as const) {
        context.fillStyle = style;
        for (const [, u, v] of chosen?.seen?.corners ?? []) context.fillRect(view.x(u) - width / 2, view.y(v) - width / 2, width, width);
      }
    },
    tip: (_, u, v) => plural(counts[cellAt(grid, u, v)] ?? 0, 'corner'),
  });
  onPick(drawing.redraw);
  const held = seen.filter((count) => count !== null).length / counts.length;
  return figure(
    'coverage',
    'Coverage of the image',
    `Corners were detected in ${percent(held)} of ${plural(counts.length, 'cell')}; the fullest holds ${plural(largest(counts), 'corner')}.`,
    drawing.element,
    legend(colour, '', 'Corners in a cell'),
    key(['area', 'var(--no-ray)', 'no corner'], ['dot', '#fff', 'corners of the chosen image']),
  );
}
