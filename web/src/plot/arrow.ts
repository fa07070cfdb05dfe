/// An arrow with a light core and a dark edge, so that it is seen on every colour.
export function arrow(context: CanvasRenderingContext2D, x0: number, y0: number, x1: number, y1: number, core = '#fff', edge = '#1118'): void {
  const length = Math.hypot(x1 - x0, y1 - y0);
  if (length < 0.5) return;
  const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
  const head = Math.min(5, 0.45 * length);
  context.beginPath();
  context.moveTo(x0, y0);
  context.lineTo(x1, y1);
  context.moveTo(x1 - head * (ux + 0.6 * uy), y1 - head * (uy - 0.6 * ux));
  context.lineTo(x1, y1);
  context.lineTo(x1 - head * (ux - 0.6 * uy), y1 - head * (uy + 0.6 * ux));
  context.lineCap = context.lineJoin = 'round';
  for (const [style, width] of [
    [edge, 3.2],
    [core, 1.5],
  ] as const) {
    context.strokeStyle = style;
    context.lineWidth = width;
    context.stroke();
  }
}
