"""What the program's commands do, as functions."""

from __future__ import annotations

import os
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _fiducia, arrays
from ._fiducia import Observations, Target
from .assessment import Assessment
from .camera import Camera, from_opencv
from .corners import observations_from_points
from .progress import ProgressLike, Shown
from .results import Comparison, Guidance, Selection

PathLike = Union[str, "os.PathLike[str]"]
TargetLike = Union[str, Target]
Input = Union[Observations, PathLike, Sequence[PathLike]]


def _paths(value: Any, name: str) -> List[str]:
    if isinstance(value, (str, os.PathLike)):
        return [os.fspath(value)]
    if isinstance(value, Sequence) and len(value) and all(isinstance(one, (str, os.PathLike)) for one in value):
        return [os.fspath(one) for one in value]
    raise arrays.refuse(f"{name}: a {type(value).__name__} is neither observations, nor a path, nor a list of paths")


def read_observations(
    inputs: Union[PathLike, Sequence[PathLike]],
    target: Optional[TargetLike] = None,
    *,
    image_size: Optional[Tuple[int, int]] = None,
    leave_out: Sequence[str] = (),
    cache: bool = True,
    every: int = 0,
    threads: int = 0,
    progress: ProgressLike = None,
) -> Observations:
    """Observations from a file (ours, CSV, mrcal's corners.vnl, OpenCV's YAML), or from images, folders and videos.

    target: a Target or its text, such as ``chessboard:9x6:0.025`` (inner corners, metres); images need it.
    image_size: (width, height) in pixels where a file does not say it. leave_out: frames to do without, by name or
    pattern. cache: remember what was found in an image. every: of a video, every Nth frame; 0: chosen ones.
    """
    options = {
        "target": target,
        "image_size": arrays.size_text(image_size),
        "cache": cache,
        "every": every,
        "threads": threads,
    }
    with Shown(progress, "images") as show:
        found = _fiducia.read_observations(_paths(inputs, "inputs"), options, show)
    left_out = arrays.texts(leave_out, "leave_out") or []
    return found.without(left_out) if left_out else found


def detect(
    images: Any,
    target: TargetLike,
    *,
    names: Optional[Sequence[str]] = None,
    cache: bool = True,
    threads: int = 0,
    progress: ProgressLike = None,
) -> Observations:
    """The target's corners in images: files and folders, or arrays.

    An array is an image of 8 bits, height x width (grey) or height x width x 3 (as cv2.imread gives it); grey ones are
    not copied. names: of arrays, ``0``, ``1``, ... where they are not given.
    """
    if isinstance(images, (str, os.PathLike)) or (
        isinstance(images, Sequence) and len(images) and isinstance(images[0], (str, os.PathLike))
    ):
        if names is not None:
            raise arrays.refuse("names is for arrays; files have names")
        return read_observations(images, target, cache=cache, threads=threads, progress=progress)
    try:
        listed = list(images)
    except TypeError:
        raise arrays.refuse(f"images: a {type(images).__name__} is neither paths nor a list of arrays") from None
    if not listed:
        raise arrays.refuse("images is empty")
    gray = [_gray(image, f"images[{i}]") for i, image in enumerate(listed)]
    for i, image in enumerate(gray):
        if image.shape != gray[0].shape:
            raise arrays.refuse(f"images[{i}] has shape {image.shape}, images[0] has {gray[0].shape}")
    named = [str(i) for i in range(len(gray))] if names is None else list(names)
    if len(named) != len(gray):
        raise arrays.refuse(f"names has {len(named)} entries, images has {len(gray)}")
    with Shown(progress, "images") as show:
        return _fiducia.detect_arrays(gray, named, target, threads, show)


def _gray(image: Any, name: str) -> np.ndarray:
    if not isinstance(image, np.ndarray) or image.dtype != np.uint8 or image.ndim not in (2, 3):
        what = f"{image.dtype} of shape {image.shape}" if isinstance(image, np.ndarray) else type(image).__name__
        raise arrays.refuse(f"{name} is {what}; give an array of uint8, (height, width) or (height, width, 3)")
    if image.ndim == 3:
        if image.shape[2] != 3:
            raise arrays.refuse(f"{name} has shape {image.shape}; give (height, width) or (height, width, 3)")
        image = np.round(image @ np.array([0.114, 0.587, 0.299])).astype(np.uint8)
    return image if image.strides[1] == 1 else np.ascontiguousarray(image)


def _observations(
    observations: Any, target: Optional[TargetLike], image_size: Optional[Tuple[int, int]], leave_out: Any,
    threads: int, progress: ProgressLike,
) -> Observations:  # fmt: skip
    if not isinstance(observations, Observations):
        return read_observations(
            _paths(observations, "observations"), target, image_size=image_size, leave_out=leave_out, threads=threads,
            progress=progress,
        )  # fmt: skip
    if target is not None:
        raise arrays.refuse("target: the observations have theirs; give it with images and files alone")
    left_out = arrays.texts(leave_out, "leave_out") or []
    return observations.without(left_out) if left_out else observations


def _pairs(values: Optional[Mapping[str, float]]) -> Optional[List[str]]:
    return None if values is None else [f"{name}={value!r}" for name, value in values.items()]


def assess(
    observations: Input,
    target: Optional[TargetLike] = None,
    *,
    model: str = "auto",
    target_shape: str = "auto",
    effects: str = "none",
    tolerance: float = 1.0,
    loss: str = "none",
    outliers: Optional[float] = None,
    keep_frames: bool = False,
    auto_improve: bool = False,
    bootstrap: int = 0,
    region: Union[None, str, Sequence[str]] = None,
    region_mask: Optional[PathLike] = None,
    grid: str = "20x15",
    thresholds: Optional[Mapping[str, float]] = None,
    leave_out: Sequence[str] = (),
    image_size: Optional[Tuple[int, int]] = None,
    seed: int = 0,
    threads: int = 0,
    progress: ProgressLike = None,
) -> Assessment:
    """Calibrates a camera and says how far the result can be trusted, as ``fiducia calibrate`` does.

    observations: Observations, an observations file, or images and folders (which need ``target``).
    model, target_shape (planar, warp, free): ``auto`` takes what makes the camera least wrong. effects: none, auto, or
    names. tolerance: the error that the application bears, px RMS over the image. loss: none or ``cauchy:PX``.
    region: where in the image it matters, ``disc:CX,CY,RADIUS`` or ``rect:LEFT,TOP,RIGHT,BOTTOM`` in px. bootstrap: so
    many exact recalibrations. leave_out: frames by name or pattern. threads: 0 is all cores; results do not depend on
    it. Raises an Error where the data cannot carry a calibration.
    """
    seen = _observations(observations, target, image_size, leave_out, threads, progress)
    options = {
        "model": model,
        "target_shape": target_shape,
        "effects": effects,
        "tolerance": tolerance,
        "loss": loss,
        "outliers": outliers,
        "keep_frames": keep_frames,
        "auto_improve": auto_improve,
        "bootstrap": bootstrap,
        "regions": arrays.texts(region, "region"),
        "region_mask": None if region_mask is None else os.fspath(region_mask),
        "grid": grid,
        "thresholds": _pairs(thresholds),
        "seed": seed,
        "threads": threads,
    }
    with Shown(progress, "models and causes") as show:
        return Assessment(_fiducia.assess(seen, options, show))


def _record(calibration: Any, name: str, image_size: Any = None, camera: str = "") -> _fiducia.CalibrationRecord:
    """(record, what it is called) of whatever a calibration can be."""
    if isinstance(calibration, Assessment):
        return _fiducia.CalibrationRecord.from_json(calibration.to_json(), name)
    if isinstance(calibration, Camera):
        return _fiducia.CalibrationRecord(calibration._value)
    if isinstance(calibration, (str, os.PathLike)):
        options = {"image_size": arrays.size_text(image_size), "camera": camera}
        return _fiducia.read_record(os.fspath(calibration), options)
    raise arrays.refuse(f"{name}: a {type(calibration).__name__} is neither a Camera, an Assessment nor a path")


def evaluate(
    calibration: Any,
    observations: Any,
    image_size: Optional[Tuple[int, int]] = None,
    objpoints: Any = None,
    imgpoints: Any = None,
    *,
    target: Optional[TargetLike] = None,
    fisheye: bool = False,
    tolerance: float = 1.0,
    loss: str = "none",
    outliers: Optional[float] = None,
    bootstrap: int = 0,
    region: Union[None, str, Sequence[str]] = None,
    grid: str = "20x15",
    thresholds: Optional[Mapping[str, float]] = None,
    leave_out: Sequence[str] = (),
    seed: int = 0,
    threads: int = 0,
    progress: ProgressLike = None,
) -> Assessment:
    """Holds a calibration that exists already against observations: is it right for these images?

    ``evaluate(calibration, observations)``: a Camera, an Assessment or a calibration file of any tool, and observations
    as assess() takes them. ``evaluate(K, dist, size, objpoints, imgpoints)``: OpenCV's camera matrix, distortion
    coefficients, image size and lists of points; fisheye says that they are those of cv2.fisheye.
    """
    if (objpoints is None) != (imgpoints is None):
        raise arrays.refuse("objpoints and imgpoints belong together; give both")
    if objpoints is not None:
        if image_size is None:
            raise arrays.refuse("image_size: give (width, height) in pixels")
        record = _fiducia.CalibrationRecord(from_opencv(calibration, observations, image_size, fisheye=fisheye)._value)
        seen = observations_from_points(objpoints, imgpoints, image_size)
        name = "the camera"
    else:
        if isinstance(calibration, np.ndarray):
            raise arrays.refuse("a camera matrix needs: evaluate(K, dist, size, objpoints, imgpoints)")
        seen = _observations(observations, target, image_size, leave_out, threads, progress)
        name = os.fspath(calibration) if isinstance(calibration, (str, os.PathLike)) else "the calibration"
        record = _record(calibration, "calibration", image_size or seen.image_size)
    options = {
        "tolerance": tolerance,
        "loss": loss,
        "outliers": outliers,
        "bootstrap": bootstrap,
        "regions": arrays.texts(region, "region"),
        "grid": grid,
        "thresholds": _pairs(thresholds),
        "seed": seed,
        "threads": threads,
    }
    with Shown(progress, "evaluate") as show:
        return Assessment(_fiducia.evaluate(record, name, seen, options, show), name)


def select(
    observations: Input,
    target: Optional[TargetLike] = None,
    *,
    models: Union[None, str, Sequence[str]] = None,
    by: str = "total",
    loss: str = "none",
    target_shape: str = "planar",
    outliers: Optional[float] = None,
    region: Union[None, str, Sequence[str]] = None,
    grid: str = "20x15",
    leave_out: Sequence[str] = (),
    image_size: Optional[Tuple[int, int]] = None,
    seed: int = 0,
    threads: int = 0,
    progress: ProgressLike = None,
) -> Selection:
    """Calibrates with several models and recommends one. models: names, ``all``, or None (those that fit the lens)."""
    seen = _observations(observations, target, image_size, leave_out, threads, progress)
    options = {
        "models": arrays.texts(models, "models"),
        "by": by,
        "loss": loss,
        "target_shape": target_shape,
        "outliers": outliers,
        "regions": arrays.texts(region, "region"),
        "grid": grid,
        "seed": seed,
        "threads": threads,
    }
    with Shown(progress, "models") as show:
        return Selection(*_fiducia.select(seen, options, show))


def guide(
    observations: Input,
    target: Optional[TargetLike] = None,
    *,
    model: str = "auto",
    target_shape: str = "auto",
    effects: str = "none",
    loss: str = "none",
    outliers: Optional[float] = None,
    criterion: str = "eme",
    suggestions: int = 3,
    until: str = "bound95_px=1",
    max_tilt_deg: float = 50.0,
    min_square_px: Optional[float] = None,
    distance: Optional[Tuple[float, float]] = None,
    leave_out: Sequence[str] = (),
    image_size: Optional[Tuple[int, int]] = None,
    seed: int = 0,
    threads: int = 0,
    progress: ProgressLike = None,
) -> Guidance:
    """Which image to take next, and whether there are enough.

    until: what is good enough, ``bound95_px=1`` and others as ``fiducia guide`` has them, px. max_tilt_deg,
    min_square_px (side of a square), distance ((least, greatest) in metres): what a view may be.
    """
    seen = _observations(observations, target, image_size, leave_out, threads, progress)
    options = {
        "model": model,
        "target_shape": target_shape,
        "effects": effects,
        "loss": loss,
        "outliers": outliers,
        "criterion": criterion,
        "suggestions": suggestions,
        "until": until,
        "max_tilt_deg": max_tilt_deg,
        "min_square_px": min_square_px,
        "distance": None if distance is None else arrays.range_text(distance, "distance"),
        "seed": seed,
        "threads": threads,
    }
    with Shown(progress, "models and causes") as show:
        return Guidance(*_fiducia.guide(seen, options, show))


def compare(
    reference: Any, other: Any, *, image_size: Optional[Tuple[int, int]] = None, grid: Tuple[int, int] = (20, 15)
) -> Comparison:
    """How far two calibrations map apart, px: Cameras, Assessments or calibration files of any tool."""
    columns, rows = arrays.size(grid, "grid")
    first = _record(reference, "reference", image_size)
    second = _record(other, "other", image_size or first.camera.image_size)
    return Comparison(*_fiducia.compare(first, second, columns, rows))


def read_camera(
    path: PathLike, *, camera: str = "", model: str = "", image_size: Optional[Tuple[int, int]] = None
) -> Camera:
    """The camera in a calibration file of Fiducia, OpenCV, ROS, Kalibr, mrcal, COLMAP, basalt or calib.io.

    camera: which of several, its name or index. model: ``opencv4`` or ``fisheye``, where four coefficients leave that
    open. image_size: where the file does not say it.
    """
    options = {"camera": camera, "model": model, "image_size": arrays.size_text(image_size)}
    return Camera._of(_fiducia.read_record(os.fspath(path), options).camera)


def read_cameras(
    paths: Union[PathLike, Sequence[PathLike]], *, image_size: Optional[Tuple[int, int]] = None
) -> Dict[str, Tuple[Camera, Optional[np.ndarray]]]:
    """All cameras of a file, or of files that belong together: by name, with camera_from_rig (4 x 4) or None."""
    found = _fiducia.read_cameras(_paths(paths, "paths"), {"image_size": arrays.size_text(image_size)})
    return {name or str(i): (Camera._of(camera), pose) for i, (name, camera, pose) in enumerate(found)}


def formats() -> List[str]:
    """The formats that Camera.save() writes."""
    return _fiducia.format_names()


def models() -> List[str]:
    """The camera models without a configuration."""
    return _fiducia.model_names()
