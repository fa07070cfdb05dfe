#!/usr/bin/env python3
"""clang-tidy over our sources, skipping those that have not changed since they were last clean.

A file is looked at again when its text, that of a header of ours that it includes, its compiler flags, .clang-tidy or the
version of clang-tidy changed: build/lint holds a hash of these for each file that was clean. Headers are checked through
the files that include them. Neighbouring files are looked at as one text, which takes a third of the time; where that is
not clean, each of them by itself.
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
import tempfile
import textwrap
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STAMPS = ROOT / "build" / "lint"
INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.MULTILINE)
DAY_S = 86400
MOST_TOGETHER = 16


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


def remember(source, key):
    stamp = stamp_of(source)
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(key)


def tidy(source, how):
    # The flags are those of g++: clang does not know all of its warnings.
    return subprocess.run(["clang-tidy", "--quiet", "--warnings-as-errors=*", "--extra-arg=-Wno-unknown-warning-option",
                           str(source), *how], capture_output=True, text=True)


def check(source, build):
    """Whether the file is clean, and what clang-tidy says of it."""
    run = tidy(source, ["-p", str(build)])
    if run.returncode == 0:
        return True, run.stdout
    errors = [line for line in run.stderr.splitlines() if not re.match(r"\d+ warnings?( and \d+ errors?)? generated", line)]
    return False, run.stdout + "\n".join(errors)


def flags_of(command):
    """What the compiler is told besides the file, by its name at the start and the names of source and object at the end."""
    flags = command[1:]
    for option in ["-o", "-c"]:
        if option in flags:
            at = flags.index(option)
            del flags[at : at + 2]
    return flags


def in_batches(todo, sources):
    """Neighbours in one folder with the same flags, so many at a time."""
    batches = {}
    for source in todo:
        batches.setdefault((source.parent, tuple(flags_of(sources.commands[source]))), []).append(source)
    return [(files[i : i + MOST_TOGETHER], flags) for (_, flags), files in batches.items() for i in range(0, len(files), MOST_TOGETHER)]


def clean_together(files, flags, sources):
    """Whether all of the files are clean, seen as one. If not, one of them is at fault, or they do not go together."""
    if len(files) == 1:
        return False
    STAMPS.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", suffix=".cc", dir=STAMPS) as text:
        text.write("".join(sources.text(file) for file in files))
        text.flush()
        return tidy(text.name, ["--", *flags]).returncode == 0


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

    def work(batch):
        files, flags = batch
        if time.monotonic() <= end and clean_together(files, flags, sources):
            for source in files:
                remember(source, keys[source])
            return
        for source in files:
            if time.monotonic() > end:
                left.append(source)
                continue
            clean, output = check(source, arguments.build)
            if clean:
                remember(source, keys[source])
            else:
                faulty.append(source)
                print(output.strip(), flush=True)

    with ThreadPoolExecutor(arguments.jobs) as pool:
        list(pool.map(work, in_batches(todo, sources)))
    print(f"{len(todo) - len(left) - len(faulty)} files clean, {len(faulty)} not, {len(left)} left for want of time")
    if left:
        print(textwrap.fill("not looked at: " + ", ".join(str(source.relative_to(ROOT)) for source in left), 120))
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main())
