// Colour maps that the colour-blind can read: cividis for sizes, purple to orange for signs.

import { ticks } from 'd3-array';
import { scaleDiverging, scaleSequential, scaleSequentialLog } from 'd3-scale';
import { interpolateBlues, interpolateCividis, interpolateGreys, interpolateOranges, interpolatePuOr } from 'd3-scale-chromatic';

export interface ColourScale {
  (value: number): string;
  domain: readonly number[];
  ticks: readonly number[];
  /// Where on the legend a value stands, from 0 to 1.
  part: (value: number) => number;
  /// The colour at such a place.
  at: (part: number) => string;
}

/// Round values between the two, at most about `count`: 1, 2, 5 on a logarithmic scale.
export function levels(low: number, high: number, count: number, logarithmic: boolean): number[] {
  if (!(high > low)) return [];
  if (!logarithmic) return ticks(low, high, count).filter((v) => v > low && v < high);
  const found: number[] = [];
  for (let e = Math.floor(Math.log10(low)); e <= Math.ceil(Math.log10(high)); ++e) {
    for (const m of [1, 2, 5]) {
      const value = Number((m * 10 ** e).toPrecision(1));
      if (value > low && value < high) found.push(value);
    }
  }
  return found.length <= count + 2 ? found : found.filter((value) => String(value.toExponential()).startsWith('1'));
}

/// Sizes from low to high; with so wide a range that a linear scale would show nothing, logarithmic.
export function sizes(low: number, high: number, count = 5): ColourScale {
  const top = high > low ? high : low + Math.max(Math.abs(low) * 1e-3, 1e-12);
  const logarithmic = low > 0 && top / low > 6;
  const scale = (logarithmic ? scaleSequentialLog([low, top], interpolateCividis) : scaleSequential([low, top], interpolateCividis)).clamp(true);
  const part = (value: number) => (logarithmic ? Math.log(value / low) / Math.log(top / low) : (value - low) / (top - low));
  return Object.assign((value: number) => scale(value), {
    domain: [low, top],
    ticks: levels(low, top, count, logarithmic),
    part,
    at: interpolateCividis,
  });
}

/// Without the darkest ends, which a dark page would swallow.
const purpleToOrange = (part: number): string => interpolatePuOr(0.86 - 0.72 * part);

export function signed(most: number): ColourScale {
  const scale = scaleDiverging([-most, 0, most], purpleToOrange).clamp(true);
  return Object.assign((value: number) => scale(value), {
    domain: [-most, most],
    ticks: [0],
    part: (value: number) => (value + most) / (2 * most),
    at: purpleToOrange,
  });
}

/// Sizes against a limit, from an eighth of it to eight times: blue under it (grey, where being under it says little), orange over it, pale
/// where they meet.
export function againstLimit(limit: number, holds: boolean): ColourScale {
  const reach = 3; // doublings to either side
  const at = (part: number) =>
    part < 0.5 ? (holds ? interpolateBlues : interpolateGreys)(0.85 * (1 - 2 * part) + 0.05) : interpolateOranges(0.85 * (2 * part - 1) + 0.05);
  const part = (value: number) => Math.min(1, Math.max(0, 0.5 + Math.log2(Math.max(value, 1e-12) / limit) / (2 * reach)));
  return Object.assign((value: number) => at(part(value)), {
    domain: [limit / 2 ** reach, limit * 2 ** reach],
    ticks: [limit / 4, limit, limit * 4],
    part,
    at,
  });
}

/// Multiples of a standard error: pale below two, where chance does it too.
export function significant(neutral: string): ColourScale {
  const [low, high] = [2, 10];
  const part = (value: number) => Math.min(1, Math.max(0, value / high));
  const at = (p: number) => (p < low / high ? neutral : interpolateCividis(0.25 + (0.75 * (p - low / high)) / (1 - low / high)));
  return Object.assign((value: number) => at(part(value)), { domain: [0, high], ticks: [low, 5], part, at });
}

/// Sizes from zero, for lines that must be seen on white and on black.
export function heat(high: number): ColourScale {
  const at = (part: number) => interpolateOranges(0.35 + 0.65 * Math.min(1, Math.max(0, part)));
  const part = (value: number) => value / high;
  return Object.assign((value: number) => at(part(value)), { domain: [0, high], ticks: levels(0, high, 4, false), part, at });
}
