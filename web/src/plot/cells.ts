// Values in equal cells over the image: their places, the cell under the pointer, and their colours.

import type { ColourScale } from '../colour';
import { h } from '../dom';
import type { Maybe } from '../format';
import type { View } from './plot';

export interface Grid {
  columns: number;
  rows: number;
  size: readonly [number, number];
}

/// The middle of a cell in px.
export const centre = (grid: Grid, i: number): [number, number] => [
  (((i % grid.columns) + 0.5) * grid.size[0]) / grid.columns - 0.5,
  ((Math.floor(i / grid.columns) + 0.5) * grid.size[1]) / grid.rows - 0.5,
];

export function cellAt(grid: Grid, u: number, v: number): number {
  const column = Math.min(grid.columns - 1, Math.max(0, Math.floor(((u + 0.5) * grid.columns) / grid.size[0])));
  return Math.min(grid.rows - 1, Math.max(0, Math.floor(((v + 0.5) * grid.rows) / grid.size[1]))) * grid.columns + column;
}

/// Between the middles of cells bilinear, where all four have a value; else that of the cell.
function between(grid: Grid, values: readonly Maybe[], x: number, y: number): Maybe {
  const [column, row] = [Math.min(grid.columns - 1, Math.floor(x)), Math.min(grid.rows - 1, Math.floor(y))];
  const own = values[row * grid.columns + column];
  if (own === null || own === undefined) return own;
  const clamp = (value: number, most: number) => Math.min(most, Math.max(0, value));
  const [x0, y0] = [Math.floor(x - 0.5), Math.floor(y - 0.5)];
  const at = (i: number, j: number) => values[clamp(j, grid.rows - 1) * grid.columns + clamp(i, grid.columns - 1)] ?? own;
  const [s, t] = [x - 0.5 - x0, y - 0.5 - y0];
  return (1 - t) * ((1 - s) * at(x0, y0) + s * at(x0 + 1, y0)) + t * ((1 - s) * at(x0, y0 + 1) + s * at(x0 + 1, y0 + 1));
}

/// Of rgb(r, g, b) or #rrggbb.
const channels = (colour: string): number[] =>
  colour.startsWith('#') ? [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)) : (colour.match(/\d+/g) ?? []).map(Number);

/// A small image of the values, `fine` by `fine` pixels per cell; cells without a value stay clear.
export function raster(grid: Grid, values: readonly Maybe[], colour: ColourScale, fine = 1): HTMLCanvasElement {
  const canvas = h('canvas', { width: grid.columns * fine, height: grid.rows * fine });
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  const image = context.createImageData(canvas.width, canvas.height);
  const tints = Array.from({ length: 256 }, (_, i) => channels(colour.at(i / 255)));
  for (let y = 0; y < grid.rows * fine; ++y) {
    for (let x = 0; x < grid.columns * fine; ++x) {
      const value = fine === 1 ? values[y * grid.columns + x] : between(grid, values, (x + 0.5) / fine, (y + 0.5) / fine);
      if (value === null || value === undefined) continue;
      const tint = tints[Math.round(255 * Math.min(1, Math.max(0, colour.part(value))))]!;
      const at = 4 * (y * canvas.width + x);
      for (let k = 0; k < 3; ++k) image.data[at + k] = tint[k]!;
      image.data[at + 3] = 255;
    }
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

export function drawRaster(
  context: CanvasRenderingContext2D,
  view: View,
  size: readonly [number, number],
  picture: CanvasImageSource,
  smooth: boolean,
): void {
  context.imageSmoothingEnabled = smooth;
  const [left, top] = [view.x(-0.5), view.y(-0.5)];
  context.drawImage(picture, left, top, view.x(size[0] - 0.5) - left, view.y(size[1] - 0.5) - top);
}
