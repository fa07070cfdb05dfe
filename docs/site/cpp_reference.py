#!/usr/bin/env python3
"""Writes the pages of the C++ reference, one per room of the library: the headers for users, as cmake/PublicHeaders.cmake lists
them, then those that they include and that are installed with them.

usage: cpp_reference.py DOXYGEN_XML OUTPUT_FOLDER    the pages
       cpp_reference.py --headers                    the files for doxygen to read, one per line
"""

import re
import sys
from pathlib import Path

from doxygen_rst import Doxygen, rst

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "src/fiducia"

# The rooms in the order of docs/architecture.md, from the whole job to its parts.
ROOMS = {
    "assess": "The whole job as one function: clean, calibrate, evaluate, explain, judge",
    "evaluate": "Bias ratio, covariances, mapping error, comparison of models",
    "solve": "Calibration: initial values, least squares, target shapes",
    "guide": "Next best views, live guidance",
    "simulate": "Scenes and rendered images",
    "use": "Projections, look-up maps, rectified pairs",
    "data": "Targets and observations",
    "camera": "Camera models, cameras and rigs",
    "core": "Errors, poses, random streams, progress",
    "io": "Files",
    "report": "The report",
    "detect": "From images to observations",
}


def public_headers() -> dict[str, str]:
    """The component of each public header."""
    text = (ROOT / "cmake/PublicHeaders.cmake").read_text()
    lists = re.findall(r"set\(fiducia_(\w+)_headers\s+([^)]+)\)", text)
    return {header: component for component, headers in lists for header in headers.split()}


def installed_headers() -> dict[str, str]:
    """Those, and all that they include."""
    installed = public_headers()
    waiting = list(installed)
    while waiting:
        header = waiting.pop(0)
        for included in re.findall(r'^#include "fiducia/([^"]+)"', (SOURCES / header).read_text(), re.MULTILINE):
            if included != "version.h" and included not in installed:
                installed[included] = installed[header]
                waiting.append(included)
    return installed


def heading(text: str, line: str) -> str:
    return f"{text}\n{line * len(text)}\n\n"


def section(header: str, doxygen: Doxygen) -> str:
    declarations = doxygen.declarations(header)
    if not declarations:
        sys.exit(f"docs/site/cpp_reference.py: doxygen found nothing in {header}")
    include = f'.. code-block:: cpp\n\n   #include "fiducia/{header}"\n\n'
    return heading(header, "-") + include + "\n".join(rst(declarations)) + "\n"


def room_page(room: str, headers: list[str], public: dict[str, str], component: str, doxygen: Doxygen) -> str:
    page = heading(room, "=") + f"{ROOMS[room]}. Link to ``fiducia::{component}``.\n\n.. cpp:namespace:: fiducia\n\n"
    page += "".join(section(header, doxygen) for header in headers if header in public)
    included = [header for header in headers if header not in public]
    if included and len(included) < len(headers):
        page += "The headers below come with those above, for the types that they show.\n\n"
    return page + "".join(section(header, doxygen) for header in included)


def main() -> int:
    public = public_headers()
    installed = installed_headers()
    if sys.argv[1] == "--headers":
        print("\n".join(str(SOURCES / header) for header in installed))
        return 0
    doxygen, output = Doxygen(Path(sys.argv[1])), Path(sys.argv[2])
    unknown = {header.split("/")[0] for header in installed} - set(ROOMS)
    if unknown:
        sys.exit(f"docs/site/cpp_reference.py: add a line about the room(s) {', '.join(sorted(unknown))} to ROOMS")
    output.mkdir(parents=True, exist_ok=True)
    index = heading("C++ reference", "=")
    index += (
        "``find_package(fiducia COMPONENTS core io vision)``, then link ``fiducia::core``, ``fiducia::io`` or "
        "``fiducia::vision`` (:doc:`/docs/building`). Most programs need ``assess()`` alone.\n\n"
        ".. list-table::\n   :header-rows: 1\n\n   * - room\n     - target\n     - what is in it\n"
    )
    contents = "\n.. toctree::\n   :hidden:\n\n"
    for room in ROOMS:
        headers = [header for header in installed if header.startswith(f"{room}/")]
        if not headers:
            continue
        component = installed[headers[0]]
        index += f"   * - :doc:`{room}`\n     - ``fiducia::{component}``\n     - {ROOMS[room]}\n"
        contents += f"   {room}\n"
        (output / f"{room}.rst").write_text(room_page(room, headers, public, component, doxygen))
    (output / "index.rst").write_text(index + contents)
    return 0


if __name__ == "__main__":
    sys.exit(main())
