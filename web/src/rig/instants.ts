// The table of instants: the error of every camera, and which of them do not belong to the others.

import { h, section } from '../dom';
import { entry, isNumber, largest, plural, shorten } from '../format';
import { onPick, pick, pickedFrame } from '../picked';
import type { Rig } from './data';

const MANY = 40; // then the table scrolls by itself

export function rigInstants({ calibration }: Rig): HTMLElement {
  const { cameras, instants, rig } = calibration;
  const deviating = new Set(rig.consistency.deviating);
  const most = largest(
    instants.flatMap(({ views }) => views.map(({ rmse }) => rmse)),
    1e-12,
  );
  const bar = (value: number | null | undefined) =>
    isNumber(value) ? h('span', { class: 'with-bar', style: `--part: ${Math.min(1, value / most).toFixed(3)}` }, entry(value)) : '–';
  const rows = instants.map(({ name, views, rmse }, index) =>
    h(
      'tr',
      { 'data-index': index, class: deviating.has(name) ? 'suspicious' : '', 'aria-current': String(index === pickedFrame()) },
      h(
        'th',
        { scope: 'row' },
        h(
          'button',
          { type: 'button', class: 'link', title: views.map(({ frame }) => frame).join(', '), click: () => pick(index) },
          h('bdi', {}, shorten(name, 40)),
        ),
      ),
      ...cameras.map((camera) => h('td', {}, bar(views.find((view) => view.camera === camera.name)?.rmse))),
      h('td', {}, bar(rmse)),
      h('td', { class: 'suspicion' }, deviating.has(name) ? 'does not belong to the others' : views.length === 1 ? `${views[0]!.camera} alone` : ''),
    ),
  );
  onPick((index) => {
    for (const row of rows) row.setAttribute('aria-current', String(Number(row.dataset['index']) === index));
  });
  const heads = ['instant', ...cameras.map(({ name }) => `${name} (px)`), 'all (px)', 'remarks'];
  return section(
    'instants',
    'Instants',
    'The instants',
    h(
      'p',
      { class: 'lead' },
      `RMSE per coordinate of each view, of ${plural(instants.length, 'instant')}. `,
      h('span', { class: 'on-screen' }, 'Choose one to mark it in space, in the bars and among the rows.'),
    ),
    h(
      'div',
      { class: `frame-table instants${instants.length > MANY ? ' many' : ''}` },
      h(
        'div',
        { class: 'scroll', role: 'region', 'aria-label': 'Table of instants', tabindex: 0 },
        h(
          'table',
          { class: 'frames' },
          h('caption', { class: 'unseen' }, 'Instants with the error of every camera'),
          h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col', class: head === 'remarks' ? 'suspicion' : '' }, head)))),
          h('tbody', {}, ...rows),
        ),
      ),
    ),
  );
}
