// Whether the 95% bound may be read as it stands.

import type { Calibration } from '../../data';

/// Not where something systematic was found that no explanation covers: its cost is in no number.
export const boundHolds = ({ trust, verdict }: Calibration): boolean =>
  Boolean(trust) && !trust!.is_lower_bound && !verdict.findings?.some(({ cause }) => cause === 'unexplained');
