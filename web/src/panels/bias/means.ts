// The mean residual in each cell of the image.

import { significant } from '../../colour';
import type { Report } from '../../data';
import { asTable, figure } from '../../dom';
import { amount, isNumber, largest, percent, place, plural } from '../../format';
import { legend } from '../../legend';
import { arrow } from '../../plot/arrow';
import { cellAt, centre, drawRaster, raster } from '../../plot/cells';
import { imageAxes, plot } from '../../plot/plot';
import { residuals } from '../../residuals';
import { cellSignificance } from '../../significance';
import { ink } from '../../theme';

export function meanResiduals(report: Report): HTMLElement {
  const cells = report.bias_image!;
  const { image_size: size, bias } = report.calibration!;
  const grid = { columns: cells.columns, rows: cells.rows, size };
  const norms = cells.mean_u.map((u, i) =>
    isNumber(u) && isNumber(cells.mean_v[i]) && (cells.count[i] ?? 0) > 0 ? Math.hypot(u, cells.mean_v[i]!) : null,
  );
  const all = residuals(report);
  const sure = cellSignificance(all, norms.length, (i) => cellAt(grid, all.u[i]!, all.v[i]!), bias.sigma_d_px ?? 0);
  const known = norms.map((norm, i) => (norm === null ? null : (sure[i] ?? 0)));
  const most = largest(norms, 1e-9);
  const longest = (0.46 * Math.min(size[0] / cells.columns, size[1] / cells.rows)) / most;
  const drawing = plot({
    label: `Mean residual in ${cells.columns} by ${cells.rows} cells of the image, at most ${amount(most, 'px')}`,
    ...imageAxes(size),
    paint: (context, view) => {
      const colour = significant(ink('band'));
      drawRaster(context, view, size, raster(grid, known, colour), false);
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
        ? 'no corner was detected here'
        : `mean of ${plural(cells.count[i]!, 'corner')}: (${amount(cells.mean_u[i], '', 2)}, ${amount(cells.mean_v[i], '', 2)}) px, ${amount(norms[i], 'px', 2)}, ${amount(known[i], '', 2)} standard errors`;
    },
  });
  const counted = known.filter(isNumber).length;
  const standing = known.filter((z) => isNumber(z) && z > 2).length;
  const worst = known.indexOf(largest(known));
  const where =
    worst >= 0
      ? ` The clearest, ${place(...centre(grid, worst), size)}, is ${amount(norms[worst], 'px', 2)} from ${plural(cells.count[worst]!, 'corner')}, ${amount(known[worst], '', 2)} standard errors.`
      : '';
  const share = isNumber(bias.source?.image_share)
    ? ` Places in the image explain ${percent(bias.source!.image_share!)} of the squared residuals beyond chance.`
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
    `The mean reprojection error in each cell of the image, over all images. ${standing} of ${plural(counted, 'cell')} ${standing === 1 ? 'is' : 'are'} more than two standard errors from zero, where chance makes about ${amount(0.018 * counted, '', 1)}.${where}${share} Arrows are lengthened; the longest stands for ${amount(most, 'px', 2)}.`,
    drawing.element,
    legend(significant('var(--band)'), '', 'Mean over its standard error', largest(known, 0) > 10),
    asTable('Mean residual by cell', ['middle (px)', 'corners', 'mean du (px)', 'mean dv (px)'], rows),
  );
}
