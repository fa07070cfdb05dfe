#!/usr/bin/env python3
"""That the files of the Debian package say what the rest of the project says: the version of CMakeLists.txt, and the packages that
packages.txt lists."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Needed to bundle the report's page, which a source archive brings along.
NOT_FOR_PACKAGES = {"nodejs", "npm"}
# Needed by Debian's tools.
FOR_DEBIAN = {"debhelper-compat", "dh-sequence-python3"}


def section(wanted: str) -> set[str]:
    names: set[str] = set()
    here = ""
    for line in (ROOT / "packages.txt").read_text().splitlines():
        if line.startswith("["):
            here = line.strip("[]")
        elif here == wanted and line and not line.startswith("#"):
            names.add(re.split(r"[@?]", line)[0])
    return names


def differences() -> list[str]:
    found = []
    version = re.search(r"^project\(fiducia VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE).group(1)
    packaged = re.match(r"fiducia \(([^)-]+)-", (ROOT / "debian/changelog").read_text()).group(1)
    if packaged != version:
        found.append(f"debian/changelog begins with version {packaged}, CMakeLists.txt has {version}: add an entry")
    control = (ROOT / "debian/control").read_text()
    listed = re.search(r"^Build-Depends: (.*?)^(?=\S|$)", control, re.MULTILINE | re.DOTALL).group(1)
    depends = {re.split(r"[\s(]", name.strip())[0] for name in listed.split(",")} - FOR_DEBIAN
    needed = (section("core") | section("build") | section("python")) - NOT_FOR_PACKAGES
    for name in sorted(needed - depends):
        found.append(f"debian/control: Build-Depends lacks {name}, which packages.txt lists")
    for name in sorted(depends - needed):
        found.append(f"debian/control: Build-Depends has {name}, which packages.txt does not list under core, build or python")
    return found


def main() -> int:
    found = differences()
    for difference in found:
        print(difference, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
