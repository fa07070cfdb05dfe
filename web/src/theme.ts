// Light or dark: as the system has it until the reader chooses; paper is always light.

import { choice } from './controls';
import { restyle } from './schedule';

type Theme = 'auto' | 'light' | 'dark';

const dark = matchMedia('(prefers-color-scheme: dark)');
const paper = matchMedia('print');
let chosen: Theme = 'auto';
let printing = false;

function apply(now = false): void {
  const theme = printing ? 'light' : chosen === 'auto' ? (dark.matches ? 'dark' : 'light') : chosen;
  if (document.documentElement.dataset['theme'] === theme && !now) return;
  document.documentElement.dataset['theme'] = theme;
  restyle(now);
}

export function followTheme(beforePrint: () => void): void {
  apply();
  dark.addEventListener('change', () => apply());
  const print = (on: boolean) => {
    if (on === printing) return;
    printing = on;
    if (on) beforePrint();
    apply(on);
  };
  addEventListener('beforeprint', () => print(true));
  addEventListener('afterprint', () => print(false));
  paper.addEventListener('change', (event) => print(event.matches));
}

export const themeChoice = (): HTMLElement =>
  choice('Colours', ['auto', 'light', 'dark'] as const, chosen, (theme) => {
    chosen = theme;
    apply();
  });

/// A colour of the style sheet, for what is drawn on a canvas.
export const ink = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim() || '#888';
