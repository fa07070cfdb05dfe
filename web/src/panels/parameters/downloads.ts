// Files for other tools, held in the page.

import type { Report } from '../../data';
import { h } from '../../dom';

function save(file: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }));
  h('a', { href: address, download: file }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export function downloads(report: Report): HTMLElement | null {
  const files = report.downloads ?? [];
  if (files.length === 0) return null;
  return h(
    'div',
    { class: 'downloads', role: 'group', 'aria-label': 'Downloads' },
    h('span', {}, 'Download'),
    ...files.map(({ label, file, text }) =>
      h('button', { type: 'button', class: 'small', 'data-file': file, title: file, click: () => save(file, text) }, label),
    ),
  );
}
