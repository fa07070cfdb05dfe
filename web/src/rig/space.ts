// The rig in space: cameras with their names, baselines, and the board of every instant.

import { CanvasTexture, LinearFilter, Matrix4, Sprite, SpriteMaterial, Vector3 } from 'three';
import { heat } from '../colour';
import type { Point3 } from '../data';
import { figure, h, withHint } from '../dom';
import { amount, isNumber, largest, plural, shorten, smallest } from '../format';
import { key, legend } from '../legend';
import { onPick, pick } from '../picked';
import { frustum, scaleBar } from '../space/camera_shape';
import { placedBoards } from '../space/placed_boards';
import { lines, outline, poseMatrix } from '../space/pose';
import { spaceView } from '../space/view';
import { ink } from '../theme';
import type { Rig, RigCalibration } from './data';

/// A name that always looks at the reader, above a point.
function label(text: string, at: Vector3): Sprite {
  const [height, font] = [44, '600 30px system-ui, sans-serif'];
  const canvas = h('canvas', { height });
  const context = canvas.getContext('2d')!;
  context.font = font;
  canvas.width = Math.ceil(context.measureText(text).width) + 16;
  context.font = font;
  context.textBaseline = 'middle';
  context.lineWidth = 6;
  context.strokeStyle = ink('panel');
  context.strokeText(text, 8, height / 2);
  context.fillStyle = ink('ink');
  context.fillText(text, 8, height / 2);
  const texture = new CanvasTexture(canvas);
  texture.minFilter = LinearFilter;
  texture.generateMipmaps = false;
  const sprite = new Sprite(new SpriteMaterial({ map: texture, sizeAttenuation: false, depthTest: false, transparent: true }));
  sprite.scale.set((0.045 * canvas.width) / height, 0.045, 1);
  sprite.center.set(0.5, 0);
  sprite.position.copy(at);
  return sprite;
}

const rigFromCamera = ({ cameras }: RigCalibration): Matrix4[] =>
  cameras.map(({ camera_from_rig: pose }) => poseMatrix(pose.rotation_vector, pose.translation).invert());

const moved = (positions: number[], by: Matrix4): number[] =>
  Array.from({ length: positions.length / 3 }, (_, i) =>
    new Vector3(...(positions.slice(3 * i, 3 * i + 3) as Point3)).applyMatrix4(by).toArray(),
  ).flat();

export function rigInSpace({ calibration, figures }: Rig): HTMLElement | null {
  const { cameras, instants } = calibration;
  const points = figures.target.points.filter((p): p is Point3 => Boolean(p));
  if (instants.length === 0 || points.length < 3) return null;
  const board = outline(points);
  const placed = instants.map(({ rig_from_target: pose }) =>
    board.map((p) => p.clone().applyMatrix4(poseMatrix(pose.rotation_vector, pose.translation))),
  );
  const places = rigFromCamera(calibration);
  const centres = places.map((place) => new Vector3().setFromMatrixPosition(place));
  const reach = largest(placed.flat().map((p) => p.length()));
  const apart = centres.flatMap((a, i) => centres.slice(i + 1).map((b) => a.distanceTo(b)));
  const depth = Math.min(0.16 * reach, Math.max(0.05 * reach, 0.8 * smallest(apart)));
  const shapes = cameras.map((camera, i) => moved(frustum(camera, depth), places[i]!));
  const tops = places.map((place) => new Vector3(0, -0.75 * depth, 0.5 * depth).applyMatrix4(place));
  const bar = Number((0.25 * reach).toPrecision(1));
  const ruler = scaleBar(bar, placed.flat());
  const errors = instants.map(({ rmse }) => rmse);
  const colour = heat(largest(errors.filter(isNumber), 1e-9));
  const shown = placedBoards(placed, errors, colour);
  const distances = placed.map((corners) => corners.reduce((sum, p) => sum.addScaledVector(p, 0.25), new Vector3()).length()).sort((a, b) => a - b);
  const meaning = `${plural(cameras.length, 'camera')} and the board at ${plural(instants.length, 'instant')}, ${amount(distances[0], 'm', 2)} to ${amount(distances[distances.length - 1], 'm', 2)} from ${cameras[0]?.name ?? 'the first'}, which is the frame of the rig.`;
  const view = spaceView({
    label: `The rig in space. ${meaning}`,
    fallback: meaning,
    around: [...placed.flat(), ...centres, ...tops, new Vector3(...(ruler.slice(0, 3) as Point3)), new Vector3(...(ruler.slice(3, 6) as Point3))],
    from: new Vector3(-0.8, -0.7, -0.75),
    build: (stage) => {
      shown.add(stage);
      const { scene } = stage;
      scene.add(lines(ruler, ink('ink')));
      for (const shape of shapes) scene.add(lines(shape, ink('ink')));
      const links = centres.flatMap((a, i) => centres.slice(i + 1).flatMap((b) => [...a.toArray(), ...b.toArray()]));
      if (links.length > 0) scene.add(lines(links, ink('systematic')));
      cameras.forEach(({ name }, i) => scene.add(label(shorten(name, 20), tops[i]!)));
    },
    tip: (stage, x, y) => {
      const i = shown.under(stage, x, y);
      return i < 0
        ? null
        : `${shorten(instants[i]!.name, 60)}: RMSE ${amount(instants[i]!.rmse, 'px')}, seen by ${instants[i]!.views.map(({ camera }) => camera).join(', ')}`;
    },
    click: (stage, x, y) => {
      const i = shown.under(stage, x, y);
      if (i >= 0) pick(i);
    },
  });
  onPick(() => view.rebuild());
  return figure(
    'rig-space',
    'The rig in space',
    withHint(meaning, 'Drag or use arrow keys to turn; point at a board for its name, choose it to mark its instant everywhere.'),
    view.element,
    legend(colour, 'px', 'RMSE of the instant'),
    key(['line', 'var(--ink)', `cameras, the chosen instant, and a bar of ${amount(bar, 'm')}`], ['line', 'var(--systematic)', 'baselines']),
  );
}
