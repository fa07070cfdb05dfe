// Boards in space, coloured by their RMSE; the chosen one is dark, and the pointer finds them.

import { BufferAttribute, Color, DoubleSide, Mesh, MeshBasicMaterial, Vector3 } from 'three';
import type { ColourScale } from '../colour';
import type { Maybe } from '../format';
import { pickedFrame } from '../picked';
import { ink } from '../theme';
import { geometry, lines, loop } from './pose';
import type { Stage } from './view';

export interface PlacedBoards {
  add: (stage: Stage) => void;
  /// Which board is under the pointer, -1: none.
  under: (stage: Stage, x: number, y: number) => number;
}

const MANY = 200; // boards that hide each other are drawn paler

/// placed: the four corners of each.
export function placedBoards(placed: Vector3[][], errors: Maybe[], colour: ColourScale): PlacedBoards {
  const quads = (corners: Vector3[]) => [0, 1, 2, 0, 2, 3].flatMap((k) => corners[k]!.toArray());
  const faces = geometry(placed.flatMap(quads));
  const many = placed.length > MANY;
  let mesh: Mesh | null = null;
  return {
    add: ({ scene }) => {
      const tints = errors.map((rmse) => new Color(colour(rmse ?? 0)));
      const colours = new Float32Array(placed.length * 18);
      tints.forEach((tint, i) => {
        for (let k = 0; k < 6; ++k) tint.toArray(colours, 18 * i + 3 * k);
      });
      faces.setAttribute('color', new BufferAttribute(colours, 3));
      mesh = new Mesh(
        faces,
        new MeshBasicMaterial({ vertexColors: true, side: DoubleSide, transparent: true, opacity: many ? 0.08 : 0.25, depthWrite: false }),
      );
      scene.add(mesh);
      const picked = pickedFrame();
      placed.forEach((corners, i) => i !== picked && scene.add(lines(loop(corners), `#${tints[i]!.getHexString()}`, many ? 0.35 : 1)));
      if (!placed[picked]) return;
      scene.add(
        new Mesh(
          geometry(quads(placed[picked]!)),
          new MeshBasicMaterial({ color: ink('ink'), side: DoubleSide, transparent: true, opacity: 0.3, depthWrite: false }),
        ),
      );
      scene.add(lines(loop(placed[picked]!), ink('ink')));
    },
    under: ({ ray }, x, y) => {
      if (!mesh) return -1;
      // Of several boards behind each other, the one whose middle is nearest to the pointer's ray.
      const found = ray(x, y)
        .intersectObject(mesh)
        .map((hit) => Math.floor((hit.faceIndex ?? 0) / 2));
      const away = (i: number) => ray(x, y).ray.distanceToPoint(placed[i]!.reduce((sum, p) => sum.addScaledVector(p, 0.25), new Vector3()));
      return found.length === 0 ? -1 : found.reduce((a, b) => (away(b) < away(a) ? b : a));
    },
  };
}
