// Tilt and distance of the board in every image: both have to vary.

import type { Report } from '../../data';
import { figure, withHint } from '../../dom';
import { amount, largest, plural, shorten, smallest } from '../../format';
import { key } from '../../legend';
import { onPick, pick, pickedFrame } from '../../picked';
import { plot, type View } from '../../plot/plot';
import { distanceOf, tiltOf } from '../../space/tilt';
import type { Row } from './rows';

interface Dot {
  row: Row;
  tilt: number;
  distance: number;
}

export function poseScatter(report: Report, rows: Row[]): HTMLElement | null {
  const target = report.target?.points ?? [];
  const dots = rows.map((row): Dot => ({ row, tilt: tiltOf(row.frame), distance: distanceOf(row.frame, target) }));
  if (dots.length === 0) return null;
  const [near, far] = [smallest(dots.map((dot) => dot.distance)), largest(dots.map((dot) => dot.distance))];
  const nearest = (view: View, x: number, y: number): Dot | null => {
    const away = (dot: Dot) => Math.hypot(view.x(dot.distance) - view.x(x), view.y(dot.tilt) - view.y(y));
    const best = dots.reduce((a, b) => (away(b) < away(a) ? b : a));
    return away(best) < 14 ? best : null;
  };
  const drawing = plot({
    label: `Tilt and distance of the board in ${plural(dots.length, 'image')}`,
    x: { domain: [0.9 * near - 1e-9, 1.05 * far], label: 'distance of the board (m)' },
    y: { domain: [90, 0], label: 'tilt (°)' },
    height: 280,
    draw: (layer, view) => {
      for (const { row, tilt, distance } of dots)
        layer
          .append('circle')
          .attr('class', `pose${row.suspicions.length > 0 ? ' flagged' : ''}${row.index === pickedFrame() ? ' picked' : ''}`)
          .attr('cx', view.x(distance))
          .attr('cy', view.y(tilt))
          .attr('r', row.index === pickedFrame() ? 7 : 5);
    },
    tip: (view, x, y) => {
      const dot = nearest(view, x, y);
      return dot ? `${shorten(dot.row.frame.name, 60)}: ${amount(dot.distance, 'm')} away, tilted by ${amount(dot.tilt, '°', 2)}` : null;
    },
    click: (view, x, y) => {
      const dot = nearest(view, x, y);
      if (dot) pick(dot.row.index);
    },
  });
  onPick(drawing.redraw);
  const tilts = dots.map((dot) => dot.tilt);
  return figure(
    'pose-scatter',
    'Tilts and distances',
    withHint(`The board’s normal against the optical axis, ${amount(smallest(tilts), '°', 2)} to ${amount(largest(tilts), '°', 2)}, and the distance of its middle, ${amount(near, 'm', 2)} to ${amount(far, 'm', 2)}.`, 'Choose a dot to see its image.'),
    drawing.element,
    key(['dot', 'var(--bars)', 'image'], ['dot', 'var(--systematic)', 'image that stands out'], ['dot', 'var(--ink)', 'the chosen image']),
  );
}
