import { contours } from 'd3-contour';
import { legend, sequential } from '../colour';
import type { Report } from '../data';
import { amount, choice, figure, h, section } from '../dom';
import { imageFrame, type Frame } from '../plot';

/// Diagonal lines for places where no corner was seen.
function hatching(plot: Frame): string {
  const id = 'never-observed';
  const pattern = plot.content.append('defs').append('pattern').attr('id', id).attr('width', 8).attr('height', 8).attr('patternUnits', 'userSpaceOnUse').attr('patternTransform', 'rotate(45)');
  pattern.append('line').attr('class', 'hatch').attr('x1', 0).attr('y1', 0).attr('x2', 0).attr('y2', 8);
  return `url(#${id})`;
}

export function uncertaintyMap(report: Report): HTMLElement {
  const map = report.uncertainty!;
  const size = report.calibration!.image_size;
  const methods = Object.keys(map.methods);
  let method = methods.includes('cr2') ? 'cr2' : methods[0]!;
  let distance_m = 0; // 0: in pixels
  let corners = true;
  const drawing = h('div', {});

  const draw = () => {
    const raw = map.methods[method]!;
    const unit = distance_m > 0 ? 'mm' : 'px';
    const values = raw.map((sigma, i) => (sigma === null ? null : distance_m > 0 ? 1e3 * distance_m * sigma * (map.rad_per_px[i] ?? 0) : sigma));
    const known = values.filter((v): v is number => v !== null).sort((a, b) => a - b);
    const low = known[0] ?? 0;
    const high = known[Math.floor(0.98 * (known.length - 1))] ?? 1;
    const colour = sequential(low, high);
    const plot = imageFrame(size, `Uncertainty of the mapping by ${method}, in ${unit}`, true);
    const [w, hgt] = [size[0] / map.columns, size[1] / map.rows];
    const rect = (i: number) => {
      const [u, v] = [(i % map.columns) * w - 0.5, Math.floor(i / map.columns) * hgt - 0.5];
      return plot.content.append('rect').attr('x', plot.x(u)).attr('y', plot.y(v)).attr('width', plot.x(w) - plot.x(0) + 0.5).attr('height', plot.y(hgt) - plot.y(0) + 0.5);
    };
    const hatch = hatching(plot);
    values.forEach((value, i) => {
      if (value === null) rect(i).attr('class', 'no-ray').append('title').text('the model has no ray here');
      else rect(i).attr('fill', colour(value)).append('title').text(amount(value, unit));
    });
    map.observed.forEach((observed, i) => {
      if (!observed && values[i] !== null) rect(i).attr('fill', hatch).attr('class', 'unobserved').append('title').text(`${amount(values[i], unit)}; no corner was seen here`);
    });
    // Contours between the cells' centres; a cell without a ray counts as beyond all of them.
    const levels = contours().size([map.columns, map.rows]).smooth(true);
    const filled = values.map((value) => value ?? 10 * high);
    for (let k = 1; k <= 5; ++k) {
      const level = low + ((high - low) * k) / 6;
      const path = levels.contour(filled, level).coordinates.map((polygon) => polygon.map((ring) => `M${ring.map(([x, y]) => `${plot.x(x! * w - 0.5).toFixed(1)} ${plot.y(y! * hgt - 0.5).toFixed(1)}`).join('L')}Z`).join('')).join('');
      plot.content.append('path').attr('class', 'contour').attr('data-line', '').attr('d', path).append('title').text(amount(level, unit));
    }
    if (corners) {
      const seen = report.frames!.flatMap((frame) => frame.corners);
      plot.content.append('path').attr('class', 'seen').attr('d', seen.map(([, u, v]) => `M${plot.x(u).toFixed(1)} ${plot.y(v).toFixed(1)}h0`).join(''));
    }
    drawing.replaceChildren(plot.svg, legend(colour, low, high, unit));
  };

  const distance = h('input', { type: 'number', min: 0, step: 0.1, value: '', placeholder: 'px', 'aria-label': 'distance in metres, empty for pixels' }) as HTMLInputElement;
  distance.addEventListener('input', () => {
    distance_m = Math.max(0, Number(distance.value) || 0);
    draw();
  });
  const overlay = h('input', { type: 'checkbox', checked: true, 'aria-label': 'show the observed corners' }) as HTMLInputElement;
  overlay.addEventListener('change', () => {
    corners = overlay.checked;
    draw();
  });
  draw();
  return section(
    'uncertainty',
    'Uncertainty over the image',
    figure(
      'uncertainty-map',
      'Standard deviation of the mapping',
      'How far from its place a ray may be seen because the pictures leave the camera uncertain, the rotation that nobody can tell taken out. Dots: corners that were seen; hatched: none was, so that the number rests on the model alone; grey: the model has no ray there. With a distance, the same as millimetres on an object so far away.',
      h('div', { class: 'controls' }, choice('estimator', methods, method, (m) => { method = m; draw(); }), h('label', {}, 'at a distance of ', distance, ' m'), h('label', {}, overlay, ' corners')),
      drawing,
    ),
  );
}
