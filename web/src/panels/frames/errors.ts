// The reprojection error of every image.

import type { Report } from '../../data';
import { figure, withHint } from '../../dom';
import { errorBars } from '../../error_bars';
import { amount, isNumber, largest, plural } from '../../format';
import { key } from '../../legend';
import type { Row } from './rows';

export function imageErrors(report: Report, rows: Row[]): HTMLElement {
  const { fit } = report.calibration!;
  const values = rows.map((row) => row.frame.rmse);
  const drawing = errorBars(
    rows.map(({ index, frame, suspicions }) => ({ index, name: frame.name, rmse: frame.rmse, flagged: suspicions.length > 0 })),
    { label: `RMSE of ${plural(rows.length, 'image')}, up to ${amount(largest(values, 1e-9), 'px')}`, what: 'image', all: fit.rmse },
  );
  const above = values.filter((value) => isNumber(value) && isNumber(fit.rmse) && value > 1.5 * fit.rmse).length;
  return figure(
    'image-errors',
    'Reprojection error by image',
    withHint(
      `Per coordinate; all images together ${amount(fit.rmse, 'px')} (line). ${above === 0 ? 'None' : plural(above, 'image')} ${above > 1 ? 'are' : 'is'} above one and a half times that.`,
      'Choose a bar to see its image below.',
    ),
    drawing,
    key(
      ['area', 'var(--bars)', 'image'],
      ['area', 'var(--systematic)', 'image that stands out'],
      ['area', 'var(--ink)', 'the chosen image'],
      ['dash', 'var(--soft)', 'all images'],
    ),
  );
}
