// The canvas under a plot's axes, at the screen's own resolution, its origin at the corner of the frame.

import { h } from '../dom';

export interface Place {
  left: number;
  top: number;
  width: number;
  height: number;
  outerWidth: number;
  outerHeight: number;
}

/// Puts an element where the frame is, in parts of the whole drawing, so that both shrink together on paper.
export function putOver(element: HTMLElement, place: Place): void {
  Object.assign(element.style, {
    left: `${(100 * place.left) / place.outerWidth}%`,
    top: `${(100 * place.top) / place.outerHeight}%`,
    width: `${(100 * place.width) / place.outerWidth}%`,
    height: `${(100 * place.height) / place.outerHeight}%`,
  });
}

export interface CanvasLayer {
  element: HTMLCanvasElement;
  /// Clears and sizes; what is drawn after it is in CSS pixels of the frame.
  resize: (place: Place) => CanvasRenderingContext2D;
}

export function canvasLayer(): CanvasLayer {
  const element = h('canvas', { 'aria-hidden': 'true' });
  return {
    element,
    resize: (place) => {
      const ratio = Math.min(Math.max(devicePixelRatio, 1), 2);
      element.width = Math.round(place.width * ratio);
      element.height = Math.round(place.height * ratio);
      putOver(element, place);
      const context = element.getContext('2d', { willReadFrequently: true })!; // drawn once, on the CPU: no waiting for a GPU
      context.scale(ratio, ratio);
      return context;
    },
  };
}
