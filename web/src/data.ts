// What the program puts into the page: one JSON object, see docs/report.md.

export type Point = [number, number];
export type Point3 = [number, number, number];

export interface Estimate {
  covariance: (number | null)[][];
  correlation?: (number | null)[][];
  sigma: Record<string, number | null>;
  eme: number;
  eme_px: number;
  k_quantiles: Record<string, number>;
  error95_px: number;
  samples: number;
}

export interface CalibratedFrame {
  name: string;
  rotation_vector: Point3;
  translation: Point3;
  rmse: number;
  leverage?: number;
  shift_px?: number | null;
  outlying?: boolean;
  noise_ratio?: number | null;
  blurred?: boolean;
  moved?: boolean;
  near_duplicate?: string | null;
}

export interface BiasCellMap {
  columns: number;
  rows: number;
  eps_px: (number | null)[];
}

export interface Bias {
  ratio: number;
  ratio_ci95: Point;
  eps_px: number;
  eps_px_ci95: Point;
  sigma_d_px: number;
  p_value: number;
  n_tiles: number;
}

export interface Calibration {
  model: string;
  image_size: Point;
  parameters: Record<string, number>;
  frames: CalibratedFrame[];
  target_points?: (Point3 | null)[];
  target_shape?: { shape: string; peak_to_valley_m: number; out_of_plane_rms_m: number; sigma_m: number };
  fit: { rmse: number; mad: number; n_observations: number; n_parameters: number; s_d: number };
  bias: Bias;
  uncertainty: Record<string, Estimate>;
  verdict: { judgement: 'good' | 'questionable' | 'bad'; reason: string; action: string };
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

/// A value in every cell of the image, row by row.
export interface CellMap {
  columns: number;
  rows: number;
  values: (number | null)[];
}

/// Standard deviation of the image of a ray in px, at the centres of equal cells, by estimator; null where there is no ray.
export interface UncertaintyMaps {
  columns: number;
  rows: number;
  methods: Record<string, (number | null)[]>;
  rad_per_px: (number | null)[]; // angle that a pixel spans there: times a distance, its size
  observed: boolean[]; // a corner was seen in that cell
  domain?: Point[]; // the edge of the model's domain, a closed line in px; absent where the whole image has rays
}

export interface TileValue {
  corners: [number, number, number, number];
  eps_px: number | null;
}

export interface Report {
  format: string;
  title: string;
  calibration?: Calibration;
  thresholds?: Record<string, number>;
  target?: { spec: string; points: (Point3 | null)[] };
  frames?: ReportFrame[];
  bias_image?: { columns: number; rows: number; mean_u: (number | null)[]; mean_v: (number | null)[]; count: number[] };
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
  rmse?: number;
  bias_ratio?: number;
  eps_px?: number;
  eme_px?: number;
  held_out_px?: number | null;
  problem?: string;
  recommended: boolean;
}

export interface Selection {
  reason: string;
  entries: SelectionEntry[];
}

export interface Comparison {
  image_size: Point;
  grid: Point;
  k_px: number;
  largest_px: number;
  differences: (Point | null)[];
}

/// From `guide`: what to photograph next. Outlines are closed lines in px.
export interface NextViews {
  criterion: string;
  eme_px: number;
  error95_px: number;
  advice: string;
  image_size: Point;
  suggestions: { words: string; outline: Point[]; eme_px: number; error95_px: number }[];
}

export function readReport(): Report {
  const element = document.getElementById('report-data');
  if (!element?.textContent) throw new Error('the page holds no report');
  return JSON.parse(element.textContent) as Report;
}
