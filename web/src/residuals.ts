// All residuals of a report in flat arrays, and the few statistics that the captions speak of.

import type { ReportFrame } from './data';

export interface Residuals {
  count: number;
  u: Float64Array;
  v: Float64Array;
  du: Float64Array;
  dv: Float64Array;
  frame: Uint32Array;
  id: Uint32Array;
  squared: number; // the sum of du^2 + dv^2
}

/// A report, or what one camera of a rig saw.
export interface WithFrames {
  frames?: ReportFrame[];
}

const made = new WeakMap<WithFrames, Residuals>();

export function residuals(report: WithFrames): Residuals {
  const known = made.get(report);
  if (known) return known;
  const frames = report.frames ?? [];
  const count = frames.reduce((sum, frame) => sum + frame.corners.length, 0);
  const numbers = () => new Float64Array(count);
  const all: Residuals = {
    count,
    u: numbers(),
    v: numbers(),
    du: numbers(),
    dv: numbers(),
    frame: new Uint32Array(count),
    id: new Uint32Array(count),
    squared: 0,
  };
  let i = 0;
  frames.forEach((frame, f) => {
    for (const [id, u, v, du, dv] of frame.corners) {
      all.u[i] = u;
      all.v[i] = v;
      all.du[i] = du ?? 0;
      all.dv[i] = dv ?? 0;
      all.frame[i] = f;
      all.id[i] = id;
      all.squared += all.du[i]! ** 2 + all.dv[i]! ** 2;
      ++i;
    }
  });
  made.set(report, all);
  return all;
}

/// Which part of the residuals is shorter than so many pixels.
export function shareWithin(all: Residuals, radius: number): number {
  let inside = 0;
  for (let i = 0; i < all.count; ++i) if (Math.hypot(all.du[i]!, all.dv[i]!) <= radius) ++inside;
  return all.count > 0 ? inside / all.count : 0;
}

/// How many residuals point into each of equal sectors; the first is centred on +u, then towards +v (down).
export function directionCounts(all: Residuals, sectors: number): number[] {
  const counts = new Array<number>(sectors).fill(0);
  for (let i = 0; i < all.count; ++i) {
    const turn = Math.atan2(all.dv[i]!, all.du[i]!) / (2 * Math.PI);
    counts[Math.round(turn * sectors + sectors) % sectors]! += 1;
  }
  return counts;
}

/// The standard deviation of a sector's share where no direction is preferred: of its scatter from image to image, the root mean square over
/// all sectors, and not less than if all corners were independent.
export function directionScatter(all: Residuals, sectors: number): number {
  const images = new Map<number, number[]>();
  for (let i = 0; i < all.count; ++i) {
    const counts = images.get(all.frame[i]!) ?? new Array<number>(sectors).fill(0);
    const turn = Math.atan2(all.dv[i]!, all.du[i]!) / (2 * Math.PI);
    counts[Math.round(turn * sectors + sectors) % sectors]! += 1;
    images.set(all.frame[i]!, counts);
  }
  let squares = 0;
  for (const counts of images.values()) {
    const mean = counts.reduce((sum, count) => sum + count, 0) / sectors;
    for (const count of counts) squares += (count - mean) ** 2;
  }
  const n = Math.max(all.count, 1);
  return Math.max(Math.sqrt(squares / sectors) / n, Math.sqrt(((1 / sectors) * (1 - 1 / sectors)) / n));
}

/// The size that all but a few residuals stay below.
export function reach(all: Residuals, part = 0.995): number {
  const step = Math.max(1, Math.floor(all.count / 5000)); // a sample tells it well enough
  const lengths: number[] = [];
  for (let i = 0; i < all.count; i += step) lengths.push(Math.hypot(all.du[i]!, all.dv[i]!));
  lengths.sort((a, b) => a - b);
  return lengths[Math.floor(part * (lengths.length - 1))] ?? 0;
}
