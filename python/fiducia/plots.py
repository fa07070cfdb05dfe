"""Figures with matplotlib, where it is installed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from .assessment import Assessment


def _axes(ax: Any, **subplot: Any) -> Any:
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        raise ImportError("plots need matplotlib: install it (Debian: python3-matplotlib)") from None
    if ax is not None:
        return ax
    figure = plt.figure(figsize=(7, 5.2), layout="constrained")
    return figure.add_subplot(**subplot)


def _frame_of_image(ax: Any, assessment: "Assessment") -> None:
    width, height = assessment.image_size
    ax.set_xlim(-0.5, width - 0.5)
    ax.set_ylim(height - 0.5, -0.5)
    ax.set_aspect("equal")
    ax.set_xlabel("u (px)")
    ax.set_ylabel("v (px)")


def plot_trust(assessment: "Assessment", ax: Any = None) -> Any:
    """The error to expect over the image, px, with the detected corners."""
    ax = _axes(ax)
    _frame_of_image(ax, assessment)
    width, height = assessment.image_size
    found = assessment.trust_map()
    if found is None:
        ax.text(0.5, 0.5, "no total error is known", transform=ax.transAxes, ha="center")
        return ax
    error, is_bound = found
    image = ax.imshow(error, extent=(-0.5, width - 0.5, height - 0.5, -0.5), cmap="viridis", vmin=0)
    label = "95% bound of the error (px)" if is_bound else "expected error (px)"
    ax.figure.colorbar(image, ax=ax, label=label, shrink=0.8)
    for _, _, pixels, _ in assessment.residuals():
        ax.plot(pixels[:, 0], pixels[:, 1], ".", color="white", markersize=1.5, alpha=0.5)
    ax.set_title(f"{assessment.judgement}: {_error_words(assessment)}")
    return ax


def _error_words(assessment: "Assessment") -> str:
    if assessment.total_px is None:
        return "total error not known"
    return f"{assessment.total_px:.3g} px RMS over the image, tolerated {assessment.tolerance_px:g} px"


def _nice_scale(value: float) -> float:
    """1, 2 or 5 times a power of ten, at most the value."""
    power = 10.0 ** np.floor(np.log10(value))
    return float(power * max(step for step in (1, 2, 5) if step * power <= value * (1 + 1e-12)))


def plot_residuals(assessment: "Assessment", ax: Any = None) -> Any:
    """The residuals (detected less reprojected corner) as arrows over the image; the key says how long they are."""
    ax = _axes(ax)
    _frame_of_image(ax, assessment)
    parts = assessment.residuals()
    pixels = np.concatenate([part[2] for part in parts])
    residuals = np.concatenate([part[3] for part in parts])
    size = np.hypot(residuals[:, 0], residuals[:, 1])
    typical = float(np.percentile(size, 90)) if size.size else 0.0
    if typical == 0:
        typical = 1.0
    arrows = ax.quiver(
        pixels[:, 0], pixels[:, 1], residuals[:, 0], residuals[:, 1], size, angles="xy", scale_units="xy",
        scale=typical / (0.05 * assessment.image_size[0]), width=0.002, cmap="plasma",
    )  # fmt: skip
    key = _nice_scale(typical)
    ax.quiverkey(arrows, 0.9, 1.03, key, f"{key:g} px", labelpos="E")
    ax.figure.colorbar(arrows, ax=ax, label="residual (px, times the corner's weight)", shrink=0.8)
    ax.set_title(f"residuals, RMSE {assessment.rmse:.3g} px per coordinate", loc="left")
    return ax


def plot_distortion(assessment: "Assessment", ax: Any = None) -> Any:
    """How far the lens moves a pixel from where a pinhole camera of the same scale on the axis has it, px."""
    ax = _axes(ax)
    _frame_of_image(ax, assessment)
    camera = assessment.camera
    width, height = camera.image_size
    u, v = np.meshgrid(np.linspace(0, width - 1, 97), np.linspace(0, height - 1, 73))
    rays = camera.unproject(np.column_stack([u.ravel(), v.ravel()]))
    step = 1e-4
    axis = camera.project(np.array([[0, 0, 1.0], [step, 0, 1.0], [0, step, 1.0]]))
    fx, fy = (axis[1, 0] - axis[0, 0]) / step, (axis[2, 1] - axis[0, 1]) / step
    forward = np.where(rays[:, 2] > 0.05, rays[:, 2], np.nan)
    straight = axis[0] + np.column_stack([fx * rays[:, 0] / forward, fy * rays[:, 1] / forward])
    moved = np.column_stack([u.ravel(), v.ravel()]) - straight
    size = np.hypot(moved[:, 0], moved[:, 1]).reshape(u.shape)
    filled = ax.contourf(u, v, size, levels=12, cmap="cividis")
    ax.figure.colorbar(filled, ax=ax, label="distortion (px)", shrink=0.8)
    some = (slice(4, None, 8), slice(4, None, 8))
    arrows = moved.reshape((*u.shape, 2))
    ax.quiver(u[some], v[some], arrows[some][..., 0], arrows[some][..., 1], angles="xy", color="white", width=0.002)
    ax.plot(*axis[0], "+", color="red")
    ax.set_title(f"distortion of {camera.model}; arrows are not to scale")
    return ax


def plot_poses(assessment: "Assessment", ax: Any = None) -> Any:
    """Where the target was in each frame, in the camera's frame (metres), coloured by the frame's RMSE."""
    ax = _axes(ax, projection="3d")
    import matplotlib.cm
    import matplotlib.colors

    points = assessment.target_points
    points = points[np.isfinite(points).all(axis=1)]
    low, high = points.min(axis=0), points.max(axis=0)
    outline = np.array([[low[0], low[1], 0], [high[0], low[1], 0], [high[0], high[1], 0], [low[0], high[1], 0]])
    outline = np.vstack([outline, outline[:1]])
    frames = assessment.frames
    rmse = np.array([frame.rmse for frame in frames])
    norm = matplotlib.colors.Normalize(0, rmse.max() if rmse.size else 1)
    colours = matplotlib.cm.ScalarMappable(norm=norm, cmap="viridis")
    for frame in frames:
        pose = frame.camera_from_target
        board = outline @ pose[:3, :3].T + pose[:3, 3]
        # z, which the camera looks along, goes into the figure
        ax.plot(board[:, 0], board[:, 2], -board[:, 1], color=colours.to_rgba(frame.rmse))
    reach = 0.12 * max(float(np.linalg.norm(frame.camera_from_target[:3, 3])) for frame in frames)
    for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        ax.plot([0, 0.7 * x * reach], [0, reach], [0, -0.5 * y * reach], color="black", linewidth=0.8)
    ax.set_xlabel("x (m)")
    ax.set_ylabel("z (m)")
    ax.set_zlabel("-y (m)")
    try:
        ax.set_aspect("equal")
    except NotImplementedError:  # before matplotlib 3.6
        pass
    ax.figure.colorbar(colours, ax=ax, label="RMSE per coordinate (px)", shrink=0.6, pad=0.12)
    ax.set_title(f"{len(frames)} poses of the target; the camera is at the origin")
    return ax
