// Puts the page together from what the report holds; a page may hold a calibration, or a comparison of models or cameras alone.

import { readReport } from './data';
import { h } from './dom';
import { contents, head } from './header';
import { bias } from './panels/bias';
import { comparison } from './panels/comparison';
import { distribution } from './panels/distribution';
import { frames, type FramesPanel } from './panels/frames';
import { lens } from './panels/lens';
import { models } from './panels/models';
import { nextViews } from './panels/next_views';
import { numbers } from './panels/numbers';
import { parameters } from './panels/parameters';
import { provenance } from './panels/provenance';
import { space } from './panels/space';
import { uncertainty } from './panels/uncertainty';
import { verdict } from './panels/verdict';
import { rigParts } from './rig/page';
import { allDrawn, drawNow, later } from './schedule';
import { hintScrolling } from './scroll_hint';
import { followTheme } from './theme';

const report = readReport();
const main = document.querySelector('main')!;
let pictures: FramesPanel | null = null;

/// A part that cannot be made says so; the others are made all the same.
function add(make: () => HTMLElement): void {
  try {
    main.append(make());
  } catch (error) {
    console.error(error);
    main.append(h('p', { class: 'note', role: 'alert' }, `A part of the report could not be made: ${String(error)}`));
  }
}

document.title = `${report.title} – Fiducia`;
followTheme(() => {
  pictures?.showAll(true);
  for (const details of main.querySelectorAll('details')) if (!details.classList.contains('numbers-of')) details.open = true;
  drawNow();
});
addEventListener('afterprint', () => pictures?.showAll(false));
const nav = document.querySelector('nav')!;
nav.before(head(report));
if (report.rig) for (const part of rigParts(report)) add(part);
if (report.calibration) {
  add(() => verdict(report));
  add(() => numbers(report));
  if (report.frames) add(() => bias(report));
  if (report.distortion || report.preview) add(() => lens(report));
  if (report.uncertainty) add(() => uncertainty(report));
  add(() => distribution(report));
  add(() => parameters(report));
  add(() => (pictures = frames(report)).element);
  if (report.target) add(() => space(report));
}
if (report.selection) add(() => models(report.selection!));
if (report.comparison) add(() => comparison(report.comparison!));
if (report.next_views) add(() => nextViews(report.next_views!));
add(() => provenance(report));
contents(nav, main);
hintScrolling(main);
later(() => {}); // a page without figures is drawn as well
allDrawn.then(() => {
  performance.mark('drawn');
  document.documentElement.dataset['drawn'] = 'true';
});
