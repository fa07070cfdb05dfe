#!/usr/bin/env python3
"""clang-tidy over our sources, skipping those that have not changed since they were last clean.

A file is looked at again when its text, that of a header of ours that it includes, its compiler flags, .clang-tidy or the
version of clang-tidy changed: build/lint holds a hash of these for each file that was clean. Headers are checked through
the files that include them.
"""

import argparse
import functools
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
import textwrap
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STAMPS = ROOT / "build" / "lint"
INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.MULTILINE)
DAY_S = 86400


class Sources:
    """What a file includes, among the files of this repository."""

    def __init__(self, build):
        self.commands = {}
        for entry in json.loads((build / "compile_commands.json").read_text()):
            self.commands[Path(entry["file"]).resolve()] = shlex.split(entry["command"])
        self.texts = {}
        self.version = subprocess.run(["clang-tidy", "--version"], capture_output=True, text=True, check=True).stdout
        self.checks = (ROOT / ".clang-tidy").read_text()

    def text(self, path):
        if path not in self.texts:
            self.texts[path] = path.read_text()
        return self.texts[path]

    @functools.cache
    def resolve(self, name, folders):
        """The file of ours that the include means; None for everybody else's."""
        for folder in folders:
            path = Path(os.path.normpath(folder / name))
            if path.is_relative_to(ROOT) and path.is_file():
                return path
        return None

    @functools.cache
    def included(self, source):
        """The source and every file of ours that it includes, directly or not, in a fixed order."""
        folders = tuple(Path(flag[2:]) for flag in self.commands[source] if flag.startswith("-I"))
        found, waiting = {source}, [source]
        while waiting:
            path = waiting.pop()
            for name in INCLUDE.findall(self.text(path)):
                included = self.resolve(name, (path.parent, *folders))
                if included and included not in found:
                    found.add(included)
                    waiting.append(included)
        return sorted(found)

    def key(self, source):
        key = hashlib.sha256()
        for part in [self.version, self.checks, " ".join(self.commands[source])]:
            key.update(part.encode() + b"\0")
        for path in self.included(source):
            key.update(str(path.relative_to(ROOT)).encode() + b"\0" + self.text(path).encode() + b"\0")
        return key.hexdigest()


def stamp_of(source):
    relative = source.relative_to(ROOT)
    return STAMPS / relative.parent / (relative.name + ".clean")


def is_clean(source, key):
    stamp = stamp_of(source)
    return stamp.is_file() and stamp.read_text() == key


def git(*arguments):
    return subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, text=True, check=True).stdout


def changed_files():
    """What the commits of the day that ended with the last one changed, and what is not committed yet; the latest first."""
    last = int(git("log", "-1", "--format=%ct"))
    names = git("status", "--porcelain", "--no-renames", "--untracked-files=all")
    changed = [line[3:] for line in names.splitlines()]
    changed += git("log", f"--since={last - DAY_S}", "--format=", "--name-only", "--no-renames").split("\n")
    return [ROOT / name for name in dict.fromkeys(changed) if name and (ROOT / name).is_file()]


def changed_sources(sources, ours):
    """The changed .cc files, and for each changed header that none of them includes one file that does."""
    changed = changed_files()
    chosen = [path for path in changed if path in ours]
    seen = {path for source in chosen for path in sources.included(source)}
    for header in [path for path in changed if path.suffix == ".h" and path not in seen]:
        users = [source for source in ours if header in sources.included(source)]
        users.sort(key=lambda source: (source.stem != header.stem, source))
        if users:
            chosen.append(users[0])
            seen.update(sources.included(users[0]))
    return list(dict.fromkeys(chosen))


def check(source, key, build):
    """Whether the file is clean, and what clang-tidy says of it."""
    # The flags are those of g++: clang does not know all of its warnings.
    run = subprocess.run(["clang-tidy", "--quiet", "--warnings-as-errors=*", "--extra-arg=-Wno-unknown-warning-option",
                          "-p", str(build), str(source)], capture_output=True, text=True)
    if run.returncode == 0:
        stamp = stamp_of(source)
        stamp.parent.mkdir(parents=True, exist_ok=True)
        stamp.write_text(key)
        return True, run.stdout
    errors = [line for line in run.stderr.splitlines() if not re.match(r"\d+ warnings?( and \d+ errors?)? generated", line)]
    return False, run.stdout + "\n".join(errors)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=Path, help="a build folder with compile_commands.json, one entry for each file")
    parser.add_argument("--changed", action="store_true", help="only what the last day's commits changed, or is not committed")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="start no further file after this time")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    arguments = parser.parse_args()

    sources = Sources(arguments.build)
    ours = sorted(path for folder in ["src", "apps"] for path in (ROOT / folder).rglob("*.cc") if path in sources.commands)
    if not ours:
        sys.exit(f"tidy: {arguments.build}/compile_commands.json names none of our files; was it configured with unity builds?")
    asked = changed_sources(sources, ours) if arguments.changed else ours
    keys = {source: sources.key(source) for source in asked}
    todo = [source for source in asked if not is_clean(source, keys[source])]
    print(f"{len(asked)} files, {len(asked) - len(todo)} of them unchanged since they were clean", flush=True)

    end = time.monotonic() + arguments.seconds
    left, faulty = [], []

    def work(source):
        if time.monotonic() > end:
            left.append(source)
            return
        clean, output = check(source, keys[source], arguments.build)
        if not clean:
            faulty.append(source)
            print(output.strip(), flush=True)

    with ThreadPoolExecutor(arguments.jobs) as pool:
        list(pool.map(work, todo))
    print(f"{len(todo) - len(left) - len(faulty)} files clean, {len(faulty)} not, {len(left)} left for want of time")
    if left:
        print(textwrap.fill("not looked at: " + ", ".join(str(source.relative_to(ROOT)) for source in left), 120))
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main())
