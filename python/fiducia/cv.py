"""OpenCV's calibration functions, with the verdict besides.

``import fiducia.cv as cv`` in the place of ``import cv2 as cv``: calibrateCamera, calibrateCameraExtended,
stereoCalibrate and fisheye.calibrate take the same arguments, flags and conventions and give the same tuples; every
other name is cv2's own (calibrateCameraRO and others too: nothing is said of those). After a call ``cv.last_assessment`` says how far the result can be trusted (it is worked out
when it is asked for); ``with_assessment=True`` appends it to the tuple.

Differences: the solver always goes on to the minimum, so ``criteria`` is taken and not looked at; arrays that are given
are not written to; standard deviations are those of ``cr2``, from how much the frames disagree, where OpenCV's presume
independent noise; what is not supported is refused by name.
"""

from __future__ import annotations

import threading
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Callable, Tuple

import numpy as np

from . import _fiducia, arrays, lens_flags
from .assessment import Assessment
from .camera import Camera
from .corners import observations_from_points
from .lens_flags import (  # noqa: F401
    CALIB_FIX_ASPECT_RATIO,
    CALIB_FIX_FOCAL_LENGTH,
    CALIB_FIX_INTRINSIC,
    CALIB_FIX_K1,
    CALIB_FIX_K2,
    CALIB_FIX_K3,
    CALIB_FIX_K4,
    CALIB_FIX_K5,
    CALIB_FIX_K6,
    CALIB_FIX_PRINCIPAL_POINT,
    CALIB_FIX_S1_S2_S3_S4,
    CALIB_FIX_TANGENT_DIST,
    CALIB_FIX_TAUX_TAUY,
    CALIB_RATIONAL_MODEL,
    CALIB_SAME_FOCAL_LENGTH,
    CALIB_THIN_PRISM_MODEL,
    CALIB_TILTED_MODEL,
    CALIB_USE_EXTRINSIC_GUESS,
    CALIB_USE_INTRINSIC_GUESS,
    CALIB_USE_LU,
    CALIB_USE_QR,
    CALIB_ZERO_TANGENT_DIST,
)
from .rig import RigAssessment

_last = threading.local()

if TYPE_CHECKING:
    last_assessment: Any


def __getattr__(name: str) -> Any:
    if name == "last_assessment":
        make = getattr(_last, "make", None)
        if make is None:
            raise arrays.refuse("there is no assessment: the last calibration in this thread, if any, was cv2's own")
        if getattr(_last, "made", None) is None:
            _last.made = make()
        return _last.made
    try:
        import cv2
    except ImportError:
        raise AttributeError(f"fiducia.cv has no '{name}' of its own, and cv2 is not installed") from None
    return _of_opencv(getattr(cv2, name), name)


def _of_opencv(thing: Any, name: str) -> Any:
    """cv2's own; one of its calibrations, which nothing is known of, is no longer followed by an older assessment."""
    if "alibrate" not in name or not callable(thing):
        return thing

    def call(*arguments: Any, **named: Any) -> Any:
        _last.make = None
        return thing(*arguments, **named)

    return call


def _remember(make: Callable[[], Any]) -> None:
    _last.make, _last.made = make, None


def _single(fitted: _fiducia.Fitted, tolerance: float) -> Callable[[], Assessment]:
    return lambda: Assessment(fitted.assess({"tolerance": tolerance}, None))


def _assessed() -> Any:
    return __getattr__("last_assessment")


def _column(values: Any) -> np.ndarray:
    return np.array(values, dtype=np.float64).reshape(-1, 1)


def _coefficients(camera: Camera, flags: int, given: Any) -> np.ndarray:
    """As many as cv2 gives, 5 unless a flag asks for more, in a row or as those that were given."""
    count = 12 if flags & CALIB_THIN_PRISM_MODEL else 14 if flags & CALIB_RATIONAL_MODEL else 5
    dist = np.zeros(max(count, camera.dist.size))
    dist[: camera.dist.size] = camera.dist
    shape = np.shape(given) if given is not None else (1, 1)
    if len(shape) == 2 and shape[0] == 1:
        return dist.reshape(1, -1)
    return dist if shape == dist.shape else dist.reshape(-1, 1)


def _fit(objects: Any, images: Any, size: Any, K: Any, dist: Any, flags: int) -> _fiducia.Fitted:
    lens_flags.refuse_others(flags, lens_flags.TAKEN, "calibrateCamera")
    image_size = arrays.size(size, "imageSize")
    lens = lens_flags.lens_of(flags, image_size, K, dist)
    seen = observations_from_points(objects, images, image_size, ("objectPoints", "imagePoints"))
    return _fiducia.fit(seen, lens, None)


def _poses(fitted: _fiducia.Fitted) -> Tuple[Tuple[np.ndarray, ...], Tuple[np.ndarray, ...]]:
    poses = fitted.poses()
    return tuple(_column(pose[:3]) for pose in poses), tuple(_column(pose[3:]) for pose in poses)


def calibrateCamera(
    objectPoints: Any,
    imagePoints: Any,
    imageSize: Any,
    cameraMatrix: Any,
    distCoeffs: Any,
    rvecs: Any = None,
    tvecs: Any = None,
    flags: int = 0,
    criteria: Any = None,
    *,
    with_assessment: bool = False,
    tolerance: float = 1.0,
) -> Tuple[Any, ...]:
    """retval, cameraMatrix, distCoeffs, rvecs, tvecs as cv2.calibrateCamera has them (px, radians, the target's unit).

    objectPoints are taken for metres where the verdict tells lengths. tolerance: px, for the verdict.
    """
    fitted = _fit(objectPoints, imagePoints, imageSize, cameraMatrix, distCoeffs, flags)
    _remember(_single(fitted, tolerance))
    camera = Camera._of(fitted.camera)
    result: Tuple[Any, ...] = (fitted.rms, camera.K, _coefficients(camera, flags, distCoeffs), *_poses(fitted))
    return (*result, _assessed()) if with_assessment else result


def calibrateCameraExtended(
    objectPoints: Any,
    imagePoints: Any,
    imageSize: Any,
    cameraMatrix: Any,
    distCoeffs: Any,
    rvecs: Any = None,
    tvecs: Any = None,
    stdDeviationsIntrinsics: Any = None,
    stdDeviationsExtrinsics: Any = None,
    perViewErrors: Any = None,
    flags: int = 0,
    criteria: Any = None,
    *,
    with_assessment: bool = False,
    tolerance: float = 1.0,
) -> Tuple[Any, ...]:
    """The same with stdDeviationsIntrinsics (18 x 1), stdDeviationsExtrinsics (6 M x 1) and perViewErrors (M x 1)."""
    fitted = _fit(objectPoints, imagePoints, imageSize, cameraMatrix, distCoeffs, flags)
    _remember(_single(fitted, tolerance))
    camera = Camera._of(fitted.camera)
    of_intrinsics, of_poses = fitted.deviations()
    names = ("fx", "fy", "cx", "cy", *lens_flags.ALL)
    deviations = _column([of_intrinsics.get(name, 0.0) for name in names] + [0.0, 0.0])
    result: Tuple[Any, ...] = (
        fitted.rms,
        camera.K,
        _coefficients(camera, flags, distCoeffs),
        *_poses(fitted),
        deviations,
        of_poses.reshape(-1, 1),
        fitted.view_errors(),
    )
    return (*result, _assessed()) if with_assessment else result


def _fisheye_calibrate(
    objectPoints: Any,
    imagePoints: Any,
    image_size: Any,
    K: Any,
    D: Any,
    rvecs: Any = None,
    tvecs: Any = None,
    flags: int = 0,
    criteria: Any = None,
    *,
    with_assessment: bool = False,
    tolerance: float = 1.0,
) -> Tuple[Any, ...]:
    """retval, K, D, rvecs, tvecs as cv2.fisheye.calibrate has them; without a skew (fisheye.CALIB_FIX_SKEW)."""
    size = arrays.size(image_size, "image_size")
    lens = lens_flags.fisheye_lens(flags, size, K, D)
    seen = observations_from_points(objectPoints, imagePoints, size, ("objectPoints", "imagePoints"))
    fitted = _fiducia.fit(seen, lens, None)
    _remember(_single(fitted, tolerance))
    camera = Camera._of(fitted.camera)
    result: Tuple[Any, ...] = (fitted.rms, camera.K, camera.dist.reshape(4, 1), *_poses(fitted))
    return (*result, _assessed()) if with_assessment else result


class _Fisheye(SimpleNamespace):
    """cv2.fisheye with our calibrate."""

    calibrate = staticmethod(_fisheye_calibrate)
    CALIB_USE_INTRINSIC_GUESS = lens_flags.FISHEYE_USE_INTRINSIC_GUESS
    CALIB_RECOMPUTE_EXTRINSIC = lens_flags.FISHEYE_RECOMPUTE_EXTRINSIC
    CALIB_CHECK_COND = lens_flags.FISHEYE_CHECK_COND
    CALIB_FIX_SKEW = lens_flags.FISHEYE_FIX_SKEW
    CALIB_FIX_K1, CALIB_FIX_K2, CALIB_FIX_K3, CALIB_FIX_K4 = lens_flags.FISHEYE_FIX_K
    CALIB_FIX_PRINCIPAL_POINT = lens_flags.FISHEYE_FIX_PRINCIPAL_POINT
    CALIB_FIX_FOCAL_LENGTH = lens_flags.FISHEYE_FIX_FOCAL_LENGTH

    def __getattr__(self, name: str) -> Any:
        try:
            import cv2
        except ImportError:
            raise AttributeError(f"fiducia.cv.fisheye has no '{name}' of its own, and cv2 is not installed") from None
        return _of_opencv(getattr(cv2.fisheye, name), name)


fisheye = _Fisheye()


def _skew(t: np.ndarray) -> np.ndarray:
    return np.array([[0, -t[2], t[1]], [t[2], 0, -t[0]], [-t[1], t[0], 0]])


def stereoCalibrate(
    objectPoints: Any,
    imagePoints1: Any,
    imagePoints2: Any,
    cameraMatrix1: Any,
    distCoeffs1: Any,
    cameraMatrix2: Any,
    distCoeffs2: Any,
    imageSize: Any,
    R: Any = None,
    T: Any = None,
    E: Any = None,
    F: Any = None,
    flags: int = CALIB_FIX_INTRINSIC,
    criteria: Any = None,
    *,
    with_assessment: bool = False,
    tolerance: float = 1.0,
) -> Tuple[Any, ...]:
    """retval, cameraMatrix1, distCoeffs1, cameraMatrix2, distCoeffs2, R, T, E, F as cv2.stereoCalibrate has them.

    ``last_assessment`` is a RigAssessment with the cameras ``first`` and ``second``.
    """
    size = arrays.size(imageSize, "imageSize")
    lens_flags.refuse_others(flags, lens_flags.TAKEN | CALIB_FIX_INTRINSIC, "stereoCalibrate")
    given = (
        (cameraMatrix1, distCoeffs1, ("cameraMatrix1", "distCoeffs1")),
        (cameraMatrix2, distCoeffs2, ("cameraMatrix2", "distCoeffs2")),
    )
    views = [
        (name, observations_from_points(objectPoints, points, size, ("objectPoints", argument), "view"))
        for name, points, argument in (
            ("first", imagePoints1, "imagePoints1"),
            ("second", imagePoints2, "imagePoints2"),
        )
    ]
    fitted: Any
    if flags & CALIB_FIX_INTRINSIC:
        fixed = [lens_flags.fixed_camera(K, dist, size, names) for K, dist, names in given]
        fitted = _fiducia.fit_fixed_rig(views, [camera._value for camera in fixed], None)
    else:
        lenses = [lens_flags.lens_of(flags, size, K, dist, names) for K, dist, names in given]
        fitted = _fiducia.fit_rig(views, lenses, None)
    _remember(lambda: RigAssessment(fitted.assess({"tolerance": tolerance}, None)))
    first, second = fitted.cameras()
    pose = second[2] @ np.linalg.inv(first[2])
    rotation, translation = pose[:3, :3], pose[:3, 3]
    cameras = [Camera._of(one[1]) for one in (first, second)]
    essential = _skew(translation) @ rotation
    inverse = [np.linalg.inv(camera.K) for camera in cameras]
    fundamental = inverse[1].T @ essential @ inverse[0]
    if fundamental[2, 2] != 0:
        fundamental = fundamental / fundamental[2, 2]
    result: Tuple[Any, ...] = (
        fitted.rms,
        cameras[0].K,
        _coefficients(cameras[0], flags, distCoeffs1),
        cameras[1].K,
        _coefficients(cameras[1], flags, distCoeffs2),
        rotation,
        _column(translation),
        essential,
        fundamental,
    )
    return (*result, _assessed()) if with_assessment else result
