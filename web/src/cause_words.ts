// What a cause is called and how its size reads: the words of the program's own summary.

import type { Cause } from './data';
import { amount, isNumber, plural, shorten } from './format';

const NAMES: Record<string, string> = {
  lens: 'the lens model',
  target: 'the target’s shape',
  target_bend: 'the target bends, in every image differently',
  shutter: 'images are skewed one by one, as by a rolling shutter',
  shutter_columns: 'images are skewed one by one, as by a rolling shutter that reads columns',
  focus: 'the focal length changes from image to image',
  stabilisation: 'the principal point shifts from image to image (stabilisation)',
  pupil: 'the entrance pupil moves with the angle',
  frames: 'single images',
  other_camera: 'images of another camera, zoom or crop among the others',
  upside_down: 'images that are upside down among the others',
  mirrored: 'images that are mirrored among the others (or whose corners are numbered so)',
  target_size: 'the target’s squares are not of the size that they are said to be',
  given_camera: 'the given intrinsics are not those of the camera that took these images',
};

const SHORT: Record<string, string> = {
  ...NAMES,
  target_bend: 'a target that bends',
  focus: 'focus',
  stabilisation: 'stabilisation',
  shutter: 'a rolling shutter',
  shutter_columns: 'a rolling shutter',
};

const isShutter = (code: string): boolean => code === 'shutter' || code === 'shutter_columns';

/// With what else it could be, where these images do not tell.
export function causeName({ effect, size, or_else = [] }: Pick<Cause, 'effect' | 'size' | 'or_else'>): string {
  const name = NAMES[effect] ?? effect.replaceAll('_', ' ');
  if (or_else.length === 0) return isNumber(size) ? name : `${name} (how much, these images do not tell)`;
  const eitherShutter = isShutter(effect) && or_else.some(isShutter);
  const others = or_else.filter((other) => !(eitherShutter && isShutter(other))).map((other) => SHORT[other] ?? other);
  const inside = [eitherShutter ? 'by rows or by columns' : '', others.length > 0 ? `or ${others.join(', ')}` : ''].filter(Boolean).join('; ');
  return `${eitherShutter ? NAMES['shutter'] : name} (${inside}: these images do not tell${isNumber(size) ? '' : ' which, nor how much'})`;
}

const percentOff = (size: number): string => `${size > 0 ? '+' : ''}${amount(size, '%', 2)}`;

function listed(frames: string[]): string {
  const some = frames
    .slice(0, 3)
    .map((name) => shorten(name, 40))
    .join(', ');
  return frames.length > 3 ? `${some} and ${plural(frames.length - 3, 'other image')}` : some;
}

/// Empty where there is no size to tell.
export function causeSize({ effect, size, unit, frames }: Cause): string {
  if (frames && frames.length > 0) return listed(frames);
  if (!isNumber(size) || size === 0) return '';
  const value = amount(size, unit, 2);
  switch (effect) {
    case 'lens':
      return `${value} RMS per coordinate`;
    case 'target':
      return `${value} from its lowest to its highest corner`;
    case 'target_bend':
    case 'focus':
    case 'stabilisation':
      return `${value} RMS`;
    case 'shutter':
    case 'shutter_columns':
      return `${value} of skew per image`;
    case 'pupil':
      return `${value} at the outermost corners`;
    case 'target_size':
      return unit === '% gap'
        ? `the gaps between its tags are ${percentOff(size)} off`
        : `its columns are ${percentOff(size)} farther apart than its rows`;
    case 'given_camera':
      return `its focal length is ${percentOff(size)} off`;
    default:
      return value;
  }
}

/// Those that are present. Causes whose sizes are not known name each other: one stands for all.
export function toldTogether(causes: Cause[]): Cause[] {
  const told: Cause[] = [];
  let group: Cause | null = null;
  for (const cause of causes.filter(({ present }) => present)) {
    if (isNumber(cause.size) || !group) told.push(isNumber(cause.size) ? cause : (group = { ...cause }));
    else Object.assign(group, { share: (group.share ?? 0) + (cause.share ?? 0), costs_px: Math.hypot(group.costs_px ?? 0, cause.costs_px ?? 0) });
  }
  return told;
}
