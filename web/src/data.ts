// What the program puts into the page: one JSON object, see docs/report.md.

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
  is_lower_bound: boolean;
  without_ray: Maybe;
  explanation: { model: string; target_shape: string; bias_ratio: Maybe; eps_px: Maybe };
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
  verdict: { judgement: 'good' | 'usable' | 'bad'; reason: string; also?: string[]; next: string; tolerance_px?: number };
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
}

/// Standard deviation of the image of a ray in px, at the centres of equal cells, by estimator; null where there is no ray.
export interface UncertaintyMaps {
  columns: number;
  rows: number;
  methods: Record<string, Maybe[]>;
  rad_per_px: Maybe[]; // angle that a pixel spans there: times a distance, its size
  observed: boolean[]; // a corner was seen in that cell
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
  thresholds?: Record<string, number>;
  target?: { spec: string; points: (Point3 | null)[] };
  frames?: ReportFrame[];
  bias_image?: { columns: number; rows: number; mean_u: Maybe[]; mean_v: Maybe[]; count: number[] };
  bias_tiles?: TileValue[];
  uncertainty?: UncertaintyMaps;
  distribution?: Record<string, { error_px: number[]; density: number[] }>;
  downloads?: { label: string; file: string; text: string }[];
  selection?: Selection;
  comparison?: Comparison;
  next_views?: NextViews;
  provenance: { version: string; command: string; seed: number; inputs: { name: string; hash: string }[]; pixel_convention: string };
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
  advice: string;
  image_size: Point;
  suggestions: { words: string; outline: Point[]; eme_px: Maybe; error95_px: Maybe; total_px?: Maybe; bound95_px?: Maybe }[];
}

export function readReport(): Report {
  const element = document.getElementById('report-data');
  if (!element?.textContent) throw new Error('the page holds no report');
  return JSON.parse(element.textContent) as Report;
}
