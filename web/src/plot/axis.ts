// Axes whose labels never touch each other or the axis' name.

import { axisBottom, type AxisScale } from 'd3-axis';
import { scaleLinear, scaleLog, type ScaleContinuousNumeric } from 'd3-scale';
import type { Selection } from 'd3-selection';
import { amount, largest } from '../format';

export type Scale = ScaleContinuousNumeric<number, number>;

export interface Axis {
  domain: [number, number];
  label: string;
  log?: boolean;
  ticks?: number;
  format?: (value: number) => string;
  names?: string[]; // instead of numbers: one in the middle of each unit
}

const LETTER_PX = 7; // of the widest digits at 12 px

export const scaleOf = (axis: Axis, length: number): Scale => (axis.log ? scaleLog(axis.domain, [0, length]) : scaleLinear(axis.domain, [0, length]));

const ofWidth = (length: number): number => Math.max(2, Math.round(length / 90));
const ofHeight = (length: number): number => Math.max(2, Math.round(length / 60));

function texts(axis: Axis, length: number): string[] {
  if (axis.names) return axis.names;
  const scale = scaleOf(axis, length);
  const count = axis.ticks ?? ofHeight(length);
  const format = formatOf(axis) ?? scale.tickFormat(count, axis.log ? '~g' : undefined);
  return scale.ticks(count).map((value) => format(value));
}

/// Left of the frame: the labels, and the name beside them.
export const roomFor = (axis: Axis, length: number, fewest = 1): number =>
  LETTER_PX *
    largest(
      texts(axis, length).map((text) => [...text].length),
      fewest,
    ) +
  12 +
  (axis.label ? 20 : 0);

/// Whether names below the frame have to stand askew.
export const slants = (axis: Axis, length: number): boolean =>
  Boolean(axis.names) &&
  LETTER_PX *
    largest(
      axis.names!.map((name) => name.length),
      1,
    ) >
    length / Math.max(axis.names!.length, 1) - 4;

function formatOf(axis: Axis): ((value: number) => string) | null {
  if (axis.format) return axis.format;
  const most = largest(axis.domain.map(Math.abs));
  return !axis.names && !axis.log && (most >= 1e5 || most < 1e-3) ? (value) => amount(value, '', 2) : null;
}

export function drawAxis(
  group: Selection<SVGGElement, unknown, null, undefined>,
  axis: Axis,
  scale: Scale,
  side: typeof axisBottom,
  length: number,
): void {
  const made = side(scale as AxisScale<number>).tickSizeOuter(0);
  const below = side === axisBottom;
  if (axis.names)
    made
      .tickValues(axis.names.map((_, i) => i + 0.5))
      .tickFormat((_, i) => axis.names![i]!)
      .tickSize(0)
      .tickPadding(8);
  else made.ticks(axis.ticks ?? (below ? ofWidth(length) : ofHeight(length)), axis.log ? '~g' : undefined);
  const format = formatOf(axis);
  if (format) made.tickFormat((value) => format(value as number));
  group.call(made);
  if (below && slants(axis, length)) group.selectAll('text').attr('transform', 'translate(-8,2) rotate(-50)').attr('text-anchor', 'end');
}
