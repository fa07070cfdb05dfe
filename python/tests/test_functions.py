import json

import numpy as np
import pytest

import fiducia
from fiducia import Error


def test_select_equals_the_program(observations, program, tmp_path):
    (tmp_path / "o.json").write_text(observations.to_json())
    ours = fiducia.select(observations, models=["radial1", "radial2", "opencv5"])
    theirs = json.loads(program("select", tmp_path / "o.json", "--json", "--models", "radial1,radial2,opencv5"))
    mine = ours.to_dict()
    for table in (mine, theirs):
        for model in table["models"]:
            del model["seconds"]
    assert mine == theirs and ours.recommended == theirs["recommended"]
    assert "radial1" in str(ours) and ours.reason and len(ours.models) == 3


def test_guide_equals_the_program(observations, program, tmp_path):
    few = observations.without(observations.frames[6:])
    (tmp_path / "o.json").write_text(few.to_json())
    ours = fiducia.guide(few, suggestions=2, until="bound95_px=0.3")
    theirs = program("guide", tmp_path / "o.json", "--json", "--suggest", 2, "--until", "bound95_px=0.3")
    assert ours.to_dict() == json.loads(theirs)
    assert len(ours.suggestions) == 2 and not ours.enough and ours.advice and "--" not in str(ours)


def test_compare_equals_the_program(result, camera, program, tmp_path):
    result.save(tmp_path / "c.json")
    camera.save(tmp_path / "truth.json")
    ours = fiducia.compare(result, camera)
    theirs = program("compare", tmp_path / "c.json", tmp_path / "truth.json", "--json")
    assert ours.to_dict() == json.loads(theirs)
    assert 0 < ours.difference_px < 3 and ours.largest_px >= ours.difference_px and ours.expected95_px is None
    assert ours.arrows.shape == (300, 4)
    assert np.sqrt(np.nanmean(np.sum(ours.arrows[:, 2:] ** 2, axis=1))) == pytest.approx(ours.difference_px, rel=0.05)
    assert fiducia.compare(result, result).expected95_px == pytest.approx(np.sqrt(2) * result.bound95_px)


def test_simulate_equals_the_program(camera, program, tmp_path):
    values = ",".join(f"{name}={value!r}" for name, value in camera.parameters.items())
    program(
        "simulate", "--model", camera.model, "--params", values, "--image-size", "1280x960", "--target",
        "chessboard:9x6:0.04", "--frames", 5, "--noise", 0.2, "--bend", 0.0003, "--effect", "shutter:3", "--seed", 4,
        "--distance", "0.4:1.1", "--max-offset", "0.2", "--max-angle", "30", "-o", tmp_path / "o.json",
    )  # fmt: skip
    ours = fiducia.simulate(
        camera, "chessboard:9x6:0.04", frames=5, noise_px=0.2, bend_m=0.0003, effects="shutter:3", seed=4,
        distance=(0.4, 1.1), max_offset_m=0.2, max_angle_deg=30,
    )  # fmt: skip
    assert ours.truth == json.loads((tmp_path / "o.json").read_text())


def test_render_equals_the_program(camera, program, tmp_path):
    cv2 = pytest.importorskip("cv2")
    values = ",".join(f"{name}={value!r}" for name, value in camera.parameters.items())
    program(
        "render", "--model", camera.model, "--params", values, "--image-size", "1280x960", "--target",
        "chessboard:9x6:0.04", "--frames", 2, "--noise", 0.01, "--seed", 4, "--distance", "0.4:0.8", "--max-offset",
        "0.1", "-o", tmp_path / "pictures",
    )  # fmt: skip
    ours = fiducia.render(
        camera, "chessboard:9x6:0.04", frames=2, read_noise=0.01, seed=4, distance=(0.4, 0.8), max_offset_m=0.1
    )
    assert len(ours.images) == 2 and ours.images[0].dtype == np.uint8
    for name, image in zip(ours.observations.frames, ours.images):
        assert np.array_equal(image, cv2.imread(str(tmp_path / "pictures" / name), cv2.IMREAD_UNCHANGED))


def test_sixteen_bits(camera):
    scene = dict(frames=1, bits=16, seed=1, distance=(0.4, 0.8), max_offset_m=0.1)
    image = fiducia.render(camera, "chessboard:9x6:0.04", **scene).images[0]
    assert image.dtype == np.uint16 and image.max() > 255


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda c, o: fiducia.simulate(c, "chessboard:9x6:0.04", frames=0), "frames"),
        (lambda c, o: fiducia.simulate(c, "chessboard:9x6:0.04", noise_px=-1), "noise_px"),
        (lambda c, o: fiducia.simulate(c, "chessboard:9x6:0.04", effects="magic"), "magic"),
        (lambda c, o: fiducia.simulate(c, "chessboard:9x6:0.04", distance=5), "distance: 5"),
        (lambda c, o: fiducia.simulate(c, "chessboard:9x6:0.04", bend_m="some"), "bend_m: 'some'"),
        (lambda c, o: fiducia.simulate("camera", "chessboard:9x6:0.04"), "camera: a str"),
        (lambda c, o: fiducia.render(c, "chessboard:9x6:0.04", psf_px=0), "psf_px"),
        (lambda c, o: fiducia.render(c, "chessboard:9x6:0.04", bits=12), "bits"),
        (lambda c, o: fiducia.select(o, models=["radial1", "radial1"]), "radial1 is named twice"),
        (lambda c, o: fiducia.select(o, by="luck"), "by: 'luck'"),
        (lambda c, o: fiducia.guide(o, suggestions=0), "suggestions"),
        (lambda c, o: fiducia.guide(o, until="soon"), "until"),
        (lambda c, o: fiducia.guide(o, criterion="best"), "criterion"),
        (lambda c, o: fiducia.compare(c, 5), "other: a int"),
        (lambda c, o: fiducia.compare(c, c, grid=(0, 3)), "grid"),
        (lambda c, o: fiducia.read_camera("/nowhere.yaml"), "/nowhere.yaml"),
        (lambda c, o: fiducia.read_cameras([]), "paths: a list"),
    ],
)
def test_messages_name_the_argument(camera, observations, call, words):
    with pytest.raises(Error) as caught:
        call(camera, observations)
    assert words in caught.value.message and "--" not in caught.value.message


def test_options_of_the_command_line_become_arguments():
    words = fiducia._fiducia.in_python_words
    assert words("calibrate with --target-shape warp: then") == 'calibrate with target_shape="warp": then'
    assert words("(--leave-out a.png,b.png)") == '(leave_out="a.png,b.png")'
    assert words("correct --target, and") == "correct target, and"
    assert words("--keep-frames uses it") == "keep_frames=True uses it"
    assert words("nothing -- at all") == "nothing -- at all"
    assert words("('fiducia guide' proposes each one)") == "(fiducia.guide() proposes each one)"
    assert words("'fiducia calibrate' looks for it") == "fiducia.assess() looks for it"
