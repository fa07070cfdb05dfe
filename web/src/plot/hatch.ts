// Diagonal lines over cells.

import type { Grid } from './cells';
import type { View } from './plot';

export function hatchCells(context: CanvasRenderingContext2D, view: View, grid: Grid, hatched: (cell: number) => boolean): void {
  context.save();
  context.beginPath();
  const [w, height] = [grid.size[0] / grid.columns, grid.size[1] / grid.rows];
  for (let i = 0; i < grid.columns * grid.rows; ++i) {
    if (!hatched(i)) continue;
    const [u, v] = [(i % grid.columns) * w - 0.5, Math.floor(i / grid.columns) * height - 0.5];
    context.rect(view.x(u), view.y(v), view.x(u + w) - view.x(u), view.y(v + height) - view.y(v));
  }
  context.clip();
  context.beginPath();
  for (let x = -view.height; x < view.width; x += 9) {
    context.moveTo(x, view.height);
    context.lineTo(x + view.height, 0);
  }
  context.strokeStyle = 'rgba(255, 255, 255, 0.38)';
  context.lineWidth = 1.3;
  context.stroke();
  context.restore();
}
