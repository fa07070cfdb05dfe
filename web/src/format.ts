// Numbers and places in words. What is not a number is a dash, never NaN.

export type Maybe = number | null | undefined;

export const isNumber = (value: Maybe): value is number => typeof value === 'number' && Number.isFinite(value);

const RAISED: Record<string, string> = { '-': '⁻', 0: '⁰', 1: '¹', 2: '²', 3: '³', 4: '⁴', 5: '⁵', 6: '⁶', 7: '⁷', 8: '⁸', 9: '⁹' };

/// 2.97 × 10⁵
function power(value: number, digits: number): string {
  const [mantissa, exponent] = value.toExponential(digits - 1).split('e') as [string, string];
  return `${Number(mantissa)}\u202f×\u202f10${[...exponent.replace('+', '')].map((c) => RAISED[c]).join('')}`;
}

/// A number with so many significant digits, and a thin space before its unit.
export function amount(value: Maybe, unit = '', digits = 3): string {
  if (!isNumber(value)) return '–';
  const size = Math.abs(value);
  const text = size >= 1e5 || (size !== 0 && size < 1e-4) ? power(value, digits) : Number(value.toPrecision(digits)).toString();
  return (unit ? `${text}${unit === '°' ? '' : '\u202f'}${unit}` : text).replace('-', '\u2212');
}

/// The same for columns of a table: digits are kept, so that they stand under each other.
export function entry(value: Maybe, digits = 3): string {
  if (!isNumber(value) || value === 0 || Math.abs(value) >= 10 ** digits || Math.abs(value) < 1e-4) return amount(value, '', digits);
  return value.toPrecision(digits).replace('-', '\u2212');
}

export const range = (interval: readonly Maybe[] | null | undefined, unit = '', digits = 3): string =>
  interval && interval.some(isNumber) ? `${amount(interval[0], '', digits)} to ${amount(interval[1], unit, digits)}` : '–';

export const percent = (part: Maybe): string => (isNumber(part) ? `${amount(100 * part, '', part > 0.995 ? 3 : 2)}%` : '–');

const grouped = new Intl.NumberFormat('en', { useGrouping: true });
export const whole = (value: Maybe): string => (isNumber(value) ? grouped.format(Math.round(value)).replaceAll(',', '\u202f') : '–');

export const plural = (count: number, one: string, many = `${one}s`): string => `${whole(count)} ${count === 1 ? one : many}`;

/// A value as far as its standard deviation lets it be known: two digits of the deviation.
export function known(value: Maybe, sigma: Maybe): string {
  if (!isNumber(value)) return '–';
  if (!isNumber(sigma) || sigma <= 0) return amount(value, '', 7);
  const decimals = Math.min(12, Math.max(0, 1 - Math.floor(Math.log10(sigma))));
  return value.toFixed(decimals).replace('-', '\u2212');
}

export const upperFirst = (text: string): string => (text === '' ? '' : text[0]!.toUpperCase() + text.slice(1));

/// Messages of the program begin in lower case and end without a stop.
export const sentence = (text: string): string =>
  text === '' ? '' : `${/^[a-z]+[ ,:;]/.test(text) ? upperFirst(text) : text}${/[.!?:]$/.test(text) ? '' : '.'}`;

/// A long name, shortened in its middle; the whole of it belongs into a title.
export function shorten(name: string, most = 60): string {
  const letters = [...name];
  if (letters.length <= most) return name;
  return `${letters.slice(0, Math.ceil(most * 0.6)).join('')}…${letters.slice(-Math.floor(most * 0.3)).join('')}`;
}

/// Where in the image (or on the board) a point lies.
export function place(u: number, v: number, size: readonly [number, number]): string {
  const column = u < size[0] / 3 ? 'left' : u > (2 * size[0]) / 3 ? 'right' : '';
  const row = v < size[1] / 3 ? 'upper' : v > (2 * size[1]) / 3 ? 'lower' : '';
  if (!column && !row) return 'in the middle';
  if (!column) return row === 'upper' ? 'at the top' : 'at the bottom';
  return row ? `at the ${row} ${column}` : `at the ${column}`;
}

export const largest = (values: Iterable<Maybe>, least = -Infinity): number => {
  let most = least;
  for (const value of values) if (isNumber(value) && value > most) most = value;
  return most;
};

export const smallest = (values: Iterable<Maybe>): number => {
  let least = Infinity;
  for (const value of values) if (isNumber(value) && value < least) least = value;
  return least;
};

/// What the camera's errors are measured after.
export const afterRotation = (calibration: { mapping?: { rotation_compensated: boolean } } | undefined): string =>
  calibration?.mapping?.rotation_compensated === false ? 'no rotation removed' : 'after removing the best-fit rotation';

/// The part of the image that has no ray: as the program counted it, so that it is one number on the whole page; cells of a map that have none are
/// another count of the same.
export function withoutRay(calibration: { trust?: { without_ray?: Maybe } | null } | undefined, cells: readonly Maybe[]): number {
  const counted = cells.filter((value) => !isNumber(value)).length / Math.max(cells.length, 1);
  const told = calibration?.trust?.without_ray;
  return isNumber(told) && told > 0 && Math.abs(told - counted) < 0.1 ? told : counted;
}
