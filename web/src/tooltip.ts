// One small box beside the pointer that says what is under it.

import { h } from './dom';

let box: HTMLElement | null = null;

export function showTip(text: string, x: number, y: number): void {
  if (!box) {
    box = h('div', { id: 'tip', 'aria-hidden': 'true' });
    document.body.append(box);
  }
  box.textContent = text;
  box.hidden = false;
  const { width, height } = box.getBoundingClientRect();
  const left = Math.min(Math.max(8, x + 14), innerWidth - width - 8);
  const top = y + 18 + height > innerHeight ? y - height - 10 : y + 18;
  box.style.transform = `translate(${Math.max(8, left)}px, ${Math.max(4, top)}px)`;
}

export function hideTip(): void {
  if (box) box.hidden = true;
}

/// While the pointer is over the element, `text` says what is at these client coordinates.
export function hint(element: HTMLElement | SVGElement, text: (x: number, y: number) => string | null): void {
  const tell = (event: PointerEvent) => {
    const found = text(event.clientX, event.clientY);
    if (found) showTip(found, event.clientX, event.clientY);
    else hideTip();
  };
  element.addEventListener('pointermove', tell as EventListener);
  element.addEventListener('pointerdown', tell as EventListener);
  element.addEventListener('pointerleave', hideTip);
}
