#!/usr/bin/env python3
"""Whether anything but better data buys a better verdict: subsets, halves, copies and noise of real sets against all of their
images, as docs/real_cameras.md tells it.

usage: real_subsets.py PROGRAM FOLDER [SET...]      as real_sets.py; sets without images are left out
"""

import json
import os
import random
import sys
import tempfile

from real_sets import SETS, observations, run

RANK = {"bad": 0, "usable": 1, "good": 2}


def noisy(frames, sigma_px):
    source = random.Random(7)
    return [dict(frame, corners=[[c[0], c[1] + source.gauss(0, sigma_px), c[2] + source.gauss(0, sigma_px), *c[3:]]
                                 for c in frame["corners"]]) for frame in frames]


def copied(frames, times):
    return [dict(frame, name=f"{frame['name']}_{i}" if i else frame["name"]) for i in range(times) for frame in frames]


def variants(frames):
    source = random.Random(1)
    for count in range(8, 13):
        if count < len(frames):
            yield f"{count} images", source.sample(frames, count)
    for _ in range(3):
        yield "half", source.sample(frames, max(4, len(frames) // 2))
    yield "every image twice", copied(frames, 2)
    yield "every image three times", copied(frames, 3)
    yield "noise 0.05 px", noisy(frames, 0.05)
    yield "noise 0.2 px", noisy(frames, 0.2)


def judged(program, seen, frames, work):
    file = os.path.join(work, "variant.json")
    with open(file, "w", encoding="utf-8") as stream:
        json.dump({key: value for key, value in dict(seen, frames=frames).items() if key != "left_out"}, stream)
    status, result, words = run(program, "calibrate", file)
    if status != 0:
        return -1, words.strip().splitlines()[0]
    verdict, trust = result["verdict"]["judgement"], result["trust"]
    return RANK[verdict], f"{verdict}, {trust['total_px']:.3g} (< {trust['bound95_px']:.3g}) px"


def main():
    program, folder, *names = sys.argv[1:]
    better = count = 0
    with tempfile.TemporaryDirectory() as work:
        for name in names or SETS:
            given = observations(program, folder, name, work)
            if not given or not given[0][0].endswith(".json"):
                continue
            with open(given[0][0], encoding="utf-8") as stream:
                seen = json.load(stream)
            whole, words = judged(program, seen, seen["frames"], work)
            print(f"{name}: {words}", flush=True)
            for kind, frames in variants(seen["frames"]):
                rank, words = judged(program, seen, frames, work)
                count += 1
                better += rank > whole
                print(f"  {kind}: {words}{'  BETTER' if rank > whole else ''}", flush=True)
    print(f"better than all images: {better} of {count}")


if __name__ == "__main__":
    main()
