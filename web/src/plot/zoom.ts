// Zooming a plot: drag, pinch, Ctrl and the wheel (the wheel alone scrolls the page), buttons, and the keys + − 0 and arrows.

import { select } from 'd3-selection';
import { zoom, zoomIdentity, zoomTransform, type ZoomTransform } from 'd3-zoom';
import { button } from '../controls';
import { h } from '../dom';

export interface Zoom {
  /// Lies over the frame and takes the pointer.
  surface: HTMLElement;
  /// Says how large the frame is, and gives the transform within it.
  transform: (width: number, height: number) => ZoomTransform;
}

/// Its buttons stand above the drawing, never over it.
export function zoomable(element: HTMLElement, onZoom: () => void): Zoom {
  const surface = h('div', { class: 'surface' });
  const target = select(surface);
  let lastWidth = 0;
  const behaviour = zoom<HTMLDivElement, unknown>()
    .scaleExtent([1, 60])
    .filter((event: MouseEvent) => !event.button && (event.type !== 'wheel' || event.ctrlKey || event.metaKey))
    .on('zoom', ({ transform }: { transform: ZoomTransform }) => {
      surface.classList.toggle('zoomed', transform.k > 1);
      reset.disabled = transform.k === 1;
      onZoom();
    });
  const scale = (factor: number) => behaviour.scaleBy(target, factor);
  const move = (x: number, y: number) => behaviour.translateBy(target, x / zoomTransform(surface).k, y / zoomTransform(surface).k);
  const whole = () => behaviour.transform(target, zoomIdentity);
  const reset = button('show the whole', '⤢', whole);
  reset.disabled = true;
  element.prepend(
    h(
      'div',
      { class: 'zoom', role: 'group', 'aria-label': 'zoom' },
      button('zoom in', '+', () => scale(1.6)),
      button('zoom out', '−', () => scale(1 / 1.6)),
      reset,
    ),
  );
  element.tabIndex = 0;
  element.setAttribute('role', 'group');
  element.setAttribute('aria-label', 'a drawing to zoom: plus, minus and zero, arrow keys to move');
  const keys: Record<string, () => void> = {
    '+': () => scale(1.6),
    '=': () => scale(1.6),
    '-': () => scale(1 / 1.6),
    '0': whole,
    ArrowLeft: () => move(60, 0),
    ArrowRight: () => move(-60, 0),
    ArrowUp: () => move(0, 60),
    ArrowDown: () => move(0, -60),
  };
  element.addEventListener('keydown', (event) => {
    const act = event.target === element && !event.ctrlKey && !event.metaKey && !event.altKey ? keys[event.key] : undefined;
    if (!act || (event.key.startsWith('Arrow') && zoomTransform(surface).k === 1)) return;
    event.preventDefault();
    act();
  });
  target.call(behaviour);
  return {
    surface,
    transform: (width, height) => {
      behaviour
        .extent([
          [0, 0],
          [width, height],
        ])
        .translateExtent([
          [0, 0],
          [width, height],
        ]);
      const now = zoomTransform(surface);
      const stretch = lastWidth > 0 ? width / lastWidth : 1;
      lastWidth = width;
      // A frame of another size shows the same part of the image.
      if (stretch !== 1 && now.k > 1) Object.assign(surface, { __zoom: zoomIdentity.translate(now.x * stretch, now.y * stretch).scale(now.k) });
      return zoomTransform(surface);
    },
  };
}
