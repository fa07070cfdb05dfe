// Which camera, and of three or more which link, is the least certain.

import { h } from '../dom';
import { amount, isNumber, type Maybe } from '../format';
import { pairName, type RigCalibration } from './data';

const CLEARLY = 1.25; // times the next one

interface Candidate {
  name: string;
  value: number;
}

const ranked = (candidates: { name: string; value: Maybe }[]): Candidate[] =>
  candidates.filter((one): one is Candidate => isNumber(one.value)).sort((a, b) => b.value - a.value);

function words(what: string, all: Candidate[], of: (value: number) => string): string | null {
  const [first, second] = all;
  if (!first || !second) return null;
  const two = all.length === 2;
  return first.value > CLEARLY * second.value
    ? `The ${two ? 'weaker' : 'weakest'} ${what} is ${first.name}: ${of(first.value)}; ${two ? '' : 'the next, '}${second.name}, ${of(second.value)}.`
    : `No ${what} is clearly weaker than the other${two ? '' : 's'}: ${first.name}, ${of(first.value)}; ${second.name}, ${of(second.value)}.`;
}

export function weakest({ cameras, rig, instants }: RigCalibration): HTMLElement {
  const camera = words('camera', ranked(cameras.map(({ name, trust }) => ({ name, value: trust?.total_px }))), (px) => `off by ${amount(px, 'px')}`);
  const link =
    cameras.length > 2
      ? words(
          'link',
          ranked(rig.pairs.map((pair) => ({ name: pairName(pair), value: pair.row_error_px }))),
          (px) => `rows off by ${amount(px, 'px', 2)}`,
        )
      : null;
  const alone = instants.filter(({ views }) => views.length === 1).length;
  const few =
    alone > 0.5 * instants.length
      ? 'More than half of the instants are seen by one camera alone: they say nothing about how the cameras stand.'
      : null;
  return h('div', { id: 'weakest' }, h('h3', {}, 'What is weakest'), ...[camera, link, few].map((line) => (line ? h('p', {}, line) : null)));
}
