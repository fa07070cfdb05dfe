"""The parts of the Python package that pyproject.toml cannot say: its version, which is the project's; its extension, which CMake
builds; and its source archive, which brings the report's page along, so that a build from it needs neither Node nor a network.

CMAKE_ARGS in the environment is given to CMake.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

ROOT = Path(__file__).resolve().parent
PAGE = Path("web/page.html")


def project_version() -> str:
    found = re.search(r"^project\(fiducia VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)
    if found is None:
        sys.exit("CMakeLists.txt: there is no project(fiducia VERSION ...)")
    return found.group(1)


class CMakeExtension(build_ext):
    """Builds fiducia._fiducia, and installs it with the package's Python files as `cmake --install` does."""

    def run(self) -> None:
        if shutil.which("cmake") is None:
            sys.exit("building fiducia needs cmake, and the packages of packages.txt: [core], [build] and [python]")
        build = Path(self.build_temp)
        options = [
            "-DCMAKE_BUILD_TYPE=Release",
            "-DCMAKE_UNITY_BUILD=ON",
            "-DCMAKE_UNITY_BUILD_BATCH_SIZE=16",
            "-DFIDUCIA_BUILD_PYTHON=ON",
            "-DFIDUCIA_BUILD_TESTS=OFF",
            "-DFIDUCIA_BUILD_EXAMPLES=OFF",
            f"-DPython_EXECUTABLE={sys.executable}",
            *self.pybind11(),
            *(["-GNinja"] if shutil.which("ninja") else []),
            *shlex.split(os.environ.get("CMAKE_ARGS", "")),
        ]
        where = ROOT / "python/fiducia" if self.inplace else Path(self.build_lib).resolve() / "fiducia"
        self.call("-S", str(ROOT), "-B", str(build), *options)
        self.call("--build", str(build), "--parallel", str(os.cpu_count()), "--target", "fiducia_python_package")
        self.call("--install", str(build), "--component", "python", "--prefix", str(where.parent))

    @staticmethod
    def call(*arguments: str) -> None:
        subprocess.run(["cmake", *arguments], check=True)

    @staticmethod
    def pybind11() -> list[str]:
        """Where pip brought it; Debian's is found without a word."""
        try:
            import pybind11
        except ImportError:
            return []
        return [f"-Dpybind11_DIR={pybind11.get_cmake_dir()}"]


class SourceArchive(sdist):
    """What git knows, and the page. An archive that is made from an archive holds what that held."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        super().make_release_tree(base_dir, sorted({*files, *self.sources()}))
        page = Path(base_dir) / PAGE
        if not page.exists():
            shutil.copy(self.bundled_page(), page)

    def sources(self) -> list[str]:
        if not (ROOT / ".git").exists():
            return [str(path.relative_to(ROOT)) for path in ROOT.rglob("*") if self.belongs(path)]
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
        return [name for name in listed.split("\0") if name and (ROOT / name).is_file()]

    @staticmethod
    def belongs(path: Path) -> bool:
        top = path.relative_to(ROOT).parts[0]
        return path.is_file() and top != "build" and "__pycache__" not in path.parts and not top.endswith(".egg-info")

    @staticmethod
    def bundled_page() -> Path:
        for tool in ("npm", "node"):
            if shutil.which(tool) is None:
                sys.exit(f"a source archive holds the report's page, which is bundled with Node: install {tool}")
        web = ROOT / "web"
        if not (web / "node_modules").exists():
            subprocess.run(["npm", "ci", "--silent"], cwd=web, check=True)
        subprocess.run(["node", "build.mjs"], cwd=web, check=True)
        return web / "dist/page.html"


class NoFiles(build_py):
    """CMake installs the Python files with the extension."""

    def run(self) -> None:
        pass


setup(
    version=project_version(),
    ext_modules=[Extension("fiducia._fiducia", sources=[])],
    cmdclass={"build_ext": CMakeExtension, "build_py": NoFiles, "sdist": SourceArchive},
)
