import { diverging, legend } from '../colour';
import type { Report } from '../data';
import { amount, figure, h, section } from '../dom';
import { select } from 'd3-selection';

function table(report: Report): HTMLElement {
  const { parameters, uncertainty } = report.calibration!;
  const methods = Object.keys(uncertainty);
  const rows = Object.entries(parameters).map(([name, value]) => h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, String(value)), ...methods.map((method) => h('td', {}, amount(uncertainty[method]!.sigma[name])))));
  return figure('parameter-table', 'Values', 'Values with the standard deviations of each estimator. cr2 is the one to quote.',
    h('div', { class: 'scroll' }, h('table', { class: 'plain' }, h('thead', {}, h('tr', {}, ...['parameter', 'value', ...methods.map((m) => `± ${m}`)].map((t) => h('th', { scope: 'col' }, t)))), h('tbody', {}, ...rows))));
}

function correlation(report: Report): HTMLElement | null {
  const { parameters, uncertainty } = report.calibration!;
  const matrix = (uncertainty['cr2'] ?? uncertainty['std'])?.correlation;
  if (!matrix) return null;
  const names = Object.keys(parameters);
  const cell = 34;
  const left = 44;
  const colour = diverging(1);
  const size = left + cell * names.length;
  const svg = select(document.createElementNS('http://www.w3.org/2000/svg', 'svg')).attr('viewBox', `0 0 ${size} ${size}`).attr('role', 'img').attr('aria-label', 'Correlation of the parameters').attr('class', 'matrix');
  names.forEach((a, i) => {
    svg.append('text').attr('class', 'label').attr('x', left - 6).attr('y', left + (i + 0.62) * cell).attr('text-anchor', 'end').text(a);
    svg.append('text').attr('class', 'label').attr('x', left + (i + 0.5) * cell).attr('y', left - 8).attr('text-anchor', 'middle').text(a);
    names.forEach((b, j) => {
      const value = matrix[i]?.[j] ?? null;
      svg.append('rect').attr('x', left + j * cell).attr('y', left + i * cell).attr('width', cell - 1).attr('height', cell - 1).attr('fill', value === null ? 'none' : colour(value)).append('title').text(`${a}, ${b}: ${amount(value, '', 2)}`);
    });
  });
  return figure('correlation', 'Correlation', 'Strong colours off the diagonal: these parameters can stand in for each other, and each alone is less certain than their combined effect on the image.', svg.node(), legend(colour, -1, 1, ''));
}

function downloads(report: Report): HTMLElement {
  const buttons = (report.downloads ?? []).map(({ label, file, text }) =>
    h('button', { type: 'button', 'data-file': file, click: () => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
      link.download = file;
      link.click();
      URL.revokeObjectURL(link.href);
    } }, label));
  return h('div', { class: 'downloads', 'aria-label': 'Downloads' }, ...buttons);
}

export function parameters(report: Report): HTMLElement {
  return section('parameters', 'Parameters', h('p', {}, `Model ${report.calibration!.model}, ${report.calibration!.image_size.join(' × ')} px. The centre of the top-left pixel is (0, 0).`), downloads(report), h('div', { class: 'figures' }, table(report), correlation(report)));
}
