// How a board stands before the camera.

import { Vector3 } from 'three';
import type { CalibratedFrame, Point3 } from '../data';
import { poseMatrix } from './pose';

/// Between the board's normal and the optical axis, degrees.
export function tiltOf({ rotation_vector }: CalibratedFrame): number {
  const normal = new Vector3(0, 0, 1).transformDirection(poseMatrix(rotation_vector, [0, 0, 0]));
  return (Math.acos(Math.min(1, Math.abs(normal.z))) * 180) / Math.PI;
}

/// Of the middle of the board's corners; of its origin, where they are not known.
export function distanceOf({ rotation_vector, translation }: CalibratedFrame, target: (Point3 | null)[]): number {
  const points = target.filter((p): p is Point3 => p !== null);
  const middle = new Vector3();
  for (const p of points) middle.addScaledVector(new Vector3(...p), 1 / points.length);
  return middle.applyMatrix4(poseMatrix(rotation_vector, translation)).length();
}
