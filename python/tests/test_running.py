"""Threads, progress, Ctrl-C and memory."""

import os
import signal
import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import numpy as np
import pytest

import fiducia
import fiducia.cv as cv
from conftest import SIZE
from fiducia import Error
from fiducia.progress import Shown


def test_many_threads_at_once(observations, points):
    expected = fiducia.assess(observations, model="opencv5").to_json()
    K = cv.calibrateCamera(*points, SIZE, None, None)[1]
    wrong = []

    def work(number):
        if number % 2:
            if fiducia.assess(observations, model="opencv5").to_json() != expected:
                wrong.append(number)
        else:
            for _ in range(10):
                # the last assessment is the thread's own
                flags = cv.CALIB_FIX_K3 if number % 4 else 0
                found = cv.calibrateCamera(*points, SIZE, None, None, flags=flags)[1]
                if not flags and not np.array_equal(found, K):
                    wrong.append(number)
            if (cv.last_assessment.dist[4] == 0) != bool(flags):
                wrong.append(number)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_python_goes_on_meanwhile(observations):
    worker = threading.Thread(target=lambda: fiducia.assess(observations, bootstrap=300, threads=1))
    worker.start()
    longest, last = 0.0, time.perf_counter()
    while worker.is_alive():
        time.sleep(0.001)
        now = time.perf_counter()
        longest, last = max(longest, now - last), now
    assert longest < 0.5  # with the GIL held it would be the whole call


def test_progress_is_told_to_the_thread_that_called(observations):
    told, threads = [], set()

    def show(done, total):
        told.append((done, total))
        threads.add(threading.get_ident())

    fiducia.assess(observations, bootstrap=500, threads=1, progress=show)
    assert threads == {threading.get_ident()}
    assert told and all(0 <= done <= total for done, total in told)


def test_progress_can_stop_the_work(observations):
    begin = time.perf_counter()
    with pytest.raises(Error) as caught:
        fiducia.assess(observations, bootstrap=1_000_000, progress=lambda done, total: False)
    assert caught.value.code == "cancelled" and time.perf_counter() - begin < 10


def test_what_progress_raises_comes_out(observations):
    def show(done, total):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        fiducia.assess(observations, bootstrap=1_000_000, progress=show)


def test_a_bar_in_the_terminal(observations, capsys):
    pytest.importorskip("tqdm")
    fiducia.assess(observations, bootstrap=500, threads=1, progress=True)
    shown = capsys.readouterr().err
    assert "models and causes" in shown and "%" in shown
    fiducia.assess(observations, bootstrap=50)  # nobody looks: nothing is shown
    assert capsys.readouterr().err == ""


def test_in_a_notebook(monkeypatch, capsys):
    pytest.importorskip("tqdm")
    shell = type("ZMQInteractiveShell", (), {})()
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    with Shown(None, "images") as show:
        show(1, 3)
        show(2, 3)
    captured = capsys.readouterr()
    assert "images" in captured.err + captured.out


def test_without_tqdm(observations, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm", None)
    fiducia.assess(observations, bootstrap=500, threads=1, progress=True)
    assert "/" in capsys.readouterr().err


def test_ctrl_c(observations, tmp_path):
    (tmp_path / "o.json").write_text(observations.to_json())
    code = (
        "import fiducia, sys\n"
        f"seen = fiducia.read_observations({str(tmp_path / 'o.json')!r})\n"
        "print('begin', flush=True)\n"
        "try:\n"
        "    fiducia.assess(seen, bootstrap=1000000)\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted', flush=True)\n"
    )
    paths = os.pathsep.join(sys.path)
    child = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": paths}
    )
    assert child.stdout.readline() == "begin\n"
    time.sleep(1)
    begin = time.perf_counter()
    child.send_signal(signal.SIGINT)
    assert child.communicate(timeout=30)[0] == "interrupted\n"
    assert child.returncode == 0 and time.perf_counter() - begin < 10


def test_no_leak(points):
    psutil = pytest.importorskip("psutil")
    objects, images = [one[:20] for one in points[0][:5]], [one[:20] for one in points[1][:5]]

    def run(times):
        for _ in range(times):
            cv.calibrateCamera(objects, images, SIZE, None, None, flags=cv.CALIB_FIX_K3)

    run(200)
    process = psutil.Process()
    grown = []
    for _ in range(3):  # the heap may stretch once; a leak shows every time
        before = process.memory_info().rss
        run(1000)
        grown.append(process.memory_info().rss - before)
        if grown[-1] < 4e6:  # a calibration holds some 30 kB
            return
    pytest.fail(f"{min(grown) / 1000:.0f} bytes per calibration")


def test_no_leak_of_assessments(points):
    psutil = pytest.importorskip("psutil")
    seen = fiducia.observations_from_points([one for one in points[0][:8]], points[1][:8], SIZE)

    def run(times):
        for _ in range(times):
            made = fiducia.assess(seen, model="opencv4", target_shape="planar")
            made.residuals()
            made.to_dict()

    run(5)
    process = psutil.Process()
    for _ in range(3):
        before = process.memory_info().rss
        run(15)
        grown = process.memory_info().rss - before
        if grown < 20e6:
            return
    pytest.fail(f"{grown / 15:.0f} bytes per assessment")
