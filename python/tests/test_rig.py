import json
import pickle

import numpy as np
import pytest

import fiducia
from fiducia import Camera, Error


@pytest.fixture(scope="module")
def rig(camera):
    second = Camera("opencv5", {**camera.parameters, "fx": 910, "fy": 908, "cx": 631}, camera.image_size)
    pose = np.eye(4)
    pose[:3, :3] = [[np.cos(0.05), 0, np.sin(0.05)], [0, 1, 0], [-np.sin(0.05), 0, np.cos(0.05)]]
    pose[0, 3] = -0.12
    return {"left": (camera, np.eye(4)), "right": (second, pose)}


@pytest.fixture(scope="module")
def views(rig):
    scene = dict(frames=20, noise_px=0.1, seed=2, distance=(0.5, 1.2), max_offset_m=0.3)
    return fiducia.simulate_rig(rig, "chessboard:9x6:0.04", **scene)[0]


@pytest.fixture(scope="module")
def found(views):
    return fiducia.assess_rig(views, model="opencv4", target_shape="planar", distances_m=[1.0])


def test_finds_the_rig(found, rig):
    assert list(found.cameras) == ["left", "right"] and found.judgement in ("good", "usable")
    assert np.abs(found.between("right", "left") - rig["right"][1]).max() < 0.01
    assert found.pairs[0]["baseline_m"] == pytest.approx(0.12, abs=1e-3)
    assert list(found.pairs[0]["triangulation"]) == ["1m"]
    assert np.array_equal(found.camera_from_rig["left"], np.eye(4))


def test_equals_the_program(found, views, program, tmp_path):
    for name, seen in views.items():
        (tmp_path / f"{name}.json").write_text(seen.to_json())
    theirs = program(
        "calibrate", *(f"--camera={name}={tmp_path / name}.json" for name in views), "--model", "opencv4",
        "--target-shape", "planar", "--distance", "1", "--json", "--quiet",
    )  # fmt: skip
    assert found.to_dict() == json.loads(theirs)


def test_guides_as_the_program_does(found, views, program, tmp_path):
    for name, seen in views.items():
        (tmp_path / f"{name}.json").write_text(seen.to_json())
    theirs = program(
        "guide", *(f"--camera={name}={tmp_path / name}.json" for name in views), "--model", "opencv4",
        "--target-shape", "planar", "--suggest", 2, "--json", "--quiet",
    )  # fmt: skip
    ours = fiducia.assess_rig(views, model="opencv4", target_shape="planar").guide(suggestions=2)
    assert ours.to_dict() == json.loads(theirs)
    assert len(ours.suggestions) == 2 and "of the image of left" in str(ours)
    with pytest.raises(Error, match="suggestions"):
        found.guide(suggestions=0)
    with pytest.raises(Error, match="distance"):
        found.guide(distance=(1, 2, 3))
    with pytest.raises(Error, match="assess it again"):
        pickle.loads(pickle.dumps(found)).guide()


def test_shows_itself(found, tmp_path):
    assert "baseline" in str(found) and "left" in repr(found) and "<table>" in found._repr_html_()
    found.report(tmp_path / "rig.html", "Pair")
    assert "Pair" in (tmp_path / "rig.html").read_text()
    back = pickle.loads(pickle.dumps(found))
    assert back.to_json() == found.to_json() and back.cameras == found.cameras
    with pytest.raises(Error, match="write the report before"):
        back.report(tmp_path / "again.html")


def test_files_of_a_rig_are_read_back(found, tmp_path):
    found.save(tmp_path / "calibration.json")
    back = fiducia.read_cameras(tmp_path / "calibration.json")
    assert {name: camera for name, (camera, _) in back.items()} == found.cameras
    assert np.allclose(back["right"][1], found.camera_from_rig["right"], atol=1e-12)


def test_a_rig_that_was_given(rig, views):
    assert fiducia.evaluate_rig(rig, views).judgement in ("good", "usable")
    moved = rig["right"][1].copy()
    moved[1, 3] += 0.01
    wrong = fiducia.evaluate_rig({**rig, "right": (rig["right"][0], moved)}, views)
    assert wrong.judgement == "bad"


def test_models_by_camera_and_instants_by_list(views):
    names = views["left"].frames
    made = fiducia.assess_rig(
        views, model={"left": "radial2", "right": "opencv4"}, target_shape="planar",
        instants=[[name, name] for name in names if name in views["right"].frames],
    )  # fmt: skip
    assert [camera.model for camera in made.cameras.values()] == ["radial2", "opencv4"]
    assert made.to_dict()["rig"]["pairing"]["by"] == "list"


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda rig, views: fiducia.assess_rig([1, 2]), "views"),
        (lambda rig, views: fiducia.assess_rig({"left": views["left"]}), "views"),
        (lambda rig, views: fiducia.assess_rig({"left": views["left"], "right": 5}), "views['right'] is a int"),
        (lambda rig, views: fiducia.assess_rig(views, model={"middle": "radial1"}), "no such camera"),
        (lambda rig, views: fiducia.assess_rig({"a": views["left"], "b": views["left"]}), "have the same corners"),
        (lambda rig, views: fiducia.evaluate_rig({"left": rig["left"]}, views), "no 'right'"),
        (lambda rig, views: fiducia.evaluate_rig({**rig, "right": (rig["right"][0], np.eye(3))}, views), "(3, 3)"),
        (lambda rig, views: fiducia.simulate_rig({**rig, "right": (rig["right"][0], 2 * np.eye(4))}, "chessboard:9x6:0.04"), "no rotation"),
    ],
)  # fmt: skip
def test_messages_name_the_argument(rig, views, call, words):
    with pytest.raises(Error) as caught:
        call(rig, views)
    assert words in caught.value.message
