// The distortion over the angle with its uncertainty, and where the model ends.

import { area, line } from 'd3-shape';
import type { Distortion } from '../../data';
import { asTable, figure } from '../../dom';
import { amount, isNumber, largest, smallest } from '../../format';
import { key } from '../../legend';
import { plot, type Layer, type View } from '../../plot/plot';

const IDEAL = { pinhole: 'a pinhole camera (r = f tan θ)', equidistant: 'an equidistant lens (r = f θ)' };

function marks(layer: Layer, view: View, curve: Distortion): void {
  for (const [angle, kind] of [
    [curve.image_deg, 'corner'],
    [curve.fold_deg, 'fold'],
  ] as const) {
    if (!isNumber(angle)) continue;
    layer.append('line').attr('class', `at-angle ${kind}`).attr('x1', view.x(angle)).attr('x2', view.x(angle)).attr('y1', 0).attr('y2', view.height);
  }
}

/// The index of the angle next to one.
const nearest = (curve: Distortion, angle: number): number =>
  curve.angle_deg.reduce((best, a, i) => (Math.abs(a - angle) < Math.abs(curve.angle_deg[best]! - angle) ? i : best), 0);

/// Of a lens without a formula.
function meaningOfMean(curve: Distortion, off: number[]): string {
  const end = curve.angle_deg.length - 1;
  const domain = isNumber(curve.fold_deg)
    ? ' There the corners end that determine the lens; in other directions they end nearer to the middle.'
    : ' The corners determine the lens in the whole image.';
  return `The mean over all directions: this lens follows no formula. At ${amount(curve.angle_deg[end], '°')} a ray is seen ${amount(Math.abs(off[end]!), 'px')} ${off[end]! < 0 ? 'nearer to' : 'farther from'} the middle than by ${IDEAL[curve.ideal]} of the same focal length.${domain}`;
}

function meaning(curve: Distortion, off: number[]): string {
  if (curve.mean) return meaningOfMean(curve, off);
  const end = isNumber(curve.image_deg) ? nearest(curve, curve.image_deg) : curve.angle_deg.length - 1;
  const where = isNumber(curve.image_deg)
    ? `At the image’s farthest corner, ${amount(curve.angle_deg[end], '°')} from the optical axis,`
    : `At ${amount(curve.angle_deg[end], '°')}, where the curve ends,`;
  const sure = curve.sigma_px ? ` ± ${amount(2 * curve.sigma_px[end]!, 'px', 2)} (two standard deviations by cr2)` : '';
  const fold = isNumber(curve.fold_deg)
    ? ` At ${amount(curve.fold_deg, '°')} the model ends: farther out rays would be seen nearer to the middle again.`
    : ' The model does not fold over within the image.';
  return `${where} a ray is seen ${amount(Math.abs(off[end]!), 'px')}${sure} ${off[end]! < 0 ? 'nearer to' : 'farther from'} the principal point than by ${IDEAL[curve.ideal]} of the same focal length.${fold}`;
}

export function distortionCurve(curve: Distortion): HTMLElement | null {
  const n = curve.angle_deg.length;
  if (n < 3) return null;
  const off = curve.radius_px.map((radius, i) => radius - curve.ideal_px[i]!);
  const sigma = curve.sigma_px ?? off.map(() => 0);
  const [low, high] = [smallest(off.map((v, i) => v - 2 * sigma[i]!)), largest(off.map((v, i) => v + 2 * sigma[i]!))];
  const pad = Math.max(0.06 * (high - low), 1e-6);
  const end = Math.max(curve.angle_deg[n - 1]!, curve.fold_deg ?? 0);
  const indices = curve.angle_deg.map((_, i) => i);
  const x = { domain: [0, end] as [number, number], label: 'angle to the optical axis (°)' };
  const tip = (_: View, angle: number) => {
    const i = nearest(curve, angle);
    return `${amount(curve.angle_deg[i], '°')}: seen at ${amount(curve.radius_px[i], 'px', 4)}, ${amount(off[i], 'px')} off${curve.sigma_px ? ` ± ${amount(2 * sigma[i]!, 'px', 2)}` : ''}`;
  };
  const bend = plot({
    label: `Distortion over the angle, up to ${amount(largest(off.map(Math.abs)), 'px')}`,
    x: { ...x, label: curve.sigma_px ? '' : x.label },
    y: { domain: [high + pad, low - pad], label: 'distortion (px)' },
    height: 230,
    letters: 5,
    draw: (layer, view) => {
      const at = (i: number) => view.x(curve.angle_deg[i]!);
      layer.append('line').attr('class', 'zero').attr('x1', 0).attr('x2', view.width).attr('y1', view.y(0)).attr('y2', view.y(0));
      layer
        .append('path')
        .attr('class', 'band')
        .attr(
          'd',
          area<number>()
            .x(at)
            .y0((i) => view.y(off[i]! - 2 * sigma[i]!))
            .y1((i) => view.y(off[i]! + 2 * sigma[i]!))(indices),
        );
      layer
        .append('path')
        .attr('class', 'curve')
        .attr(
          'd',
          line<number>()
            .x(at)
            .y((i) => view.y(off[i]!))(indices),
        );
      marks(layer, view, curve);
    },
    tip,
  });
  const most = largest(sigma, 1e-9);
  const doubt = curve.sigma_px
    ? plot({
        label: `Uncertainty of the radius over the angle, up to ${amount(2 * most, 'px')} (two standard deviations)`,
        x,
        y: { domain: [2.2 * most, -2.2 * most], label: '± 2σ (px)', ticks: 3 },
        height: 110,
        letters: 5,
        draw: (layer, view) => {
          const at = (i: number) => view.x(curve.angle_deg[i]!);
          layer
            .append('path')
            .attr('class', 'band')
            .attr(
              'd',
              area<number>()
                .x(at)
                .y0((i) => view.y(-2 * sigma[i]!))
                .y1((i) => view.y(2 * sigma[i]!))(indices),
            );
          marks(layer, view, curve);
        },
        tip,
      })
    : null;
  return figure(
    'distortion',
    'Distortion over the angle',
    meaning(curve, off),
    bend.element,
    doubt?.element,
    key(
      ['line', 'var(--ink)', 'distortion'],
      ...(curve.sigma_px ? [['area', 'var(--random)', 'two standard deviations; below enlarged'] as ['area', string, string]] : []),
      ...(isNumber(curve.image_deg) ? [['dash', 'var(--soft)', 'the image’s farthest corner'] as ['dash', string, string]] : []),
      ...(isNumber(curve.fold_deg) ? [['line', 'var(--systematic)', curve.mean ? 'no rays beyond' : 'the model ends'] as ['line', string, string]] : []),
    ),
    asTable(
      'Distortion over the angle',
      ['angle (°)', 'radius (px)', 'without distortion (px)', 'σ (px)'],
      indices
        .filter((i) => i % 5 === 0)
        .map((i) => [
          amount(curve.angle_deg[i]),
          amount(curve.radius_px[i], '', 5),
          amount(curve.ideal_px[i], '', 5),
          curve.sigma_px ? amount(sigma[i], '', 2) : '–',
        ]),
    ),
  );
}
