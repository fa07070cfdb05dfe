// The correlation of the parameters as a matrix of colours and numbers.

import { signed } from '../../colour';
import type { Report } from '../../data';
import { asTable, figure } from '../../dom';
import { preferred } from '../../estimators';
import { amount, isNumber } from '../../format';
import { legend } from '../../legend';
import { plot } from '../../plot/plot';

function meaning(names: string[], matrix: (number | null)[][]): string {
  let strongest: [string, string, number] | null = null;
  names.forEach((a, i) =>
    names.slice(0, i).forEach((b, j) => {
      const value = matrix[i]?.[j];
      if (isNumber(value) && (!strongest || Math.abs(value) > Math.abs(strongest[2]))) strongest = [b, a, value];
    }),
  );
  if (!strongest) return 'The correlations are not known from these observations.';
  const [a, b, value] = strongest as [string, string, number];
  const strong =
    Math.abs(value) > 0.9
      ? 'they can stand in for each other, and each alone is far less certain than what both do to the image'
      : Math.abs(value) > 0.6
        ? 'they can partly stand in for each other'
        : 'no two can stand in for each other';
  return `The strongest, ${a} with ${b}, is ${value.toFixed(Math.abs(value) > 0.99 ? 4 : 2).replace('-', '\u2212')}: ${strong}.`;
}

export function correlation(report: Report): HTMLElement | null {
  const { parameters, uncertainty } = report.calibration!;
  const method = preferred(Object.keys(uncertainty ?? {}).filter((m) => uncertainty[m]!.correlation));
  if (!method) return null;
  const matrix = uncertainty[method]!.correlation!;
  const names = Object.keys(parameters);
  const colour = signed(1);
  const n = names.length;
  const drawing = plot({
    label: `Correlation of ${n} parameters by ${method}`,
    x: { domain: [0, n], label: '', names },
    y: { domain: [0, n], label: '', names },
    most: 440,
    draw: (layer, view) => {
      const cell = view.width / n;
      names.forEach((_, i) =>
        names.forEach((__, j) => {
          const value = matrix[i]?.[j];
          layer
            .append('rect')
            .attr('x', j * cell + 0.5)
            .attr('y', i * cell + 0.5)
            .attr('width', cell - 1)
            .attr('height', cell - 1)
            .attr('class', 'cell')
            .style('fill', isNumber(value) ? colour(value) : 'none');
          if (cell > 26 && isNumber(value)) {
            layer
              .append('text')
              .attr('class', `in-cell${Math.abs(value) > 0.56 ? ' light' : ''}`)
              .attr('x', (j + 0.5) * cell)
              .attr('y', (i + 0.5) * cell + 4)
              .attr('text-anchor', 'middle')
              .text(value.toFixed(cell > 40 ? 2 : 1).replace('-', '\u2212'));
          }
        }),
      );
    },
    tip: (_, x, y) => {
      const [i, j] = [Math.floor(y), Math.floor(x)];
      return names[i] && names[j] ? `${names[i]} with ${names[j]}: ${amount(matrix[i]?.[j], '', 3)}` : null;
    },
  });
  return figure(
    'correlation',
    `Correlation (${method})`,
    meaning(names, matrix),
    drawing.element,
    legend(colour, '', 'Correlation'),
    asTable(
      `Correlation of the parameters by ${method}`,
      ['parameter', ...names],
      names.map((name, i) => [name, ...names.map((_, j) => amount(matrix[i]?.[j], '', 2))]),
    ),
  );
}
