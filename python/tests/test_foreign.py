"""What users of mrcal and ROS have."""

from types import SimpleNamespace

import numpy as np
import pytest

import fiducia
from fiducia import Error


def test_from_mrcal(tmp_path):
    mrcal = pytest.importorskip("mrcal")
    values = np.array([900.0, 905, 641, 470, -0.25, 0.1, 0.001, -0.0005, -0.02])
    model = mrcal.cameramodel(
        intrinsics=("LENSMODEL_OPENCV5", values), imagersize=(1280, 960), extrinsics_rt_fromref=np.zeros(6)
    )
    camera = fiducia.from_mrcal(model)
    assert camera.model == "opencv5" and list(camera.parameters.values()) == values.tolist()
    model.write(str(tmp_path / "m.cameramodel"))
    assert fiducia.from_mrcal(tmp_path / "m.cameramodel") == camera
    points = np.random.default_rng(1).uniform([-0.5, -0.4, 1], [0.5, 0.4, 2], (50, 3))
    assert np.abs(camera.project(points) - mrcal.project(points, *model.intrinsics())).max() < 1e-9


def info_of(**changes):
    fields = dict(width=1280, height=960, k=[900, 0, 641, 0, 905, 470, 0, 0, 1], d=[-0.25, 0.1, 0.001, -0.0005, -0.02],
                  distortion_model="plumb_bob")  # fmt: skip
    return {**fields, **changes}


def test_from_camera_info(camera, tmp_path):
    assert fiducia.from_camera_info(info_of()) == camera
    assert fiducia.from_camera_info(SimpleNamespace(**info_of())) == camera
    old = info_of()
    old["K"], old["D"] = old.pop("k"), old.pop("d")
    assert fiducia.from_camera_info(SimpleNamespace(**old)) == camera
    camera.save(tmp_path / "info.yaml", "ros")
    assert fiducia.from_camera_info(tmp_path / "info.yaml") == camera
    assert fiducia.from_camera_info(info_of(d=[0.1] * 4, distortion_model="equidistant")).model == "fisheye"
    assert fiducia.from_camera_info(info_of(d=[0.1] * 8, distortion_model="rational_polynomial")).model == "opencv8"


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: fiducia.from_camera_info(info_of(distortion_model="magic")), "distortion_model: 'magic'"),
        (lambda: fiducia.from_camera_info(info_of(d=[1, 2, 3])), "D has 3 coefficients"),
        (lambda: fiducia.from_camera_info(info_of(k=[1, 2, 3])), "K has 3 numbers"),
        (lambda: fiducia.from_camera_info({"k": np.eye(3)}), "no d or D"),
        (lambda: fiducia.from_camera_info(5), "info: a int has no k or K"),
        (lambda: fiducia.from_mrcal(5), "model: a int"),
    ],
)
def test_messages_name_the_argument(call, words):
    with pytest.raises(Error) as caught:
        call()
    assert words in caught.value.message
