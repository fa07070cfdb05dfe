"""OpenCV's calibration flags: which lens they ask for, and what they refuse."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple

import numpy as np

from . import arrays
from .camera import COEFFICIENTS, Camera

CALIB_USE_INTRINSIC_GUESS = 0x1
CALIB_FIX_ASPECT_RATIO = 0x2
CALIB_FIX_PRINCIPAL_POINT = 0x4
CALIB_ZERO_TANGENT_DIST = 0x8
CALIB_FIX_FOCAL_LENGTH = 0x10
CALIB_FIX_K1 = 0x20
CALIB_FIX_K2 = 0x40
CALIB_FIX_K3 = 0x80
CALIB_FIX_INTRINSIC = 0x100
CALIB_SAME_FOCAL_LENGTH = 0x200
CALIB_FIX_K4 = 0x800
CALIB_FIX_K5 = 0x1000
CALIB_FIX_K6 = 0x2000
CALIB_RATIONAL_MODEL = 0x4000
CALIB_THIN_PRISM_MODEL = 0x8000
CALIB_FIX_S1_S2_S3_S4 = 0x10000
CALIB_USE_LU = 0x20000
CALIB_TILTED_MODEL = 0x40000
CALIB_FIX_TAUX_TAUY = 0x80000
CALIB_USE_QR = 0x100000
CALIB_FIX_TANGENT_DIST = 0x200000
CALIB_USE_EXTRINSIC_GUESS = 0x400000

#: Taken: they ask for a lens, or for what is done in any case (the solver's choice of a decomposition).
TAKEN = (
    CALIB_USE_INTRINSIC_GUESS | CALIB_FIX_ASPECT_RATIO | CALIB_FIX_PRINCIPAL_POINT | CALIB_ZERO_TANGENT_DIST
    | CALIB_FIX_FOCAL_LENGTH | CALIB_FIX_K1 | CALIB_FIX_K2 | CALIB_FIX_K3 | CALIB_FIX_K4 | CALIB_FIX_K5 | CALIB_FIX_K6
    | CALIB_RATIONAL_MODEL | CALIB_THIN_PRISM_MODEL | CALIB_FIX_S1_S2_S3_S4 | CALIB_FIX_TAUX_TAUY | CALIB_USE_LU
    | CALIB_USE_QR | CALIB_FIX_TANGENT_DIST
)  # fmt: skip

#: Of cv2.fisheye, where the same numbers mean something else.
FISHEYE_USE_INTRINSIC_GUESS = 0x1
FISHEYE_RECOMPUTE_EXTRINSIC = 0x2
FISHEYE_CHECK_COND = 0x4
FISHEYE_FIX_SKEW = 0x8
FISHEYE_FIX_K = (0x10, 0x20, 0x40, 0x80)
FISHEYE_FIX_PRINCIPAL_POINT = 0x200
FISHEYE_FIX_FOCAL_LENGTH = 0x800
FISHEYE_TAKEN = (
    FISHEYE_USE_INTRINSIC_GUESS | FISHEYE_RECOMPUTE_EXTRINSIC | FISHEYE_CHECK_COND | FISHEYE_FIX_SKEW
    | sum(FISHEYE_FIX_K) | FISHEYE_FIX_PRINCIPAL_POINT | FISHEYE_FIX_FOCAL_LENGTH
)  # fmt: skip

ALL = ("k1", "k2", "p1", "p2", "k3", "k4", "k5", "k6", "s1", "s2", "s3", "s4")
_FIX_K = (CALIB_FIX_K1, CALIB_FIX_K2, CALIB_FIX_K3, CALIB_FIX_K4, CALIB_FIX_K5, CALIB_FIX_K6)

Lens = Dict[str, Any]


def refuse_others(flags: int, taken: int, function: str) -> None:
    """Raises an Error that names the flags which are not supported."""
    names = {value: name for name, value in globals().items() if name.startswith("CALIB_")}
    others = [names.get(1 << bit, hex(1 << bit)) for bit in range(31) if (flags & ~taken) & (1 << bit)]
    if others:
        raise arrays.refuse(f"{function}: {', '.join(others)} is not supported")


def _camera_matrix(value: Any, name: str) -> Optional[np.ndarray]:
    return None if value is None else arrays.matrix(value, name, 3, 3)


def _coefficients(value: Any, name: str, counts: Tuple[int, ...]) -> List[float]:
    if value is None:
        return []
    values = [float(one) for one in arrays.numbers(value, name).ravel()]
    if len(values) not in counts:
        raise arrays.refuse(f"{name} has {len(values)} coefficients; give {', '.join(map(str, counts))}")
    return values


def _intrinsics(K: np.ndarray) -> Dict[str, float]:
    return {"fx": K[0, 0], "fy": K[1, 1], "cx": K[0, 2], "cy": K[1, 2]}


def lens_of(flags: int, size: Tuple[int, int], K: Any, dist: Any, names: Tuple[str, str] = ("cameraMatrix", "distCoeffs")) -> Lens:  # fmt: skip
    """What _fiducia.fit() takes, from the flags of cv2.calibrateCamera."""
    matrix = _camera_matrix(K, names[0])
    given = _coefficients(dist, names[1], (4, 5, 8, 12, 14))
    if any(given[12:]):
        raise arrays.refuse(f"{names[1]}: a tilted sensor (tauX, tauY) is not supported")
    # As cv2 has it, coefficients that are given count with a guess alone; one that is fixed is zero otherwise.
    start = dict(zip(ALL, (given if flags & CALIB_USE_INTRINSIC_GUESS else []) + [0.0] * 12))
    rational, prism = bool(flags & CALIB_RATIONAL_MODEL), bool(flags & CALIB_THIN_PRISM_MODEL)
    model = "opencv12" if prism else "opencv8" if rational else "opencv5"
    fixed: Dict[str, float] = {}
    for name, flag in zip(("k1", "k2", "k3", "k4", "k5", "k6"), _FIX_K):
        if flags & flag or (name in ("k4", "k5", "k6") and prism and not rational):
            fixed[name] = start[name] if flags & flag else 0.0
    if flags & CALIB_ZERO_TANGENT_DIST:
        fixed.update(p1=0.0, p2=0.0)
    elif flags & CALIB_FIX_TANGENT_DIST:
        fixed.update(p1=start["p1"], p2=start["p2"])
    if flags & CALIB_FIX_S1_S2_S3_S4:
        fixed.update({name: start[name] for name in ("s1", "s2", "s3", "s4")})
    guess: Dict[str, float] = {}
    if flags & CALIB_USE_INTRINSIC_GUESS:
        if matrix is None:
            raise arrays.refuse(f"{names[0]}: CALIB_USE_INTRINSIC_GUESS needs the guess, a 3 x 3 camera matrix")
        guess = {**_intrinsics(matrix), **start, **fixed}
    if flags & CALIB_FIX_FOCAL_LENGTH:
        if not guess:
            raise arrays.refuse(f"{names[0]}: CALIB_FIX_FOCAL_LENGTH needs CALIB_USE_INTRINSIC_GUESS and a camera matrix")
        fixed.update(fx=guess["fx"], fy=guess["fy"])
    if flags & CALIB_FIX_PRINCIPAL_POINT:
        centre = {"cx": (size[0] - 1) / 2, "cy": (size[1] - 1) / 2}
        fixed.update({name: guess.get(name, centre[name]) for name in ("cx", "cy")})
    aspect = None
    if flags & CALIB_FIX_ASPECT_RATIO and "fx" not in fixed:
        if matrix is None or not (matrix[0, 0] > 0 and matrix[1, 1] > 0):
            raise arrays.refuse(f"{names[0]}: CALIB_FIX_ASPECT_RATIO needs a camera matrix, whose fx/fy it takes")
        aspect = matrix[0, 0] / matrix[1, 1]
    own = COEFFICIENTS[model]
    kept = {name: value for name, value in fixed.items() if name in own or name in ("fx", "fy", "cx", "cy")}
    return {"model": model, "fixed": kept, "aspect": aspect, "guess": guess}


def fixed_camera(K: Any, dist: Any, size: Tuple[int, int], names: Tuple[str, str]) -> Camera:
    """A camera that stays as it is; with five coefficients where there are fewer."""
    matrix = _camera_matrix(K, names[0])
    if matrix is None:
        raise arrays.refuse(f"{names[0]}: CALIB_FIX_INTRINSIC needs the camera matrix, 3 x 3")
    given = _coefficients(dist, names[1], (4, 5, 8, 12, 14))
    if any(given[12:]):
        raise arrays.refuse(f"{names[1]}: a tilted sensor (tauX, tauY) is not supported")
    values = dict(zip(ALL, given + [0.0] * 12))
    model = "opencv12" if any(given[8:]) else "opencv8" if any(given[5:]) else "opencv5"
    return Camera(model, {**_intrinsics(matrix), **{name: values[name] for name in COEFFICIENTS[model]}}, size)


def fisheye_lens(flags: int, size: Tuple[int, int], K: Any, D: Any) -> Lens:
    """The same from the flags of cv2.fisheye.calibrate."""
    others = flags & ~FISHEYE_TAKEN
    if others:
        raise arrays.refuse(f"fisheye.calibrate: the flags {hex(others)} are not supported")
    if not flags & FISHEYE_FIX_SKEW:
        raise arrays.refuse("fisheye.calibrate: a skew is not supported; give flags with fisheye.CALIB_FIX_SKEW")
    matrix = _camera_matrix(K, "K")
    start = dict(zip(COEFFICIENTS["fisheye"], _coefficients(D, "D", (4,)) + [0.0] * 4))
    guess: Dict[str, float] = {}
    if flags & FISHEYE_USE_INTRINSIC_GUESS:
        if matrix is None:
            raise arrays.refuse("K: fisheye.CALIB_USE_INTRINSIC_GUESS needs the guess, a 3 x 3 camera matrix")
        guess = {**_intrinsics(matrix), **start}
    # As cv2.fisheye has it, a coefficient that is fixed is zero unless there is a guess.
    fixed = {
        name: start[name] if guess else 0.0
        for name, flag in zip(("k1", "k2", "k3", "k4"), FISHEYE_FIX_K)
        if flags & flag
    }
    if flags & FISHEYE_FIX_PRINCIPAL_POINT:
        centre = {"cx": size[0] / 2 - 0.5, "cy": size[1] / 2 - 0.5}
        fixed.update({name: guess.get(name, centre[name]) for name in ("cx", "cy")})
    if flags & FISHEYE_FIX_FOCAL_LENGTH:
        if not guess:
            raise arrays.refuse("K: fisheye.CALIB_FIX_FOCAL_LENGTH needs CALIB_USE_INTRINSIC_GUESS and a camera matrix")
        fixed.update(fx=guess["fx"], fy=guess["fy"])
    return {"model": "fisheye", "fixed": fixed, "aspect": None, "guess": guess}
