// The worst corners of an image at its own resolution, with where they were detected and where they are reprojected: nothing is lengthened.

import { h } from '../../dom';
import { amount } from '../../format';
import type { Row } from './rows';

const LARGER = 3;

export function cornerCrops({ seen }: Row): HTMLElement[] {
  return (seen?.crops ?? []).flatMap((crop) => {
    const corner = seen!.corners.find(([id]) => id === crop.corner);
    if (!corner || !crop.image.startsWith('data:image/')) return [];
    const [id, u, v, du, dv] = corner;
    const side = LARGER * crop.side;
    const words = `corner ${id}: ${amount(Math.hypot(du, dv), 'px', 2)}`;
    const canvas = h('canvas', {
      width: side,
      height: side,
      role: 'img',
      'aria-label': `The image around ${words} between where it was detected and reprojected`,
    });
    const image = new Image();
    image.onload = () => draw(canvas, image, [u - crop.left, v - crop.top], [u - du - crop.left, v - dv - crop.top]);
    image.src = crop.image;
    return [h('div', { class: 'crop' }, canvas, h('p', { class: 'detail' }, words))];
  });
}

/// Places in px of the crop; a pixel's centre is a whole number.
function draw(canvas: HTMLCanvasElement, image: HTMLImageElement, detected: [number, number], reprojected: [number, number]): void {
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.imageSmoothingEnabled = false;
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const at = (place: number) => LARGER * (place + 0.5);
  const size = 7;
  const stroke = (path: () => void, colour: string) => {
    context.beginPath();
    path();
    for (const [width, style] of [
      [3.5, '#fffc'],
      [1.5, colour],
    ] as const) {
      context.lineWidth = width;
      context.strokeStyle = style;
      context.stroke();
    }
  };
  stroke(() => context.arc(at(detected[0]), at(detected[1]), size, 0, 2 * Math.PI), '#009e73');
  const [x, y] = [at(reprojected[0]), at(reprojected[1])];
  stroke(() => {
    context.moveTo(x - size, y - size);
    context.lineTo(x + size, y + size);
    context.moveTo(x - size, y + size);
    context.lineTo(x + size, y - size);
  }, '#d55e00');
}
