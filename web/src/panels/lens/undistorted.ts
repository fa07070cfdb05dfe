// One image before and after: as the camera took it, and as a pinhole camera would see it, with straight lines along the board.

import { percentSlider } from '../../controls';
import type { Point, Preview, Report } from '../../data';
import { figure, h } from '../../dom';
import { amount, largest, shorten } from '../../format';
import { key } from '../../legend';
import { drawRaster } from '../../plot/cells';
import { imageAxes, plot, type View } from '../../plot/plot';
import { drawMesh } from './mesh';

type Line = (Point | null)[];

/// How far the corners of a line stray from the straight line through its ends, px.
function bow(line: Line): number {
  const points = line.filter((p): p is Point => p !== null);
  const [a, b] = [points[0], points[points.length - 1]];
  if (!a || !b || points.length < 3) return 0;
  const length = Math.max(Math.hypot(b[0] - a[0], b[1] - a[1]), 1e-9);
  return largest(
    points.map((p) => Math.abs((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])) / length),
    0,
  );
}

/// Straight from the first to the last corner: where the image is straight it runs along all of them.
function chords(context: CanvasRenderingContext2D, view: View, lines: Line[]): void {
  context.beginPath();
  for (const line of lines) {
    const points = line.filter((p): p is Point => p !== null);
    if (points.length < 2) continue;
    const [a, b] = [points[0]!, points[points.length - 1]!];
    context.moveTo(view.x(a[0]), view.y(a[1]));
    context.lineTo(view.x(b[0]), view.y(b[1]));
  }
  context.strokeStyle = '#e69f00';
  context.lineWidth = 1.3;
  context.stroke();
}

export function undistorted(report: Report, preview: Preview): HTMLElement | null {
  if (!preview.image.startsWith('data:image/')) return null;
  const size = report.calibration!.image_size;
  const image = new Image();
  let part = 0.5; // of the width that is shown as it was taken
  const drawing = plot({
    label: `The image ${shorten(preview.frame, 60)} as it was taken (left) and without distortion (right)`,
    ...imageAxes(size),
    paint: (context, view) => {
      if (!image.complete || image.naturalWidth === 0) return;
      const edge = part * view.width;
      const inside = (from: number, to: number, draw: () => void) => {
        context.save();
        context.beginPath();
        context.rect(from, 0, to - from, view.height);
        context.clip();
        draw();
        context.restore();
      };
      inside(0, edge, () => {
        drawRaster(context, view, size, image, true);
        chords(
          context,
          view,
          preview.lines.map((line) => line.before),
        );
      });
      inside(edge, view.width, () => {
        drawMesh(context, view, size, preview, image);
        chords(
          context,
          view,
          preview.lines.map((line) => line.after),
        );
      });
      context.fillStyle = '#fff';
      context.fillRect(edge - 1.5, 0, 3, view.height);
    },
  });
  image.onload = drawing.redraw;
  image.src = preview.image;
  const [before, after] = [
    largest(
      preview.lines.map((l) => bow(l.before)),
      0,
    ),
    largest(
      preview.lines.map((l) => bow(l.after)),
      0,
    ),
  ];
  return figure(
    'undistorted',
    'Before and after removing the distortion',
    `${shorten(preview.frame, 60)}, left as it was taken, right as a pinhole camera would see it. Lines run straight through the first and the last corner of every row and column of the board: the corners between stray from them by up to ${amount(before, 'px', 2)} before and ${amount(after, 'px', 2)} after.`,
    drawing.element,
    h(
      'div',
      { class: 'controls' },
      percentSlider('as taken', part, (chosen) => {
        part = chosen;
        drawing.redraw();
      }),
    ),
    key(['line', '#e69f00', 'straight lines']),
  );
}
