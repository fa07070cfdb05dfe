// The systematic residual in each tile of the target.

import { mean, median } from 'd3-array';
import { significant } from '../../colour';
import type { Point3, Report } from '../../data';
import { asTable, figure } from '../../dom';
import { amount, isNumber, largest, percent, plural, smallest } from '../../format';
import { legend } from '../../legend';
import { plot } from '../../plot/plot';
import { tileExcess } from './tile_excess';
import { ink } from '../../theme';

interface Tile {
  corners: Point3[]; // around its middle, in mm
  middle: [number, number];
  value: number | null;
  sure: number | null; // the excess of its squared residuals over the noise's, over its standard error
}

function tilesOf(report: Report): Tile[] {
  const points = report.target!.points;
  const excess = tileExcess(report);
  return report.bias_tiles!.flatMap(({ corners, eps_px }) => {
    const found = corners
      .map((id) => points[id])
      .filter((p): p is Point3 => Boolean(p))
      .map(([x, y, z]): Point3 => [1e3 * x, 1e3 * y, 1e3 * z]);
    if (found.length < 3) return [];
    const middle: [number, number] = [mean(found, (p) => p[0])!, mean(found, (p) => p[1])!];
    const angle = (p: Point3) => Math.atan2(p[1] - middle[1], p[0] - middle[0]);
    const value = isNumber(eps_px) ? eps_px : null;
    const sure = value === null ? null : excess(corners);
    return [{ corners: found.sort((a, b) => angle(a) - angle(b)), middle, value, sure }];
  });
}

/// Tiles are drawn so large that they nearly touch.
function stretch(tiles: Tile[]): number {
  const [a, ...others] = tiles;
  if (!a || others.length === 0) return 1;
  const width = Math.max(...a.corners.map((p) => Math.abs(p[0] - a.middle[0])), ...a.corners.map((p) => Math.abs(p[1] - a.middle[1])));
  const gap = smallest(others.map((b) => Math.max(Math.abs(b.middle[0] - a.middle[0]), Math.abs(b.middle[1] - a.middle[1]))));
  return Math.max(1, Math.min(2, (0.97 * gap) / (2 * width)));
}

export function tileBias(report: Report): HTMLElement {
  const tiles = tilesOf(report);
  const points = report.target!.points.filter((p): p is Point3 => Boolean(p));
  const [x0, x1, y0, y1] = [
    smallest(points.map((p) => p[0])),
    largest(points.map((p) => p[0])),
    smallest(points.map((p) => p[1])),
    largest(points.map((p) => p[1])),
  ].map((v) => 1e3 * v) as [number, number, number, number];
  const pad = 0.09 * Math.max(x1 - x0, y1 - y0);
  const most = largest(
    tiles.map((tile) => tile.value),
    1e-9,
  );
  const larger = stretch(tiles);
  const drawing = plot({
    label: `Systematic residual of ${tiles.length} tiles over the target, at most ${amount(most, 'px')}`,
    x: { domain: [x0 - pad, x1 + pad], label: 'x on the target (mm)' },
    y: { domain: [y0 - pad, y1 + pad], label: 'y on the target (mm)' },
    most: 480,
    paint: (context, view) => {
      const colour = significant(ink('band'));
      for (const {
        corners,
        middle: [mx, my],
        sure,
      } of tiles) {
        context.beginPath();
        corners.forEach(([x, y]) => context.lineTo(view.x(mx + larger * (x - mx)), view.y(my + larger * (y - my))));
        context.closePath();
        context.fillStyle = sure === null ? ink('line') : colour(sure);
        context.fill();
      }
      context.fillStyle = ink('halo');
      for (const [x, y] of points) context.fillRect(view.x(1e3 * x) - 1.5, view.y(1e3 * y) - 1.5, 3, 3);
    },
    tip: (_, x, y) => {
      const tile = tiles.find(
        ({ corners }) =>
          x >= smallest(corners.map((p) => p[0])) &&
          x <= largest(corners.map((p) => p[0])) &&
          y >= smallest(corners.map((p) => p[1])) &&
          y <= largest(corners.map((p) => p[1])),
      );
      return tile
        ? tile.value === null
          ? 'too few images show this tile'
          : `${amount(tile.value, 'px', 2)} systematic, ${amount(tile.sure, '', 2)} standard errors`
        : null;
    },
  });
  const { bias } = report.calibration!;
  const worst = tiles.find((tile) => tile.value === most);
  const typical = median(tiles.flatMap((tile) => (tile.value === null ? [] : [tile.value])));
  const numbers = worst
    ? `The worst tile, around (${amount(worst.middle[0])}, ${amount(worst.middle[1])}) mm, has ${amount(most, 'px', 2)}; the median tile ${amount(typical, 'px', 2)}. `
    : '';
  const share = isNumber(bias.source?.target_share)
    ? ` Offsets that each place keeps in all images explain ${percent(bias.source!.target_share)} of the squared residuals beyond chance.`
    : '';
  const tiled = new Set(report.bias_tiles!.flatMap(({ corners }) => corners)).size;
  const untiled = tiled < points.length ? ` ${plural(points.length - tiled, 'corner')} at the edge ${points.length - tiled === 1 ? 'is' : 'are'} in no tile.` : '';
  const standing = tiles.filter(({ sure }) => isNumber(sure) && sure > 2).length;
  return figure(
    'tile-bias',
    'Residuals over the target',
    `How large what is systematic is in the residuals of each place of the board, per coordinate, in whatever direction it points in single images. ${numbers}${standing} of ${plural(tiles.length, 'tile')} ${standing === 1 ? 'stands' : 'stand'} out from the noise by more than two standard errors.${share}${untiled}`,
    drawing.element,
    legend(
      significant('var(--band)'),
      '',
      'Excess over the noise, in standard errors',
      largest(
        tiles.map((tile) => tile.sure),
        0,
      ) > 10,
    ),
    asTable(
      'Systematic residual by tile',
      ['middle (mm)', 'systematic (px)'],
      tiles.map((tile) => [tile.middle.map((x) => amount(x)).join(', '), amount(tile.value, '', 2)]),
    ),
  );
}
