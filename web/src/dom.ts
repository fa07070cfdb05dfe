// Elements without a framework. Text always goes in as text: nothing of a user's file is ever read as HTML.

export type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | ((event: Event) => void)>;

export function h<K extends keyof HTMLElementTagNameMap>(tag: K, attributes?: Attributes, ...children: Child[]): HTMLElementTagNameMap[K];
export function h(tag: string, attributes: Attributes = {}, ...children: Child[]): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (typeof value === 'boolean') element.toggleAttribute(name, value);
    else element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false));
  return element;
}

/// A part of the page; `short` is its name in the list of parts.
export function section(id: string, short: string, title: string, ...content: Child[]): HTMLElement {
  return h('section', { id, 'aria-labelledby': `${id}-title`, 'data-short': short }, h('h2', { id: `${id}-title` }, title), ...content);
}

/// A figure of the page: a heading, the drawing, and the line that says what it means.
export function figure(id: string, title: string, meaning: string | HTMLElement, ...content: Child[]): HTMLElement {
  return h(
    'figure',
    { id, class: 'panel', 'aria-labelledby': `${id}-title` },
    h('h3', { id: `${id}-title` }, title),
    ...content,
    h('figcaption', {}, meaning),
  );
}

/// Words with what can be done on the screen, which is not printed.
export const withHint = (text: string, hint: string): HTMLElement => h('span', {}, `${text} `, h('span', { class: 'on-screen' }, hint));

/// Rows of text; the first column names the row.
export function table(label: string, heads: Child[], rows: Child[][], attributes: Attributes = {}): HTMLElement {
  const body = rows.map((row) => h('tr', {}, ...row.map((cell, i) => (i === 0 ? h('th', { scope: 'row' }, cell) : h('td', {}, cell)))));
  return h(
    'div',
    { class: 'scroll', role: 'region', 'aria-label': label, tabindex: 0 },
    h(
      'table',
      attributes,
      h('caption', { class: 'unseen' }, label),
      h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col' }, head)))),
      h('tbody', {}, ...body),
    ),
  );
}

/// A figure's numbers, for those who read rather than look.
export function asTable(label: string, heads: string[], rows: string[][]): HTMLElement {
  return h('details', { class: 'numbers-of' }, h('summary', {}, 'The numbers as a table'), table(label, heads, rows));
}
