// Figures are drawn one after the other, in small slices, so that the page can be read and scrolled at once.

import { h } from './dom';

type Draw = () => void;

const waiting: Draw[] = [];
let running = false;
let finished = () => {};
const SLICE_MS = 24;

/// Resolves when everything has been drawn for the first time.
export const allDrawn = new Promise<void>((resolve) => {
  finished = resolve;
});

/// A drawing that fails says so in its place; the others are drawn all the same.
function attempt(draw: Draw): void {
  try {
    draw();
  } catch (error) {
    console.error(error);
    document.querySelector('main')?.append(h('p', { class: 'note', role: 'alert' }, `A figure could not be drawn: ${String(error)}`));
  }
}

function slice(): void {
  const start = performance.now();
  while (waiting.length > 0 && performance.now() - start < SLICE_MS) attempt(waiting.shift()!);
  running = waiting.length > 0;
  if (running) setTimeout(slice);
  else if (expected === 0) finished();
}

let expected = 0;

/// Something will be drawn that is not in the queue yet; what is returned says that it is done.
export function expectDrawing(): () => void {
  ++expected;
  let done = false;
  return () => {
    if (!done) --expected;
    done = true;
  };
}

export function later(draw: Draw): void {
  waiting.push(draw);
  if (running) return;
  running = true;
  setTimeout(slice);
}

/// Made when it is first asked for.
export function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

const onDemand = new Map<Element, Draw>();
const inSight = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) if (isIntersecting) start(target);
  },
  { rootMargin: '200px' },
);

function start(element: Element): void {
  const draw = onDemand.get(element);
  inSight.unobserve(element);
  onDemand.delete(element);
  if (draw) later(draw);
}

/// What is too slow to be drawn before it is looked at.
export function whenSeen(element: Element, draw: Draw): void {
  onDemand.set(element, draw);
  inSight.observe(element);
}

/// For paper there is no later.
export function drawNow(): void {
  for (const element of [...onDemand.keys()]) start(element);
  while (waiting.length > 0) attempt(waiting.shift()!);
}

const drawings = new Set<Draw>();

/// What has to be drawn again when colours or the medium change.
export function onRestyle(draw: Draw): void {
  drawings.add(draw);
}

export function restyle(now = false): void {
  for (const draw of drawings) later(draw);
  if (now) drawNow();
}
