// A camera in space, and a bar to measure by.

import { Vector3 } from 'three';
import { largest, type Maybe } from '../format';
import { loop } from './pose';

/// A pyramid that opens as the camera's image does, with its upper side marked; in the camera's frame.
export function frustum(camera: { parameters: Record<string, Maybe>; image_size: readonly [number, number] }, depth: number): number[] {
  const { parameters, image_size } = camera;
  const focal = parameters['fx'] ?? parameters['f'] ?? image_size[0];
  const [a, b] = image_size.map((size) => depth * Math.min(1.7, size / (2 * Math.max(focal, 1e-6)))) as [number, number];
  const rim = [new Vector3(-a, -b, depth), new Vector3(a, -b, depth), new Vector3(a, b, depth), new Vector3(-a, b, depth)];
  const up = [new Vector3(-0.4 * a, -1.12 * b, depth), new Vector3(0, -1.5 * b, depth), new Vector3(0.4 * a, -1.12 * b, depth)];
  return [...rim.flatMap((p) => [0, 0, 0, ...p.toArray()]), ...loop(rim), ...loop(up)];
}

/// A length along the z axis, below all points, with ends.
export function scaleBar(length: number, around: Vector3[]): number[] {
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
