// How large the mapping error may be: its density by every estimator, its quantiles, and the estimators side by side.

import { line } from 'd3-shape';
import type { Estimate, Report } from '../data';
import { figure, h, section, table } from '../dom';
import { colourOf, inOrder, preferred, WORDS } from '../estimators';
import { amount, entry, isNumber, largest, smallest, type Maybe } from '../format';
import { key } from '../legend';
import { plot } from '../plot/plot';

const root = (value: Maybe) => (isNumber(value) && value >= 0 ? Math.sqrt(value) : null);

/// What it means when the estimators agree, or do not.
export function gap(uncertainty: Record<string, Estimate>): string {
  const [std, cr2] = [uncertainty['std']?.eme_px, uncertainty['cr2']?.eme_px];
  if (!isNumber(std) || !isNumber(cr2) || std <= 0 || cr2 <= 0) return 'There is no second estimator to hold this against.';
  const ratio = cr2 / std;
  const both = `cr2 says ${amount(cr2, 'px')}, std ${amount(std, 'px')}`;
  if (ratio > 1.5) return `${both}: the pictures disagree ${amount(ratio, '', 2)} times as much as noise explains. Something systematic changes from picture to picture (a wrong lens model, a bent board, blur): believe cr2, not std.`;
  if (ratio < 0.67) return `${both}: the pictures disagree less than noise would make them. With few pictures that is chance; the larger of the two is the safer.`;
  return `${both}: the pictures disagree about as much as noise makes them, so that the estimators agree.`;
}

function densities(report: Report): HTMLElement {
  const { uncertainty } = report.calibration!;
  const curves = report.distribution!;
  const methods = inOrder(Object.keys(curves)).filter((m) => curves[m]!.error_px.length > 1);
  const far = methods.map((m) => {
    const { error_px, density } = curves[m]!;
    const most = largest(density, 0);
    return largest(error_px.filter((_, i) => (density[i] ?? 0) > 0.004 * most), 0);
  });
  // Estimators that are lost altogether do not make the others unreadable.
  const main = preferred(methods);
  const estimate = main ? uncertainty[main] : undefined;
  const right = Math.max(Math.min(Math.max(...far), isNumber(estimate?.error95_px) ? 4 * estimate!.error95_px! : Infinity), 1e-9);
  // A narrow curve is high: it may be cut off, so that the wide ones can be read.
  const peaks = methods.map((m) => largest(curves[m]!.density, 0)).sort((a, b) => a - b);
  const top = 1.08 * Math.min(peaks[peaks.length - 1] ?? 1, 3.2 * (peaks[Math.floor((peaks.length - 1) / 2)] ?? 1));
  const drawing = plot({
    label: `Density of the mapping error by ${methods.length} estimators`,
    x: { domain: [0, right], label: 'mapping error √K (px, RMS over the image)' },
    y: { domain: [Math.max(top, 1e-9), 0], label: 'density (1/px)' },
    height: 320,
    draw: (layer, view) => {
      for (const method of methods) {
        const { error_px, density } = curves[method]!;
        const points = error_px.map((e, i): [number, number] => [e, density[i] ?? 0]);
        layer.append('path').attr('class', `curve${method === 'cr2' ? ' main' : ''}`).style('stroke', colourOf(method)).attr('d', line<[number, number]>().x(([e]) => view.x(e)).y(([, d]) => view.y(d))(points));
        const q = uncertainty[method]?.error95_px;
        if (isNumber(q)) layer.append('path').style('fill', colourOf(method)).attr('d', `M${view.x(q)} ${view.y(0) - 12}l5 0l-5 12l-5 -12Z`);
      }
    },
    tip: (_, x) => methods.map((m) => {
      const { error_px, density } = curves[m]!;
      const i = error_px.findIndex((e) => e >= x);
      return `${m} ${amount(i < 0 ? 0 : density[i], '', 2)}`;
    }).join(', ') + ` per px at ${amount(x, 'px', 2)}`,
  });
  const rows = methods.map((m) => [h('span', {}, h('span', { class: 'swatch', style: `background: ${colourOf(m)}` }), m), entry(uncertainty[m]?.eme_px), entry(root(uncertainty[m]?.k_quantiles?.['0.5'])), entry(uncertainty[m]?.error95_px), isNumber(uncertainty[m]?.samples) ? String(uncertainty[m]!.samples) : '–']);
  return figure('k-distribution', 'The distribution of K',
    `By ${main ?? '–'}, half of such calibrations are off by less than ${amount(root(estimate?.k_quantiles?.['0.5']), 'px')}, 95% by less than ${amount(estimate?.error95_px, 'px')} (RMS over the image). Wedges mark the 95% quantiles. What is wrong in all pictures alike is not in these curves.`,
    drawing.element, key(...methods.map((m): ['line', string, string] => ['line', colourOf(m), m])), table('Quantiles of the mapping error', ['estimator', '√EME (px)', 'median (px)', '95% (px)', 'samples'], rows));
}

function bars(uncertainty: Record<string, Estimate>): HTMLElement {
  const methods = inOrder(Object.keys(uncertainty));
  const most = largest(methods.flatMap((m) => [uncertainty[m]!.eme_px, uncertainty[m]!.error95_px]), 1e-9);
  const least = smallest(methods.map((m) => uncertainty[m]!.eme_px).filter((v) => isNumber(v) && v > 0));
  const log = most > 50 * least; // bars would be too short to be seen
  const drawing = plot({
    label: `Expected mapping error by estimator: ${methods.map((m) => `${m} ${amount(uncertainty[m]!.eme_px, 'px')}`).join(', ')}`,
    x: log ? { domain: [least / 4, 4 * most], label: 'mapping error (px, RMS, logarithmic)', log, ticks: 4 } : { domain: [0, 1.12 * most], label: 'mapping error (px, RMS over the image)' },
    y: { domain: [0, methods.length], label: '', names: methods },
    height: 44 * methods.length,
    left: 78,
    draw: (layer, view) => {
      methods.forEach((m, i) => {
        const { eme_px, error95_px } = uncertainty[m]!;
        if (!isNumber(eme_px) || (log && eme_px <= 0)) {
          layer.append('text').attr('class', 'label').attr('x', 6).attr('y', view.y(i + 0.5) + 4).text('not known from these observations');
          return;
        }
        const [top, height] = [view.y(i + 0.22), view.y(0.56) - view.y(0)];
        layer.append('rect').attr('x', 0).attr('y', top).attr('height', height).attr('width', view.x(eme_px)).style('fill', colourOf(m));
        if (isNumber(error95_px)) {
          layer.append('line').attr('class', 'whisker').attr('x1', view.x(eme_px)).attr('x2', view.x(error95_px)).attr('y1', top + height / 2).attr('y2', top + height / 2);
          layer.append('line').attr('class', 'whisker').attr('x1', view.x(error95_px)).attr('x2', view.x(error95_px)).attr('y1', top + height * 0.25).attr('y2', top + height * 0.75);
        }
        const value = layer.append('text').attr('class', 'value').attr('y', top + height / 2 + 4).text(entry(eme_px));
        if (view.x(eme_px) > 9 * entry(eme_px).length + 8) value.attr('x', view.x(eme_px) - 6).attr('text-anchor', 'end').attr('class', 'value inside');
        else value.attr('x', view.x(isNumber(error95_px) ? error95_px : eme_px) + 6);
      });
    },
    tip: (_, __, y) => {
      const m = methods[Math.floor(y)];
      return m ? `${m}: ${WORDS[m] ?? ''}` : null;
    },
  });
  return figure('estimators', `${['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six'][methods.length] ?? methods.length} estimators side by side`, gap(uncertainty), drawing.element,
    h('p', { class: 'note' }, 'Bars: √EME; whiskers reach to the 95% quantile.'),
    h('dl', { class: 'words' }, ...methods.flatMap((m) => [h('dt', {}, m), h('dd', {}, WORDS[m] ?? '')])));
}

export const distribution = (report: Report): HTMLElement =>
  section('distribution', 'Distribution', 'How large the mapping error may be',
    h('div', { class: 'figures' }, report.distribution && Object.keys(report.distribution).length > 0 ? densities(report) : null, bars(report.calibration!.uncertainty ?? {})));
