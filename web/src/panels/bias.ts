import type { Report } from '../data';
import { h, section } from '../dom';
import { residualCloud } from './bias/cloud';
import { residualHistogram } from './bias/histogram';
import { meanResiduals } from './bias/means';
import { residualByRadius } from './bias/radius';
import { residualRose } from './bias/rose';
import { tileBias } from './bias/tiles';
import { residualVectors } from './bias/vectors';

export const bias = (report: Report): HTMLElement =>
  section(
    'bias',
    'Residuals',
    'Residuals',
    h(
      'div',
      { class: 'figures' },
      residualVectors(report),
      report.bias_image ? meanResiduals(report) : null,
      residualCloud(report),
      residualRose(report),
      report.bias_tiles && report.target ? tileBias(report) : null,
      residualHistogram(report),
      residualByRadius(report),
    ),
  );
