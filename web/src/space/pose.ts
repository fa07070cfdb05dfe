// Poses as the calibration writes them, and lines and faces for three.js.

import { BufferGeometry, Float32BufferAttribute, LineBasicMaterial, LineSegments, Matrix4, Quaternion, Vector3 } from 'three';
import type { Point3 } from '../data';
import { largest, smallest } from '../format';

export function poseMatrix(rotation: Point3, translation: Point3): Matrix4 {
  const turn = new Vector3(...rotation);
  const angle = turn.length();
  const axis = angle > 0 ? turn.divideScalar(angle) : new Vector3(1, 0, 0);
  return new Matrix4().compose(new Vector3(...translation), new Quaternion().setFromAxisAngle(axis, angle), new Vector3(1, 1, 1));
}

export const geometry = (positions: number[]): BufferGeometry =>
  new BufferGeometry().setAttribute('position', new Float32BufferAttribute(positions, 3));

export const lines = (positions: number[], color: string, opacity = 1): LineSegments =>
  new LineSegments(geometry(positions), new LineBasicMaterial({ color, transparent: opacity < 1, opacity }));

/// A closed line through points, as pairs of ends.
export const loop = (points: Vector3[]): number[] => points.flatMap((p, i) => [...p.toArray(), ...points[(i + 1) % points.length]!.toArray()]);

/// The rectangle around the board's corners.
export function outline(points: Point3[]): Vector3[] {
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
  const [x0, x1, y0, y1] = [smallest(xs), largest(xs), smallest(ys), largest(ys)];
  return [new Vector3(x0, y0, 0), new Vector3(x1, y0, 0), new Vector3(x1, y1, 0), new Vector3(x0, y1, 0)];
}
