"""How far a camera calibration can be trusted: calibrate, evaluate, explain, judge."""

from ._fiducia import __version__

__all__ = ["__version__"]
