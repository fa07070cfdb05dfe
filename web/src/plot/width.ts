// Widths as the browser lays them out: told, not asked for, so that drawing one figure does not lay out the page for the next.

type Listener = (width: number) => void;

const listeners = new WeakMap<Element, { width: number; tell: Listener }>();

const observer = new ResizeObserver((entries) => {
  for (const { target, contentRect } of entries) {
    const known = listeners.get(target);
    if (!known || contentRect.width === 0 || Math.abs(contentRect.width - known.width) < 0.5) continue;
    known.width = contentRect.width;
    known.tell(contentRect.width);
  }
});

export function onWidth(element: Element, tell: Listener): void {
  listeners.set(element, { width: 0, tell });
  observer.observe(element);
}
