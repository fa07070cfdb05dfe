// Rigs that no camera saw, as the program would write them: of any number of cameras, with what is missing or hostile.

import { provenance, random, THUMBNAIL } from './synthetic.mjs';

const SIZE = [1280, 960];
const [COLUMNS, ROWS] = [9, 6];
const points = Array.from({ length: COLUMNS * ROWS }, (_, i) => [0.04 * (i % COLUMNS), 0.04 * Math.floor(i / COLUMNS), 0]);

function pairNumbers(cameras, rng) {
  const size = 1 + rng.uniform();
  return {
    cameras,
    common_instants: 12,
    baseline_m: 0.12 * size,
    baseline_bound95_m: 0.0002 * size,
    angle_deg: 3 * size,
    angle_bound95_deg: 0.02,
    row_error_px: 0.05 * size,
    row_error_bound95_px: 0.11 * size,
    triangulation: {
      '0.5m': { total_mm: 0.3, bound95_mm: 0.7, calibration_mm: 0.28, noise_mm: 0.1, points: 250 },
      '2m': { total_mm: 5.1, bound95_mm: 9.9, calibration_mm: 4.8, noise_mm: 1.7, points: 280 },
      '9m': null,
    },
  };
}

function pairFigures(cameras, instants, rng) {
  const grid = (value) =>
    Array.from({ length: 20 * 15 }, (_, i) => (i % 20 < 3 ? null : Number((value * (1 + 0.05 * Math.abs((i % 20) - 10))).toPrecision(3))));
  const corners = Array.from({ length: 54 * instants }, (_, i) => [
    Math.round(100 + 1000 * rng.uniform()),
    Math.round(100 + 700 * rng.uniform()),
    Number((0.08 * rng.normal()).toFixed(4)),
    Math.floor(i / 54),
  ]);
  const image = (camera) => ({
    camera,
    width: 1300,
    columns: 8,
    rows: 6,
    nodes: Array.from({ length: 9 * 7 }, (_, i) => (i === 0 ? null : [((i % 9) * 1280) / 8, (Math.floor(i / 9) * 960) / 6])),
    corners: points.map(([x, y]) => [300 + 1500 * x, 200 + 1500 * y]),
  });
  return {
    cameras,
    rows: { corners, rms_px: 0.08, noise_px: 0.06 },
    maps: [0.5, 2].map((distance_m) => ({ distance_m, columns: 20, rows: 15, calibration_mm: grid(distance_m), noise_mm: grid(0.3 * distance_m) })),
    rectified: { instant: 1, height: 900, images: cameras.map(image) },
  };
}

export function rigReport({
  cameras: names = ['left', 'right'],
  instants: count = 12,
  finding = 'one_rig',
  name = (i) => `instant${i}`,
  seed = 1,
} = {}) {
  const rng = random(seed);
  const one = finding === 'one_rig' || finding === 'small_misfit';
  const cameras = names.map((camera, c) => ({
    name: camera,
    model: 'radial2',
    image_size: SIZE,
    parameters: { fx: 900, fy: 905, cx: 640, cy: 470, k1: -0.2, k2: 0.05 },
    camera_from_rig: { rotation_vector: [0, -0.03 * c, 0], translation: [-0.12 * c, 0, 0] },
    fit: { rmse: 0.05, mad: 0.04, n_observations: 1300, n_parameters: 80, s_d: 0.051 },
    bias: { ratio: 0.1, ratio_ci95: [0, 0.2], eps_px: 0.01, eps_px_ci95: [0, 0.02], sigma_d_px: 0.049, p_value: 0.3, n_tiles: 24 },
    trust: { total_px: 0.1 + 0.1 * c, bound95_px: 0.2 + 0.2 * c, random_px: 0.1 + 0.1 * c, systematic_px: null, is_lower_bound: c === 1 },
  }));
  const instants = Array.from({ length: count }, (_, i) => ({
    name: name(i),
    rig_from_target: {
      rotation_vector: [0.3 * rng.normal(), 0.3 * rng.normal(), 0.1],
      translation: [-0.2 + 0.1 * rng.normal(), -0.1, 0.8 + 0.4 * rng.uniform()],
    },
    rmse: 0.05,
    views: names
      .filter((_, c) => c === 0 || i % 5 !== 4)
      .map((camera) => ({ camera, frame: `${camera}_${name(i)}`, rmse: 0.04 + 0.02 * rng.uniform() })),
  }));
  const pairs = names.flatMap((a, i) => names.slice(i + 1).map((b) => [a, b]));
  const views = (camera) =>
    instants.flatMap(({ views: own }, i) =>
      own.some((view) => view.camera === camera)
        ? [
            {
              instant: i,
              corners: points.map((_, id) => [
                id,
                200 + 80 * (id % COLUMNS) + 10 * i,
                150 + 80 * Math.floor(id / COLUMNS),
                0.05 * rng.normal(),
                0.05 * rng.normal(),
              ]),
            },
          ]
        : [],
    );
  return {
    format: 'fiducia.report/1',
    title: 'A rig',
    rig: {
      calibration: {
        format: 'fiducia.calibration/1',
        cameras,
        rig: {
          pairs: pairs.map((pair) => pairNumbers(pair, rng)),
          consistency: {
            finding,
            is_one_rig: one,
            f_statistic: 1,
            p_value: 0.4,
            misfit_px: one ? 0 : 0.4,
            noise_px: 0.05,
            deviating: one ? [] : [name(3)],
            shifts: [],
          },
          pairing: { by: 'names', together: count, alone: {} },
        },
        instants,
        target_shape: 'planar',
        fit: { rmse: 0.05, n_observations: 2600, n_parameters: 100, s_d: 0.05 },
        left_out: [],
        warnings: [],
      },
      figures: {
        words: {
          pairing: `${count} instants, by equal names`,
          consistency: one ? 'one rig explains all instants (p = 0.4)' : 'NOT one rig: in many instants',
        },
        target: { spec: 'chessboard:9x6:0.04', points },
        cameras: names.map((camera) => ({ name: camera, views: views(camera) })),
        pairs: pairs.map((pair) => pairFigures(pair, count, rng)),
        images: names.map((camera) => ({ camera, instant: 1, image: THUMBNAIL })),
      },
    },
    downloads: [{ label: 'calibration.json', file: 'calibration.json', text: '{}' }],
    ...provenance(),
  };
}
