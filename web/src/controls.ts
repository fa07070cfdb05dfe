// Controls that a keyboard reaches.

import { h } from './dom';

/// Buttons of which one is pressed; arrow keys go from one to the next.
export function choice<T extends string>(
  label: string,
  options: readonly T[],
  chosen: T,
  onChange: (option: T) => void,
  titles: Partial<Record<T, string>> = {},
): HTMLElement {
  const group = h('div', { role: 'radiogroup', 'aria-label': label, class: 'choice' });
  const buttons = options.map((option) =>
    h('button', { type: 'button', role: 'radio', 'data-option': option, ...(titles[option] ? { title: titles[option]! } : {}) }, option),
  );
  const pick = (index: number, tell: boolean) => {
    buttons.forEach((button, i) => {
      button.setAttribute('aria-checked', String(i === index));
      button.tabIndex = i === index ? 0 : -1;
    });
    if (tell) onChange(options[index]!);
  };
  buttons.forEach((button, i) => button.addEventListener('click', () => pick(i, true)));
  group.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = (buttons.findIndex((button) => button.tabIndex === 0) + step + buttons.length) % buttons.length;
    pick(next, true);
    buttons[next]!.focus();
  });
  pick(Math.max(0, options.indexOf(chosen)), false);
  group.append(...buttons);
  return group;
}

export function checkbox(label: string, checked: boolean, onChange: (checked: boolean) => void): HTMLElement {
  const input = h('input', { type: 'checkbox', checked });
  input.addEventListener('change', () => onChange(input.checked));
  return h('label', { class: 'control' }, input, ` ${label}`);
}

/// A factor on a logarithmic scale, from 1/`reach` to `reach` times `start`.
export function factorSlider(label: string, start: number, reach: number, onChange: (factor: number) => void): HTMLElement {
  const most = Math.log2(reach);
  const shown = h('output', {});
  const input = h('input', { type: 'range', min: -most, max: most, step: most / 40, value: 0 });
  const show = () => {
    const factor = start * 2 ** Number(input.value);
    const text = factor >= 10 ? String(Math.round(factor)) : String(Number(factor.toPrecision(2)));
    shown.value = `× ${text}`;
    input.setAttribute('aria-valuetext', `${text} times`);
    return factor;
  };
  input.addEventListener('input', () => onChange(show()));
  show();
  return h('label', { class: 'control' }, `${label} `, input, shown);
}

export const button = (label: string, text: string, onClick: () => void): HTMLButtonElement =>
  h('button', { type: 'button', class: 'small', 'aria-label': label, title: label, click: onClick }, text);

/// A part from 0 to 1.
export function percentSlider(label: string, start: number, onChange: (part: number) => void): HTMLElement {
  const input = h('input', { type: 'range', min: 0, max: 100, step: 1, value: 100 * start });
  const show = () => input.setAttribute('aria-valuetext', `${input.value} percent`);
  input.addEventListener('input', () => {
    show();
    onChange(Number(input.value) / 100);
  });
  show();
  return h('label', { class: 'control' }, `${label} `, input);
}
