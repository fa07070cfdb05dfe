// A plot: axes and few shapes as SVG, many points on a canvas under them; drawn anew for every width, so that letters keep their size.

import { axisBottom, axisLeft, type AxisScale } from 'd3-axis';
import { scaleLinear, scaleLog, type ScaleContinuousNumeric } from 'd3-scale';
import { select, type Selection } from 'd3-selection';
import type { ZoomTransform } from 'd3-zoom';
import { h } from '../dom';
import { amount, largest } from '../format';
import { expectDrawing, later, onRestyle } from '../schedule';
import { hint } from '../tooltip';
import { canvasLayer, putOver } from './canvas';
import { onWidth } from './width';
import { zoomable } from './zoom';

export type Scale = ScaleContinuousNumeric<number, number>;
export type Layer = Selection<SVGGElement, unknown, null, undefined>;

export interface View {
  x: Scale;
  y: Scale;
  width: number;
  height: number;
  zoom: number;
}

export interface Axis {
  domain: [number, number];
  label: string;
  log?: boolean;
  ticks?: number;
  format?: (value: number) => string;
  names?: string[]; // instead of numbers: one in the middle of each unit
}

export interface PlotOptions {
  label: string; // what is seen, for those who do not see it
  x: Axis;
  y: Axis; // the first end of its domain is at the top
  height?: number; // else both axes have the same scale
  most?: number; // the greatest height then
  left?: number;
  zoom?: boolean;
  paint?: (context: CanvasRenderingContext2D, view: View) => void;
  draw?: (layer: Layer, view: View) => void;
  tip?: (view: View, x: number, y: number) => string | null;
}

export interface Plot {
  element: HTMLElement;
  redraw: () => void;
  describe: (label: string) => void;
}

let plots = 0;

const scaleOf = (axis: Axis, length: number): Scale => (axis.log ? scaleLog(axis.domain, [0, length]) : scaleLinear(axis.domain, [0, length]));

function drawAxis(group: Selection<SVGGElement, unknown, null, undefined>, axis: Axis, scale: Scale, side: typeof axisBottom, count: number): void {
  const made = side(scale as AxisScale<number>).tickSizeOuter(0);
  if (axis.names)
    made
      .tickValues(axis.names.map((_, i) => i + 0.5))
      .tickFormat((_, i) => axis.names![i]!)
      .tickSize(0)
      .tickPadding(8);
  else made.ticks(axis.ticks ?? count, axis.log ? '~g' : undefined);
  if (axis.format) made.tickFormat((value) => axis.format!(value));
  else if (!axis.names && !axis.log && (largest(axis.domain.map(Math.abs)) >= 1e5 || largest(axis.domain.map(Math.abs)) < 1e-3))
    made.tickFormat((value) => amount(value, '', 2));
  group.call(made);
}

export function plot(options: PlotOptions): Plot {
  const margin = { top: 6, right: 12, bottom: options.x.label ? 42 : 26, left: options.left ?? 54 };
  const canvas = options.paint ? canvasLayer() : null;
  const svg = select(document.createElementNS('http://www.w3.org/2000/svg', 'svg')).attr('aria-hidden', 'true');
  const stack = h('div', { class: 'stack' });
  const element = h('div', { class: 'plot' }, stack);
  const zoom = options.zoom ? zoomable(element, stack, () => requestAnimationFrame(redraw)) : null;
  const picture = h('div', { class: 'picture', role: 'img', 'aria-label': options.label }, canvas?.element, svg.node()!, zoom?.surface);
  stack.append(picture);
  const clip = `clip-${++plots}`;
  let view: View | null = null;
  let width = 0;
  let inner = { width: 0, height: 0 };

  function measure(): void {
    const available = Math.max(width, 200) - margin.left - margin.right;
    const aspect = Math.abs((options.y.domain[1] - options.y.domain[0]) / (options.x.domain[1] - options.x.domain[0]));
    const most = options.most ?? 560;
    inner = options.height
      ? { width: available, height: options.height }
      : { width: Math.min(available, most / aspect), height: Math.min(available * aspect, most) };
  }

  function redraw(): void {
    measure();
    const [outerWidth, outerHeight] = [inner.width + margin.left + margin.right, inner.height + margin.top + margin.bottom];
    const transform: ZoomTransform | null = zoom?.transform(inner.width, inner.height) ?? null;
    const [x0, y0] = [scaleOf(options.x, inner.width), scaleOf(options.y, inner.height)];
    const [x, y] = transform ? [transform.rescaleX(x0 as never) as Scale, transform.rescaleY(y0 as never) as Scale] : [x0, y0];
    view = { x, y, ...inner, zoom: transform?.k ?? 1 };
    stack.style.maxWidth = `${outerWidth}px`;
    picture.style.aspectRatio = `${outerWidth} / ${outerHeight}`;
    svg.attr('viewBox', `0 0 ${outerWidth} ${outerHeight}`).selectAll('*').remove();
    svg.append('clipPath').attr('id', clip).append('rect').attr('width', inner.width).attr('height', inner.height);
    const root = svg.append('g').attr('transform', `translate(${margin.left},${margin.top})`);
    root.append('rect').attr('class', 'ground').attr('width', inner.width).attr('height', inner.height);
    const place = { left: margin.left, top: margin.top, ...inner, outerWidth, outerHeight };
    if (zoom) putOver(zoom.surface, place);
    if (canvas) options.paint!(canvas.resize(place), view);
    options.draw?.(root.append('g').attr('clip-path', `url(#${clip})`), view);
    drawAxis(
      root.append('g').attr('class', 'axis').attr('transform', `translate(0,${inner.height})`),
      options.x,
      x,
      axisBottom,
      Math.max(2, Math.round(inner.width / 90)),
    );
    drawAxis(root.append('g').attr('class', 'axis'), options.y, y, axisLeft, Math.max(2, Math.round(inner.height / 60)));
    root
      .append('text')
      .attr('class', 'label')
      .attr('x', inner.width / 2)
      .attr('y', inner.height + 36)
      .attr('text-anchor', 'middle')
      .text(options.x.label);
    root
      .append('text')
      .attr('class', 'label')
      .attr('transform', `translate(${14 - margin.left},${inner.height / 2}) rotate(-90)`)
      .attr('text-anchor', 'middle')
      .text(options.y.label);
  }

  if (options.tip) {
    hint(picture, (clientX, clientY) => {
      const box = picture.getBoundingClientRect();
      const scale = (inner.width + margin.left + margin.right) / box.width;
      const [px, py] = [(clientX - box.left) * scale - margin.left, (clientY - box.top) * scale - margin.top];
      if (!view || px < 0 || py < 0 || px > inner.width || py > inner.height) return null;
      return options.tip!(view, view.x.invert(px), view.y.invert(py));
    });
  }

  let waiting = true; // to be drawn anyway
  const drawn = expectDrawing();
  onWidth(element, (now) => {
    width = now;
    later(() => {
      waiting = false;
      redraw();
      drawn();
    });
  });
  onRestyle(() => !waiting && redraw());
  const again = () => {
    if (waiting) return;
    waiting = true;
    later(() => {
      waiting = false;
      redraw();
    });
  };
  return { element, redraw: again, describe: (label) => picture.setAttribute('aria-label', label) };
}

const pixel = (value: number): string => String(Number(value.toPrecision(6)));

/// Over the image: pixel centres are whole numbers, so that the image reaches half a pixel farther.
export const imageAxes = (size: readonly [number, number]): { x: Axis; y: Axis } => ({
  x: { domain: [-0.5, size[0] - 0.5], label: 'u (px)', format: pixel },
  y: { domain: [-0.5, size[1] - 0.5], label: 'v (px)', format: pixel },
});
