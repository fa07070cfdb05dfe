#!/usr/bin/env python3
"""Writes the page of the Python reference: what `fiducia.__all__` names, then fiducia.cv. Sphinx takes the docstrings from the
module, which PYTHONPATH must lead to.

usage: python_reference.py OUTPUT_FILE.rst
"""

import importlib
import importlib.util
import inspect
import sys
from pathlib import Path

import fiducia


def heading(text: str, line: str) -> str:
    return f"{text}\n{line * len(text)}\n\n"


def entries(names: list[str], module: str = "fiducia") -> str:
    text = ""
    for name in names:
        value = getattr(sys.modules[module], name)
        if inspect.isclass(value):
            members = "\n   :no-members:" if issubclass(value, BaseException) else "\n   :members:"
            text += f".. autoclass:: {module}.{name}{members}\n\n"
        elif callable(value):
            text += f".. autofunction:: {module}.{name}\n\n"
    return text


def main() -> int:
    public = [name for name in fiducia.__all__ if not name.startswith("__")]
    functions = [name for name in public if not inspect.isclass(getattr(fiducia, name))]
    classes = [name for name in public if name not in functions]
    text = heading("Python reference", "=") + ".. py:module:: fiducia\n\n"
    if fiducia.__doc__:
        text += inspect.cleandoc(fiducia.__doc__).split("\n")[0] + "\n\n"
    if functions:
        text += heading("Functions", "-") + entries(functions)
    if classes:
        text += heading("Results and data", "-") + entries(classes)
    if importlib.util.find_spec("fiducia.cv"):
        opencv = importlib.import_module("fiducia.cv")
        text += heading("fiducia.cv: as OpenCV has it", "-") + ".. automodule:: fiducia.cv\n\n"
        own = [name for name, value in vars(opencv).items() if getattr(value, "__module__", "") == "fiducia.cv"]
        text += entries([name for name in own if not name.startswith("_")], "fiducia.cv")
    Path(sys.argv[1]).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
