// A number on its scale: where good ends, where bad begins (if there is something between), and how sure the number is.

import { h } from './dom';
import { amount, isNumber, type Maybe } from './format';

export interface GaugeOptions {
  value: Maybe;
  interval?: readonly Maybe[];
  good: Maybe;
  bad?: Maybe; // left out: there is nothing between good and bad
  most: number; // the right end
  unit: string;
  root?: boolean; // small values get more room
  neutral?: boolean; // the limit is shown, no judgement: the number is not the whole error
}

export function gauge({ value, interval, good, bad, most, unit, root, neutral }: GaugeOptions): HTMLElement | null {
  if (!isNumber(good)) return null;
  const worst = isNumber(bad) ? bad : good;
  if (!(most > worst)) return null;
  const place = (v: number) => 100 * Math.min(1, Math.max(0, root ? Math.sqrt(Math.max(v, 0) / most) : v / most));
  const zone = (kind: string, from: number, to: number) =>
    h('span', { class: `zone ${neutral ? 'neutral' : kind}`, style: `left: ${place(from)}%; width: ${place(to) - place(from)}%` });
  const tick = (v: number) => h('span', { class: 'limit', style: `left: ${place(v)}%` }, amount(v, unit));
  const [low, high] = [interval?.[0], interval?.[1]];
  return h(
    'div',
    {
      class: 'gauge',
      role: 'img',
      'aria-label': `${neutral ? 'tolerance' : 'good below'} ${amount(good, unit)}${worst > good ? `, bad above ${amount(worst, unit)}` : ''}, here ${amount(value, unit)}`,
    },
    h(
      'div',
      { class: 'track' },
      zone('good', 0, good),
      worst > good ? zone('usable', good, worst) : null,
      zone('bad', worst, most),
      isNumber(low) && isNumber(high)
        ? h('span', { class: 'spread', style: `left: ${place(low)}%; width: ${Math.max(place(high) - place(low), 0.5)}%` })
        : null,
      isNumber(value) ? h('span', { class: 'mark', style: `left: ${place(value)}%` }) : null,
    ),
    h('div', { class: 'limits', 'aria-hidden': 'true' }, tick(good), worst > good ? tick(worst) : null),
  );
}

/// Parts of a whole side by side.
export function parts(label: string, entries: [name: string, share: number, kind: string][]): HTMLElement {
  return h(
    'div',
    { class: 'parts', role: 'img', 'aria-label': label },
    ...entries.map(([name, share, kind]) => h('span', { class: kind, style: `flex-grow: ${Math.max(share, 0.001)}` }, share > 0.18 ? name : '')),
  );
}

/// Many values on one line.
export function strip(label: string, values: number[], most: number, limit: number): HTMLElement {
  const dots = values.map((v) => h('span', { style: `left: ${100 * Math.min(1, v / most)}%` }));
  return h(
    'div',
    { class: 'gauge', role: 'img', 'aria-label': label },
    h('div', { class: 'strip' }, ...dots),
    h(
      'div',
      { class: 'limits', 'aria-hidden': 'true' },
      ...[0, limit, most].map((v) =>
        h('span', { class: `limit${v === 0 ? ' first' : v === most ? ' last' : ''}`, style: `left: ${(100 * v) / most}%` }, `${amount(v)} ×`),
      ),
    ),
  );
}
