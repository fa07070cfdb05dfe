// What is known about each image, and how it can be sorted.

import type { CalibratedFrame, Report, ReportFrame } from '../../data';
import { amount, entry, isNumber } from '../../format';

export interface Row {
  index: number; // in the calibration
  frame: CalibratedFrame;
  seen: ReportFrame | undefined;
  suspicions: string[]; // reasons to look at it
  notes: string[]; // what else is to be said: nothing is wrong with a repeated view
  brief: string; // the same in a few words, for the table
}

function suspicionsOf(frame: CalibratedFrame): string[] {
  return [
    frame.outlying ? 'does not fit in with the others' : '',
    frame.blurred ? `corners scatter${isNumber(frame.noise_ratio) ? ` ${amount(frame.noise_ratio, '', 2)} times as much as usual` : ''}` : '',
    frame.moved ? 'sharp corners that fit no single pose' : '',
    frame.influential
      ? `without it the camera would move by ${amount(frame.shift_px, 'px', 2)}, more than the 95% bound of what chance does: the result hangs on this image`
      : '',
  ].filter(Boolean);
}

const notesOf = (frame: CalibratedFrame): string[] =>
  frame.near_duplicate ? [`redundant: it shows nearly the same as ${frame.near_duplicate}`] : [];

const brief = (frame: CalibratedFrame): string =>
  [
    frame.influential && 'influential',
    frame.outlying && 'outlying',
    frame.blurred && 'blurred?',
    frame.moved && 'moved?',
    frame.near_duplicate && 'redundant',
  ]
    .filter(Boolean)
    .join(', ');

/// The calibration's frames with what was seen in them; by their place where the lists agree, else by name.
export function rowsOf(report: Report): Row[] {
  const { frames } = report.calibration!;
  const seen = report.frames ?? [];
  const byName = new Map(seen.map((frame) => [frame.name, frame]));
  return frames.map((frame, index) => ({
    index,
    frame,
    seen: seen[index]?.name === frame.name ? seen[index] : byName.get(frame.name),
    suspicions: suspicionsOf(frame),
    notes: notesOf(frame),
    brief: brief(frame),
  }));
}

export interface Column {
  id: string;
  title: string;
  about: string;
  value: (row: Row) => number | string | null;
  show: (row: Row) => string;
}

export const COLUMNS: Column[] = [
  { id: 'name', title: 'image', about: 'sort by name', value: (r) => r.frame.name, show: (r) => r.frame.name },
  {
    id: 'corners',
    title: 'corners',
    about: 'how many corners were detected',
    value: (r) => r.seen?.corners.length ?? null,
    show: (r) => (r.seen ? String(r.seen.corners.length) : '–'),
  },
  {
    id: 'rmse',
    title: 'RMSE (px)',
    about: 'root mean square of the image’s residuals',
    value: (r) => r.frame.rmse,
    show: (r) => entry(r.frame.rmse),
  },
  {
    id: 'leverage',
    title: 'leverage (%)',
    about: 'the image’s part of all that is known about the camera',
    value: (r) => r.frame.leverage ?? null,
    show: (r) => (isNumber(r.frame.leverage) ? entry(100 * r.frame.leverage, 2) : '–'),
  },
  {
    id: 'shift',
    title: 'without (px)',
    about: 'how far the camera moves when the image is left out',
    value: (r) => r.frame.shift_px ?? null,
    show: (r) => entry(r.frame.shift_px, 2),
  },
  { id: 'suspicion', title: 'remarks', about: 'reasons to look at it', value: (r) => r.suspicions.length, show: (r) => r.brief },
];

export function sorted(rows: readonly Row[], column: Column, down: boolean): Row[] {
  const compare = (a: Row, b: Row): number => {
    const [x, y] = [column.value(a), column.value(b)];
    if (typeof x === 'string' || typeof y === 'string') return (down ? -1 : 1) * String(x).localeCompare(String(y), undefined, { numeric: true });
    // What is not known comes last, whichever way.
    if (!isNumber(x) || !isNumber(y)) return Number(isNumber(y)) - Number(isNumber(x));
    return down ? y - x : x - y;
  };
  return [...rows].sort((a, b) => compare(a, b) || a.index - b.index);
}
