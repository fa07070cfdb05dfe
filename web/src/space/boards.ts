// The board's places in front of the camera; every one of them says which image it is.

import { Vector3 } from 'three';
import { heat } from '../colour';
import type { Point3, Report } from '../data';
import { figure, withHint } from '../dom';
import { amount, isNumber, largest, plural, shorten } from '../format';
import { key, legend } from '../legend';
import { onPick, pick } from '../picked';
import { ink } from '../theme';
import { frustum, scaleBar } from './camera_shape';
import { placedBoards } from './placed_boards';
import { lines, outline, poseMatrix } from './pose';
import { distanceOf, tiltOf } from './tilt';
import { spaceView, type Stage } from './view';

function meaning(report: Report): string {
  const { frames } = report.calibration!;
  const distances = frames.map((frame) => distanceOf(frame, report.target!.points)).sort((a, b) => a - b);
  const tilts = frames.map(tiltOf).sort((a, b) => a - b);
  const flat = tilts.filter((tilt) => tilt < 15).length;
  return `Each outline is the board of one image, ${amount(distances[0], 'm', 2)} to ${amount(distances[distances.length - 1], 'm', 2)} away, tilted by ${amount(tilts[0], '°', 2)} to ${amount(tilts[tilts.length - 1], '°', 2)} (median ${amount(tilts[Math.floor(tilts.length / 2)], '°', 2)}). ${flat === 0 ? 'None' : flat} of ${plural(tilts.length, 'board')} ${flat > 1 ? 'are' : 'is'} tilted by less than 15°.`;
}

export function boards(report: Report): HTMLElement | null {
  const { frames } = report.calibration!;
  const points = report.target!.points.filter((p): p is Point3 => Boolean(p));
  if (frames.length === 0 || points.length < 3) return null;
  const board = outline(points);
  const placed = frames.map((frame) => board.map((p) => p.clone().applyMatrix4(poseMatrix(frame.rotation_vector, frame.translation))));
  const reach = Math.max(...placed.flat().map((p) => p.length()));
  const bar = Number((0.25 * reach).toPrecision(1));
  const ruler = scaleBar(bar, placed.flat());
  const errors = frames.map((frame) => frame.rmse);
  const colour = heat(largest(errors.filter(isNumber), 1e-9));
  const shown = placedBoards(placed, errors, colour);

  const build = (stage: Stage) => {
    shown.add(stage);
    const { scene } = stage;
    scene.add(lines(ruler, ink('ink')));
    scene.add(lines(frustum(report.calibration!, 0.16 * reach), ink('ink')));
    const axis = 0.14 * reach;
    [
      ['#d55e00', [axis, 0, 0]],
      ['#009e73', [0, axis, 0]],
      ['#0072b2', [0, 0, 1.6 * axis]],
    ].forEach(([color, tip]) => scene.add(lines([0, 0, 0, ...(tip as number[])], color as string)));
  };
  const view = spaceView({
    label: `${frames.length} places of the board in front of the camera`,
    fallback: meaning(report),
    around: [...placed.flat(), new Vector3(), new Vector3(...(ruler.slice(0, 3) as Point3)), new Vector3(...(ruler.slice(3, 6) as Point3))],
    from: new Vector3(-1, -0.6, -0.55),
    build,
    tip: (stage, x, y) => {
      const i = shown.under(stage, x, y);
      return i < 0
        ? null
        : `${shorten(frames[i]!.name, 60)}: ${amount(distanceOf(frames[i]!, report.target!.points), 'm')} away, RMSE ${amount(frames[i]!.rmse, 'px')}`;
    },
    click: (stage, x, y) => {
      const i = shown.under(stage, x, y);
      if (i >= 0) pick(i);
    },
  });
  onPick(() => view.rebuild());
  return figure(
    'poses',
    'Poses of the board',
    withHint(meaning(report), 'Drag or use arrow keys to turn; point at a board for its name, choose it to see its corners.'),
    view.element,
    legend(colour, 'px', 'RMSE of the image'),
    key(
      ['line', 'var(--ink)', `camera, the chosen image, and a bar of ${amount(bar, 'm')}`],
      ['line', '#d55e00', 'x'],
      ['line', '#009e73', 'y'],
      ['line', '#0072b2', 'z: the camera looks along it'],
    ),
  );
}
