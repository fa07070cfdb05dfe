// Which image to take next: outlines of the board in the image, and what each would bring.

import type { Maybe, NextViews } from '../data';
import { figure, h, section } from '../dom';
import { amount, isNumber, sentence } from '../format';
import { imageAxes, plot } from '../plot/plot';
import { ink } from '../theme';

const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9'];
const colour = (i: number) => COLOURS[i % COLOURS.length]!;

/** The error to expect and its 95% bound, as lengths in the image: of the total where it is known, else of the random part. */
interface Expected {
  name: string;
  error: number;
  bound: number;
}
function expected(of: { eme_px: Maybe; error95_px: Maybe; total_px?: Maybe; bound95_px?: Maybe }): Expected | null {
  if (isNumber(of.total_px) && isNumber(of.bound95_px)) return { name: 'total error', error: of.total_px, bound: of.bound95_px };
  if (!isNumber(of.eme_px) || !isNumber(of.error95_px)) return null;
  return { name: 'random error', error: Math.SQRT2 * of.eme_px, bound: Math.SQRT2 * of.error95_px };
}
const inWords = ({ error, bound }: Expected) => `${amount(error, 'px')}, 95% below ${amount(bound, 'px')}`;

/// The board from the side, before the camera's line of sight.
function tilted(angle: number): HTMLElement {
  return h('span', { class: 'tilt', 'aria-hidden': 'true', style: `--tilt: ${((180 / Math.PI) * angle).toFixed(0)}deg` });
}

export function nextViews(next: NextViews): HTMLElement {
  const shown = next.suggestions;
  const drawing = plot({
    label: `Outlines of the board in ${shown.length} suggested images: ${shown.map((s, i) => `${i + 1}, ${s.words}`).join('; ')}`,
    ...imageAxes(next.image_size),
    most: 440,
    paint: (context, view) => {
      context.fillStyle = ink('soft');
      context.globalAlpha = 0.35;
      for (const [u, v] of next.corners ?? []) context.fillRect(view.x(u) - 1.2, view.y(v) - 1.2, 2.4, 2.4);
    },
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
  const now = expected(next);
  const saved = (after: Expected) =>
    now && now.bound > 0 ? ` (${after.bound <= now.bound ? '−' : '+'}${Math.abs(Math.round(100 * (1 - after.bound / now.bound)))}%)` : '';
  const list = shown.map((suggestion, i) => {
    const after = expected(suggestion);
    return h(
      'li',
      {},
      h('span', { class: 'badge', style: `background: ${colour(i)}`, 'aria-hidden': 'true' }, String(i + 1)),
      h(
        'div',
        {},
        h('p', {}, sentence(suggestion.words)),
        isNumber(suggestion.tilt_rad)
          ? h(
              'p',
              { class: 'detail' },
              tilted(suggestion.tilt_rad),
              ` ${amount((180 / Math.PI) * suggestion.tilt_rad, '°', 2)} tilt, ${amount(suggestion.distance_m, 'm', 2)} away`,
            )
          : null,
        after ? h('p', { class: 'detail' }, `afterwards: ${after.name} ${inWords(after)}${saved(after)}`) : null,
      ),
    );
  });
  const last = shown[shown.length - 1];
  const then = last ? expected(last) : null;
  return section(
    'next-views',
    'Next views',
    'Which image to take next',
    h('p', { class: 'lead' }, sentence(next.advice)),
    figure(
      'suggested-views',
      next.step === 'enough' ? 'Where further images would help most' : `${shown.length === 1 ? 'One view' : `${shown.length} views`} to take`,
      last
        ? `Hold the board so that it fills the outline.${next.corners ? ' Dots: the corners that there are so far.' : ''}${now ? ` Now: ${now.name} ${inWords(now)}${then ? `; all of these views together bring it to ${inWords(then)}` : ''}.` : ''} Chosen by ${next.criterion === 'trace' ? 'the trace of the covariance' : next.criterion === 'eme' ? 'the expected mapping error' : next.criterion}.`
        : 'No view that the board can take would help.',
      h('div', { class: 'beside' }, drawing.element, h('ol', { class: 'views' }, ...list)),
    ),
  );
}
