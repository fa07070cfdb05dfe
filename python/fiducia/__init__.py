"""How far a camera calibration can be trusted: how wrong it is in pixels, why, and what to do about it.

    import fiducia
    result = fiducia.assess("photos", target="chessboard:9x6:0.025")
    print(result)

Pixels: the centre of the top-left pixel is (0, 0). Metres and radians. See docs/python.md.
"""

from ._fiducia import Observations, Target, __version__
from .assessment import Assessment, Frame
from .camera import Camera, from_opencv
from .corners import observations_from_points
from .errors import Error
from .foreign import from_camera_info, from_mrcal
from .functions import (
    assess,
    compare,
    detect,
    evaluate,
    formats,
    guide,
    models,
    read_camera,
    read_cameras,
    read_observations,
    select,
)
from .results import Comparison, Guidance, Selection
from .rig import RigAssessment, assess_rig, evaluate_rig
from .scenes import Rendering, Simulation, render, simulate, simulate_rig

__all__ = [
    "Assessment",
    "Camera",
    "Comparison",
    "Error",
    "Frame",
    "Guidance",
    "Observations",
    "Rendering",
    "RigAssessment",
    "Selection",
    "Simulation",
    "Target",
    "__version__",
    "assess",
    "assess_rig",
    "compare",
    "detect",
    "evaluate",
    "evaluate_rig",
    "formats",
    "from_camera_info",
    "from_mrcal",
    "from_opencv",
    "guide",
    "models",
    "observations_from_points",
    "read_camera",
    "read_cameras",
    "read_observations",
    "render",
    "select",
    "simulate",
    "simulate_rig",
]
