import type { Report } from '../data';
import { h, section, table } from '../dom';
import { plural } from '../format';

export function provenance({ provenance: p }: Report): HTMLElement {
  const inputs = (p.inputs ?? []).map(({ name, hash }) => [name, h('code', {}, hash)]);
  const list = table('Input files', ['file', 'hash'], inputs, { class: 'inputs' });
  return section(
    'provenance',
    'Source',
    'Where this comes from',
    h(
      'dl',
      { class: 'provenance' },
      h('dt', {}, 'Program'),
      h('dd', {}, `Fiducia ${p.version}`),
      ...(p.date ? [h('dt', {}, 'Date'), h('dd', {}, `${p.date} UTC`)] : []),
      h('dt', {}, 'Command'),
      h('dd', {}, h('code', {}, p.command)),
      h('dt', {}, 'Seed'),
      h('dd', {}, String(p.seed ?? '–')),
      h('dt', {}, 'Pixels'),
      h('dd', {}, p.pixel_convention),
    ),
    inputs.length === 0 ? null : inputs.length > 6 ? h('details', {}, h('summary', {}, plural(inputs.length, 'input file')), list) : list,
  );
}
