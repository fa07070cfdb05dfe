import type { Report } from '../data';
import { h, section } from '../dom';

export function provenance({ provenance: p }: Report): HTMLElement {
  const inputs = p.inputs.map(({ name, hash }) => h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, h('code', {}, hash))));
  return section('provenance', 'Where this comes from',
    h('dl', {}, h('dt', {}, 'Fiducia'), h('dd', {}, p.version), h('dt', {}, 'Command'), h('dd', {}, h('code', {}, p.command)), h('dt', {}, 'Seed'), h('dd', {}, String(p.seed)),
      h('dt', {}, 'Pixels'), h('dd', {}, 'the centre of the top-left pixel is (0, 0), as in OpenCV and ROS; lengths in metres')),
    inputs.length > 0 ? h('details', {}, h('summary', {}, `${inputs.length} input files`), h('div', { class: 'scroll' }, h('table', { class: 'plain' }, h('tbody', {}, ...inputs)))) : null);
}
