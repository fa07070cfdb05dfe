// The table of images: sorted by any column, a page at a time.

import { button } from '../../controls';
import { h } from '../../dom';
import { isNumber, largest, plural, shorten } from '../../format';
import { onPick, pick, pickedFrame } from '../../picked';
import { COLUMNS, sorted, type Row } from './rows';

const PAGE = 20;

export interface FrameTable {
  element: HTMLElement;
  /// The images in the order of the table.
  order: () => Row[];
  showAll: (all: boolean) => void;
}

export function frameTable(rows: Row[]): FrameTable {
  let sorting = { column: COLUMNS.findIndex((c) => c.id === 'name'), down: false };
  let [page, all, only] = [0, false, false];
  let order: Row[] = [];
  const most = {
    rmse: largest(
      rows.map((r) => r.frame.rmse),
      1e-12,
    ),
    leverage: largest(
      rows.map((r) => r.frame.leverage),
      1e-12,
    ),
    shift: largest(
      rows.map((r) => r.frame.shift_px),
      1e-12,
    ),
  };
  const body = h('tbody', {});
  const place = h('span', { 'aria-live': 'polite' });
  const back = button('earlier images', '‹', () => turn(page - 1));
  const on = button('more images', '›', () => turn(page + 1));

  function open(row: Row): void {
    pick(row.index);
    // Below the table, on a narrow screen, the image would open unseen.
    if (matchMedia('(max-width: 62rem)').matches) document.getElementById('frame-shown')?.scrollIntoView({ block: 'nearest' });
  }

  function cell(row: Row, i: number): HTMLElement {
    const column = COLUMNS[i]!;
    if (i === 0) {
      const thumbnail = row.seen?.thumbnail?.startsWith('data:image/')
        ? h('img', { src: row.seen.thumbnail, alt: '', loading: 'lazy', class: 'thumbnail' })
        : null;
      return h(
        'th',
        { scope: 'row' },
        h(
          'button',
          { type: 'button', class: 'link', title: row.frame.name, click: () => open(row) },
          thumbnail,
          h('bdi', {}, shorten(row.frame.name)),
        ),
      );
    }
    const value = column.value(row);
    const part = column.id in most && isNumber(value as number) ? (value as number) / most[column.id as keyof typeof most] : null;
    const text = column.show(row);
    if (column.id === 'suspicion') return h('td', { class: column.id, title: [...row.suspicions, ...row.notes].join('; ') }, text);
    return h(
      'td',
      { class: column.id },
      part === null ? text : h('span', { class: 'with-bar', style: `--part: ${Math.max(0, Math.min(1, part)).toFixed(3)}` }, text),
    );
  }

  function fill(): void {
    order = sorted(only ? rows.filter((row) => row.suspicions.length > 0) : rows, COLUMNS[sorting.column]!, sorting.down);
    const pages = Math.max(1, Math.ceil(order.length / PAGE));
    page = Math.min(Math.max(0, page), pages - 1);
    const shown = all ? order : order.slice(page * PAGE, (page + 1) * PAGE);
    body.replaceChildren(
      ...shown.map((row) =>
        h(
          'tr',
          {
            class: row.suspicions.length > 0 ? 'suspicious' : '',
            'data-index': row.index,
            'aria-current': row.index === pickedFrame() ? 'true' : 'false',
          },
          ...COLUMNS.map((_, i) => cell(row, i)),
        ),
      ),
    );
    place.textContent = order.length === 0 ? 'no images' : `${page * PAGE + 1} to ${Math.min(order.length, (page + 1) * PAGE)} of ${order.length}`;
    [back.disabled, on.disabled] = [page === 0, page >= pages - 1];
  }

  function turn(to: number): void {
    page = to;
    fill();
  }

  const heads = COLUMNS.map((column, i) => {
    const head = h(
      'th',
      { scope: 'col', class: column.id, 'aria-sort': 'none' },
      h(
        'button',
        {
          type: 'button',
          class: 'link',
          title: column.about,
          click: () => {
            sorting = { column: i, down: sorting.column === i ? !sorting.down : column.id !== 'name' };
            heads.forEach((other, k) => other.setAttribute('aria-sort', k !== i ? 'none' : sorting.down ? 'descending' : 'ascending'));
            turn(0);
          },
        },
        column.title,
      ),
      h('span', { class: 'on-paper', 'aria-hidden': 'true' }, column.title), // a button is left out where the head is repeated
    );
    return head;
  });
  heads[sorting.column]!.setAttribute('aria-sort', 'ascending');
  onPick((index) => {
    const at = order.findIndex((row) => row.index === index);
    if (at >= 0 && Math.floor(at / PAGE) !== page) turn(Math.floor(at / PAGE));
    for (const row of body.children) row.setAttribute('aria-current', String(Number((row as HTMLElement).dataset['index']) === index));
  });
  const suspicious = rows.filter((row) => row.suspicions.length > 0).length;
  const filter = h('input', { type: 'checkbox' });
  filter.addEventListener('change', () => {
    only = filter.checked;
    turn(0);
  });
  fill();
  const controls = h(
    'div',
    { class: 'controls' },
    rows.length > PAGE ? h('div', { class: 'pager' }, back, place, on) : h('span', { class: 'control' }, plural(rows.length, 'image')),
    suspicious > 0 && suspicious < rows.length ? h('label', { class: 'control' }, filter, ` only those that stand out (${suspicious})`) : null,
  );
  const table = h(
    'div',
    { class: 'scroll', role: 'region', 'aria-label': 'Table of images', tabindex: 0 },
    h(
      'table',
      { class: 'frames' },
      h('caption', { class: 'unseen' }, 'Images with their errors; headings sort, names show the corners'),
      h('thead', {}, h('tr', {}, ...heads)),
      body,
    ),
  );
  return {
    element: h('div', { class: 'frame-table' }, controls, table),
    order: () => order,
    showAll: (yes) => {
      all = yes;
      fill();
    },
  };
}
