// A plot over the image (or another rectangle): axes in pixels, everything inside zoomable together.

import { axisBottom, axisLeft } from 'd3-axis';
import { scaleLinear, type ScaleLinear } from 'd3-scale';
import { select, type Selection } from 'd3-selection';
import { zoom, type ZoomTransform } from 'd3-zoom';

export interface Frame {
  svg: SVGSVGElement;
  /// What is drawn here is clipped to the frame and follows the zoom.
  content: Selection<SVGGElement, unknown, null, undefined>;
  x: ScaleLinear<number, number>;
  y: ScaleLinear<number, number>;
}

interface FrameOptions {
  x: [number, number];
  y: [number, number]; // downwards
  xLabel: string;
  yLabel: string;
  title: string;
  width?: number;
  height?: number; // else by the aspect of x and y
  zoomable?: boolean;
  onZoom?: (transform: ZoomTransform) => void;
}

let clips = 0;

export function plotFrame(options: FrameOptions): Frame {
  const margin = { top: 8, right: 12, bottom: 40, left: 56 };
  const width = options.width ?? 640;
  const inner = width - margin.left - margin.right;
  const aspect = Math.abs((options.y[1] - options.y[0]) / (options.x[1] - options.x[0]));
  const height = options.height ?? Math.round(inner * aspect) + margin.top + margin.bottom;
  const innerHeight = height - margin.top - margin.bottom;
  const x = scaleLinear(options.x, [0, inner]);
  const y = scaleLinear(options.y, [0, innerHeight]);
  const clip = `clip-${++clips}`;

  const svg = select(document.createElementNS('http://www.w3.org/2000/svg', 'svg'))
    .attr('viewBox', `0 0 ${width} ${height}`)
    .attr('role', 'img')
    .attr('aria-label', options.title);
  svg.append('title').text(options.title);
  svg.append('clipPath').attr('id', clip).append('rect').attr('width', inner).attr('height', innerHeight);
  const root = svg.append('g').attr('transform', `translate(${margin.left},${margin.top})`);
  root.append('rect').attr('class', 'plot-ground').attr('width', inner).attr('height', innerHeight);
  const content = root.append('g').attr('clip-path', `url(#${clip})`).append('g');
  const bottom = root.append('g').attr('class', 'axis').attr('transform', `translate(0,${innerHeight})`);
  const left = root.append('g').attr('class', 'axis');
  const axes = (sx: ScaleLinear<number, number>, sy: ScaleLinear<number, number>) => {
    bottom.call(axisBottom(sx).ticks(6));
    left.call(axisLeft(sy).ticks(6));
  };
  axes(x, y);
  root.append('text').attr('class', 'label').attr('x', inner / 2).attr('y', innerHeight + 34).attr('text-anchor', 'middle').text(options.xLabel);
  root.append('text').attr('class', 'label').attr('transform', `translate(-44,${innerHeight / 2}) rotate(-90)`).attr('text-anchor', 'middle').text(options.yLabel);
  if (options.zoomable) {
    svg.call(
      zoom<SVGSVGElement, unknown>()
        .scaleExtent([1, 40])
        .translateExtent([[0, 0], [width, height]])
        .on('zoom', ({ transform }: { transform: ZoomTransform }) => {
          content.attr('transform', transform.toString());
          content.selectAll<SVGElement, unknown>('[data-line]').attr('stroke-width', 1 / transform.k);
          axes(transform.rescaleX(x), transform.rescaleY(y));
          options.onZoom?.(transform);
        }),
    );
  }
  return { svg: svg.node()!, content, x, y };
}

export function imageFrame(size: [number, number], title: string, zoomable = false): Frame {
  return plotFrame({ x: [-0.5, size[0] - 0.5], y: [-0.5, size[1] - 0.5], xLabel: 'u (px)', yLabel: 'v (px)', title, zoomable });
}
