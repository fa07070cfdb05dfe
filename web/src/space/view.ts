// A view in space that can be turned by mouse, finger and keys. Drawn only when something changes; where there is no WebGL it says so.

import { Color, PerspectiveCamera, Raycaster, Scene, Vector2, Vector3, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { button } from '../controls';
import { h } from '../dom';
import { onRestyle, whenSeen } from '../schedule';
import { hint } from '../tooltip';
import { ink } from '../theme';
import { fitted } from './fit';

export interface Stage {
  scene: Scene;
  ray: (clientX: number, clientY: number) => Raycaster;
  draw: () => void;
}

export interface ViewOptions {
  label: string;
  fallback: string; // what is to be said where nothing can be drawn
  around: Vector3[]; // what has to be in the image
  from: Vector3; // the direction in which the eye is first
  build: (stage: Stage) => void; // again after every change of colours
  tip?: (stage: Stage, clientX: number, clientY: number) => string | null;
  click?: (stage: Stage, clientX: number, clientY: number) => void;
}

export interface SpaceView {
  element: HTMLElement;
  rebuild: () => void;
}

function renderer(canvas: HTMLCanvasElement): WebGLRenderer | null {
  // The drawing is kept so that it can be printed.
  const context = canvas.getContext('webgl2', { antialias: true, preserveDrawingBuffer: true });
  if (!context) return null;
  try {
    return new WebGLRenderer({ canvas, context, antialias: true, preserveDrawingBuffer: true });
  } catch {
    return null;
  }
}

export function spaceView(options: ViewOptions): SpaceView {
  const canvas = h('canvas', {
    class: 'space',
    tabindex: 0,
    role: 'img',
    'aria-label': `${options.label}. Arrow keys turn, plus and minus zoom, zero resets.`,
  });
  const element = h('div', { class: 'plot stack' }, canvas);
  let rebuild = () => {};

  whenSeen(element, () => {
    const gl = renderer(canvas);
    if (!gl) {
      element.replaceChildren(
        h('p', { class: 'note no-webgl', role: 'note' }, `This browser draws nothing in space (no WebGL). ${options.fallback}`),
      );
      return;
    }
    const camera = new PerspectiveCamera(40, 4 / 3);
    camera.up.set(0, -1, 0); // y points down in a camera's frame
    const start = fitted(camera, options.around, options.from);
    const controls = new OrbitControls(camera, canvas);
    canvas.style.touchAction = 'pan-y'; // a finger across the page still scrolls it
    controls.enableZoom = false; // the wheel scrolls the page until the view has the focus
    canvas.addEventListener('focus', () => (controls.enableZoom = true));
    canvas.addEventListener('blur', () => (controls.enableZoom = false));
    const stage: Stage = {
      scene: new Scene(),
      ray: (clientX, clientY) => {
        const box = canvas.getBoundingClientRect();
        const ray = new Raycaster();
        ray.setFromCamera(new Vector2((2 * (clientX - box.left)) / box.width - 1, 1 - (2 * (clientY - box.top)) / box.height), camera);
        return ray;
      },
      draw: () => {
        const [width, height] = [canvas.clientWidth, canvas.clientHeight];
        if (width === 0) return;
        gl.setPixelRatio(Math.min(devicePixelRatio, 2));
        gl.setSize(width, height, false);
        camera.aspect = width / Math.max(height, 1);
        camera.updateProjectionMatrix();
        gl.render(stage.scene, camera);
      },
    };
    const reset = () => {
      camera.position.copy(start.position);
      controls.target.copy(start.centre);
      controls.update();
      stage.draw();
    };
    const turn = (right: number, down: number) => {
      const offset = camera.position.clone().sub(controls.target);
      offset.applyAxisAngle(camera.up, right);
      const tilted = offset.clone().applyAxisAngle(new Vector3().crossVectors(camera.up, offset).normalize(), down);
      if (Math.abs(tilted.clone().normalize().dot(camera.up)) < 0.98) offset.copy(tilted);
      camera.position.copy(controls.target).add(offset);
      controls.update();
      stage.draw();
    };
    const nearer = (factor: number) => {
      camera.position.sub(controls.target).multiplyScalar(factor).add(controls.target);
      controls.update();
      stage.draw();
    };
    const keys: Record<string, () => void> = {
      ArrowLeft: () => turn(-0.12, 0),
      ArrowRight: () => turn(0.12, 0),
      ArrowUp: () => turn(0, -0.12),
      ArrowDown: () => turn(0, 0.12),
      '+': () => nearer(0.85),
      '=': () => nearer(0.85),
      '-': () => nearer(1 / 0.85),
      '0': reset,
    };
    canvas.addEventListener('keydown', (event) => {
      if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      keys[event.key]!();
    });
    rebuild = () => {
      stage.scene.clear();
      stage.scene.background = new Color(ink('panel'));
      options.build(stage);
      stage.draw();
      canvas.dataset['drawn'] = 'true';
    };
    element.prepend(
      h(
        'div',
        { class: 'zoom', role: 'group', 'aria-label': 'zoom' },
        button('nearer', '+', () => nearer(0.8)),
        button('farther', '−', () => nearer(1.25)),
        button('as at first', '⤢', reset),
      ),
    );
    if (options.tip) hint(canvas, (x, y) => options.tip!(stage, x, y));
    let pressed = { x: 0, y: 0 };
    canvas.addEventListener('pointerdown', (event) => (pressed = { x: event.clientX, y: event.clientY }));
    canvas.addEventListener('click', (event) => {
      if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < 5) options.click?.(stage, event.clientX, event.clientY);
    });
    controls.addEventListener('change', stage.draw);
    reset();
    rebuild();
    new ResizeObserver(stage.draw).observe(canvas);
    onRestyle(() => element.isConnected && rebuild());
  });
  return { element, rebuild: () => rebuild() };
}
