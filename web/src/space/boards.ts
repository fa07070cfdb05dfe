// The board's places in front of the camera; every one of them says which image it is.

import { BufferAttribute, Color, DoubleSide, Mesh, MeshBasicMaterial, Vector3 } from 'three';
import { heat } from '../colour';
import type { Point3, Report } from '../data';
import { figure, withHint } from '../dom';
import { amount, isNumber, largest, plural, shorten } from '../format';
import { key, legend } from '../legend';
import { onPick, pick, pickedFrame } from '../picked';
import { ink } from '../theme';
import { geometry, lines, loop, outline, poseMatrix } from './pose';
import { distanceOf, tiltOf } from './tilt';
import { spaceView, type Stage } from './view';

/// The camera as a pyramid that opens as its image does.
function frustum(report: Report, depth: number): number[] {
  const { parameters, image_size } = report.calibration!;
  const focal = parameters['fx'] ?? parameters['f'] ?? image_size[0];
  const [a, b] = image_size.map((size) => depth * Math.min(1.7, size / (2 * Math.max(focal, 1e-6)))) as [number, number];
  const rim = [new Vector3(-a, -b, depth), new Vector3(a, -b, depth), new Vector3(a, b, depth), new Vector3(-a, b, depth)];
  const up = [new Vector3(-0.4 * a, -1.12 * b, depth), new Vector3(0, -1.5 * b, depth), new Vector3(0.4 * a, -1.12 * b, depth)];
  return [...rim.flatMap((p) => [0, 0, 0, ...p.toArray()]), ...loop(rim), ...loop(up)];
}

/// A length along the optical axis, below all boards, with ends.
function scaleBar(length: number, around: Vector3[]): number[] {
  const floor = largest(
    around.map((p) => p.y),
    0,
  );
  const far = largest(
    around.map((p) => p.z),
    length,
  );
  const end = 0.04 * length;
  return [
    [0, floor, far - length, 0, floor, far],
    [0, floor - end, far - length, 0, floor + end, far - length],
    [0, floor - end, far, 0, floor + end, far],
  ].flat();
}

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
  const faces = geometry(placed.flatMap(([a, b, c, d]) => [a!, b!, c!, a!, c!, d!].flatMap((p) => p.toArray())));

  const bar = Number((0.25 * reach).toPrecision(1));
  const ruler = scaleBar(bar, placed.flat());
  const errors = frames.map((frame) => frame.rmse).filter(isNumber);
  const colour = heat(largest(errors, 1e-9));

  const build = ({ scene }: Stage) => {
    const tints = frames.map((frame) => new Color(colour(frame.rmse ?? 0)));
    const colours = new Float32Array(frames.length * 18);
    tints.forEach((tint, i) => {
      for (let k = 0; k < 6; ++k) tint.toArray(colours, 18 * i + 3 * k);
    });
    faces.setAttribute('color', new BufferAttribute(colours, 3));
    scene.add(
      new Mesh(
        faces,
        new MeshBasicMaterial({
          vertexColors: true,
          side: DoubleSide,
          transparent: true,
          opacity: frames.length > 200 ? 0.08 : 0.25,
          depthWrite: false,
        }),
      ),
    );
    const pickedIndex = pickedFrame();
    placed.forEach(
      (corners, i) => i !== pickedIndex && scene.add(lines(loop(corners), `#${tints[i]!.getHexString()}`, frames.length > 200 ? 0.35 : 1)),
    );
    scene.add(lines(ruler, ink('ink')));
    if (placed[pickedIndex]) {
      const [a, b, c, d] = placed[pickedIndex]! as [Vector3, Vector3, Vector3, Vector3];
      scene.add(
        new Mesh(
          geometry([a, b, c, a, c, d].flatMap((p) => p.toArray())),
          new MeshBasicMaterial({ color: ink('ink'), side: DoubleSide, transparent: true, opacity: 0.3, depthWrite: false }),
        ),
      );
      scene.add(lines(loop(placed[pickedIndex]!), ink('ink')));
    }
    scene.add(lines(frustum(report, 0.16 * reach), ink('ink')));
    const axis = 0.14 * reach;
    [
      ['#d55e00', [axis, 0, 0]],
      ['#009e73', [0, axis, 0]],
      ['#0072b2', [0, 0, 1.6 * axis]],
    ].forEach(([color, tip]) => scene.add(lines([0, 0, 0, ...(tip as number[])], color as string)));
  };
  const under = ({ ray, scene }: Stage, x: number, y: number): number => {
    const mesh = scene.children.find((child) => child instanceof Mesh)!;
    const hits = ray(x, y).intersectObject(mesh);
    // Of several boards behind each other, the one whose middle is nearest to the pointer's ray.
    const found = hits.map((hit) => Math.floor((hit.faceIndex ?? 0) / 2));
    const away = (i: number) => ray(x, y).ray.distanceToPoint(placed[i]!.reduce((sum, p) => sum.addScaledVector(p, 0.25), new Vector3()));
    return found.length === 0 ? -1 : found.reduce((a, b) => (away(b) < away(a) ? b : a));
  };
  const view = spaceView({
    label: `${frames.length} places of the board in front of the camera`,
    fallback: meaning(report),
    around: [...placed.flat(), new Vector3(), new Vector3(...(ruler.slice(0, 3) as Point3)), new Vector3(...(ruler.slice(3, 6) as Point3))],
    from: new Vector3(-1, -0.6, -0.55),
    build,
    tip: (stage, x, y) => {
      const i = under(stage, x, y);
      return i < 0
        ? null
        : `${shorten(frames[i]!.name, 60)}: ${amount(distanceOf(frames[i]!, report.target!.points), 'm')} away, RMSE ${amount(frames[i]!.rmse, 'px')}`;
    },
    click: (stage, x, y) => {
      const i = under(stage, x, y);
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
