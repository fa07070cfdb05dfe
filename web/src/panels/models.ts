import type { Selection } from '../data';
import { amount, h, section } from '../dom';

export function models(selection: Selection): HTMLElement {
  const heads = ['model', 'parameters', 'RMSE (px)', 'bias (px)', 'BR', '√EME (px)', 'held out (px)', ''];
  const rows = selection.entries.map((entry) =>
    h('tr', { class: entry.recommended ? 'recommended' : '' }, h('th', { scope: 'row' }, entry.model), h('td', {}, String(entry.parameters)), h('td', {}, amount(entry.rmse)), h('td', {}, amount(entry.eps_px)), h('td', {}, amount(entry.bias_ratio, '', 2)), h('td', {}, amount(entry.eme_px)), h('td', {}, amount(entry.held_out_px)), h('td', {}, entry.recommended ? 'take this one' : entry.problem ?? '')));
  return section('models', 'Models compared', h('p', {}, selection.reason), h('div', { class: 'scroll' }, h('table', { class: 'plain' }, h('thead', {}, h('tr', {}, ...heads.map((t) => h('th', { scope: 'col' }, t)))), h('tbody', {}, ...rows))),
    h('p', { class: 'note' }, 'Held out: the error in pictures that were not used. The smallest model is taken whose bias and held-out error are not worse than the best by more than chance.'));
}
