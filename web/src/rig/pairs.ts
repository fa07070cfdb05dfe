// The figures of each pair; of many pairs one at a time.

import { choice } from '../controls';
import { h, section } from '../dom';
import { pairName, type PairFigures, type Rig } from './data';
import { rectified } from './rectified';
import { rowHistogram, rowsOverImage } from './rows';
import { triangulationMap } from './triangulation';

const MOST_AT_ONCE = 3;

function figuresOf(rig: Rig, pair: PairFigures, index: number): HTMLElement {
  const made = [rectified, rowsOverImage, rowHistogram, triangulationMap].map((make) => make(rig, pair, index));
  return made.some(Boolean)
    ? h('div', { class: 'figures pair-figures' }, ...made)
    : h('p', { class: 'lead pair-figures' }, `${pairName(pair)} never saw the board together, and see no point together at these distances.`);
}

export function rigPairs(rig: Rig): HTMLElement {
  const { pairs } = rig.figures;
  if (pairs.length <= MOST_AT_ONCE) return section('pairs', 'Pairs', 'The pairs', ...pairs.map((pair, i) => figuresOf(rig, pair, i)));
  const made = new Map<number, HTMLElement>();
  const shown = h('div', {});
  const names = pairs.map(pairName);
  const show = (index: number) => {
    if (!made.has(index)) made.set(index, figuresOf(rig, pairs[index]!, index));
    shown.replaceChildren(made.get(index)!);
  };
  show(0);
  return section(
    'pairs',
    'Pairs',
    'The pairs',
    h(
      'div',
      { class: 'controls' },
      choice('pair', names, names[0]!, (name) => show(names.indexOf(name))),
    ),
    shown,
  );
}
