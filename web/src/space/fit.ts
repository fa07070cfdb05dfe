import { Box3, Sphere, type PerspectiveCamera, type Vector3 } from 'three';

export interface Start {
  position: Vector3;
  centre: Vector3;
}

/// Where the eye is as near as everything fits, looking from a direction at the middle.
export function fitted(camera: PerspectiveCamera, around: Vector3[], from: Vector3): Start {
  const { center: centre, radius } = new Box3().setFromPoints(around).getBoundingSphere(new Sphere());
  let distance = Math.max(radius, 1e-6) / Math.sin((camera.fov * Math.PI) / 360);
  const position = from.clone();
  // How far out the outermost point lies tells how much nearer the eye may come.
  for (let i = 0; i < 5; ++i) {
    camera.near = distance / 200;
    camera.far = distance * 100;
    camera.position.copy(position.copy(from).setLength(distance).add(centre));
    camera.lookAt(centre);
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
    let outermost = 0;
    for (const point of around) {
      const { x, y } = point.clone().project(camera);
      outermost = Math.max(outermost, Math.abs(x), Math.abs(y));
    }
    distance *= Math.min(2, Math.max(0.5, 1.07 * outermost));
  }
  return { position, centre };
}
