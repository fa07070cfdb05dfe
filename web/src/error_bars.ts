// Reprojection errors as bars, one for each image or instant; a bar shows it everywhere.

import { amount, isNumber, largest, shorten, type Maybe } from './format';
import { onPick, pick, pickedFrame } from './picked';
import { plot } from './plot/plot';

export interface ErrorBar {
  index: number; // as it is picked by
  name: string;
  rmse: Maybe;
  flagged: boolean; // it stands out
}

export interface ErrorBarOptions {
  label: string;
  what: string; // a bar stands for: image, instant
  all: Maybe; // the error of all together: a line
  height?: number;
}

export function errorBars(bars: ErrorBar[], { label, what, all, height = 240 }: ErrorBarOptions): HTMLElement {
  const most = largest(
    bars.map(({ rmse }) => rmse),
    1e-9,
  );
  const drawing = plot({
    label,
    x: { domain: [0, Math.max(bars.length, 1)], label: what, format: (v) => (Number.isInteger(v) && v > 0 ? String(v) : '') },
    y: { domain: [1.08 * most, 0], label: 'RMSE per coordinate (px)' },
    height,
    draw: (layer, view) => {
      const wide = view.x(1) - view.x(0);
      const gap = wide > 4 ? 1 : 0;
      bars.forEach(({ rmse, flagged, index }, i) => {
        if (!isNumber(rmse)) return;
        layer
          .append('rect')
          .attr('class', `bar${flagged ? ' flagged' : ''}${index === pickedFrame() ? ' picked' : ''}`)
          .attr('x', view.x(i) + gap / 2)
          .attr('width', Math.max(wide - gap, 0.5))
          .attr('y', view.y(rmse))
          .attr('height', view.y(0) - view.y(rmse));
      });
      if (isNumber(all))
        layer.append('line').attr('class', 'all').attr('x1', 0).attr('x2', view.width).attr('y1', view.y(all)).attr('y2', view.y(all));
    },
    tip: (_, x) => {
      const bar = bars[Math.floor(x)];
      return bar ? `${shorten(bar.name, 60)}: ${isNumber(bar.rmse) ? amount(bar.rmse, 'px') : 'not seen'}` : null;
    },
    click: (_, x) => {
      const bar = bars[Math.floor(x)];
      if (bar) pick(bar.index);
    },
  });
  onPick(drawing.redraw);
  return drawing.element;
}
