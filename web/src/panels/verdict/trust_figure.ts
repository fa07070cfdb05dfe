// Where the camera may be trusted: the error to expect over one of the images, and the part of it under a tolerance.

import { againstLimit } from '../../colour';
import type { Report, TrustMap } from '../../data';
import { figure, h } from '../../dom';
import { afterRotation, amount, isNumber, largest, percent, place, withoutRay, type Maybe } from '../../format';
import { key, legend } from '../../legend';
import { cellAt, drawRaster, raster, type Grid } from '../../plot/cells';
import { filled, linesAt, pathOf } from '../../plot/contours';
import { imageAxes, plot } from '../../plot/plot';
import { hatchCells } from '../../plot/hatch';
import { once } from '../../schedule';
import { ink } from '../../theme';
import { boundHolds, isAtLeast } from './bound';
import { toleranceSlider } from './tolerance_slider';

const errorName = (map: TrustMap): string => (map.is_bound ? '95% bound of the error' : 'Expected error');

/// The part of the image whose error stays under a limit, and of that the part where no corner was detected.
function area(map: TrustMap, limit: number, observed: boolean[] | undefined, without: number): { under: number; unseen: number } {
  const under = map.error_px.flatMap((error, i) => (isNumber(error) && error <= limit ? [i] : []));
  const unseen = observed ? under.filter((i) => observed[i] === false).length : 0;
  const known = map.error_px.filter(isNumber).length;
  return { under: ((1 - without) * under.length) / Math.max(known, 1), unseen: unseen / Math.max(under.length, 1) };
}

/// The ninth of the image with the largest error on average, as advice about where to hold a board goes by: its middle, and the most in it.
function weakest(grid: Grid, errors: Maybe[]): { at: [number, number]; most: number } {
  const ninths = Array.from({ length: 9 }, (): number[] => []);
  errors.forEach((error, i) => {
    const [column, row] = [i % grid.columns, Math.floor(i / grid.columns)];
    if (isNumber(error)) ninths[3 * Math.floor((3 * row) / grid.rows) + Math.floor((3 * column) / grid.columns)]!.push(error);
  });
  const mean = (values: number[]) => (values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : -1);
  const worst = ninths.map(mean).reduce((best, value, i, all) => (value > all[best]! ? i : best), 4);
  return { at: [((0.5 + (worst % 3)) * grid.size[0]) / 3, ((0.5 + Math.floor(worst / 3)) * grid.size[1]) / 3], most: largest(ninths[worst]!) };
}

function meaning(report: Report, grid: Grid, map: TrustMap, limit: number): string {
  const without = withoutRay(report.calibration, map.error_px);
  const { under, unseen } = area(map, limit, report.uncertainty?.observed, without);
  const worst = weakest(grid, map.error_px);
  return [
    `${errorName(map)} under ${amount(limit, 'px', 2)} in ${percent(under)} of the image${unseen > 0.005 ? ` (${percent(unseen)} of that never held a corner)` : ''}; on average most ${place(...worst.at, grid.size)} (up to ${amount(worst.most, 'px', 2)}).`,
    map.is_bound ? 'No error of the camera was seen.' : `Random and systematic part together, ${afterRotation(report.calibration)}.`,
    boundHolds(report.calibration!) ? '' : `What nothing explains is not in it${isAtLeast(report.calibration!) ? ': the error is at least so large' : ''}.`,
    without > 0 ? `The model has no ray in ${percent(without)} of the image.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

export function trustFigure(report: Report): HTMLElement | null {
  const map = report.trust_map;
  if (!map || !map.error_px.some(isNumber)) return null;
  const { image_size: size, verdict } = report.calibration!;
  const grid = { columns: map.columns, rows: map.rows, size };
  const observed = report.uncertainty?.observed;
  const holds = boundHolds(report.calibration!);
  let limit = verdict.tolerance_px ?? 1;
  let colour = againstLimit(limit, holds);
  const colours = () => once(() => raster(grid, filled(grid, map.error_px), colour, 5));
  let overlay = colours();
  let photograph: HTMLImageElement | null = null;
  const caption = h('span', { 'aria-live': 'polite' });
  const scale = h('div', {});
  const drawing = plot({
    label: '',
    ...imageAxes(size),
    most: 420,
    paint: (context, view) => {
      context.fillStyle = ink('no-ray');
      context.fillRect(0, 0, view.width, view.height);
      if (photograph?.complete && photograph.naturalWidth > 0) drawRaster(context, view, size, photograph, true);
      context.save();
      context.beginPath();
      const domain = report.uncertainty?.domain;
      if (domain) {
        for (const [u, v] of domain) context.lineTo(view.x(u), view.y(v));
        context.clip();
      }
      context.globalAlpha = photograph ? 0.45 : 1;
      drawRaster(context, view, size, overlay(), true);
      context.globalAlpha = 1;
      if (observed) hatchCells(context, view, grid, (i) => observed[i] === false && map.error_px[i] !== null);
      context.restore();
    },
    draw: (layer, view) => {
      const path = pathOf(linesAt(grid, map.error_px, limit), view);
      layer.append('path').attr('class', 'limit-line halo').attr('d', path);
      layer.append('path').attr('class', 'limit-line').attr('d', path);
    },
    tip: (_, u, v) => {
      const error = map.error_px[cellAt(grid, u, v)];
      return isNumber(error) ? `${errorName(map)} ${amount(error, 'px', 2)} at (${Math.round(u)}, ${Math.round(v)}) px` : 'the model has no ray here';
    },
  });
  const update = () => {
    colour = againstLimit(limit, holds);
    overlay = colours();
    caption.textContent = meaning(report, grid, map, limit);
    scale.replaceChildren(legend(colour, 'px', errorName(map)));
    drawing.describe(`Map of the error over the image. ${caption.textContent}`);
    drawing.redraw();
  };
  if (report.preview?.image.startsWith('data:image/')) {
    photograph = new Image();
    photograph.onload = drawing.redraw;
    photograph.src = report.preview.image;
  }
  update();
  return figure(
    'trust-map',
    'Where it may be trusted',
    caption,
    drawing.element,
    h(
      'div',
      { class: 'controls' },
      toleranceSlider(limit, (chosen) => {
        limit = chosen;
        update();
      }),
    ),
    scale,
    key(
      ['line', 'var(--ink)', 'the tolerance'],
      ...(observed?.includes(false) ? [['hatch', 'var(--soft)', 'no corner was detected here'] as ['hatch', string, string]] : []),
    ),
  );
}
