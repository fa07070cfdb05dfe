import type { Report } from '../data';
import { h, section } from '../dom';
import { boards } from '../space/boards';
import { shape } from '../space/shape';

export const space = (report: Report): HTMLElement =>
  section('space', '3D', 'Board poses', h('div', { class: 'figures' }, boards(report), shape(report)));
