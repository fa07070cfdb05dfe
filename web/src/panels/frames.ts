import type { CalibratedFrame, Report, ReportFrame } from '../data';
import { amount, h, section } from '../dom';
import { imageFrame } from '../plot';

function suspicions(frame: CalibratedFrame): string {
  return [
    frame.outlying ? 'does not fit in with the others' : '',
    frame.blurred ? 'corners scatter: blurred?' : '',
    frame.moved ? 'no rigid board: moved?' : '',
    frame.near_duplicate ? `much like ${frame.near_duplicate}` : '',
  ].filter(Boolean).join('; ');
}

/// A picture with the corners as they were seen and as they are projected, the difference exaggerated.
function detail(report: Report, frame: CalibratedFrame, seen: ReportFrame): HTMLElement {
  const size = report.calibration!.image_size;
  const plot = imageFrame(size, `Corners in ${frame.name}`, true);
  if (seen.thumbnail) plot.content.append('image').attr('href', seen.thumbnail).attr('x', plot.x(-0.5)).attr('y', plot.y(-0.5)).attr('width', plot.x(size[0]) - plot.x(0)).attr('height', plot.y(size[1]) - plot.y(0)).attr('preserveAspectRatio', 'none');
  const factor = (size[0] / 80) / Math.max(frame.rmse, 1e-9);
  for (const [id, u, v, du, dv] of seen.corners) {
    plot.content.append('circle').attr('class', 'detected').attr('cx', plot.x(u)).attr('cy', plot.y(v)).attr('r', 2.5).append('title').text(`corner ${id}: seen at (${u}, ${v}), off by (${amount(du)}, ${amount(dv)}) px`);
    plot.content.append('line').attr('class', 'arrow').attr('data-line', '').attr('x1', plot.x(u)).attr('y1', plot.y(v)).attr('x2', plot.x(u - factor * du)).attr('y2', plot.y(v - factor * dv));
  }
  return h('div', { class: 'frame-detail' }, h('h3', {}, frame.name), plot.svg, h('p', {}, `Dots: corners as they were seen. Lines lead to where the calibration projects them, ${Math.round(factor)} times as far.`));
}

type Column = { title: string; value: (frame: CalibratedFrame) => number | string; show: (frame: CalibratedFrame) => string };

export function frames(report: Report): HTMLElement {
  const { frames: calibrated, left_out } = report.calibration!;
  const seen = new Map(report.frames!.map((frame) => [frame.name, frame]));
  const columns: Column[] = [
    { title: 'picture', value: (f) => f.name, show: (f) => f.name },
    { title: 'corners', value: (f) => seen.get(f.name)?.corners.length ?? 0, show: (f) => String(seen.get(f.name)?.corners.length ?? 0) },
    { title: 'RMSE (px)', value: (f) => f.rmse, show: (f) => amount(f.rmse) },
    { title: 'leverage', value: (f) => f.leverage ?? 0, show: (f) => amount(f.leverage, '', 2) },
    { title: 'without it (px)', value: (f) => f.shift_px ?? 0, show: (f) => amount(f.shift_px, '', 2) },
    { title: 'suspicion', value: (f) => suspicions(f), show: (f) => suspicions(f) },
  ];
  const shown = h('div', { id: 'frame-shown', 'aria-live': 'polite' });
  const body = h('tbody', {});
  let sorted = { column: 0, down: false };
  const fill = () => {
    const { column, down } = sorted;
    const order = [...calibrated].sort((a, b) => {
      const [x, y] = [columns[column]!.value(a), columns[column]!.value(b)];
      const less = typeof x === 'number' && typeof y === 'number' ? x - y : String(x).localeCompare(String(y), undefined, { numeric: true });
      return down ? -less : less;
    });
    body.replaceChildren(...order.map((frame) => {
      const picture = seen.get(frame.name);
      const show = () => picture && shown.replaceChildren(detail(report, frame, picture));
      const button = h('button', { type: 'button', class: 'link', click: show }, picture?.thumbnail ? h('img', { src: picture.thumbnail, alt: '', loading: 'lazy', class: 'thumbnail' }) : null, frame.name);
      return h('tr', { class: suspicions(frame) ? 'suspicious' : '' }, ...columns.map((c, i) => (i === 0 ? h('th', { scope: 'row' }, button) : h('td', {}, c.show(frame)))));
    }));
  };
  const heads = columns.map((column, i) => {
    const head = h('th', { scope: 'col' });
    head.append(h('button', { type: 'button', class: 'link', click: () => {
      sorted = { column: i, down: sorted.column === i ? !sorted.down : i > 0 };
      for (const other of heads) other.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', sorted.down ? 'descending' : 'ascending');
      fill();
    } }, column.title));
    return head;
  });
  fill();
  const missing = (left_out ?? []).map(({ name, reason }) => h('li', {}, `${name}: ${reason}`));
  return section('frames', 'Pictures', h('p', {}, 'Leverage: the picture’s part of all that is known about the camera. Without it: how far the mapping would move. Choose a picture to see its corners.'),
    h('div', { class: 'scroll tall' }, h('table', { class: 'frames' }, h('thead', {}, h('tr', {}, ...heads)), body)), shown,
    missing.length > 0 ? h('details', {}, h('summary', {}, `${missing.length} left out`), h('ul', {}, ...missing)) : null);
}
