// Reports that no camera made: as the program would write them, of any size, with what is missing, hostile or extreme.

export function random(seed) {
  let state = seed >>> 0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return { uniform, normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()) };
}

const SIZE = [1936, 1216];
const CAMERA = { fx: 1500, fy: 1495, cx: 968, cy: 608, k1: -0.2, k2: 0.1 };

function rotate([a, b, c], [x, y, z]) {
  const angle = Math.hypot(a, b, c) || 1e-12;
  const [u, v, w] = [a / angle, b / angle, c / angle];
  const [s, t] = [Math.sin(angle), 1 - Math.cos(angle)];
  return [
    x + s * (v * z - w * y) + t * (v * (u * y - v * x) - w * (w * x - u * z)),
    y + s * (w * x - u * z) + t * (w * (v * z - w * y) - u * (u * y - v * x)),
    z + s * (u * y - v * x) + t * (u * (w * x - u * z) - v * (v * z - w * y)),
  ];
}

function project([x, y, z]) {
  const [a, b] = [x / z, y / z];
  const r2 = a * a + b * b;
  const d = 1 + CAMERA.k1 * r2 + CAMERA.k2 * r2 * r2;
  return [CAMERA.fx * a * d + CAMERA.cx, CAMERA.fy * b * d + CAMERA.cy];
}

/// A pose that has the whole board in the image.
function view(rng, points, middle) {
  for (;;) {
    const rotation = [0, 0, 0].map(() => (rng.uniform() - 0.5) * 1.5);
    const at = [(rng.uniform() - 0.5) * 1.2, (rng.uniform() - 0.5) * 0.9, 0.6 + 1.6 * rng.uniform()];
    const turned = rotate(rotation, middle);
    const translation = at.map((v, i) => v - turned[i]);
    const seen = points.map((p) => project(rotate(rotation, p).map((v, i) => v + translation[i])));
    if (seen.every(([u, v]) => u > 0 && v > 0 && u < SIZE[0] && v < SIZE[1])) return { rotation, translation, seen };
  }
}

const round = (value, digits = 4) => Number(value.toFixed(digits));

/// √K of a sum of squares: near enough to a gamma distribution for a picture of it.
function density(eme, n = 120) {
  const shape = 2;
  const error_px = Array.from({ length: n }, (_, i) => (3 * eme * (i + 0.5)) / n);
  const raw = error_px.map((e) => e ** (2 * shape - 1) * Math.exp((-shape * e * e) / (eme * eme)));
  const sum = raw.reduce((a, b) => a + b, 0) * (error_px[1] - error_px[0]);
  return { error_px, density: raw.map((d) => d / sum) };
}

function estimate(names, scale, rng) {
  const sigma = Object.fromEntries(names.map((name) => [name, scale * (name.startsWith('k') ? 0.0005 : 0.3) * (0.8 + 0.4 * rng.uniform())]));
  const correlation = names.map((_, i) => names.map((__, j) => (i === j ? 1 : Number((Math.cos(3 * (i + 1) * (j + 1)) * 0.95).toFixed(4)))));
  const eme_px = 0.11 * scale;
  return {
    covariance: names.map((a, i) => names.map((b, j) => correlation[i][j] * sigma[a] * sigma[b])),
    correlation,
    sigma,
    eme: eme_px ** 2,
    eme_px,
    k_quantiles: { 0.5: (0.92 * eme_px) ** 2, 0.95: (1.7 * eme_px) ** 2 },
    error95_px: 1.7 * eme_px,
    samples: 25,
  };
}

const METHODS = { std: 1, abs: 2.6, cr0: 2, cr2: 2.3, jackknife: 2.7 };

/// Grey squares, drawn as the tests' thumbnail.
export const THUMBNAIL = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="160" height="100"><rect width="160" height="100" fill="#9aa4ad"/><path d="M40 20h80v60h-80z" fill="#e8ebee"/><path d="M40 20h20v20h-20zm40 0h20v20h-20zM60 40h20v20h-20zm40 0h20v20h-20zM40 60h20v20h-20zm40 0h20v20h-20z" fill="#222"/></svg>').toString('base64')}`;

/// Around the worst two corners.
const crops = (corners) =>
  [...corners]
    .sort((a, b) => Math.hypot(b[3], b[4]) - Math.hypot(a[3], a[4]))
    .slice(0, 2)
    .map(([corner, u, v]) => ({ corner, left: Math.round(u) - 32, top: Math.round(v) - 32, side: 64, image: THUMBNAIL }));

/// Radius by angle of the radial camera above.
function distortionCurve() {
  const angle_deg = Array.from({ length: 41 }, (_, i) => i);
  const of = (f) => angle_deg.map((a) => round(f(Math.tan((a * Math.PI) / 180)), 4));
  return {
    angle_deg,
    radius_px: of((r) => 1500 * r * (1 + CAMERA.k1 * r ** 2 + CAMERA.k2 * r ** 4)),
    sigma_px: of((r) => 0.8 * r ** 3),
    ideal: 'pinhole',
    ideal_px: of((r) => 1500 * r),
    image_deg: 37.3,
    fold_deg: null,
  };
}

function preview(name, corners, columns) {
  const [mc, mr] = [16, 10];
  const nodes = Array.from({ length: (mc + 1) * (mr + 1) }, (_, i) => {
    const [u, v] = [((i % (mc + 1)) * SIZE[0]) / mc - 0.5, (Math.floor(i / (mc + 1)) * SIZE[1]) / mr - 0.5];
    return project([(u - CAMERA.cx) / 1300, (v - CAMERA.cy) / 1300, 1]).map((x) => round(x, 1));
  });
  const rowOf = (row) => corners.filter(([id]) => Math.floor(id / columns) === row).map(([, u, v]) => [u, v]);
  return { frame: name, image: THUMBNAIL, columns: mc, rows: mr, nodes, lines: [0, 3].map((row) => ({ before: rowOf(row), after: rowOf(row) })) };
}

export function calibrationReport({
  frames: count = 25,
  columns = 10,
  rows = 8,
  spacing = 0.05,
  seed = 1,
  noise = 0.05,
  bias = 0.04,
  bent = true,
  name = (i) => `frame${String(i).padStart(3, '0')}.png`,
  thumbnails = false,
  domain = false,
} = {}) {
  const rng = random(seed);
  const points = Array.from({ length: columns * rows }, (_, i) => [(i % columns) * spacing, Math.floor(i / columns) * spacing, 0]);
  const middle = [((columns - 1) * spacing) / 2, ((rows - 1) * spacing) / 2, 0];
  const seenFrames = [];
  const calibrated = [];
  const [cellColumns, cellRows] = [10, 8];
  const sums = Array.from({ length: cellColumns * cellRows }, () => [0, 0, 0]);
  for (let f = 0; f < count; ++f) {
    const { rotation, translation, seen } = view(rng, points, middle);
    const loud = f === 7 ? 3 : 1;
    let squares = 0;
    const corners = seen.map(([u, v], id) => {
      const radius = Math.hypot(u - CAMERA.cx, v - CAMERA.cy) / 1140;
      const push = bias * 2.2 * (radius ** 3 - 0.25 * radius);
      const [du, dv] = [noise * loud * rng.normal() + (push * (u - CAMERA.cx)) / 1140, noise * loud * rng.normal() + (push * (v - CAMERA.cy)) / 1140];
      squares += du * du + dv * dv;
      const cell =
        sums[
          Math.min(cellRows - 1, Math.floor((v / SIZE[1]) * cellRows)) * cellColumns +
            Math.min(cellColumns - 1, Math.floor((u / SIZE[0]) * cellColumns))
        ];
      cell[0] += du;
      cell[1] += dv;
      cell[2] += 1;
      return [id, round(u, 3), round(v, 3), round(du), round(dv)];
    });
    seenFrames.push({ name: name(f), corners, ...(thumbnails ? { thumbnail: THUMBNAIL, crops: crops(corners) } : {}) });
    calibrated.push({
      name: name(f),
      rotation_vector: rotation.map((v) => round(v, 6)),
      translation: translation.map((v) => round(v, 6)),
      rmse: Math.sqrt(squares / (2 * corners.length)),
      leverage: (0.5 + rng.uniform()) / count,
      shift_px: 0.02 + 0.1 * rng.uniform() ** 3,
      outlying: f === 7,
      noise_ratio: loud * (0.85 + 0.3 * rng.uniform()),
      blurred: f === 7,
      moved: f === 11,
      near_duplicate: f === 12 ? name(3) : null,
    });
  }
  const all = seenFrames.flatMap((frame) => frame.corners);
  const rmse = Math.sqrt(all.reduce((sum, c) => sum + c[3] ** 2 + c[4] ** 2, 0) / (2 * all.length));
  const names = Object.keys(CAMERA);
  const uncertainty = Object.fromEntries(Object.entries(METHODS).map(([method, scale]) => [method, estimate(names, scale, rng)]));
  const [mc, mr] = [40, 30];
  const centres = Array.from({ length: mc * mr }, (_, i) => [(((i % mc) + 0.5) * SIZE[0]) / mc, ((Math.floor(i / mc) + 0.5) * SIZE[1]) / mr]);
  const outside = ([u, v]) => domain && Math.hypot(u - CAMERA.cx, v - CAMERA.cy) > 1020;
  const map = (scale) => centres.map((c) => (outside(c) ? null : round(scale * (0.05 + 0.35 * (Math.hypot(c[0] - 900, c[1] - 560) / 1140) ** 3), 6)));
  const observed = new Array(mc * mr).fill(false);
  for (const [, u, v] of all)
    observed[Math.min(mr - 1, Math.floor((v / SIZE[1]) * mr)) * mc + Math.min(mc - 1, Math.floor((u / SIZE[0]) * mc))] = true;
  const tiles = [];
  for (let r = 0; r + 1 < rows; r += 2) {
    for (let c = 0; c + 1 < columns; c += 2) {
      const id = r * columns + c;
      tiles.push({
        corners: [id, id + 1, id + columns, id + columns + 1],
        eps_px: round(0.01 + 0.06 * Math.hypot(c / columns - 0.45, r / rows - 0.4)),
      });
    }
  }
  const text = '{\n "format": "fiducia.calibration/1",\n "note": "ünïcödé 試 \\u2028 </script>"\n}\n';
  return {
    format: 'fiducia.report/1',
    title: 'bent board',
    calibration: {
      model: 'radial2',
      image_size: SIZE,
      parameters: { ...CAMERA, fx: 1505.354175750943 },
      frames: calibrated,
      ...(bent
        ? {
            target_points: points.map(([x, y]) => [
              x,
              y,
              0.0004 * (1 - ((x - middle[0]) / middle[0]) ** 2) * (1 - 0.5 * ((y - middle[1]) / middle[1]) ** 2) - 0.0002,
            ]),
            target_shape: { shape: 'free', peak_to_valley_m: 0.0004, out_of_plane_rms_m: 0.00012, sigma_m: 0.00002 },
          }
        : {}),
      fit: { rmse, mad: 0.97 * rmse, n_observations: 2 * all.length, n_parameters: 6 + 6 * count, s_d: 1.02 * rmse },
      bias: {
        ratio: 0.37,
        ratio_ci95: [0.25, 0.46],
        eps_px: 0.038,
        eps_px_ci95: [0.029, 0.046],
        sigma_d_px: 0.0492,
        p_value: 4.9e-31,
        n_tiles: tiles.length * count,
        source: { target_share: 0.32, image_share: 0.06 },
      },
      uncertainty,
      trust: {
        total_px: 0.74,
        bound95_px: 0.93,
        random_px: 0.36,
        systematic_px: 0.647,
        systematic_px_ci95: [0.41, 0.82],
        is_lower_bound: false,
        without_ray: 0,
        explanation: { model: 'radial2', target_shape: 'warp', bias_ratio: 0.05, eps_px: 0.011 },
      },
      causes: [
        { effect: 'target', tried: true, present: true, share: 0.9, costs_px: 0.647, size: 0.2, unit: 'mm' },
        {
          effect: 'shutter',
          tried: true,
          present: true,
          share: 0.08,
          costs_px: 0.12,
          size: 0.4,
          unit: 'px',
          or_else: ['shutter_columns', 'target_bend'],
        },
        { effect: 'lens', tried: true, present: false, share: 0, costs_px: 0, size: 0, unit: '' },
      ],
      halves: {
        frames: [13, 12],
        apart_px: 0.4,
        expected_px: 0.5,
        bound95_px: 1.1,
        columns: 6,
        rows: 4,
        apart: Array.from({ length: 24 }, (_, i) => 0.1 + 0.03 * i),
        sigma: Array.from({ length: 24 }, (_, i) => 0.2 + 0.02 * i),
      },
      verdict: {
        judgement: 'usable',
        why: [
          {
            effect: 'target',
            words: "the target's shape: 0.2 mm from its lowest to its highest corner",
            share: 0.9,
            costs_px: 0.647,
            part: 'systematic',
          },
          {
            effect: 'shutter',
            words:
              'images are skewed one by one, as by a rolling shutter (by rows or by columns; or a target that bends: these images do not tell): 0.4 px of skew per image',
            share: 0.08,
            costs_px: 0.12,
            part: 'random',
          },
        ],
        tolerance_px: 0.8,
        findings: [{ cause: 'total_error', judgement: 'usable', px: 0.93 }],
        action: { code: 'find_target_shape', expected_total_px: 0.095 },
        reason:
          'something is systematically wrong: 0.038 px RMS, 37% of the squared residual, is not noise (noise: 0.049 px), and no covariance sees all that it does to the result',
        next: 'the target is not what it is said to be: find its shape with the camera (calibrate with --target-shape free), there the systematic part is 0.011 px (BR 0.05); or mount it on something flat',
      },
      left_out: [{ name: 'dark.png', reason: 'no chessboard was found' }],
      left_out_corners: [{ frame: name(2), id: 17, reason: 'off by 2.1 px from its neighbours' }],
      warnings: [`the corners of ${name(7)} scatter far more than others’: blurred, out of focus, or badly lit?`],
    },
    thresholds: {
      bias_ratio_good: 0.05,
      bias_ratio_open: 0.2,
      bias_p_value: 0.01,
      bias_px_negligible: 0.01,
      frames_good: 8,
      outlier_ratio: 3,
    },
    target: { spec: `chessboard:${columns}x${rows}:${spacing}`, points },
    frames: seenFrames,
    bias_image: {
      columns: cellColumns,
      rows: cellRows,
      mean_u: sums.map(([u, , n]) => (n ? round(u / n, 5) : null)),
      mean_v: sums.map(([, v, n]) => (n ? round(v / n, 5) : null)),
      count: sums.map(([, , n]) => n),
    },
    bias_tiles: tiles,
    uncertainty: {
      columns: mc,
      rows: mr,
      methods: Object.fromEntries(Object.entries(METHODS).map(([m, scale]) => [m, map(scale)])),
      rad_per_px: centres.map((c) => (outside(c) ? null : 1 / 1500)),
      observed,
      ...(domain
        ? {
            domain: Array.from({ length: 72 }, (_, i) => [
              CAMERA.cx + 1020 * Math.cos((i * Math.PI) / 36),
              CAMERA.cy + 1020 * Math.sin((i * Math.PI) / 36),
            ]),
          }
        : {}),
    },
    distortion: distortionCurve(),
    ...(thumbnails ? { preview: preview(name(0), seenFrames[0].corners, columns) } : {}),
    trust_map: { columns: mc, rows: mr, error_px: map(2.3) },
    distribution: Object.fromEntries(Object.entries(uncertainty).map(([m, u]) => [m, density(u.eme_px)])),
    downloads: [
      { label: 'JSON', file: 'calibration.json', text },
      { label: 'OpenCV YAML', file: 'opencv.yaml', text: '%YAML:1.0\r\n---\r\n' },
      { label: 'ROS', file: 'ros.yaml', text: 'camera_name: ü\n' },
      { label: 'Kalibr', file: 'kalibr.yaml', text: 'cam0: {}\n' },
      { label: 'mrcal', file: 'camera.cameramodel', text: '{}\n' },
    ],
    ...provenance(),
  };
}

export const provenance = () => ({
  provenance: {
    version: '0.1.0',
    command: 'fiducia calibrate bent.json --model radial2 -o bent',
    seed: 0,
    inputs: [{ name: 'bent.json', hash: 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' }],
    pixel_convention: 'the centre of the top-left pixel is (0, 0), as in OpenCV and ROS; lengths in metres',
  },
});

export const selection = () => ({
  reason:
    'it fits better than radial1 by more than chance and the disagreement of the frames explain (RMSE 0.0639 px against 0.196 px), and the extra parameter of radial3 improves the fit too little to be worth the risk',
  entries: [
    { model: 'pinhole', parameters: 3, rmse: 0.897, bias_ratio: 0.99, eps_px: 0.518, eme_px: 16.7, held_out_px: 1.007, recommended: false },
    { model: 'radial1', parameters: 5, rmse: 0.196, bias_ratio: 0.81, eps_px: 0.105, eme_px: 3.29, held_out_px: 0.314, recommended: false },
    { model: 'radial2', parameters: 6, rmse: 0.0639, bias_ratio: 0.37, eps_px: 0.038, eme_px: 0.261, held_out_px: 0.0647, recommended: true },
    { model: 'opencv5', parameters: 9, rmse: 0.0638, bias_ratio: 0.37, eps_px: 0.0373, eme_px: 0.239, held_out_px: 0.0661, recommended: false },
    { model: 'opencv8', parameters: 12, problem: 'cannot be calibrated when single frames are left out', recommended: false },
    { model: 'fisheye', parameters: 8, rmse: 0.0639, bias_ratio: 0.36, eps_px: 0, eme_px: null, held_out_px: null, recommended: false },
  ],
});

export const comparison = () => ({
  image_size: SIZE,
  grid: [20, 15],
  k_px: 0.42,
  expected95_px: 0.3,
  largest_px: 1.31,
  differences: Array.from({ length: 300 }, (_, i) => {
    const [x, y] = [((i % 20) - 9.5) / 10, (Math.floor(i / 20) - 7) / 10];
    const r = Math.hypot(x, y);
    return r > 1.12 ? null : [x * (r * r - 0.3), y * (r * r - 0.3) + 0.05];
  }),
});

export const nextViews = () => ({
  criterion: 'eme',
  eme_px: 0.261,
  error95_px: 0.494,
  advice: 'Three more images halve the expected error: tilt the board, and bring it into the corners.',
  image_size: SIZE,
  corners: Array.from({ length: 200 }, (_, i) => [300 + 40 * (i % 20), 200 + 40 * Math.floor(i / 20)]),
  suggestions: [
    {
      words: 'in the lower right corner, near, tilted to the left by about 40 degrees',
      outline: [
        [1100, 600],
        [1880, 520],
        [1900, 1150],
        [1150, 1180],
      ],
      tilt_rad: 0.7,
      distance_m: 0.9,
      eme_px: 0.2,
      error95_px: 0.38,
    },
    {
      words: 'in the upper left corner, far, tilted away',
      outline: [
        [60, 50],
        [620, 80],
        [600, 420],
        [90, 460],
      ],
      eme_px: 0.17,
      error95_px: 0.31,
    },
    {
      words: 'in the middle, near, turned by 45 degrees',
      outline: [
        [960, 120],
        [1450, 560],
        [980, 1080],
        [480, 640],
      ],
      eme_px: 0.14,
      error95_px: 0.27,
    },
  ],
});
