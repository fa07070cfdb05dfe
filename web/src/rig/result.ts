// The first screen of a rig: whether it is one, how its cameras stand to each other, how far they can be trusted, and what is weakest.

import { h, section } from '../dom';
import { amount, isNumber, sentence } from '../format';
import { camerasTable } from './cameras_table';
import { boundsHold, type Rig } from './data';
import { MOST_SIDE_BY_SIDE } from './facts_table';
import { pairsTable } from './pairs_table';
import { rigInSpace } from './space';
import { weakest } from './weakest';

const SIGN: Record<string, string> = { good: '✓', usable: '!', bad: '✕', plain: '=' };

const FINDINGS: Record<string, [words: string, tone: string]> = {
  one_rig: ['One rig', 'plain'],
  small_misfit: ['One rig', 'plain'],
  few_instants: ['One rig, but not in all instants', 'usable'],
  moved_mount: ['Not one rig: a camera was moved', 'bad'],
  shifted_frames: ['Not one rig: frames of different instants', 'bad'],
  many_instants: ['Not one rig', 'bad'],
};

function notes(title: string, lines: string[]): HTMLElement | null {
  if (lines.length === 0) return null;
  return h('div', { class: 'warnings' }, h('h3', {}, title), h('ul', {}, ...lines.map((line) => h('li', {}, sentence(line)))));
}

/// What makes the rig wrong, and what it costs.
function why({ calibration, figures }: Rig): HTMLElement | null {
  const codes = (calibration.rig.explanation?.causes ?? []).map(({ effect, camera, costs_px }) => {
    const costs = isNumber(costs_px) ? `: ${amount(costs_px, 'px', 2)}` : '';
    return `${effect.replaceAll('_', ' ')}${camera ? ` of ${camera}` : ''}${costs}`;
  });
  const causes = (figures.words.causes ?? codes).map((words) => h('li', {}, sentence(words)));
  return causes.length === 0 ? null : h('div', { id: 'rig-causes' }, h('h3', {}, 'Why'), h('ul', { class: 'plain-list' }, ...causes));
}

export function rigResult(rig: Rig): HTMLElement {
  const { calibration, figures } = rig;
  const { verdict } = calibration;
  const [words, tone] = FINDINGS[calibration.rig.consistency.finding] ?? ['A rig', 'plain'];
  const judgement = verdict?.judgement ?? tone;
  const leftOut = (calibration.left_out ?? []).map(({ camera, instant, reason }) => `${camera ? `${camera} at ` : 'instant '}${instant}: ${reason}`);
  return section(
    'rig-result',
    'Result',
    'The rig',
    h(
      'div',
      { class: `first${calibration.rig.pairs.length > MOST_SIDE_BY_SIDE ? ' alone' : ''}` },
      h(
        'div',
        { class: `verdict rig ${judgement}` },
        h(
          'div',
          { class: 'result' },
          h('p', { class: 'judgement' }, h('span', { class: 'sign', 'aria-hidden': 'true' }, SIGN[judgement] ?? '='), verdict?.judgement ?? words),
        ),
        verdict ? h('p', { class: 'reason' }, sentence(verdict.reason ?? '')) : null,
        ...(verdict?.also ?? []).map((more) => h('p', { class: 'also' }, sentence(more))),
        h('p', { class: verdict ? 'also' : 'reason', id: 'consistency' }, sentence(figures.words.consistency)),
        why(rig),
        verdict?.next ? h('div', { class: 'action' }, h('h3', {}, 'What to do'), h('p', {}, sentence(verdict.next))) : null,
        h('h3', {}, 'How the cameras stand to each other'),
        pairsTable(calibration),
        boundsHold(calibration)
          ? null
          : h('p', { class: 'note', id: 'presumed' }, 'Bounds in brackets presume one rig, which these instants are not: they are too small.'),
        weakest(calibration),
        h(
          'p',
          { class: 'note' },
          `${sentence(figures.words.pairing)} ± is a 95% bound: how much the instants disagree, and what a better explanation of them shows. A board whose squares are not as large as is said makes every length wrong by the same part; nothing shows that.`,
        ),
        notes('Left out', leftOut),
        notes('Remarks', calibration.warnings ?? []),
      ),
      h(
        'div',
        { class: 'rig-beside' },
        h(
          'div',
          { class: 'panel', id: 'rig-cameras' },
          h('h3', {}, 'How far each camera is off'),
          camerasTable(calibration),
          calibration.cameras.some(({ trust }) => trust?.is_lower_bound)
            ? h('p', { class: 'note' }, '≥: residuals that are not noise alone, so that the camera may be off by more.')
            : null,
        ),
        rigInSpace(rig),
      ),
    ),
  );
}
