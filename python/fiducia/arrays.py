"""Arguments as arrays: what does not fit is refused with the argument's name."""

from __future__ import annotations

from typing import Any, List, Optional, Sequence, Tuple

import numpy as np

from .errors import Error


def refuse(message: str, code: str = "bad_option") -> Error:
    return Error(code, message)


def numbers(value: Any, name: str) -> np.ndarray:
    """As doubles, one after another in memory; the array itself where it is so already."""
    try:
        array = np.ascontiguousarray(value, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise refuse(f"{name}: {type(value).__name__} is no array of numbers ({error})") from None
    return array


def points(value: Any, name: str, columns: int) -> np.ndarray:
    """N x columns, from that shape or from OpenCV's N x 1 x columns and 1 x N x columns."""
    array = numbers(value, name)
    if array.ndim == 3 and 1 in array.shape[:2] and array.shape[2] == columns:
        array = array.reshape(-1, columns)
    if array.ndim == 1 and array.size == columns:
        raise refuse(f"{name} has shape {array.shape}; give (N, {columns}), also for one point")
    if array.ndim != 2 or array.shape[1] != columns:
        raise refuse(f"{name} has shape {array.shape}; give (N, {columns}) or (N, 1, {columns})")
    return array


def matrix(value: Any, name: str, rows: int, columns: int) -> np.ndarray:
    array = numbers(value, name)
    if array.shape != (rows, columns):
        raise refuse(f"{name} has shape {array.shape}; give ({rows}, {columns})")
    return array


def size(value: Any, name: str = "image_size") -> Tuple[int, int]:
    """(width, height)."""
    try:
        width, height = value
        as_ints = (int(width), int(height))
    except (TypeError, ValueError):
        raise refuse(f"{name}: {value!r} is not (width, height) in pixels") from None
    if as_ints != (width, height) or min(as_ints) < 1:
        raise refuse(f"{name}: {value!r} is not (width, height) in whole pixels above 0")
    return as_ints


def size_text(value: Any, name: str = "image_size") -> Optional[str]:
    """As the readers of files take it: '640x480'."""
    if value is None:
        return None
    if isinstance(value, str):
        return value
    width, height = size(value, name)
    return f"{width}x{height}"


def pose(value: Any, name: str) -> np.ndarray:
    """4 x 4, a rotation and a translation in metres."""
    array = matrix(value, name, 4, 4)
    rotation = array[:3, :3]
    if not np.allclose(rotation @ rotation.T, np.eye(3), atol=1e-6) or np.linalg.det(rotation) < 0:
        raise refuse(f"{name}: its upper left 3 x 3 part is no rotation")
    return array


def texts(value: Any, name: str) -> Optional[List[str]]:
    """One text, several, or None."""
    if value is None:
        return None
    if isinstance(value, str):
        return [value]
    if isinstance(value, Sequence) and all(isinstance(one, str) for one in value):
        return list(value)
    raise refuse(f"{name}: {value!r} is neither a text nor a list of texts")


def range_text(value: Any, name: str) -> str:
    """(least, greatest) in metres, as the program takes a range."""
    ends = numbers(value, name).ravel()
    if ends.size != 2 or not np.isfinite(ends).all():
        raise refuse(f"{name}: {value!r} is not (least, greatest) in metres")
    return f"{float(ends[0])!r}:{float(ends[1])!r}"
