// The mean residual by the distance from the principal point: outwards, and around it.

import type { Report } from '../../data';
import { asTable, figure } from '../../dom';
import { amount, isNumber, largest } from '../../format';
import { key } from '../../legend';
import { plot } from '../../plot/plot';
import { residuals, type Residuals } from '../../residuals';

const RINGS = 12;
const COLOURS = { outward: '#0072b2', around: '#d55e00' };

interface Ring {
  radius: number;
  corners: number;
  outward: number;
  around: number;
  sigma: { outward: number; around: number }; // standard errors of the two means, from the scatter between images
}

function rings(all: Residuals, [cx, cy]: [number, number], reach: number): Ring[] {
  const sums = Array.from({ length: RINGS }, () => ({ n: 0, images: new Map<number, [number, number, number]>() }));
  for (let i = 0; i < all.count; ++i) {
    const [x, y] = [all.u[i]! - cx, all.v[i]! - cy];
    const radius = Math.hypot(x, y);
    const ring = sums[Math.min(RINGS - 1, Math.floor((radius / reach) * RINGS))]!;
    const [ex, ey] = radius > 0 ? [x / radius, y / radius] : [1, 0];
    const image = ring.images.get(all.frame[i]!) ?? [0, 0, 0];
    ring.n += 1;
    ring.images.set(all.frame[i]!, [image[0] + 1, image[1] + all.du[i]! * ex + all.dv[i]! * ey, image[2] - all.du[i]! * ey + all.dv[i]! * ex]);
  }
  return sums.flatMap(({ n, images }, k) => {
    if (images.size < 2) return [];
    const of = (at: 1 | 2) => {
      const mean = [...images.values()].reduce((sum, image) => sum + image[at], 0) / n;
      const scatter = [...images.values()].reduce((sum, image) => sum + (image[at] - image[0] * mean) ** 2, 0);
      return { mean, sigma: Math.sqrt((scatter * images.size) / (images.size - 1)) / n };
    };
    const [outward, around] = [of(1), of(2)];
    return [
      {
        radius: ((k + 0.5) * reach) / RINGS,
        corners: n,
        outward: outward.mean,
        around: around.mean,
        sigma: { outward: outward.sigma, around: around.sigma },
      },
    ];
  });
}

export function residualByRadius(report: Report): HTMLElement | null {
  const { image_size: size, parameters, bias } = report.calibration!;
  const all = residuals(report);
  const centre: [number, number] = [parameters['cx'] ?? (size[0] - 1) / 2, parameters['cy'] ?? (size[1] - 1) / 2];
  let reach = 0;
  for (let i = 0; i < all.count; ++i) reach = Math.max(reach, Math.hypot(all.u[i]! - centre[0], all.v[i]! - centre[1]));
  if (reach === 0) return null;
  const found = rings(all, centre, 1.0001 * reach);
  if (found.length === 0) return null;
  const most =
    1.1 *
    largest(
      found.flatMap((ring) => [Math.abs(ring.outward) + 2 * ring.sigma.outward, Math.abs(ring.around) + 2 * ring.sigma.around]),
      1e-9,
    );
  const drawing = plot({
    label: `Mean residual outwards and around the principal point in ${found.length} rings`,
    x: { domain: [0, reach], label: 'distance from the principal point (px)' },
    y: { domain: [most, -most], label: 'mean residual (px)' },
    height: 300,
    draw: (layer, view) => {
      layer.append('line').attr('class', 'zero').attr('x1', 0).attr('x2', view.width).attr('y1', view.y(0)).attr('y2', view.y(0));
      for (const [kind, shift] of [
        ['outward', -4],
        ['around', 4],
      ] as const) {
        for (const ring of found) {
          const x = view.x(ring.radius) + shift;
          const [value, reach2] = [ring[kind], 2 * ring.sigma[kind]];
          layer
            .append('line')
            .attr('class', 'whisker')
            .style('stroke', COLOURS[kind])
            .attr('x1', x)
            .attr('x2', x)
            .attr('y1', view.y(value - reach2))
            .attr('y2', view.y(value + reach2));
          layer.append('circle').attr('class', 'dot').attr('cx', x).attr('cy', view.y(value)).attr('r', 4.5).style('fill', COLOURS[kind]);
        }
      }
    },
    tip: (_, x) => {
      const ring = found.reduce((a, b) => (Math.abs(b.radius - x) < Math.abs(a.radius - x) ? b : a));
      return `around ${amount(ring.radius, 'px', 3)}, ${ring.corners} corners: outwards ${amount(ring.outward, 'px', 2)}, around ${amount(ring.around, 'px', 2)}`;
    },
  });
  const far = found.filter((ring) => Math.abs(ring.outward) > 2 * ring.sigma.outward).length;
  return figure(
    'residual-radius',
    'Residuals by the distance from the principal point',
    `Means over rings with two standard errors, from the scatter between images; the noise of one corner is ${amount(isNumber(bias.sigma_d_px) ? bias.sigma_d_px : null, 'px', 2)} per coordinate. Outwards, ${far} of ${found.length} rings ${far === 1 ? 'is' : 'are'} more than two standard errors from zero.`,
    drawing.element,
    key(['dot', COLOURS.outward, 'outwards'], ['dot', COLOURS.around, 'around, clockwise']),
    asTable(
      'Mean residual by radius',
      ['distance (px)', 'corners', 'outwards (px)', '±', 'around (px)', '±'],
      found.map((r) => [
        amount(r.radius),
        String(r.corners),
        amount(r.outward, '', 2),
        amount(r.sigma.outward, '', 2),
        amount(r.around, '', 2),
        amount(r.sigma.around, '', 2),
      ]),
    ),
  );
}
