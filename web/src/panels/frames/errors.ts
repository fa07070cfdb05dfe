// The reprojection error of every image as a bar; a bar shows its image everywhere.

import type { Report } from '../../data';
import { figure, withHint } from '../../dom';
import { amount, isNumber, largest, plural, shorten } from '../../format';
import { key } from '../../legend';
import { onPick, pick, pickedFrame } from '../../picked';
import { plot } from '../../plot/plot';
import type { Row } from './rows';

export function imageErrors(report: Report, rows: Row[]): HTMLElement {
  const { fit } = report.calibration!;
  const values = rows.map((row) => row.frame.rmse);
  const most = largest(values, 1e-9);
  const drawing = plot({
    label: `RMSE of ${plural(rows.length, 'image')}, up to ${amount(most, 'px')}`,
    x: { domain: [0, rows.length], label: 'image', format: (v) => (Number.isInteger(v) && v > 0 ? String(v) : '') },
    y: { domain: [1.08 * most, 0], label: 'RMSE per coordinate (px)' },
    height: 240,
    draw: (layer, view) => {
      const wide = view.x(1) - view.x(0);
      const gap = wide > 4 ? 1 : 0;
      rows.forEach((row, i) => {
        const value = row.frame.rmse;
        if (!isNumber(value)) return;
        layer
          .append('rect')
          .attr('class', `bar${row.suspicions.length > 0 ? ' flagged' : ''}${row.index === pickedFrame() ? ' picked' : ''}`)
          .attr('x', view.x(i) + gap / 2)
          .attr('width', Math.max(wide - gap, 0.5))
          .attr('y', view.y(value))
          .attr('height', view.y(0) - view.y(value));
      });
      if (isNumber(fit.rmse))
        layer.append('line').attr('class', 'all').attr('x1', 0).attr('x2', view.width).attr('y1', view.y(fit.rmse)).attr('y2', view.y(fit.rmse));
    },
    tip: (_, x) => {
      const row = rows[Math.floor(x)];
      return row ? `${shorten(row.frame.name, 60)}: ${amount(row.frame.rmse, 'px')}` : null;
    },
    click: (_, x) => {
      const row = rows[Math.floor(x)];
      if (row) pick(row.index);
    },
  });
  onPick(drawing.redraw);
  const above = values.filter((value) => isNumber(value) && isNumber(fit.rmse) && value > 1.5 * fit.rmse).length;
  return figure(
    'image-errors',
    'Reprojection error by image',
    withHint(
      `Per coordinate; all images together ${amount(fit.rmse, 'px')} (line). ${above === 0 ? 'None' : plural(above, 'image')} ${above > 1 ? 'are' : 'is'} above one and a half times that.`,
      'Choose a bar to see its image below.',
    ),
    drawing.element,
    key(
      ['area', 'var(--bars)', 'image'],
      ['area', 'var(--systematic)', 'image that stands out'],
      ['area', 'var(--ink)', 'the chosen image'],
      ['dash', 'var(--soft)', 'all images'],
    ),
  );
}
