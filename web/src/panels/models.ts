// Several camera models on the same observations.

import type { Selection } from '../data';
import { figure, h, section, table } from '../dom';
import { amount, entry, isNumber, largest, sentence, smallest } from '../format';
import { key } from '../legend';
import { plot } from '../plot/plot';

const ALL = [
  { name: 'expected error', colour: 'var(--ink)', of: 'total_px' },
  { name: 'RMSE', colour: '#56b4e9', of: 'rmse' },
  { name: 'bias', colour: '#d55e00', of: 'eps_px' },
  { name: '√EME', colour: '#0072b2', of: 'eme_px' },
  { name: 'held out', colour: '#009e73', of: 'held_out_px' },
] as const;

/// What there is of any model.
const measuresOf = ({ entries }: Selection) => ALL.filter(({ of }) => entries.some((entry) => isNumber(entry[of])));

function dots(selection: Selection): HTMLElement | null {
  const { entries } = selection;
  const measures = measuresOf(selection);
  const all = entries.flatMap((entry) => measures.map(({ of }) => entry[of])).filter((v): v is number => isNumber(v) && v > 0);
  if (all.length === 0) return null;
  const drawing = plot({
    label: `Errors of ${entries.length} models on a logarithmic scale`,
    x: { domain: [smallest(all) / 1.4, largest(all) * 1.4], label: 'px (logarithmic)', log: true, ticks: 4 },
    y: { domain: [0, entries.length], label: '', names: entries.map((entry) => entry.model) },
    height: 30 * entries.length + 10,
    draw: (layer, view) => {
      entries.forEach((entry, i) => {
        const y = view.y(i + 0.5);
        if (entry.recommended)
          layer
            .append('rect')
            .attr('class', 'taken')
            .attr('x', 0)
            .attr('y', view.y(i))
            .attr('width', view.width)
            .attr('height', view.y(1) - view.y(0));
        layer.append('line').attr('class', 'grid').attr('x1', 0).attr('x2', view.width).attr('y1', y).attr('y2', y);
        for (const { of, colour } of measures) {
          const value = entry[of];
          if (isNumber(value) && value > 0)
            layer.append('circle').attr('class', 'dot').attr('cx', view.x(value)).attr('cy', y).attr('r', 5).style('fill', colour);
        }
      });
    },
    tip: (_, __, y) => {
      const entry = entries[Math.floor(y)];
      return entry ? `${entry.model}: ${entry.problem ?? measures.map(({ name, of }) => `${name} ${amount(entry[of], 'px')}`).join(', ')}` : null;
    },
  });
  const failed = entries.filter((entry) => entry.problem).length;
  return figure(
    'model-errors',
    'Errors by model',
    `Left is better. A larger model always lowers RMSE a little; ${measures.some(({ of }) => of === 'total_px') ? 'the expected error decides' : 'what counts is a bias that falls by more than chance'}.${failed > 0 ? ` ${failed} of ${entries.length} models could not be used.` : ''}`,
    drawing.element,
    key(...measures.map((m): ['dot', string, string] => ['dot', m.colour, m.name])),
  );
}

export function models(selection: Selection): HTMLElement {
  const heldOut = measuresOf(selection).some(({ of }) => of === 'held_out_px');
  const heads = ['model', 'parameters', 'RMSE (px)', 'bias (px)', 'BR', '√EME (px)', ...(heldOut ? ['held out (px)'] : []), 'expected error (px)', 'remarks'];
  const rows = selection.entries.map((model) => [
    model.model,
    isNumber(model.parameters) ? String(model.parameters) : '–',
    entry(model.rmse),
    entry(model.eps_px),
    entry(model.bias_ratio, 2),
    entry(model.eme_px),
    ...(heldOut ? [entry(model.held_out_px)] : []),
    entry(model.total_px),
    model.recommended ? h('strong', { class: 'take' }, 'take this one') : h('span', { class: 'problem' }, model.problem ?? (isNumber(model.total_px) ? '' : 'too many parameters for so few images')),
  ]);
  const made = table('Table of models', heads, rows, { class: 'models' });
  made.querySelectorAll('tbody tr').forEach((row, i) => row.classList.toggle('recommended', selection.entries[i]!.recommended));
  const taken = selection.entries.find((entry) => entry.recommended);
  return section(
    'models',
    'Models',
    'Models compared',
    h(
      'p',
      { class: 'lead' },
      taken ? h('strong', {}, `Take ${taken.model}`) : null,
      taken ? '. Lens models compared with each other: ' : null,
      taken && selection.reason.startsWith(`${taken.model}: `) ? `${selection.reason.slice(taken.model.length + 2)}.` : sentence(selection.reason),
    ),
    h(
      'div',
      { class: 'figures stacked' },
      figure(
        'model-table',
        'Models and their errors',
        taken
          ? `${taken.model} has ${taken.parameters} parameters and is off by ${amount(taken.held_out_px ?? taken.rmse, 'px')} in ${isNumber(taken.held_out_px) ? 'images that it was not fitted to' : 'the images it was fitted to'}; the expected error decides: what is random and what is systematic in the camera together, to be expected whichever model is right; a length, RMS over the image. All models are compared by it on equal terms; the total error of the camera that was taken, with everything else that was found, is the one of the first screen.`
          : 'No model is recommended.',
        made,
      ),
      dots(selection),
    ),
  );
}
