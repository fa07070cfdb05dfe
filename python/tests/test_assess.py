import gc
import json
import pickle

import numpy as np
import pytest

import fiducia
from fiducia import Error


@pytest.fixture(scope="module")
def bent(camera):
    scene = dict(frames=20, noise_px=0.05, bend_m=0.001, seed=1, distance=(0.3, 1.2), max_offset_m=0.4)
    return fiducia.simulate(camera, "chessboard:9x6:0.04", **scene).observations


@pytest.fixture(scope="module")
def flat(bent):
    return fiducia.assess(bent, model="opencv5", target_shape="planar", tolerance=0.5)


def without_nan(text):
    return json.loads(text, parse_constant=lambda name: name)


def test_equal_to_the_program_to_the_last_digit(observations, result, program, tmp_path):
    (tmp_path / "o.json").write_text(observations.to_json())
    assert without_nan(program("calibrate", tmp_path / "o.json", "--json", "--quiet")) == without_nan(result.to_json())


def test_equal_to_the_program_with_options(bent, program, tmp_path):
    (tmp_path / "o.json").write_text(bent.to_json())
    theirs = program(
        "calibrate", tmp_path / "o.json", "--json", "--quiet", "--model", "radial2", "--target-shape", "planar",
        "--tolerance", "0.3", "--region", "disc:640,480,300", "--bootstrap", "20", "--seed", "5", "--keep-frames",
        "--loss", "cauchy:1", "--threshold", "outlier_ratio=4", "--leave-out", bent.frames[0],
    )  # fmt: skip
    ours = fiducia.assess(
        bent, model="radial2", target_shape="planar", tolerance=0.3, region="disc:640,480,300", bootstrap=20, seed=5,
        keep_frames=True, loss="cauchy:1", thresholds={"outlier_ratio": 4}, leave_out=[bent.frames[0]],
    )  # fmt: skip
    assert without_nan(theirs) == without_nan(ours.to_json())


def test_evaluate_equals_the_program(observations, result, program, tmp_path):
    (tmp_path / "o.json").write_text(observations.to_json())
    result.save(tmp_path / "c.json")
    theirs = without_nan(program("evaluate", tmp_path / "c.json", tmp_path / "o.json", "--json", "--quiet"))
    for calibration in (tmp_path / "c.json", result):
        assert theirs == without_nan(fiducia.evaluate(calibration, observations).to_json())


def test_results_do_not_depend_on_threads(observations, result):
    assert fiducia.assess(observations, threads=1).to_json() == result.to_json()


def test_properties(result, camera, observations):
    assert result.judgement in ("good", "usable", "bad") and result.model.startswith("opencv")
    assert result.total_px <= result.bound95_px
    assert result.rms == pytest.approx(np.sqrt(2) * result.rmse) and 0.08 < result.rmse < 0.12
    assert abs(result.K - camera.K).max() < 4 and result.image_size == (1280, 960)
    assert len(result.frames) + len(result.left_out) == len(observations)
    assert result.covariance().shape == (len(result.parameters),) * 2
    for i, (name, value) in enumerate(result.sigma().items()):
        index = list(result.parameters).index(name)
        assert value == pytest.approx(np.sqrt(result.covariance()[index, index]))
    assert 0 <= result.bias_ratio <= 1 and result.tolerance_px == 1
    assert np.allclose(result.target_points, observations.target.points)
    assert result.unmet("trust.total_px<100") == [] and len(result.unmet("trust.total_px<1e-6", "verdict=usable")) >= 1
    with pytest.raises(Error, match="method: 'magic' is none of std"):
        result.covariance("magic")


def test_residuals_are_views_of_what_the_poses_leave(result):
    for (name, ids, pixels, residuals), frame in zip(result.residuals(), result.frames):
        assert name == frame.name and not residuals.flags.writeable and residuals.base is not None
        pose = frame.camera_from_target
        points = result.target_points[ids] @ pose[:3, :3].T + pose[:3, 3]
        assert np.abs(pixels - result.camera.project(points) - residuals).max() < 1e-9
        assert np.sqrt(np.mean(residuals**2)) == pytest.approx(frame.rmse)


def test_arrays_outlive_the_result(observations):
    made = fiducia.assess(observations, model="opencv5", target_shape="planar")
    kept = made.residuals()[0][3]
    copy = kept.copy()
    del made
    gc.collect()
    assert np.array_equal(kept, copy)


def test_advice_names_keyword_arguments(flat, bent):
    assert flat.judgement == "bad" and 'target_shape="' in flat.next and "--" not in str(flat)
    assert flat.causes[0]["effect"] == "target" and flat.systematic_px > 0.5
    assert "--target-shape" in flat.to_dict()["verdict"]["next"]  # the file is the program's
    better = fiducia.assess(bent, target_shape="warp", tolerance=0.5)
    assert better.total_px < 0.5 * flat.total_px
    assert not np.allclose(better.target_points, bent.target.points)


def test_auto_improve_shows_its_steps(bent):
    improved = fiducia.assess(bent, model="radial2", target_shape="planar", auto_improve=True)
    assert len(improved.to_dict()["improvement"]) > 1 and "step 0" in improved.summary and "--" not in improved.summary


def test_shows_itself(result, tmp_path):
    assert result.summary in str(result) and result.judgement in repr(result)
    page = result._repr_html_()
    assert "<svg" in page and result.judgement in page.lower()
    result.report(tmp_path / "r.html", "My camera")
    text = (tmp_path / "r.html").read_text()
    assert text.lstrip().lower().startswith("<!doctype html") and "My camera" in text
    with pytest.raises(Error, match="path"):
        result.report(tmp_path / "r.txt")


def test_pickled_results_are_whole(result, tmp_path):
    back = pickle.loads(pickle.dumps(result))
    assert back.to_json() == result.to_json() and str(back) == str(result) and back.camera == result.camera
    for one, other in zip(back.residuals(), result.residuals()):
        assert one[0] == other[0] and all(np.array_equal(a, b) for a, b in zip(one[1:], other[1:]))
    assert back._repr_html_() == result._repr_html_()
    back.report(tmp_path / "a.html")
    result.report(tmp_path / "b.html")
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes()
    assert pickle.loads(pickle.dumps(back)).to_json() == result.to_json()


def test_errors_are_pickled():
    back = pickle.loads(pickle.dumps(Error("bad_data", "words")))
    assert (back.code, back.message, str(back)) == ("bad_data", "words", "words")


def test_evaluate_of_opencvs_arrays(points, camera):
    right = fiducia.evaluate(camera.K, camera.dist, camera.image_size, *points, tolerance=2)
    assert right.judgement == "good" and right.camera.parameters == camera.parameters
    wrong = fiducia.evaluate(camera.K * [[1.02], [1.02], [1]], camera.dist, camera.image_size, *points, tolerance=2)
    assert wrong.judgement == "bad" and wrong.total_px > 2
    assert wrong.to_dict()["optimum"]["at_minimum"] is False
    assert pickle.loads(pickle.dumps(wrong)).judgement == "bad"


def test_evaluate_other_observations(result, camera):
    scene = dict(frames=12, seed=9, distance=(0.3, 1.2), max_offset_m=0.4)
    other = fiducia.simulate(camera, "chessboard:9x6:0.04", **scene).observations
    assert fiducia.evaluate(result.camera, other, tolerance=2).judgement in ("good", "usable")


@pytest.mark.parametrize(
    "options, words",
    [
        (dict(model="radial9"), "radial9"),
        (dict(model=5), "model: 5 is a int"),
        (dict(tolerance=0), "tolerance"),
        (dict(tolerance="much"), "tolerance: 'much'"),
        (dict(target_shape="round"), "round"),
        (dict(effects="magic"), "magic"),
        (dict(loss="cauchy"), "loss"),
        (dict(region="here"), "region: 'here'"),
        (dict(region=5), "region: 5"),
        (dict(grid="x"), "grid"),
        (dict(bootstrap=1), "bootstrap"),
        (dict(thresholds={"nothing": 1}), "nothing"),
        (dict(leave_out=["none"]), "leave_out"),
        (dict(target="chessboard:9x6:0.04"), "target"),
        (dict(seed=-1), "seed: -1"),
        (dict(progress="yes"), "progress: 'yes'"),
    ],
)
def test_wrong_options_are_named(observations, options, words):
    with pytest.raises(Error) as caught:
        fiducia.assess(observations, **options)
    assert words in caught.value.message and "--" not in caught.value.message
    assert caught.value.code in ("bad_option", "bad_data")


def test_wrong_inputs_are_named(observations, camera, points):
    for call, words in (
        (lambda: fiducia.assess(5), "observations: a int"),
        (lambda: fiducia.assess([]), "observations: a list"),
        (lambda: fiducia.evaluate(5, observations), "calibration: a int"),
        (lambda: fiducia.evaluate(camera.K, camera.dist), "evaluate(K, dist, size, objpoints, imgpoints)"),
        (lambda: fiducia.evaluate(camera.K, camera.dist, None, *points), "image_size"),
        (lambda: fiducia.evaluate(camera.K, camera.dist, (1280, 960), points[0]), "objpoints and imgpoints"),
        (lambda: fiducia.evaluate(camera.K, camera.dist, (1280, 960), points[0][:-1], points[1]), "objpoints has 14"),
        (lambda: fiducia.evaluate(camera.K, camera.dist, (100, 100), *points), "imgpoints[0]"),
        (lambda: fiducia.evaluate("/nowhere.yaml", observations), "/nowhere.yaml"),
    ):
        with pytest.raises(Error) as caught:
            call()
        assert words in caught.value.message


def test_data_that_cannot_carry_a_calibration(camera):
    scene = dict(frames=8, max_angle_deg=0, seed=1, distance=(0.5, 1), max_offset_m=0.2)
    never_tilted = fiducia.simulate(camera, "chessboard:9x6:0.04", **scene).observations
    with pytest.raises(Error) as caught:
        fiducia.assess(never_tilted, model="opencv5")
    assert caught.value.code == "degenerate" and "tilt" in caught.value.message
