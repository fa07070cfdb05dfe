// What the lens does to straight lines.

import type { Report } from '../data';
import { h, section } from '../dom';
import { distortionCurve } from './lens/curve';
import { undistorted } from './lens/undistorted';

export const lens = (report: Report): HTMLElement =>
  section(
    'lens',
    'Lens',
    'Lens',
    h(
      'div',
      { class: 'figures' },
      report.distortion ? distortionCurve(report.distortion) : null,
      report.preview ? undistorted(report, report.preview) : null,
    ),
  );
