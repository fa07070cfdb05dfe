"""The same corners through cv2 and through us."""

import time

import numpy as np
import pytest

import fiducia
import fiducia.cv as cv
from conftest import SIZE, opencv_data
from fiducia import Error

cv2 = pytest.importorskip("cv2")

#: cv2 stops early with its own criteria.
TIGHT = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 1000, 1e-15)
GUESS = np.array([[890.0, 0, 640], [0, 895, 480], [0, 0, 1]])
COEFFICIENTS = np.array([-0.2, 0.05, 0.001, 0.002, 0.03])


def relative(ours, theirs):
    """The largest difference, in parts of the largest number."""
    ours, theirs = (np.asarray(one, dtype=float).ravel() for one in (ours, theirs))
    assert ours.shape == theirs.shape
    return np.abs(ours - theirs).max() / max(np.abs(theirs).max(), 1e-300)


def copied(value):
    return None if value is None else value.copy()


def assert_same(ours, theirs, limit=1e-6):
    assert len(ours) == len(theirs)
    for one, other in zip(ours, theirs):
        assert np.shape(one) == np.shape(other) and type(one) is type(other)
        if np.any(np.asarray(other)):
            assert relative(one, other) < limit
        else:
            assert not np.any(np.asarray(one))


@pytest.mark.parametrize(
    "flags, K, dist",
    [
        (0, None, None),
        (cv2.CALIB_FIX_K3, None, None),
        (cv2.CALIB_FIX_K3, GUESS, COEFFICIENTS),
        (cv2.CALIB_FIX_K3 | cv2.CALIB_USE_INTRINSIC_GUESS, GUESS, COEFFICIENTS),
        (cv2.CALIB_ZERO_TANGENT_DIST, None, None),
        (cv2.CALIB_ZERO_TANGENT_DIST | cv2.CALIB_FIX_K2 | cv2.CALIB_FIX_K3, None, None),
        (cv2.CALIB_FIX_ASPECT_RATIO, GUESS, None),
        (cv2.CALIB_FIX_ASPECT_RATIO | cv2.CALIB_USE_INTRINSIC_GUESS, GUESS, np.zeros((1, 5))),
        (cv2.CALIB_USE_INTRINSIC_GUESS, GUESS, np.zeros((5, 1))),
        (cv2.CALIB_USE_INTRINSIC_GUESS, GUESS, np.zeros(4)),
        (cv2.CALIB_FIX_PRINCIPAL_POINT, None, None),
        (cv2.CALIB_FIX_PRINCIPAL_POINT | cv2.CALIB_USE_INTRINSIC_GUESS, GUESS, None),
        (cv2.CALIB_FIX_FOCAL_LENGTH | cv2.CALIB_USE_INTRINSIC_GUESS, GUESS, np.zeros((1, 5))),
        (cv2.CALIB_USE_LU | cv2.CALIB_FIX_K1, None, None),
    ],
)
def test_calibrate_camera(points, flags, K, dist):
    ours = cv.calibrateCamera(*points, SIZE, copied(K), copied(dist), flags=flags)
    theirs = cv2.calibrateCamera(*points, SIZE, copied(K), copied(dist), flags=flags, criteria=TIGHT)
    assert_same(ours, theirs)


@pytest.mark.parametrize(
    "more",
    [0, cv2.CALIB_FIX_K3, cv2.CALIB_FIX_K5 | cv2.CALIB_FIX_K6, cv2.CALIB_ZERO_TANGENT_DIST,
     cv2.CALIB_FIX_PRINCIPAL_POINT],
)  # fmt: skip
def test_rational_model(more):
    """On a lens that has such a distortion: elsewhere its coefficients are not determined."""
    lens = dict(k1=1.2, k2=0.3, k3=0.02, k4=1.6, k5=0.75, k6=0.08, p1=0.0005, p2=-0.0003)
    camera = fiducia.Camera("opencv8", dict(fx=420, fy=421, cx=641, cy=470, **lens), SIZE)
    points = opencv_data(camera, frames=16, noise_px=0.005, seed=1, distance=(0.12, 0.5), max_offset_m=0.5)
    flags = cv2.CALIB_RATIONAL_MODEL | more
    ours = cv.calibrateCamera(*points, SIZE, None, None, flags=flags)
    # From where we are: the same minimum. From its own beginning cv2 needs thousands of steps, or ends elsewhere.
    begin = flags | cv2.CALIB_USE_INTRINSIC_GUESS
    theirs = cv2.calibrateCamera(*points, SIZE, ours[1].copy(), ours[2].copy(), flags=begin, criteria=TIGHT)
    assert_same(ours, theirs)
    if more == 0:
        assert_same(ours, cv2.calibrateCamera(*points, SIZE, None, None, flags=flags, criteria=TIGHT))


def test_points_in_all_shapes_of_opencv(points):
    objects, images = points
    theirs = cv.calibrateCamera(objects, images, SIZE, None, None)
    for change in (lambda a: a.reshape(-1, 1, a.shape[1]), lambda a: a.reshape(1, *a.shape), lambda a: a.tolist()):
        ours = cv.calibrateCamera([change(a) for a in objects], [change(a) for a in images], SIZE, None, None)
        assert_same(ours, theirs, 1e-12)
    assert_same(cv.calibrateCamera(np.stack(objects), np.stack(images), SIZE, None, None), theirs, 1e-12)


def test_views_of_parts_of_the_target(points):
    objects, images = points
    parts = [slice(i % 4 * 6, 54 - i % 3 * 5) for i in range(len(images))]
    objects = [one[part] for one, part in zip(objects, parts)]
    images = [one[part] for one, part in zip(images, parts)]
    theirs = cv2.calibrateCamera(objects, images, SIZE, None, None, criteria=TIGHT)
    assert_same(cv.calibrateCamera(objects, images, SIZE, None, None), theirs)


def test_extended(points):
    ours = cv.calibrateCameraExtended(*points, SIZE, None, None, flags=cv2.CALIB_FIX_K3)
    theirs = cv2.calibrateCameraExtended(*points, SIZE, None, None, flags=cv2.CALIB_FIX_K3, criteria=TIGHT)
    assert_same((*ours[:5], ours[7]), (*theirs[:5], theirs[7]))
    assert [np.shape(one) for one in ours] == [np.shape(one) for one in theirs]
    # The same parameters are free, and none is off by an order of magnitude.
    assert np.array_equal(ours[5] > 0, theirs[5] > 0)
    assert 0.2 < np.median(ours[5][ours[5] > 0] / theirs[5][theirs[5] > 0]) < 1.2


def test_standard_deviations_are_right(camera):
    """100 data sets: how much the estimates scatter, against what each says of itself.

    The standard deviation of 100 numbers is known to 7%, and cr2's own scatters too: 30% is four of these.
    """
    truth = np.concatenate([camera.K[[0, 1, 0, 1], [0, 1, 2, 2]], camera.dist])
    errors, told, pose_errors, pose_told = [], [], [], []
    for seed in range(100):
        scene = dict(frames=12, noise_px=0.1, seed=seed, distance=(0.3, 1.2), max_offset_m=0.4, threads=1)
        simulation = fiducia.simulate(camera, "chessboard:9x6:0.04", **scene)
        seen = simulation.observations
        images = [np.array(seen.corners(i)[1]) for i in range(len(seen))]
        made = cv.calibrateCameraExtended([seen.target.points] * len(images), images, SIZE, None, None)
        errors.append(np.concatenate([made[1][[0, 1, 0, 1], [0, 1, 2, 2]], made[2][0]]) - truth)
        told.append(made[5][:9, 0])
        for i, pose in enumerate(simulation.truth["truth"]["poses"]):
            found, true = (np.concatenate(parts) for parts in (
                (made[3][i][:, 0], made[4][i][:, 0]), (pose["rotation_vector"], pose["translation"])))  # fmt: skip
            pose_errors.append(found - true)
            pose_told.append(made[6].reshape(-1, 6)[i])
    ratio = np.std(errors, axis=0) / np.sqrt(np.mean(np.square(told), axis=0))
    assert np.all((ratio > 0.7) & (ratio < 1.3)), ratio
    # 12 poses of a set share the error of its intrinsics, so there are about as many free numbers as sets.
    ratio = np.sqrt(np.mean(np.square(pose_errors), axis=0) / np.mean(np.square(pose_told), axis=0))
    assert np.all((ratio > 0.7) & (ratio < 1.3)), ratio


@pytest.fixture(scope="module")
def wide():
    lens = dict(k1=0.02, k2=-0.01, k3=0.003, k4=-0.001)
    camera = fiducia.Camera("fisheye", dict(fx=400, fy=401, cx=641, cy=470, **lens), SIZE)
    objects, images = opencv_data(camera, frames=15, noise_px=0.1, seed=2, distance=(0.15, 0.5), max_offset_m=0.5)
    return [one.reshape(-1, 1, 3) for one in objects], [one.reshape(-1, 1, 2) for one in images]


@pytest.mark.parametrize(
    "more",
    [0, cv2.fisheye.CALIB_FIX_K4, cv2.fisheye.CALIB_FIX_K3 | cv2.fisheye.CALIB_FIX_K4,
     cv2.fisheye.CALIB_FIX_PRINCIPAL_POINT, cv2.fisheye.CALIB_USE_INTRINSIC_GUESS],
)  # fmt: skip
def test_fisheye(wide, more):
    flags = cv2.fisheye.CALIB_FIX_SKEW | cv2.fisheye.CALIB_RECOMPUTE_EXTRINSIC | more
    K, D = np.array([[390.0, 0, 640], [0, 390, 480], [0, 0, 1]]), np.zeros((4, 1))
    ours = cv.fisheye.calibrate(*wide, SIZE, K.copy(), D.copy(), flags=flags)
    assert_same(ours, cv2.fisheye.calibrate(*wide, SIZE, K, D, flags=flags, criteria=(3, 1000, 1e-14)))
    assert cv.fisheye.undistortPoints is cv2.fisheye.undistortPoints


@pytest.fixture(scope="module")
def pair(camera):
    second = fiducia.Camera("opencv5", {**camera.parameters, "fx": 910, "cx": 631, "k1": -0.24}, SIZE)
    pose = np.eye(4)
    pose[:3, :3] = cv2.Rodrigues(np.array([0.01, 0.05, -0.01]))[0]
    pose[:3, 3] = [-0.12, 0.002, 0.001]
    scene = dict(frames=15, noise_px=0.1, seed=2, distance=(0.5, 1.2), max_offset_m=0.3)
    views, _ = fiducia.simulate_rig({"a": (camera, np.eye(4)), "b": (second, pose)}, "chessboard:9x6:0.04", **scene)
    names = [name for name in views["a"].frames if name in views["b"].frames]
    images = [[views[c].corners(name)[1].astype(np.float32) for name in names] for c in "ab"]
    objects = [np.array(views["a"].target.points, dtype=np.float32)] * len(names)
    return objects, images


@pytest.mark.parametrize("flags", [cv2.CALIB_FIX_INTRINSIC, 0, cv2.CALIB_USE_INTRINSIC_GUESS, cv2.CALIB_FIX_K3])
def test_stereo(pair, flags):
    objects, images = pair
    alone = [cv2.calibrateCamera(objects, one, SIZE, None, None) for one in images]

    def given():
        return [part.copy() for one in alone for part in one[1:3]]

    ours = cv.stereoCalibrate(objects, *images, *given(), SIZE, flags=flags)
    assert_same(ours, cv2.stereoCalibrate(objects, *images, *given(), SIZE, flags=flags, criteria=TIGHT))
    assert isinstance(cv.last_assessment, fiducia.RigAssessment)
    assert np.allclose(cv.last_assessment.between("second", "first")[:3, 3], ours[6][:, 0], atol=1e-3)
    if flags == cv2.CALIB_FIX_INTRINSIC:  # the default
        assert_same(cv.stereoCalibrate(objects, *images, *given(), SIZE), ours, 1e-12)


def test_the_verdict_is_about_the_model_that_was_asked_for(points, tmp_path):
    made = cv.calibrateCamera(*points, SIZE, None, None, flags=cv2.CALIB_FIX_K3, with_assessment=True, tolerance=0.2)
    assessment = made[-1]
    assert assessment is cv.last_assessment and assessment.tolerance_px == 0.2
    assert np.array_equal(assessment.K, made[1]) and np.array_equal(assessment.dist, made[2][0])
    assert assessment.rms == pytest.approx(made[0], rel=1e-12)
    # k3 is fixed: no uncertainty, no degree of freedom; the file is one of the whole lens.
    assert assessment.sigma()["k3"] == 0 and assessment.sigma()["k2"] > 0
    assert assessment.covariance().shape == (9, 9)
    assert assessment.to_dict()["fit"]["n_parameters"] == 8 + 6 * len(points[1])
    four = fiducia.assess(fiducia.observations_from_points(*points, SIZE), model="opencv4", target_shape="planar",
                          keep_frames=True)  # fmt: skip
    assert four.total_px == pytest.approx(assessment.total_px, rel=1e-3)
    assessment.report(tmp_path / "r.html")
    assessment.save(tmp_path / "c.json")
    assert fiducia.read_camera(tmp_path / "c.json") == assessment.camera


def test_a_fixed_ratio_is_one_unknown(points):
    cv.calibrateCamera(*points, SIZE, GUESS, None, flags=cv2.CALIB_FIX_ASPECT_RATIO)
    sigma = cv.last_assessment.sigma()
    assert sigma["fx"] / sigma["fy"] == pytest.approx(890 / 895)
    rows = cv.last_assessment.covariance()
    assert rows[0, 1] ** 2 == pytest.approx(rows[0, 0] * rows[1, 1])


def test_arguments_are_not_written_to(points):
    K, dist = GUESS.copy(), np.zeros((1, 5))
    cv.calibrateCamera(*points, SIZE, K, dist, flags=cv2.CALIB_USE_INTRINSIC_GUESS)
    assert np.array_equal(K, GUESS) and not dist.any()


def test_faster(points):
    def seconds(call):
        best = float("inf")
        for _ in range(3):
            begin = time.perf_counter()
            call()
            best = min(best, time.perf_counter() - begin)
        return best

    ours = seconds(lambda: cv.calibrateCamera(*points, SIZE, None, None))
    theirs = seconds(lambda: cv2.calibrateCamera(*points, SIZE, None, None))
    print(f"fiducia.cv {1e3 * ours:.1f} ms, cv2 {1e3 * theirs:.1f} ms: {theirs / ours:.1f} times as fast")
    assert ours < theirs


def test_every_other_name_is_opencvs():
    assert cv.imread is cv2.imread and cv.TERM_CRITERIA_EPS == cv2.TERM_CRITERIA_EPS
    with pytest.raises(AttributeError):
        cv.no_such_thing


def test_a_calibration_of_opencvs_own_has_no_assessment(points):
    cv.calibrateCamera(*points, SIZE, None, None)
    assert cv.calibrateCameraRO(*points, SIZE, 8, None, None)[0] > 0
    with pytest.raises(Error, match="there is no assessment"):
        cv.last_assessment


def test_flags_are_opencvs():
    names = [name for name in dir(fiducia.lens_flags) if name.startswith("CALIB_") and hasattr(cv2, name)]
    assert len(names) > 20
    for name in names:
        assert getattr(fiducia.lens_flags, name) == getattr(cv2, name)
    for name in dir(cv.fisheye):
        if name.startswith("CALIB_") and hasattr(cv2.fisheye, name):
            assert getattr(cv.fisheye, name) == getattr(cv2.fisheye, name)


@pytest.mark.parametrize(
    "change, words",
    [
        (dict(flags=cv2.CALIB_TILTED_MODEL), "CALIB_TILTED_MODEL is not supported"),
        (dict(flags=cv2.CALIB_SAME_FOCAL_LENGTH), "CALIB_SAME_FOCAL_LENGTH is not supported"),
        (dict(flags=cv2.CALIB_USE_INTRINSIC_GUESS), "cameraMatrix: CALIB_USE_INTRINSIC_GUESS"),
        (dict(flags=cv2.CALIB_FIX_ASPECT_RATIO), "cameraMatrix: CALIB_FIX_ASPECT_RATIO"),
        (dict(flags=cv2.CALIB_FIX_FOCAL_LENGTH), "CALIB_FIX_FOCAL_LENGTH needs CALIB_USE_INTRINSIC_GUESS"),
        (dict(cameraMatrix=np.eye(2)), "cameraMatrix has shape (2, 2)"),
        (dict(distCoeffs=np.zeros(3)), "distCoeffs has 3 coefficients"),
        (dict(imageSize=(1280,)), "imageSize"),
        (dict(imageSize=None), "imageSize"),
        (dict(imagePoints=[]), "imagePoints is empty"),
        (dict(imagePoints=7), "imagePoints: a int"),
        (dict(imagePoints=np.zeros((54, 2))), "imagePoints has shape (54, 2)"),
        (dict(imagePoints=["a"]), "imagePoints[0]: str"),
        (dict(imagePoints=[np.zeros((54, 3))]), "imagePoints[0] has shape (54, 3)"),
        (dict(objectPoints=[np.zeros((54, 2))]), "objectPoints[0] has shape (54, 2)"),
    ],
)
def test_messages_name_the_argument(points, change, words):
    arguments = dict(objectPoints=points[0], imagePoints=points[1], imageSize=SIZE, cameraMatrix=None, distCoeffs=None)
    with pytest.raises(Error) as caught:
        cv.calibrateCamera(**{**arguments, **change})
    assert words in caught.value.message


def test_counts_that_do_not_fit(points):
    objects, images = points
    with pytest.raises(Error, match=r"imagePoints\[3\] has 53 points, objectPoints\[3\] has 54"):
        cv.calibrateCamera(objects, [*images[:3], images[3][:-1], *images[4:]], SIZE, None, None)
    with pytest.raises(Error, match=r"objectPoints has 14 views, imagePoints has 15"):
        cv.calibrateCamera(objects[1:], images, SIZE, None, None)
    spoiled = [one.copy() for one in images]
    spoiled[2][5] = np.nan
    with pytest.raises(Error, match=r"imagePoints\[2\] has numbers that are not finite"):
        cv.calibrateCamera(objects, spoiled, SIZE, None, None)
    with pytest.raises(Error, match=r"imagePoints\[1\]"):
        cv.calibrateCamera([objects[0], objects[1][:3], *objects[2:]], [images[0], images[1][:3], *images[2:]], SIZE,
                           None, None)  # fmt: skip
    with pytest.raises(Error, match="CALIB_FIX_SKEW"):
        cv.fisheye.calibrate(objects, images, SIZE, None, None)
    with pytest.raises(Error, match="imagePoints2"):
        cv.stereoCalibrate(objects, images, images[1:], GUESS, None, GUESS, None, SIZE)
    with pytest.raises(Error, match="cameraMatrix2: CALIB_FIX_INTRINSIC"):
        cv.stereoCalibrate(objects, images, images, GUESS, None, None, None, SIZE)
