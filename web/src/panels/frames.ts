import type { Report } from '../data';
import { h, section, table } from '../dom';
import { amount, isNumber, plural, shorten } from '../format';
import { pick } from '../picked';
import { coverage } from './frames/coverage';
import { imageErrors } from './frames/errors';
import { poseScatter } from './frames/poses';
import { rowsOf, type Row } from './frames/rows';
import { frameTable } from './frames/table';
import { frameView } from './frames/view';

/// In words: how even the images are, and which one weighs most.
function summary(rows: Row[]): string {
  const weighed = rows.filter((row) => isNumber(row.frame.leverage)).sort((a, b) => b.frame.leverage! - a.frame.leverage!);
  const moved = rows.filter((row) => isNumber(row.frame.shift_px)).sort((a, b) => b.frame.shift_px! - a.frame.shift_px!);
  const suspicious = rows.filter((row) => row.suspicions.length > 0).length;
  const redundant = rows.filter((row) => row.notes.length > 0).length;
  const influential = rows.filter((row) => row.frame.influential).length;
  return [
    'Leverage: an image’s part of the information about the camera. Without: how far the camera would move if the image were left out, px RMS per coordinate.',
    weighed[0]
      ? `${shorten(weighed[0].frame.name, 40)} has most (${amount(100 * weighed[0].frame.leverage!, '%', 2)}; evenly it would be ${amount(100 / rows.length, '%', 2)}).`
      : '',
    moved[0] ? `Leaving out ${shorten(moved[0].frame.name, 40)} would move the camera most, by ${amount(moved[0].frame.shift_px, 'px', 2)}.` : '',
    influential > 0
      ? `${plural(influential, 'image')} ${influential === 1 ? 'moves' : 'move'} it by more than the 95% bound of what chance does: the result hangs on ${influential === 1 ? 'it' : 'them'}.`
      : '',
    suspicious > 0 ? `${plural(suspicious, 'image')} ${suspicious === 1 ? 'stands' : 'stand'} out: see the remarks.` : 'None stands out.',
    redundant > 0 ? `${plural(redundant, 'image')} ${redundant === 1 ? 'is' : 'are'} redundant: nearly the same view as another.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

export interface FramesPanel {
  element: HTMLElement;
  showAll: (all: boolean) => void;
}

export function frames(report: Report): FramesPanel {
  const { left_out = [], left_out_corners = [] } = report.calibration!;
  const rows = rowsOf(report);
  const list = frameTable(rows);
  const out = table(
    'Images left out',
    ['image', 'reason'],
    left_out.map(({ name, reason }) => [h('bdi', { title: name }, shorten(name, 80)), reason]),
    { class: 'text' },
  );
  const shownCorners = left_out_corners.slice(0, 200);
  const corners = table(
    'Corners left out',
    ['image', 'corner', 'reason'],
    shownCorners.map(({ frame, id, reason }) => [h('bdi', { title: frame }, shorten(frame, 80)), String(id), reason]),
    { class: 'text' },
  );
  const element = section(
    'frames',
    'Images',
    'Images',
    h('p', { class: 'lead' }, summary(rows)),
    rows.length > 0
      ? h('div', { class: 'figures three' }, imageErrors(report, rows), report.frames ? coverage(report, rows) : null, poseScatter(report, rows))
      : null,
    rows.length > 0 ? h('div', { class: 'frames-and-view' }, list.element, frameView(report, rows, list.order)) : null,
    left_out.length > 0 ? h('details', {}, h('summary', {}, `${plural(left_out.length, 'image')} left out`), out) : null,
    left_out_corners.length > 0
      ? h(
          'details',
          {},
          h('summary', {}, `${plural(left_out_corners.length, 'corner')} left out`),
          corners,
          left_out_corners.length > shownCorners.length
            ? h('p', { class: 'note' }, `The first ${shownCorners.length}; calibration.json has all.`)
            : null,
        )
      : null,
  );
  // The image to look at first: a suspicious one, else the one that moves the result most.
  const first = [...rows].sort((a, b) => b.suspicions.length - a.suspicions.length || (b.frame.shift_px ?? 0) - (a.frame.shift_px ?? 0))[0];
  if (first) pick(first.index);
  return { element, showAll: list.showAll };
}
