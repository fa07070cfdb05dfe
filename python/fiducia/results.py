"""Results that are a JSON object of the program, with words for people."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Optional

import numpy as np

from . import _fiducia


class _Result:
    """A result that is a JSON object of the program, with words for people."""

    def __init__(self, text: str, summary: str) -> None:
        self._json = text
        self.summary = summary

    def to_dict(self) -> Dict[str, Any]:
        """The object that the program prints with --json."""
        return json.loads(self._json)

    def to_json(self) -> str:
        """The same as text."""
        return self._json

    def __str__(self) -> str:
        return self.summary


class Selection(_Result):
    """The table over models."""

    @property
    def recommended(self) -> str:
        """The model whose camera is expected to be least wrong."""
        return self.to_dict()["recommended"]

    @property
    def models(self) -> List[Dict[str, Any]]:
        """A dictionary per model."""
        return self.to_dict()["models"]

    @property
    def reason(self) -> str:
        """Why, in one sentence."""
        return self.to_dict()["reason"]


class Guidance(_Result):
    """What to do next with a calibration in progress."""

    @property
    def suggestions(self) -> List[Dict[str, Any]]:
        """Views to take next, the first one first: words, pose, how many corners, outline in px."""
        return self.to_dict()["suggestions"]

    @property
    def advice(self) -> str:
        """What to do, in words."""
        return _fiducia.in_python_words(self.to_dict()["advice"])

    @property
    def enough(self) -> bool:
        """Whether the goal is reached."""
        return bool(self.to_dict()["step"] == "enough")


class Comparison(_Result):
    """How far two cameras map apart."""

    def __init__(self, text: str, summary: str, arrows: np.ndarray) -> None:
        super().__init__(text, summary)
        #: u, v in the reference and du, dv to the other's pixel (px) at each point of the grid; NaN: no ray
        self.arrows = arrows

    @property
    def difference_px(self) -> float:
        """RMS over the image, a length in px, after the rotation that fits best."""
        return float(np.sqrt(2) * self.to_dict()["compensated"]["k_px"])

    @property
    def largest_px(self) -> float:
        """The largest difference, px, after that rotation."""
        return self.to_dict()["compensated"]["largest_px"]

    @property
    def expected95_px(self) -> Optional[float]:
        """What two calibrations as good as these differ by with 95% confidence, px; None where one does not say."""
        return self.to_dict()["expected95_px"]
