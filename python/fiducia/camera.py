"""Cameras: models with their parameters, to project and unproject with."""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple

import numpy as np

from . import _fiducia, arrays
from .progress import ProgressLike, Shown

#: Distortion coefficients in OpenCV's order, by model.
COEFFICIENTS: Dict[str, Tuple[str, ...]] = {
    "pinhole": (),
    "radial1": ("k1",),
    "radial2": ("k1", "k2"),
    "radial3": ("k1", "k2", "", "", "k3"),
    "opencv4": ("k1", "k2", "p1", "p2"),
    "opencv5": ("k1", "k2", "p1", "p2", "k3"),
    "opencv8": ("k1", "k2", "p1", "p2", "k3", "k4", "k5", "k6"),
    "opencv12": ("k1", "k2", "p1", "p2", "k3", "k4", "k5", "k6", "s1", "s2", "s3", "s4"),
    "fisheye": ("k1", "k2", "k3", "k4"),
}


class Camera:
    """A camera: a model, its parameters, and the size of its image in pixels.

    Pixels: the centre of the top-left pixel is (0, 0), as in OpenCV. The camera looks along z, x right, y down.
    """

    __slots__ = ("_value",)

    def __init__(self, model: str, parameters: Dict[str, float], image_size: Tuple[int, int]) -> None:
        if not isinstance(model, str):
            raise arrays.refuse(f"model: {model!r} is no text; fiducia.models() lists the names")
        try:
            values = {str(name): float(value) for name, value in dict(parameters).items()}
        except (TypeError, ValueError):
            raise arrays.refuse(f"parameters: {parameters!r} is no dictionary of numbers by name") from None
        self._value = _fiducia.CameraValue(model, values, arrays.size(image_size))

    @classmethod
    def _of(cls, value: _fiducia.CameraValue) -> "Camera":
        camera = cls.__new__(cls)
        camera._value = value
        return camera

    @property
    def model(self) -> str:
        """The model's name, such as ``radial2``."""
        return self._value.model

    @property
    def parameters(self) -> Dict[str, float]:
        """The parameters by name, in the model's order; focal lengths and the principal point in pixels."""
        values = self._value.parameters
        return {name: values[name] for name in self._value.parameter_names}

    @property
    def image_size(self) -> Tuple[int, int]:
        """(width, height) in pixels."""
        return self._value.image_size

    @property
    def K(self) -> np.ndarray:
        """The camera matrix, 3 x 3, in pixels. Raises an Error for a model that has none."""
        p = self.parameters
        fx, fy = (p.get("fx", p.get("f")), p.get("fy", p.get("f")))
        if fx is None or fy is None or "cx" not in p:
            raise arrays.refuse(f"the model {self.model} has no camera matrix; use project() and unproject()")
        return np.array([[fx, 0.0, p["cx"]], [0.0, fy, p["cy"]], [0.0, 0.0, 1.0]])

    @property
    def dist(self) -> np.ndarray:
        """Distortion coefficients in OpenCV's order; of ``fisheye`` those of cv2.fisheye."""
        if self.model not in COEFFICIENTS:
            raise arrays.refuse(f"OpenCV has no such model as {self.model}; use project() and unproject()")
        p = self.parameters
        return np.array([p[name] if name else 0.0 for name in COEFFICIENTS[self.model]])

    def project(self, points: Any) -> np.ndarray:
        """The pixels (N x 2) of points (N x 3, metres) in the camera's frame; NaN where the model has none."""
        return self._value.project(arrays.points(points, "points", 3))

    def unproject(self, pixels: Any) -> np.ndarray:
        """The unit rays (N x 3) of pixels (N x 2); NaN where no ray of the model's domain is seen there."""
        return self._value.unproject(arrays.points(pixels, "pixels", 2))

    def undistortion_maps(
        self,
        *,
        projection: str = "pinhole",
        size: Optional[Tuple[int, int]] = None,
        fov_deg: Optional[float] = None,
        keep_all: bool = False,
        crop: bool = False,
        threads: int = 0,
        progress: ProgressLike = False,
    ) -> Tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(map_x, map_y, K): where each pixel of an image without distortion is taken from, as cv2.remap takes it.

        projection: pinhole, equirectangular, cylindrical or stereographic. size: of the output, (width, height) in
        pixels; None: the camera's. fov_deg: its horizontal field. keep_all: everything that the camera sees; crop: no
        pixel without source. K is the camera matrix of the output.
        """
        options = {
            "projection": projection,
            "size": arrays.size_text(size, "size"),
            "fov": None if fov_deg is None else repr(float(fov_deg)),
            "keep_all": keep_all,
            "crop": crop,
            "threads": threads,
        }
        with Shown(progress, "rows") as show:
            return self._value.undistortion_maps(options, show)

    def pixel_covariance(self, points: Any, covariance: Any) -> np.ndarray:
        """How uncertain the pixels of points are (N x 2 x 2, px^2), because the intrinsics are: their covariance.

        points: N x 3, metres, in the camera's frame. After removing the rotation that fits best.
        """
        n = len(self._value.parameter_names)
        covariance = arrays.matrix(covariance, "covariance", n, n)
        return self._value.uncertainty(arrays.points(points, "points", 3), covariance)[0]

    def to_text(self, format: str = "fiducia", name: str = "") -> str:
        """The camera as a file of Fiducia or of another tool; fiducia.formats() lists them."""
        return self._value.text(format, name)

    def save(self, path: Any, format: str = "fiducia", name: str = "") -> None:
        """Writes to_text() to a file."""
        _fiducia.write_file(str(path), self.to_text(format, name))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Camera):
            return NotImplemented
        mine = (self.model, self.parameters, self.image_size)
        return mine == (other.model, other.parameters, other.image_size)

    def __hash__(self) -> int:
        return hash((self.model, tuple(self.parameters.items()), self.image_size))

    def __reduce__(self) -> Tuple[Any, ...]:
        return (Camera._of, (self._value,))

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value:.6g}" for name, value in list(self.parameters.items())[:12])
        return f"<fiducia.Camera {self.model}, {self.image_size[0]}x{self.image_size[1]} px: {values}>"


def from_opencv(K: Any, dist: Any, image_size: Tuple[int, int], *, fisheye: bool = False) -> Camera:
    """A camera from OpenCV's camera matrix (3 x 3) and distortion coefficients (4, 5, 8 or 12; 4 of cv2.fisheye)."""
    K = arrays.matrix(K, "K", 3, 3)
    values = [] if dist is None else list(arrays.numbers(dist, "dist").ravel())
    if len(values) == 14 and not any(values[12:]):
        values = values[:12]
    if len(values) == 12 and not any(values[8:]):
        values = values[:8]
    wanted: Tuple[int, ...] = (4,) if fisheye else (0, 4, 5, 8, 12)
    model = "fisheye" if fisheye else f"opencv{len(values)}" if values else "pinhole"
    if fisheye and not values:
        values = [0.0] * 4
    if len(values) == 14:
        raise arrays.refuse("dist: a tilted sensor (tauX, tauY) is not supported")
    if len(values) not in wanted:
        raise arrays.refuse(f"dist has {len(values)} coefficients; give {', '.join(map(str, wanted))}")
    if K[0, 1] != 0:
        raise arrays.refuse("K: a camera matrix with skew is not supported")
    if model == "pinhole" and K[0, 0] != K[1, 1]:
        model, values = "opencv4", [0.0] * 4
    parameters = {"fx": K[0, 0], "fy": K[1, 1], "cx": K[0, 2], "cy": K[1, 2]}
    if model == "pinhole":
        parameters = {"f": K[0, 0], "cx": K[0, 2], "cy": K[1, 2]}
    parameters.update(zip(COEFFICIENTS[model], values))
    return Camera(model, parameters, image_size)
