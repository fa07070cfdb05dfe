// Lines of equal value over a grid of cells, and where their numbers can stand without touching each other.

import { contours } from 'd3-contour';
import { isNumber, type Maybe } from '../format';
import type { Grid } from './cells';

export type Line = [number, number][];

/// What has no value takes the greatest of its neighbours', from cell to cell.
export function filled(grid: Grid, values: readonly Maybe[]): number[] {
  let known = values.map((value) => (isNumber(value) ? value : null));
  const { columns, rows } = grid;
  while (known.includes(null) && known.some((value) => value !== null)) {
    const before = known;
    known = before.map((value, i) => {
      if (value !== null) return value;
      const [x, y] = [i % columns, Math.floor(i / columns)];
      const near = [
        [-1, 0],
        [1, 0],
        [0, -1],
        [0, 1],
      ].flatMap(([dx, dy]) => {
        const [a, b] = [x + dx!, y + dy!];
        const found = a >= 0 && a < columns && b >= 0 && b < rows ? before[b * columns + a] : null;
        return isNumber(found) ? [found] : [];
      });
      return near.length > 0 ? Math.max(...near) : null;
    });
  }
  return known.map((value) => value ?? 0);
}

const PAD = 2; // cells more on every side, so that lines leave the image and do not turn back at its edge

function padded(grid: Grid, values: readonly Maybe[]): number[] {
  const known = filled(grid, values);
  const [columns, rows] = [grid.columns + 2 * PAD, grid.rows + 2 * PAD];
  // Beyond the edge a line of cells goes on as straight as it came.
  const extended = (line: number[]): number[] => {
    const n = line.length;
    if (n < 2) return [...Array<number>(PAD).fill(line[0]!), ...line, ...Array<number>(PAD).fill(line[0]!)];
    const [first, last] = [line[0]! - line[1]!, line[n - 1]! - line[n - 2]!];
    return [line[0]! + 2 * first, line[0]! + first, ...line, line[n - 1]! + last, line[n - 1]! + 2 * last];
  };
  const wide = Array.from({ length: grid.rows }, (_, row) => extended(known.slice(row * grid.columns, (row + 1) * grid.columns)));
  const tall = Array.from({ length: columns }, (_, column) => extended(wide.map((line) => line[column]!)));
  return Array.from({ length: columns * rows }, (_, i) => tall[i % columns]![Math.floor(i / columns)]!);
}

/// Lines at one level, in px of the image; broken where a cell has no value.
export function linesAt(grid: Grid, values: readonly Maybe[], level: number): Line[] {
  const [w, height] = [grid.size[0] / grid.columns, grid.size[1] / grid.rows];
  const lines: Line[] = [];
  for (const ring of contours()
    .size([grid.columns + 2 * PAD, grid.rows + 2 * PAD])
    .contour(padded(grid, values), level)
    .coordinates.flat()) {
    let line: Line = [];
    const end = () => {
      if (line.length > 1) lines.push(line);
      line = [];
    };
    for (const [x, y] of ring as [number, number][]) {
      const [cx, cy] = [x - PAD, y - PAD];
      const inside = cx > -1 && cy > -1 && cx < grid.columns + 1 && cy < grid.rows + 1;
      const column = Math.min(grid.columns - 1, Math.max(0, Math.floor(cx)));
      const cell = Math.min(grid.rows - 1, Math.max(0, Math.floor(cy))) * grid.columns + column;
      if (inside && isNumber(values[cell])) line.push([cx * w - 0.5, cy * height - 0.5]);
      else end();
    }
    end();
  }
  return lines;
}

/// As the path of an SVG element.
export const pathOf = (lines: Line[], view: { x: (u: number) => number; y: (v: number) => number }): string =>
  lines.map((line) => `M${line.map(([u, v]) => `${view.x(u).toFixed(1)} ${view.y(v).toFixed(1)}`).join('L')}`).join('');

export interface Label {
  x: number;
  y: number;
  text: string;
}

/// One place a line for its number, in screen pixels: inside the frame, and clear of numbers that stand already.
export function labelPlace(line: Line, text: string, frame: { width: number; height: number }, taken: Label[]): Label | null {
  const reach = 4 * text.length;
  for (const part of [0.5, 0.35, 0.65, 0.2, 0.8]) {
    const [x, y] = line[Math.floor(part * (line.length - 1))]!;
    if (x < reach || y < 10 || x > frame.width - reach || y > frame.height - 10) continue;
    if (taken.every((other) => Math.abs(other.x - x) > reach + 4 * other.text.length + 4 || Math.abs(other.y - y) > 16)) return { x, y, text };
  }
  return null;
}
