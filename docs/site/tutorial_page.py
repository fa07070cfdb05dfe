#!/usr/bin/env python3
"""Runs a tutorial of cells (`# %% Title`, and `# %% [markdown]` for text) and writes it as a page, each cell with what it printed, its
last value and its figures, as a notebook shows them.

usage: tutorial_page.py TUTORIAL.py OUTPUT_FILE.md
"""

import ast
import contextlib
import io
import os
import re
import sys
import tempfile
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402


def cells(source: str) -> list[tuple[str, str]]:
    """("markdown" or "code", text)"""
    found = []
    for part in re.split(r"^(?=# %%)", source, flags=re.MULTILINE):
        head, _, body = part.partition("\n") if part.startswith("# %%") else ("# %%", "", part)
        if "[markdown]" in head:
            lines = [re.sub(r"^# ?", "", line) for line in body.strip("\n").split("\n")]
            found.append(("markdown", "\n".join(lines).strip()))
            continue
        title = head.removeprefix("# %%").strip()
        if title:
            found.append(("markdown", f"## {title}"))
        if body.strip():
            found.append(("code", body.strip("\n")))
    return found


def run(code: str, names: dict) -> tuple[str, object]:
    """What the cell printed, and the value of its last expression."""
    tree = ast.parse(code)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    value = None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "<tutorial>", "exec"), names)  # noqa: S102: that is what it is for
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "<tutorial>", "eval"), names)  # noqa: S307
    return printed.getvalue(), value


def block(text: str, language: str) -> str:
    fence = "`" * (1 + max([2, *map(len, re.findall(r"`{3,}", text))]))
    return f"{fence}{language}\n{text.rstrip()}\n{fence}\n\n"


def shown(value: object) -> str:
    if value is None or isinstance(value, matplotlib.artist.Artist):
        return ""
    as_html = getattr(value, "_repr_html_", None)
    if as_html is not None:
        return block(as_html(), "{raw} html")
    return block(repr(value), "none") if not isinstance(value, list | tuple) or value else ""


def figures(stem: str, folder: Path) -> str:
    text = ""
    for number in plt.get_fignums():
        name = f"{stem}_{len(list(folder.glob(stem + '_*.png'))) + 1}.png"
        plt.figure(number).savefig(folder / name, dpi=100, bbox_inches="tight")
        text += f"![A figure that the cell above draws]({folder.name}/{name})\n\n"
    plt.close("all")
    return text


def main() -> int:
    tutorial, output = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    pictures = output.parent / f"{output.stem}_figures"
    pictures.mkdir(parents=True, exist_ok=True)
    names = {"__name__": "__main__", "__file__": str(tutorial)}
    page = ""
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)  # what it writes is not ours to keep
        for kind, text in cells(tutorial.read_text(encoding="utf-8")):
            if kind == "markdown":
                page += text + "\n\n"
                continue
            page += block(text, "python")
            try:
                printed, value = run(text, names)
            except Exception as error:
                sys.exit(f"{tutorial.name}: this cell failed: {error}\n{text}")
            page += (block(printed, "none") if printed.strip() else "") + shown(value)
            page += figures(output.stem, pictures)
        os.chdir("/")
    output.write_text(page, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
