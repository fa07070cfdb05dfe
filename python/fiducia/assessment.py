"""A calibration, and everything that is found out about it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Tuple

import numpy as np

from . import _fiducia, arrays, plots
from .camera import Camera
from .progress import ProgressLike, Shown

Residuals = List[Tuple[str, np.ndarray, np.ndarray, np.ndarray]]


@dataclass(frozen=True)
class Frame:
    """An image that was used."""

    name: str
    rvec: np.ndarray  #: rotation vector of camera_from_target, radians
    tvec: np.ndarray  #: translation of camera_from_target, metres
    rmse: float  #: px per coordinate

    @property
    def camera_from_target(self) -> np.ndarray:
        """4 x 4: x_camera = R x_target + t."""
        angle = float(np.linalg.norm(self.rvec))
        x, y, z = self.rvec / angle if angle > 0 else self.rvec
        W = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
        pose = np.eye(4)
        pose[:3, :3] += np.sin(angle) * W + (1 - np.cos(angle)) * W @ W
        pose[:3, 3] = self.tvec
        return pose


class Assessment:
    """A calibration, how wrong it is, why, and what to do next. ``print`` it, or show it in a notebook.

    Errors of the camera (``total_px``, ``bound95_px``, ``random_px``, ``systematic_px``) are lengths in the image, RMS
    over it; ``rmse`` and the figures of ``bias`` are per coordinate, ``rms`` per corner as in OpenCV.
    """

    def __init__(self, native: _fiducia.Assessed, judged: str = "") -> None:
        self._native: Optional[_fiducia.Assessed] = native
        self._json = native.json()
        self._judged = judged
        self._dict: Optional[Dict[str, Any]] = None
        self._report_json: Optional[str] = None
        self._summary: Optional[str] = None
        self._residuals: Optional[Residuals] = None
        self._camera = native.camera
        self._observations = native.observations

    # --- all of it

    def to_dict(self) -> Dict[str, Any]:
        """calibration.json, the object that ``fiducia calibrate --json`` prints: docs/files.md has its keys."""
        return json.loads(self._json)

    def to_json(self) -> str:
        """The same as text."""
        return self._json

    def save(self, path: Any) -> None:
        """Writes calibration.json, for the program and for read_calibration()."""
        _fiducia.write_file(str(path), self._json)

    def _get(self) -> Dict[str, Any]:
        if self._dict is None:
            self._dict = self.to_dict()
        return self._dict

    # --- the camera

    @property
    def camera(self) -> Camera:
        """The calibrated camera."""
        return Camera._of(self._camera)

    @property
    def model(self) -> str:
        """The model's name."""
        return self._get()["model"]

    @property
    def parameters(self) -> Dict[str, float]:
        """The intrinsics by name."""
        return self.camera.parameters

    @property
    def image_size(self) -> Tuple[int, int]:
        """(width, height) in pixels."""
        return self.camera.image_size

    @property
    def K(self) -> np.ndarray:
        """The camera matrix, px."""
        return self.camera.K

    @property
    def dist(self) -> np.ndarray:
        """Distortion coefficients in OpenCV's order."""
        return self.camera.dist

    @property
    def frames(self) -> List[Frame]:
        """The frames that were used, with the target's pose in each."""
        return [
            Frame(one["name"], np.array(one["rotation_vector"]), np.array(one["translation"]), one["rmse"])
            for one in self._get()["frames"]
        ]

    @property
    def observations(self) -> _fiducia.Observations:
        """What it was made from."""
        return self._observations

    @property
    def target_points(self) -> np.ndarray:
        """The target's points (N x 3, metres) by corner id, as found with the camera or nominal; NaN: never seen."""
        found = self._get().get("target_points")
        if found is None:
            return self._observations.target.points
        return np.array([[np.nan] * 3 if point is None else point for point in found])

    def covariance(self, method: str = "cr2") -> np.ndarray:
        """Of the intrinsics, in the order of ``parameters``; by std, abs, cr0, cr2, jackknife or bs."""
        return np.array(self._estimate(method)["covariance"])

    def sigma(self, method: str = "cr2") -> Dict[str, float]:
        """Standard deviations of the intrinsics by name."""
        return dict(self._estimate(method)["sigma"])

    def _estimate(self, method: str) -> Dict[str, Any]:
        known = self._get()["uncertainty"]
        if method not in known:
            raise arrays.refuse(f"method: '{method}' is none of {', '.join(known)}")
        return known[method]

    # --- how wrong it is

    @property
    def judgement(self) -> str:
        """``good``, ``usable`` or ``bad`` for the tolerance."""
        return self._get()["verdict"]["judgement"]

    @property
    def reason(self) -> str:
        """Why, in one sentence."""
        return _fiducia.in_python_words(self._get()["verdict"]["reason"])

    @property
    def also(self) -> List[str]:
        """Whatever else was found, a sentence each."""
        return [_fiducia.in_python_words(text) for text in self._get()["verdict"].get("also", [])]

    @property
    def next(self) -> str:
        """The one thing that helps most."""
        return _fiducia.in_python_words(self._get()["verdict"]["next"])

    @property
    def causes(self) -> List[Dict[str, Any]]:
        """What is wrong: dictionaries with effect, words, share (of the systematic residuals) and costs_px."""
        return self._get()["verdict"].get("why") or []

    @property
    def tolerance_px(self) -> float:
        """What the verdict was made with."""
        return self._get()["verdict"]["tolerance_px"]

    def _trust(self, key: str) -> Optional[float]:
        trust = self._get()["trust"]
        return None if trust is None else trust[key]

    @property
    def total_px(self) -> Optional[float]:
        """How far the camera is off, px RMS over the image; None where it cannot be told."""
        return self._trust("total_px")

    @property
    def bound95_px(self) -> Optional[float]:
        """With 95% confidence it is off by less, px."""
        return self._trust("bound95_px")

    @property
    def random_px(self) -> Optional[float]:
        """The part of total_px that is random, px."""
        return self._trust("random_px")

    @property
    def systematic_px(self) -> Optional[float]:
        """The part of total_px that is systematic, px."""
        return self._trust("systematic_px")

    @property
    def rmse(self) -> float:
        """Of the residuals, px per coordinate."""
        return self._get()["fit"]["rmse"]

    @property
    def rms(self) -> float:
        """Of the residuals, px per corner: what OpenCV calls the reprojection error."""
        return float(np.sqrt(2) * self.rmse)

    @property
    def bias_ratio(self) -> float:
        """The part of the residuals' square that is not noise, 0 to 1."""
        return self._get()["bias"]["ratio"]

    @property
    def warnings(self) -> List[str]:
        return [_fiducia.in_python_words(text) for text in self._get()["warnings"]]

    @property
    def left_out(self) -> List[Tuple[str, str]]:
        """Images that were not used: (name, reason)."""
        return [(one["name"], one["reason"]) for one in self._get()["left_out"]]

    def unmet(self, *requirements: str) -> List[str]:
        """Which conditions do not hold: ``"verdict=good"``, ``"trust.bound95_px<0.5"``; a sentence each."""
        return _fiducia.unmet(self._json, list(requirements))

    def residuals(self) -> Residuals:
        """(frame, corner ids, pixels N x 2, residuals N x 2) of each used frame.

        Detected less reprojected corner in px, times the corner's weight. The arrays are views, not to be written to.
        """
        if self._residuals is None:
            assert self._native is not None
            self._residuals = self._native.residuals()
        return self._residuals

    def trust_map(self) -> Optional[Tuple[np.ndarray, bool]]:
        """(rows x columns of the expected error in px over the image, whether it is a bound); None: not known."""
        return _fiducia.trust_map(self._json)

    # --- for people

    @property
    def summary(self) -> str:
        """What ``fiducia calibrate`` prints."""
        if self._summary is None:
            assert self._native is not None
            self._summary = self._native.summary()
        return self._summary

    def report(self, path: Any, title: str = "", *, progress: ProgressLike = None) -> None:
        """Writes the report, one HTML file that needs nothing else."""
        with Shown(progress, "report") as show:
            _fiducia.write_report(str(path), self._with_halves(), self._observations, title, self._judged, show)

    def _with_halves(self) -> str:
        if self._report_json is None:
            assert self._native is not None
            self._report_json = self._native.report_json()
        return self._report_json

    def __str__(self) -> str:
        return self.summary

    def __repr__(self) -> str:
        error = "" if self.total_px is None else f", {self.total_px:.3g} px (95%: {self.bound95_px:.3g} px)"
        return f"<fiducia.Assessment {self.judgement}: {self.model}, {len(self._get()['frames'])} frames{error}>"

    def _repr_html_(self) -> str:
        drawing = _fiducia.summary_svg(self._json, self._observations, "")
        return f'<div style="max-width: 960px; background: white">{drawing}</div>'

    def plot_trust(self, ax: Any = None) -> Any:
        """The error to expect over the image, px. Returns matplotlib's axes."""
        return plots.plot_trust(self, ax)

    def plot_residuals(self, ax: Any = None) -> Any:
        """The residuals as arrows over the image. Returns matplotlib's axes."""
        return plots.plot_residuals(self, ax)

    def plot_distortion(self, ax: Any = None) -> Any:
        """How far the lens moves pixels, px. Returns matplotlib's axes."""
        return plots.plot_distortion(self, ax)

    def plot_poses(self, ax: Any = None) -> Any:
        """Where the target was, metres. Returns matplotlib's axes."""
        return plots.plot_poses(self, ax)

    # --- pickling: all that needs the library's own object is made before

    def __getstate__(self) -> Dict[str, Any]:
        return {
            "json": self._json,
            "report_json": self._with_halves(),
            "judged": self._judged,
            "summary": self.summary,
            "residuals": [(name, ids.copy(), uv.copy(), r.copy()) for name, ids, uv, r in self.residuals()],
            "camera": self._camera,
            "observations": self._observations,
        }

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self._native = None
        self._dict = None
        self._json = state["json"]
        self._report_json = state["report_json"]
        self._judged = state["judged"]
        self._summary = state["summary"]
        self._residuals = state["residuals"]
        self._camera = state["camera"]
        self._observations = state["observations"]
