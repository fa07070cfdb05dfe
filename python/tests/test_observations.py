import gc
import pickle

import numpy as np
import pytest

import fiducia
from fiducia import Error, Observations, Target


def test_arrays_are_views_that_outlive_their_owner():
    target = Target("chessboard:9x6:0.025")
    points = target.points
    assert points.shape == (54, 3) and not points.flags.writeable
    assert np.shares_memory(points, target.points)
    frames = [(f"{i}", np.arange(54), 100 + 10 * points[:, :2] / 0.025 + i, None) for i in range(3)]
    observations = Observations.from_arrays((640, 480), target, frames)
    ids, pixels, weights = observations.corners(1)
    assert np.shares_memory(pixels, observations.corners("1")[1]) and not pixels.flags.writeable
    del observations, target
    gc.collect()
    assert ids.tolist() == list(range(54)) and pixels[10, 0] == pytest.approx(111) and set(weights) == {1.0}


def test_json_and_pickle_keep_every_digit(observations):
    for back in (Observations.from_json(observations.to_json()), pickle.loads(pickle.dumps(observations))):
        assert back.to_json() == observations.to_json()
        assert back.target.spec == "chessboard:9x6:0.04" and back.image_size == (1280, 960)
    target = Target.from_points(np.eye(3))
    assert np.array_equal(pickle.loads(pickle.dumps(target)).points, np.eye(3))


def test_read_from_files(observations, tmp_path):
    (tmp_path / "a.json").write_text(observations.to_json())
    (tmp_path / "a.csv").write_text(observations.to_csv())
    one = fiducia.read_observations(tmp_path / "a.json")
    other = fiducia.read_observations([tmp_path / "a.csv"], observations.target, image_size=(1280, 960))
    assert one.to_json() == other.to_json() == observations.to_json()
    fewer = fiducia.read_observations(tmp_path / "a.json", leave_out=observations.frames[:2])
    assert len(fewer) == len(observations) - 2 and len(fewer.left_out) == 2


def test_lists_of_points_with_parts_of_the_target(observations):
    points, images = np.array(observations.target.points), [observations.corners(i)[1] for i in range(3)]
    objects = [points, points[5:40], points[::-1]]
    seen = fiducia.observations_from_points(objects, [images[0], images[1][5:40], images[2][::-1]], (1280, 960))
    assert len(seen.target.points) == 54
    for i, (own, image) in enumerate(zip(objects, (images[0], images[1][5:40], images[2][::-1]))):
        ids, pixels, _ = seen.corners(i)
        assert np.array_equal(seen.target.points[ids], own) and np.array_equal(pixels, image)


@pytest.fixture(scope="module")
def rendering():
    camera = fiducia.Camera("radial1", dict(fx=450, fy=452, cx=320, cy=236, k1=-0.2), (640, 480))
    return fiducia.render(camera, "chessboard:9x6:0.04", frames=3, seed=2, distance=(0.4, 0.8), max_offset_m=0.15)


def test_detects_in_arrays_and_files(rendering, tmp_path):
    cv2 = pytest.importorskip("cv2")
    grey = fiducia.detect(rendering.images, "chessboard:9x6:0.04")
    colour = [np.repeat(image[:, :, None], 3, axis=2) for image in rendering.images]
    named = fiducia.detect(colour, "chessboard:9x6:0.04", names=["a", "b", "c"])
    for i, image in enumerate(rendering.images):
        cv2.imwrite(str(tmp_path / f"{i}.png"), image)
    files = fiducia.detect(tmp_path, "chessboard:9x6:0.04", cache=False)
    assert files.detected and len(files.images) == 3 and named.frames == ["a", "b", "c"]
    for i in range(3):
        truth = rendering.observations.corners(i)[1]
        assert np.abs(grey.corners(i)[1] - truth).max() < 0.1
        assert np.array_equal(grey.corners(i)[1], named.corners(i)[1])
        assert np.array_equal(grey.corners(i)[1], files.corners(i)[1])


def test_an_image_without_a_board_is_left_out(rendering):
    blank = np.full_like(rendering.images[0], 128)
    found = fiducia.detect([rendering.images[0], blank], "chessboard:9x6:0.04")
    assert len(found) == 1 and found.left_out[0][0] == "1"


def of_frames(*frames):
    return Observations.from_arrays((640, 480), "chessboard:9x6:0.03", list(frames))


@pytest.mark.parametrize(
    "call, code, words",
    [
        (lambda: fiducia.detect([], "chessboard:9x6:0.04"), "bad_option", "images is empty"),
        (lambda: fiducia.detect(5, "chessboard:9x6:0.04"), "bad_option", "images: a int"),
        (lambda: fiducia.detect([np.zeros((9, 9))], "chessboard:9x6:0.04"), "bad_option", "images[0] is float64"),
        (lambda: fiducia.detect([np.zeros((9, 9, 4), np.uint8)], "chessboard:9x6:0.04"), "bad_option", "(9, 9, 4)"),
        (lambda: fiducia.detect([np.zeros((9, 9), np.uint8)], "chess"), "bad_option", "chess"),
        (lambda: fiducia.detect([np.zeros((9, 9), np.uint8)], 7), "bad_option", "target: 7"),
        (lambda: fiducia.detect([np.zeros((99, 99), np.uint8)], "chessboard:9x6:0.04"), "degenerate", "in no image"),
        (lambda: fiducia.detect([np.zeros((9, 9), np.uint8), np.zeros((8, 9), np.uint8)], "chessboard:9x6:1"),
         "bad_option", "images[1] has shape (8, 9)"),
        (lambda: fiducia.detect([np.zeros((9, 9), np.uint8)], "chessboard:9x6:1", names=["a", "b"]), "bad_option", "names has 2"),
        (lambda: fiducia.read_observations("/nowhere.json"), "bad_file", "/nowhere.json"),
        (lambda: fiducia.read_observations(5), "bad_option", "inputs: a int"),
        (lambda: fiducia.read_observations("/nowhere.png"), "bad_option", 'target="chessboard:9x6:0.025"'),
        (lambda: Observations.from_json("{}"), "bad_file", "observations"),
        (lambda: Target("chessboard:9x6"), "bad_option", "chessboard:9x6"),
        (lambda: Target.from_points([[1, 2]]), "bad_option", "points has shape (1, 2)"),
        (lambda: Target.from_points("none"), "bad_option", "points: is no array"),
        (lambda: of_frames(5), "bad_option", "frames[0]: give (name, ids"),
        (lambda: of_frames(("a", [0, 1], [[1, 2.0]], None)), "bad_option", "frames[0] has 1 pixels and 2 ids"),
        (lambda: of_frames(("a", [0], [[1, 2.0, 3]], None)), "bad_option", "frames[0][2], the pixels, has shape (1, 3)"),
        (lambda: of_frames(("a", [0], [[1, 2.0]], [1, 2])), "bad_option", "weights"),
        (lambda: of_frames(("a", [99], [[1, 2.0]], None)), "bad_data", "99"),
    ],
)  # fmt: skip
def test_messages_name_the_argument(call, code, words):
    with pytest.raises(Error) as caught:
        call()
    assert words in caught.value.message and caught.value.code == code
    assert "--" not in caught.value.message


def test_frames_that_are_not_there(observations):
    with pytest.raises(Error, match="leave_out: there is no frame 'none'"):
        observations.without(["none"])
    with pytest.raises(IndexError):
        observations.corners(99)
    with pytest.raises(KeyError):
        observations.corners("none")
