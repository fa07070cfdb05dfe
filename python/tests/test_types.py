"""The annotations, and that every public name has words."""

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import fiducia
import fiducia.cv

FLAGS = ["--strict", "--allow-any-generics", "--no-warn-return-any", "--ignore-missing-imports"]


def test_mypy_accepts_the_package_and_sees_a_users_mistake(tmp_path):
    pytest.importorskip("mypy")
    (tmp_path / "user.py").write_text(
        "import fiducia\n"
        "result = fiducia.assess('photos', target='chessboard:9x6:0.025', tolerance='half')\n"
        "words: str = result.total_px\n"
    )
    package = Path(fiducia.__file__).parent
    command = [sys.executable, "-m", "mypy", "--cache-dir", "/dev/null", *FLAGS, str(package), str(tmp_path / "user.py")]
    words = subprocess.run(command, capture_output=True, text=True).stdout
    assert "user.py:2" in words and "user.py:3" in words and "Found 2 errors" in words, words


def test_the_stub_has_every_name_of_the_extension():
    stub = (Path(fiducia.__file__).parent / "_fiducia.pyi").read_text()
    for name in dir(fiducia._fiducia):
        if not name.startswith("__"):
            assert f"class {name}:" in stub or f"def {name}(" in stub, name


def test_public_names_have_docstrings():
    for name in fiducia.__all__:
        thing = getattr(fiducia, name)
        if callable(thing):
            assert inspect.getdoc(thing), name
    for kind in (fiducia.Observations, fiducia.Target, fiducia.Camera, fiducia.Assessment, fiducia.RigAssessment):
        for name, member in vars(kind).items():
            if not name.startswith("_") and name != "warnings":
                words = [line for line in (inspect.getdoc(member) or "").splitlines() if f"{name}(" not in line]
                assert any(words), f"{kind.__name__}.{name}"
    for name in ("calibrateCamera", "calibrateCameraExtended", "stereoCalibrate"):
        assert "retval" in getattr(fiducia.cv, name).__doc__ or "same" in getattr(fiducia.cv, name).__doc__
