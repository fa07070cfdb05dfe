// What is no chance: means over their standard errors, with images as the unit of chance, because corners of one image go together.

import type { Residuals } from './residuals';

/// |mean| over its standard error in each cell; null where a cell holds no corner. The standard error is that of the scatter between images,
/// and not less than what the noise alone gives; what few images show counts as much less as Student's t says, what one shows for nothing.
export function cellSignificance(all: Residuals, cells: number, cellOf: (corner: number) => number, noise_px: number): (number | null)[] {
  const sums = Array.from({ length: cells }, () => ({ n: 0, u: 0, v: 0, images: new Map<number, [number, number, number]>() }));
  for (let i = 0; i < all.count; ++i) {
    const cell = sums[cellOf(i)];
    if (!cell) continue;
    const [du, dv] = [all.du[i]!, all.dv[i]!];
    cell.n += 1;
    cell.u += du;
    cell.v += dv;
    const image = cell.images.get(all.frame[i]!) ?? [0, 0, 0];
    cell.images.set(all.frame[i]!, [image[0] + 1, image[1] + du, image[2] + dv]);
  }
  return sums.map(({ n, u, v, images }) => {
    if (n === 0) return null;
    if (images.size === 1) return 0;
    const [mu, mv] = [u / n, v / n];
    let scatter = 0;
    for (const [k, iu, iv] of images.values()) scatter += (iu - k * mu) ** 2 + (iv - k * mv) ** 2;
    const variance = Math.max((scatter * images.size) / (images.size - 1) / n ** 2, (2 * noise_px ** 2) / n);
    return variance > 0 ? scaledByStudent(Math.hypot(mu, mv) / Math.sqrt(variance), images.size - 1) : 0;
  });
}

/// How many standard errors one of `comparisons` values may be off before chance is ruled out at 1% for all of them together (Bonferroni),
/// where the standard error is known with so many degrees of freedom.
export function jointLimit(comparisons: number, degrees: number): number {
  return student(normalQuantile(1 - 0.01 / (2 * comparisons)), Math.max(degrees, 2));
}

/// A number of standard errors as the normal distribution would have it, where the standard error is known with few degrees of freedom.
export const scaledByStudent = (errors: number, degrees: number): number => (errors * TWO_SIDED) / student(TWO_SIDED, degrees);

const TWO_SIDED = 1.96; // the normal distribution's 95%

/// The quantile of Student's t where the normal distribution has z (Cornish and Fisher).
const student = (z: number, nu: number): number => z + (z ** 3 + z) / (4 * nu) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * nu ** 2);

/// Of the upper tail, to four digits (Abramowitz and Stegun 26.2.23).
function normalQuantile(p: number): number {
  const t = Math.sqrt(-2 * Math.log(1 - p));
  return t - (2.515517 + 0.802853 * t + 0.010328 * t * t) / (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t ** 3);
}
