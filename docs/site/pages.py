#!/usr/bin/env python3
"""Gathers the pages of the site: README.md as its first page, CHANGELOG.md and docs/*.md as they stand, so that they read the
same on a forge. What they link to and is no page (a header, an example) becomes one, with the file in it.

usage: pages.py OUTPUT_FOLDER
"""

import re
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# The contents at the side. A page of docs/ that no line names stands under the last one.
CONTENTS = {
    "Use": "tutorial python detect report verdict trust guide rigs select target hygiene effects use render formats files",
    "How it works": "method bias uncertainty models initial_values glossary",
    "What was measured": "benchmark real_cameras reproduction",
    "Reference": "../reference/commands ../reference/cpp/index ../reference/python",
    "The project": "building architecture ../CHANGELOG",
}
LANGUAGES = {".h": "cpp", ".cc": "cpp", ".ts": "typescript", ".py": "python", ".cmake": "cmake", ".sh": "bash"}
LINK = re.compile(r"(?<=\]\()(?!https?:|mailto:|#)([^)\s#]+)(#[^)\s]*)?(?=\))")


def language_of(path: Path) -> str:
    return "cmake" if path.name == "CMakeLists.txt" else LANGUAGES.get(path.suffix, "none")


def fenced(path: Path) -> str:
    text = path.read_text(encoding="utf-8").rstrip("\n")
    fence = "`" * (1 + max([2, *map(len, re.findall(r"`{3,}", text))]))
    return f"{fence}{language_of(path)}\n{text}\n{fence}\n"


class Site:
    def __init__(self, output: Path):
        self.output = output
        self.code_pages: set[Path] = set()

    def write(self, name: str, text: str) -> None:
        path = self.output / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def add_page(self, source: Path, name: str) -> None:
        """A Markdown file of the repository as the page `name`, its links turned to where their targets are in the site."""
        depth = name.count("/")

        def turned(match: re.Match[str]) -> str:
            target = (source.parent / match.group(1)).resolve()
            anchor = match.group(2) or ""
            if not target.is_relative_to(ROOT) or not target.exists():
                sys.exit(f"{source.relative_to(ROOT)}: the link to {match.group(1)} leads nowhere: correct it")
            path = target.relative_to(ROOT)
            if path == Path("README.md"):
                path = Path("index.md")
            elif path.suffix == ".py" and (self.output / path.with_suffix(".md")).exists():
                path = path.with_suffix(".md")  # a tutorial that was run
            elif path.suffix in (".png", ".svg", ".jpg"):
                self.copy(path)
            elif path.suffix != ".md":
                path = self.code_page(path)
                anchor = ""
            return "../" * depth + str(path) + anchor

        self.write(name, LINK.sub(turned, source.read_text(encoding="utf-8")))

    def copy(self, path: Path) -> None:
        (self.output / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, self.output / path)

    def code_page(self, path: Path) -> Path:
        page = Path("code") / f"{path}.md"
        if path not in self.code_pages:
            self.code_pages.add(path)
            text = f"---\norphan: true\n---\n\n# {path}\n\n"
            if (ROOT / path).is_dir():
                for file in sorted(p for p in (ROOT / path).rglob("*") if p.is_file()):
                    text += f"## {file.relative_to(ROOT / path)}\n\n{fenced(file)}\n"
            else:
                text += fenced(ROOT / path)
            self.write(str(page), text)
        return page

    def contents(self) -> str:
        """The toctrees of the first page."""
        listed = {name for names in CONTENTS.values() for name in names.split()}
        others = sorted({page.stem for page in (self.output / "docs").glob("*.md")} - listed)
        text = ""
        for caption, names in CONTENTS.items():
            pages = [*names.split(), *(others if caption == list(CONTENTS)[-1] else [])]
            # An entry like ../CHANGELOG stands outside of docs/.
            paths = [name.removeprefix("../") if name.startswith("../") else f"docs/{name}" for name in pages]
            there = [path for path in paths if any((self.output / f"{path}{suffix}").exists() for suffix in (".md", ".rst"))]
            text += "\n```{toctree}\n:hidden:\n:caption: " + caption + "\n\n" + "\n".join(there) + "\n```\n"
        return text


def main() -> int:
    site = Site(Path(sys.argv[1]))
    site.add_page(ROOT / "README.md", "index.md")
    site.add_page(ROOT / "CHANGELOG.md", "CHANGELOG.md")
    for page in sorted((ROOT / "docs").glob("*.md")):
        site.add_page(page, f"docs/{page.name}")
    first = site.output / "index.md"
    first.write_text(first.read_text(encoding="utf-8") + site.contents(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
