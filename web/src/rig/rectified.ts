// The images of a pair at one instant, rectified, side by side: every point is in the same row of both.

import { figure } from '../dom';
import { amount, plural } from '../format';
import { key } from '../legend';
import { drawMesh } from '../panels/lens/mesh';
import { plot } from '../plot/plot';
import { pairName, type PairFigures, type Rig } from './data';

const LINES = 14;
const GAP = 0.03; // between the images, a part of their width

export function rectified(rig: Rig, pair: PairFigures, index: number): HTMLElement | null {
  const shown = pair.rectified;
  if (!shown) return null;
  const { height, images } = shown;
  const sources = images.map(({ camera }) => rig.figures.images.find((one) => one.camera === camera && one.instant === shown.instant)?.image);
  if (!sources.every((source) => source?.startsWith('data:image/'))) return null;
  const gap = GAP * (images[0].width + images[1].width);
  const lefts = [0, images[0].width + gap];
  const width = images[0].width + gap + images[1].width;
  const photographs = sources.map(() => new Image());
  const instant = rig.calibration.instants[shown.instant]?.name ?? '';
  const apart = images[0].corners.map((corner, i) => (images[1].corners[i]?.[1] ?? corner[1]) - corner[1]);
  const rms = Math.sqrt(apart.reduce((sum, d) => sum + d * d, 0) / Math.max(apart.length, 1));
  const drawing = plot({
    label: `The images of ${pairName(pair)} at ${instant}, rectified, with horizontal lines across both`,
    x: { domain: [-0.5, width - 0.5], label: pair.cameras.join(' (left half), ') + ' (right half)', ticks: 0 },
    y: { domain: [-0.5, height - 0.5], label: 'row (px)', format: (v) => String(Number(v.toPrecision(6))) },
    paint: (context, view) => {
      images.forEach((image, k) => {
        const photograph = photographs[k]!;
        if (!photograph.complete || photograph.naturalWidth === 0) return;
        const camera = rig.calibration.cameras.find(({ name }) => name === image.camera);
        const on = { x: (u: number) => view.x(u + lefts[k]!), y: (v: number) => view.y(v) };
        context.save();
        context.beginPath();
        context.rect(on.x(-0.5), 0, on.x(image.width - 0.5) - on.x(-0.5), view.height);
        context.clip();
        drawMesh(context, on, [image.width, height], image, photograph, camera?.image_size);
        for (const [radius, style] of [
          [2.6, '#000a'],
          [1.7, '#56b4e9'],
        ] as const) {
          context.fillStyle = style;
          for (const [x, y] of image.corners) {
            context.beginPath();
            context.arc(on.x(x - 0.5), on.y(y - 0.5), radius, 0, 2 * Math.PI);
            context.fill();
          }
        }
        context.restore();
      });
      context.beginPath();
      for (let i = 1; i < LINES; ++i) {
        const y = view.y((i * height) / LINES);
        context.moveTo(0, y);
        context.lineTo(view.width, y);
      }
      context.strokeStyle = '#e69f00';
      context.lineWidth = 1;
      context.stroke();
    },
  });
  photographs.forEach((photograph, k) => {
    photograph.onload = drawing.redraw;
    photograph.src = sources[k]!;
  });
  const panel = figure(
    `rectified-${index}`,
    `${pairName(pair)}: rectified images`,
    `Instant ${instant}, ${images[0].camera} on the left, ${images[1].camera} on the right. A point lies on the same horizontal line in both: the ${plural(apart.length, 'corner')} that both detected differ by ${amount(rms, 'px', 2)} RMS in their rows here.`,
    drawing.element,
    key(['line', '#e69f00', 'horizontal lines'], ['dot', '#56b4e9', 'detected corners']),
  );
  panel.classList.add('wide');
  return panel;
}
