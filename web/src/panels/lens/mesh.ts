// An image drawn through a mesh: each triangle of the pinhole camera's image shows its piece of the photograph.

import type { Point, Preview } from '../../data';

/// Where pixels stand on the screen.
export interface OnScreen {
  x: (u: number) => number;
  y: (v: number) => number;
}

type Triangle = [Point, Point, Point];

/// The affine map that takes three points of the photograph to three on the screen.
function affine([a, b, c]: Triangle, [p, q, r]: Triangle): [number, number, number, number, number, number] | null {
  const det = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
  if (Math.abs(det) < 1e-9) return null;
  const solve = (k: 0 | 1): [number, number] => [
    ((q[k] - p[k]) * (c[1] - a[1]) - (r[k] - p[k]) * (b[1] - a[1])) / det,
    ((r[k] - p[k]) * (b[0] - a[0]) - (q[k] - p[k]) * (c[0] - a[0])) / det,
  ];
  const [xx, xy] = solve(0);
  const [yx, yy] = solve(1);
  return [xx, yx, xy, yy, p[0] - xx * a[0] - xy * a[1], p[1] - yx * a[0] - yy * a[1]];
}

/// size: of the image that is drawn; taken: of the photograph, in px of the camera.
export function drawMesh(
  context: CanvasRenderingContext2D,
  view: OnScreen,
  size: readonly [number, number],
  mesh: Pick<Preview, 'columns' | 'rows' | 'nodes'>,
  image: HTMLImageElement,
  taken = size,
): void {
  const scale: [number, number] = [image.naturalWidth / taken[0], image.naturalHeight / taken[1]];
  const { columns, rows } = mesh;
  const screen = (column: number, row: number): Point => [view.x((column * size[0]) / columns - 0.5), view.y((row * size[1]) / rows - 0.5)];
  const source = (column: number, row: number): Point | null => {
    const node = mesh.nodes[row * (columns + 1) + column];
    return node ? [(node[0] + 0.5) * scale[0], (node[1] + 0.5) * scale[1]] : null;
  };
  const draw = (corners: [number, number][]) => {
    const from = corners.map(([column, row]) => source(column, row));
    if (from.includes(null)) return;
    const to = corners.map(([column, row]) => screen(column, row)) as Triangle;
    const map = affine(from as Triangle, to);
    if (!map) return;
    const middle = [0, 1].map((k) => (to[0][k]! + to[1][k]! + to[2][k]!) / 3) as Point;
    context.save();
    context.beginPath();
    // A little larger, so that no seam shows between two triangles.
    for (const [x, y] of to) {
      const longer = 1 + 1.5 / Math.max(Math.hypot(x - middle[0], y - middle[1]), 1);
      context.lineTo(middle[0] + longer * (x - middle[0]), middle[1] + longer * (y - middle[1]));
    }
    context.clip();
    context.transform(...map);
    context.drawImage(image, 0, 0);
    context.restore();
  };
  for (let row = 0; row < rows; ++row) {
    for (let column = 0; column < columns; ++column) {
      draw([
        [column, row],
        [column + 1, row],
        [column, row + 1],
      ]);
      draw([
        [column + 1, row],
        [column + 1, row + 1],
        [column, row + 1],
      ]);
    }
  }
}
