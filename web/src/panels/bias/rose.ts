// Where residuals point: a rose of sectors, with the circle that noise would fill.

import { arc } from 'd3-shape';
import type { Report } from '../../data';
import { asTable, figure } from '../../dom';
import { amount, largest, percent, plural, smallest } from '../../format';
import { key } from '../../legend';
import { plot } from '../../plot/plot';
import { directionCounts, directionScatter, residuals } from '../../residuals';
import { jointLimit } from '../../significance';

const SECTORS = 24;
const NAMES = ['right', 'lower right', 'down', 'lower left', 'left', 'upper left', 'up', 'upper right'];
const nameOf = (sector: number) => NAMES[Math.round((sector * NAMES.length) / SECTORS) % NAMES.length]!;

export function residualRose(report: Report): HTMLElement {
  const all = residuals(report);
  const shares = directionCounts(all, SECTORS).map((count) => count / Math.max(all.count, 1));
  const even = 1 / SECTORS;
  // So wide that of 24 sectors none is beyond it by chance in 99 of 100 cases.
  const chance = jointLimit(SECTORS, (report.frames?.length ?? 1) - 1) * directionScatter(all, SECTORS);
  const range = 1.12 * Math.max(largest(shares, 0), even + chance);
  const drawing = plot({
    label: `Directions of ${all.count} residuals in ${SECTORS} sectors`,
    x: { domain: [-100 * range, 100 * range], label: 'share of the corners (%), left and right', format: (v) => String(Math.abs(v)) },
    y: { domain: [-100 * range, 100 * range], label: 'share of the corners (%), up and down', format: (v) => String(Math.abs(v)) },
    most: 440,
    draw: (layer, view) => {
      const scale = view.width / (2 * range);
      const g = layer.append('g').attr('transform', `translate(${view.width / 2},${view.height / 2})`);
      const ring = arc();
      const angles = (i: number) => ({
        startAngle: ((i - 0.46) / SECTORS) * 2 * Math.PI + Math.PI / 2,
        endAngle: ((i + 0.46) / SECTORS) * 2 * Math.PI + Math.PI / 2,
      });
      g.append('path')
        .attr('class', 'chance')
        .attr(
          'd',
          ring({ innerRadius: Math.max(0, even - chance) * scale, outerRadius: (even + chance) * scale, startAngle: 0, endAngle: 2 * Math.PI }),
        );
      shares.forEach((share, i) =>
        g
          .append('path')
          .attr('class', Math.abs(share - even) > chance ? 'sector beyond' : 'sector')
          .attr('d', ring({ innerRadius: 0, outerRadius: share * scale, ...angles(i) })),
      );
      g.append('circle')
        .attr('class', 'sigma')
        .attr('r', even * scale);
    },
    tip: (_, x, y) => {
      const i = Math.round((Math.atan2(y, x) / (2 * Math.PI)) * SECTORS + SECTORS) % SECTORS;
      return `${nameOf(i)}: ${percent(shares[i])} of the corners; evenly spread, ${percent(even)}`;
    },
  });
  const most = shares.indexOf(largest(shares));
  const beyond = shares.filter((share) => Math.abs(share - even) > chance).length;
  const numbers =
    all.count > 0
      ? `Without a preferred direction each of ${SECTORS} sectors would hold ${percent(Math.max(0, even - chance))} to ${percent(even + chance)} of the corners, 99 times of 100 for all of them together; here it is ${percent(smallest(shares))} to ${percent(shares[most])}, the most ${nameOf(most)}: `
      : '';
  const judged = beyond === 0 ? 'no direction stands out.' : `${plural(beyond, 'direction')} ${beyond === 1 ? 'stands' : 'stand'} out.`;
  return figure(
    'directions',
    'Residual directions',
    numbers + judged,
    drawing.element,
    key(['area', 'var(--bars)', 'share of the corners'], ['area', 'var(--band)', 'what chance allows'], ['area', '#d55e00', 'beyond chance']),
    asTable(
      'Residual directions',
      ['direction (° clockwise from right)', 'share of the corners'],
      shares.map((share, i) => [amount((360 * i) / SECTORS), percent(share)]),
    ),
  );
}
