// How large the mapping error may be.

import type { Report } from '../data';
import { h, section } from '../dom';
import { bars } from './distribution/bars';
import { densities } from './distribution/densities';

export const distribution = (report: Report): HTMLElement =>
  section(
    'distribution',
    'Distribution',
    'How large the mapping error may be',
    h(
      'div',
      { class: 'figures' },
      report.distribution && Object.keys(report.distribution).length > 0 ? densities(report) : null,
      bars(report.calibration!.uncertainty ?? {}),
    ),
  );
