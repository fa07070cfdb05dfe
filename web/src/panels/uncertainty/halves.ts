// Two random halves of the images, each calibrated alone: how far their cameras map apart, beside what chance lets them.

import { sizes } from '../../colour';
import type { Halves, Point, Report } from '../../data';
import { figure, h } from '../../dom';
import { afterRotation, amount, isNumber, largest, percent, plural, sentence, type Maybe } from '../../format';
import { key, legend } from '../../legend';
import { cellAt, drawRaster, raster } from '../../plot/cells';
import { imageAxes, plot } from '../../plot/plot';
import { once } from '../../schedule';
import { ink } from '../../theme';

const TITLE = 'Two halves of the images';

function meaning(report: Report, { frames, apart_px, expected_px, bound95_px }: Halves, apart: Maybe[], sigma: Maybe[]): string {
  const known = apart.flatMap((px, i) => (isNumber(px) && isNumber(sigma[i]) ? [px <= 2 * sigma[i]!] : []));
  const within = known.filter(Boolean).length / Math.max(known.length, 1);
  const judged =
    !isNumber(apart_px) || !isNumber(bound95_px)
      ? ''
      : apart_px <= bound95_px
        ? `That is no more than their 95% bounds allow together, ${amount(bound95_px, 'px')}. `
        : `That is more than their 95% bounds allow together, ${amount(bound95_px, 'px')}: the uncertainty above is too small for these images. `;
  const given = report.judged_file ? 'Of the model alone, not of the camera that is judged. ' : '';
  const where = known.length < apart.length ? 'where both have rays' : 'of the image';
  return (
    `${given}Calibrated alone, ${plural(frames[0], 'image')} and the other ${frames[1]} (drawn at random) give cameras that map ${amount(apart_px, 'px')} RMS apart, ${afterRotation(report.calibration)}; chance alone is expected to make that ${amount(expected_px, 'px')}. ` +
    `${judged}In ${percent(within)} ${where} they differ by less than twice the standard deviation. ` +
    'What is wrong in all images alike is wrong in both halves, and does not show here.'
  );
}

export function halvesFigure(report: Report, halves: Halves, size: Point): HTMLElement {
  const { columns = 1, rows = 1, apart, sigma } = halves;
  if (halves.problem || !apart || !sigma) {
    const why = (halves.problem ?? 'the report does not hold them').replaceAll('frames', 'images');
    return h('p', { class: 'note', id: 'two-halves' }, sentence(`two halves of the images are not compared here: ${why}`));
  }
  const grid = { columns, rows, size };
  // The expected one sets the scale as well, so that equal colours are equal lengths.
  const most = Math.max(largest(apart, 0), largest(sigma, 0), 1e-9);
  const colour = sizes(0, most, 5);
  const map = (title: string, name: string, values: Maybe[]): HTMLElement => {
    const picture = once(() => raster(grid, values, colour, 5));
    const drawing = plot({
      label: `${title} over the image: at most ${amount(largest(values), 'px', 2)}`,
      ...imageAxes(size),
      paint: (context, view) => {
        context.fillStyle = ink('no-ray');
        context.fillRect(0, 0, view.width, view.height);
        drawRaster(context, view, size, picture(), true);
      },
      tip: (_, u, v) => {
        const px = values[cellAt(grid, u, v)];
        return isNumber(px) ? `${name} ${amount(px, 'px', 2)} at (${Math.round(u)}, ${Math.round(v)}) px` : 'one of the cameras has no ray here';
      },
    });
    return h('div', {}, h('h4', {}, title), drawing.element);
  };
  return figure(
    'two-halves',
    TITLE,
    meaning(report, halves, apart, sigma),
    h(
      'div',
      { class: 'pair' },
      map('How far they map apart', 'apart', apart),
      map('Standard deviation that is expected', 'expected', sigma),
    ),
    legend(colour, 'px', 'Difference, and its standard deviation'),
    apart.some((px) => px === null) ? key(['area', 'var(--no-ray)', 'no ray in one of the cameras']) : null,
  );
}
