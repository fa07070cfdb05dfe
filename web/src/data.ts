// What the program puts into the page: one JSON object, see docs/report.md.

import type { Rig } from './rig/data';

export type Maybe = number | null; // what could not be computed is null

export type Point = [number, number];
export type Point3 = [number, number, number];

export interface Estimate {
  covariance: Maybe[][];
  correlation?: Maybe[][];
  sigma: Record<string, Maybe>;
  eme: Maybe;
  eme_px: Maybe;
  k_quantiles: Record<string, Maybe>;
  error95_px: Maybe;
  samples: number;
}

export interface CalibratedFrame {
  name: string;
  rotation_vector: Point3;
  translation: Point3;
  rmse: Maybe;
  leverage?: Maybe;
  shift_px?: Maybe;
  outlying?: boolean;
  influential?: boolean;
  noise_ratio?: Maybe;
  blurred?: boolean;
  moved?: boolean;
  near_duplicate?: string | null;
}

export interface Bias {
  ratio: Maybe;
  ratio_ci95: [Maybe, Maybe];
  eps_px: Maybe;
  eps_px_ci95: [Maybe, Maybe];
  sigma_d_px: Maybe;
  p_value: Maybe;
  plain?: boolean; // whether ratio and eps_px go by mean squares, not by medians
  plain_ratio?: Maybe;
  n_tiles: number;
  source?: { target_share?: Maybe; image_share?: Maybe }; // parts of the squared residual that places on the target, and in the image, explain
}

/// How wrong the camera is: lengths in the image, RMS over it.
export interface Trust {
  total_px: Maybe;
  bound95_px: Maybe;
  random_px: Maybe;
  systematic_px: Maybe;
  systematic_px_ci95: [Maybe, Maybe];
  unseen_bend_px?: Maybe; // what the bound allows for, where it is that
  model_doubt_px?: Maybe;
  is_lower_bound: boolean;
  without_ray: Maybe;
  explanation: { model: string; target_shape: string; bias_ratio: Maybe; eps_px: Maybe };
}

/// What makes the camera wrong, the most expensive first.
export interface Cause {
  effect: string; // a code
  present: boolean;
  share: Maybe; // of the systematic residual
  costs_px: Maybe; // of the camera's error: a length, RMS over the image
  size: Maybe;
  unit: string;
}

/// A cause in the program's words, or several that the images do not tell apart.
export interface CauseTold {
  effect: string; // the first one's code
  words: string;
  share?: Maybe;
  costs_px?: Maybe;
  part?: string; // of the error that it costs: random, systematic, or empty
}

/// The cameras of two random halves of the images: how far they map apart, and how far chance lets them. Lengths in px.
export interface Halves {
  frames: Point; // in each
  problem?: string; // why there is nothing else
  apart_px?: Maybe; // RMS over the image
  expected_px?: Maybe;
  bound95_px?: Maybe;
  columns?: number;
  rows?: number;
  apart?: Maybe[]; // row by row
  sigma?: Maybe[];
}

export interface Finding {
  cause: string;
  judgement: Judgement;
  px?: Maybe;
  ratio?: Maybe;
  is_shown?: boolean; // no: chance explains it too
}

export type Judgement = 'good' | 'usable' | 'bad';

export interface Verdict {
  judgement: Judgement;
  reason: string;
  also?: string[];
  next: string;
  why?: CauseTold[];
  tolerance_px?: number;
  findings?: Finding[];
  action?: { code: string; expected_total_px?: Maybe };
}

export interface Calibration {
  model: string;
  image_size: Point;
  parameters: Record<string, Maybe>;
  frames: CalibratedFrame[];
  target_points?: (Point3 | null)[];
  target_shape?: { shape: string; peak_to_valley_m: Maybe; out_of_plane_rms_m: Maybe; sigma_m: Maybe };
  fit: { rmse: Maybe; mad: Maybe; n_observations: number; n_parameters: number; s_d: Maybe };
  bias: Bias;
  uncertainty: Record<string, Estimate>;
  optimum?: { at_minimum?: boolean; difference_px?: Maybe; expected_px?: Maybe }; // of `evaluate`: the best fit of the same observations
  trust?: Trust | null;
  causes?: Cause[];
  halves?: Halves;
  mapping?: { rotation_compensated: boolean };
  verdict: Verdict;
  left_out?: { name: string; reason: string }[];
  left_out_corners?: { frame: string; id: number; reason: string }[];
  warnings?: string[];
}

/// A corner as it was seen: id, u, v, and the residual du, dv (seen minus projected).
export type SeenCorner = [number, number, number, number, number];

export interface ReportFrame {
  name: string;
  corners: SeenCorner[];
  thumbnail?: string; // a data: URL
  crops?: Crop[]; // around its worst corners, the worst first
}

/// A square piece of an image at its own resolution; left and top in whole px.
export interface Crop {
  corner: number;
  left: number;
  top: number;
  side: number;
  image: string; // a data: URL
}

/// The error to expect at the centres of equal cells, a length in px; null where there is no ray. Its RMS is the total error.
export interface TrustMap {
  columns: number;
  rows: number;
  error_px: Maybe[];
  is_bound?: boolean; // no error was seen: its 95% bound instead
}

/// The radius at which a ray is seen by its angle to the optical axis, towards the image's farthest corner.
export interface Distortion {
  angle_deg: number[];
  radius_px: number[];
  sigma_px: number[] | null;
  ideal: 'pinhole' | 'equidistant';
  ideal_px: number[];
  image_deg: Maybe; // of the image's farthest corner
  fold_deg: Maybe; // where the radius stops growing or the model ends
  mean?: boolean; // over directions, of a lens without a formula; image_deg is then its widest ray
}

/// One image as it is, and where the pixels of a pinhole camera lie in it, at the nodes of a mesh over its image.
export interface Preview {
  frame: string;
  image: string; // a data: URL
  columns: number;
  rows: number;
  nodes: (Point | null)[]; // (columns + 1) x (rows + 1), row by row
  lines: { before: (Point | null)[]; after: (Point | null)[] }[]; // through the corners of a row or a column of the board
}

/// Standard deviation of the image of a ray in px, at the centres of equal cells, by estimator; null where there is no ray.
export interface UncertaintyMaps {
  columns: number;
  rows: number;
  methods: Record<string, Maybe[]>;
  rad_per_px: Maybe[]; // angle that a pixel spans there: times a distance, its size
  observed: boolean[]; // a corner was detected in that cell
  domain?: Point[]; // the edge of the model's domain, a closed line in px; absent where the whole image has rays
}

export interface TileValue {
  corners: [number, number, number, number];
  eps_px: Maybe;
}

export interface Report {
  format: string;
  title: string;
  calibration?: Calibration;
  rig?: Rig; // of several cameras: then there is no `calibration`
  thresholds?: Record<string, number>;
  target?: { spec: string; points: (Point3 | null)[] };
  frames?: ReportFrame[];
  bias_image?: { columns: number; rows: number; mean_u: Maybe[]; mean_v: Maybe[]; count: number[] };
  bias_tiles?: TileValue[];
  uncertainty?: UncertaintyMaps;
  trust_map?: TrustMap;
  distortion?: Distortion;
  preview?: Preview;
  judged_file?: string; // of `evaluate`
  distribution?: Record<string, { error_px: number[]; density: number[] }>;
  downloads?: { label: string; file: string; text: string }[];
  selection?: Selection;
  comparison?: Comparison;
  next_views?: NextViews;
  provenance: { version: string; command: string; seed: number; date?: string; inputs: { name: string; hash: string }[]; pixel_convention: string };
}

export interface SelectionEntry {
  model: string;
  parameters: number;
  rmse?: Maybe;
  bias_ratio?: Maybe;
  eps_px?: Maybe;
  eme_px?: Maybe;
  error95_px?: Maybe;
  held_out_px?: Maybe;
  problem?: string;
  recommended: boolean;
  total_px?: Maybe;
}

export interface Selection {
  reason: string;
  entries: SelectionEntry[];
}

export interface Comparison {
  reference?: string; // names of the two, the first one's pixels are taken
  other?: string;
  expected95_px?: Maybe; // what the two's own 95% bounds allow, a length
  plain_k_px?: Maybe; // with the rotation that the comparison takes out
  image_size: Point;
  grid: Point;
  k_px: Maybe;
  largest_px: Maybe;
  differences: (Point | null)[];
}

/// From `guide`: which image to take next. Outlines are closed lines in px.
export interface NextViews {
  criterion: string;
  eme_px: Maybe;
  error95_px: Maybe;
  total_px?: Maybe;
  bound95_px?: Maybe;
  step?: string; // a code
  advice: string;
  image_size: Point;
  corners?: Point[]; // that there are so far
  suggestions: {
    words: string;
    outline: Point[];
    tilt_rad?: Maybe;
    distance_m?: Maybe;
    eme_px: Maybe;
    error95_px: Maybe;
    total_px?: Maybe;
    bound95_px?: Maybe;
  }[];
}

export function readReport(): Report {
  const element = document.getElementById('report-data');
  if (!element?.textContent) throw new Error('the page holds no report');
  return JSON.parse(element.textContent) as Report;
}
