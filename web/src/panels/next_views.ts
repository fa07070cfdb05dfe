// Which image to take next: outlines of the board in the image, and what each would bring.

import type { NextViews } from '../data';
import { figure, h, section } from '../dom';
import { amount, isNumber, sentence } from '../format';
import { imageAxes, plot } from '../plot/plot';

const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9'];
const colour = (i: number) => COLOURS[i % COLOURS.length]!;

export function nextViews(next: NextViews): HTMLElement {
  const shown = next.suggestions;
  const drawing = plot({
    label: `Outlines of the board in ${shown.length} suggested images: ${shown.map((s, i) => `${i + 1}, ${s.words}`).join('; ')}`,
    ...imageAxes(next.image_size),
    most: 440,
    draw: (layer, view) => {
      shown.forEach(({ outline }, i) => {
        if (outline.length === 0) return;
        layer
          .append('path')
          .attr('class', 'board-outline')
          .style('stroke', colour(i))
          .style('fill', colour(i))
          .attr('d', `M${outline.map(([u, v]) => `${view.x(u).toFixed(1)} ${view.y(v).toFixed(1)}`).join('L')}Z`);
      });
      shown.forEach(({ outline }, i) => {
        if (outline.length === 0) return;
        const [x, y] = [0, 1].map((k) => outline.reduce((sum, p) => sum + p[k]!, 0) / outline.length) as [number, number];
        layer.append('circle').attr('class', 'badge').attr('cx', view.x(x)).attr('cy', view.y(y)).attr('r', 11).style('fill', colour(i));
        layer
          .append('text')
          .attr('class', 'badge-text')
          .attr('x', view.x(x))
          .attr('y', view.y(y) + 4)
          .attr('text-anchor', 'middle')
          .text(String(i + 1));
      });
    },
  });
  const saved = (after: number | null) =>
    isNumber(after) && isNumber(next.error95_px) && next.error95_px > 0
      ? ` (${after <= next.error95_px ? '−' : '+'}${Math.abs(Math.round(100 * (1 - after / next.error95_px)))}\u202f%)`
      : '';
  const list = shown.map(({ words, eme_px, error95_px }, i) =>
    h(
      'li',
      {},
      h('span', { class: 'badge', style: `background: ${colour(i)}`, 'aria-hidden': 'true' }, String(i + 1)),
      h(
        'div',
        {},
        h('p', {}, sentence(words)),
        isNumber(eme_px) ? h('p', { class: 'detail' }, `afterwards: √EME ${amount(eme_px, 'px')}, 95% below ${amount(error95_px, 'px')}${saved(error95_px)}`) : null,
      ),
    ),
  );
  const last = shown[shown.length - 1];
  return section(
    'next-views',
    'Next views',
    'Which image to take next',
    h('p', { class: 'lead' }, sentence(next.advice)),
    figure(
      'suggested-views',
      `${shown.length === 1 ? 'One view' : `${shown.length} views`} to take`,
      last
        ? `Hold the board so that it fills the outline.${isNumber(next.eme_px) ? ` Now: √EME ${amount(next.eme_px, 'px')}, 95% below ${amount(next.error95_px, 'px')}${isNumber(last.eme_px) ? `; all of these views together bring it to ${amount(last.eme_px, 'px')} and ${amount(last.error95_px, 'px')}` : ''}.` : ''} Chosen by ${next.criterion === 'trace' ? 'the trace of the covariance' : next.criterion === 'eme' ? 'the expected mapping error' : next.criterion}.`
        : 'No view that the board can take would help.',
      h('div', { class: 'beside' }, drawing.element, h('ol', { class: 'views' }, ...list)),
    ),
  );
}
