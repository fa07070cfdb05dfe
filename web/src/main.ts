import { readReport } from './data';
import { h } from './dom';
import { biasPanels } from './panels/bias';
import { comparison } from './panels/comparison';
import { distribution } from './panels/distribution';
import { frames } from './panels/frames';
import { models } from './panels/models';
import { numbers } from './panels/numbers';
import { parameters } from './panels/parameters';
import { provenance } from './panels/provenance';
import { scene } from './panels/scene';
import { uncertaintyMap } from './panels/uncertainty';
import { verdict } from './panels/verdict';

const report = readReport();
document.title = `${report.title} – Fiducia`;
const main = document.querySelector('main')!;
main.append(h('h1', {}, report.title));
if (report.calibration) {
  main.append(verdict(report.calibration), numbers(report));
  if (report.frames) main.append(biasPanels(report));
  if (report.uncertainty) main.append(uncertaintyMap(report));
  if (report.distribution) main.append(distribution(report));
  main.append(parameters(report));
  if (report.frames) main.append(frames(report));
  if (report.target) main.append(scene(report));
}
if (report.selection) main.append(models(report.selection));
if (report.comparison) main.append(comparison(report.comparison));
main.append(provenance(report));

const links = [...main.querySelectorAll('section[aria-labelledby]')].map((part) => h('a', { href: `#${part.id}` }, part.querySelector('h2')!.textContent ?? ''));
document.querySelector('nav')!.append(...links);
