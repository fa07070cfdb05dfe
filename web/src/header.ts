// The head of the page: what this is about, in one line, and the list of its parts.

import type { Report } from './data';
import { h } from './dom';
import { plural, shorten } from './format';
import { themeChoice } from './theme';

function rigFacts({ rig, provenance }: Report): string {
  const { calibration, figures } = rig!;
  const corners = figures.cameras.reduce((sum, { views }) => sum + views.reduce((all, view) => all + view.corners.length, 0), 0);
  return [
    plural(calibration.cameras.length, 'camera'),
    plural(calibration.instants.length, 'instant'),
    plural(corners, 'corner'),
    figures.target.spec,
    provenance.date ? `${provenance.date} UTC` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

function facts(report: Report): string {
  if (report.rig) return rigFacts(report);
  const { calibration, target, frames } = report;
  if (!calibration)
    return report.selection
      ? 'camera models compared'
      : report.comparison
        ? 'two cameras compared'
        : report.next_views
          ? 'which image to take next'
          : '';
  const corners = frames?.reduce((sum, frame) => sum + frame.corners.length, 0);
  return [
    calibration.model,
    calibration.image_size.join(' × ') + ' px',
    plural(calibration.frames.length, 'image'),
    corners === undefined ? '' : plural(corners, 'corner'),
    target?.spec ?? '',
    report.provenance.date ? `${report.provenance.date} UTC` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

export function head(report: Report): HTMLElement {
  return h(
    'header',
    {},
    h('div', { class: 'head-row' }, h('p', { class: 'brand' }, 'Fiducia ', h('span', {}, 'calibration report')), themeChoice()),
    h('h1', { title: report.title }, h('bdi', {}, shorten(report.title, 120))),
    facts(report).toLowerCase() === report.title.toLowerCase() ? null : h('p', { class: 'facts' }, facts(report)),
  );
}

/// Links to the parts; the one that is being read is marked.
export function contents(nav: HTMLElement, main: HTMLElement): void {
  const parts = [...main.querySelectorAll<HTMLElement>('section[data-short]')];
  const links = new Map(parts.map((part) => [part, h('a', { href: `#${part.id}` }, part.dataset['short']!)]));
  nav.append(h('div', { class: 'inner' }, ...links.values()));
  const reading = new Set<HTMLElement>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) reading[entry.isIntersecting ? 'add' : 'delete'](entry.target as HTMLElement);
      const now = parts.find((part) => reading.has(part));
      for (const [part, link] of links) link.setAttribute('aria-current', String(part === now));
    },
    { rootMargin: '-15% 0px -70% 0px' },
  );
  for (const part of parts) observer.observe(part);
}
