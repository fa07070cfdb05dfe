"""What several tests share."""

import os
import subprocess

import numpy as np
import pytest

import fiducia

SIZE = (1280, 960)
LENS = dict(fx=900, fy=905, cx=641, cy=470, k1=-0.25, k2=0.1, p1=0.001, p2=-0.0005, k3=-0.02)


def lists_of(observations):
    """OpenCV's lists of points."""
    points = np.array(observations.target.points, dtype=np.float32)
    images = [observations.corners(i)[1].astype(np.float32) for i in range(len(observations))]
    return [points] * len(images), images


def opencv_data(camera, **scene):
    return lists_of(fiducia.simulate(camera, "chessboard:9x6:0.04", progress=False, **scene).observations)


@pytest.fixture(scope="session")
def camera():
    return fiducia.Camera("opencv5", LENS, SIZE)


@pytest.fixture(scope="session")
def observations(camera):
    scene = dict(frames=15, noise_px=0.1, seed=3, distance=(0.3, 1.2), max_offset_m=0.4)
    return fiducia.simulate(camera, "chessboard:9x6:0.04", **scene).observations


@pytest.fixture(scope="session")
def result(observations):
    return fiducia.assess(observations)


@pytest.fixture(scope="session")
def points(observations):
    return lists_of(observations)


@pytest.fixture(scope="session")
def program():
    """Runs the program that was built with the module; its standard output."""
    executable = os.environ.get("FIDUCIA")
    if not executable:
        pytest.skip("FIDUCIA does not name the program")

    def run(*arguments):
        done = subprocess.run([executable, *map(str, arguments)], check=True, capture_output=True, text=True)
        return done.stdout

    return run
