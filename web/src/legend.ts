import type { ColourScale } from './colour';
import { h, type Child } from './dom';
import { amount } from './format';

/// A bar of colours with its ends and round values between, all in one unit.
/// beyond: whether values above the last colour occur.
export function legend(colour: ColourScale, unit: string, what: string, beyond = false): HTMLElement {
  const [low, high] = [colour.domain[0]!, colour.domain[colour.domain.length - 1]!];
  const stops = Array.from({ length: 17 }, (_, i) => colour.at(i / 16));
  // Numbers that would touch their neighbours are left out, in the narrowest place that a bar has.
  const room = (text: string) => 0.03 + 0.027 * text.length;
  const top = `${beyond ? '≥ ' : ''}${amount(high, unit)}`;
  let last = room(amount(low));
  const inside = colour.ticks.filter((tick) => {
    const [part, half] = [colour.part(tick), room(amount(tick)) / 2];
    if (part - half < last || part + half > 1 - room(top)) return false;
    last = part + half;
    return true;
  });
  const mark = (value: number, part: number, end: string) =>
    h('span', { class: `stop ${end}`, style: `left: ${(100 * part).toFixed(2)}%` }, end === 'high' ? top : amount(value));
  return h(
    'div',
    { class: 'legend' },
    h('p', {}, `${what}${unit ? ` (${unit})` : ''}`),
    h(
      'div',
      { role: 'img', 'aria-label': `${what}: colours from ${amount(low, unit)} to ${amount(high, unit)}` },
      h('div', { class: 'colours', style: `background: linear-gradient(to right, ${stops.join(', ')})` }),
      h(
        'div',
        { class: 'stops', 'aria-hidden': 'true' },
        mark(low, 0, 'low'),
        ...inside.map((tick) => mark(tick, colour.part(tick), '')),
        mark(high, 1, 'high'),
      ),
    ),
  );
}

export type Sign = 'line' | 'dash' | 'dot' | 'ring' | 'cross' | 'hatch' | 'area' | 'edge';

/// What the signs of a figure mean.
export const key = (...entries: [sign: Sign, colour: string, text: Child][]): HTMLElement =>
  h(
    'ul',
    { class: 'key' },
    ...entries.map(([sign, colour, text]) =>
      h('li', {}, h('span', { class: `sign ${sign}`, style: `--sign: ${colour}`, 'aria-hidden': 'true' }), text),
    ),
  );
