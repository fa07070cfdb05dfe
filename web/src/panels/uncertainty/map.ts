// The heat map: values, lines of equal value with their numbers, corners, hatching, the edge of the model.

import { levels, type ColourScale } from '../../colour';
import type { Report, UncertaintyMaps } from '../../data';
import { amount, isNumber, largest, smallest, type Maybe } from '../../format';
import { drawRaster, type Grid } from '../../plot/cells';
import { labelPlace, linesAt, pathOf, type Label } from '../../plot/contours';
import { hatchCells } from '../../plot/hatch';
import type { Layer, View } from '../../plot/plot';
import { residuals } from '../../residuals';
import { ink } from '../../theme';

export interface Shown {
  values: Maybe[];
  colour: ColourScale;
  picture: () => HTMLCanvasElement; // the values in their colours
  unit: string;
  corners: boolean;
  limit: number | null; // the tolerance, in the same unit
}

function corners(context: CanvasRenderingContext2D, view: View, report: Report): void {
  const all = residuals(report);
  const side = all.count > 5000 ? 1.2 : 2;
  const shown: number[] = [];
  // Where a dot is already, a second one shows nothing; and so many dots that the map is seen between them.
  const cell = Math.max(1, Math.min(6, Math.sqrt((25 * all.count * side ** 2) / (view.width * view.height))));
  const columns = Math.ceil(view.width / cell);
  const taken = new Uint8Array(columns * Math.ceil(view.height / cell));
  const [x0, dx, y0, dy] = [view.x(0), view.x(1) - view.x(0), view.y(0), view.y(1) - view.y(0)];
  for (let i = 0; i < all.count; ++i) {
    const [x, y] = [x0 + dx * all.u[i]!, y0 + dy * all.v[i]!];
    const at = Math.floor(y / cell) * columns + Math.floor(x / cell);
    if (x < 0 || y < 0 || x >= view.width || y >= view.height || taken[at]) continue;
    taken[at] = 1;
    shown.push(x, y);
  }
  // White with a dark rim is seen on every colour.
  for (const [colour, size] of [
    ['rgba(0, 0, 0, 0.35)', side + 1.4],
    ['rgba(255, 255, 255, 0.9)', side],
  ] as const) {
    context.fillStyle = colour;
    for (let i = 0; i < shown.length; i += 2) context.fillRect(shown[i]! - size / 2, shown[i + 1]! - size / 2, size, size);
  }
}

export function paintMap(context: CanvasRenderingContext2D, view: View, report: Report, grid: Grid, map: UncertaintyMaps, shown: Shown): void {
  context.fillStyle = ink('no-ray');
  context.fillRect(0, 0, view.width, view.height);
  context.save();
  if (map.domain) {
    context.beginPath();
    for (const [u, v] of map.domain) context.lineTo(view.x(u), view.y(v));
    context.clip();
  }
  drawRaster(context, view, grid.size, shown.picture(), true);
  hatchCells(context, view, grid, (i) => shown.values[i] !== null && map.observed[i] === false);
  context.restore();
  if (shown.corners) corners(context, view, report);
}

export function drawLines(layer: Layer, view: View, grid: Grid, map: UncertaintyMaps, shown: Shown): void {
  const labels: Label[] = [];
  const known = shown.values.filter(isNumber);
  const [low, high] = [smallest(known), largest(known)];
  for (const level of levels(low, high, 6, high > 10 * low)) {
    const lines = linesAt(grid, shown.values, level).map((line) => line.map(([u, v]): [number, number] => [view.x(u), view.y(v)]));
    const path = lines.map((line) => `M${line.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`).join('');
    layer.append('path').attr('class', 'contour').attr('d', path);
    for (const line of lines.sort((a, b) => b.length - a.length).slice(0, 2)) {
      const label = line.length > 5 ? labelPlace(line, amount(level, shown.unit), view, labels) : null;
      if (label) labels.push(label);
    }
  }
  if (shown.limit !== null) {
    const path = pathOf(linesAt(grid, shown.values, shown.limit), view);
    layer.append('path').attr('class', 'limit-line halo').attr('d', path);
    layer.append('path').attr('class', 'limit-line').attr('d', path);
  }
  if (map.domain && map.domain.length > 2) {
    const edge = `M${map.domain.map(([u, v]) => `${view.x(u).toFixed(1)} ${view.y(v).toFixed(1)}`).join('L')}Z`;
    layer.append('path').attr('class', 'model-edge halo').attr('d', edge);
    layer.append('path').attr('class', 'model-edge').attr('d', edge);
  }
  for (const { x, y, text } of labels)
    layer
      .append('text')
      .attr('class', 'on-map')
      .attr('x', x)
      .attr('y', y + 4)
      .attr('text-anchor', 'middle')
      .text(text);
}
