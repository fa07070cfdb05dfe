import * as THREE from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { Point3, Report } from '../data';
import { amount, figure, h, section } from '../dom';

function outline(points: Point3[]): Point3[] {
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return [[x0, y0, 0], [x1, y0, 0], [x1, y1, 0], [x0, y1, 0]];
}

function pose(rotation: Point3, translation: Point3): THREE.Matrix4 {
  const w = new THREE.Vector3(...rotation);
  const angle = w.length();
  const turn = new THREE.Quaternion().setFromAxisAngle(angle > 0 ? w.clone().divideScalar(angle) : new THREE.Vector3(1, 0, 0), angle);
  return new THREE.Matrix4().compose(new THREE.Vector3(...translation), turn, new THREE.Vector3(1, 1, 1));
}

/// A view that can be turned with the mouse or the arrow keys. Drawn only when something changes.
function view(build: (scene: THREE.Scene, ink: string) => THREE.Vector3, label: string): HTMLElement {
  const canvas = h('canvas', { class: 'scene', tabindex: 0, role: 'img', 'aria-label': label }) as HTMLCanvasElement;
  const start = () => {
    let renderer: THREE.WebGLRenderer;
    try {
      renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true });
    } catch {
      canvas.replaceWith(h('p', { class: 'note' }, 'This browser draws no 3D (no WebGL).'));
      return;
    }
    const scene = new THREE.Scene();
    const ink = getComputedStyle(document.documentElement).getPropertyValue('--ink').trim() || '#222';
    const centre = build(scene, ink);
    const camera = new THREE.PerspectiveCamera(45, 16 / 10, 0.001, 1000);
    const reach = Math.max(centre.length(), 0.2);
    camera.up.set(0, -1, 0); // y points down
    camera.position.set(-1.2 * reach, -0.9 * reach, -0.9 * reach);
    const controls = new OrbitControls(camera, canvas);
    controls.target.copy(centre);
    controls.listenToKeyEvents(canvas);
    const draw = () => {
      const { clientWidth: w, clientHeight: hgt } = canvas;
      renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
      renderer.setSize(w, hgt, false);
      camera.aspect = w / Math.max(hgt, 1);
      camera.updateProjectionMatrix();
      renderer.render(scene, camera);
    };
    controls.addEventListener('change', draw);
    controls.update();
    new ResizeObserver(draw).observe(canvas);
    draw();
  };
  new IntersectionObserver((entries, observer) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    start();
  }).observe(canvas);
  return canvas;
}

function poses(report: Report): HTMLElement {
  const { frames } = report.calibration!;
  const corners = outline(report.target!.points.filter((p): p is Point3 => p !== null));
  const canvas = view((scene, ink) => {
    const centre = new THREE.Vector3();
    const boards: number[] = [];
    for (const frame of frames) {
      const matrix = pose(frame.rotation_vector, frame.translation);
      const placed = corners.map((p) => new THREE.Vector3(...p).applyMatrix4(matrix));
      placed.forEach((p, i) => boards.push(...p.toArray(), ...placed[(i + 1) % 4]!.toArray()));
      for (const p of placed) centre.addScaledVector(p, 1 / (4 * frames.length));
    }
    const geometry = new THREE.BufferGeometry().setAttribute('position', new THREE.Float32BufferAttribute(boards, 3));
    scene.add(new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ color: '#2b7bba' })));
    const s = 0.15 * centre.length();
    const [a, b] = [0.6 * s, 0.4 * s];
    const tip: Point3 = [0, 0, 0];
    const rim: Point3[] = [[-a, -b, s], [a, -b, s], [a, b, s], [-a, b, s]];
    const edges = rim.flatMap((p, i) => [...tip, ...p, ...p, ...rim[(i + 1) % 4]!]);
    scene.add(new THREE.LineSegments(new THREE.BufferGeometry().setAttribute('position', new THREE.Float32BufferAttribute(edges, 3)), new THREE.LineBasicMaterial({ color: ink })));
    scene.add(new THREE.AxesHelper(s));
    return centre;
  }, `${frames.length} positions of the board in front of the camera`);
  return figure('poses', 'Where the board was', 'The camera looks along the blue axis; each outline is the board of one picture. Boards that all face the camera say little about the focal length. Drag or use the arrow keys to turn.', canvas);
}

function shape(report: Report): HTMLElement | null {
  const { target_points, target_shape } = report.calibration!;
  const nominal = report.target?.points;
  if (!target_points || !target_shape || !nominal) return null;
  const known = target_points.flatMap((p, i) => (p && nominal[i] ? [{ now: p, was: nominal[i]! }] : []));
  const span = Math.max(...known.map((k) => k.was[0])) - Math.min(...known.map((k) => k.was[0]));
  const factor = (0.15 * span) / Math.max(target_shape.peak_to_valley_m, 1e-9);
  const canvas = view((scene, ink) => {
    const centre = new THREE.Vector3();
    const lines: number[] = [];
    const dots: number[] = [];
    for (const { now, was } of known) {
      const moved: Point3 = [was[0] + factor * (now[0] - was[0]), was[1] + factor * (now[1] - was[1]), was[2] + factor * (now[2] - was[2])];
      lines.push(...was, ...moved);
      dots.push(...moved);
      centre.addScaledVector(new THREE.Vector3(...was), 1 / known.length);
    }
    const position = (values: number[]) => new THREE.BufferGeometry().setAttribute('position', new THREE.Float32BufferAttribute(values, 3));
    scene.add(new THREE.LineSegments(position(lines), new THREE.LineBasicMaterial({ color: ink })));
    scene.add(new THREE.Points(position(dots), new THREE.PointsMaterial({ color: '#d95f02', size: 6, sizeAttenuation: false })));
    return centre;
  }, 'the shape of the target, exaggerated');
  return figure('target-shape', 'The shape of the target', `As it was found with the camera, differences from the nominal board ${Math.round(factor)} times as large: ${amount(1e3 * target_shape.peak_to_valley_m, 'mm')} from its lowest to its highest corner (± ${amount(1e3 * target_shape.sigma_m, 'mm')} a corner).`, canvas);
}

export function scene(report: Report): HTMLElement {
  return section('scene', 'In space', h('div', { class: 'figures' }, poses(report), shape(report)));
}
