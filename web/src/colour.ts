// Colour maps that the colour-blind can read (cividis; blue to orange around zero), with their legends.

import { scaleDiverging, scaleSequential } from 'd3-scale';
import { interpolateCividis, interpolatePuOr } from 'd3-scale-chromatic';
import { h, amount } from './dom';

export const sequential = (low: number, high: number) => scaleSequential([low, high === low ? low + 1e-12 : high], interpolateCividis);
export const diverging = (most: number) => scaleDiverging([-most, 0, most], (t) => interpolatePuOr(1 - t));

export function legend(colour: (value: number) => string, low: number, high: number, unit: string): HTMLElement {
  const stops = Array.from({ length: 11 }, (_, i) => colour(low + ((high - low) * i) / 10));
  return h(
    'div',
    { class: 'legend', role: 'img', 'aria-label': `colours from ${amount(low)} to ${amount(high)} ${unit}` },
    h('span', {}, amount(low, unit)),
    h('span', { class: 'bar', style: `background: linear-gradient(to right, ${stops.join(', ')})` }),
    h('span', {}, amount(high, unit)),
  );
}
