// The estimators of the uncertainty: their order, their words and their colours (Okabe and Ito's, told apart by the colour-blind).

import type { Estimate } from './data';

const ORDER = ['std', 'cr0', 'cr2', 'jackknife', 'abs', 'bs'];

export const WORDS: Record<string, string> = {
  std: 'from the noise alone, as if the model were right',
  abs: 'approximate bootstrap: images drawn anew, one step of the solver each',
  cr0: 'from how much the images disagree, for many images',
  cr2: 'from how much the images disagree, small-sample corrected: the one to quote',
  jackknife: 'from leaving out one image at a time; cautious',
  bs: 'bootstrap: images drawn anew and calibrated to convergence',
};

export const COLOURS: Record<string, string> = {
  std: '#e69f00',
  cr0: '#56b4e9',
  cr2: '#0072b2',
  jackknife: '#009e73',
  abs: '#cc79a7',
  bs: '#d55e00',
};

export const inOrder = (methods: readonly string[]): string[] =>
  [...methods].sort((a, b) => (ORDER.indexOf(a) + 1 || 99) - (ORDER.indexOf(b) + 1 || 99) || a.localeCompare(b));

export const colourOf = (method: string): string => COLOURS[method] ?? '#888888';

/// The estimator that the verdict rests on, or the next best that there is.
export const preferred = (methods: readonly string[]): string | undefined =>
  ['cr2', 'jackknife', 'abs', 'cr0', 'bs', 'std'].find((m) => methods.includes(m)) ?? methods[0];

export const preferredEstimate = (uncertainty: Record<string, Estimate> | undefined): Estimate | undefined => {
  const method = preferred(Object.keys(uncertainty ?? {}));
  return method === undefined ? undefined : uncertainty![method];
};
