// What the page of a rig is fed with: calibration.json (docs/rigs.md), and the figures that it does not hold.

import type { Bias, Maybe, Point, Point3, SeenCorner, Verdict } from '../data';

export interface RigPose {
  rotation_vector: Point3;
  translation: Point3;
}

export interface RigTrust {
  total_px: Maybe;
  bound95_px: Maybe;
  random_px?: Maybe;
  systematic_px?: Maybe;
  is_lower_bound?: boolean;
}

export interface RigCamera {
  name: string;
  model: string;
  image_size: Point;
  parameters: Record<string, Maybe>;
  camera_from_rig: RigPose;
  fit: { rmse: Maybe; s_d: Maybe; n_observations: number; n_parameters: number };
  bias?: Bias | null;
  trust?: RigTrust | null;
}

export interface Triangulation {
  total_mm: Maybe;
  bound95_mm: Maybe;
  calibration_mm: Maybe;
  noise_mm: Maybe;
  systematic_mm?: Maybe;
}

export interface RigPair {
  cameras: [string, string];
  common_instants: number;
  baseline_m: Maybe;
  baseline_bound95_m: Maybe;
  angle_deg: Maybe;
  angle_bound95_deg: Maybe;
  row_error_px: Maybe;
  row_error_bound95_px: Maybe;
  matched_rows_noise_px?: Maybe; // what the noise of the corners makes of their rows
  triangulation: Record<string, Triangulation | null>; // by distance: "2m"
}

export interface RigInstant {
  name: string;
  rig_from_target: RigPose;
  rmse: Maybe;
  views: { camera: string; frame: string; rmse: Maybe }[];
}

export interface Consistency {
  finding: string; // a code
  is_one_rig: boolean;
  misfit_px: Maybe;
  noise_px: Maybe;
  deviating: string[];
}

/// What was found on the way to the best explanation of the views.
export interface RigCause {
  effect: string; // a code
  camera?: string;
  costs_px?: Maybe;
}

export interface RigCalibration {
  cameras: RigCamera[];
  rig: { pairs: RigPair[]; consistency: Consistency; explanation?: { causes?: RigCause[] } };
  instants: RigInstant[];
  target_shape?: unknown;
  fit: { rmse: Maybe; n_observations: number };
  left_out?: { camera?: string; instant: string; reason: string }[];
  warnings?: string[];
  verdict?: Verdict | null;
}

/// How far the rectified rows of corners that both cameras detected differ: u, v in the first camera, the difference in px, the instant.
export interface Rows {
  corners: [number, number, number, number][];
  rms_px: Maybe;
  noise_px: Maybe; // of the corners alone
}

/// Over the first camera's image, row by row; null where the second camera does not see the point.
export interface ErrorMap {
  distance_m: number;
  columns: number;
  rows: number;
  calibration_mm: Maybe[];
  noise_mm: Maybe[];
}

/// A rectified image: where the nodes of a mesh over it lie in the camera's own, and the target's corners in it.
export interface RectifiedImage {
  camera: string;
  width: number;
  columns: number;
  rows: number;
  nodes: (Point | null)[]; // (columns + 1) x (rows + 1), row by row
  corners: Point[];
}

export interface PairFigures {
  cameras: [string, string];
  rows: Rows | null;
  maps: ErrorMap[];
  rectified: { instant: number; height: number; images: [RectifiedImage, RectifiedImage] } | null;
}

export interface RigFigures {
  words: { pairing: string; consistency: string; causes?: string[] };
  target: { spec: string; points: (Point3 | null)[] };
  cameras: { name: string; views: { instant: number; corners: SeenCorner[] }[] }[];
  pairs: PairFigures[];
  images: { camera: string; instant: number; image: string }[];
}

export interface Rig {
  calibration: RigCalibration;
  figures: RigFigures;
}

export const pairName = ({ cameras }: { cameras: readonly string[] }): string => cameras.join(' and ');

/// The bounds come from how much instants disagree about one rig: where there is not one, and nothing explains that, they
/// are too small.
export const boundsHold = ({ rig, verdict }: RigCalibration): boolean =>
  verdict?.findings ? verdict.findings.every(({ cause }) => cause !== 'not_one_rig') : rig.consistency.is_one_rig;

/// What the calibration tells of a pair whose figures these are.
export const told = ({ calibration }: Rig, pair: PairFigures): RigPair | undefined =>
  calibration.rig.pairs.find(({ cameras }) => cameras.every((name, i) => name === pair.cameras[i]));
