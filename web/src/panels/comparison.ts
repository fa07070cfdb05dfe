import { legend, sequential } from '../colour';
import type { Comparison } from '../data';
import { amount, figure, section } from '../dom';
import { imageFrame } from '../plot';

export function comparison(data: Comparison): HTMLElement {
  const [columns, rows] = data.grid;
  const size = data.image_size;
  const plot = imageFrame(size, 'Difference between two cameras', true);
  const [w, hgt] = [size[0] / columns, size[1] / rows];
  const most = Math.max(data.largest_px, 1e-12);
  const colour = sequential(0, most);
  const factor = (0.9 * Math.min(w, hgt)) / most;
  data.differences.forEach((difference, i) => {
    const [u, v] = [(i % columns + 0.5) * w - 0.5, (Math.floor(i / columns) + 0.5) * hgt - 0.5];
    const cell = plot.content.append('rect').attr('x', plot.x(u - w / 2)).attr('y', plot.y(v - hgt / 2)).attr('width', plot.x(w) - plot.x(0) + 0.5).attr('height', plot.y(hgt) - plot.y(0) + 0.5);
    if (!difference) {
      cell.attr('class', 'no-ray');
      return;
    }
    const norm = Math.hypot(...difference);
    cell.attr('fill', colour(norm)).append('title').text(amount(norm, 'px'));
    plot.content.append('line').attr('class', 'arrow').attr('x1', plot.x(u)).attr('y1', plot.y(v)).attr('x2', plot.x(u + factor * difference[0])).attr('y2', plot.y(v + factor * difference[1]));
  });
  return section('comparison', 'Two cameras compared', figure('difference-map', 'Where one sees what the other sees', `Root mean square ${amount(data.k_px, 'px')}, at most ${amount(data.largest_px, 'px')}; the rotation that brings the two closest is taken out. Arrows lead from the first camera’s pixel to the second’s, lengths not to scale.`, plot.svg, legend(colour, 0, most, 'px')));
}
