import numpy as np
import pytest

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402


@pytest.fixture(autouse=True)
def close():
    yield
    plt.close("all")


@pytest.mark.parametrize("name", ["plot_trust", "plot_residuals", "plot_distortion", "plot_poses"])
def test_plots_are_drawn(result, name, tmp_path):
    ax = getattr(result, name)()
    assert ax.get_title() or ax.get_title(loc="left")
    ax.figure.savefig(tmp_path / "plot.png")
    image = plt.imread(tmp_path / "plot.png")
    assert image.std() > 0.05
    _, own = plt.subplots(subplot_kw={"projection": "3d"} if name == "plot_poses" else {})
    assert getattr(result, name)(ax=own) is own


def test_the_map_of_trust_has_the_total_error(result):
    error, is_bound = result.trust_map()
    assert error.shape[0] < error.shape[1] and not is_bound
    assert np.sqrt(np.nanmean(error**2)) == pytest.approx(result.total_px, rel=0.1)


def test_without_matplotlib(result, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(ImportError, match="python3-matplotlib"):
        result.plot_trust()
