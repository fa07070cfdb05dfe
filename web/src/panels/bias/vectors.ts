// Every residual as a line from where the corner was detected.

import { factorSlider } from '../../controls';
import type { Calibration, Report } from '../../data';
import { figure, h } from '../../dom';
import { amount, isNumber, percent, shorten, whole, type Maybe } from '../../format';
import { imageAxes, plot, type View } from '../../plot/plot';
import { residuals, type Residuals, type WithFrames } from '../../residuals';
import { ink } from '../../theme';
import { paintMeans } from './binned';

const MOST_LINES = 3000; // more of them make a blob

function inView(all: Residuals, view: View): number[] {
  const [u0, u1, v0, v1] = [view.x.invert(0), view.x.invert(view.width), view.y.invert(0), view.y.invert(view.height)];
  const found: number[] = [];
  for (let i = 0; i < all.count; ++i) if (all.u[i]! >= u0 && all.u[i]! <= u1 && all.v[i]! >= v0 && all.v[i]! <= v1) found.push(i);
  return found;
}

function paint(context: CanvasRenderingContext2D, view: View, all: Residuals, factor: number): void {
  const shown = inView(all, view);
  if (shown.length > MOST_LINES) return paintMeans(context, view, all, shown, factor);
  context.beginPath();
  for (const i of shown) {
    context.moveTo(view.x(all.u[i]!), view.y(all.v[i]!));
    context.lineTo(view.x(all.u[i]! + factor * all.du[i]!), view.y(all.v[i]! + factor * all.dv[i]!));
  }
  context.strokeStyle = ink('accent');
  context.globalAlpha = 0.8;
  context.lineWidth = 1;
  context.stroke();
  if (shown.length > MOST_LINES / 2) return;
  context.fillStyle = ink('ink');
  for (const i of shown) context.fillRect(view.x(all.u[i]!) - 0.9, view.y(all.v[i]!) - 0.9, 1.8, 1.8);
}

function nearest(all: Residuals, view: View, u: number, v: number): number {
  let [best, found] = [12 / Math.abs(view.x(1) - view.x(0)), -1];
  for (let i = 0; i < all.count; ++i) {
    const distance = Math.hypot(all.u[i]! - u, all.v[i]! - v);
    if (distance < best) [best, found] = [distance, i];
  }
  return found;
}

/// How much of the squared residual the means of cells explain, and how much they would by chance.
function meaning(report: Pick<Report, 'bias_image'>, all: Residuals): string {
  const cells = report.bias_image;
  const how =
    'Each line leads from a detected corner along its reprojection error, lengthened. Where more than 3000 are in view, arrows are the means of small cells, lengthened four times as much, and shades the number of corners; zoom in to see single ones. Lines of one place that point the same way are systematic; noise points anywhere.';
  if (!cells || all.squared === 0) return how;
  const seen = cells.count
    .map((count, i) =>
      count > 0 && isNumber(cells.mean_u[i]) && isNumber(cells.mean_v[i]) ? count * (cells.mean_u[i]! ** 2 + cells.mean_v[i]! ** 2) : null,
    )
    .filter(isNumber);
  const explained = seen.reduce((sum, part) => sum + part, 0) / all.squared;
  const chance = Math.min(1, seen.length / all.count);
  return `${how} The means of ${seen.length} cells hold ${percent(explained)} of the squared residuals; chance would put ${percent(chance)} there.`;
}

/// What a camera saw: of a report, or of one camera of a rig.
export interface Seen extends WithFrames, Pick<Report, 'bias_image'> {
  calibration?: Pick<Calibration, 'image_size'> & { fit: { rmse: Maybe } };
}

export function residualVectors(report: Seen, id = 'residual-vectors', title = 'Residual vectors', caption?: string): HTMLElement {
  const { image_size, fit } = report.calibration!;
  const all = residuals(report);
  const start = image_size[0] / 60 / Math.max(fit.rmse ?? 0, 1e-9);
  let factor = start;
  const drawing = plot({
    label: `${title} of ${whole(all.count)} corners over the image, lengthened`,
    ...imageAxes(image_size),
    zoom: true,
    paint: (context, view) => paint(context, view, all, factor),
    tip: (view, u, v) => {
      const i = nearest(all, view, u, v);
      return i < 0
        ? null
        : `corner ${all.id[i]} of ${shorten(report.frames![all.frame[i]!]!.name, 40)}: off by (${amount(all.du[i], '', 2)}, ${amount(all.dv[i], '', 2)}) px`;
    },
  });
  const slider = factorSlider('length', start, 8, (chosen) => {
    factor = chosen;
    drawing.redraw();
  });
  return figure(id, title, caption ?? meaning(report, all), drawing.element, h('div', { class: 'controls' }, slider));
}
