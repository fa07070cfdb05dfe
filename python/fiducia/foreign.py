"""Cameras as other tools' Python objects have them."""

from __future__ import annotations

import os
from typing import Any, Mapping, Tuple

import numpy as np

from . import _fiducia, arrays
from .camera import Camera, from_opencv
from .functions import read_camera


def from_mrcal(model: Any) -> Camera:
    """A camera from an mrcal.cameramodel, or the name of a .cameramodel file."""
    if isinstance(model, (str, os.PathLike)):
        return read_camera(model)
    if not hasattr(model, "intrinsics") or not hasattr(model, "imagersize"):
        raise arrays.refuse(f"model: a {type(model).__name__} is neither an mrcal.cameramodel nor a path")
    lens, values = model.intrinsics()
    width, height = (int(one) for one in model.imagersize())
    numbers = ", ".join(repr(float(one)) for one in values)
    text = (
        f"{{'lensmodel': '{lens}', 'extrinsics': [0,0,0,0,0,0], 'intrinsics': [{numbers}], "
        f"'imagersize': [{width}, {height}]}}\n"
    )
    return Camera._of(_fiducia.read_camera_text(text, "model", {})[0][1])


#: distortion_model of a CameraInfo, and how many coefficients it may have.
_ROS = {"plumb_bob": (4, 5), "rational_polynomial": (8,), "equidistant": (4,), "": (0,)}


def from_camera_info(info: Any) -> Camera:
    """A camera from a sensor_msgs/CameraInfo (ROS 1 or 2), a dictionary with its fields, or the name of its YAML file."""
    if isinstance(info, (str, os.PathLike)):
        return read_camera(info)
    K = arrays.numbers(_field(info, "k", "K"), "K")
    if K.size != 9:
        raise arrays.refuse(f"K has {K.size} numbers; give 9")
    D = arrays.numbers(_field(info, "d", "D"), "D").ravel()
    model = _field(info, "distortion_model")
    if model not in _ROS:
        raise arrays.refuse(f"distortion_model: '{model}' is none of {', '.join(filter(None, _ROS))}")
    if D.size not in _ROS[model] and D.size != 0:
        raise arrays.refuse(f"D has {D.size} coefficients; {model} has {' or '.join(map(str, _ROS[model]))}")
    size: Tuple[int, int] = (int(_field(info, "width")), int(_field(info, "height")))
    return from_opencv(np.reshape(K, (3, 3)), D, size, fisheye=model == "equidistant")


def _field(info: Any, *names: str) -> Any:
    for name in names:
        if isinstance(info, Mapping) and name in info:
            return info[name]
        if not isinstance(info, Mapping) and hasattr(info, name):
            return getattr(info, name)
    raise arrays.refuse(f"info: a {type(info).__name__} has no {' or '.join(names)}; give a sensor_msgs/CameraInfo")
