// Elements without a framework. Text always goes in as text: nothing of a user's file is ever read as HTML.

type Child = Node | string | null | undefined;
type Attributes = Record<string, string | number | boolean | ((event: Event) => void)>;

export function h(tag: string, attributes: Attributes = {}, ...children: Child[]): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (typeof value === 'boolean') element.toggleAttribute(name, value);
    else element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child): child is Node | string => child !== null && child !== undefined));
  return element;
}

/// A figure of the page: a heading, the drawing, and the line that says what it means.
export function figure(id: string, title: string, meaning: string, ...content: Child[]): HTMLElement {
  return h('figure', { id, class: 'panel' }, h('h3', {}, title), ...content, h('figcaption', {}, meaning));
}

export function section(id: string, title: string, ...content: Child[]): HTMLElement {
  return h('section', { id, 'aria-labelledby': `${id}-title` }, h('h2', { id: `${id}-title` }, title), ...content);
}

/// Buttons of which one is pressed.
export function choice<T extends string>(label: string, options: readonly T[], chosen: T, onChange: (option: T) => void): HTMLElement {
  const group = h('div', { role: 'radiogroup', 'aria-label': label, class: 'choice' });
  for (const option of options) {
    const button = h('button', { type: 'button', role: 'radio', 'aria-checked': String(option === chosen) }, option);
    button.addEventListener('click', () => {
      for (const other of group.children) other.setAttribute('aria-checked', String(other === button));
      onChange(option);
    });
    group.append(button);
  }
  return group;
}

/// A number with so many significant digits, and a thin space before its unit.
export function amount(value: number | null | undefined, unit = '', digits = 3): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  const text = Math.abs(value) >= 1e5 || (value !== 0 && Math.abs(value) < 1e-4) ? value.toExponential(digits - 1) : Number(value.toPrecision(digits)).toString();
  return unit ? `${text}\u202f${unit}` : text;
}
