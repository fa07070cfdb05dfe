// The mean residual in each cell of the image.

import { sizes } from '../../colour';
import type { Report } from '../../data';
import { asTable, figure } from '../../dom';
import { amount, isNumber, largest, place, plural } from '../../format';
import { legend } from '../../legend';
import { arrow } from '../../plot/arrow';
import { cellAt, centre, drawRaster, raster } from '../../plot/cells';
import { imageAxes, plot } from '../../plot/plot';
import { once } from '../../schedule';

export function meanResiduals(report: Report): HTMLElement {
  const cells = report.bias_image!;
  const { image_size: size, bias } = report.calibration!;
  const grid = { columns: cells.columns, rows: cells.rows, size };
  const norms = cells.mean_u.map((u, i) =>
    isNumber(u) && isNumber(cells.mean_v[i]) && (cells.count[i] ?? 0) > 0 ? Math.hypot(u, cells.mean_v[i]!) : null,
  );
  // Means of few corners are mostly noise: colours and words go by the others, where there are any.
  const firm = norms.map((norm, i) => ((cells.count[i] ?? 0) >= 10 ? norm : null));
  const judged = firm.some(isNumber) ? firm : norms;
  const most = largest(judged, 1e-9);
  const colour = sizes(0, most, 4);
  const picture = once(() => raster(grid, norms, colour));
  const longest = (0.46 * Math.min(size[0] / cells.columns, size[1] / cells.rows)) / most;
  const drawing = plot({
    label: `Mean residual in ${cells.columns} by ${cells.rows} cells of the image, at most ${amount(most, 'px')}`,
    ...imageAxes(size),
    paint: (context, view) => {
      drawRaster(context, view, size, picture(), false);
      norms.forEach((norm, i) => {
        if (norm === null) return;
        const [u, v] = centre(grid, i);
        const stretch = longest * Math.min(1, most / Math.max(norm, 1e-12)); // an arrow stays in its cell
        const [du, dv] = [stretch * cells.mean_u[i]!, stretch * cells.mean_v[i]!];
        arrow(context, view.x(u - du), view.y(v - dv), view.x(u + du), view.y(v + dv));
      });
    },
    tip: (_, u, v) => {
      const i = cellAt(grid, u, v);
      return norms[i] === null || norms[i] === undefined
        ? 'no corner was seen here'
        : `mean of ${plural(cells.count[i]!, 'corner')}: (${amount(cells.mean_u[i], '', 2)}, ${amount(cells.mean_v[i], '', 2)}) px, ${amount(norms[i], 'px', 2)}`;
    },
  });
  const worst = judged.indexOf(largest(judged));
  const where =
    worst >= 0
      ? `The largest mean of ten corners or more, ${amount(norms[worst], 'px', 2)}, is ${place(...centre(grid, worst), size)} (${plural(cells.count[worst]!, 'corner')}); a corner’s noise is ${amount(bias.sigma_d_px, 'px', 2)}. `
      : '';
  const share = isNumber(bias.source?.image_share)
    ? ` Places in the image explain ${amount(100 * bias.source!.image_share!, '%', 2)} of the squared residual beyond chance.`
    : '';
  const rows = norms.flatMap((norm, i) =>
    norm === null
      ? []
      : [
          [
            centre(grid, i)
              .map((x) => amount(x, '', 4))
              .join(', '),
            String(cells.count[i]),
            amount(cells.mean_u[i], '', 2),
            amount(cells.mean_v[i], '', 2),
          ],
        ],
  );
  return figure(
    'mean-residuals',
    'Mean residual over the image',
    `What is left in one place of the image over all images: a pattern of arrows here is the lens model’s fault. ${where}Arrows show directions; their lengths are stretched.${share}`,
    drawing.element,
    legend(
      colour,
      'px',
      'Length of the mean residual',
      norms.some((norm) => isNumber(norm) && norm > 1.001 * most),
    ),
    asTable('Mean residual by cell', ['middle (px)', 'corners', 'mean du (px)', 'mean dv (px)'], rows),
  );
}
