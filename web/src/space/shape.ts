// The target as it was found with the camera: differences from the nominal board, exaggerated, coloured by height in mm.

import { BufferAttribute, Color, DoubleSide, Mesh, MeshBasicMaterial, Points, PointsMaterial, Vector3 } from 'three';
import { signed } from '../colour';
import { factorSlider } from '../controls';
import type { Point3, Report } from '../data';
import { figure, h } from '../dom';
import { amount, isNumber, largest, smallest } from '../format';
import { legend } from '../legend';
import { ink } from '../theme';
import { geometry, lines } from './pose';
import { spaceView } from './view';

interface Corner {
  id: number;
  was: Vector3;
  off: Vector3;
}

/// Neighbours on the lattice that the nominal corners form: every corner with the next to its right and below.
function lattice(corners: Corner[]): [number, number, number, number][] {
  const key = (v: number) => Math.round(v * 1e5);
  const [xs, ys] = ['x', 'y'].map((axis) => [...new Set(corners.map((c) => key(c.was[axis as 'x' | 'y'])))].sort((a, b) => a - b)) as [
    number[],
    number[],
  ];
  const at = new Map(corners.map((c, i) => [`${xs.indexOf(key(c.was.x))},${ys.indexOf(key(c.was.y))}`, i]));
  return corners.flatMap((c, i) => {
    const [x, y] = [xs.indexOf(key(c.was.x)), ys.indexOf(key(c.was.y))];
    const around = [at.get(`${x + 1},${y}`), at.get(`${x + 1},${y + 1}`), at.get(`${x},${y + 1}`)];
    return around.every((k) => k !== undefined) ? [[i, ...(around as [number, number, number])] as [number, number, number, number]] : [];
  });
}

export function shape(report: Report): HTMLElement | null {
  const { target_points, target_shape } = report.calibration!;
  const nominal = report.target?.points;
  if (!target_points || !nominal) return null;
  const corners = target_points.flatMap((p, i): Corner[] =>
    p && nominal[i] ? [{ id: i, was: new Vector3(...nominal[i]!), off: new Vector3(...p).sub(new Vector3(...(nominal[i] as Point3))) }] : [],
  );
  if (corners.length < 3) return null;
  const span = largest(corners.map((c) => c.was.x)) - smallest(corners.map((c) => c.was.x));
  const most = largest(
    corners.map((c) => Math.abs(c.off.z)),
    1e-12,
  );
  const far = largest(
    corners.map((c) => c.off.length()),
    1e-12,
  );
  const start = Math.max(1, (0.18 * span) / far);
  let factor = start;
  const colour = signed(1e3 * most);
  const quads = lattice(corners);
  const worst = corners.find((c) => c.off.length() === far)!.id;
  const height = isNumber(target_shape?.peak_to_valley_m)
    ? `${amount(1e3 * target_shape!.peak_to_valley_m!, 'mm')} from its lowest to its highest corner`
    : `up to ${amount(1e3 * most, 'mm')} out of its plane`;
  const sure = isNumber(target_shape?.sigma_m) ? ` (± ${amount(1e3 * target_shape!.sigma_m!, 'mm', 2)} per corner)` : '';
  const meaning = `The board as the camera found it: ${height}${sure}; corner ${worst} is farthest from where it should be, ${amount(1e3 * far, 'mm')}. Grey: the nominal board; differences from it are lengthened.`;

  const view = spaceView({
    label: `The shape of the target, lengthened. ${meaning}`,
    fallback: meaning,
    around: corners.flatMap((c) => [c.was, c.was.clone().addScaledVector(c.off, start)]),
    from: new Vector3(-0.4, -0.95, -0.9),
    build: ({ scene }) => {
      const now = corners.map((c) => c.was.clone().addScaledVector(c.off, factor));
      const tints = corners.map((c) => new Color(colour(1e3 * c.off.z)));
      const order = quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);
      const surface = geometry(order.flatMap((i) => now[i]!.toArray()));
      surface.setAttribute('color', new BufferAttribute(new Float32Array(order.flatMap((i) => tints[i]!.toArray())), 3));
      scene.add(new Mesh(surface, new MeshBasicMaterial({ vertexColors: true, side: DoubleSide, polygonOffset: true, polygonOffsetFactor: 1 })));
      scene.add(
        lines(
          quads.flatMap(([a, b, , d]) => [...now[a]!.toArray(), ...now[b]!.toArray(), ...now[a]!.toArray(), ...now[d]!.toArray()]),
          ink('ink'),
          0.35,
        ),
      );
      scene.add(
        lines(
          corners.flatMap((c, i) => [...c.was.toArray(), ...now[i]!.toArray()]),
          ink('soft'),
          0.6,
        ),
      );
      scene.add(new Points(geometry(now.flatMap((p) => p.toArray())), new PointsMaterial({ color: ink('ink'), size: 4, sizeAttenuation: false })));
      scene.add(
        lines(
          quads.flatMap(([a, b, , d]) => [
            ...corners[a]!.was.toArray(),
            ...corners[b]!.was.toArray(),
            ...corners[a]!.was.toArray(),
            ...corners[d]!.was.toArray(),
          ]),
          ink('soft'),
          0.3,
        ),
      );
    },
  });
  return figure(
    'target-shape',
    'The shape of the target',
    meaning,
    view.element,
    h(
      'div',
      { class: 'controls' },
      factorSlider('differences', start, 8, (chosen) => {
        factor = chosen;
        view.rebuild();
      }),
    ),
    legend(colour, 'mm', 'Out of the nominal plane'),
  );
}
