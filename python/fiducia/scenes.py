"""Cameras that are known, and what they see."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Sequence, Tuple, Union

import numpy as np

from . import _fiducia, arrays
from ._fiducia import Observations, Target
from .assessment import Assessment
from .camera import Camera
from .progress import ProgressLike, Shown

TargetLike = Union[str, Target]


def _scene(
    frames: int, bend_m: float, effects: Any, max_angle_deg: float, distance: Any, max_offset_m: float, seed: int,
    threads: int,
) -> Dict[str, Any]:  # fmt: skip
    def text(value: Any, name: str) -> str:
        try:
            return repr(float(value))
        except (TypeError, ValueError):
            raise arrays.refuse(f"{name}: {value!r} is no number") from None

    return {
        "frames": frames,
        "bend_m": text(bend_m, "bend_m"),
        "effects": arrays.texts(effects, "effects"),
        "max_angle_deg": text(max_angle_deg, "max_angle_deg"),
        "distance": arrays.range_text(distance, "distance"),
        "max_offset_m": text(max_offset_m, "max_offset_m"),
        "seed": seed,
        "threads": threads,
    }


@dataclass(frozen=True)
class Simulation:
    """Observations of a camera that is known."""

    observations: Observations
    truth: Dict[str, Any]  #: the file that ``fiducia simulate`` writes: camera, poses, bend, noise, effects


@dataclass(frozen=True)
class Rendering(Simulation):
    """The same with images."""

    images: List[np.ndarray]  #: height x width, uint8 or uint16


def simulate(
    camera: Camera,
    target: TargetLike,
    *,
    frames: int = 25,
    noise_px: float = 0.05,
    bend_m: float = 0.0,
    effects: Union[None, str, Sequence[str]] = None,
    max_angle_deg: float = 45.0,
    distance: Tuple[float, float] = (0.5, 2.5),
    max_offset_m: float = 0.5,
    seed: int = 0,
    threads: int = 0,
    progress: ProgressLike = None,
) -> Simulation:
    """Observations of a target by a camera that is known, as ``fiducia simulate`` makes them.

    noise_px: standard deviation of each coordinate. bend_m: how far the target's middle stands out. effects: NAME or
    NAME:SIZE, such as ``shutter:5``. distance: (least, greatest) in metres; max_offset_m: sideways.
    """
    options = _scene(frames, bend_m, effects, max_angle_deg, distance, max_offset_m, seed, threads)
    options["noise_px"] = noise_px
    with Shown(progress, "frames") as show:
        observations, truth = _fiducia.simulate(_camera(camera), target, options, show)
    return Simulation(observations, json.loads(truth))


def render(
    camera: Camera,
    target: TargetLike,
    *,
    frames: int = 25,
    psf_px: float = 0.7,
    read_noise: float = 0.0,
    shot_noise: float = 0.0,
    bits: int = 8,
    samples: int = 16,
    bend_m: float = 0.0,
    effects: Union[None, str, Sequence[str]] = None,
    max_angle_deg: float = 45.0,
    distance: Tuple[float, float] = (0.5, 2.5),
    max_offset_m: float = 0.5,
    seed: int = 0,
    threads: int = 0,
    progress: ProgressLike = None,
) -> Rendering:
    """Images of a target by a camera that is known, with the true corners.

    psf_px: standard deviation of the blur, px. read_noise, shot_noise: standard deviations, parts of the range.
    """
    options = _scene(frames, bend_m, effects, max_angle_deg, distance, max_offset_m, seed, threads)
    more = {"psf_px": psf_px, "read_noise": read_noise, "shot_noise": shot_noise, "bits": bits, "samples": samples}
    options.update(more)
    with Shown(progress, "images") as show:
        observations, truth, images = _fiducia.render(_camera(camera), target, options, show)
    return Rendering(observations, json.loads(truth), images)


def simulate_rig(
    cameras: Mapping[str, Tuple[Camera, Any]],
    target: TargetLike,
    *,
    frames: int = 30,
    noise_px: float = 0.05,
    bend_m: float = 0.0,
    effects: Union[None, str, Sequence[str]] = None,
    max_angle_deg: float = 45.0,
    distance: Tuple[float, float] = (0.5, 2.5),
    max_offset_m: float = 0.5,
    seed: int = 0,
    threads: int = 0,
    progress: ProgressLike = None,
) -> Tuple[Dict[str, Observations], Dict[str, Any]]:
    """What the cameras of a rig see, by name, and the truth. cameras: each with its camera_from_rig (4 x 4, metres)."""
    options = _scene(frames, bend_m, effects, max_angle_deg, distance, max_offset_m, seed, threads)
    options["noise_px"] = noise_px
    mounted = [
        (name, _camera(camera), arrays.pose(pose, f"cameras['{name}'][1]")) for name, (camera, pose) in cameras.items()
    ]
    with Shown(progress, "instants") as show:
        seen, truth = _fiducia.simulate_rig(mounted, target, options, show)
    return seen, json.loads(truth)


def _camera(camera: Any) -> _fiducia.CameraValue:
    if isinstance(camera, Assessment):
        camera = camera.camera
    if not isinstance(camera, Camera):
        raise arrays.refuse(f"camera: a {type(camera).__name__} is no fiducia.Camera")
    return camera._value
