"""The one exception of the package."""

from __future__ import annotations

from typing import Any, Tuple


class Error(Exception):
    """The input is at fault, or the data cannot carry what was asked for.

    ``code`` is one of ``bad_file``, ``bad_option``, ``bad_data``, ``degenerate``, ``not_converged`` and ``cancelled``;
    ``message`` names the file, the frame or the argument and says what to do.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    def __reduce__(self) -> Tuple[Any, ...]:
        return (type(self), (self.code, self.message))
