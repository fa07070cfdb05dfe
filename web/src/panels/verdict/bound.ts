// Whether the 95% bound, and an error, may be read as they stand.

import type { Calibration } from '../../data';
import { amount, isNumber, type Maybe } from '../../format';

/// Not where something systematic was found that no explanation covers: its cost is in no number.
export const boundHolds = ({ trust, verdict }: Calibration): boolean =>
  Boolean(trust) && !trust!.is_lower_bound && !verdict.findings?.some(({ cause }) => cause === 'unexplained');

/// Whether what a given camera seems to be off by is more than chance explains.
export const isShown = ({ verdict }: Calibration): boolean => !verdict.findings?.some(({ cause, is_shown: shown }) => cause === 'total_error' && shown === false);

/// Whether the error is a part of the true one: shown, and something is left besides.
export const isAtLeast = (calibration: Calibration): boolean => Boolean(calibration.trust?.is_lower_bound) && isShown(calibration);

const diagonal = ({ image_size }: Calibration): number => Math.hypot(...image_size);

/// An error larger than the image is no number that anybody could use: the images leave the camera open.
export const isOpen = (calibration: Calibration): boolean => (calibration.trust?.total_px ?? 0) > diagonal(calibration);

/// An error in px, or that it is larger than the image.
export const errorAmount = (calibration: Calibration, px: Maybe): string =>
  isNumber(px) && px > diagonal(calibration) ? `>\u202f${amount(diagonal(calibration), 'px', 2)}` : amount(px, 'px');
