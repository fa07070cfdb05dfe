// The error that is tolerated, on a logarithmic scale around the one that the verdict was made with.

import { h } from '../../dom';
import { amount } from '../../format';

export function toleranceSlider(start: number, onChange: (limit: number) => void): HTMLElement {
  const shown = h('output', {});
  const input = h('input', { type: 'range', min: -4, max: 4, step: 0.1, value: 0 });
  const limit = (): number => Number((start * 2 ** Number(input.value)).toPrecision(2));
  const show = () => {
    shown.value = amount(limit(), 'px', 2);
    input.setAttribute('aria-valuetext', `${amount(limit(), '', 2)} pixels`);
  };
  input.addEventListener('input', () => {
    show();
    onChange(limit());
  });
  show();
  return h('label', { class: 'control' }, 'tolerated error ', input, shown);
}
