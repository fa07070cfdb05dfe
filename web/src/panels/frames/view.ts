// One image with its detected and reprojected corners, the difference lengthened, and its worst corners as they are.

import { median } from 'd3-array';
import { button, factorSlider } from '../../controls';
import type { Report } from '../../data';
import { h } from '../../dom';
import { amount, isNumber, largest, percent, place, plural, sentence, shorten, smallest } from '../../format';
import { key } from '../../legend';
import { onPick, pick } from '../../picked';
import { drawRaster } from '../../plot/cells';
import { imageAxes, plot, type View } from '../../plot/plot';
import { ink } from '../../theme';
import { cornerCrops } from './crops';
import type { Row } from './rows';

function paintCorners(context: CanvasRenderingContext2D, view: View, row: Row, factor: number): void {
  const corners = row.seen?.corners ?? [];
  const size = Math.min(5, 2.6 + 0.3 * view.zoom);
  const stroke = (path: () => void, colour: string, width: number) => {
    context.beginPath();
    path();
    context.lineWidth = width + 2;
    context.strokeStyle = ink('halo');
    context.stroke();
    context.lineWidth = width;
    context.strokeStyle = colour;
    context.stroke();
  };
  const where = corners.map(([, u, v, du, dv]) => [view.x(u), view.y(v), view.x(u - factor * du), view.y(v - factor * dv)] as const);
  stroke(
    () =>
      where.forEach(([x, y, px, py]) => {
        context.moveTo(x, y);
        context.lineTo(px, py);
      }),
    ink('soft'),
    1,
  );
  stroke(
    () =>
      where.forEach(([x, y]) => {
        context.moveTo(x + size, y);
        context.arc(x, y, size, 0, 2 * Math.PI);
      }),
    '#009e73',
    1.4,
  );
  stroke(
    () =>
      where.forEach(([, , x, y]) => {
        context.moveTo(x - size, y - size);
        context.lineTo(x + size, y + size);
        context.moveTo(x - size, y + size);
        context.lineTo(x + size, y - size);
      }),
    '#d55e00',
    1.4,
  );
}

/// The factor with which the worst residual is half as long as corners are apart.
function longest(row: Row): number {
  const corners = row.seen?.corners ?? [];
  const worst = largest(
    corners.map((c) => Math.hypot(c[3], c[4])),
    1e-9,
  );
  const apart = median(
    corners.map((a) => smallest(corners.map((b) => (a === b ? Infinity : Math.hypot(a[1] - b[1], a[2] - b[2]))))).filter(Number.isFinite),
  );
  return apart ? (0.5 * apart) / worst : Infinity;
}

function meaning(report: Report, row: Row): string {
  const corners = row.seen?.corners ?? [];
  if (corners.length === 0) return 'The report does not hold this image’s corners.';
  const worst = corners.reduce((a, b) => (Math.hypot(b[3], b[4]) > Math.hypot(a[3], a[4]) ? b : a));
  const all = report.calibration!.fit.rmse;
  const against = isNumber(all) && all > 0 && isNumber(row.frame.rmse) ? `, ${amount(row.frame.rmse / all, '', 2)} times that of all images` : '';
  const shift = isNumber(row.frame.shift_px)
    ? ` Without it the camera would move by ${amount(row.frame.shift_px, 'px', 2)} RMS per coordinate; it holds ${percent(row.frame.leverage)} of the information.`
    : '';
  return `${plural(corners.length, 'corner')}, RMSE ${amount(row.frame.rmse, 'px')}${against}. The worst, corner ${worst[0]} ${place(worst[1], worst[2], report.calibration!.image_size)}, is off by ${amount(Math.hypot(worst[3], worst[4]), 'px')}.${shift}${[...row.suspicions, ...row.notes].map((text) => ` ${sentence(text)}`).join('')}`;
}

export function frameView(report: Report, rows: Row[], order: () => Row[]): HTMLElement {
  const size = report.calibration!.image_size;
  let row = rows[0]!;
  let picture: HTMLImageElement | null = null;
  const start = size[0] / 60 / Math.max(report.calibration!.fit.rmse ?? 0, 1e-9);
  let factor = start;
  const title = h('h3', { id: 'frame-shown-title' });
  const caption = h('figcaption', { 'aria-live': 'polite' });
  const lengthened = h('span', {});
  const pieces = h('div', { class: 'crops' });
  const drawing = plot({
    label: '',
    ...imageAxes(size),
    zoom: true,
    paint: (context, view) => {
      if (picture?.complete && picture.naturalWidth > 0) drawRaster(context, view, size, picture, true);
      const used = Math.min(factor, longest(row));
      lengthened.textContent = amount(used, '', 2);
      paintCorners(context, view, row, used);
    },
    tip: (view, u, v) => {
      const near = (row.seen?.corners ?? [])
        .map((c) => ({ c, d: Math.hypot(c[1] - u, c[2] - v) * Math.abs(view.x(1) - view.x(0)) }))
        .reduce<{ c: number[]; d: number } | null>((a, b) => (!a || b.d < a.d ? b : a), null);
      return near && near.d < 14
        ? `corner ${near.c[0]}: detected at (${amount(near.c[1], '', 6)}, ${amount(near.c[2], '', 6)}), off by (${amount(near.c[3], '', 2)}, ${amount(near.c[4], '', 2)}) px`
        : null;
    },
  });
  const show = (index: number) => {
    row = rows.find((r) => r.index === index) ?? rows[0]!;
    title.textContent = shorten(row.frame.name, 80);
    title.title = row.frame.name;
    caption.textContent = meaning(report, row);
    drawing.describe(`Corners of the image ${shorten(row.frame.name, 80)}, detected and reprojected. ${caption.textContent}`);
    pieces.replaceChildren(...cornerCrops(row));
    picture = null;
    if (row.seen?.thumbnail?.startsWith('data:image/')) {
      picture = new Image();
      picture.onload = drawing.redraw;
      picture.src = row.seen.thumbnail;
    }
    drawing.redraw();
  };
  const step = (by: number) => {
    const list = order();
    if (list.length > 0) pick(list[(list.findIndex((r) => r.index === row.index) + by + list.length) % list.length]!.index);
  };
  onPick(show);
  const steps = h(
    'div',
    { class: 'pager' },
    button('previous image', '‹', () => step(-1)),
    button('next image', '›', () => step(1)),
  );
  return h(
    'figure',
    { id: 'frame-shown', class: 'panel', 'aria-labelledby': 'frame-shown-title' },
    h('div', { class: 'title-row' }, title, steps),
    drawing.element,
    h(
      'div',
      { class: 'controls' },
      factorSlider('residuals', start, 8, (chosen) => {
        factor = chosen;
        drawing.redraw();
      }),
    ),
    key(['ring', '#009e73', 'detected'], ['cross', '#d55e00', h('span', {}, 'reprojected, its distance lengthened × ', lengthened)]),
    pieces,
    caption,
  );
}
