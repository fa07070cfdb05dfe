import pickle

import numpy as np
import pytest

import fiducia
from fiducia import Camera, Error


@pytest.mark.parametrize("model", ["radial2", "opencv5", "fisheye"])
def test_unprojects_what_it_projects(model):
    values = {"radial2": dict(k1=-0.2, k2=0.1), "opencv5": dict(k1=-0.2, k2=0.1, p1=1e-3, p2=-1e-3, k3=0.01)}
    lens = values.get(model, dict(k1=0.02, k2=-0.01, k3=0.003, k4=-0.001))
    camera = Camera(model, dict(fx=800, fy=810, cx=320, cy=240, **lens), (640, 480))
    u, v = np.meshgrid(np.linspace(0, 639, 200), np.linspace(0, 479, 150))
    pixels = np.column_stack([u.ravel(), v.ravel()])
    rays = camera.unproject(pixels)
    assert np.allclose(np.linalg.norm(rays, axis=1), 1)
    assert np.abs(camera.project(3 * rays) - pixels).max() < 1e-6


def test_projects_as_opencv_does(camera):
    cv2 = pytest.importorskip("cv2")
    points = np.random.default_rng(1).uniform([-0.5, -0.4, 1], [0.5, 0.4, 2], (100, 3))
    theirs, _ = cv2.projectPoints(points, np.zeros(3), np.zeros(3), camera.K, camera.dist)
    assert np.abs(camera.project(points) - theirs[:, 0]).max() < 1e-9


def test_what_cannot_be_projected_is_nan(camera):
    assert np.isnan(camera.project([[0, 0, -1.0], [0, 0, 1.0]])).tolist() == [[True, True], [False, False]]


def test_undistortion_maps_are_opencvs(camera):
    cv2 = pytest.importorskip("cv2")
    x, y, K = camera.undistortion_maps()
    assert x.dtype == np.float32 and x.shape == (960, 1280)
    theirs = cv2.initUndistortRectifyMap(camera.K, camera.dist, None, K, camera.image_size, cv2.CV_32FC1)
    inside = (theirs[0] > 0) & (theirs[0] < 1279) & (theirs[1] > 0) & (theirs[1] < 959)
    assert inside.mean() > 0.9
    assert np.abs(x - theirs[0])[inside].max() < 1e-3 and np.abs(y - theirs[1])[inside].max() < 1e-3


def test_maps_of_another_size_and_field(camera):
    x, _, K = camera.undistortion_maps(projection="equirectangular", size=(400, 200), fov_deg=60)
    assert x.shape == (200, 400)
    assert K[0, 0] == pytest.approx(400 / np.radians(60))


def test_uncertain_intrinsics_make_uncertain_pixels(result):
    points = np.array([[0.0, 0, 1], [0.4, 0.3, 1]])
    found = result.camera.pixel_covariance(points, result.covariance())
    assert found.shape == (2, 2, 2)
    assert 0 < np.trace(found[0]) < np.trace(found[1])


@pytest.mark.parametrize("format", fiducia.formats())
def test_formats_are_read_back(format, camera, tmp_path):
    # What every tool has: no k3.
    plain = {name: value for name, value in camera.parameters.items() if name != "k3"}
    four = Camera("opencv4", plain, camera.image_size)
    if format == "basalt":
        four = Camera("double_sphere", dict(fx=400, fy=401, cx=320, cy=240, xi=0.1, alpha=0.6), (640, 480))
    four.save(tmp_path / "camera.txt", format)
    if format == "matlab":  # a script, which is only written
        assert "cameraIntrinsics(" in (tmp_path / "camera.txt").read_text()
        return
    back = fiducia.read_camera(tmp_path / "camera.txt", image_size=four.image_size)
    points = np.random.default_rng(1).uniform([-0.3, -0.2, 1], [0.3, 0.2, 2], (50, 3))
    assert np.abs(back.project(points) - four.project(points)).max() < 1e-6


def test_equal_and_pickled(camera):
    assert pickle.loads(pickle.dumps(camera)) == camera
    other = fiducia.from_opencv(camera.K, camera.dist, camera.image_size)
    assert other == camera and hash(other) == hash(camera)
    assert other != Camera("opencv5", {**camera.parameters, "k3": 0}, camera.image_size)


def test_from_opencv_takes_what_opencv_gives():
    K = np.array([[500.0, 0, 320], [0, 501, 240], [0, 0, 1]])
    assert fiducia.from_opencv(K, np.zeros((1, 14)), (640, 480)).model == "opencv8"
    assert fiducia.from_opencv(K, None, (640, 480)).model == "opencv4"
    assert fiducia.from_opencv(K, [0, 0, 0, 0], (640, 480), fisheye=True).model == "fisheye"
    assert fiducia.from_opencv(K, [0.1, 0, 0, 0, 0], (640, 480)).dist[0] == 0.1


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda c: c.project([[1.0, 2.0]]), "points has shape (1, 2)"),
        (lambda c: c.project([1.0, 2.0, 3.0]), "points has shape (3,)"),
        (lambda c: c.project("nothing"), "points: str is no array of numbers"),
        (lambda c: c.unproject(np.zeros((2, 3))), "pixels has shape (2, 3)"),
        (lambda c: c.undistortion_maps(projection="flat"), "flat"),
        (lambda c: c.undistortion_maps(size=(0, 5)), "size"),
        (lambda c: c.undistortion_maps(threads="many"), "threads"),
        (lambda c: c.undistortion_maps(crop=True, keep_all=True), "crop"),
        (lambda c: c.to_text("nonsense"), "nonsense"),
        (lambda c: c.pixel_covariance([[0, 0, 1.0]], np.eye(3)), "covariance has shape (3, 3)"),
        (lambda c: Camera("radial9", {}, (4, 4)), "radial9"),
        (lambda c: Camera("radial1", dict(fx=1), (4, 4)), "radial1"),
        (lambda c: Camera("radial1", {"fx": "a"}, (4, 4)), "parameters"),
        (lambda c: Camera(5, {}, (4, 4)), "model: 5"),
        (lambda c: Camera("radial1", {}, (4,)), "image_size"),
        (lambda c: Camera("radial1", {}, (4.5, 3)), "image_size"),
        (lambda c: fiducia.from_opencv(np.eye(2), [], (4, 4)), "K has shape (2, 2)"),
        (lambda c: fiducia.from_opencv(np.eye(3), [1, 2, 3], (4, 4)), "dist has 3 coefficients"),
        (lambda c: fiducia.from_opencv(np.eye(3), [0] * 12 + [1, 0], (4, 4)), "tilted"),
        (lambda c: Camera("double_sphere", dict(fx=1, fy=1, cx=0, cy=0, xi=0, alpha=0.5), (4, 4)).dist, "double_sphere"),
    ],
)
def test_messages_name_the_argument(camera, call, words):
    with pytest.raises(Error) as caught:
        call(camera)
    assert words in caught.value.message
