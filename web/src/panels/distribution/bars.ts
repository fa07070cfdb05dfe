// The estimators side by side, so that a gap between them is seen.

import type { Estimate } from '../../data';
import { figure, h } from '../../dom';
import { colourOf, inOrder, WORDS } from '../../estimators';
import { amount, entry, isNumber, largest, smallest } from '../../format';
import { plot } from '../../plot/plot';

/// What it means when the estimators agree, or do not.
function gap(uncertainty: Record<string, Estimate>): string {
  const [std, cr2] = [uncertainty['std']?.eme_px, uncertainty['cr2']?.eme_px];
  if (!isNumber(std) || !isNumber(cr2) || std <= 0 || cr2 <= 0) return 'There is no second estimator to compare with.';
  const ratio = cr2 / std;
  const both = `cr2 says ${amount(cr2, 'px')}, std ${amount(std, 'px')}`;
  if (ratio > 1.5)
    return `${both}: the images disagree ${amount(ratio, '', 2)} times as much as independent errors of the residuals’ size would make them. cr2, which sees that, is the one to quote.`;
  if (ratio < 0.67)
    return `${both}: the images disagree less than independent errors of the residuals’ size would make them. With few images that is chance; the larger of the two is the safer.`;
  if (ratio > 1.2)
    return `${both}: the images disagree ${amount(ratio, '', 2)} times as much as independent errors of the residuals’ size would make them. cr2 is the one to quote.`;
  return `${both}: the images disagree about as much as independent errors of the residuals’ size make them, so that these two agree.`;
}

export function bars(uncertainty: Record<string, Estimate>): HTMLElement {
  const methods = inOrder(Object.keys(uncertainty));
  const most = largest(
    methods.flatMap((m) => [uncertainty[m]!.eme_px, uncertainty[m]!.error95_px]),
    1e-9,
  );
  const least = smallest(methods.map((m) => uncertainty[m]!.eme_px).filter((v) => isNumber(v) && v > 0));
  const log = most > 50 * least; // bars would be too short to be seen
  const drawing = plot({
    label: `Expected mapping error by estimator: ${methods.map((m) => `${m} ${amount(uncertainty[m]!.eme_px, 'px')}`).join(', ')}`,
    x: log
      ? { domain: [least / 4, 4 * most], label: 'mapping error (px, logarithmic)', log, ticks: 4 }
      : { domain: [0, 1.12 * most], label: 'mapping error (px)' },
    y: { domain: [0, methods.length], label: '', names: methods },
    height: 44 * methods.length,
    draw: (layer, view) => {
      methods.forEach((m, i) => {
        const { eme_px, error95_px } = uncertainty[m]!;
        if (!isNumber(eme_px) || (log && eme_px <= 0)) {
          layer
            .append('text')
            .attr('class', 'label')
            .attr('x', 6)
            .attr('y', view.y(i + 0.5) + 4)
            .text('not known from these observations');
          return;
        }
        const [top, height] = [view.y(i + 0.22), view.y(0.56) - view.y(0)];
        layer.append('rect').attr('x', 0).attr('y', top).attr('height', height).attr('width', view.x(eme_px)).style('fill', colourOf(m));
        if (isNumber(error95_px)) {
          layer
            .append('line')
            .attr('class', 'whisker')
            .attr('x1', view.x(eme_px))
            .attr('x2', view.x(error95_px))
            .attr('y1', top + height / 2)
            .attr('y2', top + height / 2);
          layer
            .append('line')
            .attr('class', 'whisker')
            .attr('x1', view.x(error95_px))
            .attr('x2', view.x(error95_px))
            .attr('y1', top + height * 0.25)
            .attr('y2', top + height * 0.75);
        }
        const value = layer
          .append('text')
          .attr('class', 'value')
          .attr('y', top + height / 2 + 4)
          .text(entry(eme_px));
        if (view.x(eme_px) > 9 * entry(eme_px).length + 8)
          value
            .attr('x', view.x(eme_px) - 6)
            .attr('text-anchor', 'end')
            .attr('class', 'value inside');
        else value.attr('x', view.x(isNumber(error95_px) ? error95_px : eme_px) + 6);
      });
    },
    tip: (_, __, y) => {
      const m = methods[Math.floor(y)];
      return m ? `${m}: ${WORDS[m] ?? ''}` : null;
    },
  });
  return figure(
    'estimators',
    `${['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six'][methods.length] ?? methods.length} estimators side by side`,
    gap(uncertainty),
    drawing.element,
    h('p', { class: 'note' }, 'Bars: √EME, the root of the expected squared mapping error, per coordinate; whiskers: up to the 95% bound.'),
    h('dl', { class: 'words' }, ...methods.flatMap((m) => [h('dt', {}, m), h('dd', {}, WORDS[m] ?? '')])),
  );
}
