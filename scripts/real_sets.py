#!/usr/bin/env python3
"""Calibrates real cameras from a folder of public data sets with several models, with the target as given and free, and
prints the tables of docs/real_cameras.md.

usage: real_sets.py PROGRAM FOLDER [--total|--chosen|--pixels] [SET...]      FOLDER holds a folder a set, with images/ or corners.csv
--total: the total error and its causes, of radial2 and fisheye with a flat target, by `fiducia explain`;
--chosen: the same of the model that is chosen, with a flat target, a free one, and freed of effects, by `fiducia calibrate`;
--pixels: what a sensor tells by itself: its pixels are square, so that fx/fy is known. By `fiducia calibrate`.
"""

import json
import math
import os
import subprocess
import sys
import tempfile

# set: (image size, target; none: as corners.csv has it)
SETS = {
    "opencv_stereo_left": ("640x480", "chessboard:9x6:0.03"),
    "opencv_stereo_right": ("640x480", "chessboard:9x6:0.03"),
    "opencv_fisheye_left": ("1280x800", "chessboard:8x6:0.0244"),
    "opencv_fisheye_right": ("1280x800", "chessboard:8x6:0.0244"),
    "boofcv_trinocular_left": ("1224x1024", "chessboard:13x9:1"),
    "boofcv_trinocular_middle": ("1224x1024", "chessboard:13x9:1"),
    "boofcv_trinocular_right": ("1224x1024", "chessboard:13x9:1"),
    "udacity_gopro": ("1280x960", "chessboard:8x6:1"),
    "yac_d435i_aprilgrid": ("640x480", "aprilgrid:6x6:0.088:0.3"),
    "photonvision_charuco_0507_1280": ("1280x720", "charuco:8x8:0.0254:0.01905:DICT_4X4_50"),
    "euroc_aprilgrid_cam0": ("752x480", "aprilgrid:6x6:0.088:0.3"),
    "zhang_pulnix": ("640x480", None),
    "mrcal_overpass_fisheye": ("6016x4016", None),
    "caliscope_charuco": ("1280x720", None),
}
MODELS = ["radial2", "opencv4", "opencv5", "opencv8", "fisheye"]


def run(program, *arguments):
    done = subprocess.run([program, *arguments, "--json", "--quiet"], capture_output=True, text=True)
    return done.returncode, (json.loads(done.stdout) if done.stdout else None), done.stderr


def observations(program, folder, name, work):
    """The observations of a set, from its images where there are any: file, images found, images given."""
    size, target = SETS[name]
    pictures = os.path.join(folder, name, "images")
    csv = os.path.join(folder, name, "corners_cam0.csv" if name.startswith("caliscope") else "corners.csv")
    file = os.path.join(work, name + ".json")
    if os.path.isdir(pictures) and target:
        status, found, words = run(program, "detect", pictures, "--target", target, "-o", file)
        if status != 0:
            print(f"{name}: {words.strip()}", file=sys.stderr)
            return None
        return [file], len(found["frames"]), len(os.listdir(pictures))
    frames = {line.split(",")[0] for line in open(csv, encoding="utf-8").readlines()[1:]}
    return [csv, "--image-size", size] + (["--target", target] if target else []), len(frames), None


def number(px):
    return f"{px:.3g}"


def causes_of(result):
    told = []
    for cause in result["causes"]:
        if not cause["present"]:
            continue
        unsure = "?" if cause.get("or_else") else ""
        told.append(f"{cause['effect']}{unsure} {100 * cause['share']:.0f}% ({cause['costs_px']:.2g} px)")
    return "; ".join(told)


def parts_of(trust):
    """Random, systematic with its interval, total, bound, whether it is a lower bound: as cells."""
    low, high = trust["systematic_px_ci95"]
    interval = f" ({number(low)} to {number(high)})" if high > 0 else ""
    return (f"{number(trust['random_px'])} | {number(trust['systematic_px'])}{interval} | {number(trust['total_px'])} | "
            f"{number(trust['bound95_px'])} | {'yes' if trust['is_lower_bound'] else ''}")


def named(*parts):
    return ", ".join(part for part in parts if part)


def total_errors(program, inputs, name):
    for model in ("radial2", "fisheye"):
        status, result, words = run(program, "explain", *inputs, "--model", model)
        if status != 0:
            print(f"| {name} | {model} | {words.strip().splitlines()[0]} | | | | | | |", flush=True)
            continue
        trust = result["trust"]
        best = trust["explanation"]
        print(f"| {name} | {model} | {parts_of(trust)} | {named(best['model'], best['target_shape'], *best['effects'])} | "
              f"{causes_of(result)} |", flush=True)
        name = ""


def chosen_errors(program, inputs, name):
    for shape, effects in (("planar", []), ("free", []), ("free", ["--effects", "auto"])):
        status, result, words = run(program, "calibrate", *inputs, "--target-shape", shape, *effects)
        if status != 0:
            print(f"| {name} | {named(shape, *effects)} | {words.strip().splitlines()[0]} | | | | | |", flush=True)
            continue
        used = result.get("effects") or {}
        print(f"| {name} | {named(result['model'], shape, *used)} | "
              f"{parts_of(result['trust'])} | {causes_of(result)} |", flush=True)
        name = ""


def square_pixels(program, inputs, name):
    before = None
    for advice in ([], ["--auto-improve"]):
        status, result, _ = run(program, "calibrate", *inputs, *advice)
        if status != 0 or "fy" not in result["parameters"] or not result.get("trust") or result["parameters"] == before:
            continue
        before = result["parameters"]
        fx, fy = (before[key] for key in ("fx", "fy"))
        covariance = result["uncertainty"]["cr2"]["covariance"]
        x, y = list(before).index("fx"), list(before).index("fy")
        sigma = math.sqrt(covariance[x][x] / fx**2 + covariance[y][y] / fy**2 - 2 * covariance[x][y] / (fx * fy))
        # Half of it stretches the image along x, half squeezes it along y: RMS over a rectangle.
        costs = abs(fx / fy - 1) / 2 * math.hypot(*result["image_size"]) / math.sqrt(12)
        trust = result["trust"]
        print(f"| {name} | {'advice followed' if advice else ''} | {100 * (fx / fy - 1):+.3f} | {100 * sigma:.3f} | {number(costs)} | "
              f"{number(trust['total_px'])} | {number(trust['bound95_px'])} |", flush=True)
        name = ""


TABLES = {
    "--total": (total_errors, "| set | model | random px | systematic px (95%) | total px | 95% bound px | lower bound | explanation | "
                              "causes: share (cost) |\n|---|---|---|---|---|---|---|---|---|"),
    "--chosen": (chosen_errors, "| set | model, target, effects | random px | systematic px (95%) | total px | 95% bound px | lower bound | "
                                "causes: share (cost) |\n|---|---|---|---|---|---|---|---|"),
    "--pixels": (square_pixels, "| set | | fx/fy - 1, % | sigma by cr2, % | costs px | total px | 95% bound px |\n|---|---|---|---|---|---|---|"),
}


def main():
    program, folder, *names = sys.argv[1:]
    with tempfile.TemporaryDirectory() as work:
        if names and names[0] in TABLES:
            rows, head = TABLES[names[0]]
            print(head)
            for name in names[1:] or SETS:
                if given := observations(program, folder, name, work):
                    rows(program, given[0], name)
            return
        for name in names or SETS:
            given = observations(program, folder, name, work)
            if not given:
                continue
            inputs, found, pictures = given
            print(f"\n### {name}\n\n{found} frames" + (f" of {pictures} images" if pictures else " (a list of corners)"))
            print("\n| model | target | RMSE px | OpenCV's rms px | sigma_d px | BR | eps_bias px | sqrt(EME) px | corners left out |")
            print("|---|---|---|---|---|---|---|---|---|")
            for model in MODELS:
                for shape in ("planar", "free"):
                    status, result, words = run(program, "calibrate", *inputs, "--model", model, "--target-shape", shape)
                    if status != 0:
                        reason = words.strip().splitlines()[0].replace("fiducia calibrate: ", "").split(":")[0]
                        print(f"| {model} | {shape} | {reason} | | | | | | |")
                        continue
                    fit, bias = result["fit"], result["bias"]
                    eme = result["uncertainty"].get("cr2", {}).get("eme_px")
                    print(f"| {model} | {shape} | {fit['rmse']:.3f} | {2**.5 * fit['rmse']:.3f} | {bias['sigma_d_px']:.3f} | "
                          f"{bias['ratio']:.2f} | {bias['eps_px']:.3f} | {eme:.3g} | {len(result['left_out_corners'])} |", flush=True)


if __name__ == "__main__":
    main()
