// Whether the residuals of a tile are larger than the noise by more than chance.

import type { Report } from '../../data';
import { isNumber } from '../../format';
import { residuals } from '../../residuals';
import { scaledByStudent } from '../../significance';

/// The excess of a tile's mean squared residual over the noise's, over its standard error: of the scatter between images, which go their own
/// ways, and of the noise, which is known from two degrees of freedom per tile and image. Null where nothing can be said.
export function tileExcess(report: Report): (corners: readonly number[]) => number | null {
  const { bias, fit } = report.calibration!;
  const noise = bias.sigma_d_px;
  const all = residuals(report);
  const images = new Map<number, Map<number, number>>(); // by corner and image: the mean squared residual per coordinate
  for (let i = 0; i < all.count; ++i) {
    const of = images.get(all.id[i]!) ?? new Map<number, number>();
    of.set(all.frame[i]!, (all.du[i]! ** 2 + all.dv[i]! ** 2) / 2);
    images.set(all.id[i]!, of);
  }
  const freedom = Math.max(1 - fit.n_parameters / Math.max(fit.n_observations, 1), 1e-3);
  return (corners) => {
    if (!isNumber(noise) || noise <= 0 || bias.n_tiles === 0) return null;
    const sums = new Map<number, [number, number]>();
    for (const id of corners)
      for (const [image, square] of images.get(id) ?? []) {
        const [sum, n] = sums.get(image) ?? [0, 0];
        sums.set(image, [sum + square, n + 1]);
      }
    const squares = [...sums.values()].map(([sum, n]) => sum / n / freedom);
    const count = squares.length;
    if (count < 2) return null;
    const mean = squares.reduce((sum, square) => sum + square, 0) / count;
    const between = squares.reduce((sum, square) => sum + (square - mean) ** 2, 0) / (count - 1) / count;
    const deviation = Math.sqrt(between + noise ** 4 / bias.n_tiles);
    return deviation > 0 ? Math.max(0, scaledByStudent((mean - noise ** 2) / deviation, count - 1)) : 0;
  };
}
