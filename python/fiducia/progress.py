"""How far a long call is: in a terminal, in a notebook, or to a function of one's own."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Any, Callable, Optional, Type, Union

from .errors import Error

#: None: shown where somebody looks; True: shown; False: not shown; a callable of ``done`` and ``total``, which may
#: answer False to stop the work (an Error with the code ``cancelled``).
ProgressLike = Union[None, bool, Callable[[int, int], Any]]


def _in_notebook() -> bool:
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return shell is not None and type(shell).__name__ == "ZMQInteractiveShell"


def _bar_class() -> Optional[Any]:
    try:
        if _in_notebook():
            try:
                import ipywidgets  # noqa: F401
                from tqdm.notebook import tqdm
            except ImportError:
                from tqdm import tqdm
        else:
            from tqdm import tqdm
        return tqdm
    except ImportError:
        return None


class Shown:
    """A context in which ``callback`` shows the progress; the bar is gone at its end."""

    def __init__(self, progress: ProgressLike, label: str) -> None:
        self._label = label
        self._bar: Optional[Any] = None
        self._plain = 0
        self.callback: Optional[Callable[[int, int], Any]] = None
        if callable(progress) and not isinstance(progress, bool):
            self.callback = progress
        elif progress is None or isinstance(progress, bool):
            watched = _in_notebook() or (hasattr(sys.stderr, "isatty") and sys.stderr.isatty())
            if progress or (progress is None and watched):
                self._class = _bar_class()
                self.callback = self._show
        else:
            raise Error("bad_option", f"progress: {progress!r} is neither None, True, False nor a function")

    def _show(self, done: int, total: int) -> None:
        if self._class is None:
            text = f"\r{self._label} {done}/{total}"
            self._plain = max(self._plain, len(text))
            sys.stderr.write(text)
            sys.stderr.flush()
            return
        if self._bar is None or self._bar.total != total:
            self._close()
            self._bar = self._class(total=total, desc=self._label, leave=False)
        self._bar.update(done - self._bar.n)

    def _close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None
        if self._plain:
            sys.stderr.write("\r" + " " * self._plain + "\r")
            self._plain = 0

    def __enter__(self) -> Optional[Callable[[int, int], Any]]:
        return self.callback

    def __exit__(
        self, kind: Optional[Type[BaseException]], value: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self._close()
