"""Cameras that are fixed to each other, and everything that is found out about them."""

from __future__ import annotations

import html
import json
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from . import _fiducia, arrays
from .camera import Camera
from .progress import ProgressLike, Shown
from .results import Guidance


class RigAssessment:
    """A rig of cameras: how they stand to each other, how wrong each camera and each pair is, and what to do."""

    def __init__(self, native: _fiducia.AssessedRig) -> None:
        self._native: Optional[_fiducia.AssessedRig] = native
        self._json = native.json()
        self._summary = native.summary()
        self._cameras = native.cameras()

    def to_dict(self) -> Dict[str, Any]:
        """The rig's calibration.json: docs/rigs.md has its keys."""
        return json.loads(self._json)

    def to_json(self) -> str:
        """The same as text."""
        return self._json

    def save(self, path: Any) -> None:
        """Writes calibration.json."""
        _fiducia.write_file(str(path), self._json)

    @property
    def cameras(self) -> Dict[str, Camera]:
        """The cameras by name."""
        return {name: Camera._of(camera) for name, camera, _ in self._cameras}

    @property
    def camera_from_rig(self) -> Dict[str, np.ndarray]:
        """4 x 4 by the camera's name, metres; the first camera is the rig's frame."""
        return {name: pose for name, _, pose in self._cameras}

    def between(self, to: str, origin: str) -> np.ndarray:
        """4 x 4: from one camera's frame to another's."""
        poses = self.camera_from_rig
        for name in (to, origin):
            if name not in poses:
                raise arrays.refuse(f"there is no camera '{name}'; there are {', '.join(poses)}")
        return poses[to] @ np.linalg.inv(poses[origin])

    @property
    def pairs(self) -> List[Dict[str, Any]]:
        """Of each pair: cameras, baseline_m, angle_deg, row_error_px, triangulation and their bounds."""
        return self.to_dict()["rig"]["pairs"]

    @property
    def judgement(self) -> str:
        """``good``, ``usable`` or ``bad`` for the tolerance."""
        return self.to_dict()["verdict"]["judgement"]

    @property
    def reason(self) -> str:
        """Why, in one sentence."""
        return _fiducia.in_python_words(self.to_dict()["verdict"]["reason"])

    @property
    def next(self) -> str:
        """The one thing that helps most."""
        return _fiducia.in_python_words(self.to_dict()["verdict"]["next"])

    @property
    def summary(self) -> str:
        """What the program prints."""
        return self._summary

    def guide(
        self,
        *,
        suggestions: int = 3,
        max_tilt_deg: float = 50.0,
        min_square_px: Optional[float] = None,
        distance: Optional[Tuple[float, float]] = None,
        seed: int = 0,
        threads: int = 0,
        progress: ProgressLike = None,
    ) -> Guidance:
        """Where to hold the board next for the camera or pair that is weakest, until all bounds are within the tolerance.

        max_tilt_deg, min_square_px (side of a square), distance ((least, greatest) in metres): what a view may be. Not of
        a rig that was given or pickled.
        """
        if self._native is None:
            raise arrays.refuse("a rig that was pickled has lost what guidance goes by; assess it again")
        options = {
            "suggestions": suggestions,
            "max_tilt_deg": max_tilt_deg,
            "min_square_px": min_square_px,
            "distance": None if distance is None else arrays.range_text(distance, "distance"),
            "seed": seed,
            "threads": threads,
        }
        with Shown(progress, "next views") as show:
            return Guidance(*self._native.guide(options, show))

    def report(self, path: Any, title: str = "", *, progress: ProgressLike = None) -> None:
        """Writes the report, one HTML file. Not of a rig that was pickled: write it before."""
        if self._native is None:
            raise arrays.refuse("a rig that was pickled has lost what its report shows; write the report before")
        with Shown(progress, "report") as show:
            self._native.write_report(str(path), title, show)

    def __str__(self) -> str:
        return self._summary

    def __repr__(self) -> str:
        return f"<fiducia.RigAssessment {self.judgement}: {', '.join(self.camera_from_rig)}>"

    def _repr_html_(self) -> str:
        rows = ""
        for pair in self.pairs:
            names = " - ".join(pair["cameras"])
            values = "".join(f"<td>{_number(pair.get(key))}</td>" for key in ("baseline_m", "angle_deg", "row_error_px"))
            rows += f"<tr><th>{html.escape(names)}</th>{values}</tr>"
        return (
            f"<div><p><b>{html.escape(self.judgement)}</b>: {html.escape(self.reason)}</p>"
            f"<p><b>next</b>: {html.escape(self.next)}</p><table><tr><th>pair</th><th>baseline (m)</th>"
            f"<th>angle (deg)</th><th>rows (px)</th></tr>{rows}</table></div>"
        )

    def __getstate__(self) -> Dict[str, Any]:
        return {"json": self._json, "summary": self._summary, "cameras": self._cameras}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self._native = None
        self._json = state["json"]
        self._summary = state["summary"]
        self._cameras = state["cameras"]


def _number(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, (int, float)) else "-"


def _views(views: Any) -> List[Tuple[str, _fiducia.Observations]]:
    if not isinstance(views, Mapping) or len(views) < 2:
        raise arrays.refuse("views: give a dictionary of two cameras or more, {'left': observations, 'right': ...}")
    for name, seen in views.items():
        if not isinstance(seen, _fiducia.Observations):
            raise arrays.refuse(f"views['{name}'] is a {type(seen).__name__}; give fiducia.Observations")
    return list(views.items())


def assess_rig(
    views: Mapping[str, _fiducia.Observations],
    *,
    model: Any = "auto",
    target_shape: str = "auto",
    effects: str = "none",
    tolerance: float = 1.0,
    loss: str = "none",
    outliers: Optional[float] = None,
    keep_frames: bool = False,
    distances_m: Optional[Sequence[float]] = None,
    sync_tolerance_s: Optional[float] = None,
    instants: Optional[Sequence[Sequence[str]]] = None,
    seed: int = 0,
    threads: int = 0,
    progress: ProgressLike = None,
) -> RigAssessment:
    """Calibrates cameras that are fixed to each other, together, and says how far the result can be trusted.

    views: the observations of each camera by its name; frames of the same name (or with the same numbers in their
    names) were taken together. instants: which frames were, a list of a frame's name per camera. model: one for all, or
    a dictionary by camera. tolerance: px. distances_m: where the error of triangulated points is told.
    """
    seen = _views(views)
    if isinstance(model, Mapping):
        model = "\n".join(f"{name}={one}" for name, one in model.items())
    options = {
        "model": model,
        "target_shape": target_shape,
        "effects": effects,
        "tolerance": tolerance,
        "loss": loss,
        "outliers": outliers,
        "keep_frames": keep_frames,
        "distances_m": None if distances_m is None else [float(one) for one in distances_m],
        "sync_tolerance_s": sync_tolerance_s,
        "instants": None if instants is None else [list(one) for one in instants],
        "seed": seed,
        "threads": threads,
    }
    with Shown(progress, "cameras of the rig") as show:
        return RigAssessment(_fiducia.assess_rig(seen, options, show))


def evaluate_rig(
    cameras: Mapping[str, Tuple[Camera, Any]],
    views: Mapping[str, _fiducia.Observations],
    *,
    tolerance: float = 1.0,
    outliers: Optional[float] = None,
    sync_tolerance_s: Optional[float] = None,
    instants: Optional[Sequence[Sequence[str]]] = None,
    seed: int = 0,
    threads: int = 0,
    progress: ProgressLike = None,
) -> RigAssessment:
    """Holds a rig that somebody calibrated against views: cameras by name, each with its camera_from_rig (4 x 4, m)."""
    seen = _views(views)
    given = []
    for name, _ in seen:
        if name not in cameras:
            raise arrays.refuse(f"cameras: there is no '{name}', which views has; there are {', '.join(cameras)}")
        camera, pose = cameras[name]
        given.append((name, camera._value, arrays.pose(pose, f"cameras['{name}'][1]")))
    options = {
        "tolerance": tolerance,
        "outliers": outliers,
        "sync_tolerance_s": sync_tolerance_s,
        "instants": None if instants is None else [list(one) for one in instants],
        "seed": seed,
        "threads": threads,
    }
    with Shown(progress, "cameras of the rig") as show:
        return RigAssessment(_fiducia.evaluate_rig(given, seen, options, show))
