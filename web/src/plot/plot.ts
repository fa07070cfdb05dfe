// A plot: axes and few shapes as SVG, many points on a canvas under them; drawn anew for every width, so that letters keep their size.

import { axisBottom, axisLeft } from 'd3-axis';
import { select, type Selection } from 'd3-selection';
import type { ZoomTransform } from 'd3-zoom';
import { h } from '../dom';
import { expectDrawing, later, onRestyle } from '../schedule';
import { hint } from '../tooltip';
import { drawAxis, roomFor, scaleOf, slants, type Axis, type Scale } from './axis';
import { canvasLayer, putOver } from './canvas';
import { onWidth } from './width';
import { zoomable } from './zoom';

export type Layer = Selection<SVGGElement, unknown, null, undefined>;

export interface View {
  x: Scale;
  y: Scale;
  width: number;
  height: number;
  zoom: number;
}

export interface PlotOptions {
  label: string; // what is seen, for those who do not see it
  x: Axis;
  y: Axis; // the first end of its domain is at the top
  height?: number; // else both axes have the same scale
  most?: number; // the greatest height then
  letters?: number; // that labels of y get room for at least, so that two drawings stand under each other
  zoom?: boolean;
  paint?: (context: CanvasRenderingContext2D, view: View) => void;
  draw?: (layer: Layer, view: View) => void;
  tip?: (view: View, x: number, y: number) => string | null;
  click?: (view: View, x: number, y: number) => void;
}

export interface Plot {
  element: HTMLElement;
  redraw: () => void;
  describe: (label: string) => void;
}

let plots = 0;

export function plot(options: PlotOptions): Plot {
  const margin = { top: 6, right: 18, bottom: options.x.label ? 42 : 26, left: 54 };
  const canvas = options.paint ? canvasLayer() : null;
  const svg = select(document.createElementNS('http://www.w3.org/2000/svg', 'svg')).attr('aria-hidden', 'true');
  const stack = h('div', { class: 'stack' });
  const element = h('div', { class: 'plot' }, stack);
  const zoom = options.zoom ? zoomable(element, () => requestAnimationFrame(redraw)) : null;
  const picture = h('div', { class: 'picture', role: 'img', 'aria-label': options.label }, canvas?.element, svg.node()!, zoom?.surface);
  stack.append(picture);
  const clip = `clip-${++plots}`;
  let view: View | null = null;
  let width = 0;
  let inner = { width: 0, height: 0 };

  function measure(): void {
    margin.left = roomFor(options.y, options.height ?? 0.6 * width, options.letters ?? (options.zoom ? 6 : 2));
    const available = Math.max(width, 200) - margin.left - margin.right;
    margin.bottom = slants(options.x, available) ? 64 : options.x.label ? 42 : 26;
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
    drawAxis(root.append('g').attr('class', 'axis').attr('transform', `translate(0,${inner.height})`), options.x, x, axisBottom, inner.width);
    drawAxis(root.append('g').attr('class', 'axis'), options.y, y, axisLeft, inner.height);
    root
      .append('text')
      .attr('class', 'label')
      .attr('x', inner.width / 2)
      .attr('y', inner.height + margin.bottom - 6)
      .attr('text-anchor', 'middle')
      .text(options.x.label);
    root
      .append('text')
      .attr('class', 'label')
      .attr('transform', `translate(${14 - margin.left},${inner.height / 2}) rotate(-90)`)
      .attr('text-anchor', 'middle')
      .text(options.y.label);
  }

  /// What lies under the pointer, handed on; nothing outside the frame.
  function under<T>(clientX: number, clientY: number, to: (view: View, x: number, y: number) => T): T | null {
    const box = picture.getBoundingClientRect();
    const scale = (inner.width + margin.left + margin.right) / box.width;
    const [px, py] = [(clientX - box.left) * scale - margin.left, (clientY - box.top) * scale - margin.top];
    if (!view || px < 0 || py < 0 || px > inner.width || py > inner.height) return null;
    return to(view, view.x.invert(px), view.y.invert(py));
  }
  if (options.tip) hint(picture, (clientX, clientY) => under(clientX, clientY, options.tip!));
  if (options.click) {
    picture.classList.add('clickable');
    picture.addEventListener('click', ({ clientX, clientY }) => under(clientX, clientY, options.click!));
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
