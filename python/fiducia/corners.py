"""OpenCV's lists of points as observations."""

from __future__ import annotations

from typing import Any, List, Tuple

import numpy as np

from . import arrays
from ._fiducia import Observations, Target


def _views(value: Any, name: str, columns: int) -> List[np.ndarray]:
    if isinstance(value, np.ndarray) and value.dtype != object and value.ndim < 3:
        raise arrays.refuse(f"{name} has shape {value.shape}; give a list with an array of points per view")
    try:
        views = list(value)
    except TypeError:
        raise arrays.refuse(f"{name}: a {type(value).__name__} is no list with an array of points per view") from None
    if not views:
        raise arrays.refuse(f"{name} is empty")
    return [arrays.points(view, f"{name}[{i}]", columns) for i, view in enumerate(views)]


def _same_target(views: List[np.ndarray]) -> bool:
    first = views[0]
    return all(view is first or (view.shape == first.shape and np.array_equal(view, first)) for view in views)


def number_points(views: List[np.ndarray]) -> Tuple[np.ndarray, List[np.ndarray]]:
    """All points of the target, each once, and which of them each view shows."""
    if _same_target(views):
        ids = np.arange(len(views[0]), dtype=np.int32)
        return views[0], [ids] * len(views)
    points, inverse = np.unique(np.concatenate(views), axis=0, return_inverse=True)
    ids = inverse.ravel().astype(np.int32)
    ends = np.cumsum([len(view) for view in views])[:-1]
    return points, np.split(ids, ends)


def observations_from_points(
    objpoints: Any,
    imgpoints: Any,
    image_size: Any,
    names: Tuple[str, str] = ("objpoints", "imgpoints"),
    frame_name: str = "",
) -> Observations:
    """Observations from OpenCV's lists: per view the target's points (N x 3) and where they are seen (N x 2, px).

    Frames are called as their entry of the list, ``imgpoints[0]`` and so on.
    """
    size = arrays.size(image_size)
    objects = _views(objpoints, names[0], 3)
    images = _views(imgpoints, names[1], 2)
    if len(objects) != len(images):
        raise arrays.refuse(f"{names[0]} has {len(objects)} views, {names[1]} has {len(images)}")
    for i, (one, other) in enumerate(zip(objects, images)):
        if len(one) != len(other):
            raise arrays.refuse(f"{names[1]}[{i}] has {len(other)} points, {names[0]}[{i}] has {len(one)}")
        for name, array in ((names[0], one), (names[1], other)):
            if not np.isfinite(array).all():
                raise arrays.refuse(f"{name}[{i}] has numbers that are not finite", "bad_data")
    points, ids = number_points(objects)
    frames = [(f"{frame_name or names[1]}[{i}]", ids[i], images[i], None) for i in range(len(images))]
    return Observations.from_arrays(size, Target.from_points(points), frames)
