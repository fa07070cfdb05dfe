// Many residuals: how many corners lie in small cells of the view, and the mean residual of each.

import { arrow } from '../../plot/arrow';
import type { View } from '../../plot/plot';
import type { Residuals } from '../../residuals';
import { ink } from '../../theme';

const CELL_PX = 26; // on the screen
const FEWEST = 5; // means of fewer corners are noise
const LONGER = 4; // than single residuals: means are small

export function paintMeans(context: CanvasRenderingContext2D, view: View, all: Residuals, corners: number[], factor: number): void {
  const [columns, rows] = [Math.ceil(view.width / CELL_PX), Math.ceil(view.height / CELL_PX)];
  const cells = Array.from({ length: columns * rows }, () => ({ n: 0, u: 0, v: 0 }));
  for (const i of corners) {
    const [x, y] = [view.x(all.u[i]!), view.y(all.v[i]!)];
    const cell = cells[Math.min(rows - 1, Math.floor(y / CELL_PX)) * columns + Math.min(columns - 1, Math.floor(x / CELL_PX))]!;
    cell.n += 1;
    cell.u += all.du[i]!;
    cell.v += all.dv[i]!;
  }
  const most = Math.max(...cells.map((cell) => cell.n), 1);
  context.fillStyle = ink('accent');
  cells.forEach((cell, i) => {
    if (cell.n === 0) return;
    context.globalAlpha = 0.06 + 0.3 * Math.sqrt(cell.n / most);
    context.fillRect((i % columns) * CELL_PX, Math.floor(i / columns) * CELL_PX, CELL_PX, CELL_PX);
  });
  context.globalAlpha = 1;
  const scale = LONGER * factor * Math.abs(view.x(1) - view.x(0));
  cells.forEach((cell, i) => {
    if (cell.n < FEWEST) return;
    const [u, v] = [(scale * cell.u) / cell.n, (scale * cell.v) / cell.n];
    const shorter = Math.min(1, CELL_PX / Math.max(Math.hypot(u, v), 1e-9)); // an arrow stays near its cell
    const [x, y] = [((i % columns) + 0.5) * CELL_PX, (Math.floor(i / columns) + 0.5) * CELL_PX];
    arrow(context, x - (shorter * u) / 2, y - (shorter * v) / 2, x + (shorter * u) / 2, y + (shorter * v) / 2);
  });
}
