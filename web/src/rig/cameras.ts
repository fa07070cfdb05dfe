// A panel per camera: its residuals over the image, its error at every instant, its model and parameters.

import type { ReportFrame } from '../data';
import { figure, h, section, table, withHint } from '../dom';
import { errorBars } from '../error_bars';
import { amount, isNumber, largest, percent, plural, range } from '../format';
import { key } from '../legend';
import { residualVectors } from '../panels/bias/vectors';
import type { Rig, RigCamera } from './data';

function errors(rig: Rig, camera: RigCamera, id: string): HTMLElement {
  const { instants, rig: found } = rig.calibration;
  const deviating = new Set(found.consistency.deviating);
  const bars = instants.map(({ name, views }, index) => ({
    index,
    name,
    rmse: views.find((view) => view.camera === camera.name)?.rmse ?? null,
    flagged: deviating.has(name),
  }));
  const unseen = bars.filter(({ rmse }) => !isNumber(rmse)).length;
  const most = largest(
    bars.map(({ rmse }) => rmse),
    0,
  );
  const parameters = Object.entries(camera.parameters).map(([name, value]) => [name, amount(value, '', 8)]);
  return figure(
    id,
    `${camera.name}: reprojection error by instant`,
    withHint(
      `Per coordinate; all of ${camera.name} together ${amount(camera.fit.rmse, 'px')} (line), the worst instant ${amount(most, 'px')}.${unseen > 0 ? ` ${plural(unseen, 'instant')} without a view of it.` : ''}`,
      'Choose a bar to mark its instant everywhere.',
    ),
    errorBars(bars, {
      label: `RMSE of ${camera.name} at ${plural(bars.length, 'instant')}, up to ${amount(most, 'px')}`,
      what: 'instants, in their order',
      all: camera.fit.rmse,
    }),
    key(
      ['area', 'var(--bars)', 'instant'],
      ...(deviating.size > 0 ? [['area', 'var(--systematic)', 'does not belong to the others'] as ['area', string, string]] : []),
      ['area', 'var(--ink)', 'the chosen instant'],
      ['dash', 'var(--soft)', 'all instants'],
    ),
    h(
      'details',
      {},
      h('summary', {}, `Parameters of ${camera.name}`),
      h('p', { class: 'detail' }, `${camera.model}, ${camera.image_size.join(' × ')} px`),
      table(`Parameters of ${camera.name}`, ['parameter', 'value'], parameters),
    ),
  );
}

function bias({ bias }: RigCamera): string {
  if (!bias) return '';
  const noise = ` Noise ${amount(bias.sigma_d_px, 'px', 3)} per coordinate`;
  return isNumber(bias.eps_px) && bias.eps_px > 0
    ? `${noise}, ${amount(bias.eps_px, 'px', 3)} systematic: ${percent(bias.ratio)} of the squared residuals are not noise (95%: ${range(bias.ratio_ci95, '', 2)}).`
    : `${noise}; nothing systematic is seen.`;
}

export function rigCameras(rig: Rig, files: HTMLElement | null): HTMLElement {
  const { calibration, figures } = rig;
  const panels = calibration.cameras.flatMap((camera, c) => {
    const views = figures.cameras.find(({ name }) => name === camera.name)?.views ?? [];
    const frames: ReportFrame[] = views.map(({ instant, corners }) => ({ name: calibration.instants[instant]?.name ?? '', corners }));
    const corners = frames.reduce((sum, frame) => sum + frame.corners.length, 0);
    const how =
      c === 0
        ? ' Each line leads from a detected corner along its reprojection error, lengthened; where very many are in view, arrows are means of small cells. Lines of one place that point the same way are systematic.'
        : '';
    return [
      residualVectors(
        { calibration: camera, frames },
        `residuals-${c}`,
        `${camera.name}: residual vectors`,
        `${plural(corners, 'corner')} in ${plural(frames.length, 'view')}.${how}${bias(camera)}`,
      ),
      errors(rig, camera, `errors-${c}`),
    ];
  });
  return section('cameras', 'Cameras', 'The cameras', files, h('div', { class: 'figures' }, ...panels));
}
